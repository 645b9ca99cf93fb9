//! A grid with a start and a goal, as a state space.

use super::grid::{Cell, Grid, Place};
use super::heuristic::Heuristic;
use super::moves::{MoveSet, MoveTable};
use searchlab_search::path::nodes::PackedCost;
use searchlab_search::path::space::{Visitor, successors_by_actions, visit_by_actions};
use searchlab_search::path::{Action, ActionSpace, Actions, DenseNodes, StateSpace};

/// The way from one cell of a grid to another. A state is a cell.
#[derive(Debug, Clone, Copy)]
pub struct GridSpace<'a, M: MoveSet> {
    grid: &'a Grid,
    // What every expansion reads stands here itself and not behind the table.
    masks: &'a [u8],
    offsets: [i32; 8],
    costs: [M::Cost; 8],
    inverse: [Action; 8],
    heuristic: Heuristic,
    start: Cell,
    goal: Cell,
    goal_place: Place,
}

impl<'a, M: MoveSet> GridSpace<'a, M> {
    /// From `start` to `goal`, both inside of the grid; `moves` must have been made for it.
    pub fn new(grid: &'a Grid, moves: &'a MoveTable<M>, heuristic: Heuristic, start: Place, goal: Place) -> Self {
        let MoveTable { masks, offsets, costs, inverse, .. } = moves;
        Self {
            grid,
            masks,
            offsets: *offsets,
            costs: *costs,
            inverse: *inverse,
            heuristic,
            start: grid.cell(start),
            goal: grid.cell(goal),
            goal_place: goal,
        }
    }

    /// Bytes of the memory that [`new_nodes`](StateSpace::new_nodes) makes.
    pub(crate) const fn node_bytes(&self) -> u64 {
        (self.grid.cell_bound() * size_of::<<M::Cost as PackedCost>::Word>()) as u64
    }

    /// The grid.
    pub(crate) const fn grid(&self) -> &'a Grid {
        self.grid
    }
}

impl<M: MoveSet> StateSpace for GridSpace<'_, M> {
    type State = Cell;
    type Cost = M::Cost;
    type Link = Action;
    type Nodes = DenseNodes<M::Cost>;

    fn new_nodes(&self) -> Self::Nodes {
        DenseNodes::new(self.grid.cell_bound(), self.grid.cells(), M::DEAREST)
    }

    fn start(&self) -> Cell {
        self.start
    }

    #[inline(always)]
    fn is_goal(&self, cell: Cell) -> bool {
        cell == self.goal
    }

    #[inline(always)]
    fn heuristic(&self, cell: Cell) -> M::Cost {
        let place = self.grid.place(cell);
        let rows = place.row.abs_diff(self.goal_place.row);
        let cols = place.col.abs_diff(self.goal_place.col);
        M::estimate(self.heuristic, rows, cols)
    }

    #[inline(always)]
    fn successors(&self, cell: Cell, visit: impl FnMut(Cell, Action, M::Cost)) -> u32 {
        successors_by_actions(self, cell, visit)
    }

    #[inline(always)]
    fn visit_successors(&self, cell: Cell, visitor: &mut impl Visitor<Self>) -> u32 {
        visit_by_actions(self, M::COUNT, cell, visitor)
    }

    #[inline(always)]
    fn previous(&self, cell: Cell, link: Action) -> Cell {
        cell.wrapping_add_signed(-self.offsets[link.0 as usize])
    }

    #[inline(always)]
    fn key(&self, cell: Cell) -> u64 {
        u64::from(cell)
    }
}

impl<M: MoveSet> ActionSpace for GridSpace<'_, M> {
    #[inline(always)]
    fn actions(&self, cell: Cell) -> Actions {
        Actions(u32::from(self.masks[cell as usize]))
    }

    #[inline(always)]
    fn apply(&self, cell: Cell, action: Action) -> (Cell, M::Cost) {
        let action = action.0 as usize & 7;
        let cost = M::UNIFORM.unwrap_or_else(|| self.costs[action]);
        (cell.wrapping_add_signed(self.offsets[action]), cost)
    }

    #[inline(always)]
    fn inverse(&self, action: Action) -> Action {
        self.inverse[action.0 as usize & 7]
    }

    fn reversed(&self) -> Self {
        Self { start: self.goal, goal: self.start, goal_place: self.grid.place(self.start), ..*self }
    }

    fn least_step(&self) -> M::Cost {
        M::CHEAPEST
    }
}
