//! The answer of a tree at its root: the best move, its value, the principal variation.

use std::cmp::Reverse;

use super::tree::{Place, ROOT, Tree};
use crate::game::score::Score;

/// Worth of a win of every playout. Values are means of the points of playouts in thousandths.
pub const CERTAIN: Score = 1000;

/// The best child of a node, if it has any.
///
/// Of a node that is proved, one that proves it. Else the one that most simulations chose, and of equals the one with
/// more points ("robust child", Chaslot et al. 2008), but a draw that is proved rather than a move that looks worse.
fn best_child<M: Copy>(tree: &Tree<M>, place: Place) -> Option<Place> {
    let children = || tree.children(place);
    if tree.node(place).proof.is_some() {
        let proved = children().filter(|(_, node)| node.proof.is_some());
        return proved.max_by_key(|(child, node)| (node.proof.before(), Reverse(*child))).map(|(child, _)| child);
    }
    let open = children().filter(|(_, node)| !node.proof.is_won());
    let (most, node) = open.max_by_key(|(child, node)| (node.visits, Reverse(node.total), Reverse(*child)))?;
    let draw = children().find(|(_, node)| node.proof.is_drawn()).map(|(child, _)| child);
    Some(draw.filter(|_| node.total > 0 && !node.proof.is_some()).unwrap_or(most))
}

/// The value of the root for the side to move: that of the game if it is proved, else that of the best move.
pub(super) fn value<M: Copy>(tree: &Tree<M>, playouts: u32) -> Score {
    let proof = tree.node(ROOT).proof;
    if proof.is_some() {
        return proof.score();
    }
    let Some(best) = best_child(tree, ROOT) else { return 0 };
    let node = tree.node(best);
    if node.proof.is_some() || node.visits == 0 {
        return 0;
    }
    let points = i128::from(node.visits) * i128::from(playouts);
    // No more than certain, so it fits.
    (-i128::from(CERTAIN) * i128::from(node.total) / points) as Score
}

/// The best moves of both sides, as far as they were tried.
pub(super) fn line<M: Copy>(tree: &Tree<M>) -> Vec<M> {
    let mut line = Vec::new();
    let mut place = ROOT;
    while let Some(best) = best_child(tree, place) {
        let node = tree.node(best);
        if node.visits == 0 && place != ROOT {
            break;
        }
        line.push(node.mv);
        place = best;
    }
    line
}
