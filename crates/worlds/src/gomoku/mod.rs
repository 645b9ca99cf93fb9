//! Gomoku, five in a row: two players put stones on a board by turns; who first has five in a line wins.
//!
//! | part | file |
//! |---|---|
//! | cells, rules of the variants, positions, five in a line | [`board`] |
//! | forbidden moves of renju | [`renju`] |
//! | the shapes that stones could make of each empty cell, kept up move by move | [`patterns`] |
//! | Gomoku as a game for search | [`game`] |
//! | the static evaluation | [`evaluation`] |
//! | an evaluation that is learned from games | [`learned`] |
//! | the engine: the search that plays | [`engine`] |
//! | wins by force: VCF, VCT, proof-number search, lambda search | [`solver`] |
//! | turned and mirrored boards | [`symmetry`] |
//! | pictures of positions | [`draw`] |
//! | random games and positions | [`playout`] |
//! | move lists, openings, problems, pictures, SGF, psq | [`format`](mod@format) |

pub mod board;
pub mod draw;
pub mod engine;
pub mod evaluation;
pub mod format;
pub mod game;
pub mod gomocup;
pub mod learned;
pub mod openings;
pub mod patterns;
pub mod play;
pub mod playout;
pub mod renju;
pub mod solver;
pub mod symmetry;
pub mod world;

pub use super::side::Side;
pub use board::{Point, Position, Rule, Setting};
pub use evaluation::Evaluation;
pub use game::{Candidates, Gomoku};
pub use renju::legal_points;
