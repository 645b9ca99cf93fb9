//! What became of a claim.

use crate::statistics::interval::Interval;

/// Whether a claim holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It holds.
    Held,
    /// It does not.
    Refuted,
    /// The records cannot tell, for this reason.
    Undecided(String),
}

/// A claim with the figures that decide it.
#[derive(Debug, Clone, PartialEq)]
pub struct ClaimResult {
    /// The claim in a sentence.
    pub says: String,
    /// What was computed and what had to hold, in words: "geometric mean of evaluated, mtdf ÷ pvs, < 1, P < 0.05".
    pub condition: String,
    /// Whether it holds.
    pub verdict: Verdict,
    /// The figures: one for each value of `every`.
    pub figures: Vec<Figure>,
}

/// A number that decides a claim.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// Field and value of each part of `every`.
    pub case: Vec<(String, String)>,
    /// The number; `None` if there is none, for the reason in `remark`.
    pub value: Option<f64>,
    /// Its 95 % interval.
    pub interval: Option<Interval>,
    /// How many trials or pairs it is of.
    pub count: usize,
    /// P of the test, corrected for all figures of the claim.
    pub p: Option<f64>,
    /// Whether all holds that was asked of it.
    pub holds: bool,
    /// What must be known of it, such as pairs that a limit ended.
    pub remark: Option<String>,
}
