// ANCHOR: head
//! SCOUT.
//!
//! Idea        Value the first move in full. Of every other move first ask only whether it is better, which is a
//!             question of yes or no and needs few nodes; value it in full if it is.
//! Source      Pearl, Scout: a simple game-searching algorithm with proven optimal properties, AAAI-80:143-145 (1980).
//! Guarantees  The value of MiniMax.
//! Cost        A better move is searched twice.
//! Counts      `expanded`, `generated`, `evaluated`, `passes` (moves that were valued after the question), `cutoffs`.
//! Not here    Windows, which make PVS of it; memory; the order of moves.
// ANCHOR_END: head

// ANCHOR: about
use searchlab::search::about::{AlgorithmInfo, Guarantee};
use searchlab::search::budget::{Meter, Status};
use searchlab::search::game::{Evaluator, Found, Game, GameAlgorithm, Iterated, Score, Task};
use searchlab::search::observer::{Event, Observer};

/// SCOUT (Pearl 1980).
#[derive(Debug, Clone, Copy)]
pub struct Scout;

impl GameAlgorithm for Scout {
    const ABOUT: AlgorithmInfo = AlgorithmInfo {
        name: "scout",
        summary: "SCOUT: asks whether a move is better before it is valued",
        idea: "Values the first move in full, and of the others only those of which a test says that they are better.",
        source: "Pearl, AAAI-80:143-145, 1980",
        guarantee: Guarantee::MinimaxValue,
        cost: "few nodes where the first move is the best; a better one is searched twice",
        parameters: &[],
        defaults: &[],
    };
    const USES_TABLE: bool = false;

    fn search<G: Game, E: Evaluator<G>, O: Observer>(task: Task<'_, G, E, O>) -> Found<G::Move> {
        let Task { game, evaluator, options, budget, observer, .. } = task;
        let depth = options.depth;
        let mut search = Search { game, evaluator, observer, meter: Meter::new(budget), moves: Vec::new(), best: None };
        match search.eval(depth, 0) {
            Ok(value) => {
                let best = search.best;
                let iterations = vec![Iterated { depth, value, best }];
                Found { status: Status::Complete, value, best, line: best.into_iter().collect(), depth, iterations }
            }
            Err(status) => {
                // What it has: the best move so far, and what the position looks like.
                let (value, best) = (search.evaluator.leaf(search.game, 0), search.best);
                Found { status, value, best, line: best.into_iter().collect(), depth: 0, iterations: Vec::new() }
            }
        }
    }
}
// ANCHOR_END: about

// ANCHOR: search
struct Search<'a, G: Game, E, O> {
    game: &'a mut G,
    evaluator: &'a E,
    observer: &'a mut O,
    meter: Meter<'a>,
    /// The moves of all nodes on the path: one list for all, so that no node asks for memory.
    moves: Vec<G::Move>,
    /// The best move at the root.
    best: Option<G::Move>,
}

