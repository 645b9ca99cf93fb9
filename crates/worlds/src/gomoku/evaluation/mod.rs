//! Static evaluations: what a position is worth before it is played out.
//!
//! An [`Evaluation`] is data, a whole number for each of the [`FEATURES`]: the value for the side to move is the sum of
//! the features, each times its weight. A feature counts for the side to move and against the other. What is
//! decided within a move or two is known from the patterns and worth more than any sum.
//!
//! | part | file |
//! |---|---|
//! | shapes of stones, each counted once | [`rows`] |
//! | the scores of the course report, window by window | [`report`] |
//! | mixes with a name | presets.rs |
//!
//! Not here: the patterns (patterns/), the value of a finished game (the search counts plies), `pattern,line-four=50` as
//! an evaluation and back (`worlds/weights.rs`).

mod presets;
pub mod report;
pub mod rows;

pub use crate::weights::{Feature, Preset};
use presets::NETWORK;
pub use presets::PRESETS;

use super::game::Gomoku;
use super::learned::{LEARNED, Network};
use super::patterns::{CellShape, LineShape, Patterns};
use crate::weights::{FeatureSet, evaluation_as_text};
use searchlab_search::game::score::STATIC_LIMIT;
use searchlab_search::game::{Evaluator, Game, Outcome, Score};

const fn feature(name: &'static str, summary: &'static str) -> Feature {
    // A board has 484 cells, each with four lines.
    Feature { name, summary, most: 2_000 }
}

/// All features: shapes of stones, what a stone would make of a line, what it would make of a cell, the turn.
pub const FEATURES: &[Feature] = &[
    feature("row-open-four", "four stones in a row, both ends free; two threes or fours count as one"),
    feature("row-four", "four stones and one cell that makes five"),
    feature("row-open-three", "three stones, both ends free"),
    feature("row-sleep-three", "three stones, one end taken"),
    feature("row-open-two", "two stones, both ends free"),
    feature("row-sleep-two", "two stones, one end taken"),
    feature("row-open-one", "one stone, both ends free"),
    feature("row-sleep-one", "one stone, one end taken"),
    feature("line-sleep-one", "empty cells and directions where a stone could grow to a sleeping two"),
    feature("line-open-one", "empty cells and directions where a stone could grow to an open two"),
    feature("line-sleep-two", "empty cells and directions where a stone makes a sleeping two"),
    feature("line-open-two", "empty cells and directions where a stone makes an open two"),
    feature("line-sleep-three", "empty cells and directions where a stone makes a sleeping three"),
    feature("line-open-three", "empty cells and directions where a stone makes an open three"),
    feature("line-four", "empty cells and directions where a stone makes a four"),
    feature("cell-two", "empty cells where a stone makes one open two or sleeping three"),
    feature("cell-double-two", "empty cells where a stone makes two or more of these"),
    feature("cell-open-three", "empty cells where a stone makes an open three and nothing else"),
    feature(
        "cell-open-three-two",
        "empty cells where a stone makes an open three with an open two or a sleeping three",
    ),
    feature("cell-double-three", "empty cells where a stone makes two open threes"),
    feature("cell-four", "empty cells where a stone makes a four and nothing else"),
    feature("cell-four-two", "empty cells where a stone makes a four with an open two or a sleeping three"),
    feature("cell-four-three", "empty cells where a stone makes a four with an open three"),
    feature("cell-open-four", "empty cells where a stone makes an open four, or two fours"),
    feature("tempo", "1 for the side to move"),
    Feature {
        name: "five",
        summary: "1 if five in a row decide; without it the search values wins, the shorter more",
        most: 1,
    },
    Feature {
        name: "report",
        summary: "score of the course report: each stone's windows of five cells in four directions, by its table",
        most: report::MOST,
    },
];

/// Where the groups of features begin.
const LINES_FROM: usize = rows::COUNT;
const CELLS_FROM: usize = LINES_FROM + LINE_SHAPES.len();
const TEMPO: usize = CELLS_FROM + CELL_SHAPES.len();
const FIVE: usize = TEMPO + 1;
const REPORT: usize = FIVE + 1;

/// The shapes of the features `line-…`.
const LINE_SHAPES: [LineShape; 7] = [
    LineShape::SleepOne,
    LineShape::OpenOne,
    LineShape::SleepTwo,
    LineShape::OpenTwo,
    LineShape::SleepThree,
    LineShape::OpenThree,
    LineShape::Four,
];

/// The shapes of the features `cell-…`.
const CELL_SHAPES: [CellShape; 9] = [
    CellShape::Two,
    CellShape::DoubleTwo,
    CellShape::OpenThree,
    CellShape::OpenThreeTwo,
    CellShape::DoubleThree,
    CellShape::Four,
    CellShape::FourTwo,
    CellShape::FourThree,
    CellShape::OpenFour,
];

