//! `othello solve`: the published scores, records, limits, and what is told where a file is wrong.

use std::path::{Path, PathBuf};

use searchlab::record::{Record, Status};
use searchlab::worlds::othello::Move;
use searchlab::worlds::othello::endgame::Technique;
use searchlab::worlds::othello::format::read_position;

use crate::support::{Ended, Lab, endgame};

/// Most empty squares for builds with debug assertions, which take ten times as long.
const SLOW_BUILD: u32 = 16;

/// Lines of a file of the FFO suite that this build can solve; none, with a remark, if it is not there.
fn suite(file: &str) -> Vec<String> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    let data = std::env::var_os("SEARCHLAB_DATA").map_or_else(beside, PathBuf::from);
    let path = data.join("othello/ffo").join(file);
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("skipped: there is no {}; SEARCHLAB_DATA may name another folder", path.display());
        return Vec::new();
    };
    let empties = |line: &str| line[..64].matches('-').count() as u32;
    let is_possible = |line: &&str| !cfg!(debug_assertions) || empties(line) <= SLOW_BUILD;
    text.lines().filter(|line| line.len() > 64).filter(is_possible).map(str::to_owned).collect()
}

/// The first listed move and its score.
fn first_listed(line: &str) -> f64 {
    let first = line.split(';').nth(1).and_then(|part| part.split_once(':')).expect("a move and its score");
    first.1.trim().parse().expect("a number")
}

/// The score for the side to move after the moves of a record, which must end the game.
fn played(board: &str, record: &Record) -> i32 {
    let source = searchlab::diagnostic::Source::new("board", board);
    let mut position = read_position(&source).expect("a board").position();
    let side = position.side;
    let moves = record.result.as_ref().expect("an answer").moves.text("");
    for at in (0..moves.len()).step_by(2) {
        let mv: Move = moves[at..at + 2].parse().expect("a move");
        position = position.after(mv).unwrap_or_else(|| panic!("{mv} is not legal in {moves}"));
    }
    assert!(position.board.is_over(), "{moves} ends too early");
    let score = position.board.final_score();
    if position.side == side { score } else { -score }
}

fn value(record: &Record) -> f64 {
    record.result.as_ref().map(|answer| answer.value).expect("an answer")
}

/// FFO 1-39 (Feinstein, Delorme and others): the first listed move is the best, its score the value.
#[test]
fn the_suite_has_its_published_scores() {
    for file in ["fforum-1-19.obf", "fforum-20-39.obf"] {
        let lines = suite(file);
        if lines.is_empty() {
            continue;
        }
        let lab = Lab::new(&[("suite.obf", &lines.join("\n"))]);
        let ended = lab.run("othello solve suite.obf --format json").expect(0);
        assert_eq!(ended.err, "", "nothing differs");
        let records = ended.records();
        assert_eq!(records.len(), lines.len());
        for (at, (line, record)) in lines.iter().zip(&records).enumerate() {
            assert_eq!(record.instance, format!("suite.obf:{}", at + 1), "in the order of the file");
            assert_eq!((record.status, record.algorithm.as_str()), (Status::Solved, "endgame"));
            let score = value(record);
            assert_eq!(score.to_bits(), first_listed(line).to_bits(), "{line}");
            assert_eq!(f64::from(played(&line[..66], record)).to_bits(), score.to_bits(), "{line}");
        }
        let table = lab.run("othello solve suite.obf --mode wld").expect(0);
        assert_eq!(table.out.matches("  yes\n").count(), lines.len(), "{table}");
        assert!(table.out.contains(&format!("; {0} of {0} as listed", lines.len())), "{table}");
        assert!(table.out.contains(&format!("\n{} positions, ", lines.len())), "{table}");
    }
}

/// One position, its score, and a move of that score.
fn solved(lab: &Lab, file: &str) -> (f64, String) {
    let record = lab.run(&format!("othello solve {file} --format json")).expect(0).record();
    (value(&record), record.result.expect("an answer").moves.first().expect("a move").to_owned())
}

