//! `searchlab run` and `searchlab resume`.

use std::fmt::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::progress::show;
use super::report::{print_summary, publish};
use super::{conflict, shell_path, typed};
use crate::catalog::WORLDS;
use crate::cli::Exit;
use crate::cli::args::{OutputArgs, parse_count};
use crate::cli::output::{eprint_line, eprint_problems, print_text};
use crate::cli::plan::Watch as _;
use crate::cli::progress::stop_flag;
use crate::cli::replay::Recorder;
use crate::diagnostic::{Diagnostic, Diagnostics, read_source};
use crate::embedded::place;
use crate::experiment::directory::{self, Kept, folder_of, keep, seen_from, set_aside, usual_directory};
use crate::experiment::estimate::{Estimate, Guess};
use crate::experiment::machine;
use crate::experiment::manifest::{Manifest, Purpose, Session};
use crate::experiment::merge::merge;
use crate::experiment::plan::{Plan, Planned};
use crate::experiment::run::{Conditions, Course as Progress, run as run_trials, unfinished};
use crate::experiment::sequential::Sequential;
use crate::experiment::shard::{Shard, Shards};
use crate::experiment::spec::{AlgorithmRequest, Spec};
use crate::experiment::store::Store;
use crate::experiment::trial_runner::TrialRunner;
use crate::play::{ProgramSpec, program};
use crate::report::book::write_replays;
use crate::report::duration;
use crate::run::budget;
use crate::text::{counted, grouped, printable};

#[derive(Debug, Args)]
pub(in crate::cli) struct HowArgs {
    /// Trials at once; 1 measures best. Where a trial has threads of its own, both multiply
    #[arg(long, short, value_name = "N", default_value = "1", value_parser = parse_count, allow_negative_numbers = true)]
    jobs: NonZeroUsize,
    /// Run part I of N of the trials, from 0, or several parts as I,J/N; many machines can run theirs into one directory
    /// or several
    #[arg(long, value_name = "I/N", value_parser = parse_shards)]
    shard: Option<Shards>,
    /// Refuse more trials than this
    #[arg(long, value_name = "N", default_value = "200000", value_parser = parse_count, allow_negative_numbers = true)]
    pub(in crate::cli) max_trials: NonZeroUsize,
    /// Only N of the instances and of the openings of each match, evenly spread: for a quick look
    #[arg(long, value_name = "N", value_parser = parse_count, allow_negative_numbers = true)]
    sample: Option<NonZeroUsize>,
    /// Set records aside that belong to an earlier form of the experiment
    #[arg(long)]
    prune: bool,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Debug, Args)]
struct RunArgs {
    /// The experiment: a file, or the name of one that comes with searchlab
    #[arg(value_name = "FILE.toml|NAME")]
    file: String,
    /// Where records and report go [default: reports/ and the name of the file]
    #[arg(long, short, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Show the plan and what it may cost, and run nothing
    #[arg(long)]
    dry_run: bool,
    /// Exit with 1 if a claim does not hold
    #[arg(long)]
    require_claims: bool,
    #[command(flatten)]
    how: HowArgs,
}

#[derive(Debug, Args)]
struct ResumeArgs {
    /// The directory of an experiment
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// Exit with 1 if a claim does not hold
    #[arg(long)]
    require_claims: bool,
    #[command(flatten)]
    how: HowArgs,
}

impl HowArgs {
    /// One trial after the other, all of them.
    pub(in crate::cli) fn usual(output: &OutputArgs) -> Self {
        let (jobs, max_trials) = (NonZeroUsize::MIN, NonZeroUsize::MAX);
        Self { jobs, shard: None, max_trials, sample: None, prune: false, output: output.clone() }
    }
}

fn parse_shards(text: &str) -> Result<Shards, String> {
    text.parse().map_err(|_| {
        "expected I/N, a number from 0 and how many there are, such as 0/5; or several numbers, such as 0,3/5"
            .to_owned()
    })
}

pub(super) fn command() -> Command {
    RunArgs::augment_args(Command::new("run"))
        .about("Run an experiment: a TOML file becomes records, tables, charts and a report")
        .after_help(
            "What is finished is never run again: the same command goes on after Ctrl-C or a crash.\n\nExamples:\n  \
         searchlab run quickstart\n  \
         searchlab run experiments/quickstart.toml --dry-run\n  \
         searchlab run experiments/quickstart.toml --jobs 2 --out quick --require-claims\n  \
         searchlab run experiments/pruning-is-free.toml --sample 3 --out look\n  \
         searchlab run experiments/quickstart.toml --shard 0/5 --out shards",
        )
}

