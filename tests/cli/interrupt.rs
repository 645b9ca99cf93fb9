//! Ctrl-C: the search stops and what is known is kept; a second one ends the program.
#![cfg(unix)]

use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use searchlab::worlds::maze::generate::Kind;

use crate::support::{Ended, Lab, endgame};

/// A search that nobody lives to see the end of.
const ENDLESS: &str = "maze idastar field.txt --heuristic zero";

fn field() -> Lab {
    let lab = Lab::new(&[]);
    lab.generate("field.txt", Kind::Field, 60, 60);
    lab
}

fn start(lab: &Lab, words: &str) -> Child {
    let mut command = lab.program();
    command.args(words.split_whitespace()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("the program starts");
    let begin = Instant::now();
    while !hears_interrupts(&child).unwrap_or(begin.elapsed() > Duration::from_secs(1)) {
        assert!(begin.elapsed() < Duration::from_secs(30), "`{words}` does not come to its search");
        sleep(Duration::from_millis(10));
    }
    // Until the search has begun.
    sleep(Duration::from_millis(300));
    child
}

/// Whether the process handles Ctrl-C by now, where the system tells: bit 1 of the signals caught is signal 2.
fn hears_interrupts(child: &Child) -> Option<bool> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"))?;
    Some(u64::from_str_radix(caught.trim(), 16).ok()? & 0b10 != 0)
}

fn interrupt(child: &Child) {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(status.success());
}

/// Waits for the end; kills what has not ended in time.
#[track_caller]
fn end_within(mut child: Child, time: Duration, words: &str) -> Ended {
    let begin = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if begin.elapsed() > time {
            let _ = child.kill();
            panic!("`{words}` goes on for {time:?} after Ctrl-C");
        }
        sleep(Duration::from_millis(10));
    }
    Ended::new(words, &child.wait_with_output().expect("its output"))
}

#[test]
fn one_ends_the_search_and_keeps_the_record() {
    let lab = field();
    lab.write("parted.txt", b"########\n#S..#..#\n#...#.G#\n#...#..#\n########\n");
    let cases = [
        format!("{ENDLESS} --format json"),
        format!("{ENDLESS} --format json --trace events.trace"),
        "maze bts field.txt --heuristic zero --format json".to_owned(),
        // Without a path the thresholds rise for ever.
        "maze idastar parted.txt --format json".to_owned(),
        "maze bts parted.txt --format json".to_owned(),
        "maze compare field.txt --heuristic zero --algorithms idastar --max-nodes 999999999999 --format json"
            .to_owned(),
    ];
    for words in cases {
        let child = start(&lab, &words);
        interrupt(&child);
        let ended = end_within(child, Duration::from_secs(2), &words).expect(3);
        let record = ended.record();
        assert_eq!(record.status.name(), "interrupted", "{ended}");
        assert!(record.counters.generated > 0 && record.result.is_none(), "{ended}");
    }
}

#[test]
fn tables_are_printed_too() {
    let lab = field();
    let child = start(&lab, ENDLESS);
    interrupt(&child);
    let ended = end_within(child, Duration::from_secs(2), ENDLESS).expect(3);
    assert!(ended.out.contains("\nstatus         interrupted\n"), "{ended}");
    assert!(ended.out.contains("was not finished: all of it generates"), "{ended}");
}

/// The trial in flight is dropped: its counters depend on when it was stopped.
#[test]
fn one_ends_a_comparison_and_keeps_what_ended() {
    let lab = Lab::new(&[]);
    let words = "othello compare --depths 2,30 --algorithms alphabeta,mtdf";
    for form in ["json", "csv", "md", "table"] {
        let words = format!("{words} --format {form} --chart nodes.svg");
        let child = start(&lab, &words);
        interrupt(&child);
        let ended = end_within(child, Duration::from_secs(2), &words).expect(3);
        match form {
            "json" => {
                let depths: Vec<_> = ended.records().iter().map(|record| record.depth).collect();
                assert_eq!(depths, [Some(2), Some(2)], "{ended}");
            }
            "table" => assert!(ended.out.ends_with("\nInterrupted: what had ended by then is shown.\n"), "{ended}"),
            _ => assert!(ended.out.lines().count() >= 3, "{ended}"),
        }
        assert!(form == "table" || ended.err.contains("Interrupted: "), "{ended}");
        assert!(lab.at("nodes.svg").is_file(), "{ended}");
    }
    // Where nothing has ended there is nothing to draw.
    let words = "othello compare --depths 30 --chart none.svg";
    let child = start(&lab, words);
    interrupt(&child);
    let ended = end_within(child, Duration::from_secs(2), words).expect(3);
    assert!(ended.out.starts_with("No search came to its end.\nInterrupted: "), "{ended}");
    assert!(!lab.at("none.svg").exists(), "{ended}");
}

