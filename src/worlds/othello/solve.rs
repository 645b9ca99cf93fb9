//! `searchlab othello solve`: endgames to their end, checked against the scores that a file lists.

use std::num::NonZeroUsize;

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use crate::catalog::othello::{endgame_buckets, endgame_options};
use crate::catalog::{self, OTHELLO, Parameter, threads};
use crate::cli::Exit;
use crate::cli::args::{OutputArgs, parse_count, resolve};
use crate::cli::command::argument;
use crate::cli::games::position_source;
use crate::cli::memory;
use crate::cli::output::{eprint_line, print_text};
use crate::cli::solve::{self, each};
use crate::cli::trace::TracedArgs;
use crate::diagnostic::{Diagnostics, read_source};
use crate::experiment::machine;
use crate::play::scene_of;
use crate::record::{Limits, Params, Trial};
use crate::report::endgames::{Solved, summary, techniques};
use crate::report::{Attempt, Column, Layout, card, table};
use crate::run::Observers;
use crate::run::othello::content;
use crate::run::othello_solve::{EndgameRun, EndgameRunner};
use crate::search::budget::Budget;
use crate::text::{counted, printable};
use crate::worlds::othello::Position;
use crate::worlds::othello::draw::{Picture, terminal};
use crate::worlds::othello::endgame::{ABOUT, Mode, Table, Technique};
use crate::worlds::othello::format::{Given, Listed, read_position, read_positions};
use crate::worlds::othello::world::name_of;

/// Empty squares beyond which a solve may outlast the user's patience.
const PATIENCE: u32 = 30;

const PARAMETERS: [&Parameter; 6] = [
    &catalog::MODE.parameter,
    &catalog::SELECTIVITY.parameter,
    &catalog::TABLE_BITS.parameter,
    &catalog::WITHOUT,
    &catalog::WEIGHTS,
    &catalog::THREADS.parameter,
];

#[derive(Debug, Args)]
struct SolveArgs {
    /// The positions, one a line: OBF, boards or move lists; - reads standard input
    #[arg(value_name = "FILE", required_unless_present = "position")]
    file: Option<String>,
    /// One position, in any of these forms; or a file of one
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["file", "first"], allow_hyphen_values = true)]
    position: Option<String>,
    /// Only the first positions of the file
    #[arg(long, value_name = "N", value_parser = parse_count, allow_negative_numbers = true)]
    first: Option<NonZeroUsize>,
    #[command(flatten)]
    search: TracedArgs,
}

pub(super) fn command() -> Command {
    let command = SolveArgs::augment_args(Command::new("solve"))
        .about("Solve endgames, exactly or with a probability: score and line of perfect play")
        .after_help(after_help());
    PARAMETERS.into_iter().fold(command, |command, parameter| command.arg(argument(&OTHELLO, parameter, Some(&ABOUT))))
}

fn after_help() -> String {
    let techniques = Technique::ALL.iter().map(|each| format!("  {:<15} {}\n", each.name(), each.summary()));
    format!(
        "A score is the difference of discs at the end for the side to move, empty squares given to the winner. Where \
         the file lists scores (OBF), each is checked, and the best move must be among the listed moves of the best \
         score: exit code 1 if any differs. With --selectivity below 100 scores are not proved, and some will differ. A \
         limit holds for each position, and for all its threads together.\n\n\
         Techniques for --without:\n{}\n\
         Examples:\n  \
         searchlab othello solve endgame.obf\n  \
         searchlab othello solve endgame.obf --mode wld --format json\n  \
         searchlab othello solve endgame.obf --first 1 --without parity,etc\n  \
         searchlab othello solve endgame.obf --first 1 --trace-limit 10000 --replay endgame.html\n  \
         searchlab othello solve endgame.obf --threads 2\n  \
         searchlab othello solve endgame.obf --selectivity 95",
        techniques.collect::<String>()
    )
}

/// A position to be solved.
struct Task {
    name: String,
    position: Position,
    listed: Vec<Listed>,
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = SolveArgs::from_arg_matches(matches)?;
    let params = parameters(matches)?;
    let tasks = tasks(&args)?;
    let output = &args.search.output;
    warn(output, &tasks, &args.search.budget.limits());
    warn_of_threads(output, threads(&params)?);
    let (worst, differences) = solve_all(&args.search, &tasks, &params)?;
    for difference in &differences {
        eprint_line(&format!("DIFFERENT {difference}"));
    }
    Ok(if differences.is_empty() { worst } else { worst.max(Exit::Negative) })
}

/// The parameters as typed, checked and completed; a table that this machine cannot hold is refused.
fn parameters(matches: &ArgMatches) -> Result<Params, Diagnostics> {
    let params = resolve(&OTHELLO, &ABOUT, matches, None)?;
    let buckets = endgame_buckets(&params)?;
    memory::refuse_table(buckets + 1, Table::bytes_of(buckets))?;
    Ok(params)
}

