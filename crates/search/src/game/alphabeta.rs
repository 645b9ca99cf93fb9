//! Alpha-beta, fail-soft, without memory.
//!
//! Idea        A move that lets the opponent reach less than what another move gives need not be searched further:
//!             what lies outside of the window (alpha, beta) cannot change the value of the root.
//! Source      Knuth, Moore, Artificial Intelligence 6 (1975); fail-soft: Fishburn, SIGART Newsletter 72 (1980).
//! Guarantees  The value of MiniMax. A result outside of the window is a bound of the true value.
//! Cost        With perfect ordering on a uniform tree b^⌈d/2⌉ + b^⌊d/2⌋ - 1 leaves, the least there is; with the
//!             worst ordering b^d.
//! Counts      `expanded`, `generated`, `evaluated`, `cutoffs`, `first_move_cutoffs`.
//! Not here    Memory (alphabeta_tt.rs), the order of moves (ordering.rs).

use super::deepening::{Iterate, NodeSearch, Valued};
use super::options::Options;
use super::ordering::Queue;
use super::rules::{Evaluator, Game};
use super::score::{INFINITY, Score};
use super::search::{Node, Search};
use crate::about::{AlgorithmInfo, Guarantee};
use crate::observer::Observer;

/// Alpha-beta (Knuth, Moore 1975).
#[derive(Debug, Clone, Copy)]
pub struct AlphaBeta;

impl Iterate for AlphaBeta {
    const ABOUT: AlgorithmInfo = AlgorithmInfo {
        name: "alphabeta",
        summary: "alpha-beta: leaves out what cannot change the value; no memory",
        idea: "Carries a window of values that still matter. A move that is at least beta ends its node, because the \
               other side will not let it come to this. Fail-soft: results outside of the window are bounds.",
        source: "Knuth, Moore, Artificial Intelligence 6(4):293-326, 1975; fail-soft: Fishburn, 1980",
        guarantee: Guarantee::MinimaxValue,
        cost: "from about b^(d/2) leaves, if the best move always comes first, to b^d",
        parameters: &["iterative-deepening", "ordering", "ties"],
        defaults: &[("iterative-deepening", "off"), ("ordering", "natural")],
    };
    const USES_TABLE: bool = false;
    type Nodes = Self;
}

impl NodeSearch for AlphaBeta {
    #[inline(always)]
    fn inside<G: Game, E: Evaluator<G>, O: Observer>(search: &mut Search<'_, G, E, O>, node: Node) -> Valued {
        without_memory::<Self, G, E, O>(search, node, |_, value| value >= node.beta)
    }
}

/// Searches a node without a table. `is_cutoff` tells of a value whether it ends the visit.
#[inline(always)]
pub(super) fn without_memory<A: NodeSearch, G: Game, E: Evaluator<G>, O: Observer>(
    search: &mut Search<'_, G, E, O>,
    node: Node,
    is_cutoff: impl Fn(&Options, Score) -> bool,
) -> Valued {
    if node.depth == 0 {
        return search.leaf(node.ply);
    }
    let Some(moves) = search.expand()? else { return Ok(search.finished(node.ply)) };
    search.expanded(node.ply);
    search.pv.clear(node.ply);
    let mut queue = Queue::new(search.options.ordering, moves, None);
    let mut best = -INFINITY;
    while let Some(mv) = queue.next(search, node, A::visit)? {
        let alpha = node.alpha.max(best);
        let value = search.child(mv, node.child(alpha, node.beta), A::visit)?;
        if value > best {
            best = value;
            if value > node.alpha {
                search.improve(node, mv, value);
            }
            if is_cutoff(search.options, value) {
                search.cutoff(node, mv, moves, queue.taken());
                break;
            }
        }
    }
    search.leave(moves, queue.taken());
    Ok(best)
}
