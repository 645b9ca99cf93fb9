//! A state of a path search or a node of a tree, after a step.

/// The place of a state in a path search, or of a node of a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Status {
    /// Not seen yet, in this pass.
    #[default]
    Unseen,
    /// On the open list; a node that is being searched.
    Open,
    /// Expanded; a node that was searched.
    Closed,
}

/// The relation of a value to the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Bound {
    /// The value itself.
    #[default]
    Exact,
    /// The value is this or more.
    Lower,
    /// The value is this or less.
    Upper,
}

impl Bound {
    /// `=`, `≥`, `≤`.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Exact => "=",
            Self::Lower => "≥",
            Self::Upper => "≤",
        }
    }
}

/// A state or node after a step.
#[derive(Debug, Clone, Copy, Default)]
pub struct Node {
    /// Its place.
    pub status: Status,
    /// Times it was expanded or entered, in this pass.
    pub visits: u32,
    /// The g, h and f by which it was last met.
    pub sums: [Option<f64>; 3],
    /// Where the search came from.
    pub parent: Option<u32>,
    /// The last value.
    pub value: Option<f64>,
    /// Its relation to the true value.
    pub bound: Bound,
    /// Alpha and beta of the last visit.
    pub window: Option<(f64, f64)>,
    /// The moves that the last visit never looked at, if it was cut off.
    pub cut: Option<u32>,
    /// Proof and disproof number, for searches that have them; `None` within is infinite.
    pub numbers: Option<[Option<f64>; 2]>,
}
