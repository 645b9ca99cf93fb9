//! Players, and the games between them.
//!
//! | part | file |
//! |---|---|
//! | who plays, as a user types it: `mtdf:depth=8,evaluation=anchored` | [`spec`] |
//! | games of Othello, and who chooses the moves in them | [`othello`] |
//!
//! Not here: how a search is run and recorded ([`crate::run`]), the terminal at which a person plays (the command line).

pub mod othello;
pub mod spec;

pub use spec::{AlgorithmSpec, PlayerSpec};
