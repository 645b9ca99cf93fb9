//! Static evaluation: windows of four cells in a row that are still open to one side only.
//!
//! Idea        A window without a disc of the other side can still become four in a row. Windows are counted by the
//!             discs that they hold: three features, each the number of one's own windows less that of the opponent's.
//!             All windows of a direction are counted at once, by adding four shifted bitboards bit by bit.
//! Source      Counting open lines by their discs is the classic evaluation of games of this kind (Nilsson 1971, for
//!             tic-tac-toe).
//! Not here    The value of a finished game (the search has its own); odd and even threats (Allis 1988).

use super::board::{Position, fours};
use crate::Side;
use crate::weights::{Feature, FeatureSet, Preset, linear_evaluation};
use searchlab_search::game::{Evaluator, Score};

/// No board has more than 107 windows.
const fn feature(name: &'static str, summary: &'static str) -> Feature {
    Feature { name, summary, most: 107 }
}

/// All features.
pub const FEATURES: &[Feature] = &[
    feature("one", "open windows of four cells with one disc, own less opponent's"),
    feature("two", "open windows with two discs"),
    feature("three", "open windows with three discs"),
];

/// All presets, in the order of the listings.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "windows",
        summary: "each disc more makes an open window four times as good",
        weights: &[("one", 1), ("two", 4), ("three", 16)],
    },
    Preset { name: "threes", summary: "open windows with three discs only", weights: &[("three", 1)] },
];

/// The features and presets of evaluations.
static SCHEME: FeatureSet =
    FeatureSet { features: FEATURES, presets: PRESETS, limit: 2_000_000, example: "windows,three=20", whole: &[] };

linear_evaluation!(SCHEME);

impl Evaluation {
    /// 0 wherever the game is not over: only won and lost count.
    pub const PLAIN: Self = Self { preset: None, weights: [0; FEATURES.len()] };
}

impl Evaluation {
    /// The weights, in the order of [`FEATURES`].
    pub const fn weights(&self) -> [Score; FEATURES.len()] {
        self.weights
    }
}

impl Evaluator<Position> for Evaluation {
    fn evaluate(&self, position: &Position) -> Score {
        features(position).iter().zip(self.weights).map(|(feature, weight)| feature * weight).sum()
    }
}

/// Windows open to the side to move that hold one, two and three discs, less those of the opponent. No board has more
/// than 107 windows.
pub fn features(position: &Position) -> [Score; 3] {
    let (board, own, opponent) = (position.size.board(), position.own, position.own ^ position.all);
    let mut features = [0; 3];
    for shift in position.size.directions() {
        for (side, other, sign) in [(own, opponent, 1), (opponent, own, -1)] {
            let open = fours(board & !other, shift);
            for (feature, windows) in features.iter_mut().zip(by_count(side, shift)) {
                *feature += sign * (windows & open).count_ones() as Score;
            }
        }
    }
    features
}

/// The open windows of a side that hold one, two and three discs.
pub fn windows(position: &Position, side: Side) -> [Score; 3] {
    let (own, other) = (position.own, position.own ^ position.all);
    let (own, other) = if side == position.side() { (own, other) } else { (other, own) };
    let open = |shift| fours(position.size.board() & !other, shift);
    let count = |index: usize| {
        let windows = |shift| (by_count(own, shift)[index] & open(shift)).count_ones() as Score;
        position.size.directions().into_iter().map(windows).sum()
    };
    [count(0), count(1), count(2)]
}

/// The first cells of the windows in a direction that hold one, two and three of the discs.
const fn by_count(discs: u64, shift: u8) -> [u64; 3] {
    let (a, b, c, d) = (discs, discs >> shift, discs >> (2 * shift), discs >> (3 * shift));
    // Two half adders, whose sums are added: ones + 2 twos, where four discs, which are a finished game, count as none.
    let ones = a ^ b ^ c ^ d;
    let twos = (a & b) ^ (c & d) ^ ((a ^ b) & (c ^ d));
    [ones & !twos, twos & !ones, ones & twos]
}
