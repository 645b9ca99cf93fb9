//! Weights of the learned evaluation by name: those that come with the program, and files.
//!
//! A trial names the weights of a file by their checksum, so that its id says with which it was run, wherever the file
//! lies. Files are read once and kept until the program ends.

use std::fs::File;
use std::sync::{Mutex, PoisonError};

use flate2::Crc;

use crate::catalog::parameter::WEIGHTS;
use crate::diagnostic::{Diagnostic, Diagnostics, quoted};
use crate::files::read_at_most;
use crate::worlds::othello::learned::{Weights, shipped};

/// Bytes of a file of weights; those that come with the program have a hundredth of that.
const MOST_BYTES: u64 = 64 << 20;

/// What has been read, by name.
static READ: Mutex<Vec<(String, &'static Weights)>> = Mutex::new(Vec::new());

/// The name by which a trial knows these weights: that of the shipped ones, or the checksum of a file, which is read.
///
/// # Errors
/// A file that cannot be read, or that holds no weights.
pub(super) fn settled(text: &str) -> Result<String, Diagnostics> {
    if named(text).is_some() {
        return Ok(text.to_owned());
    }
    let refused = |why: String| Diagnostic::new(format!("cannot use the weights {}: {why}", quoted(text)));
    let help = format!("expected {} or a file that `searchlab othello train` wrote", WEIGHTS.default);
    let read = || read_at_most(File::open(text)?, MOST_BYTES);
    let bytes = read().map_err(|error| refused(error.to_string()).help(help.as_str()))?;
    let mut crc = Crc::new();
    crc.update(&bytes);
    let name = format!("crc32-{:08x}", crc.sum());
    if named(&name).is_none() {
        let weights = Weights::from_bytes(&bytes).map_err(|error| refused(error.to_string()).help(help.as_str()))?;
        let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
        read.push((name.clone(), Box::leak(Box::new(weights))));
    }
    Ok(name)
}

/// The weights of that name, if they have been settled.
pub(super) fn named(name: &str) -> Option<&'static Weights> {
    if name == WEIGHTS.default {
        return Some(shipped());
    }
    let read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    read.iter().find(|(known, _)| known == name).map(|&(_, weights)| weights)
}
