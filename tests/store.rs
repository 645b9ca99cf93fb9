//! Records survive what happens to real processes: kill -9 at any moment, a second run, a limit that ends a write.
//!
//! This test runs itself again as the process that is killed: [`child`] does nothing unless the environment names a
//! directory.

#![cfg(unix)]

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use searchlab::experiment::diff::Diff;
use searchlab::experiment::merge::merge;
use searchlab::experiment::reader::Reader;
use searchlab::experiment::store::Store;
use searchlab::record::{Answer, Limits, Measured, Params, Record, Status, TrialId};
use searchlab::search::counters::Counters;

const DIRECTORY: &str = "SEARCHLAB_TEST_STORE";
/// Set for a child that only holds the lock.
const HOLD: &str = "SEARCHLAB_TEST_HOLD";
const TRIALS: u64 = 1_000;

/// Records of very different length: a long one is written in many pages, and a kill may come between two.
fn record(id: u64) -> Record {
    let repeats = if id.is_multiple_of(7) { 25_000 } else { 50 };
    Record {
        id: TrialId(id),
        world: "maze".to_owned(),
        instance: format!("{id}.txt"),
        algorithm: "astar".to_owned(),
        params: Params::new(),
        depth: None,
        limits: Limits::default(),
        seed: 0,
        repeat: 0,
        status: Status::Solved,
        result: Some(Answer {
            value: id as f64,
            exact: None,
            moves: ["U", "D", "L", "R"].repeat(repeats).into_iter().collect(),
            depth: None,
        }),
        counters: Counters { expanded: id, ..Counters::default() },
        per_iteration: Vec::new(),
        game: None,
        referee: None,
        best: Vec::new(),
        program: None,
        measured: Measured { seconds: f64::from(std::process::id()), ..Measured::default() },
    }
}

fn plan() -> Vec<TrialId> {
    (0..TRIALS).map(|number| TrialId(number.wrapping_mul(0x9e37_79b9_7f4a_7c15))).collect()
}

/// The process that is killed: runs all trials that are not finished, and says each one that is.
#[test]
fn child() {
    let Some(directory) = env::var_os(DIRECTORY) else { return };
    let mut store = match Store::open(Path::new(&directory), None, None, "the child of a test") {
        Ok(store) => store,
        Err(problems) => {
            println!("refused {problems}");
            return;
        }
    };
    println!("opened");
    if env::var_os(HOLD).is_some() {
        thread::sleep(Duration::from_mins(10));
    }
    for id in plan() {
        if !store.is_finished(id) {
            if let Err(problems) = store.append(&record(id.0)) {
                println!("failed {problems}");
                return;
            }
            println!("finished {id}");
        }
    }
    println!("over");
}

/// Starts [`child`] on a directory, after shell commands such as `ulimit`.
fn start(directory: &Path, before: &str, hold: bool) -> Child {
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("{before} exec \"$0\" child --exact --nocapture")).arg(env::current_exe().unwrap());
    command.env(DIRECTORY, directory).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    if hold {
        command.env(HOLD, "1");
    }
    command.spawn().unwrap()
}

/// What stands in the file, whole records only.
fn records(directory: &Path) -> Vec<Record> {
    Reader::open(&directory.join("records.jsonl")).unwrap().map(|next| next.unwrap().0).collect()
}

/// Ids of the trials that the child said were finished.
fn confirmed(output: &str) -> impl Iterator<Item = TrialId> + '_ {
    // The last line may be cut short.
    let whole = output.rsplit_once('\n').map_or("", |(whole, _)| whole);
    let ids = whole.lines().filter_map(|line| line.strip_prefix("finished "));
    ids.map(|id| TrialId(u64::from_str_radix(id, 16).unwrap()))
}

/// Starts the child, kills it at a random moment, and gives what it said and whether it was at work.
fn kill_soon(directory: &Path, random: &mut ChaCha8Rng) -> (String, bool) {
    let mut child = start(directory, "", false);
    let mut input = BufReader::new(child.stdout.take().unwrap());
    let (opened, wait_until_opened) = channel();
    let listener = thread::spawn(move || {
        let mut output = String::new();
        while input.read_line(&mut output).unwrap() > 0 {
            if output.ends_with("opened\n") {
                opened.send(()).ok();
            }
        }
        output
    });
    // Some are killed while they start and read, most while they write.
    if !random.next_u32().is_multiple_of(5) {
        wait_until_opened.recv_timeout(Duration::from_mins(1)).unwrap();
    }
    thread::sleep(Duration::from_micros(u64::from(random.next_u32()) % 50_000));
    child.kill().unwrap();
    let was_at_work = child.wait().unwrap().code().is_none();
    (listener.join().unwrap(), was_at_work)
}

