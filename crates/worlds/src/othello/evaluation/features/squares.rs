//! Discs on certain squares.

use super::Measure;
use crate::othello::board::{Board, CENTRE, CORNERS};
use crate::othello::kernel::Kernel;

/// Row 1, row 8, column a and column h.
pub(super) const BORDER: u64 = 0xff81_8181_8181_81ff;

macro_rules! squares {
    ($($(#[$doc:meta])* $measure:ident, $name:literal, $summary:literal, $set:expr;)+) => {
        $($(#[$doc])*
        #[derive(Debug, Clone, Copy)]
        pub(crate) struct $measure;

        impl Measure for $measure {
            const NAME: &'static str = $name;
            const SUMMARY: &'static str = $summary;
            const MOST: i32 = Self::SET.count_ones() as i32;

            #[inline(always)]
            fn count<K: Kernel>(_: K, board: Board) -> i32 {
                (board.own & Self::SET).count_ones() as i32
            }
        }

        impl $measure {
            const SET: u64 = $set;
        })+
    };
}

squares! {
    /// All discs.
    Piece, "piece", "discs", u64::MAX;
    /// Corners.
    Corner, "corner", "discs on the corners", CORNERS;
    /// Squares beside a corner on its diagonal, which give it away.
    XSquare, "xsquare", "discs on b2, g2, b7 and g7", 0x0042_0000_0000_4200;
    /// Squares beside a corner on the border.
    CSquare, "csquare", "discs beside a corner on the border: b1, g1, a2, h2, a7, h7, b8 and g8",
        0x4281_0000_0000_8142;
    /// The border, each disc once.
    Edge, "edge", "discs on the border, each counted once", BORDER;
    /// The four squares of the start.
    Centre, "centre", "discs on d4, e4, d5 and e5", CENTRE;
}

/// The border side by side, so that a corner counts twice.
#[derive(Debug, Clone, Copy)]
pub(super) struct EdgeSides;

impl Measure for EdgeSides {
    const NAME: &'static str = "edge-sides";
    const SUMMARY: &'static str = "discs on each of the four sides: a corner counts twice";
    const MOST: i32 = 32;

    #[inline(always)]
    fn count<K: Kernel>(kernel: K, board: Board) -> i32 {
        Edge::count(kernel, board) + Corner::count(kernel, board)
    }
}
