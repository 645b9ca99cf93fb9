//! Boards, and positions as bitboards.
//!
//! Idea        Columns side by side from the lowest bit on, each from the bottom up, with one bit above its top that
//!             stays 0. Four in a row are then four bits at one distance, in each of the four directions, and no such
//!             four runs from one column into the next.
//! Source      Tromp, Connect-4 bitboards (tromp.github.io/c4/Connect4.java); Pons, Solving Connect 4
//!             (blog.gamesolver.org), part 6.
//! Cost        Two words and a size; a test for four in a row is eight shifts.
//! Not here    Search (game.rs), text (format.rs).

use std::fmt;

use crate::Side;
use crate::in_a_row::row_starts;

/// A size of boards: 4 to 8 columns and 4 to 8 rows, but not 8 by 8, whose columns with a bit above each do not fit into
/// 64 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Size {
    columns: u8,
    rows: u8,
}

impl Default for Size {
    fn default() -> Self {
        Self::STANDARD
    }
}

impl Size {
    /// 7 columns, 6 rows.
    pub const STANDARD: Self = Self { columns: 7, rows: 6 };

    /// The sizes that are possible, for messages.
    pub(crate) const ALLOWED: &'static str = "boards have 4 to 8 columns and 4 to 8 rows, but not 8 of both";

    /// `None` if the size is not possible.
    pub fn new(columns: usize, rows: usize) -> Option<Self> {
        let is_possible = (4..=8).contains(&columns) && (4..=8).contains(&rows) && (columns, rows) != (8, 8);
        is_possible.then_some(Self { columns: columns as u8, rows: rows as u8 })
    }

    /// Number of columns.
    pub(crate) const fn columns(self) -> u8 {
        self.columns
    }

    /// Number of rows.
    pub(crate) const fn rows(self) -> u8 {
        self.rows
    }

    /// Number of cells, which is the length of the longest game.
    pub const fn cells(self) -> u32 {
        self.columns as u32 * self.rows as u32
    }

    /// The bit of a cell, rows from 0 at the bottom.
    pub(super) const fn bit(self, column: Column, row: u8) -> u64 {
        1 << (column.0 * (self.rows + 1) + row)
    }

    /// All cells.
    pub(super) const fn board(self) -> u64 {
        // The lowest cells are a geometric series: 1 + 2^stride + 2^(2 stride) + …
        let stride = self.rows + 1;
        ((1 << self.rows) - 1) * ((u64::MAX >> (64 - self.columns * stride)) / ((1 << stride) - 1))
    }

    /// The distances of neighbouring bits in a row of cells: upwards, falling, level, rising.
    pub(super) const fn directions(self) -> [u8; 4] {
        [1, self.rows, self.rows + 1, self.rows + 2]
    }

    fn has_four(self, discs: u64) -> bool {
        self.directions().into_iter().any(|shift| fours(discs, shift) != 0)
    }

    /// The columns with the middle one first, where most rows of four are possible.
    fn centre_first(self) -> impl Iterator<Item = Column> {
        let middle = self.columns / 2;
        let zigzag = move |index: u8| if index & 1 == 0 { middle + index / 2 } else { middle - index.div_ceil(2) };
        (0..self.columns).map(zigzag).map(Column)
    }
}

/// Columns, an `x`, rows: `7x6`.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}

/// A column, and the move into it. Numbered from 0 at the left, written from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column(pub u8);

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", u32::from(self.0) + 1)
    }
}

/// The first cells of all fours in a direction.
pub(super) fn fours(cells: u64, shift: u8) -> u64 {
    row_starts(cells, shift, 4)
}

/// Discs on a board. Black, written X, moves first; the number of discs tells the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// The discs of the side to move.
    pub(super) own: u64,
    /// The discs of both.
    pub(super) all: u64,
    pub(super) size: Size,
}

impl Position {
    /// The empty board.
    pub const fn new(size: Size) -> Self {
        Self { own: 0, all: 0, size }
    }

    /// From the discs of black and white on different cells, none above an empty one. `None` if X has neither as many as
    /// O nor one more, or if the side to move has four in a row.
    pub(super) fn from_discs(size: Size, [black, white]: [u64; 2]) -> Option<Self> {
        let surplus = black.count_ones().checked_sub(white.count_ones())?;
        let own = if surplus == 0 { black } else { white };
        (surplus <= 1 && !size.has_four(own)).then_some(Self { own, all: black | white, size })
    }

    /// The size of the board.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Number of discs.
    pub const fn discs(&self) -> u32 {
        self.all.count_ones()
    }

    /// The side to move.
    pub const fn side(&self) -> Side {
        if self.discs().is_multiple_of(2) { Side::Black } else { Side::White }
    }

    /// The disc on a cell, rows from 0 at the bottom. `None` off the board.
    pub fn disc(&self, column: Column, row: u8) -> Option<Side> {
        let is_cell = column.0 < self.size.columns && row < self.size.rows;
        let bit = if is_cell { self.size.bit(column, row) } else { 0 };
        (self.all & bit != 0).then(|| if self.own & bit != 0 { self.side() } else { self.side().other() })
    }

    /// True if the side that moved last has four in a row.
    pub(crate) fn is_won(&self) -> bool {
        self.size.has_four(self.own ^ self.all)
    }

    /// The legal moves, the middle column first.
    pub fn moves(&self) -> impl Iterator<Item = Column> {
        let (size, full) = (self.size, if self.is_won() { u64::MAX } else { self.all });
        size.centre_first().filter(move |&column| full & size.bit(column, size.rows - 1) == 0)
    }

    /// The position after a move; `None` if it is not legal.
    pub fn after(&self, column: Column) -> Option<Self> {
        self.moves().any(|legal| legal == column).then(|| self.played(column))
    }

    /// The empty cells that complete four discs of a side in a row, reachable now or not: columns, and rows from 0 at the
    /// bottom.
    pub fn winning_cells(&self, side: Side) -> Vec<(Column, u8)> {
        let discs = if side == self.side() { self.own } else { self.own ^ self.all };
        let size = self.size;
        let cells = (0..size.columns).flat_map(|column| (0..size.rows).map(move |row| (Column(column), row)));
        let is_winning = |&(column, row): &(Column, u8)| {
            let bit = size.bit(column, row);
            self.all & bit == 0 && size.has_four(discs | bit)
        };
        cells.filter(is_winning).collect()
    }

    /// The position after a legal move.
    pub(super) const fn played(self, column: Column) -> Self {
        // The lowest cell of a column carries through its discs to the lowest empty cell.
        Self { own: self.own ^ self.all, all: self.all | (self.all + self.size.bit(column, 0)), size: self.size }
    }
}
