//! Start and goal for mazes that do not come with them: far apart in the largest connected part, or openings of the
//! border that lead to it.
//!
//! Idea        Flood every part to find the largest. The cell reached last by a breadth-first sweep from anywhere in
//!             it is one end; the cell reached last by a sweep from there is the other. Openings: wall up the border,
//!             and dig from its west to the part's westernmost cell and from its east to the easternmost.
//! Guarantees  Both are free and connected. Their distance is at least half the greatest one (exactly that in trees);
//!             openings are as far apart as the columns.
//! Cost        Three sweeps of the grid, one bit per cell, and the frontier; for openings the cells of the part.

use super::{GenerateError, Generated, Kind};
use crate::maze::{Cell, Grid, Place};

/// Adds start and goal to a grid; the earlier in reading order is the start.
pub(super) fn with_far_ends(grid: Grid, kind: Kind) -> Result<Generated, GenerateError> {
    let inside = largest_part(&grid).ok_or(GenerateError::NoFreeCell { kind })?;
    let mut sweep = Sweep::new(&grid);
    let first = sweep.flood(inside).last;
    sweep.restore(&grid);
    let second = sweep.flood(first).last;
    let (start, goal) = (grid.place(first.min(second)), grid.place(first.max(second)));
    Ok(Generated { grid, start, goal })
}

/// Walls up the border but for two openings, which become start and goal. Where both are in one row or the western one
/// is higher, that one is the start, else the other: the reader of a file without marks takes them in reading order.
pub(super) fn with_two_openings(mut grid: Grid, kind: Kind) -> Result<Generated, GenerateError> {
    let (rows, cols) = (grid.rows(), grid.cols());
    let is_border = |place: &Place| [0, rows - 1].contains(&place.row) || [0, cols - 1].contains(&place.col);
    for place in grid.places().filter(is_border) {
        grid.set_free(place, false);
    }
    let inside = largest_part(&grid).ok_or(GenerateError::NoFreeCell { kind })?;
    let part = part_of(&grid, grid.place(inside));
    let places = || part.iter().map(|&cell| grid.place(cell));
    let west = places().min_by_key(|place| (place.col, place.row)).ok_or(GenerateError::NoFreeCell { kind })?;
    let east = places().max_by_key(|place| (place.col, place.row)).unwrap_or(west);
    for col in 0..west.col {
        grid.set_free(Place { col, ..west }, true);
    }
    for col in east.col + 1..cols {
        grid.set_free(Place { col, ..east }, true);
    }
    let ends = [Place { col: 0, ..west }, Place { col: cols - 1, ..east }];
    let [start, goal] = if west.row <= east.row { ends } else { [ends[1], ends[0]] };
    Ok(Generated { grid, start, goal })
}

/// All cells that are connected to a free cell, itself included, in reading order.
pub(super) fn part_of(grid: &Grid, place: Place) -> Vec<Cell> {
    let mut sweep = Sweep::new(grid);
    sweep.flood(grid.cell(place));
    let is_seen = |cell: &Cell| grid.is_free(*cell) && sweep.unseen[*cell as usize / 64] >> (cell % 64) & 1 == 0;
    (0..grid.cell_bound() as Cell).filter(is_seen).collect()
}

/// A cell of the largest connected part; of the first in reading order where several are equally large.
fn largest_part(grid: &Grid) -> Option<Cell> {
    let mut sweep = Sweep::new(grid);
    let mut best: Option<(u64, Cell)> = None;
    let mut word = 0;
    while word < sweep.unseen.len() {
        let bits = sweep.unseen[word];
        if bits == 0 {
            word += 1;
            continue;
        }
        let cell = word as Cell * 64 + bits.trailing_zeros();
        let size = sweep.flood(cell).size;
        if best.is_none_or(|(most, _)| size > most) {
            best = Some((size, cell));
        }
    }
    best.map(|(_, cell)| cell)
}

struct Flood {
    size: u64,
    last: Cell,
}

/// Breadth-first sweeps over the cells not yet seen.
struct Sweep {
    unseen: Vec<u64>,
    stride: u32,
    frontier: Vec<Cell>,
    next: Vec<Cell>,
}

impl Sweep {
    fn new(grid: &Grid) -> Self {
        Self { unseen: grid.words().to_vec(), stride: grid.stride(), frontier: Vec::new(), next: Vec::new() }
    }

    /// Forgets what was seen.
    fn restore(&mut self, grid: &Grid) {
        self.unseen.copy_from_slice(grid.words());
    }

    /// Takes the cell, and says whether it was free and not yet seen. The wall around a grid is never free.
    #[inline(always)]
    fn take(&mut self, cell: Cell) -> bool {
        let (word, mask) = (cell as usize / 64, 1 << (cell % 64));
        let is_new = self.unseen[word] & mask != 0;
        self.unseen[word] &= !mask;
        is_new
    }

    /// Sees all that is connected to a free cell.
    fn flood(&mut self, from: Cell) -> Flood {
        self.take(from);
        self.frontier.clear();
        self.frontier.push(from);
        let mut flood = Flood { size: 0, last: from };
        while let Some(&last) = self.frontier.last() {
            flood.size += self.frontier.len() as u64;
            flood.last = last;
            for index in 0..self.frontier.len() {
                let cell = self.frontier[index];
                for neighbour in [cell - self.stride, cell + 1, cell + self.stride, cell - 1] {
                    if self.take(neighbour) {
                        self.next.push(neighbour);
                    }
                }
            }
            self.frontier.clear();
            std::mem::swap(&mut self.frontier, &mut self.next);
        }
        flood
    }
}
