//! Selection of records: conditions by field, and labels of algorithms.

use super::field::{Cell, Field};
use super::frame::{Frame, Key};
use super::request::{Filter, OneOrMany, Scalar, Selection};

/// A condition on a number or a text.
#[derive(Debug, Clone, PartialEq)]
pub enum Condition {
    /// It is this.
    Is(Key),
    /// It lies between these, ends included.
    Within(f64, f64),
    /// It stands so to this number.
    Compares(Comparison, f64),
}

/// How a number stands to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `==`
    Equal,
    /// `!=`
    Unequal,
    /// `>=`
    AtLeast,
    /// `>`
    Greater,
}

impl Comparison {
    /// All, the longer signs first.
    const SIGNS: [(&'static str, Self); 6] = [
        ("<=", Self::AtMost),
        (">=", Self::AtLeast),
        ("==", Self::Equal),
        ("!=", Self::Unequal),
        ("<", Self::Less),
        (">", Self::Greater),
    ];

    /// True if the comparison holds.
    #[allow(clippy::float_cmp, reason = "equal means equal here")]
    pub(crate) fn holds(self, value: f64, number: f64) -> bool {
        match self {
            Self::Less => value < number,
            Self::AtMost => value <= number,
            Self::Equal => value == number,
            Self::Unequal => value != number,
            Self::AtLeast => value >= number,
            Self::Greater => value > number,
        }
    }

    /// Reads "< 1".
    ///
    /// # Errors
    /// The expected syntax.
    pub(crate) fn parse(text: &str) -> Result<(Self, f64), String> {
        let text = text.trim();
        let found = Self::SIGNS.iter().find_map(|&(sign, comparison)| {
            let number = text.strip_prefix(sign)?.trim().parse::<f64>().ok().filter(|number| number.is_finite())?;
            Some((comparison, number))
        });
        found.ok_or_else(|| "expected a sign and a number, such as \"< 1\", \">= 0.5\" or \"== 0\"".to_owned())
    }
}

impl Condition {
    /// Reads a value of a filter.
    ///
    /// # Errors
    /// The expected syntax.
    pub fn parse(scalar: &Scalar) -> Result<Self, String> {
        Ok(match scalar {
            Scalar::Truth(truth) => Self::Is(Key::Text(truth.to_string())),
            Scalar::Whole(number) => Self::Is(Key::Number(*number as f64)),
            Scalar::Number(number) => Self::Is(Key::Number(*number)),
            Scalar::Text(text) if text.starts_with(['<', '>', '=', '!']) => {
                let (comparison, number) = Comparison::parse(text)?;
                Self::Compares(comparison, number)
            }
            Scalar::Text(text) => match text.split_once("..=") {
                None => Self::Is(Key::Text(text.clone())),
                Some((low, high)) => {
                    let ends = low.trim().parse::<f64>().ok().zip(high.trim().parse::<f64>().ok());
                    let (low, high) = ends.ok_or_else(|| "expected a range such as \"4..=8\"".to_owned())?;
                    Self::Within(low, high)
                }
            },
        })
    }

    /// True if it holds for a value; false for none.
    pub fn holds_for_cell(&self, cell: Cell<'_>) -> bool {
        match cell {
            Cell::None => false,
            Cell::Number(number) => self.holds_for(&Key::Number(number)),
            Cell::Text(text) => self.holds_for(&Key::Text(text.to_owned())),
        }
    }

    /// True if it holds for a key.
    pub fn holds_for(&self, key: &Key) -> bool {
        match (self, key) {
            (Self::Is(wanted), key) => wanted == key,
            (Self::Within(low, high), Key::Number(number)) => low <= number && number <= high,
            (Self::Compares(comparison, wanted), Key::Number(number)) => comparison.holds(*number, *wanted),
            _ => false,
        }
    }
}

/// A selection that is ready to be asked.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Selector {
    /// For each field, conditions of which one must hold.
    conditions: Vec<(Field, Vec<Condition>)>,
}

impl Selector {
    /// The records for which all conditions hold. Fields and conditions that do not exist were refused with the file;
    /// here they hold for nothing.
    pub fn of_filter(filter: &Filter) -> Self {
        let conditions = filter.iter().map(|(name, scalars)| {
            let parsed = scalars.as_slice().iter().filter_map(|scalar| Condition::parse(scalar).ok()).collect();
            (Field::parse(name).unwrap_or(Field::World), parsed)
        });
        Self { conditions: conditions.collect() }
    }

    /// The records of an algorithm, or those for which all conditions hold.
    pub fn of(selection: &Selection) -> Self {
        match selection {
            Selection::Label(label) => {
                Self { conditions: vec![(Field::Algorithm, vec![Condition::Is(Key::Text(label.clone()))])] }
            }
            Selection::Where(filter) => Self::of_filter(filter),
        }
    }

    /// The fields that it looks at.
    pub fn fields(&self) -> impl Iterator<Item = &Field> {
        self.conditions.iter().map(|condition| &condition.0)
    }

    /// The rows of a frame that are meant. The frame must have the fields.
    pub fn rows(&self, frame: &Frame) -> Vec<usize> {
        // For each value of each key it is decided once if it is selected.
        let allowed: Vec<(&Field, Vec<bool>)> = self
            .conditions
            .iter()
            .filter(|(field, _)| field.is_key())
            .map(|(field, any)| {
                let holds = |key: &Key| any.iter().any(|condition| condition.holds_for(key));
                (field, frame.keys(field).iter().map(holds).collect())
            })
            .collect();
        let measures: Vec<_> = self.conditions.iter().filter(|(field, _)| !field.is_key()).collect();
        let is_meant = |&row: &usize| {
            allowed.iter().all(|(field, allowed)| frame.place(field, row).is_some_and(|place| allowed[place]))
                && measures.iter().all(|(field, any)| {
                    let number = frame.number(field, row);
                    number.is_some_and(|number| any.iter().any(|condition| condition.holds_for(&Key::Number(number))))
                })
        };
        (0..frame.len()).filter(is_meant).collect()
    }
}

/// The words for a selection, as they stand in heads and legends.
pub fn described(selection: &Selection) -> String {
    match selection {
        Selection::Label(label) => label.clone(),
        Selection::Where(filter) => {
            let part = |(name, values): (&String, &OneOrMany<Scalar>)| {
                let values: Vec<String> = values.as_slice().iter().map(ToString::to_string).collect();
                let is_comparison = values.iter().all(|value| value.starts_with(['<', '>', '=', '!']));
                let between = if is_comparison { " " } else { " = " };
                format!("{name}{between}{}", values.join(" or "))
            };
            filter.iter().map(part).collect::<Vec<_>>().join(", ")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_read_and_hold() {
        let text = |text: &str| Condition::parse(&Scalar::Text(text.to_owned()));
        let five = Key::Number(5.0);
        for (condition, holds) in
            [("<= 5", true), ("< 5", false), ("> 4.5", true), ("4..=8", true), ("6..=8", false), ("!= 5", false)]
        {
            assert_eq!(text(condition).map(|it| it.holds_for(&five)), Ok(holds), "{condition}");
        }
        assert!(text("mtdf").is_ok_and(|it| it.holds_for(&Key::Text("mtdf".to_owned())) && !it.holds_for(&five)));
        assert!(Condition::parse(&Scalar::Whole(5)).is_ok_and(|it| it.holds_for(&five)));
        for wrong in ["<", "< x", "a..=b", ">= inf"] {
            assert!(text(wrong).is_err(), "{wrong}");
        }
    }
}
