//! Programs as players: a process of their own, asked for moves in the protocol of their world.
//!
//! A program cannot harm more than its own game. Any error of it becomes a forfeit ([`Forfeit`]); it is killed then, and
//! a fresh process plays its next game. Only a program that cannot be started at all, or that refuses the board from
//! the first, is an error of the run: it would lose every game.
//!
//! **The clock** of a move runs from the writing of the command to the reading of the answer, which a thread notes as it
//! arrives. A program may be late by its `grace`, for the way there and back through pipes on a busy machine; then it
//! counts as hanging and is killed. Managers of tournaments are more patient: Piskvork and others wait a second. A
//! fixed second is much of a short move, so this grace goes with the time. Starting, clearing the board and getting ready
//! are not timed, but have an end too.
//!
//! A program is let come to rest for a [`BREATH`] after its answer, before it is told anything else.
//!
//! **The memory** is the most that the process and its children have held at any time, as Piskvork counts it: looked at
//! while the program thinks, and after each move. Programs fit their tables to the limit and hold their code beside them,
//! so there is a `memory_grace` too. Linux tells it, see [`WATCHES_MEMORY`]; elsewhere a program is told its limit and
//! nobody looks.
//!
//! | part | file |
//! |---|---|
//! | the process, its pipes, its end | `process.rs`, and `no_process.rs` where no system starts any |
//! | the memory that it holds | `memory.rs` |
//! | its children, and how all of them are ended | `family.rs` |
//!
//! Not here: the words of a user and the protocols ([`searchlab_worlds::play`]).

#[cfg(not(target_family = "wasm"))]
mod family;
#[cfg(not(target_family = "wasm"))]
mod memory;
#[cfg_attr(target_family = "wasm", path = "no_process.rs")]
mod process;

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

#[cfg(not(target_family = "wasm"))]
pub use family::{can_take_network, serve};
#[cfg(not(target_family = "wasm"))]
pub use memory::WATCHES_MEMORY;
pub use process::Process;
#[cfg(not(target_family = "wasm"))]
pub use process::{BREATH, confine};

use super::player::{Action, Player};
use super::{
    Choice, Connection, EngineError, EngineProtocol, Fault, Forfeit, Game, Heard, ProgramSpec, SearchableGame, Wait,
};
use searchlab_search::clock::Instant;
use searchlab_trial::diagnostic::quoted;
use searchlab_trial::record::{Answer, Measured, Record, Status, Trial};

/// How a program is started and heard.
#[derive(Debug, Clone, Copy)]
pub struct Manner {
    /// The line that ends it.
    pub farewell: &'static str,
    /// Bytes of a line. What is longer is cut, and is no answer anyway.
    pub longest: u64,
    /// Lines that wait to be heard. A program that says more waits too.
    pub queue: usize,
    /// True if a keeper holds its children together.
    pub is_kept: bool,
}

impl Manner {
    /// That of players.
    pub(crate) const fn player(farewell: &'static str) -> Self {
        Self { farewell, longest: 1 << 14, queue: 256, is_kept: false }
    }
}

/// The time by which a program may exceed its limit: a tenth of it, and 50 ms at least.
pub(crate) fn grace(time: Duration) -> Duration {
    (time / 10).max(Duration::from_millis(50))
}

/// The bytes by which a program may exceed its memory: a tenth of it.
pub const fn memory_grace(bytes: u64) -> u64 {
    bytes / 10
}

/// A process with what one must know to talk to it.
#[derive(Debug)]
struct Talk<'a> {
    process: &'a mut Process,
    spec: &'a ProgramSpec,
    stop: &'a AtomicBool,
}

impl Connection for Talk<'_> {
    fn spec(&self) -> &ProgramSpec {
        self.spec
    }

    fn folder(&self) -> &Path {
        self.process.folder()
    }

    fn send(&mut self, text: &str) -> Result<(), EngineError> {
        self.process.send(text)
    }

    fn note(&mut self, remark: &Heard) {
        self.process.note(&remark.text);
    }

    fn forget(&mut self) {
        self.process.forget();
    }

    fn hear(&mut self, wait: &Wait) -> Result<Heard, EngineError> {
        self.process.hear(wait, self.spec.memory, self.stop)
    }

    fn move_wait(&self) -> (Instant, Wait) {
        let (begin, time) = (Instant::now(), self.spec.time);
        let words = |time: Duration| humantime::format_duration(Duration::from_micros(time.as_micros() as u64));
        let most = grace(time);
        (begin, Wait::until(begin + time + most, format!("no answer within {} and {} more", words(time), words(most))))
    }
}

/// A program as a player.
#[derive(Debug)]
pub struct ProgramPlayer<P: SearchableGame> {
    spec: ProgramSpec,
    /// Ends the waiting for an answer once it is set.
    pub stop: Arc<AtomicBool>,
    dialogue: P::EngineProtocol,
    process: Option<Process>,
    /// The part of the game that the process knows: where it began, and the moves.
    told: Option<(P, Vec<P::Move>)>,
    /// True if a process has ever got ready.
    was_ready: bool,
}

impl<P: SearchableGame> ProgramPlayer<P> {
    /// Plays as `spec` says, and gives up once `stop` is set. Nothing is started yet.
    pub fn new(spec: ProgramSpec, stop: Arc<AtomicBool>) -> Self {
        Self { spec, stop, dialogue: P::EngineProtocol::default(), process: None, told: None, was_ready: false }
    }

    /// The specification that it was made from.
    pub const fn spec(&self) -> &ProgramSpec {
        &self.spec
    }

    /// The number of the process that plays, as the system counts.
    pub fn process_id(&self) -> Option<u32> {
        self.process.as_ref().map(Process::id)
    }

