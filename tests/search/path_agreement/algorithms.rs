//! The table of algorithms under test, and what is checked of every single run.

use searchlab::search::about::Guarantee;
use searchlab::search::budget::{Budget, Status};
use searchlab::search::counters::{Counters, Iteration, IterationCounters};
use searchlab::search::path::{
    ActionSpace, Cost, OpenKind, Options, Outcome, PathAlgorithm, TieBreak, Weight, ara, beam, best_first, bfs, bgs,
    bidirectional, bts, dfs, fringe, hill_climbing, idastar_cycle_check, idastar_table_as_coded, iddfs, mm, nbs, rbfs,
    sma,
};

use crate::steps::StepCounts;

/// How an algorithm copes with many ways to one state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Copes {
    /// Visits a state once or a few times: must finish.
    Graph,
    /// Visits a state once for each way to it: may run into the limit on nodes.
    Tree,
}

/// What is to be done with each algorithm.
pub(crate) trait Visitor {
    fn visit<A: PathAlgorithm>(&mut self, copes: Copes);
}

macro_rules! algorithms {
    ($($algorithm:path: $copes:ident,)+) => {
        /// Shows every algorithm to `visitor`.
        pub(crate) fn each(visitor: &mut impl Visitor) {
            $(visitor.visit::<$algorithm>(Copes::$copes);)+
        }
    };
}

algorithms! {
    bfs::BreadthFirst: Graph,
    dfs::DepthFirst: Graph,
    bidirectional::BidirectionalBreadthFirst: Graph,
    bidirectional::BidirectionalDijkstra: Graph,
    iddfs::IterativeDeepening: Tree,
    iddfs::DepthLimited: Tree,
    rbfs::RecursiveBestFirst: Tree,
    sma::MemoryBounded: Tree,
    beam::Beam: Graph,
    hill_climbing::HillClimbing: Graph,
    ara::AnytimeRepairing: Graph,
    mm::MeetInTheMiddle: Graph,
    best_first::Dijkstra: Graph,
    best_first::Greedy: Graph,
    best_first::AStar: Graph,
    best_first::WeightedAStar: Graph,
    fringe::FringeSearch: Graph,
    nbs::Nbs: Graph,
    bgs::BudgetedGraph: Graph,
    bts::BudgetedTree: Tree,
    idastar_cycle_check::IdaStarCycleCheck: Tree,
    idastar_table_as_coded::IdaStarTableAsCoded: Tree,
}

pub(crate) const TIE_BREAKS: [TieBreak; 4] = [TieBreak::HighG, TieBreak::LowG, TieBreak::Fifo, TieBreak::Lifo];
pub(crate) const OPEN_KINDS: [OpenKind; 3] = [OpenKind::Bucket, OpenKind::Heap, OpenKind::Indexed];
pub(crate) const WEIGHTS: [u32; 4] = [1000, 1250, 2000, 10_000];

/// The settings worth trying: all that the algorithm's description names.
pub(crate) fn settings<A: PathAlgorithm>() -> Vec<Options> {
    let names = |parameter| A::ABOUT.parameters.contains(&parameter);
    let pick = |varies: bool, count: usize| if varies { count } else { 1 };
    let mut all = Vec::new();
    for &tie_break in &TIE_BREAKS[..pick(names("tie-break"), TIE_BREAKS.len())] {
        for &open in &OPEN_KINDS[..pick(names("open"), OPEN_KINDS.len())] {
            for &weight in &WEIGHTS[..pick(names("weight"), WEIGHTS.len())] {
                let weight = Weight::from_thousandths(weight).expect("in range");
                all.push(Options { tie_break, open, weight, ..Options::default() });
            }
        }
    }
    // The others are varied one at a time.
    let (usual, heaviest) = (all[0], all.last().expect("a setting").weight);
    let mut also = |name, options| all.extend(names(name).then_some(options));
    also("weight-step", Options { weight_step: 1_000_000, weight: heaviest, ..usual });
    also("depth-limit", Options { depth_limit: 5, ..usual });
    also("width", Options { width: 1, ..usual });
    also("width", Options { width: 3, ..usual });
    also("sideways", Options { sideways: 20, ..usual });
    also("memory-states", Options { memory_states: 12, ..usual });
    all
}

