//! The condition of a claim on its number: the words of `is`.

use super::select::Comparison;

/// A condition on a number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Demand {
    /// It stands so to this number.
    Compares(Comparison, f64),
    /// It lies between these: an equivalence test (TOST).
    Within(f64, f64),
}

impl Demand {
    /// Reads "< 1", "== 0", "within 5 %", "within 5 % of 2", "within 20 of 0". A margin in per cent is a factor, the same
    /// whichever of the two is the baseline: within 5 % of 1 is from 1 / 1.05 to 1.05.
    ///
    /// # Errors
    /// The expected syntax.
    pub fn parse(text: &str) -> Result<Self, String> {
        let Some(margin) = text.trim().strip_prefix("within ") else {
            return Comparison::parse(text).map(|(comparison, number)| Self::Compares(comparison, number)).map_err(|_| {
                "expected a sign and a number, such as \"< 1\", \">= 0.5\" or \"== 1\", or a margin, such as \"within 5 %\" or \
                 \"within 20 of 0\""
                    .to_owned()
            });
        };
        let expected =
            || "expected a margin, such as \"within 5 %\", \"within 5 % of 2\" or \"within 20 of 0\"".to_owned();
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
        let (margin, center) = match margin.split_once(" of ") {
            Some((margin, center)) => (margin, number(center).ok_or_else(expected)?),
            None => (margin, 1.0),
        };
        if let Some(percent) = margin.trim().strip_suffix('%') {
            let factor = 1.0 + number(percent).filter(|&percent| percent > 0.0).ok_or_else(expected)? / 100.0;
            if center <= 0.0 {
                return Err("a margin in per cent is around a number above 0".to_owned());
            }
            return Ok(Self::Within(center / factor, center * factor));
        }
        let half = number(margin).filter(|&margin| margin > 0.0).ok_or_else(expected)?;
        Ok(Self::Within(center - half, center + half))
    }

    /// The threshold of a one-sided condition, and true if it asks for more; `None` for other conditions.
    pub(crate) const fn direction(self) -> Option<(f64, bool)> {
        match self {
            Self::Compares(Comparison::Less | Comparison::AtMost, threshold) => Some((threshold, false)),
            Self::Compares(Comparison::Greater | Comparison::AtLeast, threshold) => Some((threshold, true)),
            _ => None,
        }
    }

    /// True, first, if all numbers from `low` to `high` are as asked, and, second, if none is.
    #[allow(clippy::float_cmp, reason = "equal means equal here")]
    pub(crate) fn of_range(self, low: f64, high: f64) -> (bool, bool) {
        match self {
            Self::Compares(Comparison::Equal, number) => {
                (low == number && high == number, high < number || low > number)
            }
            Self::Compares(Comparison::Unequal, number) => {
                let (all, none) = Self::Compares(Comparison::Equal, number).of_range(low, high);
                (none, all)
            }
            Self::Compares(comparison, number) => {
                let ends = [low, high].map(|end| comparison.holds(end, number));
                (ends == [true; 2], ends == [false; 2])
            }
            Self::Within(least, most) => (least < low && high < most, high <= least || most <= low),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_are_read() {
        assert_eq!(Demand::parse("< 1"), Ok(Demand::Compares(Comparison::Less, 1.0)));
        assert_eq!(Demand::parse("within 5 %"), Ok(Demand::Within(1.0 / 1.05, 1.05)));
        assert_eq!(Demand::parse(" within 100% of 2"), Ok(Demand::Within(1.0, 4.0)));
        assert_eq!(Demand::parse("within 20 of 0"), Ok(Demand::Within(-20.0, 20.0)));
        for wrong in ["", "1", "within", "within x", "within -5 %", "within 5 % of 0", "within 5 of y", "within 0 of 1"]
        {
            assert!(Demand::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn ranges_hold_fail_or_leave_it_open() {
        let of = |text: &str, low, high| Demand::parse(text).unwrap().of_range(low, high);
        assert_eq!(of("< 1", 0.2, 0.9), (true, false));
        assert_eq!(of("< 1", 0.2, 1.1), (false, false));
        assert_eq!(of("< 1", 1.0, 1.1), (false, true));
        assert_eq!(of("== 1", 1.0, 1.0), (true, false));
        assert_eq!(of("!= 1", 1.0, 1.0), (false, true));
        assert_eq!(of("within 20 of 0", -19.0, 3.0), (true, false));
        assert_eq!(of("within 20 of 0", 19.0, 23.0), (false, false));
        assert_eq!(of("within 20 of 0", 21.0, 23.0), (false, true));
    }
}
