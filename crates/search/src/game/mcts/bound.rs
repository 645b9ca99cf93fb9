//! The upper confidence bound by which moves are chosen in the tree.
//!
//! Idea        share + c √(ln N / n): what a move brought so far, and more the less it was tried.
//! Source      Auer, Cesa-Bianchi, Fischer, Machine Learning 47 (2002), UCB1.
//! Guarantees  The same digits on every machine: the logarithm is read from a table that whole numbers made, all else
//!             are additions, products, quotients and roots, which IEEE 754 fixes.

/// Bits of a number below its first that choose a line of the table.
const BITS: u32 = 8;

/// Digits behind the point of a binary logarithm.
const DIGITS: u32 = 32;

/// log2(1 + i / 256).
const LOGARITHMS: [u64; (1 << BITS) + 1] = {
    let mut table = [0; (1 << BITS) + 1];
    let mut place = 0;
    while place < table.len() {
        table[place] = logarithm_of((1 << DIGITS) + ((place as u64) << (DIGITS - BITS)));
        place += 1;
    }
    table
};

/// The binary logarithm of a number from 1 to 2, digit by digit: the square of the number is 2 or more where the next
/// digit is 1.
const fn logarithm_of(number: u64) -> u64 {
    if number >= 2 << DIGITS {
        return 1 << DIGITS;
    }
    let (mut number, mut logarithm, mut digit) = (number as u128, 0, DIGITS);
    while digit > 0 {
        digit -= 1;
        number = (number * number) >> DIGITS;
        if number >= 2 << DIGITS {
            number >>= 1;
            logarithm |= 1 << digit;
        }
    }
    logarithm
}

/// The natural logarithm of a number, of 0 as of 1; off by less than 0.000003.
#[inline(always)]
pub(super) fn logarithm(number: u32) -> f64 {
    let number = number.max(1);
    let exponent = number.ilog2();
    // The digits below the first, as many as there can be.
    let fraction = (u64::from(number) << (DIGITS - exponent)) & ((1 << DIGITS) - 1);
    let place = (fraction >> (DIGITS - BITS)) as usize;
    let rest = fraction & ((1 << (DIGITS - BITS)) - 1);
    let (low, high) = (LOGARITHMS[place], LOGARITHMS[place + 1]);
    let binary = (u64::from(exponent) << DIGITS) + low + (((high - low) * rest) >> (DIGITS - BITS));
    binary as f64 * (std::f64::consts::LN_2 / (1u64 << DIGITS) as f64)
}

/// The bounds of the moves of one node.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bound {
    /// c √(ln N).
    width: f64,
    /// That of a move that was never tried.
    first: f64,
}

impl Bound {
    /// At a node of this number of visits. Both weights are in thousandths.
    #[inline(always)]
    pub(super) fn new(visits: u32, exploration: u32, first_play: u32) -> Self {
        let [exploration, first] = [exploration, first_play].map(|thousandths| f64::from(thousandths) / 1000.0);
        Self { width: exploration * logarithm(visits).sqrt(), first }
    }

    /// Of a move of this number of visits and this share of the points.
    #[inline(always)]
    pub(super) fn of(self, visits: u32, share: impl FnOnce(f64) -> f64) -> f64 {
        if visits == 0 {
            return self.first;
        }
        let visits = f64::from(visits);
        share(visits) + self.width / visits.sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_near_and_rise() {
        let numbers = (1..100_000).chain((0..100_000).map(|step| u32::MAX - 40_000 * step));
        for number in numbers {
            let (found, exact) = (logarithm(number), f64::from(number).ln());
            assert!((found - exact).abs() < 3e-6, "{number}: {found}, {exact}");
        }
        assert!((1..1_000_000).all(|number| logarithm(number) < logarithm(number + 1)));
        assert_eq!((logarithm(0).to_bits(), logarithm(1).to_bits()), (0, 0));
    }

    /// Worked by hand: 100 visits, 25 of them of the move.
    #[test]
    fn the_bound_is_that_of_ucb1() {
        let bound = Bound::new(100, 1414, 1100);
        let found = bound.of(25, |_| 0.5);
        assert!((found - (0.5 + 1.414 * (100f64.ln() / 25.0).sqrt())).abs() < 1e-5, "{found}");
        assert_eq!(bound.of(0, |_| 0.0).to_bits(), 1.1f64.to_bits());
    }
}
