//! `searchlab othello engine`: the protocol of NBoard on standard input and output.
//!
//! PING is heard while the engine thinks, and stops the search.
//!
//! Not here: the meaning of the lines (`play/nboard/`).

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use crate::catalog::{OTHELLO, THREADS};
use crate::cli::Exit;
use crate::cli::args::parse_whole;
use crate::cli::dialogue::{Lines, Urgency, is_gone};
use crate::cli::memory::refuse_large_table;
use crate::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::play::PlayerSpec;
use crate::play::nboard::{Protocol, Setup, is_end, is_stop};
use crate::play::othello::PLAYERS;

/// The default player.
const USUAL: &str = "alphabeta-tt:time=1s";

/// Empty squares from which on that player's games are solved: within a fraction of its second.
const SOLVED: u32 = 18;

#[derive(Debug, Args)]
struct EngineArgs {
    /// The player: random, level:1 to level:10, or an algorithm, as in mtdf:depth=8,evaluation=anchored [default:
    /// alphabeta-tt:time=1s]
    #[arg(long, value_name = "NAME[:KEY=VALUE,…]", allow_hyphen_values = true)]
    player: Option<String>,
    /// Solve positions with N empty squares or fewer, with half of the budget of a move; 0 leaves all to the player
    /// [default: 18; 0 with --player]
    #[arg(long, value_name = "N", value_parser = parse_empties, allow_negative_numbers = true)]
    solve: Option<u32>,
    /// Threads that solve such positions together
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_threads, allow_negative_numbers = true)]
    threads: u32,
    /// Decides what random plays, and between equal moves with ties=seeded
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = parse_whole, allow_negative_numbers = true)]
    seed: u64,
}

fn parse_empties(text: &str) -> Result<u32, String> {
    text.parse().ok().filter(|empties| *empties <= 60).ok_or_else(|| "expected a whole number from 0 to 60".to_owned())
}

fn parse_threads(text: &str) -> Result<u32, String> {
    THREADS.parse(text, &OTHELLO).map(|value| value.as_u64().map_or(1, |threads| threads as u32))
}

pub(super) fn command() -> Command {
    EngineArgs::augment_args(Command::new("engine"))
        .about("Speak the protocol of NBoard on standard input and output")
        .after_help(
            "For clients of the protocol (version 2), not for people; `searchlab othello play` is. A client's `set depth` \
             makes searches shorter, never longer than --player says. Moves are never made by the engine itself: the \
             client sends back the move that it wants.\n\n\
             Values are discs for the side to move: exact where the game is solved (depth 100%), 64 where it is won by \
             nobody knows how much (100%W), else hundredths of the evaluation's value, but its own value if it counts \
             discs alone. Games come in GGF; draws have no contempt, and there is no book to learn.\n\nExamples:\n  \
             printf 'nboard 2\\nset depth 6\\ngo\\n' | searchlab othello engine\n  \
             printf 'move F5\\nhint 3\\n' | searchlab othello engine --player mtdf:depth=5,evaluation=weighted\n  \
             printf 'move F5\\ngo\\n' | searchlab othello engine --player level:3 --solve 12",
        )
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = EngineArgs::from_arg_matches(matches)?;
    let mut protocol = Protocol::new(setup(&args)?);
    let urgency = |line: &str| match () {
        () if is_end(line) => Urgency::Ends,
        () if is_stop(line) => Urgency::Stops,
        () => Urgency::Waits,
    };
    let lines = Lines::listen(Arc::default(), urgency)?;
    let mut out = io::stdout();
    while let Some(line) = lines.next(|| protocol.prepare()) {
        match protocol.take(&line.text, &line.stop, &mut out) {
            Ok(ControlFlow::Continue(())) => {}
            Ok(ControlFlow::Break(())) => break,
            Err(error) if is_gone(&error) => break,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(Exit::Done)
}

/// The settings of the engine; an error if the player cannot be one.
fn setup(args: &EngineArgs) -> Result<Setup, Diagnostics> {
    let words = args.player.as_deref().unwrap_or(USUAL);
    let source = Source::new("--player", words);
    let player = PLAYERS.parse(&source)?;
    match &player {
        PlayerSpec::Human => {
            let problem = Diagnostic::new("a person cannot be an engine").at(source.excerpt(0..words.len(), ""));
            return Err(problem.help("name an algorithm, random or a level; `othello play` is for persons").into());
        }
        PlayerSpec::Program(_) => {
            let problem = Diagnostic::new("a program cannot be an engine").at(source.excerpt(0..words.len(), ""));
            return Err(problem.help("name an algorithm, random or a level; programs play in matches").into());
        }
        PlayerSpec::Random => {}
        PlayerSpec::Algorithm(spec) => refuse_large_table(&spec.params)?,
    }
    let usual = if args.player.is_none() { SOLVED } else { 0 };
    Ok(Setup { player, seed: args.seed, solve: args.solve.unwrap_or(usual), threads: args.threads })
}
