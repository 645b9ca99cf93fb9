//! Proof-number search, depth first (df-pn).
//!
//! Idea        The proof number of a position is how many leaves must at least be proved to prove it, the disproof number
//!             how many disproved to disprove it. The search always works at the leaf that counts for both, and stays
//!             below a position until these numbers say that another one is more promising.
//! Source      Allis, van der Meulen, van den Herik, Artificial Intelligence 66 (1994): the numbers; Nagai, Df-pn
//!             Algorithm for Searching AND/OR Trees (2002): depth first, with a table; Pawlewicz, Lew, Improving
//!             Depth-First PN-Search: 1 + epsilon Trick (2006); Ueda, Hashimoto, Hashimoto, Iida, Weak Proof-Number
//!             Search (2008): the greatest number and the count of the others in place of the sum, since positions that
//!             are reached in many ways would be counted many times.
//! Guarantees  A win that is found is one, by the replies of threats.rs. Stones only come, so no position repeats.
//! Cost        Memory is the table's, 16 bytes an entry.
//! Counts      `expanded`: positions whose moves were looked at; `evaluated`: those decided at sight, by fours or
//!             without a threat; `generated`: moves made; `tt_…`: traffic of the table of numbers and of the memories of
//!             refuted fours.

use super::super::board::Point;
use super::super::patterns::CellShape;
use super::proof::Prover;
use super::threats::{ALL_FOURS, Threats, Watch};
use super::walk::{self, Node};
use searchlab_search::budget::Status;
use searchlab_search::observer::{Event, Observer};

/// A number that nothing reaches: the other one is 0.
pub(crate) const INFINITE: u32 = 1 << 23;

/// Proof and disproof number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Numbers {
    /// Of the proof that the attacker wins.
    pub proof: u32,
    /// Of the proof that he does not.
    pub disproof: u32,
}

impl Numbers {
    /// The attacker wins.
    pub(crate) const WON: Self = Self { proof: 0, disproof: INFINITE };
    /// He does not, by threats.
    pub(crate) const LOST: Self = Self { proof: INFINITE, disproof: 0 };

    const fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// With the proof number of the side to move in place of the attacker's: they are exchanged at an AND node. Applied
    /// twice it changes nothing.
    #[inline(always)]
    const fn of_mover(self, is_or: bool) -> Self {
        if is_or { self } else { Self { proof: self.disproof, disproof: self.proof } }
    }
}

/// One position of the table.
#[derive(Debug, Clone, Copy, Default)]
struct Entry {
    key: u64,
    proof: u32,
    /// The disproof number in the high 24 bits, below it the logarithm of the work.
    rest: u32,
}

impl Entry {
    const fn numbers(self) -> Numbers {
        Numbers { proof: self.proof, disproof: self.rest >> 8 }
    }
}

const WAYS: usize = 4;

/// A move that is not yet made.
#[derive(Debug, Clone, Copy)]
struct Child {
    point: Point,
    key: u64,
    /// Numbers while the table knows none.
    first: Numbers,
}

/// The search.
#[derive(Debug)]
pub(crate) struct ProofSearch {
    entries: Vec<Entry>,
    /// The moves of all positions of the path, one after the other.
    children: Vec<Child>,
    /// Room for the moves of one position.
    moves: Vec<Point>,
    /// The attacks, and the replies that meet them.
    pub threats: Threats,
    /// The proving move of the attacker's position that was proved last, if it was not proved by fours.
    proving: Option<Point>,
    /// Nodes of the meter from which on it gives up.
    until: u64,
}

impl ProofSearch {
    /// With a table of 2^`bits` entries.
    pub(crate) fn new(bits: u32, threats: Threats) -> Self {
        let entries = vec![Entry::default(); 1 << bits.max(2)];
        let (children, moves) = (Vec::with_capacity(4096), Vec::with_capacity(512));
        Self { entries, children, moves, threats, proving: None, until: u64::MAX }
    }

    /// Searches until the position, the attacker to move, is decided.
    ///
    /// # Errors
    /// The limit that ended the search. The position is what it was before in any case.
    pub(crate) fn decide<O: Observer>(&mut self, watch: &mut Watch<'_, '_, O>) -> Result<bool, Status> {
        self.children.clear();
        let limits = Numbers { proof: INFINITE, disproof: INFINITE };
        Ok(self.search::<true, O>(watch, limits)?.proof == 0)
    }

