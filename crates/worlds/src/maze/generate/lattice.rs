//! The lattice on which perfect mazes live: every second cell of every second row, and the walls between them.
//!
//! The lattice cell (i, j) is the cell (2i + 1, 2j + 1) of the grid. An odd number of rows or columns fits exactly;
//! with an even number the last wall is two cells thick, and the opening to the goal goes through both.

use super::Generated;
use crate::maze::{Grid, Place};

/// A lattice cell: row times columns plus column.
pub(super) type Node = u32;

/// North, east, south and west as changes of row and column.
const DELTAS: [(i32, i32); 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];

/// The number of the opposite direction.
pub(super) const fn opposite(direction: usize) -> usize {
    (direction + 2) % 4
}

/// A grid that is all wall at first, and its lattice.
#[derive(Debug)]
pub(super) struct Lattice {
    rows: u32,
    cols: u32,
    grid: Grid,
}

impl Lattice {
    /// For a grid of at least 3 rows and columns.
    pub(super) fn new(rows: u32, cols: u32) -> Self {
        Self { rows: (rows - 1) / 2, cols: (cols - 1) / 2, grid: Grid::blocked(rows, cols) }
    }

    /// Number of lattice cells.
    pub(super) const fn len(&self) -> u32 {
        self.rows * self.cols
    }

    /// The neighbour in a direction below 4, if there is one.
    #[inline(always)]
    pub(super) const fn neighbour(&self, node: Node, direction: usize) -> Option<Node> {
        let (row, col) = (node / self.cols, node % self.cols);
        match direction {
            0 if row > 0 => Some(node - self.cols),
            1 if col + 1 < self.cols => Some(node + 1),
            2 if row + 1 < self.rows => Some(node + self.cols),
            3 if col > 0 => Some(node - 1),
            _ => None,
        }
    }

    const fn place(&self, node: Node) -> Place {
        Place { row: node / self.cols * 2 + 1, col: node % self.cols * 2 + 1 }
    }

    /// True if the lattice cell is part of the maze.
    #[inline(always)]
    pub(super) fn is_open(&self, node: Node) -> bool {
        self.grid.is_free(self.grid.cell(self.place(node)))
    }

    /// Makes the lattice cell part of the maze.
    pub(super) fn open(&mut self, node: Node) {
        self.grid.set_free(self.place(node), true);
    }

    /// Makes it part of the maze, and takes away the wall between it and its neighbour in a direction.
    pub(super) fn open_towards(&mut self, node: Node, direction: usize) {
        let Place { row, col } = self.place(node);
        let (rows, cols) = DELTAS[direction];
        self.grid.set_free(Place { row, col }, true);
        self.grid.set_free(Place { row: row.wrapping_add_signed(rows), col: col.wrapping_add_signed(cols) }, true);
    }

    /// True if there is no wall between the lattice cell and its neighbour in a direction, which must exist.
    pub(super) fn is_open_towards(&self, node: Node, direction: usize) -> bool {
        let Place { row, col } = self.place(node);
        let (rows, cols) = DELTAS[direction];
        self.grid.is_free_at(Place { row: row.wrapping_add_signed(rows), col: col.wrapping_add_signed(cols) })
    }

    /// The maze with its two openings: west of the first lattice cell, and east of the last.
    pub(super) fn with_openings(mut self) -> Generated {
        let start = Place { row: 1, col: 0 };
        let goal = Place { row: 2 * self.rows - 1, col: self.grid.cols() - 1 };
        self.grid.set_free(start, true);
        for col in 2 * self.cols..=goal.col {
            self.grid.set_free(Place { row: goal.row, col }, true);
        }
        Generated { grid: self.grid, start, goal }
    }
}
