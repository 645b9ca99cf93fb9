//! The cost of plain IDA* under a threshold, predicted without running it.
//!
//! Idea        The children that a pass generates are the walks within the threshold that never undo a step. Walks
//!             that agree in length, state and last action have the same future, so they are counted together, in
//!             order of rising g: a pass of 10^24 children over a maze of a thousand cells is known at once.
//! Source      The count is dynamic programming over the unfolded graph; the use of it to predict IDA*'s nodes goes
//!             back to Korf, Reid, Edelkamp, Artificial Intelligence 129(1-2) (2001), who estimate what is exact here.
//! Guarantees  Exact for thresholds below the optimum (up to 2^128, where it saturates). From the optimum on the pass
//!             ends early, at a goal, and the count is an upper bound: goals are not followed, all else is.
//! Cost        One entry for each (g, state, last action). Beyond a cap on the entries (sliding tiles get there
//!             soon) there is no exact answer, and the growth of the finished iterations is extrapolated.
//! Not here    IDA* itself (idastar.rs).

use std::collections::BTreeMap;

use super::id_table::IdTable;
use super::{Action, ActionSpace, Cost};
use crate::counters::Iteration;

/// The size of one pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Survey<C> {
    /// Children generated; [`u128::MAX`] stands for that and everything above.
    pub children: u128,
    /// The next threshold: the least `f` above this one, if there is any.
    pub next: Option<C>,
}

/// How a forecast was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// By counting all walks.
    Exact,
    /// By the growth of the last two finished iterations.
    Extrapolated,
}

/// The cost of one threshold.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Forecast {
    /// The cost limit, in the units of the world's cost.
    pub threshold: f64,
    /// Children that plain IDA* generates under it.
    pub generated: f64,
    /// How that is known.
    pub method: Method,
}

/// Walks of equal cost that end in `state` by `action`, as many as `walks`.
struct Group<State> {
    state: State,
    action: Option<Action>,
    walks: u128,
}

/// The groups of one cost, each once.
struct Layer<State> {
    groups: Vec<Group<State>>,
    index: IdTable,
}

impl<State> Default for Layer<State> {
    fn default() -> Self {
        Self { groups: Vec::new(), index: IdTable::default() }
    }
}

impl<State: Copy + Eq> Layer<State> {
    /// Adds walks. `key` is a function of the state.
    fn add(&mut self, state: State, action: Option<Action>, walks: u128, key: impl Fn(State) -> u64) {
        let hash = |state, action: Option<Action>| {
            let salt = action.map_or(0, |action| u64::from(action.0) + 1);
            let mixed = (key(state) ^ salt << 60).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            mixed ^ mixed >> 32
        };
        let groups = &self.groups;
        let is_same = |id: u32| groups[id as usize].state == state && groups[id as usize].action == action;
        let hash_of = |id: u32| hash(groups[id as usize].state, groups[id as usize].action);
        if let Some(id) = self.index.find_or_push(hash(state, action), is_same, hash_of) {
            let group = &mut self.groups[id as usize];
            group.walks = group.walks.saturating_add(walks);
        } else {
            self.groups.push(Group { state, action, walks });
        }
    }
}

