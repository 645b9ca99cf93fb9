//! The program that makes records: its version, and the commit from which it was built (build.rs).
//!
//! Not here: the repository of the user, in which it runs (revision.rs).

use serde::{Deserialize, Serialize};

/// Version of searchlab.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The compiler that built the program.
pub const TOOLCHAIN: Option<&str> = option_env!("SEARCHLAB_TOOLCHAIN");
/// The target that it was built for, as the compiler names it.
pub const TARGET: Option<&str> = option_env!("SEARCHLAB_TARGET");
/// The profile of Cargo and its level of optimization.
pub const PROFILE: Option<&str> = option_env!("SEARCHLAB_PROFILE");

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
        Self {
            commit: option_env!("VERGEN_GIT_SHA").filter(|text| is_commit(text)).map(str::to_owned),
            modified: option_env!("SEARCHLAB_MODIFIED").and_then(|text| text.parse().ok()),
        }
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

/// A build that must not depend on the repository gets other words in the place of the commit.
fn is_commit(text: &str) -> bool {
    text.len() >= 40 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
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
        assert!(is_commit(&"0f".repeat(20)) && !is_commit("VERGEN_IDEMPOTENT_OUTPUT"));
    }

    /// The commit is one of the repository in which the tests are built. It need not be the last any more.
    #[test]
    fn this_program_knows_its_commit() {
        let root = env!("CARGO_MANIFEST_DIR");
        let kind = |object: &str| {
            let output =
                std::process::Command::new("git").args(["-C", root, "cat-file", "-t", object]).output().ok()?;
            output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
        };
        let is_repository = std::path::Path::new(root).join(".git").exists();
        if is_repository && kind("HEAD").is_some() {
            let Program { commit, modified } = Program::this();
            assert_eq!(kind(&commit.expect("a commit")).as_deref(), Some("commit"));
            assert!(modified.is_some());
        }
    }
}
