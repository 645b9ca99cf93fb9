//! The lines of path searches.

use std::collections::HashMap;

use super::writer::TraceWriter;
use super::{Line, line, number, put};
use searchlab_search::step::{Generated, Step, Visit};

/// Small numbers for states, in the order in which they appear.
#[derive(Debug, Default)]
pub(super) struct Ids {
    numbers: HashMap<u128, u32>,
    /// True for each state that was described.
    is_described: Vec<bool>,
}

impl Ids {
    /// The number of a state.
    pub(super) fn of(&mut self, code: u128) -> u32 {
        let next = self.is_described.len() as u32;
        let id = *self.numbers.entry(code).or_insert(next);
        if id == next {
            self.is_described.push(false);
        }
        id
    }

    /// True the first time that a state is described.
    fn describe(&mut self, id: u32) -> bool {
        !std::mem::replace(&mut self.is_described[id as usize], true)
    }
}

impl TraceWriter {
    /// Writes a step of a path search.
    pub(super) fn path_step(&mut self, step: Step) {
        self.write_scan();
        if let Step::Expand { visit, .. } = step {
            self.expanded = visit.state;
        }
        if !self.admits() {
            return;
        }
        match step {
            Step::Source { state, h } => {
                let mut event = self.about_state("source", state);
                put(&mut event, "h", number(h));
                self.event(&event, &[]);
            }
            Step::Expand { visit, open } => {
                let mut event = self.about_visit("expand", &visit);
                if let Some(open) = open {
                    put(&mut event, "open", open);
                }
                self.event(&event, &["expanded"]);
            }
            Step::Generate { visit, how } => {
                let mut event = self.about_visit("generate", &visit);
                put(&mut event, "how", how.name());
                self.event(&event, shows(how));
            }
            Step::Meet { state, cost } => {
                let mut event = self.about_state("meet", state);
                put(&mut event, "cost", number(cost));
                self.event(&event, &[]);
            }
            Step::Goal { state, cost } => {
                let mut event = self.about_state("goal", state);
                put(&mut event, "cost", number(cost));
                self.event(&event, &[]);
            }
            Step::Path { .. } | Step::Scan { .. } => {}
        }
    }

    /// Writes the cells that were scanned since the last step.
    pub(super) fn write_scan(&mut self) {
        let scanned = std::mem::take(&mut self.scanned);
        if scanned.is_empty() || !self.admits() {
            return;
        }
        let mut event = line("scan");
        put(&mut event, "p", self.ids.of(self.expanded));
        put(&mut event, "cells", scanned.into_iter().map(|code| self.scene.state(code)).collect::<Vec<_>>());
        self.event(&event, &[]);
    }

    /// An event of a state, with its description where it appears first.
    fn about_state(&mut self, kind: &str, code: u128) -> Line {
        let id = self.ids.of(code);
        let mut event = line(kind);
        put(&mut event, "id", id);
        if self.ids.describe(id) {
            put(&mut event, "at", self.scene.state(code));
        }
        event
    }

    fn about_visit(&mut self, kind: &str, visit: &Visit) -> Line {
        let Visit { state, parent, g, h, f, depth, is_backward } = *visit;
        // The parent has the lower number.
        let parent = parent.map(|parent| self.ids.of(parent));
        let mut event = self.about_state(kind, state);
        if let Some(parent) = parent {
            put(&mut event, "p", parent);
        }
        for (name, value) in [("g", Some(g)), ("h", h), ("f", f)] {
            if let Some(value) = value {
                put(&mut event, name, number(value));
            }
        }
        if let Some(depth) = depth {
            put(&mut event, "depth", depth);
        }
        if is_backward {
            put(&mut event, "side", "back");
        }
        event
    }
}

/// The counters of which an event of a generated state shows one each.
pub(super) const fn shows(how: Generated) -> &'static [&'static str] {
    match how {
        Generated::Cycle => &[],
        Generated::Reopened => &["generated", "reopened"],
        _ => &["generated"],
    }
}
