//! `searchlab connect4 solve`: scores of perfect play, checked against those that a file lists.

use std::num::NonZeroUsize;

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use crate::catalog::{ALL_BEST, BOOK, Parameter, TABLE_BITS};
use crate::cli::Exit;
use crate::cli::args::{OutputArgs, parse_count, resolve};
use crate::cli::command::argument;
use crate::cli::games::SettingArgs;
use crate::cli::memory::refuse_table;
use crate::cli::output::{eprint_line, print_text};
use crate::cli::solve::{self, each};
use crate::cli::trace::TracedArgs;
use crate::diagnostic::{Diagnostic, Diagnostics, Source, read_source};
use crate::play::{BoardGame, GameCommands, scene_of};
use crate::record::{Params, Trial};
use crate::report::scores::{Scored, summary};
use crate::report::{Attempt, Column, Layout, card, table};
use crate::run::Observers;
use crate::search::budget::Budget;
use crate::text::printable;
use crate::worlds::connect4::Position;
use crate::worlds::connect4::run::{self, CONNECT4, solver_options};
use crate::worlds::connect4::solver::book::Book;
use crate::worlds::connect4::solver::{ABOUT, Options, in_words};

const PARAMETERS: [&Parameter; 3] = [&ALL_BEST.parameter, &TABLE_BITS.parameter, &BOOK];

#[derive(Debug, Args)]
struct SolveArgs {
    /// A position as the columns of its moves like 44455 (initial: the empty board), or a file with one a line; - reads
    /// standard input
    #[arg(value_name = "POSITION|FILE", default_value = "initial")]
    positions: String,
    /// Only the first positions of the file
    #[arg(long, value_name = "N", value_parser = parse_count, allow_negative_numbers = true)]
    first: Option<NonZeroUsize>,
    #[command(flatten)]
    setting: SettingArgs<Position>,
    #[command(flatten)]
    search: TracedArgs,
}

pub(super) fn command() -> Command {
    let command = SolveArgs::augment_args(Command::new("solve"))
        .about("Solve positions exactly: who wins, how soon, and by which move")
        .after_help(
            "A score is that of the side to move: 1 if it wins with its last disc, 2 with its last but one, and so on; \
             0 is a draw, and the loser has the negative score of the winner. In a file a score may stand behind each \
             position and is checked: exit code 1 if any differs. The empty board of 7x6 takes about a minute, and no \
             time with `--book shipped`. A limit holds for each position.\n\n\
             Examples:\n  \
             searchlab connect4 solve 32164625\n  \
             searchlab connect4 solve 44444 --all-best on --max-time 2s\n  \
             searchlab connect4 solve initial --size 5x4\n  \
             searchlab connect4 solve 1234 --size 5x4 --replay solve.html\n  \
             printf '32164625\\n23163416124767223154467471272416755633 0\\n' | searchlab connect4 solve - --format md",
        );
    PARAMETERS.into_iter().fold(command, |command, parameter| command.arg(argument(&CONNECT4, parameter, Some(&ABOUT))))
}

/// A position to be solved.
struct Task {
    name: String,
    position: Position,
    listed: Option<i32>,
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = SolveArgs::from_arg_matches(matches)?;
    let params = resolve(&CONNECT4, &ABOUT, matches, None)?;
    let Options { table_bits: bits, book, .. } = solver_options(&params)?;
    refuse_table(bits, 8 << bits)?;
    let tasks = tasks(&args)?;
    refuse_other_boards(&tasks, book)?;
    let (scored, mut worst) = solve_all(&args.search, &tasks, &params)?;
    for (task, scored) in tasks.iter().zip(&scored) {
        if let (Some(listed), Some(answer), Some(false)) = (scored.listed, &scored.record.result, scored.agrees()) {
            eprint_line(&format!(
                "DIFFERENT {}: score {}, the file lists {listed}",
                printable(&task.name),
                answer.value
            ));
            worst = worst.max(Exit::Negative);
        }
    }
    Ok(worst)
}

