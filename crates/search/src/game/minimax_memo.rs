//! MiniMax with a memory of values.
//!
//! Idea        A position that comes up again at the same depth has the same value: look it up.
//! Source      Michie, Nature 218 (1968), for memory in programs; as `computedStates` in course reports, where states
//!             were kept without their depth, which is unsound.
//! Guarantees  The value of MiniMax: only the exact value for the same position and the same depth is used.
//! Cost        Every different position of each ply once, as far as the table remembers.
//! Counts      `expanded`, `generated`, `evaluated`, the traffic of the table.
//! Not here    Bounds: nothing is left out, so every value is exact.

use super::deepening::{Iterate, NodeSearch, Valued};
use super::rules::{Evaluator, Game};
use super::score::INFINITY;
use super::search::{Node, Search};
use crate::about::{AlgorithmInfo, Guarantee};
use crate::observer::{Cut, Event, Observer};

/// MiniMax that remembers values.
#[derive(Debug, Clone, Copy)]
pub struct MiniMaxMemo;

impl Iterate for MiniMaxMemo {
    const ABOUT: AlgorithmInfo = AlgorithmInfo {
        name: "minimax-memo",
        summary: "MiniMax that looks positions up that it has valued before",
        idea: "As MiniMax, but the value of each position is kept in a table with the depth that it was searched to, and \
               used when the position comes up again with the same depth to go.",
        source: "Michie, Nature 218:19-22, 1968 (memo functions)",
        guarantee: Guarantee::MinimaxValue,
        cost: "every different position of each ply once, as far as the table remembers",
        parameters: &["iterative-deepening", "table-bits", "replacement", "ties"],
        defaults: &[("iterative-deepening", "off"), ("table-bits", "20")],
    };
    const USES_TABLE: bool = true;
    type Nodes = Self;

    const KNOWS_EQUALS: bool = true;
}

impl NodeSearch for MiniMaxMemo {
    #[inline(always)]
    fn inside<G: Game, E: Evaluator<G>, O: Observer>(search: &mut Search<'_, G, E, O>, node: Node) -> Valued {
        if node.depth == 0 {
            return search.leaf(node.ply);
        }
        let key = search.game.key();
        if node.ply > 0
            && let Some(known) = search.probe(key, node.ply)
            && known.depth == node.depth
            && known.lower == known.upper
        {
            search.observer.on(Event::TableCutoff);
            search.cut(node, Cut::Table, None, None, Some(key));
            search.pv.clear(node.ply);
            return Ok(known.lower);
        }
        let Some(moves) = search.expand()? else { return Ok(search.finished(node.ply)) };
        search.expanded(node.ply);
        let (mut best, mut best_move) = (-INFINITY, None);
        for place in moves.begin..moves.end {
            let mv = search.moves[place].mv;
            let value = search.child(mv, node.child(-INFINITY, INFINITY), Self::visit)?;
            search.compare_at_root(node, mv, value);
            if value > best {
                (best, best_move) = (value, Some(mv));
                search.improve(node, mv, value);
            }
        }
        search.leave(moves, moves.end - moves.begin);
        search.store(key, node, best, best_move);
        Ok(best)
    }
}