fn tasks(args: &SolveArgs) -> Result<Vec<Task>, Diagnostics> {
    let task = |name: String, given: Given| Task { name, position: given.position(), listed: given.listed };
    if let Some(text) = &args.position {
        let given = read_position(&position_source::<Position>("--position", text)?)?;
        return Ok(vec![task(name_of(&given), given)]);
    }
    let source = read_source(args.file.as_deref().unwrap_or_default())?;
    let given = read_positions(&source)?.into_iter().take(args.first.unwrap_or(NonZeroUsize::MAX).get());
    Ok(given.map(|given| task(format!("{}:{}", source.name, given.line), given)).collect())
}

/// Warns that the end may never be seen.
fn warn(output: &OutputArgs, tasks: &[Task], limits: &Limits) {
    let is_unlimited = limits.nodes.is_none() && limits.microseconds.is_none();
    let many = tasks.iter().filter(|task| task.position.board.empties() > PATIENCE).count();
    if is_unlimited && many > 0 {
        let have = if many == 1 { "has" } else { "have" };
        output.remark(&format!(
            "{} {have} more than {PATIENCE} empty squares, which may take days or more; --max-time 10min limits each, \
             Ctrl-C ends",
            counted(many as u64, "position")
        ));
    }
}

/// Warns that threads will wait for each other.
fn warn_of_threads(output: &OutputArgs, threads: u32) {
    if let Some(cores) = machine::cores().filter(|&cores| threads as usize > cores) {
        let cores = counted(cores as u64, "core");
        output.remark(&format!("{threads} threads share {cores}: more threads than cores make nothing faster"));
    }
}

/// Solves them in order, and collects differences from the listed scores.
fn solve_all(args: &TracedArgs, tasks: &[Task], params: &Params) -> Result<(Exit, Vec<String>)> {
    let limits = args.budget.limits();
    let mode = endgame_options(params)?.mode;
    let mut runner = EndgameRunner::default();
    let mut differences = Vec::new();
    let compared = |task: &Task, budget: &Budget, observers: &mut Observers| {
        let named = (task.name.clone(), content(task.position));
        let trial = Trial::new(OTHELLO.name.name, named, ABOUT.name, params.clone(), limits);
        observers.begin(&trial, || scene_of(task.position));
        let run = runner.run(&trial, task.position, budget, observers);
        let difference = difference(task, &run, mode);
        let solved = solved(task, run, mode, difference.is_some());
        differences.extend(difference);
        solved
    };
    let (_, worst) = each(args, tasks, compared, Attempt::record, |solved| print(&args.output, tasks, solved))?;
    Ok((worst, differences))
}

fn solved(task: &Task, run: EndgameRun, mode: Mode, differs: bool) -> Solved {
    let listed = best_listed(task).map(|score| asked(score, mode));
    Solved {
        empties: task.position.board.empties(),
        best: run.best.map(|best| best.to_string()),
        listed,
        agrees: listed.filter(|_| run.record.result.is_some()).map(|_| !differs),
        techniques: run.figures.entries().to_vec(),
        sharing: if threads(&run.record.params).is_ok_and(|threads| threads > 1) {
            run.figures.sharing().to_vec()
        } else {
            Vec::new()
        },
        record: run.record,
    }
}

fn best_listed(task: &Task) -> Option<i32> {
    task.listed.iter().map(|listed| listed.score).max()
}

/// A score in the terms of the mode.
const fn asked(score: i32, mode: Mode) -> i32 {
    match mode {
        Mode::Exact => score,
        Mode::WinLossDraw => score.signum(),
    }
}

/// The difference from the listed score or moves; `None` too where there is nothing to compare.
fn difference(task: &Task, run: &EndgameRun, mode: Mode) -> Option<String> {
    let name = printable(&task.name);
    let listed = asked(best_listed(task)?, mode);
    let found = run.record.result.as_ref()?.value;
    if found.to_bits() != f64::from(listed).to_bits() {
        return Some(format!("{name}: score {found:+}, the file lists {listed:+}"));
    }
    // After a limit the score may be known, and not yet its line.
    let best = run.best.filter(|_| !run.record.status.is_incomplete())?;
    let good = task.listed.iter().filter(|each| asked(each.score, mode) == listed);
    let good: Vec<String> = good.map(|each| each.mv.to_string()).collect();
    let is_good = good.contains(&best.to_string());
    (!is_good).then(|| format!("{name}: move {best}, the file lists {listed:+} for {} only", good.join(", ")))
}

fn print(output: &OutputArgs, tasks: &[Task], solved: &[Solved]) -> Result<()> {
    solve::print(output, solved, &Column::ENDGAMES, summary, |single, width, color| {
        print_text(&terminal(&Picture::new(tasks[0].position), width, color))?;
        print_text(&format!("\n{}\n{}", card(&single.record, width, color), techniques(single)))?;
        // The card says it all, but for a listed score and the best move so far.
        if single.listed.is_some() || single.record.status.is_incomplete() {
            print_text(&format!("\n{}", table(solved, &Column::ENDGAMES, Layout::Terminal { width, color })))?;
        }
        Ok(())
    })
}
