//! Dialogues as clients lead them, and lines that no client should send.

use std::time::Duration;

use proptest::prelude::*;

use super::*;
use crate::worlds::othello::format::read_moves;
use crate::worlds::othello::play::PLAYERS;
use crate::worlds::othello::playout;

fn setup(player: &str, solve: u32) -> Setup {
    Setup { player: PLAYERS.parse(&Source::new("player", player)).unwrap(), seed: 7, solve, threads: 1 }
}

fn engine(player: &str, solve: u32) -> Protocol {
    Protocol::new(setup(player, solve))
}

/// The answers to a line, line by line.
fn take(protocol: &mut Protocol, line: &str) -> Vec<String> {
    let mut said = Vec::new();
    let flow = protocol.take(line, &Arc::default(), &mut said).expect("there is room");
    assert_eq!(flow, ControlFlow::Continue(()), "{line}");
    String::from_utf8(said).expect("text").lines().map(str::to_owned).collect()
}

/// The answers to lines, without the remarks on the way.
fn answers(protocol: &mut Protocol, lines: &[&str]) -> Vec<String> {
    let said = lines.iter().flat_map(|line| take(protocol, line));
    said.filter(|line| !line.starts_with("status ") && !line.starts_with("nodestats ")).collect()
}

/// The move of an answer to `go`.
fn chosen(said: &[String]) -> Move {
    let line = said.iter().find(|line| line.starts_with("=== ")).unwrap_or_else(|| panic!("{said:?}"));
    line[4..].split('/').next().unwrap().parse().unwrap_or_else(|error| panic!("{error}: {line}"))
}

/// A game that a client sends.
fn sent(transcript: &crate::worlds::othello::Transcript) -> String {
    format!("set game {}", GgfGame::new(["one", "two"], transcript.clone()))
}

/// The session that the description of the protocol shows, with another engine.
#[test]
fn the_session_of_the_description() {
    let mut protocol = engine("alphabeta-tt:depth=8", 0);
    let game = "set game (;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]BO[8 \
                ---------------------------O*------*O--------------------------- *]B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]\
                W[F4];)";
    let said = answers(&mut protocol, &["nboard 2", game, "set depth 6", "ping 1"]);
    assert_eq!(
        said,
        ["set myname searchlab-alphabeta-tt:depth=8", "set myname searchlab-alphabeta-tt:depth=6", "pong 1"]
    );
    let said = take(&mut protocol, "go");
    assert_eq!((said[0].as_str(), said[said.len() - 1].as_str()), ("status thinking", "status waiting"));
    let moves = read_moves(&Source::new("moves", "f5f6d3c5e6f7e7f4"), Position::INITIAL).unwrap();
    assert!(moves.end().moves().contains(&chosen(&said)), "{said:?}");
    let line = said.iter().find(|line| line.starts_with("search ")).unwrap();
    let words: Vec<&str> = line.split(' ').collect();
    assert!(words.len() == 5 && words[3] == "0" && words[4] == "6" && words[1].len() >= 2, "{line}");
    assert!(words[1].starts_with(&chosen(&said).to_string().to_uppercase()), "{line}");
    let answer = said.iter().find(|line| line.starts_with("=== ")).unwrap();
    let parts: Vec<&str> = answer[4..].split('/').collect();
    assert_eq!(parts[1], words[2]);
    assert!(parts[2].parse::<f64>().is_ok_and(|seconds| seconds >= 0.0), "{answer}");
    // The engine has not moved: it says the same again.
    assert_eq!(chosen(&take(&mut protocol, "go")), chosen(&said));
}

#[test]
fn depths_are_asked_and_held() {
    for (player, asked, expected) in [
        ("mtdf", "set depth 4", "mtdf:depth=4"),
        ("mtdf", "set depth 20", "mtdf:depth=6"),
        ("mtdf:time=90s", "set depth 99", "mtdf:depth=60,time=1m30s"),
        ("random", "set depth 3", "random"),
        ("level:3", "set depth 5", "alphabeta-tt:depth=1"),
    ] {
        let said = answers(&mut engine(player, 0), &[asked]);
        assert_eq!(said, [format!("set myname searchlab-{expected}")]);
    }
}