const _: () = assert!(FEATURES.len() == REPORT + 1);

/// The features and presets of evaluations. A sum beyond [`SUM_LIMIT`] is cut off; one beyond this could not be
/// counted.
pub static SCHEME: FeatureSet = FeatureSet {
    features: FEATURES,
    presets: PRESETS,
    limit: 2_000_000_000,
    example: "pattern,line-four=50",
    whole: &[LEARNED],
};

evaluation_as_text!(Evaluation, SCHEME);

/// A weight for each feature, in the order of [`FEATURES`].
pub type Weights = [i32; FEATURES.len()];

/// Worth of a position whose side to move makes five now.
pub const FIVE_NOW: Score = 1_900_000;

/// Worth of a position whose side to move makes an open four that the other cannot answer.
pub const FIVE_SOON: Score = 1_800_000;

/// No sum is farther from 0.
pub const SUM_LIMIT: Score = 1_700_000;

/// A weight for each feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Evaluation {
    preset: Option<&'static Preset>,
    weights: Weights,
    /// The weights by the numbers of the shapes, so that counts and weights are multiplied without a detour.
    lines: [i32; 16],
    cells: [i32; 16],
    has_rows: bool,
    has_patterns: bool,
    /// Thousandths of the value of a five that each ply before it takes off.
    discount: u16,
    /// In place of the features.
    network: Option<&'static Network>,
}

impl Default for Evaluation {
    fn default() -> Self {
        Self::from_preset(&PRESETS[0])
    }
}

impl Evaluation {
    /// The evaluation that a preset names.
    pub fn from_preset(preset: &'static Preset) -> Self {
        Self::new(Some(preset), SCHEME.weights_of(preset))
    }

    /// From weights; `preset` is the name by which they are printed.
    pub fn new(preset: Option<&'static Preset>, weights: Weights) -> Self {
        let (mut lines, mut cells) = ([0; 16], [0; 16]);
        for (place, shape) in LINE_SHAPES.into_iter().enumerate() {
            lines[shape as usize] = weights[LINES_FROM + place];
        }
        for (place, shape) in CELL_SHAPES.into_iter().enumerate() {
            cells[shape as usize] = weights[CELLS_FROM + place];
        }
        let has = |range: std::ops::Range<usize>| weights[range].iter().any(|&weight| weight != 0);
        let (has_rows, has_patterns) = (has(0..LINES_FROM), has(LINES_FROM..TEMPO));
        Self { preset, weights, lines, cells, has_rows, has_patterns, discount: 0, network: None }
    }

    /// The learned one. What is decided within a move or two it knows from the patterns.
    pub fn learned(network: &'static Network) -> Self {
        Self { network: Some(network), has_patterns: true, ..Self::from_preset(&NETWORK) }
    }

