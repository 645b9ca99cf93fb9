//! Iterative deepening with aspiration windows, until the depth, the time or the game ends.

use super::super::board::{CELLS, Point};
use super::super::evaluation::Evaluation;
use super::super::game::Gomoku;
use super::super::patterns::{Patterns, Rows};
use super::super::solver::VcfTable;
use super::helpers::{Helped, with_helpers};
use super::margins;
use super::node::{MOST_PLIES, Node, Search};
use super::options::{Options, Technique};
use super::vct::ThreatSearch;
use searchlab_search::budget::{Budget, Meter, Status};
use searchlab_search::counters::Counters;
use searchlab_search::game::pv_table::PvTable;
use searchlab_search::game::score::{INFINITY, SOME_WIN, STATIC_LIMIT, Score, WIN, is_decisive, plies_to_end};
use searchlab_search::game::{Found, Iterated, Table};
use searchlab_search::live::Latest;
use searchlab_search::observer::{Event, Observer};

/// The memory that searches can share: made once, emptied before each.
#[derive(Debug)]
pub struct Memory {
    /// Transposition table: bounds of positions.
    pub table: Table,
    /// Refuted sequences of fours.
    pub fours: VcfTable,
}

impl Memory {
    /// With this table.
    pub fn new(table: Table) -> Self {
        Self { table, fours: VcfTable::new(FOURS_BITS) }
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.table.bytes() + self.fours.bytes()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
        self.fours.clear();
    }
}

/// Size of the memory of fours: 2^16 words.
pub(super) const FOURS_BITS: u32 = 16;

/// The parts of a search that all of its threads share.
#[derive(Debug, Clone)]
pub(super) struct Means<'a> {
    pub(super) evaluation: &'a Evaluation,
    pub(super) options: &'a Options,
    pub(super) table: &'a Table,
    /// Moves at the root that the caller does not want.
    pub(super) avoided: Vec<Point>,
}

/// The best of the moves at the root that the iteration has searched so far.
#[derive(Debug, Default)]
pub(super) struct Root {
    pub(super) best: Option<(Point, Score)>,
    /// Moves that leave the other side a win by threats.
    pub(super) refuted: Vec<Point>,
    /// Moves that the caller does not want.
    pub(super) avoided: Vec<Point>,
}

/// Searches a position; beside the result what helpers did for it. The memory is used as it is. Of a limit of nodes each
/// thread has an even share.
pub fn search<O: Observer>(
    game: &mut Gomoku,
    evaluation: &Evaluation,
    options: &Options,
    memory: &mut Memory,
    budget: &Budget,
    observer: &mut O,
) -> (Found<Point>, Helped) {
    let avoided = game.avoided();
    let patterns = game.patterns_mut();
    let helpers = u64::from(options.threads.saturating_sub(1));
    let bytes = memory.bytes() + helpers * memory.fours.bytes();
    observer.on(Event::TableBytes(bytes));
    let Memory { table, fours } = memory;
    let means = Means { evaluation, options, table, avoided };
    if helpers == 0 {
        return (lead(&means, patterns, fours, bytes, budget, observer), Helped::default());
    }
    let max_nodes = budget.max_nodes.map(|nodes| nodes.div_ceil(options.threads.into()));
    let budget = Budget { max_nodes, ..budget.clone() };
    let helped_patterns = patterns.clone();
    with_helpers(&means, &helped_patterns, &budget, || lead(&means, patterns, fours, bytes, &budget, observer))
}

/// The same with counters as the observer. Compiled here, for speed, and not in the crate that calls it.
pub fn counted_search(
    game: &mut Gomoku,
    evaluation: &Evaluation,
    options: &Options,
    memory: &mut Memory,
    budget: &Budget,
) -> (Found<Point>, Counters) {
    let mut counters = Counters::default();
    let (found, helped) = search(game, evaluation, options, memory, budget, &mut counters);
    (found, counters.plus(&helped.counters))
}

