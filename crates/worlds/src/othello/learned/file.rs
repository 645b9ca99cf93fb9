//! Weights as a file: compact, with a version and a checksum.
//!
//! ```text
//! searchlab othello weights 1\n    29 bytes, the number is the version
//! stages, unit                     a byte each; weights are multiples of `unit` parts of a disc
//! deflated                         for each stage and table the weights without their mirrors, each as its
//!                                  zigzag number in groups of 7 bits, lowest first
//! crc-32                           of all that was deflated, 4 bytes, little endian
//! ```

use std::fmt;
use std::io::{Read, Write};

use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};

use super::patterns::{SEGMENTS, mirror};
use super::weights::{STAGES, Weights};

const HEAD: &[u8] = b"searchlab othello weights ";
const VERSION: &[u8] = b"1\n";
/// Bytes that a weight takes at most.
const LONGEST: usize = 3;

/// Why bytes are no weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileError {
    /// They do not begin as a file of weights does.
    Foreign,
    /// Of a version that this program does not know.
    Version,
    /// For other patterns or stages than this program's.
    Shape,
    /// Cut off or changed.
    Damaged,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Foreign => {
                "this is no file of weights for Othello: it does not begin with `searchlab othello weights`"
            }
            Self::Version => "these weights are of a version that this program does not know; it reads version 1",
            Self::Shape => "these weights are for other patterns or stages than this program's",
            Self::Damaged => "this file of weights is damaged: its content does not match its checksum",
        })
    }
}

impl std::error::Error for FileError {}

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
    ///
    /// # Panics
    /// If there is no memory.
    pub fn to_bytes(&self, unit: u8) -> Vec<u8> {
        let mut raw = Vec::new();
        let entries = entries();
        for stage in &self.stages {
            for &(block, entry, _) in &entries {
                let multiple = (f32::from(stage[block][entry]) / f32::from(unit.max(1))).round() as i16;
                let mut zigzag = (multiple << 1 ^ multiple >> 15) as u16;
                while zigzag >= 0x80 {
                    raw.push(zigzag as u8 | 0x80);
                    zigzag >>= 7;
                }
                raw.push(zigzag as u8);
            }
        }
        let mut crc = Crc::new();
        crc.update(&raw);
        let mut bytes = [HEAD, VERSION, &[STAGES as u8, unit.max(1)]].concat();
        let mut encoder = DeflateEncoder::new(&mut bytes, Compression::best());
        encoder.write_all(&raw).and_then(|()| encoder.finish().map(drop)).expect("memory takes everything");
        bytes.extend(crc.sum().to_le_bytes());
        bytes
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// The error in the bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FileError> {
        let rest = bytes.strip_prefix(HEAD).ok_or(FileError::Foreign)?;
        let rest = rest.strip_prefix(VERSION).ok_or(FileError::Version)?;
        let ([stages, unit], rest) = rest.split_first_chunk().ok_or(FileError::Damaged)?;
        let (deflated, sum) = rest.split_last_chunk().ok_or(FileError::Damaged)?;
        // A forged file may say of few bytes that they are any number of zeros.
        let most = (STAGES * entries().len() * LONGEST) as u64;
        let mut raw = Vec::new();
        DeflateDecoder::new(deflated).take(most + 1).read_to_end(&mut raw).map_err(|_| FileError::Damaged)?;
        let mut crc = Crc::new();
        crc.update(&raw);
        if crc.sum() != u32::from_le_bytes(*sum) || *unit == 0 {
            return Err(FileError::Damaged);
        }
        if usize::from(*stages) != STAGES {
            return Err(FileError::Shape);
        }
        Self::from_raw(&raw, i16::from(*unit)).ok_or(FileError::Shape)
    }

    fn from_raw(raw: &[u8], unit: i16) -> Option<Self> {
        let mut weights = Self::zero();
        let entries = entries();
        let mut bytes = raw.iter();
        for stage in &mut weights.stages {
            for &(block, entry, mirrored) in &entries {
                let mut zigzag = 0u32;
                for place in 0.. {
                    let byte = *bytes.next().filter(|_| place < LONGEST)?;
                    zigzag |= u32::from(byte & 0x7f) << (7 * place);
                    if byte < 0x80 {
                        break;
                    }
                }
                let multiple = i16::try_from(zigzag >> 1).ok()? ^ -((zigzag & 1) as i16);
                let weight = multiple.checked_mul(unit)?;
                stage[block][entry] = weight;
                stage[block][mirrored] = weight;
            }
        }
        bytes.next().is_none().then_some(weights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(Weights::from_bytes(b"").err(), Some(FileError::Foreign));
        assert_eq!(Weights::from_bytes(b"X...").err(), Some(FileError::Foreign));
        let mut newer = good.clone();
        newer[HEAD.len()] = b'2';
        assert_eq!(Weights::from_bytes(&newer).err(), Some(FileError::Version));
        for length in (HEAD.len() + VERSION.len()..good.len()).step_by(997) {
            assert_eq!(Weights::from_bytes(&good[..length]).err(), Some(FileError::Damaged), "{length}");
        }
        let begin = HEAD.len() + VERSION.len();
        for at in (begin..good.len()).step_by(991) {
            let mut changed = good.clone();
            changed[at] ^= 0x10;
            assert!(Weights::from_bytes(&changed).is_err(), "byte {at}");
        }
    }

    #[test]
    fn forged_files_with_the_right_checksum_are_refused() {
        let packed = |raw: &[u8]| {
            let mut bytes = [HEAD, VERSION, &[STAGES as u8, 1]].concat();
            let mut encoder = DeflateEncoder::new(&mut bytes, Compression::fast());
            encoder.write_all(raw).and_then(|()| encoder.finish().map(drop)).unwrap();
            let mut crc = Crc::new();
            crc.update(raw);
            bytes.extend(crc.sum().to_le_bytes());
            bytes
        };
        let count = STAGES * entries().len();
        assert!(Weights::from_bytes(&packed(&vec![0; count])) == Ok(Weights::zero()));
        assert_eq!(Weights::from_bytes(&packed(&vec![0; count + 1])).err(), Some(FileError::Shape));
        // No more is unpacked than a file of weights may hold.
        assert_eq!(Weights::from_bytes(&packed(&vec![0; count * LONGEST + 2])).err(), Some(FileError::Damaged));
        // A weight beyond 16 bits, and one of four bytes.
        for first in [&[0xff, 0xff, 0x7f][..], &[0x80, 0x80, 0x80, 0]] {
            let raw = [first, &vec![0; count - 1]].concat();
            assert_eq!(Weights::from_bytes(&packed(&raw)).err(), Some(FileError::Shape));
        }
    }
}
