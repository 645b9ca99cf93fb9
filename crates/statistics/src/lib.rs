//! Statistics on plain numbers. Knows no record.
//!
//! | part | file |
//! |---|---|
//! | mean and spread of a sample | [`sample`] |
//! | median, quartiles | [`quantile`] |
//! | geometric means of ratios | [`ratio`] |
//! | confidence intervals, and the tests that they are the inverse of | [`confidence`], [`interval`] |
//! | proportions: exact confidence bounds | [`binomial`] |
//! | several tests at once (Holm) | [`holm`] |
//! | effective branching factor, minimal tree | [`tree`] |
//! | growth of nodes with depth | [`growth`] |
//! | censored values, bounds at which a limit ended the trial; Kaplan-Meier | [`censored`], [`survival`] |
//! | the Elo difference of two players | [`elo`] |
//! | ratings of many players, by maximum likelihood | [`bradley_terry`] |
//! | sequential probability ratio test of a match | [`sprt`] |
//! | normal and t-distribution | [`normal`], [`student`] |
//! | ln, exp, atan, equal on every machine | [`deterministic_math`] |
//! | errors: statistics that are undefined | [`undefined`] |
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
mod constrained_mle;
pub mod deterministic_math;
pub mod elo;
pub mod growth;
pub mod holm;
pub mod interval;
pub mod normal;
pub mod quantile;
pub mod ratio;
pub mod sample;
pub mod sprt;
pub mod student;
pub mod survival;
pub mod tree;
pub mod undefined;
