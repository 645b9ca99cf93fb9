//! Tables of records written down here, computed by hand.

use super::super::request::{Filter, Scalar, Selection};
use super::super::testing::{framed, record};
use super::*;
use searchlab_search::budget::Status;
use searchlab_trial::record::{Record, TrialId};

fn request() -> TableRequest {
    TableRequest { values: Some(OneOrMany::One("evaluated".to_owned())), ..TableRequest::default() }
}

fn depths() -> Axes {
    Axes::new([Field::Depth])
}

fn game(instance: &str, algorithm: &str, depth: u32, evaluated: u64) -> Record {
    record("othello", instance, algorithm).depth(depth).evaluated(evaluated).status(Status::Complete).record
}

/// Two positions, two depths, two algorithms.
fn games() -> Vec<Record> {
    let played = [("pvs", 4, [100, 400]), ("mtdf", 4, [50, 300]), ("pvs", 5, [1000, 3000]), ("mtdf", 5, [2000, 1500])];
    let of_positions = |(algorithm, depth, [a, b]): (&str, u32, [u64; 2])| {
        [game("a", algorithm, depth, a), game("b", algorithm, depth, b)]
    };
    played.into_iter().flat_map(of_positions).collect()
}

fn made(request: &TableRequest, records: &[Record], axes: &Axes) -> TableData {
    TableData::of(request, &framed(records, TableData::fields_of(request, axes)), axes)
}

/// Numbers of a column, bounds with a trailing `true`.
fn numbers(table: &TableData, column: usize) -> Vec<(f64, bool)> {
    let number = |entry: &Entry| match entry {
        Entry::Quantity { value, .. } | Entry::Ratio { value: Some(value), .. } => (value.value, value.is_bound),
        Entry::Number(number) => (*number, false),
        _ => (f64::NAN, false),
    };
    table.rows.iter().map(|row| number(&row[column])).collect()
}

fn best(table: &TableData) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for (row, entries) in table.rows.iter().enumerate() {
        for (column, entry) in entries.iter().enumerate() {
            if matches!(entry, Entry::Quantity { is_best: true, .. }) {
                found.push((row, column));
            }
        }
    }
    found
}

#[test]
fn rows_are_axes_and_algorithms() {
    let table = made(&request(), &games(), &depths());
    let heads: Vec<&str> = table.heads.iter().map(|head| head.text.as_str()).collect();
    assert_eq!(heads, ["depth", "algorithm", "evaluated"]);
    assert_eq!(table.title, "Evaluated by depth and algorithm");
    assert_eq!(table.rows[0][..2], [Entry::Number(4.0), Entry::Text("mtdf".to_owned())]);
    assert_eq!(numbers(&table, 2), [(175.0, false), (250.0, false), (1750.0, false), (2000.0, false)]);
    assert_eq!(best(&table), [(0, 2), (2, 2)]);
    assert!(table.notes[0].contains("mean of 2 trials"), "{:?}", table.notes);
}

#[test]
fn a_field_spreads_as_columns_and_competes_across_them() {
    let spread = TableRequest { columns: Some("algorithm".to_owned()), ..request() };
    let table = made(&spread, &games(), &depths());
    let heads: Vec<_> = table.heads.iter().map(|head| (head.group.as_deref(), head.text.as_str())).collect();
    assert_eq!(heads, [(None, "depth"), (Some("mtdf"), "evaluated"), (Some("pvs"), "evaluated")]);
    assert_eq!(numbers(&table, 1), [(175.0, false), (1750.0, false)]);
    assert_eq!(best(&table), [(0, 1), (1, 1)]);
    let by_depth = TableRequest { columns: Some("depth".to_owned()), ..request() };
    let table = made(&by_depth, &games(), &depths());
    assert_eq!(table.heads[1].group.as_deref(), Some("depth 4"));
    assert_eq!(best(&table), [(0, 1), (0, 2)]);
}

