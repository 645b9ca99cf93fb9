//! Programs of users in place of algorithms: whatever they do, they spoil at most their own trial, and nobody is left.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use searchlab::record::Record;
use searchlab::search::budget::Status;

use crate::fake_engine::{assert_all_gone, fake};
use crate::support::Lab;

/// The maze that the fake knows, and another.
const MAZES: [(&str, &str); 2] = [("one.txt", "S.\n.G\n"), ("two.txt", "S..\n.#G\n")];

/// The numbers of all processes that the fake had.
fn numbers(lab: &Lab) -> Vec<u32> {
    let text = fs::read_to_string(lab.at("numbers")).unwrap_or_default();
    text.lines().filter_map(|line| line.parse().ok()).collect()
}

fn cmd(lab: &Lab, behaviour: &str) -> String {
    format!("'{}' {behaviour} '{}'", fake("fake_solver").display(), lab.at("numbers").display())
}

/// The record of a trial of the fake.
fn record(lab: &Lab, behaviour: &str, limits: &str) -> Record {
    let _ = fs::remove_file(lab.at("numbers"));
    let args = ["maze", "program", "--cmd", &cmd(lab, behaviour), "one.txt", "--format", "json", "--quiet"];
    let ran = lab.with(&args.into_iter().chain(limits.split_whitespace()).collect::<Vec<_>>());
    let record: Record = serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{behaviour}: {error}: {ran:?}"));
    let seen = numbers(lab);
    assert!(!seen.is_empty(), "{behaviour}");
    assert_all_gone(&seen);
    record
}

fn fault(record: &Record) -> (&str, &str) {
    let program = record.program.as_ref().expect("a program");
    (program.fault.as_deref().unwrap_or_default(), program.detail.as_deref().unwrap_or_default())
}

#[test]
fn a_good_program_is_measured_and_checked() {
    let lab = Lab::new(&MAZES);
    for behaviour in ["good", "stays", "litters"] {
        let record = record(&lab, behaviour, "");
        assert_eq!((record.status, fault(&record)), (Status::Solved, ("", "")), "{behaviour}");
        let answer = record.result.as_ref().expect("an answer");
        assert_eq!((answer.value, &*answer.moves.text("")), (2.0, "RD"));
        let program = record.program.as_ref().expect("a program");
        assert_eq!((&*program.name, program.verified, program.reported["expanded"]), ("fake", true, 3));
        assert!(record.measured.seconds > 0.0 && record.measured.peak_bytes > 100_000, "{:?}", record.measured);
        assert_eq!(record.counters.expanded, 0);
        assert!(!lab.at("litter.txt").exists());
    }
}

/// The answer of a program as a trace that keeps its rules, and as a picture; right or wrong.
#[test]
fn answers_are_traced_and_drawn() {
    let lab = Lab::new(&MAZES);
    for (behaviour, code, states, has_goal) in [("good", 0, 3, true), ("detour", 4, 5, false)] {
        // The fake is good where another has stood before it.
        fs::remove_file(lab.at("numbers")).ok();
        let cmd = cmd(&lab, behaviour);
        let args = ["maze", "program", "--cmd", &cmd, "one.txt", "--trace", "t.jsonl", "--picture", "p.svg", "--quiet"];
        let ran = lab.with(&args);
        assert_eq!(ran.code, Some(code), "{ran}");
        let trace = fs::read_to_string(lab.at("t.jsonl")).unwrap();
        assert_eq!(trace.matches("\"type\":\"expand\"").count(), states, "{trace}");
        assert_eq!(trace.contains("\"type\":\"goal\""), has_goal, "{trace}");
        lab.run("trace verify t.jsonl").expect(0);
        assert!(fs::read_to_string(lab.at("p.svg")).unwrap().contains("<svg"));
    }
}

