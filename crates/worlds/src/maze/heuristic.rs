//! The heuristics of grid maps: estimates of the distance between two cells, admissible and consistent but for
//! Manhattan with eight moves.

use super::octile::Octile;

/// An estimate of the cost between two cells from the differences of their rows and columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heuristic {
    /// |Δrow| + |Δcol|.
    Manhattan,
    /// Straight and diagonal steps on an empty grid.
    Octile,
    /// The straight line.
    Euclidean,
    /// max(|Δrow|, |Δcol|).
    Chebyshev,
    /// 0.
    Zero,
}

impl Heuristic {
    /// True if it never exceeds the true cost with eight moves. With four moves all of them are admissible. Those that
    /// are admissible are consistent too.
    pub(crate) const fn is_admissible_with_eight_moves(self) -> bool {
        !matches!(self, Self::Manhattan)
    }

    /// For four moves of cost 1, rounded up to whole steps, which keeps admissibility and consistency.
    #[inline(always)]
    pub(crate) fn steps(self, rows: u32, cols: u32) -> u32 {
        // The usual one first, and alone in the loops of searches.
        if self == Self::Manhattan { rows + cols } else { self.unusual_steps(rows, cols) }
    }

    #[inline(never)]
    fn unusual_steps(self, rows: u32, cols: u32) -> u32 {
        match self {
            Self::Manhattan => rows + cols,
            Self::Octile => Octile::new(rows.abs_diff(cols), rows.min(cols)).units_rounded_up(),
            Self::Euclidean => {
                let squared = squared_distance(rows, cols);
                let root = squared.isqrt();
                (root + u64::from(root * root < squared)) as u32
            }
            Self::Chebyshev => rows.max(cols),
            Self::Zero => 0,
        }
    }

    /// For eight moves.
    #[inline(always)]
    pub(crate) fn octile(self, rows: u32, cols: u32) -> Octile {
        if self == Self::Octile {
            Octile::new(rows.abs_diff(cols), rows.min(cols))
        } else {
            self.unusual_octile(rows, cols)
        }
    }

    #[inline(never)]
    fn unusual_octile(self, rows: u32, cols: u32) -> Octile {
        match self {
            Self::Manhattan => Octile::new(rows + cols, 0),
            Self::Octile => Octile::new(rows.abs_diff(cols), rows.min(cols)),
            Self::Euclidean => Octile::below_root(squared_distance(rows, cols)),
            Self::Chebyshev => Octile::new(rows.max(cols), 0),
            Self::Zero => Octile::new(0, 0),
        }
    }
}

const fn squared_distance(rows: u32, cols: u32) -> u64 {
    (rows as u64).pow(2) + (cols as u64).pow(2)
}
