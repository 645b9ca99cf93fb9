//! Checks of the solver against a plain search to the end, published values of small boards, and lists of positions.

use std::collections::BTreeSet;

use super::board::{Column, Position, Size};
use super::evaluation::{features, windows};
use super::playout;
use super::run::CONNECT4;
use super::solver::{Options, Solution, in_words, sign, solve};
use crate::Side;
use crate::long::is_long;
use crate::play::{BoardGame, GameRunner, task_of};
use crate::run::Observers;
use crate::world::TaskRunner as _;
use searchlab_search::budget::{Budget, Status};
use searchlab_search::counters::Counters;
use searchlab_trial::record::{Limits, Referee, Trial};

fn size(columns: usize, rows: usize) -> Size {
    Size::new(columns, rows).expect("a possible size")
}

fn solved(position: &Position, all_best: bool) -> Solution {
    let options = Options { all_best, ..Options::default() };
    let solution = solve(position, options, &Budget::default(), &mut ());
    assert_eq!(solution.status, Status::Solved);
    solution
}

/// The score by a plain alpha-beta to the end of the game, from the rules alone.
fn plain(position: &Position, alpha: i32, beta: i32) -> i32 {
    let empty = (position.size().cells() - position.discs()) as i32;
    if position.is_won() {
        return -(empty / 2 + 1);
    }
    let mut best = if empty == 0 { 0 } else { i32::MIN };
    for column in position.moves() {
        best = best.max(-plain(&position.played(column), -beta, -alpha.max(best)));
        if best >= beta {
            break;
        }
    }
    best
}

/// The positions of random games with at most `empty` empty cells.
fn late(size: Size, empty: u32, games: u64) -> impl Iterator<Item = Position> {
    (0..games).flat_map(move |seed| {
        let mut position = Position::new(size);
        let moves = playout::game(size, seed).into_iter();
        let positions: Vec<Position> = moves
            .map(|column| {
                position = position.played(column);
                position
            })
            .collect();
        positions.into_iter().filter(move |position| size.cells() - position.discs() <= empty)
    })
}

#[test]
fn late_positions_as_the_plain_search() {
    let sizes = [
        ((7, 6), 13),
        ((4, 4), 14),
        ((5, 4), 13),
        ((4, 7), 13),
        ((6, 5), 13),
        ((5, 8), 12),
        ((8, 7), 12),
        ((7, 8), 12),
    ];
    let games = if is_long() { 300 } else { 25 };
    for ((columns, rows), empty) in sizes {
        for position in late(size(columns, rows), empty, games) {
            let (solution, expected) = (solved(&position, true), plain(&position, -40, 40));
            assert_eq!(solution.score(), Some(expected), "\n{position}");
            let best = position.moves().filter(|&column| -plain(&position.played(column), -40, 40) == expected);
            assert_eq!(solution.best, best.collect::<Vec<_>>(), "\n{position}");
        }
    }
}

/// Values of empty boards: Tromp, John's Connect Four Playground, tromp.github.io/c4/c4.html.
#[test]
fn small_boards() {
    const VALUES: [((usize, usize), i32); 9] = [
        ((4, 4), 0),
        ((4, 5), 0),
        ((4, 6), 0),
        ((5, 4), 0),
        ((5, 5), 0),
        ((6, 4), -1),
        ((4, 7), 0),
        ((4, 8), 0),
        ((5, 6), 0),
    ];
    for ((columns, rows), sign) in VALUES {
        let solution = solved(&Position::new(size(columns, rows)), false);
        assert_eq!(solution.score().map(i32::signum), Some(sign), "{columns}x{rows}");
    }
}

#[test]
fn small_boards_as_the_plain_search() {
    let position = Position::new(size(4, 4));
    assert_eq!(solved(&position, true).score(), Some(plain(&position, -40, 40)));
}

#[test]
fn ended_games() {
    let played =
        |moves: &[u8]| moves.iter().fold(Position::new(Size::STANDARD), |at, &column| at.played(Column(column)));
    let won = played(&[0, 1, 0, 1, 0, 1, 0]);
    assert_eq!((solved(&won, true).score(), solved(&won, true).best), (Some(-18), Vec::new()));
    // Four with the next disc, or the other side has them.
    assert_eq!(solved(&played(&[0, 1, 0, 1, 0, 1]), true).best, [Column(0)]);
    assert_eq!(solved(&played(&[0, 1, 0, 1, 0, 1]), true).score(), Some(18));
}

/// Two discs of X on the ground with free cells beside them: nothing wins yet; with three, both ends do.
#[test]
fn winning_cells_complete_four() {
    let played =
        |moves: &[u8]| moves.iter().fold(Position::new(Size::STANDARD), |at, &column| at.played(Column(column)));
    assert_eq!(played(&[2, 2, 3, 3]).winning_cells(Side::Black), []);
    let three = played(&[2, 2, 3, 3, 4]);
    assert_eq!(three.winning_cells(Side::Black), [(Column(1), 0), (Column(5), 0)]);
    assert_eq!(three.winning_cells(Side::White), []);
    assert_eq!(played(&[2, 2, 3, 3, 4, 4]).winning_cells(Side::White), [(Column(1), 1), (Column(5), 1)]);
}

