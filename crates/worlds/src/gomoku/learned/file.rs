//! The network as a file: see `weights_file.rs`. The shape is three bytes, the number of channels, of hidden units, and the
//! unit of the rows: they are multiples of `unit`. The numbers are the rows, channel by channel, then the layers.

use super::network::{BOTH, CHANNELS, HIDDEN, Layers, MOST_ROW, MOST_WEIGHT, Network};
use super::surroundings::Surroundings;
use crate::weights_file::{FileError, Form};

pub(super) const FORM: Form = Form { name: "gomoku", game: "Gomoku", longest: 5 };

/// Numbers of the layers.
pub(super) const LAYERS: usize = HIDDEN * BOTH + 2 * HIDDEN + 2 * BOTH + 1;

impl Network {
    /// The bytes of a file. Rows are rounded to multiples of `unit`.
    pub fn to_bytes(&self, unit: u8) -> Vec<u8> {
        let unit = unit.max(1);
        let rounded = |number: i16| (f32::from(number) / f32::from(unit)).round() as i32;
        let rows: Vec<&[i16; CHANNELS]> = self.seen().collect();
        // Those of one channel are alike.
        let rows = (0..CHANNELS).flat_map(|channel| rows.iter().map(move |row| rounded(row[channel])));
        let Layers { hidden, hidden_bias, value, direct, value_bias, policy } = self.layers();
        let weights = hidden.as_flattened().iter().chain(value).chain(direct).chain(policy).copied().map(i32::from);
        let biases = hidden_bias.iter().copied().chain([*value_bias]);
        FORM.write(&[CHANNELS as u8, HIDDEN as u8, unit], rows.chain(weights).chain(biases))
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// The error in the bytes.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Self, FileError> {
        let count = Surroundings::all().count();
        let expected = CHANNELS * count + LAYERS;
        let ([channels, hidden, unit], mut numbers) = FORM.read(bytes, expected)?;
        let is_shape = [channels, hidden].map(usize::from) == [CHANNELS, HIDDEN] && unit != 0;
        let all: Vec<i32> = numbers.by_ref().take(expected).collect();
        if !is_shape || all.len() != expected || !numbers.have_ended() {
            return Err(FileError::Shape);
        }
        let (rows, rest) = all.split_at(CHANNELS * count);
        let row = |number: usize| {
            let mut row = [0; CHANNELS];
            for (channel, weight) in row.iter_mut().enumerate() {
                let multiple = rows[channel * count + number].checked_mul(unit.into())?;
                *weight = bounded(multiple, MOST_ROW)?;
            }
            Some(row)
        };
        let seen: Vec<_> = (0..count).map(row).collect::<Option<_>>().ok_or(FileError::Shape)?;
        // What has no stone around it is described by nothing: only so can cells without any be passed over.
        if seen[0] != [0; CHANNELS] {
            return Err(FileError::Shape);
        }
        layers(rest).map(|layers| Self::new(&seen, layers)).ok_or(FileError::Shape)
    }
}

fn bounded(number: i32, most: i16) -> Option<i16> {
    i16::try_from(number).ok().filter(|number| number.unsigned_abs() <= most.unsigned_abs())
}

fn layers(numbers: &[i32]) -> Option<Layers> {
    let mut numbers = numbers.iter().copied();
    let mut next = || bounded(numbers.next()?, MOST_WEIGHT);
    let mut layers = Layers::zero();
    let Layers { hidden, value, direct, policy, .. } = &mut layers;
    for weight in hidden.as_flattened_mut().iter_mut().chain(value).chain(direct).chain(policy) {
        *weight = next()?;
    }
    for bias in layers.hidden_bias.iter_mut().chain([&mut layers.value_bias]) {
        *bias = numbers.next()?;
    }
    Some(layers)
}
