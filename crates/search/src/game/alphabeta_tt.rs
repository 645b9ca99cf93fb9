//! Alpha-beta with memory (a transposition table): the search that serves all MTD drivers too.
//!
//! Idea        As alpha-beta; before a node is searched, the transposition table is probed for bounds that close the
//!             window, and afterwards the result is stored as the bound that it is.
//! Source      Plaat, Schaeffer, Pijls, de Bruin, Artificial Intelligence 87 (1996), AlphaBetaWithMemory; enhanced
//!             transposition cutoffs: the same authors, AAAI (1996).
//! Guarantees  The value of MiniMax: bounds are used for the same position and the same depth only.
//! Cost        At most about that of alpha-beta, less by what transpositions and better ordering save.
//! Counts      As alpha-beta, and the traffic of the table.
//! Not here    Windows at the root (mtd.rs, pvs.rs).

use super::deepening::{Iterate, NodeSearch, Valued};
use super::options::OrderingHeuristic;
use super::ordering::Queue;
use super::rules::{Evaluator, Game};
use super::score::{INFINITY, Score, from_root};
use super::search::{Moves, Node, Search};
use crate::about::{AlgorithmInfo, Guarantee};
use crate::budget::Status;
use crate::observer::{Cut, Event, Observer};

/// Alpha-beta with a transposition table (Plaat et al. 1996).
#[derive(Debug, Clone, Copy)]
pub struct AlphaBetaTt;

/// The parameters of an algorithm with this kind of memory: those of all, and before the ties its own.
macro_rules! parameters {
    ($($own:literal),*) => {
        &["iterative-deepening", "ordering", "table-bits", "replacement", "enhanced-cutoffs", $($own,)* "ties"]
    };
}
pub(super) use parameters;

impl Iterate for AlphaBetaTt {
    const ABOUT: AlgorithmInfo = AlgorithmInfo {
        name: "alphabeta-tt",
        summary: "alpha-beta with a transposition table",
        idea: "As alpha-beta; a table keeps a lower and an upper bound and the best move of each position, which close \
               windows when the position comes up again and order the moves of the next iteration.",
        source: "Plaat, Schaeffer, Pijls, de Bruin, Artificial Intelligence 87:255-293, 1996 (AlphaBetaWithMemory)",
        guarantee: Guarantee::MinimaxValue,
        cost: "that of alpha-beta less what transpositions save; memory for the table",
        parameters: parameters![],
        defaults: &[("table-bits", "20")],
    };
    const USES_TABLE: bool = true;
    type Nodes = Self;
}

impl NodeSearch for AlphaBetaTt {
    #[inline(always)]
    fn inside<G: Game, E: Evaluator<G>, O: Observer>(search: &mut Search<'_, G, E, O>, node: Node) -> Valued {
        with_memory::<Self, G, E, O>(
            search,
            node,
            #[inline(always)]
            |search, node, alpha, mv, _| search.child(mv, node.child(alpha, node.beta), Self::visit),
            #[inline(always)]
            |_, _, _| Ok(None),
        )
    }
}

