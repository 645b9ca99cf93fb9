//! Many trials, and their records on the disk.
//!
//! [`spec`] reads the experiment file, [`instances`] what it names, [`plan`] lists the trials, [`run`](mod@run) runs
//! them on the [`trial_runner`], by the one way to run a trial ([`searchlab_worlds::run`]).
//!
//! [`store`] keeps the records in a directory, under a [`lock`], beside a [`manifest`] that says where they come from:
//! of which [`program`], on which [`machine`]. [`packed`] compresses them for keeping.
//! [`reader`] reads them in order and [`index`] by trial; [`merge`] brings directories together, and [`diff`] sets two
//! side by side; a [`shard`] is a part for one of many machines, and [`standing`] says how far its parts are. Games may
//! be ended by a [`sequential`] test, and become files for other programs ([`games`]).

mod check;
pub mod diff;
pub mod directory;
mod domains;
pub mod estimate;
pub mod failure;
pub mod games;
pub mod index;
pub mod instances;
mod lease;
pub mod lock;
pub mod machine;
pub mod manifest;
pub mod merge;
pub mod packed;
pub mod plan;
pub mod program;
pub mod reader;
pub mod revision;
pub mod run;
pub mod seeds;
pub mod sequential;
pub mod shard;
pub mod spec;
pub mod standing;
pub mod store;
pub mod trial_runner;
