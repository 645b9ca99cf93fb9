//! Random obstacles.
//!
//! Idea        Each cell is blocked with the same probability, independently.
//! Source      Site percolation; the common benchmark of grid path finding (Sturtevant, IEEE Transactions on
//!             Computational Intelligence and AI in Games 4(2), 2012).
//! Guarantees  Start and goal are in the largest connected part. With four moves one part spans the grid up to a
//!             density of about 0.407; above, all parts are small.
//! Cost        Linear time, and the sweeps for start and goal.

use super::ends::with_far_ends;
use super::{AlgorithmInfo, GenerateError, Generated, Order, Setting, Shape};
use crate::maze::{Grid, Place};

pub(super) const ABOUT: AlgorithmInfo = AlgorithmInfo {
    name: "obstacles",
    summary: "single blocked cells at random, without a border",
    source: "N. R. Sturtevant, IEEE Trans. Computational Intelligence and AI in Games 4(2):144-148, 2012",
    shape: Shape::Open,
    density: Some(Setting::share("the share of blocked cells", 250)),
    side: None,
    least: 1,
};

pub(super) fn generate(order: &Order) -> Result<Generated, GenerateError> {
    let mut stream = order.stream();
    let mut grid = Grid::blocked(order.rows, order.cols);
    for row in 0..order.rows {
        for col in 0..order.cols {
            if !stream.chance(order.density) {
                grid.set_free(Place { row, col }, true);
            }
        }
    }
    with_far_ends(grid, order.kind)
}