    /// The number of plies of a game that the process knows; `None` if it knows another game, or this one has just
    /// begun.
    fn known(&self, game: &Game<P>) -> Option<usize> {
        let (start, moves) = self.told.as_ref()?;
        let goes_on = game.played() > 1 && start == game.start() && game.moves().starts_with(moves);
        goes_on.then_some(moves.len())
    }

    /// Has a process that is ready for the game, and chooses a move.
    fn choose(&mut self, game: &Game<P>) -> Result<Choice<P::Move>, Trouble> {
        let known = self.known(game).filter(|_| self.process.is_some());
        if known.is_none() {
            self.make_ready(game)?;
        }
        let Some(process) = &mut self.process else { return Err(Trouble::EngineError(EngineError::Stopped)) };
        process.rest();
        let mut talk = Talk { process, spec: &self.spec, stop: &self.stop };
        let choice = self.dialogue.ask(&mut talk, game, known)?;
        process.check_memory(self.spec.memory)?;
        if game.position().after(choice.mv).is_none() {
            let refusal = game.position().illegal_reason(choice.mv);
            return Err(EngineError::Failed(Forfeit::new(Fault::Illegal, refusal)).into());
        }
        Ok(choice)
    }

    /// Has a process with a clear board.
    fn make_ready(&mut self, game: &Game<P>) -> Result<(), Trouble> {
        self.told = None;
        if let Some(mut process) = self.process.take() {
            process.rest();
            let mut talk = Talk { process: &mut process, spec: &self.spec, stop: &self.stop };
            match self.dialogue.greet_again(&mut talk, game) {
                Ok(true) => {
                    self.process = Some(process);
                    return Ok(());
                }
                Err(EngineError::Stopped) => {
                    self.process = Some(process);
                    return Err(EngineError::Stopped.into());
                }
                // It may have ended since its last game. No game is under way that it could lose.
                Ok(false) | Err(EngineError::Failed(_) | EngineError::Refused(_)) => drop(process),
            }
        }
        let process = self.process.insert(Process::start(&self.spec, Manner::player(P::EngineProtocol::FAREWELL))?);
        let mut talk = Talk { process, spec: &self.spec, stop: &self.stop };
        self.dialogue = P::EngineProtocol::default();
        self.dialogue.greet(&mut talk, game).map_err(|halt| match halt {
            EngineError::Refused(answer) if !self.was_ready => Trouble::Refused(answer),
            halt => Trouble::EngineError(halt),
        })?;
        self.was_ready = true;
        Ok(())
    }

    /// The record of a move.
    fn record(&self, game: &Game<P>, choice: &Choice<P::Move>) -> Record {
        let named = (game.instance(), game.position().content());
        let (params, limits) = (self.spec.params(), self.spec.limits());
        let trial = Trial::new(self.spec.world.name.name, named, ProgramSpec::ALGORITHM, params, limits);
        let result = choice.value.map(|value| {
            let moves = std::iter::once(game.position().spell(choice.mv)).collect();
            Answer { value, exact: None, moves, depth: None }
        });
        let peak_bytes = self.process.as_ref().and_then(Process::memory).unwrap_or_default();
        let measured = Measured { seconds: choice.time.as_secs_f64(), peak_bytes, ..Measured::default() };
        Record::of(&trial, Status::Complete, result, measured)
    }

    /// Ends the process at once, and returns its last lines.
    fn kill(&mut self) -> Option<String> {
        self.told = None;
        self.process.take().and_then(Process::kill)
    }
}

/// Starts a program and ends it again, to check that it is there at all.
///
/// # Errors
/// It cannot be started: the command and what the system says.
pub fn check(spec: &ProgramSpec) -> io::Result<()> {
    Process::start(spec, Manner::player("")).map(|process| drop(process.kill()))
}

/// The reason why there is no move.
enum Trouble {
    EngineError(EngineError),
    /// It does not play on such a board, as it said.
    Refused(String),
    /// It cannot be started.
    System(io::Error),
}

impl From<EngineError> for Trouble {
    fn from(halt: EngineError) -> Self {
        Self::EngineError(halt)
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

impl<P: SearchableGame> Player<P> for ProgramPlayer<P> {
    fn act(&mut self, game: &Game<P>) -> io::Result<Action<P>> {
        let trouble = match self.choose(game) {
            Ok(choice) => {
                let own = self.dialogue.knows_its_moves().then_some(choice.mv);
                let moves = game.moves().iter().copied().chain(own).collect();
                self.told = Some((game.start().clone(), moves));
                return Ok(Action::Move(choice.mv, Some(Box::new(self.record(game, &choice)))));
            }
            Err(trouble) => trouble,
        };
        let said = self.kill();
        match trouble {
            Trouble::EngineError(EngineError::Stopped) => Ok(Action::Interrupt),
            Trouble::EngineError(EngineError::Failed(mut mishap)) => {
                let is_silent = matches!(mishap.fault, Fault::Crashed | Fault::Late);
                if let Some(said) = said.filter(|_| is_silent) {
                    mishap.detail = format!("{}; it said last {}", mishap.detail, quoted(&said));
                }
                Ok(Action::Fail(mishap))
            }
            Trouble::EngineError(EngineError::Refused(answer)) => {
                Ok(Action::Fail(Forfeit::new(Fault::Babble, format!("it refuses the board: {}", quoted(&answer)))))
            }
            Trouble::Refused(answer) => {
                let words = format!("the program {} refuses the board: {}", quoted(&self.spec.cmd), quoted(&answer));
                Err(io::Error::new(io::ErrorKind::Unsupported, words))
            }
            Trouble::System(error) => Err(error),
        }
    }
}
