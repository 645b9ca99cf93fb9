//! The numbers of the learned evaluation, and the value that they give.
//!
//! Idea        All in whole numbers: rows in parts of `ROW_UNIT`, the layer above in 16 bits. What is summed is bounded by
//!             what a file may hold (`MOST_ROW`, `MOST_WEIGHT`), so that no sum overflows on the largest board.
//! Not here    How the descriptions of the cells are kept (state.rs), how the numbers are found (fit.rs).

#![allow(unsafe_code, reason = "a layer for processors with AVX2")]

use super::surroundings::Surroundings;
use crate::boxed::filled;
use searchlab_search::game::Score;

/// Numbers that describe a cell as one side sees it.
pub(crate) const CHANNELS: usize = 16;
/// As both see it.
pub(crate) const BOTH: usize = 2 * CHANNELS;
/// Units of the layer between the sums over all cells and the value.
pub(crate) const HIDDEN: usize = 16;

/// The description of a cell, or of a line of it: as Black sees it, then as White. One line of the processor's cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Row(pub(super) [i16; BOTH]);

impl Row {
    pub(super) const ZERO: Self = Self([0; BOTH]);
}

/// Rows are multiples of one part in this number.
pub(crate) const ROW_UNIT: f32 = 128.0;
/// No number of a row is farther from 0: the sum of four rows, cut at 0, over the eight cells of a line stays in 16 bits.
pub(crate) const MOST_ROW: i16 = 1000;
/// Bits by which the sums over all cells are cut down before the layer.
pub(crate) const SUM_SHIFT: u32 = 5;
/// Weights of the layers are multiples of one part in this number.
pub(crate) const WEIGHT_UNIT: f32 = 512.0;
/// No weight of a layer is farther from 0.
pub(crate) const MOST_WEIGHT: i16 = 8 * 512;
/// Bits by which hidden units are cut down.
pub(crate) const HIDDEN_SHIFT: u32 = 9;
/// Value of a lead that wins e times as often as it loses, in the units of evaluations.
pub const LOGIT: Score = 200;

/// The layers above the rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layers {
    /// From the sums over all cells, those of the side to move first, to each hidden unit.
    pub hidden: [[i16; BOTH]; HIDDEN],
    /// Added to each hidden unit, in the unit of its sum.
    pub hidden_bias: [i32; HIDDEN],
    /// From the hidden units to the value.
    pub value: [i16; HIDDEN],
    /// From the sums to the value, past the hidden units.
    pub direct: [i16; BOTH],
    /// Added to the value, in the unit of its sum.
    pub value_bias: i32,
    /// From the description of a cell, that of the side to move first, to the rank of a move to it.
    pub policy: [i16; BOTH],
}

impl Layers {
    /// All of no worth.
    pub(crate) const fn zero() -> Self {
        Self {
            hidden: [[0; BOTH]; HIDDEN],
            hidden_bias: [0; HIDDEN],
            value: [0; HIDDEN],
            direct: [0; BOTH],
            value_bias: 0,
            policy: [0; BOTH],
        }
    }
}

/// The learned evaluation.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    /// By the number of the surroundings; more than there are, so that no look-up can miss.
    rows: Box<[Row; ROWS]>,
    layers: Layers,
    /// The weights of `layers.hidden`: for the sums as the side to move sees them, and as the other does.
    hidden: [Pairs; 2],
}

/// Weights of two sums next to each other for each hidden unit, as processors multiply them.
type Pairs = [[[i16; 2]; HIDDEN]; CHANNELS / 2];

/// Not less than the count of surroundings, and a power of two.
const ROWS: usize = 1 << 13;

impl std::fmt::Debug for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Network").finish_non_exhaustive()
    }
}