/// The windows of each side add up to the features of the evaluation.
#[test]
fn windows_are_the_features() {
    for position in late(Size::STANDARD, 42, 10) {
        let (own, other) = (windows(&position, position.side()), windows(&position, position.side().other()));
        let features = features(&position);
        assert_eq!([0, 1, 2].map(|index| own[index] - other[index]), features, "\n{position}");
    }
}

/// The sign by itself is that of the score.
#[test]
fn signs_are_those_of_the_scores() {
    for position in late(size(6, 5), 14, 12).chain(late(Size::STANDARD, 16, 12)) {
        let score = solved(&position, false).score().expect("no limit");
        assert_eq!(sign(&position, &Budget::default()), Some(score.signum()), "\n{position}");
    }
    let budget = Budget { max_nodes: Some(10), ..Budget::default() };
    assert_eq!(sign(&Position::new(Size::STANDARD), &budget), None);
}

/// The judgement of a search to one ply, against a plain search to the end.
#[test]
fn moves_are_judged_by_the_result() {
    let about = CONNECT4.algorithm("alphabeta").expect("an algorithm of every game");
    let params = CONNECT4.resolve(about, &[]).expect("its defaults");
    let judged = |position: &Position| {
        let named = (position.text(), position.content());
        let trial = Trial::new(CONNECT4.name.name, named, about.name, params.clone(), Limits::default());
        let trial = Trial { depth: Some(1), ..trial };
        let task = task_of(*position);
        GameRunner::<Position>::default().run(&trial, &task, &Budget::default(), &mut Observers::default())
    };
    let mut results = BTreeSet::new();
    for position in late(size(6, 4), 12, 20).filter(|position| !BoardGame::is_over(position)) {
        let record = judged(&position);
        let chosen =
            position.read_move(record.result.as_ref().and_then(|answer| answer.moves.first()).expect("a move"));
        let after = position.played(chosen.expect("a column"));
        let [best, chosen] = [plain(&position, -40, 40), -plain(&after, -40, 40)].map(i32::signum);
        assert_eq!(record.referee, Some(Referee { best, chosen }), "\n{position}");
        results.insert(best);
    }
    assert!(results.contains(&1) && results.contains(&-1), "{results:?}");
    assert_eq!(judged(&Position::new(Size::STANDARD)).referee, None, "too far from the end");
}

#[test]
fn scores_in_words() {
    let played =
        |moves: &[u8]| moves.iter().fold(Position::new(Size::STANDARD), |at, &column| at.played(Column(column)));
    let start = Position::new(Size::STANDARD);
    // X wins with its last disc, and loses after the first column by the last but one of O.
    assert_eq!(in_words(&start, 1), "X wins in 21 moves");
    assert_eq!(in_words(&start, 0), "draw");
    assert_eq!(in_words(&played(&[0]), 2), "O wins in 20 moves");
    assert_eq!(in_words(&played(&[0, 1, 0, 1, 0, 1]), 18), "X wins in 1 move");
    assert_eq!(in_words(&played(&[0, 1, 0, 1, 0, 1, 0]), -18), "X has won");
}

#[test]
fn limits() {
    let start = Position::new(Size::STANDARD);
    for nodes in [1, 100, 4096, 5000] {
        let budget = Budget { max_nodes: Some(nodes), ..Budget::default() };
        let mut counters = Counters::default();
        let solution = solve(&start, Options::default(), &budget, &mut counters);
        assert_eq!((solution.status, solution.counts.expanded), (Status::LimitNodes, nodes));
        assert_eq!(counters.expanded, nodes);
        assert!(solution.bounds.0 < solution.bounds.1 && solution.best.is_empty());
        assert_eq!(solve(&start, Options::default(), &budget, &mut ()), solution, "deterministic");
    }
}

/// The lists of Pons, blog.gamesolver.org, part 2: moves and score, 1,000 a file.
fn listed(name: &str) -> Option<Vec<(Position, i32)>> {
    let data =
        std::env::var_os("SEARCHLAB_DATA").map_or_else(|| "../../../shared/data".into(), std::path::PathBuf::from);
    let path = data.join("connect4").join(format!("{name}.txt"));
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("skipped: no {}; SEARCHLAB_DATA may name another folder", path.display());
        return None;
    };
    let parsed = text.lines().map(|line| {
        let (moves, score) = line.split_once(' ').expect("moves and a score");
        let columns = moves.bytes().map(|digit| Column(digit - b'1'));
        let position =
            columns.fold(Position::new(Size::STANDARD), |at, column| at.after(column).expect("a legal move"));
        (position, score.trim().parse().expect("a score"))
    });
    Some(parsed.collect())
}

#[test]
fn lists_of_positions() {
    for (name, sample) in [("end-easy", 1000), ("middle-easy", 300), ("begin-easy", 100), ("begin-medium", 1)] {
        let count = if is_long() { 1000 } else { sample };
        for (index, (position, score)) in listed(name).into_iter().flatten().take(count).enumerate() {
            assert_eq!(solved(&position, false).score(), Some(score), "{name}, line {}", index + 1);
        }
    }
}
