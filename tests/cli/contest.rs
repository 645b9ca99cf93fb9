//! Matches: the same games however they are run, programs that fail, kills, tests that end a match, bad input.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

use searchlab::record::Record;

use crate::experiments::deterministic;
use crate::fake_engine::fake_engine;
use crate::support::{Lab, PROGRAM};

/// Two searches and chance, from six openings.
const MATCH: &str = "othello match --player alphabeta:depth=1 --player alphabeta-tt:nodes=300,iterative-deepening=on \
                     --player random --openings random:10 --games 12 --seed 3 --quiet";

fn records(path: &Path) -> Vec<Record> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(|line| serde_json::from_str(line).expect("a record")).collect()
}

#[test]
fn the_same_match_gives_the_same_games_with_one_job_and_two() {
    let lab = Lab::new(&[]);
    lab.run(&format!("{MATCH} --out one")).expect(0);
    lab.run(&format!("{MATCH} --out two --jobs 2")).expect(0);
    let (one, two) = (deterministic(&lab.at("one/records.jsonl")), deterministic(&lab.at("two/records.jsonl")));
    assert_eq!((one.len(), &one), (36, &two));
    for file in ["digest.txt", "games/othello.ggf", "tables/02-score-of-each-player-against-each.csv"] {
        assert_eq!(fs::read(lab.at("one").join(file)).unwrap(), fs::read(lab.at("two").join(file)).unwrap(), "{file}");
    }
    lab.run("diff one two").expect(0);
    let games = fs::read_to_string(lab.at("one/games/othello.ggf")).expect("the games as a file");
    assert_eq!(games.lines().filter(|line| line.starts_with("(;GM[Othello]PB[")).count(), 36);
}

/// The balanced openings serve by every rule, and on each board that has room for them.
#[test]
fn a_match_is_played_by_the_rule_and_on_the_board_that_are_asked_for() {
    let lab = Lab::new(&[]);
    let players = "--player random --player level:2 --games 4 --quiet";
    let boards = |out: &str| {
        let names = records(&lab.at(out).join("records.jsonl")).into_iter().map(|record| record.instance);
        names.collect::<BTreeSet<String>>()
    };
    for (flags, begin) in [("--rule renju", "h8f7d9i6h7"), ("--rule standard --size 20 --openings random:4", "seed=1")]
    {
        let out = begin.split('=').next().unwrap();
        lab.run(&format!("gomoku match {flags} {players} --out {out}")).expect(0);
        let names = boards(out);
        assert!(names.len() == 2 && names.iter().any(|name| name.contains(begin)), "{names:?}");
        let rule = flags.split(' ').nth(1).unwrap();
        assert!(names.iter().all(|name| name.contains(rule)), "{names:?}");
    }
    lab.run(&format!("connect4 match --size 6x7 --openings random:4 {players} --out c")).expect(0);
    assert!(boards("c").iter().all(|name| name.contains("6x7")));
    let small = lab.run(&format!("gomoku match --size 5 {players} --out d")).expect(2);
    assert!(small.err.contains("the balanced openings do not fit on this board"), "{small}");
}

/// What the records say of a game fits together.
#[test]
fn the_record_of_a_game_tells_all_of_both_sides() {
    let lab = Lab::new(&[]);
    lab.run(&format!("{MATCH} --out one")).expect(0);
    for record in records(&lab.at("one/records.jsonl")) {
        let game = record.game.as_ref().expect("a game");
        let answer = record.result.as_ref().expect("a result");
        let points = answer.value.partial_cmp(&0.0).expect("a number");
        assert_eq!(game.score.partial_cmp(&0.5), Some(points));
        assert_eq!(game.ending, "finished");
        let moves = answer.moves.text("").len() / 2;
        let seconds = record.measured.seconds_per_move.as_ref().expect("times");
        for (side, seconds) in game.sides.iter().zip(seconds.iter()) {
            assert_eq!(
                (side.plies.len(), side.depths.len(), side.nodes.len()),
                (seconds.len(), seconds.len(), seconds.len())
            );
            assert_eq!(side.nodes.iter().sum::<u64>(), side.counters.expanded + side.counters.evaluated);
            assert!(side.plies.is_sorted() && side.plies.iter().all(|&ply| (ply as usize) < moves));
        }
        let own: u64 = game.sides.iter().map(|side| side.counters.generated).sum();
        assert_eq!(own, record.counters.generated);
    }
}