    /// The same within `nodes` nodes; `None` if they do not suffice. Numbers found so far stay in the table.
    ///
    /// # Errors
    /// As [`decide`](Self::decide).
    pub(crate) fn decide_within<O: Observer>(
        &mut self,
        watch: &mut Watch<'_, '_, O>,
        nodes: u64,
    ) -> Result<Option<bool>, Status> {
        self.proving = None;
        if let Some(is_won) = self.known(watch.observer, watch.patterns.key()) {
            return Ok(Some(is_won));
        }
        self.until = watch.meter.nodes().saturating_add(nodes);
        let decided = self.decide(watch);
        let has_given_up = watch.meter.nodes() > self.until;
        self.until = u64::MAX;
        match decided {
            Err(Status::LimitNodes) if has_given_up => Ok(None),
            decided => decided.map(Some),
        }
    }

    /// Counts a node.
    fn spend<O: Observer>(&self, watch: &mut Watch<'_, '_, O>) -> Result<(), Status> {
        watch.meter.spend(1, || 0)?;
        if watch.meter.nodes() > self.until { Err(Status::LimitNodes) } else { Ok(()) }
    }

    /// The outcome of the position of that key as far as it was decided before: true if the attacker, who is to move,
    /// wins.
    pub(crate) fn known<O: Observer>(&self, observer: &mut O, key: u64) -> Option<bool> {
        let numbers = self.look_up(observer, key)?;
        numbers.is_decided().then_some(numbers.proof == 0)
    }

    /// A move after which the attacker has been proved to win, where [`decide`](Self::decide) has just said so and
    /// fours alone did not.
    pub(crate) const fn proving(&self) -> Option<Point> {
        self.proving
    }

    /// Searches the position, in which the attacker is to move at an OR node and the defender at an AND node, until its
    /// numbers reach the limits.
    fn search<const IS_OR: bool, O: Observer>(
        &mut self,
        watch: &mut Watch<'_, '_, O>,
        limits: Numbers,
    ) -> Result<Numbers, Status> {
        walk::numbers(watch.observer, limits);
        watch.node(if IS_OR { Node::Or } else { Node::And }, 0, |watch| {
            self.spend(watch)?;
            let (key, begin, entered) = (watch.patterns.key(), self.children.len(), watch.meter.nodes());
            let is_leaf = if IS_OR { self.attacks(watch)? } else { self.replies(watch)? };
            let numbers = if is_leaf {
                watch.observer.on(Event::Leaf { depth: 0 });
                self.store(watch.observer, key, Numbers::WON.of_mover(IS_OR), 1)
            } else {
                // The look for a threat is part of the work, that for a win by fours is not.
                let before = if IS_OR { watch.meter.nodes() } else { entered };
                watch.observer.on(Event::Expanded { state: key, depth: 0 });
                let result = self.search_children::<IS_OR, O>(watch, limits, begin);
                self.children.truncate(begin);
                let numbers = result?;
                self.store(watch.observer, key, numbers, watch.meter.nodes() - before)
            };
            walk::numbers(watch.observer, numbers);
            Ok(numbers)
        })
    }

    /// Enters the attacks as children; true if none is needed, since the attacker wins by fours.
    fn attacks<O: Observer>(&mut self, watch: &mut Watch<'_, '_, O>) -> Result<bool, Status> {
        let is_new = self.look_up(watch.observer, watch.patterns.key()).is_none();
        if is_new && self.threats.win(watch, ALL_FOURS)?.is_some() {
            self.proving = None;
            return Ok(true);
        }
        self.moves.clear();
        self.threats.attacks(watch.patterns, &mut self.moves);
        let is_block = watch.patterns.count(watch.patterns.side().other(), CellShape::Five) > 0;
        for &point in &self.moves {
            let proof = if is_block { 1 } else { first_proof(watch.patterns.shape(watch.patterns.side(), point)) };
            let first = Numbers { proof, disproof: 1 };
            self.children.push(Child { point, key: watch.patterns.key_after(point), first });
        }
        Ok(false)
    }

    /// Enters the replies as children; true if none is needed, since there is no threat.
    fn replies<O: Observer>(&mut self, watch: &mut Watch<'_, '_, O>) -> Result<bool, Status> {
        let Some(defence) = self.threats.defence(watch, ALL_FOURS)? else { return Ok(true) };
        for point in defence.replies.points().filter(|&point| watch.patterns.is_legal(point)) {
            let first = Numbers { proof: 1, disproof: 1 };
            self.children.push(Child { point, key: watch.patterns.key_after(point), first });
        }
        Ok(false)
    }

