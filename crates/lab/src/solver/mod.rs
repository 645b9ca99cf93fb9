//! Programs of users in place of algorithms: they are given a task and its limits, and what they answer is checked.
//!
//! A program cannot spoil more than its own trial. It is ended when it fails, with all its children, and a fresh process
//! solves the next task. The record says what happened ([`ProgramAccount`]): the status is `limit:time` or
//! `limit:memory` where it exceeded what it may have, and `error` where it crashed, talked nonsense or was wrong.
//!
//! The clock runs from the writing of the task to the reading of the answer; starting is not timed. Time, memory and
//! processor time are those of the program and its children.
//!
//! | part | file |
//! |---|---|
//! | the lines that go there and back | `protocol.rs` |
//! | the check of an answer | `check.rs` |
//! | programs that are asked line by line | `talk.rs` |
//! | commands that are run once for each task | `command.rs` |
//!
//! Not here: processes and their ends (`play/program/`).

mod check;
mod command;
mod protocol;
mod talk;

use std::collections::HashMap;
use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use flate2::Crc;
use serde_json::{Map, Value};

use crate::experiment::instances::Instance;
use crate::play::program::grace;
use crate::play::{EngineError, Fault, Forfeit, ProgramSpec, Wait};
use check::{Flaw, check};
use protocol::{AnswerLine, Promise, TaskLine, ToldLimits};
use searchlab_search::budget::{Budget, Status};
use searchlab_trial::diagnostic::{Diagnostic, bounded, quoted};
use searchlab_trial::files::read_regular;
use searchlab_trial::record::{Measured, Params, ProgramAccount, Record, Trial};
use searchlab_trial::text::has_separator;
use searchlab_worlds::catalog::program::{CMD, COMMAND, DIR, is_program};
use searchlab_worlds::puzzle::{Puzzle, report_trail};
use searchlab_worlds::run::Observers;
use searchlab_worlds::table::world_of;
use searchlab_worlds::world::Task;
use talk::Solver;

/// The time of a program where no limit was given.
pub const USUAL_TIME: Duration = Duration::from_mins(1);

/// Nodes of a search that checks an answer; and where a game is to be searched to its end.
const MOST_TRUTH: [u64; 2] = [100_000_000, 2_000_000];

/// The programs of one runner of trials. Each is started once, and asked again and again.
#[derive(Debug, Default)]
pub(crate) struct Programs {
    running: HashMap<String, Solver>,
    /// Records of the searches that answers were compared with.
    truths: HashMap<String, Record>,
    /// Checksums of the files that commands name, taken once.
    contents: HashMap<String, Option<String>>,
    asked: u64,
}

/// The failure of a program: how, and what happened.
#[derive(Debug)]
enum Failure {
    /// The user wants to stop.
    Stopped,
    /// As a player that forfeits its game.
    Forfeit(Forfeit),
    /// An answer that is not what it claims to be, or none.
    Told(&'static str, String),
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Stopped => Self::Stopped,
            EngineError::Failed(mishap) => Self::Forfeit(mishap),
            EngineError::Refused(words) => Self::Told("declined", words),
        }
    }
}

impl From<Flaw> for Failure {
    fn from(flaw: Flaw) -> Self {
        match flaw {
            Flaw::Babble(words) => Self::Told(Fault::Babble.name(), words),
            Flaw::Illegal(words) => Self::Told(Fault::Illegal.name(), words),
            Flaw::Wrong(words) => Self::Told("wrong", words),
        }
    }
}

impl Failure {
    /// The status, the word and the sentence for records, which may repeat a line of the program.
    fn words(self) -> (Status, Option<String>, Option<String>) {
        match self {
            Self::Stopped => (Status::Interrupted, None, None),
            Self::Told(word, detail) => (Status::Error, Some(word.to_owned()), Some(bounded(&detail))),
            Self::Forfeit(Forfeit { fault, detail }) => {
                let status = match fault {
                    Fault::Late => Status::LimitTime,
                    Fault::Memory => Status::LimitMemory,
                    _ => Status::Error,
                };
                (status, Some(fault.name().to_owned()), Some(detail))
            }
        }
    }
}

/// A task for a program.
struct Question<'a> {
    trial: &'a Trial,
    task: &'a Task,
    puzzle: &'a dyn Puzzle,
    spec: &'a ProgramSpec,
    id: u64,
    time: Duration,
    stop: &'a AtomicBool,
}

/// The answer of a program, right or wrong.
#[derive(Debug, Default)]
struct Reply {
    answer: AnswerLine,
    name: Option<String>,
    promise: Promise,
    measured: Measured,
}

