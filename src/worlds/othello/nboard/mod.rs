//! The protocol that NBoard speaks with engines of Othello, version 2, from the engine's side.
//!
//! [`Protocol`] is a machine of lines: a line of the client goes in, the lines of the answer come out. It knows neither
//! standard input nor a terminal, so that tests can drive it.
//!
//! | the client says | the engine does |
//! |---|---|
//! | `nboard 2` | says its name: `set myname searchlab-…`, the player in one word |
//! | `set depth N` | searches N plies at most, and never more than its player was told; says its name |
//! | `set game (;…;)` | is at the end of that game, in GGF; without it at the start |
//! | `move F5/1.20/0.51` | makes the move; value and time may be missing, and so may a pass before it. Also `F5` alone |
//! | `set contempt N` | nothing: draws are worth nothing to its searches |
//! | `hint N` | `search F5D6… VALUE 0 DEPTH` for the N best moves: by quick looks, and then by a full search |
//! | `go` | `=== F5/VALUE/SECONDS`; it does not make the move, the client sends it back |
//! | `analyze` | `analysis PLIES VALUE` for every position of the game, the last first |
//! | `ping N` | stops to think at once, and says `pong N`; the question that was stopped has no answer |
//! | `learn` | `learned`; it has no book, so it learns nothing and never says `book` |
//! | `quit`, or the end of the input | ends; at the end of the input, when all is answered |
//! | anything else | nothing |
//!
//! `status` says what it does, and what is wrong: after a game or a move that cannot be, the position is unknown, and
//! questions are refused until the next `set game`. While a `go` takes time, `search` and `nodestats NODES SECONDS` tell
//! of it.
//!
//! **Values** are in discs, for the side to move. A position that was solved has its exact score, and the depth `100%`;
//! one that a search has won or lost by an unknown number of discs has 64 or -64 and `100%W`. All else is an estimate:
//! a hundredth of the evaluation's value, so that a corner of `classic`, 300, is sent as 3 discs; but of an evaluation
//! that counts discs alone, that number of discs. Random players estimate nothing, which is sent as 0 and depth 0.
//!
//! | part | file |
//! |---|---|
//! | lines as commands | `command.rs` |
//! | the player, and the solver near the end | `thinker.rs` |
//! | values in discs | `worth.rs` |
//! | the lines that are said | `voice.rs` |
//!
//! Source      Chris Welty, NBoard Protocol, 2004 to 2014 (the description that comes with NBoard and Ntest).
//! Not here    Standard input and output, and PING while the engine thinks (the command line); GGF (the world).

mod command;
#[cfg(test)]
mod tests;
mod thinker;
mod voice;
mod worth;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub use command::{is_end, is_stop};
pub use thinker::Setup;

use command::Command;
use thinker::Thinker;
use voice::{Voice, spelled};

use crate::diagnostic::{Diagnostics, Source, quoted};
use crate::play::BoardGame;
use crate::play::Game;
use crate::play::gtp::Mind;
use crate::worlds::othello::format::{GgfGame, read_ggf};
use crate::worlds::othello::play::of_transcript;
use crate::worlds::othello::{Move, Position};

/// The same player for the Go Text Protocol.
pub fn mind(setup: Setup) -> Box<dyn Mind<Position>> {
    Box::new(Thinker::new(setup))
}

/// The engine's side of the protocol.
#[derive(Debug)]
pub struct Protocol {
    thinker: Thinker,
    /// The game, or why there is none.
    game: Result<Game<Position>, String>,
}

impl Protocol {
    /// Before the first line: at the start of a game.
    pub fn new(setup: Setup) -> Self {
        Self { thinker: Thinker::new(setup), game: Ok(Game::new(Position::INITIAL)) }
    }

    /// Makes ready what the next search will need. To be called when there is time: no answer is being waited for.
    pub fn prepare(&mut self) {
        self.thinker.prepare();
    }

