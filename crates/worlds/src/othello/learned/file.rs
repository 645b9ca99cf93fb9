//! Weights as a file: see `weights_file.rs`. The shape is two bytes, the number of stages and the unit: weights are multiples
//! of `unit` parts of a disc. The numbers are, for each stage and table, the weights without their mirrors; then, where
//! there are factors, for each group of stages and each factor that of every entry that has some.

use super::patterns::{Entry, entries};
use super::weights::{FACTORED, FACTORS, MOST_FACTOR, STAGES, Stage, TOGETHER, Table, Weights, set_factors};
use crate::boxed::filled;
use crate::weights_file::{FileError, Form, Numbers};

const FORM: Form = Form { name: "othello", game: "Othello", longest: 3 };

impl Weights {
    /// The bytes of a file. Weights are rounded to multiples of `unit` parts of a disc.
    pub fn to_bytes(&self, unit: u8) -> Vec<u8> {
        let unit = unit.max(1);
        let entries = entries();
        let weights = (0..STAGES).flat_map(|stage| entries.iter().map(move |entry| self.row(stage, entry.at)[0]));
        let weights = weights.map(|weight| (f32::from(weight) / f32::from(unit)).round() as i32);
        let with_factors = FACTORED.step_by(TOGETHER).filter(|_| self.has_factors());
        let factors = with_factors.flat_map(|stage| {
            let entries = &entries;
            (1..=FACTORS).flat_map(move |factor| {
                let with_factors = entries.iter().filter(|entry| entry.has_factors);
                with_factors.map(move |entry| i32::from(self.row(stage, entry.at)[factor]))
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
        let groups = FACTORED.step_by(TOGETHER);
        let count = STAGES * entries.len() + groups.len() * FACTORS * with_factors.len();
        let ([stages, unit], mut numbers) = FORM.read(bytes, count)?;
        if unit == 0 {
            return Err(FileError::Damaged);
        }
        if usize::from(stages) != STAGES {
            return Err(FileError::Shape);
        }
        let mut read = Self::zero();
        let mut weights = vec![0; entries.len()];
        for stage in 0..STAGES {
            multiples(&mut numbers, unit.into(), &mut weights)?;
            fill(read.table_mut(stage), &entries, weights.iter().copied());
        }
        if numbers.have_ended() {
            return Ok(read);
        }
        let mut factors = vec![0; FACTORS * with_factors.len()];
        for first in groups {
            multiples(&mut numbers, 1, &mut factors)?;
            if factors.iter().any(|factor| factor.unsigned_abs() > MOST_FACTOR.unsigned_abs()) {
                return Err(FileError::Shape);
            }
            for stage in first..first + TOGETHER {
                let (table, rows) = read.with_rows_mut(stage);
                set_factors(rows, table, factors_of(&with_factors, |at| factors[at]));
            }
        }
        if numbers.have_ended() { Ok(read) } else { Err(FileError::Shape) }
    }
}

/// Fills a row with multiples of a unit.
fn multiples(numbers: &mut Numbers, unit: i32, row: &mut [i16]) -> Result<(), FileError> {
    for number in row {
        let multiple = numbers.next().and_then(|multiple| multiple.checked_mul(unit));
        *number = multiple.and_then(|multiple| i16::try_from(multiple).ok()).ok_or(FileError::Shape)?;
    }
    Ok(())
}

impl Stage {
    /// A stage by the weights of its entries.
    pub(super) fn of(entries: &[Entry], weights: &[i16]) -> Self {
        let mut table = filled(0);
        fill(&mut table, entries, weights.iter().copied());
        Self { weights: table, rows: None }
    }

    /// Gives these entries factors: the first of each, then the second of each.
    pub(super) fn add_factors(&mut self, entries: &[&Entry], factors: &[i16]) {
        let rows = self.rows.insert(filled([0; 1 + FACTORS]));
        set_factors(rows, &self.weights, factors_of(entries, |at| factors[at]));
    }
}

/// Sets the weights of entries and of their mirrors.
fn fill(table: &mut Table<i16>, entries: &[Entry], weights: impl Iterator<Item = i16>) {
    for (entry, weight) in entries.iter().zip(weights) {
        table[entry.at] = weight;
        table[entry.mirrored] = weight;
    }
}

/// The factors of entries and of their mirrors, from the first of each entry, then the second of each.
fn factors_of(entries: &[&Entry], factor: impl Fn(usize) -> i16) -> impl Iterator<Item = (usize, [i16; FACTORS])> {
    entries.iter().enumerate().flat_map(move |(place, entry)| {
        let own = std::array::from_fn(|nth| factor(nth * entries.len() + place));
        [(entry.at, own), (entry.mirrored, own)]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &[u8] = b"searchlab othello weights 1\n";

    fn some() -> Weights {
        let mut weights = Weights::zero();
        let entries = entries();
        for stage in 0..STAGES {
            let weight = |number| if number % STAGES == stage { (number as i16 % 601 - 300) * 8 } else { 0 };
            fill(weights.table_mut(stage), &entries, (0..entries.len()).map(weight));
        }
        weights
    }

    fn with_factors() -> Weights {
        let mut weights = some();
        let entries = entries();
        let entries: Vec<&Entry> = entries.iter().filter(|entry| entry.has_factors).collect();
        for stage in FACTORED {
            let factor = |number| (number as i16 % 61 - 30) * (1 + (stage - FACTORED.start) as i16 / TOGETHER as i16);
            let (table, rows) = weights.with_rows_mut(stage);
            set_factors(rows, table, factors_of(&entries, factor));
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