/// One run, checked for what must hold of every run.
pub(crate) struct Run<C> {
    pub(crate) status: Status,
    pub(crate) cost: Option<C>,
    pub(crate) counters: Counters,
    pub(crate) iterations: Vec<Iteration>,
}

/// Runs `A` and checks that the path is one, and that the trace rebuilds the counters.
pub(crate) fn run<A: PathAlgorithm, S: ActionSpace>(
    space: &S,
    options: &Options,
    nodes: &mut S::Nodes,
    max_nodes: u64,
) -> Run<S::Cost> {
    let budget = Budget { max_nodes: Some(max_nodes), ..Budget::default() };
    let mut observer = (IterationCounters::default(), StepCounts::default());
    let outcome = A::search(space, options, nodes, &budget, &mut observer);
    let (direct, steps) = observer;
    steps.assert_agree(direct.total(), A::ABOUT.name);
    check_path(A::ABOUT.name, space, &outcome);
    Run { status: outcome.status, cost: outcome.cost, counters: *direct.total(), iterations: direct.iterations() }
}

/// A path begins at the start, ends at a goal, makes only possible steps, and costs what is said.
fn check_path<S: ActionSpace>(name: &str, space: &S, outcome: &Outcome<S::State, S::Cost>) {
    let Some(cost) = outcome.cost else {
        assert!(outcome.path.is_empty() && outcome.status != Status::Solved, "{name}");
        return;
    };
    assert!(outcome.status == Status::Solved || outcome.status.is_incomplete(), "{name}");
    assert_eq!(outcome.path.first(), Some(&space.start()), "{name}");
    assert!(outcome.path.last().is_some_and(|&state| space.is_goal(state)), "{name}");
    let mut sum = S::Cost::ZERO;
    for pair in outcome.path.windows(2) {
        let mut step: Option<S::Cost> = None;
        space.successors(pair[0], |next, _, cost| {
            if next == pair[1] {
                step = Some(step.map_or(cost, |least| least.min(cost)));
            }
        });
        sum = sum + step.unwrap_or_else(|| panic!("{name}: no step from {:?} to {:?}", pair[0], pair[1]));
    }
    assert_eq!(sum, cost, "{name}: the steps add up to the cost");
}

/// Checks the cost of a run against the least one, by what the algorithm promises.
pub(crate) fn check_promise<A: PathAlgorithm, C: Cost>(
    run: &Run<C>,
    options: &Options,
    optimum: Option<C>,
    equal_steps: bool,
    copes: Copes,
) {
    let name = A::ABOUT.name;
    if copes == Copes::Tree && run.status == Status::LimitNodes {
        assert!(run.cost.is_none_or(|cost| optimum.is_some_and(|optimum| optimum <= cost)), "{name}");
        return;
    }
    if run.status == Status::NotFound {
        let fits = options.memory_states == Options::default().memory_states;
        let may_miss = A::ABOUT.guarantee == Guarantee::MayMiss || A::ABOUT.guarantee == Guarantee::FitsMemory && !fits;
        assert!(may_miss, "{name} {options:?}");
        return;
    }
    let Some(optimum) = optimum else {
        assert_eq!(run.status, Status::Unsolvable, "{name}");
        return;
    };
    assert_eq!(run.status, Status::Solved, "{name}");
    let cost = run.cost.expect("solved");
    match A::ABOUT.guarantee {
        Guarantee::Optimal => assert_eq!(cost, optimum, "{name} {options:?}"),
        Guarantee::FewestSteps if equal_steps => assert_eq!(cost, optimum, "{name}"),
        Guarantee::Bounded => {
            assert!(optimum <= cost && cost <= optimum.weighted(options.weight), "{name} {options:?}");
        }
        Guarantee::FitsMemory if options.memory_states == Options::default().memory_states => {
            assert_eq!(cost, optimum, "{name}");
        }
        Guarantee::FewestSteps | Guarantee::Any | Guarantee::MayMiss | Guarantee::FitsMemory => {
            assert!(optimum <= cost, "{name}");
        }
        guarantee => unreachable!("{name} searches for paths, and promises {guarantee:?}"),
    }
}
