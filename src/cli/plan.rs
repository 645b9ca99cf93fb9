//! The flags of a command as an experiment: the same plan that a TOML file gives, run in memory, or into a folder.
//!
//! Not here: the words of the flags, and how the records are shown, which are the commands'.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use clap::parser::ValueSource;
use clap::{ArgMatches, Args};
use indexmap::IndexMap;

use super::Exit;
use super::args::{BudgetArgs, Chosen, OutputArgs, budget};
use super::experiment::run::{HowArgs, Job};
use super::output::eprint_line;
use super::progress::{Progress, stop_flag};
use super::replay::{Recorder, ReplayArgs};
use crate::analysis::request::{ChartRequest, OneOrMany, Scalar};
use crate::catalog::WorldInfo;
use crate::catalog::program::is_program;
use crate::diagnostic::{DASH, Diagnostic, Diagnostics, Excerpt, Source};
use crate::experiment::directory::seen_from;
use crate::experiment::instances::Instance;
use crate::experiment::plan::{Plan, Planned};
use crate::experiment::spec::{
    AlgorithmRequest, AlgorithmTable, Axis, Experiment, InstanceRequest, LimitsRequest, ParameterValue, Spec,
};
use crate::experiment::trial_runner::TrialRunner;
use crate::record::{Params, Record, Trial};
use crate::report::book::{disagreements, first_chart};
use crate::report::chart;
use crate::run::Observers;
use crate::search::budget::Status;
use crate::text::{listed, printable};
use crate::worlds::world::{Key, KeyKind};

/// The name of the text that is made of the flags, before its places are those of the flags.
const WRITTEN: &str = "the flags";

/// A folder for the records of several trials, and a chart of them.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Output")]
pub(super) struct KeepArgs {
    /// Keep records, tables with intervals, charts and a page in a folder, as `run` does, and show its first table
    #[arg(long, short, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// Draw the cost of each algorithm into an .svg, .png or .pdf file; a folder has its own charts
    #[arg(long, value_name = "FILE", conflicts_with = "out")]
    pub(super) chart: Option<PathBuf>,
}

/// The flag and the typed text that a key of the experiment was made of.
pub(super) type FlagOf<'a> = dyn Fn(&[&str]) -> Option<(&'static str, String)> + 'a;

/// Searches as a command names them: every algorithm on every instance, at every depth.
#[derive(Debug)]
pub(super) struct Searches<'a> {
    /// The title of the page.
    pub(super) title: String,
    /// The name of the world.
    pub(super) world: &'static str,
    /// The instances.
    pub(super) instances: InstanceRequest,
    /// The algorithms with all their parameters.
    pub(super) algorithms: Vec<(Chosen<'static>, Params)>,
    /// Plies, in worlds of games; several are an axis.
    pub(super) depths: &'a [u32],
    /// Runs of each trial.
    pub(super) repeats: u32,
    /// Seed of the trials.
    pub(super) seed: u64,
    /// Limits of each trial.
    pub(super) limits: LimitsRequest,
    /// The chart, if it is not the usual one.
    pub(super) chart: Option<ChartRequest>,
}

impl Searches<'_> {
    /// Searches without depth, each run once.
    pub(super) fn new(
        world: &'static WorldInfo,
        instances: InstanceRequest,
        algorithms: Vec<(Chosen<'static>, Params)>,
        budget: &BudgetArgs,
    ) -> Self {
        let names: Vec<&str> = algorithms.iter().map(|(chosen, _)| chosen.about.name).collect();
        let title = format!("{}: {}", world.name.name, listed(&names));
        let world = world.name.name;
        Self {
            title,
            world,
            instances,
            algorithms,
            depths: &[],
            repeats: 1,
            seed: 0,
            limits: limits(budget),
            chart: None,
        }
    }

    fn experiment(&self) -> Experiment {
        let algorithm = |(chosen, params): &(Chosen<'_>, Params)| {
            let Chosen { about, label, .. } = chosen.clone();
            let parameters = params.iter().map(|(name, value)| (name.clone(), ParameterValue::Scalar(scalar(value))));
            let name = about.name.to_owned();
            let parameters = parameters.collect();
            AlgorithmRequest::Full(AlgorithmTable { name, label, filter: None, watch: false, parameters })
        };
        let axis = |depths: &[u32]| {
            let depths = depths.iter().map(|&depth| Scalar::Whole(i64::from(depth))).collect();
            Axis::Values(OneOrMany::Many(depths))
        };
        let (depth, sweep) = match self.depths {
            [] => (None, IndexMap::new()),
            [depth] => (Some(*depth), IndexMap::new()),
            depths => (None, IndexMap::from([("depth".to_owned(), axis(depths))])),
        };
        Experiment {
            title: self.title.clone(),
            world: Some(self.world.to_owned()),
            seed: self.seed,
            repeats: self.repeats,
            instances: vec![self.instances.clone()],
            algorithms: self.algorithms.iter().map(algorithm).collect(),
            sweep,
            limits: LimitsRequest { depth, ..self.limits.clone() },
            charts: self.chart.iter().cloned().collect(),
            ..Experiment::default()
        }
    }
}

