//! The check of a proof that trusts nothing but the rules.
//!
//! Idea        Walk the proof. Where the defender is to move, try every cell of the board: what the proof answers is
//!             checked by its answer, all else must lose to one of the lines that the proof gives, each move of which
//!             must make a five, or a four that has no other answer than the next move of the line, before the defender
//!             has five.
//! Guarantees  A proof that passes is one. Fives are counted along the lines of the board as in board.rs; no pattern, no
//!             table and no search is used. Renju's forbidden moves are asked of renju.rs.
//! Not here    Finding proofs.

use std::collections::BTreeMap;
use std::fmt;

use super::super::Side;
use super::super::board::{DIRECTIONS, Point, Position, Rule, Setting};
use super::super::renju::{Cells, EMPTY, OFF, cells_of, forbidden_on};
use super::proof::{Proof, Step};

/// An error in a proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flaw {
    /// The moves from the beginning to the place where it is wrong.
    pub moves: Vec<Point>,
    /// The error there.
    pub what: &'static str,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} after", self.what)?;
        self.moves.iter().try_for_each(|point| write!(f, " ({}, {})", point.column(), point.row()))
    }
}

/// Checks that the side to move wins as the proof says.
///
/// # Errors
/// The first flaw.
pub fn verify(position: &Position, proof: &Proof) -> Result<(), Flaw> {
    let board = Board { setting: position.setting(), cells: cells_of(position), side: position.side() };
    let mut verifier = Verifier { proof, board, moves: Vec::new(), seen: BTreeMap::new() };
    if position.five().is_some() {
        return verifier.flaw("the game is over");
    }
    verifier.attack(proof.steps.len() - 1)
}

/// Stones, and who is to move.
struct Board {
    setting: Setting,
    cells: Cells,
    side: Side,
}

const fn stone(side: Side) -> u8 {
    side.index() as u8 + 1
}

impl Board {
    fn is_empty(&self, point: Point) -> bool {
        self.cells[point.index()] == EMPTY
    }

    fn put(&mut self, point: Point) {
        self.cells[point.index()] = stone(self.side);
        self.side = self.side.other();
    }

    fn take(&mut self, point: Point) {
        self.cells[point.index()] = EMPTY;
        self.side = self.side.other();
    }

    fn is_forbidden(&mut self, point: Point) -> bool {
        self.setting.rule == Rule::Renju && self.side == Side::Black && forbidden_on(&mut self.cells, point).is_some()
    }

    fn at(&self, point: Point, (right, down): (isize, isize), steps: isize) -> u8 {
        self.setting.step(point, (right, down), steps).map_or(OFF, |point| self.cells[point.index()])
    }

    /// True if a stone of a side on a cell would be part of a five.
    fn makes_five(&self, point: Point, side: Side) -> bool {
        let (own, other) = (stone(side), stone(side.other()));
        DIRECTIONS.into_iter().any(|direction| {
            // No board is as long.
            let run = |sign: isize| (1..32).take_while(|steps| self.at(point, direction, sign * steps) == own).count();
            let (before, behind) = (run(-1) as isize, run(1) as isize);
            match before + behind + 1 {
                ..5 => false,
                5 => {
                    let is_capped = |steps: isize| self.at(point, direction, steps) == other;
                    self.setting.rule != Rule::Caro || !(is_capped(-before - 1) && is_capped(behind + 1))
                }
                _ => self.setting.rule.overline_wins(side),
            }
        })
    }

    /// The cells that make five for a side and lie in a line with a stone.
    fn fives_near(&self, stone: Point, side: Side, fives: &mut Vec<Point>) {
        for direction in DIRECTIONS {
            for steps in (-4..=4).filter(|&steps| steps != 0) {
                let Some(point) = self.setting.step(stone, direction, steps) else { continue };
                if self.is_empty(point) && !fives.contains(&point) && self.makes_five(point, side) {
                    fives.push(point);
                }
            }
        }
    }

    fn fives(&self, side: Side) -> Vec<Point> {
        self.setting.points().filter(|&point| self.is_empty(point) && self.makes_five(point, side)).collect()
    }
}

struct Verifier<'p> {
    proof: &'p Proof,
    board: Board,
    moves: Vec<Point>,
    /// The board of each step that has been checked.
    seen: BTreeMap<usize, Vec<u8>>,
}

