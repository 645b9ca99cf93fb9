//! `searchlab merge`: shards and directories become one.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::{conflict, shell_path, typed};
use crate::allocator::end_counting;
use crate::cli::Exit;
use crate::cli::output::{eprint_line, print_text};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::experiment::directory::{self, Kept, keep};
use crate::experiment::index::Index;
use crate::experiment::merge::merge;
use crate::experiment::plan::Plan;
use crate::text::{counted, grouped, printable};

#[derive(Debug, Args)]
struct MergeArgs {
    /// The directories: of shards, or of runs of the same experiment
    #[arg(value_name = "DIR", required = true)]
    directories: Vec<PathBuf>,
    /// Where the merged records go [default: the first directory]
    #[arg(long, short, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(super) fn command() -> Command {
    MergeArgs::augment_args(Command::new("merge"))
        .about("Bring the records of shards and runs together, in the order of the plan")
        .after_help(
            "Equal records of one trial become one; two that differ in what must be equal are refused, and both are \
             shown: exit code 4.\n\nExamples:\n  searchlab merge reports/quickstart\n  \
             searchlab merge one two --out reports/quickstart",
        )
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = MergeArgs::from_arg_matches(matches)?;
    end_counting();
    let target = args.out.clone().unwrap_or_else(|| args.directories[0].clone());
    let Kept { spec, folder, .. } = directory::open(&args.directories[0])?;
    for other in &args.directories[1..] {
        let theirs = directory::open(other)?;
        if theirs.spec.text != spec.text {
            let [first, other] = [&args.directories[0], other].map(|path| printable(&path.to_string_lossy()));
            let problem = Diagnostic::new(format!("{first} and {other} hold different experiments"));
            return Err(Diagnostics::from(problem.help("compare their files experiment.toml")).into());
        }
    }
    let plan = Plan::outline(&spec, &folder)?;
    let inputs: Vec<&Path> = args.directories.iter().map(PathBuf::as_path).collect();
    if let Err(error) = Index::open_for(&inputs, Some(&plan)) {
        return conflict(error);
    }
    let merged = match merge(&inputs, &plan.ids(), &target, &typed()) {
        Ok(merged) => merged,
        Err(error) => return conflict(error),
    };
    keep(&target, &spec)?;
    let place = printable(&target.to_string_lossy());
    let equal = match merged.duplicates {
        0 => String::new(),
        duplicates => format!(", {} equal ones left out", grouped(duplicates)),
    };
    print_text(&format!("{} in {place}{equal}\n", counted(merged.records, "record")))?;
    if merged.unplanned > 0 {
        eprint_line(&format!("note: {} of them belong to no trial of the plan", grouped(merged.unplanned)));
    }
    if merged.missing.is_empty() {
        print_text(&format!("now: searchlab report {}\n", shell_path(&target)))?;
        return Ok(Exit::Done);
    }
    let missing = counted(merged.missing.len() as u64, "trial");
    eprint_line(&format!(
        "{missing} of the plan are missing; run them with:\n  searchlab resume {}",
        shell_path(&target)
    ));
    Ok(Exit::Incomplete)
}