/// Another text is another program: the record has its checksum.
#[test]
fn records_hold_the_checksum_of_the_program() {
    let lab = Lab::new(&MAZES);
    let content = |text: &str| {
        lab.write("mine.sh", format!("# {text}\nexec {}\n", cmd(&lab, "good")).as_bytes());
        let args = ["maze", "program", "--cmd", "sh mine.sh", "one.txt", "--format", "json", "--quiet"];
        let record: Record = serde_json::from_str(&lab.with(&args).out).expect("a record");
        assert_eq!(record.status, Status::Solved);
        record.program.expect("a program").content.expect("a checksum")
    };
    let (first, again, other) = (content("one"), content("one"), content("two"));
    assert!(first == again && first != other && first.starts_with("crc32-"), "{first} {again} {other}");
}

/// What is wrong with each, and what the record says of it.
const SPOILED: [(&str, &str, &str); 27] = [
    ("closes", "crashed", "speaks no more"),
    ("exits", "crashed", "exit status: 3"),
    ("crashes", "crashed", "exit status: 3"),
    ("aborts", "crashed", "signal: 6"),
    ("chatters", "babble", "\\\"Loading the heuristic"),
    ("prints", "babble", "is not of the protocol"),
    ("binary", "babble", "is not of the protocol"),
    ("future", "babble", "version 9"),
    ("nameless", "babble", "missing field `name`"),
    ("greets-twice", "babble", "a greeting in place of an answer"),
    ("remarks", "babble", "more than 100000 remarks"),
    ("floods", "babble", "is not of the protocol"),
    ("other-id", "babble", "an answer to task 99"),
    ("no-id", "babble", "without the id"),
    ("empty", "babble", "without `status`"),
    ("misspells", "babble", "unknown field `mvoes`"),
    ("odd-status", "babble", "the status \\\"done\\\""),
    ("endless-cost", "babble", "number out of range"),
    ("negative-counter", "babble", "expected u64"),
    ("tiles-only", "declined", "tasks of tiles, and not of maze"),
    ("declines", "declined", "no idea"),
    ("wall", "illegal", "move 2 is R from row 0, column 1"),
    ("unknown-move", "illegal", "move 2 is \\\"north\\\"; expected U, D, L, R"),
    ("short", "illegal", "end at row 0, column 1"),
    ("miscounts", "wrong", "costs 3, and it costs 2"),
    ("detour", "wrong", "the least cost is 2"),
    ("despairs", "wrong", "there is a path of cost 2"),
];

#[test]
fn a_program_that_fails_spoils_its_own_trial_alone() {
    let lab = Lab::new(&MAZES);
    for (behaviour, word, words) in SPOILED {
        let record = record(&lab, behaviour, "--max-time 20s");
        assert_eq!(record.status, Status::Error, "{behaviour}: {record:?}");
        let (fault, detail) = fault(&record);
        assert!(fault == word && format!("{detail:?}").contains(words), "{behaviour}: {fault}: {detail}");
        assert!(record.result.is_none(), "{behaviour}");
    }
    let last = record(&lab, "crashes", "");
    assert_eq!(last.program.and_then(|program| program.said).as_deref(), Some("out of ideas"));
}

#[test]
fn a_program_is_ended_at_its_limits() {
    let lab = Lab::new(&MAZES);
    for behaviour in ["hangs", "spins", "complains"] {
        let record = record(&lab, behaviour, "--max-time 300ms");
        assert_eq!((record.status, fault(&record).0), (Status::LimitTime, "late"), "{behaviour}: {:?}", record.program);
    }
    if cfg!(target_os = "linux") {
        let record = record(&lab, "eats", "--max-time 20s --max-memory 64MiB");
        assert_eq!((record.status, fault(&record).0), (Status::LimitMemory, "memory"), "{:?}", record.program);
    }
}

