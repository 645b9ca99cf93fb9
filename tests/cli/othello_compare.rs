//! `othello compare` and `othello search` as their users meet them.

use std::fs;

use searchlab::catalog::OTHELLO;
use searchlab::record::{Record, Status};
use searchlab::search::about::Guarantee;

use crate::support::{Ended, Lab};

/// Values and nodes of MiniMax with the evaluation `classic` from the initial position (the course's framework, and
/// the sums of perft).
const REFERENCE: [(u32, f64, u64); 3] = [(2, -10.0, 17), (4, -11.0, 317), (6, -10.0, 9913)];

const AGREE: &str = "\nAll algorithms that ended agree on the value of every position at every depth.\n";

fn nodes(record: &Record) -> u64 {
    record.counters.expanded + record.counters.evaluated
}

#[test]
fn all_algorithms_agree_with_the_reference() {
    let lab = Lab::new(&[]);
    // What estimates promises no value.
    let exact = OTHELLO.algorithms.iter().filter(|about| about.guarantee == Guarantee::MinimaxValue);
    let names: Vec<&str> = exact.map(|about| about.name).collect();
    let words = format!("othello compare --depths 2,4,6 --algorithms {}", names.join(","));
    let records = lab.run(&format!("{words} --format json")).expect(0).records();
    assert_eq!(records.len(), 3 * names.len());
    for (depth, value, count) in REFERENCE {
        for record in records.iter().filter(|record| record.depth == Some(depth)) {
            let answer = record.result.as_ref().unwrap();
            assert_eq!((answer.value.to_bits(), answer.depth), (value.to_bits(), Some(depth)), "{record:?}");
            assert!(record.algorithm != "minimax" || nodes(record) == count, "{record:?}");
        }
    }
    let table = lab.run(&words).expect(0);
    assert!(table.out.ends_with(AGREE), "{table}");
    for name in names {
        assert!(table.out.contains(&format!("\n{name} ")), "the choices of {name} are not told: {table}");
    }
}

/// The first line of a table that begins with these words, in words.
#[track_caller]
fn line<'a>(ended: &'a Ended, begin: &[&str]) -> Vec<&'a str> {
    let lines = ended.out.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    lines.into_iter().find(|words| words.starts_with(begin)).unwrap_or_else(|| panic!("no {begin:?} in {ended}"))
}

/// Without a terminal there are eighty columns, and two tables.
#[test]
fn ratios_stand_in_the_second_table() {
    let ended = Lab::new(&[]).run("othello compare --depths 5 --algorithms minimax,alphabeta").expect(0);
    assert_eq!(line(&ended, &["5", "minimax"])[2..6], ["21", "d3", "1,713", "1,396"], "{ended}");
    let head = "depth  algorithm  cutoffs   first  ÷minimax   ÷αβ  ÷minimal";
    assert!(ended.out.lines().any(|line| line == head), "{ended}");
    // 1713 / 561 nodes; 1396 leaves make b = 4.254..., so the minimal tree has 4.254^3 + 4.254^2 - 1 = 94.2.
    let second = &ended.out[ended.out.find(head).unwrap()..];
    let words: Vec<&str> = second.lines().nth(3).unwrap().split_whitespace().collect();
    assert_eq!(words, ["5", "alphabeta", "66", "28.8", "%", "0.33", "1.00", "4.46"], "{ended}");
}

