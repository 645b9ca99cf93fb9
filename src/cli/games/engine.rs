//! `searchlab WORLD engine`: the Go Text Protocol on standard input and output, and what the engines of all protocols
//! share.
//!
//! Not here: the meaning of the lines (`play/gtp.rs`).

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Result;

use crate::cli::Exit;
use crate::cli::dialogue::{Lines, Urgency, is_gone};
use crate::cli::memory::refuse_large_table;
use crate::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::play::gtp::{Mind, Protocol};
use crate::play::{GameCommands, PlayerSpec, Players};

/// A protocol: a line in, whether more are welcome out.
pub(in crate::cli) trait Speaker {
    /// Called when there is time.
    fn prepare(&mut self);

    /// Takes a line in and answers it.
    fn take(&mut self, line: &str, stop: &Arc<AtomicBool>, out: &mut dyn Write) -> io::Result<ControlFlow<()>>;
}

impl<P: GameCommands> Speaker for Protocol<P> {
    fn prepare(&mut self) {
        Self::prepare(self);
    }

    fn take(&mut self, line: &str, stop: &Arc<AtomicBool>, out: &mut dyn Write) -> io::Result<ControlFlow<()>> {
        Self::take(self, line, stop, out)
    }
}

/// Speaks on standard input and output until the client ends it.
pub(in crate::cli) fn speak(mut speaker: impl Speaker, urgency: fn(&str) -> Urgency) -> Result<Exit> {
    let lines = Lines::listen(Arc::default(), urgency)?;
    let mut out = io::stdout();
    while let Some(line) = lines.next(|| speaker.prepare()) {
        match speaker.take(&line.text, &line.stop, &mut out) {
            Ok(ControlFlow::Continue(())) => {}
            Ok(ControlFlow::Break(())) => break,
            Err(error) if is_gone(&error) => break,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(Exit::Done)
}

/// Speaks the Go Text Protocol.
pub(in crate::cli) fn speak_gtp<P: GameCommands>(start: P, mind: Box<dyn Mind<P>>) -> Result<Exit> {
    // Its commands are answered one after the other: not even `quit` stops a search.
    speak(Protocol::new(start, mind), |_| Urgency::Waits)
}

/// The player of an engine; an error if it cannot be one.
pub(in crate::cli) fn player(players: &Players, words: &str) -> Result<PlayerSpec, Diagnostics> {
    let source = Source::new("--player", words);
    let player = players.parse(&source)?;
    let place = || source.excerpt(0..words.len(), "");
    match &player {
        PlayerSpec::Human => {
            let help =
                format!("name an algorithm, random or a level; `{} play` is for persons", players.world.name.name);
            Err(Diagnostic::new("a person cannot be an engine").at(place()).help(help).into())
        }
        PlayerSpec::Program(_) => {
            let problem = Diagnostic::new("a program cannot be an engine").at(place());
            Err(problem.help("name an algorithm, random or a level; programs play in matches").into())
        }
        PlayerSpec::Random => Ok(player),
        PlayerSpec::Algorithm(spec) => refuse_large_table(&spec.params).map(|()| player),
    }
}
