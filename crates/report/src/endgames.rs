//! Solved endgames, a line each, beside the scores that a file lists, and all of them in one line.

use super::attempts::{Attempt, totals};
use super::table::{Column, Mood, Row, decimal, number, words};
use searchlab_trial::record::{Record, Status};
use searchlab_trial::text::grouped;
use searchlab_worlds::catalog::SELECTIVITY;

/// The result of one solve.
#[derive(Debug, Clone, PartialEq)]
pub struct Solved {
    /// The record.
    pub record: Record,
    /// Empty squares of the position.
    pub empties: u32,
    /// The best move; after a limit the best so far.
    pub best: Option<String>,
    /// The score that the file lists, in the terms of what was asked.
    pub listed: Option<i32>,
    /// True if score and move are as listed; `None` if there is nothing to compare.
    pub agrees: Option<bool>,
    /// Counts of single techniques, by name.
    pub techniques: Vec<(&'static str, u64)>,
    /// Counts of the sharing between its threads, by name; nothing where there was one thread.
    pub sharing: Vec<(&'static str, u64)>,
}

impl Row for Solved {
    fn mood(&self) -> Mood {
        if self.agrees == Some(false) { Mood::Failed } else { self.record.mood() }
    }
}

impl Attempt for Solved {
    fn record(&self) -> &Record {
        &self.record
    }

    fn agrees(&self) -> Option<bool> {
        self.agrees
    }
}

/// A score with its sign.
fn signed(score: i32) -> String {
    format!("{score:+}")
}

impl Column<Solved> {
    const EMPTIES: Self = number("empties", |line: &Solved| line.empties.to_string());
    const SCORE: Self = number("score", |line: &Solved| match &line.record.result {
        Some(answer) if answer.value == 0.0 => signed(0),
        Some(answer) => format!("{}{}", if answer.value > 0.0 { "+" } else { "" }, decimal(answer.value)),
        None => line.record.status.name().to_owned(),
    });
    const BEST: Self = words("move", |line: &Solved| match &line.best {
        // Nothing has shown that it is the best.
        Some(best) if line.record.result.is_none() => format!("{best}?"),
        best => best.clone().unwrap_or_default(),
    });
    const LISTED: Self = number("listed", |line: &Solved| line.listed.map(signed).unwrap_or_default());

    /// All columns.
    pub const ENDGAMES: [Self; 9] = [
        Self::POSITION,
        Self::EMPTIES,
        Self::SCORE,
        Self::BEST,
        Self::NODES,
        Self::TIME,
        Self::SPEED,
        Self::LISTED,
        Self::AGREES,
    ];
}

/// All of them in a line: positions, nodes, time, speed, and the number of those that are as listed.
pub fn summary(lines: &[Solved]) -> String {
    format!("{}\n{}{}", totals(lines, ","), unproved(lines), shared(lines))
}

/// That the scores are not proved, where they are not.
fn unproved(lines: &[Solved]) -> String {
    let is_unproved = |line: &&Solved| line.record.status == Status::Complete;
    let Some(first) = lines.iter().find(is_unproved) else { return String::new() };
    let percent = first.record.params.get(SELECTIVITY.key()).map(ToString::to_string).unwrap_or_default();
    format!("not proved: each score holds with a probability of {percent} %\n")
}

/// Counts of the sharing between threads over all positions, in a line; nothing where there was one thread.
fn shared(lines: &[Solved]) -> String {
    let Some(first) = lines.first().filter(|line| !line.sharing.is_empty()) else { return String::new() };
    let sum = |at: usize| lines.iter().filter_map(|line| line.sharing.get(at)).map(|entry| entry.1).sum();
    let sums = first.sharing.iter().enumerate().map(|(at, (name, _))| format!("{name} {}", grouped(sum(at))));
    format!("between threads: {}\n", sums.collect::<Vec<_>>().join(", "))
}

/// Counts of single techniques and of the sharing between threads, a line each; for one position in full.
pub fn techniques(solved: &Solved) -> String {
    let all = solved.techniques.iter().chain(&solved.sharing);
    let numbers: Vec<(&str, String)> = all.map(|&(name, value)| (name, grouped(value))).collect();
    let width = numbers.iter().map(|entry| entry.0.len()).max().unwrap_or(0);
    let digits = numbers.iter().map(|entry| entry.1.len()).max().unwrap_or(0);
    let line = |(name, number): &(&str, String)| format!("{name:<width$} {number:>digits$}\n");
    numbers.iter().map(line).chain([unproved(std::slice::from_ref(solved))]).collect()
}
