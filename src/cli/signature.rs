//! `searchlab signature`: prints the signature of all searches.

use anyhow::Result;

use super::Exit;
use super::output::print_text;

pub use searchlab_worlds::signature::signature;

pub(super) fn run() -> Result<Exit> {
    print_text(&signature()?)?;
    Ok(Exit::Done)
}
