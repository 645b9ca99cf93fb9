//! The tree: nodes in blocks, the children of a node side by side.
//!
//! Not here    What the numbers of a node mean for the choice of a move (bound.rs, choice.rs).

use super::proof::Proof;

/// Nodes of a block, a power of two. The children of a node lie in one block.
const BLOCK: usize = 1 << BLOCK_BITS;

const BLOCK_BITS: u32 = 10;

/// Place of a node.
pub(super) type Place = u32;

/// Place of the root.
pub(super) const ROOT: Place = 0;

/// A node, which is the position after a move.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node<M> {
    /// Points of all its playouts for the side to move: 1 a win, 0 a draw, -1 a loss.
    pub(super) total: i64,
    /// Simulations that came here.
    pub(super) visits: u32,
    /// Its first child; the root, which is nobody's child, if it has none.
    first: Place,
    /// The number of its children.
    count: u16,
    /// The proved outcome, if any.
    pub(super) proof: Proof,
    /// The move that leads here; of the root any.
    pub(super) mv: M,
}

impl<M> Node<M> {
    const fn after(mv: M) -> Self {
        Self { total: 0, visits: 0, first: ROOT, count: 0, proof: Proof::NONE, mv }
    }

    /// True if it has children.
    #[inline(always)]
    pub(super) const fn is_expanded(&self) -> bool {
        self.first != ROOT
    }

    /// The places of its children.
    #[inline(always)]
    pub(super) fn children(&self) -> std::ops::Range<Place> {
        self.first..self.first + Place::from(self.count)
    }
}

/// The nodes.
#[derive(Debug)]
pub(super) struct Tree<M> {
    blocks: Vec<Vec<Node<M>>>,
    nodes: u64,
    most_nodes: u64,
    most_blocks: usize,
}

impl<M: Copy> Tree<M> {
    /// Bytes of the smallest tree.
    pub(super) const LEAST_BYTES: u64 = (BLOCK * size_of::<Node<M>>()) as u64;

    /// A tree of a root alone, which may grow to `most_nodes` nodes and `most_bytes` bytes; `None` if there is no
    /// memory for it. `mv` is any move.
    pub(super) fn new(mv: M, most_nodes: u32, most_bytes: Option<u64>) -> Option<Self> {
        let most_blocks = most_bytes.map_or(u64::MAX, |bytes| bytes / Self::LEAST_BYTES).min(1 << (32 - BLOCK_BITS));
        let mut tree =
            Self { blocks: Vec::new(), nodes: 0, most_nodes: most_nodes.into(), most_blocks: most_blocks as usize };
        tree.add(1, [Node::after(mv)].into_iter())?;
        Some(tree)
    }

    /// Gives a node children; `false` if there is no room for them, and none is given.
    pub(super) fn expand(&mut self, place: Place, moves: impl ExactSizeIterator<Item = M>) -> bool {
        let count = moves.len();
        let Some(first) = self.add(count, moves.map(Node::after)) else { return false };
        let node = self.node_mut(place);
        (node.first, node.count) = (first, count as u16);
        true
    }

    fn add(&mut self, count: usize, nodes: impl Iterator<Item = Node<M>>) -> Option<Place> {
        if count > BLOCK || self.nodes + count as u64 > self.most_nodes {
            return None;
        }
        if self.blocks.last().is_none_or(|block| block.len() + count > BLOCK) {
            if self.blocks.len() >= self.most_blocks {
                return None;
            }
            let mut block = Vec::new();
            block.try_reserve_exact(BLOCK).ok()?;
            self.blocks.push(block);
        }
        let number = self.blocks.len() - 1;
        let block = self.blocks.last_mut()?;
        let first = (number << BLOCK_BITS | block.len()) as Place;
        block.extend(nodes);
        self.nodes += count as u64;
        Some(first)
    }

    /// Nodes there are.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Bytes that they take.
    pub(super) fn bytes(&self) -> u64 {
        self.blocks.len() as u64 * Self::LEAST_BYTES
    }

    /// A node.
    #[inline(always)]
    pub(super) fn node(&self, place: Place) -> &Node<M> {
        &self.blocks[place as usize >> BLOCK_BITS][place as usize % BLOCK]
    }

    /// A node, to be changed.
    #[inline(always)]
    pub(super) fn node_mut(&mut self, place: Place) -> &mut Node<M> {
        &mut self.blocks[place as usize >> BLOCK_BITS][place as usize % BLOCK]
    }

    /// The children of a node, each with its place.
    #[inline(always)]
    pub(super) fn children(&self, place: Place) -> impl Iterator<Item = (Place, &Node<M>)> {
        let places = self.node(place).children();
        let begin = places.start as usize % BLOCK;
        let block = &self.blocks[places.start as usize >> BLOCK_BITS];
        let nodes = &block[begin..begin + places.len()];
        places.zip(nodes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_grow_as_far_as_they_may() {
        let mut tree = Tree::new(0u8, 1_000_000, Some(2 * Tree::<u8>::LEAST_BYTES)).expect("memory");
        let (mut place, mut grown) = (ROOT, 1);
        while tree.expand(place, (0..100).map(|mv| mv as u8).collect::<Vec<_>>().into_iter()) {
            assert_eq!(tree.children(place).map(|(_, node)| node.mv).collect::<Vec<_>>(), (0..100).collect::<Vec<_>>());
            place = tree.node(place).children().end - 1;
            assert_eq!(tree.node(place).mv, 99);
            grown += 100;
        }
        // Ten families to a block, the first of which has the root too.
        assert_eq!((tree.nodes(), grown, tree.bytes()), (2001, 2001, 2 * Tree::<u8>::LEAST_BYTES));
        assert!(!tree.node(place).is_expanded());
        assert!(Tree::new(0u8, 10, Some(100)).is_none());
        let mut small = Tree::new(0u8, 4, None).expect("memory");
        assert!(!small.expand(ROOT, [1, 2, 3, 4].into_iter()) && small.expand(ROOT, [1, 2, 3].into_iter()));
    }
}
