//! The tree of the engine for observers of the walk; nothing of it is compiled for others.

use super::super::board::Point;
use super::node::{Node, Search};
use searchlab_search::budget::Status;
use searchlab_search::game::Score;
use searchlab_search::observer::{Cut, Observer, Subtree, Walk};

impl<O: Observer> Search<'_, O> {
    /// A search of a node begins.
    #[inline(always)]
    pub(super) fn walk_in(&mut self, node: Node) {
        if O::WANTS_WALK {
            self.observer.walk(Walk::Enter { alpha: node.alpha, beta: node.beta, depth: node.depth.max(0) as u32 });
        }
    }

    /// It has ended.
    #[inline(always)]
    pub(super) fn walk_out(&mut self, value: Score) {
        if O::WANTS_WALK {
            self.observer.walk(Walk::Leave { value });
        }
    }

    /// A move is made.
    #[inline(always)]
    pub(super) fn walk_to(&mut self, point: Point) {
        if O::WANTS_WALK {
            self.observer.walk(Walk::Move { code: point.index() as u16 });
        }
    }

    /// It is taken back.
    #[inline(always)]
    pub(super) fn walk_back(&mut self) {
        if O::WANTS_WALK {
            self.observer.walk(Walk::Back);
        }
    }

    /// A node ends early, perhaps by a move, before this number of others.
    #[inline(always)]
    pub(super) fn walk_cut(&mut self, by: Cut, node: Node, mv: Option<(Point, usize)>) {
        if O::WANTS_WALK {
            let code = mv.map(|(point, _)| point.index() as u16);
            let skipped = mv.map(|(_, skipped)| skipped as u32);
            let key = (by == Cut::Table).then(|| self.patterns.key());
            self.observer.walk(Walk::Cut { by, code, skipped, key, beta: node.beta });
        }
    }

    /// The value of the node is stored.
    #[inline(always)]
    pub(super) fn walk_store(&mut self) {
        if O::WANTS_WALK {
            self.observer.walk(Walk::Store { key: self.patterns.key() });
        }
    }

    /// A search that is not told node by node.
    #[inline(always)]
    pub(super) fn subtree<T>(
        &mut self,
        of: Subtree,
        search: impl FnOnce(&mut Self) -> Result<T, Status>,
    ) -> Result<T, Status> {
        self.subtree_with(of, search, |_| None)
    }

    /// The same, with the value that it gives the node.
    #[inline(always)]
    pub(super) fn subtree_with<T>(
        &mut self,
        of: Subtree,
        search: impl FnOnce(&mut Self) -> Result<T, Status>,
        value: impl FnOnce(&Result<T, Status>) -> Option<Score>,
    ) -> Result<T, Status> {
        if !O::WANTS_WALK {
            return search(self);
        }
        self.observer.walk(Walk::Subtree { of });
        let found = search(self);
        let value = value(&found);
        self.observer.walk(Walk::SubtreeEnd { value });
        found
    }
}
