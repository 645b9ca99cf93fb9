//! `searchlab plan`: the job file by which a cluster runs the shards of an experiment. The engines exist; a template
//! for each stands in src/jobs.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches, ValueEnum};

use crate::cli::Exit;
use crate::cli::args::parse_count;
use crate::cli::output::print_text;
use crate::cli::progress::stop_flag;
use crate::diagnostic::{Diagnostic, Diagnostics, read_source};
use crate::embedded::place;
use crate::experiment::directory::{folder_of, usual_directory};
use crate::experiment::estimate::Estimate;
use crate::experiment::plan::Plan;
use crate::text::{counted, printable, shell_word};

/// Shards for each task, where they are packed by their cost.
const PIECES: usize = 8;

/// Slurm refuses larger arrays by default (`MaxArraySize` 1001).
const MOST_SHARDS: usize = 1000;

#[derive(Debug, Args)]
struct PlanArgs {
    /// The experiment: a file, or the name of one that comes with searchlab
    #[arg(value_name = "FILE.toml|NAME")]
    file: String,
    /// The engine that runs the shards
    #[arg(long = "for", value_name = "ENGINE")]
    engine: Engine,
    /// Parts of the trials, each a task; at most 1000
    #[arg(long, value_name = "N", value_parser = parse_count, allow_negative_numbers = true)]
    shards: NonZeroUsize,
    /// Longest time of a shard, in hours; what is left then goes on at the next submission
    #[arg(long, value_name = "H", default_value = "4", value_parser = parse_count, allow_negative_numbers = true)]
    hours: NonZeroUsize,
    /// Try a few trials for some seconds, and give each task smaller shards that take about equally long together
    #[arg(long)]
    sample: bool,
    /// Trials at once in each shard, and the cores that it asks for
    #[arg(long, short, value_name = "N", default_value = "1", value_parser = parse_count, allow_negative_numbers = true)]
    jobs: NonZeroUsize,
    /// Where records and report go [default: reports/ and the name of the file]
    #[arg(long, short, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Programs that run many jobs on many machines.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Engine {
    /// Slurm: a job array and a merge that depends on it
    Slurm,
    /// HyperQueue: a task array
    #[value(name = "hyperqueue")]
    HyperQueue,
    /// GNU parallel, on one machine or by ssh
    Parallel,
    /// Snakemake, itself or by its executors
    Snakemake,
}

impl Engine {
    const fn template(self) -> &'static str {
        match self {
            Self::Slurm => include_str!("../../jobs/slurm.sh"),
            Self::HyperQueue => include_str!("../../jobs/hyperqueue.sh"),
            Self::Parallel => include_str!("../../jobs/parallel.sh"),
            Self::Snakemake => include_str!("../../jobs/snakemake.smk"),
        }
    }
}

pub(super) fn command() -> Command {
    PlanArgs::augment_args(Command::new("plan"))
        .about("Print a job file that runs an experiment on a cluster, shard by shard")
        .after_help(
            "A shard that was cut off goes on where it was, so the same job file is submitted again until all is \
             done.\n\nExamples:\n  \
             searchlab plan quickstart --for slurm --shards 8 --hours 2\n  \
             searchlab plan quickstart --for parallel --shards 4 --out quick\n  \
             searchlab plan quickstart --for hyperqueue --shards 4 --sample\n  \
             searchlab plan experiments/quickstart.toml --for snakemake --shards 16",
        )
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = PlanArgs::from_arg_matches(matches)?;
    let file = Path::new(place(&args.file));
    let (spec, plan) = Plan::read(read_source(&args.file)?, &folder_of(file), u64::MAX)?;
    let trials = plan.trials.len();
    let count = args.shards.get();
    if count > MOST_SHARDS.min(trials) {
        let problem = Diagnostic::new(format!("--shards {count} is too many"));
        let most = format!("at most {}: there are {}", MOST_SHARDS.min(trials), counted(trials as u64, "trial"));
        return Err(Diagnostics::from(problem.help(most)).into());
    }
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    let out = args.out.unwrap_or_else(|| usual_directory(file));
    let [logs, out] = [jobs_folder(&out), out].map(|path| path.to_string_lossy().into_owned());
    let tasks = if args.sample { Tasks::packed(&plan, count) } else { Tasks::plain(count) };
    let mut job = args.engine.template().to_owned();
    for (key, value) in [
        // Before the keys that stand in it.
        ("TASK", include_str!("../../jobs/task.sh").to_owned()),
        ("TITLE", printable(&spec.experiment.title)),
        ("TRIALS", counted(trials as u64, "trial")),
        ("NAME", shell_word(&name)),
        ("EXPERIMENT", shell_word(&args.file)),
        ("OUT", shell_word(&out)),
        ("LOGS", shell_word(&logs)),
        ("PY_EXPERIMENT", python_word(&args.file)),
        ("PY_OUT", python_word(&out)),
        ("PY_LOGS", python_word(&logs)),
        ("TASKS", count.to_string()),
        ("SHARDS", tasks.shards.to_string()),
        ("PARTS", tasks.bash()),
        ("PY_PARTS", tasks.python()),
        ("HOURS", args.hours.to_string()),
        ("JOBS", args.jobs.to_string()),
        ("MOST", trials.to_string()),
    ] {
        job = job.replace(&format!("@{key}@"), &value);
    }
    print_text(&job)?;
    Ok(Exit::Done)
}

/// The shards that each task runs, one after the other.
struct Tasks {
    shards: usize,
    /// Empty if each task has one, of its own number.
    parts: Vec<Vec<usize>>,
}

impl Tasks {
    fn plain(count: usize) -> Self {
        Self { shards: count, parts: Vec::new() }
    }

    /// Shards in tasks by their estimated cost: the longest first, each into the task that is shortest so far (Graham
    /// 1969: at most a third longer than the best packing).
    fn packed(plan: &Plan, count: usize) -> Self {
        let shards = (count * PIECES).min(plan.trials.len());
        let estimate = Estimate::of(plan, 0, &stop_flag());
        let mut costs = vec![0.0; shards];
        for planned in &plan.trials {
            costs[(planned.id.0 % shards as u64) as usize] += estimate.seconds(plan, planned);
        }
        let mut order: Vec<usize> = (0..shards).collect();
        order.sort_by(|&one, &other| costs[other].total_cmp(&costs[one]));
        let mut tasks: Vec<(f64, Vec<usize>)> = vec![(0.0, Vec::new()); count];
        for shard in order {
            let shortest = tasks.iter_mut().min_by(|one, other| one.0.total_cmp(&other.0));
            if let Some((cost, parts)) = shortest {
                *cost += costs[shard];
                parts.push(shard);
            }
        }
        Self { shards, parts: tasks.into_iter().map(|task| task.1).collect() }
    }

    /// The body of a function that prints the shards of task `$1`.
    fn bash(&self) -> String {
        if self.parts.is_empty() {
            return "    echo \"$1\"".to_owned();
        }
        let line = |parts: &Vec<usize>| parts.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        let lines: Vec<String> = self.parts.iter().map(line).collect();
        format!("    sed \"$(($1 + 1))!d\" << 'END'\n{}\nEND", lines.join("\n"))
    }

    /// The same as a list of lists.
    fn python(&self) -> String {
        match self.parts.as_slice() {
            [] => "[[task] for task in range(TASKS)]".to_owned(),
            parts => format!("{parts:?}"),
        }
    }
}

/// Where the shards print. Not inside the directory of the records: a run begins in an empty one.
pub(super) fn jobs_folder(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".jobs");
    name.into()
}

/// A text as Python writes it: the escapes of JSON are among those of Python.
fn python_word(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
