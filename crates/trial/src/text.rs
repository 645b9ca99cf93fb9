//! Numbers, lines and paths as people read them. Used by all layers; uses none.

use std::path::{MAIN_SEPARATOR, Path};

/// A number with its digits in groups of three: 1,234,567.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// "1 row", "2 rows".
pub fn counted(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// The text with control characters written out: a file may be called what it likes, and no name may break a line,
/// speak to the terminal or turn the direction in which a line reads.
pub fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() || is_invisible_control(character) {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    shown
}

/// The same for a text of several lines, which stay; so do tabs.
pub fn printable_lines(text: &str) -> String {
    let line = |line: &str| line.split('\t').map(printable).collect::<Vec<_>>().join("\t");
    text.split('\n').map(|each| line(each.strip_suffix('\r').unwrap_or(each))).collect::<Vec<_>>().join("\n")
}

/// True for an invisible character that separates lines, or overrides or isolates the direction of what follows
/// (Unicode Standard Annex 9).
pub const fn is_invisible_control(character: char) -> bool {
    matches!(
        character,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

/// The text as a cell of comma-separated values that no spreadsheet takes for a formula: one that begins with `=`, `+`,
/// `-` or `@` and is no number gets an apostrophe in front, by which they know text. Control characters are written out.
pub fn csv_cell(text: &str) -> String {
    let text = printable(text);
    let is_formula = text.starts_with(['=', '+', '-', '@']) && text.parse::<f64>().is_err();
    if is_formula { format!("'{text}") } else { text }
}

/// The words in lines of at most `room` characters, broken at blanks where there is one.
pub fn wrapped(words: &str, room: usize) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut rest = words;
    while let Some((end, _)) = rest.char_indices().nth(room) {
        let blank = if rest[end..].starts_with(' ') { Some(end) } else { rest[..end].rfind(' ') };
        let (line, after) = match blank {
            Some(blank) => (&rest[..blank], &rest[blank + 1..]),
            None => rest.split_at(end),
        };
        lines.push(line);
        rest = after;
    }
    lines.push(rest);
    lines
}

/// A word as a shell takes it.
pub fn shell_word(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./=:,@%+".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// A path with slashes on every system: records, digests and commands are the same everywhere.
pub fn slashed(path: &Path) -> String {
    let text = path.to_string_lossy();
    if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() }
}

/// True for a path of several parts, false for a name alone.
pub fn has_separator(word: &str) -> bool {
    word.contains('/') || word.contains(MAIN_SEPARATOR)
}

/// Words in a sentence: "a, b and c".
pub fn listed<W: AsRef<str>>(words: &[W]) -> String {
    match words {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [all @ .., last] => {
            let all: Vec<&str> = all.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", all.join(", "), last.as_ref())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_groups() {
        for (number, text) in [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn one_is_singular() {
        for (number, text) in [(0, "0 rows"), (1, "1 row"), (1_000, "1,000 rows")] {
            assert_eq!(counted(number, "row"), text);
        }
    }

    #[test]
    fn names_speak_to_nobody() {
        assert_eq!(printable("a\x1b[31m\nb ä"), "a\\u{1b}[31m\\nb ä");
        assert_eq!(printable("a\u{202e}gpj.exe\u{2069} שלום"), "a\\u{202e}gpj.exe\\u{2069} שלום");
    }

    #[test]
    fn lines_stay_lines() {
        assert_eq!(printable_lines("a\u{2066}\r\n\tb\x07\n"), "a\\u{2066}\n\tb\\u{7}\n");
    }

    #[test]
    fn no_cell_is_a_formula() {
        for (text, expected) in [
            ("=1+1", "'=1+1"),
            ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("-OOX", "'-OOX"),
            ("-", "'-"),
            ("-5", "-5"),
            ("-0.25", "-0.25"),
            ("+7", "+7"),
            ("-1e-7", "-1e-7"),
            ("\t=1", "\\t=1"),
            ("\r=1", "\\r=1"),
            ("a=b", "a=b"),
            ("", ""),
        ] {
            assert_eq!(csv_cell(text), expected, "{text:?}");
        }
    }

    #[test]
    fn long_words_are_broken_at_blanks_or_anywhere() {
        let cases: [(&str, &[&str]); 6] = [
            ("", &[""]),
            ("abcd", &["abcd"]),
            ("abcdef", &["abcd", "ef"]),
            ("ab cd ef", &["ab", "cd", "ef"]),
            ("abcd ef", &["abcd", "ef"]),
            ("√√√√√ a", &["√√√√", "√ a"]),
        ];
        for (words, expected) in cases {
            assert_eq!(wrapped(words, 4), expected, "{words}");
        }
    }
}
