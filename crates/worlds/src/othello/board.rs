//! Squares, moves, sides and boards (bitboards), and what the rules say of them.
//!
//! A board is two bitboards, sets of squares with one bit a square: bit 0 is a1, bit 7 is h1, bit 63 is h8. It holds
//! the discs of the side to move and those of the other side; which of the two is Black stands in a [`Position`].
//!
//! Not here: text and drawings (format/, draw/), the fast ways to legal moves and flips (kernel/).

use std::fmt;

use super::kernel::{Kernel, Portable};
pub use crate::side::Side;

/// A square, numbered from a1 = 0 along the rows to h8 = 63.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square of this number; `None` from 64 on.
    pub const fn new(number: u8) -> Option<Self> {
        if number < 64 { Some(Self(number)) } else { None }
    }

    /// The square in `column` (0 = a) and `row` (0 = 1); `None` beyond the board.
    pub(crate) const fn at(column: u8, row: u8) -> Option<Self> {
        if column < 8 && row < 8 { Some(Self(row * 8 + column)) } else { None }
    }

    /// The lowest square of a set; `None` of the empty set.
    pub const fn lowest(set: u64) -> Option<Self> {
        Self::new(set.trailing_zeros() as u8)
    }

    /// Its number, below 64.
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// Column, 0 = a.
    pub(crate) const fn column(self) -> u8 {
        self.0 & 7
    }

    /// Row, 0 = 1.
    pub(crate) const fn row(self) -> u8 {
        self.0 >> 3
    }

    /// The set of this square alone.
    #[inline(always)]
    pub const fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }
}

/// Column letter and row number: `f5`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.column()) as char, (b'1' + self.row()) as char)
    }
}

/// The squares of a set, lowest first.
pub fn squares(set: u64) -> impl Iterator<Item = Square> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let square = Square::lowest(rest)?;
        rest &= rest - 1;
        Some(square)
    })
}

/// A move: a disc on a square, or a pass, which is a move and costs a ply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u8);

impl Move {
    /// The pass.
    pub const PASS: Self = Self(64);

    /// A disc on `square`.
    #[inline(always)]
    pub const fn on(square: Square) -> Self {
        Self(square.0)
    }

    /// The move of this number, see [`number`](Self::number); `None` from 65 on.
    pub const fn from_number(number: u8) -> Option<Self> {
        if number <= 64 { Some(Self(number)) } else { None }
    }

    /// Number of the square, or 64 for the pass.
    #[inline(always)]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The square; `None` for the pass.
    #[inline(always)]
    pub(crate) const fn square(self) -> Option<Square> {
        Square::new(self.0)
    }
}

/// The square, or `pa` for the pass: two letters each, so that a game can be written without gaps.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.square() {
            Some(square) => square.fmt(f),
            None => f.write_str("pa"),
        }
    }
}

/// Discs by whose turn it is. The two sets never overlap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    /// Discs of the side to move.
    pub own: u64,
    /// Discs of the other side.
    pub opponent: u64,
}

/// The four squares on which every game begins: d4, e4, d5, e5.
pub(crate) const CENTRE: u64 = 0x0000_0018_1800_0000;
/// a1, h1, a8, h8.
pub(crate) const CORNERS: u64 = 0x8100_0000_0000_0081;

impl Board {
    /// The start: Black, to move, on e4 and d5, White on d4 and e5.
    pub const INITIAL: Self = Self { own: 0x0000_0008_1000_0000, opponent: 0x0000_0010_0800_0000 };

    /// Squares without a disc.
    #[inline(always)]
    pub const fn empty(self) -> u64 {
        !(self.own | self.opponent)
    }

    /// Number of squares without a disc.
    #[inline(always)]
    pub const fn empties(self) -> u32 {
        self.empty().count_ones()
    }

    /// The same discs with the other side to move.
    #[inline(always)]
    pub const fn passed(self) -> Self {
        Self { own: self.opponent, opponent: self.own }
    }

    /// With a disc on `square` that turns `flips`, and the other side to move.
    #[inline(always)]
    pub const fn placed(self, square: Square, flips: u64) -> Self {
        Self { own: self.opponent ^ flips, opponent: self.own ^ flips ^ square.bit() }
    }

    /// The squares on which the side to move may place a disc.
    pub fn moves(self) -> u64 {
        Portable.moves(self)
    }

    /// The discs that a disc on the empty `square` would turn; none if the move is not legal.
    pub fn flips(self, square: Square) -> u64 {
        Portable.flips(self, square)
    }

    /// True if neither side can move.
    pub fn is_over(self) -> bool {
        self.moves() == 0 && self.passed().moves() == 0
    }

    /// Discs of the side to move less those of the other side. For a finished game: the difference as it stands, no
    /// empty squares given to the winner.
    #[inline(always)]
    pub const fn difference(self) -> i32 {
        self.own.count_ones() as i32 - self.opponent.count_ones() as i32
    }

    /// The result of a finished game for the side to move, from -64 to 64: the difference of the discs, with the empty
    /// squares given to the winner.
    #[inline(always)]
    pub const fn final_score(self) -> i32 {
        let difference = self.difference();
        difference + difference.signum() * self.empties() as i32
    }
}

/// A board and who is to move on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// The discs.
    pub board: Board,
    /// The side to move, which owns `board.own`.
    pub side: Side,
}

impl Position {
    /// The start of every game.
    pub const INITIAL: Self = Self { board: Board::INITIAL, side: Side::Black };

    /// Discs of a side.
    pub const fn discs(self, side: Side) -> u64 {
        match (self.side, side) {
            (Side::Black, Side::Black) | (Side::White, Side::White) => self.board.own,
            _ => self.board.opponent,
        }
    }

    /// The side whose disc is on a square; `None` if it is empty.
    pub const fn disc(self, square: Square) -> Option<Side> {
        if self.board.own & square.bit() != 0 {
            Some(self.side)
        } else if self.board.opponent & square.bit() != 0 {
            Some(self.side.other())
        } else {
            None
        }
    }

    /// The legal moves, in the order of the squares; the pass where there is no other; none when the game is over.
    pub fn moves(self) -> Vec<Move> {
        let placed: Vec<Move> = squares(self.board.moves()).map(Move::on).collect();
        if placed.is_empty() && !self.board.is_over() { vec![Move::PASS] } else { placed }
    }

    /// The position after a move; `None` if it is not legal.
    pub fn after(self, mv: Move) -> Option<Self> {
        let board = match mv.square() {
            Some(square) => {
                let flips = self.board.flips(square);
                let is_legal = flips != 0 && self.board.empty() & square.bit() != 0;
                is_legal.then(|| self.board.placed(square, flips))
            }
            None => (self.moves() == [Move::PASS]).then(|| self.board.passed()),
        };
        board.map(|board| Self { board, side: self.side.other() })
    }
}
