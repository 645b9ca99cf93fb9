//! Numbers and lines as people read them. Used by all layers; uses none.

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

/// The text with control characters written out: a file may be called what it likes, and no name may break a line or
/// speak to the terminal.
pub fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    shown
}

/// The words in lines of at most so many characters, broken at blanks where there is one.
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
