//! Files of learned weights: any bytes are taken or refused. They are packed once more with the checksum that they need,
//! since no random file has it.

#![no_main]

use std::io::Write;
use std::sync::LazyLock;

use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};
use libfuzzer_sys::fuzz_target;
use searchlab::worlds::othello::learned::Weights;

/// The head of a file: its name, its version, the number of stages and the unit.
static HEAD: LazyLock<Vec<u8>> =
    LazyLock::new(|| Weights::zero().to_bytes(1)[..b"searchlab othello weights 1\n".len() + 2].to_vec());

fuzz_target!(|bytes: &[u8]| {
    let _ = Weights::from_bytes(bytes);
    let mut crc = Crc::new();
    crc.update(bytes);
    let mut file = HEAD.clone();
    let mut encoder = DeflateEncoder::new(&mut file, Compression::fast());
    encoder.write_all(bytes).and_then(|()| encoder.finish().map(drop)).expect("memory takes everything");
    file.extend(crc.sum().to_le_bytes());
    let _ = Weights::from_bytes(&file);
});
