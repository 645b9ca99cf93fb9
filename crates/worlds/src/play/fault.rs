//! Forfeits: the ways in which a player fails, and thereby loses its game.

use std::fmt;

/// A kind of forfeit: the failure of a player that cost it the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fault {
    /// A move that is off the board, on a stone, or forbidden by the rules.
    Illegal,
    /// No answer in time.
    Late,
    /// More memory than it was allowed.
    Memory,
    /// The program has ended.
    Crashed,
    /// An answer that is no move.
    Babble,
}

impl Fault {
    /// All of them, in the order of the documentation.
    pub const ALL: [Self; 5] = [Self::Illegal, Self::Late, Self::Memory, Self::Crashed, Self::Babble];

    /// The word that stands in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Illegal => "illegal",
            Self::Late => "late",
            Self::Memory => "memory",
            Self::Crashed => "crashed",
            Self::Babble => "babble",
        }
    }

    /// The failure of the player, as the end of a sentence that begins with its side.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Illegal => "made an illegal move",
            Self::Late => "ran out of time",
            Self::Memory => "took too much memory",
            Self::Crashed => "crashed",
            Self::Babble => "gave an answer that is no move",
        }
    }
}

/// A forfeit: its kind, with further details.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forfeit {
    /// The kind.
    pub fault: Fault,
    /// The details, in words for people: "no answer within 500ms". May be empty.
    pub detail: String,
}

impl Forfeit {
    /// A forfeit of a kind, with its details.
    pub fn new(fault: Fault, detail: impl Into<String>) -> Self {
        Self { fault, detail: detail.into() }
    }
}

impl fmt::Display for Forfeit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.fault.words())?;
        if self.detail.is_empty() { Ok(()) } else { write!(f, ": {}", self.detail) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forfeits_have_words() {
        assert_eq!(Forfeit::new(Fault::Crashed, "").to_string(), "crashed");
        assert_eq!(Forfeit::new(Fault::Late, "no answer").to_string(), "ran out of time: no answer");
    }
}
