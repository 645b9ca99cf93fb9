//! The cells that a search expanded or scanned in a maze, and its path, for pictures.

use super::Cell;

/// The expansions of a search, and the cells that it scanned.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Trail {
    /// The path as neighbouring cells, start and goal included; empty without one.
    pub path: Vec<Cell>,
    /// The expanded cells in the order of their first expansion.
    pub order: Vec<Cell>,
    /// Expansions of each cell: one layer for each iteration of a deepening search, one for all others.
    pub layers: Vec<Layer>,
    /// The cells that jump-point scanning looked at.
    pub scans: Option<Scans>,
}

/// The expansions of one iteration.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Layer {
    /// The cost limit of the iteration.
    pub threshold: Option<f64>,
    /// The expanded cells, and how often each was expanded.
    pub visits: Vec<(Cell, u32)>,
}

/// Cells looked at by jump-point scanning.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scans {
    /// Looks in all: the counter `scanned`.
    pub looks: u64,
    /// The cells looked at, each once.
    pub cells: Vec<Cell>,
}

impl Layer {
    /// Expansions of the iteration.
    pub(crate) fn expansions(&self) -> u64 {
        self.visits.iter().map(|visit| u64::from(visit.1)).sum()
    }
}

impl Trail {
    /// Different cells that were expanded.
    pub(super) fn cells(&self) -> u64 {
        self.order.len() as u64
    }

    /// Expansions in all: the counter `expanded`.
    pub(super) fn expansions(&self) -> u64 {
        let all: u64 = self.layers.iter().map(Layer::expansions).sum();
        all.max(self.cells())
    }

    /// True if a cell was expanded more than once.
    pub(super) fn has_repeats(&self) -> bool {
        self.expansions() > self.cells()
    }

    /// Expansions of each of the cells, in all iterations.
    pub(super) fn totals(&self, cells: usize) -> Vec<u32> {
        let mut totals = vec![0u32; cells];
        for &(cell, visits) in self.layers.iter().flat_map(|layer| &layer.visits) {
            let total = &mut totals[cell as usize];
            *total = total.saturating_add(visits);
        }
        totals
    }
}
