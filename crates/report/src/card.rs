//! One record in full, for people.

use std::fmt::Write;

use anstyle::Style;

use super::iterations;
use super::table::{Layout, decimal, duration};
use searchlab_search::counters::{Counters, Iteration, IterationLimit};
use searchlab_trial::record::{ProgramAccount, Record, Referee};
use searchlab_trial::text::{grouped, printable, wrapped};
use searchlab_worlds::catalog::WorldInfo;

/// The longest path that is printed in full.
const MOVES_SHOWN: usize = 400;

/// Iterations printed at each end of a long list.
const ITERATIONS_SHOWN: usize = 8;

/// Where the words of a line begin, unless a counter has a longer name.
const INDENT: usize = 15;

/// The record, line by line, `width` columns wide: the task, the answer, the counters that are not zero, the times, the
/// iterations.
pub fn card(record: &Record, width: usize, color: bool) -> String {
    let head = if color { Style::new().bold() } else { Style::new() };
    let longest = shown(&record.counters).map(|(name, _)| name.len() + 1).max().unwrap_or(0);
    let mut card = Card { text: String::new(), width, indent: longest.max(INDENT), head };
    card.line("algorithm", record.algorithm_name());
    card.line("instance", &printable(&record.instance));
    let params = record.params.iter().map(|(name, value)| match value.as_str() {
        Some(text) => format!("{name} {text}"),
        None => format!("{name} {value}"),
    });
    card.line("parameters", &params.collect::<Vec<_>>().join(" · "));
    card.line("status", record.status.name());
    if let Some(program) = &record.program {
        card.program(program);
    }
    if let Some(answer) = &record.result {
        let exact = answer.exact.map(|[a, b]| format!(" = {a} + {b}√2, in eight directions")).unwrap_or_default();
        let (head, depth) = match answer.depth {
            Some(depth) => ("value", format!(" for the side to move, at depth {depth}")),
            None => ("cost", String::new()),
        };
        card.line(head, &format!("{}{exact}{depth}", decimal(answer.value)));
        card.line("moves", &shortened(&WorldInfo::moves_text(record)));
    }
    if !record.best.is_empty() {
        card.line("best moves", &record.best.join(" "));
    }
    if let Some(referee) = record.referee {
        let Referee { best, chosen } = referee;
        let lost = match referee.loss() {
            0 => "nothing is lost".to_owned(),
            loss => format!("{loss} lost"),
        };
        let signed = |score: i32| if score == 0 { "0".to_owned() } else { format!("{score:+}") };
        card.line("referee", &format!("best play {}, the move {}: {lost}", signed(best), signed(chosen)));
    }
    card.counters(record);
    let measured = &record.measured;
    let is_game = iterations::is_of_game(record);
    let (done, what) =
        if is_game { (record.counters.nodes(), "nodes") } else { (record.counters.generated, "generated") };
    let rate = done as f64 / measured.seconds.max(1e-9);
    let speed = match &record.program {
        Some(_) => format!("{} of processors", duration(measured.cpu_seconds)),
        None => format!("{} {what} per second", grouped(rate as u64)),
    };
    card.line("time", &format!("{} ({speed})", duration(measured.seconds)));
    if measured.peak_bytes > 0 {
        card.line("memory", &format!("{} bytes at the peak", grouped(measured.peak_bytes)));
    }
    if is_game {
        let layout = Layout::Terminal { width, color };
        let iterations = iterations::table_of(&[record], layout);
        let gap = if iterations.is_empty() { "" } else { "\n" };
        card.text + gap + &iterations
    } else {
        card.iterations(&record.per_iteration);
        card.text
    }
}

struct Card {
    text: String,
    width: usize,
    indent: usize,
    head: Style,
}

impl Card {
    /// A head and its words, which continue below where they are too long.
    fn line(&mut self, head: &str, words: &str) {
        let style = self.head;
        let room = self.width.saturating_sub(self.indent).max(20);
        for (index, line) in wrapped(words, room).into_iter().enumerate() {
            let head = if index == 0 { head } else { "" };
            let _ = writeln!(self.text, "{style}{head:<width$}{style:#} {line}", width = self.indent - 1);
        }
    }

    /// The lines of a user's program: its failure, the check of its answer, its own counters.
    fn program(&mut self, program: &ProgramAccount) {
        if let Some(failure) = program.failure() {
            self.line("failure", &printable(&failure));
        }
        if let Some(said) = &program.said {
            self.line("last words", &printable(said));
        }
        if program.fault.is_none() {
            self.line("checked", if program.verified { "its moves, its value" } else { "its moves" });
        }
        let reported = program.reported.iter().map(|(name, count)| format!("{} {}", printable(name), grouped(*count)));
        let reported = reported.collect::<Vec<_>>().join(" · ");
        if !reported.is_empty() {
            self.line("it reports", &reported);
        }
    }

    /// The numbers, set to the right under each other.
    fn counters(&mut self, record: &Record) {
        let entries: Vec<(&str, String)> =
            shown(&record.counters).map(|(name, value)| (name, grouped(value))).collect();
        let digits = entries.iter().map(|(_, number)| number.len()).max().unwrap_or(0);
        for (name, number) in entries {
            self.line(name, &format!("{number:>digits$}"));
        }
    }

    /// One line for each, with a gap in long lists.
    fn iterations(&mut self, iterations: &[Iteration]) {
        if iterations.is_empty() {
            return;
        }
        let style = self.head;
        let limit = match iterations[0].limit {
            IterationLimit::Weight(_) => "weight",
            IterationLimit::Change(_) => "change",
            _ => "threshold",
        };
        let cost = if limit == "threshold" { "" } else { "        cost" };
        let heads = format!("{:>9}  {limit:>12}  {:>16}  {:>16}{cost}", "iteration", "expanded", "generated");
        let _ = writeln!(self.text, "\n{style}{heads}{style:#}");
        let hidden = iterations.len().saturating_sub(2 * ITERATIONS_SHOWN);
        for (index, iteration) in iterations.iter().enumerate() {
            if hidden > 0 && index == ITERATIONS_SHOWN {
                let _ = writeln!(self.text, "{:>9}  ({hidden} more; all of them in --format json)", "…");
            }
            if hidden == 0 || index < ITERATIONS_SHOWN || index >= ITERATIONS_SHOWN + hidden {
                let cost = iteration.cost.map(|cost| format!("  {:>10}", decimal(cost))).unwrap_or_default();
                let _ = writeln!(
                    self.text,
                    "{:>9}  {:>12}  {:>16}  {:>16}{cost}",
                    index + 1,
                    decimal(iteration.limit.number()),
                    grouped(iteration.counters.expanded),
                    grouped(iteration.counters.generated)
                );
            }
        }
    }
}

/// The counters that are not zero.
fn shown(counters: &Counters) -> impl Iterator<Item = (&'static str, u64)> {
    counters.entries().into_iter().filter(|entry| entry.1 > 0)
}

fn shortened(moves: &str) -> String {
    match moves.char_indices().nth(MOVES_SHOWN) {
        Some((cut, _)) => format!("{}… ({} characters; all of them in --format json)", &moves[..cut], moves.len()),
        None => moves.to_owned(),
    }
}
