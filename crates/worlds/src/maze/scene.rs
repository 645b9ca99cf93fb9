//! A maze as the scene of a trace.

use serde_json::{Value, json};

use super::{Cell, Grid, Place};
use crate::trace::Scene;

/// A maze with start and goal.
#[derive(Debug, Clone)]
pub struct MazeScene {
    grid: Grid,
    start: Place,
    goal: Place,
}

impl MazeScene {
    /// A search for a path from a free cell to another.
    pub const fn new(grid: Grid, start: Place, goal: Place) -> Self {
        Self { grid, start, goal }
    }
}

impl Scene for MazeScene {
    fn is_game(&self) -> bool {
        false
    }

    fn shape(&self) -> Value {
        let letter = |row, col| if self.grid.is_free_at(Place { row, col }) { '.' } else { '#' };
        let line = |row| (0..self.grid.cols()).map(|col| letter(row, col)).collect::<String>();
        let cells: Vec<String> = (0..self.grid.rows()).map(line).collect();
        let [start, goal] = [self.start, self.goal].map(|place| [place.row, place.col]);
        json!({
            "shape": "grid", "rows": self.grid.rows(), "cols": self.grid.cols(), "cells": cells,
            "start": start, "goal": goal,
        })
    }

    fn state(&self, code: u128) -> Value {
        let place = self.grid.place(code as Cell);
        json!([place.row, place.col])
    }
}
