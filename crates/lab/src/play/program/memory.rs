//! The memory and the processor time of a process and its children.
//!
//! A keeper (see `family.rs`) is no part of the program that it keeps.

use std::time::Duration;

#[cfg(target_os = "linux")]
use super::family::{descendants, is_keeper};

/// True if the memory of programs is watched on this system. Elsewhere they are told their limit, and nobody looks.
pub const WATCHES_MEMORY: bool = cfg!(target_os = "linux");

/// The most bytes of memory that each of a process and its children has held, in all; `None` if it has ended, and where
/// the system does not tell.
#[cfg(target_os = "linux")]
pub(super) fn held(id: u32) -> Option<u64> {
    let own = peak(id)?;
    let own = if is_keeper(id) { 0 } else { own };
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

/// Lets the count of [`held`] begin anew, where the system allows it.
#[cfg(target_os = "linux")]
pub(super) fn forget_peaks(id: u32) {
    for id in descendants(id).into_iter().chain([id]) {
        let _ = std::fs::write(format!("/proc/{id}/clear_refs"), "5");
    }
}

/// Processor time of a process and its children, those included that have ended and were waited for, or of the children
/// alone for a keeper; zero where the system does not tell. Linux counts in hundredths of a second what has ended, and in
/// nanoseconds the threads that run.
#[cfg(target_os = "linux")]
pub(super) fn spent(id: u32, is_kept: bool) -> Duration {
    let below = descendants(id).into_iter().filter_map(spent_alone).map(|[own, ended]| own + ended);
    let [own, ended] = spent_alone(id).unwrap_or_default();
    below.sum::<Duration>() + ended + if is_kept { Duration::ZERO } else { own }
}

/// The processor time of one process, and that of its children that have ended.
#[cfg(target_os = "linux")]
fn spent_alone(id: u32) -> Option<[Duration; 2]> {
    /// Of the system's clock, as all systems in use have it.
    const TICK: Duration = Duration::from_millis(10);
    /// Where the user's time stands behind the name; then that of the system, and both again of waited-for children.
    const USER: usize = 11;
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let (_, rest) = stat.rsplit_once(") ")?;
    let ticks: Vec<u32> = rest.split(' ').skip(USER).take(4).filter_map(|word| word.parse().ok()).collect();
    let [user, system, of_children @ ..] = ticks.as_slice() else { return None };
    let threads = std::fs::read_dir(format!("/proc/{id}/task")).ok()?;
    let nanoseconds = threads.flatten().filter_map(|thread| {
        let text = std::fs::read_to_string(thread.path().join("schedstat")).ok()?;
        text.split(' ').next()?.parse::<u64>().ok()
    });
    let running = Duration::from_nanos(nanoseconds.sum());
    Some([running.max(TICK * (user + system)), TICK * of_children.iter().sum()])
}

#[cfg(not(target_os = "linux"))]
pub(super) const fn held(_id: u32) -> Option<u64> {
    None
}

#[cfg(not(target_os = "linux"))]
pub(super) const fn forget_peaks(_id: u32) {}

#[cfg(not(target_os = "linux"))]
pub(super) const fn spent(_id: u32, _is_kept: bool) -> Duration {
    Duration::ZERO
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_holds_something_and_spends_time() {
        let own = held(std::process::id());
        assert_eq!(own.is_some_and(|bytes| bytes > 1 << 20), WATCHES_MEMORY);
        assert_eq!(held(u32::MAX), None);
        let before = spent(std::process::id(), false);
        let mut sum = 0u64;
        let begin = std::time::Instant::now();
        while begin.elapsed() < Duration::from_millis(30) {
            sum = std::hint::black_box(sum.wrapping_add(1));
        }
        assert_eq!(spent(std::process::id(), false) > before, WATCHES_MEMORY);
    }
}
