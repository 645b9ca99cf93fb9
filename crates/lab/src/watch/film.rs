//! A trace as a film: its events in memory, and the state of the search after each of them.
//!
//! Cost        The text of the trace; an event is parsed when it is shown. States are kept at intervals, so that a step
//!             back costs no more than one of these intervals.
//! Not here    Words (why.rs), pictures (view.rs, and the animations of the report).

use std::borrow::Cow;
use std::io::Cursor;
use std::ops::Range;

use serde_json::Value;

pub use super::event::{Counts, Event};
pub use super::node::{Bound, Node, Status};
use searchlab_trial::diagnostic::Diagnostics;
use searchlab_worlds::trace::{Line, Reader};

/// The members of the first event of a state or node, which never change.
#[derive(Debug, Clone, Default)]
pub struct Known {
    /// Its place in the scene, of a path search.
    pub at: Option<Value>,
    /// The move that leads to it, of a game.
    pub mv: Option<String>,
    /// The board, one letter a cell.
    pub board: Option<String>,
    /// The node above it, where it appears first.
    pub parent: Option<u32>,
    /// The nodes below it, of a game, in the order of their appearance.
    pub children: Vec<u32>,
}

/// A trace that has ended.
#[derive(Debug)]
pub struct Film {
    header: Line,
    end: Option<Line>,
    text: String,
    events: Vec<Range<usize>>,
    known: Vec<Known>,
    /// Steps after which a threshold, a pass, a cut or a goal was reported, in order.
    marks: Vec<usize>,
    /// Steps that expand or enter, in order.
    expansions: Vec<usize>,
    /// Expansions up to each step.
    expanded: Vec<u32>,
    generated: Vec<u32>,
    evaluated: Vec<u32>,
    left_out: u64,
    has_thresholds: bool,
}

impl Film {
    /// The film of a trace that was kept in memory.
    ///
    /// # Errors
    /// As [`Film::read`].
    pub fn of(trace: &[u8]) -> Result<Self, Diagnostics> {
        Self::read(Reader::new("the trace", Box::new(Cursor::new(trace.to_vec())))?)
    }

    /// Reads a trace to its end.
    ///
    /// # Errors
    /// Those of the reader.
    pub fn read(mut reader: Reader) -> Result<Self, Diagnostics> {
        let mut film = Self {
            header: reader.header().clone(),
            end: None,
            text: String::new(),
            events: Vec::new(),
            known: Vec::new(),
            marks: Vec::new(),
            expansions: Vec::new(),
            expanded: vec![0],
            generated: vec![0],
            evaluated: vec![0],
            left_out: 0,
            has_thresholds: false,
        };
        for entry in reader.by_ref() {
            let entry = entry?;
            film.left_out += entry.id("left_out").unwrap_or_default();
            if entry.kind == "end" {
                film.end = Some(entry.line);
            } else if entry.is_event() {
                film.push(&entry.text);
            }
        }
        Ok(film)
    }

    fn push(&mut self, line: &str) {
        let begin = self.text.len();
        self.text.push_str(line);
        self.events.push(begin..self.text.len());
        let step = self.events.len();
        let event: Event<'_> = serde_json::from_str(line).unwrap_or_default();
        let is = |kind: &str| event.kind == kind;
        let add = |counts: &mut Vec<u32>, shows: bool, below: u32| {
            counts.push(counts[step - 1].saturating_add(u32::from(shows)).saturating_add(below));
        };
        let Counts { expanded, generated, evaluated } = event.counts;
        add(&mut self.expanded, is("expand"), expanded);
        add(&mut self.generated, is("generate") && event.how.as_deref() != Some("cycle"), generated);
        add(&mut self.evaluated, is("leaf") || is("simulate"), evaluated);
        if ["iteration", "pass", "cut", "goal", "meet"].contains(&&*event.kind) {
            self.marks.push(step);
        }
        self.has_thresholds |= event.threshold.is_some();
        if is("expand") || is("enter") {
            self.expansions.push(step);
        }
        let Some(id) = event.id.filter(|&id| (id as usize) <= self.known.len() + 1_000_000) else { return };
        let id = id as usize;
        let is_first = id >= self.known.len();
        if is_first {
            self.known.resize_with(id + 1, Known::default);
        }
        let known = &mut self.known[id];
        if known.at.is_none() {
            known.at = event.at;
        }
        // The move of a cut is that which cut, and leads to another node.
        if known.parent.is_none() && event.kind != "cut" {
            known.parent = event.p;
            known.mv = event.mv.map(Cow::into_owned);
            known.board = event.board.map(Cow::into_owned);
            if let Some(parent) = event.p.filter(|_| !self.is_path())
                && let Some(above) = self.known.get_mut(parent as usize)
            {
                above.children.push(id as u32);
            }
        }
    }

