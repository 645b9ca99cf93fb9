//! A state of a path search or a node of a tree, after a step.

use super::event::Event;

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
    /// The g, h and f of the best way to it so far.
    pub sums: [Option<f64>; 3],
    /// The step that last put it on the open list.
    pub pushed: usize,
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

impl Node {
    /// The search came here from `above`; `how` is the fate of the state.
    pub(super) fn generate(&mut self, how: &str, above: Option<u32>) {
        // The source is reached from nowhere, though its successors lead back to it.
        let is_first = self.parent.is_none() && self.status == Status::Unseen;
        if is_first || matches!(how, "new" | "cheaper" | "reopened") {
            self.parent = above;
        }
        if how == "reopened" || self.status == Status::Unseen {
            self.status = Status::Open;
        }
    }

    /// A visit begins.
    pub(super) fn enter(&mut self, event: &Event<'_>, above: Option<u32>) {
        let window = (event.alpha.unwrap_or(f64::NEG_INFINITY), event.beta.unwrap_or(f64::INFINITY));
        let visits = self.visits + 1;
        *self = Self { status: Status::Open, visits, parent: above, window: Some(window), cut: None, ..*self };
    }

    /// The node has got its value.
    pub(super) fn leave(&mut self, event: &Event<'_>) {
        let is_known = self.status == Status::Closed;
        self.value = event.value;
        self.bound = match event.bound.as_deref() {
            // The value of a leaf is exact, whatever the window was.
            Some("lower") if !is_known => Bound::Lower,
            Some("upper") if !is_known => Bound::Upper,
            _ => Bound::Exact,
        };
        if event.proof.is_some() || event.disproof.is_some() {
            self.numbers = Some([event.proof, event.disproof]);
        }
        self.status = Status::Closed;
    }
}
