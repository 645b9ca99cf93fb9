//! The tree of threats that the solvers share: which moves attack, and which replies can matter.
//!
//! Idea        A move threatens if the attacker, were it his turn again, would win by fours. Such a win is one line, for
//!             each reply in it is forced. A reply of the defender can matter only if it lies on a cell of that line, or
//!             makes a four at once or together with the replies that the line forces; against all others the line
//!             wins as it stands. Where there are several open fours to come, a reply must meet each of them.
//! Source      Allis, van den Herik, Huntjens, Go-Moku and Threat-Space Search (1993); Thomsen, Lambda-Search in Game
//!             Trees (2000): moves that threaten a win of the simpler kind.
//! Guarantees  The replies are all that can matter, so a tree that answers them is a proof. Attacks are those that are
//!             likely to threaten, so that there is none among them does not say that there is no win.
//! Not here    How the tree is searched: vct.rs, pns.rs.

use super::super::Side;
use super::super::board::{Point, Rule};
use super::super::patterns::{CellShape, Patterns, Rows};
use super::vcf::{MOST_FOURS, VcfTable, ends_of_fives, fours_of};
use searchlab_search::budget::{Meter, Status};
use searchlab_search::observer::{Observer, Subtree};

/// Which moves of the attacker are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Width {
    /// Those that make a four or an open three.
    Threes,
    /// Also those that threaten a longer win by fours.
    VcfTable,
}

/// The limits of a search, its observer and its position.
#[derive(Debug)]
pub struct Watch<'w, 'b, O> {
    /// The limits.
    pub meter: &'w mut Meter<'b>,
    /// The observer.
    pub observer: &'w mut O,
    /// The position.
    pub patterns: &'w mut Patterns,
}

/// The replies of the defender to a threat.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Defence {
    /// The replies that can matter, those that renju forbids among them.
    pub replies: Rows,
    /// Plies of the win after any other reply, that reply among them.
    pub plies: u32,
}

/// Finds attacks and replies.
#[derive(Debug)]
pub(crate) struct Threats {
    /// Wins of the attacker at his turn.
    wins: VcfTable,
    /// Wins of the attacker if the defender passes.
    after_pass: VcfTable,
    /// Which moves are tried.
    pub width: Width,
    /// Positions that a search for a win by fours may try.
    pub win_fuel: u32,
    /// Positions that a search for a threat of such a win may try.
    pub threat_fuel: u32,
}

/// More open fours than this to come are not looked at; it only leaves more replies.
const MOST_CELLS: usize = 8;

impl Threats {
    /// With two memories of 2^`bits` positions.
    pub(crate) fn new(bits: u32, width: Width) -> Self {
        let (wins, after_pass) = (VcfTable::new(bits), VcfTable::robust(bits));
        Self { wins, after_pass, width, win_fuel: 2000, threat_fuel: 500 }
    }

    /// Plies to a win by fours of the side to move.
    ///
    /// # Errors
    /// The limit that ended the search.
    pub(crate) fn win<O: Observer>(&mut self, watch: &mut Watch<'_, '_, O>, most: u32) -> Result<Option<u32>, Status> {
        watch.subtree(Subtree::Fours, |watch| self.win_told(watch, most))
    }

    /// The same, told to observers of the walk node by node.
    ///
    /// # Errors
    /// The limit that ended the search.
    pub(crate) fn win_told<O: Observer>(
        &mut self,
        watch: &mut Watch<'_, '_, O>,
        most: u32,
    ) -> Result<Option<u32>, Status> {
        self.wins.search(watch, most, self.win_fuel)
    }