    /// Takes in a line; its end of line may be missing. Returns when all is said, and whether more lines are welcome: for
    /// some lines that takes a move's time. Once `stop` is set, a search for this line ends soon and without an answer.
    ///
    /// # Errors
    /// Nobody listens; no memory for the transposition table of the player.
    pub fn take(&mut self, line: &str, stop: &Arc<AtomicBool>, out: &mut dyn Write) -> io::Result<ControlFlow<()>> {
        let mut voice = Voice::new(out);
        match Command::of(line) {
            None | Some(Command::Contempt) => {}
            Some(Command::Quit) => return Ok(ControlFlow::Break(())),
            Some(Command::NBoard) => self.introduce(&mut voice)?,
            Some(Command::Depth(plies)) => {
                self.thinker.ask_depth(plies);
                self.introduce(&mut voice)?;
            }
            Some(Command::Game(text)) => {
                self.game = read_game(text).map_err(|problem| format!("no game: {problem}"));
                self.complain(&mut voice)?;
            }
            Some(Command::Move(name)) => {
                self.make(name);
                self.complain(&mut voice)?;
            }
            Some(Command::Hint(count)) => self
                .ask(&mut voice, |thinker, game, voice| thinker.hint(*game.position(), count, stop, voice).map(drop))?,
            Some(Command::Go) => self.ask(&mut voice, |thinker, game, voice| go(thinker, game, stop, voice))?,
            Some(Command::Analyze) => self.analyze(stop, &mut voice)?,
            Some(Command::Ping(number)) => voice.print(format_args!("pong {number}"))?,
            Some(Command::Learn) => voice.print(format_args!("learned"))?,
        }
        Ok(ControlFlow::Continue(()))
    }

    fn introduce(&self, voice: &mut Voice<'_>) -> io::Result<()> {
        voice.print(format_args!("set myname searchlab-{}", self.thinker.name()))
    }

    /// Prints the error of the game, if there is one.
    fn complain(&self, voice: &mut Voice<'_>) -> io::Result<()> {
        match &self.game {
            Ok(_) => Ok(()),
            Err(problem) => voice.print(format_args!("status {problem}")),
        }
    }

    /// Makes a move. A pass that is forced may have been left out.
    fn make(&mut self, name: &str) {
        let Ok(game) = &mut self.game else { return };
        let refusal = match name.parse::<Move>() {
            Err(error) => error.to_string(),
            Ok(mv) => {
                if mv != Move::PASS
                    && let Some(pass) = game.position().forced()
                {
                    game.push(pass);
                }
                if game.push(mv) {
                    return;
                }
                game.position().illegal_reason(mv)
            }
        };
        self.game = Err(format!("no game: the move {} cannot be made: {refusal}", quoted(name)));
    }

    /// Puts a question about a position in which there is a move.
    fn ask(
        &mut self,
        voice: &mut Voice<'_>,
        question: impl FnOnce(&mut Thinker, &Game<Position>, &mut Voice<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        match &self.game {
            Ok(game) if game.position().is_over() => voice.print(format_args!("status the game is over")),
            Ok(game) => {
                voice.print(format_args!("status thinking"))?;
                question(&mut self.thinker, game, voice)?;
                voice.print(format_args!("status waiting"))
            }
            Err(_) => self.complain(voice),
        }
    }

    /// From the end of the game, where values are surest, to its beginning.
    fn analyze(&mut self, stop: &Arc<AtomicBool>, voice: &mut Voice<'_>) -> io::Result<()> {
        let Ok(game) = &self.game else { return self.complain(voice) };
        voice.print(format_args!("status analyzing"))?;
        let positions: Vec<Position> = game.positions().copied().collect();
        for (plies, &position) in positions.iter().enumerate().rev() {
            let Some(thought) = self.thinker.judge(position, stop)? else { break };
            let hundredths = f64::from(thought.worth.hundredths());
            voice.print(format_args!("analysis {plies} {:.2}", hundredths / 100.0))?;
        }
        voice.print(format_args!("status waiting"))
    }
}

/// Chooses a move and says it.
fn go(thinker: &mut Thinker, game: &Game<Position>, stop: &Arc<AtomicBool>, voice: &mut Voice<'_>) -> io::Result<()> {
    if let Some(pass) = game.position().forced() {
        return voice.print(format_args!("=== {}", spelled(&[pass])));
    }
    let Some(thought) = thinker.choose(game, stop, voice)? else { return Ok(()) };
    if thought.worth != worth::NBoardEval::Unknown {
        voice.search(&thought.line, thought.worth, 0)?;
        voice.nodes(thought.nodes, thought.time)?;
    }
    match thought.line.first() {
        Some(&mv) => {
            voice.print(format_args!("=== {}/{}/{:.3}", spelled(&[mv]), thought.worth, thought.time.as_secs_f64()))
        }
        None => voice.print(format_args!("status no move was found")),
    }
}

/// The one game of a text, or its error in a line.
fn read_game(text: &str) -> Result<Game<Position>, String> {
    let told = |problems: Diagnostics| {
        let first = problems.iter().next().map(|problem| problem.message().replace('\n', " "));
        first.unwrap_or_else(|| "it cannot be read".to_owned())
    };
    let games = read_ggf(&Source::new("set game", text)).map_err(told)?;
    match <[GgfGame; 1]>::try_from(games) {
        Ok([game]) => Ok(of_transcript(&game.transcript)),
        Err(games) => Err(format!("{} games in place of one", games.len())),
    }
}
