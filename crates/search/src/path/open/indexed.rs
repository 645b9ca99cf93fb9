//! A binary heap with an index by state: a state whose `f` falls is moved up in place (decrease-key), so every state
//! is on the list at most once.

use super::{Cost, Entry, NodeId, OpenList, Ranking, TieBreak, growth};

const ABSENT: u32 = u32::MAX;

/// The open list of the course report.
#[derive(Debug)]
pub struct IndexedHeap<C: Cost> {
    ranking: Ranking,
    entries: Vec<Entry<C>>,
    /// Place in `entries` of each state.
    places: Vec<u32>,
    /// More than the number of any state that was ever on the list.
    states: usize,
}

impl<C: Cost> IndexedHeap<C> {
    /// An empty list.
    pub(crate) fn new(tie_break: TieBreak) -> Self {
        Self { ranking: Ranking::new(tie_break), entries: Vec::new(), places: Vec::new(), states: 0 }
    }

    fn put(&mut self, place: usize, entry: Entry<C>) {
        self.entries[place] = entry;
        self.places[entry.id as usize] = place as u32;
    }

    fn sift_up(&mut self, mut place: usize) {
        let entry = self.entries[place];
        while place > 0 {
            let parent = (place - 1) / 2;
            if self.entries[parent].rank <= entry.rank {
                break;
            }
            self.put(place, self.entries[parent]);
            place = parent;
        }
        self.put(place, entry);
    }

    fn sift_down(&mut self, mut place: usize) {
        let entry = self.entries[place];
        loop {
            let mut child = 2 * place + 1;
            if child >= self.entries.len() {
                break;
            }
            if child + 1 < self.entries.len() && self.entries[child + 1].rank < self.entries[child].rank {
                child += 1;
            }
            if entry.rank <= self.entries[child].rank {
                break;
            }
            self.put(place, self.entries[child]);
            place = child;
        }
        self.put(place, entry);
    }
}

impl<C: Cost> OpenList<C> for IndexedHeap<C> {
    #[inline(always)]
    fn moves(&self) -> bool {
        true
    }

    fn push(&mut self, id: NodeId, f: C, g: C) {
        if self.places.len() <= id as usize {
            self.places.resize((id as usize + 1).next_power_of_two(), ABSENT);
        }
        self.states = self.states.max(id as usize + 1);
        let rank = self.ranking.rank(f, g);
        self.entries.push(Entry { rank, id });
        self.sift_up(self.entries.len() - 1);
    }

    fn improve(&mut self, id: NodeId, f: C, g: C) {
        let place = self.places[id as usize] as usize;
        self.entries[place].rank = self.ranking.rank(f, g);
        self.sift_up(place);
    }

    fn pop(&mut self) -> Option<NodeId> {
        let id = self.entries.first()?.id;
        self.places[id as usize] = ABSENT;
        let last = self.entries.pop()?;
        if !self.entries.is_empty() {
            self.entries[0] = last;
            self.sift_down(0);
        }
        Some(id)
    }

    fn fixed_bytes(&self) -> u64 {
        size_of_val(self.places.as_slice()) as u64
    }

    fn needed(&self, more: usize) -> u64 {
        let places = growth::needed::<u32>(self.states, self.places.capacity(), more);
        growth::needed::<Entry<C>>(self.entries.len(), self.entries.capacity(), more) + places
    }
}
