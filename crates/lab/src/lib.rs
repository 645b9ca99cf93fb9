//! Many trials: experiments, their records on the disk, and matches between players; games and searches on the screen of
//! a terminal.

pub mod assignment;
pub mod experiment;
pub mod play;
pub mod quiz;
pub mod solver;
#[cfg_attr(target_family = "wasm", path = "no_temporary.rs")]
mod temporary;
#[cfg(not(target_family = "wasm"))]
mod terminal;
#[cfg(not(target_family = "wasm"))]
mod theme;
pub mod watch;
