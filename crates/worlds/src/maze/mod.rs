//! Mazes and grid maps: four moves of cost 1, or eight with diagonals of cost √2 and no corner cutting; both times the cost
//! of the cell that is entered, where cells differ.

pub mod changing;
pub mod draw;
pub mod format;
pub mod generate;
pub mod goals;
pub mod grid;
pub mod heuristic;
pub mod jump;
pub mod moves;
pub mod octile;
mod puzzle;
pub mod scene;
pub mod sight;
pub mod space;
pub mod terrain;
pub mod tour;
pub mod weighed;
pub mod world;

pub use goals::{GoalKind, Goals};
pub use grid::{Cell, Grid, Place};
pub use heuristic::Heuristic;
pub use jump::{JumpMap, JumpSpace};
pub use moves::{Direction, Eight, Four, MoveSet, MoveTable};
pub use octile::Octile;
pub use sight::SightSpace;
pub use space::GridSpace;
pub use terrain::Terrain;
pub use tour::TourSpace;
pub use weighed::WeighedSpace;
