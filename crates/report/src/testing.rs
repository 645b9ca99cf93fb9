//! Records for tests.

use searchlab_search::budget::Status;
use searchlab_search::counters::Counters;
use searchlab_trial::record::{Limits, Measured, Params, Record, TrialId};

/// A search of a game that ended, with nothing found, counted or measured.
pub(crate) fn record(algorithm: &str, depth: u32) -> Record {
    Record {
        id: TrialId(0),
        world: "board".to_owned(),
        instance: "initial".to_owned(),
        algorithm: algorithm.to_owned(),
        params: Params::new(),
        depth: Some(depth),
        limits: Limits::default(),
        seed: 0,
        repeat: 0,
        status: Status::Complete,
        result: None,
        counters: Counters::default(),
        per_iteration: Vec::new(),
        game: None,
        referee: None,
        best: Vec::new(),
        program: None,
        measured: Measured::default(),
    }
}
