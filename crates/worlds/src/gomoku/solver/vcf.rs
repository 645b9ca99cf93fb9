//! Victory by continuous fours (VCF).
//!
//! Idea        Each move of the attacker makes a four, so each reply of the defender is forced to one cell. The tree is
//!             as narrow as a tree can be, and what was refuted once is remembered.
//! Source      Allis, van den Herik, Huntjens, Go-Moku and Threat-Space Search (1993).
//! Guarantees  A win that is found is one. Without a limit, and with no fewer fours than the board has cells, none is
//!             missed; but under caro, where a five can also be stopped at its end, only fours with one answer count.
//! Counts      `expanded`: positions of the attacker where fours were tried; `evaluated`: those decided at sight, or
//!             without a four; `generated`: fours made; `tt_…`: the memory of refuted positions.

use super::super::Side;
use super::super::board::{Point, Rule, STEPS};
use super::super::patterns::cell::line_of;
use super::super::patterns::line::stone;
use super::super::patterns::{CellShape, LineShape, Patterns, Rows};
use super::threats::Watch;
use super::walk::{self, Node};
use searchlab_search::budget::Status;
use searchlab_search::observer::{Event, Observer};

/// Searches for wins by fours, with a memory of what was refuted.
#[derive(Debug)]
pub struct VcfTable {
    /// Keys of refuted positions; in the low eight bits how many fours were allowed.
    refuted: Vec<u64>,
    /// The moves of both sides of the win that was found last, from its end to its beginning.
    line: Vec<Point>,
    /// Positions that the search may still try.
    fuel: u32,
    /// True if wins must stand even if the defender had one more stone elsewhere, see [`VcfTable::robust`].
    is_robust: bool,
    /// True while [`VcfTable::glance`] runs.
    is_glance: bool,
}

/// Bits of a word that hold how many fours were allowed.
const DEPTH_MASK: u64 = 0xFF;

/// Most fours of a search.
pub const MOST_FOURS: u32 = 250;

impl VcfTable {
    /// With a memory of 2^`bits` positions.
    pub fn new(bits: u32) -> Self {
        let line = Vec::with_capacity(2 * MOST_FOURS as usize);
        Self { refuted: vec![0; 1 << bits], line, fuel: 0, is_robust: false, is_glance: false }
    }

    /// The same, but what it finds does not lean on what renju forbids, neither on a cell that the defender may not
    /// take nor on one that the attacker may: another stone of the defender could change that.
    pub(crate) fn robust(bits: u32) -> Self {
        Self { is_robust: true, ..Self::new(bits) }
    }

    /// Bytes of the memory.
    pub fn bytes(&self) -> u64 {
        size_of_val(self.refuted.as_slice()) as u64
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.refuted.fill(0);
    }