/// At depth 4: 50 / 100 and 300 / 400, √(0.375) = 0.612…; at depth 5: 2 and 1/2, exactly 1.
#[test]
fn ratios_are_geometric_means_over_pairs() {
    let compared = TableRequest {
        baseline: Some(Selection::Label("pvs".to_owned())),
        statistic: Statistic::GeometricMean,
        ..request()
    };
    let table = made(&compared, &games(), &depths());
    assert_eq!(table.heads[3].text, "evaluated ÷ pvs");
    let ratios = numbers(&table, 3);
    assert!((ratios[0].0 - 0.375f64.sqrt()).abs() < 1e-12);
    assert_eq!(ratios[1..], [(1.0, false), (1.0, false), (1.0, false)]);
    assert!(matches!(table.rows[0][3], Entry::Ratio { interval: Some(_), pairs: 2, .. }));
    assert!(table.notes.iter().any(|note| note.contains("same world, instance and depth.")), "{:?}", table.notes);
    // Of means the ratio is that of the means, so that a row agrees with itself: 350 / 500.
    let table = made(&TableRequest { statistic: Statistic::Mean, ..compared }, &games(), &depths());
    assert!((numbers(&table, 3)[0].0 - 0.7).abs() < 1e-12, "{:?}", numbers(&table, 3));
    // The row of the baseline compares nothing.
    assert!(matches!(table.rows[1][3], Entry::Ratio { interval: None, pairs: 0, .. }));
}

/// A baseline with a value of its own in an axis is compared with at all values of it.
#[test]
fn a_baseline_at_one_depth_is_compared_with_at_all() {
    let filter = Filter::from([("depth".to_owned(), OneOrMany::One(Scalar::Whole(4)))]);
    let statistic = Statistic::GeometricMean;
    let compared = TableRequest { baseline: Some(Selection::Where(filter)), statistic, ..request() };
    let ratios = numbers(&made(&compared, &games(), &depths()), 3);
    // mtdf: 2000 / 50 and 1500 / 300; pvs: 10 and 7.5.
    assert!((ratios[2].0 - 200f64.sqrt()).abs() < 1e-9 && (ratios[3].0 - 75f64.sqrt()).abs() < 1e-9, "{ratios:?}");
}

/// Two repeats of a pair are one pair, and their times a median.
#[test]
fn repeats_do_not_pose_as_instances() {
    let run = |instance: &str, repeat: u32, seconds: f64| {
        record("maze", instance, "astar").seconds(seconds).evaluated(7).repeat(repeat).record
    };
    let records = [run("a", 0, 1.0), run("a", 1, 9.0), run("a", 2, 2.0), run("b", 0, 4.0), run("b", 1, 6.0)];
    let timed = TableRequest { values: Some(OneOrMany::One("seconds".to_owned())), ..request() };
    let table = made(&timed, &records, &Axes::default());
    // The medians are 2 and 5.
    assert_eq!(numbers(&table, 1), [(3.5, false)]);
    assert!(table.notes.iter().any(|note| note.contains("run 2 to 3 times")), "{:?}", table.notes);
    let counted = TableRequest { statistic: Statistic::Count, ..request() };
    assert_eq!(numbers(&made(&counted, &records, &Axes::default()), 1), [(5.0, false)]);
    let summed = TableRequest { statistic: Statistic::Sum, ..request() };
    assert_eq!(numbers(&made(&summed, &records, &Axes::default()), 1), [(14.0, false)]);
    let by_repeat = TableRequest { rows: Some(OneOrMany::One("repeat".to_owned())), ..timed };
    assert_eq!(numbers(&made(&by_repeat, &records, &Axes::default()), 1), [(2.5, false), (7.5, false), (2.0, false)]);
}