    /// Number of events, which is the last step.
    pub const fn len(&self) -> usize {
        self.events.len()
    }

    /// True if the search did nothing.
    pub const fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// The event that leads to a step, from 1; `None` before the first.
    pub(crate) fn event(&self, step: usize) -> Option<Event<'_>> {
        let place = self.events.get(step.checked_sub(1)?)?;
        serde_json::from_str(&self.text[place.clone()]).ok()
    }

    /// A text of the header.
    pub fn word(&self, name: &str) -> &str {
        self.header.get(name).and_then(Value::as_str).unwrap_or_default()
    }

    /// A member of the scene.
    pub fn scene(&self, name: &str) -> &Value {
        self.header.get("scene").and_then(|scene| scene.get(name)).unwrap_or(&Value::Null)
    }

    /// True for path searches, false for games.
    pub fn is_path(&self) -> bool {
        self.word("kind") == "path"
    }

    /// True for searches that prove wins.
    pub(crate) fn is_proof(&self) -> bool {
        self.word("kind") == "proof"
    }

    /// True if passes under rising thresholds follow each other.
    pub const fn has_thresholds(&self) -> bool {
        self.has_thresholds
    }

    /// Number of states or nodes.
    pub const fn nodes(&self) -> usize {
        self.known.len()
    }

    /// The first event of a state or node.
    pub fn known(&self, id: u32) -> Option<&Known> {
        self.known.get(id as usize)
    }

    /// The row and column of a state in a grid.
    pub fn cell(&self, id: u32) -> Option<(usize, usize)> {
        cell(self.known(id)?.at.as_ref()?)
    }

    /// The rows of the scene that is a grid, a letter for each cell.
    pub fn rows(&self) -> Vec<&str> {
        self.scene("cells").as_array().into_iter().flatten().filter_map(Value::as_str).collect()
    }

    /// The row and column of the `start` or the `goal` of a grid.
    pub fn end(&self, name: &str) -> Option<(usize, usize)> {
        cell(self.scene(name))
    }

    /// The rows and columns of several goals of a grid.
    pub fn goals(&self) -> Vec<(usize, usize)> {
        self.scene("goals").as_array().into_iter().flatten().filter_map(cell).collect()
    }

    /// The state of that name in a graph, once it was seen.
    pub fn named(&self, name: &str) -> Option<u32> {
        let is_it = |known: &Known| known.at.as_ref().and_then(Value::as_str) == Some(name);
        self.known.iter().position(is_it).map(|id| id as u32)
    }

    /// Events that were left out when the trace was written.
    pub const fn left_out(&self) -> u64 {
        self.left_out
    }

    /// The name of a state, or the moves that lead to a node.
    pub fn name(&self, id: u32) -> String {
        match self.known(id).and_then(|known| known.at.as_ref()) {
            Some(Value::Array(at)) if at.len() == 2 => format!("({}, {})", at[0], at[1]),
            Some(Value::Array(_)) => "the board".to_owned(),
            Some(Value::String(name)) => name.clone(),
            Some(other) => other.to_string(),
            None => {
                let mut moves = Vec::new();
                let mut node = Some(id);
                // In a broken trace a node may stand above itself.
                for _ in 0..=self.nodes() {
                    let Some(known) = node.and_then(|node| self.known(node)) else { break };
                    moves.extend(known.mv.as_deref());
                    node = known.parent;
                }
                moves.reverse();
                if moves.is_empty() { "the root".to_owned() } else { format!("after {}", moves.join(" ")) }
            }
        }
    }

    /// The counters after a step, by name; after the last those of the record.
    pub fn counters(&self, step: usize) -> Vec<(String, u64)> {
        let recorded = self.end.as_ref().and_then(|end| end.get("counters")).and_then(Value::as_object);
        if let Some(counters) = recorded.filter(|counters| step >= self.len() && !counters.is_empty()) {
            let counters = counters.iter().filter_map(|(name, count)| Some((name.clone(), count.as_u64()?)));
            return counters.filter(|&(_, count)| count > 0).collect();
        }
        let step = step.min(self.len());
        let counts = [("expanded", &self.expanded), ("generated", &self.generated), ("evaluated", &self.evaluated)];
        let counts = counts.into_iter().map(|(name, counts)| (name.to_owned(), counts[step].into()));
        counts.filter(|&(_, count)| count > 0).collect()
    }

    /// The next mark after a step; the end if there is none.
    pub fn mark_after(&self, step: usize) -> usize {
        self.marks.get(self.marks.partition_point(|&mark| mark <= step)).copied().unwrap_or(self.len())
    }

    /// The last mark before a step; the beginning if there is none.
    pub fn mark_before(&self, step: usize) -> usize {
        self.marks.partition_point(|&mark| mark < step).checked_sub(1).map_or(0, |place| self.marks[place])
    }

    /// The steps that expand a state or enter a node, in order.
    pub fn expansions(&self) -> &[usize] {
        &self.expansions
    }

    /// The path of the record, as ids.
    fn path_found(&self) -> Option<Vec<u32>> {
        let path = self.end.as_ref()?.get("path")?.as_array()?;
        Some(path.iter().filter_map(Value::as_u64).map(|id| id as u32).collect())
    }
}

