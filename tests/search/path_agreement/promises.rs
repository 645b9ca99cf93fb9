//! What single algorithms promise beyond the cost of their solution.

use searchlab::search::budget::{Budget, Status};
use searchlab::search::counters::{Counters, IterationCounters, IterationLimit};
use searchlab::search::observer::Observer;
use searchlab::search::path::{
    Action, DenseNodes, HashedNodes, Options, PathAlgorithm, StateSpace, Weight, ara, beam, hill_climbing, iddfs, mm,
    sma,
};
use searchlab::search::step::Step;

use super::algorithms::run;
use super::graph::{Graph, MakeNodes};
use super::random::Random;

type Hashed = HashedNodes<u32, u32, Action>;
type HashedGraph = Graph<Hashed>;

fn graphs<N: MakeNodes>(count: u64, most_states: u32) -> impl Iterator<Item = (u64, Graph<N>)> {
    (0..count).map(move |seed| {
        let random = &mut Random::new(seed);
        let states = 2 + random.below(most_states);
        (seed, Graph::random(random, states))
    })
}

/// The guarantee of Russell 1992, against the least cost within so many steps (Bellman, Ford).
#[test]
fn sma_finds_the_best_that_fits_into_memory() {
    let (mut cut, mut fit) = (0, 0);
    for (seed, space) in graphs::<Hashed>(600, 12) {
        let mut nodes = space.new_nodes();
        for memory_states in [2, 3, 4, 5, 7, 30] {
            let options = Options { memory_states, ..Options::default() };
            let found = run::<sma::MemoryBounded, _>(&space, &options, &mut nodes, 400_000);
            if found.status == Status::LimitNodes {
                cut += 1;
                continue;
            }
            let expected = space.optimum_within(memory_states - 1);
            assert_eq!(found.cost, expected, "seed {seed}, {memory_states} states");
            assert!(found.counters.tree_nodes <= u64::from(memory_states), "seed {seed}: {:?}", found.counters);
            assert!(
                expected.is_some() || found.status != Status::Unsolvable || space.optimum().is_none(),
                "seed {seed}"
            );
            fit += u32::from(expected.is_some() && found.counters.tree_nodes == u64::from(memory_states));
        }
    }
    assert!(cut < 20 && fit > 100, "{cut} searches were cut off, {fit} had a full memory");
}

/// The greatest g of a state that was expanded.
struct Farthest(f64);

impl Observer for Farthest {
    const WANTS_STEPS: bool = true;

    fn step(&mut self, step: Step) {
        if let Step::Expand { visit, .. } = step {
            self.0 = self.0.max(visit.g);
        }
    }
}

/// Holte et al. 2016, property P1: no state with g > C*/2 is expanded on either side.
#[test]
fn mm_meets_in_the_middle() {
    let mut solved = 0;
    for (seed, space) in graphs::<Hashed>(1500, 60) {
        let mut farthest = Farthest(0.0);
        let (mut nodes, options) = (space.new_nodes(), Options::default());
        let found = mm::MeetInTheMiddle::search(&space, &options, &mut nodes, &Budget::default(), &mut farthest);
        assert_eq!(found.cost, space.optimum(), "seed {seed}");
        if let Some(cost) = found.cost {
            assert!(2.0 * farthest.0 <= f64::from(cost), "seed {seed}: {} of {cost}", farthest.0);
            solved += 1;
        }
    }
    assert!(solved > 500, "{solved}");
}

