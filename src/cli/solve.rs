//! Positions solved one after another, and what of their printing does not depend on the game: for the `solve` commands of
//! board games.
//!
//! Not here: a single position in full, and how it is solved, which are the game's.

use std::io::IsTerminal;

use anyhow::Result;

use super::args::{OutputArgs, budget};
use super::output::{print_text, terminal_width};
use super::progress::{Progress, stop_flag};
use super::trace::TracedArgs;
use super::{Exit, exit_of};
use crate::record::{Record, Status};
use crate::report::{Attempt, Column, Format, Layout, table};
use crate::run::Observers;
use crate::search::budget::Budget;

/// Solves the tasks in order, up to one that is interrupted, and prints all of them by `print`; records for programs are
/// printed as soon as they are there. The gravest of the exit codes comes with the results.
pub(super) fn each<T, S>(
    TracedArgs { budget: limits, output, trace }: &TracedArgs,
    tasks: &[T],
    mut solve: impl FnMut(&T, &Budget, &mut Observers) -> S,
    record_of: impl Fn(&S) -> &Record,
    print: impl FnOnce(&[S]) -> Result<()>,
) -> Result<(Vec<S>, Exit)> {
    let mut observers = trace.observers(tasks.len())?;
    let limits = limits.limits();
    let is_streamed = output.format == Format::Json;
    // On a terminal the records themselves show how far it is, and a bar would stand among them.
    let is_quiet = output.quiet || is_streamed && std::io::stdout().is_terminal();
    let progress = Progress::new(tasks.len() as u64, limits.nodes, is_quiet);
    let budget = budget(&limits, &stop_flag(), &progress.nodes);
    let mut all = Vec::new();
    for task in tasks {
        let solved = solve(task, &budget, &mut observers);
        let record = record_of(&solved);
        if is_streamed {
            output.print(std::slice::from_ref(record), &[])?;
        }
        let is_interrupted = record.status == Status::Interrupted;
        all.push(solved);
        progress.advance();
        if is_interrupted {
            break;
        }
    }
    // The records come first: the searches may have been long.
    let traced = trace.finish(&mut observers, all.first().map(&record_of), output);
    print(&all)?;
    traced?;
    let worst = all.iter().map(|solved| exit_of(record_of(solved).status)).max().unwrap_or(Exit::Done);
    Ok((all, worst))
}

/// Prints the results of [`each`]: as a table with these columns and a line of totals, or in the form that was asked for;
/// a single one for people by `single`, which gets the width and whether there is colour.
pub(super) fn print<S: Attempt>(
    output: &OutputArgs,
    solved: &[S],
    columns: &[Column<S>],
    summary: impl Fn(&[S]) -> String,
    single: impl FnOnce(&S, usize, bool) -> Result<()>,
) -> Result<()> {
    let (width, color) = (terminal_width(), output.has_color());
    match (output.format, solved) {
        // They are out already.
        (Format::Json, _) => Ok(()),
        (Format::Csv, _) => {
            let records: Vec<Record> = solved.iter().map(|solved| solved.record().clone()).collect();
            output.print(&records, &[])
        }
        (Format::Md | Format::Tex, _) => print_text(&table(solved, columns, output.layout())),
        (Format::Table, [one]) => single(one, width, color),
        (Format::Table, _) => {
            print_text(&table(solved, columns, Layout::Terminal { width, color }))?;
            print_text(&format!("\n{}", summary(solved)))
        }
    }
}
