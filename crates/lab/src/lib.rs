//! Many trials: experiments, their records on the disk, and matches between players; games and searches on the screen of
//! a terminal.

pub mod assignment;
pub mod experiment;
pub mod play;
pub mod quiz;
pub mod solver;
mod temporary;
mod terminal;
mod theme;
pub mod watch;
