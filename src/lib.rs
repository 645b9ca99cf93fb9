//! searchlab: a laboratory for AI search.
//!
//! A trial goes in, a record comes out, a report reads the records.

pub mod font;
pub mod search;
pub mod worlds;