    /// The moves of both sides of the win that was found last, beginning with the attacker's. The last four, which
    /// cannot be answered, or the five itself, is the last move.
    pub fn line(&self) -> impl Iterator<Item = Point> + '_ {
        self.line.iter().rev().copied()
    }

    /// Plies to the five of a win of the side to move by at most `most` fours; `None` if there is none, or if `fuel`
    /// positions were tried without an answer.
    ///
    /// # Errors
    /// The limit that ended the search. The position is what it was before in any case.
    pub fn search<O: Observer>(
        &mut self,
        watch: &mut Watch<'_, '_, O>,
        most: u32,
        fuel: u32,
    ) -> Result<Option<u32>, Status> {
        self.line.clear();
        self.fuel = fuel;
        let most = most.min(MOST_FOURS);
        watch.node(Node::Or, most, |watch| self.attack(watch, most))
    }

    /// The same where little may be spent: tries no four that makes no other shape besides, but where it blocks a five, and
    /// takes a position that used up the fuel for refuted, in later calls of this function alone.
    ///
    /// # Errors
    /// The limit that ended the search. The position is what it was before in any case.
    pub(crate) fn glance<O: Observer>(
        &mut self,
        watch: &mut Watch<'_, '_, O>,
        fuel: u32,
    ) -> Result<Option<u32>, Status> {
        self.is_glance = true;
        let found = self.search(watch, u32::MAX, fuel);
        if let Ok(None) = found {
            self.refute(watch.observer, watch.patterns.key(), MOST_FOURS);
        }
        self.is_glance = false;
        found
    }

    fn attack<O: Observer>(&mut self, watch: &mut Watch<'_, '_, O>, left: u32) -> Result<Option<u32>, Status> {
        watch.meter.spend(1, || 0)?;
        let side = watch.patterns.side();
        let must_block = watch.patterns.count(side.other(), CellShape::Five);
        let rule = watch.patterns.setting().rule;
        let at_sight = if watch.patterns.count(side, CellShape::Five) > 0 {
            watch.patterns.with(side, CellShape::Five).first().map(|point| (point, 1))
        } else if must_block == 0 && rule != Rule::Caro && watch.patterns.count(side, CellShape::OpenFour) > 0 {
            watch.patterns.with(side, CellShape::OpenFour).first().map(|point| (point, 3))
        } else {
            None
        };
        if let Some((point, plies)) = at_sight {
            watch.observer.on(Event::Leaf { depth: 0 });
            self.line.push(point);
            return Ok(Some(plies));
        }
        let mut fours = fours(watch.patterns);
        if must_block > 0 {
            fours = fours.and(watch.patterns.with(side.other(), CellShape::Five));
        }
        // The last four is seen at sight, but where the rule or a block gives it a twist.
        let is_last = left == 0 || left == 1 && must_block == 0 && matches!(rule, Rule::Freestyle | Rule::Standard);
        if must_block > 1 || is_last || self.fuel == 0 || fours.is_empty() {
            watch.observer.on(Event::Leaf { depth: 0 });
            return Ok(None);
        }
        if self.is_refuted(watch.observer, watch.patterns.key(), left) {
            return Ok(None);
        }
        self.fuel -= 1;
        watch.observer.on(Event::Expanded { state: watch.patterns.key(), depth: 0 });
        // Those that make more besides lead to a win more often.
        for shape in
            [CellShape::OpenFour, CellShape::FourThree, CellShape::FourTwo, CellShape::Four, CellShape::Suspect]
        {
            let is_plain = self.is_glance && shape == CellShape::Four && must_block == 0;
            if is_plain || watch.patterns.count(side, shape) == 0 {
                continue;
            }
            for point in fours.and(watch.patterns.with(side, shape)).points() {
                if shape == CellShape::Suspect && (self.is_robust || !watch.patterns.is_legal(point)) {
                    continue;
                }
                watch.observer.on(Event::Generated(1));
                let found = watch
                    .after(point, |watch| watch.node(Node::And, left - 1, |watch| self.after_four(watch, left - 1)));
                if let Some(plies) = found? {
                    walk::answered(watch.observer, point, None);
                    self.line.push(point);
                    return Ok(Some(plies + 1));
                }
            }
        }
        if self.fuel > 0 {
            self.refute(watch.observer, watch.patterns.key(), left);
        }
        Ok(None)
    }

    /// The defender's one reply to a four, and what follows.
    fn after_four<O: Observer>(&mut self, watch: &mut Watch<'_, '_, O>, left: u32) -> Result<Option<u32>, Status> {
        let attacker = watch.patterns.side().other();
        let mut fives = watch.patterns.with(attacker, CellShape::Five).points();
        let Some(reply) = fives.next() else { return Ok(None) };
        let is_double = fives.next().is_some();
        if watch.patterns.setting().rule == Rule::Caro && !stands_in_caro(watch.patterns, (!is_double).then_some(reply))
        {
            return Ok(None);
        }
        // Two cells that make five, or one that renju forbids the defender: nothing helps.
        if is_double || !self.is_robust && !watch.patterns.is_legal(reply) {
            return Ok(Some(2));
        }
        let found = watch.after(reply, |watch| watch.node(Node::Or, left, |watch| self.attack(watch, left)));
        Ok(found?.map(|plies| {
            self.line.push(reply);
            plies + 1
        }))
    }

    /// The word of a position in the memory, and its place. What a glance refutes stands apart, under the complement of the key.
    fn word(&self, key: u64) -> (u64, usize) {
        let key = if self.is_glance { !key } else { key };
        (key, (key >> 8) as usize & (self.refuted.len() - 1))
    }

    fn is_refuted<O: Observer>(&self, observer: &mut O, key: u64, left: u32) -> bool {
        observer.on(Event::TableProbe);
        let (word, place) = self.word(key);
        let entry = self.refuted[place];
        let is_refuted = (entry ^ word) & !DEPTH_MASK == 0 && entry & DEPTH_MASK >= u64::from(left);
        if is_refuted {
            observer.on(Event::TableHit);
            observer.on(Event::TableCutoff);
            walk::known(observer, key);
        }
        is_refuted
    }

    fn refute<O: Observer>(&mut self, observer: &mut O, key: u64, left: u32) {
        let (word, place) = self.word(key);
        let entry = &mut self.refuted[place];
        walk::store(observer, key);
        observer.on(Event::TableStore);
        if *entry != 0 && (*entry ^ word) & !DEPTH_MASK != 0 {
            observer.on(Event::TableOverwrite);
        }
        *entry = word & !DEPTH_MASK | u64::from(left);
    }
}

