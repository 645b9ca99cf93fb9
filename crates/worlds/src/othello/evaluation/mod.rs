//! Static evaluations: what a position is worth before it is played out.
//!
//! An [`Evaluation`] is data, a whole number for each of the [`FEATURES`]: the value of a board is the sum of the
//! features, each times its weight. All features change their sign with the side, and so does the value: that of
//! `board.passed()` is the negative.
//!
//! | part | file |
//! |---|---|
//! | what can be measured | features/, one file a feature |
//! | mixes with a name | presets.rs |
//! | these, or the learned evaluation | any.rs |
//! | as the judge of leaves in a search | evaluator.rs |
//! | which feature makes how much of a value | explain.rs |
//!
//! Not here: the fast counts of moves and discs (kernel/lines.rs), the value of a finished game under an evaluation
//! that has none of its own (the search), `classic,corner=500` as an evaluation and back (`worlds/weights.rs`).

mod any;
mod evaluator;
mod explain;
mod features;
mod presets;
#[cfg(test)]
mod tests;

pub use crate::weights::{Feature, Preset};
pub use any::AnyEvaluation;
pub use explain::{Explanation, Row};
pub use features::{FEATURES, stable_discs};
pub use presets::PRESETS;

use self::features::{Corner, Flippable, Measure, Mobility, Piece, Win};
use super::board::{Board, CORNERS};
use super::kernel::Kernel;
use super::learned::LEARNED;
use crate::weights::{FeatureSet, evaluation_as_text};

/// No value reaches this or its negative, so that a search may set values beyond for its own ends.
pub(crate) const VALUE_LIMIT: i32 = 2_000_000;

/// The features and presets of evaluations.
pub(crate) static SCHEME: FeatureSet = FeatureSet {
    features: FEATURES,
    presets: PRESETS,
    limit: VALUE_LIMIT,
    example: "classic,corner=500",
    whole: &[LEARNED],
};

evaluation_as_text!(Evaluation, SCHEME);

/// A weight for each feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Evaluation {
    /// The preset that it was made from, by which it is printed.
    preset: Option<&'static Preset>,
    /// In the order of [`FEATURES`].
    weights: Weights,
    quick: Quick,
    /// Place and weight of all that is not quick; the first `others_count` of them.
    others: [(u8, i32); FEATURES.len()],
    others_count: u8,
}

type Weights = [i32; FEATURES.len()];

/// The weights of the features that a kernel counts together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Quick {
    piece: i32,
    mobility: i32,
    corner: i32,
    flippable: i32,
    win: i32,
}

/// The value of a board by an evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Judged {
    /// For the side to move, in the units of the weights; below `VALUE_LIMIT` in size.
    pub value: i32,
    /// True if neither side can move.
    pub is_over: bool,
}

impl Evaluation {
    /// The evaluation of the course's framework, the default.
    pub fn classic() -> Self {
        Self::from_preset(&PRESETS[0])
    }

    /// The evaluation that a preset names.
    pub(crate) fn from_preset(preset: &'static Preset) -> Self {
        Self::new(Some(preset), SCHEME.weights_of(preset))
    }

    fn new(preset: Option<&'static Preset>, weights: Weights) -> Self {
        let weight = |name: &str| SCHEME.place(name).map_or(0, |place| weights[place]);
        let quick = Quick {
            piece: weight(Piece::NAME),
            mobility: weight(Mobility::NAME),
            corner: weight(Corner::NAME),
            flippable: weight(Flippable::NAME),
            win: weight(Win::NAME),
        };
        let is_quick = |place: usize| {
            [Piece::NAME, Mobility::NAME, Corner::NAME, Flippable::NAME, Win::NAME].contains(&FEATURES[place].name)
        };
        let mut others = [(0, 0); FEATURES.len()];
        let mut others_count = 0;
        for (place, &weight) in weights.iter().enumerate() {
            if weight != 0 && !is_quick(place) {
                others[usize::from(others_count)] = (place as u8, weight);
                others_count += 1;
            }
        }
        Self { preset, weights, quick, others, others_count }
    }

    /// Every feature with its weight, in the order of [`FEATURES`].
    pub fn weights(&self) -> impl Iterator<Item = (&'static Feature, i32)> {
        FEATURES.iter().zip(self.weights)
    }

    /// True if finished games have a value of their own, by a weight of `win`. The sum is then their value; otherwise
    /// the search gives them one.
    pub const fn has_own_terminal(&self) -> bool {
        self.quick.win != 0
    }

    /// The value of a board for the side to move, and whether the game is over. Features without weight cost nothing,
    /// save that moves and discs that could be turned are counted together.
    #[inline(always)]
    pub fn judge<K: Kernel>(&self, kernel: K, board: Board) -> Judged {
        let quick = &self.quick;
        let (mut value, is_over) = if quick.mobility | quick.flippable == 0 {
            let difference = |set: u64| board_difference(board, set);
            let is_over = kernel.moves(board) == 0 && kernel.moves(board.passed()) == 0;
            let piece = if quick.piece != 0 { quick.piece * difference(u64::MAX) } else { 0 };
            let corner = if quick.corner != 0 { quick.corner * difference(CORNERS) } else { 0 };
            (piece + corner, is_over)
        } else {
            let counts = kernel.line_counts(board);
            let value = quick.piece * i32::from(counts.piece)
                + quick.mobility * i32::from(counts.mobility)
                + quick.corner * i32::from(counts.corner)
                + quick.flippable * i32::from(counts.flippable);
            (value, counts.is_over)
        };
        if is_over {
            value += quick.win * board.difference().signum();
        }
        if self.others_count != 0 {
            value += self.sum_of_others(kernel, board);
        }
        Judged { value, is_over }
    }

    #[inline(never)]
    fn sum_of_others<K: Kernel>(&self, kernel: K, board: Board) -> i32 {
        let others = self.others.iter().take(usize::from(self.others_count));
        others.map(|&(place, weight)| weight * features::difference(usize::from(place), kernel, board)).sum()
    }
}

#[inline(always)]
const fn board_difference(board: Board, set: u64) -> i32 {
    (board.own & set).count_ones() as i32 - (board.opponent & set).count_ones() as i32
}
