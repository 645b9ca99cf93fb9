//! `searchlab check PROGRAM… --assignment FILE`: programs of students, put to the tests of an assignment.
//!
//! Not here: tests and points ([`crate::assignment`]), the forms of the report ([`crate::report::assignment`]).

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, anyhow};
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::Exit;
use super::args::{BudgetArgs, OutputArgs, budget};
use super::output::{print_text, terminal_width};
use super::plan::{CommandPlan, Watch as _};
use super::progress::stop_flag;
use super::replay::{Recorder, write_page};
use crate::assignment::{Assignment, Grade, Submission, Test, TestGrade, grade};
use crate::diagnostic::{Diagnostic, Diagnostics, quoted, read_source};
use crate::embedded::place;
use crate::experiment::trial_runner::TrialRunner;
use crate::files::{check_place, write_whole};
use crate::play::program::{can_take_network, confine};
use crate::record::{Record, Trial};
use crate::report::assignment::{csv, junit, page, text};
use crate::report::{Format, replay};

#[derive(Debug, Args)]
struct CheckArgs {
    /// The programs: files, or folders with one program each
    #[arg(value_name = "PROGRAM", required = true)]
    programs: Vec<PathBuf>,
    /// The assignment
    #[arg(long, value_name = "FILE.toml")]
    assignment: String,
    /// The command that starts each program, with {} for its file; without it the ending of the name tells
    #[arg(long, value_name = "COMMAND")]
    cmd: Option<String>,
    /// Write the results as JUnit XML too
    #[arg(long, value_name = "FILE.xml", help_heading = "Output")]
    junit: Option<PathBuf>,
    /// Write a page, a table of points and replays into this folder
    #[arg(long, short, value_name = "DIR", help_heading = "Output")]
    out: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn command() -> Command {
    CheckArgs::augment_args(Command::new("check"))
        .about("Put programs of students to the tests of an assignment, and give points")
        .after_help(
            "Programs run in an empty folder, without a shell, and where the system allows it without a network. \
             Otherwise they run with your rights: the book says what is protected and what is not.\n\nExamples:\n  \
             searchlab check astar.py --assignment experiments/assignments/path-search.toml\n  \
             searchlab check submissions/* --assignment path-search.toml --out grades --junit grades.xml\n  \
             searchlab check Alphabeta.jar --cmd \"java -jar {}\" --assignment alpha-beta.toml",
        )
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = CheckArgs::from_arg_matches(matches)?;
    let mut assignment = Assignment::read(&read_source(&args.assignment)?)?;
    let folder = Path::new(place(&args.assignment)).parent().unwrap_or(Path::new("")).to_owned();
    add_hidden(&mut assignment, &folder, &args.output)?;
    if let Some(path) = &args.junit {
        check_place(RESULTS, path).map_err(Diagnostics::from)?;
    }
    // What is wrong with a test does not depend on the program.
    for test in &assignment.tests {
        plan(&assignment, test, "program", &folder, false)?;
    }
    confine();
    if !can_take_network() {
        args.output.remark("this system does not let the network be taken from programs: they can use it");
    }
    let mut checked = Checked::default();
    for path in &args.programs {
        let name = path.file_name().map_or_else(|| path.to_string_lossy(), |name| name.to_string_lossy()).into_owned();
        let started = Submission::of(path, args.cmd.as_deref()).map_err(|problem| anyhow!(Diagnostics::from(problem)));
        let taken = started.and_then(|submission| take(&submission, &assignment, &folder, &args.output));
        let (tests, replay) = match taken {
            Ok(Some(taken)) => taken,
            Ok(None) => break,
            Err(error) if args.programs.len() == 1 => return Err(error),
            Err(error) => {
                args.output.remark(&format!("{}: {error:#}", quoted(&name)));
                (assignment.tests.iter().map(|test| grade(test, &[])).collect(), Vec::new())
            }
        };
        checked.grades.push(Grade { submission: name, tests });
        checked.replays.push(replay);
    }
    checked.print(&assignment, &args)?;
    let is_full = |grade: &Grade| grade.points().0 >= f64::from(grade.points().1);
    Ok(match checked.grades.iter().all(is_full) {
        _ if checked.grades.len() < args.programs.len() => Exit::Incomplete,
        true => Exit::Done,
        false => Exit::Negative,
    })
}

/// Adds the tests that the teacher keeps in a file of their own; a student, who does not have it, is told so.
fn add_hidden(assignment: &mut Assignment, folder: &Path, output: &OutputArgs) -> Result<()> {
    let Some(name) = assignment.hidden.clone() else { return Ok(()) };
    let path = folder.join(&name);
    if path.exists() {
        return Ok(assignment.add_hidden(&read_source(&path.to_string_lossy())?)?);
    }
    let note = format!("without the hidden tests: there is no file {} here", quoted(&name));
    output.remark(&note);
    let gap = if assignment.about.is_empty() { "" } else { " " };
    let _ = write!(assignment.about, "{gap}({note})");
    if assignment.tests.is_empty() {
        return Err(anyhow!(Diagnostics::from(Diagnostic::new("all tests of this assignment are hidden"))));
    }
    Ok(())
}

/// The experiment of a test as a plan, whose programs are looked for only if they are the real ones.
fn plan(assignment: &Assignment, test: &Test, cmd: &str, folder: &Path, is_real: bool) -> Result<CommandPlan> {
    let experiment = test.experiment(&assignment.world, cmd);
    let keys = [
        ("max-time", test.max_time.clone()),
        ("max-memory", test.max_memory.as_ref().map(ToString::to_string)),
        ("depth", test.depth.map(|depth| depth.to_string())),
    ];
    let key_of = |words: &[&str]| {
        let (key, text) = keys.iter().find(|(key, _)| words.contains(key))?;
        Some((*key, text.clone()?))
    };
    let plan = CommandPlan::unchecked(&experiment, folder, MOST_TRIALS, &key_of);
    let plan = plan.map_err(|error| match error.downcast::<Diagnostics>() {
        Ok(problems) => {
            let mut named = Diagnostics::new();
            problems
                .iter()
                .for_each(|it| named.push(|| it.clone().help(format!("in the test {}", quoted(&test.says)))));
            named.into()
        }
        Err(other) => other,
    })?;
    if is_real {
        plan.check_programs()?;
    }
    Ok(plan)
}

/// Trials of a test at most.
const MOST_TRIALS: u64 = 100_000;

/// The answer and the right search.
const BOTH: usize = 2;

/// The grades of a program, and the traces of its answer and of the right search for the first instance that failed.
type Taken = (Vec<TestGrade>, Vec<Vec<u8>>);

/// Puts a program to all tests; `None` if the user stopped it.
fn take(submission: &Submission, assignment: &Assignment, folder: &Path, output: &OutputArgs) -> Result<Option<Taken>> {
    let unlimited = BudgetArgs { max_nodes: None, max_time: None, max_memory: None };
    let (mut grades, mut replay) = (Vec::new(), Vec::new());
    for test in &assignment.tests {
        let plan = plan(assignment, test, &submission.cmd, folder, true)?;
        let ran = plan.run(&unlimited, output, &mut ());
        if ran.interrupted.is_some() {
            return Ok(None);
        }
        let graded = grade(test, &ran.records);
        // A test without a search of ours shows the answer alone; a later one may show both.
        if replay.len() < BOTH
            && !graded.is_hidden
            && let Some(case) = graded.cases.iter().find(|case| case.failure.is_some())
        {
            let (answers, own): (Vec<&Record>, Vec<&Record>) =
                ran.records.iter().filter(|it| it.instance == case.name).partition(|it| it.program.is_some());
            // Its answer has nothing to be shown where it ended without one, or where the game is not a way.
            let shown = answers.first().and_then(|record| once_more(&plan, record)).filter(|trace| has_events(trace));
            let traces: Vec<_> =
                shown.into_iter().chain(own.first().and_then(|record| once_more(&plan, record))).collect();
            if traces.len() > replay.len() {
                replay = traces;
            }
        }
        grades.push(graded);
    }
    Ok(Some((grades, replay)))
}

/// True for a trace that shows more than how the search ended.
fn has_events(trace: &[u8]) -> bool {
    trace.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).count() > 2
}

