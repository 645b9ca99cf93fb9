//! One node of the engine's search: principal variation search, fail-soft.
//!
//! Idea        Probe the transposition table, prune by the static evaluation (futility, reverse futility, razoring),
//!             then search the moves: the first with the whole window, the others with a null window and late move
//!             reductions. Move ordering by table move, killer moves, history heuristic and patterns. At leaves a
//!             search of fours alone (VCF) takes the place of a quiescence search.
//!
//! Counts      `expanded`: nodes whose moves were searched, those of fours included; `evaluated`: leaves, positions
//!             decided at sight included; `passes`: re-searches; the rest as in every search of games.

use super::super::board::{CELLS, Point};
use super::super::evaluation::Evaluation;
use super::super::patterns::{CellShape, Patterns, Rows};
use super::super::solver::VcfTable;
use super::super::solver::threats::Watch;
use super::defences::{replies_by_shape, replies_to_four_three, replies_to_open_four, wins_in_five};
use super::driver::Root;
use super::margins;
use super::moves::{Ranked, ThreatResponse, decided, is_quiet, may_win_by_fours, near, need, pick, promising, rank};
use super::options::{Options, Technique};
use super::vct::ThreatSearch;
use searchlab_search::budget::{Meter, Status};
use searchlab_search::game::pv_table::PvTable;
use searchlab_search::game::score::{INFINITY, SOME_WIN, Score, WIN, from_position, from_root, is_decisive};
use searchlab_search::game::table::{StoreOutcome, Table, TtEntry};
use searchlab_search::observer::{Cut, Event, Observer, Subtree};

/// No line is followed deeper than this.
pub(super) const MOST_PLIES: u32 = 120;

/// A search that is running.
pub(super) struct Search<'a, O> {
    pub(super) patterns: &'a mut Patterns,
    pub(super) evaluation: &'a Evaluation,
    pub(super) options: &'a Options,
    pub(super) table: &'a Table,
    /// Refuted sequences of fours.
    pub(super) fours: &'a mut VcfTable,
    pub(super) observer: &'a mut O,
    pub(super) meter: Meter<'a>,
    /// The moves of all nodes on the path, those of the deepest node last.
    pub(super) moves: Vec<Ranked>,
    pub(super) lines: PvTable<Point>,
    pub(super) killers: Vec<[Option<Point>; 2]>,
    pub(super) history: Box<[[i32; CELLS]; 2]>,
    pub(super) root: Root,
    /// Searches for wins by threats, where they are asked for.
    pub(super) foresight: Option<ThreatSearch>,
    /// Depth of the iteration.
    pub(super) iteration: u32,
    /// The static evaluations of the nodes on the path, each for its side to move.
    pub(super) standings: Vec<Score>,
}

/// The window of a node, and where it stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    /// Plies that are to be searched below it; a leaf from 0 on.
    pub(super) depth: i32,
    /// Plies above it.
    pub(super) ply: u32,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// The move excluded while it is tested for being singular, the only good one.
    pub(super) excluded: Option<Point>,
}

impl Node {
    pub(super) const fn root(depth: i32, alpha: Score, beta: Score) -> Self {
        Self { depth, ply: 0, alpha, beta, excluded: None }
    }

    const fn child(self, depth: i32, alpha: Score, beta: Score) -> Self {
        Self { depth, ply: self.ply + 1, alpha: -beta, beta: -alpha, excluded: None }
    }

    /// True for PV nodes: those with an open window.
    pub(super) const fn is_pv(self) -> bool {
        self.alpha + 1 < self.beta
    }

    /// Late move reductions: plies that the move of this number is searched less deep at first: half as many if it
    /// makes or takes a three, more if it is a spite four, which puts off an open four of the other side and stops nothing.
    fn reduction(self, number: usize, is_whole: bool, is_spite: bool) -> i32 {
        if number <= 2 || self.ply == 0 {
            return 0;
        }
        let plies = margins::reduction(self.depth, number);
        let plies = if is_whole { plies } else { plies / 2 };
        (plies - i32::from(self.is_pv())).max(0) + if is_spite { margins::SPITE } else { 0 }
    }
}

