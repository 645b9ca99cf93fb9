//! The part of a record that describes a user's program.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::diagnostic::quoted;

/// A user's program in a trial.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProgramAccount {
    /// Its name: the label of the experiment, or what it calls itself.
    pub name: String,
    /// The checksum of the files that its command names, its own text among them: another text, another program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
    /// True if the value of its answer was compared with that of a search of our own.
    #[serde(default, skip_serializing_if = "is_false")]
    pub verified: bool,
    /// The counters that it reports, which nobody has checked.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub reported: BTreeMap<String, u64>,
    /// How it failed, in a word: late, memory, crashed, babble, illegal, wrong, declined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// The failure, in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Its last words on standard error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
}

impl ProgramAccount {
    /// The failure as the end of a line: "crashed: exit status: 1"; `None` if there was none.
    pub fn failure(&self) -> Option<String> {
        let fault = self.fault.as_deref()?;
        Some(self.detail.as_ref().map_or_else(|| fault.to_owned(), |detail| format!("{fault}: {detail}")))
    }

    /// The same with its last words: "crashed: exit status: 1; it said last \"out of ideas\"".
    pub fn failure_and_last_words(&self) -> Option<String> {
        let said = self.said.as_ref().map(|said| format!("; it said last {}", quoted(said))).unwrap_or_default();
        Some(self.failure()? + &said)
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants it so")]
const fn is_false(truth: &bool) -> bool {
    !*truth
}
