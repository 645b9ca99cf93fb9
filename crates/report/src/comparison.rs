//! Algorithms side by side, depth by depth: records of game searches to lines of sums, means and ratios, and to the
//! verdict on whether all agree.
//!
//! A line stands for one algorithm at one depth, over all positions and repetitions. Counters are those of one
//! repetition, summed over the positions; times are sums over the positions, with their spread over the repetitions.
//! They are processor times, which other programs on the machine do not lengthen.

use std::collections::{BTreeMap, BTreeSet};

use super::table::{Column, Mood, Row, decimal, number, rate, words};
use searchlab_search::counters::Counters;
use searchlab_statistics::sample::Sample;
use searchlab_statistics::tree::{effective_branching, minimal_leaves};
use searchlab_trial::record::{Record, Status};
use searchlab_trial::text::grouped;

/// The algorithms that others are measured against.
const MINIMAX: &str = "minimax";
const ALPHABETA: &str = "alphabeta";

/// One algorithm at one depth.
#[derive(Debug, Clone, PartialEq)]
pub struct Compared {
    /// Plies.
    pub depth: u32,
    /// Its name.
    pub algorithm: String,
    /// How the trials ended: complete, or the first limit.
    pub status: Status,
    /// Positions that were searched.
    pub positions: usize,
    /// Positions that are compared: more, where a limit kept the algorithm from going so deep on some.
    pub of: usize,
    /// The value for the side to move, where there is one position.
    pub value: Option<f64>,
    /// The best move, where there is one position.
    pub best: Option<String>,
    /// The counters, summed over all positions.
    pub counters: Counters,
    /// Processor seconds over all positions, a measurement for each repetition.
    pub cpu_seconds: Sample,
    /// Effective branching factor of the mean tree.
    pub branching: Option<f64>,
    /// Nodes as a proportion of those of minimax.
    pub to_minimax: Option<f64>,
    /// Nodes as a proportion of those of alpha-beta.
    pub to_alphabeta: Option<f64>,
    /// Leaves as a multiple of those of the minimal tree.
    pub to_minimal: Option<f64>,
}

impl Compared {
    /// Nodes: expanded and evaluated.
    pub(crate) const fn nodes(&self) -> u64 {
        self.counters.nodes()
    }
}

/// The best move of a record: the first of its line.
fn best_move(record: &Record) -> Option<String> {
    record.result.as_ref()?.moves.first().map(str::to_owned)
}

/// Lines in the order of depth, and within it in the order in which the algorithms first occur.
pub fn compare(records: &[Record]) -> Vec<Compared> {
    let mut order: Vec<&str> = Vec::new();
    for record in records {
        if !order.contains(&record.algorithm_name()) {
            order.push(record.algorithm_name());
        }
    }
    let mut groups: BTreeMap<(u32, usize), Vec<&Record>> = BTreeMap::new();
    for record in records {
        let place = order.iter().position(|name| *name == record.algorithm_name()).unwrap_or_default();
        groups.entry((record.depth.unwrap_or_default(), place)).or_default().push(record);
    }
    let of = records.iter().map(|record| record.instance.as_str()).collect::<BTreeSet<_>>().len();
    let mut lines: Vec<Compared> = groups.into_iter().map(|((depth, _), group)| line(depth, &group, of)).collect();
    relate(&mut lines, records);
    lines
}

/// The line of one group, which is not empty, without what relates it to others.
fn line(depth: u32, group: &[&Record], of: usize) -> Compared {
    let first_repeat = group.iter().map(|record| record.repeat).min().unwrap_or_default();
    let single: Vec<&Record> = group.iter().copied().filter(|record| record.repeat == first_repeat).collect();
    let counters = single.iter().fold(Counters::default(), |sum, record| sum.plus(&record.counters));
    let mut seconds: BTreeMap<u32, f64> = BTreeMap::new();
    for record in group {
        *seconds.entry(record.repeat).or_default() += record.measured.cpu_seconds;
    }
    let alone = (of == 1).then(|| single[0]);
    let limit = group.iter().map(|record| record.status).find(|status| status.is_incomplete());
    let is_complete = limit.is_none();
    Compared {
        depth,
        algorithm: group[0].algorithm_name().to_owned(),
        status: limit.unwrap_or(group[0].status),
        positions: single.len(),
        of,
        value: alone.filter(|_| is_complete).and_then(|record| record.result.as_ref()).map(|answer| answer.value),
        best: alone.filter(|_| is_complete).and_then(best_move),
        counters,
        cpu_seconds: Sample::of(&seconds.into_values().collect::<Vec<_>>()).unwrap_or_default(),
        branching: effective_branching(counters.nodes() as f64 / single.len() as f64, depth).filter(|_| is_complete),
        to_minimax: None,
        to_alphabeta: None,
        to_minimal: None,
    }
}

