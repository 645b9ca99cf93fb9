//! From labelled positions to weights.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use serde::Serialize;

use super::labels::Source;
use super::{Chance, Labelled, share_out, shuffle};
use crate::othello::learned::Weights;
use crate::othello::learned::factors::FactorFit;
use crate::othello::learned::fit::{Errors, Fit, Sample};
use crate::othello::learned::weights::{FACTORED, STAGES, Stage, TOGETHER, stage_of};

/// How to learn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plan {
    /// Of the labels and of the split into sets.
    pub seed: u64,
    /// The penalty of a weight of one disc, in squared discs of error.
    pub penalty: f64,
    /// Steps of the fit of each stage.
    pub steps: u32,
    /// Passes of the fit of factors over the positions; with none there are no factors.
    pub passes: u32,
    /// The share of a position whose score is that of its game: it went on with mistakes.
    pub game_share: f32,
}

impl Plan {
    /// Steps and passes of all stages.
    pub fn work(&self) -> u64 {
        (STAGES as u32 * self.steps + FACTORED.len() as u32 * self.passes).into()
    }
}

impl Default for Plan {
    fn default() -> Self {
        Self { seed: 1, penalty: 10.0, steps: 25, passes: 12, game_share: 0.2 }
    }
}

/// The errors of the fit of a stage after a number of steps, passes over the positions among them.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Point {
    /// The stage, 0 for the last plies.
    pub stage: usize,
    /// Steps done.
    pub step: u32,
    /// Root of the mean squared error on the positions that are learned from, in discs.
    pub training: f64,
    /// The same on those by which one sees whether more steps help.
    pub validation: f64,
}

/// How good a stage became.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StageErrors {
    /// The stage, 0 for the last plies.
    pub stage: usize,
    /// Positions learned from, looked at on the way, and kept for the end.
    pub positions: [usize; 3],
    /// On those three sets.
    pub errors: [Errors; 3],
}

/// The result of learning.
#[derive(Debug)]
pub struct Learned {
    /// The weights.
    pub weights: Weights,
    /// The errors after each step, by stage and step.
    pub curve: Vec<Point>,
    /// The errors at the end, by stage.
    pub stages: Vec<StageErrors>,
}

/// The share of a position in the neighbouring stage, if it is one empty square away from it.
const NEAR: f32 = 0.5;

/// Of twenty games, one is for validation and one for the test.
const PARTS: u32 = 20;

/// Which set a game belongs to: 0 for training, 1 for validation, 2 for the test.
pub(super) fn set_of(game: u32, seed: u64) -> usize {
    // Another stream than that of the labels.
    match Chance::new(!seed, u64::from(game)).below(PARTS) {
        0 => 1,
        1 => 2,
        _ => 0,
    }
}

/// Learns the weights of all stages; `None` if it was stopped. `done` hears of each step and each pass.
pub fn learn(
    labelled: &[Labelled],
    plan: &Plan,
    threads: usize,
    stop: &AtomicBool,
    done: impl Fn() + Sync,
) -> Option<Learned> {
    let learned = Mutex::new(Learned { weights: Weights::zero(), curve: Vec::new(), stages: Vec::new() });
    let groups = groups(plan);
    let learn_one = |(): &mut (), group: usize| -> Result<(), ()> {
        let stages = groups[group].clone();
        let sets: Vec<Sets> = stages.clone().map(|stage| sets(labelled, stage, plan)).collect();
        let mut learning = Learning { plan, stop, done: &done, curve: Vec::new() };
        let (fitted, errors) = learning.group(stages.start, &sets).ok_or(())?;
        let mut learned = learned.lock().unwrap_or_else(PoisonError::into_inner);
        for (stage, (fitted, errors)) in stages.zip(fitted.into_iter().zip(errors)) {
            learned.weights.set_stage(stage, &fitted);
            let positions = [0, 1, 2].map(|set| sets[stage - groups[group].start][set].len());
            learned.stages.push(StageErrors { stage, positions, errors });
        }
        learned.curve.append(&mut learning.curve);
        Ok(())
    };
    share_out(threads.clamp(1, STAGES), groups.len(), stop, || Ok(()), learn_one).ok()?;
    let mut learned = learned.into_inner().unwrap_or_else(PoisonError::into_inner);
    learned.curve.sort_by_key(|point| (point.stage, point.step));
    learned.stages.sort_by_key(|errors| errors.stage);
    (learned.stages.len() == STAGES).then_some(learned)
}

/// The stages that are learned together, those with factors first: they take longest.
fn groups(plan: &Plan) -> Vec<Range<usize>> {
    let together = FACTORED.filter(|_| plan.passes > 0).step_by(TOGETHER).map(|stage| stage..stage + TOGETHER);
    let alone = (0..STAGES).filter(|stage| plan.passes == 0 || !FACTORED.contains(stage)).map(|stage| stage..stage + 1);
    together.chain(alone).collect()
}