/// The name of a file, so that no letter of it stands for many if there is such a file. Where a shell finds none, it
/// hands patterns on.
pub(super) fn escaped(file: &str) -> String {
    if file.contains(['*', '?', '[']) && Path::new(file).exists() {
        glob::Pattern::escape(file)
    } else {
        file.to_owned()
    }
}

/// Keys of the instances of a world with their values.
pub(super) type Own = IndexMap<String, OneOrMany<Scalar>>;

/// The keys of the instances of a world that were typed.
pub(super) fn typed_keys(keys: &'static [Key], matches: &ArgMatches) -> Own {
    let is_typed = |key: &&Key| {
        matches!(matches.try_contains_id(key.name), Ok(true))
            && matches.value_source(key.name) == Some(ValueSource::CommandLine)
    };
    let value = |key: &'static Key| {
        let text = matches.get_one::<String>(key.name).cloned().unwrap_or_default();
        (key.name.to_owned(), value_of(key.kind, text))
    };
    keys.iter().filter(is_typed).map(value).collect()
}

/// The text of a key as the value that an experiment file has for it.
fn value_of(kind: KeyKind, text: String) -> OneOrMany<Scalar> {
    let whole = |text: &str| text.trim().parse().map(Scalar::Whole).ok();
    OneOrMany::One(match kind {
        KeyKind::Pair => return OneOrMany::Many(text.split(',').filter_map(whole).collect()),
        KeyKind::Size(..) | KeyKind::Whole | KeyKind::Wholes => whole(&text).unwrap_or(Scalar::Text(text)),
        KeyKind::Proportion => text.parse().map_or(Scalar::Text(text), Scalar::Number),
        KeyKind::Choice(_) | KeyKind::Text(_) => Scalar::Text(text),
    })
}

fn scalar(value: &serde_json::Value) -> Scalar {
    match value {
        serde_json::Value::Bool(truth) => Scalar::Truth(*truth),
        serde_json::Value::Number(number) if number.is_i64() => Scalar::Whole(number.as_i64().unwrap_or_default()),
        serde_json::Value::Number(number) => Scalar::Number(number.as_f64().unwrap_or_default()),
        serde_json::Value::String(text) => Scalar::Text(text.clone()),
        other => Scalar::Text(other.to_string()),
    }
}

/// The limits as an experiment file writes them.
pub(super) fn limits(args: &BudgetArgs) -> LimitsRequest {
    LimitsRequest {
        depth: None,
        max_nodes: args.max_nodes,
        max_time: args.max_time.map(|time| humantime::format_duration(time).to_string()),
        max_memory: args.max_memory.map(|bytes| Scalar::Text(bytes.to_string())),
    }
}

/// The plan of a command.
#[derive(Debug)]
pub(super) struct CommandPlan {
    spec: Spec,
    plan: Plan,
}

impl CommandPlan {
    /// The plan of these searches.
    ///
    /// # Errors
    /// Files that cannot be read; instances that do not go with an algorithm.
    pub(super) fn of(searches: &Searches<'_>) -> Result<Self> {
        let LimitsRequest { max_nodes, max_time, max_memory, .. } = &searches.limits;
        let flags = [
            ("max-nodes", "--max-nodes", max_nodes.map(|nodes| nodes.to_string())),
            ("max-time", "--max-time", max_time.clone()),
            ("max-memory", "--max-memory", max_memory.as_ref().map(ToString::to_string)),
        ];
        let flag_of = |words: &[&str]| {
            let (_, flag, typed) = flags.iter().find(|(key, ..)| words.contains(key))?;
            Some((*flag, typed.clone().unwrap_or_default()))
        };
        Self::new(&searches.experiment(), Path::new(""), u64::MAX, &flag_of)
    }

    /// The plan of an experiment of at most `most` trials, whose files are seen from `folder`, and whose errors are reported at the flags that caused them.
    ///
    /// # Errors
    /// As [`Spec::read`] and [`Plan::new`].
    pub(super) fn new(experiment: &Experiment, folder: &Path, most: u64, flag_of: &FlagOf<'_>) -> Result<Self> {
        let plan = Self::unchecked(experiment, folder, most, flag_of)?;
        plan.check_programs()?;
        Ok(plan)
    }

