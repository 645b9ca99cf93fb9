//! From labelled positions to weights.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use serde::Serialize;

use super::labels::Source;
use super::{Chance, Labelled, share_out};
use crate::othello::learned::Weights;
use crate::othello::learned::fit::{Errors, Fit, Sample};
use crate::othello::learned::weights::{STAGES, stage_of};

/// How to learn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plan {
    /// Of the labels and of the split into sets.
    pub seed: u64,
    /// The penalty of a weight of one disc, in squared discs of error.
    pub penalty: f64,
    /// Steps of the fit of each stage.
    pub steps: u32,
    /// The share of a position whose score is that of its game: it went on with mistakes.
    pub game_share: f32,
}

impl Default for Plan {
    fn default() -> Self {
        Self { seed: 1, penalty: 10.0, steps: 25, game_share: 0.2 }
    }
}

/// The errors of the fit of a stage after a number of steps.
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

/// Learns the weights of all stages; `None` if it was stopped. `done` hears of each step.
pub fn learn(
    labelled: &[Labelled],
    plan: &Plan,
    threads: usize,
    stop: &AtomicBool,
    done: impl Fn() + Sync,
) -> Option<Learned> {
    let learned = Mutex::new(Learned { weights: Weights::zero(), curve: Vec::new(), stages: Vec::new() });
    let learn_one = |(): &mut (), stage| -> Result<(), ()> {
        let sets = sets(labelled, stage, plan);
        let (fitted, points, errors) = learn_stage(&sets, stage, plan, stop, &done).ok_or(())?;
        let mut learned = learned.lock().unwrap_or_else(PoisonError::into_inner);
        learned.weights.set_stage(stage, fitted);
        learned.curve.extend(points);
        learned.stages.push(errors);
        Ok(())
    };
    share_out(threads.clamp(1, STAGES), STAGES, stop, || Ok(()), learn_one).ok()?;
    let mut learned = learned.into_inner().unwrap_or_else(PoisonError::into_inner);
    learned.curve.sort_by_key(|point| (point.stage, point.step));
    learned.stages.sort_by_key(|errors| errors.stage);
    (learned.stages.len() == STAGES).then_some(learned)
}

type FittedStage = Box<crate::othello::learned::weights::Stage>;

fn learn_stage(
    sets: &[Vec<Sample>; 3],
    stage: usize,
    plan: &Plan,
    stop: &AtomicBool,
    done: &impl Fn(),
) -> Option<(FittedStage, Vec<Point>, StageErrors)> {
    let mut fit = Fit::new(&sets[0], plan.penalty);
    let mut points = Vec::new();
    for step in 1..=plan.steps {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        fit.step();
        let (training, validation) = (fit.errors().root_mean_square, fit.errors_on(&sets[1]).root_mean_square);
        points.push(Point { stage, step, training, validation });
        done();
    }
    let errors = [fit.errors(), fit.errors_on(&sets[1]), fit.errors_on(&sets[2])];
    let positions = [0, 1, 2].map(|set| sets[set].len());
    Some((fit.stage(), points, StageErrors { stage, positions, errors }))
}

/// The positions of a stage for training, validation and test.
fn sets(labelled: &[Labelled], stage: usize, plan: &Plan) -> [Vec<Sample>; 3] {
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
