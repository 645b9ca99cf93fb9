//! NBoard's protocol, spoken with the built program as a client would, and as no client should.

use std::thread;
use std::time::{Duration, Instant};

use searchlab::diagnostic::Source;
use searchlab::worlds::othello::format::{GgfGame, read_ggf};
use searchlab::worlds::othello::{Move, Position, Transcript, playout};

use crate::engine::{Engine, PATIENCE, ends_unheard};
use crate::support::{Lab, endgame};

fn engine(words: &[&str]) -> Engine {
    Engine::new(&[&["othello", "engine"], words].concat(), "status ")
}

/// Asks for a move; what was said with it.
#[track_caller]
fn go(engine: &mut Engine) -> (Move, Vec<String>) {
    engine.send("go\n");
    let said = engine.hear_until("=== ");
    let answer = said.last().and_then(|line| line.strip_prefix("=== ")).expect("the last line");
    let mv = answer.split('/').next().and_then(|name| name.parse().ok());
    (mv.unwrap_or_else(|| panic!("{said:?}")), said)
}

#[test]
fn a_client_is_answered() {
    let mut engine = engine(&["--player", "alphabeta-tt:depth=4"]);
    assert_eq!(engine.ask("nboard 2"), "set myname searchlab-alphabeta-tt:depth=4");
    assert_eq!(engine.ask("set depth 3"), "set myname searchlab-alphabeta-tt:depth=3");
    engine.send("set contempt 0\r\nfly to the moon\r\n\r\n\n\rset colour red\r\n");
    assert_eq!(engine.ask("ping 1"), "pong 1");
    // A line in pieces, its end too.
    for piece in
        ["se", "t game (;GM[Othello]BO[8 ---------------------------O*", "------*O--------------------------- *]"]
    {
        engine.send(piece);
        thread::sleep(Duration::from_millis(20));
    }
    engine.send("B[F5/0.00/1.25]W[D6];)\r");
    thread::sleep(Duration::from_millis(20));
    engine.send("\nping 2\r\n");
    assert_eq!(engine.hear(), "pong 2");
    let (mv, said) = go(&mut engine);
    assert!(said.iter().any(|line| line.starts_with("search ") && line.ends_with(" 0 3")), "{said:?}");
    assert!(said.iter().any(|line| line.starts_with("nodestats ")), "{said:?}");
    engine.send(format!("move {mv}\nhint 2\n"));
    assert!(engine.hear_until("nodestats ").iter().filter(|line| line.starts_with("search ")).count() >= 2);
    assert_eq!(engine.ask("learn"), "learned");
    engine.send("analyze\n");
    let said = engine.hear_until("analysis 0 ");
    assert_eq!(said.iter().filter(|line| line.starts_with("analysis ")).count(), 4, "{said:?}");
    engine.send("quit\r\n");
    let (status, said) = engine.end_within(Duration::from_secs(5));
    assert!(status.success() && said.len() <= 1, "{status} {said:?}");
}

/// Two engines play two games, one told by moves and one by games; the solver plays the end.
#[test]
fn whole_games_are_played() {
    let deep = ["--player", "mtdf:depth=3", "--solve", "10"];
    let chance = ["--player", "random", "--seed", "5"];
    for swapped in [false, true] {
        let mut seats = if swapped { [engine(&chance), engine(&deep)] } else { [engine(&deep), engine(&chance)] };
        let mut game = Transcript::new(Position::INITIAL);
        while !game.end().board.is_over() {
            let side = usize::from(game.moves().len() % 2 == 1);
            let (mv, _) = go(&mut seats[side]);
            assert!(game.push(mv).is_some(), "{mv} in {}", game.end());
            seats[0].send(format!("move {mv}/0.00/1.5\r\n"));
            seats[1].send(format!("set game {}\r\n", GgfGame::new(["one", "two"], game.clone())));
        }
        let (end, own) = (game.end(), usize::from(swapped));
        let score = read_ggf(&Source::new("game", GgfGame::new(["", ""], game.clone()).to_string()))
            .expect("it is read back")[0]
            .result
            .expect("it is over")
            .score;
        assert!((score > 0.0) == (own == 0) && score != 0.0, "chance wins by {score}: {end}");
        for mut seat in seats {
            assert_eq!(seat.ask("go\nping 3"), "pong 3");
            seat.send("quit\n");
            let (status, said) = seat.end_within(Duration::from_secs(5));
            assert!(status.success() && said.is_empty(), "{status} {said:?}");
        }
    }
}

