//! `gomoku search --memory FILE`, and `gomoku memory`.

use std::fs;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use searchlab::search::counters::Counters;

use crate::support::Lab;

const SEARCH: &str = "gomoku search --algorithm engine --depth 4 --table-bits 10 --format json";

const SHORT: &str = "gomoku search --algorithm engine --depth 1 --table-bits 4";

fn lab() -> Lab {
    Lab::new(&[])
}

#[test]
fn a_second_search_is_answered_from_the_memory() {
    let lab = lab();
    let plain = lab.run(&format!("{SEARCH} --position h8i9j10 --quiet")).expect(0).record();
    assert!(!lab.at("m.memory").exists() && !plain.params.contains_key("memory"), "off by default");
    let first = lab.run(&format!("{SEARCH} --position h8i9j10 --memory m.memory")).expect(0);
    first.says(&["1 result kept in the memory"]);
    let first = first.record();
    assert_eq!((first.counters, &first.result), (plain.counters, &plain.result));
    assert_eq!(first.params["memory"], "on");
    assert_ne!(first.id, plain.id);
    // The same, mirrored at the diagonal.
    let second = lab.run(&format!("{SEARCH} --position h8g7f6 --memory m.memory")).expect(0);
    second.says(&["1 answer from the memory, without a search"]);
    let second = second.record();
    assert_eq!(second.counters, Counters::default());
    assert_eq!(second.result.unwrap().value.to_bits(), first.result.unwrap().value.to_bits());
    // A table of results for people.
    lab.run("gomoku search --algorithm engine --depth 3 --table-bits 10 --position h8i9j10 --memory m.memory")
        .expect(0);
    let stats = lab.run("gomoku memory stats m.memory").expect(0);
    for part in
        ["m.memory: 1 position in ", "version 2", "engine ", "table-bits=10", "positions\n      4            1\n"]
    {
        assert!(stats.out.contains(part), "{part}: {stats}");
    }
    assert_eq!(lab.run("gomoku memory clear m.memory").expect(0).out, "1 position forgotten\n");
    assert!(lab.run("gomoku memory stats m.memory").expect(0).out.contains(": 0 positions in 0 bytes"));
    lab.run(&format!("{SEARCH} --position h8g7f6 --memory m.memory")).expect(0).says(&["1 result kept"]);
}

#[test]
fn what_cannot_be_a_memory_is_refused_with_its_reason() {
    let lab = Lab::new(&[("text.txt", "not a memory\n")]);
    fs::create_dir(lab.at("folder")).unwrap();
    // The database that memories were once.
    lab.write("old.redb", b"redb\x1a\x0a\xa9\x0d\x0a and pages");
    for (words, parts) in [
        (format!("{SEARCH} --memory text.txt"), &["text.txt is no memory of Gomoku positions", "left as it is"][..]),
        (format!("{SEARCH} --memory folder"), &["folder is a directory"]),
        (
            format!("{SEARCH} --memory old.redb"),
            &["old.redb is a memory of version 1, and this program knows version 2", "remove it, or name another file"],
        ),
        ("gomoku memory clear old.redb".to_owned(), &["old.redb is a memory of version 1"]),
        (
            format!("{SEARCH} --memory no/where.memory"),
            &["cannot make the memory no/where.memory", "its folder does not exist"],
        ),
        ("gomoku memory stats text.txt".to_owned(), &["text.txt is no memory"]),
        ("gomoku memory clear text.txt".to_owned(), &["text.txt is no memory"]),
        ("gomoku memory stats absent.memory".to_owned(), &["there is no file absent.memory"]),
        (format!("{SEARCH} --memory m.memory --memory-limit 1MiB"), &["expected 4MiB or more"]),
        (format!("{SEARCH} --memory-limit 8MiB"), &["--memory <FILE>"]),
        ("gomoku memory".to_owned(), &["stats", "clear"]),
    ] {
        lab.run(&words).expect(2).says(parts);
    }
    assert_eq!(fs::read_to_string(lab.at("text.txt")).unwrap(), "not a memory\n");
    assert!(!lab.at("absent.memory").exists());
}

