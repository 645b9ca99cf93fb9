//! Victory by continuous threats (VCT), by iterative deepening.
//!
//! Idea        Attack by fours and by moves that threaten a win by fours, answer each reply that can matter, and look one
//!             threat deeper each time. Wins by fours are looked for at every position of the attacker, so the tree holds
//!             only what fours cannot do. What was proved or refuted is remembered with the depth.
//! Source      Allis, van den Herik, Huntjens, Go-Moku and Threat-Space Search (1993); deepening: Korf, Artificial
//!             Intelligence 27 (1985).
//! Guarantees  A win that is found is one. With `is_shortest` it takes the fewest plies of all wins by the threats of
//!             threats.rs, for then wins by fours too count only if they fit into the plies that are left.
//! Cost        Memory is the table's, 16 bytes an entry.
//! Counts      As pns.rs; `iterations`: the depths.

use super::super::board::Point;
use super::super::patterns::CellShape;
use super::proof::{ANY_PLIES, Prover, fours_within};
use super::threats::{ALL_FOURS, Threats, Watch};
use super::walk::{self, Node};
use searchlab_search::budget::Status;
use searchlab_search::observer::{Event, Observer};

/// Table entry of a position of the attacker.
#[derive(Debug, Clone, Copy, Default)]
struct Entry {
    key: u64,
    /// Won within this number of plies; 0 if that is not known.
    won: u16,
    /// Not won within this number of plies by threats; [`FOR_EVER`] if by no number.
    refuted: u16,
    /// The winning move, if fours alone do not win.
    best: u16,
}

/// More plies than a game has.
const FOR_EVER: u16 = u16::MAX;

/// Plies of the shortest win that needs a three: the three, a reply, the open four, a reply, the five.
const LEAST: u32 = 5;

/// The search.
#[derive(Debug)]
pub(crate) struct Deepening {
    entries: Vec<Entry>,
    /// The moves of all positions of the path, one after the other.
    moves: Vec<Point>,
    /// The attacks, and the replies that meet them.
    pub threats: Threats,
    /// True if wins by fours must fit into the plies that are left.
    pub is_shortest: bool,
    /// True if a limit of plies ended any line since this was set to false.
    is_cut: bool,
}

impl Deepening {
    /// With a table of 2^`bits` entries.
    pub(crate) fn new(bits: u32, threats: Threats, is_shortest: bool) -> Self {
        let entries = vec![Entry::default(); 1 << bits];
        Self { entries, moves: Vec::with_capacity(4096), threats, is_shortest, is_cut: false }
    }

    /// Searches by iterative deepening, to at most `most` plies, until there is a win; gives the plies of the search
    /// that found it. `None` if there is none by threats.
    ///
    /// # Errors
    /// The limit that ended the search. The position is what it was before in any case.
    pub(crate) fn decide<O: Observer>(
        &mut self,
        watch: &mut Watch<'_, '_, O>,
        most: u32,
    ) -> Result<Option<u32>, Status> {
        self.moves.clear();
        for plies in (1..=most.min(ANY_PLIES)).step_by(2) {
            watch.observer.on(Event::Deepening { depth: plies });
            self.is_cut = false;
            if watch.node(Node::Or, plies, |watch| self.attack(watch, plies))? {
                return Ok(Some(plies));
            }
            if !self.is_cut && !self.is_shortest {
                break;
            }
        }
        Ok(None)
    }

    /// True if the side to move wins within `left` plies.
    fn attack<O: Observer>(&mut self, watch: &mut Watch<'_, '_, O>, left: u32) -> Result<bool, Status> {
        watch.meter.spend(1, || 0)?;
        let key = watch.patterns.key();
        let known = self.look_up(watch.observer, key);
        if known.won > 0 && u32::from(known.won) <= left {
            watch.observer.on(Event::TableCutoff);
            walk::known(watch.observer, key);
            return Ok(true);
        }
        if u32::from(known.refuted) >= left {
            watch.observer.on(Event::TableCutoff);
            walk::known(watch.observer, key);
            self.is_cut |= known.refuted != FOR_EVER;
            return Ok(false);
        }
        // Without a limit of fours one look is enough for all depths.
        if self.is_shortest || known.refuted == 0 {
            let most = if self.is_shortest { fours_within(left) } else { ALL_FOURS };
            let found = self.threats.win(watch, most)?;
            if found.is_some_and(|plies| plies <= left || !self.is_shortest) {
                watch.observer.on(Event::Leaf { depth: 0 });
                self.store(watch.observer, Entry { key, won: left as u16, refuted: known.refuted, best: 0 });
                return Ok(true);
            }
        }
        if left < LEAST {
            watch.observer.on(Event::Leaf { depth: 0 });
            self.is_cut = true;
            self.store(watch.observer, Entry { key, won: known.won, refuted: left as u16, best: 0 });
            return Ok(false);
        }
        watch.observer.on(Event::Expanded { state: key, depth: 0 });
        let was_cut = std::mem::replace(&mut self.is_cut, false);
        let begin = self.moves.len();
        self.threats.attacks(watch.patterns, &mut self.moves);
        let found = self.try_attacks(watch, left, begin);
        self.moves.truncate(begin);
        let found = found?;
        let entry = if let Some(point) = found {
            Entry { key, won: left as u16, refuted: known.refuted, best: point.index() as u16 }
        } else {
            let refuted = if self.is_cut || self.is_shortest { left as u16 } else { FOR_EVER };
            Entry { key, won: known.won, refuted, best: known.best }
        };
        self.store(watch.observer, entry);
        self.is_cut |= was_cut;
        Ok(found.is_some())
    }

