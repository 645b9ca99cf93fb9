//! A proof of a win: a move of the attacker, an answer to each reply that can matter, and lines that win after all others.
//!
//! Positions that are reached in several ways stand in it once, so it is a tree with shared branches.
//! Not here: how the moves are found (vct.rs, pns.rs); the check that does not trust any of this (verify.rs).

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::super::board::{Point, Rule, Setting};
use super::super::format::name;
use super::super::patterns::{CellShape, Patterns};
use super::threats::{Defence, Threats, Watch};
use searchlab_search::budget::Status;
use searchlab_search::observer::{Observer, Subtree};

/// A move of the attacker, and why it wins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The move.
    pub attack: Point,
    /// Lines of the attacker and the defender by turns. After each reply that is not in `replies` one of them wins: each
    /// move of the attacker in it makes five, or a four that has only the next move of the line as answer, the last a
    /// four without one.
    pub threats: Vec<Vec<Point>>,
    /// The replies that can matter, with the number of the step that answers each.
    pub replies: Vec<(Point, usize)>,
    /// Plies to the five at most, this move among them.
    pub plies: u32,
}

/// A proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// The steps; each is answered only by steps before it, and the last is the first move of the win.
    pub steps: Vec<Step>,
    setting: Setting,
}

/// Knows moves that win.
pub(crate) trait Prover {
    /// True if it knows moves that threaten no win by fours; to these all replies are answered.
    const ANSWERS_ALL: bool = false;

    /// The attacks, and the replies that meet them.
    fn threats(&mut self) -> &mut Threats;

    /// A move that wins within `left` plies, where fours alone do not; `None` if that is not known any more.
    ///
    /// # Errors
    /// The limit that ended the search for it.
    fn attack<O: Observer>(&mut self, watch: &mut Watch<'_, '_, O>, left: u32) -> Result<Option<Point>, Status>;

    /// Forgets all that is known, as it may rest on searches that ran out of fuel.
    fn forget(&mut self);
}

/// Most plies of a win that need not be short.
pub(crate) const ANY_PLIES: u32 = 999;

/// The number of fours that fit into `plies` plies.
pub(crate) const fn fours_within(plies: u32) -> u32 {
    plies.saturating_sub(1) / 2
}

/// Writes down a win within `left` plies that a search has found. `None` if the search cannot find it again.
///
/// # Errors
/// The limit that ended it.
pub(crate) fn prove<P: Prover, O: Observer>(
    prover: &mut P,
    watch: &mut Watch<'_, '_, O>,
    left: u32,
) -> Result<Option<Proof>, Status> {
    watch.subtree(Subtree::Proof, |watch| write(prover, watch, left))
}

fn write<P: Prover, O: Observer>(
    prover: &mut P,
    watch: &mut Watch<'_, '_, O>,
    left: u32,
) -> Result<Option<Proof>, Status> {
    let setting = watch.patterns.setting();
    for trial in 0..2 {
        if trial > 0 {
            // A table may have lost what was found, and with other memories the fuel may not suffice to find it again.
            prover.forget();
            let threats = prover.threats();
            threats.win_fuel = threats.win_fuel.saturating_mul(MORE_FUEL);
            threats.threat_fuel = threats.threat_fuel.saturating_mul(MORE_FUEL);
        }
        let mut writer = Writer { prover, steps: Vec::new(), known: BTreeMap::new() };
        if writer.attack(watch, left)?.is_some() {
            return Ok(Some(Proof { steps: writer.steps, setting }));
        }
    }
    Ok(None)
}

/// Factor on the fuel of a search to find a win again.
const MORE_FUEL: u32 = 32;

struct Writer<'p, P> {
    prover: &'p mut P,
    steps: Vec<Step>,
    known: BTreeMap<u64, usize>,
}

