//! Clocks that users may have set wrong, and that may step back: nothing of what they say ends the program.
//!
//! Not here    Wall-clock time between two moments, which [`searchlab_search::clock`] measures.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The last second that RFC 3339 can write: the end of the year 9999.
const LAST: Duration = Duration::from_secs(253_402_300_799);

/// The time now: UTC, RFC 3339, in seconds. Clocks before 1970 are taken to stand at its begin.
pub fn utc_now() -> String {
    utc(now())
}

#[cfg(not(target_family = "wasm"))]
fn now() -> SystemTime {
    SystemTime::now()
}

/// The clock that the host lends counts from 1970 on.
#[cfg(target_family = "wasm")]
fn now() -> SystemTime {
    UNIX_EPOCH + searchlab_search::clock::Instant::now().since_begin()
}

/// A time: UTC, RFC 3339, in seconds. Those before 1970 are taken for its begin.
pub fn utc(time: SystemTime) -> String {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default().min(LAST);
    humantime::format_rfc3339_seconds(UNIX_EPOCH + since).to_string()
}

/// Processor time of a thread from some moment on.
#[derive(Debug, Clone, Copy)]
pub struct ThreadClock(Duration);

impl ThreadClock {
    /// The clock of this thread, from now on.
    pub fn start() -> Self {
        Self(thread_time())
    }

    /// Processor time of this thread since then; zero where its clock stepped back, as those of some virtual machines do.
    pub fn elapsed(self) -> Duration {
        thread_time().saturating_sub(self.0)
    }
}

/// Processor time of this thread since it began.
#[cfg(not(target_family = "wasm"))]
fn thread_time() -> Duration {
    cpu_time::ThreadTime::now().as_duration()
}

/// A WebAssembly module does not learn its processor time: it is taken to be alone.
#[cfg(target_family = "wasm")]
fn thread_time() -> Duration {
    searchlab_search::clock::Instant::now().since_begin()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_out_of_range_are_written_too() {
        let cases = [
            (UNIX_EPOCH, "1970-01-01T00:00:00Z"),
            (UNIX_EPOCH - Duration::from_secs(1), "1970-01-01T00:00:00Z"),
            (UNIX_EPOCH - Duration::from_secs(9_999_999_999), "1970-01-01T00:00:00Z"),
            (UNIX_EPOCH + LAST, "9999-12-31T23:59:59Z"),
            (UNIX_EPOCH + 2 * LAST, "9999-12-31T23:59:59Z"),
        ];
        for (time, expected) in cases {
            assert_eq!(utc(time), expected);
        }
    }

    #[test]
    fn a_processor_clock_that_steps_back_says_zero() {
        let ahead = ThreadClock(thread_time() + Duration::from_hours(1));
        assert_eq!(ahead.elapsed(), Duration::ZERO);
        let clock = ThreadClock::start();
        assert!(clock.elapsed() < Duration::from_hours(1));
    }
}