#[test]
fn programs_that_fail_lose_their_games_and_nothing_else() {
    let lab = Lab::new(&[]);
    let fake = fake_engine();
    let behaviours = ["crash:2", "hang:2", "babble:2", "late:2", "illegal:2"];
    let mut command = lab.program();
    command.args(["gomoku", "match", "--gauntlet", "--games", "2", "--jobs", "2", "--out", "out", "--quiet"]);
    command.args(["--player", "alphabeta:depth=1"]);
    for behaviour in behaviours {
        let name = behaviour.trim_end_matches(":2");
        let player = format!("program:cmd={} {behaviour},time=150ms,name={name}", fake.display());
        command.args(["--player", &player]);
    }
    let out = command.output().expect("it runs");
    let said = String::from_utf8_lossy(&out.stdout).into_owned();
    assert_eq!(out.status.code(), Some(0), "{said}\n{}", String::from_utf8_lossy(&out.stderr));
    let records = records(&lab.at("out/records.jsonl"));
    assert_eq!(records.len(), 10);
    for record in &records {
        let game = record.game.as_ref().expect("a game");
        let black_is_program = record.params["black"]["algorithm"] == "program";
        assert_eq!(game.score < 0.5, black_is_program, "{:?}", game.mishap);
        assert_eq!(game.ending, "forfeited");
        let loser = if black_is_program { "black" } else { "white" };
        assert!(game.mishap.as_ref().is_some_and(|words| words.starts_with(loser)), "{:?}", game.mishap);
    }
    // One line for each game, with the player and what it did.
    let flat = said.split_whitespace().collect::<Vec<_>>().join(" ");
    for (name, words) in [
        ("crash", "crashed"),
        ("hang", "ran out of time"),
        ("late", "ran out of time"),
        ("babble", "gave an answer that is no move"),
        ("illegal", "made an illegal move"),
    ] {
        let is_told = |side: &str| flat.contains(name) && flat.contains(&format!("{side} {words}"));
        assert!(is_told("black") && is_told("white"), "{name}: {said}");
    }
}

/// The program itself is the other side, in both protocols.
#[test]
fn this_program_plays_itself_through_pipes() {
    let lab = Lab::new(&[]);
    for (world, engine, limit) in [("othello", "othello engine", "depth=2"), ("gomoku", "gomoku engine", "nodes=100")] {
        let mut command = lab.program();
        command.args([world, "match", "--games", "2", "--quiet", "--out", world, "--player", "random", "--player"]);
        command.arg(format!("program:cmd={PROGRAM} {engine},time=5s,{limit},name=own"));
        let out = command.output().expect("it runs");
        assert_eq!(out.status.code(), Some(0), "{}", String::from_utf8_lossy(&out.stderr));
        for record in records(&lab.at(world).join("records.jsonl")) {
            let game = record.game.expect("a game");
            assert_eq!((game.ending.as_str(), game.mishap), ("finished", None));
        }
    }
}

#[cfg(unix)]
#[test]
fn kills_lose_no_finished_game_and_repeat_none() {
    let lab = Lab::new(&[]);
    lab.run(&format!("{MATCH} --out whole")).expect(0);
    let planned = deterministic(&lab.at("whole/records.jsonl"));
    let mut before: Vec<String> = Vec::new();
    for kill in 0..12 {
        let mut command = lab.program();
        command.args(MATCH.split_whitespace()).args(["--out", "d"]);
        let mut run = command.stdout(std::process::Stdio::null()).spawn().expect("it starts");
        std::thread::sleep(Duration::from_millis(15 + 7 * kill));
        run.kill().expect("it runs or has ended");
        run.wait().expect("it ends");
        let text = fs::read_to_string(lab.at("d/records.jsonl")).unwrap_or_default();
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        let now: Vec<String> = whole.lines().map(|line| line[..24].to_owned()).collect();
        let unique: BTreeSet<&String> = now.iter().collect();
        assert_eq!(unique.len(), now.len(), "a game was played twice");
        assert!(before.iter().all(|id| unique.contains(id)), "a finished game is lost");
        before = now;
    }
    lab.run(&format!("{MATCH} --out d")).expect(0);
    assert_eq!(deterministic(&lab.at("d/records.jsonl")), planned);
}

