//! Connect Four as a game for search.
//!
//! The natural order of moves, the middle column first, serves as their static order too. Keys tell a position from its mirror image: both are searched, and a search of the empty board could save half.

use super::board::{Column, Position};
use searchlab_search::game::{Game, Outcome, splitmix64};

impl Game for Position {
    type Move = Column;
    type Undo = Self;
    type TargetFeatures = ();

    const MOVE_CODES: u16 = 8;

    fn instructions(&self) {}

    /// The middle column first.
    fn moves(&self, visit: impl FnMut(Column)) {
        Self::moves(self).for_each(visit);
    }

    fn make(&mut self, mv: Column) -> Self {
        std::mem::replace(self, self.played(mv))
    }

    fn unmake(&mut self, _mv: Column, before: Self) {
        *self = before;
    }

    fn outcome(&self) -> Option<Outcome> {
        let is_full = self.discs() == self.size.cells();
        self.is_won().then_some(Outcome::Lost).or(is_full.then_some(Outcome::Drawn))
    }

    /// A hash of the position and the size of its board.
    fn key(&self) -> u64 {
        // A column with k discs adds 2^k - 1 for these and less than 2^k for those of the side to move, so that the sum
        // is below that of k + 1 discs: different positions of one size have different sums, and so different keys.
        let size = u64::from(self.size.columns()) << 8 | u64::from(self.size.rows());
        splitmix64((self.own + self.all) ^ size.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    fn side(&self) -> usize {
        self.side().index()
    }

    fn code(mv: Column) -> u16 {
        mv.0.into()
    }
}
