//! Jump Point Search: a smaller graph of the same grid, for eight moves without corner cutting; for four moves in
//! four.rs.
//!
//! Idea        Among the many shortest ways between two cells keep the one that goes diagonally as early as it can.
//!             Then a straight run can be left only where an obstacle beside it ends, and only such cells (jump
//!             points) are ever open. Runs between them are scanned, a word of up to 64 cells at a time.
//! Source      Harabor, Grastien, AAAI 2011 and ICAPS 2014: JPS (B+P), that is block-based scanning and
//!             intermediate-point pruning, in the variant without corner cutting.
//! Guarantees  With A* and an admissible heuristic of eight moves: a path of least cost.
//! Cost        One bit a cell and direction of scanning, 16 bytes a cell for the nodes.
//! Counts      `scanned`: cells stepped on by runs, the one that stopped the run included, in straight and diagonal
//!             runs alike. `expanded` and `generated` are jump points.
//! Not here    A* itself (search/path/astar.rs), the scanning (scan.rs), the memory of jump points (nodes.rs), the cells
//!             that were scanned, for pictures (watch.rs).
//!
//! **Rules.** A cell reached going east goes on east. If the cell north of it is free but the one north-west is not,
//! then north and north-east are to be tried too, for every way there that avoids the cell is longer; likewise in the
//! south, and turned for the other directions. A cell reached going north-east goes on north, east and north-east:
//! where corners cannot be cut, nothing else can be forced there.
//!
//! **Pruning of intermediate points.** A cell on a diagonal run is of interest only for the straight runs from it.
//! Their ends are handed out in its stead, so that besides start and goal all states were reached by a straight run.
//!
//! **Equal ways.** A cell may be reached at the same cost in two directions; the first is kept. A move that is tried
//! for one direction only leads to a cell which the other way reaches as cheaply without this cell, that is, by
//! turning diagonal earlier: so a shortest path remains. tests/search/jump_points.rs asks A* for every pair of cells of
//! thousands of small grids.

mod four;
mod nodes;
mod scan;
#[cfg(test)]
mod tests;
mod watch;

pub use nodes::JumpNodes;
pub use watch::WatchedJumps;

use super::grid::{Cell, Grid, Place};
use super::heuristic::Heuristic;
use super::octile::Octile;
use scan::{Lines, Stop};
use searchlab_search::about::{AlgorithmInfo, Guarantee};
use searchlab_search::path::StateSpace;

/// Name, idea and parameters of Jump Point Search.
pub(crate) const ABOUT: AlgorithmInfo = AlgorithmInfo {
    name: "jps",
    summary: "Jump Point Search: A* over the few cells where a straight run can be left",
    idea: "Of the many shortest ways between two cells keeps the one that turns diagonal earliest, so that only cells \
           beside an obstacle's end (jump points) are ever open; scans the runs between them 64 cells at a time. \
           With four moves it keeps the way that goes along its row earliest, and scans the columns.",
    source: "Harabor, Grastien, AAAI 2011 and ICAPS 2014 (JPS (B+P), without corner cutting); with four moves Baum, \
             arXiv 2501.14816, 2025",
    guarantee: Guarantee::Optimal,
    cost: "memory for every jump point with f up to the optimum, one bit a cell and direction of scanning",
    parameters: &["heuristic", "tie-break", "open"],
    defaults: &[("moves", "8"), ("open", "heap")],
};

/// A cell and the straight direction in which it was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct JumpState(u32);

/// A direction along rows or columns: bit 0 tells columns from rows, bit 1 rising from falling.
type Straight = u32;

const WEST: Straight = 0;
const NORTH: Straight = 1;
const EAST: Straight = 2;
const SOUTH: Straight = 3;

const fn along_row_to(east: bool) -> Straight {
    if east { EAST } else { WEST }
}

const fn along_col_to(south: bool) -> Straight {
    if south { SOUTH } else { NORTH }
}

// The cell has 30 bits. A grid, its wall included, is largest in proportion if it has a single row.
const _: () = assert!(3 * (Grid::MAX_CELLS + 2) < 1 << 30);

impl JumpState {
    /// The start of a search, which was reached in no direction; for all others the direction is part of the state.
    #[inline(always)]
    const fn of(cell: Cell) -> Self {
        Self(cell << 2)
    }

    #[inline(always)]
    const fn reached(cell: Cell, direction: Straight) -> Self {
        Self(cell << 2 | direction)
    }

    /// This cell with the direction of the other state.
    #[inline(always)]
    const fn arriving_like(self, other: Self) -> Self {
        Self(self.0 & !3 | other.0 & 3)
    }

