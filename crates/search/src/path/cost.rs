//! Path costs: exact integers under the hood, whatever the world's unit.

use std::fmt::Debug;
use std::ops::{Add, Sub};

/// A path cost. Order and sum are exact integer operations.
pub trait Cost: Copy + Ord + Debug + Add<Output = Self> + Sub<Output = Self> + 'static {
    /// Of the empty path.
    const ZERO: Self;
    /// More than any path.
    const MAX: Self;
    /// True if equal [`bucket`](Self::bucket)s mean equal costs.
    const INTEGRAL: bool;

    /// Number of the bucket of a bucket queue, monotone in the cost.
    fn bucket(self) -> usize;

    /// `weight` times this, rounded down, and at most half of [`MAX`](Self::MAX), so that a path cost can be added.
    /// Both keep the bound of weighted A*, which holds for every estimate of at most `weight` times an admissible one.
    fn weighted(self, weight: Weight) -> Self;

    /// Half of this, rounded down to the next cost that can be held.
    fn halved(self) -> Self;

    /// The cost in the world's units, for people and records.
    fn to_f64(self) -> f64;

    /// The inverse of [`to_f64`](Self::to_f64), rounded down; used for cost limits only.
    fn from_f64(units: f64) -> Self;
}

/// Integers of two widths: 64 bits for worlds whose steps are so dear that sums of them pass 32.
macro_rules! integral_cost {
    ($($integer:ty)*) => {$(
        impl Cost for $integer {
            const ZERO: Self = 0;
            const MAX: Self = Self::MAX;
            const INTEGRAL: bool = true;

            #[inline(always)]
            fn bucket(self) -> usize {
                self as usize
            }

            #[inline(always)]
            fn weighted(self, weight: Weight) -> Self {
                weight.times(self.into()).min((Self::MAX / 2).into()) as Self
            }

            #[inline(always)]
            fn halved(self) -> Self {
                self / 2
            }

            #[allow(clippy::cast_lossless, reason = "that of 64 bits has a loss")]
            fn to_f64(self) -> f64 {
                self as f64
            }

            fn from_f64(units: f64) -> Self {
                units as Self
            }
        }
    )*};
}

integral_cost!(u32 u64);

/// The weight of weighted A*: a decimal number of at least 1 with three decimals, held exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weight(u32);

impl Weight {
    /// Weight 1: plain A*.
    pub const ONE: Self = Self(1000);

    /// From thousandths; `None` below 1 and above 1000.
    pub const fn from_thousandths(thousandths: u32) -> Option<Self> {
        if thousandths >= 1000 && thousandths <= 1_000_000 { Some(Self(thousandths)) } else { None }
    }

    /// Lower by a number of thousandths, and at least 1.
    pub(crate) const fn lowered(self, thousandths: u32) -> Self {
        let rest = self.0.saturating_sub(thousandths);
        if rest > Self::ONE.0 { Self(rest) } else { Self::ONE }
    }

    /// The weight in thousandths.
    pub(crate) const fn thousandths(self) -> u32 {
        self.0
    }

    /// `value` times the weight, rounded down, and at most half of the largest number.
    #[inline(always)]
    pub fn times(self, value: u64) -> u64 {
        let product = u128::from(value) * u128::from(self.0) / 1000;
        if product > u128::from(u64::MAX / 2) { u64::MAX / 2 } else { product as u64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_round_down_and_do_not_wrap() {
        let weight = |thousandths| Weight::from_thousandths(thousandths).expect("in range");
        assert_eq!(7u32.weighted(weight(1250)), 8);
        assert_eq!(7u32.weighted(Weight::ONE), 7);
        assert_eq!(200_000_000u32.weighted(weight(1_000_000)), u32::MAX / 2);
        assert_eq!(weight(1_000_000).times(u64::MAX / 8), u64::MAX / 2);
        assert!(Weight::from_thousandths(999).is_none() && Weight::from_thousandths(1_000_001).is_none());
    }
}
