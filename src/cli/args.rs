//! Arguments that several commands share, as typed and as meant.

use std::num::NonZeroUsize;
use std::time::Duration;

use anyhow::{Result, anyhow};
use clap::{ArgMatches, Args, ValueEnum};

use crate::catalog::limits::{parse_size, parse_time};
use crate::catalog::program::{ProgramWord, rejoined};
use crate::catalog::{self, Parameter, WorldInfo};
use crate::diagnostic::{Diagnostic, Diagnostics, Source, quoted};
use crate::record::{Limits, Params};
use crate::report::Format;
use crate::search::about::AlgorithmInfo;
use crate::worlds::maze::Place;

pub(super) use crate::run::budget;

/// The limits of a search.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Limits")]
#[expect(clippy::struct_field_names, reason = "the names are those of the flags")]
pub(super) struct BudgetArgs {
    /// Stop after N generated states
    #[arg(long, value_name = "N", value_parser = parse_whole, allow_negative_numbers = true)]
    pub(super) max_nodes: Option<u64>,
    /// Stop after this time: 500ms, 10s, 2min
    #[arg(long, value_name = "TIME", value_parser = parse_time, allow_hyphen_values = true)]
    pub(super) max_time: Option<Duration>,
    /// Stop before tables and lists hold more: 64MiB, 1GiB, or a number of bytes
    #[arg(long, value_name = "SIZE", value_parser = parse_size, allow_hyphen_values = true)]
    pub(super) max_memory: Option<u64>,
}

impl BudgetArgs {
    /// The limits as a trial holds them.
    pub(super) fn limits(&self) -> Limits {
        let microseconds = self.max_time.map(|time| u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
        Limits { nodes: self.max_nodes, microseconds, bytes: self.max_memory }
    }
}

/// When to do something that suits only some terminals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(super) enum When {
    /// Where it suits.
    #[default]
    Auto,
    /// Everywhere.
    Always,
    /// Nowhere.
    Never,
}

/// Options of the output.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Output")]
pub(super) struct OutputArgs {
    /// Form of the answer on standard output
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    pub(super) format: Format,
    /// Colours; auto: on a terminal, unless NO_COLOR is set
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    pub(super) color: When,
    /// No progress and no remarks on standard error
    #[arg(long, short)]
    pub(super) quiet: bool,
}

/// Where to draw the maze in the terminal.
#[derive(Debug, Clone, Copy, Args)]
pub(super) struct DrawArgs {
    /// Draw the maze above the table; auto: if it fits without scaling
    #[arg(long, value_enum, default_value_t, value_name = "WHEN", help_heading = "Output")]
    pub(super) draw: When,
}

/// A whole number of 64 bits.
pub(super) fn parse_whole(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a whole number from 0 to {}", u64::MAX))
}

/// A whole number of things, at least one.
pub(super) fn parse_count(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| format!("expected a whole number from 1 to {}", usize::MAX))
}

/// Row and column, both from 0, with a comma between.
pub(super) fn parse_place(text: &str) -> Result<Place, String> {
    let number = |text: &str| text.trim().parse::<u32>().ok();
    let pair = text.split_once(',').and_then(|(row, col)| Some(Place { row: number(row)?, col: number(col)? }));
    pair.ok_or_else(|| "expected ROW,COLUMN, both counted from 0 at the top left, like 3,0".to_owned())
}

/// The parameters that were typed, those that the algorithm takes, checked and completed. Where no moves were typed,
/// `moves` stands for them; `None` leaves them to the catalog.
pub(super) fn resolve(
    world: &WorldInfo,
    about: &AlgorithmInfo,
    matches: &ArgMatches,
    moves: Option<&'static str>,
) -> Result<Params, Diagnostics> {
    Chosen::from(about).resolve(world, matches, moves)
}

/// An algorithm that was named, or a program with its parameters.
#[derive(Debug, Clone)]
pub(super) struct Chosen<'a> {
    /// The algorithm.
    pub(super) about: &'a AlgorithmInfo,
    /// Its name in tables and charts, if it was given one.
    pub(super) label: Option<String>,
    /// The parameters that came with the name.
    given: Vec<(&'static str, String)>,
}

impl<'a> From<&'a AlgorithmInfo> for Chosen<'a> {
    fn from(about: &'a AlgorithmInfo) -> Self {
        Self { about, label: None, given: Vec::new() }
    }
}

