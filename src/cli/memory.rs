//! How much memory there is.

/// A field of a file that Linux provides, as it stands there.
pub(super) fn from_proc(file: &str, field: &str) -> Option<String> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.starts_with(field))?;
    line.split_once(':').map(|(_, value)| value.trim().to_owned())
}

/// Bytes that can still be used without swapping; `None` where the system does not say.
pub(super) fn available() -> Option<u64> {
    let text = from_proc("/proc/meminfo", "MemAvailable")?;
    text.strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}
