//! The driver of all algorithms over games: depth after depth, until the depth, the tree or the budget ends.
//!
//! Source      Slate, Atkin, Chess 4.5 (1977), iterative deepening.
//! Not here    What one iteration does, which is the algorithm's.

use super::options::Ties;
use super::rules::{Evaluator, Game, TargetFeatures};
use super::score::{INFINITY, Score, from_root};
use super::search::{Node, Root, Search};
use super::splitmix64::splitmix64;
use super::{Found, GameAlgorithm, Iterated, Task};
use crate::about::AlgorithmInfo;
use crate::budget::{Meter, Status};
use crate::live::Latest;
use crate::observer::{Event, Observer};

/// A value, or the limit that ended the search.
pub(super) type Valued = Result<Score, Status>;

/// An algorithm by its iterations.
pub(super) trait Iterate {
    /// Its description.
    const ABOUT: AlgorithmInfo;

    /// True if it uses the transposition table.
    const USES_TABLE: bool;

    /// Its search of a node.
    type Nodes: NodeSearch;

    /// True if every value at the root is exact, so that all best moves are known without a further search.
    const KNOWS_EQUALS: bool = false;

    /// Searches the root to `depth`; with the whole window unless the algorithm has other ways.
    ///
    /// # Errors
    /// The limit that ended the search.
    fn iterate<G: Game, E: Evaluator<G>, O: Observer>(search: &mut Search<'_, G, E, O>, depth: u32) -> Valued {
        Self::Nodes::visit(search, Node::root(depth, -INFINITY, INFINITY))
    }
}

/// How an algorithm searches a node.
pub(super) trait NodeSearch {
    /// Searches a node within its window; fail-soft. To be called by [`visit`](Self::visit) alone.
    ///
    /// # Errors
    /// The limit that ended the search.
    fn inside<G: Game, E: Evaluator<G>, O: Observer>(search: &mut Search<'_, G, E, O>, node: Node) -> Valued;

    /// Searches a node within its window, compiled for the instructions that the game needs; fail-soft.
    ///
    /// # Errors
    /// The limit that ended the search.
    fn visit<G: Game, E: Evaluator<G>, O: Observer>(search: &mut Search<'_, G, E, O>, node: Node) -> Valued {
        search.enter(node);
        let instructions = search.game.instructions();
        let value = instructions.call(
            #[inline(always)]
            || Self::inside(search, node),
        );
        search.left(value);
        value
    }
}

impl<A: Iterate> GameAlgorithm for A {
    const ABOUT: AlgorithmInfo = A::ABOUT;
    const USES_TABLE: bool = A::USES_TABLE;

    fn search<G: Game, E: Evaluator<G>, O: Observer>(task: Task<'_, G, E, O>) -> Found<G::Move> {
        let searches = Searches { iterate: A::iterate, visit: A::Nodes::visit, knows_equals: A::KNOWS_EQUALS };
        drive(task, &searches)
    }
}

/// The searches of an algorithm, by which one driver serves all of them: it is called once an iteration, and compiled
/// once for a game.
struct Searches<'a, G: Game, E, O> {
    iterate: Iteration<'a, G, E, O>,
    visit: Visit<'a, G, E, O>,
    knows_equals: bool,
}

type Iteration<'a, G, E, O> = fn(&mut Search<'a, G, E, O>, u32) -> Valued;
type Visit<'a, G, E, O> = fn(&mut Search<'a, G, E, O>, Node) -> Valued;

/// Runs an algorithm to the depth of the options.
#[inline(never)]
fn drive<'a, G: Game, E: Evaluator<G>, O: Observer>(
    task: Task<'a, G, E, O>,
    searches: &Searches<'a, G, E, O>,
) -> Found<G::Move> {
    let Task { game, evaluator, options, table, budget, observer } = task;
    let meter = Meter::new(budget);
    let limit = meter.check(table.bytes()).err();
    let goes_on = table.begin();
    let mut search = Search::new(game, evaluator, options, table, meter, observer);
    let first = search.listed().first().copied();
    let (Some(first), None) = (first, limit) else {
        return without_search(&mut search, first, limit);
    };
    let mut found = Progress { iterations: Vec::new(), line: Vec::new() };
    let begin = if options.deepening { 1 } else { options.depth };
    for depth in begin..=options.depth {
        search.observer.on(Event::Deepening { depth });
        match iteration(searches, &mut search, depth, &mut found) {
            // What an earlier search left in the table may stand for leaves that were no ends of the game.
            Ok(()) if search.saw_horizon || goes_on => {}
            // All leaves were ends of the game: deeper is the same.
            Ok(()) => break,
            Err(limit) => return found.into_found(limit, || partial(&mut search, first)),
        }
    }
    if let Ties::Seeded(seed) = options.ties
        && let Err(limit) = draw(searches, &mut search, &mut found, seed)
    {
        return found.into_found(limit, || partial(&mut search, first));
    }
    found.into_found(Status::Complete, || partial(&mut search, first))
}

/// The iterations that ended.
struct Progress<M> {
    iterations: Vec<Iterated<M>>,
    /// The line of the last.
    line: Vec<M>,
}

impl<M: Copy> Progress<M> {
    /// The last iteration, or else what the unfinished first one has to offer.
    fn into_found(self, status: Status, partial: impl FnOnce() -> (M, Score)) -> Found<M> {
        let Self { iterations, line, .. } = self;
        if let Some(&Iterated { depth, value, best }) = iterations.last() {
            return Found { status, value, best, line, depth, iterations };
        }
        let (best, value) = partial();
        Found { status, value, best: Some(best), line: vec![best], depth: 0, iterations }
    }
}

