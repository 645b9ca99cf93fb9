//! Several goals of a maze.

use super::grid::Place;

/// Goals of which the nearest is to be reached, or all, in any order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Goals {
    /// At least two different free cells.
    pub places: Vec<Place>,
    /// The kind of path that is asked for.
    pub kind: GoalKind,
}

/// The kinds of paths to several goals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GoalKind {
    /// The path to one of them that costs least.
    Nearest,
    /// The path through all of them, in the order that costs least.
    All,
}

impl GoalKind {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Nearest, Self::All];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nearest => "nearest",
            Self::All => "all",
        }
    }

    /// One line.
    pub(crate) const fn summary(self) -> &'static str {
        match self {
            Self::Nearest => "the path to the nearest of them",
            Self::All => "the path through all of them, in the best order",
        }
    }

    /// The kind of that name.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl Goals {
    /// The most goals of a path through all of them.
    pub(crate) const MOST: usize = 32;

    /// True if a path that visits these places in turn does what is asked.
    pub(crate) fn are_met(&self, visited: &[Place]) -> bool {
        match self.kind {
            GoalKind::Nearest => visited.last().is_some_and(|place| self.places.contains(place)),
            GoalKind::All => self.places.iter().all(|goal| visited.contains(goal)),
        }
    }

    /// The task in words: "to the nearest of 3 goals".
    pub fn words(&self) -> String {
        let count = self.places.len();
        match self.kind {
            GoalKind::Nearest => format!("to the nearest of {count} goals"),
            GoalKind::All => format!("through all of {count} goals"),
        }
    }
}
