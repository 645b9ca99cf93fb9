//! Games to learn from.

use super::Chance;
use crate::othello::board::{Board, Square, squares};
use crate::othello::evaluation::Evaluation;
use crate::othello::format::WthorGame;
use crate::othello::kernel::Portable;

/// A game as it was played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// The positions in which a move was chosen, in order, and whether Black was to move.
    pub positions: Vec<(Board, bool)>,
    /// The score for Black and the number of empty squares of the position that it is for, if it is known.
    pub theory: Option<(i32, u32)>,
}

/// Random plies at the beginning of a game of the program with itself: this number or more, less than twice as many.
const OPENING: u32 = 8;
/// One move in this number after that is random, so that mistakes are seen.
const RANDOM_MOVE: u32 = 12;

impl Played {
    /// A tournament game.
    pub fn of_wthor(game: &WthorGame) -> Self {
        let mut positions = Vec::with_capacity(60);
        let (mut board, mut is_black) = (Board::INITIAL, true);
        for &square in &game.moves {
            if board.moves() == 0 {
                (board, is_black) = (board.passed(), !is_black);
            }
            positions.push((board, is_black));
            (board, is_black) = (board.placed(square, board.flips(square)), !is_black);
        }
        Self { positions, theory: Some((game.theory, game.theory_at)) }
    }

    /// A game of the program with itself: random moves first, then those that look best to `classic` two plies deep, with
    /// a random one now and then.
    pub fn own(seed: u64, number: u64) -> Self {
        let mut chance = Chance::new(seed, number);
        let opening = OPENING + chance.below(OPENING);
        let evaluation = Evaluation::classic();
        let mut positions = Vec::with_capacity(60);
        let (mut board, mut is_black) = (Board::INITIAL, true);
        loop {
            let mut moves = board.moves();
            if moves == 0 {
                (board, is_black) = (board.passed(), !is_black);
                moves = board.moves();
                if moves == 0 {
                    return Self { positions, theory: None };
                }
            }
            positions.push((board, is_black));
            let is_random = (positions.len() as u32) <= opening || chance.below(RANDOM_MOVE) == 0;
            let square = if is_random { any_of(moves, &mut chance) } else { best_of(board, moves, &evaluation) };
            (board, is_black) = (board.placed(square, board.flips(square)), !is_black);
        }
    }
}

/// One of the squares of a set that has some.
pub(super) fn any_of(moves: u64, chance: &mut Chance) -> Square {
    let choice = chance.below(moves.count_ones()) as usize;
    squares(moves).nth(choice).expect("a number below the count")
}

fn best_of(board: Board, moves: u64, evaluation: &Evaluation) -> Square {
    let value = |square: Square| -after_answer(board.placed(square, board.flips(square)), evaluation);
    squares(moves).max_by_key(|&square| (value(square), square)).expect("there are moves")
}

/// The value after the best answer.
fn after_answer(board: Board, evaluation: &Evaluation) -> i32 {
    let value = |board: Board| evaluation.judge(Portable, board).value;
    let answers = squares(board.moves()).map(|square| -value(board.placed(square, board.flips(square))));
    answers.max().unwrap_or_else(|| value(board))
}