#[test]
fn a_limit_is_shown_and_nothing_is_searched_deeper() {
    let lab = Lab::new(&[]);
    let words = "othello compare --max-nodes 10000 --depths 1..=9 --algorithms minimax,alphabeta,mtdf";
    let records = lab.run(&format!("{words} --format json")).expect(3).records();
    let deepest = |name: &str| records.iter().rfind(|record| record.algorithm == name).unwrap();
    for (name, depth) in [("minimax", 7), ("alphabeta", 8), ("mtdf", 9)] {
        let record = deepest(name);
        assert_eq!((record.depth, record.status), (Some(depth), Status::LimitNodes), "{record:?}");
    }
    let table = lab.run(words).expect(3);
    assert_eq!(line(&table, &["7", "minimax"])[2], "limit:nodes", "{table}");
    // The end of the text, whatever its lines.
    let words = table.out.split_whitespace().collect::<Vec<_>>().join(" ");
    let last = "Stopped at a limit, and not searched deeper: minimax at depth 7 (limit:nodes), alphabeta at depth 8 \
                (limit:nodes), mtdf at depth 9 (limit:nodes).";
    assert!(table.out.contains(AGREE) && words.ends_with(last), "{table}");
}

#[test]
fn a_table_over_the_limit_of_memory_is_said() {
    let lab = Lab::new(&[]);
    for words in ["othello search --depth 3 --max-memory 1MiB", "othello compare --depths 3 --max-memory 1MiB"] {
        let ended = lab.run(words).expect(3);
        ended.says(&["note: the table of ", " with --table-bits 20 needs 16,777,216 bytes, more than allowed"]);
        assert!(ended.out.contains("limit:memory"), "{ended}");
        assert_eq!(lab.run(&format!("{words} --quiet")).expect(3).err, "");
        lab.run(&format!("{words} --table-bits 16")).expect(0);
    }
}

#[test]
fn flags_that_change_nothing_are_said() {
    let lab = Lab::new(&[]);
    let ended = lab.run("othello search --algorithm minimax --depth 2 --table-bits 10 --aspiration 5").expect(0);
    ended
        .says(&["note: --table-bits changes nothing here: it is for minimax-memo, alph", "note: --aspiration changes"]);
    let ended = lab.run("othello compare --depths 2 --algorithms minimax,pvs --aspiration 5").expect(0);
    assert_eq!(ended.err, "", "{ended}");
}

#[test]
fn one_algorithm_has_nothing_to_agree_with() {
    let ended = Lab::new(&[]).run("othello compare --depths 1..=3 --algorithms pvs").expect(0);
    assert!(ended.out.contains("\nNo two algorithms searched the same position to the same depth"), "{ended}");
}

/// Sums over the positions of a game stand in the comparison, single searches below it.
#[test]
fn positions_of_a_game_are_summed() {
    let lab = Lab::new(&[("two.txt", "initial\nf5d6c3d3c4\n")]);
    let words = "othello compare --game 1 --depths 2";
    let records = lab.run(&format!("{words} --format json")).expect(0).records();
    let sum: u64 = records.iter().filter(|record| record.algorithm == "minimax").map(nodes).sum();
    let table = lab.run(&format!("{words} --per-position")).expect(0);
    assert_eq!(line(&table, &["2", "minimax"])[2].replace(',', ""), sum.to_string(), "{table}");
    assert!(table.out.starts_with("60 positions of game 1 · evaluation classic · seed 0\n"), "{table}");
    let single = table.out.lines().filter(|line| line.starts_with("game:seed=1,ply="));
    assert_eq!(single.count(), records.len(), "{table}");
    let file = lab.run("othello compare --positions two.txt --depths 1..=3").expect(0);
    assert!(file.out.starts_with("2 positions of two.txt · "), "{file}");
    // Where a limit kept an algorithm from some positions, its sum is over fewer.
    let some = lab.run("othello compare --positions two.txt --depths 3..=5 --max-nodes 700").expect(3);
    assert!(some.out.contains("1 of 2"), "{some}");
}