    /// The network that stands in the place of the features, if one does.
    pub const fn network(&self) -> Option<&'static Network> {
        self.network
    }

    /// The same, but each ply before a five takes `thousandths` thousandths of its value off.
    pub const fn with_discount(self, thousandths: u16) -> Self {
        Self { discount: thousandths, ..self }
    }

    /// True if it says itself what a five is worth.
    pub const fn values_five(&self) -> bool {
        self.weights[FIVE] != 0
    }

    /// The preset that it was made from.
    pub const fn preset(&self) -> Option<&'static Preset> {
        self.preset
    }

    /// Every feature with its weight, in the order of [`FEATURES`].
    pub fn weights(&self) -> impl Iterator<Item = (&'static Feature, i32)> {
        FEATURES.iter().zip(self.weights)
    }

    /// True if it counts the shapes of stones only, as the report does, and nothing that patterns know.
    pub const fn is_of_rows(&self) -> bool {
        (self.has_rows || self.weights[REPORT] != 0) && !self.has_patterns
    }

    /// The value of a position for the side to move; nobody has five.
    #[inline(always)]
    pub fn value(&self, patterns: &Patterns) -> Score {
        if self.has_patterns
            && let Some(value) = soon_decided(patterns)
        {
            return value;
        }
        self.sum(patterns)
    }

    /// The sum of the features times their weights for the side to move. It is there once for all algorithms.
    #[inline(never)]
    pub fn sum(&self, patterns: &Patterns) -> Score {
        let side = patterns.side();
        if let Some(network) = self.network {
            return patterns.value_by(network).clamp(-SUM_LIMIT, SUM_LIMIT);
        }
        let mut sum = self.weights[TEMPO];
        if self.has_patterns {
            let tally = patterns.tally();
            let (own, theirs) = (side.index(), side.other().index());
            for shape in 0..LineShape::COUNT {
                sum += self.lines[shape] * (i32::from(tally.lines[own][shape]) - i32::from(tally.lines[theirs][shape]));
            }
            for shape in 0..CellShape::COUNT {
                sum += self.cells[shape] * (i32::from(tally.cells[own][shape]) - i32::from(tally.cells[theirs][shape]));
            }
        }
        if self.has_rows {
            sum += self.sum_of_rows(patterns);
        }
        if self.weights[REPORT] != 0 {
            sum += self.weights[REPORT] * report::difference(patterns);
        }
        sum.clamp(-SUM_LIMIT, SUM_LIMIT)
    }

    #[inline(never)]
    fn sum_of_rows(&self, patterns: &Patterns) -> Score {
        let side = patterns.side();
        let (own, theirs) = (rows::count(patterns, side), rows::count(patterns, side.other()));
        (0..rows::COUNT).map(|shape| self.weights[shape] * (own[shape] - theirs[shape])).sum()
    }

    /// The measure of each feature for the side to move, less that for the other side.
    pub fn measure(patterns: &Patterns) -> Weights {
        let side = patterns.side();
        let mut measures = [0; FEATURES.len()];
        let (own, theirs) = (rows::count(patterns, side), rows::count(patterns, side.other()));
        for shape in 0..rows::COUNT {
            measures[shape] = own[shape] - theirs[shape];
        }
        let tally = patterns.tally();
        let (own, theirs) = (side.index(), side.other().index());
        for (place, shape) in LINE_SHAPES.into_iter().enumerate() {
            let of = |side: usize| i32::from(tally.lines[side][shape as usize]);
            measures[LINES_FROM + place] = of(own) - of(theirs);
        }
        for (place, shape) in CELL_SHAPES.into_iter().enumerate() {
            let of = |side: usize| i32::from(tally.cells[side][shape as usize]);
            measures[CELLS_FROM + place] = of(own) - of(theirs);
        }
        measures[TEMPO] = 1;
        measures[REPORT] = report::difference(patterns);
        measures
    }
}

/// Value of a position that the patterns show decided by the next moves: a five now, one that cannot be stopped, an
/// open four.
#[inline(always)]
pub fn soon_decided(patterns: &Patterns) -> Option<Score> {
    let (own, theirs) = (patterns.side(), patterns.side().other());
    if patterns.count(own, CellShape::Five) > 0 {
        return Some(FIVE_NOW);
    }
    match patterns.count(theirs, CellShape::Five) {
        0 => (patterns.count(own, CellShape::OpenFour) > 0).then_some(FIVE_SOON),
        1 => None,
        _ => Some(-FIVE_NOW),
    }
}

impl Evaluator<Gomoku> for Evaluation {
    #[inline(always)]
    fn evaluate(&self, game: &Gomoku) -> Score {
        self.value(game.patterns())
    }

    #[inline(always)]
    fn finished(&self, game: &Gomoku, ply: u32) -> Score {
        let outcome = game.outcome();
        match self.weights[FIVE].clamp(-STATIC_LIMIT, STATIC_LIMIT) {
            0 => outcome.map_or(0, |outcome| outcome.score(ply)),
            five => match outcome {
                Some(Outcome::Won) => discounted(five, self.discount, ply),
                Some(Outcome::Lost) => -discounted(five, self.discount, ply),
                Some(Outcome::Drawn) | None => 0,
            },
        }
    }
}

/// The value of a five `ply` plies below the root: five · (1 − w · ply), w in thousandths, rounded towards 0. It never
/// falls to that of a draw: 1 is left at least.
fn discounted(five: Score, thousandths: u16, ply: u32) -> Score {
    if thousandths == 0 {
        return five;
    }
    let left = 1_000 - i64::from(thousandths) * i64::from(ply);
    let value = i64::from(five) * left.max(0) / 1_000;
    if value == 0 { five.signum() } else { value as Score }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_ply_takes_its_part_of_a_five() {
        for (five, thousandths, ply, expected) in [
            (1_000_000, 0, 9, 1_000_000),
            (1_000_000, 50, 0, 1_000_000),
            (1_000_000, 50, 1, 950_000),
            (1_000_000, 50, 7, 650_000),
            (1_000_000, 50, 20, 1),
            (1_000_000, 50, 60, 1),
            (-999, 1, 1, -998),
            (7, 500, 1, 3),
        ] {
            assert_eq!(discounted(five, thousandths, ply), expected, "{five} {thousandths} {ply}");
        }
    }
}
