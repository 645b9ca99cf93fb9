//! The large files of data that come with the program, each read when it is first needed. A WebAssembly module does not
//! hold them: its host hands each over when it is asked for.
//!
//! Not here    What they mean; small files, which stand beside what reads them.

use std::io::Read;

use flate2::read::GzDecoder;

use searchlab_trial::embedded::File;

/// A file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Asset {
    /// The weights of Othello's learned evaluation.
    OthelloWeights,
    /// The opening book of Othello, packed by gzip.
    OthelloBook,
    /// The network of Gomoku's learned evaluation.
    GomokuNetwork,
}

impl Asset {
    /// All of them, in the order in which hosts count them.
    pub const ALL: [Self; 3] = [Self::OthelloWeights, Self::OthelloBook, Self::GomokuNetwork];

    /// Its content. In a module whose host has lent nothing it is empty.
    #[cfg(not(target_family = "wasm"))]
    pub const fn bytes(self) -> &'static [u8] {
        match self {
            Self::OthelloWeights => OTHELLO_WEIGHTS,
            Self::OthelloBook => OTHELLO_BOOK,
            Self::GomokuNetwork => GOMOKU_NETWORK,
        }
    }

    /// Its content; empty if the host has lent nothing.
    #[cfg(target_family = "wasm")]
    pub fn bytes(self) -> &'static [u8] {
        LENDER.get().map_or(&[], |lender| lender(self).leak())
    }
}

// Each in one place: every crate that mentions a constant has a copy of it.
#[cfg(not(target_family = "wasm"))]
static OTHELLO_WEIGHTS: &[u8] = include_bytes!("othello/learned/shipped.weights");
#[cfg(not(target_family = "wasm"))]
static OTHELLO_BOOK: &[u8] = include_bytes!("othello/book/shipped.book.gz");
#[cfg(not(target_family = "wasm"))]
static GOMOKU_NETWORK: &[u8] = include_bytes!("gomoku/learned/shipped.network");

#[cfg(target_family = "wasm")]
static LENDER: std::sync::OnceLock<fn(Asset) -> Vec<u8>> = std::sync::OnceLock::new();

/// Sets the host that hands the files over. Later calls change nothing.
#[cfg(target_family = "wasm")]
pub fn lend(lender: fn(Asset) -> Vec<u8>) {
    LENDER.get_or_init(|| lender);
}

/// The content of a file that was packed by gzip.
///
/// # Panics
/// If it is damaged: tests read all that come with the program.
pub fn unpacked(packed: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    GzDecoder::new(packed).read_to_end(&mut bytes).expect("a test reads this file");
    bytes
}

/// The files that a build has packed by gzip: path and text by turns, each with a 0 behind it.
///
/// # Panics
/// If they are damaged: a test reads all of them.
pub fn packed_files(packed: &[u8]) -> Vec<File> {
    let text: &'static str = String::from_utf8(unpacked(packed)).expect("builds pack text").leak();
    let mut parts = text.split_terminator('\0');
    std::iter::from_fn(|| parts.next().zip(parts.next())).collect()
}