#[test]
fn a_sequential_test_ends_a_match_and_a_decided_match_is_not_played_on() {
    let lab = Lab::new(&[]);
    let command = "othello match --player alphabeta:depth=3 --player random --openings random:8 --games 100 --sprt 0,100 \
                   --out d";
    let first = lab.run(command).expect(0);
    assert!(first.out.contains("H1 is accepted"), "{first}");
    let played = records(&lab.at("d/records.jsonl")).len();
    assert!((4..60).contains(&played), "{played} games");
    lab.run(command).expect(0);
    assert_eq!(records(&lab.at("d/records.jsonl")).len(), played);
    let status = lab.run("status d");
    assert!(status.out.contains("random") && status.out.contains("alphabeta:depth=3"), "{status}");
    // The report knows of the test, whatever form it has.
    for words in ["report d", "report d --quiet", "report d --format md", "report d --format json"] {
        let shown = lab.run(words).expect(0);
        assert!(["H1 is accepted", "\"decision\":\"H1\""].iter().any(|part| shown.out.contains(part)), "{shown}");
    }
    for name in ["d/report.md", "d/report.html"] {
        let report = fs::read_to_string(lab.at(name)).unwrap();
        assert!(report.contains("Sequential test") && report.contains("H1 is accepted"), "{name}");
    }
    // The same openings decide with two jobs; games in flight may be there beside, and count for nothing.
    let two = lab.run(&format!("{} --jobs 2", command.replace("--out d", "--out e"))).expect(0);
    let decided = |text: &str| text.lines().find(|line| line.starts_with("SPRT")).map(str::to_owned);
    assert_eq!(decided(&two.out), decided(&first.out));
    let digest = |folder: &str| fs::read_to_string(lab.at(folder).join("digest.txt")).unwrap();
    assert_eq!(digest("d"), digest("e"));
}

/// The openings that come with the world are 60, and a test may need many more.
#[test]
fn a_sequential_test_goes_on_with_random_openings() {
    let lab = Lab::new(&[]);
    let text = "title = \"t\"\nworld = \"othello\"\n[[match]]\nplayers = [\"random\", \"alphabeta:depth=1\"]\n\
                sprt = { elo0 = 0, elo1 = 5 }\n";
    lab.write("x.toml", text.as_bytes());
    let flags = "match --player random --player alphabeta:depth=1 --sprt 0,5";
    for command in [format!("othello {flags}"), format!("gomoku {flags}"), "run x.toml".to_owned()] {
        let ended = lab.run(&format!("{command} --max-trials 9000")).expect(2);
        assert!(ended.err.contains("trials are more than the 9000 that are allowed"), "{command}\n{ended}");
        assert!(!ended.err.contains("the match:"), "{ended}");
    }
    let few = lab.run(&format!("othello {flags} --games 400 --max-trials 399")).expect(2);
    assert!(few.err.contains("400 trials are more than"), "{few}");
    // Balanced ones come first.
    lab.run("othello match --player random --player alphabeta:depth=2 --sprt 0,200 --quiet --out d").expect(0);
    let played = records(&lab.at("d/records.jsonl"));
    assert!(
        played.len() < 120 && played.iter().all(|record| !record.instance.starts_with("game:")),
        "{}",
        played.len()
    );
}

/// Adjudication gives the result that playing on gives, where both sides play the end perfectly anyway.
#[test]
fn adjudicated_games_say_so() {
    let lab = Lab::new(&[]);
    lab.run("othello match --player alphabeta:depth=2 --player random --games 4 --adjudicate 8 --quiet --out d")
        .expect(0);
    let games = records(&lab.at("d/records.jsonl"));
    assert!(games.iter().any(|record| record.game.as_ref().is_some_and(|game| game.ending == "adjudicated")));
    lab.run("gomoku match --player random --player random --games 2 --quiet --out e").expect(2);
    let draws = "gomoku match --player alphabeta:depth=1 --player random --games 2 --draw-after 4 --quiet --out f";
    lab.run(draws).expect(0);
    for record in records(&lab.at("f/records.jsonl")) {
        let game = record.game.expect("a game");
        assert_eq!((game.ending.as_str(), game.score), ("adjudicated", 0.5));
    }
}

