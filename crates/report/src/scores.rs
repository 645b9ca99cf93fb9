//! Positions of Connect Four with their scores, a line each, beside the scores that a file lists, and all of them in one
//! line.

use std::fmt::Write;

use super::table::{Column, Mood, Row, decimal, duration, number, optional, rate, words};
use searchlab_trial::record::{Record, Status};
use searchlab_trial::text::{counted, grouped, printable};

/// The result of one solve.
#[derive(Debug, Clone, PartialEq)]
pub struct Scored {
    /// The record.
    pub record: Record,
    /// The result in words; empty after a limit.
    pub result: String,
    /// The best moves.
    pub best: String,
    /// The score that the file lists.
    pub listed: Option<i32>,
}

impl Scored {
    /// True if the score is as listed; `None` if there is nothing to compare.
    pub fn agrees(&self) -> Option<bool> {
        let score = self.record.result.as_ref()?.value;
        self.listed.map(|listed| score.to_bits() == f64::from(listed).to_bits())
    }

    const fn nodes(&self) -> u64 {
        self.record.counters.nodes()
    }
}

impl Row for Scored {
    fn mood(&self) -> Mood {
        if self.agrees() == Some(false) { Mood::Failed } else { self.record.mood() }
    }
}

impl Column<Scored> {
    const SCORED: Self = words("position", |line: &Scored| printable(&line.record.instance));
    const SCORED_STATUS: Self = words("status", |line: &Scored| line.record.status.name().to_owned());
    const VALUE: Self = number("score", |line: &Scored| {
        line.record.result.as_ref().map_or_else(|| "–".to_owned(), |answer| decimal(answer.value))
    });
    const RESULT: Self = words("result", |line: &Scored| line.result.clone());
    const BEST_MOVES: Self = words("best", |line: &Scored| line.best.clone());
    const SCORED_NODES: Self = number("nodes", |line: &Scored| grouped(line.nodes()));
    const SCORED_TIME: Self = number("time", |line: &Scored| duration(line.record.measured.seconds));
    const SCORED_SPEED: Self =
        optional(number("nodes/s", |line: &Scored| rate(line.nodes(), line.record.measured.seconds)));
    const LISTED_SCORE: Self =
        number("listed", |line: &Scored| line.listed.map_or_else(String::new, |score| score.to_string()));
    const AS_LISTED: Self = words("agrees", |line: &Scored| {
        line.agrees().map_or("", |agrees| if agrees { "yes" } else { "NO" }).to_owned()
    });

    /// All columns.
    pub const SCORES: [Self; 10] = [
        Self::SCORED,
        Self::SCORED_STATUS,
        Self::VALUE,
        Self::RESULT,
        Self::BEST_MOVES,
        Self::SCORED_NODES,
        Self::SCORED_TIME,
        Self::SCORED_SPEED,
        Self::LISTED_SCORE,
        Self::AS_LISTED,
    ];
}

/// All of them in a line: positions, those solved, nodes, time, and the number of those that are as listed.
pub fn summary(lines: &[Scored]) -> String {
    let nodes = lines.iter().map(Scored::nodes).sum();
    let seconds: f64 = lines.iter().map(|line| line.record.measured.seconds).sum();
    let mut text = format!(
        "{}, {} solved; {}, {seconds:.3} s, {} nodes per second",
        counted(lines.len() as u64, "position"),
        lines.iter().filter(|line| line.record.status == Status::Solved).count(),
        counted(nodes, "node"),
        grouped((nodes as f64 / seconds.max(1e-9)) as u64)
    );
    let compared = lines.iter().filter(|line| line.agrees().is_some()).count();
    if compared > 0 {
        let agreeing = lines.iter().filter(|line| line.agrees() == Some(true)).count();
        // Writing to a string cannot fail.
        let _ = write!(text, "; {agreeing} of {compared} as listed");
    }
    text.push('\n');
    text
}
