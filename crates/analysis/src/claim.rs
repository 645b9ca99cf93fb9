//! Verdicts on claims, with the figures that decide them.

use searchlab_statistics::interval::Interval;

/// The verdict on a claim.
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
    /// The statistic and the condition in words: "geometric mean of evaluated, mtdf ÷ pvs, < 1".
    pub condition: String,
    /// Level, correction and method: "level 0.05, corrected over 9 claims (Holm); by Student's t of logarithms".
    pub method: String,
    /// The finding of a publication, in its words.
    pub published: Option<String>,
    /// The verdict.
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
    /// Sample size: independent units.
    pub units: usize,
    /// Trials, or pairs of them.
    pub count: usize,
    /// P, by itself, of data so much for the claim if it does not hold; of a refuted claim, so much against it if it does.
    pub p: Option<f64>,
    /// The same, corrected for the family.
    pub corrected: Option<f64>,
    /// The outcome of the test.
    pub shows: Shows,
    /// The power of the test.
    pub power: Option<Power>,
    /// Remarks, such as pairs that a limit ended.
    pub remark: Option<String>,
}

impl Figure {
    /// The values of `every`: "depth 6, instance a".
    pub fn case_words(&self) -> String {
        self.case.iter().map(|(field, value)| format!("{field} {value}")).collect::<Vec<_>>().join(", ")
    }
}

/// The outcome of the test of one figure.
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

/// The smallest effect that a sample shows with a power of 80 %, and the sample size for the effect that was found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Power {
    /// The number nearest to the threshold that it would have told from it.
    pub detectable: f64,
    /// Sample size at which the number that was found would be shown.
    pub needed: Option<u64>,
}
