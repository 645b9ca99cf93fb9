//! The trees of the solvers for observers of the walk; nothing of it is compiled for others.
//!
//! Values: 1 where the side to move has been found to win, -1 where it has been found to lose, 0 where neither.

use super::super::board::Point;
use super::pns::{INFINITE, Numbers};
use super::threats::Watch;
use searchlab_search::budget::Status;
use searchlab_search::game::score::INFINITY;
use searchlab_search::observer::{Cut, Observer, Subtree, Walk};

/// A node of the tree of a proof, by the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Node {
    /// The attacker's: one winning move is enough.
    Or,
    /// The defender's: each move must lose.
    And,
}

/// The result of the search of a node.
pub(super) trait Verdict {
    /// True if the attacker has been found to win.
    fn wins(&self) -> bool;
}

impl Verdict for bool {
    fn wins(&self) -> bool {
        *self
    }
}

/// Plies to the win.
impl Verdict for Option<u32> {
    fn wins(&self) -> bool {
        self.is_some()
    }
}

impl Verdict for Numbers {
    fn wins(&self) -> bool {
        self.proof == 0
    }
}

/// Replies that do not lose, if there is a threat.
impl Verdict for Option<Vec<Point>> {
    fn wins(&self) -> bool {
        self.as_ref().is_some_and(Vec::is_empty)
    }
}

impl<O: Observer> Watch<'_, '_, O> {
    /// A search of a node to a depth in plies.
    #[inline(always)]
    pub(super) fn node<T: Verdict>(
        &mut self,
        node: Node,
        depth: u32,
        search: impl FnOnce(&mut Self) -> Result<T, Status>,
    ) -> Result<T, Status> {
        if O::WANTS_WALK {
            self.observer.walk(Walk::Enter { alpha: -INFINITY, beta: INFINITY, depth });
        }
        let found = search(self)?;
        if O::WANTS_WALK {
            let wins = i32::from(found.wins());
            self.observer.walk(Walk::Leave { value: if node == Node::Or { wins } else { -wins } });
        }
        Ok(found)
    }

    /// A search of the position after a move, which is taken back.
    #[inline(always)]
    pub(super) fn after<T>(&mut self, point: Point, search: impl FnOnce(&mut Self) -> T) -> T {
        if O::WANTS_WALK {
            self.observer.walk(Walk::Move { code: point.index() as u16 });
        }
        self.patterns.make(point);
        let found = search(self);
        self.patterns.unmake();
        if O::WANTS_WALK {
            self.observer.walk(Walk::Back);
        }
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
