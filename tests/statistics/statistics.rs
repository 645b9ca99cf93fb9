//! Whether intervals and tests keep what they promise, by simulation: 10,000 samples from distributions whose true
//! values are known. An interval of 95 % must hold the truth in 94 to 96 % of them (standard deviation: 0.22 %).

use std::f64::consts::{LN_2, TAU};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use searchlab::statistics::bootstrap::Bootstrap;
use searchlab::statistics::growth::Growth;
use searchlab::statistics::holm::holm;
use searchlab::statistics::interval::Interval;
use searchlab::statistics::signed_rank::SignedRank;
use searchlab::statistics::undefined::Undefined;

const SAMPLES: u32 = 10_000;

/// Numbers of known distributions.
struct Chance {
    words: ChaCha8Rng,
}

impl Chance {
    fn new(seed: u8) -> Self {
        Self { words: ChaCha8Rng::from_seed([seed; 32]) }
    }

    /// Above 0 and below 1.
    fn uniform(&mut self) -> f64 {
        (f64::from(self.words.next_u32()) + 0.5) / f64::from(1u32 << 31) / 2.0
    }

    /// Mean and median 0, deviation 1 (Box, Muller 1958).
    fn normal(&mut self) -> f64 {
        (-2.0 * self.uniform().ln()).sqrt() * (TAU * self.uniform()).cos()
    }

    /// Mean 1, median ln 2.
    fn exponential(&mut self) -> f64 {
        -self.uniform().ln()
    }

    /// Mean 1/2: no tails at all.
    fn flat(&mut self) -> f64 {
        self.uniform()
    }

    /// Mean e^(1/8): skewed, as node counts are. Skewness 1.75, excess kurtosis 5.9.
    fn lognormal(&mut self) -> f64 {
        (0.5 * self.normal()).exp()
    }

    /// Two node counts: the instance decides most of both, the first is about 1.5 times the second.
    fn pair(&mut self) -> (f64, f64) {
        let size = (10.0 + 2.0 * self.normal()).exp();
        (size * 1.5 * (0.5 * self.normal()).exp(), size * (0.3 * self.exponential() - 0.3).exp())
    }

    fn many<T>(&mut self, count: usize, one: fn(&mut Self) -> T) -> Vec<T> {
        (0..count).map(|_| one(self)).collect()
    }
}

/// The per cent of the samples whose interval holds the truth. `resamples` are fewer than by default, for the time.
fn coverage(
    truth: f64,
    resamples: u32,
    mut interval: impl FnMut(&mut Chance, Bootstrap) -> Result<Interval, Undefined>,
) -> f64 {
    let mut chance = Chance::new(1);
    let covered = (0..SAMPLES).filter(|&sample| {
        let bootstrap = Bootstrap { seed: u64::from(sample), resamples, ..Bootstrap::default() };
        interval(&mut chance, bootstrap).unwrap().contains(truth)
    });
    covered.count() as f64 * 100.0 / f64::from(SAMPLES)
}

/// The rows that the documentation of `Bootstrap` shows, in per cent.
fn table(sizes: &[usize], resamples: u32) -> Vec<(usize, &'static str, f64)> {
    let mut rows = Vec::new();
    for &n in sizes {
        let mut row = |name, truth, interval: fn(&mut Chance, Bootstrap, usize) -> Result<Interval, Undefined>| {
            rows.push((n, name, coverage(truth, resamples, |chance, draw| interval(chance, draw, n))));
        };
        row("mean, normal", 0.0, |chance, draw, n| draw.mean(&chance.many(n, Chance::normal)));
        row("mean, exponential", 1.0, |chance, draw, n| draw.mean(&chance.many(n, Chance::exponential)));
        row("mean, uniform", 0.5, |chance, draw, n| draw.mean(&chance.many(n, Chance::flat)));
        row("mean, lognormal", 0.125f64.exp(), |chance, draw, n| draw.mean(&chance.many(n, Chance::lognormal)));
        row("median, normal", 0.0, |chance, draw, n| draw.median(&chance.many(n, Chance::normal)));
        row("median, exponential", LN_2, |chance, draw, n| draw.median(&chance.many(n, Chance::exponential)));
        row("ratio", 1.5, |chance, draw, n| draw.geometric_mean_of_ratios(&chance.many(n, Chance::pair)));
    }
    rows
}