/// Positions come by games and by moves, with passes or without.
#[test]
fn positions_are_followed() {
    // Seed 12: a game with passes.
    let whole = playout::game(12);
    for leaves_out in [true, false] {
        let mut protocol = engine("random", 0);
        for (position, mv) in whole.positions().zip(whole.moves()) {
            assert_eq!(*protocol.game.as_ref().unwrap().position(), position);
            let moves = [format!("move {mv}/1.5/2"), mv.to_string().to_uppercase(), format!("move {mv}")];
            if *mv != Move::PASS {
                assert!(take(&mut protocol, &moves[usize::from(mv.number()) % 3]).is_empty());
            } else if leaves_out {
                // The next move tells.
                protocol.make("pa");
            } else {
                assert_eq!(answers(&mut protocol, &["go"]), ["=== PA"]);
                assert!(take(&mut protocol, "move PA").is_empty());
            }
        }
        assert_eq!(*protocol.game.as_ref().unwrap().position(), whole.end());
        assert_eq!(take(&mut protocol, "go"), ["status the game is over"]);
        assert_eq!(take(&mut protocol, "hint 3"), ["status the game is over"]);
        assert!(take(&mut protocol, &sent(&whole)).is_empty());
        assert_eq!(*protocol.game.as_ref().unwrap(), of_transcript(&whole));
    }
    let mut protocol = engine("random", 0);
    for mv in whole.moves().iter().filter(|mv| **mv != Move::PASS) {
        assert!(take(&mut protocol, &format!("move {mv}")).is_empty());
    }
    assert_eq!(*protocol.game.as_ref().unwrap().position(), whole.end());
}

/// After what cannot be, nothing is answered for a wrong position.
#[test]
fn what_cannot_be_is_said() {
    let mut protocol = engine("alphabeta-tt:depth=2", 0);
    let good = sent(&playout::game(0));
    for (line, problem) in [
        ("move a1", "status no game: the move \"a1\" cannot be made: a1 is not legal: it would turn no disc"),
        ("move", "status no game: the move \"\" cannot be made: \"\" is not a move"),
        ("move PA", "status no game: the move \"PA\" cannot be made: black can move and may not pass"),
        ("set game", "status no game: no games in the text"),
        ("set game (;B[a1];)", "status no game: move 1, a1, is not legal for black"),
        ("set game (;B[f5];)(;B[f5];)", "status no game: 2 games in place of one"),
    ] {
        let mut protocol = engine("alphabeta-tt:depth=2", 0);
        let said = take(&mut protocol, line);
        assert!(said.len() == 1 && said[0].starts_with(problem), "{said:?}");
        for question in ["go", "hint 2", "analyze", "move f5"] {
            let said = take(&mut protocol, question);
            assert!(said.len() == 1 && said[0].starts_with(problem), "{question}: {said:?}");
        }
        assert!(take(&mut protocol, &good).is_empty());
        assert_eq!(take(&mut protocol, "go"), ["status the game is over"]);
    }
    for line in ["", "  ", "gone", "set colour red", "set contempt 100", "nodestats 3 4", "\u{fffd}\u{0}"] {
        assert_eq!(take(&mut protocol, line), Vec::<String>::new(), "{line:?}");
    }
    assert_eq!(take(&mut protocol, "learn"), ["learned"]);
}

/// The best hint is the move, and there are as many as were asked for.
#[test]
fn hints_are_sorted() {
    for player in ["alphabeta-tt:depth=5", "mtdf:depth=3,evaluation=weighted", "minimax:depth=2", "random"] {
        let mut protocol = engine(player, 0);
        take(&mut protocol, "move f5");
        let said = answers(&mut protocol, &["hint 2"]);
        let last = &said[said.len() - 2..];
        let value = |line: &String| line.split(' ').nth(2).unwrap().parse::<f64>().unwrap();
        assert!(value(&last[0]) >= value(&last[1]), "{said:?}");
        let all = answers(&mut protocol, &["hint 99"]);
        let start = |line: &String| line.split(' ').nth(1).unwrap()[..2].to_owned();
        let mut moves: Vec<String> = all[all.len() - 3..].iter().map(start).collect();
        moves.sort();
        assert_eq!(moves, ["D6", "F4", "F6"], "{all:?}");
        if player != "random" {
            let go = answers(&mut protocol, &["go"]);
            let best = go.iter().find(|line| line.starts_with("=== ")).unwrap();
            assert!((value(&last[0]) - best.split('/').nth(1).unwrap().parse::<f64>().unwrap()).abs() < 1e-9, "{go:?}");
        }
    }
}

