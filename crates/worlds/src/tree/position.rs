//! Trees, and places in them as positions of a game.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::MOST_CHILDREN;
use searchlab_search::game::{Evaluator, Game, Outcome, Score, splitmix64};

/// A tree. Nodes are numbered; a node has children or is a leaf.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tree {
    nodes: Vec<Node>,
    /// The children of all nodes, those of one node side by side.
    links: Vec<u32>,
    plies: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Node {
    parent: u32,
    /// Where its children stand among the links.
    children: Range<u32>,
    /// Of a leaf, for max.
    value: Score,
    /// To the deepest leaf below.
    plies: u32,
}

impl Tree {
    /// Nodes, leaves included.
    pub const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True if there is no node.
    pub const fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Plies from the root to the deepest leaf.
    pub(crate) const fn plies(&self) -> u32 {
        self.plies
    }

    /// Adds a leaf, and gives its number.
    pub(super) fn add_leaf(&mut self, value: Score) -> u32 {
        self.nodes.push(Node { parent: 0, children: 0..0, value, plies: 0 });
        self.nodes.len() as u32 - 1
    }

    /// Adds a node above others, and gives its number. The last one that is added is the root.
    pub(super) fn add_node(&mut self, children: &[u32]) -> u32 {
        let (number, begin) = (self.nodes.len() as u32, self.links.len() as u32);
        let deepest = children.iter().map(|&child| self.nodes[child as usize].plies).max().unwrap_or(0);
        for &child in children {
            self.nodes[child as usize].parent = number;
        }
        self.links.extend(children);
        self.plies = deepest + 1;
        self.nodes.push(Node {
            parent: number,
            children: begin..self.links.len() as u32,
            value: 0,
            plies: deepest + 1,
        });
        number
    }

    pub(super) fn is_leaf(&self, node: u32) -> bool {
        self.nodes[node as usize].children.is_empty() && self.nodes[node as usize].plies == 0
    }

    fn children(&self, node: u32) -> &[u32] {
        let Range { start, end } = self.nodes[node as usize].children;
        &self.links[start as usize..end as usize]
    }

    /// The number of children of the node at the end of a path of child numbers from 0; none below a leaf.
    pub fn children_at(&self, path: &[u16]) -> usize {
        let root = self.nodes.len() as u32 - 1;
        let end = path.iter().try_fold(root, |node, &child| self.children(node).get(usize::from(child)).copied());
        end.map_or(0, |node| self.children(node).len())
    }

    /// A word for each node in order, of its children or of its value as a leaf: equal trees have equal words.
    pub(crate) fn words(&self) -> impl Iterator<Item = u64> {
        self.nodes.iter().map(|node| match node.children.len() {
            0 => u64::from(node.value as u32) << 32,
            children => children as u64,
        })
    }
}

/// A child of a node, by its number from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Branch(pub u16);

/// A letter, `a` for the first, or from the 27th on a number in parentheses, from 1.
impl fmt::Display for Branch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match u8::try_from(self.0) {
            Ok(number @ 0..26) => write!(f, "{}", char::from(b'a' + number)),
            _ => write!(f, "({})", self.0 + 1),
        }
    }
}

/// A place in a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    tree: Arc<Tree>,
    node: u32,
    ply: u32,
    is_max_first: bool,
}

impl Position {
    /// The root of a tree, where max moves first, or min.
    ///
    /// # Panics
    /// If the tree has no node.
    pub fn root(tree: Arc<Tree>, is_max_first: bool) -> Self {
        assert!(!tree.is_empty(), "a tree has a root");
        Self { node: tree.nodes.len() as u32 - 1, tree, ply: 0, is_max_first }
    }

    /// The tree.
    pub const fn tree(&self) -> &Arc<Tree> {
        &self.tree
    }

    /// True if max moves at the root.
    pub const fn is_max_first(&self) -> bool {
        self.is_max_first
    }

    /// The tree below as nested lists: a leaf is its number, for max.
    pub(super) fn lists(&self) -> serde_json::Value {
        // Every node stands behind its children.
        let mut lists: Vec<serde_json::Value> = Vec::with_capacity(self.node as usize + 1);
        for node in 0..=self.node {
            let list = match self.tree.children(node) {
                [] => self.tree.nodes[node as usize].value.into(),
                children => children.iter().map(|&child| lists[child as usize].take()).collect(),
            };
            lists.push(list);
        }
        lists.pop().unwrap_or_default()
    }

    const fn is_max(&self) -> bool {
        self.ply.is_multiple_of(2) == self.is_max_first
    }

    /// The number of a leaf for the side to move; 0 of a node with children.
    fn value(&self) -> Score {
        let value = self.tree.nodes[self.node as usize].value;
        if self.is_max() { value } else { -value }
    }
}

impl Game for Position {
    type Move = Branch;
    type Undo = ();
    type TargetFeatures = ();

    const MOVE_CODES: u16 = MOST_CHILDREN as u16;

    fn instructions(&self) {}

    #[inline(always)]
    fn moves(&self, visit: impl FnMut(Branch)) {
        (0..self.tree.children(self.node).len() as u16).map(Branch).for_each(visit);
    }

    #[inline(always)]
    fn make(&mut self, mv: Branch) {
        self.node = self.tree.children(self.node)[usize::from(mv.0)];
        self.ply += 1;
    }

    #[inline(always)]
    fn unmake(&mut self, _mv: Branch, (): ()) {
        self.node = self.tree.nodes[self.node as usize].parent;
        self.ply -= 1;
    }

    /// For searches that know won, drawn and lost only.
    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        self.tree.children(self.node).is_empty().then(|| Outcome::of_difference(self.value()))
    }

    /// Of the place, and so no two places have the same.
    #[inline(always)]
    fn key(&self) -> u64 {
        splitmix64(self.node.into())
    }

    #[inline(always)]
    fn side(&self) -> usize {
        (self.ply % 2) as usize
    }

    #[inline(always)]
    fn code(mv: Branch) -> u16 {
        mv.0
    }
}

/// The numbers at the leaves. A node at which a search ends before is worth 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LeafValue;

impl Evaluator<Position> for LeafValue {
    #[inline(always)]
    fn evaluate(&self, position: &Position) -> Score {
        position.value()
    }

    #[inline(always)]
    fn finished(&self, position: &Position, _ply: u32) -> Score {
        position.value()
    }
}
