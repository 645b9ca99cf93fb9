//! Node tables, with duplicate detection: for each visited state the cost `g` of the best known way, the link back, and
//! the closed mark.
//!
//! Two kinds: [`DenseNodes`] for spaces that number their states (a flat array that is never cleared between
//! searches), [`HashedNodes`] for the others.

use std::hash::Hash;
use std::marker::PhantomData;

use super::cost::Cost;
use super::growth;
use super::id_table::{IdTable, hash_one};
use super::space::Action;

/// Number of a visited state within its table.
pub type NodeId = u32;

/// The outcome of a relaxation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relaxed {
    /// A way at least as cheap was known.
    Known,
    /// The state was not known.
    New(NodeId),
    /// The state was open, and this way is cheaper.
    Improved(NodeId),
    /// The state was closed, and this way is cheaper: it is open again.
    Reopened(NodeId),
}

/// Memory of visited states.
pub trait NodeTable {
    /// A state of the space.
    type State: Copy;
    /// A cost of the space.
    type Cost: Cost;
    /// The link back.
    type Link: Copy;

    /// Forgets all states.
    fn begin(&mut self);

    /// Relaxes the way to `state`: keeps one of cost `g` whose last step is `link` if it is the cheapest so far.
    fn relax(&mut self, state: Self::State, g: Self::Cost, link: Self::Link) -> Relaxed;

    /// Closes an open state and returns it with its `g`; `None` if it is closed already.
    fn close(&mut self, id: NodeId) -> Option<(Self::State, Self::Cost)>;

    /// The best known cost to `state`.
    fn g(&self, state: Self::State) -> Option<Self::Cost>;

    /// Number of a known state.
    fn id(&self, state: Self::State) -> Option<NodeId>;

    /// State, `g` and link of a known state.
    fn node(&self, id: NodeId) -> (Self::State, Self::Cost, Self::Link);

    /// True if a known state is closed.
    fn is_closed(&self, id: NodeId) -> bool;

    /// Bytes held.
    fn bytes(&self) -> u64;

    /// Bytes that it may hold until `more` states have come, at most. Other than [`bytes`](Self::bytes), which is a
    /// counter, this knows of the room that is held in advance, and of what stands side by side while it grows.
    fn needed(&self, more: usize) -> u64;
}

/// The way from the start to the known state `id`, read off the links.
///
/// # Panics
/// If the links lead to an unknown state, which a search never writes.
pub fn path_to<S: super::StateSpace>(space: &S, nodes: &S::Nodes, id: NodeId) -> Vec<S::State> {
    let (mut state, _, mut link) = nodes.node(id);
    let mut path = vec![state];
    while state != space.start() {
        state = space.previous(state, link);
        path.push(state);
        let id = nodes.id(state).expect("the links lead through known states");
        link = nodes.node(id).2;
    }
    path.reverse();
    path
}

/// A word that packs `g`, a link and the closed mark of one state of a dense space.
pub trait Word: Copy + Ord + std::fmt::Debug {
    /// Bits for `g` and the generation.
    const VALUE_BITS: u32;
    /// Packs.
    fn pack(value: u64, link: u8) -> Self;
    /// `g` on top of the base of its generation.
    fn value(self) -> u64;
    /// The link.
    fn link(self) -> u8;
    /// True if closed.
    fn is_closed(self) -> bool;
    /// The same word, closed.
    fn closed(self) -> Self;
}

macro_rules! word {
    ($type:ty, $link_bits:expr) => {
        impl Word for $type {
            const VALUE_BITS: u32 = <$type>::BITS - $link_bits - 1;

            #[inline(always)]
            fn pack(value: u64, link: u8) -> Self {
                (value as $type) << ($link_bits + 1) | (link as $type) << 1
            }

            #[inline(always)]
            fn value(self) -> u64 {
                u64::from(self >> ($link_bits + 1))
            }

            #[inline(always)]
            fn link(self) -> u8 {
                (self >> 1) as u8 & ((1 << $link_bits) - 1)
            }

            #[inline(always)]
            fn is_closed(self) -> bool {
                self & 1 != 0
            }

            #[inline(always)]
            fn closed(self) -> Self {
                self | 1
            }
        }
    };
}

