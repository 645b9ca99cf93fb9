//! Logarithm, exponential and arc tangent with the same digits on every machine.
//!
//! Idea        The functions of the standard library may differ in the last place between systems. These use only
//!             + - × ÷ and √, which IEEE 754 fixes to the bit, in a written order. So every number of this part of
//!             the crate, down to the last place, is the same everywhere, and so are the decisions it leads to.
//! Source      Reduction by powers of two with ln 2 in two parts: Cody, Waite, Software Manual for the Elementary
//!             Functions (1980). Series: artanh for the logarithm, Taylor for the others.
//! Guarantees  Logarithm and exponential within 2 units in the last place, the arc tangent within 8 (tested against
//!             the standard library).
//! Not here    What speed is made of: these cost about 20 ns.

/// The upper 32 bits of ln 2: times any exponent it is exact.
const LN_2_HIGH: f64 = f64::from_bits(0x3FE6_2E42_FEE0_0000);
/// The rest of ln 2.
const LN_2_LOW: f64 = 1.908_214_929_270_587_7e-10;
/// 2^54, which lifts every subnormal number to a normal one.
const LIFT: f64 = (1u64 << 54) as f64;

/// The natural logarithm. Not a number below 0, minus infinity for 0.
pub fn ln(x: f64) -> f64 {
    if x.is_nan() || x < 0.0 {
        return f64::NAN;
    }
    if x == 0.0 {
        return f64::NEG_INFINITY;
    }
    if x.is_infinite() {
        return x;
    }
    let (x, lifted) = if x < f64::MIN_POSITIVE { (x * LIFT, 54.0) } else { (x, 0.0) };
    let bits = x.to_bits();
    let mut exponent = (bits >> 52) as f64 - 1023.0 - lifted;
    let mut mantissa = f64::from_bits(bits & ((1 << 52) - 1) | 1023 << 52);
    if mantissa > std::f64::consts::SQRT_2 {
        mantissa *= 0.5;
        exponent += 1.0;
    }
    // ln m = 2 artanh s with |s| < 0.172: s^25 / 25 is below 2^-66.
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    let square = s * s;
    let series = (1..=11).rev().fold(0.0, |sum, k| (sum + 1.0 / f64::from(2 * k + 1)) * square);
    // 2 artanh s = 2 s + 2 s series, and 2 s = d - s d with d = m - 1, which is exact.
    let d = mantissa - 1.0;
    let small = d - s * (d - 2.0 * series);
    exponent * LN_2_HIGH + (small + exponent * LN_2_LOW)
}

/// The exponential: 0 below about -745, infinite above about 709.8.
pub fn exp(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    if x > 710.0 {
        return f64::INFINITY;
    }
    if x < -746.0 {
        return 0.0;
    }
    let exponent = (x * std::f64::consts::LOG2_E).round();
    let high = x - exponent * LN_2_HIGH;
    let low = exponent * LN_2_LOW;
    let r = high - low;
    // |r| < 0.347: r^15 / 15! is below 2^-62. The rounding error of r comes last.
    let tail = (2..=14).rev().fold(0.0, |sum, k| (sum + 1.0) * r / f64::from(k));
    let value = 1.0 + (r + (r * tail + ((high - r) - low)));
    // In two steps, since 2^1024 and 2^-1074 are no normal numbers.
    let half = (exponent * 0.5).trunc();
    value * power_of_two(half as i64) * power_of_two((exponent - half) as i64)
}

/// 2^exponent for an exponent from -1022 to 1023.
fn power_of_two(exponent: i64) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

/// The arc tangent, in radians.
pub(crate) fn atan(x: f64) -> f64 {
    if x.abs() > 1.0 {
        return std::f64::consts::FRAC_PI_2.copysign(x) - atan(1.0 / x);
    }
    // atan x = 2 atan(x / (1 + √(1 + x²))), three times: |x| < 0.0985, and x^31 / 31 is below 2^-100.
    let small = (0..3).fold(x, |x, _| x / (1.0 + (1.0 + x * x).sqrt()));
    let square = small * small;
    let series = (0..=14).rev().fold(0.0, |sum, k| 1.0 / f64::from(2 * k + 1) - square * sum);
    8.0 * small * series
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Within this number of units in the last place of the standard library, which is itself within one.
    fn close(found: f64, expected: f64, units: u64) -> bool {
        found == expected || found.to_bits().abs_diff(expected.to_bits()) <= units
    }

    #[test]
    fn agrees_with_the_standard_library() {
        for step in 1..200_000 {
            let x = f64::from(step) * 0.000_137;
            assert!(close(ln(x), x.ln(), 2), "ln {x}: {} {}", ln(x), x.ln());
            let big = x * 1e290 * f64::from(step);
            assert!(close(ln(big), big.ln(), 2), "ln {big}");
            assert!(close(ln(1.0 / big), (1.0 / big).ln(), 2), "ln {}", 1.0 / big);
            let y = f64::from(step - 100_000) * 0.007_05;
            assert!(close(exp(y), y.exp(), 2), "exp {y}: {} {}", exp(y), y.exp());
            let z = f64::from(step - 100_000) * 0.000_11;
            assert!(close(atan(z), z.atan(), 8), "atan {z}: {} {}", atan(z), z.atan());
            assert!(close(exp(z), z.exp(), 2) && close(atan(y), y.atan(), 8));
        }
    }

    #[test]
    fn the_ends_of_the_range() {
        assert!(ln(-1.0).is_nan() && ln(f64::NAN).is_nan() && exp(f64::NAN).is_nan());
        assert_eq!((ln(0.0), ln(f64::INFINITY)), (f64::NEG_INFINITY, f64::INFINITY));
        assert_eq!((ln(1.0), exp(0.0), atan(0.0)), (0.0, 1.0, 0.0));
        assert_eq!((exp(f64::INFINITY), exp(800.0)), (f64::INFINITY, f64::INFINITY));
        assert_eq!((exp(f64::NEG_INFINITY), exp(-800.0)), (0.0, 0.0));
        for x in [f64::MIN_POSITIVE, f64::from_bits(1), f64::from_bits(12345), f64::MAX] {
            assert!(close(ln(x), x.ln(), 2), "ln {x}");
        }
        for x in [709.78, -708.0] {
            assert!(close(exp(x), x.exp(), 2), "exp {x}");
        }
        // A subnormal number has fewer digits, and they are rounded a second time.
        assert!(close(exp(-740.0), (-740.0f64).exp(), 1) && close(exp(-745.0), (-745.0f64).exp(), 1));
        assert!(close(atan(1e300), std::f64::consts::FRAC_PI_2, 0));
    }
}
