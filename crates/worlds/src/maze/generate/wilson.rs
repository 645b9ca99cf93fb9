//! Wilson's algorithm: uniform spanning trees by loop-erased random walks.
//!
//! Idea        From each cell outside the tree walk at random until the tree is met, and add the walk without its
//!             loops. A cell remembers only the direction of its last exit, which erases the loops by itself.
//! Source      Wilson, STOC 1996, pages 296-303.
//! Guarantees  Every perfect maze on the lattice with equal probability.
//! Cost        The mean hitting time of the random walk, about n log n steps; one byte per lattice cell.

use super::lattice::{Lattice, Node};
use super::{AlgorithmInfo, Generated, Order};
use crate::stream::Stream;

pub(super) const ABOUT: AlgorithmInfo = AlgorithmInfo::perfect(
    "wilson",
    "perfect maze, every one with equal probability (uniform spanning tree)",
    "D. B. Wilson, Generating random spanning trees more quickly than the cover time, STOC 1996, 296-303",
);

pub(super) fn generate(order: &Order) -> Generated {
    carve(order, &mut order.stream()).with_openings()
}

/// The maze before its openings.
pub(super) fn carve(order: &Order, stream: &mut Stream) -> Lattice {
    let mut lattice = Lattice::new(order.rows, order.cols);
    let mut last_exit = vec![0u8; lattice.len() as usize];
    lattice.open(stream.below(lattice.len()));
    for start in 0..lattice.len() {
        let mut node = start;
        while !lattice.is_open(node) {
            // Directions that lead outside are drawn again: that keeps the walk uniform among the neighbours.
            let direction = stream.quarter();
            if let Some(next) = lattice.neighbour(node, direction) {
                last_exit[node as usize] = direction as u8;
                node = next;
            }
        }
        add_branch(&mut lattice, &last_exit, start);
    }
    lattice
}

/// Follows the last exits from `start` to the tree.
fn add_branch(lattice: &mut Lattice, last_exit: &[u8], start: Node) {
    let mut node = start;
    while !lattice.is_open(node) {
        let direction = usize::from(last_exit[node as usize]);
        lattice.open_towards(node, direction);
        node = lattice.neighbour(node, direction).unwrap_or(node);
    }
}
