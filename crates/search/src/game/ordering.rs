//! Move ordering: the order in which the moves of a node are searched.
//!
//! Every move gets a rank, made of one field of bits for each criterion of the list, the first criterion highest; then
//! the moves are taken by falling rank, in natural order among equals. Most nodes that are cut off are cut off by
//! one of their first moves, so the moves are not sorted but taken out one by one (lazy selection), and where the hash
//! move, the best move of the transposition table, decides first, it is searched before the others are even ranked.

use std::hint::select_unpredictable;

use super::history::HISTORY_BITS;
use super::options::{Ordering, OrderingHeuristic};
use super::rules::{Evaluator, Game};
use super::score::{INFINITY, Score};
use super::search::{Moves, Node, Ranked, Search};
use crate::budget::Status;
use crate::observer::Observer;

/// Least depth, in plies, at which replies are counted: nearer to the leaves it costs more than it saves.
const REPLIES_FROM: u32 = 3;

/// A shallow search is made only where more plies than this remain.
const SHALLOW_ABOVE: u32 = 4;

/// Reduction of the shallow search, in plies.
const SHALLOWER: u32 = 2;

/// A search of a node; the algorithms lend theirs for the shallow search.
pub(super) type Visit<'a, G, E, O> = fn(&mut Search<'a, G, E, O>, Node) -> Result<Score, Status>;

/// The moves of a node, to be taken one by one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Queue {
    moves: Moves,
    /// Place of the next move; those before were taken.
    next: usize,
    stage: Stage,
}

/// The next step of taking moves out.
#[derive(Debug, Clone, Copy)]
enum Stage {
    /// Look for the move of this code, which decides before all ranks.
    Best(u16),
    /// Rank the moves, the one of this code among them.
    Rank(Option<u16>),
    /// Take the move of greatest rank from this place on.
    Ranked(usize),
    /// Take the next in natural order.
    Natural,
}

impl Queue {
    /// Of all moves of a node. `best` is the code of the hash move.
    #[inline(always)]
    pub(super) fn new(ordering: Ordering, moves: Moves, best: Option<u16>) -> Self {
        let stage = match best {
            _ if ordering.is_natural() => Stage::Natural,
            Some(best) if ordering.begins_with(OrderingHeuristic::Table) => Stage::Best(best),
            _ => Stage::Rank(best),
        };
        Self { moves, next: moves.begin, stage }
    }

    /// The number of moves taken.
    #[inline(always)]
    pub(super) const fn taken(&self) -> usize {
        self.next - self.moves.begin
    }

    /// The next move.
    ///
    /// # Errors
    /// The limit that ended a shallow search.
    #[inline(always)]
    pub(super) fn next<'a, G: Game, E: Evaluator<G>, O: Observer>(
        &mut self,
        search: &mut Search<'a, G, E, O>,
        node: Node,
        visit: Visit<'a, G, E, O>,
    ) -> Result<Option<G::Move>, Status> {
        if self.next == self.moves.end {
            return Ok(None);
        }
        let rest = Moves { begin: self.next, end: self.moves.end };
        self.next += 1;
        if let Stage::Best(best) = self.stage {
            self.stage = Stage::Rank(None);
            if search.lift_best(rest, best) {
                return Ok(Some(search.moves[rest.begin].mv));
            }
        }
        Ok(Some(match self.stage {
            Stage::Natural | Stage::Best(_) => search.moves[rest.begin].mv,
            Stage::Ranked(begin) => search.take(Moves { begin, ..rest }),
            Stage::Rank(best) => {
                self.stage = Stage::Ranked(rest.begin);
                if rest.end - rest.begin > 1 {
                    search.rank(node, rest, best, visit)?;
                }
                search.take(rest)
            }
        }))
    }
}

