//! A grid of free and blocked cells, one bit each, with a wall around it.
//!
//! Not here: text formats, moves, drawing.

use std::fmt;

/// A place as users write it: row and column, both from 0 at the top left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// Row, from 0 at the top.
    pub row: u32,
    /// Column, from 0 at the left.
    pub col: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.row, self.col)
    }
}

/// A place as searches hold it: the index of its bit. Indices of neighbours differ by fixed offsets.
pub type Cell = u32;

/// A rectangle of cells.
///
/// Bits are stored row by row with one blocked cell after each row and a blocked row above and below, so that no
/// neighbour of any cell is outside: the cell right of the last column is the wall left of the next row's first.
#[derive(Clone, PartialEq, Eq)]
pub struct Grid {
    rows: u32,
    cols: u32,
    /// Distance of vertical neighbours: `cols` + 1.
    stride: u32,
    /// ⌊2^64 / stride⌋ + 1: turns the division of a cell by the stride into a multiplication.
    reciprocal: u64,
    bits: Vec<u64>,
}

impl Grid {
    /// The most cells that a grid may have.
    pub const MAX_CELLS: u64 = 150_000_000;

    /// A grid of blocked cells.
    ///
    /// # Panics
    /// If there is no cell, or more than [`MAX_CELLS`](Self::MAX_CELLS). Readers and generators check before.
    pub fn blocked(rows: u32, cols: u32) -> Self {
        let cells = u64::from(rows) * u64::from(cols);
        assert!((1..=Self::MAX_CELLS).contains(&cells), "readers and generators check the size");
        let stride = cols + 1;
        let size = (rows as usize + 2) * stride as usize + 1;
        let reciprocal = if stride == 1 { u64::MAX } else { u64::MAX / u64::from(stride) + 1 };
        // A spare word at either end lets scans read whole words around any cell.
        Self { rows, cols, stride, reciprocal, bits: vec![0; size.div_ceil(64) + 1] }
    }

    /// Rows.
    pub const fn rows(&self) -> u32 {
        self.rows
    }

    /// Columns.
    pub const fn cols(&self) -> u32 {
        self.cols
    }

    /// Number of cells.
    pub const fn cells(&self) -> u64 {
        self.rows as u64 * self.cols as u64
    }

    /// Distance between the indices of vertical neighbours.
    pub const fn stride(&self) -> u32 {
        self.stride
    }

    /// One more than the greatest index of a cell, the wall around included.
    pub const fn cell_bound(&self) -> usize {
        (self.rows as usize + 2) * self.stride as usize + 1
    }

    /// True if the place is inside.
    pub const fn contains(&self, place: Place) -> bool {
        place.row < self.rows && place.col < self.cols
    }

    /// The index of a place inside.
    #[inline(always)]
    pub const fn cell(&self, place: Place) -> Cell {
        (place.row + 1) * self.stride + place.col + 1
    }

    /// The place of an index inside.
    #[inline(always)]
    pub const fn place(&self, cell: Cell) -> Place {
        let index = cell - 1;
        let row = ((index as u128 * self.reciprocal as u128) >> 64) as u32;
        Place { row: row - 1, col: index - row * self.stride }
    }

    /// True if the cell is free. The wall around is not.
    #[inline(always)]
    pub fn is_free(&self, cell: Cell) -> bool {
        self.bits[cell as usize / 64] >> (cell % 64) & 1 != 0
    }

    /// True if the place is inside and free.
    pub fn is_free_at(&self, place: Place) -> bool {
        self.contains(place) && self.is_free(self.cell(place))
    }

    /// Frees or blocks a place inside.
    pub fn set_free(&mut self, place: Place, free: bool) {
        debug_assert!(self.contains(place));
        let cell = self.cell(place);
        let mask = 1 << (cell % 64);
        if free {
            self.bits[cell as usize / 64] |= mask;
        } else {
            self.bits[cell as usize / 64] &= !mask;
        }
    }

    /// The bits, 64 cells a word, cell `i` at bit `i % 64` of word `i / 64`; one spare word at the end.
    pub(crate) fn words(&self) -> &[u64] {
        &self.bits
    }

    /// Number of free cells.
    pub fn free_cells(&self) -> u64 {
        self.bits.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// All places in reading order.
    pub fn places(&self) -> impl Iterator<Item = Place> + use<> {
        let cols = self.cols;
        (0..self.rows).flat_map(move |row| (0..cols).map(move |col| Place { row, col }))
    }

    /// The grid with rows and columns exchanged: the cell of row r and column c becomes row c and column r.
    pub(crate) fn transposed(&self) -> Self {
        let mut grid = Self::blocked(self.cols, self.rows);
        for place in self.places().filter(|&place| self.is_free_at(place)) {
            grid.set_free(Place { row: place.col, col: place.row }, true);
        }
        grid
    }
}

/// A picture: `.` free, `#` blocked.
impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.rows {
            let line: String =
                (0..self.cols).map(|col| if self.is_free_at(Place { row, col }) { '.' } else { '#' }).collect();
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}
