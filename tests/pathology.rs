//! The pathology of P-games: the deeper the search, the worse the move, as long as it does not see the end. And its
//! absence where neighbouring cells are alike, in N-games.
//!
//! Theorem: Nau, Artificial Intelligence 19 (1982); there by analysis, here by counting. Of boards on which one move of
//! the first side wins and the other loses, the per cent on which a search to depth d with the default evaluation takes
//! the winning one. Fifty would be chance.
//!
//! `cargo test --test pathology -- --ignored --nocapture table` prints it.

use searchlab::search::budget::Budget;
use searchlab::search::game::alphabeta::AlphaBeta;
use searchlab::search::game::minimax::MiniMax;
use searchlab::search::game::{GameAlgorithm, Options, Table, Task, score};
use searchlab::worlds::pgames::{Evaluation, Half, Kind, Position, Recipe, Truth};

fn board(kind: Kind, plies: u32, seed: u64) -> (Position, Truth) {
    let position = Position::of(Recipe { kind, plies, chance: None, seed }).expect("plies within bounds");
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

#[test]
#[ignore = "prints a table"]
fn table() {
    for kind in Kind::ALL {
        for plies in [10, 11, 12] {
            let row: Vec<String> = right(kind, plies, plies, 2000).iter().map(|share| format!("{share:.1}")).collect();
            println!("//! | {}, {plies} plies | {} |", kind.name(), row.join(" | "));
        }
    }
}