impl<'a, O: Observer> Search<'a, O> {
    /// Without a search for threats.
    pub(super) fn new(
        means: &Means<'a>,
        patterns: &'a mut Patterns,
        fours: &'a mut VcfTable,
        observer: &'a mut O,
        meter: Meter<'a>,
    ) -> Self {
        let Means { evaluation, options, table, ref avoided } = *means;
        Self {
            patterns,
            evaluation,
            options,
            table,
            fours,
            observer,
            meter,
            moves: Vec::with_capacity(4096),
            lines: PvTable::new(MOST_PLIES + 1),
            killers: vec![[None; 2]; MOST_PLIES as usize + 1],
            history: Box::new([[0; CELLS]; 2]),
            root: Root { avoided: avoided.clone(), ..Root::default() },
            foresight: None,
            iteration: 0,
            standings: vec![0; MOST_PLIES as usize + 1],
        }
    }
}

/// The search of the first thread.
fn lead<O: Observer>(
    means: &Means<'_>,
    patterns: &mut Patterns,
    fours: &mut VcfTable,
    bytes: u64,
    budget: &Budget,
    observer: &mut O,
) -> Found<Point> {
    let meter = Meter::new(budget);
    let limit = meter.check(bytes).err();
    let mut search = Search::new(means, patterns, fours, observer, meter);
    search.foresight = means.options.techniques.has(Technique::Vct).then(|| ThreatSearch::new(budget));
    let Some(first) = first_move(search.patterns, &means.avoided) else {
        return ended(search.patterns, limit.unwrap_or(Status::Complete));
    };
    let mut found = Found {
        status: Status::Complete,
        value: 0,
        best: Some(first),
        line: vec![first],
        depth: 0,
        iterations: Vec::new(),
    };
    if let Some(limit) = limit {
        return Found { status: limit, ..found };
    }
    if search.patterns.stones() == 0 {
        return found;
    }
    if let Err(limit) = deepen(&mut search, &mut found) {
        found.status = limit;
        if let Some((best, value)) = search.root.best
            && found.best != Some(best)
        {
            (found.best, found.value, found.line) = (Some(best), value, vec![best]);
        }
    }
    found
}

/// A finished game has no move.
fn ended(patterns: &Patterns, status: Status) -> Found<Point> {
    let value = match patterns.winner() {
        Some(winner) if winner == patterns.side() => WIN,
        Some(_) => -WIN,
        None => 0,
    };
    Found { status, value, best: None, line: Vec::new(), depth: 0, iterations: Vec::new() }
}

/// Something to play before anything is known.
fn first_move(patterns: &Patterns, avoided: &[Point]) -> Option<Point> {
    if patterns.winner().is_some() {
        return None;
    }
    if patterns.stones() == 0 {
        return Some(patterns.setting().centre());
    }
    let candidates = super::moves::promising(patterns);
    let legal = |point: &Point| patterns.is_legal(*point);
    let kept = |point: &Point| !avoided.contains(point) && legal(point);
    let among = |cells: Rows| cells.points().find(kept);
    among(candidates).or_else(|| among(patterns.free())).or_else(|| patterns.free().points().find(legal))
}

fn deepen<O: Observer>(search: &mut Search<'_, O>, found: &mut Found<Point>) -> Result<(), Status> {
    if search.options.techniques.has(Technique::Vcf) && win_by_fours(search, found)? {
        return Ok(());
    }
    if win_by_threats(search, found)? {
        return Ok(());
    }
    let mut safe = Vec::new();
    for depth in 1..=search.options.depth.min(MOST_PLIES) {
        search.observer.on(Event::Deepening { depth });
        let value = iterate_safely(search, depth, found, &mut safe)?;
        let Some((best, _)) = search.root.best else { return Ok(()) };
        let line = Vec::from(search.lines.root());
        (found.value, found.best, found.depth) = (value, Some(best), depth);
        found.line = if line.first() == Some(&best) { line } else { vec![best] };
        found.iterations.push(Iterated { depth, value, best: Some(best) });
        report(search, found);
        // What is decided within the depth stays so; and a win by threats is one, whatever its length.
        let is_decided = plies_to_end(value).is_some_and(|plies| plies <= depth);
        if is_decided || value > STATIC_LIMIT && plies_to_end(value).is_none() {
            break;
        }
    }
    Ok(())
}

