//! `compare`, `search` and `match` for every world of games: written once, over the interface of its positions.
//!
//! Not here: the other commands of a world, and its flags that name a position (gomoku/, othello/).

pub(super) mod compare;
pub(super) mod contest;
pub(super) mod search;

use std::fmt;
use std::path::Path;

use anyhow::Result;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{ArgMatches, Args, Command};

use super::args::{BudgetArgs, OutputArgs, resolve};
use super::command::argument;
use super::memory::refuse_large_table;
use crate::catalog::{self, Parameter, World};
use crate::diagnostic::{Diagnostics, Source};
use crate::play::{INITIAL, SearchableGame};
use crate::record::Params;
use crate::search::about::AlgorithmInfo;
use crate::search::game::Table;
use crate::text::grouped;

/// The interface of the positions of a world, by which they can be named and shown.
pub(super) trait GameCli: SearchableGame {
    /// The name in titles.
    const TITLE: &'static str;
    /// How positions are written in files, for the help.
    const FILES: &'static str;
    /// The depth where neither a depth nor a limit is given.
    const USUAL_DEPTH: u32;
    /// Lines of `compare` and of `search` as examples, without the name of the program and of the world.
    const EXAMPLES: [&'static [&'static str]; 2];
    /// The same of `match`.
    const MATCHES: &'static [&'static str];

    /// The flags that name a position, and give the kind of the positions of files and of random games.
    type Flags: Args + fmt::Debug;

    /// The position that was named.
    ///
    /// # Errors
    /// The error in its name.
    fn named(flags: &Self::Flags) -> Result<Instance<Self>, Diagnostics>;

    /// All positions of a file.
    ///
    /// # Errors
    /// The errors of the file, line by line.
    fn listed(flags: &Self::Flags, source: &Source) -> Result<Vec<Instance<Self>>, Diagnostics>;

    /// All positions of the random game of a seed that can be searched, from its beginning.
    fn by_chance(flags: &Self::Flags, seed: u64) -> Vec<Self>;

    /// A picture of lines that end in `\n`, for a terminal of this number of columns.
    fn drawn(&self, columns: usize, color: bool) -> String;

    /// Checks that a picture of this name can be written.
    ///
    /// # Errors
    /// The format cannot be written.
    fn check_picture(path: &Path) -> Result<()>;

    /// Draws the position that was named into a file.
    ///
    /// # Errors
    /// The file cannot be written.
    fn write_picture(flags: &Self::Flags, path: &Path, title: &str) -> Result<()>;

    /// `search` with the flags that only this world has.
    fn extended(command: Command) -> Command {
        command
    }

    /// The runner of the trial of a `search`, by those flags.
    ///
    /// # Errors
    /// The errors in them.
    fn runner(_matches: &ArgMatches) -> Result<Self::Runner> {
        Ok(Self::Runner::default())
    }

    /// Remarks about it after the search.
    fn remarks(_runner: &Self::Runner) -> Vec<String> {
        Vec::new()
    }
}

/// A position and its name for users.
#[derive(Debug, Clone)]
pub(super) struct Instance<P> {
    pub(super) name: String,
    pub(super) position: P,
}

const fn world<P: SearchableGame>() -> &'static World {
    P::PLAYERS.world
}

/// The searched position in words, where it is one.
fn called<P>(instance: &Instance<P>) -> String {
    let name = &instance.name;
    if name == INITIAL { "initial position".to_owned() } else { format!("position {name}") }
}

/// The end of the help: a text and examples.
fn after_help<P: GameCli>(text: &str, examples: &[&str]) -> String {
    let name = world::<P>().name.name;
    let examples = examples.iter().map(|example| format!("\n  searchlab {name} {example}"));
    format!("{text}Examples:{}", examples.collect::<String>())
}

/// The names of the algorithms, with their summaries.
pub(super) fn algorithms(world: &'static World) -> PossibleValuesParser {
    PossibleValuesParser::new(world.algorithms.iter().map(|about| PossibleValue::new(about.name).help(about.summary)))
}

/// The parameters of all algorithms: those of the world, then those of the algorithms in the order in which they first
/// occur.
fn parameters_of(world: &World) -> Vec<&'static Parameter> {
    let mut all: Vec<&'static Parameter> = Vec::new();
    for parameter in world.algorithms.iter().flat_map(|about| world.parameters_of(about)) {
        if !all.iter().any(|known| known.name.name == parameter.name.name) {
            all.push(parameter);
        }
    }
    all
}

/// With a flag for every parameter of any algorithm.
pub(super) fn with_parameters(world: &'static World, command: Command) -> Command {
    parameters_of(world).into_iter().fold(command, |command, parameter| command.arg(argument(world, parameter, None)))
}

/// The parameters of an algorithm as typed, checked and completed; a table that this machine cannot hold is refused.
pub(super) fn parameters(world: &World, about: &AlgorithmInfo, matches: &ArgMatches) -> Result<Params, Diagnostics> {
    let params = resolve(world, about, matches, None)?;
    refuse_large_table(&params).map(|()| params)
}

/// Remarks on flags that none of the algorithms takes, or needs as things stand, and on a table that the limits forbid.
pub(super) fn remark_on_parameters(
    world: &World,
    abouts: &[&'static AlgorithmInfo],
    matches: &ArgMatches,
    budget: &BudgetArgs,
    output: &OutputArgs,
) {
    let resolved: Vec<(&AlgorithmInfo, Params)> =
        abouts.iter().filter_map(|about| Some((*about, parameters(world, about, matches).ok()?))).collect();
    for parameter in parameters_of(world) {
        let name = parameter.name.name;
        let takes = |about: &&AlgorithmInfo| world.parameters_of(about).any(|own| own.name.name == name);
        if !matches.contains_id(name) {
            continue;
        }
        if !abouts.iter().any(&takes) {
            let takers: Vec<&str> = world.algorithms.iter().filter(|about| takes(about)).map(|it| it.name).collect();
            output.remark(&format!("--{name} changes nothing here: it is for {}", takers.join(", ")));
        } else if !resolved.iter().any(|(_, params)| params.contains_key(name)) {
            output.remark(&format!("--{name} changes nothing here, beside the other parameters"));
        }
    }
    let Some(limit) = budget.max_memory else { return };
    for (about, params) in resolved {
        let table = catalog::game::table_of(&params);
        let Some((bits, bytes)) = table.and_then(|(bits, _)| Some((bits, Table::bytes_of(bits)?))) else { continue };
        if bytes > limit {
            let (name, bytes) = (about.name, grouped(bytes));
            output.remark(&format!(
                "the table of {name} with --table-bits {bits} needs {bytes} bytes, more than allowed"
            ));
        }
    }
}