impl Network {
    /// From the rows as Black sees them, by the number of the surroundings, and the layers.
    ///
    /// # Panics
    /// If there is not a row for each number.
    pub fn new(seen: &[[i16; CHANNELS]], layers: Layers) -> Self {
        let all = Surroundings::all();
        assert_eq!(seen.len(), all.count());
        let row = |number: usize| {
            let (own, other) = (&seen[number], &seen[all.exchanged(number)]);
            Row(std::array::from_fn(
                |channel| if channel < CHANNELS { own[channel] } else { other[channel - CHANNELS] },
            ))
        };
        let mut rows = filled::<_, ROWS>(Row::ZERO);
        (0..all.count()).for_each(|number| rows[number] = row(number));
        let weights = |first: usize, unit: usize| [layers.hidden[unit][first], layers.hidden[unit][first + 1]];
        let pairs = |first: usize| std::array::from_fn(|unit| weights(first, unit));
        let hidden = [0, CHANNELS].map(|half| std::array::from_fn(|pair| pairs(half + 2 * pair)));
        Self { rows, layers, hidden }
    }

    /// The rows as Black sees them.
    pub(crate) fn seen(&self) -> impl Iterator<Item = &[i16; CHANNELS]> {
        self.rows[..Surroundings::all().count()].iter().filter_map(|row| row.0.first_chunk())
    }

    /// The layers above the rows.
    pub(crate) const fn layers(&self) -> &Layers {
        &self.layers
    }

    /// The row of surroundings.
    #[inline(always)]
    pub(super) fn row(&self, number: usize) -> &Row {
        &self.rows[number % ROWS]
    }

    /// The value for a side from the sums over all cells as it sees them and as the other does.
    #[inline(always)]
    pub(super) fn value(&self, own: &[i32; CHANNELS], other: &[i32; CHANNELS], products: impl Products) -> Score {
        let (layers, sums) = (&self.layers, [own, other].map(cut_down));
        let direct = layers.direct.as_chunks().0;
        let mut value = i64::from(layers.value_bias) + dot(&sums[0], &direct[0]) + dot(&sums[1], &direct[1]);
        for (unit, weight) in self.units(&sums, products).into_iter().zip(layers.value) {
            value += i64::from(unit * i32::from(weight));
        }
        (value * i64::from(LOGIT) / i64::from(VALUE_UNIT as i32)) as Score
    }

    /// The hidden units, each within 16 bits.
    #[inline(always)]
    fn units(&self, sums: &[[i16; CHANNELS]; 2], products: impl Products) -> [i32; HIDDEN] {
        let halves = [0, 1].map(|half| products(&sums[half], &self.hidden[half]));
        let mut units = [0; HIDDEN];
        for (unit, is) in units.iter_mut().enumerate() {
            let sum = i64::from(halves[0][unit]) + i64::from(halves[1][unit]);
            *is = ((sum + i64::from(self.layers.hidden_bias[unit])) >> HIDDEN_SHIFT).clamp(0, i16::MAX.into()) as i32;
        }
        units
    }

    /// The weight of each number of the description of a cell in the value for a side: as long as the same hidden units are
    /// at work, the value is the sum over all cells, and a constant.
    pub(super) fn slopes(&self, own: &[i32; CHANNELS], other: &[i32; CHANNELS]) -> [f64; BOTH] {
        let layers = &self.layers;
        let units = self.units(&[own, other].map(cut_down), products);
        let mut slopes = layers.direct.map(f64::from);
        for unit in (0..HIDDEN).filter(|&unit| units[unit] > 0) {
            for (slope, weight) in slopes.iter_mut().zip(layers.hidden[unit]) {
                let part = f64::from(weight) * f64::from(layers.value[unit]) / f64::from(1 << HIDDEN_SHIFT);
                *slope += part;
            }
        }
        slopes.map(|slope| slope * f64::from(LOGIT) / f64::from(VALUE_UNIT) / f64::from(1 << SUM_SHIFT))
    }

    /// The rank of a move to a cell for a side, by the description of the cell as it sees it and as the other does.
    #[inline(always)]
    pub(super) fn rank(&self, own: &[i16; CHANNELS], other: &[i16; CHANNELS]) -> i32 {
        let (first, second) = self.layers.policy.split_at(CHANNELS);
        let mut rank = 0;
        for channel in 0..CHANNELS {
            rank += i32::from(own[channel].max(0)) * i32::from(first[channel]);
            rank += i32::from(other[channel].max(0)) * i32::from(second[channel]);
        }
        rank
    }
}