impl<P: Prover> Writer<'_, P> {
    fn attack<O: Observer>(&mut self, watch: &mut Watch<'_, '_, O>, left: u32) -> Result<Option<usize>, Status> {
        let key = watch.patterns.key();
        if let Some(&known) = self.known.get(&key).filter(|&&known| self.steps[known].plies <= left) {
            return Ok(Some(known));
        }
        let side = watch.patterns.side();
        let step = if let Some(five) = watch.patterns.with(side, CellShape::Five).first() {
            Some(Step { attack: five, threats: Vec::new(), replies: Vec::new(), plies: 1 })
        } else {
            let Some(attack) = self.choose(watch, left)? else { return Ok(None) };
            watch.patterns.make(attack);
            let step = self.defend(watch, attack, left.saturating_sub(1));
            watch.patterns.unmake();
            step?
        };
        let Some(step) = step else { return Ok(None) };
        let number = self.steps.len();
        self.steps.push(step);
        self.known.insert(key, number);
        Ok(Some(number))
    }

    fn choose<O: Observer>(&mut self, watch: &mut Watch<'_, '_, O>, left: u32) -> Result<Option<Point>, Status> {
        if left >= 3 && self.prover.threats().win(watch, fours_within(left))?.is_some() {
            return Ok(self.prover.threats().line().next());
        }
        if let Some(attack) = self.prover.attack(watch, left)? {
            return Ok(Some(attack));
        }
        // What was found with less fuel spent in vain before may need more now.
        let threats = self.prover.threats();
        let fuel = std::mem::replace(&mut threats.win_fuel, u32::MAX);
        let found = threats.win(watch, fours_within(left));
        threats.win_fuel = fuel;
        Ok(found?.and_then(|_| self.prover.threats().line().next()))
    }

    fn defend<O: Observer>(
        &mut self,
        watch: &mut Watch<'_, '_, O>,
        attack: Point,
        left: u32,
    ) -> Result<Option<Step>, Status> {
        let threats = self.prover.threats();
        let defence = threats.defence(watch, fours_within(left.saturating_sub(1)))?;
        let (defence, threats) = match defence {
            Some(defence) => (defence, lines(watch.patterns, threats)),
            None if P::ANSWERS_ALL && watch.patterns.count(watch.patterns.side(), CellShape::Five) == 0 => {
                (Defence { replies: watch.patterns.free(), plies: 0 }, Vec::new())
            }
            None => return Ok(None),
        };
        let mut step = Step { attack, threats, replies: Vec::new(), plies: 1 + defence.plies };
        for reply in defence.replies.points() {
            if !watch.patterns.is_legal(reply) {
                continue;
            }
            watch.patterns.make(reply);
            let answer = self.attack(watch, left.saturating_sub(1));
            watch.patterns.unmake();
            let Some(answer) = answer? else { return Ok(None) };
            step.plies = step.plies.max(2 + self.steps[answer].plies);
            step.replies.push((reply, answer));
        }
        Ok(Some(step))
    }
}

/// The threats that the defender, to move, has just been found to meet.
fn lines(patterns: &Patterns, threats: &Threats) -> Vec<Vec<Point>> {
    let attacker = patterns.side().other();
    if let Some(five) = patterns.with(attacker, CellShape::Five).first() {
        return vec![vec![five]];
    }
    if patterns.setting().rule != Rule::Caro && patterns.count(attacker, CellShape::OpenFour) > 0 {
        return patterns.with(attacker, CellShape::OpenFour).points().map(|four| vec![four]).collect();
    }
    vec![threats.threat().collect()]
}

impl Proof {
    /// The first move, with the proof that it wins.
    pub(crate) fn root(&self) -> &Step {
        &self.steps[self.steps.len() - 1]
    }

    /// Plies to the five at most.
    pub(crate) fn plies(&self) -> u32 {
        self.root().plies
    }

    /// The moves of both sides up to the five, if the defender holds out as long as the proof lets him.
    pub fn line(&self, patterns: &mut Patterns) -> Vec<Point> {
        let mut line = Vec::new();
        let mut step = self.root();
        loop {
            push(patterns, &mut line, step.attack);
            let longest = step.replies.iter().rev().max_by_key(|(_, answer)| self.steps[*answer].plies);
            let longest = longest.filter(|(_, answer)| 2 + self.steps[*answer].plies == step.plies);
            let Some(&(reply, answer)) = longest else {
                run_out(patterns, &mut line, step);
                break;
            };
            push(patterns, &mut line, reply);
            step = &self.steps[answer];
        }
        for _ in &line {
            patterns.unmake();
        }
        line
    }

