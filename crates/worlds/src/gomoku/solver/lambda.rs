//! Lambda search of the third order: moves that threaten a win by threats.
//!
//! Idea        A quiet move threatens no win by fours, but were it the attacker's turn again he would win by fours and
//!             threes. Every reply is tried. Those after which he does not win so are the survivors; each must lose to
//!             another quiet move. Moves that leave few survivors come first, and replies that survived elsewhere. It
//!             begins with one quiet move, little effort and few survivors, and goes on with more of all.
//! Source      Thomsen, Lambda-Search in Game Trees, ICGA Journal 23(4) (2000).
//! Guarantees  A win that is found is one: all replies are answered. That none is found says nothing but that none was
//!             found with so much effort.
//! Cost        A look at each reply to each quiet move that is likely to threaten anything.
//! Counts      As pns.rs, which judges the threats; `iterations`: the rounds.
//! Not here    Moves that a guide proposes (guided.rs).

use std::collections::HashMap;
use std::vec;

use super::super::board::Point;
use super::super::patterns::{CellShape, Patterns, Rows};
use super::guided::{Effort, Guide};
use super::pns::ProofSearch;
use super::proof::Prover;
use super::threats::{Threats, Watch};
use super::walk::Node;
use searchlab_search::budget::Status;
use searchlab_search::observer::{Event, Observer, Subtree};

/// The search.
#[derive(Debug)]
pub(crate) struct Lambda<G> {
    pub(super) guide: G,
    pns: ProofSearch,
    /// The winning quiet moves of positions, by their keys.
    pub(super) won: HashMap<u64, Point>,
    /// Replies that have survived a quiet move, the latest last.
    survived: Vec<Point>,
    pub(super) effort: Effort,
    /// Nodes of the meter from which on no threats are looked for, so that no quiet move threatens anything.
    until: u64,
    most_survivors: usize,
}

/// A quiet move and what survives it.
struct Quiet {
    point: Point,
    survivors: Vec<Point>,
}

/// Replies, some of them named more than once.
pub(super) struct Replies {
    points: vec::IntoIter<Point>,
    left: Rows,
}

impl Replies {
    /// The next one that is legal in the position, each once.
    pub(super) fn next(&mut self, patterns: &Patterns) -> Option<Point> {
        let reply = self.points.find(|&point| self.left.has(point) && patterns.is_legal(point))?;
        self.left.flip(reply);
        Some(reply)
    }
}

impl<G: Guide> Lambda<G> {
    /// With a table of 2^`bits` entries.
    pub(crate) fn new(bits: u32, threats: Threats, guide: G) -> Self {
        Self {
            guide,
            pns: ProofSearch::new(bits, threats),
            won: HashMap::new(),
            survived: Vec::new(),
            effort: G::effort(0),
            until: u64::MAX,
            most_survivors: 0,
        }
    }

    /// Searches until the position, the attacker to move, is won, or the last round has ended.
    ///
    /// # Errors
    /// The limit that ended the search. The position is what it was before in any case.
    pub(crate) fn decide<O: Observer>(&mut self, watch: &mut Watch<'_, '_, O>) -> Result<bool, Status> {
        for round in 1..=G::ROUNDS {
            watch.observer.on(Event::Deepening { depth: round });
            if watch.node(Node::Or, round, |watch| self.round_wins(watch, round))? {
                return Ok(true);
            }
        }
        self.threats_win(watch, u64::MAX)
    }

    fn round_wins<O: Observer>(&mut self, watch: &mut Watch<'_, '_, O>, round: u32) -> Result<bool, Status> {
        self.effort = G::effort(round - 1);
        if self.threats_win(watch, self.effort.first)? || self.proposal_wins(watch)? {
            return Ok(true);
        }
        self.most_survivors = round as usize;
        self.until = watch.meter.nodes().saturating_add(self.effort.quiet);
        let wins = self.quiet_wins(watch, round);
        self.until = u64::MAX;
        wins
    }

    /// True if the attacker, to move, wins by threats, as far as `nodes` nodes show it.
    fn threats_win<O: Observer>(&mut self, watch: &mut Watch<'_, '_, O>, nodes: u64) -> Result<bool, Status> {
        let nodes = nodes.min(self.until.saturating_sub(watch.meter.nodes()));
        let decided = watch.subtree(Subtree::Threats, |watch| self.pns.decide_within(watch, nodes))?;
        Ok(decided == Some(true))
    }

    /// True if the attacker, to move, wins with at most `quiet` quiet moves in a line.
    pub(super) fn wins<O: Observer>(&mut self, watch: &mut Watch<'_, '_, O>, quiet: u32) -> Result<bool, Status> {
        watch.node(Node::Or, quiet, |watch| {
            Ok(self.threats_win(watch, self.effort.threats)? || quiet > 0 && self.quiet_wins(watch, quiet)?)
        })
    }

