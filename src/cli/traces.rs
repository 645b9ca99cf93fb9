//! `searchlab trace show|verify|convert FILE` and `searchlab watch FILE`: traces of searches, read.
//!
//! Not here: how a search writes one (trace.rs).

use std::fs;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow};
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::Exit;
use super::args::{OutputArgs, parse_count};
use super::output::print_text;
use super::progress::stop_flag;
use super::replay::ReplayArgs;
use super::trace::{TraceFormat, error_message, open_sink};
use crate::diagnostic::{Diagnostic, Diagnostics, quoted};
use crate::text::{counted, grouped, printable};
use crate::watch;
use crate::watch::film::Film;
use crate::worlds::trace::Reader;
use crate::worlds::trace::show::{Words, title};
use crate::worlds::trace::verify::verify;

#[derive(Debug, Args)]
struct ShowArgs {
    /// The trace, compressed or not; - reads standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// Begin with the N-th event
    #[arg(long, value_name = "N", value_parser = parse_count, allow_negative_numbers = true)]
    from: Option<NonZeroUsize>,
    /// End with the N-th event
    #[arg(long, value_name = "N", value_parser = parse_count, allow_negative_numbers = true)]
    to: Option<NonZeroUsize>,
}

#[derive(Debug, Args)]
struct VerifyArgs {
    /// The trace, compressed or not; - reads standard input
    #[arg(value_name = "FILE")]
    file: String,
}

#[derive(Debug, Args)]
struct ConvertArgs {
    /// The trace, compressed or not; - reads standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// The other form
    #[arg(long, value_enum, value_name = "FORM")]
    to: TraceFormat,
    /// The file to write, compressed if its name ends in .gz
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

#[derive(Debug, Args)]
struct WatchArgs {
    /// The traces, compressed or not; up to six are played side by side
    #[arg(value_name = "FILE", required = true, num_args = 1..)]
    files: Vec<String>,
    #[command(flatten)]
    output: OutputArgs,
}

/// The command that plays traces.
pub(super) fn watch_command() -> Command {
    WatchArgs::augment_args(Command::new("watch"))
        .about("Play traces in the terminal, step by step, forth and back")
        .after_help(
            "Space plays and pauses, the arrows step, n and p go to the next and the last threshold, pass, cut or goal, + and - \
             change the speed, q leaves. The pointer on a cell of a maze shows its g, h and f; a click on the bar goes \
             there.\n\nExamples:\n  \
             searchlab maze astar mazes/course-18x25.txt --trace walk.jsonl\n  \
             searchlab watch walk.jsonl\n  \
             searchlab maze idastar mazes/course-18x25.txt --watch",
        )
}

/// Plays traces.
pub(super) fn watch(matches: &ArgMatches) -> Result<Exit> {
    let args = WatchArgs::from_arg_matches(matches)?;
    let films =
        args.files.iter().map(|file| Film::read(Reader::open(file)?)).collect::<Result<Vec<_>, Diagnostics>>()?;
    ReplayArgs::in_terminal().check(films.len(), None)?;
    watch::run(films, args.output.has_color(), &stop_flag())?;
    Ok(Exit::Done)
}

pub(super) fn command() -> Command {
    let show = ShowArgs::augment_args(Command::new("show"))
        .about("Print a trace as a walk, one event a line")
        .after_help("Example:\n  searchlab trace show walk.jsonl --from 10 --to 40");
    let verify = VerifyArgs::augment_args(Command::new("verify"))
        .about("Check that a trace keeps its rules: parents, costs, nested visits, values, counters")
        .after_help("The exit code is 1 if a rule is broken.\n\nExample:\n  searchlab trace verify walk.jsonl");
    let convert = ConvertArgs::augment_args(Command::new("convert"))
        .about("Write a trace in another form")
        .after_help("Example:\n  searchlab trace convert walk.jsonl --to posthoc --out walk.trace.json");
    Command::new("trace")
        .about("Show, check and convert the traces that searches write with --trace FILE")
        .after_help(
            "Examples:\n  \
             searchlab maze astar mazes/course-18x25.txt --trace walk.jsonl\n  \
             searchlab trace show walk.jsonl\n  \
             searchlab trace verify walk.jsonl\n  \
             searchlab trace convert walk.jsonl --to posthoc --out walk.trace.json",
        )
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands([show, verify, convert])
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    match matches.subcommand() {
        Some(("show", matches)) => show(&ShowArgs::from_arg_matches(matches)?),
        Some(("verify", matches)) => check(&VerifyArgs::from_arg_matches(matches)?),
        Some(("convert", matches)) => convert(&ConvertArgs::from_arg_matches(matches)?),
        _ => unreachable!("clap asks for a known command"),
    }
}

fn show(args: &ShowArgs) -> Result<Exit> {
    let reader = Reader::open(&args.file)?;
    let (from, to) = (args.from.map_or(1, NonZeroUsize::get) as u64, args.to.map(|to| to.get() as u64));
    print_text(&format!("{}\n\n", printable(&title(&reader))))?;
    let (mut words, mut number) = (Words::default(), 0);
    for entry in reader {
        let entry = entry?;
        let line = words.line(&entry);
        if entry.is_event() {
            number += 1;
            if number >= from && to.is_none_or(|to| number <= to) {
                print_text(&format!("{number:>8}  {}\n", printable(&line)))?;
            }
        } else {
            number += entry.id("left_out").unwrap_or_default();
            if entry.kind != "count" {
                print_text(&format!("{:>8}  {}\n", "", printable(&line)))?;
            }
        }
    }
    Ok(Exit::Done)
}

fn check(args: &VerifyArgs) -> Result<Exit> {
    let reader = Reader::open(&args.file)?;
    let name = printable(reader.name());
    let verdict = verify(reader)?;
    for broken in &verdict.broken {
        print_text(&format!("{name}:{}: {}\n", broken.line, printable(&broken.text)))?;
    }
    if verdict.more > 0 {
        print_text(&format!("… {} more\n", grouped(verdict.more)))?;
    }
    let left_out = match verdict.left_out {
        0 => String::new(),
        count => format!(" ({} left out)", grouped(count)),
    };
    let events = format!("{}{left_out}", counted(verdict.events, "event"));
    if verdict.is_sound() {
        print_text(&format!("{name}: {events}, all rules kept\n"))?;
        return Ok(Exit::Done);
    }
    let broken = verdict.broken.len() as u64 + verdict.more;
    print_text(&format!("{name}: {events}, {} broken\n", counted(broken, "rule")))?;
    Ok(Exit::Negative)
}

fn convert(args: &ConvertArgs) -> Result<Exit> {
    let reader = Reader::open(&args.file)?;
    let is_same =
        fs::canonicalize(&args.out).is_ok_and(|out| fs::canonicalize(&args.file).is_ok_and(|file| file == out));
    if is_same {
        let problem =
            Diagnostic::new(format!("{} is the trace itself", quoted(&args.file))).help("name another file with --out");
        return Err(anyhow!(Diagnostics::from(problem)));
    }
    let mut sink = open_sink(&args.out, args.to.form())?;
    sink.line(reader.header());
    for entry in reader {
        sink.line(&entry?.line);
    }
    sink.finish().with_context(|| error_message(&args.out))?;
    Ok(Exit::Done)
}
