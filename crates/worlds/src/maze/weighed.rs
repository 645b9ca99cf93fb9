//! A grid whose cells cost different amounts, or with several goals of which one is to be reached, as a state space.
//!
//! One space for four and for eight moves, with costs a + b√2 for both, so that the searches of plain mazes
//! ([`GridSpace`](super::GridSpace)) know nothing of terrain.
//!
//! The estimate is that of the plain maze times the least cost of a free cell, the least over the goals: each step costs
//! at least that much, so it stays admissible, and consistent.

use super::grid::{Cell, Grid, Place};
use super::heuristic::Heuristic;
use super::moves::{MoveSet, MoveTable};
use super::octile::Octile;
use super::terrain::Terrain;
use searchlab_search::path::space::{Visitor, successors_by_actions, visit_by_actions};
use searchlab_search::path::{Action, ActionSpace, Actions, DenseNodes, StateSpace};

/// The steps of a grid and their costs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Steps<'a> {
    pub(super) grid: &'a Grid,
    masks: &'a [u8],
    offsets: [i32; 8],
    /// The cost of each action into a cell of cost 1.
    bases: [Octile; 8],
    inverse: [Action; 8],
    is_eight: bool,
    /// By cell; `None` if all cost 1.
    costs: Option<&'a [u16]>,
    least: u16,
    dearest: u16,
    heuristic: Heuristic,
}

impl<'a> Steps<'a> {
    pub(super) fn new<M: MoveSet>(
        grid: &'a Grid,
        moves: &'a MoveTable<M>,
        terrain: Option<&'a Terrain>,
        heuristic: Heuristic,
    ) -> Self {
        let mut bases = [Octile::STRAIGHT; 8];
        for (base, direction) in bases.iter_mut().zip(moves.order()) {
            *base = if direction.is_diagonal() { Octile::DIAGONAL } else { Octile::STRAIGHT };
        }
        Self {
            grid,
            masks: &moves.masks,
            offsets: moves.offsets,
            bases,
            inverse: moves.inverse,
            is_eight: M::COUNT == 8,
            costs: terrain.map(Terrain::costs),
            least: terrain.map_or(1, Terrain::least),
            dearest: terrain.map_or(1, Terrain::dearest),
            heuristic,
        }
    }

    #[inline(always)]
    pub(super) fn actions(&self, cell: Cell) -> Actions {
        Actions(u32::from(self.masks[cell as usize]))
    }

    #[inline(always)]
    pub(super) fn target(&self, cell: Cell, action: Action) -> Cell {
        cell.wrapping_add_signed(self.offsets[action.0 as usize & 7])
    }

    #[inline(always)]
    pub(super) fn source(&self, cell: Cell, action: Action) -> Cell {
        cell.wrapping_add_signed(-self.offsets[action.0 as usize & 7])
    }

    /// The cost of an action that enters a cell.
    #[inline(always)]
    pub(super) fn cost(&self, action: Action, entered: Cell) -> Octile {
        self.bases[action.0 as usize & 7].times(self.costs.map_or(1, |costs| costs[entered as usize]))
    }

    #[inline(always)]
    pub(super) fn inverse(&self, action: Action) -> Action {
        self.inverse[action.0 as usize & 7]
    }

    /// A lower bound of the cost from one place to another.
    #[inline(always)]
    pub(super) fn estimate(&self, from: Place, to: Place) -> Octile {
        let (rows, cols) = (from.row.abs_diff(to.row), from.col.abs_diff(to.col));
        let estimate = if self.is_eight {
            self.heuristic.octile(rows, cols)
        } else {
            Octile::new(self.heuristic.steps(rows, cols), 0)
        };
        estimate.times(self.least)
    }

    pub(super) fn least_step(&self) -> Octile {
        Octile::STRAIGHT.times(self.least)
    }

    /// No step costs more, with four moves or eight, so that the two can share their memory.
    pub(super) fn dearest_step(&self) -> Octile {
        Octile::DIAGONAL.times(self.dearest)
    }
}

