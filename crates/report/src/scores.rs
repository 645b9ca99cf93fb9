//! Positions with their scores, a line each, beside the scores that a file lists, and all of them in one
//! line.

use super::attempts::{Attempt, totals};
use super::table::{Column, Mood, Row, decimal, number, words};
use searchlab_trial::record::{Record, Status};

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

impl Row for Scored {
    fn mood(&self) -> Mood {
        if self.agrees() == Some(false) { Mood::Failed } else { self.record.mood() }
    }
}

impl Attempt for Scored {
    fn record(&self) -> &Record {
        &self.record
    }

    fn agrees(&self) -> Option<bool> {
        let score = self.record.result.as_ref()?.value;
        self.listed.map(|listed| score.to_bits() == f64::from(listed).to_bits())
    }
}

impl Column<Scored> {
    const VALUE: Self = number("score", |line: &Scored| {
        line.record.result.as_ref().map_or_else(|| "–".to_owned(), |answer| decimal(answer.value))
    });
    const RESULT: Self = words("result", |line: &Scored| line.result.clone());
    const BEST_MOVES: Self = words("best", |line: &Scored| line.best.clone());
    const LISTED_SCORE: Self =
        number("listed", |line: &Scored| line.listed.map_or_else(String::new, |score| score.to_string()));

    /// All columns.
    pub const SCORES: [Self; 10] = [
        Self::POSITION,
        Self::STATUS,
        Self::VALUE,
        Self::RESULT,
        Self::BEST_MOVES,
        Self::NODES,
        Self::TIME,
        Self::SPEED,
        Self::LISTED_SCORE,
        Self::AGREES,
    ];
}

/// All of them in a line: positions, those solved, nodes, time, and the number of those that are as listed.
pub fn summary(lines: &[Scored]) -> String {
    let solved = lines.iter().filter(|line| line.record.status == Status::Solved).count();
    format!("{}\n", totals(lines, &format!(", {solved} solved;")))
}
