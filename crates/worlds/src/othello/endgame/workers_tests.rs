//! Many threads against one: the same score, a correct line, honest counts, prompt ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::solver::Solve;
use super::tests::{Random, played_out, random_board};
use super::{Mode, Options, Outcome, Table, Technique, Techniques};
use crate::long::is_long;
use crate::othello::board::{Board, Move};
use crate::othello::kernel::choose;
use searchlab_search::budget::{Budget, Status};
use searchlab_search::counters::Counters;
use searchlab_search::observer::{Event, Observer};

/// So few empty squares that every search of a test shares nodes, and far more often than it would pay.
const SHARE_FROM: usize = 8;

fn within(board: Board, options: Options, bits: u32, budget: &Budget) -> Outcome {
    let mut counters = Counters::default();
    let (options, table) = (&options, &mut Table::new(bits));
    let outcome = choose(Solve { board, options, share_from: SHARE_FROM, table, budget, observer: &mut counters });
    assert_eq!(counters.nodes(), outcome.nodes, "every node is reported");
    assert!(counters.tt_probes >= counters.tt_hits && counters.tt_hits >= counters.tt_cutoffs);
    assert!(counters.cutoffs >= counters.first_move_cutoffs);
    outcome
}

fn solved(board: Board, options: Options, bits: u32) -> Outcome {
    let outcome = within(board, options, bits, &Budget::default());
    let figures = outcome.figures;
    assert_eq!(outcome.status, Status::Solved);
    assert_eq!(outcome.best, outcome.line.first().copied());
    assert!(figures.lost_nodes <= outcome.nodes && figures.repeated_nodes <= outcome.nodes, "{figures:?}");
    assert!(figures.shared >= figures.splits && figures.lost_nodes >= figures.lost, "{figures:?}");
    let reached = played_out(board, &outcome.line);
    let asked = if options.mode == Mode::Exact { reached } else { reached.signum() };
    assert_eq!(Some(asked), outcome.score, "{board:?} {options:?}");
    outcome
}

fn alone(board: Board, techniques: Techniques, mode: Mode) -> Outcome {
    let outcome = solved(board, Options { mode, techniques, ..Options::default() }, 10);
    let Outcome { figures, helpers_time, .. } = outcome;
    assert_eq!((figures.splits, figures.shared, figures.lost, figures.repeated), (0, 0, 0, 0));
    assert_eq!(helpers_time, Duration::ZERO);
    outcome
}

/// Scores at the end of the game are exact, so that no order of the search changes them.
#[test]
fn more_threads_give_the_score_of_one() {
    let (mut splits, mut lost, mut repeated) = (0, 0, 0);
    for seed in 0..if is_long() { 210 } else { 70 } {
        let board = random_board(1000 + seed, 10 + seed as u32 % 7);
        let mode = if seed % 5 == 0 { Mode::WinLossDraw } else { Mode::Exact };
        let score = alone(board, Techniques::ALL, mode).score;
        for (threads, bits) in [(2, 12), (3, 0), (4, 5)] {
            let outcome = solved(board, Options { mode, threads, ..Options::default() }, bits);
            assert_eq!(outcome.score, score, "seed {seed}, {threads} threads");
            splits += outcome.figures.splits;
            lost += outcome.figures.lost;
            repeated += outcome.figures.repeated;
        }
    }
    let (least_splits, least_lost) = if is_long() { (100, 1) } else { (30, 0) };
    assert!(splits > least_splits && lost >= least_lost, "{splits} splits, {lost} lost, {repeated} repeated");
}

#[test]
fn every_choice_of_techniques_gives_the_score_with_more_threads() {
    let mut random = Random::new(7);
    for seed in 0..200 {
        let board = random_board(2000 + seed, 10 + seed as u32 % 3);
        let all = Technique::ALL.iter();
        let techniques = all.filter(|_| random.below(2) == 0).fold(Techniques::ALL, |some, &each| some.without(each));
        let score = alone(board, Techniques::ALL, Mode::Exact).score;
        let threads = 2 + random.below(3) as u32;
        let bits = random.below(13) as u32;
        let outcome = solved(board, Options { techniques, threads, ..Options::default() }, bits);
        assert_eq!(outcome.score, score, "seed {seed}, {threads} threads, {techniques:?}");
    }
}

