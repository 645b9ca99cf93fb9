//! Parameters with the types of their values: what users type, what it means and what a search gets are declared at one
//! place, and a value that is not declared reaches no search.

use std::borrow::Cow;

use serde_json::Value;

use super::{Kind, OFF, Parameter};
use crate::catalog::{Name, name};
use searchlab_trial::diagnostic::{Diagnostic, quoted};
use searchlab_trial::record::Params;

/// Words with their meanings, each with the value that it stands for.
#[derive(Debug, Clone, Copy)]
pub struct Words<T: 'static> {
    /// The words.
    pub names: &'static [Name],
    values: &'static [T],
}

impl<T: Copy> Words<T> {
    /// Both lists have one order.
    pub(crate) const fn new<const N: usize>(names: &'static [Name; N], values: &'static [T; N]) -> Self {
        Self { names, values }
    }

    /// The value that a word stands for.
    pub fn value(&self, word: &str) -> Option<T> {
        self.names.iter().position(|name| name.name == word).map(|place| self.values[place])
    }

    /// The value of a parameter whose words these are; `None` if the trial gives it none.
    ///
    /// # Errors
    /// A word that is not among them.
    pub(crate) fn of(&self, parameter: &Parameter, params: &Params) -> Result<Option<T>, Diagnostic> {
        parameter.read(params, |value| self.value(&word(value)?))
    }

    /// The values of a parameter that names some of the words; none if the trial gives it none.
    ///
    /// # Errors
    /// A word that is not among them.
    pub(crate) fn list(&self, parameter: &Parameter, params: &Params) -> Result<Vec<T>, Diagnostic> {
        let read = |text: &str| text.split(',').map(|word| self.value(word)).collect();
        Ok(parameter.read(params, |value| read(value.as_str()?))?.unwrap_or_default())
    }
}

/// Words as `"word" => value, "meaning";`.
macro_rules! words {
    ($($word:literal => $value:expr, $meaning:expr;)+) => {
        $crate::catalog::Words::new(&[$($crate::catalog::name($word, $meaning)),+], &[$($value),+])
    };
}

pub(crate) use words;

/// A parameter whose values are of one type in all worlds.
#[derive(Debug, Clone, Copy)]
pub struct Typed<T: 'static> {
    /// The part that users see.
    pub parameter: Parameter,
    values: Values<T>,
}

#[derive(Debug, Clone, Copy)]
enum Values<T: 'static> {
    /// These words.
    Words(&'static Words<T>),
    /// Those that such a parameter has.
    Read(fn(Kind, &Value) -> Option<T>),
}

impl<T: Copy> Typed<T> {
    /// The name that users type.
    pub const fn key(&self) -> &'static str {
        self.parameter.key()
    }

    /// The value that a trial gives it; `None` if it gives none, since its algorithm does not take the parameter, or
    /// since none is what was chosen.
    ///
    /// # Errors
    /// A value that the parameter does not have.
    pub fn of(&self, params: &Params) -> Result<Option<T>, Diagnostic> {
        match self.values {
            Values::Words(words) => words.of(&self.parameter, params),
            Values::Read(read) => self.parameter.read(params, |value| read(self.parameter.kind, value)),
        }
    }
}

impl Parameter {
    /// The name that users type.
    pub const fn key(&self) -> &'static str {
        self.name.name
    }

    /// The text that a trial gives it, which the world reads; `None` if it gives none.
    ///
    /// # Errors
    /// A value that is no text.
    pub fn text<'p>(&self, params: &'p Params) -> Result<Option<&'p str>, Diagnostic> {
        self.read(params, Value::as_str)
    }

    /// The value that a trial gives it, as whatever reads it.
    fn read<'p, T>(
        &self,
        params: &'p Params,
        read: impl FnOnce(&'p Value) -> Option<T>,
    ) -> Result<Option<T>, Diagnostic> {
        let Some(value) = params.get(self.key()) else { return Ok(None) };
        read(value).map(Some).ok_or_else(|| self.refuse(value))
    }

    /// The error of a value that has not passed the catalog.
    pub(crate) fn refuse(&self, value: &Value) -> Diagnostic {
        let (key, text) = (self.key(), word(value).unwrap_or_else(|| value.to_string().into()));
        let problem = Diagnostic::new(format!("invalid {key} {}", quoted(&text)));
        problem.help(format!("`searchlab explain {key}` tells its values"))
    }
}

/// A value as a user types it: some words are numbers.
fn word(value: &Value) -> Option<Cow<'_, str>> {
    match value {
        Value::String(text) => Some(Cow::Borrowed(text)),
        Value::Number(number) => Some(Cow::Owned(number.to_string())),
        _ => None,
    }
}

/// One of these words.
pub(crate) const fn choice<T>(name: Name, words: &'static Words<T>, default: &'static str) -> Typed<T> {
    Typed { parameter: Parameter { name, kind: Kind::Choice(words.names), default }, values: Values::Words(words) }
}

/// On or off.
pub(crate) const fn switch(name: Name, default: &'static str) -> Typed<bool> {
    choice(name, &SWITCH, default)
}

const SWITCH: Words<bool> = Words::new(&[name("on", "yes"), name(OFF, "no")], &[true, false]);

/// A whole number in this range.
pub(crate) const fn whole(name: Name, least: u32, most: u32, default: &'static str) -> Typed<u32> {
    read(name, Kind::Whole(least, most), default, |kind, value| {
        let Kind::Whole(least, most) = kind else { return None };
        u32::try_from(value.as_u64()?).ok().filter(|number| (least..=most).contains(number))
    })
}

/// A whole number in this range, which may be below 0.
pub(crate) const fn signed(name: Name, least: i32, most: i32, default: &'static str) -> Typed<i32> {
    read(name, Kind::Signed(least, most), default, |kind, value| {
        let Kind::Signed(least, most) = kind else { return None };
        i32::try_from(value.as_i64()?).ok().filter(|number| (least..=most).contains(number))
    })
}

/// The bits of the size of a table; 0 of none.
pub(crate) const fn table_bits(name: Name, least: u32, most: u32, default: &'static str) -> Typed<u32> {
    read(name, Kind::TableBits(least, most), default, |kind, value| {
        let Kind::TableBits(least, most) = kind else { return None };
        u32::try_from(value.as_u64()?).ok().filter(|bits| *bits == 0 || (least..=most).contains(bits))
    })
}

/// A decimal number in this range of thousandths, or off, which is no value; as thousandths.
pub(crate) const fn decimal(name: Name, kind: Kind, default: &'static str) -> Typed<u32> {
    read(name, kind, default, |kind, value| {
        let (Kind::Decimal(least, most) | Kind::DecimalOrOff(least, most)) = kind else { return None };
        // It has at most three decimals, so the nearest whole number is the one that was meant.
        let thousandths = (value.as_f64()? * 1000.0).round();
        (f64::from(least)..=f64::from(most)).contains(&thousandths).then_some(thousandths as u32)
    })
}

const fn read<T>(name: Name, kind: Kind, default: &'static str, read: fn(Kind, &Value) -> Option<T>) -> Typed<T> {
    Typed { parameter: Parameter { name, kind, default }, values: Values::Read(read) }
}
