//! `searchlab signature`: prints the signature of all searches.

use anyhow::Result;

use super::Exit;
use super::output::say;

pub use searchlab_worlds::signature::signature;

pub(super) fn run() -> Result<Exit> {
    say(&signature()?)?;
    Ok(Exit::Done)
}