    fn try_attacks<O: Observer>(
        &mut self,
        watch: &mut Watch<'_, '_, O>,
        left: u32,
        begin: usize,
    ) -> Result<Option<Point>, Status> {
        for place in begin..self.moves.len() {
            let point = self.moves[place];
            watch.observer.on(Event::Generated(1));
            if watch.after(point, |watch| watch.node(Node::And, left - 1, |watch| self.defend(watch, left - 1)))? {
                walk::answered(watch.observer, point, Some(self.moves.len() - place - 1));
                return Ok(Some(point));
            }
        }
        Ok(None)
    }

    /// True if the other side wins within `left` plies whatever the side to move does.
    fn defend<O: Observer>(&mut self, watch: &mut Watch<'_, '_, O>, left: u32) -> Result<bool, Status> {
        watch.meter.spend(1, || 0)?;
        let most = if self.is_shortest { fours_within(left - 1) } else { ALL_FOURS };
        let Some(defence) = self.threats.defence(watch, most)? else {
            watch.observer.on(Event::Leaf { depth: 0 });
            return Ok(false);
        };
        if self.is_shortest && defence.plies > left {
            watch.observer.on(Event::Leaf { depth: 0 });
            return Ok(false);
        }
        watch.observer.on(Event::Expanded { state: watch.patterns.key(), depth: 0 });
        let begin = self.moves.len();
        self.moves.extend(defence.replies.points().filter(|&point| watch.patterns.is_legal(point)));
        // What both sides want is most likely to hold.
        self.moves[begin..].sort_by_key(|&point| {
            let rank = |side| std::cmp::Reverse(watch.patterns.shape(side, point).min(CellShape::Five) as u8);
            (rank(watch.patterns.side().other()), rank(watch.patterns.side()), point)
        });
        let mut holds = Ok(true);
        for place in begin..self.moves.len() {
            let point = self.moves[place];
            watch.observer.on(Event::Generated(1));
            holds = watch.after(point, |watch| watch.node(Node::Or, left - 1, |watch| self.attack(watch, left - 1)));
            if !matches!(holds, Ok(true)) {
                walk::answered(watch.observer, point, Some(self.moves.len() - place - 1));
                break;
            }
        }
        self.moves.truncate(begin);
        holds
    }

    fn look_up<O: Observer>(&self, observer: &mut O, key: u64) -> Entry {
        observer.on(Event::TableProbe);
        let entry = self.entries[key as usize & (self.entries.len() - 1)];
        if entry.key == key {
            observer.on(Event::TableHit);
            entry
        } else {
            Entry::default()
        }
    }

    fn store<O: Observer>(&mut self, observer: &mut O, entry: Entry) {
        let place = entry.key as usize & (self.entries.len() - 1);
        walk::store(observer, entry.key);
        observer.on(Event::TableStore);
        if self.entries[place].key != 0 && self.entries[place].key != entry.key {
            observer.on(Event::TableOverwrite);
        }
        self.entries[place] = entry;
    }
}

impl Prover for Deepening {
    fn threats(&mut self) -> &mut Threats {
        &mut self.threats
    }

    fn attack<O: Observer>(&mut self, watch: &mut Watch<'_, '_, O>, left: u32) -> Result<Option<Point>, Status> {
        for _ in 0..2 {
            let entry = self.look_up(watch.observer, watch.patterns.key());
            if entry.best != 0 && entry.won > 0 && u32::from(entry.won) <= left {
                return Ok(Some(Point::from_index(entry.best.into())));
            }
            if self.decide(watch, left)?.is_none() {
                return Ok(None);
            }
        }
        Ok(None)
    }

    fn forget(&mut self) {
        self.entries.fill(Entry::default());
    }
}
