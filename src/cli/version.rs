//! `searchlab --version`: the program in one line, and with `--verbose` all that its build knows.

use std::fmt::Write;

use anyhow::Result;

use super::Exit;
use super::output::say;
use crate::experiment::program::{self, Program, VERSION};

pub(super) fn run(is_verbose: bool) -> Result<Exit> {
    let mut text = format!("searchlab {VERSION}\n");
    if is_verbose {
        let Program { commit, modified } = Program::this();
        let modified = modified.map(|modified| if modified { "yes" } else { "no" });
        let rows = [
            ("commit", commit.as_deref()),
            ("modified", modified),
            ("toolchain", program::TOOLCHAIN),
            ("target", program::TARGET),
            ("profile", program::PROFILE),
        ];
        for (head, words) in rows {
            let _ = writeln!(text, "{head:<10} {}", words.unwrap_or("unknown"));
        }
    }
    say(&text)?;
    Ok(Exit::Done)
}
