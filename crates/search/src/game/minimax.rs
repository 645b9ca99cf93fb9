//! MiniMax.
//!
//! Idea        The value of a position is that of its best move, and the value of a move is that of the position after
//!             it, with the sign turned (negamax form).
//! Source      von Neumann, Mathematische Annalen 100 (1928); Shannon, Philosophical Magazine 41 (1950).
//! Guarantees  The value of the tree, by definition. All others are measured against it.
//! Cost        Every node of the tree: b^d leaves.
//! Counts      `expanded`, `generated`, `evaluated`.
//! Not here    Anything that leaves a node out.

use super::deepening::{Iterate, NodeSearch, Valued};
use super::rules::{Evaluator, Game};
use super::score::INFINITY;
use super::search::{Node, Search};
use crate::about::{AlgorithmInfo, Guarantee};
use crate::observer::Observer;

/// MiniMax (von Neumann 1928, Shannon 1950).
#[derive(Debug, Clone, Copy)]
pub struct MiniMax;

impl Iterate for MiniMax {
    const ABOUT: AlgorithmInfo = AlgorithmInfo {
        name: "minimax",
        summary: "MiniMax: every node, nothing left out",
        idea: "The value of a position is that of its best move; the value of a move is that of the position after it, \
               with the sign turned. Visits every node of the tree, so it is the measure of all others.",
        source: "von Neumann, Mathematische Annalen 100:295-320, 1928; Shannon, Philosophical Magazine 41:256-275, 1950",
        guarantee: Guarantee::MinimaxValue,
        cost: "every leaf of the tree: b^d of them for b moves and d plies",
        parameters: &["ties"],
        defaults: &[],
    };
    const USES_TABLE: bool = false;
    type Nodes = Self;

    const KNOWS_EQUALS: bool = true;
}

impl NodeSearch for MiniMax {
    #[inline(always)]
    fn inside<G: Game, E: Evaluator<G>, O: Observer>(search: &mut Search<'_, G, E, O>, node: Node) -> Valued {
        if node.depth == 0 {
            return search.leaf(node.ply);
        }
        let Some(moves) = search.expand()? else { return Ok(search.finished(node.ply)) };
        search.expanded(node.ply);
        let mut best = -INFINITY;
        for place in moves.begin..moves.end {
            let mv = search.moves[place].mv;
            let value = search.child(mv, node.child(-INFINITY, INFINITY), Self::visit)?;
            search.compare_at_root(node, mv, value);
            if value > best {
                best = value;
                search.improve(node, mv, value);
            }
        }
        search.leave(moves, moves.end - moves.begin);
        Ok(best)
    }
}