impl<G: Game, E: Evaluator<G>, O: Observer> Search<'_, G, E, O> {
    /// The value of a node for the side to move.
    fn eval(&mut self, depth: u32, ply: u32) -> Result<Score, Status> {
        let Some((begin, end)) = self.expand(depth, ply)? else { return Ok(self.evaluator.leaf(self.game, ply)) };
        let mut best: Option<Score> = None;
        for place in begin..end {
            let mv = self.moves[place];
            let value = match best {
                None => Some(-self.after(mv, |search| search.eval(depth - 1, ply + 1))?),
                // The other side gets at least -best: the move is no better than what there is.
                Some(best) if self.after(mv, |search| search.test(-best, depth - 1, ply + 1))? => None,
                Some(_) => {
                    self.observer.on(Event::ZeroWindowSearch);
                    Some(-self.after(mv, |search| search.eval(depth - 1, ply + 1))?)
                }
            };
            if value.is_some() {
                best = value;
                self.best = if ply == 0 { Some(mv) } else { self.best };
            }
        }
        self.leave(begin, end - begin);
        Ok(best.unwrap_or_default())
    }

    /// Whether a node is worth at least `bound` for the side to move.
    fn test(&mut self, bound: Score, depth: u32, ply: u32) -> Result<bool, Status> {
        let Some((begin, end)) = self.expand(depth, ply)? else {
            return Ok(self.evaluator.leaf(self.game, ply) >= bound);
        };
        for place in begin..end {
            let mv = self.moves[place];
            if !self.after(mv, |search| search.test(1 - bound, depth - 1, ply + 1))? {
                self.observer.on(Event::Cutoff { first: place == begin });
                self.leave(begin, place + 1 - begin);
                return Ok(true);
            }
        }
        self.leave(begin, end - begin);
        Ok(false)
    }
    // ANCHOR_END: search

    // ANCHOR: tools
    /// Puts the moves of a node on the list and says where they stand; nothing if it is a leaf.
    fn expand(&mut self, depth: u32, ply: u32) -> Result<Option<(usize, usize)>, Status> {
        self.meter.spend(1, || 0)?;
        let begin = self.moves.len();
        if depth > 0 {
            let Self { game, moves, .. } = self;
            game.moves(|mv| moves.push(mv));
        }
        let end = self.moves.len();
        if begin == end {
            self.observer.on(Event::Leaf { depth: ply });
            return Ok(None);
        }
        let state = if O::WANTS_STATES { self.game.key() } else { 0 };
        self.observer.on(Event::Expanded { state, depth: ply });
        Ok(Some((begin, end)))
    }

    /// Takes the moves of a node from the list, after so many of them were searched.
    fn leave(&mut self, begin: usize, searched: usize) {
        self.observer.on(Event::Generated(searched as u32));
        self.moves.truncate(begin);
    }

    /// Does something after a move, and takes the move back whatever comes.
    fn after<R>(&mut self, mv: G::Move, visit: impl FnOnce(&mut Self) -> Result<R, Status>) -> Result<R, Status> {
        let undo = self.game.make(mv);
        let result = visit(self);
        self.game.unmake(mv, undo);
        result
    }
}
// ANCHOR_END: tools

// ANCHOR: test
mod tests {
    use searchlab::search::budget::Budget;
    use searchlab::search::counters::Counters;
    use searchlab::search::game::minimax::MiniMax;
    use searchlab::search::game::samples::uniform::{Arrangement, Given, UniformTree};
    use searchlab::search::game::{Options, Replacement, Table};
    use searchlab::worlds::othello::playout::random_position;
    use searchlab::worlds::othello::{Evaluation, Othello, Portable};

    use super::*;
    use crate::domineering::{Domineering, Freedom};

    fn search<A: GameAlgorithm, G: Game, E: Evaluator<G>>(
        mut game: G,
        evaluator: &E,
        depth: u32,
        budget: &Budget,
    ) -> (Found<G::Move>, Counters) {
        let mut counters = Counters::default();
        let table = &mut Table::new(10, Replacement::TwoSlot).expect("16 KiB");
        let options = &Options::to_depth(depth);
        let observer = &mut counters;
        let found = A::search(Task { game: &mut game, evaluator, options, table, budget, observer });
        (found, counters)
    }

    /// The value of minimax, and a move of that value.
    fn agrees<G: Game + Copy, E: Evaluator<G>>(game: G, evaluator: &E, depth: u32) {
        let unlimited = Budget::default();
        let (scout, _) = search::<Scout, G, E>(game, evaluator, depth, &unlimited);
        let (minimax, _) = search::<MiniMax, G, E>(game, evaluator, depth, &unlimited);
        assert_eq!((scout.status, scout.value), (minimax.status, minimax.value));
        assert_eq!(scout.best, minimax.best, "both take the first of the best moves");
    }

    #[test]
    fn the_value_is_that_of_minimax() {
        for depth in 1..=4 {
            agrees(Domineering::<5>::default(), &Freedom, depth);
            for seed in 1..=5 {
                let game = Othello::new(random_position(seed, 20), Portable);
                agrees(game, &Evaluation::classic(), depth);
            }
        }
    }

    /// With the best move first, the least number of leaves that there is: b^⌈d/2⌉ + b^⌊d/2⌋ - 1 (Knuth, Moore 1975).
    #[test]
    fn the_best_order_gives_the_minimal_tree() {
        let tree = UniformTree::new(4, 6, Arrangement::Best, 1);
        let (_, counters) = search::<Scout, _, _>(tree, &Given, 6, &Budget::default());
        assert_eq!(counters.passes, 0);
        assert_eq!(counters.evaluated, 64 + 64 - 1);
    }

    #[test]
    fn a_limit_ends_it() {
        let budget = Budget { max_nodes: Some(50), ..Budget::default() };
        let (found, _) = search::<Scout, _, _>(Domineering::<5>::default(), &Freedom, 5, &budget);
        assert_eq!((found.status, found.depth), (Status::LimitNodes, 0));
    }
}
// ANCHOR_END: test
