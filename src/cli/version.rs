//! `searchlab --version`: the program in one line, and with `--verbose` all that its build knows.

use std::fmt::Write;

use anyhow::Result;

use super::Exit;
use super::output::print_text;
use crate::experiment::program::{Build, Program, VERSION};

/// The facts of the build that build.rs found out.
pub(super) const BUILD: Build = Build {
    toolchain: option_env!("SEARCHLAB_TOOLCHAIN"),
    target: option_env!("SEARCHLAB_TARGET"),
    profile: option_env!("SEARCHLAB_PROFILE"),
    commit: option_env!("SEARCHLAB_COMMIT"),
    modified: match option_env!("SEARCHLAB_MODIFIED") {
        Some(text) => Some(text.len() == "true".len()),
        None => None,
    },
};

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
    print_text(&text)?;
    Ok(Exit::Done)
}
