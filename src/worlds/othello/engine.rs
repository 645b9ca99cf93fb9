//! `searchlab othello engine`: the protocol of NBoard, or the Go Text Protocol, on standard input and output.
//!
//! PING is heard while the engine thinks, and stops the search.
//!
//! Not here: the meaning of the lines (`nboard/`; `play/gtp.rs` of the laboratory).

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::nboard::{Protocol, Setup, is_end, is_stop, mind};
use crate::catalog::parameter::SOLVE;
use crate::catalog::{OTHELLO, THREADS};
use crate::cli::Exit;
use crate::cli::args::parse_whole;
use crate::cli::dialogue::Urgency;
use crate::cli::games::book::BookArgs;
use crate::cli::games::engine::{Speaker, player, speak, speak_gtp};
use crate::diagnostic::Diagnostics;
use crate::play::PlayerSpec;
use crate::worlds::othello::Position;
use crate::worlds::othello::play::PLAYERS;

/// The default player: the strongest at a second a move.
const USUAL: &str = "level:9";

/// The Go Text Protocol.
const GTP: &str = "gtp";

#[derive(Debug, Args)]
struct EngineArgs {
    /// The protocol
    #[arg(long, value_name = "NAME", default_value = "nboard", value_parser = ["nboard", GTP])]
    protocol: String,
    /// The player: random, level:1 to level:10, or an algorithm, as in mtdf:depth=8,evaluation=anchored
    #[arg(long, value_name = "NAME[:KEY=VALUE,…]", default_value = USUAL, allow_hyphen_values = true)]
    player: String,
    #[command(flatten)]
    book: BookArgs,
    /// Solve positions with N empty squares or fewer, with half of the budget of a move; 0 leaves all to the player
    /// [default: what the player says by solve=N]
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
    THREADS.parameter.parse(text, &OTHELLO).map(|value| value.as_u64().map_or(1, |threads| threads as u32))
}

pub(super) fn command() -> Command {
    EngineArgs::augment_args(Command::new("engine"))
        .about("Speak the protocol of NBoard, or GTP, on standard input and output")
        .after_help(
            "For clients of the protocol (version 2), not for people; `searchlab othello play` is. Without words it is the \
             strongest player at a second a move; level:10 takes five. A client's `set depth` \
             makes searches shorter, never longer than --player says. Moves are never made by the engine itself: the \
             client sends back the move that it wants.\n\n\
             Values are discs for the side to move: exact where the game is solved (depth 100%), 64 where it is won by \
             nobody knows how much (100%W), else hundredths of the evaluation's value, but its own value if it counts \
             discs alone. Games come in GGF; draws have no contempt, and there is no book to learn.\n\n\
             With --protocol gtp it speaks the Go Text Protocol (version 2), as Edax and Egaroucid do: moves are squares \
             or `pass`, and a client's clock makes searches shorter.\n\nExamples:\n  \
             printf 'nboard 2\\nset depth 6\\ngo\\n' | searchlab othello engine\n  \
             printf 'move F5\\nhint 3\\n' | searchlab othello engine --player mtdf:depth=5,evaluation=weighted\n  \
             printf 'move F5\\ngo\\n' | searchlab othello engine --player level:3 --solve 12\n  \
             printf 'play b f5\\ngenmove w\\nquit\\n' | searchlab othello engine --protocol gtp --player mtdf:depth=5",
        )
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = EngineArgs::from_arg_matches(matches)?;
    let setup = setup(&args)?;
    if args.protocol == GTP {
        return speak_gtp(Position::INITIAL, mind(setup));
    }
    let urgency = |line: &str| match () {
        () if is_end(line) => Urgency::Ends,
        () if is_stop(line) => Urgency::Stops,
        () => Urgency::Waits,
    };
    speak(Protocol::new(setup), urgency)
}

impl Speaker for Protocol {
    fn prepare(&mut self) {
        Self::prepare(self);
    }

    fn take(&mut self, line: &str, stop: &Arc<AtomicBool>, out: &mut dyn Write) -> io::Result<ControlFlow<()>> {
        Self::take(self, line, stop, out)
    }
}

/// The settings of the engine; an error if the player cannot be one.
fn setup(args: &EngineArgs) -> Result<Setup, Diagnostics> {
    let mut words = args.player.clone();
    args.book.give(&PLAYERS, [("--player", &mut words)])?;
    let player = player(&PLAYERS, &words)?;
    let own = match &player {
        PlayerSpec::Algorithm(spec) => SOLVE.of(&spec.params)?,
        _ => None,
    };
    let solve = args.solve.or(own).unwrap_or(0);
    Ok(Setup { player, seed: args.seed, solve, threads: args.threads })
}