word!(u32, 2);
word!(u64, 3);

/// A cost that fits into a packed word.
pub trait PackedCost: Cost {
    /// The word.
    type Word: Word;
    /// As a number below 2^[`Word::VALUE_BITS`].
    fn to_bits(self) -> u64;
    /// The inverse.
    fn from_bits(bits: u64) -> Self;
}

impl PackedCost for u32 {
    type Word = u32;

    #[inline(always)]
    fn to_bits(self) -> u64 {
        u64::from(self)
    }

    #[inline(always)]
    fn from_bits(bits: u64) -> Self {
        bits as u32
    }
}

/// Nodes of a space whose states are numbers below a bound: one word a state.
///
/// Never cleared between searches. Each search stores `base + g` with a `base` so far below that of the search
/// before that every older entry is larger than anything of this one. "Unknown" and "known, but dearer" are then the
/// same comparison, and the table is refilled only when the bases reach zero, after hundreds of searches.
#[derive(Debug, Clone)]
pub struct DenseNodes<C: PackedCost> {
    words: Vec<C::Word>,
    base: u64,
    /// Values from here on belong to earlier searches.
    limit: u64,
    /// More than the cost of any path without a cycle.
    span: u64,
    cost: PhantomData<C>,
}

impl<C: PackedCost> DenseNodes<C> {
    /// For states below `bound`, of which at most `states` can be on one path, with no step dearer than
    /// `dearest_step`.
    ///
    /// # Panics
    /// If a path without a cycle could cost more than a word can hold. Spaces check their size before.
    pub fn new(bound: usize, states: u64, dearest_step: C) -> Self {
        let span = (states + 1).checked_mul(dearest_step.to_bits()).expect("the space checks its size");
        assert!(span < Self::top(), "the space checks its size");
        let unknown = C::Word::pack(Self::top(), 0);
        Self { words: vec![unknown; bound], base: Self::top(), limit: Self::top(), span, cost: PhantomData }
    }

    const fn top() -> u64 {
        (1 << C::Word::VALUE_BITS) - 1
    }
}

impl<C: PackedCost> NodeTable for DenseNodes<C> {
    type State = u32;
    type Cost = C;
    type Link = Action;

    fn begin(&mut self) {
        if self.base <= self.span {
            self.words.fill(C::Word::pack(Self::top(), 0));
            self.base = Self::top();
        }
        self.limit = self.base;
        self.base -= self.span;
    }

    #[inline(always)]
    fn relax(&mut self, state: u32, g: C, link: Action) -> Relaxed {
        let word = &mut self.words[state as usize];
        let value = self.base + g.to_bits();
        let known = *word;
        // Compared as packed words: whatever its link and mark, a word of this value or less is below the next value.
        if known < C::Word::pack(value + 1, 0) {
            return Relaxed::Known;
        }
        *word = C::Word::pack(value, link.0);
        let is_new = known >= C::Word::pack(self.limit, 0);
        // The rare case first and as one test: a search that treats the other two alike then need not tell them apart.
        if !is_new & known.is_closed() {
            Relaxed::Reopened(state)
        } else if is_new {
            Relaxed::New(state)
        } else {
            Relaxed::Improved(state)
        }
    }

    #[inline(always)]
    fn close(&mut self, id: NodeId) -> Option<(u32, C)> {
        let word = &mut self.words[id as usize];
        if word.is_closed() {
            return None;
        }
        *word = word.closed();
        Some((id, C::from_bits(word.value() - self.base)))
    }

    #[inline(always)]
    fn g(&self, state: u32) -> Option<C> {
        let value = self.words[state as usize].value();
        (value < self.limit).then(|| C::from_bits(value - self.base))
    }

