//! `searchlab gomoku play`: a game, persons and algorithms on either side.

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::PositionArgs;
use super::memory::MemoryArgs;
use crate::cli::Exit;
use crate::cli::play::{self, PlayArgs};
use crate::play::gomoku::of_position;

#[derive(Debug, Args)]
struct GomokuArgs {
    #[command(flatten)]
    play: PlayArgs,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    memory: MemoryArgs,
}

pub(super) fn command() -> Command {
    let command = GomokuArgs::augment_args(Command::new("play"));
    command.mut_arg("white", |arg| arg.default_value("engine:time=1s")).about("Play a game: you, chance or any algorithm on either side").after_help(
        "At a terminal the board fills the screen, with keys and the mouse; ? shows what they do. Through a pipe, or with \
         --plain, the game goes line by line: you type moves like h8, or commands; `help` lists them.\n\n\
         An algorithm takes its parameters as keys, and depth=N, nodes=N, time=500ms and memory=64MiB for each move. Its \
         table is empty before each move, so each move is the same search, with the same record, as `gomoku search` makes \
         of that position.\n\n\
         A program that speaks the Gomocup protocol plays too: program:cmd=COMMAND, with time=5s and memory=350MiB for \
         each move, depth=N and nodes=N where it knows them, dir=FOLDER to start it where its files are, and name=NAME. If it is late, dies, takes too much or makes \
         no legal move, it has lost.\n\nExamples:\n  \
         searchlab gomoku play\n  \
         searchlab gomoku play --black level:3 --white human --rule renju\n  \
         searchlab gomoku play --black level:2 --white level:3 --records moves.jsonl\n  \
         printf 'h8\\nhint\\nquit\\n' | searchlab gomoku play --white level:2",
    )
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let mut args = GomokuArgs::from_arg_matches(matches)?;
    args.play.positions = args.memory.open()?;
    play::run(&args.play, of_position(&args.position.given()?.position).given())
}
