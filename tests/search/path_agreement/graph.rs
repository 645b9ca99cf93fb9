//! Small graphs with random costs and random estimates: the hardest case for whoever trusts a consistent heuristic.

use searchlab::search::path::space::successors_by_actions;
use searchlab::search::path::{Action, ActionSpace, Actions, DenseNodes, HashedNodes, NodeTable, StateSpace};

use super::random::Random;

pub(crate) const DEAREST: u32 = 30;

/// Estimate for states that cannot reach the goal: any is admissible.
const FAR: u32 = 200;

/// What a test needs of a node table beyond the trait: to make one.
pub(crate) trait MakeNodes: NodeTable<State = u32, Cost = u32, Link = Action> {
    /// The most actions that the links have room for.
    const ACTIONS: u8;
    fn make(states: u32) -> Self;
}

impl MakeNodes for DenseNodes<u32> {
    const ACTIONS: u8 = 4;
    fn make(states: u32) -> Self {
        Self::new(states as usize, u64::from(states), DEAREST)
    }
}

impl MakeNodes for HashedNodes<u32, u32, Action> {
    const ACTIONS: u8 = 8;
    fn make(_states: u32) -> Self {
        Self::default()
    }
}

/// An undirected graph. Each action pairs some of the states with one another, so it undoes itself.
pub(crate) struct Graph<N> {
    /// By action and state: the partner and the cost of the edge.
    edges: Vec<Vec<Option<(u32, u32)>>>,
    start: u32,
    goal: u32,
    to_goal: Vec<u32>,
    to_start: Vec<u32>,
    nodes: std::marker::PhantomData<N>,
}

impl<N: MakeNodes> Graph<N> {
    /// Random edges, random costs, random estimates up to the true distance.
    pub(crate) fn random(random: &mut Random, states: u32) -> Self {
        let mut edges: Vec<Vec<Option<(u32, u32)>>> = Vec::new();
        for _ in 0..N::ACTIONS {
            let mut order: Vec<u32> = (0..states).collect();
            random.shuffle(&mut order);
            let mut partners = vec![None; states as usize];
            for pair in order.chunks_exact(2) {
                let (a, b) = (pair[0], pair[1]);
                // A path is a list of states, so there must be one edge between two of them at most.
                let is_new = edges.iter().all(|action| action[a as usize].is_none_or(|(other, _)| other != b));
                if is_new && random.below(4) > 0 {
                    let cost = 1 + random.below(DEAREST);
                    partners[a as usize] = Some((b, cost));
                    partners[b as usize] = Some((a, cost));
                }
            }
            edges.push(partners);
        }
        let mut graph = Self::new(edges, random.below(states), random.below(states));
        let mut estimates = |distances: Vec<Option<u32>>| {
            let estimate = |distance: Option<u32>| match distance {
                // Often exact, often nothing: neighbours then differ by far more than their edge.
                Some(distance) => match random.below(3) {
                    0 => 0,
                    1 => distance,
                    _ => random.below(distance + 1),
                },
                None => random.below(FAR),
            };
            distances.into_iter().map(estimate).collect()
        };
        graph.to_goal = estimates(graph.distances(graph.goal));
        graph.to_start = estimates(graph.distances(graph.start));
        graph
    }

    /// A corridor of equal edges and no estimate: each limit of IDA* opens one more state.
    pub(crate) fn corridor(states: u32) -> Self {
        let mut edges = vec![vec![None; states as usize]; 2];
        for state in 1..states {
            let action = &mut edges[state as usize % 2];
            action[state as usize - 1] = Some((state, 1));
            action[state as usize] = Some((state - 1, 1));
        }
        Self::new(edges, 0, states - 1)
    }

    fn new(edges: Vec<Vec<Option<(u32, u32)>>>, start: u32, goal: u32) -> Self {
        let none = vec![0; edges[0].len()];
        Self { edges, start, goal, to_goal: none.clone(), to_start: none, nodes: std::marker::PhantomData }
    }

    /// The cost from every state to `target` (Bellman, Ford).
    fn distances(&self, target: u32) -> Vec<Option<u32>> {
        let mut distances = vec![None; self.to_goal.len()];
        distances[target as usize] = Some(0);
        for _ in 0..distances.len() {
            for state in 0..distances.len() {
                let ways = self.edges.iter().filter_map(|action| action[state]);
                let known = ways.filter_map(|(next, cost)| Some(distances[next as usize]? + cost));
                distances[state] = known.chain(distances[state]).min();
            }
        }
        distances
    }

    /// The same graph with half of the true distance as estimate, which is consistent.
    pub(crate) fn with_half_distances(mut self) -> Self {
        self.to_goal =
            self.distances(self.goal).into_iter().map(|distance| distance.map_or(FAR, |cost| cost / 2)).collect();
        self
    }

    /// The least cost from start to goal in at most so many steps (Bellman, Ford).
    pub(crate) fn optimum_within(&self, steps: u32) -> Option<u32> {
        let mut distances = vec![None; self.to_goal.len()];
        distances[self.start as usize] = Some(0);
        for _ in 0..steps {
            let before = distances.clone();
            for action in &self.edges {
                for (state, &(next, cost)) in
                    action.iter().enumerate().filter_map(|(at, edge)| Some((at, edge.as_ref()?)))
                {
                    distances[next as usize] =
                        before[state].map(|g: u32| g + cost).into_iter().chain(distances[next as usize]).min();
                }
            }
        }
        distances[self.goal as usize]
    }

    /// The least cost from start to goal.
    pub(crate) fn optimum(&self) -> Option<u32> {
        self.distances(self.goal)[self.start as usize]
    }
}

impl<N: MakeNodes> StateSpace for Graph<N> {
    type State = u32;
    type Cost = u32;
    type Link = Action;
    type Nodes = N;

    fn new_nodes(&self) -> N {
        N::make(self.to_goal.len() as u32)
    }

    fn start(&self) -> u32 {
        self.start
    }

    fn is_goal(&self, state: u32) -> bool {
        state == self.goal
    }

    fn heuristic(&self, state: u32) -> u32 {
        self.to_goal[state as usize]
    }

    fn successors(&self, state: u32, visit: impl FnMut(u32, Action, u32)) -> u32 {
        successors_by_actions(self, state, visit)
    }

    fn previous(&self, state: u32, link: Action) -> u32 {
        self.apply(state, link).0
    }

    fn key(&self, state: u32) -> u64 {
        u64::from(state)
    }
}

impl<N: MakeNodes> ActionSpace for Graph<N> {
    fn actions(&self, state: u32) -> Actions {
        let possible = (0..self.edges.len()).filter(|&action| self.edges[action][state as usize].is_some());
        Actions(possible.fold(0, |set, action| set | 1 << action))
    }

    fn apply(&self, state: u32, action: Action) -> (u32, u32) {
        self.edges[action.0 as usize][state as usize].expect("a possible action")
    }

    fn inverse(&self, action: Action) -> Action {
        action
    }

    fn reversed(&self) -> Self {
        Self {
            to_goal: self.to_start.clone(),
            to_start: self.to_goal.clone(),
            ..Self::new(self.edges.clone(), self.goal, self.start)
        }
    }

    fn least_step(&self) -> u32 {
        self.edges.iter().flatten().flatten().map(|&(_, cost)| cost).min().unwrap_or(1)
    }
}