/// Fills in the ratios between lines of one depth that ended and saw the same positions.
fn relate(lines: &mut [Compared], records: &[Record]) {
    let minimal = minimal_by_depth(records);
    let nodes_of: BTreeMap<(u32, String), (usize, u64)> = lines
        .iter()
        .filter(|line| !line.status.is_incomplete())
        .map(|line| ((line.depth, line.algorithm.clone()), (line.positions, line.nodes())))
        .collect();
    for line in lines.iter_mut().filter(|line| !line.status.is_incomplete() && line.nodes() > 0) {
        let share = |name: &str| {
            let &(positions, nodes) = nodes_of.get(&(line.depth, name.to_owned()))?;
            (positions == line.positions && nodes > 0).then(|| line.nodes() as f64 / nodes as f64)
        };
        let shares = (share(MINIMAX), share(ALPHABETA));
        let least = minimal.get(&line.depth).filter(|_| shares.0.is_some());
        line.to_minimal = least.map(|least| line.counters.evaluated as f64 / least);
        (line.to_minimax, line.to_alphabeta) = shares;
    }
}

/// Leaves of the minimal trees of all positions that minimax has seen, by depth.
fn minimal_by_depth(records: &[Record]) -> BTreeMap<u32, f64> {
    let mut minimal = BTreeMap::new();
    let first_repeat = records.iter().map(|record| record.repeat).min().unwrap_or_default();
    for record in records.iter().filter(|record| record.algorithm == MINIMAX && record.repeat == first_repeat) {
        let depth = record.depth.unwrap_or_default();
        *minimal.entry(depth).or_insert(0.0) += minimal_leaves(record.counters.evaluated as f64, depth);
    }
    minimal
}

impl Row for Compared {
    fn mood(&self) -> Mood {
        if self.status.is_incomplete() { Mood::Incomplete } else { Mood::Plain }
    }
}

fn count(line: &Compared, counter: fn(&Counters) -> u64) -> String {
    match counter(&line.counters) {
        0 => String::new(),
        number => grouped(number),
    }
}

/// Proportion of the cutoffs that the first move gave.
pub(super) fn first(counters: &Counters) -> String {
    match (counters.first_move_cutoffs, counters.cutoffs) {
        (_, 0) => String::new(),
        (first, cutoffs) if first == cutoffs => "100 %".to_owned(),
        (first, cutoffs) => format!("{:.1} %", 100.0 * first as f64 / cutoffs as f64),
    }
}

fn factor(number: Option<f64>) -> String {
    match number {
        None => String::new(),
        Some(number) if number >= 100.0 => grouped(number.round() as u64),
        Some(number) if number >= 0.0995 => format!("{number:.2}"),
        // Two significant digits.
        Some(number) if number >= 0.00995 => format!("{number:.3}"),
        Some(number) if number >= 0.000_995 => format!("{number:.4}"),
        Some(number) => format!("{number:.0e}"),
    }
}

/// Mean and deviation in the unit that suits the mean.
fn time(seconds: &Sample) -> String {
    let (unit, scale, decimals) = match seconds.mean {
        s if s < 1e-3 => ("µs", 1e6, 0),
        s if s < 1.0 => ("ms", 1e3, 1),
        _ => ("s", 1.0, 2),
    };
    let mean = format!("{:.decimals$}", seconds.mean * scale);
    match seconds.count {
        0 | 1 => format!("{mean} {unit}"),
        _ => format!("{mean} ± {:.decimals$} {unit}", seconds.deviation * scale),
    }
}

