//! From the events of a search to the lines of its trace.
//!
//! Events that stand for one state each become lines in their place. All others are added up and written as lines
//! `count` where an iteration ends, so that the counters of the record, and of each iteration, can be rebuilt.
//!
//! Not here: the lines of path searches (steps.rs) and of games (plays.rs), the file (sink.rs).

use std::io;

use serde_json::Value;

use super::clock::SearchClock;
use super::plays::Plays;
use super::scene::{NoScene, Scene};
use super::sink::Sink;
use super::steps::Ids;
use super::{Line, VERSION, line, number, put};
use crate::table::INFOS;
use searchlab_search::about::Guarantee;
use searchlab_search::counters::Counters;
use searchlab_search::game::GameAlgorithm as _;
use searchlab_search::game::mcts::Mcts;
use searchlab_search::observer::{Event, Observer, Walk};
use searchlab_search::step::Step;
use searchlab_trial::record::{Record, Trial};

/// The counters that are maxima.
pub(super) const PEAKS: [&str; 4] = ["peak_open", "peak_depth", "table_bytes", "tree_nodes"];

/// The part of a trace that is written. Events are numbered from 1, as they happen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Span {
    /// The first event; all from the beginning without.
    pub from: Option<u64>,
    /// The last event; all to the end without.
    pub to: Option<u64>,
    /// Most events.
    pub limit: Option<u64>,
}

impl Span {
    /// The words of the flag that leaves out an event, of which `written` others were written before; `None` for one
    /// that is written.
    fn leaves_out(self, event: u64, written: u64) -> Option<String> {
        match self {
            Self { from: Some(from), .. } if event < from => Some(format!("--trace-from {from}")),
            Self { to: Some(to), .. } if event > to => Some(format!("--trace-to {to}")),
            Self { limit: Some(limit), .. } if written >= limit => Some(format!("--trace-limit {limit}")),
            _ => None,
        }
    }
}

/// Writes the trace of one search.
#[derive(Debug)]
pub struct TraceWriter {
    sink: Sink,
    span: Span,
    /// The clock, if the search is timed.
    clock: Option<SearchClock>,
    pub(super) scene: Box<dyn Scene>,
    /// Events so far, and those of them that were written.
    events: u64,
    written: u64,
    /// Events left out since the last that was written, and why.
    omitted: Option<(String, u64)>,
    /// The counters of the search, and those that the lines so far give.
    counters: Counters,
    shown: Vec<(&'static str, i64)>,
    /// True between the beginning and the end.
    is_begun: bool,
    pub(super) ids: Ids,
    pub(super) plays: Plays,
    /// The states of the solution.
    path: Vec<u32>,
    /// The cells that the last expansion has scanned, and its state.
    pub(super) scanned: Vec<u128>,
    pub(super) expanded: u128,
}

impl TraceWriter {
    /// Writes the part of a trace that is wanted.
    pub fn new(sink: Sink, span: Span) -> Self {
        Self {
            sink,
            span,
            clock: None,
            scene: Box::new(NoScene { is_game: false }),
            events: 0,
            written: 0,
            omitted: None,
            counters: Counters::default(),
            shown: Counters::MEANINGS.iter().map(|&(name, _)| (name, 0)).collect(),
            is_begun: false,
            ids: Ids::default(),
            plays: Plays::default(),
            path: Vec::new(),
            scanned: Vec::new(),
            expanded: 0,
        }
    }

    /// Also writes down when the search did what.
    #[must_use]
    pub fn timed(self) -> Self {
        Self { clock: Some(SearchClock::new()), ..self }
    }

    /// The clock of the search stands while an event is written.
    fn untimed(&mut self, write: impl FnOnce(&mut Self)) {
        if let Some(clock) = &mut self.clock {
            clock.stop();
        }
        write(self);
        if let Some(clock) = &mut self.clock {
            if let Some(reading) = clock.reading(self.events) {
                self.sink.line(&reading);
            }
            clock.start();
        }
    }

    /// Writes the header. To be called before the search.
    pub fn begin(&mut self, trial: &Trial, scene: Box<dyn Scene>) {
        let is_game = scene.is_game();
        let kind = match trial.algorithm.as_str() {
            _ if !is_game => "path",
            name if name == Mcts::ABOUT.name => "mcts",
            name if proves_wins(name) => "proof",
            _ => "tree",
        };
        let mut header = Line::new();
        put(&mut header, "trace", "searchlab");
        put(&mut header, "version", VERSION);
        put(&mut header, "kind", kind);
        put(&mut header, "world", trial.world.clone());
        put(&mut header, "instance", trial.instance.clone());
        put(&mut header, "algorithm", trial.algorithm.clone());
        put(&mut header, "params", serde_json::to_value(&trial.params).unwrap_or_default());
        put(&mut header, "depth", trial.depth);
        put(&mut header, "seed", trial.seed);
        put(&mut header, "scene", scene.shape());
        self.sink.line(&header);
        self.scene = scene;
        self.is_begun = true;
        self.clock.iter_mut().for_each(SearchClock::start);
        if is_game {
            self.plays = Plays::new(&trial.algorithm);
        }
    }

