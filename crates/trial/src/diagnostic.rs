//! Diagnostics of wrong input for users: the place, the line, a caret, what was expected, a remedy.
//!
//! All problems of a file are collected in one pass. Lines of any length are shown as a window around the caret.
//!
//! Not here: reading of files ([`input`]), the formats themselves (each world's own).

#[cfg(test)]
mod tests;

pub mod input;

use std::fmt;
use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Element, Level, Renderer, Snippet, normalize_untrusted_str};

pub use input::{DASH, read_source};

use crate::text::{grouped, printable};

/// A text and where it came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The path as the user gave it, or `<stdin>`.
    pub name: String,
    /// The text, without a byte-order mark.
    pub text: String,
}

impl Source {
    /// A text with the name under which errors cite it. A byte-order mark is dropped.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let mut text = text.into();
        if text.starts_with('\u{feff}') {
            text.drain(..'\u{feff}'.len_utf8());
        }
        Self { name: name.into(), text }
    }

    /// The place of a span of bytes, with what to say about it there. The part of the span beyond its first line is
    /// not marked; an empty span marks the position. Costs a pass over the text before it.
    ///
    /// # Panics
    /// If the span does not begin at a character of the text.
    pub fn excerpt(&self, span: Range<usize>, label: impl Into<String>) -> Excerpt {
        let bytes = self.text.as_bytes();
        let (line, begin) = line_at(bytes, span.start);
        let length = bytes[begin..].iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len() - begin);
        let text = self.text[begin..begin + length].trim_end_matches('\r');
        let (from, to) = (span.start - begin, span.end.max(span.start) - begin);
        Excerpt::new(&self.name, line, text, from.min(text.len())..to.min(text.len()), label)
    }
}

/// The number from 1 of the line with this byte, and where that line begins.
fn line_at(bytes: &[u8], at: usize) -> (usize, usize) {
    let begin = bytes[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
    let before: usize = bytes[..begin].iter().map(|&byte| usize::from(byte == b'\n')).sum();
    (before + 1, begin)
}

/// A place in a text: file, line, column, the part of the line around it, and a label for the caret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    name: String,
    /// From 1.
    line: usize,
    /// From 1, in characters.
    column: usize,
    window: String,
    /// Bytes of `window` to mark.
    marked: Range<usize>,
    label: String,
}

impl Excerpt {
    /// Characters shown before the caret, and from the caret on.
    const WINDOW: (usize, usize) = (40, 60);

    /// Marks the bytes `span` of the line `text`, whose number from 1 is `line`.
    ///
    /// # Panics
    /// If the span does not begin at a character of the line, or ends beyond it.
    pub fn new(name: &str, line: usize, text: &str, span: Range<usize>, label: impl Into<String>) -> Self {
        let (before, after) = text.split_at(span.start);
        let end = after.ceil_char_boundary(span.len());
        let left = match before.char_indices().rev().nth(Self::WINDOW.0) {
            Some((cut, dropped)) => format!("…{}", &before[cut + dropped.len_utf8()..]),
            None => before.to_owned(),
        };
        let (right, end) = match after.char_indices().nth(Self::WINDOW.1) {
            Some((cut, _)) => (format!("{}…", &after[..cut]), end.min(cut)),
            None => (after.to_owned(), end),
        };
        let [left, within, beyond] = [left.as_str(), &right[..end], &right[end..]].map(without_c1_controls);
        let marked = left.len()..left.len() + within.len();
        let column = before.chars().count() + 1;
        let (name, label) = (printable(name), without_controls(&label.into()));
        Self { name, line, column, window: [left, within, beyond].concat(), marked, label }
    }

    /// The line, from 1.
    pub const fn line(&self) -> usize {
        self.line
    }

    /// The column in characters, from 1.
    pub const fn column(&self) -> usize {
        self.column
    }

    /// The text in which it is, as errors cite it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The label of the caret.
    pub fn label(&self) -> &str {
        &self.label
    }

    fn snippet(&self, kind: AnnotationKind) -> Snippet<'_, Annotation<'_>> {
        let mark = kind.span(self.marked.clone()).label(Some(self.label.as_str()).filter(|label| !label.is_empty()));
        Snippet::source(self.window.as_str()).path(self.name.as_str()).line_start(self.line).annotation(mark)
    }

    /// The place as the renderer shows it, which takes the window for the line.
    fn shown_place(&self) -> String {
        let column = self.window[..self.marked.start].chars().count() + 1;
        format!("{}:{}:{column}", self.name, self.line)
    }

