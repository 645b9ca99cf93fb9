//! The descriptions of all cells for the learned evaluation, kept from move to move.
//!
//! Idea        A stone changes the surroundings of the empty cells at most four cells away in its four lines; each of them
//!             loses the row that it had in this line and gains another. Taking a stone back exchanges the two.
//!             A stone is described when something is asked (lazy updates, as of the accumulators of NNUE), so that one
//!             which is taken back before costs nothing.
//! Guarantees  Equal to building everything anew (tests); no allocation.
//! Not here    The lines, which the patterns keep (patterns/state.rs).

#![allow(unsafe_code, reason = "a call of a function for processors with AVX2, after these were asked")]

use super::super::Side;
use super::super::board::{CELLS, Point, STEPS};
use super::super::patterns::lines::turn;
use super::super::patterns::{Lines, place};
#[cfg(target_arch = "x86_64")]
use super::network::products_with_avx2;
use super::network::{BOTH, CHANNELS, Network, Products, Row, products};
use super::surroundings::{REACH, Surroundings};
use crate::boxed::filled;
use searchlab_search::game::Score;

/// The descriptions of all empty cells, and their sum.
#[derive(Clone)]
pub struct Descriptions {
    network: &'static Network,
    surroundings: &'static Surroundings,
    /// The sum of the four rows of each cell; that of a cell with a stone is what it was when it was empty.
    cells: Box<[Row; CELLS]>,
    /// The sum of the descriptions of all empty cells, which are these sums cut at 0.
    total: [i32; BOTH],
    /// The lines that are described: without the stones of `pending`.
    lines: Lines,
    /// Stones that are not described yet, each with its bits: see [`put`](Self::put).
    pending: Vec<(Point, u64)>,
    #[cfg(target_arch = "x86_64")]
    has_avx2: bool,
}

impl std::fmt::Debug for Descriptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Descriptions").finish_non_exhaustive()
    }
}

impl Descriptions {
    /// Of the empty cells of a board, given the words of its lines.
    pub(crate) fn new(network: &'static Network, empty: impl Iterator<Item = Point>, lines: &Lines) -> Self {
        let surroundings = Surroundings::all();
        let mut new = Self {
            network,
            surroundings,
            cells: filled(Row::ZERO),
            total: [0; BOTH],
            lines: *lines,
            pending: Vec::with_capacity(CELLS),
            #[cfg(target_arch = "x86_64")]
            has_avx2: has_avx2(),
        };
        for point in empty {
            let cell = &mut new.cells[point.index()];
            for (direction, words) in lines.iter().enumerate() {
                let (line, place) = place(point, direction);
                let row = network.row(surroundings.at(words[line], place));
                cell.0.iter_mut().zip(&row.0).for_each(|(sum, number)| *sum += number);
            }
            add(&mut new.total, cell, 1);
        }
        new
    }

    /// A stone was put on a cell, with these bits in its lines. It is described when it is [caught up](Self::catch_up)
    /// with, and at no cost if it is taken before that.
    #[inline(always)]
    pub(crate) fn put(&mut self, point: Point, bits: u64) {
        self.pending.push((point, bits));
    }

    /// Describes all stones but the last `but`.
    #[inline(always)]
    pub(crate) fn catch_up(&mut self, but: usize) {
        let count = self.pending.len().saturating_sub(but);
        if count == 0 {
            return;
        }
        for at in 0..count {
            let (point, bits) = self.pending[at];
            add(&mut self.total, &self.cells[point.index()], -1);
            self.turn(point, bits);
        }
        self.pending.drain(..count);
    }

    /// The last stone was taken back.
    #[inline(always)]
    pub(crate) fn take(&mut self, point: Point, bits: u64) {
        if self.pending.pop().is_none() {
            self.turn(point, bits);
            add(&mut self.total, &self.cells[point.index()], 1);
        }
    }