/// A game that is over, or a limit that forbids even to begin.
fn without_search<G: Game, E: Evaluator<G>, O: Observer>(
    search: &mut Search<'_, G, E, O>,
    best: Option<G::Move>,
    limit: Option<Status>,
) -> Found<G::Move> {
    let value = search.evaluator.leaf(search.game, 0);
    search.observer.on(Event::Leaf { depth: 0 });
    let status = limit.unwrap_or(Status::Complete);
    Found { status, value, best, line: best.into_iter().collect(), depth: 0, iterations: Vec::new() }
}

/// The best move that an unfinished iteration has searched, or else the first there is.
fn partial<G: Game, E: Evaluator<G>, O: Observer>(
    search: &mut Search<'_, G, E, O>,
    first: G::Move,
) -> (G::Move, Score) {
    search.root.best.unwrap_or_else(|| (first, search.evaluator.leaf(search.game, 0)))
}

fn iteration<'a, G: Game, E: Evaluator<G>, O: Observer>(
    searches: &Searches<'a, G, E, O>,
    search: &mut Search<'a, G, E, O>,
    depth: u32,
    found: &mut Progress<G::Move>,
) -> Result<(), Status> {
    search.saw_horizon = false;
    search.root = Root { best: None, equals: Vec::new() };
    let value = (searches.iterate)(search, depth)?;
    let best = search.root.best.map(|(mv, _)| mv);
    found.line = line(search, depth, value);
    search.meter.report(|| Latest { depth, value, line: found.line.iter().map(|&mv| G::code(mv)).collect() });
    search.values.push(value);
    found.iterations.push(Iterated { depth, value, best });
    Ok(())
}

/// The principal variation: as it was noted, or as the table has it, whichever is longer.
fn line<G: Game, E: Evaluator<G>, O: Observer>(
    search: &mut Search<'_, G, E, O>,
    depth: u32,
    value: Score,
) -> Vec<G::Move> {
    let Some((best, _)) = search.root.best else { return Vec::new() };
    let noted = Vec::from(search.pv.root());
    let mut line = vec![best];
    search.beyond(best, &mut |search| follow(search, &mut line, depth, -value));
    if noted.len() >= line.len() && noted.first() == Some(&best) { noted } else { line }
}

/// Follows the table as long as it holds exact values. The last move, above the leaves, which no table holds, is found
/// by valuing them once more; that is not counted.
fn follow<G: Game, E: Evaluator<G>, O: Observer>(
    search: &mut Search<'_, G, E, O>,
    line: &mut Vec<G::Move>,
    depth: u32,
    value: Score,
) {
    let ply = line.len() as u32;
    let next = match depth - ply {
        0 => None,
        1 => above_leaves(search, ply, value),
        rest => stored(search, ply, rest, value),
    };
    let Some(mv) = next else { return };
    line.push(mv);
    search.beyond(mv, &mut |search| follow(search, line, depth, -value));
}

/// The best move of a position of which the table knows that it is worth exactly `value`.
fn stored<G: Game, E: Evaluator<G>, O: Observer>(
    search: &Search<'_, G, E, O>,
    ply: u32,
    depth: u32,
    value: Score,
) -> Option<G::Move> {
    let known = search.table.probe(search.game.key()).filter(|known| known.depth == depth)?;
    let is_exact = [known.lower, known.upper].map(|bound| from_root(bound, ply)) == [value; 2];
    search.listed().into_iter().find(|&mv| is_exact && known.best == Some(G::code(mv)))
}

/// The first move to a leaf that makes the position worth `value`.
fn above_leaves<G: Game, E: Evaluator<G>, O: Observer>(
    search: &mut Search<'_, G, E, O>,
    ply: u32,
    value: Score,
) -> Option<G::Move> {
    search.listed().into_iter().find(|&mv| -search.value_after(mv, ply + 1) == value)
}

/// Draws one of all best moves at the root.
fn draw<'a, G: Game, E: Evaluator<G>, O: Observer>(
    searches: &Searches<'a, G, E, O>,
    search: &mut Search<'a, G, E, O>,
    found: &mut Progress<G::Move>,
    seed: u64,
) -> Result<(), Status> {
    let Some(&Iterated { depth, value, best: Some(best) }) = found.iterations.last() else { return Ok(()) };
    if !searches.knows_equals {
        search.root.equals = equals(searches, search, depth, value, best)?;
    }
    let equals = &search.root.equals;
    let Some(&drawn) = equals.get(pick(seed, equals.len())) else { return Ok(()) };
    if drawn != best {
        found.line = vec![drawn];
        if let Some(last) = found.iterations.last_mut() {
            last.best = Some(drawn);
        }
    }
    Ok(())
}

/// All moves at the root that are worth `value`, in natural order: `best`, and those that a zero-window search shows
/// to be no worse.
fn equals<'a, G: Game, E: Evaluator<G>, O: Observer>(
    searches: &Searches<'a, G, E, O>,
    search: &mut Search<'a, G, E, O>,
    depth: u32,
    value: Score,
    best: G::Move,
) -> Result<Vec<G::Move>, Status> {
    let node = Node::root(depth, -INFINITY, INFINITY).child(value - 1, value);
    let mut equals = Vec::new();
    for mv in search.listed() {
        if mv == best || search.after(mv, |search| (searches.visit)(search, node))? >= value {
            equals.push(mv);
        }
    }
    Ok(equals)
}

/// A number below `count` that the seed alone decides.
fn pick(seed: u64, count: usize) -> usize {
    ((u128::from(splitmix64(seed)) * count as u128) >> 64) as usize
}
