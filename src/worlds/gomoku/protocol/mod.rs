//! The protocol that managers of Gomoku games speak (Piskvork, Gomocup), from the engine's side.
//!
//! [`Protocol`] is a machine of lines: a line of the manager goes in, the lines of the answer come out. It knows no
//! stream and no thread, so that tests can drive it.
//!
//! | part | file |
//! |---|---|
//! | lines as commands | `command.rs` |
//! | time, memory, nodes, depth, rule | `limits.rs` |
//! | the stones, and whose they are | `stones.rs` |
//! | the engine and its memory | `thinker.rs` |
//! | the opening swap2 | `swap.rs` |
//!
//! Source      Petr Laštovička, New protocol for Gomoku AI, 2005 to 2023 (the description that comes with Piskvork).
//! Not here    Standard input and output, and END while the engine thinks (the command line).

mod command;
mod limits;
mod stones;
mod swap;
#[cfg(test)]
mod tests;
mod thinker;

use crate::search::clock::Instant;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub use command::is_end;

use crate::worlds::gomoku::gomocup::{cell, numbers};
use command::{Command, quoted};
use limits::{Allowance, Limits};
use stones::{Owner, Stones, spelled};
use thinker::{Thinker, Thought};

use crate::worlds::Side;
use crate::worlds::gomoku::engine::Techniques;
use crate::worlds::gomoku::{Evaluation, Point, Position};

/// The answer to a line of the manager.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Answers {
    /// The lines to print.
    pub lines: Vec<String>,
    /// True if the engine ends now.
    pub is_end: bool,
}

impl Answers {
    fn nothing() -> Self {
        Self::default()
    }

    fn end() -> Self {
        Self { lines: Vec::new(), is_end: true }
    }

    fn line(text: impl Into<String>) -> Self {
        Self { lines: vec![text.into()], is_end: false }
    }

    fn error(text: &str) -> Self {
        Self::line(format!("ERROR {text}"))
    }

    fn of(result: Result<(), String>, good: impl Into<String>) -> Self {
        match result {
            Ok(()) => Self::line(good),
            Err(problem) => Self::error(&problem),
        }
    }
}

/// Lines of a board that are being sent, and the first that was wrong.
#[derive(Debug)]
enum Collecting {
    Board(Stones, Option<String>),
    Swap(Vec<(i64, i64)>, Option<String>),
}

/// The engine's side of the protocol.
#[derive(Debug)]
pub struct Protocol {
    stones: Option<Stones>,
    collecting: Option<Collecting>,
    limits: Limits,
    thinker: Thinker,
}

impl Protocol {
    /// Before the first line, with an engine of this evaluation that uses these techniques. Once `stop` is set, a search
    /// ends soon and without an answer.
    pub fn new(evaluation: Evaluation, techniques: Techniques, stop: Arc<AtomicBool>) -> Self {
        Self {
            stones: None,
            collecting: None,
            limits: Limits::default(),
            thinker: Thinker::new(evaluation, techniques, stop),
        }
    }

    /// Takes in a line that arrived then; its end of line may be missing. Returns when the answer is there: for some
    /// lines that takes a move's time, counted from the arrival.
    pub fn take(&mut self, line: &str, arrived: Instant) -> Answers {
        let line = line.trim();
        if line.is_empty() {
            return Answers::nothing();
        }
        let command = Command::of(line);
        let Some(collecting) = self.collecting.take() else {
            return match command {
                Some((command, rest)) => self.obey(command, rest, arrived),
                None => Answers::line(format!("UNKNOWN command {}", quoted(line))),
            };
        };
        match command {
            Some((Command::Done, _)) => self.collected(collecting, arrived),
            Some((command, rest)) if limits::may_interrupt(command) => {
                self.collecting = Some(collecting);
                self.obey(command, rest, arrived)
            }
            Some((command, rest)) => {
                let mut answers = Answers::error("the board ended without DONE");
                let after = self.obey(command, rest, arrived);
                answers.lines.extend(after.lines);
                Answers { is_end: after.is_end, ..answers }
            }
            None => {
                self.collecting = Some(collect(collecting, line));
                Answers::nothing()
            }
        }
    }

    /// Makes ready what the next move will need. To be called when there is time: no answer is being waited for.
    pub fn prepare(&mut self) {
        if let Some(stones) = &self.stones {
            let position = stones.position(self.limits.is_continuous());
            self.thinker.prepare(&position, self.limits.table_bits());
        }
    }

