//! From trials to records.
//!
//! [`run`] is the one way to run a trial, for single commands, for players and for experiments alike. It stands in a
//! layer of its own below the players, who search too.

pub use crate::run;
