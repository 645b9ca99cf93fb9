//! What became of a claim.

use crate::statistics::interval::Interval;

/// Whether a claim holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The records show that it does.
    Held,
    /// The records show that it does not.
    Refuted,
    /// The records show neither, for this reason.
    Undecided(String),
    /// There is nothing to be compared, for this reason.
    NotTested(String),
}

impl Verdict {
    /// "held", "refuted", "undecided" or "not tested".
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::Refuted => "refuted",
            Self::Undecided(_) => "undecided",
            Self::NotTested(_) => "not tested",
        }
    }

    /// Why nothing was decided.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::Undecided(reason) | Self::NotTested(reason) => Some(reason),
            Self::Held | Self::Refuted => None,
        }
    }
}

/// A claim with the figures that decide it.
#[derive(Debug, Clone, PartialEq)]
pub struct ClaimResult {
    /// The claim in a sentence.
    pub says: String,
    /// What was computed and what had to hold, in words: "geometric mean of evaluated, mtdf ÷ pvs, < 1".
    pub condition: String,
    /// How it was decided: "level 0.05, corrected over 9 claims (Holm); by Student's t of logarithms".
    pub method: String,
    /// What a publication found, in its words.
    pub published: Option<String>,
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
    /// The interval that decides: each end is the one-sided bound at the level that the correction leaves. An end that
    /// the sample cannot give is infinite.
    pub interval: Option<Interval>,
    /// The probability with which the interval holds the true number.
    pub confidence: f64,
    /// How many independent units it is of.
    pub units: usize,
    /// How many trials or pairs.
    pub count: usize,
    /// P, by itself, of data so much for the claim if it does not hold; of a refuted claim, so much against it if it does.
    pub p: Option<f64>,
    /// The same, corrected for the family.
    pub corrected: Option<f64>,
    /// What the figure shows.
    pub shows: Shows,
    /// What the sample could have shown.
    pub power: Option<Power>,
    /// What must be known of it, such as pairs that a limit ended.
    pub remark: Option<String>,
}

impl Figure {
    /// The values of `every`: "depth 6, world othello".
    pub fn case_words(&self) -> String {
        self.case.iter().map(|(field, value)| format!("{field} {value}")).collect::<Vec<_>>().join(", ")
    }
}

/// What a figure shows of what is asked of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shows {
    /// That it holds.
    Claim,
    /// That it does not.
    Opposite,
    /// Neither.
    Neither,
    /// Nothing: there is nothing to compare.
    Nothing,
}

impl Shows {
    /// "yes", "no", "open" or "–", in answer to "holds?".
    pub const fn word(self) -> &'static str {
        match self {
            Self::Claim => "yes",
            Self::Opposite => "no",
            Self::Neither => "open",
            Self::Nothing => "–",
        }
    }
}

/// What a sample could have shown with a probability of 80 %.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Power {
    /// The number nearest to the threshold that it would have told from it.
    pub detectable: f64,
    /// How many units it would take for the number that was found.
    pub needed: Option<u64>,
}