/// The empty cells where the side to move makes a four, those that renju may forbid among them.
pub(crate) fn fours(patterns: &Patterns) -> Rows {
    fours_of(patterns, patterns.side())
}

/// The empty cells where a side makes a four, those that renju may forbid among them.
pub(crate) fn fours_of(patterns: &Patterns, side: Side) -> Rows {
    let mut all = patterns.between(side, CellShape::Four, CellShape::OpenFour);
    if patterns.count(side, CellShape::Suspect) > 0 {
        for point in patterns.with(side, CellShape::Suspect).points() {
            if makes_four(patterns.code(side, point)) {
                all.flip(point);
            }
        }
    }
    all
}

/// The empty cells at both ends of the fives that a side can make: where caro lets them be stopped too.
pub(crate) fn ends_of_fives(patterns: &Patterns, side: Side) -> Rows {
    let mut ends = Rows::default();
    for five in patterns.with(side, CellShape::Five).points() {
        for (direction, step) in STEPS.into_iter().enumerate() {
            if patterns.line_shape(side, five, direction) != LineShape::Five {
                continue;
            }
            for step in [step, -step] {
                let mut end = five.index().wrapping_add_signed(step);
                while patterns.cells()[end] == stone(side) as u8 {
                    end = end.wrapping_add_signed(step);
                }
                if patterns.cells()[end] == 0 {
                    ends.add(Point::from_index(end));
                }
            }
        }
    }
    ends
}

/// True if the side that made a four can make five after every reply, but for `except`, which is judged apart.
fn stands_in_caro(patterns: &mut Patterns, except: Option<Point>) -> bool {
    let attacker = patterns.side().other();
    let replies = ends_of_fives(patterns, attacker).or(patterns.with(attacker, CellShape::Five));
    replies.points().filter(|&reply| Some(reply) != except).all(|reply| {
        patterns.make(reply);
        let stands = patterns.count(attacker, CellShape::Five) > 0;
        patterns.unmake();
        stands
    })
}

/// True if any line of a code is a four.
fn makes_four(code: u16) -> bool {
    (0..4).any(|direction| matches!(line_of(code, direction), LineShape::Four | LineShape::OpenFour))
}

#[cfg(test)]
mod tests {
    use super::super::super::board::{Position, Rule, Setting};
    use super::*;
    use searchlab_search::budget::{Budget, Meter};

    fn solve(stones: &[(usize, usize)]) -> (Option<u32>, Vec<Point>) {
        let mut position = Position::empty(Setting::square(15, Rule::Freestyle));
        for &(column, row) in stones {
            position.play(Point::new(column, row)).unwrap();
        }
        let mut patterns = Patterns::new(&position);
        let budget = Budget::default();
        let mut meter = Meter::new(&budget);
        let mut watch = Watch { meter: &mut meter, observer: &mut (), patterns: &mut patterns };
        let mut fours = VcfTable::new(10);
        let found = fours.search(&mut watch, MOST_FOURS, u32::MAX).unwrap();
        assert_eq!(patterns.key(), Patterns::new(&position).key());
        (found, fours.line().collect())
    }

    #[test]
    fn short_wins_are_found() {
        // Black has an open three: an open four, a block, five.
        let far = [(0, 0), (14, 0), (0, 14)];
        let three = [(5, 7), far[0], (6, 7), far[1], (7, 7), far[2]];
        assert_eq!(solve(&three).0, Some(3));
        // A three that is blocked at one end is a four at once, and no win.
        let blocked = [(5, 7), (4, 7), (6, 7), far[1], (7, 7), far[2]];
        assert_eq!(solve(&blocked).0, None);
        // Two of these that cross in one cell are.
        let crossed =
            [(5, 7), (4, 7), (6, 7), (8, 3), (7, 7), far[2], (8, 4), far[0], (8, 5), far[1], (8, 6), (14, 14)];
        assert_eq!(solve(&crossed).0, Some(1 + 2));
        let (found, line) = solve(&[(5, 7), (4, 7), (6, 7), far[1], (7, 7), far[2], (8, 7), far[0]]);
        assert_eq!((found, line), (Some(1), vec![Point::new(9, 7)]));
    }
}
