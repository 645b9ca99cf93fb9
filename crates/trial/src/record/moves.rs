//! The moves of a record: a list, and in records of earlier versions one text without gaps.

use std::borrow::Cow;
use std::fmt;

use schemars::JsonSchema;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

/// Moves in the order in which they are made, each as its world writes it.
#[derive(Debug, Clone, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Moves {
    /// One by one.
    List(Vec<Box<str>>),
    /// Run together, as records had them before version 0.2.
    Text(String),
}

/// By hand, since what serde derives keeps a copy of the value to try one form after the other.
impl<'de> Deserialize<'de> for Moves {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(MovesVisitor)
    }
}

struct MovesVisitor;

impl<'de> Visitor<'de> for MovesVisitor {
    type Value = Moves;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of moves")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Moves, E> {
        Ok(Moves::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Moves, A::Error> {
        Deserialize::deserialize(SeqAccessDeserializer::new(list)).map(Moves::List)
    }
}

impl Default for Moves {
    fn default() -> Self {
        Self::List(Vec::new())
    }
}

/// A list equals the text that is run together of it, whatever stands between its moves.
impl PartialEq for Moves {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::List(one), Self::List(other)) => one == other,
            (Self::Text(one), Self::Text(other)) => one == other,
            (Self::List(list), Self::Text(text)) | (Self::Text(text), Self::List(list)) => {
                let is_letter = |letter: &char| !matches!(letter, ' ' | ',');
                let letters = list.iter().flat_map(|mv| mv.chars());
                letters.filter(is_letter).eq(text.chars().filter(is_letter))
            }
        }
    }
}

impl Moves {
    /// True if there is no move.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::List(moves) => moves.is_empty(),
            Self::Text(text) => text.is_empty(),
        }
    }

    /// The first move. Of a text it is what its letters tell: a capital letter, a digit, two characters, or a letter and a
    /// number of any length.
    pub fn first(&self) -> Option<&str> {
        match self {
            Self::List(moves) => moves.first().map(AsRef::as_ref),
            Self::Text(text)
                if text.starts_with(|first: char| first.is_ascii_uppercase() || first.is_ascii_digit()) =>
            {
                text.get(..1)
            }
            Self::Text(text) => {
                let digits = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
                text.get(..(1 + digits).max(2))
            }
        }
    }

    /// All moves as one text, with this between those of a list.
    pub fn text(&self, separator: &str) -> Cow<'_, str> {
        match self {
            Self::List(moves) => Cow::Owned(moves.join(separator)),
            Self::Text(text) => Cow::Borrowed(text),
        }
    }

    /// The same form without a move.
    #[must_use]
    pub const fn without(&self) -> Self {
        match self {
            Self::List(_) => Self::List(Vec::new()),
            Self::Text(_) => Self::Text(String::new()),
        }
    }
}

impl<T: Into<Box<str>>> FromIterator<T> for Moves {
    fn from_iter<I: IntoIterator<Item = T>>(moves: I) -> Self {
        Self::List(moves.into_iter().map(Into::into).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_texts_are_read() {
        let read = |json: &str| serde_json::from_str::<Moves>(json).unwrap();
        let list: Moves = ["f5", "d6"].into_iter().collect();
        assert_eq!(read(r#"["f5","d6"]"#), list);
        assert_eq!(serde_json::to_string(&list).unwrap(), r#"["f5","d6"]"#);
        assert_eq!((list.first(), list.text("")), (Some("f5"), "f5d6".into()));
        let text = read(r#""f5d6""#);
        assert_eq!((text.first(), text.text(", ")), (Some("f5"), "f5d6".into()));
        assert_eq!(text, list);
        assert_eq!(["N", "NE"].into_iter().collect::<Moves>(), Moves::Text("N NE".to_owned()));
        assert_ne!(read(r#""f5d7""#), list);
        assert!(read("[]").is_empty() && read(r#""""#).is_empty());
    }

    #[test]
    fn the_first_move_of_a_text_ends_where_the_next_begins() {
        for (moves, first) in
            [("f5d6c3", "f5"), ("h10i9", "h10"), ("a1", "a1"), ("R", "R"), ("LTR", "L"), ("4453", "4")]
        {
            assert_eq!(Moves::Text(moves.to_owned()).first(), Some(first));
        }
    }
}
