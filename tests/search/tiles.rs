//! Sliding tiles against published figures, and the searches against each other.

use std::collections::HashSet;
use std::path::PathBuf;

use searchlab::search::budget::{Budget, Status};
use searchlab::search::counters::{Counters, IterationCounters};
use searchlab::search::observer::Observer;
use searchlab::search::path::best_first::AStar;
use searchlab::search::path::idastar::IdaStar;
use searchlab::search::path::idastar_table::IdaStarTable;
use searchlab::search::path::{ActionSpace, Options, OutcomeIn, PathAlgorithm, StateSpace};
use searchlab::worlds::tiles::board::Word;
use searchlab::worlds::tiles::space::directions;
use searchlab::worlds::tiles::{
    Board, Direction, Eight, Fifteen, Heuristic, Instance, Puzzle, Size, State, TileSpace, TwentyFour, format,
};

use crate::steps::StepCounts;

const HEURISTICS: [Heuristic; 3] = [Heuristic::Manhattan, Heuristic::LinearConflict, Heuristic::Zero];

fn search<A: PathAlgorithm, W: Word>(
    space: &TileSpace<W>,
    options: &Options,
    observer: &mut impl Observer,
) -> OutcomeIn<TileSpace<W>> {
    A::search(space, options, &mut space.new_nodes(), &Budget::default(), observer)
}

fn space<P: Size>(from: Board<P>, heuristic: Heuristic) -> TileSpace<P::Word> {
    TileSpace::new(from, Board::goal(), heuristic, Direction::ALL)
}

/// A fixed stream of numbers: splitmix64 (Steele, Lea, Flood 2014).
struct Stream(u64);

impl Stream {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ mixed >> 31) % u64::from(bound)) as u32
    }
}

/// A board so many random steps from the goal, none of them undone at once.
fn scrambled<P: Size>(steps: u32, stream: &mut Stream) -> Board<P> {
    let space = space(Board::<P>::goal(), Heuristic::Zero);
    let mut state = space.start();
    let mut last = None;
    for _ in 0..steps {
        let all = space.actions(state);
        let actions = last.map_or(all, |last| all.without(space.inverse(last)));
        let action = actions.clone().nth(stream.below(actions.len()) as usize).expect("a board has two moves");
        state = space.apply(state, action).0;
        last = Some(action);
    }
    state.board()
}

/// The path is made of moves from start to goal and as long as said.
fn assert_path<W: Word>(space: &TileSpace<W>, outcome: &OutcomeIn<TileSpace<W>>) {
    assert_eq!(outcome.status, Status::Solved);
    assert_eq!(outcome.path.first(), Some(&space.start()));
    assert!(space.is_goal(*outcome.path.last().unwrap()));
    let cost = outcome.cost.unwrap() as usize;
    assert_eq!(outcome.path.len(), cost + 1);
    assert_eq!(directions(&outcome.path).count(), cost);
    for pair in outcome.path.windows(2) {
        assert!(space.actions(pair[0]).any(|action| space.apply(pair[0], action).0 == pair[1]));
    }
}

/// Korf's hundred (Artificial Intelligence 27(1), 1985, table 1), easiest first; nothing if the data is absent.
fn korf() -> Vec<Instance> {
    let data = std::env::var_os("SEARCHLAB_DATA").map_or_else(|| PathBuf::from("../shared/data"), PathBuf::from);
    let file = data.join("tiles/korf100.txt");
    let Ok(text) = std::fs::read_to_string(&file) else {
        eprintln!("SKIPPED: {} is absent", file.display());
        return Vec::new();
    };
    let mut instances = format::read(&text).expect("the list is well-formed");
    assert_eq!(instances.len(), 100);
    instances.sort_by_key(|instance| instance.listed.nodes);
    instances
}

fn assert_korf(instances: &[Instance]) {
    for instance in instances {
        let Puzzle::Fifteen(board) = instance.puzzle else { panic!("a 15-puzzle") };
        assert!(board.is_solvable_to(Board::goal()));
        let space = space(board, Heuristic::Manhattan);
        let mut counters = IterationCounters::default();
        let outcome = search::<IdaStar, _>(&space, &Options::default(), &mut counters);
        assert_path(&space, &outcome);
        assert_eq!(outcome.cost, instance.listed.length, "{:?}", instance.listed);
        assert_eq!(Some(counters.total().generated + 1), instance.listed.nodes, "{:?}", instance.listed);
        assert_eq!(counters.total().evaluated, counters.total().generated + 1);
        let iterations = counters.iterations();
        assert_eq!(Some(iterations[0].limit.number() as u32), instance.listed.manhattan);
        assert!(iterations.windows(2).all(|pair| pair[0].limit.number() < pair[1].limit.number()));
        let generated: u64 = iterations.iter().map(|iteration| iteration.counters.generated).sum();
        assert_eq!(generated, counters.total().generated);
    }
}

