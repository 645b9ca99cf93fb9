//! Tic-tac-toe: three in a row on a board of nine squares. Solved: a draw.

use crate::game::rules::{Evaluator, Game};
use crate::game::score::{Outcome, Score};

/// A position: the marks of each side, one bit a square, row by row.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TicTacToe {
    own: u16,
    opponent: u16,
}

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
const FULL: u16 = 0o777;

const fn has_line(marks: u16) -> bool {
    let mut index = 0;
    while index < LINES.len() {
        if marks & LINES[index] == LINES[index] {
            return true;
        }
        index += 1;
    }
    false
}

impl Game for TicTacToe {
    type Move = u8;
    type Undo = Self;
    type TargetFeatures = ();

    const MOVE_CODES: u16 = 9;

    fn instructions(&self) {}

    fn moves(&self, mut visit: impl FnMut(u8)) {
        if !has_line(self.opponent) {
            (0..9).filter(|square| (self.own | self.opponent) & 1 << square == 0).for_each(&mut visit);
        }
    }

    fn make(&mut self, mv: u8) -> Self {
        let before = *self;
        *self = Self { own: before.opponent, opponent: before.own | 1 << mv };
        before
    }

    fn unmake(&mut self, _mv: u8, before: Self) {
        *self = before;
    }

    fn outcome(&self) -> Option<Outcome> {
        match (has_line(self.opponent), self.own | self.opponent) {
            (true, _) => Some(Outcome::Lost),
            (false, FULL) => Some(Outcome::Drawn),
            (false, _) => None,
        }
    }

    fn key(&self) -> u64 {
        let word = (u64::from(self.own) << 9 | u64::from(self.opponent)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        word ^ word >> 32
    }

    fn side(&self) -> usize {
        (self.own | self.opponent).count_ones() as usize & 1
    }

    fn code(mv: u8) -> u16 {
        mv.into()
    }

    /// The centre is on four lines, a corner on three, an edge on two.
    fn static_rank(&self, mv: u8) -> u8 {
        LINES.iter().filter(|&line| line & 1 << mv != 0).count() as u8
    }
}

/// Only the end counts.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ends;

impl Evaluator<TicTacToe> for Ends {
    fn evaluate(&self, _game: &TicTacToe) -> Score {
        0
    }
}

/// Only the end counts, and not when it comes: 1, 0, -1.
#[derive(Debug, Clone, Copy, Default)]
pub struct Signs;

impl Evaluator<TicTacToe> for Signs {
    fn evaluate(&self, _game: &TicTacToe) -> Score {
        0
    }

    fn finished(&self, game: &TicTacToe, _ply: u32) -> Score {
        match game.outcome() {
            Some(Outcome::Won) => 1,
            Some(Outcome::Lost) => -1,
            _ => 0,
        }
    }
}
