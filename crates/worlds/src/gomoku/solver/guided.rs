//! Lambda search with a guide: moves that another search holds for won, each proved or dropped.
//!
//! Idea        Where threats do not win, a guide proposes a move. Every reply to it must lose: to threats, to a move that
//!             won after other replies, or to another proposal. The guide may pass over replies, so what it says is only
//!             a proposal; but it finds quiet moves, and moves that answer threats of the other side, far sooner than
//!             all of them are tried.
//! Source      Allis, Searching for Solutions in Games and Artificial Intelligence, thesis (1994): the defender's replies
//!             all at once; Thomsen, Lambda-Search in Game Trees, ICGA Journal 23(4) (2000): those that survive.
//! Guarantees  A win that is found is one: all replies are answered.
//! Counts      As lambda.rs, those of the guide among them.
//! Not here    The guide that there is (engine/guide.rs).

use super::super::board::Point;
use super::super::patterns::CellShape;
use super::lambda::Lambda;
use super::threats::Watch;
use super::walk::Node;
use searchlab_search::budget::Status;
use searchlab_search::observer::Observer;

/// Nodes that searches may visit in a round.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// For a win by threats alone, from where the search begins.
    pub first: u64,
    /// For one after quiet moves.
    pub threats: u64,
    /// For a proposal of the guide.
    pub guide: u64,
    /// For all quiet moves that are not the guide's.
    pub quiet: u64,
}

/// Proposes moves.
pub trait Guide {
    /// Rounds, each with a quiet move and a survivor more.
    const ROUNDS: u32;

    /// Bytes that it holds once it has been asked.
    fn bytes(&self) -> u64;

    /// Nodes for each search of a round; the first has the number 0.
    fn effort(round: u32) -> Effort;

    /// A move after which the side to move is held to win, if one is found within `nodes` nodes.
    ///
    /// # Errors
    /// The limit that ended the search.
    fn propose<O: Observer>(&mut self, watch: &mut Watch<'_, '_, O>, nodes: u64) -> Result<Option<Point>, Status>;
}

/// No guide: lambda search tries moves by their shapes alone.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Unguided;

impl Guide for Unguided {
    const ROUNDS: u32 = 5;

    fn bytes(&self) -> u64 {
        0
    }

    fn effort(round: u32) -> Effort {
        Effort { first: 500_000 * u64::from(round + 1), threats: 300 * 3_u64.pow(round), guide: 0, quiet: u64::MAX }
    }

    fn propose<O: Observer>(&mut self, _watch: &mut Watch<'_, '_, O>, _nodes: u64) -> Result<Option<Point>, Status> {
        Ok(None)
    }
}

/// Moves that won after other replies, of which this many are tried.
const ANSWERS: usize = 2;

impl<G: Guide> Lambda<G> {
    /// True if the attacker, to move, wins by a proposal of the guide.
    pub(super) fn proposal_wins<O: Observer>(&mut self, watch: &mut Watch<'_, '_, O>) -> Result<bool, Status> {
        let Some(point) = self.guide.propose(watch, self.effort.guide)? else { return Ok(false) };
        let wins = watch.after(point, |watch| watch.node(Node::And, 0, |watch| self.replies_lose(watch)))?;
        if wins {
            self.won.insert(watch.patterns.key(), point);
        }
        Ok(wins)
    }

    /// True if each reply of the defender, to move, loses.
    fn replies_lose<O: Observer>(&mut self, watch: &mut Watch<'_, '_, O>) -> Result<bool, Status> {
        if watch.patterns.is_full() || watch.patterns.count(watch.patterns.side(), CellShape::Five) > 0 {
            return Ok(false);
        }
        let mut answers = Vec::new();
        let mut replies = self.replies(watch.patterns, Vec::new());
        while let Some(reply) = replies.next(watch.patterns) {
            if !watch.after(reply, |watch| self.has_answer(watch, &mut answers))? {
                self.note_survivor(reply);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// True if the attacker, to move after a reply, wins by threats, by one of the moves that won after others, or by a
    /// proposal, which then is among those moves, the latest last.
    fn has_answer<O: Observer>(
        &mut self,
        watch: &mut Watch<'_, '_, O>,
        answers: &mut Vec<Point>,
    ) -> Result<bool, Status> {
        if self.wins(watch, 0)? || self.won.contains_key(&watch.patterns.key()) {
            return Ok(true);
        }
        for &answer in answers.iter().rev().take(ANSWERS) {
            if watch.patterns.is_empty(answer)
                && watch.patterns.is_legal(answer)
                && self.threatens_to_win(watch, answer)?
            {
                self.won.insert(watch.patterns.key(), answer);
                return Ok(true);
            }
        }
        let wins = self.proposal_wins(watch)?;
        if let Some(&answer) = self.won.get(&watch.patterns.key()) {
            answers.retain(|&other| other != answer);
            answers.push(answer);
        }
        Ok(wins)
    }

    /// True if the attacker wins by threats after this move and any reply.
    fn threatens_to_win<O: Observer>(&mut self, watch: &mut Watch<'_, '_, O>, point: Point) -> Result<bool, Status> {
        let survivors = self.try_quiet(watch, point, 0)?;
        Ok(survivors.is_some_and(|survivors| survivors.is_empty()))
    }
}