/// Row and column.
fn cell(at: &Value) -> Option<(usize, usize)> {
    let [row, col] = at.as_array()?.as_slice() else { return None };
    Some((row.as_u64()? as usize, col.as_u64()? as usize))
}

/// The search after a step.
#[derive(Debug, Clone)]
pub struct Moment {
    /// The step.
    pub step: usize,
    /// All states or nodes, by id.
    pub nodes: Vec<Node>,
    /// The last that was expanded or entered.
    pub current: Option<u32>,
    /// The goal, once it is found.
    pub goal: Option<u32>,
    /// The number of the iteration, and its threshold.
    pub iteration: Option<(u64, Option<f64>)>,
}

impl Moment {
    fn apply(&mut self, event: &Event<'_>, is_path: bool) {
        // A broken trace may name any node.
        let count = self.nodes.len();
        let above = event.p.filter(|&parent| (parent as usize) < count);
        let Some(id) = event.id else {
            match &*event.kind {
                "iteration" => {
                    self.iteration = event.number.map(|number| (number, event.threshold));
                    if event.threshold.is_some() {
                        self.nodes.iter_mut().for_each(|node| (node.status, node.visits) = (Status::Unseen, 0));
                    }
                }
                "backup" => self.back_up(event),
                _ => {}
            }
            return;
        };
        let Some(node) = self.nodes.get_mut(id as usize) else { return };
        let how = event.how.as_deref().unwrap_or_default();
        // A way that is dropped leaves the sums as they were.
        if event.g.is_some() && !matches!(how, "known" | "table" | "bound" | "cycle") {
            node.sums = [event.g, event.h, event.f];
        }
        if event.kind == "source" || matches!(how, "new" | "cheaper" | "reopened") {
            node.pushed = self.step;
        }
        match &*event.kind {
            "source" => node.status = Status::Open,
            "generate" => return node.generate(how, above),
            "expand" => {
                node.parent = above.or(node.parent.filter(|_| is_path));
                node.status = Status::Closed;
                node.visits += 1;
            }
            "enter" => node.enter(event, above),
            "leaf" | "return" => node.leave(event),
            "cut" => node.cut = Some(event.skipped.unwrap_or_default()),
            "goal" => self.goal = Some(id),
            "select" | "subtree" => {}
            _ => return,
        }
        self.current = Some(id);
    }

