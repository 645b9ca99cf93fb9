//! Mean and spread of a sample.

/// Count, mean and spread of a sample of measurements.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Sample {
    /// Number of measurements.
    pub count: usize,
    /// Arithmetic mean.
    pub mean: f64,
    /// Standard deviation with n - 1; 0 for fewer than two measurements.
    pub deviation: f64,
    /// The least.
    pub least: f64,
    /// The greatest.
    pub greatest: f64,
}

impl Sample {
    /// Of these measurements; `None` of none.
    pub fn of(values: &[f64]) -> Option<Self> {
        let count = values.len();
        let least = values.iter().copied().reduce(f64::min)?;
        let greatest = values.iter().copied().reduce(f64::max)?;
        let mean = values.iter().sum::<f64>() / count as f64;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let deviation = if count < 2 { 0.0 } else { (squares / (count - 1) as f64).sqrt() };
        Some(Self { count, mean, deviation, least, greatest })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_deviation() {
        assert_eq!(Sample::of(&[]), None);
        let sample = Sample::of(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]).unwrap();
        assert_eq!((sample.count, sample.mean, sample.least, sample.greatest), (8, 5.0, 2.0, 9.0));
        assert!((sample.deviation - (32.0f64 / 7.0).sqrt()).abs() < 1e-12);
        assert!(Sample::of(&[3.0]).unwrap().deviation.abs() < f64::EPSILON);
    }
}
