//! Evaluations of either kind: mixes of features, and the learned one.

use std::fmt;

use super::Evaluation;
use crate::othello::learned::{LEARNED, Weights};

/// An evaluation that a user has named.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::large_enum_variant, reason = "one is made for a trial, and to copy it is cheaper than to allocate")]
pub enum AnyEvaluation {
    /// Features with weights.
    LinearEvaluation(Evaluation),
    /// Patterns with weights that were learned.
    Learned(&'static Weights),
}

/// The canonical text, by which it can be named again.
impl fmt::Display for AnyEvaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LinearEvaluation(evaluation) => evaluation.fmt(f),
            Self::Learned(_) => f.write_str(LEARNED),
        }
    }
}