#[test]
fn limits_leave_bounds_and_take_values_away() {
    let limited = |instance: &str, algorithm: &str, evaluated: u64| {
        record("othello", instance, algorithm).evaluated(evaluated).value(1.0).status(Status::LimitNodes).record
    };
    let ended = |instance: &str, algorithm: &str, evaluated: u64, value: f64| {
        record("othello", instance, algorithm).evaluated(evaluated).value(value).status(Status::Complete).record
    };
    let records = [
        ended("a", "pvs", 10, 4.0),
        limited("b", "pvs", 20),
        ended("a", "mtdf", 5, 6.0),
        ended("b", "mtdf", 40, 8.0),
        record("othello", "c", "pvs").evaluated(1).status(Status::Error).record,
    ];
    let both = TableRequest {
        values: Some(OneOrMany::Many(vec!["evaluated".to_owned(), "value".to_owned()])),
        baseline: Some(Selection::Label("mtdf".to_owned())),
        statistic: Statistic::Mean,
        ..request()
    };
    let table = made(&both, &records, &Axes::default());
    assert_eq!(numbers(&table, 1), [(22.5, false), (15.0, true)]);
    assert!(matches!(table.rows[1][1], Entry::Quantity { limited: (1, 2), interval: None, .. }));
    // 10 and at least 20 over 5 and 40.
    assert_eq!(numbers(&table, 2), [(1.0, false), (2.0 / 3.0, true)]);
    assert_eq!(numbers(&table, 3), [(7.0, false), (4.0, false)]);
    assert!(matches!(table.rows[1][3], Entry::Quantity { limited: (1, 2), .. }));
    // 22.5 may be more than what is at least 15.
    assert_eq!(best(&table), []);
    let from_limits = TableRequest { baseline: Some(Selection::Label("pvs".to_owned())), ..both };
    let table = made(&from_limits, &records, &Axes::default());
    assert!(matches!(table.rows[0][2], Entry::Ratio { value: None, pairs: 2, .. }));
    let share = TableRequest { statistic: Statistic::Finished, ..request() };
    let table = made(&share, &records, &Axes::default());
    assert_eq!(numbers(&table, 1), [(1.0, false), (1.0 / 3.0, false)]);
}

#[test]
fn bounds_above_the_best_leave_it_the_best() {
    let records = [
        game("a", "pvs", 4, 10),
        Record { status: Status::LimitNodes, ..game("a", "mtdf", 4, 11) },
        game("a", "sss", 4, 10),
        // Fewer trials are not better ones.
        game("a", "pvs", 5, 10),
        game("a", "mtdf", 5, 5),
        game("b", "mtdf", 5, 5),
        // All are equal.
        game("a", "pvs", 6, 3),
        game("a", "mtdf", 6, 3),
    ];
    assert_eq!(best(&made(&request(), &records, &depths())), [(1, 2), (2, 2)]);
}

#[test]
fn usual_values_are_those_of_the_world() {
    let usual = TableRequest { values: None, ..request() };
    let heads = |records: &[Record]| -> Vec<String> {
        made(&usual, records, &depths()).heads.into_iter().map(|head| head.text).collect()
    };
    let game = game("a", "pvs", 4, 10);
    let path = record("maze", "a", "astar").record;
    assert_eq!(heads(std::slice::from_ref(&game)), ["depth", "algorithm", "nodes", "seconds"]);
    assert_eq!(heads(std::slice::from_ref(&path)), ["algorithm", "expanded", "generated", "seconds"]);
    let both = heads(&[game, path]);
    assert_eq!(both, ["world", "depth", "algorithm", "nodes", "expanded", "generated", "seconds"]);
}

/// A filter of rows does not take the baseline away.
#[test]
fn filters_spare_the_baseline() {
    let only = Filter::from([("algorithm".to_owned(), OneOrMany::One(Scalar::Text("mtdf".to_owned())))]);
    let compared = TableRequest { filter: only, baseline: Some(Selection::Label("pvs".to_owned())), ..request() };
    let table = made(&compared, &games(), &depths());
    assert_eq!(table.rows.len(), 2);
    // The means are 1750 and 2000.
    assert_eq!(numbers(&table, 3)[1], (0.875, false));
}

#[test]
fn no_trials_make_no_rows() {
    let table = made(&request(), &[], &depths());
    assert!(table.rows.is_empty());
    assert_eq!(table.notes, ["There are no such trials."]);
}

