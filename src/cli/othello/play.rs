//! `searchlab othello play`: a game, persons and algorithms on either side.

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::PositionArgs;
use crate::cli::Exit;
use crate::cli::play::{self, PlayArgs};
use crate::play::othello::of_transcript;

#[derive(Debug, Args)]
struct OthelloArgs {
    #[command(flatten)]
    play: PlayArgs,
    #[command(flatten)]
    position: PositionArgs,
}

pub(super) fn command() -> Command {
    let command = OthelloArgs::augment_args(Command::new("play"));
    command.about("Play a game: you, chance or any algorithm on either side").after_help(
        "An algorithm takes its parameters as keys, and depth=N, nodes=N, time=500ms and memory=64MiB for each move; \
         without depth, nodes and time it searches to depth 6. Its table is empty before each move, so each move is the \
         same search, with the same record, as `othello search` makes of that position.\n\n\
         A program that speaks NBoard's protocol plays too: program:cmd=COMMAND, with time=5s and memory=350MiB for each \
         move, depth=N, dir=FOLDER to start it where its files are, and name=NAME. If it is late, dies, takes too much or makes no legal move, it has lost.\n\n\
         At a terminal the board fills the screen, with keys and the mouse; ? shows what they do. Through a pipe, or with \
         --plain, the game goes line by line: you type moves like f5, or commands; `help` lists them. With --format json, csv or md the records of all moves \
         of algorithms go to standard output and the game to standard error.\n\nExamples:\n  \
         searchlab othello play\n  \
         searchlab othello play --black alphabeta-tt:time=20ms --white human\n  \
         searchlab othello play --black mtdf:depth=4,evaluation=anchored --white random --seed 7\n  \
         printf 'f5\\nhint\\nquit\\n' | searchlab othello play --white pvs:depth=5",
    )
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = OthelloArgs::from_arg_matches(matches)?;
    play::run(&args.play, of_transcript(&args.position.transcript()?).given())
}