    /// Searches the most promising child as long as the numbers stay below the limits. Inside, the proof number is that
    /// of the side to move: at an AND node that of the proof that the attacker does not win.
    fn search_children<const IS_OR: bool, O: Observer>(
        &mut self,
        watch: &mut Watch<'_, '_, O>,
        limits: Numbers,
        begin: usize,
    ) -> Result<Numbers, Status> {
        let limits = limits.of_mover(IS_OR);
        loop {
            let (mut best, mut second) = ((INFINITE, begin), INFINITE);
            let (mut greatest, mut open) = (0, 0);
            for place in begin..self.children.len() {
                let numbers = self.numbers(watch.observer, place).of_mover(IS_OR);
                if numbers.proof < best.0 {
                    second = best.0;
                    best = (numbers.proof, place);
                } else if numbers.proof < second {
                    second = numbers.proof;
                }
                greatest = greatest.max(numbers.disproof);
                open += u32::from(numbers.disproof != 0);
            }
            if open == 0 {
                return Ok(Numbers::LOST.of_mover(IS_OR));
            }
            let point = self.children[best.1].point;
            if best.0 > 0 {
                let numbers = Numbers { proof: best.0, disproof: (greatest + open - 1).min(INFINITE - 1) };
                if numbers.proof >= limits.proof || numbers.disproof >= limits.disproof {
                    return Ok(numbers.of_mover(IS_OR));
                }
                let others = open - 1;
                let inner = Numbers {
                    proof: limits.proof.min(further(second)),
                    disproof: (limits.disproof - others).max(greatest + 1).min(INFINITE),
                };
                let inner = inner.of_mover(IS_OR);
                watch.observer.on(Event::Generated(1));
                let found = watch.after(point, |watch| {
                    if IS_OR { self.search::<false, O>(watch, inner) } else { self.search::<true, O>(watch, inner) }
                });
                best.0 = found?.of_mover(IS_OR).proof;
            }
            if best.0 == 0 {
                walk::answered(watch.observer, point, None);
                if IS_OR {
                    self.proving = Some(point);
                }
                return Ok(Numbers::WON.of_mover(IS_OR));
            }
        }
    }

    fn numbers<O: Observer>(&self, observer: &mut O, place: usize) -> Numbers {
        let child = self.children[place];
        self.look_up(observer, child.key).unwrap_or(child.first)
    }

    fn bucket(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1) & !(WAYS - 1)
    }

    fn look_up<O: Observer>(&self, observer: &mut O, key: u64) -> Option<Numbers> {
        observer.on(Event::TableProbe);
        let first = self.bucket(key);
        let entry = self.entries[first..first + WAYS].iter().find(|entry| entry.key == key)?;
        observer.on(Event::TableHit);
        Some(entry.numbers())
    }

    /// Takes numbers in, in place of those that took the least work.
    fn store<O: Observer>(&mut self, observer: &mut O, key: u64, numbers: Numbers, work: u64) -> Numbers {
        let first = self.bucket(key);
        let bucket = &mut self.entries[first..first + WAYS];
        let place = bucket.iter().position(|entry| entry.key == key).unwrap_or_else(|| {
            let work = |place: &usize| if bucket[*place].key == 0 { 0 } else { 1 + (bucket[*place].rest & 0xFF) };
            (0..WAYS).min_by_key(work).unwrap_or_default()
        });
        walk::store(observer, key);
        observer.on(Event::TableStore);
        if bucket[place].key != 0 && bucket[place].key != key {
            observer.on(Event::TableOverwrite);
        }
        let bonus = if numbers.is_decided() { 2 } else { 0 };
        let work = 64 - work.leading_zeros() + bonus;
        bucket[place] = Entry { key, proof: numbers.proof, rest: numbers.disproof << 8 | work };
        numbers
    }
}

impl Prover for ProofSearch {
    fn threats(&mut self) -> &mut Threats {
        &mut self.threats
    }

    fn attack<O: Observer>(&mut self, watch: &mut Watch<'_, '_, O>, _left: u32) -> Result<Option<Point>, Status> {
        Ok(self.decide(watch)?.then_some(self.proving).flatten())
    }

    fn forget(&mut self) {
        self.entries.fill(Entry::default());
    }
}

/// A little more than the second best number, so that the search does not change too often between two moves.
fn further(second: u32) -> u32 {
    (second + 1 + second / 4).min(INFINITE)
}

/// How hard an attack is believed to be to prove.
const fn first_proof(shape: CellShape) -> u32 {
    match shape {
        CellShape::OpenFour | CellShape::FourThree | CellShape::FourTwo | CellShape::Four => 1,
        CellShape::DoubleThree | CellShape::OpenThreeTwo => 2,
        CellShape::OpenThree | CellShape::Suspect => 3,
        CellShape::DoubleTwo => 4,
        _ => 6,
    }
}