/// Likhachev et al. 2003: with a consistent heuristic the cost after each iteration is at most its weight times the least.
#[test]
fn ara_keeps_the_bound_of_each_iteration() {
    let mut several = 0;
    for (seed, space) in graphs::<Hashed>(1500, 60) {
        let space = space.with_half_distances();
        let Some(optimum) = space.optimum() else { continue };
        let weight = Weight::from_thousandths(4000).expect("a weight");
        let options = Options { weight, weight_step: 700, ..Options::default() };
        let mut nodes = space.new_nodes();
        let found = run::<ara::AnytimeRepairing, _>(&space, &options, &mut nodes, u64::MAX);
        let (mut last_weight, mut last_cost) = (f64::INFINITY, f64::INFINITY);
        for iteration in &found.iterations {
            let (IterationLimit::Weight(weight), Some(cost)) = (iteration.limit, iteration.cost) else {
                panic!("{iteration:?}");
            };
            assert!(
                (weight < last_weight || weight <= 1.0) && cost <= last_cost,
                "seed {seed}: {:?}",
                found.iterations
            );
            assert!(cost <= weight * f64::from(optimum) + 1e-9, "seed {seed}: {cost} of {optimum} at {weight}");
            (last_weight, last_cost) = (weight, cost);
        }
        several += u32::from(
            found
                .iterations
                .first()
                .is_some_and(|first| first.cost > found.iterations.last().and_then(|last| last.cost)),
        );
    }
    assert!(several > 50, "{several} searches improved their first solution");
}

/// Where a limit ends it, the best solution so far is the answer.
#[test]
fn ara_returns_what_it_has() {
    let mut early = 0;
    for (seed, space) in graphs::<Hashed>(300, 60) {
        let mut nodes = space.new_nodes();
        let options = Options { weight: Weight::from_thousandths(10_000).expect("a weight"), ..Options::default() };
        for max_nodes in [10, 20, 40, 80] {
            let found = run::<ara::AnytimeRepairing, _>(&space, &options, &mut nodes, max_nodes);
            let is_early = found.status == Status::LimitNodes && found.cost.is_some();
            assert!(!is_early || found.cost >= space.optimum(), "seed {seed}");
            early += u32::from(is_early);
        }
    }
    assert!(early > 50, "{early}");
}

/// Depth-limited search finds a goal of as many steps as the limit allows, and not one of more.
#[test]
fn a_depth_limit_is_exact() {
    let space = HashedGraph::corridor(10);
    let mut nodes = space.new_nodes();
    for (depth_limit, status) in [(8, Status::NotFound), (9, Status::Solved), (10, Status::Solved)] {
        let options = Options { depth_limit, ..Options::default() };
        assert_eq!(
            run::<iddfs::DepthLimited, _>(&space, &options, &mut nodes, u64::MAX).status,
            status,
            "{depth_limit}"
        );
    }
}

/// In a corridor without estimates all is a plateau: hill climbing crosses it in as many sideways steps as it needs.
#[test]
fn hill_climbing_crosses_plateaus_sideways() {
    let space = HashedGraph::corridor(10);
    let mut nodes = space.new_nodes();
    for (sideways, status) in [(0, Status::NotFound), (7, Status::NotFound), (8, Status::Solved)] {
        let options = Options { sideways, ..Options::default() };
        let found = run::<hill_climbing::HillClimbing, _>(&space, &options, &mut nodes, u64::MAX);
        assert_eq!((found.status, found.cost), (status, (status == Status::Solved).then_some(9)), "{sideways}");
    }
}

/// A beam that drops nothing is breadth-first search, and has shown that there is no solution where it finds none.
#[test]
fn a_beam_as_wide_as_the_space_misses_nothing() {
    let mut missed = 0;
    for (seed, space) in graphs::<DenseNodes<u32>>(600, 40) {
        let search = |width| {
            let options = Options { width, ..Options::default() };
            let mut counters = (Counters::default(), IterationCounters::default());
            beam::Beam::search(&space, &options, &mut space.new_nodes(), &Budget::default(), &mut counters).status
        };
        let status = if space.optimum().is_some() { Status::Solved } else { Status::Unsolvable };
        assert_eq!(search(1000), status, "seed {seed}");
        let narrow = search(1);
        assert!(narrow == status || narrow == Status::NotFound, "seed {seed}: {narrow:?}");
        missed += u32::from(status == Status::Solved && narrow == Status::NotFound);
    }
    assert!(missed > 0, "a beam of one state misses something");
}