    /// The same without a look for the programs of users.
    ///
    /// # Errors
    /// As [`Spec::read`] and [`Plan::new`].
    pub(super) fn unchecked(experiment: &Experiment, folder: &Path, most: u64, flag_of: &FlagOf<'_>) -> Result<Self> {
        let text = toml::to_string(experiment).map_err(|error| anyhow!("the flags cannot be written down: {error}"))?;
        let in_flags = |wrong: Diagnostics| wrong.with_places(|place| in_flags(place, &text, flag_of));
        let spec = Spec::read(Source::new(WRITTEN, text.as_str())).map_err(in_flags)?;
        let plan = Plan::new(&spec, folder, most).map_err(in_flags)?;
        Ok(Self { spec, plan })
    }

    /// Looks for the programs of users.
    ///
    /// # Errors
    /// One that is not there.
    pub(super) fn check_programs(&self) -> Result<()> {
        Ok(self.plan.check_programs().map_err(Diagnostics::from)?)
    }

    /// A hash of the experiment.
    pub(super) fn hash(&self) -> String {
        self.spec.hash()
    }

    /// The instances.
    pub(super) fn instances(&self) -> &[Instance] {
        &self.plan.instances
    }

    /// Prints remarks on the instances: parts of files that were ignored, instances that are one.
    pub(super) fn remark(&self, output: &OutputArgs) {
        self.plan.equals_in_words().iter().chain(&self.plan.remarks).for_each(|remark| output.remark(remark));
    }

    /// The trials in the order of the instances, the repetitions, the depths, the algorithms.
    fn trials(&self) -> Vec<Planned> {
        let mut trials = self.plan.trials.clone();
        let depth = |planned: &Planned| self.plan.variants()[self.plan.variant(planned)].depth;
        trials.sort_by_key(|planned| (planned.repeat, planned.instance, depth(planned), self.plan.label(planned)));
        trials
    }

    /// Runs the trials in memory, one after the other. An algorithm that exceeded its limit at a depth is not tried
    /// deeper on the same instance. `observers` are made for each trial and handed back with its record.
    pub(super) fn run(&self, limits: &BudgetArgs, output: &OutputArgs, watch: &mut dyn Watch) -> Ran {
        let trials = self.trials();
        let most = limits.max_nodes.filter(|_| trials.len() == 1);
        let progress = Progress::new(trials.len() as u64, most, output.quiet);
        let stop = stop_flag();
        let mut runner = TrialRunner::default();
        let mut exceeded: HashSet<(u32, usize)> = HashSet::new();
        let mut ran = Ran::default();
        for planned in &trials {
            let (trial, instance) = (self.plan.trial(planned), self.plan.instance(planned));
            let name = (planned.instance, self.plan.label(planned));
            if !exceeded.contains(&name) {
                let budget = budget(&trial.limits, &stop, &progress.nodes);
                let mut observers = watch.observers(&trial, instance);
                let mut record = runner.run(&trial, instance, &budget, &mut observers);
                self.name_program(planned, &mut record);
                watch.done(&trial, instance, &record, observers);
                match record.status {
                    Status::Interrupted => {
                        ran.interrupted = Some(record);
                        break;
                    }
                    status if status.is_incomplete() => drop(exceeded.insert(name)),
                    _ => {}
                }
                ran.records.push(record);
            }
            progress.advance();
        }
        ran
    }

    /// Gives the program of a record the name that the user has for it.
    fn name_program(&self, planned: &Planned, record: &mut Record) {
        let label = self.spec.experiment.algorithms.get(self.plan.label(planned)).map(AlgorithmRequest::label);
        if let (Some(program), Some(label)) = (&mut record.program, label.filter(|label| !is_program(label))) {
            label.clone_into(&mut program.name);
        }
    }

    /// Number of the searches.
    pub(super) fn searches(&self) -> usize {
        self.plan.trials.len()
    }

    /// Runs the trials in memory, and keeps their traces if they are to be looked at.
    pub(super) fn run_race(
        &self,
        race: &ReplayArgs,
        limits: &BudgetArgs,
        output: &OutputArgs,
        watch: &mut dyn Watch,
    ) -> Ran {
        if !race.is_wanted() {
            return self.run(limits, output, watch);
        }
        let mut recorder = Recorder::new(watch);
        let ran = self.run(limits, output, &mut recorder);
        Ran { traces: recorder.traces, ..ran }
    }