#[test]
fn the_twenty_easiest_of_korf_to_the_last_node() {
    assert_korf(korf().get(..20).unwrap_or_default());
}

#[test]
#[ignore = "takes minutes in a release build"]
fn all_hundred_of_korf_to_the_last_node() {
    let instances = korf();
    assert_korf(&instances);
    let nodes: u64 = instances.iter().filter_map(|instance| instance.listed.nodes).sum();
    assert!(instances.is_empty() || nodes == 36_302_808_031);
}

/// The states of the 8-puzzle in layers of equal distance from the goal.
fn layers() -> Vec<Vec<State<u64>>> {
    let space = space(Board::<Eight>::goal(), Heuristic::Manhattan);
    let mut seen = HashSet::from([space.start()]);
    let mut layers = vec![vec![space.start()]];
    loop {
        let mut next = Vec::new();
        for &state in layers.last().unwrap() {
            space.successors(state, |child, _, _| {
                if seen.insert(child) {
                    next.push(child);
                }
            });
        }
        if next.is_empty() {
            return layers;
        }
        layers.push(next);
    }
}

/// The numbers of the layers: Reinefeld, IJCAI 1993.
#[test]
fn layers_of_the_eight_puzzle() {
    let sizes: Vec<usize> = layers().iter().map(Vec::len).collect();
    assert_eq!(sizes[..10], [1, 2, 4, 8, 16, 20, 39, 62, 116, 152]);
    assert_eq!(sizes[30..], [221, 2]);
    assert_eq!(sizes.iter().sum::<usize>(), 181_440);
}

/// Admissible: h is at most the distance. Consistent: it changes by at most the cost of a step. And what is kept up
/// to date move by move is what the board says.
#[test]
fn heuristics_are_admissible_and_consistent_on_every_eight_puzzle() {
    let layers = layers();
    for heuristic in HEURISTICS {
        let space = space(Board::<Eight>::goal(), heuristic);
        let manhattan = TileSpace::new(Board::<Eight>::goal(), Board::goal(), Heuristic::Manhattan, Direction::ALL);
        for (distance, layer) in layers.iter().enumerate() {
            for &state in layer {
                let state = space.state::<Eight>(state.board());
                let h = space.heuristic(state);
                assert!(h as usize <= distance);
                if heuristic == Heuristic::LinearConflict {
                    assert!(h >= manhattan.heuristic(manhattan.state::<Eight>(state.board())));
                }
                space.successors(state, |child, link, _| {
                    let next = space.heuristic(child);
                    assert!(h.abs_diff(next) <= 1);
                    assert_eq!(next, space.heuristic(space.state::<Eight>(child.board())));
                    let back = space.previous(child, link);
                    assert_eq!((back, space.heuristic(back)), (state, h));
                });
            }
        }
    }
}

/// Kept up to date over long walks: the larger boards, and goals with the blank elsewhere.
#[test]
fn estimates_stay_true_on_long_walks() {
    fn walk<P: Size>(heuristic: Heuristic, stream: &mut Stream) {
        let goal = scrambled::<P>(50, stream);
        let space = TileSpace::new(scrambled(60, stream), goal, heuristic, Direction::ALL);
        assert_eq!(space.heuristic(space.state(goal)), 0);
        let mut state = space.start();
        for _ in 0..2000 {
            let actions = space.actions(state);
            let action = actions.clone().nth(stream.below(actions.len()) as usize).unwrap();
            let next = space.apply(state, action).0;
            assert!(space.heuristic(state).abs_diff(space.heuristic(next)) <= 1);
            state = next;
            assert_eq!(space.heuristic(state), space.heuristic(space.state::<P>(state.board())));
        }
    }
    let mut stream = Stream(1);
    for heuristic in HEURISTICS {
        walk::<Eight>(heuristic, &mut stream);
        walk::<Fifteen>(heuristic, &mut stream);
        walk::<TwentyFour>(heuristic, &mut stream);
    }
}

/// Each optimal algorithm finds the same cost, to and fro, and in any order of moves.
fn assert_agreement<P: Size>(board: Board<P>, heuristic: Heuristic) {
    let there = space(board, heuristic);
    let plain = Options::default();
    let bounded = Options { table_bits: Some(8), ..plain };
    let outcome = search::<AStar, _>(&there, &plain, &mut ());
    assert_path(&there, &outcome);
    let other_order = [Direction::Right, Direction::Down, Direction::Left, Direction::Up];
    let reordered = TileSpace::new(board, Board::goal(), heuristic, other_order);
    for space in [&there, &there.reversed(), &reordered] {
        for (name, other) in [
            ("IDA*", search::<IdaStar, _>(space, &plain, &mut ())),
            ("table", search::<IdaStarTable, _>(space, &plain, &mut ())),
            ("bounded", search::<IdaStarTable, _>(space, &bounded, &mut ())),
        ] {
            assert_path(space, &other);
            assert_eq!(other.cost, outcome.cost, "{name} {heuristic:?} {board}");
        }
    }
}