    /// The cell.
    #[inline(always)]
    pub(crate) const fn cell(self) -> Cell {
        self.0 >> 2
    }

    #[inline(always)]
    const fn direction(self) -> Straight {
        self.0 & 3
    }
}

/// A grid prepared for scanning: made once, shared by all searches in it.
#[derive(Debug, Clone)]
pub struct JumpMap {
    grid: Grid,
    lines: Lines,
}

impl JumpMap {
    /// Copies the bits of the grid, as they are and transposed.
    pub fn new(grid: &Grid) -> Self {
        Self { grid: grid.clone(), lines: Lines::new(grid) }
    }

    /// The grid.
    pub(crate) const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        size_of_val(self.grid.words()) as u64 + self.lines.bytes()
    }
}

/// The way from one cell of a grid to another, from jump point to jump point.
#[derive(Debug, Clone, Copy)]
pub struct JumpSpace<'a> {
    map: &'a JumpMap,
    heuristic: Heuristic,
    /// True for four moves, false for eight.
    is_four: bool,
    start: Cell,
    goal: Cell,
    goal_place: Place,
    /// The goal as runs along rows see it: 0, a cell of the wall, if it is blocked and cannot be reached.
    row_target: Cell,
    /// The same along columns.
    col_target: Cell,
}

impl<'a> JumpSpace<'a> {
    /// From `start` to `goal`, both inside of the grid, with eight moves.
    pub fn new(map: &'a JumpMap, heuristic: Heuristic, start: Place, goal: Place) -> Self {
        let grid = map.grid();
        let (start, goal, goal_place) = (grid.cell(start), grid.cell(goal), goal);
        let (row_target, col_target) = if grid.is_free(goal) { (goal, map.lines.turned(goal_place)) } else { (0, 0) };
        Self { map, heuristic, is_four: false, start, goal, goal_place, row_target, col_target }
    }

    /// The same with four moves. Costs are those of straight steps.
    #[must_use]
    pub const fn with_four_moves(self) -> Self {
        Self { is_four: true, ..self }
    }

    /// The grid.
    pub(crate) const fn grid(&self) -> &'a Grid {
        self.map.grid()
    }

    /// Bytes of the memory that [`new_nodes`](StateSpace::new_nodes) makes.
    pub(crate) const fn node_bytes(&self) -> u64 {
        JumpNodes::bytes_for(self.map.grid().cell_bound())
    }

    /// The cells of a path from jump point to jump point, all those between included: each jump goes diagonally
    /// first and then straight; with four moves along the row first.
    pub fn unit_path(&self, path: &[JumpState]) -> Vec<Cell> {
        let grid = self.grid();
        let mut cells: Vec<Cell> = path.first().map(|state| state.cell()).into_iter().collect();
        for pair in path.windows(2) {
            let mut at = grid.place(pair[0].cell());
            let end = grid.place(pair[1].cell());
            while at != end {
                let row = if self.is_four && at.col != end.col { at.row } else { toward(at.row, end.row) };
                at = Place { row, col: toward(at.col, end.col) };
                cells.push(grid.cell(at));
            }
        }
        cells
    }
}

/// One step from `at` to `end`.
const fn toward(at: u32, end: u32) -> u32 {
    if at < end {
        at + 1
    } else if at > end {
        at - 1
    } else {
        at
    }
}

impl StateSpace for JumpSpace<'_> {
    type State = JumpState;
    type Cost = Octile;
    type Link = JumpState;
    type Nodes = JumpNodes;

    fn new_nodes(&self) -> JumpNodes {
        JumpNodes::new(self.grid().cell_bound())
    }

    fn start(&self) -> JumpState {
        JumpState::of(self.start)
    }

    #[inline(always)]
    fn is_goal(&self, state: JumpState) -> bool {
        state.cell() == self.goal
    }

    #[inline(always)]
    fn heuristic(&self, state: JumpState) -> Octile {
        let place = self.grid().place(state.cell());
        let rows = place.row.abs_diff(self.goal_place.row);
        let cols = place.col.abs_diff(self.goal_place.col);
        if self.is_four { Octile::new(self.heuristic.steps(rows, cols), 0) } else { self.heuristic.octile(rows, cols) }
    }

    #[inline]
    fn successors(&self, state: JumpState, visit: impl FnMut(JumpState, JumpState, Octile)) -> u32 {
        self.runs(state, visit, ())
    }

    #[inline(always)]
    fn previous(&self, _state: JumpState, link: JumpState) -> JumpState {
        link
    }

    #[inline(always)]
    fn key(&self, state: JumpState) -> u64 {
        u64::from(state.cell())
    }
}

