//! Iterative budgeted exponential search (IBEX): the controller that chooses the next cost limit.
//!
//! Idea        Iterative deepening is good where each cost limit opens many times the nodes of the one before, and
//!             quadratic where it opens a few. So a limit is sought that makes the number of expansions grow by a
//!             factor between [`GROWTH_MIN`] and [`GROWTH_MAX`]: first the next f, as IDA* would; if that is too
//!             little, limits in exponentially growing distance, each with a budget of expansions; and once one
//!             has overrun its budget, the limits between by halving.
//! Source      Helmert, Lattimore, Lelis, Orseau, Sturtevant, IJCAI 2019, algorithm of section 4 with c1 = 2 and
//!             c2 = 8.
//! Guarantees  O(n log C*) expansions, where n are those of one search limited to the optimum C*. A step of the
//!             halving moves one end of the interval to a value of f that occurs, so costs of any grain are found
//!             in the logarithm of their number.
//! Not here    The searches within one limit: bts.rs (trees), bgs.rs (graphs).

use super::Cost;
use crate::budget::Status;

/// Factor by which expansions have to grow from stage to stage (c1).
const GROWTH_MIN: u64 = 2;

/// Factor by which they may grow (c2).
const GROWTH_MAX: u64 = 8;

/// One search within limits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Query<C> {
    /// Nodes with larger f are pruned.
    pub(super) limit: C,
    /// No solution costs less, so one of this cost may end the search.
    pub(super) lower: C,
    /// Expansions after which to give up.
    pub(super) budget: u64,
}

/// The result of a search within limits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Answer<C> {
    /// Nodes expanded.
    pub(super) expanded: u64,
    /// The bound that it gives for the cost limits to come.
    pub(super) bound: Bound<C>,
    /// Cost of the best solution of all searches so far.
    pub(super) best: Option<C>,
}

impl<C> Answer<C> {
    fn completes_within(&self, least: u64, most: u64) -> bool {
        matches!(self.bound, Bound::Next(_)) && (least..=most).contains(&self.expanded)
    }
}

/// The outcome of a search within limits, as a bound for further cost limits.
#[derive(Debug, Clone, Copy)]
pub(super) enum Bound<C> {
    /// It went through all nodes within the limit; the least f beyond, if anything was pruned by the limit.
    Next(Option<C>),
    /// It ran out of budget, and so would any search with at least this limit.
    Overrun(C),
}

/// How the sequence of searches ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The best solution so far has least cost.
    Optimal,
    /// There is no solution.
    Unsolvable,
}

/// The interval in which the next cost limit is sought.
#[derive(Debug)]
struct Interval<C> {
    /// No solution costs less.
    lower: C,
    /// Limits from here on overran the budget.
    upper: Option<C>,
}

impl<C: Cost> Interval<C> {
    fn is_point(&self) -> bool {
        self.upper.is_some_and(|upper| upper <= self.lower)
    }

    /// Takes an answer in, and says if it was the last one needed.
    fn narrow(&mut self, answer: &Answer<C>) -> Option<Verdict> {
        match (answer.bound, answer.best) {
            (Bound::Overrun(limit), _) => self.upper = Some(self.upper.map_or(limit, |upper| upper.min(limit))),
            (Bound::Next(None), None) => return Some(Verdict::Unsolvable),
            (Bound::Next(None), Some(_)) => return Some(Verdict::Optimal),
            (Bound::Next(Some(next)), _) => self.lower = self.lower.max(next),
        }
        answer.best.is_some_and(|best| best <= self.lower).then_some(Verdict::Optimal)
    }

    /// The limit to try next, given how far beyond `lower` to go as long as nothing is known above.
    fn probe(&self, step: C) -> C {
        match self.upper {
            Some(upper) => self.lower + (upper - self.lower).halved(),
            // Half of the range leaves room for the sums that the search compares with the limit.
            None => self.lower + step.min(C::MAX.halved() - self.lower.min(C::MAX.halved())),
        }
    }
}