impl Column<Compared> {
    const DEPTH: Self = number("depth", |line: &Compared| line.depth.to_string());
    const NAME: Self = words("algorithm", |line: &Compared| line.algorithm.clone());
    const VALUE: Self = number("value", |line: &Compared| match line.value {
        _ if line.status.is_incomplete() => line.status.name().to_owned(),
        Some(value) => decimal(value),
        None => String::new(),
    });
    const BEST: Self = words("move", |line: &Compared| line.best.clone().unwrap_or_default());
    // Programs of users count by themselves.
    const NODES: Self = number("nodes", |line: &Compared| match line.nodes() {
        0 => String::new(),
        nodes => grouped(nodes),
    });
    const LEAVES: Self = number("leaves", |line| count(line, |counters| counters.evaluated));
    const TIME_SPREAD: Self = number("CPU time", |line: &Compared| time(&line.cpu_seconds));
    const RATE: Self = number("nodes/s", |line: &Compared| match line.nodes() {
        0 => String::new(),
        nodes => rate(nodes, line.cpu_seconds.mean),
    });
    const POSITIONS: Self = number("positions", |line: &Compared| match line {
        line if line.positions < line.of => format!("{} of {}", line.positions, line.of),
        _ => String::new(),
    });
    const CUTOFFS: Self = number("cutoffs", |line| count(line, |counters| counters.cutoffs));
    const FIRST: Self = number("first", |line: &Compared| first(&line.counters));
    const HITS: Self = number("tt hits", |line| count(line, |counters| counters.tt_hits));
    const PASSES: Self = number("passes", |line| count(line, |counters| counters.passes));
    const BRANCHING: Self = number("b*", |line: &Compared| factor(line.branching));
    const TO_MINIMAX: Self = number("÷minimax", |line: &Compared| factor(line.to_minimax));
    const TO_ALPHABETA: Self = number("÷αβ", |line: &Compared| factor(line.to_alphabeta));
    const TO_MINIMAL: Self = number("÷minimal", |line: &Compared| factor(line.to_minimal));

    /// The columns that identify a line.
    pub const KEYS: [Self; 2] = [Self::DEPTH, Self::NAME];

    /// The columns of results and costs of the searches.
    pub const COSTS: [Self; 8] = [
        Self::VALUE,
        Self::BEST,
        Self::POSITIONS,
        Self::NODES,
        Self::LEAVES,
        Self::TIME_SPREAD,
        Self::RATE,
        Self::BRANCHING,
    ];

    /// The columns of what saved nodes: cutoffs, transposition table, zero windows; and of the ratios of the nodes.
    pub const SAVINGS: [Self; 7] =
        [Self::CUTOFFS, Self::FIRST, Self::HITS, Self::PASSES, Self::TO_MINIMAX, Self::TO_ALPHABETA, Self::TO_MINIMAL];
}

/// The legend of the heads of the columns, a line each.
pub const LEGEND: &str = "\
nodes     expanded + evaluated; with iterative deepening those of all iterations
leaves    evaluated; b* is the effective branching factor (Nilsson 1971)
CPU time  of the processor; the wall-clock time is in --format json
first     share of the cutoffs that the first move gave; passes: zero-window
          searches of MTD, searches of PVS that had to be repeated
÷minimax  nodes as a share of those of minimax; ÷αβ of those of alphabeta
÷minimal  leaves as a multiple of the minimal tree, b^⌈d/2⌉ + b^⌊d/2⌋ - 1
          with the mean b of minimax (Knuth, Moore 1975)
";

/// A verdict on the agreement of the algorithms, of which `conflicts` are the disagreements; and the searches that did
/// not come to their end; sentences, a line each.
pub fn verdict(records: &[Record], conflicts: &[String], promises: impl Fn(&Record) -> bool) -> String {
    let mut lines = conflicts.to_vec();
    if conflicts.is_empty() {
        lines.push(consistency(records, promises).to_owned());
    }
    let mut limited: Vec<String> = Vec::new();
    for record in records.iter().filter(|record| record.status.is_incomplete()) {
        let depth = record.depth.unwrap_or_default();
        let name = format!("{} at depth {depth} ({})", record.algorithm_name(), record.status.name());
        if !limited.contains(&name) {
            limited.push(name);
        }
    }
    if !limited.is_empty() {
        lines.push(format!("Stopped at a limit, and not searched deeper: {}.", limited.join(", ")));
    }
    lines.join("\n")
}

/// The verdict where no two values differ.
fn consistency(records: &[Record], promises: impl Fn(&Record) -> bool) -> &'static str {
    let is_complete = |record: &&Record| record.status == Status::Complete;
    let mut searched: BTreeMap<(&str, u32), BTreeSet<&str>> = BTreeMap::new();
    for record in records.iter().filter(is_complete).filter(|record| promises(record)) {
        let task = (record.instance.as_str(), record.depth.unwrap_or_default());
        searched.entry(task).or_default().insert(record.algorithm_name());
    }
    match searched.values().map(BTreeSet::len).max() {
        None if records.iter().any(|record| is_complete(&record)) => {
            "Nothing here promises a value: there is nothing to compare."
        }
        None => "No search came to its end.",
        Some(1) => "No two algorithms searched the same position to the same depth: there is nothing to compare.",
        Some(_) => "All algorithms that ended agree on the value of every position at every depth.",
    }
}

#[cfg(test)]
mod tests;