/// Searches a node with the help of the table. `value_of` gives the value of a move, as the mover sees it, above the
/// best value so far; it is told whether the move is the first. `bound_of` may end the visit of a node of this key, of
/// which the table does not know enough, with a bound.
#[inline(always)]
pub(super) fn with_memory<'a, A: NodeSearch, G: Game, E: Evaluator<G>, O: Observer>(
    search: &mut Search<'a, G, E, O>,
    node: Node,
    value_of: impl Fn(&mut Search<'a, G, E, O>, Node, Score, G::Move, bool) -> Result<Score, Status>,
    bound_of: impl Fn(&mut Search<'a, G, E, O>, u64, Node) -> Result<Option<Score>, Status>,
) -> Valued {
    if node.depth == 0 {
        return search.leaf(node.ply);
    }
    let key = search.game.key();
    let (mut node, mut table_move) = (node, None);
    match probe_tt(search, key, node) {
        TtProbe::Closed(value) => return Ok(value),
        TtProbe::Open { alpha, beta, best } => {
            (node.alpha, node.beta) = (alpha, beta);
            table_move = best;
        }
        TtProbe::Unknown => {}
    }
    if let Some(bound) = bound_of(search, key, node)? {
        return Ok(bound);
    }
    let Some(moves) = search.expand()? else { return Ok(search.finished(node.ply)) };
    if let Some(bound) = enhanced_cutoff(search, key, node, moves) {
        search.moves.truncate(moves.begin);
        return Ok(bound);
    }
    search.expanded(node.ply);
    search.pv.clear(node.ply);
    let mut queue = Queue::new(search.options.ordering, moves, table_move);
    let (mut best, mut best_move) = (-INFINITY, None);
    while let Some(mv) = queue.next(search, node, A::visit)? {
        let alpha = node.alpha.max(best);
        let value = value_of(search, node, alpha, mv, queue.taken() == 1)?;
        if value > best {
            (best, best_move) = (value, Some(mv));
            if value > node.alpha {
                search.improve(node, mv, value);
            }
            if value >= node.beta {
                search.cutoff(node, mv, moves, queue.taken());
                break;
            }
        }
    }
    search.leave(moves, queue.taken());
    if node.depth >= TABLE_FROM {
        search.store(key, node, best, best_move);
    }
    Ok(best)
}

/// Nodes nearer to the leaves are not kept in the table: to value their leaves takes no longer than to wait for memory,
/// and they would push out what is worth more.
const TABLE_FROM: u32 = 2;

/// The result of a probe of the transposition table for a node.
enum TtProbe {
    /// Its value, or a bound of it beyond the window.
    Closed(Score),
    /// The window that is left, and the code of the hash move.
    Open { alpha: Score, beta: Score, best: Option<u16> },
    /// Nothing.
    Unknown,
}

/// Probes the transposition table for the bounds and the best move of a node. At the root only the move counts, because
/// the search there must find one.
#[inline(always)]
fn probe_tt<G: Game, E: Evaluator<G>, O: Observer>(search: &mut Search<'_, G, E, O>, key: u64, node: Node) -> TtProbe {
    if node.depth < TABLE_FROM || search.table.is_none() {
        return TtProbe::Unknown;
    }
    let Some(known) = search.probe(key, node.ply) else { return TtProbe::Unknown };
    let (mut alpha, mut beta) = (node.alpha, node.beta);
    if known.depth == node.depth && node.ply > 0 {
        let bound = match (known.lower, known.upper) {
            (lower, _) if lower >= beta => Some(lower),
            (_, upper) if upper <= alpha => Some(upper),
            // Only what ProbCut took for bounds can contradict each other.
            (lower, upper) if lower >= upper => Some(lower),
            _ => None,
        };
        if let Some(bound) = bound {
            search.observer.on(Event::TableCutoff);
            search.cut(node, Cut::Table, None, None, Some(key));
            search.pv.clear(node.ply);
            return TtProbe::Closed(bound);
        }
        (alpha, beta) = (alpha.max(known.lower), beta.min(known.upper));
    }
    let best = known.best.filter(|_| search.options.ordering.has(OrderingHeuristic::Table));
    TtProbe::Open { alpha, beta, best }
}

/// Enhanced transposition cutoff: a bound of at least beta that the table knows of any successor, which then is stored
/// for the node too. Not where the table does not hold the successors.
#[inline(always)]
fn enhanced_cutoff<G: Game, E: Evaluator<G>, O: Observer>(
    search: &mut Search<'_, G, E, O>,
    key: u64,
    node: Node,
    moves: Moves,
) -> Option<Score> {
    if !search.options.enhanced_cutoffs || search.table.is_none() || node.depth <= TABLE_FROM || node.ply == 0 {
        return None;
    }
    for place in moves.begin..moves.end {
        let mv = search.moves[place].mv;
        let after = search.game.key_after(mv);
        search.observer.on(Event::TableProbe);
        let Some(known) = search.table.probe(after) else { continue };
        search.observer.on(Event::TableHit);
        let bound = -from_root(known.upper, node.ply + 1);
        if known.depth == node.depth - 1 && bound >= node.beta {
            search.observer.on(Event::TableCutoff);
            search.cut(node, Cut::Enhanced, Some(mv), Some(moves.end - moves.begin), Some(after));
            search.store(key, node, bound, Some(mv));
            return Some(bound);
        }
    }
    None
}
