//! The pathology of P-games: the deeper the search, the worse the move, as long as it does not see the end. And its
//! absence where neighbouring cells are alike, in N-games.
//!
//! Theorem: Nau, Artificial Intelligence 19 (1982); there by analysis, here by counting. Of boards on which one move of
//! the first side wins and the other loses, the per cent on which a search to depth d with the default evaluation takes
//! the winning one. Fifty would be chance; the standard deviation of 2,000 boards is 1.1, in N-games 0.6 and less. From
//! `cargo test --test search -- --ignored --nocapture pathology::table`:
//!
//! | depth | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 |
//! |---|---|---|---|---|---|---|---|---|---|---|---|---|
//! | p-game, 10 plies | 65.9 | 65.1 | 64.5 | 64.0 | 65.1 | 64.8 | 65.0 | 57.4 | 100.0 | 100.0 | | |
//! | p-game, 12 plies | 63.4 | 61.9 | 62.5 | 61.7 | 62.1 | 60.2 | 60.3 | 57.5 | 58.1 | 50.8 | 100.0 | 100.0 |
//! | n-game, 10 plies | 91.5 | 93.0 | 94.7 | 95.2 | 96.7 | 97.3 | 98.2 | 98.7 | 100.0 | 100.0 | | |
//! | n-game, 12 plies | 91.0 | 92.7 | 94.2 | 94.7 | 95.3 | 97.0 | 97.6 | 97.7 | 98.8 | 98.7 | 100.0 | 100.0 |
//!
//! One ply before the end the count is the truth: the last mover wins a part of two cells if one of them is 1.

use searchlab::search::budget::Budget;
use searchlab::search::game::alphabeta::AlphaBeta;
use searchlab::search::game::minimax::MiniMax;
use searchlab::search::game::{GameAlgorithm, Options, Table, Task, score};
use searchlab::worlds::pgames::{Evaluation, Half, Kind, Position, Recipe, Truth};

fn board(kind: Kind, plies: u32, seed: u64) -> (Position, Truth) {
    let position = Position::of(Recipe { kind, plies, seed, ..Recipe::default() }).expect("plies within bounds");
    let truth = Truth::of(position.board());
    (position, truth)
}

/// Value and move of a search to a depth.
fn search<A: GameAlgorithm>(position: &Position, depth: u32) -> (i32, Option<Half>) {
    let mut position = position.clone();
    let found = A::search(Task {
        game: &mut position,
        evaluator: &Evaluation::default(),
        options: &Options::to_depth(depth),
        table: &mut Table::none(),
        budget: &Budget::default(),
        observer: &mut (),
    });
    (found.value, found.best)
}

/// Right choices in per cent for depth 1 to `deepest`, over so many boards where there is one.
fn right(kind: Kind, plies: u32, deepest: u32, boards: u32) -> Vec<f64> {
    let mut rights = vec![0u32; deepest as usize];
    let positions = (1..).map(|seed| board(kind, plies, seed));
    let decided = positions.filter_map(|(position, truth)| truth.only_move(&position).map(|best| (position, best)));
    for (position, best) in decided.take(boards as usize) {
        for (depth, rights) in (1..).zip(&mut rights) {
            *rights += u32::from(search::<AlphaBeta>(&position, depth).1 == Some(best));
        }
    }
    rights.into_iter().map(|rights| f64::from(rights) * 100.0 / f64::from(boards)).collect()
}

/// The value of a search to the end is the winner that the cells give from below.
#[test]
fn exhaustive_search_finds_the_winner() {
    for kind in Kind::ALL {
        for plies in 1..=9 {
            for seed in 1..=20 {
                let (position, truth) = board(kind, plies, seed);
                let value = search::<MiniMax>(&position, plies).0;
                let won = if truth.winner(&position) == position.side() { 1 } else { -1 };
                assert_eq!(value, won * (score::WIN - plies as i32), "{}", position.board().recipe());
            }
        }
    }
}

/// The mean of the depths 1 to 3 against that of the three deepest that do not see the end. The standard deviation of
/// the difference is at most 1.6.
#[test]
fn depth_hurts_in_p_games_and_helps_in_n_games() {
    let change = |kind| {
        let shares = right(kind, 12, 10, 2000);
        shares[7..].iter().sum::<f64>() / 3.0 - shares[..3].iter().sum::<f64>() / 3.0
    };
    let (p_games, n_games) = (change(Kind::P), change(Kind::N));
    assert!(p_games < -4.0, "{p_games}");
    assert!(n_games > 4.0, "{n_games}");
}

#[test]
#[ignore = "prints a table"]
fn table() {
    for kind in Kind::ALL {
        for plies in [10, 12] {
            let row: Vec<String> = right(kind, plies, plies, 2000).iter().map(|share| format!("{share:.1}")).collect();
            println!("//! | {}, {plies} plies | {} |", kind.name(), row.join(" | "));
        }
    }
}
