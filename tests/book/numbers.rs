//! A world for path search: from one whole number to another by steps of 1 and of 10.

// ANCHOR: world
use searchlab::search::path::space::successors_by_actions;
use searchlab::search::path::{Action, ActionSpace, Actions, HashedNodes, StateSpace};

/// From one number to another by steps of 1 and of 10.
#[derive(Debug, Clone, Copy)]
pub struct Numbers {
    /// Where the path begins.
    pub start: i64,
    /// Where it ends.
    pub goal: i64,
}

const STEPS: [i64; 4] = [1, -1, 10, -10];

impl StateSpace for Numbers {
    type State = i64;
    type Cost = u32;
    type Link = Action;
    type Nodes = HashedNodes<i64, u32, Action>;

    fn new_nodes(&self) -> Self::Nodes {
        HashedNodes::default()
    }

    fn start(&self) -> i64 {
        self.start
    }

    fn is_goal(&self, state: i64) -> bool {
        state == self.goal
    }

    /// No step is longer than 10.
    fn heuristic(&self, state: i64) -> u32 {
        state.abs_diff(self.goal).div_ceil(10) as u32
    }

    fn successors(&self, state: i64, visit: impl FnMut(i64, Action, u32)) -> u32 {
        successors_by_actions(self, state, visit)
    }

    fn previous(&self, state: i64, link: Action) -> i64 {
        state - STEPS[link.0 as usize]
    }

    fn key(&self, state: i64) -> u64 {
        state as u64
    }
}

impl ActionSpace for Numbers {
    fn actions(&self, _state: i64) -> Actions {
        Actions(0b1111)
    }

    fn apply(&self, state: i64, action: Action) -> (i64, u32) {
        (state + STEPS[action.0 as usize], 1)
    }

    fn inverse(&self, action: Action) -> Action {
        Action(action.0 ^ 1)
    }

    fn reversed(&self) -> Self {
        Self { start: self.goal, goal: self.start }
    }

    fn least_step(&self) -> u32 {
        1
    }
}
// ANCHOR_END: world

// ANCHOR: test
mod tests {
    use searchlab::search::budget::{Budget, Status};
    use searchlab::search::counters::Counters;
    use searchlab::search::path::{AStar, Options, PathAlgorithm, idastar::IdaStar};

    use super::*;

    fn solve<A: PathAlgorithm>(space: &Numbers) -> (Option<u32>, u64) {
        let mut counters = Counters::default();
        let budget = Budget { max_nodes: Some(100_000), ..Budget::default() };
        let outcome = A::search(space, &Options::default(), &mut space.new_nodes(), &budget, &mut counters);
        assert_eq!(outcome.status, Status::Solved);
        (outcome.cost, counters.expanded)
    }

    #[test]
    fn two_algorithms_find_the_least_number_of_steps() {
        // 0, 10, 20, 30, 40, 39, 38.
        let space = Numbers { start: 0, goal: 38 };
        let (cost, expanded) = solve::<AStar>(&space);
        assert_eq!(cost, Some(6));
        assert_eq!(solve::<IdaStar>(&space).0, cost);
        assert!(expanded < 100);
    }
}
// ANCHOR_END: test
