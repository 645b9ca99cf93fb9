//! Prim's algorithm on random weights.
//!
//! Idea        Grow a tree from one cell, always by the lightest wall between it and the rest, where each wall has
//!             a random weight.
//! Source      Prim, Bell System Technical Journal 36 (1957); Jarník 1930.
//! Guarantees  A perfect maze: the minimum spanning tree of independent random weights. Many short dead ends.
//! Cost        n log n; 8 bytes per wall at the border of the tree.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::lattice::{Lattice, Node, opposite};
use super::stream::Stream;
use super::{About, Generated, Order};

pub(super) const ABOUT: About = About {
    name: "prim",
    summary: "perfect maze as the minimum spanning tree of random weights: many short dead ends",
    source: "R. C. Prim, Bell System Technical Journal 36(6):1389-1401, 1957",
    density: None,
    side: None,
    least: 3,
};

pub(super) fn generate(order: &Order) -> Generated {
    let mut stream = order.stream();
    let mut lattice = Lattice::new(order.rows, order.cols);
    let mut border = BinaryHeap::new();
    let root = stream.below(lattice.len());
    lattice.open(root);
    push_walls(&lattice, root, &mut border, &mut stream);
    while let Some(Reverse(wall)) = border.pop() {
        let Wall { node, back, .. } = Wall::unpack(wall);
        if !lattice.is_open(node) {
            lattice.open_towards(node, back);
            push_walls(&lattice, node, &mut border, &mut stream);
        }
    }
    lattice.with_openings()
}

/// A wall between the tree and a cell outside, packed into one word so that the lighter is the smaller. Equal
/// weights are decided by the cell.
struct Wall {
    weight: u32,
    /// The cell outside.
    node: Node,
    /// The direction from there back to the tree.
    back: usize,
}

impl Wall {
    const NODE_BITS: u32 = 30;

    fn pack(&self) -> u64 {
        u64::from(self.weight) << 32 | u64::from(self.node) << 2 | self.back as u64
    }

    const fn unpack(word: u64) -> Self {
        let node = (word >> 2) as u32 & ((1 << Self::NODE_BITS) - 1);
        Self { weight: (word >> 32) as u32, node, back: word as usize & 3 }
    }
}

/// Each wall is seen once from the tree, when its first side joins, and gets its weight then.
fn push_walls(lattice: &Lattice, node: Node, border: &mut BinaryHeap<Reverse<u64>>, stream: &mut Stream) {
    for direction in 0..4 {
        if let Some(next) = lattice.neighbour(node, direction)
            && !lattice.is_open(next)
        {
            let wall = Wall { weight: stream.word(), node: next, back: opposite(direction) };
            border.push(Reverse(wall.pack()));
        }
    }
}