pub(super) fn resume_command() -> Command {
    ResumeArgs::augment_args(Command::new("resume"))
        .about("Go on with an experiment that was interrupted")
        .after_help("Example:\n  searchlab resume reports/quickstart")
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = RunArgs::from_arg_matches(matches)?;
    let file = Path::new(place(&args.file));
    let (spec, plan) = Plan::read(read_source(&args.file)?, &folder_of(file), args.how.max_trials.get() as u64)?;
    let directory = args.out.clone().unwrap_or_else(|| usual_directory(file));
    if args.dry_run {
        plan.remarks.iter().for_each(|remark| args.how.output.remark(remark));
        return dry_run(&spec, &plan, &directory, &args);
    }
    let (how, require_claims) = (&args.how, args.require_claims);
    let job = Job { spec: &spec, plan: &plan, directory: &directory, how, require_claims };
    job.run(|| seen_from(&directory, file))
}

pub(super) fn resume(matches: &ArgMatches) -> Result<Exit> {
    let args = ResumeArgs::from_arg_matches(matches)?;
    let Kept { spec, folder, experiment } = directory::open(&args.directory)?;
    let plan = Plan::new(&spec, &folder, args.how.max_trials.get() as u64)?;
    let (how, require_claims) = (&args.how, args.require_claims);
    let job = Job { spec: &spec, plan: &plan, directory: &args.directory, how, require_claims };
    job.run(|| experiment.clone())
}

/// A run of an experiment: the plan, and the directory of its records.
pub(in crate::cli) struct Job<'a> {
    pub(in crate::cli) spec: &'a Spec,
    pub(in crate::cli) plan: &'a Plan,
    pub(in crate::cli) directory: &'a Path,
    pub(in crate::cli) how: &'a HowArgs,
    pub(in crate::cli) require_claims: bool,
}