impl Question<'_> {
    /// The parameters of the world, such as the evaluation of a game.
    fn parameters(&self) -> Map<String, Value> {
        let own = [CMD.key(), DIR.key()];
        let of_world = self.trial.params.iter().filter(|(name, _)| !own.contains(&name.as_str()));
        of_world.map(|(name, value)| (name.clone(), value.clone())).collect()
    }

    /// The task as the program is told it.
    fn line(&self) -> TaskLine<'_> {
        TaskLine {
            id: self.id,
            world: &self.trial.world,
            instance: &self.trial.instance,
            plain: self.puzzle.plain(),
            depth: self.trial.depth,
            parameters: self.parameters(),
            limits: ToldLimits::new(self.trial.limits, self.time.as_secs_f64()),
            seed: self.trial.seed,
        }
    }

    /// The wait for the answer from now on.
    fn wait(&self) -> Wait {
        let most = grace(self.time);
        let [time, more] = [self.time, most].map(humantime::format_duration);
        Wait::until(
            searchlab_search::clock::Instant::now() + self.time + most,
            format!("no answer within {time} and {more} more"),
        )
    }
}

impl Programs {
    /// Runs a trial whose algorithm is a program; `search` runs one of ours, to check the answer. Observers see the states
    /// through which the answer leads, right or wrong.
    pub(crate) fn run(
        &mut self,
        trial: &Trial,
        instance: &Instance,
        budget: &Budget,
        observers: &mut Observers,
        search: &mut dyn FnMut(&Trial, &Task, &Budget) -> Record,
    ) -> Record {
        let task = &instance.task;
        let world = task.world();
        let failed =
            |word, detail: String| failed_record(trial, Failure::Told(word, detail), ProgramAccount::default());
        let Some(spec) = ProgramSpec::of_params(&trial.params, world.info()) else {
            return failed("missing", "no command".to_owned());
        };
        let Some(puzzle) = world.puzzle(task, &trial.params) else {
            return failed("declined", format!("tasks of {} have no plain form", world.info().name.name));
        };
        self.asked += 1;
        let never = Arc::default();
        let question = Question {
            trial,
            task,
            puzzle: &*puzzle,
            spec: &ProgramSpec { memory: trial.limits.bytes, ..spec },
            id: self.asked,
            time: trial.limits.microseconds.map_or(USUAL_TIME, Duration::from_micros),
            stop: budget.stop.as_deref().unwrap_or(&never),
        };
        let (asked, said) = if trial.algorithm == COMMAND.name { command::ask(&question) } else { self.ask(&question) };
        let mut account = ProgramAccount {
            name: question.spec.name.clone(),
            content: self.content(question.spec),
            said,
            ..ProgramAccount::default()
        };
        let reply = match asked {
            Ok(reply) => reply,
            Err(failure) => return failed_record(trial, failure, account),
        };
        if let Some(name) = reply.name {
            account.name = bounded(&name);
        }
        account.reported.clone_from(&reply.answer.counters);
        let depth = trial.depth;
        let trail = if observers.is_empty() { Vec::new() } else { puzzle.trail(&reply.answer.moves) };
        let checked = check(reply.answer, &*puzzle, reply.promise, depth, &mut self.truth(&question, budget, search));
        let cost = checked.as_ref().ok().and_then(|checked| checked.answer.as_ref()).map(|answer| answer.value);
        report_trail(&trail, cost, observers);
        match checked {
            Ok(checked) => {
                account.verified = checked.is_verified;
                let record = Record::of(trial, checked.status, checked.answer, reply.measured);
                Record { program: Some(Box::new(account)), ..record }
            }
            Err(flaw) => Record { measured: reply.measured, ..failed_record(trial, flaw.into(), account) },
        }
    }

    /// The checksum of the files that a command names.
    fn content(&mut self, spec: &ProgramSpec) -> Option<String> {
        let name = format!("{:?} {}", spec.dir, spec.cmd);
        self.contents.entry(name).or_insert_with(|| content_of(spec)).clone()
    }

    /// Asks a program that runs, or starts it. Returns its last words too.
    fn ask(&mut self, question: &Question<'_>) -> (Result<Reply, Failure>, Option<String>) {
        let name = key(&question.trial.params);
        let solver = match self.running.remove(&name) {
            Some(solver) => Ok(solver),
            None => Solver::start(question),
        };
        let mut solver = match solver {
            Ok(solver) => solver,
            Err((failure, said)) => return (Err(failure), said),
        };
        match solver.ask(question) {
            Ok(reply) => {
                self.running.insert(name, solver);
                (Ok(reply), None)
            }
            Err(failure) => (Err(failure), solver.kill()),
        }
    }

