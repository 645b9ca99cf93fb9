//! Learned weights as a file, for all games: compact, with a version and a checksum.
//!
//! ```text
//! searchlab GAME weights 1\n       the number is the version
//! shape                            some bytes that say what the weights are for
//! deflated                         each number as its zigzag number in groups of 7 bits, lowest first
//! crc-32                           of all that was deflated, 4 bytes, little endian
//! ```
//!
//! Not here: which numbers these are, and in which order (`learned/file.rs` of each game).

use std::fmt;
use std::io::{Read, Write};

use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};

const VERSION: &str = "1";

/// Why bytes are no weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileError {
    /// They do not begin as a file of weights does for this game, by its name as users type it and as it is written.
    Foreign(&'static str, &'static str),
    /// Of a version that this program does not know.
    Version,
    /// For another form of evaluation than this program's.
    Shape,
    /// Cut off or changed.
    Damaged,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Foreign(name, game) => {
                return write!(
                    f,
                    "this is no file of weights for {game}: it does not begin with `searchlab {name} weights`"
                );
            }
            Self::Version => "these weights are of a version that this program does not know; it reads version 1",
            Self::Shape => "these weights are for other patterns or stages than this program's",
            Self::Damaged => "this file of weights is damaged: its content does not match its checksum",
        })
    }
}

impl std::error::Error for FileError {}

/// The form of the files of a game.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Form {
    /// The game as users type it.
    pub(crate) name: &'static str,
    /// The game as it is written.
    pub(crate) game: &'static str,
    /// Bytes that a number takes at most.
    pub(crate) longest: usize,
}

impl Form {
    fn head(self) -> String {
        format!("searchlab {} weights ", self.name)
    }

    /// The bytes of a file.
    pub(crate) fn write(self, shape: &[u8], numbers: impl Iterator<Item = i32>) -> Vec<u8> {
        let mut raw = Vec::new();
        for number in numbers {
            let mut zigzag = (number << 1 ^ number >> 31) as u32;
            while zigzag >= 0x80 {
                raw.push(zigzag as u8 | 0x80);
                zigzag >>= 7;
            }
            raw.push(zigzag as u8);
        }
        self.pack(shape, &raw, Compression::best())
    }

    pub(crate) fn pack(self, shape: &[u8], raw: &[u8], level: Compression) -> Vec<u8> {
        let mut crc = Crc::new();
        crc.update(raw);
        let mut bytes = [self.head().as_bytes(), VERSION.as_bytes(), b"\n", shape].concat();
        let mut encoder = DeflateEncoder::new(&mut bytes, level);
        encoder.write_all(raw).and_then(|()| encoder.finish().map(drop)).expect("memory takes everything");
        bytes.extend(crc.sum().to_le_bytes());
        bytes
    }

    /// The shape of a file, and its numbers. No more is unpacked than `count` of them may take.
    ///
    /// # Errors
    /// The error in the bytes.
    pub(crate) fn read<const N: usize>(self, bytes: &[u8], count: usize) -> Result<([u8; N], Numbers), FileError> {
        let rest = bytes.strip_prefix(self.head().as_bytes()).ok_or(FileError::Foreign(self.name, self.game))?;
        let rest = rest.strip_prefix(VERSION.as_bytes()).and_then(|rest| rest.strip_prefix(b"\n"));
        let (shape, rest) = rest.ok_or(FileError::Version)?.split_first_chunk().ok_or(FileError::Damaged)?;
        let (deflated, sum) = rest.split_last_chunk().ok_or(FileError::Damaged)?;
        // A forged file may say of few bytes that they are any number of zeros.
        let most = (count * self.longest) as u64;
        let mut raw = Vec::with_capacity(count);
        DeflateDecoder::new(deflated).take(most + 1).read_to_end(&mut raw).map_err(|_| FileError::Damaged)?;
        let mut crc = Crc::new();
        crc.update(&raw);
        if crc.sum() != u32::from_le_bytes(*sum) {
            return Err(FileError::Damaged);
        }
        Ok((*shape, Numbers { raw, at: 0, longest: self.longest }))
    }
}

/// The numbers of a file, one after the other; `None` at the end, and at bytes that encode no number.
#[derive(Debug)]
pub(crate) struct Numbers {
    raw: Vec<u8>,
    at: usize,
    longest: usize,
}

impl Numbers {
    /// True if all of them were taken.
    pub(crate) fn have_ended(&self) -> bool {
        self.at == self.raw.len()
    }

    /// The next zigzag number, of more than one byte: few are.
    #[inline(never)]
    fn long(&mut self) -> Option<u32> {
        let mut zigzag = 0u64;
        for (place, &byte) in self.raw[self.at..].iter().take(self.longest).enumerate() {
            zigzag |= u64::from(byte & 0x7f) << (7 * place);
            if byte < 0x80 {
                self.at += place + 1;
                return u32::try_from(zigzag).ok();
            }
        }
        None
    }
}

impl Iterator for Numbers {
    type Item = i32;

    #[inline(always)]
    fn next(&mut self) -> Option<i32> {
        let byte = *self.raw.get(self.at)?;
        let zigzag = if byte < 0x80 {
            self.at += 1;
            byte.into()
        } else {
            self.long()?
        };
        Some((zigzag >> 1) as i32 ^ -((zigzag & 1) as i32))
    }
}
