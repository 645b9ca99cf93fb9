//! Files of learned weights: any bytes are taken or refused. They are packed once more with the checksum that they need,
//! since no random file has it, alone and as the first of as many weights as a file has, which is taken then unless a
//! weight is too great.

#![no_main]

use std::io::{Read, Write};
use std::sync::LazyLock;

use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};
use libfuzzer_sys::fuzz_target;
use searchlab::worlds::othello::learned::Weights;

const NAME: &[u8] = b"searchlab othello weights 1\n";

/// A file whose weights are all 0.
static ZERO: LazyLock<Vec<u8>> = LazyLock::new(|| Weights::zero().to_bytes(1));

/// The head of a file: its name, its version, the number of stages and the unit.
fn head() -> &'static [u8] {
    &ZERO[..NAME.len() + 2]
}

/// The number of weights in a file: those of 0 take a byte each.
static WEIGHTS: LazyLock<usize> = LazyLock::new(|| {
    let mut raw = Vec::new();
    DeflateDecoder::new(&ZERO[head().len()..]).read_to_end(&mut raw).expect("our own file");
    raw.len()
});

fuzz_target!(|bytes: &[u8]| {
    let _ = Weights::from_bytes(bytes);
    let _ = Weights::from_bytes(&packed(bytes));
    // The last byte of a weight is below 128.
    let weights = bytes.iter().filter(|&&byte| byte < 0x80).count();
    if let Some(rest) = WEIGHTS.checked_sub(weights) {
        let raw = [bytes, &vec![0; rest]].concat();
        if let Ok(read) = Weights::from_bytes(&packed(&raw)) {
            assert!(Weights::from_bytes(&read.to_bytes(1)) == Ok(read), "weights are read as they were written");
        }
    }
});

fn packed(raw: &[u8]) -> Vec<u8> {
    let mut crc = Crc::new();
    crc.update(raw);
    let mut file = head().to_vec();
    let mut encoder = DeflateEncoder::new(&mut file, Compression::fast());
    encoder.write_all(raw).and_then(|()| encoder.finish().map(drop)).expect("memory takes everything");
    file.extend(crc.sum().to_le_bytes());
    file
}