    #[inline(always)]
    fn id(&self, state: u32) -> Option<NodeId> {
        (self.words[state as usize].value() < self.limit).then_some(state)
    }

    fn node(&self, id: NodeId) -> (u32, C, Action) {
        let word = self.words[id as usize];
        (id, C::from_bits(word.value() - self.base), Action(word.link()))
    }

    #[inline(always)]
    fn is_closed(&self, id: NodeId) -> bool {
        self.words[id as usize].is_closed()
    }

    fn bytes(&self) -> u64 {
        size_of_val(self.words.as_slice()) as u64
    }

    fn needed(&self, _more: usize) -> u64 {
        self.bytes()
    }
}

#[derive(Debug, Clone, Copy)]
struct Node<State, C, Link> {
    state: State,
    g: C,
    link: Link,
    closed: bool,
}

/// Nodes of a space whose states cannot be numbered: an array in order of discovery, and a hash table into it.
#[derive(Debug, Clone)]
pub struct HashedNodes<State, C, Link> {
    nodes: Vec<Node<State, C, Link>>,
    index: IdTable,
}

impl<State, C, Link> Default for HashedNodes<State, C, Link> {
    fn default() -> Self {
        Self { nodes: Vec::new(), index: IdTable::default() }
    }
}

impl<State: Copy + Eq + Hash, C: Cost, Link: Copy> HashedNodes<State, C, Link> {
    fn find(&self, state: State) -> Option<NodeId> {
        self.index.find(hash_one(state), |id| self.nodes[id as usize].state == state)
    }
}

impl<State: Copy + Eq + Hash, C: Cost, Link: Copy> NodeTable for HashedNodes<State, C, Link> {
    type State = State;
    type Cost = C;
    type Link = Link;

    fn begin(&mut self) {
        self.nodes.clear();
        self.index.clear();
    }

    fn relax(&mut self, state: State, g: C, link: Link) -> Relaxed {
        let nodes = &self.nodes;
        let is_same = |id: NodeId| nodes[id as usize].state == state;
        let hash_of = |id: NodeId| hash_one(nodes[id as usize].state);
        let Some(id) = self.index.find_or_push(hash_one(state), is_same, hash_of) else {
            let id = self.nodes.len() as NodeId;
            self.nodes.push(Node { state, g, link, closed: false });
            return Relaxed::New(id);
        };
        let node = &mut self.nodes[id as usize];
        if g >= node.g {
            return Relaxed::Known;
        }
        node.g = g;
        node.link = link;
        if std::mem::take(&mut node.closed) { Relaxed::Reopened(id) } else { Relaxed::Improved(id) }
    }

    fn close(&mut self, id: NodeId) -> Option<(State, C)> {
        let node = &mut self.nodes[id as usize];
        if std::mem::replace(&mut node.closed, true) { None } else { Some((node.state, node.g)) }
    }

    fn g(&self, state: State) -> Option<C> {
        self.find(state).map(|id| self.nodes[id as usize].g)
    }

    fn id(&self, state: State) -> Option<NodeId> {
        self.find(state)
    }

    fn node(&self, id: NodeId) -> (State, C, Link) {
        let node = &self.nodes[id as usize];
        (node.state, node.g, node.link)
    }

    #[inline(always)]
    fn is_closed(&self, id: NodeId) -> bool {
        self.nodes[id as usize].closed
    }

    fn bytes(&self) -> u64 {
        // By the number of states and not by the capacity, which depends on earlier searches.
        let slots = self.nodes.len().next_power_of_two();
        (slots * (size_of::<Node<State, C, Link>>() + size_of::<NodeId>() + 1)) as u64
    }

    fn needed(&self, more: usize) -> u64 {
        let nodes = growth::needed::<Node<State, C, Link>>(self.nodes.len(), self.nodes.capacity(), more);
        nodes + self.index.needed(more)
    }
}
