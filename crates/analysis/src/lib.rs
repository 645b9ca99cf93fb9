//! From records to numbers: the requests of tables, charts and claims, and the answers from the records.
//!
//! | part | file |
//! |---|---|
//! | fields of a record, by name | [`field`] |
//! | requests of tables, charts and claims | [`request`] |
//! | many records, column by column | [`frame`] |
//! | games, as each of their players sees them | `seat.rs` |
//! | selection of records | [`select`] |
//! | axes of an experiment, and pairs of trials | [`axes`] |
//! | repeats gathered into tasks | [`tasks`] |
//! | one number of many, with its interval and its limits | [`estimate`], in tables [`summary`] |
//! | Elo ratings of players of games | [`ratings`] |
//! | tables | [`table`], made by `tabulate.rs` |
//! | claims | [`claim`], their conditions [`demand`], decided by `claims.rs` |
//! | coverage of intervals and error rates of verdicts | [`simulation`] |
//! | limits, errors, disagreements | [`problems`], found by `consistency.rs` |
//! | noise in times | [`noise`] |
//!
//! Not here: how it looks (report), how records come about (experiment), the statistics themselves (statistics).

pub mod axes;
pub mod claim;
mod claims;
mod consistency;
pub mod demand;
pub mod estimate;
pub mod field;
pub mod frame;
pub mod noise;
pub mod problems;
pub mod ratings;
pub mod request;
mod seat;
pub mod select;
pub mod simulation;
pub mod summary;
pub mod table;
mod tabulate;
pub mod tasks;
#[cfg(test)]
pub(crate) mod testing;

#[cfg(test)]
#[path = "../../../tests/search/long.rs"]
mod long;