/// Asks `search` with one query after the other until a solution is proved optimal or none can exist.
///
/// `estimate` is the heuristic of the start, `unit` the least cost of a step.
///
/// # Errors
/// The error of `search`: the limit of the user's budget.
pub(super) fn ibex<C: Cost>(
    estimate: C,
    unit: C,
    mut search: impl FnMut(Query<C>) -> Result<Answer<C>, Status>,
) -> Result<Verdict, Status> {
    let mut interval = Interval { lower: estimate, upper: None };
    let mut work = 1u64;
    loop {
        interval.upper = None;
        // The iteration of IDA*: no more nodes than any search that proves the optimum, so it needs no budget.
        let mut answer = search(Query { limit: interval.lower, lower: interval.lower, budget: u64::MAX })?;
        if let Some(verdict) = interval.narrow(&answer) {
            return Ok(verdict);
        }
        let least = work.saturating_mul(GROWTH_MIN);
        let most = work.saturating_mul(GROWTH_MAX);
        if answer.expanded < least {
            let mut step = unit;
            while !interval.is_point() && !answer.completes_within(least, most) {
                let limit = interval.probe(step);
                answer = search(Query { limit, lower: interval.lower, budget: most })?;
                if let Some(verdict) = interval.narrow(&answer) {
                    return Ok(verdict);
                }
                step = if step > C::MAX.halved() { step } else { step + step };
            }
        }
        work = answer.expanded.max(least);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A search whose nodes have the given values of f, of which one is the goal's. Returns the verdict, the last
    /// cost found, and all expansions.
    fn sequence(values: &[u32], goal: Option<u32>) -> (Verdict, Option<u32>, u64) {
        let mut best = None;
        let mut total = 0;
        let verdict = ibex(values[0], 1, |query| {
            let within = values.partition_point(|&f| f <= query.limit);
            let expanded = (within as u64).min(query.budget);
            total += expanded;
            let bound = if within as u64 > query.budget {
                Bound::Overrun(values[query.budget as usize])
            } else {
                best = best.or(goal.filter(|&cost| cost <= query.limit));
                Bound::Next(values.get(within).copied())
            };
            Ok(Answer { expanded, bound, best })
        });
        (verdict.expect("no budget"), best, total)
    }

    /// IJCAI 2019: n log C* where IDA* needs n(n + 1) / 2, for costs of a coarse and of a very fine grain.
    #[test]
    fn stages_grow_exponentially() {
        for grain in [1u32, 1000, 200_000] {
            let values: Vec<u32> = (0..10_000).map(|n| 5 + n * grain + n % 3 * (grain / 4)).collect();
            let cost = values[9_000];
            let (verdict, best, total) = sequence(&values, Some(cost));
            assert_eq!((verdict, best), (Verdict::Optimal, Some(cost)));
            assert!(total < 9_000 * 2 * u64::from(cost.ilog2()), "{total} expansions at grain {grain}");
        }
    }

    /// Where each limit opens four times the nodes, the limits are those of IDA* and nothing is wasted.
    #[test]
    fn is_iterative_deepening_where_that_is_good() {
        let values: Vec<u32> = (0..8).flat_map(|layer| std::iter::repeat_n(layer, 3 * 4usize.pow(layer))).collect();
        let (verdict, best, total) = sequence(&values, Some(7));
        assert_eq!((verdict, best), (Verdict::Optimal, Some(7)));
        let deepening: u64 = (1..=8).map(|layers| 4u64.pow(layers) - 1).sum();
        assert_eq!(total, deepening);
    }

    #[test]
    fn ends_without_a_solution() {
        assert_eq!(sequence(&[3, 4, 4, 9, 1000], None).0, Verdict::Unsolvable);
        assert_eq!(sequence(&[0], None).0, Verdict::Unsolvable);
    }
}
