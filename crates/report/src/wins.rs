//! Positions in which a forced win was sought, a line each, and all of them in one line.

use std::fmt::Write;

use super::attempts::{Attempt, totals};
use super::table::{Column, Mood, Row, decimal, number, words};
use searchlab_trial::record::{Record, Status};

/// The result of one solve.
#[derive(Debug, Clone, PartialEq)]
pub struct Sought {
    /// The record.
    pub record: Record,
    /// The number of plies within which the file says that there is a win.
    pub listed: Option<u32>,
}

impl Row for Sought {
    fn mood(&self) -> Mood {
        self.record.mood()
    }
}

impl Attempt for Sought {
    fn record(&self) -> &Record {
        &self.record
    }
}

impl Column<Sought> {
    const WIN: Self = number("plies", |line: &Sought| {
        line.record.result.as_ref().map_or_else(|| "–".to_owned(), |answer| decimal(answer.value))
    });
    const LISTED_WIN: Self =
        number("listed", |line: &Sought| line.listed.map_or_else(String::new, |plies| plies.to_string()));
    const FIRST: Self = words("move", |line: &Sought| {
        line.record.result.as_ref().and_then(|answer| answer.moves.first()).unwrap_or_default().to_owned()
    });

    /// All columns.
    pub const WINS: [Self; 8] =
        [Self::POSITION, Self::STATUS, Self::WIN, Self::LISTED_WIN, Self::FIRST, Self::NODES, Self::TIME, Self::SPEED];
}

/// All of them in a line: the number of those won, the time, and how their lengths compare with those that are listed.
pub fn summary(lines: &[Sought]) -> String {
    let won = lines.iter().filter(|line| line.record.status == Status::Solved);
    let within = |limit: f64| won.clone().filter(|line| line.record.measured.seconds < limit).count();
    let lengths = lines.iter().filter_map(|line| {
        let found = line.record.result.as_ref()?.value;
        found.partial_cmp(&f64::from(line.listed?))
    });
    let lengths: Vec<std::cmp::Ordering> = lengths.collect();
    let count = |wanted: std::cmp::Ordering| lengths.iter().filter(|&&ordering| ordering == wanted).count();
    let head = format!(", {} won, {} within 1 s, {} within 5 s;", won.clone().count(), within(1.0), within(5.0));
    let mut text = totals(lines, &head);
    if !lengths.is_empty() {
        let [shorter, equal, longer] =
            [std::cmp::Ordering::Less, std::cmp::Ordering::Equal, std::cmp::Ordering::Greater].map(count);
        // Writing to a string cannot fail.
        let _ = write!(text, "; {shorter} shorter than listed, {equal} as long, {longer} longer");
    }
    text.push('\n');
    text
}
