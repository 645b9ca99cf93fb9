//! `searchlab status`: how far an experiment is, and each of its shards.

use std::fmt::Write;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use console::Term;
use serde_json::json;

use super::plan::jobs_folder;
use super::{conflict, shell_path, typed};
use crate::cli::Exit;
use crate::cli::args::OutputArgs;
use crate::cli::output::print_text;
use crate::cli::progress::stop_flag;
use crate::experiment::directory::{self, Kept};
use crate::experiment::index::{Index, IndexError};
use crate::experiment::manifest::{Manifest, Session};
use crate::experiment::plan::Plan;
use crate::experiment::shard::Shard;
use crate::experiment::spec::Spec;
use crate::experiment::standing::{Standing, State};
use crate::experiment::store::{is_final, records_files};
use crate::files::open_regular;
use crate::record::Status;
use crate::report::{Format, duration};
use crate::text::{counted, grouped, printable};

/// Shards and sessions that are listed one by one; of more, those that matter most.
const LISTED: usize = 20;

/// Between two looks with `--watch`, but for large experiments, whose records take longer to read.
const LOOK_EVERY: Duration = Duration::from_secs(1);

#[derive(Debug, Args)]
struct StatusArgs {
    /// The directory of an experiment
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// Show it again and again until all is finished or nothing runs
    #[arg(long)]
    watch: bool,
    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn command() -> Command {
    StatusArgs::augment_args(Command::new("status"))
        .about("Show how far an experiment is: what is finished, limited, missing, and who ran it")
        .after_help(
            "Exit code 3 while trials are missing.\n\nExamples:\n  searchlab status reports/quickstart\n  \
             searchlab status reports/quickstart --watch\n  \
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

/// How far an experiment is.
struct Look<'a> {
    directory: &'a Path,
    title: String,
    lines: Vec<Line>,
    standings: Vec<Standing>,
    manifest: Option<Manifest>,
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = StatusArgs::from_arg_matches(matches)?;
    let Kept { spec, folder, .. } = directory::open(&args.directory)?;
    let plan = Plan::outline(&spec, &folder)?;
    let screen = Some(Term::stdout()).filter(|term| term.is_term() && args.output.format != Format::Json);
    let is_json = args.output.format == Format::Json;
    let mut shown = String::new();
    loop {
        let begin = Instant::now();
        let look = match Look::take(&args.directory, &spec, &plan) {
            Ok(look) => look,
            Err(error) => return conflict(error),
        };
        let is_over = !args.watch || look.has_stopped() || stop_flag().load(Ordering::Relaxed);
        let text = match &screen {
            _ if is_json => look.json(),
            Some(screen) if !is_over => fitted(&look.text(), screen.size()),
            _ => look.text(),
        };
        if text != shown {
            if let Some(screen) = &screen {
                screen.clear_last_lines(shown.lines().count())?;
            }
            print_text(&text)?;
            shown = text;
        }
        if is_over {
            let is_done = look.sum(|line| line.finished) == look.sum(|line| line.planned);
            return Ok(if is_done { Exit::Done } else { Exit::Incomplete });
        }
        let next = Instant::now() + LOOK_EVERY.max(begin.elapsed() * 10);
        while Instant::now() < next && !stop_flag().load(Ordering::Relaxed) {
            thread::sleep(LOOK_EVERY / 20);
        }
    }
}

/// As much of a text as a terminal shows without wrapping or scrolling, so that it can be cleared again.
fn fitted(text: &str, (rows, columns): (u16, u16)) -> String {
    let rows = usize::from(rows).saturating_sub(1);
    let line = |line: &str| console::truncate_str(line, columns.into(), "…").into_owned() + "\n";
    text.lines().take(rows).map(line).collect()
}

impl<'a> Look<'a> {
    fn take(directory: &'a Path, spec: &Spec, plan: &Plan) -> Result<Self, IndexError> {
        let is_empty = records_files(directory)?.is_empty();
        let index = if is_empty { None } else { Some(Index::open_for(&[directory], Some(plan))?) };
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
        let mut standings = Standing::of(directory, plan, index.as_ref())?;
        for standing in &mut standings {
            standing.close(directory, &typed());
        }
        let manifest = Manifest::combined(&[directory])?;
        let title = printable(&spec.experiment.title);
        Ok(Self { directory, title, lines, standings, manifest })
    }

    fn sum(&self, count: fn(&Line) -> u64) -> u64 {
        self.lines.iter().map(count).sum()
    }

    /// True if nobody writes to it.
    fn has_stopped(&self) -> bool {
        !self.standings.iter().any(|standing| matches!(standing.state, State::Runs(_)))
    }

    fn json(&self) -> String {
        let algorithm = |line: &Line| {
            json!({"algorithm": line.label, "trials": line.planned, "finished": line.finished,
                   "limited": line.limited})
        };
        let shard = |standing: &Standing| {
            json!({"shard": standing.shard?.to_string(), "state": name(&standing.state), "trials": standing.planned,
                   "finished": standing.finished, "seconds_left": standing.seconds_left})
            .into()
        };
        let algorithms: Vec<_> = self.lines.iter().map(algorithm).collect();
        let shards: Vec<serde_json::Value> = self.standings.iter().filter_map(shard).collect();
        let (trials, finished) = (self.sum(|line| line.planned), self.sum(|line| line.finished));
        let status = json!({"title": self.title, "trials": trials, "finished": finished,
                            "algorithms": algorithms, "shards": shards, "manifest": self.manifest});
        format!("{status}\n")
    }

    fn text(&self) -> String {
        let (trials, finished) = (self.sum(|line| line.planned), self.sum(|line| line.finished));
        let mut text = format!("{}\n{} of {} finished\n\n", self.title, grouped(finished), counted(trials, "trial"));
        for line in &self.lines {
            let limited = match line.limited {
                0 => String::new(),
                limited => format!(", {} ended at a limit", grouped(limited)),
            };
            let (label, finished, planned) = (printable(&line.label), grouped(line.finished), grouped(line.planned));
            let _ = writeln!(text, "  {label:<24} {finished:>9} of {planned:>9}{limited}");
        }
        self.write_shards(&mut text);
        self.write_sessions(&mut text);
        self.write_advice(&mut text);
        text
    }

    /// A line for each shard: what runs before what was cut off or not begun, and what is done last.
    fn write_shards(&self, text: &mut String) {
        let mut shards: Vec<&Standing> = self.standings.iter().filter(|standing| standing.shard.is_some()).collect();
        if shards.is_empty() {
            return;
        }
        let count = |state: &str| shards.iter().filter(|standing| name(&standing.state) == state).count() as u64;
        let counts = ["running", "cut-off", "not-begun", "done"].map(|state| (state, count(state)));
        let words = counts.iter().filter(|(_, count)| *count > 0);
        let words: Vec<String> =
            words.map(|(state, count)| format!("{} {}", grouped(*count), in_words(state))).collect();
        let _ = writeln!(text, "\n{}: {}", counted(shards.len() as u64, "shard"), words.join(", "));
        shards.sort_by_key(|standing| counts.iter().position(|(state, _)| *state == name(&standing.state)));
        for standing in shards.iter().take(LISTED) {
            let Some(shard) = standing.shard else { continue };
            let (finished, planned) = (grouped(standing.finished), grouped(standing.planned));
            let shard = format!("shard {shard}");
            let state = in_words(name(&standing.state));
            let _ = write!(text, "  {shard:<24} {finished:>9} of {planned:>9}  {state}");
            if let Some(seconds) = standing.seconds_left {
                let _ = write!(text, ", about {} left", duration(seconds));
            }
            match &standing.state {
                State::Runs(words) => {
                    let _ = write!(text, ": {}", words.split(':').next().unwrap_or_default());
                }
                State::CutOff => {
                    if let Some(words) = last_words(self.directory, standing.shard) {
                        text.extend([": ", &words]);
                    }
                }
                _ => {}
            }
            text.push('\n');
        }
        if shards.len() > LISTED {
            let _ = writeln!(text, "  … and {} more", grouped((shards.len() - LISTED) as u64));
        }
    }

    fn write_sessions(&self, text: &mut String) {
        let sessions: Vec<&Session> =
            self.manifest.iter().flat_map(|it| it.earlier.iter().chain([&it.session])).collect();
        let hidden = sessions.len().saturating_sub(LISTED);
        if hidden > 0 {
            let _ = write!(text, "\n… {} before", counted(hidden as u64, "session"));
        }
        for session in &sessions[hidden..] {
            let end = session.end.as_deref().unwrap_or_else(|| self.end_of(session));
            let _ = write!(text, "\n{} – {end}: {}", session.start, printable(&session.command));
        }
        text.push('\n');
    }

    /// How a session stands that has noted no end.
    fn end_of(&self, session: &Session) -> &'static str {
        let is_of = |standing: &&Standing| standing.session.as_ref() == Some(session);
        match self.standings.iter().find(is_of).map(|standing| &standing.state) {
            Some(State::Runs(_)) => "it runs",
            Some(State::Done) => "cut off after its last trial",
            _ => "cut off",
        }
    }

    /// The commands that go on.
    fn write_advice(&self, text: &mut String) {
        let left: Vec<&Standing> = self
            .standings
            .iter()
            .filter(|standing| matches!(standing.state, State::CutOff | State::NotBegun) && standing.planned > 0)
            .collect();
        let place = shell_path(self.directory);
        for standing in left.iter().take(LISTED) {
            let shard = standing.shard.map_or(String::new(), |shard| format!(" --shard {shard}"));
            let _ = writeln!(text, "go on with: searchlab resume {place}{shard}");
        }
        if left.len() > LISTED {
            let _ = writeln!(text, "… and {} more", counted((left.len() - LISTED) as u64, "shard"));
        }
        if left.is_empty() && self.standings.iter().any(|standing| standing.shard.is_some()) && self.has_stopped() {
            let _ = writeln!(text, "now: searchlab merge {place}");
        }
    }
}

/// The name of a state in JSON.
const fn name(state: &State) -> &'static str {
    match state {
        State::Done => "done",
        State::Runs(_) => "running",
        State::CutOff => "cut-off",
        State::NotBegun => "not-begun",
    }
}

/// The last line that a shard has printed below a job file of `searchlab plan`.
fn last_words(directory: &Path, shard: Option<Shard>) -> Option<String> {
    /// Bytes at the end that are looked at.
    const LAST: u64 = 1 << 12;
    let log = jobs_folder(directory).join(format!("{}.txt", shard?.index()));
    let mut file = open_regular(&log).ok()?;
    let length = file.metadata().ok()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(LAST))).ok()?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    text.lines().map(str::trim).rfind(|line| !line.is_empty()).map(printable)
}

fn in_words(name: &str) -> String {
    name.replace('-', " ")
}
