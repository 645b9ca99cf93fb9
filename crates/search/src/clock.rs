//! The clock that limits of time go by: [`Instant`], which is that of the standard library wherever the system has a
//! clock. A WebAssembly module has none of its own: there its host lends it one, and until then time stands still.
//!
//! Not here    Processor time and dates, which the crate of trials asks for.

#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;

#[cfg(target_family = "wasm")]
pub use borrowed::{Instant, lend};

/// Compiled natively for its tests alone.
#[cfg(any(target_family = "wasm", test))]
#[cfg_attr(not(target_family = "wasm"), expect(dead_code, unreachable_pub, reason = "tests alone use it"))]
mod borrowed {
    use std::ops::{Add, AddAssign, Sub};
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Sets the clock: time since 1970, which never steps back. Later calls change nothing.
    pub fn lend(clock: fn() -> Duration) {
        CLOCK.get_or_init(|| clock);
    }

    /// A moment by the clock of the host.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Instant(Duration);

    impl Instant {
        /// The moment of the call.
        pub fn now() -> Self {
            Self(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
        }

        /// Time since the begin of the clock.
        pub const fn since_begin(self) -> Duration {
            self.0
        }

        /// Time since then.
        pub fn elapsed(&self) -> Duration {
            Self::now().saturating_duration_since(*self)
        }

        /// Time since `earlier`; zero if that is later.
        pub fn saturating_duration_since(&self, earlier: Self) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// Time since `earlier`; zero if that is later.
        pub fn duration_since(&self, earlier: Self) -> Duration {
            self.saturating_duration_since(earlier)
        }

        /// The moment `time` later; `None` if that cannot be written.
        pub fn checked_add(&self, time: Duration) -> Option<Self> {
            self.0.checked_add(time).map(Self)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Self;

        fn add(self, time: Duration) -> Self {
            Self(self.0.saturating_add(time))
        }
    }

    impl AddAssign<Duration> for Instant {
        fn add_assign(&mut self, time: Duration) {
            *self = *self + time;
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Self) -> Duration {
            self.saturating_duration_since(earlier)
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn time_stands_still_until_a_clock_is_lent() {
            let begin = Instant::now();
            assert_eq!((begin.elapsed(), Instant::now() - begin), (Duration::ZERO, Duration::ZERO));
            lend(|| Duration::from_millis(70));
            lend(|| Duration::from_millis(900));
            assert_eq!(begin.elapsed(), Duration::from_millis(70));
            let later = begin + Duration::from_secs(1);
            assert_eq!((begin - later, later - begin), (Duration::ZERO, Duration::from_secs(1)));
            assert!(later.checked_add(Duration::MAX).is_none() && Instant::now() < later);
        }
    }
}
