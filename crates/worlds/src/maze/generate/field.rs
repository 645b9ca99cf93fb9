//! An open field: every cell is free, start and goal are opposite corners.
//!
//! Source      None is needed. It shows tie-breaking at its purest: all cells have the same f under Manhattan.

use super::{AlgorithmInfo, Generated, Order, Shape};
use crate::maze::{Grid, Place};

pub(super) const ABOUT: AlgorithmInfo = AlgorithmInfo {
    name: "field",
    summary: "no walls at all, from corner to corner",
    source: "the empty map, where tie-breaking alone decides",
    shape: Shape::Open,
    density: None,
    side: None,
    least: 1,
};

pub(super) fn generate(order: &Order) -> Generated {
    let mut grid = Grid::blocked(order.rows, order.cols);
    for place in grid.places() {
        grid.set_free(place, true);
    }
    let goal = Place { row: order.rows - 1, col: order.cols - 1 };
    Generated { grid, start: Place { row: 0, col: 0 }, goal }
}
