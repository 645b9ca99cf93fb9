//! Words of users as values of parameters, each in its one form.

use serde_json::Value;

use super::{Kind, NONE, OFF, Parameter};
use crate::catalog::game::can_do_without_table;
use crate::catalog::program::parse_command;
use crate::catalog::{Name, WorldInfo};
use searchlab_search::about::AlgorithmInfo;
use searchlab_trial::diagnostic::{nearest, quoted};

impl Parameter {
    /// The value that a user's words stand for in an algorithm.
    ///
    /// # Errors
    /// A description of the expected value.
    pub fn parse_for(&self, about: &AlgorithmInfo, text: &str, world: &WorldInfo) -> Result<Value, String> {
        let Kind::TableBits(least, most) = self.kind else { return self.parse(text, world) };
        if !can_do_without_table(about) {
            return self.parse(text, world);
        }
        let none = text.parse::<u32>().ok().filter(|&bits| bits == 0).map(Value::from);
        let expected = |_| format!("expected 0 for no table, or a whole number from {least} to {most}");
        none.map_or_else(|| self.parse(text, world).map_err(expected), Ok)
    }

    /// The value that a user's words stand for, in its one canonical form; null stands for none.
    ///
    /// # Errors
    /// A description of the expected value.
    pub fn parse(&self, text: &str, world: &WorldInfo) -> Result<Value, String> {
        match self.kind {
            Kind::Choice(names) => choose(text, names),
            Kind::Heuristic => choose(text, world.heuristics),
            Kind::Whole(least, most) | Kind::TableBits(least, most) => text
                .parse::<u32>()
                .ok()
                .filter(|number| (least..=most).contains(number))
                .map(Value::from)
                .ok_or_else(|| format!("expected a whole number from {least} to {most}")),
            Kind::Signed(least, most) => text
                .parse::<i32>()
                .ok()
                .filter(|number| (least..=most).contains(number))
                .map(Value::from)
                .ok_or_else(|| format!("expected a whole number from {least} to {most}")),
            Kind::Decimal(least, most) => {
                decimal(text, least, most).ok_or_else(|| format!("expected {}", decimal_words(least, most)))
            }
            Kind::DecimalOrOff(..) if text == OFF => Ok(Value::Null),
            Kind::DecimalOrOff(least, most) => {
                decimal(text, least, most).ok_or_else(|| format!("expected {OFF} or {}", decimal_words(least, most)))
            }
            Kind::Order => Ok(Value::from(text.to_ascii_uppercase())),
            Kind::List(names) => list(text, names).map(Value::from),
            Kind::Techniques if text == NONE => Ok(Value::from(NONE)),
            Kind::Techniques => list(text, world.techniques).map(Value::from),
            // The world reads it.
            Kind::Evaluation | Kind::File => Ok(Value::from(text)),
            Kind::Command => parse_command(text).map(|_| Value::from(text.trim())),
        }
    }
}

fn choose(text: &str, names: &[Name]) -> Result<Value, String> {
    let Some(name) = names.iter().find(|name| name.name == text) else {
        return Err(format!("expected one of {}", alternatives(text, names)));
    };
    Ok(name.name.parse::<u32>().map_or_else(|_| Value::from(name.name), Value::from))
}

/// All words, and which of them was probably meant.
fn alternatives(text: &str, names: &[Name]) -> String {
    let all: Vec<&str> = names.iter().map(|name| name.name).collect();
    let near = nearest(text, all.iter().copied()).map(|near| format!("; did you mean {near}?")).unwrap_or_default();
    format!("{}{near}", all.join(", "))
}

/// The words of a list in their one form.
fn list(text: &str, names: &[Name]) -> Result<String, String> {
    let words: Vec<&str> = text.split(',').map(str::trim).collect();
    for (place, word) in words.iter().enumerate() {
        if choose(word, names).is_err() {
            let what =
                if word.is_empty() { "an empty word".to_owned() } else { format!("unknown word {}", quoted(word)) };
            return Err(format!("{what}: expected one or more of {}", alternatives(word, names)));
        }
        if words[..place].contains(word) {
            return Err(format!("{} stands there twice: name each word once", quoted(word)));
        }
    }
    Ok(words.join(","))
}

/// A decimal number in thousandths, for clap.
///
/// # Errors
/// A description of the expected form.
pub fn parse_thousandths(text: &str) -> Result<u32, String> {
    thousandths(text).ok_or_else(|| "expected a number with at most three decimals, like 0.3".to_owned())
}

/// A decimal number in this range of thousandths, in its one form.
fn decimal(text: &str, least: u32, most: u32) -> Option<Value> {
    let number = thousandths(text).filter(|number| (least..=most).contains(number))?;
    Some(if number % 1000 == 0 { Value::from(number / 1000) } else { Value::from(f64::from(number) / 1000.0) })
}

fn decimal_words(least: u32, most: u32) -> String {
    let [least, most] = [least, most].map(|thousandths| f64::from(thousandths) / 1000.0);
    format!("a number from {least} to {most} with at most three decimals")
}

/// A decimal number in thousandths, exactly.
fn thousandths(text: &str) -> Option<u32> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    if decimals.len() > 3 || !decimals.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let decimals: u32 = format!("{decimals:0<3}").parse().ok()?;
    whole.parse::<u32>().ok()?.checked_mul(1000)?.checked_add(decimals)
}
