//! A tree in which every node has the same number of moves, made up as it is searched, with values and an order of
//! moves that are known beforehand.
//!
//! Idea        The value of every node is given from above: of its moves one is worth exactly what the node is worth,
//!             the others less, by differences that shrink from ply to ply so that nothing below a move can make up
//!             for the difference to its siblings.
//! Source      Knuth, Moore, Artificial Intelligence 6 (1975), for what alpha-beta needs with the best and the worst order.
//! Not here    Transpositions: no two nodes are the same.

use crate::game::rules::{Evaluator, Game};
use crate::game::score::{Outcome, Score};
use crate::game::splitmix64::splitmix64;

/// In which order a tree offers its moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrangement {
    /// Best first: alpha-beta visits b^⌈d/2⌉ + b^⌊d/2⌋ - 1 leaves.
    Best,
    /// Worst first: alpha-beta visits all b^d leaves.
    Worst,
    /// At random, fixed by the seed.
    Shuffled,
    /// At random, and the values of the leaves are independent of each other, within 0 to 99 of the mover.
    Independent,
}

/// The tree, and a node of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UniformTree {
    branching: u8,
    depth: u8,
    seed: u64,
    arrangement: Arrangement,
    node: Node,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Node {
    ply: u8,
    /// Names the path to the node.
    path: u64,
    /// Value for the side to move.
    value: Score,
    /// Difference between the values of two siblings below.
    gap: Score,
}

/// The node before a move.
#[derive(Debug, Clone, Copy)]
pub struct Undo(Node);

impl UniformTree {
    /// A tree of `branching` moves in each inner node and of `depth` plies.
    ///
    /// # Panics
    /// If branching is not within 1 to 16, or branching^depth is above a million, more than values can tell apart.
    pub fn new(branching: u8, depth: u8, arrangement: Arrangement, seed: u64) -> Self {
        let leaves = Score::from(branching).checked_pow(depth.into()).filter(|&leaves| leaves <= 1_000_000);
        let leaves = leaves.expect("branching^depth is at most a million");
        assert!((1..=16).contains(&branching), "branching is within 1 to 16");
        let node = Node { ply: 0, path: splitmix64(seed), value: 0, gap: leaves / Score::from(branching) };
        Self { branching, depth, seed, arrangement, node }
    }

    /// The place of a move among its siblings from the best, 0, to the worst.
    fn place(&self, mv: u8) -> u8 {
        match self.arrangement {
            Arrangement::Best => mv,
            Arrangement::Worst => self.branching - 1 - mv,
            Arrangement::Shuffled | Arrangement::Independent => {
                // Rotated and perhaps turned round: not every order, but every place for the best move.
                let word = splitmix64(self.node.path ^ self.seed);
                let turned = if word & 1 == 0 { mv } else { self.branching - 1 - mv };
                (turned + ((word >> 1) % u64::from(self.branching)) as u8) % self.branching
            }
        }
    }
}

impl Game for UniformTree {
    type Move = u8;
    type Undo = Undo;
    type TargetFeatures = ();

    const MOVE_CODES: u16 = 16;

    fn instructions(&self) {}

    fn moves(&self, mut visit: impl FnMut(u8)) {
        if self.node.ply < self.depth {
            (0..self.branching).for_each(&mut visit);
        }
    }

    fn make(&mut self, mv: u8) -> Undo {
        let before = self.node;
        let loss = Score::from(self.place(mv)) * before.gap;
        self.node = Node {
            ply: before.ply + 1,
            path: splitmix64(before.path ^ u64::from(mv) << 1),
            value: loss - before.value,
            gap: before.gap / Score::from(self.branching),
        };
        Undo(before)
    }

    fn unmake(&mut self, _mv: u8, Undo(before): Undo) {
        self.node = before;
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.node.ply == self.depth).then_some(Outcome::of_difference(self.node.value))
    }

    fn key(&self) -> u64 {
        self.node.path
    }

    fn side(&self) -> usize {
        usize::from(self.node.ply & 1)
    }

    fn code(mv: u8) -> u16 {
        mv.into()
    }
}

/// The values that the tree was made with; of inner nodes too, where a search ends early.
#[derive(Debug, Clone, Copy, Default)]
pub struct Given;

impl Evaluator<UniformTree> for Given {
    fn leaf(&self, tree: &UniformTree, _ply: u32) -> Score {
        self.evaluate(tree)
    }

    fn evaluate(&self, tree: &UniformTree) -> Score {
        match tree.arrangement {
            Arrangement::Independent => (tree.node.path >> 32) as Score % 100,
            _ => tree.node.value,
        }
    }

    fn finished(&self, tree: &UniformTree, _ply: u32) -> Score {
        self.evaluate(tree)
    }
}
