//! An observer of the steps of path searches, which counts them and knows the parents.

use std::collections::HashSet;

use searchlab::search::counters::Counters;
use searchlab::search::observer::{Event, Observer};
use searchlab::search::step::{Generated, Step};

/// What was counted one by one.
#[derive(Debug, Default)]
pub(crate) struct StepCounts {
    expanded: u64,
    generated: u64,
    reopened: u64,
    /// The states that were expanded, from the start and from the goal.
    known: [HashSet<u128>; 2],
    iterations: u64,
}

impl Observer for StepCounts {
    const WANTS_STATES: bool = true;
    const WANTS_STEPS: bool = true;

    fn on(&mut self, event: Event) {
        self.iterations += u64::from(matches!(event, Event::Iteration { .. } | Event::Weighted { .. }));
    }

    fn step(&mut self, step: Step) {
        match step {
            Step::Expand { visit, .. } => {
                self.expanded += 1;
                let known = &mut self.known[usize::from(visit.is_backward)];
                assert!(visit.parent.is_none_or(|parent| known.contains(&parent)), "{visit:?} has an unknown parent");
                known.insert(visit.state);
            }
            Step::Generate { visit, how } => {
                self.generated += u64::from(how != Generated::Cycle);
                self.reopened += u64::from(how == Generated::Reopened);
                let parent = visit.parent.expect("a generated state has a parent");
                assert!(
                    self.known[usize::from(visit.is_backward)].contains(&parent),
                    "{visit:?} has an unknown parent"
                );
            }
            _ => {}
        }
    }
}

impl StepCounts {
    /// The steps are as many as the counters say.
    #[track_caller]
    pub(crate) fn assert_agree(&self, counters: &Counters, name: &str) {
        let counted = (counters.expanded, counters.generated, counters.reopened, counters.iterations);
        assert_eq!((self.expanded, self.generated, self.reopened, self.iterations), counted, "{name}");
    }
}