    /// Runs the trials into a folder, as `run` does.
    ///
    /// # Errors
    /// The folder holds something else; instances from standard input, which no folder can name.
    pub(super) fn keep(&self, out: &Path, how: &HowArgs) -> Result<Exit> {
        let requests = self.spec.experiment.instances.iter();
        if requests.flat_map(|request| request.files.iter().flat_map(OneOrMany::as_slice)).any(|name| name == DASH) {
            let problem = Diagnostic::new("`--out` keeps what can be run again, and standard input cannot");
            return Err(Diagnostics::from(problem.help("write it to a file, and name that")).into());
        }
        let job = Job { spec: &self.spec, plan: &self.plan, directory: out, how, require_claims: false };
        // Files are seen from here.
        job.run(|| seen_from(out, Path::new("flags.toml")))
    }

    /// Where algorithms that must agree do not, each as a sentence.
    pub(super) fn disagreements(&self, records: &[Record]) -> Vec<String> {
        disagreements(&self.spec, records)
    }

    /// Tells how programs of users failed, each once for an instance: tables have no room for it.
    pub(super) fn eprint_failures(records: &[Record]) {
        for record in records {
            let Some(program) = &record.program else { continue };
            let Some(failure) = program.failure_and_last_words() else { continue };
            let (name, instance) = (printable(&program.name), printable(&record.instance));
            eprint_line(&format!("{name} on {instance}: {}", printable(&failure)));
        }
    }

    /// Shows the searches step by step, if that was asked for.
    ///
    /// # Errors
    /// As [`ReplayArgs::show`].
    pub(super) fn play(&self, race: &ReplayArgs, ran: &Ran, output: &OutputArgs) -> Result<()> {
        race.show(&self.spec.experiment.title, &ran.traces, output)
    }

    /// Draws the first chart that a report on the records would show, if one was asked for.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn draw(&self, keep: &KeepArgs, records: &[Record]) -> Result<()> {
        let Some(path) = keep.chart.as_deref().filter(|_| !records.is_empty()) else { return Ok(()) };
        let drawn = first_chart(&self.spec, records).map_err(|reason| anyhow!("no chart: {reason}"))?;
        Ok(drawn.save(path).map_err(Diagnostics::from)?)
    }
}

/// Follows the trials of a plan that is run in memory.
pub(super) trait Watch {
    /// The observers of a trial.
    fn observers(&mut self, _trial: &Trial, _instance: &Instance) -> Observers {
        Observers::default()
    }

    /// Takes note of the end of a trial.
    fn done(&mut self, _trial: &Trial, _instance: &Instance, _record: &Record, _observers: Observers) {}
}

/// Nobody watches.
impl Watch for () {}

/// The observers of one trial, for a plan that has no other.
pub(super) struct Watched(pub(super) Observers);

impl Watch for Watched {
    fn observers(&mut self, trial: &Trial, instance: &Instance) -> Observers {
        let mut observers = std::mem::take(&mut self.0);
        observers.begin(trial, || instance.task.world().scene(&instance.task));
        observers
    }

    fn done(&mut self, _: &Trial, _: &Instance, _: &Record, observers: Observers) {
        self.0 = observers;
    }
}

/// The result of a run in memory.
#[derive(Debug, Default)]
pub(super) struct Ran {
    /// The records of the trials that ended.
    pub(super) records: Vec<Record>,
    /// The record of the trial that was interrupted.
    pub(super) interrupted: Option<Record>,
    /// The traces, if a replay was asked for.
    pub(super) traces: Vec<Vec<u8>>,
}

impl Ran {
    /// The records, that of the interrupted trial included.
    pub(super) fn all(&mut self) -> Vec<Record> {
        std::mem::take(&mut self.records).into_iter().chain(self.interrupted.take()).collect()
    }
}

/// The place in the flags of what is wrong in the experiment that was made of them; none if it is of no flag.
fn in_flags(place: Excerpt, text: &str, flag_of: &FlagOf<'_>) -> Option<Excerpt> {
    if place.name() != WRITTEN {
        return Some(place);
    }
    let line = text.lines().nth(place.line() - 1)?;
    let key = line.split('=').next().unwrap_or_default();
    let words: Vec<&str> = key.split(['[', ']', '.']).map(str::trim).collect();
    let (flag, typed) = flag_of(&words)?;
    Some(Excerpt::new(flag, 1, &typed, 0..typed.len(), place.label()))
}

/// Checks that a chart can be written to a path.
///
/// # Errors
/// No form of pictures has this ending.
pub(super) fn check_chart(keep: &KeepArgs) -> Result<()> {
    Ok(keep.chart.as_deref().map_or(Ok(()), chart::check).map_err(Diagnostics::from)?)
}
