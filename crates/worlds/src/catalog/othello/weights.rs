//! Weights of the learned evaluation by name: those that come with the program, and files.

use std::fs::File;

use crate::catalog::named_files::NamedFiles;
use crate::catalog::parameter::WEIGHTS;
use crate::othello::learned::{Weights, shipped};
use searchlab_trial::diagnostic::Diagnostics;
use searchlab_trial::files::read_at_most;

/// Bytes of a file of weights; those that come with the program have a hundredth of that.
const MOST_BYTES: u64 = 64 << 20;

static FILES: NamedFiles<Weights> = NamedFiles::new("weights", WEIGHTS.default, shipped, "searchlab othello train");

/// The name by which a trial knows these weights: that of the shipped ones, or the checksum of a file, which is read.
///
/// # Errors
/// A file that cannot be read, or that holds no weights.
pub(super) fn settled(text: &str) -> Result<String, Diagnostics> {
    FILES.settled(text, || read_at_most(File::open(text)?, MOST_BYTES), Weights::from_bytes)
}

/// The weights of that name, if they have been settled.
pub(super) fn named(name: &str) -> Option<&'static Weights> {
    FILES.named(name)
}
