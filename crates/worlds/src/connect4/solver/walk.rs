//! The tree of the solver for observers of the walk; nothing of it is compiled for others.

use super::search::{Child, Node, Search};
use searchlab_search::budget::Status;
use searchlab_search::observer::{Cut, Observer, Walk};

impl<const ROWS: u32, O: Observer> Search<'_, ROWS, O> {
    /// The number of the move into a cell.
    pub(super) const fn code(cell: u64) -> u16 {
        (cell.trailing_zeros() / (ROWS + 1)) as u16
    }

    /// A search of a node begins.
    #[inline(always)]
    pub(super) fn walk_in(&mut self, node: &Node, alpha: i32) {
        if O::WANTS_WALK {
            // A pass is reported before its first node.
            self.report();
            self.observer.walk(Walk::Enter { alpha, beta: alpha + 1, depth: node.empty as u32 });
        }
    }

    /// It has ended.
    #[inline(always)]
    pub(super) fn walk_out(&mut self, value: i32) {
        if O::WANTS_WALK {
            self.observer.walk(Walk::Leave { value });
        }
    }

    /// Does something below a move.
    #[inline(always)]
    pub(super) fn below(
        &mut self,
        code: u16,
        search: impl FnOnce(&mut Self) -> Result<i32, Status>,
    ) -> Result<i32, Status> {
        if !O::WANTS_WALK {
            return search(self);
        }
        self.observer.walk(Walk::Move { code });
        let score = search(self);
        self.observer.walk(Walk::Back);
        score
    }

    /// A node ends early, by a move, before these children were searched, or by the entry of a key.
    #[inline(always)]
    pub(super) fn walk_cut(&mut self, by: Cut, code: Option<u16>, rest: Option<&[Child]>, key: Option<u64>) {
        if O::WANTS_WALK {
            let skipped = rest.map(|rest| rest.iter().filter(|child| child.node.moves != 0).count() as u32);
            self.observer.walk(Walk::Cut { by, code, skipped, key, beta: i32::MAX });
        }
    }

    /// A child is not searched, as a lower bound of it is known.
    #[inline(always)]
    pub(super) fn walk_known(&mut self, cell: u64, node: &Node, key: u64, (alpha, lower): (i32, i32)) {
        if O::WANTS_WALK {
            self.observer.walk(Walk::Move { code: Self::code(cell) });
            self.walk_in(node, alpha);
            self.walk_cut(Cut::Bound, None, None, Some(key));
            self.walk_out(lower);
            self.observer.walk(Walk::Back);
        }
    }
}
