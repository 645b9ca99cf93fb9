//! Whether statistics keep what they promise, by simulation.

mod ratings;
mod statistics;
