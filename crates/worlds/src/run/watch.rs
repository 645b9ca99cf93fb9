//! The observer of trials: counters, and taps that may be empty.

use searchlab_search::counters::IterationCounters;
use searchlab_search::observer::{Event, Observer, Walk};
use searchlab_search::step::Step;

use super::Observers;

/// Counts every event, and hands it on to the taps if there are any.
pub(crate) struct Watch<'a> {
    counters: &'a mut IterationCounters,
    taps: &'a mut Observers,
    /// Known once, so that an event without taps costs one predictable branch.
    is_tapped: bool,
}

impl<'a> Watch<'a> {
    pub(super) fn new(counters: &'a mut IterationCounters, taps: &'a mut Observers) -> Self {
        Self { is_tapped: !taps.is_empty(), counters, taps }
    }

    #[cold]
    #[inline(never)]
    fn tap(&mut self, event: Event) {
        self.taps.on(event);
    }

    #[cold]
    #[inline(never)]
    fn tap_walk(&mut self, step: Walk) {
        self.taps.walk(step);
    }

    #[cold]
    #[inline(never)]
    fn tap_step(&mut self, step: Step) {
        self.taps.step(step);
    }
}

impl Observer for Watch<'_> {
    const WANTS_STATES: bool = true;
    const WANTS_WALK: bool = true;
    const WANTS_STEPS: bool = true;

    #[inline(always)]
    fn wants_states(&self) -> bool {
        self.is_tapped
    }

    #[inline(always)]
    fn wants_walk(&self) -> bool {
        self.is_tapped && self.taps.wants_details()
    }

    #[inline(always)]
    fn wants_steps(&self) -> bool {
        self.is_tapped && self.taps.wants_details()
    }

    #[inline(always)]
    fn on(&mut self, event: Event) {
        self.counters.on(event);
        if self.is_tapped {
            self.tap(event);
        }
    }

    #[inline(always)]
    fn walk(&mut self, step: Walk) {
        if self.is_tapped {
            self.tap_walk(step);
        }
    }

    #[inline(always)]
    fn step(&mut self, step: Step) {
        if self.is_tapped {
            self.tap_step(step);
        }
    }
}
