//! The descriptions of all cells for the learned evaluation, kept from move to move.
//!
//! Idea        A stone changes the surroundings of the empty cells at most four cells away in its four lines; each of them
//!             loses the row that it had in this line and gains another. Taking a stone back exchanges the two.
//! Guarantees  Equal to building everything anew (tests); no allocation.
//! Not here    The lines, which the patterns keep (patterns/state.rs).

#![allow(unsafe_code, reason = "a call of a function for processors with AVX2, after these were asked")]

use super::super::Side;
use super::super::board::{CELLS, Point, STEPS};
use super::super::patterns::{Lines, place};
use super::network::{BOTH, CHANNELS, Network, Row};
use super::surroundings::{REACH, Surroundings};
use searchlab_search::game::Score;

/// The descriptions of all empty cells, and their sum.
#[derive(Clone)]
pub struct Descriptions {
    network: &'static Network,
    surroundings: &'static Surroundings,
    /// The sum of the four rows of each cell; that of a cell with a stone is what it was when it was empty.
    cells: Box<[Row]>,
    /// The sum of the descriptions of all empty cells, which are these sums cut at 0.
    total: [i32; BOTH],
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
    pub fn new(network: &'static Network, empty: impl Iterator<Item = Point>, lines: &Lines) -> Self {
        let surroundings = Surroundings::all();
        let mut new = Self {
            network,
            surroundings,
            cells: vec![[0; BOTH]; CELLS].into(),
            total: [0; BOTH],
            #[cfg(target_arch = "x86_64")]
            has_avx2: has_avx2(),
        };
        for point in empty {
            let cell = &mut new.cells[point.index()];
            for (direction, words) in lines.iter().enumerate() {
                let (line, place) = place(point, direction);
                let row = network.row(surroundings.at(words[line], place));
                cell.iter_mut().zip(row).for_each(|(sum, number)| *sum += number);
            }
            new.total.iter_mut().zip(cell).for_each(|(total, sum)| *total += i32::from((*sum).max(0)));
        }
        new
    }

    /// A stone was put on a cell: its bits were set in the words of its lines.
    #[inline(always)]
    pub fn put(&mut self, point: Point, bits: u64, lines: &Lines) {
        for (total, cell) in self.total.iter_mut().zip(&self.cells[point.index()]) {
            *total -= i32::from((*cell).max(0));
        }
        self.renew(point, bits, lines);
    }

    /// The stone was taken back: its bits are gone.
    #[inline(always)]
    pub fn take(&mut self, point: Point, bits: u64, lines: &Lines) {
        self.renew(point, bits, lines);
        for (total, cell) in self.total.iter_mut().zip(&self.cells[point.index()]) {
            *total += i32::from((*cell).max(0));
        }
    }

    /// The cells within reach of a cell whose bits were turned over.
    #[inline(always)]
    fn renew(&mut self, point: Point, bits: u64, lines: &Lines) {
        #[cfg(target_arch = "x86_64")]
        if self.has_avx2 {
            // SAFETY: the processor was asked for it.
            return unsafe { self.renew_with_avx2(point, bits, lines) };
        }
        self.renew_plainly(point, bits, lines);
    }

    #[inline(never)]
    fn renew_plainly(&mut self, point: Point, bits: u64, lines: &Lines) {
        self.renew_lines(point, bits, lines);
    }

    /// The same, compiled for longer registers: twice as fast.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    fn renew_with_avx2(&mut self, point: Point, bits: u64, lines: &Lines) {
        self.renew_lines(point, bits, lines);
    }

    #[inline(always)]
    fn renew_lines(&mut self, point: Point, bits: u64, lines: &Lines) {
        for direction in 0..4 {
            let (line, place) = place(point, direction);
            let after = lines[direction][line];
            self.renew_line(point.index(), STEPS[direction], place, after ^ bits << (2 * place), after);
        }
    }

    /// A line changed at `place` from one word to another; `step` leads from cell to cell.
    #[inline(always)]
    fn renew_line(&mut self, middle: usize, step: isize, place: usize, before: u64, after: u64) {
        let Self { network, surroundings, cells, total, .. } = self;
        let first = place - REACH;
        let around = after >> (2 * first);
        let window = ((1u64 << (2 * (2 * REACH + 1))) - 1) & !(3 << (2 * REACH));
        let mut empty = !(around | around >> 1) & 0x5555_5555_5555_5555 & window;
        let mut change = [0i16; BOTH];
        while empty != 0 {
            let offset = (empty.trailing_zeros() / 2) as usize;
            empty &= empty - 1;
            let old = network.row(surroundings.at(before, first + offset));
            let new = network.row(surroundings.at(after, first + offset));
            let cell = &mut cells[middle.wrapping_add_signed((offset as isize - REACH as isize) * step)];
            for channel in 0..BOTH {
                let was = cell[channel];
                let is = was - old[channel] + new[channel];
                cell[channel] = is;
                change[channel] += is.max(0) - was.max(0);
            }
        }
        for (total, change) in total.iter_mut().zip(change) {
            *total += i32::from(change);
        }
    }

    /// The value of the position for a side. Every search of every algorithm asks for it: it is there once.
    #[inline(never)]
    pub fn value(&self, side: Side) -> Score {
        #[cfg(target_arch = "x86_64")]
        if self.has_avx2 {
            // SAFETY: the processor was asked for it.
            return unsafe { self.value_with_avx2(side) };
        }
        self.value_for(side)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    fn value_with_avx2(&self, side: Side) -> Score {
        self.value_for(side)
    }

    #[inline(always)]
    fn value_for(&self, side: Side) -> Score {
        let (black, white) = halves(&self.total);
        match side {
            Side::Black => self.network.value(black, white),
            Side::White => self.network.value(white, black),
        }
    }

    /// The part that the description of an empty cell adds to the value of the position for a side.
    pub fn contribution(&self, side: Side, point: Point) -> f64 {
        let ((black, white), cell) = (halves(&self.total), halves(&self.cells[point.index()]));
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
        let (black, white) = halves(&self.cells[point.index()]);
        match side {
            Side::Black => self.network.rank(black, white),
            Side::White => self.network.rank(white, black),
        }
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
