//! `searchlab othello perft`: the number of ways to play on, depth by depth.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::Result;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use serde::Serialize;

use super::{Instance, PositionArgs};
use crate::catalog::othello::DEEPEST;
use crate::cli::Exit;
use crate::cli::args::OutputArgs;
use crate::cli::output::{eprint_line, print_text};
use crate::cli::progress::{Progress, stop_flag};
use crate::report::{Column, Format, Mood, Row, duration, number, table};
use crate::text::{csv_cell, grouped};
use crate::worlds::othello::Position;
use crate::worlds::othello::perft::{Convention, perft_in_parts};

#[derive(Debug, Args)]
struct PerftArgs {
    /// Plies to the leaves, from 1 to 60; all depths from 1 on are counted
    #[arg(value_name = "DEPTH", value_parser = parse_depth, allow_negative_numbers = true)]
    depth: u32,
    #[command(flatten)]
    position: PositionArgs,
    /// Convention for plies and leaves: programs differ from depth 9 on
    #[arg(long, value_name = "NAME", default_value = Convention::Standard.name(), value_parser = conventions())]
    convention: String,
    /// Make the moves of the last ply too, instead of counting them where they begin
    #[arg(long)]
    no_bulk: bool,
    #[command(flatten)]
    output: OutputArgs,
}

fn parse_depth(text: &str) -> Result<u32, String> {
    let depth = text.parse().ok().filter(|depth| (1..=DEEPEST).contains(depth));
    depth.ok_or_else(|| format!("expected a whole number from 1 to {DEEPEST}"))
}

fn conventions() -> PossibleValuesParser {
    let all = Convention::ALL.into_iter();
    PossibleValuesParser::new(all.map(|each| PossibleValue::new(each.name()).help(each.about())))
}

pub(super) fn command() -> Command {
    let command = PerftArgs::augment_args(Command::new("perft"));
    command.about("Count the ways to play on, depth by depth: the test of move generation").after_help(
        "Ctrl-C stops and keeps the depths that are done. A depth is printed as soon as it is counted.\n\nExamples:\n  \
         searchlab othello perft 9\n  \
         searchlab othello perft 9 --convention free-pass\n  \
         searchlab othello perft 7 --position f5d6c3d3c4 --no-bulk --format json",
    )
}

/// A depth that was counted: the output of `--format json`.
#[derive(Debug, Clone, Serialize)]
struct Counted {
    instance: String,
    convention: &'static str,
    bulk: bool,
    depth: u32,
    leaves: u64,
    /// Measured, as everything behind it.
    seconds: f64,
    leaves_per_second: Option<u64>,
}

impl Row for Counted {
    fn mood(&self) -> Mood {
        Mood::Plain
    }
}

const COLUMNS: [Column<Counted>; 4] = [
    number("depth", |row| row.depth.to_string()),
    number("leaves", |row| grouped(row.leaves)),
    number("time", |row| duration(row.seconds)),
    number("leaves/s", |row| row.leaves_per_second.map_or_else(|| "–".to_owned(), grouped)),
];

/// Widths of the columns in the table that grows line by line.
const WIDTHS: [usize; 4] = [5, 26, 10, 15];

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = PerftArgs::from_arg_matches(matches)?;
    let instance = args.position.instance()?;
    // clap knows the names.
    let convention = Convention::from_name(&args.convention).unwrap_or_default();
    let stop = stop_flag();
    let mut printer = Printer::begin(&args, &instance, convention)?;
    for depth in 1..=args.depth {
        let Some(counted) = count(&args, &instance, convention, depth, &stop) else {
            printer.end()?;
            if !args.output.quiet {
                eprint_line(&format!("interrupted at depth {depth}"));
            }
            return Ok(Exit::Incomplete);
        };
        printer.add(counted)?;
    }
    printer.end()?;
    Ok(Exit::Done)
}

/// Counts one depth; `None` if it was stopped.
fn count(
    args: &PerftArgs,
    instance: &Instance<Position>,
    convention: Convention,
    depth: u32,
    stop: &AtomicBool,
) -> Option<Counted> {
    let progress = Progress::new(1, None, args.output.quiet);
    let bulk = !args.no_bulk;
    let begin = Instant::now();
    let leaves = perft_in_parts(instance.position, depth, convention, bulk, &mut |leaves| {
        progress.nodes.store(leaves, Ordering::Relaxed);
        !stop.load(Ordering::Relaxed)
    })?;
    let seconds = begin.elapsed().as_secs_f64();
    // What is over within a tick of the clock has no rate.
    let leaves_per_second = (leaves > 0 && seconds > 1e-6).then(|| (leaves as f64 / seconds) as u64);
    let (instance, convention) = (instance.name.clone(), convention.name());
    Some(Counted { instance, convention, bulk, depth, leaves, seconds, leaves_per_second })
}

/// Prints each depth as soon as it is counted; in Markdown, where columns have one width, all at the end.
struct Printer {
    output: OutputArgs,
    csv: csv::Writer<io::Stdout>,
    kept: Vec<Counted>,
}

impl Printer {
    fn begin(args: &PerftArgs, instance: &Instance<Position>, convention: Convention) -> Result<Self> {
        if args.output.format == Format::Table {
            let counted = if args.no_bulk { "all moves are made" } else { "the last ply is counted in bulk" };
            let head = format!("{} · convention {}: {}", instance.name, convention.name(), convention.about());
            let heads = line(COLUMNS.map(|column| column.head.to_owned()));
            let rule = "─".repeat(heads.chars().count());
            print_text(&format!("{head} · {counted}\n\n{heads}\n{rule}\n"))?;
        }
        Ok(Self { output: args.output.clone(), csv: csv::Writer::from_writer(io::stdout()), kept: Vec::new() })
    }

    fn add(&mut self, counted: Counted) -> Result<()> {
        match self.output.format {
            Format::Table => print_text(&format!("{}\n", line(COLUMNS.map(|column| (column.text)(&counted)))))?,
            Format::Json => print_text(&format!("{}\n", serde_json::to_string(&counted)?))?,
            Format::Csv => {
                let instance = csv_cell(&counted.instance);
                self.csv.serialize(Counted { instance, ..counted }).map_err(io::Error::from)?;
                self.csv.flush()?;
            }
            Format::Md | Format::Tex => self.kept.push(counted),
        }
        Ok(())
    }

    fn end(&self) -> Result<()> {
        if matches!(self.output.format, Format::Md | Format::Tex) {
            print_text(&table(&self.kept, &COLUMNS, self.output.layout()))?;
        }
        Ok(())
    }
}

/// The texts to the right of their columns.
fn line(texts: [String; 4]) -> String {
    texts.into_iter().zip(WIDTHS).map(|(text, width)| format!("{text:>width$}")).collect::<Vec<_>>().concat()
}