    /// The search of our own that an answer is compared with, found once.
    fn truth<'a>(
        &'a mut self,
        question: &'a Question<'_>,
        budget: &'a Budget,
        search: &'a mut dyn FnMut(&Trial, &Task, &Budget) -> Record,
    ) -> impl FnMut(Option<&Task>) -> Record + 'a {
        move |child: Option<&Task>| {
            let (trial, task) = (question.trial, child.unwrap_or(question.task));
            let info = task.world().info();
            let name = question.puzzle.reference();
            let about = info.algorithm(name).expect("a world has the algorithm that its puzzles name");
            let takes = |name: &str| info.parameters_of(about).any(|known| known.name.name == name);
            let words: Vec<(String, String)> = question
                .parameters()
                .into_iter()
                .filter(|(name, _)| takes(name))
                .map(|(name, value)| (name, value.as_str().map_or_else(|| value.to_string(), str::to_owned)))
                .collect();
            let given: Vec<(&str, &str)> = words.iter().map(|(name, text)| (&**name, &**text)).collect();
            let params = info.resolve(about, &given).unwrap_or_default();
            let named = (trial.instance.clone(), task.content());
            let depth = trial.depth.map(|depth| depth - u32::from(child.is_some()));
            let own = Trial { depth, ..Trial::new(info.name.name, named, name, params, trial.limits) };
            let key = own.canonical();
            if let Some(known) = self.truths.get(&key) {
                return known.clone();
            }
            let is_endless = question.puzzle.is_game() && depth.is_none();
            let most = MOST_TRUTH[usize::from(is_endless)];
            let limits = Budget { max_nodes: Some(most), stop: budget.stop.clone(), ..Budget::default() };
            let record = search(&own, task, &limits);
            self.truths.insert(key, record.clone());
            record
        }
    }
}

/// The name of a program among those that run.
fn key(params: &Params) -> String {
    [&CMD, &DIR].map(|parameter| params.get(parameter.name.name).map(ToString::to_string).unwrap_or_default()).join(" ")
}

fn failed_record(trial: &Trial, failure: Failure, account: ProgramAccount) -> Record {
    let (status, fault, detail) = failure.words();
    let record = Record::of(trial, status, None, Measured::default());
    Record { program: Some(Box::new(ProgramAccount { fault, detail, ..account })), ..record }
}

/// Checks a line of a program, and the same text as the answer of a command, without running one.
///
/// # Errors
/// The first mistake.
pub fn check_answer(text: &str) -> Result<(), String> {
    let line = protocol::read(text).map(drop);
    let answers = [true, false].map(|are_letters| protocol::read_text(text, are_letters).map(drop));
    answers.into_iter().fold(line, Result::and)
}

/// Looks for each program of these trials, so that one that is not there is an error before all work.
///
/// # Errors
/// The program, and the command that names it.
pub(crate) fn check_programs<'a>(
    trials: impl Iterator<Item = (&'a str, &'a str, &'a Params)>,
) -> Result<(), Diagnostic> {
    for (world, _, params) in trials.filter(|trial| is_program(trial.1)) {
        let spec = world_of(world).and_then(|world| ProgramSpec::of_params(params, world.info()));
        if let Some(spec) = spec.filter(|spec| !is_there(spec)) {
            let program = spec.words.first().map_or("", String::as_str);
            let problem = Diagnostic::new(format!(
                "there is no program {} for the command {}",
                quoted(program),
                quoted(&spec.cmd)
            ));
            return Err(problem.help("say how it is started from here, as in cmd=\"python3 my_astar.py\""));
        }
    }
    Ok(())
}

/// True if the file of a program is there: in its folder, from here, or in the path of the system.
fn is_there(spec: &ProgramSpec) -> bool {
    let file = spec.words.first().map_or("", String::as_str);
    let is_file = |path: PathBuf| path.is_file() || path.with_extension(env::consts::EXE_EXTENSION).is_file();
    let in_path = || {
        let path = env::var_os("PATH").unwrap_or_default();
        env::split_paths(&path).any(|folder| is_file(folder.join(file)))
    };
    let is_beside = spec.dir.as_ref().is_some_and(|dir| is_file(Path::new(dir).join(file)));
    is_beside || if has_separator(file) { is_file(file.into()) } else { in_path() }
}

/// The checksum of the files that the words of a command name, from here or in its folder; `None` if they name none.
fn content_of(spec: &ProgramSpec) -> Option<String> {
    let (mut crc, mut is_any) = (Crc::new(), false);
    for word in &spec.words {
        let beside = spec.dir.as_ref().map(|dir| Path::new(dir).join(word));
        let file = beside.into_iter().chain([PathBuf::from(word)]).find(|path| path.is_file());
        if let Some(bytes) = file.and_then(|file| read_regular(&file, MOST_PROGRAM_BYTES).ok()) {
            crc.update(&bytes);
            is_any = true;
        }
    }
    is_any.then(|| format!("crc32-{:08x}", crc.sum()))
}

/// Bytes of a file of a program that are read for its checksum at most.
const MOST_PROGRAM_BYTES: u64 = 256 << 20;

/// The error of a program that cannot be started.
fn not_started(spec: &ProgramSpec, error: &std::io::Error) -> Failure {
    Failure::Told("missing", format!("{} cannot be started: {error}", quoted(&spec.cmd)))
}