    fn obey(&mut self, command: Command, rest: &str, arrived: Instant) -> Answers {
        match command {
            Command::Start => match numbers(rest).as_deref() {
                Some(&[length]) => self.start(length, length),
                _ => Answers::error("expected START and the number of columns"),
            },
            Command::RectStart => match cell(rest) {
                Some((width, height)) => self.start(width, height),
                None => Answers::error("expected RECTSTART width,height"),
            },
            Command::Restart => match self.stones.take() {
                Some(stones) => {
                    self.limits.end_game();
                    self.begin_game(stones.emptied(self.limits.rule()));
                    Answers::line("OK")
                }
                None => no_board(),
            },
            Command::Begin => match &self.stones {
                Some(stones) if stones.is_empty() => self.answer_with_move(arrived),
                Some(_) => Answers::error("there are stones already: TURN, BOARD or RESTART"),
                None => no_board(),
            },
            Command::Turn => match self.put(rest, Owner::Opponent) {
                Ok(()) => self.answer_with_move(arrived),
                Err(problem) => Answers::error(&problem),
            },
            Command::Play => {
                let result = self.put(rest, Owner::Own);
                let text = cell(rest).map(|(x, y)| format!("{x},{y}"));
                Answers::of(result, text.unwrap_or_default())
            }
            Command::TakeBack => Answers::of(self.take_back(rest), "OK"),
            Command::Board | Command::Swap2Board => self.begin_collecting(command),
            Command::Done => Answers::error("DONE without BOARD"),
            Command::Info => {
                self.limits.take(rest);
                // Before the first stone the rule is still open.
                let rule = self.limits.rule();
                if let Some(stones) = self.stones.as_mut().filter(|stones| stones.is_empty()) {
                    stones.setting.rule = rule;
                }
                Answers::nothing()
            }
            Command::About => Answers::line(about()),
            Command::End => Answers::end(),
        }
    }

    fn start(&mut self, width: i64, height: i64) -> Answers {
        match Stones::new(width, height, self.limits.rule()) {
            Ok(stones) => {
                self.begin_game(stones);
                Answers::line("OK")
            }
            Err(problem) => Answers::error(&problem),
        }
    }

    fn begin_game(&mut self, stones: Stones) {
        self.stones = Some(stones);
        self.limits.begin_game();
        self.thinker.forget();
    }

    fn begin_collecting(&mut self, command: Command) -> Answers {
        let Some(stones) = &self.stones else { return no_board() };
        let empty = stones.emptied(self.limits.rule());
        self.collecting = Some(match command {
            Command::Swap2Board => Collecting::Swap(Vec::new(), None),
            _ => Collecting::Board(empty, None),
        });
        Answers::nothing()
    }

    fn put(&mut self, rest: &str, owner: Owner) -> Result<(), String> {
        let there = cell(rest).ok_or_else(|| format!("{} is not x,y", quoted(rest)))?;
        self.stones.as_mut().ok_or(NO_BOARD)?.put(there, owner)
    }

    fn take_back(&mut self, rest: &str) -> Result<(), String> {
        let there = cell(rest).ok_or_else(|| format!("{} is not x,y", quoted(rest)))?;
        self.stones.as_mut().ok_or(NO_BOARD)?.take(there)
    }

    fn collected(&mut self, collecting: Collecting, arrived: Instant) -> Answers {
        match collecting {
            Collecting::Board(_, Some(problem)) | Collecting::Swap(_, Some(problem)) => Answers::error(&problem),
            Collecting::Board(stones, None) => {
                self.stones = Some(stones);
                self.answer_with_move(arrived)
            }
            Collecting::Swap(cells, None) => self.swap(&cells, arrived),
        }
    }

    /// Chooses a move, makes it, and answers with it.
    fn answer_with_move(&mut self, arrived: Instant) -> Answers {
        let Some(stones) = &self.stones else { return no_board() };
        let position = stones.position(self.limits.is_continuous());
        if position.five().is_some() {
            return Answers::error("the game is over: there is a five");
        }
        if position.is_full() {
            return Answers::error("the game is over: the board is full");
        }
        let allowance = self.limits.allowance();
        let Some(thought) = self.think(&position, allowance, arrived) else { return Answers::end() };
        let Some(best) = thought.best else { return Answers::error("the game is over: there is no legal move") };
        self.play(best);
        let taken = arrived.elapsed();
        self.limits.spend(taken);
        self.limits.note(allowance, taken);
        Answers { lines: vec![format!("MESSAGE {}", thought.words()), spelled(best)], is_end: false }
    }

    fn think(&mut self, position: &Position, allowance: Allowance, arrived: Instant) -> Option<Thought> {
        self.thinker.think(position, self.limits.table_bits(), allowance, arrived)
    }

    /// Makes an own move, which is legal.
    fn play(&mut self, point: Point) {
        if let Some(stones) = &mut self.stones {
            // The engine moves to empty cells.
            let _ = stones.put((point.column() as i64, point.row() as i64), Owner::Own);
        }
    }

