//! The protocol of a world in which programs are asked for moves: commands out, answers in.
//!
//! Not here: the process of a program and its pipes, which a [`Connection`] stands for.

use std::fmt;
use std::path::Path;
use std::time::Duration;

use super::board_game::BoardGame;
use super::fault::{Fault, Forfeit};
use super::game::Game;
use super::spec::ProgramSpec;
use searchlab_search::clock::Instant;

/// Time of a program to get ready after its start, for which large files may have to be read.
pub const READY: Duration = Duration::from_secs(10);

/// Time to get ready for another game or another move; then a fresh process is quicker.
pub const READY_AGAIN: Duration = Duration::from_secs(2);

/// A protocol: the commands to a program, and the reading of its answers.
pub trait EngineProtocol<P: BoardGame>: Default + fmt::Debug + Send + 'static {
    /// The line that ends the program.
    const FAREWELL: &'static str;

    /// True if the program makes its own moves on its board when it answers them.
    fn knows_its_moves(&self) -> bool;

    /// Makes a process that was just started ready for a game.
    ///
    /// # Errors
    /// The error of the talk.
    fn greet(&mut self, talk: &mut dyn Connection, game: &Game<P>) -> Result<(), EngineError>;

    /// Makes a process that has played ready for another game; false if it cannot be.
    ///
    /// # Errors
    /// The error of the talk.
    fn greet_again(&mut self, talk: &mut dyn Connection, game: &Game<P>) -> Result<bool, EngineError>;

    /// Asks for a move in the position of a game, of which the program knows the first `known` plies; `None` if it
    /// knows nothing, and its board is clear.
    ///
    /// # Errors
    /// The error of the talk. That the move is legal is not checked here.
    fn ask(
        &mut self,
        talk: &mut dyn Connection,
        game: &Game<P>,
        known: Option<usize>,
    ) -> Result<Choice<P::Move>, EngineError>;
}

/// The protocol of worlds that no program plays: there is none.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoProtocol;

impl<P: BoardGame> EngineProtocol<P> for NoProtocol {
    const FAREWELL: &'static str = "";

    fn knows_its_moves(&self) -> bool {
        false
    }

    fn greet(&mut self, _talk: &mut dyn Connection, _game: &Game<P>) -> Result<(), EngineError> {
        Err(EngineError::Refused("there is no protocol for this world".to_owned()))
    }

    fn greet_again(&mut self, _talk: &mut dyn Connection, _game: &Game<P>) -> Result<bool, EngineError> {
        Ok(false)
    }

    fn ask(&mut self, _: &mut dyn Connection, _: &Game<P>, _: Option<usize>) -> Result<Choice<P::Move>, EngineError> {
        Err(EngineError::Refused("there is no protocol for this world".to_owned()))
    }
}

/// A move as a program chose it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// The value that the program gives the move, for the side to move, in a unit of its own.
    pub value: Option<f64>,
    /// From the command to the answer.
    pub time: Duration,
}

/// The conversation with a running program.
pub trait Connection {
    /// The command line and the limits of the program.
    fn spec(&self) -> &ProgramSpec;

    /// The folder in which the program may keep files.
    fn folder(&self) -> &Path;

    /// Writes a text whose lines are ended.
    ///
    /// # Errors
    /// The program has ended.
    fn send(&mut self, text: &str) -> Result<(), EngineError>;

    /// Remembers a remark of the program, for the case that it fails.
    fn note(&mut self, remark: &Heard);

    /// Drops the lines that were said and not read yet.
    fn forget(&mut self);

    /// The next line that is not empty.
    ///
    /// # Errors
    /// There was none in time, the program has ended, it holds too much, or the user wants to stop.
    fn hear(&mut self, wait: &Wait) -> Result<Heard, EngineError>;

    /// The wait for a move that is asked for now.
    fn move_wait(&self) -> (Instant, Wait);
}

/// A line that a program has said.
#[derive(Debug, Clone)]
pub struct Heard {
    /// The line, without blanks at its ends.
    pub text: String,
    /// When it arrived.
    pub at: Instant,
}

/// The reason why a talk cannot go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EngineError {
    /// The user wants to stop.
    Stopped,
    /// The program has failed.
    Failed(Forfeit),
    /// The program does not play on such a board: what it said.
    Refused(String),
}

/// The end of the wait for an answer, and the message for its absence.
#[derive(Debug, Clone)]
pub struct Wait {
    /// When it ends.
    pub end: Instant,
    words: String,
}

impl Wait {
    /// Until a moment.
    pub fn until(end: Instant, words: impl Into<String>) -> Self {
        Self { end, words: words.into() }
    }

    /// A wait of this length from now on.
    pub fn lasting(time: Duration, words: &str) -> Self {
        Self::until(Instant::now() + time, format!("{words} within {}", humantime::format_duration(time)))
    }

    /// The error of a wait that has ended.
    pub fn over(&self) -> EngineError {
        EngineError::Failed(Forfeit::new(Fault::Late, self.words.as_str()))
    }
}
