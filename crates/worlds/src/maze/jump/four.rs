//! Jumps with four moves.
//!
//! Idea        Of the many shortest ways between two cells keep the one that goes along its row as early as it can. Then
//!             a run along a column can be left only where an obstacle beside it ends. A cell on a run along a row is of
//!             interest only for the two runs along its column, whose ends are handed out in its stead: so besides start
//!             and goal all states were reached along a column.
//! Source      Baum, arXiv 2501.14816, 2025 (JPS4, horizontal first), with the scanning of columns and the pruning of
//!             intermediate points that JPS (B+P) has.
//! Guarantees  With A* and an admissible heuristic of four moves: a path of the fewest steps. The argument is that of
//!             mod.rs: a turn that is tried for one direction of arrival only leads to a cell that the other way
//!             reaches as cheaply by turning into its row one step earlier.

use super::{EAST, JumpState, NORTH, Octile, Runs, SOUTH, Straight, WEST, Watch, or_goal};
use crate::maze::grid::Place;

impl<V: FnMut(JumpState, JumpState, Octile), W: Watch> Runs<'_, V, W> {
    pub(super) fn four_in_all_directions(&mut self) {
        self.straight_along_col::<false>();
        self.straight_along_col::<true>();
        self.along_row::<false>();
        self.along_row::<true>();
    }

    /// From a cell that was reached along its column.
    pub(super) fn four_after_arrival(&mut self, direction: Straight) {
        let grid = self.space.grid();
        let stride = grid.stride();
        let before = match direction {
            NORTH => self.cell + stride,
            SOUTH => self.cell - stride,
            // Only the goal is reached along a row, and no goal is expanded.
            _ => return,
        };
        let west = grid.is_free(self.cell - 1) && !grid.is_free(before - 1);
        let east = grid.is_free(self.cell + 1) && !grid.is_free(before + 1);
        if direction == NORTH {
            self.straight_along_col::<false>();
        } else {
            self.straight_along_col::<true>();
        }
        if west {
            self.along_row::<false>();
        }
        if east {
            self.along_row::<true>();
        }
    }

    /// The run along the row to the next wall, and the runs along the columns of its cells.
    fn along_row<const EASTWARD: bool>(&mut self) {
        let (space, Place { row, col }) = (self.space, self.place);
        let mut steps = 0;
        loop {
            steps += 1;
            let cell = if EASTWARD { self.cell + steps } else { self.cell - steps };
            if !space.grid().is_free(cell) {
                break;
            }
            if cell == space.row_target {
                self.hand_out(cell, if EASTWARD { EAST } else { WEST }, 0, steps);
                break;
            }
            let turned = space.map.lines.turned(Place { row, col: if EASTWARD { col + steps } else { col - steps } });
            self.along_col::<false>(cell, turned, steps);
            self.along_col::<true>(cell, turned, steps);
        }
        self.scanned += steps;
        self.watch.looked(self.cell, if EASTWARD { 1 } else { -1 }, steps);
    }

    /// The run along the column of a cell that is `steps` steps along the row away.
    #[inline(always)]
    fn along_col<const SOUTHWARD: bool>(&mut self, cell: u32, turned: u32, steps: u32) {
        let stop = self.space.map.lines.run::<true, SOUTHWARD>(turned);
        let stop = or_goal::<SOUTHWARD>(stop, turned, self.space.col_target);
        let stride = self.space.grid().stride();
        self.scanned += stop.steps;
        self.watch.looked(cell, if SOUTHWARD { stride as i32 } else { -(stride as i32) }, stop.steps);
        if stop.forces {
            let rows = stop.steps * stride;
            let (end, direction) = if SOUTHWARD { (cell + rows, SOUTH) } else { (cell - rows, NORTH) };
            self.hand_out(end, direction, 0, steps + stop.steps);
        }
    }
}