/// The samples of a stage to learn from, to look at on the way, and for the end.
type Sets = [Vec<Sample>; 3];

/// A group of stages while it is learned.
struct Learning<'a, F> {
    plan: &'a Plan,
    stop: &'a AtomicBool,
    done: &'a F,
    curve: Vec<Point>,
}

impl<F: Fn()> Learning<'_, F> {
    /// The weights of each stage, and its errors on the three sets; `None` if it was stopped.
    fn group(&mut self, first: usize, sets: &[Sets]) -> Option<(Vec<Stage>, Vec<[Errors; 3]>)> {
        let mut fits = Vec::new();
        for (place, sets) in sets.iter().enumerate() {
            fits.push(self.weights(first + place, sets)?);
        }
        match <[Fit<'_>; TOGETHER]>::try_from(fits) {
            Ok(fits) => self.factors(first, sets, fits),
            Err(fits) => {
                let errors = fits
                    .iter()
                    .zip(sets)
                    .map(|(fit, sets)| [fit.errors(), fit.errors_on(&sets[1]), fit.errors_on(&sets[2])]);
                Some((fits.iter().map(Fit::stage).collect(), errors.collect()))
            }
        }
    }

    /// The fit of the weights of a stage.
    fn weights<'s>(&mut self, stage: usize, sets: &'s Sets) -> Option<Fit<'s>> {
        let mut fit = Fit::new(&sets[0], self.plan.penalty);
        for step in 1..=self.plan.steps {
            fit.step();
            self.has_done(stage, step, &fit.errors(), &fit.errors_on(&sets[1]))?;
        }
        Some(fit)
    }

    /// The factors of stages whose weights were fitted.
    fn factors(
        &mut self,
        first: usize,
        sets: &[Sets],
        fits: [Fit<'_>; TOGETHER],
    ) -> Option<(Vec<Stage>, Vec<[Errors; 3]>)> {
        let mut chance = Chance::new(self.plan.seed, u64::MAX - first as u64);
        let mut factors = FactorFit::new(fits, || chance.word());
        for pass in 0..self.plan.passes {
            factors.pass(1.0 - pass as f32 / self.plan.passes as f32, |order| shuffle(order, &mut chance));
            for (place, sets) in sets.iter().enumerate() {
                let [training, validation] = [0, 1].map(|set| factors.errors_on(place, &sets[set]));
                self.has_done(first + place, self.plan.steps + pass + 1, &training, &validation)?;
            }
        }
        let errors =
            sets.iter().enumerate().map(|(place, sets)| [0, 1, 2].map(|set| factors.errors_on(place, &sets[set])));
        Some((factors.stages().into(), errors.collect()))
    }

    /// Keeps the errors after a step; `None` if this is the end.
    fn has_done(&mut self, stage: usize, step: u32, training: &Errors, validation: &Errors) -> Option<()> {
        let (training, validation) = (training.root_mean_square, validation.root_mean_square);
        self.curve.push(Point { stage, step, training, validation });
        (self.done)();
        (!self.stop.load(Ordering::Relaxed)).then_some(())
    }
}

/// The positions of a stage for training, validation and test.
fn sets(labelled: &[Labelled], stage: usize, plan: &Plan) -> Sets {
    let mut sets = [const { Vec::new() }; 3];
    for each in labelled {
        let (empties, set) = (each.board.empties(), set_of(each.game, plan.seed));
        let is_own = stage_of(empties) == stage;
        let is_near = stage_of(empties + 1) == stage || stage_of(empties.saturating_sub(1)) == stage;
        if is_own || set == 0 && is_near {
            let of_source = if each.source == Source::Game { plan.game_share } else { 1.0 };
            let share = of_source * if is_own { 1.0 } else { NEAR };
            sets[set].push(Sample::new(each.board, i32::from(each.score), share));
        }
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::playout::random_position;

    #[test]
    fn a_position_counts_in_its_stage_and_in_the_next_one_if_it_is_near() {
        let game_of = |set| (0..1000).find(|&game| set_of(game, 1) == set).expect("each set has games");
        for set in 0..3 {
            let count = |empties: u32, stage| {
                let board = random_position(1, 60 - empties as usize).board;
                assert_eq!(board.empties(), empties);
                let labelled = Labelled { game: game_of(set), board, score: 2, source: Source::Exact };
                sets(&[labelled], stage, &Plan::default()).map(|samples| samples.len())[set]
            };
            // Stage 4 is that of 13 to 15 empty squares.
            let near = usize::from(set == 0);
            assert_eq!([11, 12, 13, 14, 15, 16, 17].map(|empties| count(empties, 4)), [0, near, 1, 1, 1, near, 0]);
        }
    }
}
