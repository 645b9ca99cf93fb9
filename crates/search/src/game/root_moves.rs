//! The root searched move by move, each move to its exact value, as the decider of the course reports does it.
//!
//! Not here: how a move gets its value (alphabeta_as_coded.rs, mtd_decider.rs).

use super::deepening::Valued;
use super::rules::{Evaluator, Game};
use super::score::INFINITY;
use super::search::{Node, Search};
use crate::observer::Observer;

/// Gives the exact value of a move, the n-th of the root, as the mover sees it. The node is the root with the full window.
type ValueOf<'v, 'a, G, E, O> = dyn FnMut(&mut Search<'a, G, E, O>, Node, usize, <G as Game>::Move) -> Valued + 'v;

/// Searches the moves of the root in natural order.
pub(super) fn root_moves<'a, G: Game, E: Evaluator<G>, O: Observer>(
    search: &mut Search<'a, G, E, O>,
    depth: u32,
    value_of: &mut ValueOf<'_, 'a, G, E, O>,
) -> Valued {
    let root = Node::root(depth, -INFINITY, INFINITY);
    search.enter(root);
    let value = best_of_moves(search, root, value_of);
    search.left(value);
    value
}

fn best_of_moves<'a, G: Game, E: Evaluator<G>, O: Observer>(
    search: &mut Search<'a, G, E, O>,
    root: Node,
    value_of: &mut ValueOf<'_, 'a, G, E, O>,
) -> Valued {
    let Some(moves) = search.expand()? else { return Ok(search.finished(0)) };
    search.expanded(0);
    search.pv.clear(0);
    let mut best = -INFINITY;
    for place in moves.begin..moves.end {
        let mv = search.moves[place].mv;
        let value = value_of(search, root, place - moves.begin, mv)?;
        search.compare_at_root(root, mv, value);
        if value > best {
            best = value;
            search.improve(root, mv, value);
        }
    }
    search.leave(moves, moves.end - moves.begin);
    Ok(best)
}
