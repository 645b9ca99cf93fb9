//! `searchlab status`: how far an experiment is.

use std::fmt::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use serde_json::json;

use super::{conflict, shell_path};
use crate::cli::Exit;
use crate::cli::args::OutputArgs;
use crate::cli::output::say;
use crate::experiment::directory::{self, Kept};
use crate::experiment::index::Index;
use crate::experiment::manifest::Manifest;
use crate::experiment::plan::Plan;
use crate::experiment::store::{is_final, records_files};
use crate::record::Status;
use crate::report::Format;
use crate::text::{counted, grouped, printable};

#[derive(Debug, Args)]
struct StatusArgs {
    /// The directory of an experiment
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn command() -> Command {
    StatusArgs::augment_args(Command::new("status"))
        .about("Show how far an experiment is: what is finished, limited, missing, and who ran it")
        .after_help(
            "Exit code 3 while trials are missing.\n\nExamples:\n  searchlab status reports/quickstart\n  \
             searchlab status reports/quickstart --format json",
        )
}

/// An algorithm in numbers.
struct Line {
    label: String,
    planned: u64,
    finished: u64,
    limited: u64,
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = StatusArgs::from_arg_matches(matches)?;
    let Kept { spec, folder, .. } = directory::open(&args.directory)?;
    let plan = Plan::new(&spec, &folder, u64::MAX)?;
    let index = if records_files(&args.directory)?.is_empty() {
        None
    } else {
        match Index::open_for(&[&args.directory], Some(&plan)) {
            Ok(index) => Some(index),
            Err(error) => return conflict(error),
        }
    };
    // Those of players are behind those of algorithms.
    let labels = spec.variants.labels.iter().map(|label| label.label.clone());
    let mut lines: Vec<Line> = labels.map(|label| Line { label, planned: 0, finished: 0, limited: 0 }).collect();
    for planned in &plan.trials {
        let line = &mut lines[plan.label(planned)];
        line.planned += 1;
        let status = index.as_ref().and_then(|index| index.find(planned.id)).map(|entry| entry.status);
        if let Some(status) = status.filter(|&status| is_final(status)) {
            line.finished += 1;
            line.limited += u64::from(status.is_incomplete() || status == Status::Error);
        }
    }
    let sum = |count: fn(&Line) -> u64| lines.iter().map(count).sum::<u64>();
    let (planned, finished) = (sum(|line| line.planned), sum(|line| line.finished));
    let manifest = Manifest::combined(&[&args.directory])?;
    if args.output.format == Format::Json {
        let algorithms: Vec<_> = lines
            .iter()
            .map(|line| {
                json!({"algorithm": line.label, "trials": line.planned, "finished": line.finished,
                       "limited": line.limited})
            })
            .collect();
        let status = json!({"title": spec.experiment.title, "trials": planned, "finished": finished,
                            "algorithms": algorithms, "manifest": manifest});
        say(&format!("{status}\n"))?;
    } else {
        let title = printable(&spec.experiment.title);
        let mut text = format!("{title}\n{} of {} finished\n\n", grouped(finished), counted(planned, "trial"));
        for line in &lines {
            let limited = match line.limited {
                0 => String::new(),
                limited => format!(", {} ended at a limit", grouped(limited)),
            };
            let (label, finished, planned) = (printable(&line.label), grouped(line.finished), grouped(line.planned));
            let _ = writeln!(text, "  {label:<24} {finished:>9} of {planned:>9}{limited}");
        }
        for session in manifest.iter().flat_map(|it| it.earlier.iter().chain([&it.session])) {
            let end = session.end.as_deref().unwrap_or("no end: it runs, or was cut off");
            let _ = write!(text, "\n{} – {end}: {}", session.start, printable(&session.command));
        }
        text.push('\n');
        if finished < planned {
            let _ = writeln!(text, "go on with: searchlab resume {}", shell_path(&args.directory));
        }
        say(&text)?;
    }
    Ok(if finished < planned { Exit::Incomplete } else { Exit::Done })
}
