//! Files by the checksum of what is in them, so that the id of a trial says with which it was run, wherever they lie.
//!
//! Files are read once and kept until the program ends.

use std::sync::{Mutex, PoisonError};

use flate2::Crc;

use super::parameter::Parameter;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, quoted};
use searchlab_trial::record::Params;

/// The contents that have been read from files of a kind, by name.
pub(crate) struct NamedFiles<T: 'static> {
    read: Mutex<Vec<(String, &'static T)>>,
    /// The kind, as messages say it.
    kind: &'static str,
    /// The name of the one that comes with the program.
    shipped: &'static str,
    /// The one that comes with the program.
    get_shipped: fn() -> &'static T,
    /// The command that writes such files.
    writer: &'static str,
}

impl<T: 'static> NamedFiles<T> {
    pub(crate) const fn new(
        kind: &'static str,
        shipped: &'static str,
        get_shipped: fn() -> &'static T,
        writer: &'static str,
    ) -> Self {
        Self { read: Mutex::new(Vec::new()), kind, shipped, get_shipped, writer }
    }

    /// The name by which a trial knows what the text names: that of the shipped one, or the checksum of a file, which is
    /// read.
    ///
    /// # Errors
    /// A file that cannot be read, or that holds no such thing.
    pub(crate) fn settled<E: ToString>(
        &self,
        text: &str,
        bytes: impl FnOnce() -> std::io::Result<Vec<u8>>,
        parse: impl FnOnce(&[u8]) -> Result<T, E>,
    ) -> Result<String, Diagnostics> {
        if self.named(text).is_some() {
            return Ok(text.to_owned());
        }
        let refused = |why: String| {
            let problem = Diagnostic::new(format!("cannot use the {} {}: {why}", self.kind, quoted(text)));
            problem.help(format!("expected {} or a file that `{}` wrote", self.shipped, self.writer))
        };
        let bytes = bytes().map_err(|error| refused(error.to_string()))?;
        let mut crc = Crc::new();
        crc.update(&bytes);
        let name = format!("crc32-{:08x}", crc.sum());
        if self.named(&name).is_none() {
            let parsed = parse(&bytes).map_err(|error| refused(error.to_string()))?;
            let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
            read.push((name.clone(), Box::leak(Box::new(parsed))));
        }
        Ok(name)
    }

    /// The content that a trial names; `None` if it names none.
    ///
    /// # Errors
    /// A file that has not been read.
    pub(crate) fn of(&self, parameter: &Parameter, params: &Params) -> Result<Option<&'static T>, Diagnostic> {
        let Some(name) = parameter.text(params)? else { return Ok(None) };
        self.named(name).map(Some).ok_or_else(|| parameter.refuse(&name.into()))
    }

    /// The content with that name, if it has been read.
    pub(crate) fn named(&self, name: &str) -> Option<&'static T> {
        if name == self.shipped {
            return Some((self.get_shipped)());
        }
        let read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        read.iter().find(|(known, _)| known == name).map(|&(_, known)| known)
    }
}
