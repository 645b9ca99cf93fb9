//! Fits factors of patterns to positions whose scores are known, of a group of stages.
//!
//! Idea        The weights of each stage are there already; small factors at random join them, and a position after the
//!             other moves both against the gradient of its squared error, each number with a step of its own, the smaller
//!             the more it was moved. What a position does not use is not moved, and factors of rare entries stay 0.
//! Source      Rendle, "Factorization Machines" (2010); Duchi, Hazan, Singer, "Adaptive Subgradient Methods for Online
//!             Learning and Stochastic Optimization" (2011).
//! Guarantees  The same on every machine: one thread, one order.

use super::fit::{Errors, Fit, Sample, Unknowns, errors, rounded};
use super::patterns::{BLOCK_OF, Entry, PLACES, entries};
use super::weights::{FACTOR, FACTORED_BLOCKS, FACTORS, MOST_FACTOR, SIGNS, Stage, TOGETHER};

/// How far a factor moves at first, and how much less a weight does in proportion to its own.
const FACTOR_STEP: f32 = 0.01;
const WEIGHT_STEP: f32 = 0.02;
/// The least share of these steps, at the end.
const LEAST_STEP: f32 = 0.05;
/// Pulls factors to 0.
const PULL: f32 = 0.01;
/// The largest factor at the beginning: below half a unit, so that what is never moved is 0 in the end.
const BEGIN: f32 = 0.03;
/// An error counts for no more discs.
const MOST_ERROR: f32 = 30.0;
/// Discs of error of a gradient of 1.
const ERROR_SCALE: f32 = 0.1;

/// A fit of the factors of [`TOGETHER`] stages, pass by pass.
pub(crate) struct FactorFit<'a> {
    samples: [&'a [Sample]; TOGETHER],
    unknowns: Unknowns,
    entries: Vec<Entry>,
    /// The weights of each stage, and sums of the squares of their gradients.
    weights: [Vec<f32>; TOGETHER],
    weight_squares: [Vec<f32>; TOGETHER],
    factors: Vec<[f32; FACTORS]>,
    factor_squares: Vec<[f32; FACTORS]>,
    /// Every sample as its stage and its place there, in the order of the next pass.
    order: Vec<(u8, u32)>,
}

