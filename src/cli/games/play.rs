//! `play`: a game, persons and algorithms on either side.

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::PositionArgs;
use super::book::{self, BookArgs};
use crate::cli::Exit;
use crate::cli::play::{self, PlayArgs};
use crate::cli::worlds::MemoryArgs;
use crate::play::GameCommands;

#[derive(Debug, Args)]
struct GameArgs<P: GameCommands> {
    #[command(flatten)]
    play: PlayArgs,
    #[command(flatten)]
    position: PositionArgs<P>,
}

pub(super) fn command<P: GameCommands>() -> Command {
    let command = GameArgs::<P>::augment_args(Command::new("play"));
    let command = if P::HAS_MEMORY { MemoryArgs::augment_args(command) } else { command };
    book::augment(command, &P::PLAYERS)
        .mut_arg("white", |arg| arg.default_value(P::PLAYERS.usual))
        .about("Play a game: you, chance or any algorithm on either side")
        .after_help(P::PLAY)
}

pub(super) fn run<P: GameCommands>(matches: &ArgMatches) -> Result<Exit> {
    let mut args = GameArgs::<P>::from_arg_matches(matches)?;
    if P::HAS_MEMORY {
        args.play.positions = MemoryArgs::from_arg_matches(matches)?.open()?;
    }
    if book::has_books(&P::PLAYERS) {
        let PlayArgs { black, white, .. } = &mut args.play;
        BookArgs::from_arg_matches(matches)?.give(&P::PLAYERS, [("--black", black), ("--white", white)])?;
    }
    play::run(&args.play, args.position.game()?.given())
}