/// The layers see sums over all cells in this part, so that their weights are near to 1.
pub(crate) const SUM_SCALE: f32 = 1.0 / 16.0;
/// The unit of these, after [`SUM_SHIFT`].
pub(crate) const SUM_UNIT: f32 = ROW_UNIT / SUM_SCALE / (1 << SUM_SHIFT) as f32;
/// The unit of the sum of a hidden unit.
pub(crate) const HIDDEN_UNIT: f32 = SUM_UNIT * WEIGHT_UNIT;
/// The unit of the value: of what the hidden units and the sums give.
pub(crate) const VALUE_UNIT: f32 = HIDDEN_UNIT;
/// The unit of ranks.
pub const RANK_UNIT: f32 = ROW_UNIT * WEIGHT_UNIT;

/// The sums over all cells as the layers take them.
#[inline(always)]
fn cut_down(sums: &[i32; CHANNELS]) -> [i16; CHANNELS] {
    sums.map(|sum| (sum >> SUM_SHIFT).min(i16::MAX.into()) as i16)
}

#[inline(always)]
fn dot(sums: &[i16; CHANNELS], weights: &[i16; CHANNELS]) -> i64 {
    // Each product is below 2^27, so that 16 of them stay in 32 bits.
    let products = sums.iter().zip(weights).map(|(&sum, &weight)| i32::from(sum) * i32::from(weight));
    i64::from(products.fold(0, i32::wrapping_add))
}

/// Multiplies half of the sums by the weights of each hidden unit.
pub(super) trait Products: Fn(&[i16; CHANNELS], &Pairs) -> [i32; HIDDEN] {}
impl<F: Fn(&[i16; CHANNELS], &Pairs) -> [i32; HIDDEN]> Products for F {}

/// On any processor.
#[inline(always)]
pub(super) fn products(sums: &[i16; CHANNELS], weights: &Pairs) -> [i32; HIDDEN] {
    let mut products = [0; HIDDEN];
    for (sums, weights) in sums.as_chunks::<2>().0.iter().zip(weights) {
        for (product, pair) in products.iter_mut().zip(weights) {
            *product += i32::from(sums[0]) * i32::from(pair[0]) + i32::from(sums[1]) * i32::from(pair[1]);
        }
    }
    products
}

/// With AVX2: left to itself, the compiler transposes the weights at each call.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn products_with_avx2(sums: &[i16; CHANNELS], weights: &Pairs) -> [i32; HIDDEN] {
    use std::arch::x86_64::{__m256i, _mm256_add_epi32, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_set1_epi32};
    let mut products = [_mm256_set1_epi32(0); 2];
    for (sums, weights) in sums.as_chunks::<2>().0.iter().zip(weights) {
        let both = _mm256_set1_epi32(i32::from(sums[0] as u16) | i32::from(sums[1]) << 16);
        for (products, weights) in products.iter_mut().zip(weights.as_chunks::<8>().0) {
            // SAFETY: eight pairs of 16 bits are 256 bits.
            let weights = unsafe { _mm256_loadu_si256(weights.as_ptr().cast()) };
            *products = _mm256_add_epi32(*products, _mm256_madd_epi16(weights, both));
        }
    }
    // SAFETY: both are 16 numbers of 32 bits.
    unsafe { std::mem::transmute::<[__m256i; 2], [i32; HIDDEN]>(products) }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;
    use crate::stream::Stream;

    #[test]
    fn hidden_units_are_the_same_with_avx2() {
        if !is_x86_feature_detected!("avx2") {
            return;
        }
        let mut stream = Stream::new(1);
        let mut any = |most: i16| stream.word() as i32 % (i32::from(most) + 1);
        for round in 0..1000 {
            let most = if round % 2 == 0 { i16::MAX } else { 1000 };
            let sums = std::array::from_fn(|_| any(most).unsigned_abs() as i16);
            let weights = [(); CHANNELS / 2].map(|()| [(); HIDDEN].map(|()| [(); 2].map(|()| any(MOST_WEIGHT) as i16)));
            // SAFETY: the processor was asked.
            assert_eq!(unsafe { products_with_avx2(&sums, &weights) }, products(&sums, &weights));
        }
    }
}
