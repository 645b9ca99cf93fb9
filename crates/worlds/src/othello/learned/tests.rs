//! The indices along games, the symmetries of the board, and searches with the learned evaluation.

use super::game::{Indexed, Learned, UNITS};
use super::indices::Indices;
use super::shipped;
use super::weights::DISC;
use crate::othello::board::{Board, Move, Position, Side};
use crate::othello::kernel::Portable;
use crate::othello::playout;
use searchlab_search::budget::Budget;
use searchlab_search::game::{
    Evaluator, Game, GameAlgorithm, Options, Replacement, Score, Table, Task, alphabeta_tt, minimax, mtd, pvs,
    score::STATIC_LIMIT,
};

fn value(board: Board) -> i32 {
    let count = |board: Board| board.moves().count_ones();
    shipped().value(board, &Indices::of(board), count(board), count(board.passed()))
}

#[test]
fn indices_follow_the_moves() {
    for seed in 0..100 {
        let game = playout::game(seed);
        let mut board = Position::INITIAL.board;
        let mut indices = Indices::of(board);
        for &mv in game.moves() {
            if let Some(square) = mv.square() {
                let flips = board.flips(square);
                (board, indices) = (board.placed(square, flips), indices.placed(square, flips));
            } else {
                (board, indices) = (board.passed(), indices.passed());
            }
            assert_eq!(indices, Indices::of(board), "seed {seed}, {board:?}");
        }
    }
}

/// A board turned by a quarter, and mirrored.
fn turned(board: Board) -> [Board; 2] {
    let each = |of: fn(u32) -> u32| {
        let set = |set: u64| (0..64).filter(|&at| set >> at & 1 == 1).fold(0u64, |all, at| all | 1 << of(at));
        Board { own: set(board.own), opponent: set(board.opponent) }
    };
    [each(|at| (at % 8) * 8 + 7 - at / 8), each(|at| at ^ 7)]
}

#[test]
fn a_turned_board_is_worth_the_same() {
    for seed in 0..300 {
        let board = playout::random_position(seed, 8 + seed as usize % 50).board;
        for other in turned(board) {
            assert_eq!(value(board), value(other), "{board:?}");
        }
    }
}

#[test]
fn the_parts_of_a_value_are_its_sum() {
    for seed in 0..300 {
        let position = playout::random_position(seed, 8 + seed as usize % 50);
        let explained = shipped().explain(Portable, position);
        let sign = if position.side == Side::Black { 1.0 } else { -1.0 };
        let value = value(position.board);
        assert_eq!((sign * explained.for_black * f64::from(DISC)).floor() as i32, value, "{position}");
        if !explained.judged.is_over {
            assert_eq!(explained.judged.value, value.div_euclid(DISC / UNITS), "{position}");
        }
    }
}

/// Values the position anew at each leaf.
struct Afresh;

impl Evaluator<Indexed<Portable>> for Afresh {
    fn leaf(&self, game: &Indexed<Portable>, ply: u32) -> Score {
        let fresh = Indexed::new(game.position(), Portable);
        Learned(shipped()).leaf(&fresh, ply)
    }

    fn evaluate(&self, game: &Indexed<Portable>) -> Score {
        self.leaf(game, 0)
    }
}

#[test]
fn all_algorithms_agree_on_the_value() {
    for seed in 0..40 {
        let position = playout::random_position(seed, 2 + 55 * seed as usize / 40);
        let mut options = Options::to_depth(4);
        let plain = {
            let mut game = Indexed::new(position, Portable);
            let (mut table, budget) = (Table::none(), Budget::default());
            minimax::MiniMax::search(Task {
                game: &mut game,
                evaluator: &Afresh,
                options: &options,
                table: &mut table,
                budget: &budget,
                observer: &mut (),
            })
            .value
        };
        options.deepening = true;
        for algorithm in 0..3 {
            let mut game = Indexed::new(position, Portable);
            let (mut table, budget) = (Table::new(12, Replacement::default()).expect("small"), Budget::default());
            let evaluator = Learned(shipped());
            let task = Task {
                game: &mut game,
                evaluator: &evaluator,
                options: &options,
                table: &mut table,
                budget: &budget,
                observer: &mut (),
            };
            let found = match algorithm {
                0 => alphabeta_tt::AlphaBetaTt::search(task),
                1 => pvs::Pvs::search(task),
                _ => mtd::MtdF::search(task),
            };
            assert_eq!(found.value, plain, "seed {seed}, algorithm {algorithm}");
            assert_eq!(game, Indexed::new(position, Portable), "taken back");
        }
    }
}

/// Whoever has all corners and edges is ahead; values stay in their range.
#[test]
fn values_are_sensible() {
    let ahead = Board { own: 0xff81_8181_8181_81ff & !0x18, opponent: 0x0000_3c3c_3c3c_0000 };
    assert!(value(ahead) > 0 && value(ahead.passed()) < 0);
    let mut game = Indexed::new(Position::INITIAL, Portable);
    for seed in 0..200 {
        for &mv in playout::game(seed).moves().iter().take(seed as usize % 60) {
            game.make(mv);
        }
        let leaf = Learned(shipped()).leaf(&game, 0);
        assert!(game.outcome().is_some() || leaf.abs() < STATIC_LIMIT);
        game = Indexed::new(Position::INITIAL, Portable);
    }
    assert_eq!(game.position().moves().first().map(Move::to_string), Some("d3".to_owned()));
}