impl Chosen<'_> {
    /// The parameters that were typed, those that it takes, checked and completed, as [`resolve`] has them.
    pub(super) fn resolve(
        &self,
        world: &WorldInfo,
        matches: &ArgMatches,
        moves: Option<&'static str>,
    ) -> Result<Params, Diagnostics> {
        let about = self.about;
        let typed = world.parameters_of(about).filter_map(|parameter| {
            let name = parameter.name.name;
            let default = moves.filter(|_| name == catalog::MOVES.key());
            // Not every command has a flag for every parameter.
            let text = matches.try_get_one::<String>(name).ok().flatten().map(String::as_str);
            let given = self.given.iter().find(|given| given.0 == name).map(|given| given.1.as_str());
            given.or(text).or(default).map(|text| (name, text))
        });
        let typed: Vec<(&str, &str)> = typed.collect();
        world.resolve(about, &typed)
    }
}

/// The parameters of all algorithms: those of the world, then those of the algorithms in the order in which they first
/// occur.
pub(super) fn parameters_of(world: &WorldInfo) -> Vec<&'static Parameter> {
    let mut all: Vec<&'static Parameter> = Vec::new();
    for parameter in world.algorithms.iter().flat_map(|about| world.parameters_of(about)) {
        if !all.iter().any(|known| known.name.name == parameter.name.name) {
            all.push(parameter);
        }
    }
    all
}

/// Remarks on flags that none of the algorithms takes.
///
/// # Errors
/// A value that such a flag has for no algorithm.
pub(super) fn remark_on_idle_flags(
    world: &WorldInfo,
    all: &[Chosen<'_>],
    matches: &ArgMatches,
    output: &OutputArgs,
) -> Result<(), Diagnostics> {
    for parameter in parameters_of(world) {
        let name = parameter.name.name;
        let takes = |about: &AlgorithmInfo| world.parameters_of(about).any(|own| own.name.name == name);
        // Not every command has a flag for every parameter.
        let Ok(Some(text)) = matches.try_get_one::<String>(name) else { continue };
        if !all.iter().any(|chosen| takes(chosen.about)) {
            let takers: Vec<&AlgorithmInfo> = world.algorithms.iter().copied().filter(|about| takes(about)).collect();
            let wrong = takers.iter().map(|about| parameter.parse_for(about, text, world).err());
            if let Some(expected) = wrong.collect::<Option<Vec<String>>>().and_then(|mut all| all.pop()) {
                return Err(Diagnostic::new(format!("invalid {name} {}", quoted(text))).help(expected).into());
            }
            let takers: Vec<&str> = takers.iter().map(|about| about.name).collect();
            output.remark(&format!("--{name} changes nothing here: it is for {}", takers.join(", ")));
        }
    }
    Ok(())
}

/// The algorithms of these names in a world, each once, and programs of users: `program:cmd=python3 mine.py,name=mine`.
pub(super) fn named_algorithms(world: &WorldInfo, names: &[String]) -> Result<Vec<Chosen<'static>>> {
    let mut all: Vec<Chosen<'static>> = Vec::new();
    for name in rejoined(names) {
        let chosen = named_algorithm(world, &name)?;
        let is_same = |known: &Chosen<'_>| known.about.name == chosen.about.name && known.label == chosen.label;
        if all.iter().any(is_same) {
            let help =
                if chosen.given.is_empty() { "name each once" } else { "give each a name of its own: name=mine" };
            return Err(anyhow!("the algorithm {name} is named twice in --algorithms; {help}"));
        }
        all.push(chosen);
    }
    Ok(all)
}

/// The algorithm of that name, or a program.
pub(super) fn named_algorithm(world: &WorldInfo, name: &str) -> Result<Chosen<'static>> {
    match ProgramWord::read(&Source::new("algorithms", name)) {
        None => algorithm(world, name).map(Chosen::from),
        Some(word) => {
            let ProgramWord { algorithm, label, parameters } = word?;
            let about = world.algorithm_or_program(algorithm).expect("every world takes programs");
            Ok(Chosen { about, label, given: parameters })
        }
    }
}

/// The algorithm of that name in a world, or the error that offers the nearest.
pub(super) fn algorithm(world: &WorldInfo, name: &str) -> Result<&'static AlgorithmInfo> {
    world.algorithm_or_program(name).ok_or_else(|| {
        let known: Vec<&str> = world.algorithms.iter().map(|about| about.name).collect();
        let mut problems = Diagnostics::new();
        problems.push(|| Diagnostic::unknown_name("algorithm", name, &known, None));
        anyhow!(problems)
    })
}
