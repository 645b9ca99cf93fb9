//! A space of jumps that keeps the cells that its runs look at, for pictures.

use std::cell::RefCell;

use super::{JumpNodes, JumpSpace, JumpState, Watch};
use crate::maze::draw::Scans;
use crate::maze::octile::Octile;
use crate::maze::{Cell, Grid};
use searchlab_search::path::StateSpace;

/// The same space, watched.
#[derive(Debug)]
pub struct WatchedJumps<'a> {
    space: JumpSpace<'a>,
    seen: RefCell<Seen>,
}

/// The cells that were looked at.
#[derive(Debug)]
struct Seen {
    is_watched: bool,
    scans: Scans,
    /// One bit a cell.
    bits: Vec<u64>,
    /// The cells of the grid that the last expansion looked at.
    last: Vec<Cell>,
}

impl<'a> WatchedJumps<'a> {
    /// Watches a space, or only stands for one that is not watched.
    pub fn new(space: JumpSpace<'a>, is_watched: bool) -> Self {
        let bits = vec![0; space.grid().cell_bound().div_ceil(64)];
        Self { space, seen: RefCell::new(Seen { is_watched, scans: Scans::default(), bits, last: Vec::new() }) }
    }

    /// The cells that were looked at: the free ones, and the looks at free ones and others.
    pub(crate) fn take_scans(&self) -> Scans {
        std::mem::take(&mut self.seen.borrow_mut().scans)
    }
}

struct Eye<'e> {
    seen: &'e mut Seen,
    grid: &'e Grid,
}

/// True for the cells of the grid, false for the wall around it.
fn is_inside(grid: &Grid, cell: Cell) -> bool {
    let is_in_rows = cell > grid.stride() && u64::from(cell) <= u64::from(grid.stride()) * u64::from(grid.rows() + 1);
    is_in_rows && grid.contains(grid.place(cell))
}

impl Watch for Eye<'_> {
    fn looked(&mut self, cell: Cell, step: i32, steps: u32) {
        if self.seen.is_watched {
            self.keep(cell, step, steps);
        }
    }
}

impl Eye<'_> {
    fn keep(&mut self, cell: Cell, step: i32, steps: u32) {
        self.seen.scans.looks += u64::from(steps);
        let mut at = cell;
        for _ in 0..steps {
            at = at.wrapping_add_signed(step);
            if is_inside(self.grid, at) {
                self.seen.last.push(at);
            }
            let Some(word) = self.seen.bits.get_mut(at as usize / 64) else { return };
            let bit = 1 << (at % 64);
            if *word & bit == 0 && self.grid.is_free(at) {
                *word |= bit;
                self.seen.scans.cells.push(at);
            }
        }
    }
}

impl StateSpace for WatchedJumps<'_> {
    type State = JumpState;
    type Cost = Octile;
    type Link = JumpState;
    type Nodes = JumpNodes;

    fn new_nodes(&self) -> JumpNodes {
        self.space.new_nodes()
    }

    fn start(&self) -> JumpState {
        self.space.start()
    }

    fn is_goal(&self, state: JumpState) -> bool {
        self.space.is_goal(state)
    }

    fn heuristic(&self, state: JumpState) -> Octile {
        self.space.heuristic(state)
    }

    fn successors(&self, state: JumpState, mut visit: impl FnMut(JumpState, JumpState, Octile)) -> u32 {
        // The runs are compiled once for all that take the successors.
        let visit: &mut dyn FnMut(JumpState, JumpState, Octile) = &mut visit;
        let mut seen = self.seen.borrow_mut();
        seen.last.clear();
        self.space.runs(state, visit, Eye { seen: &mut seen, grid: self.space.grid() })
    }

    fn scanned(&self, visit: impl FnMut(u128)) {
        self.seen.borrow().last.iter().map(|&cell| u128::from(cell)).for_each(visit);
    }

    fn previous(&self, state: JumpState, link: JumpState) -> JumpState {
        self.space.previous(state, link)
    }

    fn key(&self, state: JumpState) -> u64 {
        self.space.key(state)
    }
}
