//! Limits as words: `500ms`, `64MiB`.

use std::time::Duration;

use humantime::DurationError;
use searchlab_trial::diagnostic::quoted;

/// A time with its unit.
///
/// # Errors
/// A description of the expected form.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    humantime::parse_duration(text).map_err(|error| {
        let what = match &error {
            DurationError::UnknownUnit { unit, .. } if !unit.is_empty() => format!("unknown unit {}", quoted(unit)),
            _ => error.to_string(),
        };
        format!("{what}; expected a time like 500ms, 10s or 2min")
    })
}

/// A number of bytes, with or without a unit.
///
/// # Errors
/// A description of the expected form.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|char: char| char.is_ascii_alphabetic());
    let unit: u64 = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "kb" => 1000,
        "mb" => 1000 * 1000,
        "gb" => 1000 * 1000 * 1000,
        "k" | "kib" => 1 << 10,
        "m" | "mib" => 1 << 20,
        "g" | "gib" => 1 << 30,
        _ => return Err("expected a size like 64MiB, 1GiB or a number of bytes".to_owned()),
    };
    let number: u64 = digits.trim().parse().map_err(|_| "expected a size like 64MiB, 1GiB or a number of bytes")?;
    number.checked_mul(unit).ok_or_else(|| "that is more bytes than can be counted".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Found by fuzzing: the text of the library repeats the unit.
    #[test]
    fn no_message_repeats_a_unit_at_any_length() {
        let word = |unit: &str| parse_time(&format!("5{unit}")).unwrap_err();
        assert_eq!(word("parsecs"), "unknown unit \"parsecs\"; expected a time like 500ms, 10s or 2min");
        assert!(word("").contains("time unit needed"), "{}", word(""));
        assert!(word(&"x".repeat(100_000)).len() < 200);
        assert!(parse_size(&"x".repeat(100_000)).unwrap_err().len() < 200);
        assert_eq!(parse_time("2min"), Ok(Duration::from_mins(2)));
    }
}
