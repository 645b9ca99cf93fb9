//! The rules that every trace keeps, checked line by line.
//!
//! All kinds: the counters follow from the events and the lines `count`, and the number of events is the one of the end.
//! Paths: see `verify/paths.rs`. Games: see `verify/games.rs`.

mod games;
mod paths;

use std::collections::HashMap;

use serde_json::Value;

use super::read::{Entry, Reader};
use super::writer::PEAKS;
use crate::catalog::program::is_program;
use games::Games;
use paths::Paths;
use searchlab_trial::diagnostic::Diagnostics;

/// Most broken rules that are listed.
const LISTED: usize = 20;

/// A rule that a line breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// The number of the line, from 1.
    pub line: usize,
    /// The rule and what is there instead.
    pub text: String,
}

/// The result of checking a trace.
#[derive(Debug, Clone, Default)]
pub struct Verdict {
    /// Events that were written.
    pub events: u64,
    /// Events that a limit left out.
    pub left_out: u64,
    /// The first rules that are broken.
    pub broken: Vec<Broken>,
    /// Rules that are broken beside those.
    pub more: u64,
}

impl Verdict {
    /// True if no rule is broken.
    pub fn is_sound(&self) -> bool {
        self.broken.is_empty()
    }

    fn add(&mut self, line: usize, text: String) {
        if self.broken.len() < LISTED {
            self.broken.push(Broken { line, text });
        } else {
            self.more += 1;
        }
    }

    /// Adds the rule if it does not hold.
    fn expect(&mut self, entry: &Entry, holds: bool, text: impl FnOnce() -> String) {
        if !holds {
            self.add(entry.number, text());
        }
    }
}

/// Checks a trace.
///
/// # Errors
/// A line that is none of a trace.
pub fn verify(reader: Reader) -> Result<Verdict, Diagnostics> {
    let mut check = Check::new(reader.word("kind"), reader.word("algorithm"));
    // A program's counters are its own; its trace shows nothing but its answer.
    check.has_counters = !is_program(reader.word("algorithm"));
    for entry in reader {
        check.entry(&entry?);
    }
    Ok(check.finish())
}

/// The facts of the trace so far.
struct Check {
    verdict: Verdict,
    last: usize,
    ended: bool,
    rebuilt: HashMap<String, i64>,
    iterations: u64,
    kind: Kind,
    /// True if the counters of the end are those of the events.
    has_counters: bool,
}

/// The rules of a kind of search.
enum Kind {
    Path(Box<Paths>),
    Game(Box<Games>),
}

impl Check {
    fn new(kind: &str, algorithm: &str) -> Self {
        let kind = match kind {
            "path" => Kind::Path(Box::default()),
            kind => Kind::Game(Box::new(Games::new(kind, algorithm))),
        };
        Self {
            verdict: Verdict::default(),
            last: 1,
            ended: false,
            rebuilt: HashMap::new(),
            iterations: 0,
            kind,
            has_counters: true,
        }
    }

    fn entry(&mut self, entry: &Entry) {
        self.last = entry.number;
        let is_ended = self.ended;
        self.verdict.expect(entry, !is_ended, || "a line after the end".to_owned());
        match entry.kind.as_str() {
            "count" => self.count(entry),
            "clock" => {}
            "cut-off" => self.verdict.left_out += entry.id("left_out").unwrap_or_default(),
            "end" => self.end(entry),
            kind => {
                self.verdict.events += 1;
                for name in shown_by(kind, entry, matches!(self.kind, Kind::Path(_))) {
                    *self.rebuilt.entry((*name).to_owned()).or_default() += 1;
                }
                if kind == "subtree" || entry.line.contains_key("counts") {
                    self.counts(entry);
                }
                self.event(entry);
            }
        }
    }

    fn event(&mut self, entry: &Entry) {
        let is_whole = self.verdict.left_out == 0;
        if entry.kind == "iteration" {
            self.iterations += 1;
            let (expected, number) = (self.iterations, entry.id("number"));
            self.verdict.expect(entry, !is_whole || number == Some(expected), || {
                format!("the {expected}th iteration is called {}", number.unwrap_or_default())
            });
        }
        match &mut self.kind {
            Kind::Path(paths) => paths.event(entry, &mut self.verdict, is_whole),
            Kind::Game(games) => games.event(entry, &mut self.verdict, is_whole),
        }
    }

