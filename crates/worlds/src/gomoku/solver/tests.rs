//! Every win that is claimed is checked by the rules alone.

use super::super::board::{Point, Position, Rule, Setting};
use super::super::format::{read_moves, read_problems};
use super::super::patterns::Patterns;
use super::super::playout::random_position;
use super::guided::Unguided;
use super::*;
use crate::gomoku::engine::EngineGuide;
use crate::long::is_long;
use searchlab_search::budget::{Budget, Status};
use searchlab_search::counters::Counters;
use searchlab_trial::diagnostic::Source;

fn position(moves: &str, rule: Rule) -> Position {
    read_moves(&Source::new("moves", moves), Setting::square(15, rule)).unwrap()
}

/// Small tables and few positions, so that tests are short.
fn options() -> Options {
    Options { bits: 14, ..Options::default() }
}

fn budget(nodes: u64) -> Budget {
    Budget { max_nodes: Some(nodes), ..Budget::default() }
}

/// Solves, and checks what is claimed.
fn checked(position: &Position, algorithm: Algorithm, options: Options, nodes: u64) -> Outcome {
    let budget = budget(nodes);
    let guide = EngineGuide::new(options.bits, &budget);
    let outcome = solve(position, algorithm, &options, &budget, guide, &mut ());
    assert_eq!(outcome.plies.is_some(), outcome.proof.is_some());
    if let Some(proof) = &outcome.proof {
        let about = || format!("{} {:?} {:?}", algorithm.about().name, position.setting().rule, position.stones());
        if let Err(flaw) = verify(position, proof) {
            panic!("{}: {flaw}\n{}", about(), proof.text());
        }
        assert_eq!(outcome.plies, Some(outcome.line.len() as u32), "{}", about());
        let mut after = position.clone();
        for &point in &outcome.line {
            assert_eq!(after.five(), None, "{}", about());
            after.play(point).unwrap();
        }
        assert_eq!(after.five().map(|(side, _)| side), Some(position.side()), "{}", about());
    }
    outcome
}

#[test]
fn short_wins_take_the_plies_that_they_must() {
    for (moves, vcf, vct) in [
        // Four in a row.
        ("h8a1i8c1j8e1k8g1", Some(1), Some(1)),
        // An open three.
        ("h8a1i8c1j8a15", Some(3), Some(3)),
        // Two twos that cross: two open threes at once, or four and three later.
        ("h8a1i8o1j9a15j10o15", None, Some(5)),
        // Nothing.
        ("h8h9", None, None),
        // The other side has a four; the block makes none.
        ("h8a1i8b1a8c1o8d1", None, None),
    ] {
        let position = position(moves, Rule::Freestyle);
        let shortest = Options { is_shortest: true, ..options() };
        for algorithm in Algorithm::ALL {
            let expected = if algorithm == Algorithm::Vcf { vcf } else { vct };
            let outcome = checked(&position, algorithm, shortest, 1_000_000);
            assert_eq!(outcome.plies, expected, "{moves} {algorithm:?}");
            let status = match expected {
                Some(_) => Status::Solved,
                // With more effort the guide may find something yet.
                None if algorithm == Algorithm::Guided => Status::LimitNodes,
                None => Status::Unsolvable,
            };
            assert_eq!(outcome.status, status, "{moves} {algorithm:?}");
        }
    }
}

/// The theorem: what a solver claims is so. Random positions, all rules, all algorithms.
#[test]
fn no_win_is_claimed_that_is_none() {
    let count = if cfg!(debug_assertions) { 200 } else { 10_000 };
    let mut won = [0; Algorithm::ALL.len()];
    for seed in 0..count {
        let rule = Rule::ALL[seed as usize % 4];
        let setting = Setting::square(if seed % 3 == 0 { 9 } else { 15 }, rule);
        let position = random_position(seed, 6 + seed as usize % 40, setting);
        for (place, algorithm) in Algorithm::ALL.into_iter().enumerate() {
            let options = Options { is_shortest: seed % 8 == 0, bits: 10, ..Options::default() };
            let outcome = checked(&position, algorithm, options, 3_000);
            won[place] += u64::from(outcome.proof.is_some());
        }
    }
    // By fours alone less can be won than by threes too; and some can.
    assert!(won[0] > count / 20 && won[0] < won[2], "{won:?}");
}

/// Two stones, and the other side far away: threats alone do not win yet.
#[test]
fn quiet_moves_win_where_threats_do_not() {
    let position = position("h8a1i9o1", Rule::Freestyle);
    let options = Options { bits: 16, ..Options::default() };
    assert_eq!(checked(&position, Algorithm::Pns, options, 100_000).status, Status::Unsolvable);
    if is_long() {
        assert_eq!(checked(&position, Algorithm::Lambda, options, 3_000_000).status, Status::Solved);
    }
}