impl Job<'_> {
    /// Runs what has no record yet and makes the report. `experiment` is the path of the file, seen from the directory.
    pub(in crate::cli) fn run(&self, experiment: impl Fn() -> String) -> Result<Exit> {
        let how = self.how;
        if let Some(words) = self.plan.equals_in_words() {
            how.output.remark(&words);
        }
        self.check_programs()?;
        self.plan.remarks.iter().for_each(|remark| how.output.remark(remark));
        let command = typed();
        let parts = match &how.shard {
            None => vec![None],
            Some(shards) => shards.list().iter().copied().map(Some).collect(),
        };
        for part in parts {
            if let Some(exit) = self.run_part(part, &experiment, &command)? {
                return Ok(exit);
            }
        }
        let Some(shards) = &how.shard else { return self.conclude(&command) };
        let (noun, verb) = if shards.list().len() == 1 { ("shard", "is") } else { ("shards", "are") };
        let place = shell_path(self.directory);
        print_text(&format!("{noun} {shards} {verb} complete; when all are:\n  searchlab merge {place}\n"))?;
        Ok(Exit::Done)
    }

    /// Runs what has no record yet of all trials or of a shard; the exit code if it is not complete then.
    fn run_part(&self, shard: Option<Shard>, experiment: &impl Fn() -> String, command: &str) -> Result<Option<Exit>> {
        let how = self.how;
        let mut store = Store::open(self.directory, shard, Some(self.plan), command)?;
        if store.cut() > 0 {
            let bytes = counted(store.cut(), "byte");
            how.output.remark(&format!("{bytes} of a record that a crash cut short were dropped"));
        }
        match self.set_foreign_aside(store, command)? {
            Ok(reopened) => store = reopened,
            Err(exit) => return Ok(Some(exit)),
        }
        let mut sequential = Sequential::new(self.spec, self.plan);
        sequential.take_in(self.directory)?;
        let mut todo = unfinished(self.plan, &store, shard);
        let sample = how.sample.map(|count| self.plan.sample(count.get()));
        todo.retain(|planned| {
            sample.as_ref().is_none_or(|sample| sample.contains(&planned.instance))
                && !sequential.is_decided(self.plan, planned)
        });
        let earlier = Manifest::read(self.directory, shard)?;
        // Another form of the experiment is a session, even if all its trials are finished: the report goes by it.
        let is_known = earlier.as_ref().is_some_and(|earlier| earlier.session.spec_hash == self.spec.hash());
        let ran = if todo.is_empty() && is_known {
            keep(self.directory, self.spec)?;
            earlier.into_iter().try_for_each(|manifest| manifest.close(self.directory, shard))?;
            Ran { done: 0, left: Some(0) }
        } else {
            let mut session = self.begin(command, experiment());
            let manifest = |session: Session| match earlier.clone() {
                Some(earlier) => earlier.resumed(session),
                None => Manifest::new(session),
            };
            // The manifest knows where the files lie that the experiment names: whoever finds the one finds the other.
            manifest(session.clone()).write(self.directory, shard)?;
            keep(self.directory, self.spec)?;
            let ran = self.run_trials(&todo, shard, &mut store, &mut sequential);
            session.finish();
            match manifest(session).write(self.directory, shard) {
                // What keeps the records from being written has been told: the next run notes the end.
                Err(_) if ran.left.is_none() => {}
                written => written?,
            }
            ran
        };
        Ok(self.unfinished(ran))
    }

    /// Refuses programs that cannot be started, before anybody plays against them.
    fn check_programs(&self) -> Result<(), Diagnostics> {
        let mut problems = Diagnostics::new();
        // The world does not matter to the system.
        let programs = self.spec.variants.players.iter().filter_map(|it| ProgramSpec::of_contender(it, WORLDS[0]));
        for program in programs {
            if let Err(error) = program::check(&program) {
                problems.push(|| Diagnostic::new(error.to_string()));
            }
        }
        if let Err(problem) = self.plan.check_programs() {
            problems.push(|| problem);
        }
        problems.into_result(())
    }

    fn begin(&self, command: &str, experiment: String) -> Session {
        let purpose = Purpose {
            spec_hash: self.spec.hash(),
            experiment,
            seeds: self.spec.seeds(),
            trials: self.plan.trials.len() as u64,
            jobs: self.how.jobs.get(),
        };
        Session::begin(Path::new("."), command, purpose)
    }

    /// Deals with records that belong to no trial of the plan.
    fn set_foreign_aside(&self, store: Store, command: &str) -> Result<Result<Store, Exit>> {
        let foreign = store.foreign().to_vec();
        if foreign.is_empty() {
            return Ok(Ok(store));
        }
        let many = counted(foreign.len() as u64, "record");
        let place = printable(&self.directory.to_string_lossy());
        if !self.how.prune || self.how.shard.is_some() {
            let problem = Diagnostic::new(format!("{place} holds {many} of trials that this experiment does not have"));
            let problem =
                problem.help("was the experiment changed? `--prune` sets them aside, `--out DIR` begins elsewhere");
            return Err(Diagnostics::from(problem).into());
        }
        if let Err(error) = set_aside(self.directory, &foreign) {
            return conflict(error).map(Err);
        }
        self.how.output.remark(&format!("{many} of an earlier form of the experiment went to superseded.jsonl"));
        drop(store);
        Ok(Ok(Store::open(self.directory, None, Some(self.plan), command)?))
    }

    fn run_trials(
        &self,
        todo: &[Planned],
        shard: Option<Shard>,
        store: &mut Store,
        sequential: &mut Sequential,
    ) -> Ran {
        let jobs = self.how.jobs;
        let threads = self.spec.variants.threads();
        let busy = jobs.get().saturating_mul(threads as usize);
        if let Some(cores) = machine::cores().filter(|&cores| busy > cores) {
            let each = if threads > 1 { format!(" of up to {threads} threads") } else { String::new() };
            self.how.output.remark(&format!("{jobs} trials at once{each} share {cores} cores: times will be too long"));
        } else if jobs.get() > 1 {
            self.how.output.remark(&format!(
                "{jobs} trials at once, each on a core of its own: they share caches and memory, and `peak_bytes` is that of all"
            ));
        }
        let conditions = Conditions { jobs, shard, stop: stop_flag() };
        let course = Arc::new(Progress::default());
        let painter = (!self.how.output.quiet).then(|| show(&course));
        let ended = run_trials(self.plan, todo, store, sequential, &conditions, &course);
        drop(painter);
        match ended {
            Ok(ran) => Ran { done: ran.done, left: Some(ran.left) },
            Err(problems) => {
                let done = course.done.load(Ordering::Relaxed);
                eprint_problems(&problems);
                eprint_line(&format!("{} finished and recorded; {}", counted(done, "trial"), self.how_to_go_on()));
                Ran { done, left: None }
            }
        }
    }

    /// The exact command that goes on.
    fn how_to_go_on(&self) -> String {
        let shard = self.how.shard.as_ref().map_or(String::new(), |shards| format!(" --shard {shards}"));
        let jobs = if self.how.jobs.get() > 1 { format!(" --jobs {}", self.how.jobs) } else { String::new() };
        format!("go on with:\n  searchlab resume {}{shard}{jobs}", shell_path(self.directory))
    }

    /// The exit code of a part with trials left; `None` if there are none.
    fn unfinished(&self, ran: Ran) -> Option<Exit> {
        match ran.left {
            Some(0) => None,
            None => Some(Exit::Usage),
            Some(left) => {
                let done = counted(ran.done, "trial");
                eprint_line(&format!(
                    "interrupted: {done} recorded now, {} left; {}",
                    grouped(left),
                    self.how_to_go_on()
                ));
                Some(Exit::Incomplete)
            }
        }
    }

    /// Makes the report of a run of all trials.
    fn conclude(&self, command: &str) -> Result<Exit> {
        // In the order of the plan, whatever the order of arrival was.
        if let Err(error) = merge(&[self.directory], &self.plan.ids(), self.directory, command) {
            return conflict(error);
        }
        write_replays(self.directory, &self.replays())?;
        let book = match publish(self.directory, &self.how.output) {
            Ok(book) => book,
            Err(error) => return conflict(error),
        };
        print_summary(self.directory, &book, &self.how.output)?;
        Ok(if !book.problems.disagreements.is_empty() {
            Exit::Conflict
        } else if self.require_claims && book.claims_that_fail() > 0 {
            Exit::Negative
        } else {
            Exit::Done
        })
    }
}

