//! The state of a solve, how it begins and how it ends.

use std::time::Duration;

use super::options::{Mode, Options, Selectivity, Technique, Techniques};
use super::order::Candidate;
use super::split::{Place, Team};
use super::stability::{EdgeTable, edge_table, stable};
use super::table::Table;
use super::tally::{Figures, Mark, Tally};
use super::workers::{self, Helped, SHARE_FROM};
use crate::othello::board::{Board, Move};
use crate::othello::kernel::{Kernel, Visitor};
use crate::othello::learned::weights::Weights;
use searchlab_search::budget::{Budget, Meter, Status};
use searchlab_search::observer::{Event, Observer, Subtree};

/// Empty squares up to which the plain search without table and sorting takes over.
const PLAIN_UP_TO: i32 = 6;
/// Stability is asked where the discs that it would need to find are likely to be there: where alpha is at least twice
/// the number of empty squares less this. Measured on the positions of the FFO suite.
const STABILITY_SLACK: i32 = 2;
/// Below every score.
pub(super) const WORST: i32 = -65;

/// The result of a solve.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// [`Status::Solved`], or [`Status::Complete`] if the score is not proved, or the limit that ended the search.
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
    /// Counts of single techniques.
    pub figures: Figures,
    /// Processor time of the threads that helped.
    pub helpers_time: Duration,
}

/// Why searches return before they are done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// The solve is at its end.
    Limit(Status),
    /// Another thread has found a move above that makes this search needless.
    Cut,
}

/// The state of a solve.
pub(super) struct Solver<'a, K, O> {
    pub(super) kernel: K,
    pub(super) techniques: Techniques,
    /// By which the shallow searches judge; by hand-made rules if there are none.
    pub(super) weights: Option<&'static Weights>,
    /// That of the search that is under way.
    pub(super) selectivity: Selectivity,
    /// Most empty squares of a plain search.
    pub(super) plain_up_to: i32,
    pub(super) table: &'a Table,
    pub(super) edges: &'static EdgeTable,
    /// The moves of the node that is being searched, by its number of empty squares.
    pub(super) lists: Box<[[Candidate; 64]]>,
    pub(super) tally: Tally,
    pub(super) figures: Figures,
    /// All searches return at once, and what they return is not to be used.
    pub(super) stopped: Option<Stop>,
    /// The best move so far of the node of the principal variation that was left last: at the end, of the root.
    pub(super) so_far: Option<Move>,
    /// Nodes at which the thread looks about, and at which it tells what it has counted.
    pub(super) next_look: u64,
    pub(super) next_settling: u64,
    /// Only the first thread has one, and so the observer.
    pub(super) meter: Option<Meter<'a>>,
    pub(super) reported: Tally,
    /// Nodes that were paid for.
    pub(super) paid: u64,
    /// Counts of the helpers, as far as the first thread knows them.
    pub(super) of_helpers: Tally,
    pub(super) observer: Option<&'a mut O>,
    /// The threads that share the work, if there are others, and the number of this one.
    pub(super) team: Option<&'a Team>,
    pub(super) number: usize,
    /// The lowest shared node above the one that is being searched.
    pub(super) under: Place,
    /// Fewest empty squares of shared nodes.
    pub(super) share_from: usize,
}

