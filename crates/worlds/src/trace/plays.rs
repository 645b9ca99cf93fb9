//! The lines of searches of games: trees searched depth first, and Monte-Carlo trees.
//!
//! A node is known by the moves that lead to it from the root, so that a node that is visited again has the same number.

use std::collections::HashMap;

use super::writer::TraceWriter;
use super::{Line, line, put};
use crate::gomoku::engine;
use crate::othello::endgame;
use searchlab_search::counters::Counters;
use searchlab_search::game::pvs::Pvs;
use searchlab_search::game::score::INFINITY;
use searchlab_search::game::{GameAlgorithm as _, Score};
use searchlab_search::observer::{Cut, Event, Subtree, Walk};

/// Nodes of which the board is written.
const BOARDS: usize = 20_000;

/// The algorithms whose passes are re-searches, and not zero windows at the root.
const RE_SEARCHING: [&str; 3] = [Pvs::ABOUT.name, engine::ABOUT.name, endgame::ABOUT.name];

/// The tree so far, and the visits that have not ended.
#[derive(Debug, Default)]
pub(super) struct Plays {
    nodes: Vec<Node>,
    children: HashMap<(u32, u16), u32>,
    /// The nodes from the root to the position that stands.
    path: Vec<u32>,
    /// The visits that have not ended, the last one innermost.
    open: Vec<Open>,
    /// The family of the passes.
    passes_of: &'static str,
    /// True if a pass was reported, which begins with the next visit.
    is_pass: bool,
    /// The nodes that stored the entries of the transposition table, by key.
    stored: HashMap<u64, u32>,
    /// Moves of playouts since the last simulation.
    playout_plies: u64,
    /// Proof and disproof number, which the next visit gets as limits or the end of this one as its own.
    numbers: Option<(Option<u32>, Option<u32>)>,
    /// The outermost search that is not told node by node, with the counters at its beginning.
    subtree: Option<(Subtree, Counters)>,
    /// Such searches that have not ended.
    subtrees: u32,
}

/// A node of the tree.
#[derive(Debug)]
struct Node {
    parent: Option<u32>,
    mv: String,
    is_described: bool,
}

/// A visit that has not ended.
#[derive(Debug)]
struct Open {
    alpha: Score,
    beta: Score,
    is_leaf: bool,
    /// Expansions here of which no line has told.
    expanded: u64,
}

impl Plays {
    /// For an algorithm.
    pub(super) fn new(algorithm: &str) -> Self {
        let passes_of = if RE_SEARCHING.contains(&algorithm) { "pvs" } else { "mtd" };
        let root = Node { parent: None, mv: String::new(), is_described: false };
        Self { nodes: vec![root], path: vec![0], passes_of, ..Self::default() }
    }

    /// The node that stands.
    fn current(&self) -> u32 {
        self.path.last().copied().unwrap_or_default()
    }

    /// Leaves the expansions of visits that have not ended to a line `count`.
    pub(super) fn forget_expansions(&mut self) {
        self.open.iter_mut().for_each(|open| open.expanded = 0);
    }

    fn expand(&mut self, nodes: u64) {
        if let Some(open) = self.open.last_mut() {
            open.expanded += nodes;
        }
    }

    fn mark_leaf(&mut self) {
        if let Some(open) = self.open.last_mut() {
            open.is_leaf = true;
        }
    }
}

impl TraceWriter {
    /// Takes note of an event beside the walk.
    pub(super) fn count_play(&mut self, event: Event) {
        match event {
            _ if self.is_in_subtree() => {}
            Event::Expanded { .. } => self.plays.expand(1),
            Event::ExpandedMany(nodes) => self.plays.expand(nodes.into()),
            Event::Leaf { .. } => self.plays.mark_leaf(),
            Event::ZeroWindowSearch => self.plays.is_pass = true,
            Event::Playout { plies } => self.plays.playout_plies += u64::from(plies),
            _ => {}
        }
    }

