//! Lines, ratios and verdicts, from records written down here.

use super::*;
use crate::testing;
use searchlab_trial::record::{Answer, Measured};

/// A record of a search that ended.
fn record(algorithm: &str, depth: u32, expanded: u64, evaluated: u64) -> Record {
    Record {
        result: Some(Answer { value: 5.0, exact: None, moves: ["d3", "c3"].into_iter().collect(), depth: Some(depth) }),
        counters: Counters { expanded, evaluated, ..Counters::default() },
        measured: Measured { cpu_seconds: 2.0, ..Measured::default() },
        ..testing::record(algorithm, depth)
    }
}

fn valued(algorithm: &str, value: f64) -> Record {
    let record = record(algorithm, 2, 1, 4);
    Record { result: record.result.clone().map(|answer| Answer { value, ..answer }), ..record }
}

fn text(column: &Column<Compared>, line: &Compared) -> String {
    (column.text)(line)
}

/// A uniform tree of branching 3 and depth 4: 40 inner nodes, 81 leaves; the minimal tree has 9 + 9 - 1 leaves (Knuth,
/// Moore 1975).
#[test]
fn ratios_are_those_of_theory_on_a_uniform_tree() {
    let lines = compare(&[record("minimax", 4, 40, 81), record("alphabeta", 4, 24, 17), record("pvs", 4, 30, 34)]);
    let names: Vec<&str> = lines.iter().map(|line| line.algorithm.as_str()).collect();
    assert_eq!(names, ["minimax", "alphabeta", "pvs"], "the order is that of the records");
    let near = |number: Option<f64>, expected: f64| assert!((number.unwrap() - expected).abs() < 1e-9, "{number:?}");
    near(lines[0].branching, 3.0);
    near(lines[0].to_minimax, 1.0);
    near(lines[0].to_alphabeta, 121.0 / 41.0);
    near(lines[0].to_minimal, 81.0 / 17.0);
    near(lines[1].to_minimax, 41.0 / 121.0);
    near(lines[1].to_minimal, 1.0);
    near(lines[2].to_alphabeta, 64.0 / 41.0);
    near(lines[2].to_minimal, 2.0);
    assert_eq!((lines[2].value, lines[2].best.as_deref()), (Some(5.0), Some("d3")));
    assert_eq!(text(&Column::RATE, &lines[0]), "0 k");
}

/// Without what they are measured against there are no ratios.
#[test]
fn ratios_need_their_yardstick() {
    let lines = compare(&[record("pvs", 4, 30, 34), record("minimax", 5, 121, 243)]);
    assert_eq!((lines[0].to_minimax, lines[0].to_alphabeta, lines[0].to_minimal), (None, None, None));
    let limited = Record { status: Status::LimitNodes, ..record("minimax", 4, 40, 81) };
    let lines = compare(&[limited, record("pvs", 4, 30, 34)]);
    assert_eq!((lines[0].branching, lines[0].value, lines[1].to_minimax), (None, None, None));
    assert_eq!(text(&Column::<Compared>::VALUE, &lines[0]), "limit:nodes");
}

#[test]
fn positions_are_summed_and_repetitions_are_not() {
    let of = |instance: &str, repeat: u32, cpu_seconds: f64| Record {
        instance: instance.to_owned(),
        repeat,
        measured: Measured { seconds: 9.0, cpu_seconds, ..Measured::default() },
        ..record("minimax", 2, 3, 9)
    };
    let lines = compare(&[of("a", 0, 1.0), of("b", 0, 2.0), of("a", 1, 3.0), of("b", 1, 2.0)]);
    assert_eq!(lines.len(), 1);
    let line = &lines[0];
    assert_eq!((line.positions, line.of, line.nodes(), line.value), (2, 2, 24, None));
    // Sums of 3 and 5 seconds of the processor, however long the clock ran.
    assert_eq!((line.cpu_seconds.count, line.cpu_seconds.mean), (2, 4.0));
    assert_eq!(text(&Column::TIME_SPREAD, line), "4.00 ± 1.41 s");
    assert_eq!(text(&Column::POSITIONS, line), "");
    // The minimal trees of both: 2 (3 + 3 - 1).
    assert!((line.to_minimal.unwrap() - 18.0 / 10.0).abs() < 1e-9);
    assert!((line.branching.unwrap() - effective_branching(12.0, 2).unwrap()).abs() < 1e-9);
}

/// A sum over fewer positions must not look like one over all, nor be divided by it.
#[test]
fn lines_over_some_of_the_positions_say_so() {
    let at = |instance: &str, algorithm: &str| Record { instance: instance.to_owned(), ..record(algorithm, 2, 3, 9) };
    let lines = compare(&[at("a", "minimax"), at("b", "minimax"), at("a", "pvs")]);
    assert_eq!(text(&Column::POSITIONS, &lines[0]), "");
    assert_eq!(text(&Column::POSITIONS, &lines[1]), "1 of 2");
    assert_eq!((lines[1].value, lines[1].to_minimax), (None, None));
}

#[test]
fn shares_have_two_digits_that_count() {
    let cases =
        [(1.0, "1.00"), (0.125, "0.12"), (0.0412, "0.041"), (0.0058, "0.0058"), (0.000_31, "3e-4"), (313.4, "313")];
    for (number, expected) in cases {
        assert_eq!(factor(Some(number)), expected);
    }
}

#[test]
fn equal_values_agree() {
    let records = [valued("minimax", 3.0), valued("mtdf", 3.0)];
    assert_eq!(
        verdict(&records, &[], |_| true),
        "All algorithms that ended agree on the value of every position at every depth."
    );
}

#[test]
fn disagreements_come_first() {
    let records = [valued("minimax", 3.0), valued("mtdf", 4.0)];
    let conflicts = ["DISAGREE on initial".to_owned()];
    assert_eq!(verdict(&records, &conflicts, |_| true), "DISAGREE on initial");
}

#[test]
fn only_complete_searches_of_the_same_task_are_compared() {
    let limited = Record { status: Status::LimitTime, ..valued("mtdf", 4.0) };
    assert_eq!(
        verdict(&[valued("minimax", 3.0), valued("pvs", 3.0), limited.clone(), limited.clone()], &[], |_| true),
        "All algorithms that ended agree on the value of every position at every depth.\n\
         Stopped at a limit, and not searched deeper: mtdf at depth 2 (limit:time)."
    );
    let elsewhere = Record { instance: "f5".to_owned(), ..valued("pvs", 9.0) };
    let alone = "No two algorithms searched the same position to the same depth: there is nothing to compare.";
    assert_eq!(verdict(&[valued("minimax", 3.0), elsewhere], &[], |_| true), alone);
    assert!(verdict(&[limited], &[], |_| true).starts_with("No search came to its end.\nStopped at a limit"));
    assert_eq!(verdict(&[], &[], |_| true), "No search came to its end.");
}
