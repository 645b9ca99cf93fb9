//! Weights as a file: see `weights_file.rs`. The shape is two bytes, the number of stages and the unit: weights are multiples
//! of `unit` parts of a disc. The numbers are, for each stage and table, the weights without their mirrors.

use super::patterns::{SEGMENTS, mirror};
use super::weights::{STAGES, Weights};
use crate::weights_file::{FileError, Form};

const FORM: Form = Form { name: "othello", game: "Othello", longest: 3 };

/// The entries that have weights of their own, as block and place, in the order of the file: those not greater than
/// their mirrors.
fn entries() -> Vec<(usize, usize, usize)> {
    let mut entries = Vec::new();
    for (number, segment) in SEGMENTS.iter().enumerate() {
        for (entry, &other) in mirror(number).iter().enumerate() {
            if entry <= usize::from(other) {
                entries.push((segment.block, segment.begin + entry, segment.begin + usize::from(other)));
            }
        }
    }
    entries
}

impl Weights {
    /// The bytes of a file. Weights are rounded to multiples of `unit` parts of a disc.
    pub fn to_bytes(&self, unit: u8) -> Vec<u8> {
        let unit = unit.max(1);
        let entries = entries();
        let weights = self.stages.iter().flat_map(|stage| entries.iter().map(|&(block, entry, _)| stage[block][entry]));
        FORM.write(&[STAGES as u8, unit], weights.map(|weight| (f32::from(weight) / f32::from(unit)).round() as i32))
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// The error in the bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FileError> {
        let entries = entries();
        let ([stages, unit], multiples) = FORM.read(bytes, STAGES * entries.len())?;
        if unit == 0 {
            return Err(FileError::Damaged);
        }
        if usize::from(stages) != STAGES {
            return Err(FileError::Shape);
        }
        let mut weights = Self::zero();
        let mut multiples = multiples.into_iter();
        for stage in &mut weights.stages {
            for &(block, entry, mirrored) in &entries {
                let multiple = multiples.next().and_then(|multiple| i16::try_from(multiple).ok());
                let weight = multiple.and_then(|multiple| multiple.checked_mul(unit.into())).ok_or(FileError::Shape)?;
                stage[block][entry] = weight;
                stage[block][mirrored] = weight;
            }
        }
        Ok(weights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &[u8] = b"searchlab othello weights 1\n";

    fn some() -> Weights {
        let mut weights = Weights::zero();
        for (number, (block, entry, mirrored)) in entries().into_iter().enumerate() {
            let weight = (number as i16 % 601 - 300) * 8;
            weights.stages[number % STAGES][block][entry] = weight;
            weights.stages[number % STAGES][block][mirrored] = weight;
        }
        weights
    }

    #[test]
    fn what_is_written_is_read() {
        let weights = some();
        let read = Weights::from_bytes(&weights.to_bytes(8)).expect("it was just written");
        assert!(read == weights);
    }

    #[test]
    fn damaged_and_foreign_files_are_refused() {
        let good = some().to_bytes(8);
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
        assert_eq!(Weights::from_bytes(&packed(&vec![0; count * FORM.longest + 2])).err(), Some(FileError::Damaged));
        // A weight beyond 16 bits, and one of four bytes.
        for first in [&[0xff, 0xff, 0x7f][..], &[0x80, 0x80, 0x80, 0]] {
            let raw = [first, &vec![0; count - 1]].concat();
            assert_eq!(Weights::from_bytes(&packed(&raw)).err(), Some(FileError::Shape));
        }
    }
}
