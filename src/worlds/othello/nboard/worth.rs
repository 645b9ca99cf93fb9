//! The value of a position in the units of the protocol: discs, with two digits, and whether it is exact.

use std::fmt;

use crate::catalog::othello::evaluation;
use crate::record::Params;
use crate::search::game::Score;
use crate::search::game::score::is_decisive;
use crate::worlds::othello::evaluation::AnyEvaluation;
use crate::worlds::othello::learned::game::UNITS;

/// All discs, in hundredths.
const ALL: i32 = 6_400;

/// A value for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NBoardEval {
    /// Discs at the end of perfect play, the empty squares given to the winner.
    Exact(i32),
    /// Won, or lost, by a number of discs that is not known.
    Decided(bool),
    /// The value of an evaluation after a search of this number of plies, in hundredths of a disc.
    Estimate { hundredths: i32, plies: u32 },
    /// The player does not estimate values.
    Unknown,
}

impl NBoardEval {
    /// The value for the other side.
    pub(super) const fn turned(self) -> Self {
        match self {
            Self::Exact(discs) => Self::Exact(-discs),
            Self::Decided(is_won) => Self::Decided(!is_won),
            Self::Estimate { hundredths, plies } => Self::Estimate { hundredths: -hundredths, plies },
            Self::Unknown => Self::Unknown,
        }
    }

    /// The value in hundredths of a disc.
    pub(super) const fn hundredths(self) -> i32 {
        match self {
            Self::Exact(discs) => 100 * discs,
            Self::Decided(true) => ALL,
            Self::Decided(false) => -ALL,
            Self::Estimate { hundredths, .. } => hundredths,
            Self::Unknown => 0,
        }
    }

    /// The depth as the protocol writes it, with `before` plies before the search.
    pub(super) fn depth(self, before: u32) -> String {
        match self {
            Self::Exact(_) => "100%".to_owned(),
            Self::Decided(_) => "100%W".to_owned(),
            Self::Estimate { plies, .. } => (plies + before).to_string(),
            Self::Unknown => "0".to_owned(),
        }
    }
}

/// Discs with two digits; nothing where it is unknown.
impl fmt::Display for NBoardEval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = self.hundredths();
        let (sign, size) = (if hundredths < 0 { "-" } else { "" }, hundredths.abs());
        match self {
            Self::Unknown => Ok(()),
            _ => write!(f, "{sign}{}.{:02}", size / 100, size % 100),
        }
    }
}

/// The conversion of the values of searches to discs.
///
/// The units of an evaluation that counts nothing but discs are discs, by its weight. A hundred units of any other are
/// sent as a disc: a corner of `classic`, 300, as three. The learned evaluation is in discs itself. In such units the
/// margin of a game is only a guess, so nothing is sent as more than all 64 discs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Units {
    /// Units of the evaluation that are sent as a disc.
    disc: i32,
}

impl Units {
    /// Those of a search with these parameters.
    pub(super) fn of(params: &Params) -> Self {
        let Ok(AnyEvaluation::LinearEvaluation(evaluation)) = evaluation(params) else { return Self { disc: UNITS } };
        let mut weighed = evaluation.weights().filter(|(_, weight)| *weight != 0);
        match (weighed.next(), weighed.next()) {
            (Some((feature, weight)), None) if feature.name == "piece" && weight > 0 => Self { disc: weight },
            _ => Self { disc: 100 },
        }
    }

    /// The value that a search of this number of plies has found.
    pub(super) fn worth(self, value: Score, plies: u32) -> NBoardEval {
        if is_decisive(value) {
            return NBoardEval::Decided(value > 0);
        }
        let hundredths = i64::from(value) * 100 / i64::from(self.disc);
        let hundredths = hundredths.clamp(i64::from(-ALL), i64::from(ALL)) as i32;
        NBoardEval::Estimate { hundredths, plies }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::EVALUATION;
    use crate::search::game::score::WIN;

    #[test]
    fn values_become_discs() {
        let units = |text: &str| Units::of(&Params::from([(EVALUATION.key().to_owned(), text.into())]));
        // evaluation, value, discs and depth
        let cases = [
            ("classic", 300, "3.00 8"),
            ("classic", -7, "-0.07 8"),
            ("classic", 0, "0.00 8"),
            ("anchored", 5_012, "50.12 8"),
            ("classic", 1_999_999, "64.00 8"),
            ("classic", -9_000, "-64.00 8"),
            ("discs", 12, "12.00 8"),
            ("piece=8", 12, "1.50 8"),
            ("piece=-1", 12, "0.12 8"),
            ("discs", WIN - 9, "64.00 100%W"),
            ("discs", 9 - WIN, "-64.00 100%W"),
        ];
        for (evaluation, value, expected) in cases {
            let worth = units(evaluation).worth(value, 7);
            assert_eq!(format!("{worth} {}", worth.depth(1)), expected, "{evaluation} {value}");
            assert_eq!(worth.turned().hundredths(), -worth.hundredths());
            assert_eq!(worth.turned().turned(), worth);
        }
        assert_eq!(
            (NBoardEval::Exact(-2).to_string(), NBoardEval::Exact(-2).depth(1)),
            ("-2.00".to_owned(), "100%".to_owned())
        );
        assert_eq!((NBoardEval::Unknown.to_string(), NBoardEval::Unknown.depth(1)), (String::new(), "0".to_owned()));
    }
}
