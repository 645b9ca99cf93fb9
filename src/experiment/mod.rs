//! From trials to records.
//!
//! [`run`] is the one way to run a trial, for single commands and for experiments alike.

pub mod run;
