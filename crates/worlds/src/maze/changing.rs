//! A maze that changes while a path through it is kept right: cells are blocked and opened.
//!
//! Not here: the searches (search/path/lifelong.rs), trials (run/maze_changes.rs).

use super::grid::{Cell, Grid, Place};
use super::heuristic::Heuristic;
use super::moves::{Direction, MoveSet};
use super::octile::Octile;
use crate::stream::Stream;
use searchlab_search::path::lifelong::ChangingSpace;

/// The cells that one change blocks, or opens where they are blocked.
pub type Change = Vec<Place>;

/// A series of random changes: each turns one in a hundred cells, at least one, from free to blocked or back, but never
/// the start or the goal. All random numbers come from the stream of the seed.
pub fn random_changes(grid: &Grid, start: Place, goal: Place, count: u32, seed: u64) -> Vec<Change> {
    let mut stream = Stream::new(seed);
    let cells = (grid.cells() / 100).max(1);
    let mut place = || Place { row: stream.below(grid.rows()), col: stream.below(grid.cols()) };
    let mut change = || (0..cells).map(|_| place()).filter(|&place| place != start && place != goal).collect();
    (0..count).map(|_| change()).collect()
}

/// The way from one cell to another in a maze that changes, with costs a + b√2 for four moves and eight.
#[derive(Debug, Clone)]
pub struct ChangingGrid<'a> {
    grid: Grid,
    directions: &'static [Direction],
    heuristic: Heuristic,
    start: Cell,
    goal: Cell,
    changes: std::slice::Iter<'a, Change>,
}

impl<'a> ChangingGrid<'a> {
    /// From `start` to `goal`, both inside of the grid and in none of the changes, with the moves of `M`.
    pub fn new<M: MoveSet>(
        grid: Grid,
        heuristic: Heuristic,
        (start, goal): (Place, Place),
        changes: &'a [Change],
    ) -> Self {
        let (start, goal) = (grid.cell(start), grid.cell(goal));
        Self { grid, directions: M::ORDER, heuristic, start, goal, changes: changes.iter() }
    }

    /// The grid after the changes so far.
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    fn is_eight(&self) -> bool {
        self.directions.len() == 8
    }

    fn neighbour(&self, cell: Cell, (rows, cols): (i32, i32)) -> Cell {
        cell.wrapping_add_signed(rows * self.grid.stride() as i32 + cols)
    }
}

/// Blocks the free cells of a change and opens the others. A cell that is named twice is as before.
pub fn apply(grid: &mut Grid, change: &Change) {
    for &place in change {
        grid.set_free(place, !grid.is_free_at(place));
    }
}

impl ChangingSpace for ChangingGrid<'_> {
    type Cost = Octile;

    fn bound(&self) -> usize {
        self.grid.cell_bound()
    }

    fn start(&self) -> Cell {
        self.start
    }

    fn goal(&self) -> Cell {
        self.goal
    }

    fn estimate(&self, from: Cell, to: Cell) -> Octile {
        let (from, to) = (self.grid.place(from), self.grid.place(to));
        let (rows, cols) = (from.row.abs_diff(to.row), from.col.abs_diff(to.col));
        if self.is_eight() {
            self.heuristic.octile(rows, cols)
        } else {
            Octile::new(self.heuristic.steps(rows, cols), 0)
        }
    }

    fn neighbours(&self, cell: Cell, mut visit: impl FnMut(Cell, Octile)) {
        let free = |delta| self.grid.is_free(self.neighbour(cell, delta));
        if !free((0, 0)) {
            return;
        }
        for direction in self.directions {
            let (rows, cols) = direction.delta();
            if free((rows, cols)) && free((rows, 0)) && free((0, cols)) {
                let cost = if direction.is_diagonal() { Octile::DIAGONAL } else { Octile::STRAIGHT };
                visit(self.neighbour(cell, (rows, cols)), cost);
            }
        }
    }

    /// The steps of a cell depend on those around it.
    fn change(&mut self, mut visit: impl FnMut(Cell)) -> bool {
        let Some(change) = self.changes.next() else { return false };
        apply(&mut self.grid, change);
        for &place in change {
            for (row, col) in (-1..=1).flat_map(|row| (-1..=1).map(move |col| (row, col))) {
                let near = place.row.checked_add_signed(row).zip(place.col.checked_add_signed(col));
                let near = near.map(|(row, col)| Place { row, col }).filter(|&near| self.grid.contains(near));
                if let Some(near) = near {
                    visit(self.grid.cell(near));
                }
            }
        }
        true
    }
}
