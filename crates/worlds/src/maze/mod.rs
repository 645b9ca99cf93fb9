//! Mazes and grid maps: four moves of cost 1, or eight with diagonals of cost √2 and no corner cutting.

pub mod draw;
pub mod format;
pub mod generate;
pub mod grid;
pub mod heuristic;
pub mod jump;
pub mod moves;
pub mod octile;
mod puzzle;
pub mod scene;
pub mod space;
pub mod world;

pub use grid::{Cell, Grid, Place};
pub use heuristic::Heuristic;
pub use jump::{JumpMap, JumpSpace};
pub use moves::{Direction, Eight, Four, MoveSet, MoveTable};
pub use octile::Octile;
pub use space::GridSpace;
