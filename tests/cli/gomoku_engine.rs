//! The protocol of tournaments, played against the built program as a manager would, and as no manager should.

use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use searchlab::worlds::Side;
use searchlab::worlds::gomoku::{Point, Position, Rule, Setting, legal_points};

use crate::engine::{Engine, PATIENCE, ends_unheard};
use crate::support::PROGRAM;

const REMARK: &str = "MESSAGE ";

fn engine() -> Engine {
    Engine::new(&["gomoku", "engine"], REMARK)
}

/// Asks for a move.
#[track_caller]
fn ask_move(engine: &mut Engine, line: &str, setting: Setting) -> Point {
    let answer = engine.ask(line);
    let cell = answer.split_once(',').and_then(|(x, y)| setting.point(x.parse().ok()?, y.parse().ok()?));
    cell.unwrap_or_else(|| panic!("{line}: {answer}"))
}

#[test]
fn a_manager_is_answered() {
    let mut engine = engine();
    assert_eq!(engine.ask("START 15"), "OK");
    engine.send("INFO timeout_turn 200\r\nINFO rule 0\r\nINFO unknown thing\r\nINFO max_memory 20000000\r\n\r\n\n\r");
    assert!(engine.ask("about").starts_with("name=\"searchlab\", version=\""));
    assert_eq!(engine.ask("BEGIN"), "7,7");
    assert_eq!(engine.ask("TURN 7,7"), "ERROR 7,7 is taken");
    assert!(engine.ask("FLY 7,7").starts_with("UNKNOWN "));
    assert_eq!(engine.ask("TAKEBACK 7,7"), "OK");
    assert_eq!(engine.ask("PLAY 8,8"), "8,8");
    assert_eq!(engine.ask("RESTART"), "OK");
    // The last line of a board, its end of line and the rest of the lines in pieces.
    for piece in ["BO", "ARD\r", "\n5,5,1\r\n6,5,1\n7,5,1\r8,", "5,1\n5,6,2\n6,7,2\n7,8,2\n4,5,2\nDO", "NE\r"] {
        engine.send(piece);
        thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(engine.hear(), "9,5");
    let three = engine.ask("SWAP2BOARD\nDONE");
    assert_eq!(three.split(' ').count(), 3, "{three}");
    engine.send("END\r\n");
    let (status, said) = engine.end_within(Duration::from_secs(5));
    assert!(status.success() && said.is_empty(), "{status} {said:?}");
}

/// Bytes that are no text, long lines, and a line that the end of the input ends.
#[test]
fn rubbish_and_half_lines() {
    let mut engine = engine();
    let mut bytes: Vec<u8> = (0..=255).cycle().take(3_000).collect();
    bytes.extend(vec![b'x'; 1 << 20]);
    bytes.extend(b"\nSTART 15\n");
    engine.send(&bytes);
    let mut line = engine.hear();
    while line != "OK" {
        assert!(line.starts_with("UNKNOWN "), "{line}");
        line = engine.hear();
    }
    engine.send("ABOUT");
    engine.close();
    let (status, said) = engine.end_within(PATIENCE);
    assert!(status.success() && said.len() == 1 && said[0].starts_with("name="), "{said:?}");
}

#[test]
fn it_ends_while_it_thinks() {
    for thinking in ["TURN 7,7", "BOARD\n7,7,2\nDONE", "SWAP2BOARD\n7,7\n0,0\n8,8\nDONE"] {
        let mut engine = engine();
        assert_eq!(engine.ask("INFO timeout_turn 600000\nSTART 15"), "OK");
        engine.send(format!("{thinking}\n"));
        thread::sleep(Duration::from_millis(500));
        engine.send("INFO time_left 100\nEND\n");
        let (status, said) = engine.end_within(Duration::from_secs(3));
        assert!(status.success() && said.is_empty(), "{status} {said:?}");
    }
}

/// Nobody listens any more: it ends without a word.
#[test]
fn a_closed_pipe_ends_it() {
    ends_unheard(&["gomoku", "engine"], "ABOUT\nABOUT\nSTART 15\n");
}

/// A name that begins with `pbrain-` is enough.
#[cfg(unix)]
#[test]
fn a_name_makes_it_an_engine() {
    let folder = tempfile::tempdir().expect("a folder");
    let link = folder.path().join("pbrain-lab");
    std::os::unix::fs::symlink(PROGRAM, &link).expect("a link");
    let mut engine = Engine::of(&mut Command::new(link), REMARK);
    assert_eq!(engine.ask("START 20"), "OK");
    assert_eq!(engine.ask("BEGIN"), "10,10");
}

/// Games of every rule and on boards of several forms, one after the other by RESTART, against a player that takes
/// legal cells by turns from both ends of the board: every move is legal.
#[test]
fn games_are_legal_to_their_end() {
    let boards = [(15, 15, 0), (20, 20, 0), (12, 18, 1), (15, 15, 4), (15, 15, 8)];
    for (width, height, bits) in boards {
        let rule = match bits {
            0 => Rule::Freestyle,
            1 => Rule::Standard,
            4 => Rule::Renju,
            _ => Rule::Caro,
        };
        let setting = Setting { width, height, rule };
        let mut engine = engine();
        engine.send(format!("INFO rule {bits}\nINFO max_node 2000\nINFO timeout_turn 1000\n"));
        let start = if width == height { format!("START {width}") } else { format!("RECTSTART {width},{height}") };
        assert_eq!(engine.ask(&start), "OK");
        for begins in [true, false] {
            let mut position = Position::empty(setting);
            let mut line = begins.then(|| "BEGIN".to_owned());
            let mut ours = Side::Black;
            loop {
                if let Some(line) = &line {
                    let point = ask_move(&mut engine, line, setting);
                    assert!(legal_points(&position).contains(&point), "{line}: {point:?} in {position:?}");
                    position.play(point).expect("it is legal");
                    ours = position.side().other();
                }
                let legal = legal_points(&position);
                if position.five().is_some() || legal.is_empty() {
                    break;
                }
                let count = position.stones().len();
                let point = legal
                    [if count.is_multiple_of(3) { legal.len() - 1 - count % legal.len() } else { count % legal.len() }];
                position.play(point).expect("it is legal");
                if position.five().is_some() || position.is_full() {
                    break;
                }
                line = Some(format!("TURN {},{}", point.column(), point.row()));
            }
            // Whoever plays like that loses.
            assert_eq!(position.five().map(|(side, _)| side), Some(ours), "{position:?}");
            assert_eq!(engine.ask("RESTART"), "OK");
        }
    }
}

/// The clock of a move, seen from outside. A machine that is busy with other things may take its share.
#[test]
fn moves_are_in_time() {
    let mut engine = engine();
    assert_eq!(engine.ask("START 15"), "OK");
    let setting = Setting::default();
    let stones = "BOARD\n7,7,2\n8,8,1\n6,8,2\n9,7,1\n8,6,2\nDONE";
    for (limits, most) in [
        ("INFO timeout_turn 300", 300),
        ("INFO timeout_turn 0", 300),
        ("INFO timeout_turn 30000\nINFO time_left 5000", 300),
        ("INFO time_left -20", 300),
    ] {
        let least = (0..3)
            .map(|_| {
                engine.send(format!("{limits}\n"));
                thread::sleep(Duration::from_millis(50));
                let begin = Instant::now();
                ask_move(&mut engine, stones, setting);
                begin.elapsed().as_millis()
            })
            .min();
        assert!(least.is_some_and(|least| least < most), "{limits}: {least:?} ms");
    }
}