#[test]
fn iterations_are_those_of_the_deepest_searches() {
    let lab = Lab::new(&[]);
    let ended = lab.run("othello compare --depths 2,5 --algorithms minimax,mtdf --per-iteration").expect(0);
    let head = "algorithm  depth  value  move  nodes  leaves";
    let table = &ended.out[ended.out.find(head).unwrap_or_else(|| panic!("no iterations in {ended}"))..];
    let depths = table.lines().filter_map(|line| line.strip_prefix("mtdf ")?.split_whitespace().next());
    assert!(depths.take(5).eq(["1", "2", "3", "4", "5"]), "{ended}");
    let mut minimax = table.lines().filter(|line| line.starts_with("minimax "));
    assert!(minimax.next().is_some_and(|line| line.contains(" 1,713 ")), "{ended}");
    let md = lab.run("othello search --depth 3 --per-iteration --format md").expect(0);
    assert!(md.out.contains("\n\n| depth | value | move | nodes |"), "{md}");
    let card = lab.run("othello search --depth 3").expect(0);
    assert!(card.out.contains("\ndepth  value  move  nodes  leaves  cutoffs"), "{card}");
    assert!(card.out.contains(" nodes per second)\n"), "{card}");
    // Deepening to depth 5 gives what a search to depth 3 gives on the way.
    let deep = lab.run("othello search --depth 5 --format json").expect(0).record();
    let shallow = lab.run("othello search --depth 3 --format json").expect(0).record();
    assert_eq!(deep.per_iteration[..3], shallow.per_iteration[..]);
    assert_eq!(deep.per_iteration[4].value.map(f64::from), deep.result.map(|answer| answer.value));
}

/// What MTD(f) owes to the table and to the ordering is not credited to it: others that have them stand beside it.
#[test]
fn the_usual_algorithms_say_what_each_has_and_what_the_processor_took() {
    let ended = Lab::new(&[]).run("othello compare --depths 2").expect(0);
    for (name, has) in [
        ("minimax", "no table, no ordering, no window"),
        ("alphabeta", "no table, no ordering, full window"),
        ("alphabeta-tt", "table, ordering, full window"),
        ("pvs", "table, ordering, zero windows after the first move"),
        ("mtdf", "table, ordering, zero windows only"),
    ] {
        assert!(ended.out.contains(&format!("\n{name:<14}{has}")), "{name}\n{ended}");
    }
    assert!(ended.out.contains("CPU time") && !ended.out.contains("  time "), "{ended}");
}

#[test]
fn repetitions_give_the_spread_and_nothing_else() {
    let lab = Lab::new(&[]);
    let words = "othello compare --depths 3 --algorithms minimax,mtdf --repeat 3";
    let records = lab.run(&format!("{words} --format json")).expect(0).records();
    assert_eq!(records.len(), 6);
    assert!(
        records
            .iter()
            .all(|record| records.iter().any(|other| other.counters == record.counters && other.id != record.id))
    );
    let table = lab.run(words).expect(0);
    assert_eq!(line(&table, &["3", "minimax"])[2..6], ["29", "d3", "73", "56"], "{table}");
    assert!(table.out.contains(" ± "), "{table}");
}

#[test]
fn charts_are_drawn() {
    let lab = Lab::new(&[]);
    for (name, begin) in [("nodes.svg", &b"<svg"[..]), ("nodes.png", b"\x89PNG")] {
        lab.run(&format!("othello compare --depths 1..=4 --chart {name}")).expect(0);
        assert!(fs::read(lab.at(name)).unwrap().starts_with(begin), "{name}");
    }
    let svg = fs::read_to_string(lab.at("nodes.svg")).unwrap();
    for part in
        ["Nodes by depth: Othello, initial position, evaluation classic", "minimax", "alphabeta", "mtdf", "depth"]
    {
        assert!(svg.contains(part), "{part} is not in the chart");
    }
}

#[test]
fn colours_are_for_those_who_want_them() {
    let lab = Lab::new(&[]);
    let words = "othello compare --depths 3 --max-nodes 60";
    assert!(!lab.run(words).out.contains('\x1b'));
    let always = lab.run(&format!("{words} --color always"));
    assert!(always.out.contains("\x1b[33m"), "a limited line is yellow: {always}");
}
