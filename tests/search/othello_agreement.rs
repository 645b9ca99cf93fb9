//! Every algorithm gives the value of minimax on Othello, whatever its parameters; and the counts and values of others
//! are met.

use std::marker::PhantomData;
use std::path::PathBuf;

use searchlab::diagnostic::Source;
use searchlab::search::budget::{Budget, Status};
use searchlab::search::counters::Counters;
use searchlab::search::game::{
    Cut, Evaluator, Found, Game, GameAlgorithm, Options, Replacement, Score, Table, Task, alphabeta,
    alphabeta_as_coded, alphabeta_tt, minimax, minimax_memo, mtd, mtd_decider, pvs,
};
use searchlab::worlds::othello::format::read_position;
use searchlab::worlds::othello::kernel::{Kernel, Visitor, choose};
use searchlab::worlds::othello::playout::random_position;
use searchlab::worlds::othello::{Evaluation, Move, Othello, Position};

use crate::games::{options, table};
use crate::long::is_long;

/// A search that waits for its kernel.
struct Call<'a, A> {
    position: Position,
    evaluation: &'a str,
    options: &'a Options,
    table: &'a mut Table,
    algorithm: PhantomData<A>,
}

fn search<A: GameAlgorithm>(
    position: Position,
    evaluation: &str,
    options: &Options,
    table: &mut Table,
) -> (Found<Move>, Counters) {
    choose(Call { position, evaluation, options, table, algorithm: PhantomData::<A> })
}

impl<A: GameAlgorithm> Visitor for Call<'_, A> {
    type Output = (Found<Move>, Counters);

    fn visit<K: Kernel>(self, kernel: K) -> Self::Output {
        let evaluation: Evaluation = self.evaluation.parse().unwrap();
        let (mut game, mut counters, budget) =
            (Othello::new(self.position, kernel), Counters::default(), Budget::default());
        let task = Task {
            game: &mut game,
            evaluator: &evaluation,
            options: self.options,
            table: self.table,
            budget: &budget,
            observer: &mut counters,
        };
        let found = A::search(task);
        check_line(&found, self.position, &evaluation, kernel);
        assert_eq!(game.position(), self.position);
        (found, counters)
    }
}

/// Best play can be played, begins with the best move, and where it is whole it is worth what the search said.
fn check_line<K: Kernel>(found: &Found<Move>, position: Position, evaluation: &Evaluation, kernel: K) {
    assert_eq!(found.best, found.line.first().copied());
    let mut position = position;
    for &mv in &found.line {
        position = position.after(mv).expect("the line is legal");
    }
    let end = Othello::new(position, kernel);
    if found.line.len() as u32 == found.depth || end.outcome().is_some() {
        let sign = if found.line.len().is_multiple_of(2) { 1 } else { -1 };
        let worth: Score = evaluation.leaf(&end, found.line.len() as u32);
        assert_eq!(sign * worth, found.value, "{:?}", found.line);
    }
}

const EVALUATIONS: [&str; 12] = [
    "classic",
    "classic-as-coded",
    "anchored",
    "sided",
    "sided-as-coded",
    "weighted",
    "weighted-as-coded",
    "discs",
    "mobility",
    "classic,corner=500,frontier=-3",
    "stable=10,csquare=-7,interior=2,parity=5",
    "discs,flip-mobility=3,anchored=20",
];

/// One algorithm, as a function.
type Search = fn(Position, &str, &Options, &mut Table) -> (Found<Move>, Counters);

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

/// Positions of random games at depths 1 to 6; the deep ones late in the game, where minimax can still follow.
/// A build that checks itself searches a quarter of them, or all if `SEARCHLAB_LONG` is set, as by `.ci/nightly`.
const POSITIONS: usize = 10_000;