/// The trace of a trial, which is run once more.
fn once_more(plan: &CommandPlan, record: &Record) -> Option<Vec<u8>> {
    let instance = plan.instances().iter().find(|instance| instance.name == record.instance)?;
    let named = (instance.name.clone(), instance.task.content());
    let trial = Trial::new(&record.world, named, &record.algorithm, record.params.clone(), record.limits);
    let trial = Trial { depth: record.depth, seed: record.seed, ..trial };
    let mut nobody = ();
    let mut recorder = Recorder::new(&mut nobody);
    let mut observers = recorder.observers(&trial, instance);
    let budget = budget(&trial.limits, &stop_flag(), &Arc::default());
    let again = TrialRunner::default().run(&trial, instance, &budget, &mut observers);
    recorder.done(&trial, instance, &again, observers);
    recorder.traces.pop()
}

/// The kind of these files in errors.
const RESULTS: &str = "the results";

/// The grades of all programs.
#[derive(Debug, Default)]
struct Checked {
    grades: Vec<Grade>,
    replays: Vec<Vec<Vec<u8>>>,
}

impl Checked {
    fn print(&self, assignment: &Assignment, args: &CheckArgs) -> Result<()> {
        let title = &assignment.title;
        match args.output.format {
            Format::Csv => print_text(&csv(&self.grades)?)?,
            Format::Json => print_text(&(serde_json::to_string(&self.grades)? + "\n"))?,
            _ => {
                let texts = self.grades.iter().map(|grade| text(title, grade, terminal_width()));
                print_text(&texts.collect::<Vec<_>>().join("\n"))?;
            }
        }
        if let Some(path) = &args.junit {
            write_whole(RESULTS, path, junit(title, &self.grades).as_bytes()).map_err(Diagnostics::from)?;
        }
        args.out.as_deref().map_or(Ok(()), |out| self.write(assignment, out))
    }

    /// The page, the table and the replays.
    fn write(&self, assignment: &Assignment, out: &Path) -> Result<()> {
        fs::create_dir_all(out).with_context(|| format!("cannot make the directory {}", out.display()))?;
        let mut links = Vec::new();
        for (number, traces) in (1..).zip(&self.replays) {
            if traces.is_empty() {
                links.push(None);
                continue;
            }
            let name = format!("replay-{number}.html");
            write_page(&out.join(&name), &replay::page(&assignment.title, traces))?;
            links.push(Some(name));
        }
        let page = page(&assignment.title, &assignment.about, &self.grades, &links);
        write_page(&out.join("report.html"), &page)?;
        let table = csv(&self.grades)?;
        Ok(write_whole(RESULTS, &out.join("points.csv"), table.as_bytes()).map_err(Diagnostics::from)?)
    }
}
