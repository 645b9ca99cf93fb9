//! A maze as the scene of a trace.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{Cell, Goals, Grid, Place, Terrain};
use crate::trace::Scene;

/// A maze with start and goal.
#[derive(Debug, Clone)]
pub struct MazeScene {
    grid: Grid,
    start: Place,
    goal: Place,
    terrain: Option<Arc<Terrain>>,
    goals: Vec<Place>,
}

impl MazeScene {
    /// A search for a path from a free cell to another.
    pub const fn new(grid: Grid, start: Place, goal: Place) -> Self {
        Self { grid, start, goal, terrain: None, goals: Vec::new() }
    }

    /// With the costs of the cells.
    #[must_use]
    pub(crate) fn with_terrain(self, terrain: Option<Arc<Terrain>>) -> Self {
        Self { terrain, ..self }
    }

    /// With several goals.
    #[must_use]
    pub(crate) fn with_goals(self, goals: Option<&Goals>) -> Self {
        Self { goals: goals.map(|goals| goals.places.clone()).unwrap_or_default(), ..self }
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
        let mut shape = json!({
            "shape": "grid", "rows": self.grid.rows(), "cols": self.grid.cols(), "cells": cells,
            "start": start, "goal": goal,
        });
        if let Some(terrain) = &self.terrain {
            shape["costs"] = json!(terrain.rows(&self.grid));
        }
        if !self.goals.is_empty() {
            shape["goals"] = self.goals.iter().map(|goal| json!([goal.row, goal.col])).collect();
        }
        shape
    }

    fn state(&self, code: u128) -> Value {
        // The goals that are left stand above the cell.
        let place = self.grid.place(code as Cell);
        json!([place.row, place.col])
    }
}