impl Verifier<'_> {
    fn flaw(&self, what: &'static str) -> Result<(), Flaw> {
        Err(Flaw { moves: self.moves.clone(), what })
    }

    fn put(&mut self, point: Point) {
        self.board.put(point);
        self.moves.push(point);
    }

    fn take(&mut self) {
        if let Some(point) = self.moves.pop() {
            self.board.take(point);
        }
    }

    fn attack(&mut self, number: usize) -> Result<(), Flaw> {
        let stones: Vec<u8> = self.board.setting.points().map(|point| self.board.cells[point.index()]).collect();
        match self.seen.get(&number) {
            Some(seen) if *seen == stones => return Ok(()),
            Some(_) => return self.flaw("one step stands for two positions"),
            None => {}
        }
        let proof = self.proof;
        let step = &proof.steps[number];
        if !self.board.is_empty(step.attack) {
            return self.flaw("the cell of the attack is taken");
        }
        if self.board.is_forbidden(step.attack) {
            return self.flaw("the attack is forbidden");
        }
        let attacker = self.board.side;
        if !self.board.makes_five(step.attack, attacker) {
            self.put(step.attack);
            self.defend(step, number)?;
            self.take();
        }
        self.seen.insert(number, stones);
        Ok(())
    }

    fn defend(&mut self, step: &Step, number: usize) -> Result<(), Flaw> {
        let defender = self.board.side;
        if !self.board.fives(defender).is_empty() {
            return self.flaw("the defender has five");
        }
        let mut count = 0;
        for reply in self.board.setting.points() {
            if !self.board.is_empty(reply) || self.board.is_forbidden(reply) {
                continue;
            }
            count += 1;
            self.put(reply);
            if let Some(&(_, answer)) = step.replies.iter().find(|(listed, _)| *listed == reply) {
                if answer >= number {
                    return self.flaw("the proof goes in a circle");
                }
                self.attack(answer)?;
            } else if !step.threats.iter().any(|threat| self.wins(threat, reply)) {
                return self.flaw("nothing is said against the last reply");
            }
            self.take();
        }
        if count == 0 { self.flaw("the defender cannot move") } else { Ok(()) }
    }

    /// True if a line wins after a reply; before it the defender had no five.
    fn wins(&mut self, threat: &[Point], reply: Point) -> bool {
        let defender = self.board.side.other();
        let mut fives = Vec::new();
        self.board.fives_near(reply, defender, &mut fives);
        let before = self.moves.len();
        let wins = self.follow(threat, &mut fives);
        while self.moves.len() > before {
            self.take();
        }
        wins
    }

    /// The same; `fives` are cells where the defender may have five.
    fn follow(&mut self, line: &[Point], fives: &mut Vec<Point>) -> bool {
        let attacker = self.board.side;
        for (place, &attack) in line.iter().enumerate().step_by(2) {
            if !self.board.is_empty(attack) || self.board.is_forbidden(attack) {
                return false;
            }
            if self.board.makes_five(attack, attacker) {
                return true;
            }
            self.put(attack);
            let board = &self.board;
            if fives.iter().any(|&five| board.is_empty(five) && board.makes_five(five, attacker.other())) {
                return false;
            }
            let mut own = Vec::new();
            board.fives_near(attack, attacker, &mut own);
            let answers = self.answers(&own, attacker);
            match (answers.as_slice(), line.get(place + 1)) {
                ([], _) => return !own.is_empty(),
                ([only], Some(next)) if only == next => {
                    self.put(*next);
                    self.board.fives_near(*next, attacker.other(), fives);
                }
                _ => return false,
            }
        }
        false
    }

    /// The replies after which none of these cells makes five any more.
    fn answers(&mut self, own: &[Point], attacker: Side) -> Vec<Point> {
        let mut replies = own.to_vec();
        if self.board.setting.rule == Rule::Caro {
            replies = self.board.setting.points().filter(|&point| self.board.is_empty(point)).collect();
        }
        replies.retain(|&reply| {
            if self.board.is_forbidden(reply) {
                return false;
            }
            self.board.put(reply);
            let stands = own.iter().any(|&five| self.board.is_empty(five) && self.board.makes_five(five, attacker));
            self.board.take(reply);
            !stands
        });
        replies
    }
}
