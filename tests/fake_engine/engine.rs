//! A program for the tests of programs as players: it speaks the protocols of Gomocup and of NBoard, and GTP for Othello
//! (commands with a number), and at one of its moves does what no program should.
//!
//! `fake_engine BEHAVIOUR[:N] [FILE]`: from the N-th move of the process on, the first if N is missing. It appends its
//! number to the file, a line `end` when it is told to end, and is good if another has stood there before it.
//! `fake_engine sleeper FILE` is the child of a `parent`.

use std::env;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::mem;
use std::process::{Command, Stdio, exit};
use std::thread::sleep;
use std::time::Duration;

use searchlab::diagnostic::Source;
use searchlab::play::{BoardGame, Game};
use searchlab::worlds::gomoku::{Point, Position as Gomoku, Rule, Setting};
use searchlab::worlds::othello::{Move, Position as Othello};

/// Longer than any test waits.
const EVER: Duration = Duration::from_mins(1);

/// Longer than tests let a move take.
const LATE: Duration = Duration::from_secs(2);

struct Fake {
    behaviour: String,
    from: u32,
    moves: u32,
    file: Option<String>,
    gomoku: Gomoku,
    /// The rule that the manager has asked for.
    rule: Rule,
    othello: Game<Othello>,
}

fn main() {
    let mut words = env::args().skip(1);
    let what = words.next().unwrap_or_else(|| "good".to_owned());
    let (behaviour, from) = what.split_once(':').unwrap_or((&what, "1"));
    let file = words.next();
    if what == "sleeper" {
        sleep_alone(&file.expect("a file"));
        return;
    }
    let mut fake = Fake {
        behaviour: behaviour.to_owned(),
        from: from.parse().expect("a number"),
        moves: 0,
        file,
        gomoku: Gomoku::empty(Setting::default()),
        rule: Rule::default(),
        othello: Game::new(Othello::INITIAL),
    };
    if fake.file.as_ref().is_some_and(|file| fs::metadata(file).is_ok_and(|data| data.len() > 0)) {
        "good".clone_into(&mut fake.behaviour);
    }
    let mut lines = io::stdin().lines();
    let mut is_new = true;
    while let Some(Ok(line)) = lines.next() {
        // One that is only tried out, and killed before anything is said to it, leaves no number.
        if mem::take(&mut is_new) {
            fake.write(&std::process::id().to_string());
        }
        fake.take(line.trim(), &mut lines);
    }
    fake.wait_if("deaf");
}

/// What a child does that has nothing to do with its parent any more: it has a session of its own.
fn sleep_alone(file: &str) {
    #[cfg(unix)]
    rustix::process::setsid().expect("a child leads no group");
    write(file, &std::process::id().to_string());
    sleep(EVER);
}

fn write(file: &str, line: &str) {
    let mut file = OpenOptions::new().append(true).create(true).open(file).expect("a file");
    writeln!(file, "{line}").expect("room");
}

fn say(line: &str) {
    println!("{line}");
    // Who hears nothing is about to end it.
    let _ = io::stdout().flush();
}

impl Fake {
    fn is(&self, behaviour: &str) -> bool {
        self.behaviour == behaviour
    }

    fn write(&self, line: &str) {
        if let Some(file) = &self.file {
            write(file, line);
        }
    }

    /// Has a child of its own, if it has none yet, which is on its own by the time that this returns.
    #[allow(clippy::zombie_processes, reason = "the child is meant to outlive it")]
    fn have_child(&self) {
        let file = self.file.as_ref().expect("a file");
        let lines = || fs::read_to_string(file).unwrap_or_default().lines().count();
        if lines() > 1 {
            return;
        }
        let program = env::current_exe().expect("a program");
        Command::new(program).args(["sleeper", file]).stdin(Stdio::null()).spawn().expect("a child");
        while lines() < 2 {
            sleep(Duration::from_millis(1));
        }
    }

    fn wait_if(&self, behaviour: &str) {
        if self.is(behaviour) {
            sleep(EVER);
        }
    }

