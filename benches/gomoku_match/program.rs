//! A program that speaks the protocol, as a player. One process plays one game.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use searchlab::worlds::gomoku::{Point, Position};

use super::args::Args;
use super::game::{Fault, Player};

/// A program has so long to make itself ready.
const START: Duration = Duration::from_secs(10);

/// And so long, beyond its time, until it counts as hanging.
const HANGING: Duration = Duration::from_secs(5);

#[derive(Debug)]
struct Running {
    child: Child,
    input: ChildStdin,
    lines: Receiver<(String, Instant)>,
}

/// A program as a player.
#[derive(Debug)]
pub(crate) struct Program {
    words: Vec<String>,
    /// What is sent before the first move.
    greeting: Vec<String>,
    turn: Duration,
    running: Option<Running>,
    is_in_game: bool,
}

impl Program {
    pub(crate) fn new(words: &[String], args: &Args, more: &[String]) -> Self {
        let mut greeting = vec![
            format!("INFO timeout_turn {}", args.turn.as_millis()),
            "INFO timeout_match 0".to_owned(),
            "INFO time_left 2147483647".to_owned(),
            format!("INFO max_memory {}", args.memory),
            "INFO game_type 1".to_owned(),
            format!("INFO rule {}", args.rule_bits()),
        ];
        greeting.extend_from_slice(more);
        Self { words: words.to_vec(), greeting, turn: args.turn, running: None, is_in_game: false }
    }

    /// Starts the process and makes it ready.
    fn start(&mut self, position: &Position) -> Result<(), Fault> {
        let died = |error: std::io::Error| Fault::Died(error.to_string());
        let (name, rest) = self.words.split_first().ok_or_else(|| Fault::Died("no program".to_owned()))?;
        let mut child = Command::new(name)
            .args(rest)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(died)?;
        let (sender, lines) = mpsc::channel();
        let output = child.stdout.take().ok_or_else(|| Fault::Died("no output".to_owned()))?;
        let input = child.stdin.take().ok_or_else(|| Fault::Died("no input".to_owned()))?;
        thread::spawn(move || {
            for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
                let line = String::from_utf8_lossy(&line).trim().to_owned();
                if sender.send((line, Instant::now())).is_err() {
                    return;
                }
            }
        });
        self.running = Some(Running { child, input, lines });
        self.send(&format!("START {}", position.setting().width))?;
        let (answer, _) = self.answer(START)?;
        if !answer.to_ascii_uppercase().starts_with("OK") {
            return Err(Fault::Died(format!("START: {answer}")));
        }
        let greeting = self.greeting.join("\r\n");
        self.send(&greeting)
    }

    fn send(&mut self, text: &str) -> Result<(), Fault> {
        let gone = || Fault::Died("it has ended".to_owned());
        let running = self.running.as_mut().ok_or_else(gone)?;
        let sent = write!(running.input, "{text}\r\n").and_then(|()| running.input.flush());
        sent.map_err(|error| Fault::Died(error.to_string()))
    }

    /// The next line that is an answer.
    fn answer(&mut self, most: Duration) -> Result<(String, Instant), Fault> {
        let begin = Instant::now();
        let running = self.running.as_mut().ok_or_else(|| Fault::Died("it has ended".to_owned()))?;
        loop {
            let left = most.saturating_sub(begin.elapsed());
            let (line, arrived) = running.lines.recv_timeout(left).map_err(|error| match error {
                mpsc::RecvTimeoutError::Timeout => Fault::Time(begin.elapsed()),
                mpsc::RecvTimeoutError::Disconnected => Fault::Died("its output ended".to_owned()),
            })?;
            let is_talk = ["MESSAGE", "DEBUG", "UNKNOWN", "INFO"].iter().any(|word| line.starts_with(word));
            if !is_talk && !line.is_empty() {
                return Ok((line, arrived));
            }
        }
    }
}

impl Player for Program {
    fn choose(&mut self, position: &Position) -> Result<(Point, Duration), Fault> {
        if self.running.is_none() {
            self.start(position)?;
        }
        let command = match position.stones().last() {
            Some(&(last, _)) if self.is_in_game => format!("TURN {},{}", last.column(), last.row()),
            _ => board(position),
        };
        self.is_in_game = true;
        let begin = Instant::now();
        self.send(&command)?;
        let (answer, arrived) = self.answer(self.turn + HANGING)?;
        let time = arrived.saturating_duration_since(begin);
        let cell = answer.split_once(',').and_then(|(x, y)| Some((x.trim().parse().ok()?, y.trim().parse().ok()?)));
        let point = cell.and_then(|(x, y)| position.setting().point(x, y));
        point.map(|point| (point, time)).ok_or(Fault::Illegal(answer))
    }
}

/// The position as a board, from the side to move.
fn board(position: &Position) -> String {
    let mut lines = vec!["BOARD".to_owned()];
    for &(point, side) in position.stones() {
        let field = if side == position.side() { 1 } else { 2 };
        lines.push(format!("{},{},{field}", point.column(), point.row()));
    }
    lines.push("DONE".to_owned());
    lines.join("\r\n")
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.send("END");
        let Some(mut running) = self.running.take() else { return };
        let begin = Instant::now();
        while begin.elapsed() < Duration::from_secs(1) {
            if matches!(running.child.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        let _ = running.child.kill();
        let _ = running.child.wait();
    }
}