#[test]
fn algorithms_agree() {
    let mut stream = Stream(7);
    for round in 0..40 {
        assert_agreement(scrambled::<Eight>(round, &mut stream), Heuristic::Manhattan);
        assert_agreement(scrambled::<Eight>(100, &mut stream), Heuristic::LinearConflict);
        assert_agreement(scrambled::<Eight>(12, &mut stream), Heuristic::Zero);
        assert_agreement(scrambled::<Fifteen>(30, &mut stream), Heuristic::Manhattan);
        assert_agreement(scrambled::<Fifteen>(32, &mut stream), Heuristic::LinearConflict);
    }
}

#[test]
fn easy_twenty_four_puzzles() {
    let mut stream = Stream(24);
    for steps in [0, 1, 10, 20, 30, 40] {
        let board = scrambled::<TwentyFour>(steps, &mut stream);
        let costs: Vec<Option<u32>> = [Heuristic::Manhattan, Heuristic::LinearConflict]
            .iter()
            .map(|&heuristic| {
                let space = space(board, heuristic);
                let outcome = search::<IdaStar, _>(&space, &Options::default(), &mut ());
                assert_path(&space, &outcome);
                assert_eq!(outcome.cost, search::<AStar, _>(&space, &Options::default(), &mut ()).cost);
                outcome.cost
            })
            .collect();
        assert_eq!(costs[0], costs[1]);
        assert!(costs[0].unwrap() <= steps && (steps - costs[0].unwrap()).is_multiple_of(2));
    }
}

#[test]
fn steps_are_as_many_as_the_counters_say() {
    fn assert_steps<A: PathAlgorithm>(options: &Options) -> Counters {
        let space = space(scrambled::<Eight>(80, &mut Stream(3)), Heuristic::Manhattan);
        let mut observer = (IterationCounters::default(), StepCounts::default());
        search::<A, _>(&space, options, &mut observer);
        let (counters, steps) = observer;
        steps.assert_agree(counters.total(), A::ABOUT.name);
        *counters.total()
    }
    let plain = Options::default();
    assert_steps::<IdaStar>(&plain);
    let unbounded = assert_steps::<IdaStarTable>(&plain);
    assert_eq!(unbounded.tt_probes, unbounded.tt_stores + unbounded.tt_cutoffs);
    assert_eq!(unbounded.tt_stores, unbounded.expanded + 1);
    assert_eq!(unbounded.tt_overwrites, 0);
    let bounded = assert_steps::<IdaStarTable>(&Options { table_bits: Some(6), ..plain });
    assert!(bounded.tt_overwrites > 0 && bounded.expanded >= unbounded.expanded);
}

/// An exhaustive proof for the 8-puzzle: what parity calls unsolvable is not reached.
#[test]
fn an_unsolvable_board_is_recognised() {
    let board = Board::<Eight>::new(&[0, 2, 1, 3, 4, 5, 6, 7, 8]).unwrap();
    assert!(!board.is_solvable_to(Board::goal()));
    let reached: HashSet<_> = layers().into_iter().flatten().map(State::board::<Eight>).collect();
    let mut tiles: Vec<u8> = (0..9).collect();
    let mut stream = Stream(5);
    for _ in 0..1000 {
        for last in (1..9).rev() {
            tiles.swap(last, stream.below(last as u32 + 1) as usize);
        }
        let board = Board::<Eight>::new(&tiles).unwrap();
        assert_eq!(board.is_solvable_to(Board::goal()), reached.contains(&board), "{board}");
    }
}

#[test]
fn limits_are_named_and_exact() {
    let space = space(scrambled::<Fifteen>(200, &mut Stream(9)), Heuristic::Manhattan);
    for (max_nodes, options) in [(0, None), (1, None), (10_000, None), (10_000, Some(10))] {
        let budget = Budget { max_nodes: Some(max_nodes), ..Budget::default() };
        let options = Options { table_bits: options, ..Options::default() };
        let mut counters = Counters::default();
        let mut nodes = space.new_nodes();
        let outcome = if options.table_bits.is_some() {
            IdaStarTable::search(&space, &options, &mut nodes, &budget, &mut counters)
        } else {
            IdaStar::search(&space, &options, &mut nodes, &budget, &mut counters)
        };
        assert_eq!((outcome.status, counters.generated), (Status::LimitNodes, max_nodes));
    }
    let small = Budget { max_memory: Some(1 << 20), ..Budget::default() };
    for bits in [20, 40, 63, 64, u32::MAX] {
        let options = Options { table_bits: Some(bits), ..Options::default() };
        let outcome = IdaStarTable::search(&space, &options, &mut space.new_nodes(), &small, &mut ());
        assert_eq!(outcome.status, Status::LimitMemory);
    }
    let outcome = IdaStarTable::search(&space, &Options::default(), &mut space.new_nodes(), &small, &mut ());
    assert_eq!(outcome.status, Status::LimitMemory);
}
