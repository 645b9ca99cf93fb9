//! The principal variation search (PVS, NegaScout): open windows, and the line of perfect play.
//!
//! Idea        Search the first move with the whole window and prove of each other one, with a zero window, that it is
//!             not better; search it again if it is.
//! Source      Reinefeld, ICCA Journal 6(4) (1983) (NegaScout); Marsland, Campbell, ACM Computing Surveys 14(4) (1982).
//! Guarantees  The exact score if it lies within the window, else a bound beyond it.
//! Counts      Re-searches as `passes`.
//! Not here    Zero windows (deep.rs).

use super::options::{Mode, Selectivity, Technique};
use super::order::Candidate;
use super::solver::{Solver, WORST};
use super::table::Table;
use super::tally::Mark;
use crate::othello::board::{Board, Move};
use crate::othello::kernel::Kernel;
use searchlab_search::observer::{Cut, Observer};

impl<K: Kernel, O: Observer> Solver<'_, K, O> {
    /// The score of `board`, or a bound of it outside of `alpha` and `beta`.
    pub(super) fn pvs(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        self.visit(board.empties(), (alpha, beta), |solver| solver.pvs_inline(board, alpha, beta))
    }

    #[inline(always)]
    fn pvs_inline(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        let moves = self.kernel.moves(board);
        if moves == 0 {
            return if self.kernel.moves(board.passed()) == 0 {
                self.finished(board)
            } else {
                let score = self.pass(board, |solver, passed| solver.pvs(passed, -beta, -alpha));
                self.so_far = Some(Move::PASS);
                score
            };
        }
        self.poll();
        let before = self.mark();
        let empties = board.empties() as usize;
        let known = self.look_up(board);
        if known.lower >= beta || known.lower == known.upper {
            self.tally.table_cutoffs += 1;
            self.tell_cut(Cut::Table, None, Some(Table::hash(board)));
            return known.lower;
        }
        if known.upper <= alpha {
            self.tally.table_cutoffs += 1;
            self.tell_cut(Cut::Table, None, Some(Table::hash(board)));
            return known.upper;
        }
        self.expanded(board);
        let count = self.list(empties, board, moves);
        self.rate(empties, 0..count, board, known.best, true);
        let mut best = WORST;
        let mut best_move = None;
        let mut lower = alpha;
        for at in 0..count {
            let candidate = self.pick(empties, at, count);
            self.tally.generated += 1;
            let score = self.pvs_child(&candidate, empties, at == 0, lower, beta);
            if self.stopped.is_some() {
                self.so_far = best_move.or(Some(Move::on(candidate.square)));
                return best;
            }
            if score > best {
                best = score;
                best_move = Some(Move::on(candidate.square));
                if score >= beta {
                    self.tally.cutoff(at == 0);
                    self.tell_cut(Cut::Beta, Some((Move::on(candidate.square), count - at - 1)), None);
                    break;
                }
                lower = lower.max(score);
            }
        }
        let bounds = match best {
            _ if best >= beta => (best, 64),
            _ if best > alpha => (best, best),
            _ => (-64, best),
        };
        self.note(board, bounds, best_move, before);
        self.so_far = best_move;
        best
    }

    fn pvs_child(&mut self, candidate: &Candidate, empties: usize, is_first: bool, alpha: i32, beta: i32) -> i32 {
        if !is_first {
            let score = -self.nws_child(candidate, empties, -alpha - 1);
            if score <= alpha || score >= beta || self.stopped.is_some() {
                return score;
            }
            self.tally.passes += 1;
        }
        -self.after(Move::on(candidate.square), |solver| solver.pvs(candidate.child, -beta, -alpha))
    }

    /// Perfect play from `board`, whose score is known. Zero windows find at each ply a move that keeps the score; the
    /// table knows nearly all answers. Ends early at a limit.
    pub(super) fn line(&mut self, board: Board, score: i32, mode: Mode) -> Vec<Move> {
        let mut line = Vec::new();
        let (mut board, mut score) = (board, score);
        while self.stopped.is_none() {
            let moves = self.kernel.moves(board);
            if moves != 0 {
                // Who has lost anyway may play what he likes, if only the winner counts.
                let goal = if mode == Mode::WinLossDraw && score < 0 { 64 } else { -score };
                let Some(next) = self.keeps(board, moves, goal) else { break };
                line.push(Move::on(next.square));
                board = next.child;
            } else if self.kernel.moves(board.passed()) != 0 {
                line.push(Move::PASS);
                board = board.passed();
            } else {
                break;
            }
            score = -score;
        }
        line
    }

    /// The first move in order after which the other side gets no more than `goal`.
    fn keeps(&mut self, board: Board, moves: u64, goal: i32) -> Option<Candidate> {
        let empties = board.empties() as usize;
        let known = self.look_up(board);
        let count = self.list(empties, board, moves);
        for at in 0..count {
            self.rate_at(at, (empties, count), board, known.best, true);
            let candidate = self.pick(empties, at, count);
            let reached = self.nws_child(&candidate, empties, goal);
            if self.stopped.is_some() {
                return None;
            }
            if reached <= goal {
                return Some(candidate);
            }
        }
        debug_assert!(self.selectivity < Selectivity::Exact, "a move reaches the score");
        None
    }

    /// Writes to the table what was found.
    #[inline(always)]
    pub(super) fn note(&mut self, board: Board, bounds: (i32, i32), best: Option<Move>, before: Mark) {
        if self.has(Technique::Table) {
            self.tell_store(|| Table::hash(board));
            let nodes = self.tally.nodes() - before.nodes;
            let stored = self.table.store(board, bounds, best.map_or(64, Move::number), nodes, self.selectivity);
            self.tally.stores += 1;
            self.tally.overwrites += u64::from(stored.is_lost);
            if stored.was_known {
                self.figures.repeated += 1;
                self.figures.repeated_nodes = before.repeated + nodes;
            }
        }
    }
}