/// Counts what plain IDA* does under `threshold`; `None` if that takes more than `max_entries` entries.
pub fn survey<S: ActionSpace>(space: &S, threshold: S::Cost, max_entries: usize) -> Option<Survey<S::Cost>> {
    let max_entries = max_entries.min(u32::MAX as usize);
    let mut survey = Survey { children: 0, next: None };
    let start = space.start();
    let h = space.heuristic(start);
    if h > threshold {
        return Some(Survey { children: 0, next: Some(h) });
    }
    // Steps cost something, so the layer of least cost is complete when it is taken.
    let mut layers: BTreeMap<S::Cost, Layer<S::State>> = BTreeMap::new();
    layers.entry(S::Cost::ZERO).or_default().add(start, None, 1, |state| space.key(state));
    let mut entries = 1;
    while let Some((g, layer)) = layers.pop_first() {
        for Group { state, action, walks } in layer.groups {
            if space.is_goal(state) {
                continue;
            }
            let actions = space.actions(state);
            let actions = action.map_or(actions, |action| actions.without(space.inverse(action)));
            survey.children = survey.children.saturating_add(walks.saturating_mul(u128::from(actions.len())));
            for action in actions {
                let (child, step) = space.apply(state, action);
                let child_g = g + step;
                let f = child_g + space.heuristic(child);
                if f > threshold {
                    survey.next = Some(survey.next.map_or(f, |next: S::Cost| next.min(f)));
                    continue;
                }
                let layer = layers.entry(child_g).or_default();
                let before = layer.groups.len();
                layer.add(child, Some(action), walks, |state| space.key(state));
                entries += layer.groups.len() - before;
                if entries > max_entries {
                    return None;
                }
            }
        }
    }
    Some(survey)
}

/// The children that plain IDA* generates under `threshold`; `None` if counting them takes more than `max_entries`
/// entries.
pub fn children_at<S: ActionSpace>(space: &S, threshold: S::Cost, max_entries: usize) -> Option<f64> {
    survey(space, threshold, max_entries).map(|survey| survey.children as f64)
}

/// The threshold after `threshold`; `None` if there is none or finding it takes more than `max_entries` entries.
pub fn next_threshold<S: ActionSpace>(space: &S, threshold: S::Cost, max_entries: usize) -> Option<S::Cost> {
    survey(space, threshold, max_entries).and_then(|survey| survey.next)
}

/// The number of children that plain IDA* generates under `threshold`: exact, if `max_entries` entries suffice to count
/// it, else extrapolated from the growth of the `finished` iterations. `None` if those are fewer than two, or do not
/// grow.
///
/// An iteration that the budget cut short is not finished: leave it out.
pub fn forecast<S: ActionSpace>(
    space: &S,
    threshold: S::Cost,
    finished: &[Iteration],
    max_entries: usize,
) -> Option<Forecast> {
    let units = threshold.to_f64();
    if let Some(generated) = children_at(space, threshold, max_entries) {
        return Some(Forecast { threshold: units, generated, method: Method::Exact });
    }
    let generated = extrapolate(finished, units)?;
    Some(Forecast { threshold: units, generated, method: Method::Extrapolated })
}

/// Geometric growth: each further step of the threshold multiplies the children as the last one did.
fn extrapolate(finished: &[Iteration], threshold: f64) -> Option<f64> {
    let [.., before, last] = finished else { return None };
    let (earlier, latest) = (before.counters.generated as f64, last.counters.generated as f64);
    let step = last.limit.number() - before.limit.number();
    if earlier <= 0.0 || step <= 0.0 || threshold <= last.limit.number() {
        return None;
    }
    let ratio = latest / earlier;
    // Whole steps only, by repeated multiplication: the same number on every machine.
    let steps = ((threshold - last.limit.number()) / step).round().clamp(1.0, 1000.0) as u32;
    Some((0..steps).fold(latest, |generated, _| generated * ratio))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counters::Counters;
    use crate::counters::IterationLimit;

    fn iteration(threshold: f64, generated: u64) -> Iteration {
        Iteration {
            limit: IterationLimit::Threshold(threshold),
            cost: None,
            value: None,
            best: None,
            counters: Counters { generated, ..Counters::default() },
        }
    }

    #[test]
    fn growth_is_continued() {
        let finished = [iteration(40.0, 100), iteration(42.0, 600)];
        assert_eq!(extrapolate(&finished, 44.0), Some(3600.0));
        assert_eq!(extrapolate(&finished, 46.0), Some(21_600.0));
        assert_eq!(extrapolate(&finished[1..], 44.0), None);
        assert_eq!(extrapolate(&finished, 42.0), None);
        assert_eq!(extrapolate(&[iteration(1.0, 0), iteration(2.0, 5)], 3.0), None);
    }
}
