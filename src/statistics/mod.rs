//! Numbers from numbers. Knows no record.
//!
//! | part | file |
//! |---|---|
//! | mean and spread of a sample | [`sample`] |
//! | median, quartiles | [`quantile`] |
//! | geometric means of ratios | [`ratio`] |
//! | intervals by drawing again | [`bootstrap`], [`interval`] |
//! | whether one of two is better | [`signed_rank`] |
//! | several tests at once | [`holm`] |
//! | how bushy a tree is, and how small it could be | [`tree`] |
//! | how fast nodes grow with depth | [`growth`] |
//! | values that are bounds only, since a limit ended the trial | [`censored`], [`survival`] |
//! | normal and t-distribution | [`normal`], [`student`] |
//! | ln, exp, atan, equal on every machine | [`elementary`] |
//! | why a number does not exist | [`undefined`] |
//!
//! All but [`sample`] and [`tree`] use no function whose last digit differs between systems, so what a report shows and
//! what a test decides is the same everywhere; in [`sample`] all is exact but for the order of the sum, which is that of the caller, and in
//! [`tree::minimal_leaves`] a power of the standard library may differ in the last place (it decides nothing).

pub mod bootstrap;
pub mod censored;
pub mod elementary;
pub mod growth;
pub mod holm;
pub mod interval;
pub mod normal;
pub mod quantile;
pub mod ratio;
pub mod sample;
pub mod signed_rank;
pub mod student;
pub mod survival;
pub mod tree;
pub mod undefined;