impl<'a, K: Kernel, O: Observer> Solver<'a, K, O> {
    /// A thread of a team, with its number and the fewest empty squares of shared nodes; or one that is alone.
    pub(super) fn new(
        kernel: K,
        (techniques, weights): (Techniques, Option<&'static Weights>),
        table: &'a Table,
        membership: Option<(&'a Team, usize, usize)>,
    ) -> Self {
        let has = |technique| techniques.has(technique);
        let plain_up_to = match (has(Technique::Plain), has(Technique::Unrolled)) {
            (true, _) => PLAIN_UP_TO,
            (false, true) => 4,
            (false, false) => -1,
        };
        Self {
            kernel,
            techniques,
            weights: weights.filter(|_| has(Technique::Learned)),
            selectivity: Selectivity::Exact,
            plain_up_to,
            table,
            edges: edge_table(),
            lists: vec![[Candidate::NONE; 64]; 65].into_boxed_slice(),
            tally: Tally::default(),
            figures: Figures::default(),
            stopped: None,
            so_far: None,
            next_look: 0,
            next_settling: 0,
            meter: None,
            reported: Tally::default(),
            paid: 0,
            of_helpers: Tally::default(),
            observer: None,
            team: membership.map(|(team, ..)| team),
            number: membership.map_or(0, |(_, number, _)| number),
            under: Place::NONE,
            share_from: membership.map_or(usize::MAX, |(.., share_from)| share_from),
        }
    }

    #[inline(always)]
    pub(super) fn has(&self, technique: Technique) -> bool {
        self.techniques.has(technique)
    }

    /// Counts an interior node.
    #[inline(always)]
    pub(super) fn expanded(&mut self, board: Board) {
        self.tally.expanded += 1;
        if O::WANTS_STATES {
            // Without a depth, as nodes that are counted in bulk have none: a search that is watched counts the same.
            if let Some(observer) = &mut self.observer {
                observer.on(Event::Expanded { state: Table::hash(board), depth: 0 });
            }
        }
    }

    /// Counts a finished game and values it.
    #[inline(always)]
    pub(super) fn finished(&mut self, board: Board) -> i32 {
        self.tally.evaluated += 1;
        self.tell_leaf();
        board.final_score()
    }

    /// Counts a pass and searches what follows it.
    #[inline(always)]
    pub(super) fn pass(&mut self, board: Board, search: impl FnOnce(&mut Self, Board) -> i32) -> i32 {
        self.expanded(board);
        self.tally.generated += 1;
        -self.after(Move::PASS, |solver| search(solver, board.passed()))
    }

    /// An upper bound that is not above `alpha`, if the opponent's stable discs give one.
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
        self.tell_leaf();
        Some(upper)
    }

    /// Marks the counts at the beginning of a node.
    #[inline(always)]
    pub(super) fn mark(&self) -> Mark {
        Mark { nodes: self.tally.nodes(), repeated: self.figures.repeated_nodes }
    }

    /// Begins a search of another selectivity; no helper is at work.
    pub(super) fn set_selectivity(&mut self, selectivity: Selectivity) {
        self.selectivity = selectivity;
        if let Some(team) = self.team {
            team.set_selectivity(selectivity);
        }
    }

    /// The score and the line of perfect play; neither, or only the score, after a limit.
    fn search(&mut self, board: Board, mode: Mode) -> (Option<i32>, Vec<Move>) {
        let searched = match mode {
            Mode::Exact => self.aspire(board),
            Mode::WinLossDraw => self.pvs(board, -1, 1),
        };
        let score = self.stopped.is_none().then(|| match mode {
            Mode::Exact => searched,
            Mode::WinLossDraw => searched.signum(),
        });
        let line = score.map_or_else(Vec::new, |score| {
            self.subtree(Subtree::Proof, |solver| solver.line(board, score, mode), |_| None)
        });
        (score, line)
    }

    /// The outcome, once all threads are done.
    fn outcome(mut self, (score, line): (Option<i32>, Vec<Move>), helped: &Helped) -> Outcome {
        self.settle();
        let status = match self.stopped {
            Some(Stop::Limit(limit)) => limit,
            Some(Stop::Cut) | None if self.selectivity < Selectivity::Exact => Status::Complete,
            Some(Stop::Cut) | None => Status::Solved,
        };
        Outcome {
            status,
            score,
            best: line.first().copied().or(self.so_far),
            line,
            nodes: self.tally.nodes() + self.of_helpers.nodes(),
            figures: self.figures.plus(&helped.figures),
            helpers_time: helped.time,
        }
    }
}

/// Solves `board` to the end of the game. The table may hold what earlier solves left there, under any options: bounds
/// are exact, so it costs or saves nodes and changes no score. [`Budget::max_depth`] has no meaning here.
///
/// With one thread the outcome is the same on every machine and with every kernel; with an empty table so are all counts.
/// With more, the score is the same too, the best move is one that reaches it, and all else depends on who was faster. An
/// observer that wants each state is served by one thread.
pub fn solve<K: Kernel, O: Observer>(
    kernel: K,
    board: Board,
    options: &Options,
    table: &mut Table,
    budget: &Budget,
    observer: &mut O,
) -> Outcome {
    Solve { board, options, share_from: SHARE_FROM, table, budget, observer }.visit(kernel)
}

/// A solve, waiting for the kernel.
pub(crate) struct Solve<'a, O> {
    pub(crate) board: Board,
    pub(crate) options: &'a Options,
    /// Fewest empty squares at which moves are shared.
    pub(crate) share_from: usize,
    pub(crate) table: &'a mut Table,
    pub(crate) budget: &'a Budget,
    pub(crate) observer: &'a mut O,
}

impl<O: Observer> Visitor for Solve<'_, O> {
    type Output = Outcome;

    fn visit<K: Kernel>(self, kernel: K) -> Outcome {
        let Self { board, options, share_from, table, budget, observer } = self;
        table.next_age();
        observer.on(Event::TableBytes(table.bytes()));
        let meter = Meter::new(budget);
        let has_work = board.empties() as usize > share_from && !O::WANTS_STATES;
        let team = (options.threads > 1 && has_work).then(|| Team::new(options.threads as usize));
        let membership = team.as_ref().map(|team| (team, 0, share_from));
        let mut solver = Solver::new(kernel, (options.techniques, options.weights), table, membership);
        solver.stopped = meter.check(table.bytes()).err().map(Stop::Limit);
        if solver.weights.is_some() {
            solver.set_selectivity(options.selectivity);
        }
        solver.meter = Some(meter);
        solver.observer = Some(observer);
        let (found, helped) = match &team {
            Some(team) => workers::lead(&mut solver, team, |solver| solver.search(board, options.mode)),
            None => (solver.search(board, options.mode), Helped::default()),
        };
        solver.outcome(found, &helped)
    }
}