    /// A search that is not told node by node has its counts in one line, and a visit the nodes that it expanded.
    fn counts(&mut self, entry: &Entry) {
        let counts = entry.line.get("counts").and_then(Value::as_object);
        let is_counted = counts.is_some_and(|counts| !counts.is_empty());
        self.verdict.expect(entry, is_counted, || format!("a {} has counts", entry.kind));
        for (name, count) in counts.into_iter().flatten() {
            let count = count.as_u64().unwrap_or_default();
            self.verdict.expect(entry, count > 0, || format!("\"{name}\" is counted by nothing"));
            *self.rebuilt.entry(name.clone()).or_default() += count as i64;
            if name == "iterations" {
                self.iterations += count;
            }
        }
    }

    fn count(&mut self, entry: &Entry) {
        let name = entry.word("name");
        let number = |member: &str| entry.line.get(member).and_then(Value::as_i64);
        match (number("by"), number("to")) {
            (None, Some(to)) if PEAKS.contains(&name) => {
                let peak = self.rebuilt.entry(name.to_owned()).or_default();
                *peak = (*peak).max(to);
            }
            (Some(by), None) if !PEAKS.contains(&name) => {
                self.verdict
                    .expect(entry, by > 0, || format!("\"{name}\" is counted by {by}: more events than it has"));
                *self.rebuilt.entry(name.to_owned()).or_default() += by;
            }
            _ => self.verdict.add(entry.number, format!("the count of \"{name}\" has no fitting \"by\" or \"to\"")),
        }
        let is_shown = match &self.kind {
            Kind::Path(_) => ["expanded", "generated", "reopened", "iterations"].contains(&name),
            Kind::Game(games) => games.shows(name),
        };
        let is_cut = self.verdict.left_out > 0;
        self.verdict.expect(entry, !is_shown || is_cut, || format!("\"{name}\" is counted, and has events of its own"));
    }

    fn end(&mut self, entry: &Entry) {
        self.ended = true;
        let counters = entry.line.get("counters").and_then(Value::as_object);
        for (name, value) in counters.into_iter().flatten().filter(|_| self.has_counters) {
            let rebuilt = self.rebuilt.remove(name).unwrap_or_default();
            self.verdict.expect(entry, value.as_i64() == Some(rebuilt), || {
                format!("the counter \"{name}\" is {value}, and {rebuilt} by the events")
            });
        }
        let rest: Vec<String> = self.rebuilt.drain().filter(|(_, value)| *value != 0).map(|(name, _)| name).collect();
        self.verdict
            .expect(entry, rest.is_empty() || !self.has_counters, || format!("the end has no counter {rest:?}"));
        let (events, all) = (entry.id("events"), self.verdict.events + self.verdict.left_out);
        self.verdict.expect(entry, events == Some(all), || {
            format!("the end speaks of {} events, of which {all} are there or left out", events.unwrap_or_default())
        });
        let is_whole = self.verdict.left_out == 0;
        match &mut self.kind {
            Kind::Path(paths) => paths.end(entry, &mut self.verdict, is_whole),
            Kind::Game(games) => games.end(entry, &mut self.verdict, is_whole),
        }
    }

    fn finish(mut self) -> Verdict {
        if !self.ended {
            self.verdict.add(self.last, "the trace has no end: the search or the writing was stopped".to_owned());
        }
        self.verdict
    }
}

/// The counters of which an event shows one each.
fn shown_by(kind: &str, entry: &Entry, is_path: bool) -> &'static [&'static str] {
    match kind {
        "iteration" => &["iterations"],
        "expand" if is_path => &["expanded"],
        "generate" => match entry.word("how") {
            "cycle" => &[],
            "reopened" => &["generated", "reopened"],
            _ => &["generated"],
        },
        "leaf" => &["evaluated"],
        "simulate" => &["evaluated", "simulated"],
        "pass" => &["passes"],
        "cut" => match entry.word("by") {
            "beta" => &["cutoffs"],
            "table" | "etc" => &["tt_cutoffs"],
            "probcut" => &["probcut_cuts"],
            _ => &[],
        },
        _ => &[],
    }
}
