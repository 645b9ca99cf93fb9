//! From trials to records, and the records on the disk.
//!
//! [`run`] is the one way to run a trial, for single commands and for experiments alike. [`store`] keeps the records
//! in a directory, under a [`lock`], beside a [`manifest`] that says where they come from. [`reader`] reads them in
//! order and [`index`] by trial; [`merge`] brings directories together, and [`diff`] sets two side by side.

pub mod diff;
mod failure;
pub mod index;
pub mod lock;
pub mod machine;
pub mod manifest;
pub mod merge;
pub mod reader;
pub mod revision;
pub mod run;
pub mod store;