    /// The same, where he does not win by threats.
    fn quiet_wins<O: Observer>(&mut self, watch: &mut Watch<'_, '_, O>, quiet: u32) -> Result<bool, Status> {
        if self.won.contains_key(&watch.patterns.key()) {
            return Ok(true);
        }
        watch.observer.on(Event::Expanded { state: watch.patterns.key(), depth: 0 });
        for Quiet { point, survivors } in self.quiet_moves(watch, quiet)? {
            if watch.after(point, |watch| self.all_lose(watch, &survivors, quiet - 1))? {
                self.won.insert(watch.patterns.key(), point);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// True if each of these replies loses to at most `quiet` further quiet moves.
    fn all_lose<O: Observer>(
        &mut self,
        watch: &mut Watch<'_, '_, O>,
        replies: &[Point],
        quiet: u32,
    ) -> Result<bool, Status> {
        watch.node(Node::And, quiet, |watch| {
            for &reply in replies {
                if !watch.after(reply, |watch| self.wins(watch, quiet))? {
                    return Ok(false);
                }
            }
            Ok(true)
        })
    }

    /// The quiet moves that few replies survive, those with the fewest first; only the first without any.
    fn quiet_moves<O: Observer>(&mut self, watch: &mut Watch<'_, '_, O>, quiet: u32) -> Result<Vec<Quiet>, Status> {
        let most = if quiet > 1 { self.most_survivors } else { 0 };
        let side = watch.patterns.side();
        let mut found: Vec<Quiet> = Vec::new();
        for shape in CellShape::ALL.into_iter().rev().filter(|&shape| shape >= CellShape::Two) {
            for point in watch.patterns.with(side, shape).points() {
                if !watch.patterns.is_legal(point) {
                    continue;
                }
                if let Some(survivors) = self.try_quiet(watch, point, most)? {
                    if survivors.is_empty() {
                        return Ok(vec![Quiet { point, survivors }]);
                    }
                    found.push(Quiet { point, survivors });
                }
            }
        }
        found.sort_by_key(|quiet| quiet.survivors.len());
        Ok(found)
    }

    /// The replies that survive a quiet move; `None` if it threatens nothing, or more than `most` survive.
    pub(super) fn try_quiet<O: Observer>(
        &mut self,
        watch: &mut Watch<'_, '_, O>,
        point: Point,
        most: usize,
    ) -> Result<Option<Vec<Point>>, Status> {
        watch.observer.on(Event::Generated(1));
        watch.after(point, |watch| watch.node(Node::And, 1, |watch| self.survivors(watch, most)))
    }

    /// The replies of the defender, to move, after which the attacker does not win by threats; `None` if there are more
    /// than `most`, or no threat.
    fn survivors<O: Observer>(
        &mut self,
        watch: &mut Watch<'_, '_, O>,
        most: usize,
    ) -> Result<Option<Vec<Point>>, Status> {
        if watch.patterns.count(watch.patterns.side(), CellShape::Five) > 0 {
            return Ok(None);
        }
        watch.patterns.pass();
        let threat = self.threats_win(watch, self.effort.threats);
        watch.patterns.pass();
        if !threat? {
            return Ok(None);
        }
        let mut survivors = Vec::new();
        // The moves that stand in the way of the win.
        let in_the_way = match self.pns.proving() {
            Some(attack) => vec![attack],
            None => self.pns.threats.line().collect(),
        };
        let mut replies = self.replies(watch.patterns, in_the_way);
        while let Some(reply) = replies.next(watch.patterns) {
            if !watch.after(reply, |watch| self.wins(watch, 0))? {
                self.note_survivor(reply);
                survivors.push(reply);
                if survivors.len() > most {
                    return Ok(None);
                }
            }
        }
        Ok(Some(survivors))
    }

    /// All replies to a quiet move: first those that survived elsewhere, the latest before the others, then these.
    pub(super) fn replies(&self, patterns: &Patterns, then: Vec<Point>) -> Replies {
        let survived = self.survived.iter().rev().copied();
        let points: Vec<Point> = survived.chain(then).chain(patterns.free().points()).collect();
        Replies { points: points.into_iter(), left: patterns.free() }
    }

    pub(super) fn note_survivor(&mut self, reply: Point) {
        self.survived.retain(|&other| other != reply);
        self.survived.push(reply);
    }
}

impl<G: Guide> Prover for Lambda<G> {
    const ANSWERS_ALL: bool = true;

    fn threats(&mut self) -> &mut Threats {
        self.pns.threats()
    }

    fn attack<O: Observer>(&mut self, watch: &mut Watch<'_, '_, O>, left: u32) -> Result<Option<Point>, Status> {
        match self.won.get(&watch.patterns.key()) {
            Some(&point) => Ok(Some(point)),
            None => self.pns.attack(watch, left),
        }
    }

    fn forget(&mut self) {
        self.pns.forget();
    }
}