#[test]
fn killed_at_any_moment_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole");
    finish(&whole);
    // Beside each other, since much of the time a disk or a process is waited for.
    thread::scope(|scope| {
        for (seed, kills) in [(1, 13), (2, 12)] {
            let (own, whole) = (folder.path().join(format!("series {seed}")), &whole);
            scope.spawn(move || kill_and_resume(&own, whole, seed, kills));
        }
    });
}

/// Kills so many processes at work, and compares what the resumed runs wrote with what a whole run did.
fn kill_and_resume(folder: &Path, whole: &Path, seed: u64, most_kills: u32) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let (mut kills, mut torn, mut rounds) = (0, 0, 0);
    // A quick disk is through with the plan before the last kill: then once more.
    while kills < most_kills {
        rounds += 1;
        let directory = folder.join(rounds.to_string());
        let mut promised = BTreeSet::new();
        let mut is_over = false;
        while kills < most_kills && !is_over {
            let (output, was_at_work) = kill_soon(&directory, &mut random);
            kills += u32::from(was_at_work);
            promised.extend(confirmed(&output));
            if !directory.join("records.jsonl").exists() {
                assert!(promised.is_empty());
                continue;
            }
            let mut reader = Reader::open(&directory.join("records.jsonl")).unwrap();
            let found: Vec<TrialId> = reader.by_ref().map(|next| next.unwrap().0.id).collect();
            torn += u32::from(reader.torn() > 0);
            let distinct: BTreeSet<TrialId> = found.iter().copied().collect();
            assert_eq!(distinct.len(), found.len(), "a record is there twice");
            assert!(promised.is_subset(&distinct), "a finished record was lost");
            is_over = found.len() as u64 == TRIALS;
        }
        finish(&directory);
        check_equal(&directory, whole);
        merge(&[&directory, whole], &plan(), &folder.join("merged"), "merge").unwrap();
        fs::remove_dir_all(&directory).unwrap();
    }
    eprintln!("{kills} kills in {rounds} runs of {TRIALS} trials, {torn} torn lines");
    assert_eq!(records(&folder.join("merged")).len() as u64, TRIALS);
}

/// Both hold the whole plan in its order, and differ at most in what was measured.
fn check_equal(left: &Path, right: &Path) {
    assert!(Diff::of(left, right).unwrap().is_equal());
    let [left, right] = [left, right].map(|directory| {
        let mut records = records(directory);
        for record in &mut records {
            record.measured = Measured::default();
        }
        records.iter().map(|record| serde_json::to_string(record).unwrap()).collect::<Vec<_>>()
    });
    assert!(left == right);
    assert_eq!(left.len() as u64, TRIALS);
}

/// Runs the trials that are left.
fn finish(directory: &Path) {
    let output = start(directory, "", false).wait_with_output().unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    assert!(output.contains("\nover\n"), "{}", output.lines().last().unwrap_or_default());
}

#[test]
fn the_lock_dies_with_its_process() {
    let folder = tempfile::tempdir().unwrap();
    let mut holder = start(folder.path(), "", true);
    let mut lines = BufReader::new(holder.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap() == "opened"));
    let open = || Store::open(folder.path(), None, None, "the second run");
    let shown = open().unwrap_err().to_string();
    assert!(shown.contains("another run is writing to"), "{shown}");
    assert!(shown.contains(&format!("process {}", holder.id())) && shown.contains("the child of a test"), "{shown}");
    holder.kill().unwrap();
    holder.wait().unwrap();
    open().unwrap().append(&record(1)).unwrap();
}

/// As on a full disk, a part of a record is written before the system refuses the rest.
#[test]
fn a_write_that_is_cut_short_leaves_whole_records() {
    let folder = tempfile::tempdir().unwrap();
    // `ulimit -f` counts half kilobytes or kilobytes, as the shell likes; without the trap the system kills the process.
    let output = start(folder.path(), "trap '' XFSZ; ulimit -f 1500;", false).wait_with_output().unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    assert!(output.contains("a limit on the size of files is reached"), "{output}");
    assert!(output.contains("what is finished is kept"), "{output}");
    let mut reader = Reader::open(&folder.path().join("records.jsonl")).unwrap();
    let found: Vec<TrialId> = reader.by_ref().map(|next| next.unwrap().0.id).collect();
    assert_eq!(found, confirmed(&output).collect::<Vec<_>>());
    assert!(!found.is_empty());
    assert_eq!(reader.torn(), 0, "the part was cut off at once");
    finish(folder.path());
    assert_eq!(records(folder.path()).len() as u64, TRIALS);
}