fn spawn(lab: &Lab, words: &str) -> Child {
    let mut command = lab.program();
    command.args(words.split_whitespace()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("the program starts")
}

#[cfg(unix)]
#[test]
fn two_programs_do_not_share_a_memory() {
    let lab = lab();
    let mut first = spawn(&lab, "gomoku search --algorithm engine --max-time 60s --position h8i9 --memory m.memory");
    let begin = Instant::now();
    // It is there once it is open, or a moment before.
    while !lab.at("m.memory").exists() && begin.elapsed() < Duration::from_secs(30) {
        thread::sleep(Duration::from_millis(5));
    }
    thread::sleep(Duration::from_millis(300));
    lab.run(&format!("{SEARCH} --memory m.memory"))
        .expect(2)
        .says(&["the memory m.memory is in use by another program"]);
    lab.run("gomoku memory clear m.memory").expect(2).says(&["is in use"]);
    first.kill().unwrap();
    first.wait().unwrap();
    lab.run("gomoku memory stats m.memory").expect(0);
}

/// Of searches that begin at once, each keeps its result or finds the file in use; none is lost.
#[test]
fn programs_that_start_at_once_lose_no_result() {
    let lab = lab();
    let mut known = 0;
    for row in 4..8 {
        let search = |column| lab.run(&format!("{SHORT} --memory m.memory --position h8a1a3{column}{row}"));
        let ended = thread::scope(|scope| {
            let all = ['b', 'c', 'd', 'e'].map(|column| scope.spawn(move || search(column)));
            all.map(|search| search.join().unwrap())
        });
        for ended in ended {
            match ended.code {
                Some(0) => known += 1,
                _ => ended.expect(2).says(&["the memory m.memory is in use by another program"]),
            }
        }
        let stats = lab.run("gomoku memory stats m.memory").expect(0);
        assert!(known > 0 && stats.out.starts_with(&format!("m.memory: {known} position")), "{known}: {stats}");
    }
}

/// A result that the disk has no room for is told, and hurts nothing.
#[cfg(unix)]
#[test]
fn a_full_disk_costs_no_result_that_was_kept() {
    let lab = lab();
    let search = |limit: &str, column: char| {
        let search = format!("{SHORT} --memory m.memory --position h8a1a3{column}4");
        let line = format!("trap '' XFSZ; {limit} searchlab {search}");
        crate::support::Ended::new(&line, &lab.shell(&line).output().unwrap()).expect(0)
    };
    let mut known = 0;
    for column in "bcdefg".chars() {
        // Half kilobytes or kilobytes, as the shell likes: room for no result or for a few.
        let ended = search("ulimit -f 1;", column);
        let is_kept = ended.err.contains("1 result kept in the memory");
        assert!(is_kept || ended.err.contains("the memory m.memory fails: File too large"), "{ended}");
        known += u64::from(is_kept);
        let stats = lab.run("gomoku memory stats m.memory").expect(0);
        assert!(stats.out.starts_with(&format!("m.memory: {known} position")), "{known}: {stats}");
    }
    assert!(known < 4);
    search("", 'g').says(&["1 result kept in the memory"]);
    search("", 'g').says(&["1 answer from the memory"]);
}

/// Whenever it is killed, the file is sound afterwards and holds all results of runs that came to their end.
#[cfg(unix)]
#[test]
fn a_memory_survives_every_kill() {
    let lab = lab();
    let begin = Instant::now();
    lab.run(&format!("{SHORT} --quiet --memory m.memory --position h8")).expect(0);
    let mut longest = begin.elapsed().as_micros() as u64;
    let mut stream = ChaCha8Rng::seed_from_u64(1);
    let (mut known, mut killed) = (1, 0);
    // The stone on a3 keeps each of these positions apart from all pictures of the others.
    let columns = "abcdefghijklmno";
    for (number, column) in columns.chars().cycle().take(60).enumerate() {
        let mut run = spawn(
            &lab,
            &format!("{SHORT} --quiet --memory m.memory --position h8a1a3{column}{}", 4 + number / columns.len()),
        );
        thread::sleep(Duration::from_micros(stream.next_u64() % longest));
        run.kill().expect("it runs or has ended");
        let is_done = run.wait().expect("it ends").success();
        killed += usize::from(!is_done);
        // However busy the machine is, some are to be killed and some to end.
        longest = if is_done { longest * 9 / 10 } else { longest * 11 / 10 };
        let stats = lab.run("gomoku memory stats m.memory").expect(0);
        let count = stats.out.split(' ').nth(1).and_then(|count| count.parse::<u64>().ok()).expect("a number");
        assert!(count >= known + u64::from(is_done) && count <= known + 1, "{known} before: {stats}");
        known = count;
    }
    assert!(killed >= 15, "only {killed} of 60 were killed");
    assert!(known > 1);
}

/// Without a memory the same players play the same game each time; with one, who has lost does something else.
#[test]
fn no_game_is_lost_twice_in_the_same_way() {
    let lab = lab();
    let play = "gomoku play --black alphabeta:depth=1,evaluation=ustc-rows --white alphabeta:depth=2,evaluation=ustc-rows --plain";
    let games = |with: &str, file: &str| {
        for _ in 0..6 {
            lab.run(&format!("{play} --position h8f7d9i6h7 {with} --record {file}")).expect(0);
        }
        let lines = fs::read_to_string(lab.at(file)).unwrap();
        let mut games: Vec<String> = lines.lines().map(|line| line.split(' ').next().unwrap().to_owned()).collect();
        let last = games.last().cloned().unwrap();
        games.sort();
        games.dedup();
        (games.len(), last, lines)
    };
    assert_eq!(games("", "plain.txt").0, 1);
    let (different, _, lines) = games("--memory m.memory", "learned.txt");
    // A game that was won by one of them is lost by the other, and every loss is learned from.
    assert_eq!(different, 6, "{lines}");
    let stats = lab.run("gomoku memory stats m.memory").expect(0);
    assert!(stats.out.contains("marked as lost"), "{stats}");
    lab.run("gomoku memory clear m.memory").expect(0);
    assert!(!lab.run("gomoku memory stats m.memory").expect(0).out.contains("marked as lost"));
}

/// A series depends on nothing but its trial, and what it teaches counts in it alone.
#[test]
fn series_teach_players_that_learn() {
    let lab = lab();
    let play = "gomoku match --player alphabeta:depth=1,evaluation=ustc-rows,learn=on --player alphabeta:depth=2,evaluation=ustc-rows \
                --games 4 --series 8 --draw-after 60 --quiet";
    for jobs in [1, 2] {
        lab.run(&format!("{play} --jobs {jobs} --out {jobs}")).expect(0);
    }
    let [one, two] = [1, 2].map(|jobs| fs::read_to_string(lab.at(&format!("{jobs}/digest.txt"))).unwrap());
    assert_eq!(one, two);
    let records = fs::read_to_string(lab.at("1/records.jsonl")).unwrap();
    let mut gains = Vec::new();
    for line in records.lines() {
        let record: searchlab::record::Record = serde_json::from_str(line).unwrap();
        let game = record.game.unwrap();
        assert_eq!(game.series.len(), 8);
        assert_eq!(game.score.to_bits(), game.series[7].to_bits());
        let [first, second] = game.halves().unwrap();
        let is_black = record.params["black"]["params"].get("learn").is_some();
        gains.push(if is_black { second - first } else { first - second });
    }
    assert_eq!(gains.len(), 4);
    assert!(gains.iter().all(|&gain| gain >= 0.0) && gains.iter().sum::<f64>() > 0.0, "{gains:?}");
}
