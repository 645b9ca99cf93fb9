//! Many trials, and their records on the disk.
//!
//! [`store`] keeps the records in a directory, under a [`lock`], beside a [`manifest`] that says where they come from.
//! [`reader`] reads them in order and [`index`] by trial; [`merge`] brings directories together, and [`diff`] sets two
//! side by side. Not here: how a trial is run ([`crate::run`]).

pub mod diff;
mod failure;
pub mod index;
pub mod lock;
pub mod machine;
pub mod manifest;
pub mod merge;
pub mod reader;
pub mod revision;
pub mod store;
