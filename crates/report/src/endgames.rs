//! Solved endgames, a line each, beside the scores that a file lists, and all of them in one line.

use std::fmt::Write;

use super::table::{Column, Mood, Row, decimal, duration, number, optional, rate, words};
use searchlab_trial::record::Record;
use searchlab_trial::text::{counted, grouped, printable};

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

impl Solved {
    const fn nodes(&self) -> u64 {
        self.record.counters.nodes()
    }
}

impl Row for Solved {
    fn mood(&self) -> Mood {
        if self.agrees == Some(false) { Mood::Failed } else { self.record.mood() }
    }
}

/// A score with its sign.
fn signed(score: i32) -> String {
    format!("{score:+}")
}

impl Column<Solved> {
    const POSITION: Self = words("position", |line: &Solved| printable(&line.record.instance));
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
    const SOLVE_NODES: Self = number("nodes", |line: &Solved| grouped(line.nodes()));
    const SECONDS: Self = number("time", |line: &Solved| duration(line.record.measured.seconds));
    const SPEED: Self = optional(number("nodes/s", |line: &Solved| rate(line.nodes(), line.record.measured.seconds)));
    const LISTED: Self = number("listed", |line: &Solved| line.listed.map(signed).unwrap_or_default());
    const AGREES: Self =
        words("agrees", |line: &Solved| line.agrees.map_or("", |agrees| if agrees { "yes" } else { "NO" }).to_owned());

    /// All columns.
    pub const ENDGAMES: [Self; 9] = [
        Self::POSITION,
        Self::EMPTIES,
        Self::SCORE,
        Self::BEST,
        Self::SOLVE_NODES,
        Self::SECONDS,
        Self::SPEED,
        Self::LISTED,
        Self::AGREES,
    ];
}

/// All of them in a line: positions, nodes, time, speed, and the number of those that are as listed.
pub fn summary(lines: &[Solved]) -> String {
    let nodes = lines.iter().map(Solved::nodes).sum();
    let seconds: f64 = lines.iter().map(|line| line.record.measured.seconds).sum();
    let mut text = format!(
        "{}, {}, {seconds:.3} s, {} nodes per second",
        counted(lines.len() as u64, "position"),
        counted(nodes, "node"),
        grouped((nodes as f64 / seconds.max(1e-9)) as u64)
    );
    let compared = lines.iter().filter(|line| line.agrees.is_some()).count();
    if compared > 0 {
        let agreeing = lines.iter().filter(|line| line.agrees == Some(true)).count();
        // Writing to a string cannot fail.
        let _ = write!(text, "; {agreeing} of {compared} as listed");
    }
    text.push('\n');
    text.push_str(&shared(lines));
    text
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
    numbers.iter().flat_map(|(name, number)| [format!("{name:<width$} {number:>digits$}"), "\n".to_owned()]).collect()
}
