//! What a solve holds, how it begins and how it ends.

use super::options::{Mode, Options, Technique, Techniques};
use super::order::Candidate;
use super::stability::{EdgeTable, edge_table, stable};
use super::table::Table;
use super::tally::{Figures, Tally};
use crate::search::budget::{Budget, Meter, Status};
use crate::search::observer::{Event, Observer};
use crate::worlds::othello::board::{Board, Move};
use crate::worlds::othello::kernel::Kernel;
use crate::worlds::othello::learned::weights::Weights;

/// Empty squares up to which the plain search without table and sorting takes over.
const PLAIN_UP_TO: i32 = 6;
/// Stability is asked where the discs that it would need to find are likely to be there: where alpha is at least twice
/// the number of empty squares less this. Measured on the positions of the FFO suite.
const STABILITY_SLACK: i32 = 2;
/// Below every score.
pub(super) const WORST: i32 = -65;

/// What a solve gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// [`Status::Solved`], or the limit that ended the search.
    pub status: Status,
    /// Discs of the side to move less those of the other side after perfect play, the empty squares given to the
    /// winner; -1, 0 or 1 if only who wins was asked. `None` if a limit came first.
    pub score: Option<i32>,
    /// The best move: it reaches the score. After a limit the best of those whose search had ended, or the one that
    /// came first in order. `None` if the game is over.
    pub best: Option<Move>,
    /// Perfect play to the end of the game, passes included. Shorter if a limit came before it was known.
    pub line: Vec<Move>,
    /// Nodes visited.
    pub nodes: u64,
    /// What single techniques did.
    pub figures: Figures,
}

/// The state of a solve.
pub(super) struct Solver<'a, K, O> {
    pub(super) kernel: K,
    pub(super) techniques: Techniques,
    /// By which the shallow searches judge; by hand-made rules if there are none.
    pub(super) weights: Option<&'static Weights>,
    /// Most empty squares of a plain search.
    pub(super) plain_up_to: i32,
    pub(super) table: &'a mut Table,
    pub(super) edges: &'static EdgeTable,
    /// The moves of the node with so many empty squares that is being searched.
    pub(super) lists: Box<[[Candidate; 64]]>,
    pub(super) tally: Tally,
    pub(super) figures: Figures,
    /// Empty squares at the root.
    pub(super) root_empties: u32,
    /// Passes on the way from the root.
    pub(super) passed: u32,
    /// The limit that was hit. All searches return at once, and what they return is not to be used.
    pub(super) stopped: Option<Status>,
    /// The best move so far of the lowest node of the variation that a limit cut short.
    pub(super) so_far: Option<Move>,
    pub(super) next_look: u64,
    pub(super) meter: Meter<'a>,
    pub(super) reported: Tally,
    pub(super) observer: &'a mut O,
}

impl<K: Kernel, O: Observer> Solver<'_, K, O> {
    #[inline(always)]
    pub(super) fn has(&self, technique: Technique) -> bool {
        self.techniques.has(technique)
    }

    /// Counts an interior node.
    #[inline(always)]
    pub(super) fn expanded(&mut self, board: Board) {
        self.tally.expanded += 1;
        if O::WANTS_STATES {
            let depth = self.root_empties - board.empties() + self.passed;
            self.observer.on(Event::Expanded { state: Table::hash(board), depth });
        }
    }

    /// Counts a finished game and values it.
    #[inline(always)]
    pub(super) fn finished(&mut self, board: Board) -> i32 {
        self.tally.evaluated += 1;
        board.final_score()
    }

    /// Counts a pass and searches what follows it.
    #[inline(always)]
    pub(super) fn pass(&mut self, board: Board, search: impl FnOnce(&mut Self, Board) -> i32) -> i32 {
        self.expanded(board);
        self.tally.generated += 1;
        self.passed += 1;
        let score = -search(self, board.passed());
        self.passed -= 1;
        score
    }

    /// An upper bound that is not above `alpha`, if the opponent's safe discs give one.
    #[inline(always)]
    pub(super) fn stability_cutoff(&mut self, board: Board, alpha: i32) -> Option<i32> {
        if alpha < 2 * board.empties() as i32 - STABILITY_SLACK || !self.has(Technique::Stability) {
            return None;
        }
        self.figures.stability_tries += 1;
        let upper = 64 - 2 * stable(self.edges, board.opponent, board.own).count_ones() as i32;
        if upper > alpha {
            return None;
        }
        self.figures.stability_cutoffs += 1;
        self.tally.evaluated += 1;
        Some(upper)
    }

    /// The outcome, once the table has been found small enough.
    fn run(mut self, board: Board, mode: Mode) -> Outcome {
        let searched = match mode {
            Mode::Exact => self.aspire(board),
            Mode::WinLossDraw => self.pvs(board, -1, 1),
        };
        let score = self.stopped.is_none().then(|| match mode {
            Mode::Exact => searched,
            Mode::WinLossDraw => searched.signum(),
        });
        let line = score.map_or_else(Vec::new, |score| self.line(board, score, mode));
        self.settle();
        Outcome {
            status: self.stopped.unwrap_or(Status::Solved),
            score,
            best: line.first().copied().or(self.so_far),
            line,
            nodes: self.tally.nodes(),
            figures: self.figures,
        }
    }
}

/// Solves `board` to the end of the game. The table may hold what earlier solves left there, under any options: bounds
/// are exact, so it costs or saves nodes and changes no score. [`Budget::max_depth`] has no meaning here.
///
/// The outcome is the same on every machine and with every kernel; with an empty table so are all counts.
pub fn solve<K: Kernel, O: Observer>(
    kernel: K,
    board: Board,
    options: &Options,
    table: &mut Table,
    budget: &Budget,
    observer: &mut O,
) -> Outcome {
    let has = |technique| options.techniques.has(technique);
    let plain_up_to = match (has(Technique::Plain), has(Technique::Unrolled)) {
        (true, _) => PLAIN_UP_TO,
        (false, true) => 4,
        (false, false) => -1,
    };
    table.next_age();
    observer.on(Event::TableBytes(table.bytes()));
    let meter = Meter::new(budget);
    let stopped = meter.check(table.bytes()).err();
    let solver = Solver {
        kernel,
        techniques: options.techniques,
        weights: options.weights.filter(|_| has(Technique::Learned)),
        plain_up_to,
        table,
        edges: edge_table(),
        lists: vec![[Candidate::NONE; 64]; 65].into_boxed_slice(),
        tally: Tally::default(),
        figures: Figures::default(),
        root_empties: board.empties(),
        passed: 0,
        stopped,
        so_far: None,
        next_look: 0,
        meter,
        reported: Tally::default(),
        observer,
    };
    solver.run(board, options.mode)
}