#[test]
fn what_differs_from_the_list_is_told() {
    let board = endgame(8);
    let lab = Lab::new(&[("board.txt", &board)]);
    let (score, best) = solved(&lab, "board.txt");
    let position = read_position(&searchlab::diagnostic::Source::new("board", &board)).unwrap().position();
    let other = position.moves().into_iter().map(|mv| mv.to_string()).find(|mv| *mv != best).expect("another move");
    let wrong = score + 2.0;
    let cases = [
        (format!("{board}; {best}:{score:+};"), None),
        (format!("{board}; {other}:-64; {best}:{score:+};"), None),
        (
            format!("{board}; {best}:{wrong:+};"),
            Some(format!("DIFFERENT list.obf:2: score {score:+}, the file lists {wrong:+}\n")),
        ),
        (
            format!("{board}; {other}:{score:+}; {best}:-64;"),
            Some(format!("DIFFERENT list.obf:2: move {best}, the file lists {score:+} for {other} only\n")),
        ),
    ];
    for (line, told) in cases {
        lab.write("list.obf", format!("# a list\n{line}\n{board}\n").as_bytes());
        for format in ["table", "json", "csv", "md"] {
            let ended = lab.run(&format!("othello solve list.obf --format {format}"));
            let ended = ended.expect(i32::from(told.is_some()));
            assert_eq!(ended.err, told.clone().unwrap_or_default(), "{ended}");
            if ["table", "md"].contains(&format) {
                assert!(ended.out.contains(if told.is_some() { "NO" } else { "yes" }), "{ended}");
            }
        }
    }
}

#[test]
fn no_switch_changes_a_score() {
    let board = endgame(10);
    let lab = Lab::new(&[("board.txt", &board)]);
    let run = |words: &str| lab.run(&format!("othello solve board.txt --format json {words}")).expect(0).record();
    let whole = run("");
    assert_eq!(f64::from(played(&board, &whole)).to_bits(), value(&whole).to_bits());
    assert_eq!((whole.params["mode"].as_str(), whole.params["table-bits"].as_u64()), (Some("exact"), Some(21)));
    assert!(!whole.params.contains_key("without") && !whole.params.contains_key("evaluation"));
    let all: Vec<&str> = Technique::ALL.iter().map(|technique| technique.name()).collect();
    for without in all.iter().map(|&name| name.to_owned()).chain([all.join(",")]) {
        let record = run(&format!("--without {without} --table-bits 10"));
        assert_eq!(value(&record).to_bits(), value(&whole).to_bits(), "without {without}");
        assert_ne!(record.id, whole.id);
        // Without a table there is no size of it.
        assert_eq!(record.params.contains_key("table-bits"), !without.contains("table"), "{:?}", record.params);
    }
    let sign = run("--mode wld");
    assert_eq!(value(&sign).to_bits(), f64::from(played(&board, &sign).signum()).to_bits());
    assert_eq!(run("--without parity,etc").id, run("--without etc,parity").id, "the order says nothing");
    assert_eq!(run("--table-bits 12").counters.table_bytes, 32 << 12);
}

/// Less certainty takes fewer nodes, and is not called a proof.
#[test]
fn a_selective_score_is_not_called_proved() {
    let lab = Lab::new(&[("board.txt", &endgame(16))]);
    let run = |words: &str| lab.run(&format!("othello solve board.txt --format json {words}")).expect(0).record();
    let (exact, usual, likely) = (run("--selectivity 100"), run(""), run("--selectivity 73"));
    assert_eq!((exact.id, exact.counters, exact.status), (usual.id, usual.counters, Status::Solved));
    assert_eq!((likely.status, likely.params["selectivity"].as_u64()), (Status::Complete, Some(73)));
    assert!(likely.counters.expanded < exact.counters.expanded && likely.counters.probcut_cuts > 0);
    let card = lab.run("othello solve board.txt --selectivity 95").expect(0);
    assert!(card.out.contains("not proved: each score holds with a probability of 95 %"), "{card}");
    lab.run("othello solve board.txt --selectivity 90").expect(2).says(&["90", "95"]);
    lab.run("othello solve board.txt --selectivity 95 --without learned").expect(2).says(&["selectivity", "shipped"]);
}

