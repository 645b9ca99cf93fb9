//! Nim with one heap: each side in turn takes one to three matches, and the side that takes the last one wins.

// ANCHOR: game
use searchlab::search::game::{Evaluator, Game, Outcome, Score};

/// A heap of matches, of which each side in turn takes one to three.
#[derive(Debug, Clone, Copy)]
pub struct Nim {
    /// What is left of the heap.
    pub matches: u8,
    /// The side to move.
    pub side: usize,
}

impl Game for Nim {
    type Move = u8;
    type Undo = ();
    type TargetFeatures = ();

    const MOVE_CODES: u16 = 4;

    fn instructions(&self) {}

    fn moves(&self, visit: impl FnMut(u8)) {
        (1..=self.matches.min(3)).for_each(visit);
    }

    fn make(&mut self, taken: u8) {
        self.matches -= taken;
        self.side ^= 1;
    }

    fn unmake(&mut self, taken: u8, (): ()) {
        self.matches += taken;
        self.side ^= 1;
    }

    /// The side to move has lost: the other took the last match.
    fn outcome(&self) -> Option<Outcome> {
        (self.matches == 0).then_some(Outcome::of_difference(-1))
    }

    fn key(&self) -> u64 {
        // Well mixed: an odd factor spreads the few bits over all.
        (u64::from(self.matches) << 1 | self.side as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn side(&self) -> usize {
        self.side
    }

    fn code(taken: u8) -> u16 {
        taken.into()
    }
}

/// Knows nothing: only finished games have a value, which the search gives them.
#[derive(Debug, Clone, Copy)]
pub struct Blank;

impl Evaluator<Nim> for Blank {
    fn evaluate(&self, _: &Nim) -> Score {
        0
    }
}
// ANCHOR_END: game

// ANCHOR: test
mod tests {
    use searchlab::search::budget::Budget;
    use searchlab::search::counters::Counters;
    use searchlab::search::game::minimax::MiniMax;
    use searchlab::search::game::mtd::MtdF;
    use searchlab::search::game::{GameAlgorithm, Options, Replacement, Table, Task};

    use super::*;

    fn solve<A: GameAlgorithm>(matches: u8) -> (Score, Option<u8>) {
        let mut table = Table::new(10, Replacement::TwoSlot).expect("16 KiB");
        let mut counters = Counters::default();
        let found = A::search(Task {
            game: &mut Nim { matches, side: 0 },
            evaluator: &Blank,
            options: &Options::to_depth(u32::from(matches)),
            table: &mut table,
            budget: &Budget::default(),
            observer: &mut counters,
        });
        (found.value, found.best)
    }

    /// Lost with a multiple of four, and won by leaving one.
    #[test]
    fn the_theory_of_nim() {
        for matches in 1..12 {
            let (value, best) = solve::<MtdF>(matches);
            assert_eq!(value, solve::<MiniMax>(matches).0);
            assert_eq!(value > 0, matches % 4 != 0);
            assert!(value < 0 || best == Some(matches % 4));
        }
    }
}
// ANCHOR_END: test
