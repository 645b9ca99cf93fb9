//! The learned evaluation: patterns of discs whose worth was found from positions of known scores.
//!
//! | part | file |
//! |---|---|
//! | the patterns | patterns.rs |
//! | the indices of a position, kept from move to move | [`indices`] |
//! | the weights of the patterns | [`weights`] |
//! | weights as a file | [`mod@file`] |
//! | the contribution of each of them to a value | [`mod@explain`] |
//! | how the weights are found | [`fit`] |
//! | how their factors are | [`factors`] |
//! | forecasts of deep searches from shallow ones, for ProbCut | [`forecasts`] |
//! | Othello for searches with this evaluation | [`game`] |

pub mod explain;
pub mod factors;
pub mod file;
pub mod fit;
pub mod forecasts;
pub mod game;
pub mod indices;
mod patterns;
mod shipped;
#[cfg(test)]
mod tests;
pub mod weights;

pub use shipped::shipped;

pub use weights::Weights;

/// The name as users type it, where an evaluation is asked for.
pub const LEARNED: &str = "learned";