    /// Takes note of a step of the walk.
    pub(super) fn play(&mut self, step: Walk) {
        match step {
            Walk::Subtree { of } => self.begin_subtree(of),
            Walk::SubtreeEnd { value } => self.end_subtree(value),
            _ if self.is_in_subtree() => {}
            Walk::Leaf => self.plays.mark_leaf(),
            Walk::Numbers { proof, disproof } => self.plays.numbers = Some((proof, disproof)),
            Walk::Move { code } => self.make(code),
            Walk::Back => {
                self.plays.path.pop();
                self.scene.unmake();
            }
            Walk::Enter { alpha, beta, depth } => self.enter(alpha, beta, depth),
            Walk::Cut { by, code, skipped, key, beta } => self.cut(by, code, skipped, (key, beta)),
            Walk::Store { key } => {
                let id = self.plays.current();
                self.plays.stored.insert(key, id);
            }
            Walk::Leave { value } => self.leave(value),
            Walk::Simulated { value } => self.simulated(value),
        }
    }

    /// True while a search runs that is not told node by node.
    pub(super) const fn is_in_subtree(&self) -> bool {
        self.plays.subtrees > 0
    }

    fn begin_subtree(&mut self, of: Subtree) {
        self.plays.subtrees += 1;
        self.plays.subtree.get_or_insert((of, *self.counters()));
    }

    /// Writes the counts of a search that is not told node by node; nothing where it did nothing.
    fn end_subtree(&mut self, value: Option<Score>) {
        self.plays.subtrees = self.plays.subtrees.saturating_sub(1);
        if self.is_in_subtree() {
            return;
        }
        let Some((of, before)) = self.plays.subtree.take() else { return };
        let counts = self.since(&before);
        if counts.is_empty() || !self.admits() {
            return;
        }
        let mut event = self.about_node("subtree");
        put(&mut event, "of", of.name());
        if let Some(value) = value {
            put(&mut event, "value", value);
        }
        self.event_of_many(event, &counts);
    }

    /// Adds proof and disproof number to a line, null where they are infinite.
    fn number(&mut self, event: &mut Line, [proof, disproof]: [&str; 2]) {
        if let Some(numbers) = self.plays.numbers.take() {
            put(event, proof, numbers.0);
            put(event, disproof, numbers.1);
        }
    }

    fn make(&mut self, code: u16) {
        let mv = self.scene.make(code);
        let Plays { nodes, children, path, .. } = &mut self.plays;
        let parent = path.last().copied().unwrap_or_default();
        let id = *children.entry((parent, code)).or_insert_with(|| {
            nodes.push(Node { parent: Some(parent), mv, is_described: false });
            nodes.len() as u32 - 1
        });
        path.push(id);
    }

    /// An event at the node that stands.
    fn about_node(&self, kind: &str) -> Line {
        let mut event = line(kind);
        put(&mut event, "id", self.plays.current());
        event
    }

    /// Adds the move that leads to a node, and the board where the node appears first.
    fn describe(&mut self, event: &mut Line) {
        let id = self.plays.current() as usize;
        let is_among_first = id < BOARDS;
        let Some(node) = self.plays.nodes.get_mut(id) else { return };
        if let Some(parent) = node.parent {
            put(event, "p", parent);
            put(event, "move", node.mv.clone());
        }
        if !std::mem::replace(&mut node.is_described, true)
            && is_among_first
            && let Some((board, to_move)) = self.scene.board()
        {
            put(event, "board", board);
            put(event, "to_move", to_move.to_string());
        }
    }