/// Children in sessions of their own end with the program, also those that have nothing of its environment.
#[test]
#[cfg(target_os = "linux")]
fn children_end_with_their_program() {
    let lab = Lab::new(&MAZES);
    for behaviour in ["child", "session", "orphan"] {
        let found = record(&lab, behaviour, "");
        assert_eq!((found.status, numbers(&lab).len()), (Status::Solved, 2), "{behaviour}: {:?}", found.program);
    }
    let found = record(&lab, "kills-parent", "--max-time 500ms");
    assert_eq!(found.status, Status::LimitTime, "{:?}", found.program);
}

/// A searchlab that is killed leaves nobody either.
#[test]
#[cfg(target_os = "linux")]
fn programs_end_with_a_searchlab_that_is_killed() {
    for behaviour in ["hangs", "orphan", "spins"] {
        let lab = Lab::new(&MAZES);
        let behaviour = if behaviour == "orphan" { "always-orphan" } else { behaviour };
        let cmd = cmd(&lab, behaviour);
        let mut command = lab.program();
        command.args(["maze", "program", "--cmd", &cmd, "one.txt", "--quiet"]);
        let mut child = command.spawn().expect("searchlab");
        let wanted = if behaviour.ends_with("orphan") { 2 } else { 1 };
        let begin = std::time::Instant::now();
        while numbers(&lab).len() < wanted && begin.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(5));
        }
        child.kill().expect("it runs");
        child.wait().expect("it has ended");
        assert_eq!(numbers(&lab).len(), wanted, "{behaviour}");
        assert_all_gone(&numbers(&lab));
    }
}

/// A table has no room for what happened: it is told beside it.
#[test]
fn a_comparison_tells_how_a_program_failed() {
    let lab = Lab::new(&MAZES);
    let program = format!("astar,program:cmd={},name=mine", cmd(&lab, "crashes"));
    let ran = lab.with(&["maze", "compare", "one.txt", "--algorithms", &program, "--draw", "never"]).expect(0);
    assert!(ran.err.contains("mine on one.txt: crashed: exit status: 3; it said last \"out of ideas\""), "{ran}");
    assert!(ran.out.contains("mine"), "{ran}");
}

/// The rest of an experiment is run, by fresh processes; the report names what failed.
#[test]
fn an_experiment_goes_on_after_a_failure() {
    let lab = Lab::new(&MAZES);
    let good = cmd(&lab, "crashes");
    let text = format!(
        "title = \"Mine\"\nworld = \"maze\"\nalgorithms = [\"astar\", \"program:cmd={good},name=mine\"]\nrepeats = 3\n\
         [[instances]]\nfiles = \"one.txt\"\n"
    );
    fs::write(lab.at("e.toml"), text).expect("a file");
    lab.run("run e.toml --out out --quiet").expect(0);
    let text = fs::read_to_string(lab.at("out/records.jsonl")).expect("records");
    let records: Vec<Record> = text.lines().map(|line| serde_json::from_str(line).expect("a record")).collect();
    let mine: Vec<Status> = records.iter().filter(|it| it.algorithm == "program").map(|it| it.status).collect();
    assert_eq!(mine, [Status::Error, Status::Solved, Status::Solved]);
    assert_all_gone(&numbers(&lab));
    let report = fs::read_to_string(lab.at("out/report.md")).expect("a report");
    assert!(report.contains("mine"), "{report}");
}

#[test]
fn what_cannot_be_started_is_told_before_all_work() {
    let lab = Lab::new(&MAZES);
    for (args, words) in [
        (vec!["maze", "program", "--cmd", "./nothing-there", "one.txt"], "there is no program"),
        (vec!["maze", "program", "one.txt"], "needs the command"),
        (vec!["maze", "program", "--cmd", "x 'y", "one.txt"], "a quotation in it has no end"),
        (vec!["maze", "command", "--cmd", "./nothing-there {instance}", "one.txt"], "there is no program"),
        (vec!["maze", "compare", "one.txt", "--algorithms", "astar,program:cdm=x"], "did you mean \"cmd\"?"),
        (vec!["othello", "compare", "--algorithms", "program:cmd=./nothing-there"], "there is no program"),
        (vec!["maze", "compare", "one.txt", "--algorithms", "program:cmd=cat,program:cmd=tac"], "named twice"),
    ] {
        let ran = lab.with(&args);
        assert!(ran.code == Some(2) && ran.err.contains(words) && ran.out.is_empty(), "{args:?}: {ran:?}");
    }
}

