//! The engine behind the protocol, with the transposition table and the refuted fours that it keeps from move to move.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::limits::{Allowance, LEAST_BITS};
use super::stones::spelled;
use crate::play::value_words;
use crate::search::budget::{Budget, Status};
use crate::search::clock::Instant;
use crate::search::game::{Replacement, Score, Table};
use crate::worlds::gomoku::engine::{Memory, Options, Techniques, counted_search};
use crate::worlds::gomoku::patterns::Patterns;
use crate::worlds::gomoku::{Candidates, Evaluation, Gomoku, Point, Position, Setting};

/// Deeper than any search goes.
const NO_DEPTH: u32 = 1_000;

/// The result of a search.
#[derive(Debug, Clone)]
pub(super) struct Thought {
    /// `None` if there is no legal move.
    pub(super) best: Option<Point>,
    pub(super) value: Score,
    depth: u32,
    nodes: u64,
    time: Duration,
    line: Vec<Point>,
}

impl Thought {
    /// The expected reply to the best move.
    pub(super) fn second(&self) -> Option<Point> {
        self.line.get(1).copied()
    }

    /// In a line for the log of the manager.
    pub(super) fn words(&self) -> String {
        const MOST: usize = 8;
        let line: Vec<String> = self.line.iter().take(MOST).map(|&point| spelled(point)).collect();
        let speed = self.nodes as f64 / self.time.as_secs_f64().max(1e-3) / 1e3;
        let (depth, nodes, value) = (self.depth, self.nodes, value_words(self.value));
        format!("depth {depth}, {value}, {nodes} nodes, {speed:.0} thousand a second, line {}", line.join(" "))
    }
}

/// The engine.
#[derive(Debug)]
pub(super) struct Thinker {
    evaluation: Evaluation,
    techniques: Techniques,
    memory: Option<Memory>,
    bits: u32,
    /// The board to which the memory belongs: its keys know nothing of size, rule and dead cells.
    board: Option<(Setting, Vec<Point>)>,
    stop: Arc<AtomicBool>,
}

impl Thinker {
    pub(super) fn new(evaluation: Evaluation, techniques: Techniques, stop: Arc<AtomicBool>) -> Self {
        Self { evaluation, techniques, memory: None, bits: 0, board: None, stop }
    }

    /// Forgets the board of a game that is over, and with it the memory.
    pub(super) fn forget(&mut self) {
        self.board = None;
    }

    /// Makes tables, so that the clock of a move need not pay for them.
    pub(super) fn prepare(&mut self, position: &Position, bits: u32) {
        let board = (position.setting(), position.dead().to_vec());
        let is_other = self.board.as_ref() != Some(&board);
        if self.memory.is_none() || self.bits != bits {
            // The old one goes first.
            self.memory = None;
            let table = (LEAST_BITS..=bits).rev().find_map(|bits| Table::new(bits, Replacement::default()));
            self.memory = Some(Memory::new(table.unwrap_or(Table::none())));
            self.bits = bits;
        } else if is_other && let Some(memory) = &mut self.memory {
            memory.clear();
        }
        if is_other {
            // The look-up tables of a rule are made when they are asked for first.
            drop(Patterns::new(position));
            self.board = Some(board);
        }
    }

    /// Searches a position; `None` if the search was stopped from outside.
    pub(super) fn think(
        &mut self,
        position: &Position,
        bits: u32,
        allowance: Allowance,
        arrived: Instant,
    ) -> Option<Thought> {
        self.prepare(position, bits);
        let mut game = Gomoku::new(position, Candidates::Patterns).described(&self.evaluation);
        let begin = Instant::now();
        let left = |time: Duration| time.saturating_sub(begin.saturating_duration_since(arrived));
        let budget = Budget {
            max_nodes: allowance.nodes,
            max_time: allowance.time.map(|time| left(time).max(Duration::from_millis(1))),
            stop: Some(Arc::clone(&self.stop)),
            ..Budget::default()
        };
        let depth = allowance.depth.unwrap_or(NO_DEPTH);
        let options = Options { depth, techniques: self.techniques, threads: allowance.threads };
        let memory = self.memory.as_mut()?;
        let (found, counters) = counted_search(&mut game, &self.evaluation, &options, memory, &budget);
        if found.status == Status::Interrupted || self.stop.load(Ordering::Relaxed) {
            return None;
        }
        Some(Thought {
            best: found.best,
            value: found.value,
            depth: found.depth,
            nodes: counters.nodes(),
            time: begin.elapsed(),
            line: found.line,
        })
    }
}