impl Job<'_> {
    /// The titles and traces of the searches that are to be played: each watched algorithm on its first instance, once
    /// more. A search is the same again, and its record stays that of the run.
    fn replays(&self) -> Vec<(String, Vec<u8>)> {
        let watched = self.spec.experiment.algorithms.iter().enumerate().filter(|(_, request)| request.is_watched());
        let replay = |(place, request): (usize, &AlgorithmRequest)| {
            let planned = self.plan.trials.iter().find(|planned| self.plan.label(planned) == place)?;
            let (trial, instance) = (self.plan.trial(planned), self.plan.instance(planned));
            let mut nobody = ();
            let mut recorder = Recorder::new(&mut nobody);
            let mut observers = recorder.observers(&trial, instance);
            let budget = budget(&trial.limits, &stop_flag(), &Arc::default());
            let record = TrialRunner::default().run(&trial, instance, &budget, &mut observers);
            recorder.done(&trial, instance, &record, observers);
            Some((format!("{} on {}", request.label(), printable(&instance.name)), recorder.traces.pop()?))
        };
        watched.filter_map(replay).collect()
    }
}

/// The result of a run.
#[derive(Clone, Copy)]
struct Ran {
    done: u64,
    /// Trials without a record; `None` if one could not be written.
    left: Option<u64>,
}

fn guessed(guess: Guess) -> String {
    let sign = if guess.is_bound { "at least" } else { "about" };
    format!("{sign} {}", duration(guess.seconds))
}

/// The number of algorithms, and of players, in words.
fn who(spec: &Spec) -> String {
    let algorithms = spec.experiment.algorithms.len() as u64;
    let players = spec.variants.players.len() as u64;
    match (algorithms, players) {
        (_, 0) => counted(algorithms, "algorithm"),
        (0, _) => counted(players, "player"),
        _ => format!("{} and {}", counted(algorithms, "algorithm"), counted(players, "player")),
    }
}

/// Prints the plan and its estimated cost.
fn dry_run(spec: &Spec, plan: &Plan, directory: &Path, args: &RunArgs) -> Result<Exit> {
    if let Some(words) = plan.equals_in_words() {
        args.how.output.remark(&words);
    }
    let experiment = &spec.experiment;
    let estimate = Estimate::of(plan, experiment.charts.len().max(1), &stop_flag());
    let mut text = format!("{}\n", printable(&experiment.title));
    let _ = writeln!(
        text,
        "{} on {}, {}: {}",
        who(spec),
        counted(plan.different_instances() as u64, "instance"),
        counted(u64::from(experiment.repeats), "repeat"),
        counted(plan.trials.len() as u64, "trial"),
    );
    let axes: Vec<String> = spec.variants.axes.iter().map(crate::analysis::field::Field::name).collect();
    if !axes.is_empty() {
        let _ = writeln!(text, "axes: {}", axes.join(", "));
    }
    let _ = write!(text, "seed {}; records go to {}\n\n", experiment.seed, printable(&directory.to_string_lossy()));
    for (label, share) in spec.variants.labels.iter().zip(estimate.by_label(plan, spec.variants.labels.len())) {
        let _ = writeln!(
            text,
            "  {:<24} {:>8} trials  {}",
            printable(&label.label),
            grouped(share.trials),
            guessed(share.guess)
        );
    }
    let _ = write!(text, "\n{}\n", estimate.words(args.how.jobs.get(), duration));
    print_text(&text)?;
    Ok(Exit::Done)
}