/// The same table, to the last digit, in whatever order the records arrive.
#[test]
fn tables_do_not_depend_on_the_order_of_records() {
    let mut records: Vec<Record> = Vec::new();
    for (place, (instance, depth)) in
        (0..40).flat_map(|instance| (2..5).map(move |depth| (instance, depth))).enumerate()
    {
        for (number, algorithm) in ["minimax", "pvs", "mtdf"].iter().enumerate() {
            for repeat in 0..2 {
                let work = (place as u64 * 7919 + number as u64 * 104_729) % 1009 + 1;
                let status = if work.is_multiple_of(50) { Status::LimitNodes } else { Status::Complete };
                let written = record("othello", &format!("p{instance}"), algorithm).depth(depth).evaluated(work);
                let seconds = (work as f64 + f64::from(repeat)) / 997.0;
                let record = written.seconds(seconds).repeat(repeat).status(status).record;
                records.push(Record { id: TrialId((work << 32) | (records.len() as u64 + 1)), ..record });
            }
        }
    }
    let asked = TableRequest {
        values: Some(OneOrMany::Many(vec!["evaluated".to_owned(), "seconds".to_owned()])),
        columns: Some("depth".to_owned()),
        baseline: Some(Selection::Label("pvs".to_owned())),
        ..request()
    };
    let expected = made(&asked, &records, &depths());
    assert_eq!(expected.rows.len(), 3);
    for step in [7, 11, 239] {
        let count = records.len();
        let shuffled: Vec<Record> = (0..count).map(|place| records[place * step % count].clone()).collect();
        assert_eq!(made(&asked, &shuffled, &depths()), expected, "step {step}");
    }
}

/// `cargo test --release --lib -- --ignored --nocapture a_million`
#[test]
#[ignore = "a measurement"]
fn a_million_records() {
    let mut frame = Frame::new(
        TableData::fields_of(&request(), &depths()).into_iter().chain([Field::Seconds, Field::Nodes]),
        Vec::new(),
    );
    for place in 0..1_000_000u64 {
        let (instance, rest) = (place % 10_000, place / 10_000);
        let algorithm = ["minimax", "alphabeta", "pvs", "mtdf", "sss"][(rest % 5) as usize];
        let work = (place * 7919) % 100_003 + 1;
        let written = record("othello", &format!("p{instance}"), algorithm).depth((rest / 5) as u32).evaluated(work);
        let record = written.seconds(work as f64 / 1e6).status(Status::Complete).record;
        frame.push(&Record { id: TrialId(place.wrapping_mul(0x9e37_79b9_7f4a_7c15)), ..record });
    }
    let frame = frame.finish();
    let asked = TableRequest {
        values: Some(OneOrMany::Many(vec!["nodes".to_owned(), "evaluated".to_owned(), "seconds".to_owned()])),
        baseline: Some(Selection::Label("pvs".to_owned())),
        ..request()
    };
    for statistic in [Statistic::Mean, Statistic::Median] {
        let begin = cpu_time::ThreadTime::now();
        let table = TableData::of(&TableRequest { statistic, ..asked.clone() }, &frame, &depths());
        eprintln!("{statistic:?}: {} rows in {:.3} s", table.rows.len(), begin.elapsed().as_secs_f64());
    }
}

#[test]
fn wins_are_counted_over_the_tasks_of_both() {
    let mut records = games();
    records.push(game("a", "sss", 4, 50));
    records.push(game("c", "sss", 4, 1));
    let asked = TableRequest { kind: TableKind::Wins, ..request() };
    let table = made(&asked, &records, &depths());
    let texts: Vec<Vec<String>> = table
        .rows
        .iter()
        .map(|row| {
            row.iter().map(|entry| if let Entry::Text(text) = entry { text.clone() } else { String::new() }).collect()
        })
        .collect();
    assert_eq!(texts, [["mtdf", "", "3/0/1", "0/1/0"], ["pvs", "1/0/3", "", "0/0/1"], ["sss", "0/1/0", "1/0/0", ""]]);
    assert_eq!(
        table.heads.iter().map(|head| head.text.as_str()).collect::<Vec<_>>(),
        ["algorithm", "mtdf", "pvs", "sss"]
    );
}
