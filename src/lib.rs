//! searchlab: a laboratory for AI search.
//!
//! A trial goes in, a record comes out, a report reads the records.

pub mod catalog;
pub mod cli;
pub mod diagnostic;
pub mod experiment;
pub mod font;
pub mod record;
pub mod report;
pub mod search;
pub mod text;
pub mod worlds;