/// Refuses a book for another board than the positions have.
fn refuse_other_boards(tasks: &[Task], book: Option<&Book>) -> Result<(), Diagnostics> {
    let Some(book) = book else { return Ok(()) };
    match tasks.iter().find(|task| task.position.size() != book.size()) {
        Some(task) => {
            let (board, own) = (task.position.size(), book.size());
            let problem = Diagnostic::new(format!("the book is for {own}, and {} for {board}", printable(&task.name)));
            Err(problem.help("leave --book away, or make one with `searchlab connect4 book --size`").into())
        }
        None => Ok(()),
    }
}

/// The position that was typed, or those of a file.
fn tasks(args: &SolveArgs) -> Result<Vec<Task>, Diagnostics> {
    let text = args.positions.trim();
    let is_typed = text == crate::play::INITIAL || !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_typed {
        return Ok(vec![task(text.to_owned(), &Source::new("position", text), args)?]);
    }
    let source = read_source(text)?;
    let lines = source.text.lines().enumerate().map(|(index, line)| (index + 1, line.split('#').next().unwrap_or("")));
    let lines = lines.filter(|(_, line)| !line.trim().is_empty()).take(args.first.unwrap_or(NonZeroUsize::MAX).get());
    let (mut tasks, mut problems) = (Vec::new(), Diagnostics::new());
    for (number, line) in lines {
        let name = format!("{}:{number}", source.name);
        match task(name.clone(), &Source::new(name, line), args) {
            Ok(task) => tasks.push(task),
            Err(wrong) => problems.append(wrong),
        }
    }
    problems.into_result(())?;
    if tasks.is_empty() {
        return Err(Diagnostic::new(format!("no positions in {}", printable(&source.name))).into());
    }
    Ok(tasks)
}

/// A position, and a score behind it.
fn task(name: String, line: &Source, args: &SolveArgs) -> Result<Task, Diagnostics> {
    let mut words = line.text.split_whitespace();
    let (moves, listed) = (words.next().unwrap_or_default(), words.next());
    let listed = listed.map(|word| {
        let score = word.parse().ok().filter(|score: &i32| score.abs() <= 28 && words.next().is_none());
        score.ok_or_else(|| Diagnostic::new(format!("{}: expected a position and a score", printable(&line.name))))
    });
    let source = Source::new(line.name.clone(), moves);
    let position = *<Position as crate::play::GameWorld>::begun(&args.setting.setting(), &source)?.position();
    Ok(Task { name, position, listed: listed.transpose()? })
}

fn solve_all(args: &TracedArgs, tasks: &[Task], params: &Params) -> Result<(Vec<Scored>, Exit)> {
    let limits = args.budget.limits();
    let scored = |task: &Task, budget: &Budget, observers: &mut Observers| {
        let named = (task.name.clone(), task.position.content());
        let trial = Trial::new(CONNECT4.name.name, named, ABOUT.name, params.clone(), limits);
        observers.begin(&trial, || scene_of(task.position));
        let run = run::solve(&trial, &task.position, budget, observers);
        let score = run.record.result.as_ref().map(|answer| answer.value as i32);
        Scored {
            result: score.map_or_else(String::new, |score| in_words(&task.position, score)),
            best: run.best.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
            listed: task.listed,
            record: run.record,
        }
    };
    each(args, tasks, scored, Attempt::record, |scored| print(&args.output, tasks, scored))
}

fn print(output: &OutputArgs, tasks: &[Task], scored: &[Scored]) -> Result<()> {
    solve::print(output, scored, &Column::SCORES, summary, |single, width, color| {
        print_text(&tasks[0].position.drawn(width, color))?;
        print_text(&format!("\n{}", card(&single.record, width, color)))?;
        print_text(&format!("\n{}", table(scored, &Column::SCORES, Layout::Terminal { width, color })))
    })
}