    fn take(&mut self, line: &str, lines: &mut io::Lines<io::StdinLock<'_>>) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if self.is("chatty") {
            say(&format!("received {line}\n==========\n 7  +1.50  F5 d6 C3  pong 1"));
        }
        if word.parse::<u32>().is_ok() {
            return self.gtp(word, rest);
        }
        match word {
            "END" | "quit" => {
                self.wait_if("deaf");
                self.write("end");
                exit(0);
            }
            "START" if self.is("refuse") => say("ERROR no such board"),
            "START" => self.start(&format!("{rest},{rest}")),
            "RECTSTART" => self.start(rest),
            "RESTART" if self.is("stubborn") => say("UNKNOWN command"),
            "RESTART" => {
                self.gomoku = Gomoku::empty(self.gomoku.setting());
                say("OK");
            }
            "INFO" => self.inform(rest),
            "BEGIN" => self.answer_gomoku(lines),
            "TURN" => {
                let [x, y] = cells(rest)[..] else { panic!("{line}") };
                self.gomoku.play(Point::new(x, y)).expect("an empty cell");
                self.answer_gomoku(lines);
            }
            "BOARD" => {
                self.board(lines);
                self.answer_gomoku(lines);
            }
            "set" => {
                if let Some(text) = rest.strip_prefix("game ") {
                    let games = Othello::INITIAL.read(&Source::new("game", text)).expect("a game");
                    self.othello = games.into_iter().next().expect("one");
                }
            }
            "move" => assert!(self.othello.push(rest.parse().expect("a move")), "{line}"),
            "ping" => say(&format!("pong {rest}")),
            "nboard" => say("set myname fake"),
            "go" => self.answer_othello(),
            _ => {}
        }
    }

    fn gtp(&mut self, number: &str, command: &str) {
        let words: Vec<&str> = command.split(' ').collect();
        let text = match words[..] {
            ["boardsize", _] if self.is("refuse") => return say(&format!("?{number} unacceptable size\n")),
            ["clear_board"] if self.is("stubborn") && self.moves > 0 => {
                return say(&format!("?{number} one game is enough\n"));
            }
            ["clear_board"] => {
                self.othello = Game::new(Othello::INITIAL);
                String::new()
            }
            ["play", _, mv] => {
                let mv = if mv == "pass" { Move::PASS } else { mv.parse().expect("a move") };
                assert!(self.othello.push(mv), "{command}");
                String::new()
            }
            ["genmove", _] => {
                if self.misbehaves("#", &format!("={number} "), &format!("={number} D4")) {
                    return;
                }
                let position = self.othello.position();
                let best: Move = position.random_move(1, self.othello.plies()).expect("a move");
                assert!(self.othello.push(best));
                best.to_string().to_uppercase()
            }
            ["boardsize", _] | ["time_settings", ..] => String::new(),
            _ => panic!("{command}"),
        };
        say(&format!("={number} {text}\n"));
    }

    fn start(&mut self, size: &str) {
        let [width, height] = cells(size)[..] else { panic!("{size}") };
        self.gomoku = Gomoku::empty(Setting { width: width as u8, height: height as u8, rule: self.rule });
        say("OK");
    }

    fn inform(&mut self, text: &str) {
        if let Some(bits) = text.strip_prefix("rule ") {
            self.rule = match bits {
                "1" => Rule::Standard,
                "4" => Rule::Renju,
                "8" => Rule::Caro,
                _ => Rule::Freestyle,
            };
            self.gomoku = Gomoku::empty(Setting { rule: self.rule, ..self.gomoku.setting() });
        }
    }

    fn board(&mut self, lines: &mut io::Lines<io::StdinLock<'_>>) {
        let mut stones = Vec::new();
        while let Some(Ok(line)) = lines.next() {
            if line.trim() == "DONE" {
                break;
            }
            stones.push(cells(&line));
        }
        let own = stones.iter().filter(|stone| stone[2] == 1).count();
        let other = stones.len() - own;
        let side = if own == other { searchlab::worlds::Side::Black } else { searchlab::worlds::Side::White };
        self.gomoku = Gomoku::empty(self.gomoku.setting());
        for stone in stones {
            let whose = if stone[2] == 1 { side } else { side.other() };
            self.gomoku.put(Point::new(stone[0], stone[1]), whose).expect("an empty cell");
        }
        self.gomoku.set_side(side);
    }

    fn answer_gomoku(&mut self, lines: &mut io::Lines<io::StdinLock<'_>>) {
        let spelled = |point: Point| format!("{},{}", point.column(), point.row());
        let last = self.gomoku.stones().last().map_or_else(|| "99,99".to_owned(), |&(point, _)| spelled(point));
        if self.misbehaves("MESSAGE", "", &last) {
            return;
        }
        let best = self.gomoku.random_move(1, self.gomoku.stones().len()).expect("a move");
        if self.is("suggest") {
            say(&format!("SUGGEST {}", spelled(best)));
            let said = lines.next().expect("an answer").expect("an answer");
            assert_eq!(said.trim(), format!("PLAY {}", spelled(best)));
        }
        self.gomoku.play(best).expect("an empty cell");
        say(&spelled(best));
    }

    fn answer_othello(&mut self) {
        if self.misbehaves("status", "=== ", "=== D4/0/0") {
            return;
        }
        let best: Move = self.othello.position().random_move(1, self.othello.plies()).expect("a move");
        say(&format!("=== {}/1.50/0.01", best.to_string().to_uppercase()));
    }

    /// Does what it should not, if it is time for it; true if there is to be no other answer.
    fn misbehaves(&mut self, remark: &str, answer: &str, illegal: &str) -> bool {
        self.moves += 1;
        if self.moves < self.from {
            return false;
        }
        match self.behaviour.as_str() {
            "crash" => {
                eprintln!("out of ideas");
                exit(3)
            }
            "hang" => {
                say(&format!("{remark} thinking for ever"));
                sleep(EVER);
            }
            "abort" => std::process::abort(),
            // The pipe ends, and the program does not.
            #[cfg(unix)]
            "close" => {
                let _ = rustix::stdio::dup2_stdout(fs::File::open("/dev/null").expect("nothing"));
                sleep(EVER);
            }
            "spin" => loop {
                std::hint::spin_loop();
            },
            "flood" => loop {
                let _ = io::stdout().write_all(&[b'x'; 1 << 14]);
            },
            "remarks" => loop {
                say(&format!("{remark} still thinking"));
            },
            "complain" => loop {
                eprintln!("warning: {}", "x".repeat(1000));
            },
            "binary" => io::stdout().write_all(&[answer.as_bytes(), b"\xff\xfe\x00\n"].concat()).expect("a pipe"),
            "babble" => say(&format!("{answer}the middle looks good")),
            "late" => {
                sleep(LATE);
                return false;
            }
            "illegal" => say(illegal),
            "resign" => say(&format!("{answer}resign")),
            "empty" => say(answer.trim_end()),
            "error" => say(&format!("{}out of ideas\n", answer.replacen('=', "?", 1))),
            // An answer to another command, a rule across the page, an answer that does not end.
            "number" => {
                say("=999 d3\n");
                sleep(EVER);
            }
            "rule" => {
                say("==========");
                sleep(EVER);
            }
            "half" => {
                print!("{answer}d");
                let _ = io::stdout().flush();
                sleep(EVER);
            }
            "memory" => {
                let room = vec![1u8; 256 << 20];
                sleep(EVER);
                eprintln!("{}", room.len());
            }
            "parent" => {
                self.have_child();
                return false;
            }
            "parent-hang" => {
                self.have_child();
                sleep(EVER);
            }
            "noisy" => {
                say(&format!("{remark} one\n\n{remark} two"));
                eprintln!("three");
                return false;
            }
            _ => return false,
        }
        true
    }
}

fn cells(text: &str) -> Vec<usize> {
    text.trim().split(',').map(|number| number.parse().expect("a number")).collect()
}