#[test]
fn a_ping_stops_it() {
    let mut engine = engine(&["--player", "alphabeta-tt:time=600s", "--solve", "0"]);
    for question in ["go", "hint 4", "analyze"] {
        engine.send(format!("{question}\n"));
        thread::sleep(Duration::from_millis(300));
        let begin = Instant::now();
        engine.send("ping 7\n");
        let said = engine.hear_until("pong ");
        assert!(said.iter().all(|line| !line.starts_with("===")), "{said:?}");
        assert_eq!(said.last().map(String::as_str), Some("pong 7"));
        assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
    }
    // What is asked afterwards is answered, also if it waits in the queue with what was stopped.
    engine.send("go\nping 8\nset depth 2\ngo\n");
    let said = engine.hear_until("=== ");
    assert!(said.contains(&"pong 8".to_owned()), "{said:?}");
    engine.send("go\nquit\n");
    let (status, said) = engine.end_within(Duration::from_secs(3));
    assert!(status.success() && !said.iter().any(|line| line.starts_with("stderr")), "{status} {said:?}");
}

/// The end of the input is no reason to leave a question without an answer.
#[test]
fn rubbish_and_half_lines() {
    let mut engine = engine(&["--player", "alphabeta-tt:depth=2"]);
    let mut bytes: Vec<u8> = (0..=255).cycle().take(3_000).collect();
    bytes.extend(vec![b'('; 1 << 20]);
    bytes.extend(b"\nset game ");
    bytes.extend(b"(;B[F5]".repeat(20_000));
    bytes.extend(b"\nping 1\n");
    engine.send(&bytes);
    assert_eq!(engine.hear(), "pong 1");
    engine.send("set game (;GM[Othello];)\ngo");
    engine.close();
    let (status, said) = engine.end_within(PATIENCE);
    assert!(status.success() && said.iter().any(|line| line.starts_with("=== ")), "{said:?}");
    assert!(!said.iter().any(|line| line.starts_with("stderr")), "{said:?}");
}

#[test]
fn a_closed_pipe_ends_it() {
    ends_unheard(&["othello", "engine"], "nboard 2\ngo\ngo\ngo\n");
    ends_unheard(&["othello", "engine", "--player", "alphabeta-tt:time=600s"], "go\n");
}

/// The usual player knows how the game ends, and how long it may think.
#[test]
fn the_usual_player() {
    let mut engine = engine(&[]);
    let name = engine.ask("nboard 2");
    assert_eq!(
        name, "set myname searchlab-pvs:time=1s,evaluation=learned,probcut=1,solve=18,weights=shipped",
        "the strongest"
    );
    let end = Lab::new(&[("end.obf", &endgame(12))]).run("othello solve end.obf --format json").expect(0).record();
    let position = playout::game(1).positions().find(|position| position.board.empties() == 12).expect("it is there");
    engine.send(format!("set game {}\n", GgfGame::new(["", ""], Transcript::new(position))));
    let (mv, said) = go(&mut engine);
    let answer = end.result.expect("it is solved");
    assert!(answer.moves.first() == Some(mv.to_string().as_str()), "{said:?} {answer:?}");
    assert!(said.iter().any(|line| line.ends_with(&format!(" {:.2} 0 100%", answer.value))), "{said:?} {answer:?}");
    engine.send("set game (;GM[Othello];)\n");
    let begin = Instant::now();
    let (mv, _) = go(&mut engine);
    assert!(Position::INITIAL.moves().contains(&mv) && begin.elapsed() < Duration::from_secs(10));
}

#[test]
fn who_cannot_play_is_told_so() {
    let lab = Lab::new(&[]);
    for (flags, parts) in [
        ("--player human", ["a person cannot be an engine", "--player:1:1"]),
        ("--player mtd", ["unknown player", "did you mean \"mtdf\"?"]),
        ("--solve 61", ["invalid value '61'", "from 0 to 60"]),
    ] {
        lab.run(&format!("othello engine {flags}")).expect(2).says(&parts);
    }
}
