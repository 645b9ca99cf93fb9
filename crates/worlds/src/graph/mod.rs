//! Graphs given as they are: named nodes, edges with costs, and estimates of the cost to a goal.
//!
//! | part | file |
//! |---|---|
//! | nodes and edges, and the numbers of edges | [`network`] |
//! | graphs as text | [`format`](mod@format) |
//! | the way from a node to a node, as a state space, and its heuristics | [`space`] |
//! | the map of Romania from the textbook of Russell and Norvig | `ROMANIA` |

pub mod format;
pub mod network;
mod puzzle;
pub mod scene;
pub mod space;
#[cfg(test)]
mod tests;
pub mod world;

pub use network::{Edge, Graph};
pub use space::{GraphSpace, Heuristic};

/// The roads of Romania, with the straight-line distances to Bucharest: the example of Russell and Norvig.
pub(crate) const ROMANIA: &str = include_str!("romania.txt");