/// A command reads the file of the instance and writes that of the answer, or prints it.
#[test]
#[cfg(unix)]
fn commands_read_and_write_files() {
    let lab = Lab::new(&MAZES);
    let solve = |script: &str| {
        fs::write(lab.at("solve.sh"), script).expect("a file");
        let cmd = "sh solve.sh {instance} {answer} {json}";
        let cmd = if script.contains("$2") { cmd } else { "sh solve.sh {instance}" };
        let ran = lab.with(&["maze", "command", "--cmd", cmd, "one.txt", "--format", "json", "--max-time", "5s"]);
        serde_json::from_str::<Record>(&ran.out).unwrap_or_else(|error| panic!("{error}: {ran:?}"))
    };
    for script in [
        "test \"$(head -1 $1)\" = S. && echo RD > $2",
        "grep -q '\"maze\":\\[\"S.\",\".G\"\\]' $3 && echo '{\"moves\":[\"R\",\"D\"],\"cost\":2,\"optimal\":true}' > $2",
        "echo R D",
    ] {
        let record = solve(script);
        assert_eq!(record.status, Status::Solved, "{script}: {:?}", record.program);
        assert_eq!(record.result.map(|answer| answer.value), Some(2.0));
    }
    if cfg!(target_os = "linux") {
        let busy = solve("i=0; while [ $i -lt 300000 ]; do i=$((i + 1)); done; echo RD");
        let [processor, wall] = [busy.measured.cpu_seconds, busy.measured.seconds];
        assert!(processor > 0.02 && processor < 2.0 * wall, "{:?}", busy.measured);
    }
    for (script, word) in [
        ("exit 3", "crashed"),
        ("true", "babble"),
        ("echo RD > $2.x", "babble"),
        ("echo RR", "illegal"),
        ("echo unsolvable", "wrong"),
        ("yes x", "babble"),
    ] {
        let record = solve(script);
        assert_eq!(fault(&record).0, word, "{script}: {:?}", record.program);
    }
}

/// Compiles or checks a template where its language is at hand; the command that starts it.
fn started(lab: &Lab, language: &str, kind: &str) -> Option<String> {
    let has = |program: &str| Command::new(program).arg("--version").output().is_ok_and(|out| out.status.success());
    let ran = lab.run(&format!("new solver --language {language} --kind {kind}")).expect(0);
    let file = ran.out.split([' ', ';']).nth(1).expect("a file").to_owned();
    let text = fs::read_to_string(lab.at(&file)).expect("a template");
    assert!(text.lines().count() <= 80, "{file}: {} lines", text.lines().count());
    let tool = match language {
        "python" => "python3",
        "java" => "java",
        "c++" => "c++",
        "rust" => "rustc",
        _ => "node",
    };
    if !has(tool) {
        println!("skipped: no {tool}");
        return None;
    }
    // As it says itself.
    let lines: Vec<&str> = ran.out.lines().collect();
    if lines.len() == 3 {
        let mut words = lines[1].split_whitespace();
        let status = Command::new(words.next().expect("a program")).args(words).current_dir(lab.path()).status();
        assert!(status.expect("a compiler").success(), "{file}");
    }
    let cmd = lines.last().and_then(|line| line.split("cmd=").nth(1)).and_then(|rest| rest.split(",name=").next());
    cmd.map(str::to_owned)
}

const LANGUAGES: [&str; 5] = ["python", "java", "c++", "rust", "javascript"];