/// Sees the cells that runs look at. Nobody does by default, at no cost.
trait Watch {
    /// `_steps` cells were looked at, each `_step` from the one before, the first of them beside `_cell`.
    #[inline(always)]
    fn looked(&mut self, _cell: Cell, _step: i32, _steps: u32) {}
}

impl Watch for () {}

impl JumpSpace<'_> {
    /// The successors of a state by its runs; how many cells these looked at.
    #[inline(always)]
    fn runs(&self, state: JumpState, visit: impl FnMut(JumpState, JumpState, Octile), watch: impl Watch) -> u32 {
        let cell = state.cell();
        let place = self.grid().place(cell);
        let turned = self.map.lines.turned(place);
        let mut runs = Runs { space: self, place, cell, turned, scanned: 0, visit, watch };
        if cell == self.start {
            if !self.grid().is_free(cell) {
                return 0;
            }
            if self.is_four {
                runs.four_in_all_directions();
            } else {
                runs.in_all_directions();
            }
        } else if self.is_four {
            runs.four_after_arrival(state.direction());
        } else {
            runs.after_arrival(state.direction());
        }
        runs.scanned
    }
}

/// The runs from one cell.
struct Runs<'a, V, W> {
    space: &'a JumpSpace<'a>,
    place: Place,
    cell: Cell,
    /// The cell's index along columns.
    turned: Cell,
    scanned: u32,
    visit: V,
    watch: W,
}