/// The engine proposes what neither threats nor their shapes show.
#[test]
fn a_guide_wins_where_threats_do_not() {
    let position = position("g2g5e7b7d3h6e4i7", Rule::Freestyle);
    let options = Options { bits: 16, ..Options::default() };
    assert_eq!(checked(&position, Algorithm::Pns, options, 1_000_000).status, Status::Unsolvable);
    assert_eq!(checked(&position, Algorithm::Guided, options, 1_000_000).status, Status::Solved);
}

#[test]
fn counters_are_the_same_each_time_and_limits_are_kept() {
    let position = position("h8i9h10h9i8g10j9f11g8j8", Rule::Freestyle);
    for algorithm in Algorithm::ALL {
        let run = |nodes| {
            let mut counters = Counters::default();
            let budget = budget(nodes);
            let guide = EngineGuide::new(options().bits, &budget);
            let outcome = solve(&position, algorithm, &options(), &budget, guide, &mut counters);
            (outcome, counters)
        };
        assert_eq!(run(20_000), run(20_000));
        let (outcome, counters) = run(1);
        assert_eq!(outcome.status, Status::LimitNodes);
        assert!(counters.expanded + counters.evaluated <= 1);
    }
    let tight = Budget { max_memory: Some(1000), ..Budget::default() };
    assert_eq!(solve(&position, Algorithm::Pns, &options(), &tight, Unguided, &mut ()).status, Status::LimitMemory);
}

#[test]
fn games_that_are_over_have_no_win() {
    let over = position("h8a1i8b1j8c1k8d1l8", Rule::Freestyle);
    for algorithm in Algorithm::ALL {
        assert_eq!(solve(&over, algorithm, &options(), &budget(1000), Unguided, &mut ()).status, Status::Unsolvable);
    }
}

/// The verifier finds false proofs.
#[test]
fn false_proofs_are_refused() {
    let position = position("h8a1i8o1j9a15j10o15", Rule::Freestyle);
    let outcome = checked(&position, Algorithm::Pns, options(), 1_000_000);
    let proof = outcome.proof.unwrap();
    let root = proof.steps.len() - 1;
    // Another first move; a threat that is none; a cell that is taken; a reply without its answer.
    let mut moved = proof.clone();
    moved.steps[root].attack = Point::new(0, 7);
    assert!(verify(&position, &moved).is_err());
    let mut idle = proof.clone();
    idle.steps[root].threats = vec![vec![Point::new(0, 7)]];
    assert!(verify(&position, &idle).is_err());
    let mut taken = proof;
    taken.steps[root].attack = Point::new(7, 7);
    assert!(verify(&position, &taken).is_err());
    let three = self::position("h8a1i8c1j8a15", Rule::Freestyle);
    let mut forgotten = checked(&three, Algorithm::Vcf, options(), 1000).proof.unwrap();
    assert_eq!(verify(&three, &forgotten), Ok(()));
    forgotten.steps.last_mut().unwrap().replies.clear();
    assert!(verify(&three, &forgotten).is_err());
}

#[test]
fn proofs_are_printed_as_trees() {
    let position = position("h8a1i8c1j8a15", Rule::Freestyle);
    let proof = checked(&position, Algorithm::Vcf, options(), 1000).proof.unwrap();
    assert_eq!(proof.text(), "g8 (f8) k8 five\n");
}

/// The known wins of the shared data: what is claimed holds, and most are found.
#[test]
fn known_wins_are_found_and_hold() {
    let data = std::env::var("SEARCHLAB_DATA").unwrap_or_else(|_| "../../../shared/data".to_owned());
    let Ok(text) = std::fs::read_to_string(format!("{data}/gomoku/wins.tsv")) else {
        eprintln!("skipped: no {data}/gomoku/wins.tsv");
        return;
    };
    let source = Source::new("wins.tsv", text);
    let problems = read_problems(&source, Setting::default()).unwrap();
    let step = if cfg!(debug_assertions) { 20 } else { 1 };
    // Guided, all are won, however hard; that takes a minute.
    let (algorithm, nodes, least) =
        if is_long() { (Algorithm::Guided, 10_000_000, 100) } else { (Algorithm::Pns, 300_000, 85) };
    let (mut count, mut won) = (0, 0);
    for problem in problems.iter().step_by(step) {
        let options = Options { bits: if is_long() { 20 } else { 18 }, ..Options::default() };
        let outcome = checked(&problem.position, algorithm, options, nodes);
        count += 1;
        won += usize::from(outcome.status == Status::Solved);
        assert_eq!(Patterns::new(&problem.position).winner(), None);
    }
    assert!(won * 100 >= count * least, "{won} of {count}");
}
