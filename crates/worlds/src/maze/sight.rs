//! A grid whose cells see each other: straight lines between the centres of cells.
//!
//! Two cells see each other if the segment between their centres touches no blocked cell, its border included. So a
//! diagonal step needs both cells beside it free, as with eight moves.
//!
//! The cost of a line is its length, in units of 2^-32, rounded down.

use super::grid::{Cell, Grid, Place};
use super::moves::{Eight, MoveTable};
use super::octile::Octile;
use searchlab_search::path::{HashedNodes, StateSpace, theta::Sight};

/// The way from one cell to another in straight lines.
#[derive(Debug, Clone, Copy)]
pub struct SightSpace<'a> {
    grid: &'a Grid,
    moves: &'a MoveTable<Eight>,
    start: Cell,
    goal: Cell,
}

impl<'a> SightSpace<'a> {
    /// From `start` to `goal`, both inside of the grid; `moves` must have been made for it.
    pub fn new(grid: &'a Grid, moves: &'a MoveTable<Eight>, start: Place, goal: Place) -> Self {
        Self { grid, moves, start: grid.cell(start), goal: grid.cell(goal) }
    }

    /// The grid.
    pub(crate) const fn grid(&self) -> &'a Grid {
        self.grid
    }

    /// Rows and columns between two cells.
    fn distances(&self, from: Cell, to: Cell) -> (u32, u32) {
        let (from, to) = (self.grid.place(from), self.grid.place(to));
        (from.row.abs_diff(to.row), from.col.abs_diff(to.col))
    }
}

/// True if the segment between the centres of two cells inside of the grid touches no blocked cell.
///
/// Walks from cell to cell. With the segment as the diagonal of a box of `rows` by `cols`, it leaves the current cell
/// through the side towards the next column, the next row, or exactly through the corner between them, as
/// (2c + 1) rows is less than, more than or equal to (2r + 1) cols after c columns and r rows; at a corner it touches the
/// cells on both sides too.
pub fn sees(grid: &Grid, from: Place, to: Place) -> bool {
    look(grid, from, to).0
}

/// The same, and the number of cells on the segment that were looked at.
fn look(grid: &Grid, from: Place, to: Place) -> (bool, u32) {
    let (rows, cols) = (i64::from(from.row.abs_diff(to.row)), i64::from(from.col.abs_diff(to.col)));
    let down = if to.row >= from.row { grid.stride() as i32 } else { -(grid.stride() as i32) };
    let right = if to.col >= from.col { 1 } else { -1 };
    let free = |cell: Cell| grid.is_free(cell);
    let (mut cell, end) = (grid.cell(from), grid.cell(to));
    // (2c + 1) rows - (2r + 1) cols.
    let mut side = rows - cols;
    let mut looks = 1;
    while free(cell) && cell != end {
        let is_corner = side == 0;
        if is_corner && !(free(cell.wrapping_add_signed(down)) && free(cell.wrapping_add_signed(right))) {
            return (false, looks);
        }
        looks += 1;
        let (goes_right, goes_down) = (side <= 0, side >= 0);
        if goes_right {
            cell = cell.wrapping_add_signed(right);
            side += 2 * rows;
        }
        if goes_down {
            cell = cell.wrapping_add_signed(down);
            side -= 2 * cols;
        }
    }
    (free(cell), looks)
}

impl StateSpace for SightSpace<'_> {
    type State = Cell;
    type Cost = Octile;
    /// The cell at the other end of the line.
    type Link = Cell;
    type Nodes = HashedNodes<Cell, Octile, Cell>;

    fn new_nodes(&self) -> Self::Nodes {
        HashedNodes::default()
    }

    fn start(&self) -> Cell {
        self.start
    }

    fn is_goal(&self, cell: Cell) -> bool {
        cell == self.goal
    }

    fn heuristic(&self, cell: Cell) -> Octile {
        self.line(cell, self.goal)
    }

    fn successors(&self, cell: Cell, mut visit: impl FnMut(Cell, Cell, Octile)) -> u32 {
        for action in self.moves.actions(cell) {
            let next = cell.wrapping_add_signed(self.moves.direction(action).offset(self.grid.stride()));
            visit(next, cell, self.line(cell, next));
        }
        0
    }

    fn previous(&self, _cell: Cell, link: Cell) -> Cell {
        link
    }

    fn key(&self, cell: Cell) -> u64 {
        u64::from(cell)
    }
}

impl Sight for SightSpace<'_> {
    fn look(&self, from: Cell, to: Cell) -> (bool, u32) {
        look(self.grid, self.grid.place(from), self.grid.place(to))
    }

    fn line(&self, from: Cell, to: Cell) -> Octile {
        let (rows, cols) = self.distances(from, to);
        Octile::below_root(u64::from(rows).pow(2) + u64::from(cols).pow(2))
    }
}
