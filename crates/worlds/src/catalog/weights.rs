//! Weights of learned evaluations by name: those that come with the program, and files.

use std::fs::File;

use serde_json::Value;

use super::named_files::NamedFiles;
use super::parameter::WEIGHTS;
use crate::weights_file::FileError;
use searchlab_trial::diagnostic::Diagnostics;
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
        let Some(named) = params.get_mut(WEIGHTS.name.name) else { return Ok(()) };
        *named = Value::from(self.settled(named.as_str().unwrap_or_default())?);
        Ok(())
    }

    /// The weights by what a user types: those that come with the program, or a file.
    ///
    /// # Errors
    /// A file that cannot be read, or that holds no weights.
    pub(super) fn read(&self, text: &str) -> Result<&'static T, Diagnostics> {
        Ok(self.files.named(&self.settled(text)?).unwrap_or_else(self.shipped))
    }

    /// The weights of a trial whose parameters have passed the catalog, if it has some.
    pub(super) fn of(&self, params: &Params) -> Option<&'static T> {
        params.get(WEIGHTS.name.name).and_then(Value::as_str).and_then(|name| self.files.named(name))
    }
}
