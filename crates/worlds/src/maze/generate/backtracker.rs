//! The recursive backtracker, without recursion.
//!
//! Idea        Walk to a random neighbour not yet visited; where there is none, go back the way you came. What is
//!             remembered of the way is one direction per cell, so depth costs nothing.
//! Source      Depth-first search with random choices, folklore; Buck, Mazes for Programmers (2015), chapter 5.
//! Guarantees  A perfect maze, not uniform among them: long winding corridors, few branches.
//! Cost        Linear time; one byte per lattice cell.

use super::lattice::{Lattice, opposite};
use super::{AlgorithmInfo, Generated, Order};

pub(super) const ABOUT: AlgorithmInfo = AlgorithmInfo::perfect(
    "backtracker",
    "perfect maze by a random depth-first walk: long corridors, few branches",
    "folklore; J. Buck, Mazes for Programmers, 2015, chapter 5",
);

pub(super) fn generate(order: &Order) -> Generated {
    let mut stream = order.stream();
    let mut lattice = Lattice::new(order.rows, order.cols);
    let mut way_back = vec![0u8; lattice.len() as usize];
    let root = stream.below(lattice.len());
    let mut node = root;
    lattice.open(root);
    loop {
        let mut choices = [(0, 0); 4];
        let mut count = 0;
        for direction in 0..4 {
            if let Some(next) = lattice.neighbour(node, direction)
                && !lattice.is_open(next)
            {
                choices[count] = (direction, next);
                count += 1;
            }
        }
        if count > 0 {
            // A forced step draws nothing.
            let choice = if count == 1 { 0 } else { stream.below(count as u32) as usize };
            let (direction, next) = choices[choice];
            lattice.open_towards(next, opposite(direction));
            way_back[next as usize] = opposite(direction) as u8;
            node = next;
        } else if node == root {
            return lattice.with_openings();
        } else if let Some(previous) = lattice.neighbour(node, usize::from(way_back[node as usize])) {
            node = previous;
        }
    }
}