/// One thread is what a solve was before there were more.
#[test]
fn no_number_of_threads_changes_a_score() {
    let board = endgame(15);
    let lab = Lab::new(&[("board.txt", &board)]);
    let run = |words: &str| lab.run(&format!("othello solve board.txt --format json {words}")).expect(0).record();
    let (usual, one) = (run(""), run("--threads 1"));
    assert!(!one.params.contains_key("threads"));
    assert_eq!((one.id, one.counters, &one.result), (usual.id, usual.counters, &usual.result));
    for threads in [2, 3] {
        let many = run(&format!("--threads {threads} --table-bits 12"));
        assert_eq!(many.params["threads"].as_u64(), Some(threads));
        assert_eq!(value(&many).to_bits(), value(&one).to_bits());
        assert_eq!(f64::from(played(&board, &many)).to_bits(), value(&one).to_bits());
        assert!(many.measured.cpu_seconds > 0.0 && many.id != one.id);
    }
    let card = lab.run("othello solve board.txt --threads 2").expect(0);
    assert!(card.out.contains("\nlost_nodes ") && card.out.contains("\nrepeated_nodes "), "{card}");
    assert!(!lab.run("othello solve board.txt").expect(0).out.contains("lost_nodes"));
    lab.write("two.txt", format!("{board}\n{board}\n").as_bytes());
    let listed = lab.run("othello solve two.txt --threads 2").expect(0);
    assert!(listed.out.contains("\nbetween threads: splits "), "{listed}");
    let crowd = lab.run("othello solve board.txt --threads 256").expect(0);
    crowd.says(&["note: 256 threads share "]);
}

/// A position is counted alike wherever it stands: each solve begins with an empty table.
#[test]
fn counters_depend_on_the_position_only() {
    let (large, small) = (endgame(12), endgame(10));
    let lab = Lab::new(&[("both.txt", &format!("{large}\n{small}\n{small}\n")), ("small.txt", &small)]);
    let records = lab.run("othello solve both.txt --format json").expect(0).records();
    let alone = lab.run("othello solve small.txt --format json").expect(0).record();
    assert_eq!((records[1].counters, records[2].counters), (alone.counters, alone.counters));
    assert_eq!((records[1].id, records[2].id), (alone.id, alone.id));
    assert_ne!(records[0].id, alone.id);
}

#[test]
fn positions_come_in_any_form() {
    let board = endgame(8);
    let lab = Lab::new(&[("board.txt", &board), ("two.txt", &format!("# two\n\n{board}\n{board};\n"))]);
    let (score, best) = solved(&lab, "board.txt");
    let piped = lab.run_with("othello solve - --first 1 --format json", "two.txt").expect(0).record();
    assert_eq!((piped.instance.as_str(), value(&piped).to_bits()), ("<stdin>:3", score.to_bits()));
    for text in [board.clone(), format!("{board}; {best}:{score:+};")] {
        let output = lab.program().args(["othello", "solve", "--position", &text]).output().unwrap();
        let ended = Ended::new(&text, &output).expect(0);
        for part in ["\nstatus             solved\n", "\nstability_cutoffs ", "\netc_cutoffs ", &best] {
            assert!(ended.out.contains(part), "{part} is not in {ended}");
        }
        assert_eq!(ended.out.contains("yes"), text.contains(';'), "{ended}");
    }
    // A game that is over has a score and no move.
    lab.write("over.txt", "X".repeat(64).as_bytes());
    let record = lab.run("othello solve over.txt --format json").expect(0).record();
    assert_eq!((value(&record).to_bits(), record.result.unwrap().moves.text("").as_ref()), (64f64.to_bits(), ""));
}

#[test]
fn limits_end_each_position() {
    let lab = Lab::new(&[("many.txt", &format!("initial\nf5d6c3\n{}\n", endgame(6)))]);
    let cases = [("--max-nodes 5000", "limit:nodes"), ("--max-time 20ms", "limit:time")];
    for (limit, status) in cases {
        let ended = lab.run(&format!("othello solve many.txt {limit} --format json")).expect(3);
        let records = ended.records();
        let statuses: Vec<&str> = records.iter().map(|record| record.status.name()).collect();
        assert_eq!(statuses, [status, status, "solved"], "{ended}");
        assert_eq!(ended.err, "", "with a limit there is nothing to warn of");
        let nodes = |record: &Record| record.counters.expanded + record.counters.evaluated;
        let is_exceeded = records.iter().any(|record| nodes(record) > 7_000);
        assert!(!limit.contains("nodes") || !is_exceeded, "{ended}");
        assert!(records[0].result.is_none(), "{ended}");
        let table = lab.run(&format!("othello solve many.txt {limit}")).expect(3);
        assert!(table.out.contains(status) && table.out.contains("?  "), "the best so far: {table}");
    }
    // All threads of a position together.
    for (limit, status) in cases {
        let records = lab.run(&format!("othello solve many.txt {limit} --threads 2 --format json")).expect(3).records();
        let statuses: Vec<&str> = records.iter().map(|record| record.status.name()).collect();
        assert_eq!(statuses, [status, status, "solved"]);
        let nodes = records.iter().map(|record| record.counters.nodes()).max();
        assert!(!limit.contains("nodes") || nodes < Some(20_000), "{nodes:?}");
    }
    let ended = lab.run("othello solve many.txt --max-memory 1MiB --format json").expect(3);
    assert!(ended.records().iter().all(|record| record.status == Status::LimitMemory), "{ended}");
    lab.run("othello solve many.txt --max-memory 1MiB --table-bits 12 --max-nodes 1000").expect(3);
}

