//! Limits as words: `500ms`, `64MiB`.

use std::time::Duration;

/// A time with its unit.
///
/// # Errors
/// A description of the expected form.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    humantime::parse_duration(text).map_err(|error| format!("{error}; expected a time like 500ms, 10s or 2min"))
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