/// Data of a node that is known before its moves are searched.
pub(super) struct NodeInfo {
    pub(super) need: ThreatResponse,
    /// The static evaluation, where it is needed.
    pub(super) standing: Score,
    /// True if that is above the static evaluation of the side's last turn.
    pub(super) is_improving: bool,
    /// The bounds of the value that the table knows, of whatever depth.
    pub(super) bounds: [Score; 2],
    pub(super) table_move: Option<Point>,
    /// True if the table move is the only good one.
    is_singular: bool,
}

impl NodeInfo {
    const fn new(need: ThreatResponse) -> Self {
        let bounds = [-INFINITY, INFINITY];
        Self { need, standing: 0, is_improving: false, bounds, table_move: None, is_singular: false }
    }
}

impl<O: Observer> Search<'_, O> {
    pub(super) fn has(&self, technique: Technique) -> bool {
        self.options.techniques.has(technique)
    }

    /// The value of a node; fail-soft.
    pub(super) fn visit(&mut self, node: Node) -> Result<Score, Status> {
        self.walk_in(node);
        let value = self.search(node)?;
        self.walk_out(value);
        Ok(value)
    }

    #[inline(always)]
    fn search(&mut self, mut node: Node) -> Result<Score, Status> {
        self.meter.spend(1, || 0)?;
        self.lines.clear(node.ply);
        let ply = node.ply as Score;
        if let Some(plies) = decided(self.patterns) {
            self.observer.on(Event::Leaf { depth: node.ply });
            self.note_decided(node, plies);
            return Ok(if plies > 0 { WIN - ply - plies } else { ply - plies - WIN });
        }
        if node.ply > 0 && self.has(Technique::Sight) && self.has(Technique::Vcf) && wins_in_five(self.patterns) {
            self.observer.on(Event::Leaf { depth: node.ply });
            return Ok(WIN - ply - 5);
        }
        if self.patterns.is_full() || self.patterns.is_stuck() {
            self.observer.on(Event::Leaf { depth: node.ply });
            return Ok(0);
        }
        let need = need(self.patterns);
        let is_answering = matches!(need, ThreatResponse::Block(_)) && self.has(Technique::Forced);
        if node.depth <= 0 && !is_answering || node.ply >= MOST_PLIES {
            self.observer.on(Event::Leaf { depth: node.ply });
            return self.leaf(node);
        }
        // Mate distance pruning: no loss is shorter than one of four plies here, and no win shorter than one of five,
        // or of three by a block.
        if node.ply > 0 {
            let soonest = if matches!(need, ThreatResponse::Block(_)) { 3 } else { 5 };
            (node.alpha, node.beta) = (node.alpha.max(ply + 4 - WIN), node.beta.min(WIN - ply - soonest));
            if node.alpha >= node.beta {
                self.walk_cut(Cut::MateDistance, node, None);
                return Ok(node.alpha);
            }
        }
        let mut known = NodeInfo::new(need);
        if let Some(value) = self.probe_tt(node, &mut known) {
            return Ok(value);
        }
        if need == ThreatResponse::Free {
            if self.wins_by_threats(node)? {
                self.walk_cut(Cut::Threats, node, None);
                return Ok(SOME_WIN - ply);
            }
            known.standing = self.standing(false);
            self.standings[node.ply as usize] = known.standing;
            known.is_improving = self.is_improving(node);
            self.correct_by_bounds(&mut known);
            if let Some(value) = self.decide_by_standing(node, known.standing)? {
                return Ok(value);
            }
            if let Some(value) = self.probcut(node, known.standing)? {
                return Ok(value);
            }
        } else if node.ply > 0 {
            // Amid threats a static evaluation says nothing: that of the node above stands for it.
            self.standings[node.ply as usize] = -self.standings[node.ply as usize - 1];
        }
        known.is_singular = self.is_singular(node, &known)?;
        self.search_moves(node, &known)
    }

    /// At the root even what is decided at sight needs a move.
    fn note_decided(&mut self, node: Node, plies: i32) {
        if node.ply == 0
            && let Some(point) = super::moves::at_sight(self.patterns)
        {
            self.root.best = Some((point, if plies > 0 { WIN - plies } else { -plies - WIN }));
            self.lines.set(0, 1, point);
        }
    }

    /// The static value for the side to move. At a leaf the last stone is taken back next, and needs no description.
    fn standing(&mut self, is_leaf: bool) -> Score {
        self.patterns.catch_up(usize::from(is_leaf));
        self.evaluation.sum(self.patterns)
    }

    /// The value of a leaf: the static value, or a win by fours where the side to move needs one to reach the window.
    pub(super) fn leaf(&mut self, node: Node) -> Result<Score, Status> {
        let standing = self.standing(true);
        // Stand pat
        if standing < node.beta
            && self.has(Technique::Vcf)
            && may_win_by_fours(self.patterns)
            && let Some(plies) = self.fours_at_leaf()?
        {
            return Ok(WIN - (node.ply + plies) as Score);
        }
        Ok(standing)
    }

    /// Plies of a win by fours, at a leaf.
    fn fours_at_leaf(&mut self) -> Result<Option<u32>, Status> {
        let is_glance = self.has(Technique::Sight);
        let fuel = margins::FUEL_AT_LEAF;
        self.fours(
            |fours, watch| {
                if is_glance { fours.glance(watch, fuel) } else { fours.search(watch, u32::MAX, fuel) }
            },
        )
    }

    /// Plies of a win by fours.
    pub(super) fn fours(
        &mut self,
        ask: impl FnOnce(&mut VcfTable, &mut Watch<'_, '_, O>) -> Result<Option<u32>, Status>,
    ) -> Result<Option<u32>, Status> {
        self.subtree(Subtree::Fours, |search| {
            let fours = &mut *search.fours;
            search.patterns.undescribed(|patterns| {
                ask(fours, &mut Watch { meter: &mut search.meter, observer: search.observer, patterns })
            })
        })
    }

    /// True if a node well above the leaves is won by threats (VCT).
    fn wins_by_threats(&mut self, node: Node) -> Result<bool, Status> {
        let above = if self.has(Technique::LateMoves) { margins::VCT_ABOVE_DEEPER } else { margins::VCT_ABOVE };
        if node.depth < above || node.ply == 0 || node.excluded.is_some() || node.alpha >= SOME_WIN {
            return Ok(false);
        }
        self.threats(ThreatSearch::wins_below)
    }

    /// Asks the search for threats, if there is one.
    pub(super) fn threats<T: Default>(
        &mut self,
        ask: impl FnOnce(&mut ThreatSearch, &mut Watch<'_, '_, O>) -> Result<T, Status>,
    ) -> Result<T, Status> {
        self.subtree(Subtree::Threats, |search| {
            let Some(foresight) = &mut search.foresight else { return Ok(T::default()) };
            search.patterns.undescribed(|patterns| {
                ask(foresight, &mut Watch { meter: &mut search.meter, observer: search.observer, patterns })
            })
        })
    }

    /// Probes the transposition table; a value ends the visit.
    fn probe_tt(&mut self, node: Node, known: &mut NodeInfo) -> Option<Score> {
        if !self.has(Technique::Table) {
            return None;
        }
        self.observer.on(Event::TableProbe);
        let found = self.table.probe(self.patterns.key())?;
        self.observer.on(Event::TableHit);
        let best = found.best.map(|code| Point::from_index(code.into()));
        known.table_move = best.filter(|&point| self.patterns.is_empty(point));
        let [lower, upper] = [found.lower, found.upper].map(|bound| from_root(bound, node.ply));
        known.bounds = [lower, upper];
        if node.ply == 0 || node.excluded.is_some() || (found.depth as i32) < node.depth {
            return None;
        }
        let value = match () {
            () if lower >= node.beta => lower,
            () if upper <= node.alpha => upper,
            () if lower == upper => lower,
            () => return None,
        };
        self.observer.on(Event::TableCutoff);
        self.walk_cut(Cut::Table, node, None);
        Some(value)
    }

    fn store(&mut self, node: Node, value: Score, best: Option<Point>) {
        if !self.has(Technique::Table) || node.excluded.is_some() {
            return;
        }
        let lower = if value > node.alpha { from_position(value, node.ply) } else { -INFINITY };
        let upper = if value < node.beta { from_position(value, node.ply) } else { INFINITY };
        let best = best.map(|point| point.index() as u16);
        let known = TtEntry { lower, upper, depth: node.depth.max(0) as u32, best };
        self.walk_store();
        self.observer.on(Event::TableStore);
        if self.table.store(self.patterns.key(), known) == StoreOutcome::Displaced {
            self.observer.on(Event::TableOverwrite);
        }
    }

    /// Puts the moves of a node on the stack, ranked: the table move first, then by patterns, killer moves and history.
    fn expand(&mut self, node: Node, known: &NodeInfo) -> usize {
        let begin = self.moves.len();
        if let ThreatResponse::Block(point) = known.need {
            self.moves.push(Ranked { point, rank: 0 });
            return begin;
        }
        let cells = self.replies(node, known).unwrap_or_else(|| {
            let some = promising(self.patterns);
            if node.is_pv() { some.or(&near(self.patterns)) } else { some }
        });
        self.patterns.catch_up(0);
        let killers = self.killers.get(node.ply as usize).copied().unwrap_or_default();
        let history = &self.history[self.patterns.side().index()];
        self.moves.extend(cells.points().map(|point| Ranked { point, rank: 0 }));
        rank(self.patterns, &mut self.moves[begin..]);
        for Ranked { point, rank } in &mut self.moves[begin..] {
            *rank += history[point.index()];
            if killers.contains(&Some(*point)) {
                *rank += KILLER_RANK;
            }
            if known.table_move == Some(*point) {
                *rank = i32::MAX;
            }
        }
        begin
    }

    /// The moves of a node where the other side threatens to win within five plies.
    fn replies(&self, node: Node, known: &NodeInfo) -> Option<Rows> {
        match (known.need, self.has(Technique::Sight)) {
            _ if !self.has(Technique::Defence) => None,
            (ThreatResponse::Defend, true) => Some(replies_to_open_four(self.patterns)),
            (ThreatResponse::Defend, false) => Some(replies_by_shape(self.patterns)),
            (_, has_sight) => (has_sight && node.ply > 0).then(|| replies_to_four_three(self.patterns)).flatten(),
        }
    }

    fn search_moves(&mut self, node: Node, known: &NodeInfo) -> Result<Score, Status> {
        let begin = self.expand(node, known);
        self.observer.on(Event::Expanded { state: self.patterns.key(), depth: node.ply });
        let (mut best, mut best_move) = (-INFINITY, None);
        let (mut searched, mut quiet, mut next) = (0, 0, begin);
        while let Some(point) = pick(&mut self.moves[next..]) {
            next += 1;
            let is_refuted =
                node.ply == 0 && (self.root.refuted.contains(&point) || self.root.avoided.contains(&point));
            if is_refuted || node.excluded == Some(point) || !self.patterns.is_legal(point) {
                continue;
            }
            let is_quiet = is_quiet(self.patterns, point);
            quiet += usize::from(is_quiet);
            let may_skip = node.ply > 0 && self.may_be_late(known) && best > -INFINITY && !is_decisive(best);
            if may_skip && self.is_too_late(node, known, searched) {
                break;
            }
            if may_skip && is_quiet && self.is_not_worth(node, known, quiet) {
                continue;
            }
            let alpha = node.alpha.max(best);
            searched += 1;
            let value = self.after(node, known, point, alpha, searched, is_quiet)?;
            if value > best {
                (best, best_move) = (value, Some(point));
                if value > node.alpha {
                    self.improve(node, point, value);
                }
                if value >= node.beta {
                    self.cutoff(node, point, searched, is_quiet);
                    self.walk_cut(Cut::Beta, node, Some((point, self.moves.len() - next)));
                    break;
                }
            }
        }
        self.observer.on(Event::Generated(searched as u32));
        self.moves.truncate(begin);
        if best_move.is_none() {
            // All that is left is forbidden, or excluded.
            self.walk_cut(Cut::Static, node, None);
            return Ok(if node.excluded.is_some() { node.alpha } else { self.standing(false) });
        }
        self.store(node, best, best_move);
        Ok(best)
    }

    /// The value of a move for its side, as far as the window asks.
    fn after(
        &mut self,
        node: Node,
        known: &NodeInfo,
        point: Point,
        alpha: Score,
        number: usize,
        is_quiet: bool,
    ) -> Result<Score, Status> {
        let is_forced = matches!(known.need, ThreatResponse::Block(_)) && self.has(Technique::Forced);
        let is_only = known.is_singular && known.table_move == Some(point);
        let is_four = self.patterns.shape(self.patterns.side(), point) >= CellShape::Four;
        // Extensions are not without end: only as deep below the root as the iteration is.
        let is_answer = known.need == ThreatResponse::Defend && !is_four;
        let is_spite = self.has(Technique::Sight)
            && known.need == ThreatResponse::Defend
            && self.patterns.shape(self.patterns.side().other(), point) < CellShape::Four;
        let is_free = is_answer && self.has(Technique::Extension) && node.ply < self.iteration;
        let depth = if is_forced || is_free { node.depth } else { node.depth - 1 + i32::from(is_only) };
        let (depth, reduction) = if self.has(Technique::Reductions) {
            let is_unknown =
                self.has(Technique::Table) && known.table_move.is_none() && known.need == ThreatResponse::Free;
            let unknown = i32::from(is_unknown && node.depth >= margins::UNKNOWN_FROM);
            (depth - unknown, node.reduction(number, is_quiet || is_four, is_spite))
        } else {
            (depth, 0)
        };
        self.walk_to(point);
        self.table.announce(self.patterns.key_after(point));
        self.patterns.make_lazily(point);
        let value = self.windows(node, depth, reduction, alpha, number);
        self.patterns.unmake();
        self.walk_back();
        value
    }

    /// Principal variation search: the first move with the whole window; the others with a null window that shows them
    /// to be no better, or re-searched.
    fn windows(
        &mut self,
        node: Node,
        depth: i32,
        reduction: i32,
        alpha: Score,
        number: usize,
    ) -> Result<Score, Status> {
        if number == 1 {
            return Ok(-self.visit(node.child(depth, alpha, node.beta))?);
        }
        let mut value = -self.visit(node.child(depth - reduction, alpha, alpha + 1))?;
        if value > alpha && reduction > 0 {
            self.observer.on(Event::ZeroWindowSearch);
            // Not without end: what was gained on the way here counts.
            let gained = node.depth + node.ply as i32 - self.iteration as i32;
            let may_be_deeper = self.has(Technique::Deeper) && gained < margins::MOST_GAINED && !is_decisive(value);
            let deeper = if may_be_deeper { margins::deeper(value - alpha) } else { 0 };
            value = -self.visit(node.child(depth + deeper, alpha, alpha + 1))?;
        }
        if value > alpha && value < node.beta {
            self.observer.on(Event::ZeroWindowSearch);
            value = -self.visit(node.child(depth, alpha, node.beta))?;
        }
        Ok(value)
    }

    /// Records a move that raises alpha.
    fn improve(&mut self, node: Node, point: Point, value: Score) {
        if node.excluded.is_none() {
            self.lines.set(node.ply, u32::MAX, point);
            if node.ply == 0 {
                self.root.best = Some((point, value));
            }
        }
    }

    /// Records a beta cutoff: a quiet move enters the killer moves and the history, to be tried early elsewhere.
    fn cutoff(&mut self, node: Node, point: Point, searched: usize, is_quiet: bool) {
        self.observer.on(Event::Cutoff { first: searched == 1 });
        if !is_quiet {
            return;
        }
        if self.has(Technique::Killer)
            && let Some(killers) = self.killers.get_mut(node.ply as usize)
            && killers[0] != Some(point)
        {
            *killers = [Some(point), killers[0]];
        }
        if self.has(Technique::History) {
            let weight = &mut self.history[self.patterns.side().index()][point.index()];
            let bonus = (node.depth * node.depth).clamp(1, 64) * 8;
            *weight += bonus - *weight * bonus / HISTORY_LIMIT;
        }
    }
}

/// Rank of a killer move in move ordering: about that of an open three.
const KILLER_RANK: i32 = 16 * 60;

/// Bound of the weights of the history heuristic.
const HISTORY_LIMIT: i32 = 16 * 60;
