//! The walk of a search through a game tree, visit by visit, for people who follow it with a pencil.
//!
//! Kept in memory, the first visits only. Not here: how it is printed.

use super::observer::{Event, Observer, Walk};

/// A part of a walk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// A deepening iteration begins.
    Deepening {
        /// Its plies.
        depth: u32,
    },
    /// A zero-window (null-window) search of an MTD driver begins, or a re-search of PVS.
    ZeroWindowSearch,
    /// A node is visited. What is visited below it follows.
    Visit(Visit),
}

/// A visit of a node. Window and value are those of the side to move there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Visit {
    /// The codes of the moves from the root.
    pub path: Vec<u16>,
    /// Lower end of the window.
    pub alpha: i32,
    /// Upper end of the window.
    pub beta: i32,
    /// The value; `None` where a limit ended the search before.
    pub value: Option<i32>,
    /// Moves searched, re-searches not counted.
    pub searched: u32,
    /// How it ended.
    pub end: End,
}

/// How a visit ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// All moves were searched.
    Searched,
    /// It is a leaf, or the depth ended there.
    Leaf,
    /// The table knew enough.
    Table,
    /// The move of this code cut off.
    Cutoff(u16),
}

/// Visits of a search, in their order.
#[derive(Debug)]
pub struct WalkLog {
    parts: Vec<Part>,
    most: usize,
    omitted: u64,
    path: Vec<u16>,
    /// The visits that have not ended: their places among the parts, `None` for those that are not kept; the move that
    /// was searched last.
    open: Vec<(Option<usize>, Option<u16>)>,
}

impl WalkLog {
    /// Keeps this many parts.
    pub const fn new(most: usize) -> Self {
        Self { parts: Vec::new(), most, omitted: 0, path: Vec::new(), open: Vec::new() }
    }

    /// The parts that were kept.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Parts that were not.
    pub const fn omitted(&self) -> u64 {
        self.omitted
    }

    fn add(&mut self, part: impl FnOnce(&[u16]) -> Part) -> Option<usize> {
        if self.parts.len() == self.most {
            self.omitted += 1;
            return None;
        }
        self.parts.push(part(&self.path));
        Some(self.parts.len() - 1)
    }

    /// The visit that runs, if it is kept.
    fn current(&mut self) -> Option<&mut Visit> {
        let place = self.open.last()?.0?;
        match &mut self.parts[place] {
            Part::Visit(visit) => Some(visit),
            _ => None,
        }
    }

    fn end_by(&mut self, end: End) {
        if let Some(visit) = self.current() {
            visit.end = end;
        }
    }
}

impl Observer for WalkLog {
    const WANTS_WALK: bool = true;

    fn on(&mut self, event: Event) {
        match event {
            Event::Deepening { depth } => drop(self.add(|_| Part::Deepening { depth })),
            Event::ZeroWindowSearch => drop(self.add(|_| Part::ZeroWindowSearch)),
            Event::Leaf { .. } => self.end_by(End::Leaf),
            Event::TableCutoff => self.end_by(End::Table),
            Event::Cutoff { .. } => {
                if let Some(&(_, Some(code))) = self.open.last() {
                    self.end_by(End::Cutoff(code));
                }
            }
            _ => {}
        }
    }

    fn walk(&mut self, step: Walk) {
        match step {
            Walk::Move { code } => {
                self.path.push(code);
                if let Some(open) = self.open.last_mut() {
                    open.1 = Some(code);
                }
                if let Some(visit) = self.current() {
                    visit.searched += 1;
                }
            }
            Walk::Back => drop(self.path.pop()),
            Walk::Enter { alpha, beta, .. } => {
                let place = self.add(|path| {
                    Part::Visit(Visit {
                        path: path.to_vec(),
                        alpha,
                        beta,
                        value: None,
                        searched: 0,
                        end: End::Searched,
                    })
                });
                self.open.push((place, None));
            }
            Walk::Leave { value } => {
                if let Some(visit) = self.current() {
                    visit.value = Some(value);
                }
                self.open.pop();
            }
            Walk::Leaf => self.end_by(End::Leaf),
            Walk::Cut { .. }
            | Walk::Store { .. }
            | Walk::Subtree { .. }
            | Walk::SubtreeEnd { .. }
            | Walk::Numbers { .. }
            | Walk::Simulated { .. } => {}
        }
    }
}
