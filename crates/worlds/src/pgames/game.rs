//! Positions as a game to be searched.

use super::board::{Half, Position};
use searchlab_search::game::{Game, Outcome};

impl Game for Position {
    type Move = Half;
    type Undo = ();
    type TargetFeatures = ();

    const MOVE_CODES: u16 = 4;

    fn instructions(&self) {}

    #[inline(always)]
    fn moves(&self, visit: impl FnMut(Half)) {
        self.halves().iter().copied().for_each(visit);
    }

    #[inline(always)]
    fn make(&mut self, mv: Half) {
        self.node = self.node << 1 | mv.bit();
    }

    #[inline(always)]
    fn unmake(&mut self, _mv: Half, (): ()) {
        self.node >>= 1;
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        // The side that would be to move did not move last.
        self.is_over().then_some(if self.ones() == 1 { Outcome::Lost } else { Outcome::Won })
    }

    /// Of the part only: a table is for one board. No two parts are the same.
    #[inline(always)]
    fn key(&self) -> u64 {
        // The finalizer of SplitMix64 (Steele, Lea, Flood 2014).
        let word = u64::from(self.node).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ word >> 31
    }

    #[inline(always)]
    fn side(&self) -> usize {
        Self::side(self).index()
    }

    #[inline(always)]
    fn code(mv: Half) -> u16 {
        mv as u16
    }
}