    fn enter(&mut self, alpha: Score, beta: Score, depth: u32) {
        if std::mem::take(&mut self.plays.is_pass) && self.admits() {
            let mut event = self.about_node("pass");
            put(&mut event, "of", self.plays.passes_of);
            put(&mut event, "window", vec![alpha, beta]);
            self.event(&event, &["passes"]);
        }
        self.plays.open.push(Open { alpha, beta, is_leaf: false, expanded: 0 });
        if !self.admits() {
            self.plays.numbers = None;
            return;
        }
        let mut event = self.about_node("enter");
        let ply = self.plays.path.len() - 1;
        self.describe(&mut event);
        put(&mut event, "ply", ply);
        put(&mut event, "depth", depth);
        for (name, bound) in [("alpha", alpha), ("beta", beta)] {
            if bound.abs() < INFINITY {
                put(&mut event, name, bound);
            }
        }
        self.number(&mut event, ["proof_limit", "disproof_limit"]);
        self.event(&event, &[]);
    }

    fn cut(&mut self, by: Cut, code: Option<u16>, skipped: Option<u32>, (key, beta): (Option<u64>, Score)) {
        if !self.admits() {
            return;
        }
        let mut event = self.about_node("cut");
        put(&mut event, "by", by.name());
        if let Some(code) = code {
            let mv = self.scene.make(code);
            self.scene.unmake();
            put(&mut event, "move", mv);
        }
        if let Some(skipped) = skipped {
            put(&mut event, "skipped", skipped);
        }
        if let Some(&from) = key.and_then(|key| self.plays.stored.get(&key)) {
            put(&mut event, "from", from);
        }
        let is_narrowed = self.plays.open.last().is_some_and(|open| beta < open.beta);
        if by == Cut::Beta && is_narrowed {
            put(&mut event, "beta", beta);
        }
        let shows: &[&str] = match by {
            Cut::Beta => &["cutoffs"],
            Cut::Table | Cut::Enhanced => &["tt_cutoffs"],
            Cut::ProbCut => &["probcut_cuts"],
            Cut::MateDistance | Cut::Static | Cut::Threats | Cut::Bound | Cut::Answered => &[],
        };
        self.event(&event, shows);
    }

    fn leave(&mut self, value: Score) {
        let Some(Open { alpha, beta, is_leaf, expanded }) = self.plays.open.pop() else { return };
        if is_leaf && self.admits() {
            let mut event = self.about_node("leaf");
            put(&mut event, "value", value);
            self.event(&event, &["evaluated"]);
        }
        if !self.admits() {
            self.plays.numbers = None;
            return;
        }
        let mut event = self.about_node("return");
        put(&mut event, "value", value);
        let bound = match value {
            _ if value <= alpha && alpha > -INFINITY => "upper",
            _ if value >= beta && beta < INFINITY => "lower",
            _ => "exact",
        };
        put(&mut event, "bound", bound);
        self.number(&mut event, ["proof", "disproof"]);
        match expanded {
            0 => self.event(&event, &[]),
            _ => self.event_of_many(event, &[("expanded", expanded)]),
        }
    }

    /// Writes a simulation: its way through the tree, the node that is new, the points, and the way back.
    fn simulated(&mut self, value: i64) {
        let plies = std::mem::take(&mut self.plays.playout_plies);
        let mut ids = self.plays.path.clone();
        let is_new = self.plays.nodes.get(self.plays.current() as usize).is_some_and(|node| !node.is_described);
        let known = if is_new && ids.len() > 1 { ids.len() - 1 } else { ids.len() };
        if self.admits() {
            let mut event = line("select");
            put(&mut event, "id", ids[known - 1]);
            self.event(&event, &[]);
        }
        if is_new && self.admits() {
            let mut event = self.about_node("expand");
            self.describe(&mut event);
            self.event(&event, &[]);
        }
        if self.admits() {
            let mut event = self.about_node("simulate");
            put(&mut event, "plies", plies);
            put(&mut event, "value", value);
            self.event(&event, &["evaluated", "simulated"]);
        }
        ids.reverse();
        if self.admits() {
            let mut event = line("backup");
            put(&mut event, "ids", ids);
            put(&mut event, "value", value);
            self.event(&event, &[]);
        }
    }
}
