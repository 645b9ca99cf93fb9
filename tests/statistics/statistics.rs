//! Whether the correction for many tests keeps its promise, by simulation. Intervals and verdicts:
//! `analysis::simulation` and `searchlab simulate`.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use searchlab::statistics::confidence::Confidence;
use searchlab::statistics::holm::holm;

const SAMPLES: u32 = 10_000;

/// Five comparisons with one baseline, none of them real: any of them is taken for real in at most 5 % of the samples,
/// and in far more without the correction.
#[test]
fn holm_keeps_the_level_of_the_family() {
    let mut words = ChaCha8Rng::from_seed([3; 32]);
    let mut exponential = || -((f64::from(words.next_u32()) + 0.5) / f64::from(1u32 << 31) / 2.0).ln();
    let (mut corrected, mut plain) = (0, 0);
    for _ in 0..SAMPLES {
        let baseline: Vec<f64> = (0..15).map(|_| exponential().ln()).collect();
        let p_values: Vec<f64> = (0..5)
            .map(|_| {
                let ratios: Vec<f64> = baseline.iter().map(|value| exponential().ln() - value).collect();
                let ratio = Confidence::of_geometric_mean(&ratios).unwrap();
                (2.0 * ratio.p_above(1.0).min(ratio.p_below(1.0))).min(1.0)
            })
            .collect();
        plain += u32::from(p_values.iter().any(|&p| p <= 0.05));
        corrected += u32::from(holm(&p_values).unwrap().iter().any(|&p| p <= 0.05));
    }
    let [corrected, plain] = [corrected, plain].map(|count| f64::from(count) * 100.0 / f64::from(SAMPLES));
    assert!((2.0..=5.5).contains(&corrected) && plain > 11.0, "{corrected:.2} % and {plain:.2} %");
}
