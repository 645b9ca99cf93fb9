//! A sliding-tile puzzle as the scene of a trace.

use serde_json::{Value, json};

use super::board::{Board, Eight, Fifteen, Size, TwentyFour};
use super::{Problem, Puzzle};
use crate::trace::Scene;

/// A puzzle of one of the sizes, and its goal.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TileScene(pub Problem);

fn tiles<P: Size>(code: u128) -> Vec<u8> {
    Board::<P>::from_code(code).tiles().collect()
}

impl Scene for TileScene {
    fn is_game(&self) -> bool {
        false
    }

    fn shape(&self) -> Value {
        let width = match self.0.goal {
            Puzzle::Eight(_) => Eight::SIDE,
            Puzzle::Fifteen(_) => Fifteen::SIDE,
            Puzzle::TwentyFour(_) => TwentyFour::SIDE,
        };
        json!({ "shape": "tiles", "width": width, "goal": self.0.goal.tiles() })
    }

    fn state(&self, code: u128) -> Value {
        let tiles = match self.0.goal {
            Puzzle::Eight(_) => tiles::<Eight>(code),
            Puzzle::Fifteen(_) => tiles::<Fifteen>(code),
            Puzzle::TwentyFour(_) => tiles::<TwentyFour>(code),
        };
        json!(tiles)
    }
}
