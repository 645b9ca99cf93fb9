//! An experiment in memory: its plan, its trials one by one in the order of the program, the report on them.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::NODES;
use searchlab_lab::experiment::manifest::{Manifest, Purpose, Session};
use searchlab_lab::experiment::plan::{Plan, Planned};
use searchlab_lab::experiment::sequential::Sequential;
use searchlab_lab::experiment::spec::Spec;
use searchlab_lab::experiment::trial_runner::TrialRunner;
use searchlab_report::book::ReportData;
use searchlab_report::laboratory::MOST_TRIALS;
use searchlab_report::replay;
use searchlab_search::budget::Budget;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source};
use searchlab_trial::embedded;
use searchlab_trial::record::{PROGRAM, Record, Trial};
use searchlab_worlds::run::{Observers, budget};
use searchlab_worlds::trace::{Span, TraceBuffer};

/// Most bytes of the tables and lists of a search that has no limit of its own: the module has 4 GiB in all.
const MOST_BYTES: u64 = 1 << 30;

/// Most events of a search that is replayed.
const MOST_EVENTS: u64 = 200_000;

/// An experiment to be opened.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Opened {
    /// Its name, for messages.
    name: String,
    /// Its text, as in a file.
    text: String,
    /// The files that it names: their paths, from where its own name goes on, and texts.
    #[serde(default)]
    files: Vec<(String, String)>,
    /// The browser, as it names itself.
    #[serde(default)]
    system: String,
}

/// An experiment under way.
pub(crate) struct Experiment {
    text: String,
    name: String,
    spec: Spec,
    plan: Plan,
    session: Session,
    order: Vec<Planned>,
    /// Places of `order` that are done.
    done: usize,
    sequential: Sequential,
    records: Vec<Record>,
    runner: TrialRunner,
}

impl Experiment {
    pub(crate) fn open(request: Opened) -> Result<Self, Diagnostics> {
        let Opened { name, text, files, system } = request;
        let files = files.into_iter().map(|(path, text)| (&*path.leak(), &*text.leak()));
        let files = &*files.collect::<Vec<embedded::File>>().leak();
        embedded::declare(move || files);
        let (spec, plan) = read(&name, &text)?;
        if spec.variants.players.iter().any(|player| player.algorithm == PROGRAM) {
            let problem = Diagnostic::new("a page starts no programs, and a player of this experiment is one");
            return Err(problem.help("run it by the program: `searchlab run FILE.toml`").into());
        }
        plan.check_programs()?;
        let purpose = Purpose {
            spec_hash: spec.hash(),
            experiment: name.clone(),
            seeds: spec.seeds(),
            trials: plan.trials.len() as u64,
            jobs: 1,
        };
        let session = Session { os: system, ..Session::begin(Path::new(""), &command(&name), purpose) };
        let sequential = Sequential::new(&spec, &plan);
        let order = plan.in_order_of_running(|_| true);
        let runner = TrialRunner::default();
        Ok(Self { text, name, spec, plan, session, order, done: 0, sequential, records: Vec::new(), runner })
    }

    /// Title, question, number of trials, remarks.
    pub(crate) fn plan(&self) -> Value {
        let experiment = &self.spec.experiment;
        let remarks: Vec<String> =
            self.plan.equals_in_words().into_iter().chain(self.plan.remarks.iter().cloned()).collect();
        json!({
            "title": experiment.title,
            "question": experiment.question,
            "trials": self.order.len(),
            "remarks": remarks,
        })
    }

    /// Runs the next trial: its place in the plan, its record, and how many are left. No record where a sequential test
    /// has made it needless, and none at the end.
    pub(crate) fn step(&mut self) -> Value {
        let Some(&planned) = self.order.get(self.done) else { return json!({ "left": 0 }) };
        self.done += 1;
        let left = self.order.len() - self.done;
        if self.sequential.is_decided(&self.plan, &planned) {
            return json!({ "left": left });
        }
        let trial = self.plan.trial(&planned);
        let record = self.runner.run(&trial, self.plan.instance(&planned), &limits(&trial), &mut Observers::default());
        self.sequential.add_record(&record);
        self.records.push(record);
        let label = &self.spec.variants.labels[self.plan.label(&planned)].label;
        let place = self.plan.trials.iter().position(|one| one.id == planned.id);
        json!({ "left": left, "label": label, "place": place, "record": self.records.last() })
    }

    /// The page of the report, its digest, its charts and claims, and what `searchlab report` takes: records, experiment
    /// and manifest.
    pub(crate) fn report(&mut self) -> Value {
        self.session.finish();
        let manifest = Manifest::new(self.session.clone());
        let mut records = self.records.clone();
        // In the order of the plan, whatever the order of running was.
        let place = |record: &Record| self.plan.trials.iter().position(|planned| planned.id == record.id);
        records.sort_by_cached_key(place);
        let lines = records.iter().filter_map(|record| serde_json::to_string(record).ok());
        let lines = lines.fold(String::new(), |text, line| text + &line + "\n");
        // It was read when it was opened.
        let Ok(spec) = Spec::read(Source::new(&*self.name, &*self.text)) else { return Value::Null };
        let written = serde_json::to_value(&manifest).unwrap_or_default();
        let report = ReportData::of_records(spec, &self.plan, manifest, command(&self.name), &records);
        let charts: Vec<Value> =
            report.pictures().map(|(title, alt, svg)| json!({ "title": title, "alt": alt, "svg": svg })).collect();
        json!({
            "html": report.html(),
            "digest": report.digest(),
            "charts": charts,
            "claims": report.claims.len(),
            "failedClaims": report.claims_that_fail(),
            "records": lines,
            "manifest": written,
            "experiment": self.text,
        })
    }

    /// The page that plays searches, each searched once more.
    pub(crate) fn replay(&mut self, title: &str, places: &[usize]) -> Result<Value, String> {
        let (mut traces, mut records) = (Vec::new(), Vec::new());
        for &place in places.iter().take(replay::MOST) {
            let planned = *self.plan.trials.get(place).ok_or_else(|| format!("there is no trial {place}"))?;
            let (trial, instance) = (self.plan.trial(&planned), self.plan.instance(&planned));
            let (buffer, span) = (TraceBuffer::default(), Span { limit: Some(MOST_EVENTS), ..Span::default() });
            let mut observers = Observers { trace: Some(buffer.writer(span).timed()), ..Observers::default() };
            observers.begin(&trial, || instance.task.world().scene(&instance.task));
            let record = self.runner.run(&trial, instance, &limits(&trial), &mut observers);
            observers.finish(Some(&record)).map_err(|error| error.to_string())?;
            traces.push(buffer.take());
            records.push(record);
        }
        Ok(json!({ "html": replay::page(title, &traces), "records": records }))
    }
}

/// The limits of a trial, and no more memory than a page has.
fn limits(trial: &Trial) -> Budget {
    let limits = budget(&trial.limits, &Arc::<AtomicBool>::default(), &NODES);
    Budget { max_memory: Some(limits.max_memory.unwrap_or(MOST_BYTES)), ..limits }
}

fn read(name: &str, text: &str) -> Result<(Spec, Plan), Diagnostics> {
    // The files that it names lie beside it.
    let folder = Path::new(name).parent().unwrap_or(Path::new(""));
    Plan::read(Source::new(name, text), folder, MOST_TRIALS)
}

/// The command that makes the records again.
fn command(name: &str) -> String {
    format!("searchlab run {name}")
}
