//! From games to a network.
//!
//! Idea        Every position with a search is learned from, but for those that are decided at sight, which no evaluation
//!             is asked about. The chance to win is a mean of that which the value of the search stands for and the
//!             result of the game. The step grows smaller from epoch to epoch; the network of the epoch that was best on
//!             other games is kept.
//! Not here    The gradient (gomoku/learned/fit.rs).

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use serde::Serialize;

use super::SelfPlayed;
use crate::gomoku::learned::Network;
use crate::gomoku::learned::fit::{Board, Errors, Fit, Gradient, PARTS, Target};
use crate::gomoku::learned::network::LOGIT;
use crate::gomoku::{Point, Setting, Side};
use crate::training::learning::set_of;
use crate::training::{Chance, shuffle};
use searchlab_search::game::Score;
use searchlab_search::game::score::is_decisive;

/// How to learn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Method {
    /// Of the first numbers, of the split into sets and of the order of positions.
    pub seed: u64,
    /// Times that every position is learned from.
    pub epochs: u32,
    /// Share of the result of the game in the chance to win; the rest is that of the value of a search.
    pub result_share: f32,
    /// Value of a search that stands for a chance to win of e to 1.
    pub logit: f32,
}

impl Default for Method {
    fn default() -> Self {
        Self { seed: 1, epochs: 10, result_share: 0.5, logit: LOGIT as f32 }
    }
}

/// The errors after an epoch.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Epoch {
    /// Its number, from 1.
    pub epoch: u32,
    /// Cross entropy of the chance to win on the positions that are learned from, during the epoch, in nats.
    pub value_training: f64,
    /// The same on other games, after it.
    pub value_validation: f64,
    /// Cross entropy of the best move on other games, in nats.
    pub move_validation: f64,
    /// Share of the positions of other games whose best move has the highest rank.
    pub first_validation: f64,
}

/// The result of learning.
#[derive(Debug)]
pub struct Learned {
    /// The network.
    pub network: Network,
    /// The errors, epoch by epoch.
    pub curve: Vec<Epoch>,
    /// Positions learned from, looked at on the way, and kept for the end.
    pub positions: [usize; 3],
    /// The errors at the end on those that were kept for it.
    pub test: Errors,
}

/// A position: its game, and the stones before it.
#[derive(Debug, Clone, Copy)]
struct Sample {
    game: u32,
    stones: u16,
    target: Target,
}

/// Positions in a step: a hundredth of all, within these bounds.
const BATCH: std::ops::RangeInclusive<usize> = 32..=1024;
/// Size of the first steps.
const RATE: f32 = 0.002;

/// Learns a network from games; `None` if it was stopped. `done` hears of each step, of which there are [`steps`].
pub fn learn(
    games: &[SelfPlayed],
    setting: Setting,
    method: &Method,
    threads: usize,
    stop: &AtomicBool,
    done: impl Fn(),
) -> Option<Learned> {
    let mut sets = sets(games, method);
    let positions = [0, 1, 2].map(|set| sets[set].len());
    let mut chance = Chance::new(method.seed, u64::MAX);
    let mut fit = Fit::new(|| chance.word());
    let work = Work { games, empty: Board::empty(setting), threads };
    let mut parts: Vec<Gradient> = (0..PARTS).map(|_| Gradient::new()).collect();
    let mut learned: Option<(f64, Network, Errors)> = None;
    let mut curve = Vec::new();
    let steps = steps(positions[0], method);
    let mut step = 0;
    for epoch in 1..=method.epochs {
        shuffle(&mut sets[0], &mut chance);
        let mut training = Errors::default();
        for batch in sets[0].chunks(batch(positions[0])) {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            work.share(&mut parts, batch, |board, target, gradient| fit.learn(board, target, gradient));
            let rate = RATE * (1.0 - step as f32 / steps as f32);
            training.add(&fit.step(&mut parts, rate));
            step += 1;
            done();
        }
        let validation = work.errors(&fit, &mut parts, &sets[1]);
        curve.push(Epoch {
            epoch,
            value_training: training.mean().value,
            value_validation: validation.value,
            move_validation: validation.policy,
            first_validation: validation.first,
        });
        if learned.as_ref().is_none_or(|(best, ..)| validation.value < *best) {
            learned = Some((validation.value, fit.network(), work.errors(&fit, &mut parts, &sets[2])));
        }
    }
    learned.map(|(_, network, test)| Learned { network, curve, positions, test })
}

