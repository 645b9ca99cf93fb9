//! Null-window (zero-window) search far from the end: transposition table, move ordering, early cut-offs.
//!
//! Idea        Ask whether the score is above alpha. First what is cheap: stable discs, the table, the table for each
//!             reply. Then the moves, those likely to cut first.
//! Source      Enhanced transposition cut-offs: Schaeffer, Plaat, Canadian Conference on AI (1996).
//! Guarantees  A returned score above alpha is a lower bound, any other an upper bound. Both are exact bounds of the end
//!             of the game, so they hold in every later search.
//! Not here    Open windows (pv.rs), move ordering (order.rs), the last plies (shallow.rs, last.rs).

use super::options::Technique;
use super::order::Candidate;
use super::solver::{Solver, WORST};
use super::split::Found;
use super::table::{Known, Table};
use crate::othello::board::{Board, Move, Square};
use crate::othello::kernel::Kernel;
use searchlab_search::observer::{Cut, Observer, Subtree};

/// Fewest empty squares at which the table is asked for each reply.
const ETC_FROM: usize = 8;

impl<K: Kernel, O: Observer> Solver<'_, K, O> {
    /// Null-window search of `board`, whose legal moves are `moves`: a lower bound if the score is above `alpha`, else
    /// an upper one.
    fn nws(&mut self, board: Board, moves: u64, alpha: i32) -> i32 {
        self.visit(board.empties(), (alpha, alpha + 1), |solver| {
            solver.kernel.call(
                #[inline(always)]
                || solver.nws_inline(board, moves, alpha),
            )
        })
    }

    /// Null-window search of the position after a move of a node with `empties` empty squares, from the point of view
    /// of the side to move there.
    #[inline(always)]
    pub(super) fn nws_child(&mut self, candidate: &Candidate, empties: usize, alpha: i32) -> i32 {
        self.after(Move::on(candidate.square), |solver| {
            if empties as i32 - 1 <= solver.plain_up_to {
                solver.visit(empties as u32 - 1, (alpha, alpha + 1), |solver| {
                    solver.subtree(Subtree::Last, |solver| solver.plain(candidate.child, alpha), |&score| Some(score))
                })
            } else {
                solver.nws(candidate.child, candidate.replies, alpha)
            }
        })
    }

    #[inline(always)]
    fn nws_inline(&mut self, board: Board, moves: u64, alpha: i32) -> i32 {
        if let Some(score) = self.stability_cutoff(board, alpha) {
            return score;
        }
        if moves == 0 {
            return self.nws_without_moves(board, alpha);
        }
        self.poll();
        let mut before = self.mark();
        let empties = board.empties() as usize;
        let known = self.look_up(board);
        if known.lower > alpha || known.upper <= alpha {
            self.tally.table_cutoffs += 1;
            self.tell_cut(Cut::Table, None, Some(Table::hash(board)));
            return if known.lower > alpha { known.lower } else { known.upper };
        }
        if let Some(bound) = self.probcut(board, moves, alpha) {
            return bound;
        }
        self.expanded(board);
        let count = self.list(empties, board, moves);
        self.rate_at(0, (empties, count), board, known.best, false);
        if let Some(score) = self.etc_cutoff(empties, count, alpha) {
            return score;
        }
        let (mut best, mut best_move) = (WORST, None);
        for at in 0..count {
            if at == 1 {
                self.rate_at(1, (empties, count), board, known.best, false);
            }
            if at == 1 && self.is_shared(empties, count - at) {
                let found = Found { best, best_move };
                Found { best, best_move } = self.share(empties, at..count, alpha, found, &mut before);
                if self.stopped.is_some() {
                    return best;
                }
                break;
            }
            let candidate = self.pick(empties, at, count);
            self.tally.generated += 1;
            let score = -self.nws_child(&candidate, empties, -alpha - 1);
            if self.stopped.is_some() {
                return best;
            }
            if score > best {
                best = score;
                best_move = Some(Move::on(candidate.square));
                if score > alpha {
                    self.tally.cutoff(at == 0);
                    self.tell_cut(Cut::Beta, Some((Move::on(candidate.square), count - at - 1)), None);
                    break;
                }
            }
        }
        let bounds = if best > alpha { (best, 64) } else { (-64, best) };
        self.note(board, bounds, best_move, before);
        best
    }

    /// The same of a position without a legal move.
    #[inline(always)]
    fn nws_without_moves(&mut self, board: Board, alpha: i32) -> i32 {
        let replies = self.kernel.moves(board.passed());
        if replies == 0 {
            self.finished(board)
        } else {
            self.pass(board, |solver, passed| solver.nws(passed, replies, -alpha - 1))
        }
    }

    /// Probes the table for a position.
    #[inline(always)]
    pub(super) fn look_up(&mut self, board: Board) -> Known {
        if !self.has(Technique::Table) {
            return Known::NOTHING;
        }
        self.tally.probes += 1;
        let found = self.table.find(board, self.selectivity);
        self.tally.hits += u64::from(found.is_some());
        found.unwrap_or(Known::NOTHING)
    }

    /// Makes all moves of a node into its list; their number.
    #[inline(always)]
    pub(super) fn list(&mut self, empties: usize, board: Board, moves: u64) -> usize {
        let list = &mut self.lists[empties];
        let is_looked_up = self.techniques.has(Technique::Table) && empties as i32 - 1 > self.plain_up_to;
        let mut rest = moves;
        let mut count = 0;
        while let Some(square) = Square::lowest(rest) {
            rest &= rest - 1;
            let flips = self.kernel.flips(board, square);
            let child = board.placed(square, flips);
            if is_looked_up {
                self.table.announce(child);
            }
            let replies = self.kernel.moves(child);
            list[count] = Candidate { child, replies, score: 0, square, flips };
            count += 1;
        }
        count
    }

    /// A lower bound above `alpha`, if the table has one for a reply.
    #[inline(always)]
    fn etc_cutoff(&mut self, empties: usize, count: usize, alpha: i32) -> Option<i32> {
        if empties < ETC_FROM || !self.has(Technique::Etc) || !self.has(Technique::Table) {
            return None;
        }
        self.figures.etc_probes += count as u64;
        for at in 0..count {
            let score = -self.look_up(self.lists[empties][at].child).upper;
            if score > alpha {
                self.figures.etc_cutoffs += 1;
                self.tally.table_cutoffs += 1;
                let Candidate { square, child, .. } = self.lists[empties][at];
                self.tell_cut(Cut::Enhanced, Some((Move::on(square), count)), Some(Table::hash(child)));
                return Some(score);
            }
        }
        None
    }
}