    fn swap(&mut self, cells: &[(i64, i64)], arrived: Instant) -> Answers {
        let Some(stones) = &self.stones else { return no_board() };
        let mut board = stones.emptied(self.limits.rule());
        let mut points = Vec::new();
        for &there in cells {
            if let Err(problem) = board.put(there, Owner::Opponent) {
                return Answers::error(&problem);
            }
            points.extend(board.point(there));
        }
        match points.len() {
            0 => self.three_stones(&board, arrived),
            3 | 5 => self.choose_side(&board, &points, arrived),
            count => Answers::error(&format!("swap2 knows 0, 3 or 5 stones, not {count}")),
        }
    }

    /// Three stones that leave both sides alike.
    fn three_stones(&mut self, board: &Stones, arrived: Instant) -> Answers {
        let triples = swap::triples(board.setting);
        let allowance = self.limits.allowance().share(triples.len().max(1) as u32);
        let mut best: Option<(i32, [Point; 3])> = None;
        for triple in triples {
            // Each has its time from now on; the sum is that of a move.
            let begin = if best.is_none() { arrived } else { Instant::now() };
            let position = swap::position(board.setting, &triple);
            let Some(thought) = self.think(&position, allowance, begin) else { return Answers::end() };
            let distance = thought.value.abs();
            if best.is_none_or(|(least, _)| distance < least) {
                best = Some((distance, triple));
            }
        }
        self.limits.spend(arrived.elapsed());
        let Some((_, triple)) = best else { return Answers::error("the board is too small for swap2") };
        self.seat(board, &triple, Side::Black);
        Answers::line(triple.map(spelled).join(" "))
    }

    /// Takes the better side, white with its move; or puts two more stones where both sides stand alike.
    fn choose_side(&mut self, board: &Stones, points: &[Point], arrived: Instant) -> Answers {
        let position = swap::position(board.setting, points);
        if position.five().is_some() {
            return Answers::error("the game is over: there is a five");
        }
        let Some(thought) = self.think(&position, self.limits.allowance(), arrived) else { return Answers::end() };
        self.limits.spend(arrived.elapsed());
        let Some(best) = thought.best else { return Answers::error("the game is over: there is no legal move") };
        let message = format!("MESSAGE {}", thought.words());
        let answer = match thought.second() {
            Some(second) if points.len() == 3 && thought.value.abs() <= swap::EVEN => {
                self.seat(board, &[points, &[best, second]].concat(), Side::Black);
                format!("{} {}", spelled(best), spelled(second))
            }
            _ if thought.value < 0 => {
                self.seat(board, points, Side::Black);
                "SWAP".to_owned()
            }
            _ => {
                self.seat(board, &[points, &[best]].concat(), Side::White);
                spelled(best)
            }
        };
        Answers { lines: vec![message, answer], is_end: false }
    }

    /// Sets stones, black and white by turns, with the engine as one of them.
    fn seat(&mut self, board: &Stones, points: &[Point], own: Side) {
        let mut stones = board.emptied(self.limits.rule());
        for (number, point) in points.iter().enumerate() {
            let side = if number % 2 == 0 { Side::Black } else { Side::White };
            let owner = if side == own { Owner::Own } else { Owner::Opponent };
            // They are on the board and differ.
            let _ = stones.put((point.column() as i64, point.row() as i64), owner);
        }
        self.stones = Some(stones);
    }
}

const NO_BOARD: &str = "there is no board: START first";

fn no_board() -> Answers {
    Answers::error(NO_BOARD)
}

/// Takes in a line of a board.
fn collect(collecting: Collecting, line: &str) -> Collecting {
    let numbers = numbers(line).ok_or_else(|| format!("{} is not x,y,field", quoted(line)));
    match collecting {
        Collecting::Board(mut stones, problem) => {
            let result = numbers.and_then(|numbers| stones.put_field(line, &numbers));
            Collecting::Board(stones, problem.or(result.err()))
        }
        Collecting::Swap(mut cells, problem) => match numbers.as_deref() {
            // No swap2 needs that many.
            Ok(_) if cells.len() > 5 => Collecting::Swap(cells, problem),
            Ok(&[x, y] | &[x, y, _]) => {
                cells.push((x, y));
                Collecting::Swap(cells, problem)
            }
            _ => Collecting::Swap(cells, problem.or_else(|| Some(format!("{} is not x,y", quoted(line))))),
        },
    }
}

/// The answer to `ABOUT`: the engine and its authors.
fn about() -> String {
    format!(
        "name=\"searchlab\", version=\"{}\", author=\"{}\", country=\"international\"",
        env!("CARGO_PKG_VERSION"),
        env!("CARGO_PKG_AUTHORS")
    )
}
