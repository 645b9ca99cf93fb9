//! Weights as a file: see `weights_file.rs`. The shape is two bytes, the number of stages and the unit: weights are multiples
//! of `unit` parts of a disc. The numbers are, for each stage and table, the weights without their mirrors; then, where
//! there are factors, for each group of stages and each factor that of every entry that has some.

use super::patterns::{Entry, entries};
use super::weights::{FACTORED, FACTORS, MOST_FACTOR, STAGES, Stage, TOGETHER, Weights, zeros};
use crate::weights_file::{FileError, Form};

const FORM: Form = Form { name: "othello", game: "Othello", longest: 3 };

impl Weights {
    /// The bytes of a file. Weights are rounded to multiples of `unit` parts of a disc.
    pub fn to_bytes(&self, unit: u8) -> Vec<u8> {
        let unit = unit.max(1);
        let entries = entries();
        let weights = self.stages.iter().flat_map(|stage| entries.iter().map(|entry| stage.row(entry.at)[0]));
        let weights = weights.map(|weight| (f32::from(weight) / f32::from(unit)).round() as i32);
        let with_factors = FACTORED.step_by(TOGETHER).filter(|&stage| self.stages[stage].has_factors());
        let factors = with_factors.flat_map(|stage| {
            let entries = &entries;
            (1..=FACTORS).flat_map(move |factor| {
                let with_factors = entries.iter().filter(|entry| entry.has_factors);
                with_factors.map(move |entry| i32::from(self.stages[stage].row(entry.at)[factor]))
            })
        });
        FORM.write(&[STAGES as u8, unit], weights.chain(factors))
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// The error in the bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FileError> {
        let entries = entries();
        let with_factors: Vec<&Entry> = entries.iter().filter(|entry| entry.has_factors).collect();
        let weights = STAGES * entries.len();
        let factors = FACTORED.len() / TOGETHER * FACTORS * with_factors.len();
        let read = match FORM.read(bytes, weights + factors) {
            Err(FileError::Shape) => FORM.read(bytes, weights),
            read => read,
        };
        let ([stages, unit], numbers) = read?;
        if unit == 0 {
            return Err(FileError::Damaged);
        }
        if usize::from(stages) != STAGES {
            return Err(FileError::Shape);
        }
        let (multiples, factors) = numbers.split_at(weights);
        let weight = |multiple: &i32| i16::try_from(multiple.checked_mul(unit.into())?).ok();
        let is_factor = |factor: &i16| factor.unsigned_abs() <= MOST_FACTOR.unsigned_abs();
        let factor = |number: &i32| i16::try_from(*number).ok().filter(is_factor);
        let all = |numbers: Option<Vec<i16>>| numbers.ok_or(FileError::Shape);
        let mut weights = Self::zero();
        for (stage, multiples) in weights.stages.iter_mut().zip(multiples.chunks(entries.len())) {
            *stage = Stage::of(&entries, &all(multiples.iter().map(weight).collect())?);
        }
        let factors = all(factors.iter().map(factor).collect())?;
        for (group, factors) in factors.chunks(FACTORS * with_factors.len()).enumerate() {
            let first = FACTORED.start + group * TOGETHER;
            for stage in &mut weights.stages[first..first + TOGETHER] {
                stage.add_factors(&with_factors, factors);
            }
        }
        Ok(weights)
    }
}

impl Stage {
    /// A stage by the weights of its entries.
    pub(super) fn of(entries: &[Entry], weights: &[i16]) -> Self {
        let mut table = zeros();
        for (entry, &weight) in entries.iter().zip(weights) {
            table[entry.at] = weight;
            table[entry.mirrored] = weight;
        }
        Self::plain(table)
    }

    /// Gives these entries factors: the first of each, then the second of each.
    pub(super) fn add_factors(&mut self, entries: &[&Entry], factors: &[i16]) {
        let of = |place: usize| std::array::from_fn(|factor| factors[factor * entries.len() + place]);
        let both = |(place, entry): (usize, &&Entry)| [(entry.at, of(place)), (entry.mirrored, of(place))];
        self.set_factors(entries.iter().enumerate().flat_map(both));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &[u8] = b"searchlab othello weights 1\n";

    fn some() -> Weights {
        let mut weights = Weights::zero();
        let entries = entries();
        for (stage, weights) in weights.stages.iter_mut().enumerate() {
            let weight = |number| if number % STAGES == stage { (number as i16 % 601 - 300) * 8 } else { 0 };
            *weights = Stage::of(&entries, &(0..entries.len()).map(weight).collect::<Vec<_>>());
        }
        weights
    }

    fn with_factors() -> Weights {
        let mut weights = some();
        let entries = entries();
        let entries: Vec<&Entry> = entries.iter().filter(|entry| entry.has_factors).collect();
        for stage in FACTORED {
            let factor = |number| (number as i16 % 61 - 30) * (1 + (stage - FACTORED.start) as i16 / TOGETHER as i16);
            let factors: Vec<i16> = (0..FACTORS * entries.len()).map(factor).collect();
            weights.stages[stage].add_factors(&entries, &factors);
        }
        weights
    }

    #[test]
    fn what_is_written_is_read() {
        for weights in [some(), with_factors()] {
            let read = Weights::from_bytes(&weights.to_bytes(8)).expect("it was just written");
            assert!(read == weights);
        }
    }

    #[test]
    fn damaged_and_foreign_files_are_refused() {
        let good = with_factors().to_bytes(8);
        assert_eq!(Weights::from_bytes(b"").err(), Some(FileError::Foreign("othello", "Othello")));
        assert_eq!(Weights::from_bytes(b"X...").err(), Some(FileError::Foreign("othello", "Othello")));
        let mut newer = good.clone();
        newer[HEAD.len() - 2] = b'2';
        assert_eq!(Weights::from_bytes(&newer).err(), Some(FileError::Version));
        for length in (HEAD.len()..good.len()).step_by(997) {
            assert_eq!(Weights::from_bytes(&good[..length]).err(), Some(FileError::Damaged), "{length}");
        }
        let begin = HEAD.len();
        for at in (begin..good.len()).step_by(991) {
            let mut changed = good.clone();
            changed[at] ^= 0x10;
            assert!(Weights::from_bytes(&changed).is_err(), "byte {at}");
        }
    }

    #[test]
    fn forged_files_with_the_right_checksum_are_refused() {
        let packed = |raw: &[u8]| FORM.pack(&[STAGES as u8, 1], raw, flate2::Compression::fast());
        let count = STAGES * entries().len();
        assert!(Weights::from_bytes(&packed(&vec![0; count])) == Ok(Weights::zero()));
        assert_eq!(Weights::from_bytes(&packed(&vec![0; count + 1])).err(), Some(FileError::Shape));
        // No more is unpacked than a file of weights may hold.
        assert_eq!(Weights::from_bytes(&packed(&vec![0; 3 * count * FORM.longest])).err(), Some(FileError::Damaged));
        // A weight beyond 16 bits, and one of four bytes.
        for first in [&[0xff, 0xff, 0x7f][..], &[0x80, 0x80, 0x80, 0]] {
            let raw = [first, &vec![0; count - 1]].concat();
            assert_eq!(Weights::from_bytes(&packed(&raw)).err(), Some(FileError::Shape));
        }
    }
}