/// Steps of learning from a number of positions.
pub fn steps(positions: usize, method: &Method) -> u64 {
    positions.div_ceil(batch(positions)) as u64 * u64::from(method.epochs)
}

fn batch(positions: usize) -> usize {
    (positions / 100).clamp(*BATCH.start(), *BATCH.end())
}

/// The number of positions that are learned from.
pub fn positions(games: &[SelfPlayed], method: &Method) -> usize {
    sets(games, method)[0].len()
}

/// The positions for training, validation and test: all of a game in one set.
fn sets(games: &[SelfPlayed], method: &Method) -> [Vec<Sample>; 3] {
    let mut sets = [const { Vec::new() }; 3];
    for (number, game) in (0..).zip(games) {
        let set = &mut sets[set_of(number, method.seed)];
        for (place, &(best, value)) in game.found.iter().enumerate() {
            let stones = game.first + place;
            let side = if stones % 2 == 0 { Side::Black } else { Side::White };
            // Those that a search sees at sight are not for an evaluation.
            if !is_at_sight(value) {
                let target = Target { wins: wins(game, side, value, method), best };
                set.push(Sample { game: number, stones: stones as u16, target });
            }
        }
    }
    sets
}

/// True if a five or an open four decides within three plies, or the other side's within two.
fn is_at_sight(value: Score) -> bool {
    use searchlab_search::game::score::plies_to_end;
    plies_to_end(value).is_some_and(|plies| plies <= 4)
}

/// The chance of a side to win.
fn wins(game: &SelfPlayed, side: Side, value: Score, method: &Method) -> f32 {
    let searched = match value {
        _ if is_decisive(value) => f32::from(u8::from(value > 0)),
        _ => 1.0 / (1.0 + (-value as f32 / method.logit).exp()),
    };
    let for_black = 0.5 + 0.5 * f32::from(game.result);
    let result = if side == Side::Black { for_black } else { 1.0 - for_black };
    method.result_share * result + (1.0 - method.result_share) * searched
}

/// The games, and the threads that look at their positions.
struct Work<'a> {
    games: &'a [SelfPlayed],
    /// The board without stones.
    empty: Board,
    threads: usize,
}

impl Work<'_> {
    /// Looks at the samples, in as many parts as there are gradients.
    fn share(&self, parts: &mut [Gradient], samples: &[Sample], look: impl Fn(&Board, Target, &mut Gradient) + Sync) {
        let size = samples.len().div_ceil(parts.len()).max(1);
        let mut pieces: Vec<(&mut Gradient, &[Sample])> = parts.iter_mut().zip(samples.chunks(size)).collect();
        let each = pieces.len().div_ceil(self.threads.max(1)).max(1);
        thread::scope(|scope| {
            for pieces in pieces.chunks_mut(each) {
                let look = &look;
                scope.spawn(move || {
                    let mut board = self.empty.clone();
                    for (gradient, samples) in pieces {
                        for sample in *samples {
                            board.clone_from(&self.empty);
                            let moves: &[Point] = &self.games[sample.game as usize].moves;
                            moves[..usize::from(sample.stones)].iter().for_each(|&point| board.play(point));
                            look(&board, sample.target, gradient);
                        }
                    }
                });
            }
        });
    }

    /// The errors on samples that nothing is learned from.
    fn errors(&self, fit: &Fit, parts: &mut [Gradient], samples: &[Sample]) -> Errors {
        self.share(parts, samples, |board, target, gradient| fit.test(board, target, gradient));
        let mut errors = Errors::default();
        for part in parts {
            errors.add(&part.errors);
            part.errors = Errors::default();
        }
        errors.mean()
    }
}