#[test]
fn templates_solve_mazes() {
    let lab = Lab::new(&MAZES);
    lab.run("maze generate caves --size 20x30 --seed 1 --out three.txt").expect(0);
    for language in LANGUAGES {
        let Some(cmd) = started(&lab, language, "astar") else { continue };
        let program = format!("astar,program:cmd={cmd},name=mine");
        let files = ["one.txt", "two.txt", "three.txt"];
        let ran =
            lab.with(&[&["maze", "compare"], &files[..], &["--algorithms", &program, "--format", "json"]].concat());
        let records: Vec<Record> = ran.out.lines().map(|line| serde_json::from_str(line).expect("a record")).collect();
        assert_eq!(records.len(), 6, "{language}: {ran:?}");
        for pair in records.chunks(2) {
            assert_eq!(pair[0].status, pair[1].status, "{language}: {:?}", pair[1].program);
            let value = |record: &Record| record.result.as_ref().map(|answer| answer.value);
            assert_eq!(value(&pair[0]), value(&pair[1]), "{language}");
            assert!(pair[1].program.as_ref().is_some_and(|program| program.verified && program.name == "mine"));
        }
    }
}

#[test]
fn templates_search_game_trees() {
    let trees = ["(3 12 8) (2 4 6) (14 5 2)", "((1 -2) (3)) 5 ((0 (7 7)) -4)", "(1 2)"];
    let lab = Lab::new(&[("0", trees[0]), ("1", trees[1]), ("2", trees[2])]);
    for language in LANGUAGES {
        let Some(cmd) = started(&lab, language, "alphabeta") else { continue };
        for (number, limits) in [(0, ""), (1, ""), (2, ""), (1, "--depth 2"), (0, "--to-move min")] {
            let program = format!("minimax,alphabeta,program:cmd={cmd},name=mine");
            let file = number.to_string();
            let args = ["tree", "search", &file, "--algorithm", &program, "--format", "json"];
            let ran = lab.with(&args.into_iter().chain(limits.split_whitespace()).collect::<Vec<_>>());
            let records: Vec<Record> =
                ran.out.lines().map(|line| serde_json::from_str(line).expect("a record")).collect();
            let [plain, alphabeta, mine] = &records[..] else { panic!("{language}: {ran:?}") };
            let value = |record: &Record| record.result.as_ref().map(|answer| answer.value);
            assert_eq!(value(plain), value(mine), "{language}: {number}: {:?}", mine.program);
            let reported = &mine.program.as_ref().expect("a program").reported;
            assert!(mine.program.as_ref().is_some_and(|program| program.verified), "{language}");
            if limits.is_empty() {
                assert_eq!(reported["evaluated"], alphabeta.counters.evaluated, "{language}: {number}");
                assert_eq!(reported["expanded"], alphabeta.counters.expanded, "{language}: {number}");
            }
        }
    }
}

/// Positions of games in plain form: a program that takes the first legal move and says nothing true of its value.
#[test]
#[cfg(unix)]
fn positions_are_given_and_moves_are_checked() {
    let script = r#"read hello; echo '{"type":"hello","protocol":1,"name":"first"PROMISE}'
        while read line; do
            id=$(echo "$line" | sed 's/.*"id":\([0-9]*\).*/\1/'); mv=$(echo "$line" | sed 's/.*"legal":\["\([^"]*\)".*/\1/')
            echo "{\"type\":\"answer\",\"id\":$id,\"value\":12345,\"moves\":[\"$mv\"]}"
        done"#;
    let lab = Lab::new(&[]);
    for (promise, status) in [("", Status::Complete), (r#","promises":"minimax""#, Status::Error)] {
        fs::write(lab.at("first.sh"), script.replace("PROMISE", promise)).expect("a file");
        for world in ["othello", "gomoku", "connect4"] {
            let args = [world, "search", "--algorithm", "program:cmd=sh first.sh", "--depth", "2", "--format", "json"];
            let ran = lab.with(&args);
            let record: Record = serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {ran:?}"));
            assert_eq!(record.status, status, "{world}: {:?}", record.program);
        }
    }
    assert!(Path::new(&lab.at("first.sh")).exists());
}
