//! Game-tree search on trees whose values and counts theory gives.

use searchlab::search::budget::{Budget, Status};
use searchlab::search::counters::Counters;
use searchlab::search::game::erased::{ErasedGame, KnownMoves, OwnEvaluation};
use searchlab::search::game::samples::tictactoe::{Ends, Signs};
use searchlab::search::game::samples::uniform::Given;
use searchlab::search::game::samples::{Arrangement, TicTacToe, UniformTree};
use searchlab::search::game::{
    Evaluator, FirstGuess, Found, Game, GameAlgorithm, Options, Ordering, OrderingHeuristic, Replacement, Score, Table,
    Task, Ties, alphabeta, alphabeta_as_coded, alphabeta_tt, mcts, minimax, minimax_memo, mtd, mtd_decider, pvs,
};

/// What a search found, and what it counted.
fn search<A: GameAlgorithm, G: Game + Copy, E: Evaluator<G>>(
    game: G,
    evaluator: &E,
    options: &Options,
    table: &mut Table,
) -> (Found<G::Move>, Counters) {
    let (mut game, mut counters) = (game, Counters::default());
    let budget = Budget::default();
    let task = Task { game: &mut game, evaluator, options, table, budget: &budget, observer: &mut counters };
    (A::search(task), counters)
}

/// Calls `$check::<A, …>(…)` for each algorithm.
macro_rules! each_algorithm {
    ($check:ident [$($more:tt)*] $arguments:tt) => {
        $check::<minimax::MiniMax, $($more)*> $arguments;
        $check::<minimax_memo::MiniMaxMemo, $($more)*> $arguments;
        $check::<alphabeta::AlphaBeta, $($more)*> $arguments;
        $check::<alphabeta_tt::AlphaBetaTt, $($more)*> $arguments;
        $check::<pvs::Pvs, $($more)*> $arguments;
        $check::<mtd::MtdF, $($more)*> $arguments;
        $check::<mtd::SssStar, $($more)*> $arguments;
        $check::<mtd::DualStar, $($more)*> $arguments;
        $check::<mtd::MtdBi, $($more)*> $arguments;
        $check::<mtd::MtdStep, $($more)*> $arguments;
        $check::<alphabeta_as_coded::AlphaBetaAsCoded, $($more)*> $arguments;
        $check::<mtd_decider::MtdDecider, $($more)*> $arguments;
    };
}

fn value<A: GameAlgorithm, G: Game + Copy, E: Evaluator<G>>(game: G, evaluator: &E, depth: u32) -> Score {
    search::<A, G, E>(game, evaluator, &Options::to_depth(depth), &mut Table::none()).0.value
}

/// An erased game is searched as the game itself.
#[test]
fn erased_games_are_searched_alike() {
    fn check<A: GameAlgorithm>(ordering: Ordering) {
        let options = Options { ordering, ..Options::to_depth(6) };
        let table = || Table::new(10, Replacement::default()).expect("a small table");
        let (expected, expected_counters) = search::<A, _, _>(TicTacToe::default(), &Ends, &options, &mut table());
        let moves = KnownMoves::of::<TicTacToe>();
        let (game, evaluator) = (&mut ErasedGame::new(TicTacToe::default(), Ends, &moves), &OwnEvaluation);
        let (table, budget, mut counters) = (&mut table(), &Budget::default(), Counters::default());
        let found = A::search(Task { game, evaluator, options: &options, table, budget, observer: &mut counters });
        assert_eq!((found.status, found.value, counters), (expected.status, expected.value, expected_counters));
        assert!(found.line.into_iter().map(|code| moves.of_code(code)).eq(expected.line));
    }
    for ordering in orderings() {
        each_algorithm!(check [] (ordering));
    }
    check::<mcts::Mcts>(Ordering::new(&[]));
}

/// Orders that differ in kind.
fn orderings() -> Vec<Ordering> {
    use OrderingHeuristic::{FewestReplies, History, Killer, Shallow, Static, Table};
    [&[][..], &[Table, Killer, History], &[Static, FewestReplies], &[Shallow], &[Table, Shallow, FewestReplies, Static]]
        .map(Ordering::new)
        .to_vec()
}

/// Every combination of the choices that should change nothing but counts.
fn all_options(depth: u32) -> Vec<Options> {
    let mut all = Vec::new();
    for ordering in orderings() {
        for deepening in [false, true] {
            for enhanced_cutoffs in [false, true] {
                for (aspiration, first_guess, step) in [
                    (None, FirstGuess::Last, 1),
                    (Some(1), FirstGuess::LastButOne, 7),
                    (Some(30), FirstGuess::Value(3), 50),
                ] {
                    let plain = Options::to_depth(depth);
                    let chosen =
                        Options { deepening, ordering, enhanced_cutoffs, aspiration, first_guess, step, ..plain };
                    all.push(chosen);
                }
            }
        }
    }
    all
}

