//! Numbers from numbers. Knows no record.
//!
//! | part | file |
//! |---|---|
//! | mean and spread of a sample | [`sample`] |
//! | median, quartiles | [`quantile`] |
//! | geometric means of ratios | [`ratio`] |
//! | intervals, and the tests that they are the inverse of | [`confidence`], [`interval`] |
//! | proportions: exact bounds | [`binomial`] |
//! | several tests at once | [`holm`] |
//! | how bushy a tree is, and how small it could be | [`tree`] |
//! | how fast nodes grow with depth | [`growth`] |
//! | values that are bounds only, since a limit ended the trial | [`censored`], [`survival`] |
//! | how much stronger one of two players is, in Elo | [`elo`] |
//! | ratings of many players | [`bradley_terry`] |
//! | when a match is decided | [`sprt`] |
//! | normal and t-distribution | [`normal`], [`student`] |
//! | ln, exp, atan, equal on every machine | [`elementary`] |
//! | why a number does not exist | [`undefined`] |
//!
//! All but [`tree::minimal_leaves`] use only + - × ÷ √ and a fixed stream of random numbers, so that every digit they
//! give, and every decision that hangs on it, is the same on every machine. In that one the power is of the standard
//! library and may differ in the last place between systems; it decides nothing. The sums of [`sample`],
//! [`growth`] and the means of [`censored`] follow the order of the caller: let it be that of the plan, not of arrival.

#![allow(clippy::float_cmp, reason = "ties are equal values, and what is exact is tested as such")]

pub mod binomial;
pub mod bradley_terry;
pub mod censored;
mod cholesky;
pub mod confidence;
pub mod elementary;
pub mod elo;
pub mod growth;
pub mod holm;
pub mod interval;
mod likeliest;
pub mod normal;
pub mod quantile;
pub mod ratio;
pub mod sample;
pub mod sprt;
pub mod student;
pub mod survival;
pub mod tree;
pub mod undefined;