    fn back_up(&mut self, event: &Event<'_>) {
        for &id in &event.ids {
            if let Some((node, value)) = self.nodes.get_mut(id as usize).zip(event.value) {
                node.visits += 1;
                let mean = node.value.unwrap_or_default();
                node.value = Some(mean + (value - mean) / f64::from(node.visits));
            }
        }
        self.current = event.ids.first().copied().filter(|&id| (id as usize) < self.nodes.len());
    }

    /// The open states whose f is that of the current one, as the steps that put them there; `None` if one has less, as
    /// then the search does not go by f.
    pub(super) fn ties(&self) -> Option<Vec<usize>> {
        let current = self.current?;
        let least = self.nodes.get(current as usize)?.sums[2]?;
        let is_open = |(id, node): &(usize, &Node)| node.status == Status::Open && *id != current as usize;
        let open =
            self.nodes.iter().enumerate().filter(is_open).filter_map(|(_, node)| Some((node.sums[2]?, node.pushed)));
        let rivals = open.filter(|&(f, _)| f <= least);
        rivals.map(|(f, pushed)| (f >= least).then_some(pushed)).collect()
    }

    /// The states or nodes on the way to one, from the first.
    pub fn path(&self, id: u32) -> Vec<u32> {
        let mut path = vec![id];
        while let Some(parent) = self.nodes.get(path[path.len() - 1] as usize).and_then(|node| node.parent)
            && path.len() <= self.nodes.len()
        {
            path.push(parent);
        }
        path.reverse();
        path
    }
}

/// Plays a film forth and back.
#[derive(Debug)]
pub struct Player {
    film: Film,
    now: Moment,
    /// States at equal intervals, as far as the film was played.
    kept: Vec<Moment>,
    interval: usize,
}

impl Player {
    /// At the beginning of a film.
    pub fn new(film: Film) -> Self {
        let nodes = vec![Node::default(); film.nodes()];
        let now = Moment { step: 0, nodes, current: None, goal: None, iteration: None };
        // Few, since each holds all nodes.
        let interval = film.len().div_ceil(8).max(1024);
        Self { kept: vec![now.clone()], now, interval, film }
    }

    /// The film.
    pub const fn film(&self) -> &Film {
        &self.film
    }

    /// The search as it stands.
    pub const fn now(&self) -> &Moment {
        &self.now
    }

    /// Goes to a step, or to the nearest that there is.
    pub fn go(&mut self, step: usize) {
        let step = step.min(self.film.len());
        let kept = &self.kept[(step / self.interval).min(self.kept.len() - 1)];
        if step < self.now.step || kept.step > self.now.step {
            self.now.clone_from(kept);
        }
        while self.now.step < step {
            self.now.step += 1;
            if let Some(event) = self.film.event(self.now.step) {
                self.now.apply(&event, self.film.is_path());
            }
            if self.now.step == self.kept.len() * self.interval {
                self.kept.push(self.now.clone());
            }
        }
    }

    /// The path that is shown: the found one at the end, else that to the current state.
    pub fn shown_path(&self) -> Vec<u32> {
        if self.now.step >= self.film.len()
            && let Some(path) = self.film.path_found().filter(|path| !path.is_empty())
        {
            return path;
        }
        self.now.goal.or(self.now.current).map(|id| self.now.path(id)).unwrap_or_default()
    }

    /// The cells that the expansion of a jump-point search looked at which led here.
    pub fn scanned(&self) -> Vec<(u32, u32)> {
        let last = self.now.step;
        for step in (last.saturating_sub(11)..=last).rev() {
            match self.film.event(step) {
                Some(event) if event.kind == "scan" => return event.cells,
                Some(event) if event.kind == "expand" && step < last => break,
                _ => {}
            }
        }
        Vec::new()
    }
}
