//! The two sides of a board game.

/// The two sides. Black moves first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// The dark pieces; the first to move.
    Black,
    /// The light pieces.
    White,
}

impl Side {
    /// Both, in the order in which they begin.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// The other side.
    #[inline(always)]
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// 0 for black, 1 for white.
    #[inline(always)]
    pub const fn index(self) -> usize {
        match self {
            Self::Black => 0,
            Self::White => 1,
        }
    }

    /// `black` or `white`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }
}
