//! The program that makes records: its version, and the commit from which it was built (which the program itself declares).
//!
//! Not here: the repository of the user, in which it runs (revision.rs).

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

/// Version of searchlab.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The facts of a build that only its build script knows; `None` for those that it did not know.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Build {
    /// The compiler, as it names itself.
    pub toolchain: Option<&'static str>,
    /// The target, as the compiler names it.
    pub target: Option<&'static str>,
    /// The profile of Cargo and its level of optimization.
    pub profile: Option<&'static str>,
    /// The commit of the sources.
    pub commit: Option<&'static str>,
    /// True if the sources differed from that commit.
    pub modified: Option<bool>,
}

static BUILD: OnceLock<Build> = OnceLock::new();

impl Build {
    /// Sets once, for the life of the process, the facts of the build of this program. Without it all is unknown.
    pub fn declare(self) {
        let _ = BUILD.set(self);
    }

    /// The build of this program.
    pub fn this() -> Self {
        BUILD.get().copied().unwrap_or_default()
    }
}

/// The sources that a searchlab was built from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// Commit of searchlab; `None` if the build did not know it, as in a copy of the sources without their repository.
    pub commit: Option<String>,
    /// True if the sources differed from that commit when it was built; `None` where that is unknown.
    pub modified: Option<bool>,
}

impl Program {
    /// This program.
    pub fn this() -> Self {
        let Build { commit, modified, .. } = Build::this();
        Self { commit: commit.map(str::to_owned), modified }
    }

    /// "commit 5b44b63…, clean".
    pub fn words(&self) -> String {
        let Some(commit) = &self.commit else { return "commit unknown".to_owned() };
        let state = match self.modified {
            Some(true) => ", modified",
            Some(false) => ", clean",
            None => "",
        };
        format!("commit {commit}{state}")
    }
}

/// "searchlab 0.1.0 (commit 5b44b63…, clean)" for this program.
pub fn name_and_commit() -> String {
    format!("searchlab {VERSION} ({})", Program::this().words())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_named_by_its_commit() {
        let program = |commit: Option<&str>, modified| Program { commit: commit.map(str::to_owned), modified }.words();
        assert_eq!(program(Some("5b44"), Some(false)), "commit 5b44, clean");
        assert_eq!(program(Some("5b44"), Some(true)), "commit 5b44, modified");
        assert_eq!(program(Some("5b44"), None), "commit 5b44");
        assert_eq!(program(None, Some(true)), "commit unknown");
    }
}