    /// Turns the bits of a cell over, and describes those within its reach anew.
    #[inline(always)]
    fn turn(&mut self, point: Point, bits: u64) {
        #[cfg(target_arch = "x86_64")]
        if self.has_avx2 {
            // SAFETY: the processor was asked for it.
            return unsafe { self.turn_with_avx2(point, bits) };
        }
        self.turn_plainly(point, bits);
    }

    #[inline(never)]
    fn turn_plainly(&mut self, point: Point, bits: u64) {
        self.turn_lines(point, bits);
    }

    /// The same, compiled for longer registers: twice as fast.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    fn turn_with_avx2(&mut self, point: Point, bits: u64) {
        self.turn_lines(point, bits);
    }

    #[inline(always)]
    fn turn_lines(&mut self, point: Point, bits: u64) {
        let Self { network, surroundings, cells, total, lines, .. } = self;
        Renewal { network, surroundings, cells: &mut **cells }.around(point, bits, lines, total);
        turn(lines, point, bits);
    }

    /// The sum of the descriptions of all empty cells if a stone were on this one.
    #[inline(always)]
    fn total_with(&self, point: Point, bits: u64) -> [i32; BOTH] {
        let Self { network, surroundings, cells, lines, .. } = self;
        let mut total = self.total;
        add(&mut total, &cells[point.index()], -1);
        Renewal { network, surroundings, cells: &**cells }.around(point, bits, lines, &mut total);
        total
    }

    /// The value of the position for a side, for which one stone may be pending. Every search of every algorithm asks for it:
    /// it is there once.
    #[inline(never)]
    pub(crate) fn value(&self, side: Side) -> Score {
        #[cfg(target_arch = "x86_64")]
        if self.has_avx2 {
            // SAFETY: the processor was asked for it.
            return unsafe { self.value_with_avx2(side) };
        }
        self.value_for(side, products)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    fn value_with_avx2(&self, side: Side) -> Score {
        self.value_for(side, |sums, weights| products_with_avx2(sums, weights))
    }

    #[inline(always)]
    fn value_for(&self, side: Side, products: impl Products) -> Score {
        debug_assert!(self.pending.len() <= 1);
        let with_pending;
        let total = match self.pending.last() {
            Some(&(point, bits)) => {
                with_pending = self.total_with(point, bits);
                &with_pending
            }
            None => &self.total,
        };
        let (black, white) = halves(total);
        match side {
            Side::Black => self.network.value(black, white, products),
            Side::White => self.network.value(white, black, products),
        }
    }

    /// The part that the description of an empty cell adds to the value of the position for a side.
    pub fn contribution(&self, side: Side, point: Point) -> f64 {
        debug_assert!(self.pending.is_empty());
        let ((black, white), cell) = (halves(&self.total), halves(&self.cells[point.index()].0));
        let (sums, cell) = match side {
            Side::Black => ((black, white), cell),
            Side::White => ((white, black), (cell.1, cell.0)),
        };
        let slopes = self.network.slopes(sums.0, sums.1);
        let numbers = cell.0.iter().chain(cell.1);
        slopes.iter().zip(numbers).map(|(slope, &number)| slope * f64::from(number.max(0))).sum()
    }

    /// The rank of a move of a side to an empty cell.
    #[inline(always)]
    pub fn rank(&self, side: Side, point: Point) -> i32 {
        debug_assert!(self.pending.is_empty());
        let (black, white) = halves(&self.cells[point.index()].0);
        match side {
            Side::Black => self.network.rank(black, white),
            Side::White => self.network.rank(white, black),
        }
    }

    /// The ranks of moves of a side to empty cells.
    #[inline(always)]
    pub(crate) fn rank_all<'a>(&self, side: Side, moves: impl Iterator<Item = (Point, &'a mut i32)>) {
        #[cfg(target_arch = "x86_64")]
        if self.has_avx2 {
            // SAFETY: the processor was asked for it.
            return unsafe { self.rank_with_avx2(side, moves) };
        }
        self.rank_plainly(side, moves);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    fn rank_with_avx2<'a>(&self, side: Side, moves: impl Iterator<Item = (Point, &'a mut i32)>) {
        self.rank_plainly(side, moves);
    }

    #[inline(always)]
    fn rank_plainly<'a>(&self, side: Side, moves: impl Iterator<Item = (Point, &'a mut i32)>) {
        // No `for_each`: it would be compiled for every processor.
        for (point, rank) in moves {
            *rank = self.rank(side, point);
        }
    }
}

