//! State shared by all algorithms over games while they run: the position, the moves of the nodes on the path, the
//! principal variation, killer moves and history, the budget and the observer.
//!
//! Not here: any algorithm.

use super::history::MoveHistory;
use super::options::Options;
use super::pv_table::PvTable;
use super::rules::{Evaluator, Game};
use super::score::{INFINITY, Score, from_position, from_root};
use super::table::{StoreOutcome, Table, TtEntry};
use crate::budget::{Meter, Status};
use crate::observer::{Cut, Event, Observer, Walk};

/// A search that is running.
pub(super) struct Search<'a, G: Game, E, O> {
    pub(super) game: &'a mut G,
    pub(super) evaluator: &'a E,
    pub(super) options: &'a Options,
    pub(super) table: &'a mut Table,
    pub(super) observer: &'a mut O,
    pub(super) meter: Meter<'a>,
    /// The moves of all nodes on the path, those of the deepest node last, each with its rank.
    pub(super) moves: Vec<Ranked<G::Move>>,
    pub(super) pv: PvTable<G::Move>,
    pub(super) learned: MoveHistory,
    pub(super) root: Root<G::Move>,
    /// The values of the root in the iterations before, the last one last.
    pub(super) values: Vec<Score>,
    /// The values of each move of the root in the iterations before, by its place in natural order; of algorithms that
    /// search the root move by move.
    pub(super) root_values: Vec<Vec<Score>>,
    /// True if any leaf was one only because the depth ended there.
    pub(super) saw_horizon: bool,
}

/// A move and how early it is to be searched: greater is earlier.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ranked<M> {
    pub(super) mv: M,
    /// A one before the fields of the order, so that it is above 0, which stands for moves that were taken.
    pub(super) rank: u64,
}

/// The best of the moves at the root that the iteration has searched so far.
#[derive(Debug, Clone)]
pub(super) struct Root<M> {
    pub(super) best: Option<(M, Score)>,
    /// All moves that are as good, where the algorithm knows the exact value of each.
    pub(super) equals: Vec<M>,
}

/// The moves of a node: where they stand in the stack of all moves.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moves {
    pub(super) begin: usize,
    pub(super) end: usize,
}

/// The window of a node, and how deep below the root it stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    /// Plies that are to be searched below it.
    pub(super) depth: u32,
    /// Plies above it.
    pub(super) ply: u32,
    /// Values up to here need not be told apart.
    pub(super) alpha: Score,
    /// Nor values from here on.
    pub(super) beta: Score,
}

impl Node {
    /// The root with a window.
    pub(super) const fn root(depth: u32, alpha: Score, beta: Score) -> Self {
        Self { depth, ply: 0, alpha, beta }
    }

    /// The child with a window, given as this node sees it.
    #[inline(always)]
    pub(super) const fn child(self, alpha: Score, beta: Score) -> Self {
        Self { depth: self.depth - 1, ply: self.ply + 1, alpha: -beta, beta: -alpha }
    }
}

impl<'a, G: Game, E: Evaluator<G>, O: Observer> Search<'a, G, E, O> {
    pub(super) fn new(
        game: &'a mut G,
        evaluator: &'a E,
        options: &'a Options,
        table: &'a mut Table,
        meter: Meter<'a>,
        observer: &'a mut O,
    ) -> Self {
        observer.on(Event::TableBytes(table.bytes()));
        Self {
            learned: MoveHistory::new(options.ordering, G::MOVE_CODES, options.depth),
            game,
            evaluator,
            options,
            table,
            observer,
            meter,
            moves: Vec::with_capacity(1024),
            pv: PvTable::new(options.depth),
            root: Root { best: None, equals: Vec::new() },
            values: Vec::new(),
            root_values: Vec::new(),
            saw_horizon: false,
        }
    }

    /// Values a leaf.
    #[inline(always)]
    pub(super) fn leaf(&mut self, ply: u32) -> Result<Score, Status> {
        self.reach_leaf(ply)?;
        Ok(self.evaluator.leaf(self.game, ply))
    }

