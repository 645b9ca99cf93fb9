//! Records and frames for tests, written in a line.

use serde_json::Value;

use super::field::Field;
use super::frame::{Frame, Label};
use searchlab_search::budget::Status;
use searchlab_trial::record::{
    Adjudication, Answer, Contender, GAME, GameAnswer, Limits, Measured, Params, Record, SideAnswer, Trial, TrialId,
    game_params,
};

/// A record that is being written.
#[derive(Debug, Clone)]
pub(crate) struct Written {
    pub(crate) record: Record,
}

/// A trial that was solved, with nothing counted.
pub(crate) fn record(world: &str, instance: &str, algorithm: &str) -> Written {
    let trial = Trial::new(world, (instance.to_owned(), 0), algorithm, Params::new(), Limits::default());
    let record = Record { id: TrialId(0), ..Record::of(&trial, Status::Solved, None, Measured::default()) };
    Written { record }
}

impl Written {
    pub(crate) fn value(mut self, value: f64) -> Self {
        self.record.result =
            Some(Answer { value, exact: None, moves: searchlab_trial::record::Moves::default(), depth: None });
        self
    }

    pub(crate) fn param(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.record.params.insert(name.to_owned(), value.into());
        self
    }

    pub(crate) fn depth(mut self, depth: u32) -> Self {
        self.record.depth = Some(depth);
        self
    }

    pub(crate) fn status(mut self, status: Status) -> Self {
        self.record.status = status;
        self
    }

    pub(crate) fn evaluated(mut self, evaluated: u64) -> Self {
        self.record.counters.evaluated = evaluated;
        self
    }

    pub(crate) fn seconds(mut self, seconds: f64) -> Self {
        self.record.measured.seconds = seconds;
        self
    }

    pub(crate) fn repeat(mut self, repeat: u32) -> Self {
        self.record.repeat = repeat;
        self
    }
}

/// A game between two players that are named by their algorithms; `score` is that of black.
pub(crate) fn game(instance: &str, [black, white]: [&str; 2], score: f64) -> Record {
    let player = |name: &str| Contender {
        algorithm: name.to_owned(),
        params: Params::new(),
        depth: None,
        limits: Limits::default(),
    };
    let side = |plies: [u32; 2]| SideAnswer { plies: plies.to_vec(), nodes: vec![3, 5], ..SideAnswer::default() };
    let answer = GameAnswer {
        start: instance.to_owned(),
        ending: "finished".to_owned(),
        score,
        mishap: None,
        sides: [side([0, 2]), side([1, 3])],
        series: Vec::new(),
    };
    let written = record("board", instance, GAME).value(score * 2.0 - 1.0).status(Status::Complete);
    let params = game_params([&player(black), &player(white)], Adjudication::default());
    Record { params, game: Some(Box::new(answer)), ..written.record }
}

/// A frame of these records; the ids are made from the records' places.
pub(crate) fn framed(records: &[Record], fields: Vec<Field>) -> Frame {
    let labels: Vec<Label> = Vec::new();
    labelled(records, fields, labels)
}

/// The same with names for the algorithms.
pub(crate) fn labelled(records: &[Record], fields: Vec<Field>, labels: Vec<Label>) -> Frame {
    let mut frame = Frame::new(fields, labels);
    for (place, record) in records.iter().enumerate() {
        let id = if record.id.0 == 0 { TrialId(place as u64 + 1) } else { record.id };
        frame.push(&Record { id, ..record.clone() });
    }
    frame.finish()
}
