//! IDA* that enters no state twice on its way.
//!
//! Idea        IDA* that forbids every state of the current path, and not only the return to the last one, so that
//!             it walks simple paths alone.
//! Source      Depth-first search with a cycle check on the path: Russell, Norvig, Artificial Intelligence: A Modern
//!             Approach (2020), section 3.4.3; with Korf's thresholds, as the course report on mazes had it.
//! Guarantees  A solution of least cost if there is one, the heuristic is admissible and the budget lasts: a path of
//!             least cost meets no state twice. In a finite space the search ends, as there are finitely many simple
//!             paths, but their number grows exponentially.
//! Cost        Memory for one path and the set of its states. Far fewer walks than IDA* where there are cycles, and
//!             still one visit for each simple path to a state.
//! Counts      As idastar.rs. A child on the path is forbidden like the undo, so it is not `generated`. The calls of
//!             the recursive formulation, the one for the root of each iteration included, are `generated` +
//!             `iterations`.
//! Not here    The thresholds and the budget (deepening.rs), memory of more than the path (idastar_table.rs).

use super::deepening::{Ended, Iteration, Pass, Walk, deepen};
use super::{ActionSpace, OutcomeIn, PathAlgorithm, Task};
use crate::about::{AlgorithmInfo, Guarantee};
use crate::observer::Observer;
use crate::step::Generated;

/// IDA* with a check for cycles.
#[derive(Debug, Clone, Copy)]
pub struct IdaStarCycleCheck;

impl PathAlgorithm for IdaStarCycleCheck {
    const ABOUT: AlgorithmInfo = AlgorithmInfo {
        name: "idastar-cycle-check",
        summary: "IDA* that enters no state twice on its way",
        idea: "As idastar, but a state that is on the current path already is forbidden, and not only the return to \
               the last one: it walks simple paths alone, each way to a state still anew. The first IDA* of the course \
               report on mazes.",
        source: "Korf, Artificial Intelligence 27(1):97-109, 1985; cycle check: Russell, Norvig, Artificial \
                 Intelligence: A Modern Approach, section 3.4.3, 2020",
        guarantee: Guarantee::Optimal,
        cost: "memory for one path; time for every simple path within the optimum",
        parameters: &["heuristic", "order"],
        defaults: &[],
    };

    fn run<S: ActionSpace, O: Observer>(task: Task<'_, S, O>) -> OutcomeIn<S> {
        let Task { space, budget, observer, .. } = task;
        let mut path = PathSet::default();
        deepen(space, budget, observer, 0, |iteration| {
            path.clear();
            pass(&mut path, iteration)
        })
    }
}

/// Depth-first search within the threshold over simple paths.
fn pass<S: ActionSpace, O: Observer>(path: &mut PathSet, mut iteration: Iteration<'_, '_, S, O>) -> Ended<S> {
    let mut walk = Walk::new(&mut iteration);
    path.push(walk.space.key(walk.state));
    walk.expand();
    while let Some(action) = walk.next_action(|| path.pop()) {
        let (child, g) = walk.child(action);
        let key = walk.space.key(child);
        if path.contains(key) {
            walk.generated(child, g, Generated::Cycle);
            continue;
        }
        walk.pay(|| path.bytes())?;
        let f = g + walk.space.heuristic(child);
        if !walk.is_above(child, g, f) {
            if walk.enter(child, g, action) {
                return Ok(Pass::Found(child, g));
            }
            path.push(key);
        }
    }
    Ok(Pass::Exhausted(walk.next))
}

/// The set of the keys on the path, of which the last to come is the first to go.
///
/// Open addressing with linear probing (Knuth, The Art of Computer Programming 3, section 6.4). What comes last
/// displaces nobody, so taking it out again leaves the table as it was, without marks of deletion.
#[derive(Debug, Default)]
pub(super) struct PathSet {
    keys: Vec<u64>,
    /// Where a key stands in `keys`, plus 1; 0 is free. Twice as many as keys at least, a power of two.
    slots: Vec<u32>,
}

impl PathSet {
    pub(super) fn clear(&mut self) {
        self.keys.clear();
        self.slots.fill(0);
    }

    pub(super) fn bytes(&self) -> u64 {
        (size_of_val(self.keys.as_slice()) + size_of_val(self.slots.as_slice())) as u64
    }

    /// Where the key stands, or the free slot where it would; there must be slots.
    #[inline(always)]
    fn slot(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize & mask;
        while let Some(index) = (self.slots[slot] as usize).checked_sub(1)
            && self.keys[index] != key
        {
            slot = (slot + 1) & mask;
        }
        slot
    }

    #[inline(always)]
    pub(super) fn contains(&self, key: u64) -> bool {
        self.slots[self.slot(key)] != 0
    }

    /// Adds a key that is not in the set.
    #[inline(always)]
    pub(super) fn push(&mut self, key: u64) {
        if self.slots.len() <= 2 * self.keys.len() {
            self.grow();
        }
        let slot = self.slot(key);
        self.keys.push(key);
        self.slots[slot] = self.keys.len() as u32;
    }

    /// Takes the key out that came last.
    #[inline(always)]
    pub(super) fn pop(&mut self) {
        if let Some(&key) = self.keys.last() {
            let slot = self.slot(key);
            self.slots[slot] = 0;
            self.keys.pop();
        }
    }

    #[cold]
    fn grow(&mut self) {
        self.slots = vec![0; (2 * self.slots.len()).max(64)];
        // In the order of the path, so that the last is still the one that displaces nobody.
        for key in std::mem::take(&mut self.keys) {
            self.push(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys that collide, as they grow and shrink, against a plain list.
    #[test]
    fn the_set_of_the_path_holds_what_the_path_holds() {
        let (mut set, mut list) = (PathSet::default(), Vec::new());
        let mut state = 1u64;
        for step in 0..20_000u64 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let key = ((state >> 33) % 997) << 40;
            let grows = (step / 2_000) % 2 == 0;
            if !list.is_empty() && (state >> 60 < if grows { 5 } else { 11 }) {
                set.pop();
                list.pop();
            } else if !list.contains(&key) {
                set.push(key);
                list.push(key);
            }
            if !list.is_empty() {
                let probe = ((state >> 20) % 997) << 40;
                assert_eq!(set.contains(probe), list.contains(&probe), "step {step}");
            }
        }
        assert!(set.slots.len() > 64, "it has grown");
    }
}
