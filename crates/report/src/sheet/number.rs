//! Numbers as words: digits in groups, rounded to significant ones, in the unit that suits them.

use searchlab_analysis::field::Measure;
use searchlab_trial::text::grouped;

/// The unit in which a number is shown, and its digits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Unit {
    /// The name of the unit, behind the number.
    name: &'static str,
    /// The size in base units.
    size: f64,
    digits: Digits,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Digits {
    /// This number of digits behind the point.
    Decimals(usize),
    /// This number of significant digits, and whole numbers in full.
    Significant(usize),
    /// All, not grouped: a key is a name.
    All,
}

impl Unit {
    const fn new(name: &'static str, size: f64, digits: Digits) -> Self {
        Self { name, size, digits }
    }

    /// The unit for a number and its interval. Of times it is that of [`duration`](crate::duration).
    pub(super) fn of(measure: Measure, number: f64) -> Self {
        const KIB: f64 = 1024.0;
        match (measure, number) {
            (Measure::Count | Measure::Plain, _) => Self::new("", 1.0, Digits::Significant(4)),
            (Measure::Seconds, s) if s < 1e-3 => Self::new(" µs", 1e-6, Digits::Decimals(0)),
            (Measure::Seconds, s) if s < 1.0 => Self::new(" ms", 1e-3, Digits::Decimals(1)),
            (Measure::Seconds, s) if s < 120.0 => Self::new(" s", 1.0, Digits::Decimals(2)),
            (Measure::Seconds, _) => Self::new(" min", 60.0, Digits::Decimals(1)),
            (Measure::Bytes, b) if b < KIB => Self::new(" B", 1.0, Digits::Decimals(0)),
            (Measure::Bytes, b) if b < KIB * KIB => Self::new(" KiB", KIB, Digits::Decimals(1)),
            (Measure::Bytes, b) if b < KIB * KIB * KIB => Self::new(" MiB", KIB * KIB, Digits::Decimals(1)),
            (Measure::Bytes, _) => Self::new(" GiB", KIB * KIB * KIB, Digits::Decimals(2)),
        }
    }

    /// For multiples of a baseline.
    pub(super) const fn ratio() -> Self {
        Self::new("", 1.0, Digits::Significant(3))
    }

    /// For keys.
    pub(super) const fn key() -> Self {
        Self::new("", 1.0, Digits::All)
    }

    /// With this number of significant digits, if any is asked for; keys keep all of theirs.
    pub(super) fn with_digits(self, precision: Option<usize>) -> Self {
        match (precision, self.digits) {
            (Some(precision), Digits::Decimals(_) | Digits::Significant(_)) => {
                Self { digits: Digits::Significant(precision), ..self }
            }
            _ => self,
        }
    }

    /// The number in this unit, without its name.
    pub(super) fn text(&self, number: f64) -> String {
        let number = number / self.size;
        match self.digits {
            Digits::All => number.to_string(),
            Digits::Decimals(decimals) => fixed(number, decimals),
            Digits::Significant(_) if number.fract() == 0.0 => fixed(number, 0),
            Digits::Significant(digits) => significant(number, digits),
        }
    }

    /// The number with the name of the unit.
    pub(super) fn with_name(&self, number: f64) -> String {
        self.text(number) + self.name
    }
}

/// From here on digits in groups say nothing.
const HUGE: f64 = 1e15;

fn fixed(number: f64, decimals: usize) -> String {
    if number.abs() >= HUGE {
        return format!("{number:.3e}");
    }
    let text = format!("{:.decimals$}", number.abs());
    let (whole, rest) = text.split_once('.').unwrap_or((&text, ""));
    let whole = whole.parse().map_or_else(|_| whole.to_owned(), grouped);
    let is_zero = text.bytes().all(|byte| matches!(byte, b'0' | b'.'));
    let sign = if number < 0.0 && !is_zero { "-" } else { "" };
    if rest.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{rest}") }
}

fn significant(number: f64, digits: usize) -> String {
    let size = number.abs();
    if size < 1e-4 {
        return format!("{number:.*e}", digits - 1);
    }
    // Digits before the point; below 1 the zeros behind it, as a negative number.
    let mut before = i32::from(size >= 1.0);
    let mut power = if size >= 1.0 { 10.0 } else { 0.1 };
    while size >= 1.0 && size >= power && before < 16 {
        before += 1;
        power *= 10.0;
    }
    while size < 1.0 && size < power && before > -4 {
        before -= 1;
        power /= 10.0;
    }
    fixed(number, (digits as i32 - before).max(0) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::duration;

    #[test]
    fn numbers_have_the_digits_that_say_something() {
        let cases = [
            (Measure::Count, 0.0, "0"),
            (Measure::Count, 1_234_567.0, "1,234,567"),
            (Measure::Count, 12_345.678, "12,346"),
            (Measure::Count, 123.456, "123.5"),
            (Measure::Count, 1.5, "1.500"),
            (Measure::Plain, -10.0, "-10"),
            (Measure::Plain, 0.931_23, "0.9312"),
            (Measure::Plain, 0.012_345, "0.01235"),
            (Measure::Plain, 0.000_012, "1.200e-5"),
            (Measure::Plain, -1234.5, "-1,234"),
            (Measure::Plain, 1e18, "1.000e18"),
            (Measure::Bytes, 512.0, "512 B"),
            (Measure::Bytes, 1536.0, "1.5 KiB"),
            (Measure::Bytes, 5_368_709_120.0, "5.00 GiB"),
        ];
        for (measure, number, text) in cases {
            assert_eq!(Unit::of(measure, number).with_name(number), text);
        }
        assert_eq!((Unit::ratio().text(0.8254), Unit::ratio().text(1.0)), ("0.825".to_owned(), "1".to_owned()));
        assert_eq!((Unit::ratio().text(1.2345), Unit::ratio().text(99.96)), ("1.23".to_owned(), "100.0".to_owned()));
        assert_eq!((Unit::key().text(100_000.0), Unit::key().text(0.35)), ("100000".to_owned(), "0.35".to_owned()));
        assert_eq!(Unit::of(Measure::Plain, 1.0).text(-0.0), "0");
    }

    #[test]
    fn times_are_those_of_the_other_tables() {
        for seconds in [0.0, 4.2e-5, 0.0123, 1.5, 119.0, 7200.0] {
            assert_eq!(Unit::of(Measure::Seconds, seconds).with_name(seconds), duration(seconds));
        }
    }
}