fn report<O: Observer>(search: &Search<'_, O>, found: &Found<Point>) {
    search.meter.report(|| Latest {
        depth: found.depth,
        value: found.value,
        line: found.line.iter().map(|point| point.index() as u16).collect(),
    });
}

/// Looks for a win by fours before anything else.
fn win_by_fours<O: Observer>(search: &mut Search<'_, O>, found: &mut Found<Point>) -> Result<bool, Status> {
    let Some(plies) = search.fours(|fours, watch| fours.search(watch, u32::MAX, margins::FUEL_AT_ROOT))? else {
        return Ok(false);
    };
    let line: Vec<Point> = search.fours.line().collect();
    let value = WIN - plies as Score;
    (found.value, found.best, found.depth) = (value, line.first().copied(), plies);
    found.iterations.push(Iterated { depth: plies, value, best: found.best });
    found.line = line;
    report(search, found);
    Ok(true)
}

/// Looks for a win by threats before the first iteration.
fn win_by_threats<O: Observer>(search: &mut Search<'_, O>, found: &mut Found<Point>) -> Result<bool, Status> {
    let Some(point) = search.threats(ThreatSearch::win)? else {
        return Ok(false);
    };
    (found.value, found.best, found.line) = (SOME_WIN, Some(point), vec![point]);
    report(search, found);
    Ok(true)
}

/// One iteration; again without its best move where that leaves the other side a win by threats. If no other move is
/// left that does not lose for certain, the best is played all the same: the other side has to find its win first.
fn iterate_safely<O: Observer>(
    search: &mut Search<'_, O>,
    depth: u32,
    found: &Found<Point>,
    safe: &mut Vec<Point>,
) -> Result<Score, Status> {
    loop {
        search.root.best = None;
        let value = iterate(search, depth, found.value)?;
        let best = search.root.best.map(|(best, _)| best);
        if !search.root.refuted.is_empty() && (best.is_none() || value < -STATIC_LIMIT) {
            search.root.refuted.clear();
            search.foresight.iter_mut().for_each(ThreatSearch::end_at_root);
            continue;
        }
        let (Some(best), true) = (best, search.foresight.is_some()) else { return Ok(value) };
        if depth < margins::VCT_FROM || is_decisive(value) || safe.contains(&best) {
            return Ok(value);
        }
        if !search.threats(|foresight, watch| foresight.is_refuted(watch, best))? {
            safe.push(best);
            return Ok(value);
        }
        search.root.refuted.push(best);
    }
}

/// One iteration, with an aspiration window around the last value at first.
pub(super) fn iterate<O: Observer>(search: &mut Search<'_, O>, depth: u32, last: Score) -> Result<Score, Status> {
    search.iteration = depth;
    let is_narrow = search.options.techniques.has(Technique::Aspiration) && depth > 4 && !is_decisive(last);
    let mut half = margins::ASPIRATION;
    let window = |half: Score| if is_narrow && half < INFINITY / 4 { half } else { 2 * INFINITY };
    let (mut alpha, mut beta) = (last.saturating_sub(window(half)), last.saturating_add(window(half)));
    loop {
        (alpha, beta) = (alpha.max(-INFINITY), beta.min(INFINITY));
        let value = search.visit(Node::root(depth as i32, alpha, beta))?;
        half *= 4;
        if value <= alpha && alpha > -INFINITY {
            alpha = value.saturating_sub(window(half));
        } else if value >= beta && beta < INFINITY {
            beta = value.saturating_add(window(half));
        } else {
            return Ok(value);
        }
        search.observer.on(Event::ZeroWindowSearch);
    }
}
