//! Monte-Carlo tree search with the solvers as referees: what it proves is so, and its moves get better with more
//! simulations.

use std::collections::HashMap;
use std::path::Path;

use searchlab::catalog::{GOMOKU, OTHELLO};
use searchlab::diagnostic::Source;
use searchlab::play::{BoardGame, SearchableGame, refereed};
use searchlab::record::{Limits, Record, Trial};
use searchlab::run::gomoku::GomokuRunner;
use searchlab::run::othello::OthelloRunner;
use searchlab::run::{self, Observers};
use searchlab::search::budget::{Budget, Status};
use searchlab::search::game::score::{is_decisive, plies_to_end};
use searchlab::worlds::gomoku::{self, Rule, Setting};
use searchlab::worlds::othello::{self, Move};
use searchlab::worlds::{Side, othello::playout::random_position};

fn limits(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn othello(position: othello::Position, seed: u64, given: &[(&str, &str)], limits: Limits) -> Record {
    let about = OTHELLO.algorithm("mcts").expect("an algorithm");
    let params = OTHELLO.resolve(about, given).expect("parameters that it takes");
    let named = (String::new(), run::othello::content(position));
    let trial = Trial { seed, ..Trial::new("othello", named, "mcts", params, limits) };
    let budget = Budget { max_nodes: limits.nodes, ..Budget::default() };
    let record = OthelloRunner::default().run(&trial, position, &budget, &mut Observers::default());
    refereed(record, &position, &budget)
}

fn gomoku(position: &gomoku::Position, given: &[(&str, &str)], limits: Limits) -> Record {
    let about = GOMOKU.algorithm("mcts").expect("an algorithm");
    let params = GOMOKU.resolve(about, given).expect("parameters that it takes");
    let trial = Trial::new("gomoku", (String::new(), run::gomoku::content(position)), "mcts", params, limits);
    let budget = Budget { max_nodes: limits.nodes, ..Budget::default() };
    GomokuRunner::default().run(&trial, position, &budget, &mut Observers::default())
}

/// Plies of random games after which so many squares are empty.
fn near_the_end(seed: u64, empties: usize) -> othello::Position {
    random_position(seed, 60 - empties)
}

/// 100 positions with 6 to 8 empty squares: always the win, draw or loss of perfect play, and a move that keeps it.
#[test]
fn ends_of_othello_are_proved() {
    let mut seen = HashMap::new();
    for seed in 0..100 {
        let position = near_the_end(seed, 6 + seed as usize % 3);
        let exact = position.solved(12, &Budget::default()).expect("few empty squares");
        let exact = if position.side == Side::Black { exact } else { -exact };
        let record = othello(position, seed, &[("simulations", "2000000")], Limits::default());
        let answer = record.result.as_ref().expect("an answer");
        assert_eq!(record.status, Status::Solved, "{}", position.text());
        assert_eq!((answer.value as i32).signum(), exact.signum(), "{}", position.text());
        assert!(answer.value == 0.0 || plies_to_end(answer.value as i32).is_some_and(|plies| plies <= 20));
        *seen.entry(exact.signum()).or_insert(0) += 1;
        if position.is_over() {
            assert_eq!((answer.moves.text("").as_ref(), record.referee), ("", None));
            continue;
        }
        let referee = record.referee.expect("few empty squares");
        assert_eq!(referee.best, exact);
        assert!(referee.is_kept() && referee.loss() >= 0, "{}", position.text());
        let mut end = position;
        for mv in end.line_of(&answer.moves) {
            end = end.after(mv).expect("the line is legal");
        }
    }
    assert!(seen[&1] > 20 && seen[&-1] > 20, "{seen:?}");
}

/// More simulations, better moves; in the mean, by the solver.
#[test]
fn more_simulations_lose_less() {
    let loss = |simulations: &str| -> i32 {
        let loss = |seed| {
            let position = near_the_end(seed, 10 + seed as usize % 3);
            let record = othello(position, seed, &[("simulations", simulations)], Limits::default());
            record.referee.map_or(0, |referee| {
                assert!(referee.loss() >= 0);
                i32::from(!referee.is_kept())
            })
        };
        (0..40).map(loss).sum()
    };
    let losses = [loss("10"), loss("300"), loss("5000")];
    assert!(losses[0] > losses[1] && losses[1] >= losses[2], "{losses:?}");
    assert!(losses[2] <= 3, "{losses:?}");
}

#[test]
fn the_referee_judges_near_the_end_alone() {
    let far = othello(near_the_end(1, 13), 0, &[], limits(100));
    let near = othello(near_the_end(1, 12), 0, &[], limits(100));
    assert_eq!((far.referee.is_some(), near.referee.is_some()), (false, true));
}

#[test]
fn the_same_seed_plays_the_same_games() {
    let position = random_position(3, 20);
    let run = |seed| othello(position, seed, &[], limits(3_000));
    let (first, again, other) = (run(7), run(7), run(8));
    assert_eq!((first.counters, first.result.clone()), (again.counters, again.result));
    assert_ne!(first.counters.playout_moves, other.counters.playout_moves);
    assert_eq!(first.status, Status::LimitNodes);
    assert!(first.counters.nodes() <= 3_000 && first.counters.nodes() > 2_997, "{:?}", first.counters);
}

/// Random games from their beginning to their end, passes and positions with one move among them: there is an answer,
/// and its move is legal.
#[test]
fn every_position_has_an_answer() {
    let (mut passes, mut ends) = (0, 0);
    for seed in 0..20 {
        let game = othello::playout::game(seed);
        for position in game.positions().step_by(3).chain([game.positions().last().expect("a position")]) {
            for given in [&[][..], &[("playout", "ranked"), ("playouts", "3")], &[("playout-plies", "2")]] {
                let record = othello(position, seed, given, limits(60));
                let answer = record.result.expect("an answer");
                let first = answer.moves.first().and_then(|first| position.read_move(first));
                ends += usize::from(position.is_over());
                passes += usize::from(first == Some(Move::PASS));
                assert_eq!(first.is_none(), position.is_over());
                assert!(first.is_none_or(|mv| position.after(mv).is_some()));
                assert!(is_decisive(answer.value as i32) || answer.value.abs() <= 1000.0);
            }
        }
    }
    // Random games with a pass are few; the two of seed 12 are there.
    let game = othello::playout::game(12);
    for (position, &mv) in game.positions().zip(game.moves()) {
        if mv == Move::PASS {
            let record = othello(position, 0, &[], limits(500));
            assert_eq!(record.result.expect("an answer").moves.first(), Some("pa"));
            passes += 1;
        }
    }
    assert!(passes >= 2 && ends >= 15, "{passes} {ends}");
}

fn stones(text: &str, rule: Rule) -> gomoku::Position {
    let source = Source::new("stones", text);
    gomoku::format::read_position(&source, Setting::square(15, rule)).expect("a position").position
}

/// A four that is open, a four with one end, an open three with the move: the win in 1 and in 3 plies, and the loss
/// against an open four. Worked by hand.
#[test]
fn forced_wins_of_gomoku_are_proved() {
    for (text, plies) in [
        // Black has h8 to k8 in a row, white is elsewhere, black is to move.
        ("h8a1i8c1j8e1k8g1", 1_i32),
        // One end is closed.
        ("h8g8i8c1j8e1k8a15", 1),
        // Three in a row, open, with the move.
        ("h8a1i8c1j8e1", 3),
        // White faces an open four.
        ("h8a1i8c1j8e1k8", -2),
    ] {
        for given in [&[][..], &[("playout", "ranked")], &[("candidates", "box")]] {
            let record = gomoku(&stones(text, Rule::Freestyle), given, limits(100_000));
            let value = record.result.as_ref().expect("an answer").value as i32;
            assert_eq!(record.status, Status::Solved, "{text} {given:?}");
            let found = plies_to_end(value).map(|plies| plies as i32 * value.signum());
            assert!(found.is_some_and(|found| found.signum() == plies.signum()), "{text}: {value}");
            if plies.abs() < 3 {
                assert_eq!(found, Some(plies), "{text} {given:?}");
            }
        }
    }
}

/// Wins that a strong engine proved, the shortest of them: what is proved of them here is a win as well.
#[test]
fn proofs_agree_with_the_collection_of_wins() {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    let path = std::env::var_os("SEARCHLAB_DATA").map_or_else(beside, Into::into).join("gomoku/wins.tsv");
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("skipped: there is no {}; SEARCHLAB_DATA may name another folder", path.display());
        return;
    };
    let source = Source::new("wins.tsv", text);
    let given = gomoku::Position::empty(Setting::square(15, Rule::Freestyle)).read(&source).expect("problems");
    let mut proved = 0;
    for game in given.iter().step_by(12) {
        let record = gomoku(game.position(), &[("playout", "ranked")], limits(3_000));
        let value = record.result.as_ref().expect("an answer").value as i32;
        assert!(value >= -1000, "{}: {value}", game.position().text());
        proved += usize::from(is_decisive(value));
    }
    eprintln!("{proved} of {} proved", given.len().div_ceil(12));
    assert!(proved > 0);
}
