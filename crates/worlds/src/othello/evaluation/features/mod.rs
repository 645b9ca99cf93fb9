//! The measures that evaluations are made of.
//!
//! Each describes itself in its own file. A new one is its file and one line in the list below.

mod anchored;
mod flip_mobility;
mod flippable_as_coded;
mod frontier;
mod interior;
mod lines;
mod parity;
mod squares;
mod stable;
mod stable_as_coded;
mod win;

use std::marker::PhantomData;

pub(super) use lines::{Flippable, Mobility};
pub(super) use squares::{Corner, Piece};
pub use stable::stable_discs;
pub(super) use win::Win;

use crate::othello::board::Board;
use crate::othello::kernel::Kernel;
use crate::weights::Feature;

/// A measure: a count for each side, of which the difference matters, so that it changes its sign with the side.
pub(crate) trait Measure {
    /// The name as users type it.
    const NAME: &'static str;
    /// One line.
    const SUMMARY: &'static str;
    /// A bound of the difference.
    const MOST: i32;

    /// The count of the side that owns `board.own`, whoever is to move.
    fn count<K: Kernel>(kernel: K, board: Board) -> i32;

    /// The count of that side less the count of the other.
    fn difference<K: Kernel>(kernel: K, board: Board) -> i32 {
        Self::count(kernel, board) - Self::count(kernel, board.passed())
    }
}

/// A measure as a function.
type Function<K> = fn(K, Board) -> i32;

/// The functions of all features for a kernel, in the order of [`FEATURES`].
struct Functions<K>(PhantomData<K>);

macro_rules! features {
    ($($measure:ty,)+) => {
        /// All features, in the order of the listings.
        pub const FEATURES: &[Feature] = &[$(Feature {
            name: <$measure>::NAME,
            summary: <$measure>::SUMMARY,
            most: <$measure>::MOST,
        },)+];

        impl<K: Kernel> Functions<K> {
            const COUNTS: &[Function<K>] = &[$(<$measure as Measure>::count::<K>,)+];
            const DIFFERENCES: &[Function<K>] = &[$(<$measure as Measure>::difference::<K>,)+];
        }
    };
}

features! {
    Piece,
    Mobility,
    Corner,
    Flippable,
    Win,
    anchored::Anchored,
    stable::Stable,
    squares::XSquare,
    squares::CSquare,
    squares::Edge,
    squares::EdgeSides,
    squares::Centre,
    frontier::Frontier,
    interior::Interior,
    flip_mobility::FlipMobility,
    parity::Parity,
    stable_as_coded::StableAsCoded,
    flippable_as_coded::FlippableAsCoded,
}

/// The count of the side that owns `board.own`. `feature` is a place in [`FEATURES`].
pub(super) fn count<K: Kernel>(feature: usize, kernel: K, board: Board) -> i32 {
    Functions::<K>::COUNTS[feature](kernel, board)
}

/// The difference of the counts. `feature` is a place in [`FEATURES`].
pub(super) fn difference<K: Kernel>(feature: usize, kernel: K, board: Board) -> i32 {
    Functions::<K>::DIFFERENCES[feature](kernel, board)
}
