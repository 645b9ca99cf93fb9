//! Alpha-beta as the Java decider of the course reports has it.
//!
//! Idea        As alpha-beta, with two weaknesses of that code: a node is cut off only where a value is *more* than
//!             beta, and each move at the root is searched with the full window, whatever the moves before it gave.
//!             Without the strict cut (`Cut::AtBound`) the second alone is left: so the framework's leaves were counted.
//! Source      The Java framework of the course reports; the fault against Knuth, Moore, Artificial Intelligence 6
//!             (1975).
//! Guarantees  The value of MiniMax: weaker cuts lose nothing.
//! Cost        In the game of the reports about twice the leaves of alpha-beta, in the natural order. The framework takes the moves of a
//!             row from right to left: its own leaves are those on the mirrored board, with the evaluation
//!             `classic-as-coded` and without the strict cut.
//! Counts      As alpha-beta.
//! Not here    The sound form (alphabeta.rs), the moves of the root (root_moves.rs).

use super::alphabeta::without_memory;
use super::deepening::{Iterate, NodeSearch, Valued};
use super::options::Cut;
use super::root_moves::root_moves;
use super::rules::{Evaluator, Game};
use super::search::{Node, Search};
use crate::about::{AlgorithmInfo, Guarantee};
use crate::observer::Observer;

/// Alpha-beta with strict cuts and the full window at each move of the root.
#[derive(Debug, Clone, Copy)]
pub struct AlphaBetaAsCoded;

impl Iterate for AlphaBetaAsCoded {
    const ABOUT: AlgorithmInfo = AlgorithmInfo {
        name: "alphabeta-as-coded",
        summary: "alpha-beta as the course's framework has it: cuts above beta only, full window for each root move",
        idea: "As alphabeta, with the two weaknesses of that code: a value equal to beta does not end a node, and what \
               a move at the root gives narrows no window of the next; strict-cut = off leaves the second alone. The \
               value is the same; the leaves are about twice as many.",
        source: "the Java framework of the course reports; compare alphabeta (Knuth, Moore 1975)",
        guarantee: Guarantee::MinimaxValue,
        cost: "about twice the leaves of alphabeta",
        parameters: &["iterative-deepening", "ordering", "strict-cut", "ties"],
        defaults: &[("iterative-deepening", "off"), ("ordering", "natural")],
    };
    const USES_TABLE: bool = false;
    type Nodes = Self;

    const KNOWS_EQUALS: bool = true;

    fn iterate<G: Game, E: Evaluator<G>, O: Observer>(search: &mut Search<'_, G, E, O>, depth: u32) -> Valued {
        root_moves(search, depth, &mut |search, root, _, mv| {
            search.child_of_root(mv, root.child(root.alpha, root.beta), Self::visit)
        })
    }
}

impl NodeSearch for AlphaBetaAsCoded {
    #[inline(always)]
    fn inside<G: Game, E: Evaluator<G>, O: Observer>(search: &mut Search<'_, G, E, O>, node: Node) -> Valued {
        // Without a cut at beta itself the window may close to alpha = beta: only more than that ends the node.
        without_memory::<Self, G, E, O>(search, node, |options, value| {
            value > node.beta || value == node.beta && options.cut == Cut::AtBound
        })
    }
}
