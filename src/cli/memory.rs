//! Checks that transposition tables fit into memory.

use crate::catalog::game::table_of;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::experiment::machine;
use crate::record::Params;
use crate::search::game::Table;

/// Refuses the transposition table of a game-tree search that this machine cannot hold.
pub(super) fn refuse_large_table(params: &Params) -> Result<(), Diagnostics> {
    match table_of(params)?.and_then(|(bits, _)| Some((bits, Table::bytes_of(bits)?))) {
        Some((bits, bytes)) => refuse_table(bits, bytes),
        None => Ok(()),
    }
}

/// Refuses a table of 2^`bits` entries, `bytes` in all, if this machine cannot hold it.
pub(super) fn refuse_table(bits: u32, bytes: u64) -> Result<(), Diagnostics> {
    let Some(free) = machine::available_memory().filter(|&free| bytes > free) else { return Ok(()) };
    let (needed, mib) = (bytes >> 20, free >> 20);
    let most = (free / (bytes >> bits).max(1)).max(1).ilog2();
    let problem = format!("a table of 2^{bits} entries needs {needed} MiB, and {mib} MiB of memory are free");
    Err(Diagnostic::new(problem).help(format!("say --table-bits {most} or less")).into())
}
