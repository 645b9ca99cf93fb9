//! Problems that a reader must know before any figure: limits, errors, disagreements, and trials that are missing.

use searchlab_search::budget::Status;

/// The problems of an experiment.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Problems {
    /// Trials that a limit or an error ended: label of the algorithm, status, how many, of how many.
    pub unfinished: Vec<(String, Status, usize, usize)>,
    /// Where algorithms that must agree do not.
    pub disagreements: Vec<Disagreement>,
    /// Games that a player lost by a forfeit.
    pub mishaps: Vec<Forfeit>,
    /// Trials of the plan that have no record, of how many; where the plan is known.
    pub missing: Option<(usize, usize)>,
}

/// A game that a player lost by a forfeit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forfeit {
    /// The players and the opening.
    pub game: String,
    /// The side and the reason: "white ran out of time".
    pub words: String,
}

/// Different values of one task.
#[derive(Debug, Clone, PartialEq)]
pub struct Disagreement {
    /// World, instance and what else makes the task: "depth 6, evaluation classic".
    pub task: String,
    /// Label of each algorithm, with its value.
    pub values: Vec<(String, f64)>,
}
