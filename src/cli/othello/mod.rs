//! `searchlab othello …`: one file for each command; shared parts are here.

mod book;
mod calibrate;
mod engine;
mod explain_position;
mod perft;
mod play;
mod solve;
mod train;

use std::path::Path;

use anyhow::Result;
use clap::{ArgMatches, Args, Command};

use super::Exit;
use super::games::{GameCli, Instance, compare, contest, search};
use crate::diagnostic::{Diagnostics, Source};
use crate::worlds::othello::draw::{Picture, check_picture, terminal, write_picture};
use crate::worlds::othello::format::{Form, Given, read_position, read_positions};
use crate::worlds::othello::{Position, Transcript, playout};

/// The command `othello`.
pub(super) fn command() -> Command {
    Command::new("othello")
        .about("Othello: compare the MiniMax family, search, solve, play, match, learn, books, be an engine")
        .after_help(
            "Examples:\n  \
             searchlab othello compare --depths 1..=7\n  \
             searchlab othello search --algorithm pvs --depth 10 --position f5d6c3d3c4\n  \
             searchlab othello play --white mtdf:depth=5\n  \
             searchlab othello match --player alphabeta:depth=2 --player alphabeta:depth=3 --games 20\n  \
             searchlab othello explain-position --position f5d6c3d3c4 --evaluation anchored\n  \
             searchlab othello perft 8\n  \
             searchlab othello solve endgame.obf\n  \
             searchlab othello train --self-play 20 --out weights\n  \
             searchlab othello book build wthor --out games.book\n  \
             searchlab othello calibrate --games 200 --depth 3\n  \
             printf 'nboard 2\\nset depth 6\\ngo\\n' | searchlab othello engine",
        )
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(compare::command::<Position>())
        .subcommand(search::command::<Position>())
        .subcommand(play::command())
        .subcommand(contest::command::<Position>())
        .subcommand(explain_position::command())
        .subcommand(perft::command())
        .subcommand(solve::command())
        .subcommand(train::command())
        .subcommand(book::command())
        .subcommand(calibrate::command())
        .subcommand(engine::command())
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    match matches.subcommand() {
        Some(("compare", matches)) => compare::run::<Position>(matches),
        Some(("search", matches)) => search::run::<Position>(matches),
        Some(("play", matches)) => play::run(matches),
        Some(("match", matches)) => contest::run::<Position>(matches),
        Some(("explain-position", matches)) => explain_position::run(matches),
        Some(("perft", matches)) => perft::run(matches),
        Some(("solve", matches)) => solve::run(matches),
        Some(("train", matches)) => train::run(matches),
        Some(("book", matches)) => book::run(matches),
        Some(("calibrate", matches)) => calibrate::run(matches),
        Some(("engine", matches)) => engine::run(matches),
        _ => unreachable!("clap asks for a known command"),
    }
}

/// The flags that name a position.
#[derive(Debug, Args)]
pub(super) struct PositionArgs {
    /// The position: initial, 64 characters of - X O with the side to move, or moves from the start like f5d6c3
    #[arg(long, value_name = "TEXT", default_value = "initial", allow_hyphen_values = true)]
    position: String,
}

impl PositionArgs {
    fn given(&self) -> Result<Given, Diagnostics> {
        read_position(&Source::new("--position", self.position.trim()))
    }

    /// The moves that lead to the position, if it was given so.
    fn transcript(&self) -> Result<Transcript, Diagnostics> {
        self.given().map(|given| given.transcript)
    }

    fn instance(&self) -> Result<Instance<Position>, Diagnostics> {
        let given = self.given()?;
        Ok(Instance { name: name_of(&given), position: given.position() })
    }
}

/// The name of a position that stands in no file.
fn name_of(given: &Given) -> String {
    match given.form {
        Form::Initial => Form::Initial.name().to_owned(),
        Form::Moves => given.transcript.to_string(),
        Form::Ggf if !given.transcript.moves().is_empty() && given.transcript.start() == Position::INITIAL => {
            given.transcript.to_string()
        }
        Form::Board | Form::Obf | Form::Ggf => given.position().to_string(),
    }
}

impl GameCli for Position {
    const TITLE: &'static str = "Othello";
    const FILES: &'static str = "All positions of a file: boards, OBF or move lists, one a line, or games in GGF";
    const USUAL_DEPTH: u32 = 8;
    const EXAMPLES: [&'static [&'static str]; 2] = [
        &[
            "compare --depths 1..=7",
            "compare --algorithms alphabeta,alphabeta-tt,pvs,mtdf,sss,dual --depths 2,4,6,8 --max-time 10s",
            "compare --game 1 --depths 4 --per-position --repeat 3",
            "compare --depths 1..=8 --chart nodes.svg",
        ],
        &[
            "search --depth 10",
            "search --algorithm mtdf --depth 8 --position f5d6c3d3c4 --evaluation classic,corner=500",
            "search --depth 6 --position f5d6c3d3c4 --picture position.svg",
            "search --algorithm pvs --aspiration 20 --max-time 2s --format json",
        ],
    ];
    const MATCHES: &'static [&'static str] = &[
        "match --player alphabeta:depth=2 --player alphabeta:depth=3 --games 20",
        "match --player random --player level:2 --player level:3 --openings random:8 --games 10 --jobs 2",
        "match --player alphabeta-tt:nodes=2000,iterative-deepening=on,table-bits=14 --player alphabeta:depth=2 --sprt 0,100",
    ];

    type Flags = PositionArgs;

    fn named(flags: &PositionArgs) -> Result<Instance<Self>, Diagnostics> {
        flags.instance()
    }

    fn listed(_: &PositionArgs, source: &Source) -> Result<Vec<Instance<Self>>, Diagnostics> {
        let name = |line: usize| format!("{}:{line}", source.name);
        let given = read_positions(source)?.into_iter();
        Ok(given.map(|given| Instance { name: name(given.line), position: given.position() }).collect())
    }

    fn by_chance(_: &PositionArgs, seed: u64) -> Vec<Self> {
        let game = playout::game(seed);
        // The end has no move to be searched.
        game.positions().take(game.moves().len()).collect()
    }

    fn drawn(&self, columns: usize, color: bool) -> String {
        terminal(&Picture::new(*self), columns, color)
    }

    fn check_picture(path: &Path) -> Result<()> {
        Ok(check_picture(path)?)
    }

    fn write_picture(flags: &PositionArgs, path: &Path, title: &str) -> Result<()> {
        Ok(write_picture(path, &Picture { title, ..Picture::of_game(&flags.transcript()?) })?)
    }
}
