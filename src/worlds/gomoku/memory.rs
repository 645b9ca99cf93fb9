//! `--memory FILE`, and `searchlab gomoku memory`: results of earlier searches, kept in a file.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use crate::catalog::limits::parse_size;
use crate::cli::Exit;
use crate::cli::output::print_text;
use crate::diagnostic::Diagnostics;
use crate::run::gomoku_memory::{LEAST_LIMIT, PositionMemory, Stats, USUAL_LIMIT};
use crate::text::{counted, grouped, printable};

// No documentation: clap would make it the description of each command that takes these.
#[derive(Debug, Clone, Args)]
pub(in crate::cli) struct MemoryArgs {
    /// Keep what is found in a file, and look there before searching. Moves of players that lost a game are marked
    /// there and avoided. Trials then carry memory=on: what they count
    /// depends on what is in the file
    #[arg(long, value_name = "FILE", help_heading = "Memory")]
    memory: Option<PathBuf>,
    /// Bytes of that file at most, from 4MiB; the shallowest results go first, of equals the oldest [default: 64MiB]
    #[arg(long, value_name = "SIZE", value_parser = parse_limit, requires = "memory", help_heading = "Memory")]
    memory_limit: Option<u64>,
}

fn parse_limit(text: &str) -> Result<u64, String> {
    let limit = parse_size(text)?;
    let least = LEAST_LIMIT >> 20;
    (limit >= LEAST_LIMIT).then_some(limit).ok_or_else(|| format!("expected {least}MiB or more"))
}

impl MemoryArgs {
    /// The memory, if one was named.
    ///
    /// # Errors
    /// It cannot be used.
    pub(in crate::cli) fn open(&self) -> Result<Option<Arc<PositionMemory>>, Diagnostics> {
        let limit = self.memory_limit.unwrap_or(USUAL_LIMIT);
        self.memory.as_deref().map(|path| PositionMemory::open(path, limit).map(Arc::new)).transpose()
    }

    /// Remarks about a memory when all is done.
    pub(in crate::cli) fn remarks(memory: &PositionMemory) -> Vec<String> {
        let (hits, stored) = memory.traffic();
        let answered = (hits > 0).then(|| format!("{} from the memory, without a search", counted(hits, "answer")));
        let kept = (stored > 0).then(|| format!("{} kept in the memory", counted(stored, "result")));
        answered.into_iter().chain(kept).chain(memory.trouble()).collect()
    }
}

#[derive(Debug, Args)]
struct FileArgs {
    /// The memory
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub(in crate::cli) fn command() -> Command {
    Command::new("memory")
        .about("Look into a memory of positions, or empty it")
        .after_help(
            "A memory is made and used by --memory FILE of gomoku search and gomoku play. It is never used otherwise. What\n\
             players of gomoku play lose is marked there, so that they do not lose twice in the same way.\n\n\
             Examples:\n  \
             searchlab gomoku search --algorithm engine --depth 10 --position h8i9j10 --memory positions.memory\n  \
             searchlab gomoku memory stats positions.memory\n  \
             searchlab gomoku memory clear positions.memory",
        )
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(FileArgs::augment_args(
            Command::new("stats")
                .about("Show how many positions there are, of which searches and how deep")
                .after_help("Example:\n  searchlab gomoku memory stats positions.memory"),
        ))
        .subcommand(FileArgs::augment_args(
            Command::new("clear")
                .about("Forget all positions")
                .after_help("Example:\n  searchlab gomoku memory clear positions.memory"),
        ))
}

pub(in crate::cli) fn run(matches: &ArgMatches) -> Result<Exit> {
    match matches.subcommand() {
        Some(("stats", matches)) => {
            let FileArgs { file } = FileArgs::from_arg_matches(matches)?;
            let stats = PositionMemory::existing(&file, USUAL_LIMIT)?.stats()?;
            print_text(&shown(&file.display().to_string(), &stats))?;
        }
        Some(("clear", matches)) => {
            let FileArgs { file } = FileArgs::from_arg_matches(matches)?;
            let count = PositionMemory::existing(&file, USUAL_LIMIT)?.clear()?;
            print_text(&format!("{} forgotten\n", counted(count, "position")))?;
        }
        _ => unreachable!("clap asks for a known command"),
    }
    Ok(Exit::Done)
}

fn shown(name: &str, stats: &Stats) -> String {
    let mut text = format!(
        "{}: {} in {} bytes, a file of {} bytes, version {}\n",
        printable(name),
        counted(stats.entries, "position"),
        grouped(stats.bytes),
        grouped(stats.file_bytes),
        stats.version
    );
    if stats.lost > 0 {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{} marked as lost by games", counted(stats.lost, "position"));
    }
    let mut last = "";
    for ((identity, depth), count) in &stats.depths {
        if identity != last {
            let _ = writeln!(text, "\n{identity}\n{:>7} {:>12}", "depth", "positions");
            last = identity;
        }
        let _ = writeln!(text, "{depth:>7} {:>12}", grouped(*count));
    }
    text
}
