//! Potential mobility of Othello: moves that a side does not have yet, but may get.
//!
//! Source      Rosenbloom, A world-championship-level Othello program, Artificial Intelligence 19 (1982): one of its
//!             measures is the number of empty squares that touch a disc of the other side.

use searchlab::search::game::{Evaluator, Score};
use searchlab::worlds::othello::{Board, Evaluation, Kernel, Othello};

// ANCHOR: feature
/// The empty squares that touch a disc of the other side: only there can a disc be put, now or later.
pub fn potential_mobility(board: Board) -> i32 {
    (neighbours(board.opponent) & board.empty()).count_ones() as i32
}

/// The squares that touch one of a set, which is a bit a square: a1 is the lowest, h1 is seven higher.
fn neighbours(set: u64) -> u64 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let row = set | (set << 1 & NOT_A) | (set >> 1 & NOT_H);
    (row | row << 8 | row >> 8) & !set
}
// ANCHOR_END: feature

// ANCHOR: evaluator
/// An evaluation of the catalog, and so much for each empty square of potential mobility.
pub struct WithPotential {
    /// What is there already.
    pub base: Evaluation,
    /// Worth of a square more than the other side has.
    pub weight: Score,
}

impl<K: Kernel> Evaluator<Othello<K>> for WithPotential {
    fn evaluate(&self, game: &Othello<K>) -> Score {
        let board = game.board();
        // What a side has less what the other side has: so the value changes its sign with the side.
        let difference = potential_mobility(board) - potential_mobility(board.passed());
        self.base.evaluate(game) + self.weight * difference
    }

    /// A finished game is worth what it was worth before.
    fn finished(&self, game: &Othello<K>, ply: u32) -> Score {
        self.base.finished(game, ply)
    }
}
// ANCHOR_END: evaluator

// ANCHOR: test
mod tests {
    use searchlab::search::budget::Budget;
    use searchlab::search::counters::Counters;
    use searchlab::search::game::alphabeta::AlphaBeta;
    use searchlab::search::game::minimax::MiniMax;
    use searchlab::search::game::{GameAlgorithm, Options, Replacement, Table, Task};
    use searchlab::worlds::othello::playout::random_position;
    use searchlab::worlds::othello::{Portable, Position};

    use super::*;

    /// Ten empty squares touch the two white discs d4 and e5, and as many the black ones.
    #[test]
    fn the_initial_position() {
        let board = Position::INITIAL.board;
        assert_eq!(potential_mobility(board), 10);
        assert_eq!(potential_mobility(board.passed()), 10);
    }

    /// What is good for one side is bad for the other.
    #[test]
    fn the_sign_changes_with_the_side() {
        let evaluator = WithPotential { base: Evaluation::classic(), weight: 5 };
        for seed in 1..=20 {
            let position = random_position(seed, 30);
            let passed = Position { board: position.board.passed(), side: position.side.other() };
            let value = |position| evaluator.evaluate(&Othello::new(position, Portable));
            assert_eq!(value(position), -value(passed));
        }
    }

    fn value<A: GameAlgorithm>(seed: u64, depth: u32) -> Score {
        let found = A::search(Task {
            game: &mut Othello::new(random_position(seed, 20), Portable),
            evaluator: &WithPotential { base: Evaluation::classic(), weight: 5 },
            options: &Options::to_depth(depth),
            table: &mut Table::new(10, Replacement::TwoSlot).expect("16 KiB"),
            budget: &Budget::default(),
            observer: &mut Counters::default(),
        });
        found.value
    }

    /// Every algorithm takes it as it is.
    #[test]
    fn alphabeta_finds_the_value_of_minimax() {
        for seed in 1..=5 {
            assert_eq!(value::<AlphaBeta>(seed, 4), value::<MiniMax>(seed, 4));
        }
    }
}
// ANCHOR_END: test
