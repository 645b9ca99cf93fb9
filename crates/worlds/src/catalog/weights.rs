//! Weights of learned evaluations by name: those that come with the program, and files.

use std::fs::File;

use serde_json::Value;

use super::named_files::NamedFiles;
use super::parameter::WEIGHTS;
use crate::weights_file::FileError;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics};
use searchlab_trial::files::read_at_most;
use searchlab_trial::record::Params;

/// Bytes of a file of weights; the largest that come with the program have a hundredth of that.
const MOST_BYTES: u64 = 64 << 20;

/// The weights of a game that have been read.
pub(super) struct NamedWeights<T: 'static> {
    files: NamedFiles<T>,
    shipped: fn() -> &'static T,
    parse: fn(&[u8]) -> Result<T, FileError>,
}

impl<T: 'static> NamedWeights<T> {
    pub(super) const fn new(
        shipped: fn() -> &'static T,
        parse: fn(&[u8]) -> Result<T, FileError>,
        writer: &'static str,
    ) -> Self {
        Self { files: NamedFiles::new("weights", WEIGHTS.default, shipped, writer), shipped, parse }
    }

    /// The name by which a trial knows these weights: that of the shipped ones, or the checksum of a file, which is read.
    fn settled(&self, text: &str) -> Result<String, Diagnostics> {
        self.files.settled(text, || read_at_most(File::open(text)?, MOST_BYTES), self.parse)
    }

    /// Reads the file of weights of a trial, and names it by its content.
    ///
    /// # Errors
    /// A file that cannot be read, or that holds no weights.
    pub(super) fn settle(&self, params: &mut Params) -> Result<(), Diagnostics> {
        let Some(text) = WEIGHTS.text(params)? else { return Ok(()) };
        let name = self.settled(text)?;
        params.insert(WEIGHTS.key().to_owned(), Value::from(name));
        Ok(())
    }

    /// The weights by what a user types: those that come with the program, or a file.
    ///
    /// # Errors
    /// A file that cannot be read, or that holds no weights.
    pub(super) fn read(&self, text: &str) -> Result<&'static T, Diagnostics> {
        Ok(self.files.named(&self.settled(text)?).unwrap_or_else(self.shipped))
    }

    /// The weights of a trial, if it has some.
    ///
    /// # Errors
    /// Weights that have not been read.
    pub(super) fn of(&self, params: &Params) -> Result<Option<&'static T>, Diagnostic> {
        self.files.of(&WEIGHTS, params)
    }
}
