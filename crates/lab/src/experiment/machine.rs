//! Facts about the machine as the system reports them. Whatever it does not report is absent, never guessed.

use std::thread::available_parallelism;

use serde::{Deserialize, Serialize};

/// The load of a machine around a session: threads that ran or waited to run, as a mean over a minute. At the end the
/// threads of the session itself are among them.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Load {
    /// Just before it began.
    pub begin: f64,
    /// When it ended; `None` if it has not.
    pub end: Option<f64>,
}

// Neither the system nor JSON has loads that are no numbers.
impl Eq for Load {}

/// A field of a file that Linux provides, as it stands there.
pub fn from_proc(file: &str, field: &str) -> Option<String> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.starts_with(field))?;
    line.split_once(':').map(|(_, value)| value.trim().to_owned())
}

/// Bytes that can still be used without swapping; `None` where the system does not say.
pub fn available_memory() -> Option<u64> {
    memory("MemAvailable")
}

/// Bytes of memory; `None` where the system does not say.
pub(crate) fn total_memory() -> Option<u64> {
    memory("MemTotal")
}

fn memory(field: &str) -> Option<u64> {
    let text = from_proc("/proc/meminfo", field)?;
    text.strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// The model of the processor; `None` where the system does not say.
pub(crate) fn cpu() -> Option<String> {
    from_proc("/proc/cpuinfo", "model name")
}

/// The load average of the last minute; `None` where the system does not say.
pub fn load() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    text.split_whitespace().next()?.parse().ok().filter(|load: &f64| load.is_finite())
}

/// Threads that can run at once; `None` where the system does not say.
pub fn cores() -> Option<usize> {
    available_parallelism().ok().map(std::num::NonZero::get)
}

/// The operating system: its family, and on Linux its distribution and kernel.
pub(crate) fn system() -> String {
    let mut parts = vec![std::env::consts::OS.to_owned()];
    parts.extend(distribution());
    parts.extend(line("/proc/sys/kernel/osrelease"));
    parts.join(", ")
}

/// The name of this machine among others; `None` where the system does not say.
pub(super) fn host() -> Option<String> {
    line("/proc/sys/kernel/hostname")
}

fn line(file: &str) -> Option<String> {
    std::fs::read_to_string(file).ok().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}

fn distribution() -> Option<String> {
    let text = std::fs::read_to_string("/etc/os-release").ok()?;
    let name = text.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="))?;
    Some(name.trim_matches('"').to_owned())
}