/// The way from a cell to the nearest of some goals over cells of different costs. A state is a cell.
#[derive(Debug, Clone)]
pub struct WeighedSpace<'a> {
    pub(super) steps: Steps<'a>,
    pub(super) start: Cell,
    pub(super) goals: Vec<(Cell, Place)>,
    /// True if the search goes from the goal to the start, so that a step costs as much as the cell that it leaves.
    is_reversed: bool,
}

impl<'a> WeighedSpace<'a> {
    /// From `start` to the nearest of `goals`, all inside of the grid; `moves` and `terrain` must have been made for it.
    pub fn new<M: MoveSet>(
        grid: &'a Grid,
        moves: &'a MoveTable<M>,
        terrain: Option<&'a Terrain>,
        heuristic: Heuristic,
        start: Place,
        goals: &[Place],
    ) -> Self {
        Self {
            steps: Steps::new(grid, moves, terrain, heuristic),
            start: grid.cell(start),
            goals: goals.iter().map(|&goal| (grid.cell(goal), goal)).collect(),
            is_reversed: false,
        }
    }

    /// Bytes of the memory that [`new_nodes`](StateSpace::new_nodes) makes.
    pub(crate) const fn node_bytes(&self) -> u64 {
        (self.steps.grid.cell_bound() * size_of::<u64>()) as u64
    }
}

impl StateSpace for WeighedSpace<'_> {
    type State = Cell;
    type Cost = Octile;
    type Link = Action;
    type Nodes = DenseNodes<Octile>;

    fn new_nodes(&self) -> Self::Nodes {
        DenseNodes::new(self.steps.grid.cell_bound(), self.steps.grid.cells(), self.steps.dearest_step())
    }

    fn start(&self) -> Cell {
        self.start
    }

    #[inline(always)]
    fn is_goal(&self, cell: Cell) -> bool {
        self.goals.iter().any(|goal| goal.0 == cell)
    }

    #[inline(always)]
    fn heuristic(&self, cell: Cell) -> Octile {
        let place = self.steps.grid.place(cell);
        let estimates = self.goals.iter().map(|goal| self.steps.estimate(place, goal.1));
        estimates.min().unwrap_or(Octile::new(0, 0))
    }

    #[inline(always)]
    fn successors(&self, cell: Cell, visit: impl FnMut(Cell, Action, Octile)) -> u32 {
        successors_by_actions(self, cell, visit)
    }

    #[inline(always)]
    fn visit_successors(&self, cell: Cell, visitor: &mut impl Visitor<Self>) -> u32 {
        visit_by_actions(self, 8, cell, visitor)
    }

    #[inline(always)]
    fn previous(&self, cell: Cell, link: Action) -> Cell {
        self.steps.source(cell, link)
    }

    #[inline(always)]
    fn key(&self, cell: Cell) -> u64 {
        u64::from(cell)
    }
}

impl ActionSpace for WeighedSpace<'_> {
    #[inline(always)]
    fn actions(&self, cell: Cell) -> Actions {
        self.steps.actions(cell)
    }

    #[inline(always)]
    fn apply(&self, cell: Cell, action: Action) -> (Cell, Octile) {
        let target = self.steps.target(cell, action);
        let entered = if self.is_reversed { cell } else { target };
        (target, self.steps.cost(action, entered))
    }

    /// The step back, which may cost more or less.
    #[inline(always)]
    fn inverse(&self, action: Action) -> Action {
        self.steps.inverse(action)
    }

    /// From the first goal to the start. Searches from both ends suppose that there is one goal.
    fn reversed(&self) -> Self {
        let grid = self.steps.grid;
        let start = self.goals.first().map_or(self.start, |goal| goal.0);
        let goals = vec![(self.start, grid.place(self.start))];
        Self { steps: self.steps, start, goals, is_reversed: !self.is_reversed }
    }

    fn least_step(&self) -> Octile {
        self.steps.least_step()
    }
}