    fn place(&self) -> String {
        format!("{}:{}:{}", self.name, self.line, self.column)
    }
}

/// One problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    message: String,
    excerpts: Vec<Excerpt>,
    help: Vec<String>,
}

/// Names that are listed whatever their length.
const FEW: usize = 24;

/// Bytes of a list of more names.
const SHORT: usize = 320;

impl Diagnostic {
    /// A problem without a place in a text, such as a missing file.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: without_controls(&message.into()), excerpts: Vec::new(), help: Vec::new() }
    }

    /// Adds a place: the first is the problem's, further ones are what it conflicts with.
    pub fn at(mut self, excerpt: Excerpt) -> Self {
        self.excerpts.push(excerpt);
        self
    }

    /// The same problem at another place, in place of all that it had.
    pub fn moved(self, excerpt: impl FnOnce() -> Excerpt) -> Self {
        Self { excerpts: vec![excerpt()], ..self }
    }

    /// The same problem with each of its places replaced by another, or by none.
    pub(crate) fn with_places(self, other: impl FnMut(Excerpt) -> Option<Excerpt>) -> Self {
        Self { excerpts: self.excerpts.into_iter().filter_map(other).collect(), ..self }
    }

    /// Adds a line that names the remedy.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help.push(without_controls(&help.into()));
        self
    }

    /// The hints, one after the other.
    pub fn helps(&self) -> &[String] {
        &self.help
    }

    /// A name that is none of `candidates`: offers the nearest, or all if there are few and none is near.
    pub fn unknown_name(kind: &str, name: &str, candidates: &[&str], place: Option<Excerpt>) -> Self {
        let diagnostic = Self::new(format!("unknown {kind} {}", quoted(name)));
        let diagnostic = place.into_iter().fold(diagnostic, Self::at);
        if let Some(near) = nearest(name, candidates.iter().copied()) {
            return diagnostic.help(format!("did you mean {}?", quoted(near)));
        }
        let all = candidates.iter().map(|candidate| quoted(candidate)).collect::<Vec<_>>().join(", ");
        let is_short = candidates.len() <= FEW || all.len() <= SHORT;
        if is_short && !all.is_empty() { diagnostic.help(format!("known: {all}")) } else { diagnostic }
    }

    /// The message: the error, in a line.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The place of the problem, and the places that it conflicts with.
    pub fn excerpts(&self) -> &[Excerpt] {
        &self.excerpts
    }

    /// The text for the terminal, without a newline at the end.
    pub fn render(&self, color: bool) -> String {
        let helps = self
            .help
            .iter()
            .map(|help| -> Element<'_> { Level::HELP.no_name().message(normalize_untrusted_str(help)).into() });
        let kinds = std::iter::once(AnnotationKind::Primary).chain(std::iter::repeat(AnnotationKind::Context));
        let places = self.excerpts.iter().zip(kinds).map(|(excerpt, kind)| excerpt.snippet(kind).into());
        let group = Level::ERROR.primary_title(self.message.as_str()).elements(places.chain(helps).collect::<Vec<_>>());
        let renderer = if color { Renderer::styled() } else { Renderer::plain() };
        self.with_columns_of_lines(renderer.render(&[group]))
    }

    fn with_columns_of_lines(&self, mut text: String) -> String {
        let mut from = text.find('\n').unwrap_or(text.len());
        for excerpt in &self.excerpts {
            let shown = excerpt.shown_place();
            if let Some(at) = text[from..].find(&shown).map(|at| from + at) {
                let place = excerpt.place();
                text.replace_range(at..at + shown.len(), &place);
                from = at + place.len();
            }
        }
        text
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for Diagnostic {}

/// The text of a message, which may hold a part of the input: lines of bounded length, with control characters written
/// out.
fn without_controls(text: &str) -> String {
    text.split('\n').map(bounded).collect::<Vec<_>>().join("\n")
}

/// A line with the control characters from U+0080 to U+009F replaced, which some terminals obey: U+009B begins a command
/// to them as ESC does. The renderer shows ESC and the like by pictures of their own, but not these.
fn without_c1_controls(line: &str) -> String {
    line.replace(|character| matches!(character, '\u{80}'..='\u{9f}'), "\u{fffd}")
}

/// All problems that one pass found. The first [`KEPT`](Self::KEPT) are kept, the rest are counted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Diagnostics {
    kept: Vec<Diagnostic>,
    omitted: usize,
}

impl Diagnostics {
    /// The greatest number of problems that are kept and shown.
    pub const KEPT: usize = 20;

    /// No problem yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a problem. It is made only if it will be kept, so that a file with a million of them costs no more.
    pub fn push(&mut self, diagnostic: impl FnOnce() -> Diagnostic) {
        if self.kept.len() < Self::KEPT {
            self.kept.push(diagnostic());
        } else {
            self.omitted += 1;
        }
    }

    /// Adds all problems of another pass.
    pub fn append(&mut self, other: Self) {
        self.omitted += other.omitted;
        for diagnostic in other.kept {
            self.push(|| diagnostic);
        }
    }

    /// Adds the same line to each problem, such as what it is about.
    pub fn help(mut self, help: &str) -> Self {
        self.kept = self.kept.into_iter().map(|diagnostic| diagnostic.help(help)).collect();
        self
    }

    /// Adds the same place to each problem.
    pub fn at(mut self, place: &Excerpt) -> Self {
        self.kept = self.kept.into_iter().map(|diagnostic| diagnostic.at(place.clone())).collect();
        self
    }

    /// The same problems with each of their places replaced by another, or by none.
    pub fn with_places(mut self, mut other: impl FnMut(Excerpt) -> Option<Excerpt>) -> Self {
        self.kept = self.kept.into_iter().map(|diagnostic| diagnostic.with_places(&mut other)).collect();
        self
    }

    /// True if there is no problem.
    pub const fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// Number of problems, those not kept included.
    pub const fn len(&self) -> usize {
        self.kept.len() + self.omitted
    }

    /// The problems that were kept, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.kept.iter()
    }

    /// Turns `value` into a result.
    ///
    /// # Errors
    /// The problems, if there are any.
    pub fn into_result<T>(self, value: T) -> Result<T, Self> {
        if self.is_empty() { Ok(value) } else { Err(self) }
    }

    /// The text for the terminal: a paragraph for each problem, without a newline at the end.
    pub fn render(&self, color: bool) -> String {
        let mut parts: Vec<_> = self.kept.iter().map(|diagnostic| diagnostic.render(color)).collect();
        if self.omitted > 0 {
            let more = format!("{} more like these", grouped(self.omitted as u64));
            parts.push(Diagnostic::new(more).render(color));
        }
        parts.join("\n\n")
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Self { kept: vec![diagnostic], omitted: 0 }
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for Diagnostics {}

/// The candidate that `name` was probably meant to be, if any is near: at most a third of its letters wrong, missing,
/// superfluous or exchanged with a neighbour. Letter case, and whether words are joined by `-`, `_` or a blank, do not
/// matter. The first of equally near ones.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    /// Names beyond this are no typing errors, and the distance takes quadratic time.
    const LONGEST: usize = 80;
    let plain = |text: &str| text.to_lowercase().replace(['_', ' '], "-");
    if name.len() > LONGEST {
        return None;
    }
    let wanted = plain(name);
    let distance_to = |candidate: &'a str| {
        if candidate.len() > LONGEST {
            return None;
        }
        let candidate_plain = plain(candidate);
        let letters = wanted.chars().count().max(candidate_plain.chars().count());
        let distance = strsim::damerau_levenshtein(&wanted, &candidate_plain);
        (distance <= letters / 3 && distance < letters).then_some((distance, candidate))
    };
    candidates.into_iter().filter_map(distance_to).min_by_key(|&(distance, _)| distance).map(|(_, near)| near)
}

/// A text from the user between quotation marks: cut if it is long, with control characters written out.
pub fn quoted(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut shown = String::from('"');
    for (index, character) in text.chars().enumerate() {
        match character {
            _ if index == LONGEST => {
                shown.push('…');
                break;
            }
            _ if character.is_control() => shown.extend(character.escape_default()),
            _ => shown.push(character),
        }
    }
    shown.push('"');
    shown
}

/// The message of a library, which may repeat input of any length: in one line with control characters written out, and
/// without its middle if it is long, since such messages begin with what is wrong and end with what was expected.
pub fn bounded(message: &str) -> String {
    const FIRST: usize = 500;
    const LAST: usize = 200;
    let shown = printable(message);
    let mut ends = shown.char_indices().map(|(at, _)| at);
    let (first, last) = (ends.nth(FIRST), ends.nth_back(LAST - 1));
    match first.zip(last) {
        Some((first, last)) => format!("{}…{}", &shown[..first], &shown[last..]),
        None => shown,
    }
}