/// The searches that were still to come are not begun, and those that ended are told.
#[test]
fn one_ends_a_run_of_many() {
    let lab = field();
    lab.write(
        "field.map",
        format!("type octile\nheight 60\nwidth 60\nmap\n{}", format!("{}\n", ".".repeat(60)).repeat(60)).as_bytes(),
    );
    let line = "0\tfield.map\t60\t60\t0\t0\t59\t59\t83.43860018\n";
    lab.write("field.map.scen", format!("version 1\n{}", line.repeat(5)).as_bytes());
    lab.write("boards.txt", "1 4 2 3 0 5 6 7 8\n15 14 8 12 10 11 9 13 2 6 5 1 3 7 4 0\n8 6 7 2 5 4 3 0 1\n".as_bytes());
    for (words, count) in [
        ("maze scen field.map.scen --algorithm idastar --heuristic zero --format json", 1),
        ("tiles idastar boards.txt --heuristic zero --format json", 2),
    ] {
        let child = start(&lab, words);
        interrupt(&child);
        let ended = end_within(child, Duration::from_secs(2), words).expect(3);
        let records = ended.records();
        assert_eq!(records.len(), count, "{ended}");
        assert_eq!(records.last().map(|record| record.status.name()), Some("interrupted"), "{ended}");
    }
}

#[test]
fn two_end_the_program() {
    let lab = field();
    let child = start(&lab, ENDLESS);
    interrupt(&child);
    interrupt(&child);
    let ended = end_within(child, Duration::from_secs(2), ENDLESS);
    // The search may have been faster than the second.
    assert!(matches!(ended.code, Some(3 | 130)), "{ended}");
}

/// The depths that are counted stay.
#[test]
fn one_ends_a_count_and_keeps_the_depths() {
    let lab = Lab::new(&[]);
    let words = "othello perft 40 --format json";
    let child = start(&lab, words);
    interrupt(&child);
    let ended = end_within(child, Duration::from_secs(4), words).expect(3);
    assert!(ended.out.starts_with("{\"instance\":\"initial\"") && ended.out.lines().count() > 5, "{ended}");
    assert!(ended.out.ends_with("}\n") && ended.err.contains("interrupted at depth "), "{ended}");
}

/// While an algorithm thinks, and while a person is asked: the game that was played is told and kept.
#[test]
fn one_ends_a_game_and_keeps_it() {
    let lab = Lab::new(&[]);
    for (words, keeps_stdin) in [
        ("othello play --position f5d6c3 --black random --white alphabeta-tt:time=1h --record games.txt", false),
        ("othello play --position f5d6 --black random --record games.txt --white human", true),
    ] {
        let mut command = lab.program();
        command.args(words.split_whitespace()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = if keeps_stdin {
            let child = command.stdin(Stdio::piped()).spawn().expect("the program starts");
            sleep(Duration::from_secs(1));
            child
        } else {
            start(&lab, words)
        };
        let typed = child.stdin.take();
        interrupt(&child);
        let ended = end_within(child, Duration::from_secs(2), words).expect(3);
        drop(typed);
        assert!(ended.out.contains("result: interrupted, ") && ended.out.contains("\ngame: f5d6c"), "{ended}");
    }
    let kept = std::fs::read_to_string(lab.at("games.txt")).unwrap();
    assert_eq!(kept.lines().count(), 1, "{kept}");
    assert!(kept.contains("interrupted, "), "{kept}");
}

/// The endgames that were solved before are told.
#[test]
fn one_ends_a_run_of_endgames() {
    let small = endgame(8);
    let lab = Lab::new(&[("ends.txt", &format!("{small}\ninitial\n{small}\n"))]);
    let words = "othello solve ends.txt --format json";
    let child = start(&lab, words);
    // Until the first is solved, on a busy machine too.
    sleep(Duration::from_secs(1));
    interrupt(&child);
    let ended = end_within(child, Duration::from_secs(2), words).expect(3);
    let statuses: Vec<&str> = ended.records().iter().map(|record| record.status.name()).collect();
    assert_eq!(statuses, ["solved", "interrupted"], "{ended}");
    ended.says(&["note: 1 position has more than 30 empty squares", "--max-time"]);
}
