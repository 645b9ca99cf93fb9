//! Records for tests.

use searchlab_search::budget::Status;
use searchlab_trial::record::{Limits, Measured, Params, Record, Trial, TrialId};

/// A search of a game that ended, with nothing found, counted or measured.
pub(crate) fn record(algorithm: &str, depth: u32) -> Record {
    let trial = Trial::new("board", ("initial".to_owned(), 0), algorithm, Params::new(), Limits::default());
    let trial = Trial { depth: Some(depth), ..trial };
    Record { id: TrialId(0), ..Record::of(&trial, Status::Complete, None, Measured::default()) }
}
