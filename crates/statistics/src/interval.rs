//! An interval of confidence.
//!
//! Not here    Where its ends come from: bounds of confidence (confidence.rs), a fitted line (growth.rs).

/// What covers the true value with a stated probability.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The lower end, in the unit of the statistic.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Whether the value lies between the ends or on one.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}