    /// Writes the end. To be called after the search.
    pub(crate) fn end(&mut self, record: &Record) {
        if !self.is_begun {
            return;
        }
        self.is_begun = false;
        self.write_scan();
        self.flush_counts();
        if let Some(clock) = &mut self.clock {
            clock.stop();
            self.sink.line(&clock.line(self.events));
        }
        let mut end = line("end");
        put(&mut end, "status", record.status.name());
        let value = record.result.as_ref().map_or(Value::Null, |answer| number(answer.value));
        let (cost, value) = if self.scene.is_game() { (Value::Null, value) } else { (value, Value::Null) };
        put(&mut end, "cost", cost);
        put(&mut end, "value", value);
        if self.scene.is_game() {
            let moves = record.result.as_ref().map(|answer| &answer.moves);
            put(&mut end, "pv", serde_json::to_value(moves).unwrap_or_default());
        } else {
            put(&mut end, "path", std::mem::take(&mut self.path));
        }
        put(&mut end, "seconds", record.measured.seconds);
        put(&mut end, "counters", serde_json::to_value(record.counters).unwrap_or_default());
        put(&mut end, "events", self.events);
        self.sink.line(&end);
    }

    /// Ends the file.
    ///
    /// # Errors
    /// The first error of any write.
    pub(crate) fn finish(self) -> io::Result<()> {
        self.sink.finish()
    }

    /// Numbers an event; true if it is to be written.
    pub(super) fn admits(&mut self) -> bool {
        self.events += 1;
        if let Some(why) = self.span.leaves_out(self.events, self.written) {
            let count = self.omitted.as_ref().map_or(0, |(_, count)| *count);
            self.omitted = Some((why, count + 1));
            return false;
        }
        self.note_omitted();
        self.written += 1;
        true
    }

    /// Writes an event that was admitted and that shows one of each of these counters.
    pub(super) fn event(&mut self, event: &Line, shows: &[&str]) {
        for (_, shown) in self.shown.iter_mut().filter(|(name, _)| shows.contains(name)) {
            *shown += 1;
        }
        self.sink.line(event);
    }

    /// Writes an event that was admitted and that shows these counts.
    pub(super) fn event_of_many(&mut self, mut event: Line, counts: &[(&'static str, u64)]) {
        for &(name, count) in counts {
            if let Some((_, shown)) = self.shown.iter_mut().find(|(known, _)| *known == name) {
                *shown += count as i64;
            }
        }
        let counts: Line = counts.iter().map(|&(name, count)| (name.to_owned(), count.into())).collect();
        put(&mut event, "counts", counts);
        self.sink.line(&event);
    }

    pub(super) const fn counters(&self) -> &Counters {
        &self.counters
    }

    /// Counts since then, but for maxima.
    pub(super) fn since(&self, before: &Counters) -> Vec<(&'static str, u64)> {
        let pairs = self.counters.entries().into_iter().zip(before.numbers());
        let counts = pairs.map(|((name, now), before)| (name, now - before));
        counts.filter(|&(name, count)| count > 0 && !PEAKS.contains(&name)).collect()
    }

    /// Writes a line about events that were left out, if there are any.
    fn note_omitted(&mut self) {
        if let Some((why, count)) = self.omitted.take() {
            let mut cut = line("cut-off");
            put(&mut cut, "why", why);
            put(&mut cut, "left_out", count);
            self.sink.line(&cut);
        }
    }

    /// Writes down all that was counted and that no other line shows.
    fn flush_counts(&mut self) {
        self.note_omitted();
        self.plays.forget_expansions();
        for ((name, total), (_, shown)) in self.counters.entries().into_iter().zip(&mut self.shown) {
            let total = total as i64;
            if total == *shown {
                continue;
            }
            let mut count = line("count");
            put(&mut count, "name", name);
            if PEAKS.contains(&name) {
                put(&mut count, "to", total);
            } else {
                put(&mut count, "by", total - *shown);
            }
            *shown = total;
            self.sink.line(&count);
        }
    }

    /// Takes note of an event.
    fn note(&mut self, event: Event) {
        match event {
            _ if self.is_in_subtree() => self.counters.on(event),
            Event::Iteration { threshold } => self.iteration("threshold", number(threshold.into())),
            Event::Deepening { depth } => self.iteration("depth", depth.into()),
            Event::Weighted { weight } => self.iteration("weight", number(weight.into())),
            Event::Repair { change } => self.iteration("change", change.into()),
            _ => {
                self.counters.on(event);
                self.count_play(event);
            }
        }
    }

    fn iteration(&mut self, name: &str, value: Value) {
        self.flush_counts();
        self.counters.iterations += 1;
        if self.admits() {
            let mut event = line("iteration");
            put(&mut event, "number", self.counters.iterations);
            put(&mut event, name, value);
            self.event(&event, &["iterations"]);
        }
    }
}

/// True for an algorithm that looks for proofs of wins.
fn proves_wins(algorithm: &str) -> bool {
    let about = INFOS.iter().flat_map(|world| world.abouts()).find(|about| about.name == algorithm);
    about.is_some_and(|about| about.guarantee == Guarantee::ProvedWin)
}

impl Observer for TraceWriter {
    const WANTS_STATES: bool = true;
    const WANTS_WALK: bool = true;
    const WANTS_STEPS: bool = true;

    fn on(&mut self, event: Event) {
        self.untimed(|writer| writer.note(event));
    }

    fn walk(&mut self, step: Walk) {
        self.untimed(|writer| writer.play(step));
    }

    fn step(&mut self, step: Step) {
        self.untimed(|writer| match step {
            Step::Path { state } => {
                let id = writer.ids.of(state);
                writer.path.push(id);
            }
            Step::Scan { state } => writer.scanned.push(state),
            _ => writer.path_step(step),
        });
    }
}