#[test]
fn every_algorithm_agrees_with_minimax() {
    let mut compared = 0;
    let positions = if is_long() { POSITIONS } else { POSITIONS / 4 };
    for number in 0..positions {
        let depth = 1 + number as u32 % 6;
        let earliest = [0, 0, 0, 20, 40, 46][depth as usize - 1];
        let position = random_position(number as u64, earliest + number / 6 % (60 - earliest));
        let evaluation = EVALUATIONS[number / 6 % EVALUATIONS.len()];
        let plain = Options::to_depth(depth);
        let (truth, _) = search::<minimax::MiniMax>(position, evaluation, &plain, &mut Table::none());
        for (place, (name, search)) in ALGORITHMS.iter().enumerate() {
            let options = options(number + place * 31, depth);
            let (found, counters) = search(position, evaluation, &options, &mut table(number + place));
            let found = (found.status, found.value);
            assert_eq!(found, (Status::Complete, truth.value), "{name} {options:?} {evaluation} on {position:?}");
            assert!(counters.first_move_cutoffs <= counters.cutoffs && counters.tt_cutoffs <= counters.tt_hits);
            compared += 1;
        }
    }
    assert_eq!(compared, positions * ALGORITHMS.len());
}

/// Values and nodes of another program, with the same evaluation. Its alpha-beta has another order of moves, so its
/// counts are a measure and no equality.
#[test]
fn values_and_counts_of_the_reference() {
    let data = std::env::var_os("SEARCHLAB_DATA").map_or_else(|| PathBuf::from("../shared/data"), PathBuf::from);
    let path = data.join("othello/reference_values.tsv");
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("skipped: {} is absent", path.display());
        return;
    };
    let mut lines = 0;
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.starts_with("algorithm")) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, depth, value, nodes, leaves] = fields[..] else { panic!("{line}") };
        let depth: u32 = depth.parse().unwrap();
        let search: Search =
            if name == "minimax" { search::<minimax::MiniMax> } else { search::<alphabeta::AlphaBeta> };
        let (found, counters) = search(Position::INITIAL, "classic", &Options::to_depth(depth), &mut Table::none());
        assert_eq!(found.value, value.parse::<Score>().unwrap(), "{line}");
        let (listed_nodes, listed_leaves): (u64, u64) = (nodes.parse().unwrap(), leaves.parse().unwrap());
        if name == "minimax" {
            assert_eq!(counters.expanded + counters.evaluated - 1, listed_nodes, "{line}");
            assert_eq!(counters.evaluated, listed_leaves, "{line}");
        } else {
            println!("alphabeta depth {depth}: {} leaves, listed {listed_leaves}", counters.evaluated);
            // The other program opens a full window for each move at the root.
            assert!((listed_leaves / 4..listed_leaves).contains(&counters.evaluated), "{line}");
        }
        for (name, search) in ALGORITHMS {
            let options = Options { deepening: true, ..options(1, depth) };
            let (found, _) =
                search(Position::INITIAL, "classic", &options, &mut Table::new(16, Replacement::TwoSlot).unwrap());
            assert_eq!(found.value, value.parse::<Score>().unwrap(), "{name} at depth {depth}");
        }
        lines += 1;
    }
    assert!(lines >= 6, "{lines} lines of {}", path.display());
}

