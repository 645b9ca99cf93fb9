//! `searchlab export`: the records of a directory in the forms of other tools.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches, ValueEnum};

use super::{conflict, shell_path};
use crate::cli::Exit;
use crate::cli::output::print_text;
use crate::diagnostic::Diagnostic;
use crate::experiment::index::IndexError;
use crate::report::export::{ExportError, Trials, write_benchexec, write_columns, write_csv, write_file, write_ioh};
use crate::text::counted;

/// A form that other tools read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// All trials as one flat table of comma-separated values
    Csv,
    /// The columns of that table: name, type, unit, meaning
    Columns,
    /// That table as an Apache Parquet file, in programs built with the feature `parquet`; needs --out
    Parquet,
    /// A result file of BenchExec for each algorithm, for its table-generator; needs --out
    Benchexec,
    /// Curves of the quality of the answer over nodes, as IOHprofiler has them; needs --out
    Ioh,
}

impl Form {
    /// The name, as it is typed.
    const fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Columns => "columns",
            Self::Parquet => "parquet",
            Self::Benchexec => "benchexec",
            Self::Ioh => "ioh",
        }
    }
}

#[derive(Debug, Args)]
struct ExportArgs {
    /// The directory of an experiment
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// The form
    #[arg(long, value_enum, value_name = "FORM", default_value = "csv")]
    to: Form,
    /// The file, or for benchexec and ioh the folder, to write [default: standard output]
    #[arg(long, short, value_name = "PATH")]
    out: Option<PathBuf>,
}

pub(super) fn command() -> Command {
    ExportArgs::augment_args(Command::new("export"))
        .about("Write the records of an experiment in the forms that other tools read")
        .after_help(
            "records.jsonl itself is read by DuckDB, polars, pandas and R; the book shows the lines for each. What was \
             interrupted is left out, as in the report.\n\nExamples:\n  \
             searchlab export reports/quickstart > trials.csv\n  \
             searchlab export reports/quickstart --to columns\n  \
             searchlab export reports/quickstart --to benchexec --out benchexec\n  \
             searchlab export reports/quickstart --to ioh --out curves",
        )
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = ExportArgs::from_arg_matches(matches)?;
    let out = args.out.as_deref();
    let ended = Trials::open(&args.directory).map_err(ExportError::from).and_then(|mut trials| match args.to {
        Form::Csv => to_file_or_stdout(&mut trials, out, |trials, out| write_csv(trials, out)),
        Form::Columns => to_file_or_stdout(&mut trials, out, |trials, out| write_columns(trials, out)),
        Form::Parquet => to_parquet(&mut trials, &args.directory, out),
        Form::Benchexec => to_folder(&mut trials, args.to, out, write_benchexec),
        Form::Ioh => to_folder(&mut trials, args.to, out, write_ioh),
    });
    match ended {
        Ok(text) => {
            print_text(&text)?;
            Ok(Exit::Done)
        }
        Err(ExportError::Records(error)) => conflict(error),
        Err(ExportError::Output(error)) => Err(error.into()),
    }
}

/// Writes a file, or to standard output; gives what is still to be printed.
fn to_file_or_stdout(
    trials: &mut Trials,
    out: Option<&Path>,
    write: impl FnOnce(&mut Trials, &mut dyn Write) -> Result<(), ExportError>,
) -> Result<String, ExportError> {
    match out {
        None => write(trials, &mut io::stdout().lock()).map(|()| String::new()),
        Some(path) => {
            write_file(path, |out| write(trials, out))?;
            Ok(format!("{}: {}\n", shell_path(path), counted(trials.len() as u64, "trial")))
        }
    }
}

/// Writes a Parquet file.
#[cfg(feature = "parquet")]
fn to_parquet(trials: &mut Trials, _: &Path, out: Option<&Path>) -> Result<String, ExportError> {
    let Some(path) = out else {
        let problem = Diagnostic::new("--to parquet writes a file that is no text");
        return Err(IndexError::from(problem.help("say where: --out trials.parquet")).into());
    };
    crate::report::export::write_parquet(trials, path)?;
    Ok(format!("{}: {}\n", shell_path(path), counted(trials.len() as u64, "trial")))
}

/// Says how a program without the feature comes to a Parquet file.
#[cfg(not(feature = "parquet"))]
fn to_parquet(_: &mut Trials, directory: &Path, out: Option<&Path>) -> Result<String, ExportError> {
    let file = out.map_or_else(|| "trials.parquet".to_owned(), |path| path.display().to_string());
    let problem = Diagnostic::new("this searchlab was built without the feature `parquet`")
        .help("build it with that: cargo install --path . --features parquet")
        .help(format!(
            "or let DuckDB make the file: searchlab export {} --out trials.csv, then duckdb -c \"copy (from \
             read_csv('trials.csv')) to '{file}'\"",
            shell_path(directory)
        ));
    Err(IndexError::from(problem).into())
}

/// Writes a folder of files; gives their paths, a line each.
fn to_folder(
    trials: &mut Trials,
    form: Form,
    out: Option<&Path>,
    write: impl FnOnce(&mut Trials, &Path) -> Result<Vec<PathBuf>, IndexError>,
) -> Result<String, ExportError> {
    let Some(folder) = out else {
        let name = form.name();
        let problem = Diagnostic::new(format!("--to {name} writes several files"));
        return Err(IndexError::from(problem.help(format!("say where: --out {name}"))).into());
    };
    let paths = write(trials, folder)?;
    let mut text = paths.iter().map(|path| shell_path(path)).collect::<Vec<_>>().join("\n");
    text.push('\n');
    Ok(text)
}
