//! Many trials: experiments, their records on the disk, and matches between players.

pub mod experiment;
pub mod play;
