//! `searchlab maze generate KIND`.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail};
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, ValueEnum};

use crate::catalog;
use crate::cli::Exit;
use crate::cli::args::parse_whole;
use crate::cli::output::eprint_line;
use crate::diagnostic::Diagnostics;
use crate::files::{check_place, write_whole};
use crate::worlds::maze::format::{write_ascii, write_course, write_map, write_scen};
use crate::worlds::maze::generate::{
    Generated, Kind, Recipe, generate, generate_with_two_openings, parse_size, scenarios,
};

/// The kind of this file in errors.
const SCENARIOS: &str = "the scenarios";

#[derive(Debug, Args)]
struct GenerateArgs {
    /// Rows and columns, walls included
    #[arg(long, value_name = "ROWSxCOLS", default_value = "31x61", value_parser = parse_size, allow_hyphen_values = true)]
    size: (u32, u32),
    /// Seed; the same seed gives the same maze everywhere
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = parse_whole, allow_negative_numbers = true)]
    seed: u64,
    /// Share of blocked cells, for kinds that have one: 0.3
    #[arg(long, value_name = "SHARE", value_parser = catalog::parse_thousandths, allow_negative_numbers = true)]
    density: Option<u32>,
    /// Side of a room in cells, for kinds that have one
    #[arg(long, value_name = "CELLS", allow_negative_numbers = true)]
    side: Option<u32>,
    /// How to write it [default: map for names in .map, course for mazes with two openings, else ascii]
    #[arg(long, value_enum, value_name = "FORM")]
    format: Option<Form>,
    /// Write N instances too, from near to far with their optima, into FILE.map.scen beside -o FILE.map
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=10_000), allow_negative_numbers = true)]
    scenarios: Option<u16>,
    /// Where to write it; standard output if not given
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// No remark on standard error
    #[arg(long, short)]
    quiet: bool,
}

/// How a maze is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Rows of 0 and 1; start and goal are the two openings of the border, which all kinds get then
    Course,
    /// # and blanks, with S and G
    Ascii,
    /// Moving AI map, without start and goal
    Map,
}

pub(super) fn command() -> Command {
    let kinds = Kind::ALL.iter().map(|kind| PossibleValue::new(kind.name()).help(kind.about().summary));
    let command = Command::new("generate")
        .about("Make a maze: perfect mazes, mazes with loops, rooms, obstacles, caves, an open field")
        .after_help(
            "Examples:\n  searchlab maze generate wilson --size 30x60 --seed 7\n  \
             searchlab maze generate caves --size 200x300 -o caves.map --scenarios 100\n  \
             searchlab maze generate rooms --size 30x60 --format course\n  \
             searchlab maze generate rooms --size 40x80 | searchlab maze astar -",
        )
        .arg(
            Arg::new("kind")
                .value_name("KIND")
                .required(true)
                .help("What to make")
                .value_parser(PossibleValuesParser::new(kinds)),
        );
    GenerateArgs::augment_args(command)
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = GenerateArgs::from_arg_matches(matches)?;
    let kind =
        matches.get_one::<String>("kind").and_then(|name| Kind::from_name(name)).context("a kind is required")?;
    let recipe =
        Recipe { kind, rows: args.size.0, cols: args.size.1, density: args.density, side: args.side, seed: args.seed };
    let form = args.format.unwrap_or_else(|| usual_form(&args, kind));
    let make = if form == Form::Course { generate_with_two_openings } else { generate };
    let maze = make(&recipe).map_err(|error| anyhow!("{error}"))?;
    // Before the file is made anew.
    if form == Form::Ascii && maze.start == maze.goal {
        bail!("ASCII art shows a start and a goal in two free cells, and this maze has one: say --format map");
    }
    let scen = args.scenarios.map(|count| scen_of(&maze, usize::from(count), form, &args)).transpose()?;
    match &args.out {
        None => write(&maze, form, &mut BufWriter::new(io::stdout().lock()))?,
        Some(path) => {
            let mut text = Vec::new();
            write(&maze, form, &mut text)?;
            write_whole("the maze", path, &text).map_err(Diagnostics::from)?;
        }
    }
    if let Some((path, text)) = scen {
        write_whole(SCENARIOS, &path, &text).map_err(Diagnostics::from)?;
    }
    if !args.quiet {
        eprint_line(&format!("note: {recipe}, start {}, goal {}", maze.start, maze.goal));
    }
    Ok(Exit::Done)
}

/// The name and the text of the scenario file that belongs to the map.
fn scen_of(maze: &Generated, count: usize, form: Form, args: &GenerateArgs) -> Result<(PathBuf, Vec<u8>)> {
    let path = args.out.as_ref().filter(|_| form == Form::Map);
    let name = path.and_then(|path| Some((path, path.file_name()?.to_str()?)));
    let (path, name) = name.context("scenarios belong to a map in a file: say -o NAME.map")?;
    let path = path.with_file_name(format!("{name}.scen"));
    // Their optima are searched for.
    check_place(SCENARIOS, &path).map_err(Diagnostics::from)?;
    let mut text = Vec::new();
    write_scen(&scenarios(maze, name, count, args.seed), &mut text)?;
    Ok((path, text))
}

fn usual_form(args: &GenerateArgs, kind: Kind) -> Form {
    let is_map = args.out.as_ref().is_some_and(|path| path.extension().is_some_and(|extension| extension == "map"));
    match (is_map, kind.has_two_openings()) {
        (true, _) => Form::Map,
        (false, true) => Form::Course,
        (false, false) => Form::Ascii,
    }
}

fn write(maze: &Generated, form: Form, out: &mut impl Write) -> io::Result<()> {
    match form {
        Form::Course => write_course(&maze.grid, out)?,
        Form::Ascii => write_ascii(&maze.grid, Some(maze.start), Some(maze.goal), out)?,
        Form::Map => write_map(&maze.grid, out)?,
    }
    out.flush()
}
