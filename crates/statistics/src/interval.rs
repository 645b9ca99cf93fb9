//! A confidence interval.
//!
//! Not here    Where its ends come from: confidence bounds (confidence.rs), a fitted line (growth.rs).

/// A range that covers the true value with a stated probability.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The lower end, in the unit of the statistic.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// True if the value lies between the ends or on one.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}
