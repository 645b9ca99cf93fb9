//! Connect Four against the exact scores of the positions that solvers are tested with (Pons, blog.gamesolver.org).
//!
//! The positions are in `../shared/data` or in the folder that `SEARCHLAB_DATA` names. Without them every test is skipped
//! with a word about it. A line is the moves, and a score: positive if the side to move wins, the higher the sooner, in
//! discs that it has then left.

use std::path::PathBuf;

use searchlab::diagnostic::Source;
use searchlab::search::budget::Budget;
use searchlab::search::game::score::{is_decisive, plies_to_end};
use searchlab::search::game::{GameAlgorithm, Options, Replacement, Table, Task, pvs};
use searchlab::worlds::connect4::{Evaluation, Position, Size, format};

fn lines(file: &str) -> Option<Vec<String>> {
    let data = std::env::var_os("SEARCHLAB_DATA").map_or_else(|| PathBuf::from("../shared/data"), PathBuf::from);
    let path = data.join("connect4").join(file);
    let text = std::fs::read_to_string(&path);
    if text.is_err() {
        eprintln!("skipped: there is no {}", path.display());
    }
    text.ok().map(|text| text.lines().map(str::to_owned).collect())
}

/// The score of a value: 43 less the discs on the board before the last move, halved, for the winner.
fn score(value: i32, discs: u32) -> i32 {
    if !is_decisive(value) {
        return 0;
    }
    let before_last = discs + plies_to_end(value).expect("a win that is proved to its end") - 1;
    value.signum() * ((Size::STANDARD.cells() + 1 - before_last) / 2) as i32
}

fn check(file: &str, count: usize) {
    let mut table = Table::new(18, Replacement::TwoSlot).expect("a table");
    for line in lines(file).unwrap_or_default().iter().take(count) {
        let (moves, expected) = line.split_once(' ').expect("moves and a score");
        let mut game: Position = format::read(&Source::new(file, moves), Size::STANDARD).expect("a position");
        let discs = game.discs();
        let options = Options { deepening: true, ..Options::to_depth(Size::STANDARD.cells() - discs) };
        table.clear();
        let (budget, evaluator) = (Budget::default(), Evaluation::PLAIN);
        let task = Task {
            game: &mut game,
            evaluator: &evaluator,
            options: &options,
            table: &mut table,
            budget: &budget,
            observer: &mut (),
        };
        let found = pvs::Pvs::search(task);
        assert_eq!(score(found.value, discs).to_string(), expected, "{moves}");
    }
}

#[test]
fn positions_near_the_end_have_the_known_scores() {
    check("end-easy.txt", 1000);
}

#[test]
fn positions_of_the_middle_have_the_known_scores() {
    check("middle-easy.txt", 50);
}
