//! Principal variation search (PVS), also called NegaScout.
//!
//! Idea        If the moves are in good order, the first is best: search it with the full window and only show of the
//!             others, with a null window (zero window), that they are no better. One that is better is searched again.
//! Source      Marsland, Campbell, Computing Surveys 14 (1982); NegaScout: Reinefeld, ICCA Journal 6(4) (1983);
//!             aspiration windows: Slate, Atkin, Chess 4.5 (1977).
//! Guarantees  The value of MiniMax; not with ProbCut, which makes the search selective.
//! Cost        Fewer leaves than alpha-beta where the order is good.
//! Counts      As alpha-beta with table; `passes`: re-searches, those of the aspiration window included.
//! Not here    The loop over the moves and the table (alphabeta_tt.rs has them for both); ProbCut (probcut.rs).

use super::alphabeta_tt::{parameters, with_memory};
use super::deepening::{Iterate, NodeSearch, Valued};
use super::probcut::probcut;
use super::rules::{Evaluator, Game};
use super::score::INFINITY;
use super::search::{Node, Search};
use crate::about::{AlgorithmInfo, Guarantee};
use crate::observer::{Event, Observer};

/// Principal variation search (Marsland, Campbell 1982; Reinefeld 1983).
#[derive(Debug, Clone, Copy)]
pub struct Pvs;

impl Iterate for Pvs {
    const ABOUT: AlgorithmInfo = AlgorithmInfo {
        name: "pvs",
        summary: "principal variation search (NegaScout): the others only shown to be no better than the first",
        idea: "Searches the first move with the full window, the others with a zero window (null window), which only shows \
               that they are no better; one that is better is searched again. With a table, and with an aspiration \
               window around the last value if asked for. With `probcut` it leaves out deep searches of which a shallow \
               one says the outcome with that confidence: then it is selective, and its value is not that of MiniMax.",
        source: "Marsland, Campbell, Computing Surveys 14(4), 1982; Reinefeld, ICCA Journal 6(4):4-14, 1983 (NegaScout)",
        guarantee: Guarantee::MinimaxValue,
        cost: "fewer leaves than alpha-beta where the order is good; memory for the table",
        parameters: parameters!["aspiration", "probcut"],
        defaults: &[("table-bits", "20")],
    };
    const USES_TABLE: bool = true;
    type Nodes = Self;

    fn iterate<G: Game, E: Evaluator<G>, O: Observer>(search: &mut Search<'_, G, E, O>, depth: u32) -> Valued {
        let (mut alpha, mut beta) = match (search.options.aspiration, search.values.last()) {
            (Some(half), Some(&last)) => ((last - half).max(-INFINITY), (last + half).min(INFINITY)),
            _ => (-INFINITY, INFINITY),
        };
        let mut is_again = false;
        loop {
            let value = Self::visit(search, Node::root(depth, alpha, beta))?;
            let is_outside = value <= alpha && alpha > -INFINITY || value >= beta && beta < INFINITY;
            if is_outside && is_again {
                // What two windows exclude only a selective search can give: the whole window ends it.
                (alpha, beta) = (-INFINITY, INFINITY);
            } else if value <= alpha && alpha > -INFINITY {
                // The bound from below is lost; that from above holds for the next search too.
                (alpha, beta) = (-INFINITY, (value + 1).min(INFINITY));
            } else if value >= beta && beta < INFINITY {
                (alpha, beta) = ((value - 1).max(-INFINITY), INFINITY);
            } else {
                return Ok(value);
            }
            is_again = true;
            search.observer.on(Event::ZeroWindowSearch);
        }
    }
}

impl NodeSearch for Pvs {
    #[inline(always)]
    fn inside<G: Game, E: Evaluator<G>, O: Observer>(search: &mut Search<'_, G, E, O>, node: Node) -> Valued {
        with_memory::<Self, G, E, O>(
            search,
            node,
            #[inline(always)]
            |search, node, alpha, mv, is_first| {
                search.child(mv, node.child(alpha, node.beta), |search, child| scout(search, child, is_first))
            },
            #[inline(always)]
            |search, key, node| probcut::<Self, G, E, O>(search, key, node),
        )
    }
}

/// Searches the node below a move: after the first move with the full window, after the others with the null window at
/// its beta, which shows that they are no better, again with the full window (re-search) if one turns out to be better.
#[inline(always)]
fn scout<G: Game, E: Evaluator<G>, O: Observer>(
    search: &mut Search<'_, G, E, O>,
    node: Node,
    is_first: bool,
) -> Valued {
    let narrow = Node { alpha: node.beta - 1, ..node };
    if is_first || narrow.alpha <= node.alpha {
        return Pvs::visit(search, node);
    }
    let value = Pvs::visit(search, narrow)?;
    if value <= node.alpha || value >= node.beta {
        return Ok(value);
    }
    search.observer.on(Event::ZeroWindowSearch);
    Pvs::visit(search, node)
}