/// Plays the line out and values its end: it must be worth what the search said.
fn value_of_line<G: Game + Copy, E: Evaluator<G>>(game: G, evaluator: &E, line: &[G::Move]) -> Score {
    let mut game = game;
    for &mv in line {
        let mut is_legal = false;
        game.moves(|legal| is_legal |= legal == mv);
        assert!(is_legal, "{mv:?} in the line {line:?} is not legal");
        game.make(mv);
    }
    let sign = if line.len().is_multiple_of(2) { 1 } else { -1 };
    sign * evaluator.leaf(&game, line.len() as u32)
}

fn agrees<A: GameAlgorithm, G: Game + Copy, E: Evaluator<G>>(game: G, evaluator: &E, depth: u32) {
    let (truth, _) = search::<minimax::MiniMax, G, E>(game, evaluator, &Options::to_depth(depth), &mut Table::none());
    for options in all_options(depth) {
        for (bits, replacement) in [(4, Replacement::Always), (4, Replacement::TwoSlot), (14, Replacement::Depth)] {
            let mut table = Table::new(bits, replacement).unwrap();
            let (found, counters) = search::<A, G, E>(game, evaluator, &options, &mut table);
            let name = A::ABOUT.name;
            assert_eq!((found.status, found.value), (Status::Complete, truth.value), "{name} {options:?} 2^{bits}");
            assert_eq!(found.best, found.line.first().copied(), "{name} {options:?}");
            assert!(counters.first_move_cutoffs <= counters.cutoffs && counters.tt_hits <= counters.tt_probes);
            if bits == 14 {
                let worth = value_of_line(game, evaluator, &found.line);
                assert_eq!(worth, truth.value, "{name} {options:?} {:?}", found.line);
            }
        }
    }
}

#[test]
fn every_algorithm_agrees_with_minimax_on_uniform_trees() {
    for (branching, depth) in [(1, 4), (2, 6), (3, 5), (5, 4)] {
        for arrangement in [Arrangement::Best, Arrangement::Worst, Arrangement::Shuffled, Arrangement::Independent] {
            for seed in 0..2 {
                let tree = UniformTree::new(branching, depth, arrangement, seed);
                each_algorithm!(agrees [_, _] (tree, &Given, depth.into()));
                each_algorithm!(agrees [_, _] (tree, &Given, u32::from(depth) - 1));
            }
        }
    }
}

#[test]
fn every_algorithm_agrees_with_minimax_on_tic_tac_toe() {
    let mut game = TicTacToe::default();
    for mv in [0, 4, 8] {
        game.make(mv);
        for depth in 1..=6 {
            each_algorithm!(agrees [_, _] (game, &Ends, depth));
            each_algorithm!(agrees [_, _] (game, &Signs, depth));
        }
    }
}

/// The value that the tree was made with, whatever the arrangement.
#[test]
fn uniform_trees_have_the_value_that_they_were_given() {
    for branching in 1..=6 {
        for depth in 0..=5 {
            for arrangement in [Arrangement::Best, Arrangement::Worst, Arrangement::Shuffled] {
                let tree = UniformTree::new(branching, depth, arrangement, 7);
                if depth > 0 {
                    assert_eq!(value::<minimax::MiniMax, _, _>(tree, &Given, depth.into()), 0);
                }
            }
        }
    }
}

/// Knuth and Moore 1975: with perfect ordering b^⌈d/2⌉ + b^⌊d/2⌋ - 1 leaves, with the worst b^d.
#[test]
fn alpha_beta_visits_the_leaves_that_theory_gives() {
    for branching in 2..=6u8 {
        for depth in 0..=7u8 {
            let count = |arrangement| {
                let tree = UniformTree::new(branching, depth, arrangement, 0);
                let options = Options::to_depth(depth.into());
                search::<alphabeta::AlphaBeta, _, _>(tree, &Given, &options, &mut Table::none()).1
            };
            let b = u64::from(branching);
            let (up, down) = (u32::from(depth.div_ceil(2)), u32::from(depth / 2));
            let best = count(Arrangement::Best);
            assert_eq!(best.evaluated, b.pow(up) + b.pow(down) - 1, "b {branching} d {depth}");
            assert_eq!(best.cutoffs, best.first_move_cutoffs);
            let worst = count(Arrangement::Worst);
            assert_eq!((worst.evaluated, worst.cutoffs), (b.pow(depth.into()), 0), "b {branching} d {depth}");
        }
    }
}

/// No search without a table that finds the value visits fewer.
#[test]
fn no_order_beats_the_minimal_tree() {
    for seed in 0..50 {
        let tree = UniformTree::new(4, 5, Arrangement::Shuffled, seed);
        let (_, counters) =
            search::<alphabeta::AlphaBeta, _, _>(tree, &Given, &Options::to_depth(5), &mut Table::none());
        assert!((64 + 16 - 1..=1024).contains(&counters.evaluated));
    }
}

