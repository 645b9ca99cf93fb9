//! The numbers of the learned evaluation, and the value that they give.
//!
//! Idea        All in whole numbers: rows in parts of `ROW_UNIT`, the layer above in 16 bits. What is summed is bounded by
//!             what a file may hold (`MOST_ROW`, `MOST_WEIGHT`), so that no sum overflows on the largest board.
//! Not here    How the descriptions of the cells are kept (state.rs), how the numbers are found (fit.rs).

use super::surroundings::Surroundings;
use searchlab_search::game::Score;

/// Numbers that describe a cell as one side sees it.
pub(crate) const CHANNELS: usize = 16;
/// As both see it.
pub(crate) const BOTH: usize = 2 * CHANNELS;
/// Units of the layer between the sums over all cells and the value.
pub(crate) const HIDDEN: usize = 16;

/// The description of a cell, or of a line of it: as Black sees it, then as White.
pub type Row = [i16; BOTH];

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
    /// By the number of the surroundings.
    rows: Vec<Row>,
    layers: Layers,
}

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
            std::array::from_fn(|channel| if channel < CHANNELS { own[channel] } else { other[channel - CHANNELS] })
        };
        Self { rows: (0..all.count()).map(row).collect(), layers }
    }

    /// The rows as Black sees them.
    pub(crate) fn seen(&self) -> impl Iterator<Item = &[i16; CHANNELS]> {
        self.rows.iter().filter_map(|row| row.first_chunk())
    }

    /// The layers above the rows.
    pub(crate) const fn layers(&self) -> &Layers {
        &self.layers
    }

    /// The row of surroundings.
    #[inline(always)]
    pub(super) fn row(&self, number: usize) -> &Row {
        &self.rows[number]
    }

    /// The value for a side from the sums over all cells as it sees them and as the other does.
    #[inline(always)]
    pub(super) fn value(&self, own: &[i32; CHANNELS], other: &[i32; CHANNELS]) -> Score {
        let (layers, sums) = (&self.layers, cut_down(own, other));
        let mut value = i64::from(layers.value_bias) + dot(&sums, &layers.direct);
        for (unit, weight) in layers.value.iter().enumerate() {
            value += self.hidden(unit, &sums) * i64::from(*weight);
        }
        (value * i64::from(LOGIT) / i64::from(VALUE_UNIT as i32)) as Score
    }

    #[inline(always)]
    fn hidden(&self, unit: usize, sums: &[i16; BOTH]) -> i64 {
        let sum = dot(sums, &self.layers.hidden[unit]) + i64::from(self.layers.hidden_bias[unit]);
        (sum >> HIDDEN_SHIFT).clamp(0, i16::MAX.into())
    }

    /// The weight of each number of the description of a cell in the value for a side: as long as the same hidden units are
    /// at work, the value is the sum over all cells, and a constant.
    pub(super) fn slopes(&self, own: &[i32; CHANNELS], other: &[i32; CHANNELS]) -> [f64; BOTH] {
        let (layers, sums) = (&self.layers, cut_down(own, other));
        let mut slopes = layers.direct.map(f64::from);
        for unit in (0..HIDDEN).filter(|&unit| self.hidden(unit, &sums) > 0) {
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
fn cut_down(own: &[i32; CHANNELS], other: &[i32; CHANNELS]) -> [i16; BOTH] {
    let mut sums = [0i16; BOTH];
    for channel in 0..CHANNELS {
        sums[channel] = (own[channel] >> SUM_SHIFT).min(i16::MAX.into()) as i16;
        sums[CHANNELS + channel] = (other[channel] >> SUM_SHIFT).min(i16::MAX.into()) as i16;
    }
    sums
}

#[inline(always)]
fn dot(sums: &[i16; BOTH], weights: &[i16; BOTH]) -> i64 {
    // Each product is below 2^27, so that 16 of them stay in 32 bits.
    let mut halves = [0i32; 2];
    for (half, sum) in halves.iter_mut().enumerate() {
        for place in half * CHANNELS..(half + 1) * CHANNELS {
            *sum = sum.wrapping_add(i32::from(sums[place]) * i32::from(weights[place]));
        }
    }
    i64::from(halves[0]) + i64::from(halves[1])
}