/// Near the end the values are those of perfect play, by whomever the game is played.
#[test]
fn ends_are_solved() {
    for seed in 0..4 {
        let whole = playout::game(seed);
        let mut early = crate::worlds::othello::Transcript::new(Position::INITIAL);
        for (_, &mv) in whole.positions().zip(whole.moves()).take_while(|(position, _)| position.board.empties() > 9) {
            early.push(mv);
        }
        if early.end().moves().len() < 2 {
            continue;
        }
        let mut values = Vec::new();
        for player in ["random", "alphabeta-tt:depth=1,evaluation=discs"] {
            let mut protocol = engine(player, 12);
            take(&mut protocol, &sent(&early));
            let go = answers(&mut protocol, &["go"]);
            assert!(go[0].starts_with("search ") && go[0].ends_with(" 0 100%"), "{go:?}");
            let hint = answers(&mut protocol, &["hint 1"]);
            assert_eq!(hint.len(), 1, "{hint:?}");
            let value = |line: &str| line.split(' ').nth(2).unwrap().to_owned();
            assert_eq!(value(&go[0]), value(&hint[0]));
            values.push(value(&go[0]));
            let analysis = answers(&mut protocol, &["analyze"]);
            assert_eq!(analysis[0], format!("analysis {} {}", early.moves().len(), values[0]));
        }
        assert_eq!(values[0], values[1]);
        // Without the solver the margin of a win is not known.
        let mut protocol = engine("alphabeta-tt:depth=12,evaluation=discs", 0);
        take(&mut protocol, &sent(&early));
        let go = answers(&mut protocol, &["go"]);
        let sign = values[0].parse::<f64>().unwrap();
        let expected = if sign == 0.0 {
            " 0.00 0 "
        } else if sign > 0.0 {
            " 64.00 0 100%W"
        } else {
            " -64.00 0 100%W"
        };
        assert!(go[0].contains(expected), "{sign}: {go:?}");
    }
}

#[test]
fn games_are_analyzed_from_their_end() {
    let whole = playout::game(3);
    let mut protocol = engine("alphabeta-tt:depth=1,evaluation=discs", 0);
    take(&mut protocol, &sent(&whole));
    let said = answers(&mut protocol, &["analyze"]);
    let plies = whole.moves().len();
    assert_eq!(said.len(), plies + 1);
    for (line, ply) in said.iter().zip((0..=plies).rev()) {
        assert!(line.starts_with(&format!("analysis {ply} ")), "{line}");
    }
    assert_eq!(said[0], format!("analysis {plies} {}.00", whole.end().board.final_score()));
}

/// A question that was stopped has no answer, and the next one has.
#[test]
fn stopped_questions_have_no_answer() {
    for solve in [0, 60] {
        let mut protocol = engine("alphabeta-tt:time=600s", solve);
        for question in ["go", "hint 4", "analyze"] {
            let stop = Arc::new(AtomicBool::new(false));
            let flag = Arc::clone(&stop);
            let stopping = std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(120));
                flag.store(true, std::sync::atomic::Ordering::Relaxed);
            });
            let mut said = Vec::new();
            assert_eq!(protocol.take(question, &stop, &mut said).unwrap(), ControlFlow::Continue(()));
            stopping.join().unwrap();
            let said = String::from_utf8(said).unwrap();
            assert!(
                !said.contains("===") && !said.contains("analysis") && said.ends_with("status waiting\n"),
                "{said}"
            );
            // While a move is being searched, what is found is said.
            assert!(
                question != "go" || solve > 0 || said.contains("\nsearch ") && said.contains("\nnodestats "),
                "{said}"
            );
        }
        take(&mut protocol, "set depth 2");
        if solve == 0 {
            assert!(Position::INITIAL.moves().contains(&chosen(&take(&mut protocol, "go"))));
        }
    }
}

/// Nobody listens.
#[test]
fn a_closed_ear_ends_the_search() {
    struct Closed(usize);
    impl Write for Closed {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.checked_sub(1).ok_or(io::ErrorKind::BrokenPipe)?;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    for writes in [0, 2, 6] {
        let mut protocol = engine("alphabeta-tt:time=600s", 0);
        let error = protocol.take("go", &Arc::default(), &mut Closed(writes)).expect_err("nobody listens");
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
    }
}

#[test]
fn the_end_is_the_end() {
    let flow = engine("random", 0).take("quit", &Arc::default(), &mut Vec::new()).unwrap();
    assert_eq!(flow, ControlFlow::Break(()));
}

proptest! {
    /// Nothing panics, and no answer holds what is no line of the protocol.
    #[test]
    fn any_lines_are_taken(lines in prop::collection::vec(
        r"(nboard|set (game|depth|contempt)|move|hint|go|ping|learn|analyze|status)?( (\(;B\[F5\];\)|[a-hA-H][1-8]|PA|[0-9]{1,4}|\PC{0,8}))?",
        1..12,
    )) {
        let mut protocol = engine("random", 0);
        for line in &lines {
            let known = ["set myname ", "status ", "=== ", "search ", "nodestats ", "analysis ", "pong ", "learned"];
            for said in take(&mut protocol, line) {
                prop_assert!(known.iter().any(|known| said.starts_with(known)), "{:?}: {:?}", line, said);
            }
        }
    }
}