/// Source of values and counts: data/othello/reference_values.tsv. The framework takes the moves of a row from right to
/// left, so it goes over the mirrored board as the natural order goes over the board; its evaluation is
/// `classic-as-coded`. The leaves of one window for the whole root are those of `alphabeta`.
#[test]
fn alpha_beta_as_coded_has_the_values_and_counts_of_the_framework() {
    let mirrored = read_position(&Source::new("mirrored", MIRRORED)).unwrap().position();
    let rows = [
        (6, -10, 3_156, 2_307, 2_473, 1_415),
        (7, 22, 12_572, 9_534, 10_365, 5_472),
        (8, -5, 46_837, 34_157, 37_471, 15_399),
        (9, 23, 192_074, 144_676, 150_762, 60_441),
    ];
    for (depth, value, nodes, leaves, leaves_of_strict_cut, leaves_of_one_window) in rows {
        let plain = Options::to_depth(depth);
        let as_coded = search::<alphabeta_as_coded::AlphaBetaAsCoded>;
        let framework = Options { cut: Cut::AtBound, ..plain };
        let (found, counters) = as_coded(mirrored, "classic-as-coded", &framework, &mut Table::none());
        assert_eq!((found.value, counters.evaluated), (value, leaves), "depth {depth}");
        assert_eq!(counters.expanded + counters.evaluated - 1, nodes, "depth {depth}");
        let (found, counters) = as_coded(Position::INITIAL, "classic", &plain, &mut Table::none());
        assert_eq!((found.value, counters.evaluated), (value, leaves_of_strict_cut), "depth {depth}");
        let (found, counters) =
            search::<alphabeta::AlphaBeta>(Position::INITIAL, "classic", &plain, &mut Table::none());
        assert_eq!((found.value, counters.evaluated), (value, leaves_of_one_window), "depth {depth}");
    }
}

/// The initial position with left and right exchanged.
const MIRRORED: &str = "---------------------------XO------OX--------------------------- X";

/// Deepening, table and MTD(f) of the reports' decider, each on or off: the value is that of minimax.
#[test]
fn every_combination_of_the_deciders_switches_gives_minimax() {
    for number in 0..240 {
        let depth = 1 + number as u32 % 5;
        let position = random_position(number, [0, 0, 10, 20, 40][depth as usize - 1] + number as usize / 5 % 15);
        let evaluation = EVALUATIONS[number as usize % EVALUATIONS.len()];
        let plain = Options::to_depth(depth);
        let (truth, _) = search::<minimax::MiniMax>(position, evaluation, &plain, &mut Table::none());
        for (deepening, has_table, mtdf) in (0..8).map(|bits| (bits & 1 > 0, bits & 2 > 0, bits & 4 > 0)) {
            let options = Options { deepening, mtdf, ..options(number as usize, depth) };
            let mut table = if has_table { Table::new(12, Replacement::TwoSlot).unwrap() } else { Table::none() };
            let (found, counters) = search::<mtd_decider::MtdDecider>(position, evaluation, &options, &mut table);
            let case = (deepening, has_table, mtdf, position);
            assert_eq!((found.status, found.value), (Status::Complete, truth.value), "{case:?}");
            assert!(has_table || counters.tt_probes == 0 && counters.table_bytes == 0, "{case:?}");
            assert!(mtdf != (counters.passes == 0) || position.board.is_over(), "{case:?}: {} passes", counters.passes);
        }
    }
}

/// Without a table every pass searches from nothing, and the value is the same.
#[test]
fn searches_do_without_a_table() {
    let options = Options { deepening: true, ..options(1, 5) };
    for (name, search) in ALGORITHMS.into_iter().filter(|(name, _)| !["minimax-memo", "sss", "dual"].contains(name)) {
        let (found, counters) = search(Position::INITIAL, "classic", &options, &mut Table::none());
        assert_eq!((found.value, counters.tt_probes, counters.tt_stores), (21, 0, 0), "{name}");
    }
}

/// A reduced table changes counts, never values.
#[test]
fn a_table_of_sixteen_entries_changes_counts_and_no_value() {
    let options = Options { deepening: true, ..options(1, 6) };
    for (name, search) in
        ALGORITHMS.into_iter().filter(|(name, _)| !name.starts_with("alphabeta") || *name == "alphabeta-tt")
    {
        let of =
            |bits| search(Position::INITIAL, "classic", &options, &mut Table::new(bits, Replacement::TwoSlot).unwrap());
        let ((small, few), (large, many)) = (of(4), of(18));
        assert_eq!((small.value, large.value), (-10, -10), "{name}");
        assert!(few.evaluated > many.evaluated, "{name}: {} and {} leaves", few.evaluated, many.evaluated);
    }
}
