//! One table of what programs do wrong, for the protocols of Gomocup, NBoard and GTP, and for that of solvers: each loses
//! its game or its trial and nothing else, is told in a word, and leaves nobody.

use std::fs;
use std::process::{Command, Stdio};

use searchlab::play::program::WATCHES_MEMORY;
use searchlab::play::{Fault, SearchableGame};
use searchlab::record::Record;
use searchlab::worlds::othello::Position as Othello;

use super::place::{assert_all_gone, fake};
use super::{GTP, gomoku, loses_one_game};

/// A misbehaviour: the words for a player and for a solver, and its fault in the protocol of Gomocup, in those of
/// Othello, and in that of solvers.
struct Misbehaviour(&'static str, &'static str, [Fault; 3]);

/// Those that are over at once; the machine may be busy.
const AT_ONCE: [Misbehaviour; 7] = [
    Misbehaviour("crash:3", "crashes", [Fault::Crashed; 3]),
    Misbehaviour("abort:2", "aborts", [Fault::Crashed; 3]),
    Misbehaviour("close:2", "closes", [Fault::Crashed; 3]),
    Misbehaviour("babble:2", "prints", [Fault::Babble; 3]),
    Misbehaviour("binary:2", "binary", [Fault::Babble; 3]),
    Misbehaviour("illegal:3", "wall", [Fault::Illegal; 3]),
    Misbehaviour("memory:2", "eats", [Fault::Memory; 3]),
];

/// Those that a limit of time ends. A line that is no answer is a remark of a player of Othello.
const IN_TIME: [Misbehaviour; 7] = [
    Misbehaviour("hang:2", "hangs", [Fault::Late; 3]),
    Misbehaviour("spin:2", "spins", [Fault::Late; 3]),
    Misbehaviour("late:2", "late", [Fault::Late; 3]),
    Misbehaviour("flood:2", "floods", [Fault::Babble, Fault::Late, Fault::Babble]),
    Misbehaviour("remarks:2", "remarks", [Fault::Late, Fault::Late, Fault::Babble]),
    Misbehaviour("complain:2", "complains", [Fault::Late; 3]),
    Misbehaviour("parent-hang:2", "kills-parent", [Fault::Late; 3]),
];

/// The words that the record of a fault must have.
const fn words(behaviour: &str) -> &str {
    match behaviour.as_bytes() {
        [b'c', b'r', ..] => "exit status: 3; it said last \"out of ideas\"",
        [b'a', ..] => "signal: 6",
        [b'b', b'a', ..] => "the middle looks good\" is no ",
        [b'i', ..] => "is not legal: ",
        [b'm', ..] => "MiB and may hold 100.0 and 10.0 more",
        [b'h', ..] => "no answer within 300ms and 50ms more; it said last",
        _ => "",
    }
}

fn players_lose<P: SearchableGame>(start: &P, protocol: &str, table: &[Misbehaviour], limits: &str) {
    for Misbehaviour(behaviour, _, [gomocup, others, _]) in table {
        let fault = *if P::PLAYERS.world.name.name == "gomoku" { gomocup } else { others };
        let memory = if fault == Fault::Memory { ",memory=100MiB" } else { "" };
        if !memory.is_empty() && !WATCHES_MEMORY {
            eprintln!("skipped: the memory of programs is not watched on this system");
            continue;
        }
        loses_one_game(start, behaviour, &format!("{limits}{memory}{protocol}"), fault, words(behaviour));
    }
}

#[test]
fn in_the_protocol_of_gomocup_at_once() {
    players_lose(&gomoku(), "", &AT_ONCE, ",time=20s");
}

#[test]
fn in_the_protocol_of_gomocup_in_time() {
    players_lose(&gomoku(), "", &IN_TIME, ",time=300ms");
}

#[test]
fn in_nboard_at_once() {
    players_lose(&Othello::INITIAL, "", &AT_ONCE, ",time=20s");
}

#[test]
fn in_nboard_in_time() {
    players_lose(&Othello::INITIAL, "", &IN_TIME, ",time=300ms");
}

#[test]
fn in_gtp_at_once() {
    players_lose(&Othello::INITIAL, GTP, &AT_ONCE, ",time=20s");
}

#[test]
fn in_gtp_in_time() {
    players_lose(&Othello::INITIAL, GTP, &IN_TIME, ",time=300ms");
}

/// What only these protocols know: an error in place of a move, the answer to another command, a rule across the page,
/// an answer that does not end.
#[test]
fn in_the_ways_of_gtp_and_nboard() {
    let late = "no answer within 300ms and 50ms more";
    for (behaviour, protocol, fault, words) in [
        ("error:2", GTP, Fault::Babble, "\"? out of ideas\" is no move"),
        ("resign:2", GTP, Fault::Babble, "\"= resign\" is no move"),
        ("empty:2", GTP, Fault::Babble, "\"= \" is no move"),
        ("number:2", GTP, Fault::Late, late),
        ("half:2", GTP, Fault::Late, late),
        ("resign:2", "", Fault::Babble, "\"=== resign\" is no move"),
        ("empty:2", "", Fault::Late, late),
        ("rule:2", "", Fault::Late, late),
        ("half:2", "", Fault::Late, late),
    ] {
        let time = if fault == Fault::Late { ",time=300ms" } else { ",time=20s" };
        loses_one_game(&Othello::INITIAL, behaviour, &format!("{time}{protocol}"), fault, words);
    }
}

/// The trial is an error with this fault, and the next is solved by a fresh process.
fn solvers_fail(table: &[Misbehaviour]) {
    for Misbehaviour(_, behaviour, [.., fault]) in table {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("one.txt"), "S.\n.G\n").expect("room");
        let numbers = folder.path().join("numbers");
        let cmd = format!("'{}' {behaviour} '{}'", fake("fake_solver").display(), numbers.display());
        let time = if *fault == Fault::Late { "300ms" } else { "20s" };
        let memory: &[&str] = if *fault == Fault::Memory { &["--max-memory", "100MiB"] } else { &[] };
        for is_first in [true, false] {
            let mut run = Command::new(env!("CARGO_BIN_EXE_searchlab"));
            run.args(["maze", "program", "--cmd", &cmd, "one.txt", "--format", "json", "--quiet"])
                .args(["--max-time", time]);
            let output = run.args(memory).current_dir(&folder).stdin(Stdio::null()).output().expect("it runs");
            let record: Record = serde_json::from_slice(&output.stdout)
                .unwrap_or_else(|error| panic!("{behaviour}: {error}: {}", String::from_utf8_lossy(&output.stderr)));
            let program = record.program.expect("a program");
            let expected = is_first.then(|| fault.name());
            assert_eq!(program.fault.as_deref(), expected, "{behaviour}: {:?}", program.detail);
            let text = fs::read_to_string(&numbers).expect("a process");
            assert_all_gone(&text.lines().map(|line| line.parse().expect("a number")).collect::<Vec<u32>>());
        }
    }
}

#[test]
fn in_the_protocol_of_solvers_at_once() {
    solvers_fail(&AT_ONCE);
}

#[test]
fn in_the_protocol_of_solvers_in_time() {
    solvers_fail(&IN_TIME);
}