impl<'a> FactorFit<'a> {
    /// Begins with the weights of fits and factors at random; `word` gives random bits.
    pub(crate) fn new(fits: [Fit<'a>; TOGETHER], mut word: impl FnMut() -> u64) -> Self {
        let unknowns = Unknowns::new();
        let samples = std::array::from_fn(|stage| fits[stage].samples());
        let entries = entries();
        let mut begin = |entry: &Entry| {
            let any = std::array::from_fn(|_| ((word() >> 40) as f32 / (1u64 << 23) as f32 - 1.0) * BEGIN);
            if entry.has_factors { any } else { [0.0; FACTORS] }
        };
        Self {
            samples,
            weights: fits.map(Fit::into_weights),
            weight_squares: [const { Vec::new() }; TOGETHER].map(|_: Vec<f32>| vec![1.0; unknowns.count]),
            factors: entries.iter().map(&mut begin).collect(),
            factor_squares: vec![[1e-6; FACTORS]; unknowns.count],
            order: (0..TOGETHER)
                .flat_map(|stage| (0..samples[stage].len()).map(move |at| (stage as u8, at as u32)))
                .collect(),
            unknowns,
            entries,
        }
    }

    /// A pass over all samples with this share of the first steps; `shuffle` brings them into a new order.
    pub(crate) fn pass(&mut self, share: f32, shuffle: impl FnOnce(&mut [(u8, u32)])) {
        shuffle(&mut self.order);
        let rate = share.max(LEAST_STEP);
        let order = std::mem::take(&mut self.order);
        for &(stage, at) in &order {
            self.learn(stage.into(), at as usize, rate);
        }
        self.order = order;
    }

    fn learn(&mut self, stage: usize, at: usize, rate: f32) {
        let sample = &self.samples[stage][at];
        let (used, sums) = self.used(sample);
        let error = value(&self.weights[stage], &used, &sums) - sample.score;
        let gradient = (error * sample.share).clamp(-MOST_ERROR, MOST_ERROR) * ERROR_SCALE;
        let (weights, squares) = (&mut self.weights[stage], &mut self.weight_squares[stage]);
        for &unknown in &used {
            squares[unknown] += gradient * gradient;
            weights[unknown] -= rate * WEIGHT_STEP * gradient / squares[unknown].sqrt();
        }
        let of_sums: [f32; FACTORS] =
            std::array::from_fn(|factor| 2.0 * gradient * SIGNS[factor] as f32 * sums[factor]);
        for (&unknown, block) in used.iter().zip(BLOCK_OF) {
            if !FACTORED_BLOCKS.contains(&block) {
                continue;
            }
            let (factors, squares) = (&mut self.factors[unknown], &mut self.factor_squares[unknown]);
            for factor in 0..FACTORS {
                let change = of_sums[factor] + PULL * factors[factor];
                squares[factor] += change * change;
                factors[factor] -= rate * FACTOR_STEP * change / squares[factor].sqrt();
            }
        }
    }

    /// The numbers of the weights of a sample, and the sums of its factors.
    #[inline(always)]
    fn used(&self, sample: &Sample) -> ([usize; PLACES], [f32; FACTORS]) {
        let mut used = [0; PLACES];
        let mut sums = [0.0; FACTORS];
        for (used, unknown) in used.iter_mut().zip(self.unknowns.of(sample)) {
            *used = unknown;
            sums.iter_mut().zip(&self.factors[unknown]).for_each(|(sum, factor)| *sum += factor);
        }
        (used, sums)
    }

    /// The errors of a stage on samples.
    pub(crate) fn errors_on(&self, stage: usize, samples: &[Sample]) -> Errors {
        errors(samples.iter().map(|sample| {
            let (used, sums) = self.used(sample);
            (sample.share, sample.score - value(&self.weights[stage], &used, &sums))
        }))
    }

    /// The weights and factors so far.
    pub(crate) fn stages(&self) -> [Stage; TOGETHER] {
        let with_factors: Vec<&Entry> = self.entries.iter().filter(|entry| entry.has_factors).collect();
        let rounded_factor = |factor: f32| ((factor * FACTOR as f32).round() as i16).clamp(-MOST_FACTOR, MOST_FACTOR);
        let own = || self.entries.iter().zip(&self.factors).filter(|(entry, _)| entry.has_factors);
        let factors: Vec<i16> =
            (0..FACTORS).flat_map(|at| own().map(move |(_, factors)| rounded_factor(factors[at]))).collect();
        std::array::from_fn(|stage| {
            let mut stage = Stage::of(&self.entries, &rounded(&self.weights[stage]));
            stage.add_factors(&with_factors, &factors);
            stage
        })
    }
}

/// The value of a position, in discs.
#[inline(always)]
fn value(weights: &[f32], used: &[usize], sums: &[f32; FACTORS]) -> f32 {
    let sum: f32 = used.iter().map(|&unknown| weights[unknown]).sum();
    sum + sums.iter().zip(SIGNS).map(|(sum, sign)| sign as f32 * sum * sum).sum::<f32>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::board::Board;
    use crate::othello::playout::random_position;

    /// The score is the square of a difference of discs over the whole board, which no sum of weights tells.
    #[test]
    fn factors_learn_what_patterns_are_worth_together() {
        let score = |board: &Board| board.difference() * board.difference() / 16;
        let boards = (0..12_000).map(|seed| random_position(seed, 48).board);
        let samples: Vec<Sample> = boards.map(|board| Sample::new(board, score(&board), 1.0)).collect();
        let (learned, held_out) = samples.split_at(11_000);
        let fit = || {
            let mut fit = Fit::new(learned, 20.0);
            (0..10).for_each(|_| fit.step());
            fit
        };
        let plain = fit().errors_on(held_out).root_mean_square;
        let mut words = 0u64;
        let word = || {
            words = words.wrapping_add(0x9e37_79b9_7f4a_7c15);
            words.wrapping_mul(words >> 32 | 1)
        };
        let mut factors = FactorFit::new([fit(), fit()], word);
        (0..12).for_each(|pass| factors.pass(1.0 - pass as f32 / 12.0, |_| ()));
        let better = factors.errors_on(0, held_out).root_mean_square;
        assert!(better < 0.85 * plain, "{better} with factors, {plain} without");
    }
}
