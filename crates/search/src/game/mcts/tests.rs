//! Monte-Carlo tree search on small games, whose outcomes are known.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::*;
use crate::counters::Counters;
use crate::game::minimax::MiniMax;
use crate::game::samples::tictactoe::Signs;
use crate::game::samples::uniform::Given;
use crate::game::samples::{Arrangement, TicTacToe, UniformTree};
use crate::game::score::WIN;
use crate::game::{Options, Table};

const LIMITLESS: Budget = Budget {
    max_depth: None,
    max_nodes: None,
    max_time: None,
    max_memory: None,
    stop: None,
    progress: None,
    live: None,
};

fn options(uct: Uct) -> Options {
    Options { uct, ..Options::to_depth(60) }
}

fn search<G: Game + PartialEq + Copy + std::fmt::Debug, E: Evaluator<G>>(
    game: G,
    evaluator: &E,
    options: &Options,
    budget: &Budget,
) -> (Found<G::Move>, Counters) {
    let (mut moved, mut counters, mut table) = (game, Counters::default(), Table::none());
    let task = Task { game: &mut moved, evaluator, options, table: &mut table, budget, observer: &mut counters };
    let found = Mcts::search(task);
    assert_eq!(moved, game, "the position is what it was");
    assert_eq!(counters.generated + 1, counters.tree_nodes.max(1));
    (found, counters)
}

fn many(simulations: u64) -> Options {
    options(Uct { simulations: Some(simulations), ..Uct::PLAIN })
}

fn tic_tac_toe(moves: &[u8]) -> TicTacToe {
    let mut game = TicTacToe::default();
    for &mv in moves {
        game.make(mv);
    }
    game
}

/// Solved long ago.
#[test]
fn tic_tac_toe_is_a_draw() {
    let (found, counters) = search(TicTacToe::default(), &Signs, &many(200_000), &LIMITLESS);
    assert_eq!((found.status, found.value, found.line.len()), (Status::Solved, 0, 9), "{counters:?}");
    assert!(counters.proved > 0 && counters.peak_depth == 9 && found.depth == 9);
}

/// Every position of the first five plies, against MiniMax to the end.
#[test]
fn proofs_are_the_outcomes_of_minimax() {
    let mut positions = vec![TicTacToe::default()];
    for _ in 0..5 {
        let next = |game: &TicTacToe| {
            let mut all = Vec::new();
            game.moves(|mv| {
                let mut game = *game;
                game.make(mv);
                all.push(game);
            });
            all
        };
        positions = positions.iter().flat_map(next).collect();
        positions.sort_by_key(Game::key);
        positions.dedup();
        for (seed, game) in (0..).zip(positions.iter().step_by(17)) {
            let options = options(Uct { seed, simulations: Some(1_000_000), exploration: 500, ..Uct::PLAIN });
            let (found, _) = search(*game, &Signs, &options, &LIMITLESS);
            let (mut copy, mut table) = (*game, Table::none());
            let task = Task {
                game: &mut copy,
                evaluator: &Signs,
                options: &Options::to_depth(9),
                table: &mut table,
                budget: &LIMITLESS,
                observer: &mut (),
            };
            let exact = MiniMax::search(task).value;
            assert_eq!((found.status, found.value.signum()), (Status::Solved, exact), "{game:?}");
            assert!(found.value == 0 || found.value.abs() > WIN - 10);
            check_line(*game, &found);
        }
    }
}

/// The line of a game that is decided ends with the outcome that the value names, in as many plies as it says at most.
fn check_line(game: TicTacToe, found: &Found<u8>) {
    let mut at_end = game;
    for &mv in &found.line {
        let mut is_legal = false;
        at_end.moves(|legal| is_legal |= legal == mv);
        assert!(is_legal);
        at_end.make(mv);
    }
    if found.value > 0 {
        assert_eq!(found.value, WIN - found.line.len() as i32);
        assert!(at_end.outcome().is_some());
    }
}

/// X has two in a row twice: one of the two moves wins at once.
#[test]
fn a_win_at_hand_is_taken_and_a_loss_put_off() {
    let (found, _) = search(tic_tac_toe(&[0, 3, 1, 4]), &Signs, &many(100), &LIMITLESS);
    assert_eq!((found.status, found.value, found.best), (Status::Solved, WIN - 1, Some(2)));
    // O must take 2, or loses.
    let (found, _) = search(tic_tac_toe(&[0, 4, 1]), &Signs, &many(10_000), &LIMITLESS);
    assert_eq!((found.status, found.best), (Status::Solved, Some(2)));
    // A game that is over.
    let (found, counters) = search(tic_tac_toe(&[0, 3, 1, 4, 2]), &Signs, &many(100), &LIMITLESS);
    assert_eq!((found.status, found.value, found.best), (Status::Solved, -WIN, None));
    assert_eq!((counters.nodes(), found.line.len()), (1, 0));
}

#[test]
fn one_legal_move_is_found_and_valued() {
    // The last square is 8; nobody has a line.
    let (found, _) = search(tic_tac_toe(&[0, 1, 2, 4, 3, 5, 7, 6]), &Signs, &many(10), &LIMITLESS);
    assert_eq!((found.status, found.value, found.best), (Status::Solved, 0, Some(8)));
}

