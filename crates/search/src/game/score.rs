//! Values of positions: whole numbers for the side to move, in the units of the evaluation.
//!
//! Static values stay within [`STATIC_LIMIT`]. A game that is won is worth [`WIN`] less the plies to its end, so a
//! shorter win is better than a longer one and a longer loss better than a shorter one. A game that is known to be won,
//! though not how soon, is worth [`SOME_WIN`] less the plies to the position of which that is known. An evaluation that
//! says itself what a finished game is worth keeps its own values, which then are static values like all others.

/// A value for the side to move.
pub type Score = i32;

/// No static value is farther from 0.
pub const STATIC_LIMIT: Score = 2_000_000;

/// Worth of a game that is won at the root.
pub const WIN: Score = 4_000_000;

/// Worth of a position that is won by force, nobody knows how soon: less than every win that is known to its end.
pub const SOME_WIN: Score = 3_000_000;

/// More than every value.
pub const INFINITY: Score = WIN + 1;

/// True for the value of a game won or lost by force, false for a static value.
#[inline(always)]
pub const fn is_decisive(score: Score) -> bool {
    score.abs() > STATIC_LIMIT
}

/// Plies to the end of the game, if the value says that it is won or lost, and how soon.
pub const fn plies_to_end(score: Score) -> Option<u32> {
    if score.abs() > SOME_WIN { Some((WIN - score.abs()).unsigned_abs()) } else { None }
}

/// How a finished game ended, for the side that would be to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The side to move has won.
    Won,
    /// Nobody has.
    Drawn,
    /// The other side has won.
    Lost,
}

impl Outcome {
    /// The value of the outcome `ply` plies below the root.
    #[inline(always)]
    pub const fn score(self, ply: u32) -> Score {
        match self {
            Self::Won => WIN - ply as Score,
            Self::Drawn => 0,
            Self::Lost => ply as Score - WIN,
        }
    }

    /// The outcome that the sign of a difference tells.
    pub const fn of_difference(difference: i32) -> Self {
        match difference {
            1.. => Self::Won,
            0 => Self::Drawn,
            ..0 => Self::Lost,
        }
    }
}

/// A value at `ply` as one that holds wherever the position occurs: plies to the end count from the position.
#[inline(always)]
pub const fn from_position(score: Score, ply: u32) -> Score {
    if is_decisive(score) { score + score.signum() * ply as Score } else { score }
}

/// The inverse of [`from_position`].
#[inline(always)]
pub const fn from_root(score: Score, ply: u32) -> Score {
    if is_decisive(score) { score - score.signum() * ply as Score } else { score }
}
