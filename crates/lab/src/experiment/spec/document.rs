//! A TOML text in which every key and value knows its place.

use std::fmt;
use std::ops::Range;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use searchlab_analysis::request::OneOrMany;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Excerpt, Source};

/// A step on the way to a value.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Step {
    Key(String),
    Index(usize),
}

/// The way to a value of a document: `algorithms[2].name`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Path(Vec<Step>);

impl Path {
    /// The document itself.
    pub(crate) const fn root() -> Self {
        Self(Vec::new())
    }

    /// The value of a key.
    pub fn key(&self, key: &str) -> Self {
        self.with(Step::Key(key.to_owned()))
    }

    /// Each of some values at this place, with the place that is its own.
    pub(in crate::experiment) fn of_each<'a, T>(
        &self,
        values: &'a OneOrMany<T>,
    ) -> impl Iterator<Item = (&'a T, Self)> {
        let is_list = matches!(values, OneOrMany::Many(_));
        let placed = move |(place, it)| (it, if is_list { self.index(place) } else { self.clone() });
        values.as_slice().iter().enumerate().map(placed)
    }

    /// An element of a list.
    pub fn index(&self, index: usize) -> Self {
        self.with(Step::Index(index))
    }

    /// The first `steps` steps of the path; `None` if it has fewer.
    pub(super) fn head(&self, steps: usize) -> Option<Self> {
        (self.0.len() >= steps).then(|| Self(self.0[..steps].to_vec()))
    }

    /// The number of steps.
    pub(super) const fn len(&self) -> usize {
        self.0.len()
    }

    /// True if the step of this number is an element of a list.
    pub(super) fn is_index(&self, step: usize) -> bool {
        matches!(self.0.get(step), Some(Step::Index(_)))
    }

    /// The value at the path, to be changed.
    pub(super) fn find<'t, 'i>(&self, root: &'t mut DeValue<'i>) -> Option<&'t mut DeValue<'i>> {
        self.0.iter().try_fold(root, |value, step| match (step, value) {
            (Step::Key(key), DeValue::Table(table)) => table.get_mut(key.as_str()).map(Spanned::get_mut),
            (Step::Index(index), DeValue::Array(list)) => list.get_mut(*index).map(Spanned::get_mut),
            _ => None,
        })
    }

    /// Takes the value of the last key out of its table.
    pub(super) fn remove(&self, root: &mut DeValue<'_>) {
        if let Some((Step::Key(key), steps)) = self.0.split_last()
            && let Some(DeValue::Table(table)) = Self(steps.to_vec()).find(root)
        {
            table.remove(key.as_str());
        }
    }

    fn with(&self, step: Step) -> Self {
        let mut steps = self.0.clone();
        steps.push(step);
        Self(steps)
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, step) in self.0.iter().enumerate() {
            match step {
                Step::Key(key) if place > 0 => write!(f, ".{key}")?,
                Step::Key(key) => f.write_str(key)?,
                Step::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

/// A value and where it stands.
#[derive(Debug)]
pub(super) struct Node {
    /// The bytes of the text.
    pub(super) span: Range<usize>,
    /// The value.
    pub(super) value: Value,
}

/// A value of a TOML text.
#[derive(Debug)]
pub(super) enum Value {
    /// A text.
    Text(String),
    /// A whole number; `None` beyond 128 bits.
    Whole(Option<i128>),
    /// A number with a point or an exponent.
    Decimal,
    /// `true` or `false`.
    Truth,
    /// A date or a time.
    Time,
    /// Values between brackets.
    List(Vec<Node>),
    /// Keys with values.
    Table(Vec<Entry>),
}

/// A key with its value.
#[derive(Debug)]
pub(super) struct Entry {
    /// The key.
    pub(super) key: String,
    /// The bytes of the key.
    pub(super) span: Range<usize>,
    /// The value.
    pub(super) node: Node,
}

impl Node {
    fn of(value: &DeValue<'_>, span: Range<usize>) -> Self {
        let value = match value {
            DeValue::String(text) => Value::Text(text.to_string()),
            DeValue::Integer(number) => Value::Whole(i128::from_str_radix(number.as_str(), number.radix()).ok()),
            DeValue::Float(_) => Value::Decimal,
            DeValue::Boolean(_) => Value::Truth,
            DeValue::Datetime(_) => Value::Time,
            DeValue::Array(list) => {
                Value::List(list.iter().map(|value| Self::of(value.get_ref(), value.span())).collect())
            }
            DeValue::Table(table) => Value::Table(entries(table)),
        };
        Self { span, value }
    }

    /// The value of a key, of a table that has it.
    pub(super) fn get(&self, key: &str) -> Option<&Entry> {
        match &self.value {
            Value::Table(entries) => entries.iter().find(|entry| entry.key == key),
            _ => None,
        }
    }
}

fn entries(table: &DeTable<'_>) -> Vec<Entry> {
    let entry = |(key, value): (&Spanned<std::borrow::Cow<'_, str>>, &Spanned<DeValue<'_>>)| Entry {
        key: key.get_ref().to_string(),
        span: key.span(),
        node: Node::of(value.get_ref(), value.span()),
    };
    table.iter().map(entry).collect()
}

/// A TOML text in which every key and value knows its place.
#[derive(Debug)]
pub(in crate::experiment) struct Document {
    source: Source,
    root: Node,
}

impl Document {
    /// Reads a text, and returns the errors of its syntax, so that the rest can be checked too.
    pub(super) fn parse(source: Source) -> (Self, Diagnostics) {
        let (table, errors) = DeTable::parse_recoverable(&source.text);
        let root = Node { span: table.span(), value: Value::Table(entries(table.get_ref())) };
        drop(table);
        let mut problems = Diagnostics::new();
        for error in &errors {
            problems.push(|| syntax_error(&source, error));
        }
        (Self { source, root }, problems)
    }

    /// The text.
    pub(super) fn text(&self) -> &str {
        &self.source.text
    }

    /// The document as a value.
    pub(super) const fn root(&self) -> &Node {
        &self.root
    }

    /// The typed form.
    ///
    /// # Errors
    /// Where the text is none of it.
    pub(super) fn deserialize<T: DeserializeOwned>(&self) -> Result<T, Diagnostics> {
        toml::from_str(&self.source.text).map_err(|error| syntax_error(&self.source, &error).into())
    }

    /// The untyped form, to be mended; `None` if the text is no TOML.
    pub(super) fn untyped(&self) -> Option<DeTable<'_>> {
        DeTable::parse(&self.source.text).ok().map(Spanned::into_inner)
    }

    /// The place of bytes, as far as they stand on one line.
    pub(super) fn excerpt(&self, span: Range<usize>, label: impl Into<String>) -> Excerpt {
        let text = &self.source.text;
        let start = span.start.min(text.len());
        let line = text[start..].find('\n').map_or(text.len(), |end| start + end);
        self.source.excerpt(start..span.end.clamp(start, line), label)
    }

    /// The place of a value; of the nearest thing around it that is there, if it is not. Tables and lists are cited by
    /// their keys.
    pub(in crate::experiment) fn place(&self, path: &Path, label: impl Into<String>) -> Excerpt {
        let (mut node, mut span) = (&self.root, 0..0);
        for step in &path.0 {
            let next = match (step, &node.value) {
                (Step::Key(key), Value::Table(_)) => node.get(key).map(|entry| {
                    let is_long = matches!(entry.node.value, Value::Table(_) | Value::List(_));
                    (&entry.node, if is_long { entry.span.clone() } else { entry.node.span.clone() })
                }),
                (Step::Index(index), Value::List(list)) => list.get(*index).map(|node| (node, node.span.clone())),
                _ => None,
            };
            let Some(next) = next else { break };
            (node, span) = next;
        }
        self.excerpt(span, label)
    }

    /// A problem of a text that a value holds, cited where it stands in the document.
    pub(in crate::experiment) fn relocated(&self, problem: &Diagnostic, path: &Path, text: &str) -> Diagnostic {
        let place = self.place(path, "");
        let column = problem.excerpts().first().map_or(1, Excerpt::column);
        problem.clone().moved(|| {
            let begin = text.char_indices().nth(column - 1).map_or(text.len(), |(at, _)| at);
            if matches!(self.node(path).map(|node| &node.value), Some(Value::Table(_))) {
                return self.place_in_table(path, text, begin);
            }
            let Some(span) = self.span(path) else { return place };
            // Only in a plain text the letters stand where they are counted.
            let is_plain = self.source.text.get(span.start + 1..span.end.saturating_sub(1)) == Some(text);
            if is_plain {
                let end = text[begin..].find([',', '=']).map_or(text.len(), |end| begin + end);
                self.excerpt(span.start + 1 + begin..span.start + 1 + end, "")
            } else {
                place
            }
        })
    }

    /// The place in a table of what stands at a byte of the text that was made of it: `base` first, then each key with
    /// its value.
    fn place_in_table(&self, path: &Path, text: &str, at: usize) -> Excerpt {
        let begin = text[..at].rfind(',').map_or(0, |comma| comma + 1);
        let item = text[begin..].split(',').next().unwrap_or_default();
        match item.split_once('=') {
            None => self.place(&path.key("base"), ""),
            Some((key, _)) if at > begin + key.len() => self.place(&path.key(key.trim()), ""),
            Some((key, _)) => self.key_place(path, key.trim(), ""),
        }
    }

    /// True if there is such a value.
    pub(in crate::experiment) fn has(&self, path: &Path) -> bool {
        self.node(path).is_some()
    }

    /// The bytes of a value.
    fn span(&self, path: &Path) -> Option<Range<usize>> {
        self.node(path).map(|node| node.span.clone())
    }

    fn node(&self, path: &Path) -> Option<&Node> {
        let mut node = &self.root;
        for step in &path.0 {
            node = match (step, &node.value) {
                (Step::Key(key), Value::Table(_)) => &node.get(key)?.node,
                (Step::Index(index), Value::List(list)) => list.get(*index)?,
                _ => return None,
            };
        }
        Some(node)
    }

    /// The place of the key that a path ends with.
    pub(super) fn own_key_place(&self, path: &Path, label: impl Into<String>) -> Excerpt {
        match path.0.split_last() {
            Some((Step::Key(key), steps)) => self.key_place(&Path(steps.to_vec()), key, label),
            _ => self.place(path, label),
        }
    }

    /// The place of a key.
    pub(in crate::experiment) fn key_place(&self, path: &Path, key: &str, label: impl Into<String>) -> Excerpt {
        match self.node(path).and_then(|node| node.get(key)) {
            Some(entry) => self.excerpt(entry.span.clone(), label),
            None => self.place(path, label),
        }
    }
}

/// The error of a text that is not TOML, or holds other keys and values than it should.
pub(crate) fn syntax_error(source: &Source, error: &toml::de::Error) -> Diagnostic {
    let length = source.text.len();
    let span = error.span().unwrap_or(0..0);
    let start = source.text.floor_char_boundary(span.start.min(length));
    let end = source.text.ceil_char_boundary(span.end.clamp(start, length));
    let message = error.message().lines().next().unwrap_or("not TOML").to_owned();
    Diagnostic::new(message).at(source.excerpt(start..end, ""))
}
