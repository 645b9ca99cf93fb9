//! The memory that a process and its children hold.

#[cfg(target_os = "linux")]
use super::family::descendants;

/// True if the memory of programs is watched on this system. Elsewhere they are told their limit, and nobody looks.
pub const WATCHES_MEMORY: bool = cfg!(target_os = "linux");

/// The most bytes of memory that each of a process and its children has held, in all; `None` if it has ended, and where
/// the system does not tell.
#[cfg(target_os = "linux")]
pub(super) fn held(id: u32) -> Option<u64> {
    let own = peak(id)?;
    Some(own + descendants(id).into_iter().filter_map(peak).sum::<u64>())
}

/// The most bytes that a process has held.
#[cfg(target_os = "linux")]
fn peak(id: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}

#[cfg(not(target_os = "linux"))]
pub(super) const fn held(_id: u32) -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_holds_something() {
        let own = held(std::process::id());
        assert_eq!(own.is_some_and(|bytes| bytes > 1 << 20), WATCHES_MEMORY);
        assert_eq!(held(u32::MAX), None);
    }
}
