//! The static evaluation: the number of cells that are 1.
//!
//! They speak for the side that moves last, so the value for the side to move is that or its negative.
//!
//! Source      Nau, Artificial Intelligence 19 (1982): the share of the cells that are 1.
//! Not here    The value of a finished game (the search has its own), `ones,share=2` as an evaluation and back
//!             (`worlds/weights.rs`).

use super::board::Position;
pub use crate::weights::{Feature, Preset};

use crate::weights::{FeatureSet, linear_evaluation};
use searchlab_search::game::{Evaluator, Score};

/// The units of the feature `share`: every part of a board has a power of two of cells, up to this, so it is exact.
const WHOLE: u32 = 1 << super::MOST_PLIES;

/// All features.
pub const FEATURES: &[Feature] = &[
    Feature { name: "ones", summary: "cells that are 1, for the side that moves last", most: WHOLE as i32 },
    Feature { name: "share", summary: "the share of these among all cells, in units of 1/65536", most: WHOLE as i32 },
];

/// All presets, in the order of the listings.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "share",
        summary: "the share of cells that are 1 (Nau 1982), for the side that moves last",
        weights: &[("share", 1)],
    },
    Preset {
        name: "ones",
        summary: "their number: at equal depth the same choice, in smaller numbers",
        weights: &[("ones", 1)],
    },
];

/// The features and presets of evaluations.
static SCHEME: FeatureSet =
    FeatureSet { features: FEATURES, presets: PRESETS, limit: 2_000_000, example: "share,ones=5", whole: &[] };

linear_evaluation!(SCHEME);

impl Evaluator<Position> for Evaluation {
    #[inline(always)]
    fn evaluate(&self, position: &Position) -> Score {
        let ones = position.ones();
        let share = ones * (WHOLE / position.cells());
        let value = self.weights[0] * ones as Score + self.weights[1] * share as Score;
        if position.side() == position.board().last_mover() { value } else { -value }
    }
}
