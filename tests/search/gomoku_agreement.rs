//! Every exact algorithm gives the value of minimax on Gomoku, with every evaluation, rule and choice of candidates.
//!
//! A build that checks itself searches a fortieth of the positions, or all if `SEARCHLAB_LONG` is set, as by `.ci/nightly`.

use searchlab::search::budget::{Budget, Status};
use searchlab::search::counters::Counters;
use searchlab::search::game::{
    Evaluator, Found, Game, GameAlgorithm, Options, Replacement, Score, Table, Task, alphabeta, alphabeta_as_coded,
    alphabeta_tt, minimax, minimax_memo, mtd, mtd_decider, pvs,
};
use searchlab::worlds::gomoku::playout::random_position;
use searchlab::worlds::gomoku::{Candidates, Evaluation, Gomoku, Point, Position, Rule, Setting};

use crate::games::{options, table};
use crate::long::is_long;

/// A position, and how it is to be searched.
struct Case {
    position: Position,
    candidates: Candidates,
    evaluation: &'static str,
}

fn search<A: GameAlgorithm>(case: &Case, options: &Options, table: &mut Table) -> (Found<Point>, Counters) {
    let evaluation: Evaluation = case.evaluation.parse().unwrap();
    let mut game = Gomoku::new(&case.position, case.candidates);
    let key = game.key();
    let (mut counters, budget) = (Counters::default(), Budget::default());
    let observer = &mut counters;
    let found = A::search(Task { game: &mut game, evaluator: &evaluation, options, table, budget: &budget, observer });
    assert_eq!((game.key(), game.patterns().stones()), (key, case.position.stones().len()));
    check_line(&found, game, &evaluation);
    (found, counters)
}

/// Best play can be played, begins with the best move, and where it is whole it is worth what the search said.
fn check_line(found: &Found<Point>, mut game: Gomoku, evaluation: &Evaluation) {
    assert_eq!(found.best, found.line.first().copied());
    for &point in &found.line {
        assert!(moves(&game).contains(&point), "the line leaves the candidates");
        game.make(point);
    }
    let plies = found.line.len() as u32;
    if plies == found.depth || game.outcome().is_some() {
        let sign = if plies.is_multiple_of(2) { 1 } else { -1 };
        let worth: Score = evaluation.leaf(&game, plies);
        assert_eq!(sign * worth, found.value, "{:?}", found.line);
    }
}

fn moves(game: &Gomoku) -> Vec<Point> {
    let mut all = Vec::new();
    game.moves(|point| all.push(point));
    all
}

/// One algorithm, as a function.
type Search = fn(&Case, &Options, &mut Table) -> (Found<Point>, Counters);

const ALGORITHMS: [(&str, Search); 11] = [
    ("minimax-memo", search::<minimax_memo::MiniMaxMemo>),
    ("alphabeta", search::<alphabeta::AlphaBeta>),
    ("alphabeta-tt", search::<alphabeta_tt::AlphaBetaTt>),
    ("pvs", search::<pvs::Pvs>),
    ("mtdf", search::<mtd::MtdF>),
    ("sss", search::<mtd::SssStar>),
    ("dual", search::<mtd::DualStar>),
    ("mtd-bi", search::<mtd::MtdBi>),
    ("mtd-step", search::<mtd::MtdStep>),
    ("alphabeta-as-coded", search::<alphabeta_as_coded::AlphaBetaAsCoded>),
    ("mtd-decider", search::<mtd_decider::MtdDecider>),
];

const EVALUATIONS: [&str; 2] = ["pattern", "ustc-rows"];

/// The numbers of the positions that are searched: all, or a fortieth.
fn numbers(count: usize) -> impl Iterator<Item = usize> {
    (0..count).filter(move |number| is_long() || number % 40 == number / 40 % 40)
}

/// A position for a number: in turn a board of 9x9 with all its cells, from its beginning to its end, and one of 15x15
/// with the candidates that the evaluation has by default. So crowded that minimax visits no more than `leaves` or so.
fn case(number: usize, depth: u32, leaves: u64) -> Case {
    let evaluation = EVALUATIONS[number % 2];
    let rule = Rule::ALL[number / 2 % 4];
    // Boxes begin with 24 cells, or with 8 if they are as narrow as here at depth four.
    let margin = if depth < 4 { 2 } else { 1 };
    for attempt in 0..2_000 {
        let seed = (number * 1_000 + attempt) as u64;
        let (length, candidates, plies) = match number / 8 % 2 {
            0 => (9, Candidates::All, (number / 16 * 7 + attempt) % 80),
            // A box of the stones grows with them, patterns have most in the middle of the game.
            _ if evaluation == "ustc-rows" => (15, Candidates::Box(margin), 1 + (number / 16 + attempt) % 9),
            _ => (15, Candidates::Patterns, (number / 16 * 5 + attempt) % 120),
        };
        let position = random_position(seed, plies, Setting::square(length, rule));
        let case = Case { position, candidates, evaluation };
        let count = moves(&Gomoku::new(&case.position, candidates)).len() as u64;
        let is_box = matches!(candidates, Candidates::Box(_));
        if count.pow(depth) <= if is_box { leaves.max(40_000) } else { leaves } {
            return case;
        }
    }
    panic!("no position {number} has few moves")
}

fn compare(number: usize, depth: u32, leaves: u64) {
    let case = case(number, depth, leaves);
    let Case { position, candidates, evaluation } = &case;
    let (truth, _) = search::<minimax::MiniMax>(&case, &Options::to_depth(depth), &mut Table::none());
    assert_eq!(truth.status, Status::Complete);
    for (place, (name, search)) in ALGORITHMS.iter().enumerate() {
        let mut options = options(number + place * 31, depth);
        // Where values are fine and trees deep, drivers that forget, or go down by one, search a tree for each value.
        let mut table = if depth < 3 { table(number + place) } else { Table::new(16, Replacement::TwoSlot).unwrap() };
        options.step = if depth < 3 { options.step } else { options.step.max(500) };
        let (found, counters) = search(&case, &options, &mut table);
        let (setting, stones) = (position.setting(), position.stones());
        assert_eq!(
            (found.status, found.value),
            (Status::Complete, truth.value),
            "{name} {options:?} {evaluation} {candidates:?} {setting:?} {stones:?}"
        );
        assert!(counters.first_move_cutoffs <= counters.cutoffs && counters.tt_cutoffs <= counters.tt_hits);
    }
}

#[test]
fn gomoku_algorithms_agree_to_depth_three() {
    for number in numbers(1_000) {
        let depth = 1 + number as u32 / 3 % 3;
        // Some wide trees too.
        let leaves = if number % 50 == 0 { 60_000 } else { 8_000 };
        compare(number, depth, leaves);
    }
}

#[test]
fn gomoku_algorithms_agree_at_depth_four() {
    for number in numbers(50) {
        compare(number, 4, if number % 22 == 0 { 60_000 } else { 12_000 });
    }
}
