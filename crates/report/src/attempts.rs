//! Attempts to solve positions: the columns and totals that games have in common.
//!
//! Not here: what only one game shows (`endgames.rs`, `wins.rs`, `scores.rs`).

use super::table::{Column, Row, duration, number, optional, rate, words};
use searchlab_trial::record::Record;
use searchlab_trial::text::{counted, grouped, printable};

/// An attempt to solve a position.
pub trait Attempt: Row {
    /// The record.
    fn record(&self) -> &Record;

    /// True if the result is as the file lists it; `None` if there is nothing to compare.
    fn agrees(&self) -> Option<bool> {
        None
    }
}

fn nodes(attempt: &impl Attempt) -> u64 {
    attempt.record().counters.nodes()
}

impl<A: Attempt> Column<A> {
    pub(super) const POSITION: Self = words("position", |line: &A| printable(&line.record().instance));
    pub(super) const STATUS: Self = words("status", |line: &A| line.record().status.name().to_owned());
    pub(super) const NODES: Self = number("nodes", |line: &A| grouped(nodes(line)));
    pub(super) const TIME: Self = number("time", |line: &A| duration(line.record().measured.seconds));
    pub(super) const SPEED: Self =
        optional(number("nodes/s", |line: &A| rate(nodes(line), line.record().measured.seconds)));
    pub(super) const AGREES: Self =
        words("agrees", |line: &A| line.agrees().map_or("", |agrees| if agrees { "yes" } else { "NO" }).to_owned());
}

/// All of them in a line: positions, what `head` says of them, nodes, time, speed, and the number of those that are as
/// listed.
pub(super) fn totals<A: Attempt>(lines: &[A], head: &str) -> String {
    let nodes = lines.iter().map(nodes).sum();
    let seconds: f64 = lines.iter().map(|line| line.record().measured.seconds).sum();
    let compared = lines.iter().filter(|line| line.agrees().is_some()).count();
    let agreeing = lines.iter().filter(|line| line.agrees() == Some(true)).count();
    let listed = if compared > 0 { format!("; {agreeing} of {compared} as listed") } else { String::new() };
    format!(
        "{}{head} {}, {seconds:.3} s, {} nodes per second{listed}",
        counted(lines.len() as u64, "position"),
        counted(nodes, "node"),
        grouped((nodes as f64 / seconds.max(1e-9)) as u64)
    )
}
