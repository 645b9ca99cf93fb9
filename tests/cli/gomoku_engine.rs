//! The protocol of tournaments, played against the built program as a manager would, and as no manager should.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use searchlab::worlds::Side;
use searchlab::worlds::gomoku::{Point, Position, Rule, Setting, legal_points};

use crate::support::PROGRAM;

/// Longer than any answer takes, on a machine that runs other tests too.
const PATIENCE: Duration = Duration::from_mins(1);

/// The program, and what it says.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    fn new() -> Self {
        Self::of(Command::new(PROGRAM).args(["gomoku", "engine"]))
    }

    fn of(command: &mut Command) -> Self {
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let (input, output) = (child.stdin.take(), child.stdout.take().expect("its output"));
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Self { child, input, lines }
    }

    fn send(&mut self, text: impl AsRef<[u8]>) {
        let input = self.input.as_mut().expect("it is open");
        input.write_all(text.as_ref()).and_then(|()| input.flush()).expect("the program reads");
    }

    /// The next line that is no message.
    #[track_caller]
    fn hear(&self) -> String {
        loop {
            let line = self.lines.recv_timeout(PATIENCE).expect("an answer");
            if !line.starts_with("MESSAGE ") {
                return line;
            }
        }
    }

    #[track_caller]
    fn ask(&mut self, line: &str) -> String {
        self.send(format!("{line}\r\n"));
        self.hear()
    }

    /// Asks for a move.
    #[track_caller]
    fn ask_move(&mut self, line: &str, setting: Setting) -> Point {
        let answer = self.ask(line);
        let cell = answer.split_once(',').and_then(|(x, y)| setting.point(x.parse().ok()?, y.parse().ok()?));
        cell.unwrap_or_else(|| panic!("{line}: {answer}"))
    }

    /// Waits for the end; everything that was said until then, on both streams.
    #[track_caller]
    fn end_within(mut self, time: Duration) -> (ExitStatus, Vec<String>) {
        let begin = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                break status;
            }
            if begin.elapsed() > time {
                let _ = self.child.kill();
                panic!("it goes on after {time:?}");
            }
            thread::sleep(Duration::from_millis(5));
        };
        let mut said: Vec<String> = self.lines.iter().collect();
        let errors = self.child.stderr.take().expect("its errors");
        said.extend(BufReader::new(errors).lines().map_while(Result::ok).map(|line| format!("stderr: {line}")));
        (status, said)
    }
}

#[test]
fn a_manager_is_answered() {
    let mut engine = Engine::new();
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
    let mut engine = Engine::new();
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
    engine.input = None;
    let (status, said) = engine.end_within(PATIENCE);
    assert!(status.success() && said.len() == 1 && said[0].starts_with("name="), "{said:?}");
}

#[test]
fn it_ends_while_it_thinks() {
    for thinking in ["TURN 7,7", "BOARD\n7,7,2\nDONE", "SWAP2BOARD\n7,7\n0,0\n8,8\nDONE"] {
        let mut engine = Engine::new();
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
    let mut command = Command::new(PROGRAM);
    command.args(["gomoku", "engine"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("its input");
    // It may have ended before all is written.
    let _ = input.write_all(b"ABOUT\nABOUT\nSTART 15\n");
    let begin = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        assert!(begin.elapsed() < PATIENCE, "it goes on");
        thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().expect("its streams");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

/// A name that begins with `pbrain-` is enough.
#[cfg(unix)]
#[test]
fn a_name_makes_it_an_engine() {
    let folder = tempfile::tempdir().expect("a folder");
    let link = folder.path().join("pbrain-lab");
    std::os::unix::fs::symlink(PROGRAM, &link).expect("a link");
    let mut engine = Engine::of(&mut Command::new(link));
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
        let mut engine = Engine::new();
        engine.send(format!("INFO rule {bits}\nINFO max_node 2000\nINFO timeout_turn 1000\n"));
        let start = if width == height { format!("START {width}") } else { format!("RECTSTART {width},{height}") };
        assert_eq!(engine.ask(&start), "OK");
        for begins in [true, false] {
            let mut position = Position::empty(setting);
            let mut line = begins.then(|| "BEGIN".to_owned());
            let mut ours = Side::Black;
            loop {
                if let Some(line) = &line {
                    let point = engine.ask_move(line, setting);
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
    let mut engine = Engine::new();
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
                engine.ask_move(stones, setting);
                begin.elapsed().as_millis()
            })
            .min();
        assert!(least.is_some_and(|least| least < most), "{limits}: {least:?} ms");
    }
}