impl<V: FnMut(JumpState, JumpState, Octile), W: Watch> Runs<'_, V, W> {
    fn in_all_directions(&mut self) {
        self.straight_along_row::<false>();
        self.straight_along_row::<true>();
        self.straight_along_col::<false>();
        self.straight_along_col::<true>();
        self.diagonal::<false, false>();
        self.diagonal::<false, true>();
        self.diagonal::<true, false>();
        self.diagonal::<true, true>();
    }

    #[inline(always)]
    fn after_arrival(&mut self, direction: Straight) {
        let grid = self.space.grid();
        let stride = grid.stride();
        // The cell before this one, and the distance of the two lines beside the run.
        let (before, side) = match direction {
            WEST => (self.cell + 1, stride),
            EAST => (self.cell - 1, stride),
            NORTH => (self.cell + stride, 1),
            _ => (self.cell - stride, 1),
        };
        // A side opens if it is free here and was blocked one cell before. Lower is north or west.
        let lower = grid.is_free(self.cell - side) && !grid.is_free(before - side);
        let upper = grid.is_free(self.cell + side) && !grid.is_free(before + side);
        match direction {
            WEST => self.on_along_row::<false>(lower, upper),
            EAST => self.on_along_row::<true>(lower, upper),
            NORTH => self.on_along_col::<false>(lower, upper),
            _ => self.on_along_col::<true>(lower, upper),
        }
    }

    #[inline(always)]
    fn on_along_row<const EAST: bool>(&mut self, north: bool, south: bool) {
        self.straight_along_row::<EAST>();
        if north {
            self.straight_along_col::<false>();
            self.diagonal::<EAST, false>();
        }
        if south {
            self.straight_along_col::<true>();
            self.diagonal::<EAST, true>();
        }
    }

    #[inline(always)]
    fn on_along_col<const SOUTH: bool>(&mut self, west: bool, east: bool) {
        self.straight_along_col::<SOUTH>();
        if west {
            self.straight_along_row::<false>();
            self.diagonal::<false, SOUTH>();
        }
        if east {
            self.straight_along_row::<true>();
            self.diagonal::<true, SOUTH>();
        }
    }

    #[inline(always)]
    fn straight_along_row<const EAST: bool>(&mut self) {
        let stop = self.space.map.lines.run::<false, EAST>(self.cell);
        let stop = or_goal::<EAST>(stop, self.cell, self.space.row_target);
        self.scanned += stop.steps;
        self.watch.looked(self.cell, self.step::<EAST, false>(1, 0), stop.steps);
        if stop.forces {
            self.hand_out_along_row::<EAST, false>(0, stop.steps);
        }
    }

    #[inline(always)]
    fn straight_along_col<const SOUTH: bool>(&mut self) {
        let stop = self.space.map.lines.run::<true, SOUTH>(self.turned);
        let stop = or_goal::<SOUTH>(stop, self.turned, self.space.col_target);
        self.scanned += stop.steps;
        self.watch.looked(self.cell, self.step::<false, SOUTH>(0, 1), stop.steps);
        if stop.forces {
            self.hand_out_along_col::<false, SOUTH>(0, stop.steps);
        }
    }

    /// The diagonal run, and the straight runs from each of its cells.
    #[inline(never)]
    fn diagonal<const EAST: bool, const SOUTH: bool>(&mut self) {
        let space = self.space;
        let mut rows = space.map.lines.roll::<false, EAST, SOUTH>(self.cell);
        let mut cols = space.map.lines.roll::<true, SOUTH, EAST>(self.turned);
        // Only where the run crosses the row or the column of the goal can a straight run from it meet the goal.
        let to_row = distance::<SOUTH>(self.place.row, space.goal_place.row);
        let to_col = distance::<EAST>(self.place.col, space.goal_place.col);
        let mut crossing = to_row.min(to_col);
        let mut steps = 0;
        let mut scanned = 0;
        while rows.may_step() {
            rows.step();
            cols.step();
            steps += 1;
            let (mut along_row, mut along_col) = (rows.run(), cols.run());
            if steps == crossing {
                crossing = to_row.max(to_col);
                if rows.cell() == space.row_target {
                    self.hand_out_along_row::<EAST, SOUTH>(steps, 0);
                    break;
                }
                along_row = or_goal::<EAST>(along_row, rows.cell(), space.row_target);
                along_col = or_goal::<SOUTH>(along_col, cols.cell(), space.col_target);
            }
            scanned += along_row.steps + along_col.steps;
            self.watch.looked(rows.cell(), self.step::<EAST, SOUTH>(1, 0), along_row.steps);
            self.watch.looked(rows.cell(), self.step::<EAST, SOUTH>(0, 1), along_col.steps);
            if along_row.forces {
                self.hand_out_along_row::<EAST, SOUTH>(steps, along_row.steps);
            }
            if along_col.forces {
                self.hand_out_along_col::<EAST, SOUTH>(steps, along_col.steps);
            }
        }
        // The step that failed was looked at too.
        self.scanned += scanned + steps + 1;
        self.watch.looked(self.cell, self.step::<EAST, SOUTH>(1, 1), steps + 1);
    }

    /// The difference of index from a cell to the one `cols` columns and `rows` rows away.
    #[inline(always)]
    const fn step<const EAST: bool, const SOUTH: bool>(&self, cols: i32, rows: i32) -> i32 {
        let stride = self.space.map.grid.stride() as i32;
        let cols = if EAST { cols } else { -cols };
        if SOUTH { cols + rows * stride } else { cols - rows * stride }
    }

    /// Hands out the cell `diagonal` diagonal steps and then `straight` steps along the row away.
    // Not inlined, so that the loop of `diagonal` need not carry along what only its results need.
    #[inline(never)]
    fn hand_out_along_row<const EAST: bool, const SOUTH: bool>(&mut self, diagonal: u32, straight: u32) {
        let cell = self.moved::<EAST, SOUTH>(diagonal + straight, diagonal);
        self.hand_out(cell, along_row_to(EAST), diagonal, straight);
    }

    /// The same along the column.
    #[inline(never)]
    fn hand_out_along_col<const EAST: bool, const SOUTH: bool>(&mut self, diagonal: u32, straight: u32) {
        let cell = self.moved::<EAST, SOUTH>(diagonal, diagonal + straight);
        self.hand_out(cell, along_col_to(SOUTH), diagonal, straight);
    }

    /// The cell `cols` columns and `rows` rows away.
    #[inline(always)]
    const fn moved<const EAST: bool, const SOUTH: bool>(&self, cols: u32, rows: u32) -> Cell {
        let rows = rows * self.space.map.grid.stride();
        let cell = if EAST { self.cell + cols } else { self.cell - cols };
        if SOUTH { cell + rows } else { cell - rows }
    }

    #[inline(always)]
    fn hand_out(&mut self, cell: Cell, direction: Straight, diagonal: u32, straight: u32) {
        let step = Octile::new(straight, diagonal);
        (self.visit)(JumpState::reached(cell, direction), JumpState::of(self.cell), step);
    }
}

/// Where a run from `cell` ends if it has to end at the goal too, wherever that stands.
#[inline(always)]
const fn or_goal<const UP: bool>(stop: Stop, cell: Cell, target: Cell) -> Stop {
    let steps = distance::<UP>(cell, target);
    if steps.wrapping_sub(1) < stop.steps { Stop { steps, forces: true } } else { stop }
}

/// Steps from one number to the other; many more than any grid has if it is not on the way.
#[inline(always)]
const fn distance<const UP: bool>(from: u32, to: u32) -> u32 {
    if UP { to.wrapping_sub(from) } else { from.wrapping_sub(to) }
}
