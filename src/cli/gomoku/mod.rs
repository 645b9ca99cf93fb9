//! `searchlab gomoku …`: one file for each command; shared parts are here.

pub(super) mod engine;
mod memory;
mod play;
mod solve;

use std::path::Path;

use anyhow::Result;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::Exit;
use super::games::{GameCli, Instance, compare, contest, search};
use crate::diagnostic::{Diagnostics, Source};
use crate::play::{BoardGame, INITIAL};
use crate::run::gomoku::GomokuRunner;
use crate::worlds::gomoku::draw::{Look, Picture, check_picture, terminal, write_picture};
use crate::worlds::gomoku::format::{Given, read_position, read_positions};
use crate::worlds::gomoku::{Position, Rule, Setting, playout};

/// The command `gomoku`.
pub(super) fn command() -> Command {
    Command::new("gomoku")
        .about("Gomoku: play, compare algorithms, search, solve; an engine for tournaments")
        .after_help(
            "Examples:\n  \
             searchlab gomoku compare --depths 1..=4 --position h8i9j10\n  \
             searchlab gomoku search --algorithm engine --max-time 1s --position h8i9j10\n  \
             searchlab gomoku play\n  \
             searchlab gomoku search --depth 4 --evaluation ustc --candidates box --margin 1 --position h8i9\n  \
             searchlab gomoku solve --stones h8a1i8o1j8a15 --proof\n  \
             printf 'START 15\\nBEGIN\\n' | searchlab gomoku engine",
        )
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(compare::command::<Position>())
        .subcommand(search::command::<Position>())
        .subcommand(play::command())
        .subcommand(contest::command::<Position>())
        .subcommand(solve::command())
        .subcommand(engine::command())
        .subcommand(memory::command())
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    match matches.subcommand() {
        Some(("compare", matches)) => compare::run::<Position>(matches),
        Some(("search", matches)) => search::run::<Position>(matches),
        Some(("play", matches)) => play::run(matches),
        Some(("match", matches)) => contest::run::<Position>(matches),
        Some(("solve", matches)) => solve::run(matches),
        Some(("engine", matches)) => engine::run(matches),
        Some(("memory", matches)) => memory::run(matches),
        _ => unreachable!("clap asks for a known command"),
    }
}

/// The flags for the board and the rule.
#[derive(Debug, Clone, Args)]
pub(super) struct SettingArgs {
    /// The board: 15, or 15x20 for 15 rows and 20 columns, each from 5 to 22. What a file says itself goes before
    #[arg(long, value_name = "SIZE", default_value = "15", value_parser = Setting::parse_size, allow_hyphen_values = true)]
    size: (u8, u8),
    /// The rule. What a file says itself goes before
    #[arg(long, value_name = "NAME", default_value = Rule::Freestyle.name(), value_parser = rules())]
    rule: String,
}

fn rules() -> PossibleValuesParser {
    PossibleValuesParser::new(Rule::ALL.map(|rule| PossibleValue::new(rule.name()).help(rule.summary())))
}

impl SettingArgs {
    /// Size and rule.
    pub(super) fn setting(&self) -> Setting {
        let (height, width) = self.size;
        Setting { width, height, rule: Rule::from_name(&self.rule).unwrap_or_default() }
    }
}

/// The flags that name a position.
#[derive(Debug, Clone, Args)]
pub(super) struct PositionArgs {
    /// The position: initial, or stones in their order, rows from the bottom, like h8i9j10; also a picture or SGF
    #[arg(long, alias = "stones", value_name = "TEXT", default_value = INITIAL, allow_hyphen_values = true)]
    position: String,
    #[command(flatten)]
    setting: SettingArgs,
}

impl PositionArgs {
    /// The position that was named.
    pub(super) fn given(&self) -> Result<Given, Diagnostics> {
        read_position(&Source::new("--position", self.position.trim()), self.setting.setting())
    }
}

/// The name of a position of a file: its line, and the name that it has there.
fn name_in(source: &Source, given: &Given) -> String {
    let id = given.id.as_ref().map(|id| format!(":{id}")).unwrap_or_default();
    format!("{}:{}{id}", source.name, given.line)
}

impl GameCli for Position {
    const TITLE: &'static str = "Gomoku";
    const FILES: &'static str = "All positions of a file: move lists, openings (pos, offset), pictures, tables of \
                                 problems, SGF, psq";
    const USUAL_DEPTH: u32 = 4;
    const EXAMPLES: [&'static [&'static str]; 2] = [
        &[
            "compare --depths 1..=4 --position h8i9j10",
            "compare --algorithms alphabeta,alphabeta-tt,pvs,mtdf --depths 2,4 --evaluation ustc --position h8i9",
            "compare --game 1 --size 9 --rule standard --depths 2 --per-position",
            "compare --game 1 --depths 1..=2 --chart nodes.svg",
        ],
        &[
            "search --algorithm engine --max-time 1s --position h8i9j10",
            "search --algorithm mtdf --depth 4 --position h8i9j10 --evaluation pattern,line-four=50",
            "search --depth 3 --position h8i9 --size 19 --rule renju --picture position.svg",
            "search --algorithm engine --depth 8 --without vcf,reductions --position h8i9j10 --format json",
        ],
    ];
    const MATCHES: &'static [&'static str] = &[
        "match --player engine:depth=2 --player alphabeta-tt:depth=2 --games 4",
        "match --player engine:nodes=500 --player engine:nodes=500,without=vcf --games 4 --jobs 2",
        "match --player random --player level:2 --games 4 --adjudicate 1000 --draw-after 120",
    ];

    type Flags = PositionArgs;

    fn named(flags: &PositionArgs) -> Result<Instance<Self>, Diagnostics> {
        let position = flags.given()?.position;
        Ok(Instance { name: position.text(), position })
    }

    fn listed(flags: &PositionArgs, source: &Source) -> Result<Vec<Instance<Self>>, Diagnostics> {
        let given = read_positions(source, flags.setting.setting())?.into_iter();
        Ok(given.map(|given| Instance { name: name_in(source, &given), position: given.position }).collect())
    }

    fn by_chance(flags: &PositionArgs, seed: u64) -> Vec<Self> {
        playout::positions(seed, flags.setting.setting())
    }

    fn drawn(&self, columns: usize, color: bool) -> String {
        terminal(&Picture::new(self), Look::Unicode, columns, color)
    }

    fn check_picture(path: &Path) -> Result<()> {
        Ok(check_picture(path)?)
    }

    fn write_picture(flags: &PositionArgs, path: &Path, title: &str) -> Result<()> {
        let position = flags.given()?.position;
        Ok(write_picture(path, &Picture { title, ..Picture::of_game(&position) })?)
    }

    fn extended(command: Command) -> Command {
        memory::MemoryArgs::augment_args(command)
    }

    fn runner(matches: &ArgMatches) -> Result<GomokuRunner> {
        let mut runner = GomokuRunner::default();
        if let Some(positions) = memory::MemoryArgs::from_arg_matches(matches)?.open()? {
            runner.remember_in(positions);
        }
        Ok(runner)
    }

    fn remarks(runner: &GomokuRunner) -> Vec<String> {
        runner.positions().map(memory::MemoryArgs::remarks).unwrap_or_default()
    }
}
