//! Players that need no program: chance, and greed that looks one ply ahead.

use std::time::{Duration, Instant};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use searchlab::search::game::{Evaluator, Game as _};
use searchlab::worlds::gomoku::evaluation::PRESETS;
use searchlab::worlds::gomoku::{Candidates, Evaluation, Gomoku, Point, Position, legal_points};

use super::game::{Fault, Player};

/// Any legal cell.
#[derive(Debug)]
pub(crate) struct Random(ChaCha8Rng);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }
}

impl Player for Random {
    fn choose(&mut self, position: &Position) -> Result<(Point, Duration), Fault> {
        let points = legal_points(position);
        let choice = self.0.next_u64() as usize % points.len().max(1);
        let point = points.get(choice).ok_or_else(|| Fault::Illegal("no legal cell".to_owned()))?;
        Ok((*point, Duration::ZERO))
    }
}

/// The cell near the stones after which the scores of the course report are best.
#[derive(Debug)]
pub(crate) struct Greedy(Evaluation);

impl Default for Greedy {
    fn default() -> Self {
        let preset = PRESETS.iter().find(|preset| preset.name == "ustc-rows");
        Self(preset.map_or_else(Evaluation::default, Evaluation::from_preset))
    }
}

impl Player for Greedy {
    fn choose(&mut self, position: &Position) -> Result<(Point, Duration), Fault> {
        let begin = Instant::now();
        let mut game = Gomoku::new(position, Candidates::Box(2));
        let mut points = Vec::new();
        game.moves(|point| points.push(point));
        let mut value = |point: Point| {
            game.make(point);
            let value = match game.outcome() {
                Some(outcome) => -outcome.score(1),
                None => -self.0.evaluate(&game),
            };
            game.unmake(point, ());
            value
        };
        let best = points
            .into_iter()
            .map(|point| (value(point), point))
            .reduce(|best, other| if other.0 > best.0 { other } else { best });
        let (_, point) = best.ok_or_else(|| Fault::Illegal("no legal cell".to_owned()))?;
        Ok((point, begin.elapsed()))
    }
}
