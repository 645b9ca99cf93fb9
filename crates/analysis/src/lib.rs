//! Records to numbers: what tables, charts and claims ask for, and what the records answer.
//!
//! | part | file |
//! |---|---|
//! | what can be asked of a record, by name | [`field`] |
//! | what tables, charts and claims ask | [`request`] |
//! | many records, column by column | [`frame`] |
//! | games, as each of their players sees them | [`seat`] |
//! | which records are meant | [`select`] |
//! | what is swept, and which trials are pairs | [`axes`] |
//! | repeats gathered into tasks | [`tasks`] |
//! | one number of many, with its interval and its limits | [`estimate`], in tables [`summary`] |
//! | how strong players of games are | [`ratings`] |
//! | tables | [`table`], made by `tabulate.rs` |
//! | claims | [`claim`], what they ask [`demand`], decided by `judge.rs` |
//! | whether intervals and verdicts keep their promise | [`simulation`] |
//! | limits, errors, disagreements | [`problems`], found by `agreement.rs` |
//! | how far times can be trusted | [`noise`] |
//!
//! Not here: how it looks (report), how records come about (experiment), the statistics themselves (statistics).

mod agreement;
pub mod axes;
pub mod claim;
pub mod demand;
pub mod estimate;
pub mod field;
pub mod frame;
mod judge;
pub mod noise;
pub mod problems;
pub mod ratings;
pub mod request;
pub mod seat;
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