/// The value of the trees is that with which they were made; Independent gives no outcomes that could be proved.
#[test]
fn uniform_trees_are_proved() {
    for seed in 0..20 {
        for arrangement in [Arrangement::Best, Arrangement::Worst, Arrangement::Shuffled] {
            let tree = UniformTree::new(3, 5, arrangement, seed);
            let exact = Given.evaluate(&tree).signum();
            let (found, counters) = search(tree, &Given, &many(1_000_000), &LIMITLESS);
            assert_eq!((found.status, found.value.signum()), (Status::Solved, exact), "{seed} {arrangement:?}");
            assert!(counters.simulated < 1_000_000);
        }
    }
}

#[test]
fn the_seed_alone_decides() {
    let run = |seed| {
        let uct = Uct { seed, simulations: Some(150), ..Uct::PLAIN };
        search(TicTacToe::default(), &Signs, &options(uct), &LIMITLESS)
    };
    for seed in 0..5 {
        assert_eq!(run(seed), run(seed));
    }
    let different = (1..20).filter(|&seed| run(seed).1.playout_moves != run(0).1.playout_moves).count();
    assert!(different > 10, "{different}");
}

#[test]
fn limits_hold() {
    let game = UniformTree::new(8, 6, Arrangement::Shuffled, 1);
    for nodes in [1, 2, 3, 10, 1_000, 4_097] {
        let budget = Budget { max_nodes: Some(nodes), ..LIMITLESS };
        let (found, counters) = search(game, &Given, &options(Uct::PLAIN), &budget);
        assert_eq!(found.status, Status::LimitNodes);
        assert!(counters.nodes() <= nodes && counters.nodes() + 3 > nodes, "{nodes}: {counters:?}");
        assert!(found.best.is_some());
        // One leaf each; the last simulation may have been cut short.
        assert!(counters.evaluated - counters.simulated <= 1);
        assert!(counters.expanded <= counters.simulated + 1);
    }
    let (found, counters) = search(game, &Given, &many(300), &LIMITLESS);
    assert_eq!((found.status, counters.simulated), (Status::Complete, 300));
    // Leaves where the game is over need no playout.
    assert!(counters.played_out > 200 && counters.played_out <= 300, "{counters:?}");
    let (_, counters) = search(game, &Given, &options(Uct::PLAIN), &LIMITLESS);
    assert_eq!(counters.simulated, USUAL_SIMULATIONS);
    // Time, the stop flag, no memory at all.
    let budget = Budget { max_time: Some(Duration::from_millis(20)), ..LIMITLESS };
    assert_eq!(search(game, &Given, &options(Uct::PLAIN), &budget).0.status, Status::LimitTime);
    let budget = Budget { stop: Some(Arc::new(AtomicBool::new(true))), ..LIMITLESS };
    assert_eq!(search(game, &Given, &options(Uct::PLAIN), &budget).0.status, Status::Interrupted);
    let budget = Budget { max_memory: Some(1000), ..LIMITLESS };
    let (found, _) = search(game, &Given, &options(Uct::PLAIN), &budget);
    assert_eq!((found.status, found.best.is_some()), (Status::LimitMemory, true));
}

#[test]
fn a_full_tree_grows_no_more_and_playouts_go_on() {
    let game = UniformTree::new(8, 6, Arrangement::Shuffled, 1);
    for (uct, memory) in [
        (Uct { tree_nodes: 1, simulations: Some(2_000), ..Uct::PLAIN }, None),
        (Uct { tree_nodes: 500, simulations: Some(2_000), ..Uct::PLAIN }, None),
        (Uct { simulations: Some(2_000), ..Uct::PLAIN }, Some(50_000)),
    ] {
        let budget = Budget { max_memory: memory, ..LIMITLESS };
        let (found, counters) = search(game, &Given, &options(uct), &budget);
        assert_eq!((found.status, counters.simulated), (Status::Complete, 2_000));
        assert!(counters.played_out > 1_500, "{counters:?}");
        assert!(counters.tree_nodes <= uct.tree_nodes.into() && found.best.is_some(), "{counters:?}");
        assert!(memory.is_none_or(|limit| counters.table_bytes <= limit && counters.tree_nodes > 1_000));
    }
}

#[test]
fn choices_change_what_is_done() {
    let game = UniformTree::new(6, 7, Arrangement::Shuffled, 3);
    let plain = Uct { simulations: Some(500), ..Uct::PLAIN };
    let run = |uct, depth| search(game, &Given, &Options { uct, ..Options::to_depth(depth) }, &LIMITLESS);
    let base = run(plain, 60).1;
    let many = run(Uct { playouts: 4, ..plain }, 60).1;
    assert!(many.played_out > 4 * base.played_out / 2 && many.played_out.is_multiple_of(4), "{many:?}");
    assert_eq!(run(Uct { playout_plies: Some(0), ..plain }, 60).1.playout_moves, 0);
    let cut = run(Uct { playout_plies: Some(2), ..plain }, 60).1;
    assert!(cut.playout_moves <= 2 * cut.played_out && cut.playout_moves > 0);
    // Greed goes deep, curiosity wide.
    let greedy = run(Uct { exploration: 100, first_play: 500, ..plain }, 60).1;
    assert!(greedy.tree_plies > base.tree_plies, "{greedy:?}");
    for depth in 1..4 {
        let (found, counters) = run(plain, depth);
        assert_eq!((found.depth, counters.peak_depth), (depth, depth.into()));
    }
    assert_eq!(run(plain, 1).1.expanded, 1);
}