    /// The proof as text: each line goes on while there is one reply only; where there are several, each has a line
    /// below. What follows after any other reply stands behind `else`. Steps that occur again are numbered.
    pub fn text(&self) -> String {
        let mut uses = vec![0; self.steps.len()];
        for (_, answer) in self.steps.iter().flat_map(|step| &step.replies) {
            uses[*answer] += 1;
        }
        let mut printer = Printer { proof: self, uses, labels: BTreeMap::new(), text: String::new() };
        printer.step(self.steps.len() - 1, 0);
        printer.text
    }
}

fn push(patterns: &mut Patterns, line: &mut Vec<Point>, point: Point) {
    patterns.make(point);
    line.push(point);
}

/// Appends the line that follows when the defender does nothing against the threat of the last attack.
fn run_out(patterns: &mut Patterns, line: &mut Vec<Point>, step: &Step) {
    let attacker = patterns.side().other();
    if patterns.winner().is_some() {
        return;
    }
    let touched = |point: Point| {
        step.threats.iter().flatten().any(|&cell| cell == point)
            || step.replies.iter().any(|&(reply, _)| reply == point)
    };
    // A reply that stops one five is better play than one at the end of the board.
    let idle = patterns.with(attacker, CellShape::Five).points().chain(patterns.free().points());
    let Some(idle) = idle.filter(|&point| patterns.is_legal(point)).find(|&point| !touched(point)) else { return };
    push(patterns, line, idle);
    let four_stands = |four: Point| patterns.shape(attacker, four) >= CellShape::OpenFour;
    let standing = step.threats.iter().find(|threat| threat.len() > 1 || four_stands(threat[0]));
    for &point in standing.into_iter().flatten() {
        if patterns.winner().is_some() || !patterns.is_empty(point) {
            break;
        }
        push(patterns, line, point);
    }
    if patterns.winner().is_none() {
        finish(patterns, line);
    }
}

/// A reply to a four that has no answer, and the five.
fn finish(patterns: &mut Patterns, line: &mut Vec<Point>) {
    let attacker = patterns.side().other();
    let mut replies = patterns.with(attacker, CellShape::Five).points().chain(patterns.free().points());
    let Some(reply) = replies.find(|&reply| patterns.is_legal(reply)) else { return };
    push(patterns, line, reply);
    if let Some(five) = patterns.with(attacker, CellShape::Five).first() {
        push(patterns, line, five);
    }
}

struct Printer<'p> {
    proof: &'p Proof,
    uses: Vec<u32>,
    labels: BTreeMap<usize, usize>,
    text: String,
}

impl Printer<'_> {
    fn name(&self, point: Point) -> String {
        name(point, self.proof.setting)
    }

    // Writing to a string cannot fail.
    fn step(&mut self, mut number: usize, depth: usize) {
        loop {
            if let Some(label) = self.labels.get(&number) {
                let _ = writeln!(self.text, "as in [{label}]");
                return;
            }
            let proof = self.proof;
            let step = &proof.steps[number];
            if self.uses[number] > 1 && step.plies > 1 {
                let label = self.labels.len() + 1;
                self.labels.insert(number, label);
                let _ = write!(self.text, "[{label}] ");
            }
            self.text += &self.name(step.attack);
            match step.replies.as_slice() {
                [(reply, answer)] if step.threats.iter().all(|threat| threat.len() == 1) => {
                    let _ = write!(self.text, " ({}) ", self.name(*reply));
                    number = *answer;
                }
                replies => {
                    if step.plies == 1 {
                        self.text += " five";
                    }
                    self.text += "\n";
                    self.branches(step, replies, depth + 1);
                    return;
                }
            }
        }
    }

    fn branches(&mut self, step: &Step, replies: &[(Point, usize)], depth: usize) {
        for &(reply, answer) in replies {
            let _ = write!(self.text, "{:width$}{}: ", "", self.name(reply), width = 2 * depth);
            self.step(answer, depth);
        }
        if !step.threats.is_empty() {
            let lines = step.threats.iter().map(|threat| {
                let names: Vec<String> = threat.iter().map(|&point| self.name(point)).collect();
                names.join(" ")
            });
            let lines: Vec<String> = lines.collect();
            let _ = writeln!(self.text, "{:width$}else: {}", "", lines.join(" or "), width = 2 * depth);
        }
    }
}
