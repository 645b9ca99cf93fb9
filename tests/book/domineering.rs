//! Domineering: two players put dominoes on a board, one of them upright, the other flat. Who cannot, has lost.
//!
//! Source      Göran Andersson, about 1973; Conway, On Numbers and Games (1976). Who wins on which board: Breuker,
//!             Uiterwijk, van den Herik, Theoretical Computer Science 230 (2000).
//! Not here    Boards that are not square.

use searchlab::search::game::{Evaluator, Game, Outcome, Score};

// ANCHOR: position
/// A position on a board of `SIDE` x `SIDE` squares, at most 8.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Domineering<const SIDE: u32> {
    /// The squares that are taken: a bit each, row by row.
    taken: u64,
    /// 0 puts its dominoes upright, 1 flat. 0 begins.
    side: usize,
}

impl<const SIDE: u32> Domineering<SIDE> {
    /// From one square of a domino to the other.
    const STEPS: [u32; 2] = [SIDE, 1];

    /// All squares.
    const BOARD: u64 = u64::MAX >> (64 - SIDE * SIDE);

    /// The squares where the upper or left half of a domino of `side` can lie.
    fn places(&self, side: usize) -> u64 {
        let free = Self::BOARD & !self.taken;
        let last_column = (0..SIDE).fold(0, |set, row| set | 1 << (row * SIDE + SIDE - 1));
        let fits = free & free >> Self::STEPS[side];
        if side == 0 { fits } else { fits & !last_column }
    }

    /// The squares of a domino of the side to move.
    fn domino(&self, place: u8) -> u64 {
        1 << place | 1 << (u32::from(place) + Self::STEPS[self.side])
    }
}
// ANCHOR_END: position

// ANCHOR: game
impl<const SIDE: u32> Game for Domineering<SIDE> {
    /// The square of the upper or left half.
    type Move = u8;
    /// The move says all that is needed to take it back.
    type Undo = ();
    type TargetFeatures = ();

    const MOVE_CODES: u16 = 64;

    fn instructions(&self) {}

    fn moves(&self, mut visit: impl FnMut(u8)) {
        let mut rest = self.places(self.side);
        while rest != 0 {
            visit(rest.trailing_zeros() as u8);
            rest &= rest - 1;
        }
    }

    fn make(&mut self, place: u8) {
        self.taken |= self.domino(place);
        self.side ^= 1;
    }

    fn unmake(&mut self, place: u8, (): ()) {
        self.side ^= 1;
        self.taken &= !self.domino(place);
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.places(self.side) == 0).then_some(Outcome::Lost)
    }

    /// Multiplied and folded, so that every square reaches the low bits, by which the table chooses a place.
    fn key(&self) -> u64 {
        let word = (self.taken ^ (self.side as u64) << 63).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        word ^ word >> 32
    }

    fn side(&self) -> usize {
        self.side
    }

    fn code(place: u8) -> u16 {
        place.into()
    }
}
// ANCHOR_END: game

// ANCHOR: evaluator
/// The dominoes that the side to move could put down, less those of the other side.
pub struct Freedom;

impl<const SIDE: u32> Evaluator<Domineering<SIDE>> for Freedom {
    fn evaluate(&self, game: &Domineering<SIDE>) -> Score {
        let count = |side: usize| game.places(side).count_ones() as Score;
        count(game.side) - count(1 - game.side)
    }
}
// ANCHOR_END: evaluator

// ANCHOR: test
mod tests {
    use searchlab::search::budget::Budget;
    use searchlab::search::counters::Counters;
    use searchlab::search::game::alphabeta::AlphaBeta;
    use searchlab::search::game::alphabeta_tt::AlphaBetaTt;
    use searchlab::search::game::minimax::MiniMax;
    use searchlab::search::game::mtd::MtdF;
    use searchlab::search::game::{GameAlgorithm, Options, Replacement, Table, Task};

    use super::*;

    fn search<A: GameAlgorithm, const SIDE: u32>(depth: u32) -> (Score, u64) {
        let mut counters = Counters::default();
        let found = A::search(Task {
            game: &mut Domineering::<SIDE>::default(),
            evaluator: &Freedom,
            options: &Options::to_depth(depth),
            table: &mut Table::new(16, Replacement::TwoSlot).expect("a mebibyte"),
            budget: &Budget::default(),
            observer: &mut counters,
        });
        (found.value, counters.expanded + counters.evaluated)
    }

    /// All algorithms find the value of minimax, and pruning pays.
    #[test]
    fn algorithms_agree() {
        for depth in 1..=5 {
            let (value, nodes) = search::<MiniMax, 5>(depth);
            assert_eq!(search::<MtdF, 5>(depth).0, value);
            let (same, fewer) = search::<AlphaBeta, 5>(depth);
            assert_eq!(same, value);
            assert!(fewer < nodes || depth == 1, "{fewer} of {nodes} at depth {depth}");
        }
    }

    /// Published: who begins wins on 2x2, 3x3 and 4x4, and loses on 1x1 and 5x5.
    #[test]
    fn published_winners() {
        let wins = [
            search::<AlphaBetaTt, 1>(1).0 > 0,
            search::<AlphaBetaTt, 2>(4).0 > 0,
            search::<AlphaBetaTt, 3>(9).0 > 0,
            search::<AlphaBetaTt, 4>(16).0 > 0,
            search::<AlphaBetaTt, 5>(25).0 > 0,
        ];
        assert_eq!(wins, [false, true, true, true, false]);
    }
}
// ANCHOR_END: test
