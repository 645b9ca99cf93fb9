//! Runs that are killed at any moment, interrupted, or lose their directory.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use searchlab::text::grouped;

use crate::experiments::deterministic;
#[cfg(target_os = "linux")]
use crate::fake_engine::{assert_all_gone, fake_engine};
use crate::long::is_long;
use crate::support::{Ended, Lab};

/// Many short trials.
const MANY: &str = r#"
title = "Many"
world = "othello"
repeats = 2
algorithms = ["minimax", "alphabeta", "mtdf"]
parameters = { table-bits = 8 }
[[instances]]
games = { seeds = "1..=40", plies = 20 }
[sweep]
depth = [2, 3]
"#;

/// The ids of the whole lines of a file, in its order.
fn ids(lab: &Lab) -> Vec<String> {
    let Ok(text) = fs::read_to_string(lab.at("d/records.jsonl")) else { return Vec::new() };
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    whole.lines().map(|line| line[..24].to_owned()).collect()
}

#[test]
fn kills_lose_nothing_and_repeat_nothing() {
    let most = if is_long() { 200 } else { 30 };
    let lab = Lab::new(&[("x.toml", MANY)]);
    let begin = Instant::now();
    lab.run("run x.toml --out whole --quiet").expect(0);
    // A busy machine takes longer: the kills are to come while it runs.
    let whole = begin.elapsed().as_micros() as u64;
    let planned = deterministic(&lab.at("whole/records.jsonl"));
    let mut stream = ChaCha8Rng::seed_from_u64(1);
    let (mut before, mut kills, mut busy) = (Vec::new(), 0, 0);
    while kills < most {
        let mut run = spawn(&lab, "run x.toml --out d --quiet --jobs 2");
        // Early moments are those of opening; the later ones are anywhere in a run.
        let wait = stream.next_u64() % if kills % 4 == 0 { whole / 4 } else { whole };
        thread::sleep(Duration::from_micros(wait));
        run.kill().expect("it runs or has ended");
        run.wait().expect("it ends");
        kills += 1;
        let now = ids(&lab);
        let unique: BTreeSet<&String> = now.iter().collect();
        assert_eq!(unique.len(), now.len(), "a trial ran twice");
        assert!(before.iter().all(|id| unique.contains(id)), "a finished trial is lost");
        busy += usize::from(now.len() > before.len());
        if now.len() == planned.len() {
            // It came to its end in between: from the beginning again, so that all kills hit something.
            assert_eq!(unique.len(), planned.len());
            fs::remove_dir_all(lab.at("d")).expect("it is there");
            before = Vec::new();
        } else {
            before = now;
        }
    }
    assert!(busy * 10 > most, "only {busy} runs of {most} got anywhere");
    lab.run("run x.toml --out d --quiet").expect(0);
    assert_eq!(deterministic(&lab.at("d/records.jsonl")), planned);
    lab.run("diff whole d").expect(0);
}

/// Programs outlive no searchlab that is killed, nor do their children that have left them.
#[cfg(target_os = "linux")]
#[test]
fn programs_end_with_a_searchlab_that_is_killed() {
    let lab = Lab::new(&[]);
    let numbers = lab.at("numbers");
    let cmd = format!("'{}' parent-hang '{}'", fake_engine().display(), numbers.display());
    let mut run = lab.program();
    run.args(["gomoku", "match", "--games", "2", "--out", "d", "--quiet", "--player", "random", "--player"]);
    run.arg(format!("program:cmd={cmd},time=1min")).stdout(Stdio::null()).stderr(Stdio::null());
    let mut run = run.spawn().expect("the program starts");
    let begin = Instant::now();
    let numbers = loop {
        let text = fs::read_to_string(&numbers).unwrap_or_default();
        if text.lines().count() == 2 && text.ends_with('\n') {
            break text.lines().map(|line| line.parse().expect("a number")).collect::<Vec<u32>>();
        }
        assert!(begin.elapsed() < Duration::from_secs(20), "the program has no child: {text:?}");
        thread::sleep(Duration::from_millis(5));
    };
    run.kill().expect("it runs");
    run.wait().expect("it ends");
    assert_all_gone(&numbers);
}

fn spawn(lab: &Lab, words: &str) -> Child {
    let mut command = lab.program();
    command.args(words.split_whitespace()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("the program starts")
}

/// An experiment of minutes.
const LONG: &str = r#"
title = "Long"
world = "othello"
repeats = 1000
algorithms = ["minimax", "alphabeta"]
[limits]
depth = 8
"#;

#[test]
fn an_interruption_says_how_to_go_on() {
    let lab = Lab::new(&[("x.toml", LONG)]);
    let mut command = lab.program();
    let run = command.args(["run", "x.toml"]).stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    while !lab.at("reports/x/records.jsonl").exists() {
        thread::sleep(Duration::from_millis(5));
    }
    thread::sleep(Duration::from_millis(1_500));
    let signal = Command::new("kill").args(["-INT", &run.id().to_string()]).status().expect("kill");
    assert!(signal.success());
    let ended = Ended::new("run x.toml", &run.wait_with_output().expect("it ends")).expect(3);
    // Not on a terminal: plain lines.
    ended.says(&["/2,000 trials", "left", "interrupted: ", "go on with:", "searchlab resume reports/x"]);
    let kept = deterministic(&lab.at("reports/x/records.jsonl")).len() as u64;
    assert!(kept > 0);
    let status = lab.run("status reports/x").expect(3);
    assert!(status.out.contains(&format!("{} of 2,000", grouped(kept))), "{status}");
}

#[test]
fn a_directory_that_vanishes_ends_the_run_with_a_message() {
    let lab = Lab::new(&[("x.toml", LONG)]);
    let mut command = lab.program();
    let run = command.args(["run", "x.toml"]).stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    while !lab.at("reports/x/records.jsonl").exists() {
        thread::sleep(Duration::from_millis(5));
    }
    while fs::metadata(lab.at("reports/x/records.jsonl")).is_ok_and(|records| records.len() == 0) {
        thread::sleep(Duration::from_millis(5));
    }
    // The run may put a file there in between.
    while lab.at("reports").exists() {
        let _ = fs::remove_dir_all(lab.at("reports"));
    }
    let ended = Ended::new("run x.toml", &run.wait_with_output().expect("it ends")).expect(2);
    ended.says(&["records.jsonl", "removed"]);
    assert_eq!(ended.err.matches("error: ").count(), 1, "{ended}");
}
