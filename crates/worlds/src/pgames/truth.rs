//! The winner of each position of a board, without a search.
//!
//! Idea        Minimax from the cells upwards: the side to move wins a part if it wins one of its halves.
//! Cost        A bit of work and a byte for each part, two for each cell.

use super::board::{Board, Half, Position};
use crate::Side;

/// The winner of each position of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Truth {
    last: Side,
    /// True if the side that moves last wins, by the number of the part.
    wins: Vec<bool>,
}

impl Truth {
    /// Of all parts of a board.
    pub fn of(board: &Board) -> Self {
        let plies = board.recipe().plies;
        let mut wins = vec![false; 2 << plies];
        for (place, won) in wins[1 << plies..].iter_mut().enumerate() {
            *won = board.is_one_at(place);
        }
        for node in (1..1usize << plies).rev() {
            let [one, other] = [wins[2 * node], wins[2 * node + 1]];
            let is_turn_of_last = (plies - node.ilog2()) % 2 == 1;
            wins[node] = if is_turn_of_last { one || other } else { one && other };
        }
        Self { last: board.last_mover(), wins }
    }

    /// The winner of a position of the board.
    pub fn winner(&self, position: &Position) -> Side {
        if self.wins[position.node() as usize] { self.last } else { self.last.other() }
    }

    /// True if one half of the whole board wins for the side that chooses, and the other loses.
    pub(crate) fn is_critical(&self) -> bool {
        self.wins[2] != self.wins[3]
    }

    /// The one move that wins, if one does and one does not: where it matters what is chosen.
    pub fn only_move(&self, position: &Position) -> Option<Half> {
        let wins = |half: &&Half| position.after(**half).is_some_and(|after| self.winner(&after) == position.side());
        let mut winning = position.halves().iter().filter(wins);
        winning.next().copied().filter(|_| winning.next().is_none())
    }
}
