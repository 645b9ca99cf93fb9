//! `searchlab --version`: the program in one line, and with `--verbose` all that its build knows.

use std::fmt::Write;

use anyhow::Result;

use super::Exit;
use super::output::say;
use crate::experiment::program::{Build, Program, VERSION};

/// What build.rs found out.
pub(super) const BUILD: Build = Build {
    toolchain: option_env!("SEARCHLAB_TOOLCHAIN"),
    target: option_env!("SEARCHLAB_TARGET"),
    profile: option_env!("SEARCHLAB_PROFILE"),
    commit: commit(),
    modified: match option_env!("SEARCHLAB_MODIFIED") {
        Some(text) => Some(text.len() == "true".len()),
        None => None,
    },
};

/// A build that must not depend on the repository gets other words in the place of the commit.
const fn commit() -> Option<&'static str> {
    let Some(text) = option_env!("VERGEN_GIT_SHA") else { return None };
    let mut index = 0;
    while index < text.len() {
        if !text.as_bytes()[index].is_ascii_hexdigit() {
            return None;
        }
        index += 1;
    }
    if index < 40 { None } else { Some(text) }
}

pub(super) fn run(is_verbose: bool) -> Result<Exit> {
    let mut text = format!("searchlab {VERSION}\n");
    if is_verbose {
        let build = Build::this();
        let Program { commit, modified } = Program::this();
        let modified = modified.map(|modified| if modified { "yes" } else { "no" });
        let rows = [
            ("commit", commit.as_deref()),
            ("modified", modified),
            ("toolchain", build.toolchain),
            ("target", build.target),
            ("profile", build.profile),
        ];
        for (head, words) in rows {
            let _ = writeln!(text, "{head:<10} {}", words.unwrap_or("unknown"));
        }
    }
    say(&text)?;
    Ok(Exit::Done)
}