#[test]
fn what_is_wrong_with_a_match_is_said_at_its_place() {
    let head = "title = \"t\"\nworld = \"othello\"\n[[match]]\n";
    for (text, expected) in [
        ("players = [\"alphabeta:depth=2\"]\n", "nobody to play against"),
        ("players = [\"human\", \"random\"]\n", "plays in no match"),
        ("players = [\"alphabet:depth=2\", \"random\"]\n", "did you mean \"alphabeta\"?"),
        ("players = [\"alphabeta:dept=2\", \"random\"]\n", "did you mean \"depth\"?"),
        ("players = [\"random\", \"random\"]\n", "in the match twice"),
        ("players = [\"random\", { label = \"x\" }]\n", "one of `player` and `cmd`"),
        ("players = [\"random\", { cmd = \"x\", time = \"soon\" }]\n", "invalid time"),
        ("players = [\"random\", { player = \"alphabeta:depth=1\", label = \"random\" }]\n", "two players are called"),
        ("players = [\"alphabeta:depth=1\", { player = \"alphabeta:depth=1\", label = \"a\" }]\n", "is called"),
        ("players = [\"random\", \"alphabeta\"]\ngames = 3\n", "both colours"),
        ("players = [\"random\", \"alphabeta\"]\ngames = 9000\n", "give 120 games"),
        ("players = [\"random\", \"alphabeta\"]\nopenings = \"balancd\"\n", "did you mean \"balanced\"?"),
        ("players = [\"random\", \"alphabeta\"]\nformat = \"knockout\"\n", "round-robin"),
        ("players = [\"random\", \"alphabeta\"]\nadjudicate = { solve = 30 }\n", "1 to 24"),
        ("players = [\"random\", \"alphabeta\"]\nsprt = { elo0 = 5, elo1 = 0 }\n", "elo0 below elo1"),
        ("players = [\"random\", \"alphabeta\", \"level:2\"]\nsprt = { elo0 = 0, elo1 = 5 }\n", "for two players"),
        (
            "players = [\"random\", \"alphabeta\"]\n[[chart]]\nkind = \"lines\"\nx = \"depht\"\n",
            "did you mean \"depth\"?",
        ),
        (
            "players = [\"random\", \"alphabeta\"]\n[[claim]]\nsays = \"\"\nfield = \"nodes\"\nof = \"random\"\nstatistic = \"elo\"\nis = \"> 0\"\n",
            "Elo are of the scores",
        ),
    ] {
        let lab = Lab::new(&[("x.toml", &format!("{head}{text}"))]);
        let ended = lab.run("run x.toml").expect(2);
        assert!(ended.err.contains(expected) && ended.err.contains("x.toml:"), "{text}\n{ended}");
        assert!(!lab.at("reports").exists(), "something was written");
    }
    let text = "title = \"t\"\nworld = \"othello\"\nrepeats = 2\n[[match]]\nplayers = [\"random\", \"level:2\"]\n";
    let ended = Lab::new(&[("x.toml", text)]).run("run x.toml").expect(2);
    assert!(ended.err.contains("games are not repeated"), "{ended}");
    let lab = Lab::new(&[("x.toml", "title = \"t\"\n[[match]]\nworld = \"maze\"\nplayers = [\"a\", \"b\"]\n")]);
    let ended = lab.run("run x.toml").expect(2);
    assert!(ended.err.contains("maze is not played"), "{ended}");
    for (words, expected) in [
        ("--player random", "nobody to play against"),
        ("--player random --player alfabeta:depth=1", "did you mean \"alphabeta\"?"),
        ("--player random --player level:2 --games 3", "even number"),
        ("--player random --player level:2 --openings nowhere.txt", "nowhere.txt"),
        ("--player random --player program:cmd=no-such-program-anywhere", "no-such-program-anywhere"),
    ] {
        let ended = Lab::new(&[]).run(&format!("othello match {words}")).expect(2);
        assert!(ended.err.contains(expected), "{words}\n{ended}");
    }
}