#[test]
fn bad_input() {
    let board = "-".repeat(27) + "OX------XO" + &"-".repeat(27);
    let obf = format!("{board}; F5:+2;\n");
    let short = format!("{} X; F5:+2;\n", &board[..63]);
    let listed = format!("{board} X; A1:+2;\n");
    let files = [
        ("board.txt", "initial\n"),
        ("sideless.obf", &obf),
        ("short.obf", &short),
        ("illegal.obf", &listed),
        ("empty", ""),
    ];
    let lab = Lab::new(&files);
    let cases: &[(&str, &[&str])] = &[
        ("sideless.obf", &["error: ", "side", "--> sideless.obf:1:"]),
        ("short.obf", &["error: ", "63", "--> short.obf:1:"]),
        (
            "illegal.obf",
            &["error: the listed move A1 is not legal for black", "--> illegal.obf:1:", "legal for black: "],
        ),
        ("empty", &["error: ", "--> empty:1:1"]),
        ("bord.txt", &["error: there is no file \"bord.txt\"", "did you mean \"board.txt\"?"]),
        ("board.txt --without parrity", &["error: invalid without \"parrity\"", "did you mean parity?"]),
        ("board.txt --without zzz", &["unknown word \"zzz\": expected one or more of table, etc"]),
        ("board.txt --without etc,etc", &["\"etc\" stands there twice"]),
        ("board.txt --table-bits 0", &["error: invalid table-bits \"0\"", "a whole number from 4 to 32"]),
        ("board.txt --table-bits 40", &["error: invalid table-bits \"40\"", "a whole number from 4 to 32"]),
        ("board.txt --table-bits -1", &["error: invalid table-bits \"-1\""]),
        ("board.txt --threads 0", &["error: invalid threads \"0\" for endgame", "a whole number from 1 to 256"]),
        ("board.txt --threads two", &["error: invalid threads \"two\""]),
        ("board.txt --threads 257", &["error: invalid threads \"257\""]),
        ("board.txt --mode wdl", &["'wdl'", "wld"]),
        ("board.txt --first 0", &["'0'", "'--first <N>'"]),
        ("board.txt --position initial", &["cannot be used with"]),
        ("--position f5f5", &["error: ", "--position:1:3"]),
        ("", &["required", "FILE"]),
    ];
    for (words, parts) in cases {
        let ended = lab.run(&format!("othello solve {words}")).expect(2);
        assert_eq!(ended.out, "", "{ended}");
        ended.says(parts);
    }
}

/// It is listed and explained, and not offered where algorithms are compared.
#[test]
fn the_solver_is_known_by_name() {
    let lab = Lab::new(&[]);
    assert!(lab.run("list algorithms").expect(0).out.contains("\n  endgame "));
    let explained = lab.run("explain endgame").expect(0);
    for part in ["finds       the score of perfect play", "worlds      othello", "--without", "--mode", "--table-bits"]
    {
        assert!(explained.out.contains(part), "{part} is not in {explained}");
    }
    for technique in Technique::ALL {
        let explained = lab.run(&format!("explain {}", technique.name())).expect(0);
        assert!(explained.out.contains(technique.summary()), "{explained}");
    }
    lab.run("othello search --algorithm endgame").expect(2).says(&["'endgame'", "[possible values: minimax"]);
    lab.run("othello compare --algorithms endgame").expect(2).says(&["'endgame'", "[possible values: minimax"]);
}
