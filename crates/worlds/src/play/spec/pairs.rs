//! `key=value,…` behind the name of a player, with the place of each part.
//!
//! Not here: the meaning of the values.

use std::ops::Range;

use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source};

/// A key with its value, and where they stand.
pub(crate) struct Pair {
    pub(crate) key: &'static str,
    span: Range<usize>,
    pub(crate) value: Range<usize>,
}

/// The known keys of a player, and the rules for commas in values.
pub(crate) struct Pairs<'a> {
    pub(crate) source: &'a Source,
    /// The name of the player.
    pub(crate) owner: &'a str,
    pub(crate) keys: &'a [&'static str],
    /// True if a part that begins with no key belongs to the value before it: the key of that value, and the part.
    pub(crate) goes_on: &'a dyn Fn(&str, &str) -> bool,
    /// True if a value ends within a quotation, so that whatever comes next belongs to it: its key, and the value.
    pub(crate) is_open: &'a dyn Fn(&str, &str) -> bool,
}

impl Pairs<'_> {
    /// Everything from a byte on, key by key. Errors are noted.
    pub(crate) fn read(&self, from: usize, problems: &mut Diagnostics) -> Vec<Pair> {
        let mut pairs: Vec<Pair> = Vec::new();
        let text = &self.source.text[from..];
        let mut begin = from;
        for part in text.split(',') {
            let span = begin..begin + part.len();
            begin = span.end + 1;
            let key = part.split_once('=').map(|(key, _)| key.trim());
            let known = key.and_then(|key| self.keys.iter().copied().find(|&known| known == key));
            match (known, pairs.last_mut()) {
                (_, Some(last)) if (self.is_open)(last.key, &self.source.text[last.value.clone()]) => {
                    (last.span.end, last.value.end) = (span.end, span.end);
                }
                (Some(known), _) => {
                    let value = span.end - part.split_once('=').map_or(0, |(_, value)| value.len())..span.end;
                    if pairs.iter().any(|pair| pair.key == known) {
                        let place = self.source.excerpt(span.clone(), "");
                        problems.push(|| Diagnostic::new(format!("{known} is given twice")).at(place));
                    }
                    pairs.push(Pair { key: known, span, value });
                }
                (None, Some(last)) if (self.goes_on)(last.key, part.trim()) => {
                    (last.span.end, last.value.end) = (span.end, span.end);
                }
                (None, _) if text.trim().is_empty() => {}
                (None, _) => self.stray(key, part, span, problems),
            }
        }
        pairs
    }

    /// Notes the error of a part that belongs to no key.
    fn stray(&self, key: Option<&str>, part: &str, span: Range<usize>, problems: &mut Diagnostics) {
        let word = key.unwrap_or(part.trim());
        let begin = span.start + (part.len() - part.trim_start().len());
        let place = self.source.excerpt(begin..begin + word.len(), "");
        let owner = self.owner;
        problems.push(|| {
            if word.is_empty() {
                let problem = Diagnostic::new(format!("a part of {owner} that is empty")).at(place);
                problem.help("expected KEY=VALUE, such as depth=8")
            } else if key.is_none() && self.keys.contains(&word) {
                let problem = Diagnostic::new(format!("{word} of {owner} without a value")).at(place);
                problem.help(format!("write {word}=VALUE"))
            } else {
                Diagnostic::unknown_name(&format!("parameter of {owner}"), word, self.keys, Some(place))
            }
        });
    }
}
