//! MCTS: Monte-Carlo tree search with upper confidence bounds (UCT) and proofs.
//!
//! Idea        A simulation goes down the tree by the moves with the greatest upper confidence bound, adds a node,
//!             plays random moves from there to the end, and gives the result to all nodes above. So the tree grows
//!             where it pays. Games that end within the tree are proved, and proofs go up as in MiniMax.
//! Source      Coulom, Efficient selectivity and backup operators, Computers and Games (2006); Kocsis, Szepesvári,
//!             Bandit based Monte-Carlo planning, ECML (2006), UCT; Gelly, Wang, Exploration exploitation in Go (2006),
//!             first-play urgency; Winands, Björnsson, Saito, Monte-Carlo tree search solver, Computers and Games
//!             (2008), proofs; Lorentz, Amazons discover Monte-Carlo (2008), playouts that an evaluation ends.
//! Guarantees  With simulations enough, and room for them, the outcome of perfect play among the moves that the game
//!             gives, and then the search ends. Before that an estimate. The same on every machine for the same seed.
//! Cost        A simulation is a way down the tree and a game. A node of the tree takes 24 bytes for games with short
//!             moves.
//! Counts      `expanded`: nodes that got children; `generated`: these children; `evaluated`: leaves of simulations,
//!             one each. So a simulation costs one node or two of a limit of nodes. `simulated`, `tree_plies`,
//!             `played_out` (playouts), `playout_moves`, `proved`, `tree_nodes`, `peak_depth`, `table_bytes`; moves of
//!             playouts are no nodes.
//! Not here    Transpositions: a position that is reached by two ways has two nodes.
//!
//! | part | file |
//! |---|---|
//! | options | [`options`] |
//! | the nodes | `tree.rs` |
//! | one simulation | `walk.rs` |
//! | the bound by which moves are chosen | `bound.rs` |
//! | proofs | `proof.rs` |
//! | the best move, the value, the line | `choice.rs` |

mod bound;
mod choice;
pub mod options;
mod proof;
mod tree;
mod walk;

#[cfg(test)]
mod tests;

pub use choice::CERTAIN;
pub use options::{Playout, USUAL_SIMULATIONS, Uct};

use super::rules::{Evaluator, Game};
use super::{Found, GameAlgorithm, Task};
use crate::about::{AlgorithmInfo, Guarantee};
use crate::budget::{Budget, Meter, Status};
use crate::live::Latest;
use crate::observer::{Event, Observer};
use crate::stream::Stream;

use tree::{ROOT, Tree};
use walk::Walk;

/// Monte-Carlo tree search (Coulom 2006; Kocsis, Szepesvári 2006).
#[derive(Debug, Clone, Copy)]
pub struct Mcts;

impl GameAlgorithm for Mcts {
    const ABOUT: AlgorithmInfo = AlgorithmInfo {
        name: "mcts",
        summary: "Monte-Carlo tree search (UCT): random games to the end, more often where it pays, and proofs of ends",
        idea: "A simulation goes down the tree by the moves with the greatest upper confidence bound, adds a node, plays \
               a random game from there to the end, and gives the result to all nodes above: the tree grows where it \
               pays. It needs no evaluation. Ends of games within the tree are proved, and proofs go up as in MiniMax, so \
               that the value becomes exact. The value is the mean result of the best move in thousandths, \
               from 1000 for all won to -1000 for all lost, unless it is proved. A depth limits the plies of the tree.",
        source: "Coulom, Computers and Games, 2006; Kocsis, Szepesvári, ECML, 2006; Winands, Björnsson, Saito, \
                 Computers and Games, 2008",
        guarantee: Guarantee::Estimate,
        cost: "a game for each simulation, which costs one or two nodes of a limit; with simulations enough it proves the \
               outcome",
        parameters: &["simulations", "exploration", "first-play", "playouts", "playout", "playout-plies", "tree-nodes"],
        defaults: &[],
    };
    const USES_TABLE: bool = false;

    fn search<G: Game, E: Evaluator<G>, O: Observer>(task: Task<'_, G, E, O>) -> Found<G::Move> {
        let Task { game, evaluator, options, budget, observer, .. } = task;
        let mut first = None;
        game.moves(|mv| first = first.or(Some(mv)));
        let Some(first) = first else {
            observer.on(Event::Leaf { depth: 0 });
            let value = game.outcome().map_or(0, |outcome| outcome.score(0));
            return ended(Status::Solved, value, None);
        };
        let uct = &options.uct;
        let Some(tree) = Tree::new(first, uct.tree_nodes, budget.max_memory) else {
            return ended(Status::LimitMemory, 0, Some(first));
        };
        let mut walk = Walk {
            game,
            evaluator,
            uct,
            depth: options.depth,
            observer,
            meter: Meter::new(budget),
            tree,
            stream: Stream::of_search(uct.seed),
            deepest: 0,
            is_full: false,
            path: Vec::with_capacity(256),
            played: Vec::with_capacity(512),
            moves: Vec::with_capacity(512),
            unseen: 0,
        };
        let status = run(&mut walk, simulations(uct, budget));
        walk.observer.on(Event::TreeNodes(walk.tree.nodes()));
        walk.observer.on(Event::TableBytes(walk.tree.bytes()));
        found(&walk, status, first)
    }
}

/// A search without a simulation.
fn ended<M>(status: Status, value: i32, best: Option<M>) -> Found<M>
where
    M: Copy,
{
    Found { status, value, best, line: best.into_iter().collect(), depth: 0, iterations: Vec::new() }
}

/// Most simulations of a search. Nodes count them in 32 bits.
fn simulations(uct: &Uct, budget: &Budget) -> u32 {
    let is_limited = budget.max_nodes.is_some() || budget.max_time.is_some();
    let usual = if is_limited { u64::MAX } else { USUAL_SIMULATIONS };
    uct.simulations.unwrap_or(usual).try_into().unwrap_or(u32::MAX)
}

/// Simulates until the root is proved or something ends the search.
fn run<G: Game, E: Evaluator<G>, O: Observer>(walk: &mut Walk<'_, G, E, O>, simulations: u32) -> Status {
    if let Err(limit) = walk.meter.check(walk.tree.bytes()) {
        return limit;
    }
    let mut told = 0;
    for number in 1..=simulations {
        if let Err(limit) = walk.simulate() {
            return limit;
        }
        if walk.tree.node(ROOT).proof.is_some() {
            return Status::Solved;
        }
        // Twice as many simulations each time: who watches sees the search converge.
        if number.is_power_of_two() && walk.deepest > told {
            told = walk.deepest;
            walk.meter.report(|| Latest {
                depth: walk.deepest,
                value: choice::value(&walk.tree, walk.uct.playouts),
                line: choice::line(&walk.tree).into_iter().map(G::code).collect(),
            });
        }
    }
    Status::Complete
}

fn found<G: Game, E: Evaluator<G>, O: Observer>(
    walk: &Walk<'_, G, E, O>,
    status: Status,
    first: G::Move,
) -> Found<G::Move> {
    let mut line = choice::line(&walk.tree);
    if line.is_empty() {
        // No simulation came to an end, or the tree was to be the root alone.
        line.push(first);
    }
    Found {
        status,
        value: choice::value(&walk.tree, walk.uct.playouts),
        best: line.first().copied(),
        line,
        depth: walk.deepest,
        iterations: Vec::new(),
    }
}
