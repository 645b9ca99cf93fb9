//! The order in which the moves of a node are searched.
//!
//! Every move gets a rank, made of one field of bits for each criterion of the list, the first criterion highest; then
//! the moves are taken by falling rank, in natural order among equals. Most nodes that are cut off are cut off by
//! one of their first moves, so the moves are not sorted but taken out one by one.

use super::learnt::HISTORY_BITS;
use super::options::Criterion;
use super::rules::{Evaluator, Game};
use super::score::{INFINITY, Score};
use super::search::{Moves, Node, Search};
use crate::search::budget::Status;
use crate::search::observer::Observer;

/// Replies are counted only where at least so many plies remain: nearer to the leaves it costs more than it saves.
const REPLIES_FROM: u32 = 3;

/// A shallow search is made only where more than so many plies remain.
const SHALLOW_ABOVE: u32 = 4;

/// How much shallower it is.
const SHALLOWER: u32 = 2;

/// A search of a node; the algorithms lend theirs for the shallow search.
pub(super) type Visit<'a, G, E, O> = fn(&mut Search<'a, G, E, O>, Node) -> Result<Score, Status>;

impl<'a, G: Game, E: Evaluator<G>, O: Observer> Search<'a, G, E, O> {
    /// Ranks the moves of a node. `best` is the code of the move that the table knows. The moves must then be taken by
    /// [`pick`](Self::pick).
    ///
    /// # Errors
    /// The limit that ended a shallow search.
    #[inline(always)]
    pub(super) fn rank(
        &mut self,
        node: Node,
        moves: Moves,
        best: Option<u16>,
        visit: Visit<'a, G, E, O>,
    ) -> Result<(), Status> {
        let ordering = self.options.ordering;
        if ordering.is_natural() || moves.end - moves.begin < 2 {
            return Ok(());
        }
        for criterion in ordering.criteria() {
            match criterion {
                Criterion::Table => self.rank_by(moves, 1, |_, mv| (best == Some(G::code(mv))).into()),
                Criterion::Killer => self.rank_by(moves, 2, |s, mv| s.learnt.killer(node.ply, G::code(mv))),
                Criterion::History => {
                    self.rank_by(moves, HISTORY_BITS, |s, mv| s.learnt.history(s.game.side(), G::code(mv)));
                }
                Criterion::Static => self.rank_by(moves, 8, |s, mv| s.game.static_rank(mv).into()),
                Criterion::FewestReplies if node.depth >= REPLIES_FROM => {
                    self.rank_by(moves, 6, |s, mv| u64::from(63 - s.game.replies(mv).min(63)));
                }
                Criterion::Shallow if node.depth > SHALLOW_ABOVE => self.rank_by_search(node, moves, visit)?,
                Criterion::FewestReplies | Criterion::Shallow => {}
            }
        }
        Ok(())
    }

    /// Appends a field of so many bits to the rank of each move.
    #[inline(always)]
    fn rank_by(&mut self, moves: Moves, bits: u32, field: impl Fn(&mut Self, G::Move) -> u64) {
        for place in moves.begin..moves.end {
            let mv = self.moves[place].mv;
            let field = field(self, mv);
            let rank = &mut self.moves[place].rank;
            *rank = *rank << bits | field;
        }
    }

    /// Appends the values of a shallower search, those of moves that are no better than the best so far as bounds.
    fn rank_by_search(&mut self, node: Node, moves: Moves, visit: Visit<'a, G, E, O>) -> Result<(), Status> {
        let shallow = Node { depth: node.depth - SHALLOWER, ..node };
        let mut best = -INFINITY;
        for place in moves.begin..moves.end {
            let mv = self.moves[place].mv;
            let value = self.child(mv, shallow.below(best, INFINITY), visit)?;
            best = best.max(value);
            let rank = &mut self.moves[place].rank;
            // Values have 23 bits with their sign; those of this field begin at 0.
            *rank = *rank << 24 | (value + INFINITY) as u64;
        }
        Ok(())
    }

    /// The move to be searched at `place`, the earlier ones having been taken: that of greatest rank among the rest,
    /// which otherwise keeps its order.
    #[inline(always)]
    pub(super) fn pick(&mut self, moves: Moves, place: usize) -> G::Move {
        if !self.options.ordering.is_natural() {
            let rest = &mut self.moves[place..moves.end];
            let mut first = 0;
            for (index, ranked) in rest.iter().enumerate() {
                if ranked.rank > rest[first].rank {
                    first = index;
                }
            }
            rest[..=first].rotate_right(1);
        }
        self.moves[place].mv
    }
}
