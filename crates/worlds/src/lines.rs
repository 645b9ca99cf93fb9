//! The lines of a text and what is shown of them: shared by the readers of all worlds.
//!
//! Not here: the formats, and how problems are shown ([`searchlab_trial::diagnostic`]).

use std::ops::Range;

use searchlab_trial::diagnostic::{Excerpt, Source};

/// A line without its end.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<'a> {
    /// From 1.
    pub(super) number: usize,
    /// Where it begins in the source.
    pub(super) begin: usize,
    pub(super) text: &'a str,
}

impl<'a> Line<'a> {
    pub(super) fn bytes(&self) -> &'a [u8] {
        self.text.as_bytes()
    }

    pub(super) fn end(&self) -> usize {
        self.begin + self.text.len()
    }
}

/// The lines within a range of bytes that begins with the line of this number.
pub(super) fn lines(source: &Source, range: Range<usize>, first: usize) -> impl Iterator<Item = Line<'_>> {
    let mut begin = range.start;
    source.text[range].split('\n').enumerate().map(move |(index, line)| {
        let this = begin;
        begin += line.len() + 1;
        Line { number: first + index, begin: this, text: line.trim_end_matches('\r') }
    })
}

/// The lines of a text that hold something, without comments (`#` to the end of the line) and blanks around: the
/// number of the line from 1, and the bytes of its content.
pub(super) fn contents(source: &Source) -> impl Iterator<Item = (usize, Range<usize>)> {
    lines(source, 0..source.text.len(), 1).filter_map(|Line { number, begin, text }| {
        let text = text.split('#').next().unwrap_or_default();
        let content = trimmed(source, begin..begin + text.len());
        (!content.is_empty()).then_some((number, content))
    })
}

/// The range without blanks at its ends.
pub(super) fn trimmed(source: &Source, range: Range<usize>) -> Range<usize> {
    let text = &source.text[range.clone()];
    let begin = range.start + text.len() - text.trim_start().len();
    begin..begin + text.trim().len()
}

/// The place of some bytes of a line in the file of this name.
pub(super) fn excerpt(name: &str, line: &Line<'_>, span: Range<usize>, label: impl Into<String>) -> Excerpt {
    Excerpt::new(name, line.number, line.text, span, label)
}

/// The name of an unknown character, for messages.
pub(super) fn described(character: char) -> String {
    if character.is_ascii_graphic() || character.is_alphanumeric() {
        format!("'{character}'")
    } else {
        let name = match character {
            ' ' => "blank",
            '\t' => "tab",
            '\0' => "zero byte",
            _ => "character",
        };
        format!("{name} U+{:04X}", u32::from(character))
    }
}