    /// Values the leaf after a move, as the mover sees it.
    #[inline(always)]
    pub(super) fn leaf_after(&mut self, mv: G::Move, ply: u32) -> Result<Score, Status> {
        self.reach_leaf(ply)?;
        Ok(-self.evaluator.leaf_after(self.game, mv, ply))
    }

    /// Pays for a leaf that is one because the depth ends there, and notes it.
    #[inline(always)]
    fn reach_leaf(&mut self, ply: u32) -> Result<(), Status> {
        self.meter.spend(1, || 0)?;
        self.saw_horizon = true;
        self.observer.on(Event::Leaf { depth: ply });
        Ok(())
    }

    /// Puts the moves of a node on the stack; `None` if the game is over.
    #[inline(always)]
    pub(super) fn expand(&mut self) -> Result<Option<Moves>, Status> {
        self.meter.spend(1, || 0)?;
        let begin = self.moves.len();
        let Self { game, moves, .. } = self;
        game.moves(|mv| moves.push(Ranked { mv, rank: 1 }));
        let end = self.moves.len();
        Ok((begin < end).then_some(Moves { begin, end }))
    }

    /// Notes that the moves of a node are about to be searched.
    #[inline(always)]
    pub(super) fn expanded(&mut self, ply: u32) {
        let state = if self.observer.wants_states() { self.game.key() } else { 0 };
        self.observer.on(Event::Expanded { state, depth: ply });
    }

    /// The value of a finished game, which has no moves to [expand](Self::expand).
    #[inline(always)]
    pub(super) fn finished(&mut self, ply: u32) -> Score {
        self.pv.clear(ply);
        self.observer.on(Event::Leaf { depth: ply });
        self.evaluator.finished(self.game, ply)
    }

    /// Takes the moves of a node from the stack, after the first `searched` of them were searched.
    #[inline(always)]
    pub(super) fn leave(&mut self, moves: Moves, searched: usize) {
        self.observer.on(Event::Generated(searched as u32));
        self.moves.truncate(moves.begin);
    }

    /// Notes a cutoff by a move, the last of the `searched` of the `moves` of its node.
    #[inline(always)]
    pub(super) fn cutoff(&mut self, node: Node, mv: G::Move, moves: Moves, searched: usize) {
        self.observer.on(Event::Cutoff { first: searched == 1 });
        self.cut(node, Cut::Beta, Some(mv), Some(moves.end - moves.begin - searched), None);
        self.learned.cutoff(self.game.side(), G::code(mv), node.ply, node.depth);
    }

    /// Searches what follows a move, as the mover sees it. A leaf is valued here, without a call.
    #[inline(always)]
    pub(super) fn child(
        &mut self,
        mv: G::Move,
        child: Node,
        visit: impl FnOnce(&mut Self, Node) -> Result<Score, Status>,
    ) -> Result<Score, Status> {
        if child.depth == 0 {
            self.walk_to(mv);
            self.enter(child);
            let value = self.leaf_after(mv, child.ply);
            self.left(value.map(|value| -value));
            self.walk_back();
            return value;
        }
        self.after(
            mv,
            #[inline(always)]
            |search| visit(search, child),
        )
    }

    /// The same for the few moves of the root, where the code of moves and leaves is not worth a copy for each caller.
    #[inline(never)]
    pub(super) fn child_of_root(
        &mut self,
        mv: G::Move,
        child: Node,
        visit: fn(&mut Self, Node) -> Result<Score, Status>,
    ) -> Result<Score, Status> {
        self.child(mv, child, visit)
    }

    /// [`leaf_after`](Evaluator::leaf_after) outside of the tree, uncounted.
    #[inline(never)]
    pub(super) fn value_after(&mut self, mv: G::Move, ply: u32) -> Score {
        self.evaluator.leaf_after(self.game, mv, ply)
    }

    /// The moves of the position, outside of the tree.
    #[inline(never)]
    pub(super) fn listed(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(|mv| moves.push(mv));
        moves
    }

    /// Does something with the position after a move, outside of the tree.
    #[inline(never)]
    pub(super) fn beyond(&mut self, mv: G::Move, look: &mut dyn FnMut(&mut Self)) {
        let undo = self.game.make(mv);
        look(self);
        self.game.unmake(mv, undo);
    }

