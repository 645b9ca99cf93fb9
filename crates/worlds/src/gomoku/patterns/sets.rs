//! Sets of cells.

use super::super::board::{LENGTHS, Point};

/// A set of cells: one word a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rows([u32; *LENGTHS.end()]);

impl Rows {
    /// Adds or removes a cell.
    #[inline(always)]
    pub(crate) const fn flip(&mut self, point: Point) {
        self.0[point.row()] ^= 1 << point.column();
    }

    /// Adds a cell that it may hold already.
    #[inline(always)]
    pub(crate) const fn add(&mut self, point: Point) {
        self.0[point.row()] |= 1 << point.column();
    }

    /// True if it holds a cell.
    #[inline(always)]
    pub(crate) const fn has(&self, point: Point) -> bool {
        self.0[point.row()] >> point.column() & 1 != 0
    }

    /// All cells from one corner to another, both as column and row.
    pub fn rectangle(first: (usize, usize), last: (usize, usize)) -> Self {
        let columns = (u32::MAX >> (31 - last.0)) & (u32::MAX << first.0);
        let mut rows = Self::default();
        rows.0[first.1..=last.1].fill(columns);
        rows
    }

    /// True if it holds no cell.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, row| all | row) == 0
    }

    /// The columns of each row, one bit each.
    pub(crate) fn rows(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().copied()
    }

    /// The cells that are not in the other set.
    #[inline(always)]
    #[must_use]
    pub(crate) fn without(mut self, other: &Self) -> Self {
        for (row, other) in self.0.iter_mut().zip(&other.0) {
            *row &= !other;
        }
        self
    }

    /// The cells of both sets.
    #[inline(always)]
    #[must_use]
    pub(crate) fn and(mut self, other: &Self) -> Self {
        for (row, other) in self.0.iter_mut().zip(&other.0) {
            *row &= other;
        }
        self
    }

    /// The cells of either set.
    #[inline(always)]
    #[must_use]
    pub(crate) fn or(mut self, other: &Self) -> Self {
        for (row, other) in self.0.iter_mut().zip(&other.0) {
            *row |= other;
        }
        self
    }

    /// The cells of the set and all within a number of steps of them, in any of the eight directions.
    #[must_use]
    pub(crate) fn grown(mut self, steps: usize) -> Self {
        for _ in 0..steps {
            let wide = self.0.map(|row| row | row << 1 | row >> 1);
            for (number, row) in self.0.iter_mut().enumerate() {
                let beside = |number: usize| wide.get(number).copied().unwrap_or(0);
                *row = beside(number.wrapping_sub(1)) | wide[number] | beside(number + 1);
            }
        }
        self
    }

    /// The cells, row by row.
    #[inline(always)]
    pub(crate) fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let rows = self.0;
        rows.into_iter().enumerate().flat_map(|(row, mut columns)| {
            std::iter::from_fn(move || {
                (columns != 0).then(|| {
                    let column = columns.trailing_zeros() as usize;
                    columns &= columns - 1;
                    Point::new(column, row)
                })
            })
        })
    }

    /// The number of cells it holds.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|row| row.count_ones()).sum()
    }

    /// The cell of a number, from 0, in the order of `points`.
    #[inline(always)]
    pub fn nth(&self, number: u32) -> Option<Point> {
        let mut left = number;
        for (row, &columns) in self.0.iter().enumerate() {
            let count = columns.count_ones();
            if left < count {
                let rest = (0..left).fold(columns, |rest, _| rest & (rest - 1));
                return Some(Point::new(rest.trailing_zeros() as usize, row));
            }
            left -= count;
        }
        None
    }

    /// The first cell.
    #[inline(always)]
    pub(crate) fn first(&self) -> Option<Point> {
        self.points().next()
    }
}