    /// The line of the win that was found last.
    pub(crate) fn line(&self) -> impl Iterator<Item = Point> + '_ {
        self.wins.line()
    }

    /// The attacks of the side to move, those with the strongest shape first.
    pub(crate) fn attacks(&self, patterns: &Patterns, attacks: &mut Vec<Point>) {
        let side = patterns.side();
        let block = patterns.with(side.other(), CellShape::Five);
        if patterns.count(side.other(), CellShape::Five) > 0 {
            // Two of these cannot be met.
            let mut blocks = block.points();
            if let (Some(only), None) = (blocks.next(), blocks.next()) {
                attacks.extend(Some(only).filter(|&only| patterns.is_legal(only)));
            }
            return;
        }
        for shape in self.shapes() {
            if patterns.count(side, *shape) > 0 {
                let points = patterns.with(side, *shape).points();
                attacks.extend(points.filter(|&point| patterns.is_legal(point)));
            }
        }
    }

    const fn shapes(&self) -> &'static [CellShape] {
        use CellShape::{
            DoubleThree, DoubleTwo, Four, FourThree, FourTwo, OpenFour, OpenThree, OpenThreeTwo, Suspect, Two,
        };
        match self.width {
            Width::Threes => &[OpenFour, FourThree, DoubleThree, FourTwo, OpenThreeTwo, OpenThree, Four, Suspect],
            Width::VcfTable => {
                &[OpenFour, FourThree, DoubleThree, FourTwo, OpenThreeTwo, OpenThree, Four, Suspect, DoubleTwo, Two]
            }
        }
    }

    /// The replies of the side to move to the threat of the other one, by a win of at most `most` fours; `None` if
    /// there is no threat, or if the side to move wins at once.
    ///
    /// # Errors
    /// The limit that ended the search.
    pub(crate) fn defence<O: Observer>(
        &mut self,
        watch: &mut Watch<'_, '_, O>,
        most: u32,
    ) -> Result<Option<Defence>, Status> {
        let defender = watch.patterns.side();
        let attacker = defender.other();
        if watch.patterns.count(defender, CellShape::Five) > 0 {
            return Ok(None);
        }
        if watch.patterns.count(attacker, CellShape::Five) > 0 {
            return Ok(Some(Defence { replies: against_five(watch.patterns, attacker), plies: 2 }));
        }
        if watch.patterns.setting().rule != Rule::Caro && watch.patterns.count(attacker, CellShape::OpenFour) > 0 {
            let replies = against_open_fours(watch.patterns, attacker).or(&fours_of(watch.patterns, defender));
            return Ok((most > 0).then_some(Defence { replies, plies: 4 }));
        }
        if most == 0 || self.width == Width::Threes && watch.patterns.setting().rule != Rule::Caro {
            return Ok(None);
        }
        watch.patterns.pass();
        let found = watch.subtree(Subtree::Fours, |watch| self.after_pass.search(watch, most, self.threat_fuel));
        let replies = if matches!(found, Ok(Some(_))) { self.against_line(watch.patterns) } else { Rows::default() };
        watch.patterns.pass();
        Ok(found?.map(|plies| Defence { replies, plies: plies + 1 }))
    }

    /// The line of the threat that [`defence`](Self::defence) met last, if it was neither a five nor an open four.
    pub(crate) fn threat(&self) -> impl Iterator<Item = Point> + '_ {
        self.after_pass.line()
    }

    /// The replies that can matter against a line that the side to move threatens.
    fn against_line(&self, patterns: &mut Patterns) -> Rows {
        let attacker = patterns.side();
        let mut replies = fours_of(patterns, attacker.other());
        let mut count = 0;
        for point in self.after_pass.line() {
            replies.add(point);
            patterns.make(point);
            count += 1;
            if patterns.side() == attacker {
                replies = replies.or(&fours_of(patterns, attacker.other()));
            } else {
                // One reply cannot meet three fives.
                if patterns.count(attacker, CellShape::Five) <= 2 {
                    replies = replies.or(patterns.with(attacker, CellShape::Five));
                }
                if patterns.setting().rule == Rule::Caro {
                    replies = replies.or(patterns.with(attacker, CellShape::Five));
                    replies = replies.or(&ends_of_fives(patterns, attacker));
                }
            }
        }
        for _ in 0..count {
            patterns.unmake();
        }
        replies
    }
}

/// The replies to a four: the cell of the five. Where there are several, the first, after which another one wins.
fn against_five(patterns: &Patterns, attacker: Side) -> Rows {
    let mut replies = Rows::default();
    if let Some(five) = patterns.with(attacker, CellShape::Five).first() {
        replies.flip(five);
    }
    if patterns.setting().rule == Rule::Caro {
        replies = replies.or(&ends_of_fives(patterns, attacker));
    }
    replies
}

/// The cells that meet each open four that is to come, fours of the defender apart.
fn against_open_fours(patterns: &mut Patterns, attacker: Side) -> Rows {
    let mut all: Option<Rows> = None;
    patterns.pass();
    for four in patterns.with(attacker, CellShape::OpenFour).points().take(MOST_CELLS) {
        let one = against_open_four(patterns, attacker, four);
        all = Some(all.map_or(one, |all| all.and(&one)));
    }
    patterns.pass();
    all.unwrap_or_default()
}

/// The cells that meet one open four.
pub(crate) fn against_open_four(patterns: &mut Patterns, attacker: Side, four: Point) -> Rows {
    let mut replies = Rows::default();
    patterns.make(four);
    // One reply cannot meet three fives, but for the cell of the four itself.
    if patterns.count(attacker, CellShape::Five) <= 2 {
        replies = *patterns.with(attacker, CellShape::Five);
    }
    patterns.unmake();
    replies.add(four);
    replies
}

/// All fours that a search may make.
pub(crate) const ALL_FOURS: u32 = MOST_FOURS;