    /// Does something with the position after a move, as the mover sees it.
    #[inline(always)]
    pub(super) fn after(
        &mut self,
        mv: G::Move,
        visit: impl FnOnce(&mut Self) -> Result<Score, Status>,
    ) -> Result<Score, Status> {
        self.walk_to(mv);
        let undo = self.game.make(mv);
        let value = visit(self);
        self.game.unmake(mv, undo);
        self.walk_back();
        value.map(|value| -value)
    }

    /// Reports to an observer of the walk that a search of a node begins.
    #[inline(always)]
    pub(super) fn enter(&mut self, node: Node) {
        if O::WANTS_WALK {
            self.observer.walk(Walk::Enter { alpha: node.alpha, beta: node.beta, depth: node.depth });
        }
    }

    /// Reports to an observer of the walk that the search has ended with a value.
    #[inline(always)]
    pub(super) fn left(&mut self, value: Result<Score, Status>) {
        if O::WANTS_WALK
            && let Ok(value) = value
        {
            self.observer.walk(Walk::Leave { value });
        }
    }

    /// Reports to an observer of the walk why the search of a node ends early: by a move or by the entry of a key, with
    /// the number of moves that were not looked at.
    #[inline(always)]
    pub(super) fn cut(&mut self, node: Node, by: Cut, mv: Option<G::Move>, skipped: Option<usize>, key: Option<u64>) {
        if O::WANTS_WALK {
            let skipped = skipped.map(|skipped| skipped as u32);
            self.observer.walk(Walk::Cut { by, code: mv.map(G::code), skipped, key, beta: node.beta });
        }
    }

    #[inline(always)]
    fn walk_to(&mut self, mv: G::Move) {
        if O::WANTS_WALK {
            self.observer.walk(Walk::Move { code: G::code(mv) });
        }
    }

    #[inline(always)]
    fn walk_back(&mut self) {
        if O::WANTS_WALK {
            self.observer.walk(Walk::Back);
        }
    }

    /// Probes the transposition table for bounds of the position, whatever their depth.
    #[inline(always)]
    pub(super) fn probe(&mut self, key: u64, ply: u32) -> Option<TtEntry> {
        self.observer.on(Event::TableProbe);
        let known = self.table.probe(key)?;
        self.observer.on(Event::TableHit);
        Some(TtEntry { lower: from_root(known.lower, ply), upper: from_root(known.upper, ply), ..known })
    }

    /// Stores the value that a node got within its window in the transposition table: exact, or as a lower or upper
    /// bound.
    #[inline(always)]
    pub(super) fn store(&mut self, key: u64, node: Node, value: Score, best: Option<G::Move>) {
        let score = from_position(value, node.ply);
        let known = TtEntry {
            lower: if value > node.alpha { score } else { -INFINITY },
            upper: if value < node.beta { score } else { INFINITY },
            depth: node.depth,
            best: best.filter(|_| value > node.alpha).map(G::code),
        };
        if O::WANTS_WALK {
            self.observer.walk(Walk::Store { key });
        }
        match self.table.store(key, known) {
            StoreOutcome::Kept => self.observer.on(Event::TableStore),
            StoreOutcome::Displaced => {
                self.observer.on(Event::TableStore);
                self.observer.on(Event::TableOverwrite);
            }
            StoreOutcome::Refused => {}
        }
    }

    /// Notes that a move is the best so far of a node, and updates the principal variation. A null window gives bounds
    /// and no variation.
    #[inline(always)]
    pub(super) fn improve(&mut self, node: Node, mv: G::Move, value: Score) {
        if node.beta - node.alpha > 1 {
            self.pv.set(node.ply, node.depth, mv);
        }
        if node.ply == 0 {
            self.root.best = Some((mv, value));
        }
    }

    /// Notes the exact value of a move, if it is one at the root.
    #[inline(always)]
    pub(super) fn compare_at_root(&mut self, node: Node, mv: G::Move, value: Score) {
        if node.ply > 0 {
            return;
        }
        match self.root.best {
            Some((_, best)) if value < best => {}
            Some((_, best)) if value == best => self.root.equals.push(mv),
            _ => self.root.equals = vec![mv],
        }
    }
}