/// The cells that are renewed, or looked at as if they were.
trait Cells {
    /// One row of a cell is exchanged for another; what that changes in the total is added to `changes`.
    fn exchange(&mut self, cell: usize, old: Row, new: Row, changes: &mut Row);
}

impl Cells for &mut [Row; CELLS] {
    #[inline(always)]
    fn exchange(&mut self, cell: usize, old: Row, new: Row, changes: &mut Row) {
        self[cell] = exchanged(self[cell], old, new, changes);
    }
}

impl Cells for &[Row; CELLS] {
    #[inline(always)]
    fn exchange(&mut self, cell: usize, old: Row, new: Row, changes: &mut Row) {
        exchanged(self[cell], old, new, changes);
    }
}

/// The rows are copies: the compiler need not ask whether one lies in the other.
#[inline(always)]
fn exchanged(was: Row, old: Row, new: Row, changes: &mut Row) -> Row {
    let mut is = was;
    for channel in 0..BOTH {
        is.0[channel] += new.0[channel] - old.0[channel];
        changes.0[channel] += is.0[channel].max(0) - was.0[channel].max(0);
    }
    is
}

/// Exchanges the rows that a stone changes.
struct Renewal<'a, C> {
    network: &'a Network,
    surroundings: &'a Surroundings,
    cells: C,
}

impl<C: Cells> Renewal<'_, C> {
    /// Renews the empty cells within reach of a cell whose bits are turned over in these lines, and the total with them.
    #[inline(always)]
    fn around(&mut self, middle: Point, bits: u64, lines: &Lines, total: &mut [i32; BOTH]) {
        for (direction, words) in lines.iter().enumerate() {
            let (line, place) = place(middle, direction);
            let (before, after) = (words[line], words[line] ^ bits << (2 * place));
            let first = place - REACH;
            let around = after >> (2 * first);
            let window = ((1u64 << (2 * (2 * REACH + 1))) - 1) & !(3 << (2 * REACH));
            let mut empty = !(around | around >> 1) & 0x5555_5555_5555_5555 & window;
            let mut changes = Row::ZERO;
            while empty != 0 {
                let offset = (empty.trailing_zeros() / 2) as usize;
                empty &= empty - 1;
                let steps = (offset as isize - REACH as isize) * STEPS[direction];
                let cell = middle.index().wrapping_add_signed(steps) % CELLS;
                let old = *self.network.row(self.surroundings.at(before, first + offset));
                let new = *self.network.row(self.surroundings.at(after, first + offset));
                self.cells.exchange(cell, old, new, &mut changes);
            }
            for (total, change) in total.iter_mut().zip(&changes.0) {
                *total += i32::from(*change);
            }
        }
    }
}

/// Adds the description of a cell, or takes it away: its sums cut at 0, this number of times.
#[inline(always)]
fn add(total: &mut [i32; BOTH], cell: &Row, times: i32) {
    for (total, sum) in total.iter_mut().zip(&cell.0) {
        *total += times * i32::from((*sum).max(0));
    }
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("bmi2")
}

/// As Black sees it, and as White does.
#[inline(always)]
fn halves<T>(both: &[T; BOTH]) -> (&[T; CHANNELS], &[T; CHANNELS]) {
    let (black, white) = both.split_at(CHANNELS);
    match (black.try_into(), white.try_into()) {
        (Ok(black), Ok(white)) => (black, white),
        _ => unreachable!("both halves have as many channels"),
    }
}
