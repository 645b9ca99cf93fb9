//! The tree of a solve for observers of the walk; nothing of it is compiled for others.
//!
//! Searches that order moves and the last plies, which code of their own searches, are told by their counts.

use super::solver::Solver;
use crate::othello::board::Move;
use crate::othello::kernel::Kernel;
use searchlab_search::observer::{Cut, Observer, Subtree, Walk};

impl<K: Kernel, O: Observer> Solver<'_, K, O> {
    /// True if the walk is asked for.
    #[inline(always)]
    fn is_told(&self) -> bool {
        O::WANTS_WALK && self.observer.as_ref().is_some_and(Observer::wants_walk)
    }

    /// Tells a step, after the counts before it.
    #[cold]
    #[inline(never)]
    fn tell(&mut self, step: Walk) {
        self.report();
        if let Some(observer) = &mut self.observer {
            observer.walk(step);
        }
    }

    /// Searches a node with `empties` empty squares.
    #[inline(always)]
    pub(super) fn visit(
        &mut self,
        empties: u32,
        (alpha, beta): (i32, i32),
        search: impl FnOnce(&mut Self) -> i32,
    ) -> i32 {
        if self.is_told() {
            self.tell(Walk::Enter { alpha, beta, depth: empties });
        }
        let value = search(self);
        if self.is_told() && self.stopped.is_none() {
            self.tell(Walk::Leave { value });
        }
        value
    }

    /// Searches what follows a move.
    #[inline(always)]
    pub(super) fn after<T>(&mut self, mv: Move, search: impl FnOnce(&mut Self) -> T) -> T {
        if self.is_told() {
            self.tell(Walk::Move { code: mv.number().into() });
        }
        let found = search(self);
        if self.is_told() {
            self.tell(Walk::Back);
        }
        found
    }

    /// A search that is told by its counts, and by the value that it gives the node.
    #[inline(always)]
    pub(super) fn subtree<T>(
        &mut self,
        of: Subtree,
        search: impl FnOnce(&mut Self) -> T,
        value: impl FnOnce(&T) -> Option<i32>,
    ) -> T {
        if self.is_told() {
            self.tell(Walk::Subtree { of });
        }
        let found = search(self);
        if self.is_told() {
            let value = value(&found).filter(|_| self.stopped.is_none());
            self.tell(Walk::SubtreeEnd { value });
        }
        found
    }

    /// The node is a leaf.
    #[inline(always)]
    pub(super) fn tell_leaf(&mut self) {
        if self.is_told() {
            self.tell(Walk::Leaf);
        }
    }

    /// A node ends early, by a move, before this number of others, or by the entry of a key.
    #[inline(always)]
    pub(super) fn tell_cut(&mut self, by: Cut, mv: Option<(Move, usize)>, key: Option<u64>) {
        if self.is_told() {
            let code = mv.map(|(mv, _)| mv.number().into());
            let skipped = mv.map(|(_, skipped)| skipped as u32);
            self.tell(Walk::Cut { by, code, skipped, key, beta: i32::MAX });
        }
    }

    /// The result of the node is stored.
    #[inline(always)]
    pub(super) fn tell_store(&mut self, key: impl FnOnce() -> u64) {
        if self.is_told() {
            self.tell(Walk::Store { key: key() });
        }
    }
}
