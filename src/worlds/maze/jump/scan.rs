//! Scanning: how far a straight or diagonal run goes from a cell, and where it has to stop.
//!
//! Idea        One bit a cell, so that a machine word holds a window of more than fifty cells of a row. A cell of a
//!             row forces a turn where its neighbour row opens: the bit there is set, the bit before it is not. One
//!             shift marks all such places of a window, and counting zeros finds the first.
//! Source      Harabor, Grastien, ICAPS 2014, section 3 (block-based scanning), for moves that do not cut corners.
//! Guarantees  The same stops as a walk cell by cell.
//! Cost        One load a row and window; three rows, or one for each step of a diagonal run.
//! Counts      The cells stepped on, the one that stopped the run included, whatever the width of a window.
//! Not here    Which runs begin at a cell, and what a stop means for the search (mod.rs).

use std::num::NonZeroU64;

use crate::worlds::maze::grid::{Cell, Grid};

/// Cells of a fresh window that are surely known, its own cell included: a load begins at a whole byte.
const FRESH: u32 = 57;

/// The same after two steps of a diagonal run, each of which shifts the windows by one cell.
const ROLLED: u32 = FRESH - 2;

/// Bytes of wall before and after the bits, so that no load leaves the array.
const MARGIN: usize = 8;

/// Where a straight run ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stop {
    /// Steps from the cell where the run began to the cell that stopped it.
    pub(super) steps: u32,
    /// Whether that cell is free and forces a turn. Else it is blocked.
    pub(super) forces: bool,
}

/// The rows of a grid, ready to be read from any cell in either direction.
///
/// Columns are read from the `Lines` of the transposed grid.
#[derive(Debug, Clone)]
pub(super) struct Lines {
    bytes: Vec<u8>,
    stride: u32,
}

impl Lines {
    pub(super) fn new(grid: &Grid) -> Self {
        let wall = [0; MARGIN];
        let bits = grid.words().iter().flat_map(|word| word.to_le_bytes());
        let bytes = wall.into_iter().chain(bits).chain(wall).collect();
        Self { bytes, stride: grid.stride() }
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes.len() as u64
    }

    #[inline(always)]
    fn load(&self, byte: usize) -> u64 {
        // Never out of range for a cell of the grid; the wall that stands for the rest keeps a panic out of the loop.
        self.bytes.get(byte..byte + 8).map_or(0, |bytes| u64::from_le_bytes(bytes.try_into().unwrap_or_default()))
    }

    /// The cells from `cell` on, in rising order from bit 0 if `UP`, in falling order from bit 63 if not.
    #[inline(always)]
    fn window<const UP: bool>(&self, cell: Cell) -> u64 {
        let byte = cell as usize / 8 + MARGIN;
        if UP { self.load(byte) >> (cell % 8) } else { self.load(byte - 7) << (7 - cell % 8) }
    }

    /// The straight run from `cell` over rising cells if `UP`, else over falling ones.
    #[inline(always)]
    pub(super) fn run<const UP: bool>(&self, cell: Cell) -> Stop {
        let left = self.window::<UP>(cell - self.stride);
        let middle = self.window::<UP>(cell);
        let right = self.window::<UP>(cell + self.stride);
        match stop_in::<UP, FRESH>(left, middle, right) {
            Some(stop) => stop,
            None => self.run_on::<UP>(cell, FRESH - 1),
        }
    }

    /// Goes on with the run from `cell` of which so many steps met nothing.
    #[cold]
    #[inline(never)]
    fn run_on<const UP: bool>(&self, cell: Cell, mut steps: u32) -> Stop {
        loop {
            let cell = along::<UP>(cell, steps);
            let left = self.window::<UP>(cell - self.stride);
            let middle = self.window::<UP>(cell);
            let right = self.window::<UP>(cell + self.stride);
            if let Some(stop) = stop_in::<UP, FRESH>(left, middle, right) {
                return Stop { steps: steps + stop.steps, ..stop };
            }
            steps += FRESH - 1;
        }
    }

    /// Begins a diagonal run at `cell`; `ahead` is the step to the next row.
    #[inline(always)]
    pub(super) fn roll<const UP: bool>(&self, cell: Cell, ahead: i32) -> Roll<'_, UP> {
        let next = cell.wrapping_add_signed(ahead);
        Roll { lines: self, cell, ahead, windows: [0, self.window::<UP>(cell), self.window::<UP>(next)] }
    }
}

/// The rows around a cell that moves diagonally: each step reads one new row and shifts the two known ones.
#[derive(Debug, Clone, Copy)]
pub(super) struct Roll<'a, const UP: bool> {
    lines: &'a Lines,
    cell: Cell,
    ahead: i32,
    /// The row left behind, the cell's own, and the one ahead.
    windows: [u64; 3],
}

impl<const UP: bool> Roll<'_, UP> {
    /// Whether the next diagonal step cuts no corner: its cell and the two beside the step are free.
    #[inline(always)]
    pub(super) const fn may_step(&self) -> bool {
        let [_, own, ahead] = self.windows;
        is_set::<UP>(shift::<UP>(own & ahead) & ahead, 0)
    }

    /// Takes the next diagonal step.
    #[inline(always)]
    pub(super) fn step(&mut self) {
        let [_, own, ahead] = self.windows;
        self.cell = along::<UP>(self.cell.wrapping_add_signed(self.ahead), 1);
        let new = self.lines.window::<UP>(self.cell.wrapping_add_signed(self.ahead));
        self.windows = [shift::<UP>(own), shift::<UP>(ahead), new];
    }

    /// Where it stands.
    #[inline(always)]
    pub(super) const fn cell(&self) -> Cell {
        self.cell
    }

    /// The straight run from here, after at least one step.
    #[inline(always)]
    pub(super) fn run(&self) -> Stop {
        let [left, middle, right] = self.windows;
        match stop_in::<UP, ROLLED>(left, middle, right) {
            Some(stop) => stop,
            None => self.lines.run_on::<UP>(self.cell, ROLLED - 1),
        }
    }
}

/// A window moved on by one cell.
#[inline(always)]
const fn shift<const UP: bool>(window: u64) -> u64 {
    if UP { window >> 1 } else { window << 1 }
}

/// The cell so many steps from `cell`.
#[inline(always)]
const fn along<const UP: bool>(cell: Cell, steps: u32) -> Cell {
    if UP { cell + steps } else { cell - steps }
}

/// The cell so many steps into a window.
#[inline(always)]
const fn is_set<const UP: bool>(window: u64, steps: u32) -> bool {
    if UP { window >> steps & 1 != 0 } else { window << steps >> 63 != 0 }
}

/// The places of a neighbour row that open: free, and blocked one cell before.
#[inline(always)]
const fn openings<const UP: bool>(row: u64) -> u64 {
    row & !if UP { row << 1 } else { row >> 1 }
}

/// The first stop of a run among the first `WIDTH` cells of a window.
#[inline(always)]
fn stop_in<const UP: bool, const WIDTH: u32>(left: u64, middle: u64, right: u64) -> Option<Stop> {
    // Without its own cell, which is where the run begins.
    let known = if UP { (1 << WIDTH) - 2 } else { !(u64::MAX >> WIDTH) & (u64::MAX >> 1) };
    let stops = (!middle | openings::<UP>(left) | openings::<UP>(right)) & known;
    let stops = NonZeroU64::new(stops)?;
    let steps = if UP { stops.trailing_zeros() } else { stops.leading_zeros() };
    Some(Stop { steps, forces: is_set::<UP>(middle, steps) })
}