/// A table that earlier solves filled, with any number of threads.
#[test]
fn a_table_is_kept_between_solves() {
    let table = &mut Table::new(9);
    for seed in 0..40 {
        let board = random_board(3000 + seed, 9 + seed as u32 % 5);
        let score = alone(board, Techniques::ALL, Mode::Exact).score;
        let (options, budget) = (&Options { threads: 1 + seed as u32 % 4, ..Options::default() }, &Budget::default());
        let outcome = choose(Solve { board, options, share_from: SHARE_FROM, table, budget, observer: &mut () });
        assert_eq!(outcome.score, score, "seed {seed}");
    }
}

#[test]
fn few_squares_many_threads_and_finished_games() {
    let options = Options { threads: 16, ..Options::default() };
    for seed in 0..9 {
        let board = random_board(seed, seed as u32);
        assert_eq!(solved(board, options, 4).score, alone(board, Techniques::ALL, Mode::Exact).score);
    }
    let board = random_board(1, 14);
    assert_eq!(solved(board, options, 10).score, alone(board, Techniques::ALL, Mode::Exact).score);
    let over = Board { own: 0b11, opponent: 0 };
    assert_eq!((solved(over, options, 0).score, solved(over, options, 0).best), (Some(64), None));
}

#[test]
fn limits_hold_for_all_threads_together() {
    let board = random_board(7, 24);
    for threads in [2, 4] {
        let options = Options { threads, ..Options::default() };
        let run = |budget: &Budget| {
            let begin = Instant::now();
            let outcome = within(board, options, 8, budget);
            assert_eq!(outcome.score, None);
            // Other work on the machine may make it late, a search that goes on would be much later.
            assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", outcome.status);
            outcome
        };
        let outcome = run(&Budget { max_nodes: Some(200_000), ..Budget::default() });
        assert_eq!(outcome.status, Status::LimitNodes);
        let square = outcome.best.and_then(Move::square).expect("a move");
        assert_ne!(board.moves() & square.bit(), 0);
        // Where threads take turns on one processor, helpers go on for a while before the first one sees it.
        assert!(outcome.nodes >= 200_000, "{} nodes", outcome.nodes);
        let time = Some(Duration::from_millis(100));
        assert_eq!(run(&Budget { max_time: time, ..Budget::default() }).status, Status::LimitTime);
        assert_eq!(run(&Budget { max_memory: Some(1000), ..Budget::default() }).status, Status::LimitMemory);
        let stop = Arc::new(AtomicBool::new(true));
        let budget = Budget { stop: Some(Arc::clone(&stop)), ..Budget::default() };
        assert_eq!(run(&budget).status, Status::Interrupted);
        stop.store(false, Ordering::Relaxed);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(100));
                stop.store(true, Ordering::Relaxed);
            });
            assert_eq!(run(&budget).status, Status::Interrupted);
        });
    }
}

/// Counts the states that are reported one by one.
struct States(u64);

impl Observer for States {
    const WANTS_STATES: bool = true;

    fn on(&mut self, event: Event) {
        self.0 += u64::from(matches!(event, Event::Expanded { .. }));
    }
}

#[test]
fn who_wants_each_state_is_served_by_one_thread() {
    let board = random_board(3, 13);
    let solve = |threads| {
        let (options, budget) = (&Options { threads, ..Options::default() }, &Budget::default());
        let mut states = States(0);
        let table = &mut Table::new(8);
        let outcome = choose(Solve { board, options, share_from: SHARE_FROM, table, budget, observer: &mut states });
        (outcome, states.0)
    };
    assert_eq!(solve(1), solve(4));
    assert!(solve(1).1 > 100);
}