/// Full tic-tac-toe in natural order: well-known counts, nodes with the root.
#[test]
fn tic_tac_toe_counts() {
    let (game, options) = (TicTacToe::default(), Options::to_depth(9));
    let nodes = |counters: Counters| counters.expanded + counters.evaluated;
    let (found, counters) = search::<minimax::MiniMax, _, _>(game, &Signs, &options, &mut Table::none());
    assert_eq!((found.value, nodes(counters), counters.evaluated), (0, 549_946, 255_168));
    let (found, counters) = search::<alphabeta::AlphaBeta, _, _>(game, &Signs, &options, &mut Table::none());
    assert_eq!((found.value, nodes(counters)), (0, 18_297));
}

/// Plaat et al. 1996: one pass for each bound.
#[test]
fn mtdf_from_the_true_value_needs_two_passes() {
    for seed in 0..100 {
        let tree = UniformTree::new(5, 5, Arrangement::Independent, seed);
        let truth = value::<minimax::MiniMax, _, _>(tree, &Given, 5);
        let options = Options { first_guess: FirstGuess::Value(truth), ..Options::to_depth(5) };
        let mut table = Table::new(14, Replacement::Always).unwrap();
        let (found, counters) = search::<mtd::MtdF, _, _>(tree, &Given, &options, &mut table);
        assert_eq!((found.value, counters.passes), (truth, 2));
    }
}

/// X wins with square 2 at once, or later:
/// X X .
/// O O .
#[test]
fn shorter_wins_are_preferred() {
    fn check<A: GameAlgorithm>(game: TicTacToe) {
        let mut table = Table::new(10, Replacement::TwoSlot).unwrap();
        let (found, _) = search::<A, _, _>(game, &Ends, &Options::to_depth(5), &mut table);
        assert_eq!((found.best, found.value), (Some(2), searchlab::search::game::score::WIN - 1), "{}", A::ABOUT.name);
    }
    let mut game = TicTacToe::default();
    for mv in [0, 3, 1, 4] {
        game.make(mv);
    }
    each_algorithm!(check [] (game));
}

#[test]
fn limits_leave_the_best_move_so_far() {
    fn check<A: GameAlgorithm>(tree: UniformTree, max_nodes: u64) {
        let mut table = Table::new(10, Replacement::TwoSlot).unwrap();
        let budget = Budget { max_nodes: Some(max_nodes), ..Budget::default() };
        let (mut game, mut counters) = (tree, Counters::default());
        let options = Options { deepening: true, ..Options::to_depth(6) };
        let task = Task {
            game: &mut game,
            evaluator: &Given,
            options: &options,
            table: &mut table,
            budget: &budget,
            observer: &mut counters,
        };
        let found = A::search(task);
        assert_eq!(found.status, Status::LimitNodes, "{} {max_nodes}", A::ABOUT.name);
        assert!(found.best.is_some() && found.depth < 6);
        assert!(counters.expanded + counters.evaluated <= max_nodes + 1);
        assert_eq!(game, tree, "the position is what it was before");
    }
    for max_nodes in [0, 1, 2, 7, 50, 200] {
        each_algorithm!(check [] (UniformTree::new(4, 6, Arrangement::Shuffled, 1), max_nodes));
    }
}

/// With the natural order and a seed, equal moves are drawn from; without, the first is taken.
#[test]
fn ties_are_broken_as_asked() {
    fn check<A: GameAlgorithm>(seen: &mut Vec<Vec<u8>>) {
        let drawn = |ties| {
            let mut table = Table::new(12, Replacement::TwoSlot).unwrap();
            let options = Options { ties, ..Options::to_depth(9) };
            search::<A, _, _>(TicTacToe::default(), &Signs, &options, &mut table).0.best.unwrap()
        };
        seen.push((0..12).map(|seed| drawn(Ties::Seeded(seed))).collect());
        assert_eq!(drawn(Ties::Seeded(5)), drawn(Ties::Seeded(5)));
    }
    let mut seen = Vec::new();
    check::<minimax_memo::MiniMaxMemo>(&mut seen);
    check::<alphabeta::AlphaBeta>(&mut seen);
    check::<pvs::Pvs>(&mut seen);
    check::<mtd::MtdF>(&mut seen);
    assert!(seen.windows(2).all(|pair| pair[0] == pair[1]), "all draw from the same moves: {seen:?}");
    assert!(seen[0].iter().any(|&mv| mv != seen[0][0]), "every opening draws, so they differ: {seen:?}");
}

#[test]
fn a_finished_game_has_a_value_and_no_move() {
    let mut game = TicTacToe::default();
    for mv in [0, 3, 1, 4, 2] {
        game.make(mv);
    }
    let (found, counters) = search::<pvs::Pvs, _, _>(game, &Ends, &Options::to_depth(3), &mut Table::none());
    assert_eq!((found.value, found.best, counters.evaluated), (-searchlab::search::game::score::WIN, None, 1));
}
