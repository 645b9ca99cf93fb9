//! How much memory there is.

use crate::diagnostic::{Diagnostic, Diagnostics};

/// A field of a file that Linux provides, as it stands there.
pub(super) fn from_proc(file: &str, field: &str) -> Option<String> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.starts_with(field))?;
    line.split_once(':').map(|(_, value)| value.trim().to_owned())
}

/// Refuses a table of 2^`bits` entries that holds so many bytes if this machine cannot.
pub(super) fn refuse_table(bits: u32, bytes: u64) -> Result<(), Diagnostics> {
    let Some(free) = available().filter(|&free| bytes > free) else { return Ok(()) };
    let (needed, mib) = (bytes >> 20, free >> 20);
    let most = (free / (bytes >> bits).max(1)).max(1).ilog2();
    let problem = format!("a table of 2^{bits} entries needs {needed} MiB, and {mib} MiB of memory are free");
    Err(Diagnostic::new(problem).help(format!("say --table-bits {most} or less")).into())
}

/// Bytes that can still be used without swapping; `None` where the system does not say.
pub(super) fn available() -> Option<u64> {
    let text = from_proc("/proc/meminfo", "MemAvailable")?;
    text.strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}
