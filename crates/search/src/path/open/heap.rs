//! A binary heap with duplicates: a state whose `f` falls is put in once more, and what comes out closed is skipped.

use std::collections::BinaryHeap;

use super::{Cost, Entry, NodeId, OpenList, Ranking, TieBreak, growth};

/// The open list of most textbooks' programs.
#[derive(Debug)]
pub struct Heap<C: Cost> {
    ranking: Ranking,
    entries: BinaryHeap<Entry<C>>,
}

impl<C: Cost> Heap<C> {
    /// An empty list.
    pub(crate) fn new(tie_break: TieBreak) -> Self {
        Self { ranking: Ranking::new(tie_break), entries: BinaryHeap::new() }
    }
}

impl<C: Cost> OpenList<C> for Heap<C> {
    #[inline]
    fn push(&mut self, id: NodeId, f: C, g: C) {
        let rank = self.ranking.rank(f, g);
        self.entries.push(Entry { rank, id });
    }

    #[inline]
    fn pop(&mut self) -> Option<NodeId> {
        self.entries.pop().map(|entry| entry.id)
    }

    fn needed(&self, more: usize) -> u64 {
        growth::needed::<Entry<C>>(self.entries.len(), self.entries.capacity(), more)
    }
}
