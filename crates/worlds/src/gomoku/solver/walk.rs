//! The trees of the solvers for observers of the walk; nothing of it is compiled for others.
//!
//! Values: 1 where the side to move has been found to win, -1 where it has been found to lose, 0 where neither.

use super::super::board::Point;
use super::super::patterns::Patterns;
use super::pns::{INFINITE, Numbers};
use super::threats::Watch;
use searchlab_search::budget::Status;
use searchlab_search::game::score::INFINITY;
use searchlab_search::observer::{Cut, Observer, Subtree, Walk};

/// A search of a node begins, to a depth in plies.
#[inline(always)]
pub(super) fn enter<O: Observer>(observer: &mut O, depth: u32) {
    if O::WANTS_WALK {
        observer.walk(Walk::Enter { alpha: -INFINITY, beta: INFINITY, depth });
    }
}

/// It has ended: the attacker is to move and wins, or is not found to.
#[inline(always)]
pub(super) fn leave_attack<O: Observer>(observer: &mut O, wins: bool) {
    if O::WANTS_WALK {
        observer.walk(Walk::Leave { value: i32::from(wins) });
    }
}

/// It has ended: the defender is to move, and the attacker wins, or is not found to.
#[inline(always)]
pub(super) fn leave_defence<O: Observer>(observer: &mut O, wins: bool) {
    if O::WANTS_WALK {
        observer.walk(Walk::Leave { value: -i32::from(wins) });
    }
}

/// A move is made.
#[inline(always)]
pub(super) fn make<O: Observer>(observer: &mut O, point: Point) {
    if O::WANTS_WALK {
        observer.walk(Walk::Move { code: point.index() as u16 });
    }
}

/// It is taken back.
#[inline(always)]
pub(super) fn unmake<O: Observer>(observer: &mut O) {
    if O::WANTS_WALK {
        observer.walk(Walk::Back);
    }
}

/// A move answers the question of a node, before this number of others.
#[inline(always)]
pub(super) fn answered<O: Observer>(observer: &mut O, point: Point, skipped: Option<usize>) {
    if O::WANTS_WALK {
        let (code, skipped) = (Some(point.index() as u16), skipped.map(|skipped| skipped as u32));
        observer.walk(Walk::Cut { by: Cut::Answered, code, skipped, key: None, beta: INFINITY });
    }
}

/// The entry of a key answers it.
#[inline(always)]
pub(super) fn known<O: Observer>(observer: &mut O, key: u64) {
    if O::WANTS_WALK {
        observer.walk(Walk::Cut { by: Cut::Table, code: None, skipped: None, key: Some(key), beta: INFINITY });
    }
}

/// The result of the node is stored.
#[inline(always)]
pub(super) fn store<O: Observer>(observer: &mut O, key: u64) {
    if O::WANTS_WALK {
        observer.walk(Walk::Store { key });
    }
}

/// Proof and disproof number of the node, or the limits of the next.
#[inline(always)]
pub(super) fn numbers<O: Observer>(observer: &mut O, Numbers { proof, disproof }: Numbers) {
    if O::WANTS_WALK {
        let [proof, disproof] = [proof, disproof].map(|number| (number < INFINITE).then_some(number));
        observer.walk(Walk::Numbers { proof, disproof });
    }
}

impl<O: Observer> Watch<'_, '_, O> {
    /// A search of the position after a move, which is taken back.
    #[inline(always)]
    pub(super) fn after<T>(
        &mut self,
        patterns: &mut Patterns,
        point: Point,
        search: impl FnOnce(&mut Self, &mut Patterns) -> T,
    ) -> T {
        make(self.observer, point);
        patterns.make(point);
        let found = search(self, patterns);
        patterns.unmake();
        unmake(self.observer);
        found
    }

    /// A search that is not told node by node.
    #[inline(always)]
    pub(in crate::gomoku) fn subtree<T>(
        &mut self,
        of: Subtree,
        search: impl FnOnce(&mut Self) -> Result<T, Status>,
    ) -> Result<T, Status> {
        if !O::WANTS_WALK {
            return search(self);
        }
        self.observer.walk(Walk::Subtree { of });
        let found = search(self);
        self.observer.walk(Walk::SubtreeEnd { value: None });
        found
    }
}
