//! The algorithms that search for paths, and the options that a trial sets for them.

use super::parameter::{DEPTH_LIMIT, MEMORY_STATES, OPEN, SIDEWAYS, TABLE_BITS, TIE_BREAK, WEIGHT, WEIGHT_STEP, WIDTH};
use super::{WorldInfo, name};
use crate::maze::jump;
use searchlab_search::about::AlgorithmInfo;
use searchlab_search::path::lifelong::{D_STAR_LITE, LPA};
use searchlab_search::path::{OpenKind, Options, PathAlgorithm, TieBreak, Weight};
use searchlab_search::path::{
    ara, beam, hill_climbing, idastar_cycle_check, idastar_table, idastar_table_as_coded, mm, sma,
};
use searchlab_search::path::{best_first, bfs, bgs, bidirectional, bts, dfs, fringe, idastar, iddfs, nbs, rbfs, theta};
use searchlab_trial::diagnostic::Diagnostic;
use searchlab_trial::record::Params;

/// Something generic over the algorithm, to be called with the one that a name stands for.
pub trait PathVisitor {
    /// False if it cannot be called with algorithms that search from the goal too.
    const HAS_ONE_GOAL: bool;

    /// The result of the visit.
    type Output;

    /// Called with the algorithm as a type.
    fn visit<A: PathAlgorithm>(self) -> Self::Output;
}

macro_rules! path_algorithms {
    ($($begin:ident $algorithm:ty,)+) => {
        /// The algorithms that search any space for a path, in the order of the listings.
        pub const PATH_ALGORITHMS: &[&AlgorithmInfo] = &[$(&<$algorithm as PathAlgorithm>::ABOUT,)+];

        /// The same with those that only mazes have.
        pub(super) const MAZE_ALGORITHMS: &[&AlgorithmInfo] =
            &[$(&<$algorithm as PathAlgorithm>::ABOUT,)+ &jump::ABOUT, &theta::ABOUT, &LPA, &D_STAR_LITE];

        /// Calls the visitor with the algorithm of that name; `None` if there is none that it can be called with.
        pub fn visit_path_algorithm<V: PathVisitor>(name: &str, visitor: V) -> Option<V::Output> {
            $(if const { can_visit!($begin V) } && name == <$algorithm as PathAlgorithm>::ABOUT.name {
                return Some(visitor.visit::<$algorithm>());
            })+
            None
        }
    };
}

/// True if the visitor can be called with an algorithm that begins at the start, or at both ends.
macro_rules! can_visit {
    (start $visitor:ty) => {
        true
    };
    (both $visitor:ty) => {
        <$visitor>::HAS_ONE_GOAL
    };
}

path_algorithms! {
    start bfs::BreadthFirst,
    start dfs::DepthFirst,
    start iddfs::DepthLimited,
    start iddfs::IterativeDeepening,
    both bidirectional::BidirectionalBreadthFirst,
    both bidirectional::BidirectionalDijkstra,
    start best_first::Dijkstra,
    start best_first::Greedy,
    start best_first::AStar,
    start best_first::WeightedAStar,
    start ara::AnytimeRepairing,
    start beam::Beam,
    start hill_climbing::HillClimbing,
    start idastar::IdaStar,
    start idastar_cycle_check::IdaStarCycleCheck,
    start idastar_table::IdaStarTable,
    start idastar_table_as_coded::IdaStarTableAsCoded,
    start rbfs::RecursiveBestFirst,
    start sma::MemoryBounded,
    start fringe::FringeSearch,
    both nbs::Nbs,
    both mm::MeetInTheMiddle,
    start bts::BudgetedTree,
    start bgs::BudgetedGraph,
}

/// A world in which every step costs the same, and every algorithm for paths has all that it needs.
pub(crate) const PLAIN_PATHS: WorldInfo = WorldInfo {
    name: name("", ""),
    algorithms: PATH_ALGORITHMS,
    solvers: &[],
    parameters: &[],
    lacks: &[],
    defaults: &[],
    heuristics: &[],
    evaluations: &[],
    features: &[],
    techniques: &[],
    scheme: None,
    deepest: 0,
    usual_moves: 40.0,
    inadmissible: |_| None,
    has_unit_costs: |_| true,
    between_moves: |_| "",
    settle: |_, _| Ok(()),
};

/// The algorithms that search from the goal too, and so need a single one.
pub const FROM_BOTH_ENDS: [&str; 4] = [
    bidirectional::BidirectionalBreadthFirst::ABOUT.name,
    bidirectional::BidirectionalDijkstra::ABOUT.name,
    nbs::Nbs::ABOUT.name,
    mm::MeetInTheMiddle::ABOUT.name,
];

/// The algorithms that search a maze again after each change.
pub const FOR_CHANGES: [&str; 4] =
    [best_first::AStar::ABOUT.name, best_first::Dijkstra::ABOUT.name, LPA.name, D_STAR_LITE.name];

/// The choices that the parameters of a trial stand for. What its algorithm does not take has no effect.
///
/// # Errors
/// A value that a parameter does not have.
pub fn options(params: &Params) -> Result<Options, Diagnostic> {
    let usual = Options::default();
    Ok(Options {
        tie_break: TIE_BREAK.of(params)?.unwrap_or(TieBreak::Lifo),
        open: OPEN.of(params)?.unwrap_or(OpenKind::Bucket),
        weight: WEIGHT.of(params)?.and_then(Weight::from_thousandths).unwrap_or(Weight::ONE),
        table_bits: TABLE_BITS.of(params)?,
        depth_limit: DEPTH_LIMIT.of(params)?.unwrap_or(usual.depth_limit),
        width: WIDTH.of(params)?.unwrap_or(usual.width),
        sideways: SIDEWAYS.of(params)?.unwrap_or(usual.sideways),
        memory_states: MEMORY_STATES.of(params)?.unwrap_or(usual.memory_states),
        weight_step: WEIGHT_STEP.of(params)?.unwrap_or(usual.weight_step),
    })
}
