//! The node table of jump points: of each its cost, the cell where its jump began, the direction in which it was
//! reached, and a mark if it is closed.
//!
//! One entry a cell and not one a state: of two ways to a cell the cheaper counts, of two equal ones the first,
//! whatever their directions. Not here: why that loses no optimum (mod.rs).

use super::JumpState;
use crate::maze::Octile;
use searchlab_search::path::{Cost, NodeId, NodeTable, Relaxed};

#[derive(Debug, Clone, Copy)]
struct Node {
    g: Octile,
    /// Cell where the jump began, and direction in which it arrived.
    origin: JumpState,
    /// Twice the number of the search, plus one if closed.
    mark: u32,
}

/// Memory of the jump points of a grid, never cleared between searches: each entry carries the number of the search
/// that wrote it.
#[derive(Debug, Clone)]
pub struct JumpNodes {
    nodes: Vec<Node>,
    /// Twice the number of this search.
    mark: u32,
}

impl JumpNodes {
    /// Bytes that [`new`](Self::new) takes.
    pub(super) const fn bytes_for(cells: usize) -> u64 {
        (cells * size_of::<Node>()) as u64
    }

    /// For cells below `cells`.
    pub fn new(cells: usize) -> Self {
        let unknown = Node { g: Octile::ZERO, origin: JumpState::default(), mark: 0 };
        Self { nodes: vec![unknown; cells], mark: 0 }
    }
}

impl NodeTable for JumpNodes {
    type State = JumpState;
    type Cost = Octile;
    /// The state where the jump began; its direction is not kept.
    type Link = JumpState;

    fn begin(&mut self) {
        self.mark = self.mark.wrapping_add(2);
        if self.mark == 0 {
            self.nodes.iter_mut().for_each(|node| node.mark = 0);
            self.mark = 2;
        }
    }

    #[inline(always)]
    fn relax(&mut self, state: JumpState, g: Octile, link: JumpState) -> Relaxed {
        let id = state.cell();
        let node = &mut self.nodes[id as usize];
        let was = node.mark;
        let is_known = was | 1 == self.mark | 1;
        if is_known && g >= node.g {
            return Relaxed::Known;
        }
        *node = Node { g, origin: link.arriving_like(state), mark: self.mark };
        if !is_known {
            Relaxed::New(id)
        } else if was == self.mark {
            Relaxed::Improved(id)
        } else {
            Relaxed::Reopened(id)
        }
    }

    #[inline(always)]
    fn close(&mut self, id: NodeId) -> Option<(JumpState, Octile)> {
        let node = &mut self.nodes[id as usize];
        if node.mark != self.mark {
            return None;
        }
        node.mark |= 1;
        Some((JumpState::of(id).arriving_like(node.origin), node.g))
    }

    #[inline(always)]
    fn g(&self, state: JumpState) -> Option<Octile> {
        self.id(state).map(|id| self.nodes[id as usize].g)
    }

    #[inline(always)]
    fn id(&self, state: JumpState) -> Option<NodeId> {
        let id = state.cell();
        (self.nodes[id as usize].mark | 1 == self.mark | 1).then_some(id)
    }

    fn node(&self, id: NodeId) -> (JumpState, Octile, JumpState) {
        let node = &self.nodes[id as usize];
        (JumpState::of(id).arriving_like(node.origin), node.g, JumpState::of(node.origin.cell()))
    }

    #[inline(always)]
    fn is_closed(&self, id: NodeId) -> bool {
        self.nodes[id as usize].mark == self.mark | 1
    }

    fn bytes(&self) -> u64 {
        size_of_val(self.nodes.as_slice()) as u64
    }

    fn needed(&self, _more: usize) -> u64 {
        self.bytes()
    }
}
