//! Positions and games as text. Each reader reports errors with their places; a file of many positions is read to its
//! end, so that all its errors are shown at once.
//!
//! | form | file |
//! |---|---|
//! | cells: `h8`, rows from the bottom | `notation.rs` |
//! | move lists: `h8i9j10` | `moves.rs` |
//! | boards of `.`, `X` and `O` | `picture.rs` |
//! | files of openings: pos (rows from the top) and offset | `openings.rs` |
//! | problems with a known win: a table with tabs | `problems.rs` |
//! | SGF, games and positions of many programs | `sgf.rs`, `sgf_tree.rs` |
//! | psq, games of Piskvork | `psq.rs` |
//! | any of these, and `initial` | `given.rs` |
//!
//! Rules of all readers: a stone lies on the board and on no other, black begins, sides alternate, nothing follows the
//! five that ends a game. Positions that were set up are put in such an order.
//!
//! Not here: reading of files ([`searchlab_trial::diagnostic`]), drawings ([`draw`](super::draw)).

mod given;
mod moves;
mod notation;
mod openings;
mod picture;
mod placing;
mod problems;
mod psq;
mod sgf;
mod sgf_tree;
#[cfg(test)]
mod tests;

pub use given::{Given, Kind, read_position, read_positions, read_positions_as};
pub use moves::{read_moves, write_moves};
pub use notation::{NotationError, name, parse};
pub use openings::{read_offset, read_pos, write_offset, write_pos};
pub(super) use picture::sign;
pub use picture::{read_picture, write_picture};
pub use problems::{Problem, read_problems, write_problems};
pub use psq::{read_psq, write_psq};
pub use sgf::{read_sgf, write_sgf};
