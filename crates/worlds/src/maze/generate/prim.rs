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
use super::{AlgorithmInfo, Generated, Order};
use crate::stream::Stream;

pub(super) const ABOUT: AlgorithmInfo = AlgorithmInfo::perfect(
    "prim",
    "perfect maze as the minimum spanning tree of random weights: many short dead ends",
    "R. C. Prim, Bell System Technical Journal 36(6):1389-1401, 1957",
);

pub(super) fn generate(order: &Order) -> Generated {
    let mut stream = order.stream();
    let mut lattice = Lattice::new(order.rows, order.cols);
    let mut border = Border::new();
    let root = stream.below(lattice.len());
    lattice.open(root);
    push_walls(&lattice, root, &mut border, &mut stream);
    while let Some(Wall { node, back, .. }) = border.pop() {
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

/// The walls between the tree and the rest, lightest first.
///
/// A heap for each of 4096 ranges of weights, and a bit for each heap that holds something: most walls are heavy and
/// never come out, so they should not make the heap of the light ones deeper.
struct Border {
    heaps: Vec<BinaryHeap<Reverse<u64>>>,
    filled: [u64; 64],
    /// A bit for each word of `filled` that is not zero.
    summary: u64,
}

impl Border {
    fn new() -> Self {
        Self { heaps: vec![BinaryHeap::new(); 64 * 64], filled: [0; 64], summary: 0 }
    }

    fn push(&mut self, wall: &Wall) {
        let range = (wall.weight >> 20) as usize;
        self.heaps[range].push(Reverse(wall.pack()));
        self.filled[range / 64] |= 1 << (range % 64);
        self.summary |= 1 << (range / 64);
    }

    fn pop(&mut self) -> Option<Wall> {
        if self.summary == 0 {
            return None;
        }
        let word = self.summary.trailing_zeros() as usize;
        let bit = self.filled[word].trailing_zeros() as usize;
        let heap = &mut self.heaps[64 * word + bit];
        let wall = heap.pop();
        if heap.is_empty() {
            self.filled[word] &= !(1 << bit);
            self.summary &= !(u64::from(self.filled[word] == 0) << word);
        }
        wall.map(|Reverse(wall)| Wall::unpack(wall))
    }
}

/// Each wall is seen once from the tree, when its first side joins, and gets its weight then.
fn push_walls(lattice: &Lattice, node: Node, border: &mut Border, stream: &mut Stream) {
    for direction in 0..4 {
        if let Some(next) = lattice.neighbour(node, direction)
            && !lattice.is_open(next)
        {
            let wall = Wall { weight: stream.word(), node: next, back: opposite(direction) };
            border.push(&wall);
        }
    }
}