impl<'a, G: Game, E: Evaluator<G>, O: Observer> Search<'a, G, E, O> {
    /// Ranks moves by all criteria of the list.
    #[inline(always)]
    fn rank(&mut self, node: Node, moves: Moves, best: Option<u16>, visit: Visit<'a, G, E, O>) -> Result<(), Status> {
        for criterion in self.options.ordering.criteria() {
            if criterion == OrderingHeuristic::Shallow {
                if node.depth > SHALLOW_ABOVE {
                    self.rank_by_search(node, moves, visit)?;
                }
            } else {
                self.rank_by(criterion, node, moves, best);
            }
        }
        Ok(())
    }

    /// Appends the field of one criterion to the rank of each move.
    #[inline(always)]
    fn rank_by(&mut self, criterion: OrderingHeuristic, node: Node, moves: Moves, best: Option<u16>) {
        let Self { moves: stack, learned, game, table, .. } = self;
        let list = &mut stack[moves.begin..moves.end];
        match criterion {
            OrderingHeuristic::Table => {
                // Where the table decides first, its move was taken before.
                if let Some(best) = best {
                    append(list, 1, |mv| (G::code(mv) == best).into());
                }
            }
            OrderingHeuristic::Killer => {
                let [newest, before] = learned.killers(node.ply);
                append(list, 2, |mv| match G::code(mv) {
                    code if code == newest => 2,
                    code if code == before => 1,
                    _ => 0,
                });
            }
            OrderingHeuristic::History => {
                let weights = learned.history(game.side());
                append(list, HISTORY_BITS, |mv| {
                    weights.get(usize::from(G::code(mv))).map_or(0, |&weight| weight.into())
                });
            }
            OrderingHeuristic::Static => append(list, 8, |mv| game.static_rank(mv).into()),
            OrderingHeuristic::FewestReplies if node.depth >= REPLIES_FROM => {
                append(list, 6, |mv| {
                    let (replies, key) = game.replies(mv);
                    table.announce(key);
                    u64::from(63 - replies.min(63))
                });
            }
            OrderingHeuristic::FewestReplies | OrderingHeuristic::Shallow => {}
        }
    }

    /// Appends the values of a shallower search, those of moves that are no better than the best so far as bounds.
    fn rank_by_search(&mut self, node: Node, moves: Moves, visit: Visit<'a, G, E, O>) -> Result<(), Status> {
        let shallow = Node { depth: node.depth - SHALLOWER, ..node };
        let mut best = -INFINITY;
        for place in moves.begin..moves.end {
            let mv = self.moves[place].mv;
            let value = self.child(mv, shallow.child(best, INFINITY), visit)?;
            best = best.max(value);
            let rank = &mut self.moves[place].rank;
            // Values have 23 bits with their sign; those of this field begin at 0.
            *rank = *rank << 24 | (value + INFINITY) as u64;
        }
        Ok(())
    }

    /// The move of greatest rank, the first among equals; it loses its rank. All moves keep their places.
    #[inline(always)]
    fn take(&mut self, moves: Moves) -> G::Move {
        let list = &mut self.moves[moves.begin..moves.end];
        let (mut first, mut greatest) = (0, list[0].rank);
        for (place, ranked) in list.iter().enumerate().skip(1) {
            first = select_unpredictable(ranked.rank > greatest, place, first);
            greatest = greatest.max(ranked.rank);
        }
        list[first].rank = 0;
        list[first].mv
    }

    /// Puts the hash move, the one of this code, first, if it is there; the others keep their order.
    #[inline(always)]
    fn lift_best(&mut self, moves: Moves, code: u16) -> bool {
        let list = &mut self.moves[moves.begin..moves.end];
        let Some(place) = list.iter().position(|ranked| G::code(ranked.mv) == code) else { return false };
        let best = list[place];
        // A plain loop: the way is short.
        for place in (0..place).rev() {
            list[place + 1] = list[place];
        }
        list[0] = best;
        true
    }
}

/// Appends a field of `bits` bits to each rank.
#[inline(always)]
fn append<M: Copy>(list: &mut [Ranked<M>], bits: u32, mut field: impl FnMut(M) -> u64) {
    for ranked in list {
        ranked.rank = ranked.rank << bits | field(ranked.mv);
    }
}
