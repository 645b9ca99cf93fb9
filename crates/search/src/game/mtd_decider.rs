//! The MTDDecider of the course reports: MTD(f) once for each move of the root; deepening, table and MTD(f) each may
//! be switched off.
//!
//! Idea        Each move at the root is searched to its exact value by MTD(f), beginning at the value that the same
//!             move had an iteration before. Without MTD(f) each is searched with the full window.
//! Source      The Java framework of the course reports; MTD(f): Plaat, Schaeffer, Pijls, de Bruin, Artificial
//!             Intelligence 87 (1996).
//! Guarantees  The value of MiniMax, and that of each move at the root.
//! Cost        More than MTD(f) at the root: moves that are not best get an exact value too, and not a bound only.
//! Counts      As alpha-beta with table; `passes`: zero-window searches of moves of the root.
//! Not here    The driver (mtd.rs), the search (alphabeta_tt.rs), the moves of the root (root_moves.rs).

use super::alphabeta_tt::AlphaBetaTt;
use super::deepening::{Iterate, NodeSearch, Valued};
use super::mtd::{Bounds, drive, first_guess};
use super::root_moves::root_moves;
use super::rules::{Evaluator, Game};
use super::search::Search;
use crate::about::{AlgorithmInfo, Guarantee};
use crate::observer::Observer;

/// MTD(f) for each move of the root.
#[derive(Debug, Clone, Copy)]
pub struct MtdDecider;

impl Iterate for MtdDecider {
    const ABOUT: AlgorithmInfo = AlgorithmInfo {
        name: "mtd-decider",
        summary: "MTD(f) for each root move; deepening, table and MTD(f) can each be switched off",
        idea: "The MTDDecider of the course reports: runs MTD(f) once for each move of the root, from the value of that \
               move an iteration before. iterative-deepening=off, table-bits=0 and mtdf=off each switch one part off; \
               without MTD(f) each move is searched with the full window.",
        source: "the Java framework of the course reports; MTD(f): Plaat et al. 1996",
        guarantee: Guarantee::MinimaxValue,
        cost: "more than mtdf, because every root move gets its exact value; memory for the table",
        parameters: &[
            "iterative-deepening",
            "mtdf",
            "ordering",
            "table-bits",
            "replacement",
            "enhanced-cutoffs",
            "first-guess",
            "guess",
            "ties",
        ],
        defaults: &[("table-bits", "20"), ("first-guess", "last")],
    };
    const USES_TABLE: bool = true;
    type Nodes = AlphaBetaTt;

    const KNOWS_EQUALS: bool = true;

    fn iterate<G: Game, E: Evaluator<G>, O: Observer>(search: &mut Search<'_, G, E, O>, depth: u32) -> Valued {
        root_moves(search, depth, &mut |search, root, place, mv| {
            if !search.options.mtdf {
                return search.child_of_root(mv, root.child(root.alpha, root.beta), AlphaBetaTt::visit);
            }
            let earlier = search.root_values.get(place).map_or(&[][..], Vec::as_slice);
            let first = first_guess(search.options, earlier).unwrap_or_else(|| -search.value_after(mv, 1));
            let value = drive(search, first, Bounds::at_guess, |search, beta| {
                search.child_of_root(mv, root.child(beta - 1, beta), AlphaBetaTt::visit)
            })?;
            if place >= search.root_values.len() {
                search.root_values.resize_with(place + 1, Vec::new);
            }
            search.root_values[place].push(value);
            Ok(value)
        })
    }
}