#[test]
fn bootstrap_intervals_cover_as_stated() {
    // 50 values take a minute without optimisation.
    let sizes: &[usize] = if cfg!(debug_assertions) { &[20] } else { &[20, 30, 50] };
    for (n, name, covered) in table(sizes, 499) {
        assert!((94.0..=96.0).contains(&covered), "{name}, n = {n}: {covered:.2} %");
    }
}

#[test]
#[ignore = "minutes: makes the table in the documentation of Bootstrap"]
fn print_the_table_of_coverages() {
    for (n, name, covered) in table(&[5, 10, 20, 30, 50, 100], 1999) {
        println!("{name}, n = {n}: {covered:.1} %");
    }
}

/// Eight instances of different size, depths 3 to 8, nodes off the line by 30 %.
#[test]
fn the_interval_of_the_branching_factor_covers_as_stated() {
    let covered = coverage(2.7, 1, |chance, _| {
        let series: Vec<Vec<(u32, f64)>> = (0..8)
            .map(|_| {
                let root = 5.0 + 2.0 * chance.normal();
                let nodes = |depth: u32| (root + f64::from(depth) * 2.7f64.ln() + 0.3 * chance.normal()).exp();
                (3..=8).map(nodes).enumerate().map(|(index, nodes)| (index as u32 + 3, nodes)).collect()
            })
            .collect();
        Ok(Growth::of(&series, 0.95)?.interval.unwrap())
    });
    assert!((94.0..=96.0).contains(&covered), "{covered:.2} %");
}

/// Where neither side is favoured, P falls to 0.05 or below in at most 5 % of the samples, and in not much fewer: with
/// exact values, above the limit of them, and with ties and zeros.
#[test]
fn the_signed_rank_test_keeps_its_level() {
    for (n, step, least) in [(12, 0.0, 4.0), (30, 0.0, 4.4), (60, 0.0, 4.4), (30, 0.5, 4.2), (60, 0.5, 4.2)] {
        let mut chance = Chance::new(2);
        let rejected = (0..SAMPLES).filter(|_| {
            let values = chance.many(n, Chance::normal);
            let rounded = values.into_iter().map(|value| if step > 0.0 { (value / step).round() } else { value });
            let pairs: Vec<(f64, f64)> = rounded.map(|value| (value, 0.0)).collect();
            SignedRank::of_differences(&pairs).unwrap().two_sided <= 0.05
        });
        let rate = rejected.count() as f64 * 100.0 / f64::from(SAMPLES);
        assert!((least..=5.5).contains(&rate), "n = {n}, step {step}: {rate:.2} %");
    }
}

/// Five comparisons with one baseline, none of them real: any of them is taken for real in at most 5 % of the samples,
/// and in far more without the correction.
#[test]
fn holm_keeps_the_level_of_the_family() {
    let mut chance = Chance::new(3);
    let (mut corrected, mut plain) = (0, 0);
    for _ in 0..SAMPLES {
        let baseline = chance.many(15, Chance::exponential);
        let p_values: Vec<f64> = (0..5)
            .map(|_| {
                let pairs: Vec<(f64, f64)> = baseline.iter().map(|&value| (chance.exponential(), value)).collect();
                SignedRank::of_ratios(&pairs).unwrap().two_sided
            })
            .collect();
        plain += u32::from(p_values.iter().any(|&p| p <= 0.05));
        corrected += u32::from(holm(&p_values).unwrap().iter().any(|&p| p <= 0.05));
    }
    let [corrected, plain] = [corrected, plain].map(|count| f64::from(count) * 100.0 / f64::from(SAMPLES));
    assert!((2.5..=5.5).contains(&corrected) && plain > 12.0, "{corrected:.2} % and {plain:.2} %");
}
