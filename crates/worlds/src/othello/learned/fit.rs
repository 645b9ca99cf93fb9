//! Fits the weights of a stage to positions whose scores are known.
//!
//! Idea        Least squares with a penalty for large weights (ridge), by conjugate gradients on the normal equations,
//!             each weight scaled by how often it is used. What no position uses stays at 0.
//! Source      Hestenes, Stiefel, Journal of Research of the National Bureau of Standards 49(6) (1952); Björck,
//!             Numerical Methods for Least Squares Problems (1996), CGLS.
//! Guarantees  The same on every machine: sums are made in one order, by one thread.

use super::indices::Indices;
use super::patterns::{BLOCK_OF, PLACES, entries};
use super::weights::{DISC, Stage, Table, entry_of};
use crate::boxed::filled;
use crate::othello::board::Board;

/// A position by its indices, and its score for the side to move, in discs.
#[derive(Debug, Clone, Copy)]
pub struct Sample {
    /// The index at each place.
    pub(super) indices: [u16; PLACES],
    /// Discs of the side to move less those of the other one, at the end.
    pub(super) score: f32,
    /// Its share in the sums, 1 for most. It must not depend on the score: if samples far from 0 counted less, all values
    /// would be shrunk.
    pub(super) share: f32,
}

impl Sample {
    /// A board whose score for the side to move is known, and how much it counts.
    pub fn new(board: Board, score: i32, share: f32) -> Self {
        let count = |board: Board| board.moves().count_ones();
        let indices = Indices::of(board).with(board, count(board), count(board.passed()));
        Self { indices, score: score as f32, share }
    }
}

/// How good weights are on a set of samples.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Errors {
    /// Mean of the differences from the scores, in discs.
    pub mean_absolute: f64,
    /// Root of the mean of their squares, in discs.
    pub root_mean_square: f64,
}

/// A fit of one stage, step by step.
pub(crate) struct Fit<'a> {
    samples: &'a [Sample],
    penalty: f64,
    unknowns: Unknowns,
    weights: Vec<f32>,
    /// The residual of each sample: its score less the fitted value.
    residual: Vec<f32>,
    direction: Vec<f32>,
    scale: Vec<f32>,
    slope: f64,
}

impl<'a> Fit<'a> {
    /// Begins with all weights at 0.
    pub(crate) fn new(samples: &'a [Sample], penalty: f64) -> Self {
        let unknowns = Unknowns::new();
        let count = unknowns.count;
        let mut fit = Self {
            samples,
            penalty,
            unknowns,
            weights: vec![0.0; count],
            residual: samples.iter().map(|sample| sample.score).collect(),
            direction: Vec::new(),
            scale: vec![penalty as f32; count],
            slope: 0.0,
        };
        for sample in samples {
            fit.unknowns.of(sample).for_each(|unknown| fit.scale[unknown] += sample.share);
        }
        fit.scale.iter_mut().for_each(|scale| *scale = 1.0 / *scale);
        let gradient = fit.gradient();
        fit.direction = fit.scaled(&gradient);
        fit.slope = dot(&gradient, &fit.direction);
        fit
    }

    /// One step along a conjugate direction.
    pub(crate) fn step(&mut self) {
        if self.slope <= f64::MIN_POSITIVE {
            return;
        }
        let along: Vec<f32> = self.samples.iter().map(|sample| self.sum(&self.direction, sample)).collect();
        let weighted: Vec<f32> = self.samples.iter().zip(&along).map(|(sample, along)| sample.share * along).collect();
        let curvature = dot(&along, &weighted) + self.penalty * dot(&self.direction, &self.direction);
        let length = (self.slope / curvature) as f32;
        self.weights.iter_mut().zip(&self.direction).for_each(|(weight, step)| *weight += length * step);
        self.residual.iter_mut().zip(&along).for_each(|(rest, along)| *rest -= length * along);
        let gradient = self.gradient();
        let scaled = self.scaled(&gradient);
        let slope = dot(&gradient, &scaled);
        let keep = (slope / self.slope) as f32;
        self.direction.iter_mut().zip(&scaled).for_each(|(old, new)| *old = new + keep * *old);
        self.slope = slope;
    }

    /// On the samples of the fit.
    pub(crate) fn errors(&self) -> Errors {
        errors(self.samples.iter().zip(&self.residual).map(|(sample, &rest)| (sample.share, rest)))
    }

    /// On others.
    pub(crate) fn errors_on(&self, samples: &[Sample]) -> Errors {
        errors(samples.iter().map(|sample| (sample.share, sample.score - self.sum(&self.weights, sample))))
    }

    /// The samples of the fit.
    pub(super) const fn samples(&self) -> &'a [Sample] {
        self.samples
    }

    /// The weights so far, by unknown.
    pub(super) fn into_weights(self) -> Vec<f32> {
        self.weights
    }

    /// The weights so far.
    pub(crate) fn stage(&self) -> Stage {
        Stage::of(&entries(), &rounded(&self.weights))
    }

    #[inline(always)]
    fn sum(&self, weights: &[f32], sample: &Sample) -> f32 {
        self.unknowns.of(sample).map(|unknown| weights[unknown]).sum()
    }

    fn gradient(&self) -> Vec<f32> {
        let mut gradient: Vec<f32> = self.weights.iter().map(|weight| -(self.penalty as f32) * weight).collect();
        for (sample, &rest) in self.samples.iter().zip(&self.residual) {
            let rest = sample.share * rest;
            self.unknowns.of(sample).for_each(|unknown| gradient[unknown] += rest);
        }
        gradient
    }

    fn scaled(&self, gradient: &[f32]) -> Vec<f32> {
        gradient.iter().zip(&self.scale).map(|(gradient, scale)| gradient * scale).collect()
    }
}

/// Weights in parts of a disc.
pub(super) fn rounded(weights: &[f32]) -> Vec<i16> {
    weights.iter().map(|weight| (weight * DISC as f32).round() as i16).collect()
}

/// The number of the weight of each entry of the table, in the order of [`entries`]; those of mirrored patterns are the same.
pub(super) struct Unknowns {
    numbers: Box<Table<u32>>,
    pub(super) count: usize,
}

impl Unknowns {
    pub(super) fn new() -> Self {
        let entries = entries();
        let mut numbers: Box<Table<u32>> = filled(0);
        for (number, entry) in entries.iter().enumerate() {
            numbers[entry.at] = number as u32;
            numbers[entry.mirrored] = number as u32;
        }
        Self { numbers, count: entries.len() }
    }

    /// The weights that make the value of a position, place by place.
    #[inline(always)]
    pub(super) fn of(&self, sample: &Sample) -> impl Iterator<Item = usize> {
        sample.indices.iter().zip(BLOCK_OF).map(|(&index, block)| self.numbers[entry_of(block, index)] as usize)
    }
}

/// The errors of differences, each with how much it counts.
pub(super) fn errors(differences: impl Iterator<Item = (f32, f32)>) -> Errors {
    let (mut count, mut absolute, mut square) = (0.0, 0.0, 0.0);
    for (share, difference) in differences.map(|(share, difference)| (f64::from(share), f64::from(difference))) {
        count += share;
        absolute += share * difference.abs();
        square += share * difference * difference;
    }
    let count = if count > 0.0 { count } else { 1.0 };
    Errors { mean_absolute: absolute / count, root_mean_square: (square / count).sqrt() }
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
}
