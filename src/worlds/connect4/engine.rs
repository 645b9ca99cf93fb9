//! `searchlab connect4 engine`: the Go Text Protocol on standard input and output.

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use crate::cli::Exit;
use crate::cli::args::parse_whole;
use crate::cli::games::SettingArgs;
use crate::cli::games::engine::{player, speak_gtp};
use crate::play::gtp::mind;
use crate::play::{GameWorld, SearchableGame};
use crate::worlds::connect4::Position;

#[derive(Debug, Args)]
struct EngineArgs {
    /// The player: random, level:1 to level:10, or an algorithm, as in mtdf:depth=8,evaluation=threes
    #[arg(long, value_name = "NAME[:KEY=VALUE,…]", default_value = "hybrid:time=1s", allow_hyphen_values = true)]
    player: String,
    /// Decides what random plays, and between equal moves with ties=seeded
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = parse_whole, allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    setting: SettingArgs<Position>,
}

pub(super) fn command() -> Command {
    EngineArgs::augment_args(Command::new("engine"))
        .about("Speak the Go Text Protocol on standard input and output")
        .after_help(
            "For clients of the protocol (GTP, version 2), not for people; `searchlab connect4 play` is. Moves are columns \
             from 1; a client's clock makes searches shorter, never longer than --player says.\n\nExamples:\n  \
             printf 'boardsize 7 6\\nplay b 4\\ngenmove w\\nquit\\n' | searchlab connect4 engine\n  \
             printf 'genmove b\\nshowboard\\n' | searchlab connect4 engine --size 5x4 --player mtdf:depth=8",
        )
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = EngineArgs::from_arg_matches(matches)?;
    let player = player(&Position::PLAYERS, &args.player)?;
    speak_gtp(Position::initial(&args.setting.setting()), mind(player, args.seed))
}
