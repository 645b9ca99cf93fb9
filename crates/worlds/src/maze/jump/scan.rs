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

use crate::maze::grid::{Cell, Grid, Place};

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
    /// True if that cell is free and forces a turn. Else it is blocked.
    pub(super) forces: bool,
}

/// The rows and the columns of a grid, ready to be read from any cell in either direction.
///
/// One array, the rows first and the columns, which are the rows of the transposed grid, behind them: so a column is
/// read like a row, from the [`turned`](Self::turned) cell on.
#[derive(Debug, Clone)]
pub(super) struct Lines {
    bytes: Vec<u8>,
    /// Bits between neighbour rows, and between neighbour columns.
    strides: [u32; 2],
    /// Bits before the columns.
    offset: u32,
}

impl Lines {
    pub(super) fn new(grid: &Grid) -> Self {
        let transposed = grid.transposed();
        let wall = [0; MARGIN];
        let bytes_of = |grid: &Grid| -> Vec<u8> { grid.words().iter().flat_map(|word| word.to_le_bytes()).collect() };
        let rows = bytes_of(grid);
        let offset = rows.len() as u32 * 8;
        let bytes = [&wall[..], &rows, &bytes_of(&transposed), &wall].concat();
        Self { bytes, strides: [grid.stride(), transposed.stride()], offset }
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// The cell of a place in its column.
    #[inline(always)]
    pub(super) const fn turned(&self, place: Place) -> Cell {
        self.offset + (place.col + 1) * self.strides[1] + place.row + 1
    }

    /// The straight run from a cell over rising cells if `UP`, else over falling ones; along its column if `TURNED`.
    #[inline(always)]
    pub(super) fn run<const TURNED: bool, const UP: bool>(&self, cell: Cell) -> Stop {
        let stride = self.strides[usize::from(TURNED)];
        match stop_in::<UP, FRESH>(self.around::<UP>(cell, stride)) {
            Some(stop) => stop,
            None => self.run_on::<UP>(cell, stride, FRESH - 1),
        }
    }

    /// Goes on with the run from `cell` whose first `steps` steps met nothing.
    #[cold]
    #[inline(never)]
    fn run_on<const UP: bool>(&self, cell: Cell, stride: u32, mut steps: u32) -> Stop {
        loop {
            let cell = along::<UP>(cell, steps);
            if let Some(stop) = stop_in::<UP, FRESH>(self.around::<UP>(cell, stride)) {
                return Stop { steps: steps + stop.steps, ..stop };
            }
            steps += FRESH - 1;
        }
    }

    /// The windows of three lines, that of `cell` in the middle.
    #[inline(always)]
    fn around<const UP: bool>(&self, cell: Cell, stride: u32) -> [u64; 3] {
        [cell - stride, cell, cell + stride].map(|cell| window::<UP>(&self.bytes, cell))
    }

    /// Begins a diagonal run at `cell`, to the next line if `ONWARD` and else to the one before.
    #[inline(always)]
    pub(super) fn roll<const TURNED: bool, const UP: bool, const ONWARD: bool>(&self, cell: Cell) -> Roll<'_, UP> {
        let stride = self.strides[usize::from(TURNED)] as i32;
        let across = if ONWARD { stride } else { -stride };
        let front = cell.wrapping_add_signed(across);
        let step = across + if UP { 1 } else { -1 };
        let windows = [0, window::<UP>(&self.bytes, cell), window::<UP>(&self.bytes, front)];
        Roll { lines: self, bytes: &self.bytes, front, across, step, windows }
    }
}

/// The lines around a cell that moves diagonally: each step reads one new line and shifts the two known ones.
#[derive(Debug, Clone, Copy)]
pub(super) struct Roll<'a, const UP: bool> {
    lines: &'a Lines,
    /// Those of `lines`, at hand without a detour.
    bytes: &'a [u8],
    /// Beside the cell, on the line ahead.
    front: Cell,
    /// From the cell to `front`.
    across: i32,
    /// From one cell to the next.
    step: i32,
    /// The line left behind, the cell's own, and the one ahead.
    windows: [u64; 3],
}

impl<const UP: bool> Roll<'_, UP> {
    /// True if the next diagonal step cuts no corner: its cell and the two beside the step are free.
    #[inline(always)]
    pub(super) const fn may_step(&self) -> bool {
        let [_, own, ahead] = self.windows;
        is_set::<UP>(shift::<UP>(own & ahead) & ahead, 0)
    }

    /// Takes the next diagonal step.
    #[inline(always)]
    pub(super) fn step(&mut self) {
        let [_, own, ahead] = self.windows;
        self.front = self.front.wrapping_add_signed(self.step);
        self.windows = [shift::<UP>(own), shift::<UP>(ahead), window::<UP>(self.bytes, self.front)];
    }

    /// Where it stands.
    #[inline(always)]
    pub(super) const fn cell(&self) -> Cell {
        self.front.wrapping_add_signed(-self.across)
    }

    /// The straight run from here, after at least one step.
    #[inline(always)]
    pub(super) fn run(&self) -> Stop {
        match stop_in::<UP, ROLLED>(self.windows) {
            Some(stop) => stop,
            None => self.lines.run_on::<UP>(self.cell(), self.across.unsigned_abs(), ROLLED - 1),
        }
    }
}

/// The cells from `cell` on, in rising order from bit 0 if `UP`, in falling order from bit 63 if not.
#[inline(always)]
fn window<const UP: bool>(bytes: &[u8], cell: Cell) -> u64 {
    let byte = cell as usize / 8 + MARGIN;
    if UP { load(bytes, byte) >> (cell % 8) } else { load(bytes, byte - 7) << (7 - cell % 8) }
}

#[inline(always)]
fn load(bytes: &[u8], byte: usize) -> u64 {
    // Never out of range for a cell of the grid; the wall that stands for the rest keeps a panic out of the loop.
    bytes.get(byte..byte + 8).map_or(0, |bytes| u64::from_le_bytes(bytes.try_into().unwrap_or_default()))
}

/// A window moved on by one cell.
#[inline(always)]
const fn shift<const UP: bool>(window: u64) -> u64 {
    if UP { window >> 1 } else { window << 1 }
}

/// The cell `steps` steps from `cell`.
#[inline(always)]
const fn along<const UP: bool>(cell: Cell, steps: u32) -> Cell {
    if UP { cell + steps } else { cell - steps }
}

/// True if the cell `steps` steps into a window is set.
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
fn stop_in<const UP: bool, const WIDTH: u32>([left, middle, right]: [u64; 3]) -> Option<Stop> {
    // Without its own cell, which is where the run begins.
    let known = if UP { (1 << WIDTH) - 2 } else { !(u64::MAX >> WIDTH) & (u64::MAX >> 1) };
    let stops = (!middle | openings::<UP>(left) | openings::<UP>(right)) & known;
    let stops = NonZeroU64::new(stops)?;
    let steps = if UP { stops.trailing_zeros() } else { stops.leading_zeros() };
    Some(Stop { steps, forces: is_set::<UP>(middle, steps) })
}
