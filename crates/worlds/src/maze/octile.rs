//! Costs a + b√2, exact.
//!
//! A cost is held as a·2^32 + b·m with m = ⌈√2·2^32⌉, in one word, so that adding and comparing are single
//! instructions. m is only 0.048 too large, and |a + b√2| is at least 1 / (|a| + |b|√2) where it is not zero, so the
//! order of two such words is the order of the two real numbers as long as |b|·(|a| + |b|√2) < 2^32 / 0.048 for the
//! difference of the two. That holds for all costs up to [`Octile::EXACT_UNITS`].

use std::ops::{Add, Sub};

use searchlab_search::path::Weight;
use searchlab_search::path::cost::Cost;
use searchlab_search::path::nodes::PackedCost;

/// A cost a + b√2 with a straight steps and b diagonal ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Octile(u64);

const FRACTION_BITS: u32 = 32;

/// Buckets are 1/64 of a unit wide: few hold more than one value of f.
const BUCKET_BITS: u32 = 6;

impl Octile {
    /// One straight step.
    pub const STRAIGHT: Self = Self(1 << FRACTION_BITS);
    /// One diagonal step.
    pub const DIAGONAL: Self = Self(0x1_6A09_E668);
    /// Costs up to this number of units are compared exactly (dearer ones to less than a hundredth of a step): with |b|
    /// ≤ 250,000 / √2 and |a| ≤ 250,000 the left side of the condition above is at most 8.9e10, the right side 8.97e10.
    pub const EXACT_UNITS: u32 = 250_000;

    /// The cost of `straight` straight and `diagonal` diagonal steps.
    #[inline(always)]
    pub const fn new(straight: u32, diagonal: u32) -> Self {
        Self(((straight as u64) << FRACTION_BITS) + diagonal as u64 * Self::DIAGONAL.0)
    }

    /// The largest cost of this form that is at most √`squared`.
    #[inline(always)]
    pub(crate) fn below_root(squared: u64) -> Self {
        // The square root of IEEE 754 is correctly rounded, so this is the same everywhere. It exceeds the root by
        // less than 2^-20 of the last place here, and every path that long has more rounded up in its diagonals.
        Self(((squared as f64).sqrt() * (1u64 << FRACTION_BITS) as f64) as u64)
    }

    /// This, `count` times.
    #[inline(always)]
    pub(crate) const fn times(self, count: u16) -> Self {
        Self(self.0 * count as u64)
    }

    /// Whole units, rounded up.
    #[inline(always)]
    pub(crate) const fn units_rounded_up(self) -> u32 {
        self.0.div_ceil(1 << FRACTION_BITS) as u32
    }
}

impl Add for Octile {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Octile {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Cost for Octile {
    const ZERO: Self = Self(0);
    const MAX: Self = Self(u64::MAX);
    const INTEGRAL: bool = false;

    #[inline(always)]
    fn bucket(self) -> usize {
        (self.0 >> (FRACTION_BITS - BUCKET_BITS)) as usize
    }

    #[inline(always)]
    fn weighted(self, weight: Weight) -> Self {
        Self(weight.times(self.0))
    }

    #[inline(always)]
    fn halved(self) -> Self {
        Self(self.0 / 2)
    }

    fn to_f64(self) -> f64 {
        self.0 as f64 / (1u64 << FRACTION_BITS) as f64
    }

    fn from_f64(units: f64) -> Self {
        Self((units * (1u64 << FRACTION_BITS) as f64) as u64)
    }
}

impl PackedCost for Octile {
    type Word = u64;

    #[inline(always)]
    fn to_bits(self) -> u64 {
        self.0
    }

    #[inline(always)]
    fn from_bits(bits: u64) -> Self {
        Self(bits)
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use super::*;

    /// The order of a + b√2 and c + d√2 by integers alone.
    fn exact_order([a, b]: [u32; 2], [c, d]: [u32; 2]) -> Ordering {
        let (x, y) = (i64::from(a) - i64::from(c), i64::from(d) - i64::from(b));
        // Now: x against y√2.
        match (x.signum(), y.signum()) {
            (x_sign, y_sign) if x_sign != y_sign || x_sign == 0 => x_sign.cmp(&y_sign),
            (1, _) => (x * x).cmp(&(2 * y * y)),
            _ => (2 * y * y).cmp(&(x * x)),
        }
    }

    /// The convergents of √2 (1, 3/2, 7/5, 17/12, …) are where sums of either sign come nearest to zero.
    #[test]
    fn order_is_exact_at_the_convergents() {
        let (mut a, mut b) = (1u32, 1u32);
        while a <= Octile::EXACT_UNITS {
            for offset in [0, 1, 1000, 10_000] {
                for (left, right) in [([a + offset, 0], [offset, b]), ([a, offset], [0, b + offset])] {
                    let order = Octile::new(left[0], left[1]).cmp(&Octile::new(right[0], right[1]));
                    assert_eq!(order, exact_order(left, right), "{left:?} {right:?}");
                }
            }
            (a, b) = (a + 2 * b, a + b);
        }
    }

    #[test]
    fn order_is_exact_on_random_pairs() {
        let mut random = 1u64;
        let mut next = |bound: u32| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as u32 % bound
        };
        for _ in 0..200_000 {
            let bound = 1 + next(100_000);
            let (left, right) = ([next(bound), next(bound)], [next(bound), next(bound)]);
            let order = Octile::new(left[0], left[1]).cmp(&Octile::new(right[0], right[1]));
            assert_eq!(order, exact_order(left, right), "{left:?} {right:?}");
        }
    }

    /// The estimate by the straight line must not exceed any path, not even in the last place.
    #[test]
    fn root_is_below_straight_and_diagonal_ways() {
        for steps in 0..20_000u32 {
            let squared = u64::from(steps).pow(2);
            assert!(Octile::below_root(squared) <= Octile::new(steps, 0));
            assert!(Octile::below_root(2 * squared) <= Octile::new(0, steps));
        }
    }
}
