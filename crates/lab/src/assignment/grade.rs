//! Points for the records of a test.

use serde::Serialize;

use super::{Contest, Test};
use searchlab_search::budget::Status;
use searchlab_search::counters::Counters;
use searchlab_trial::record::{Record, SEATS};
use searchlab_trial::text::grouped;
use searchlab_worlds::catalog::program::is_program;

/// The grade of a submission.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Grade {
    /// Its name.
    pub submission: String,
    /// Test by test.
    pub tests: Vec<TestGrade>,
}

impl Grade {
    /// Points that were earned, and those that there are.
    pub fn points(&self) -> (f64, u32) {
        (self.tests.iter().map(TestGrade::points).sum(), self.tests.iter().map(|test| test.of).sum())
    }
}

/// The result of a test.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TestGrade {
    /// The sentence of the test.
    pub says: String,
    /// Points for all of it.
    pub of: u32,
    /// True if students are not told the instances.
    pub is_hidden: bool,
    /// Instance by instance; one for all games of a match.
    pub cases: Vec<Case>,
}

impl TestGrade {
    /// Points that were earned: in proportion, to the hundredth below.
    pub fn points(&self) -> f64 {
        let passed = self.passed() as f64 / self.cases.len().max(1) as f64;
        (passed * f64::from(self.of) * 100.0 + 1e-6).floor() / 100.0
    }

    /// Cases that were passed.
    pub fn passed(&self) -> usize {
        self.cases.iter().filter(|case| case.failure.is_none()).count()
    }
}

/// An instance of a test, or its games.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Case {
    /// The name of the instance.
    pub name: String,
    /// Seconds that the program took.
    pub seconds: f64,
    /// The expected and the given answer; `None` if all is right.
    pub failure: Option<String>,
}

/// The grade for the records of the [experiment](Test::experiment) of a test.
pub fn grade(test: &Test, records: &[Record]) -> TestGrade {
    let cases = match &test.contest {
        Some(contest) => vec![games(contest, records)],
        None => {
            records.iter().filter(|record| is_program(&record.algorithm)).map(|it| case(test, it, records)).collect()
        }
    };
    TestGrade { says: test.says.clone(), of: test.points, is_hidden: test.hidden, cases }
}

fn case(test: &Test, record: &Record, records: &[Record]) -> Case {
    // A search of ours that a limit has stopped is no measure.
    let own = |name: &str| {
        let is_own = |own: &&Record| own.algorithm == name && own.instance == record.instance;
        records.iter().find(is_own).filter(|own| !own.status.is_incomplete())
    };
    let failure = failed(record)
        .or_else(|| test.equals.as_deref().and_then(own).and_then(|own| unequal(record, own)))
        .or_else(|| {
            let bound = test.at_most.as_ref()?;
            too_many(record, own(&bound.of)?, &bound.counter, bound.times)
        });
    Case { name: record.instance.clone(), seconds: record.measured.seconds, failure }
}

/// The failure of the program itself.
fn failed(record: &Record) -> Option<String> {
    let gave_up = || record.status.is_incomplete().then(|| format!("it gave up: {}", record.status.name()));
    record.program.as_ref()?.failure_and_last_words().or_else(gave_up)
}

/// The difference to the answer of an algorithm of ours.
fn unequal(record: &Record, own: &Record) -> Option<String> {
    let value = |record: &Record| record.result.as_ref().map(|answer| answer.value);
    let words = |record: &Record| match value(record) {
        Some(value) => value.to_string(),
        None => record.status.name().to_owned(),
    };
    let is_equal = match (value(record), value(own)) {
        (Some(one), Some(other)) => (one - other).abs() < 1e-6,
        (None, None) => record.status == Status::Unsolvable,
        _ => false,
    };
    (!is_equal).then(|| format!("expected {} as {} finds, got {}", words(own), own.algorithm, words(record)))
}

/// The excess of a counter that the program reports.
fn too_many(record: &Record, own: &Record, counter: &str, times: f64) -> Option<String> {
    let place = Counters::MEANINGS.iter().position(|known| known.0 == counter)?;
    let most = (own.counters.numbers()[place] as f64 * times).floor() as u64;
    let Some(&reported) = record.program.as_ref().and_then(|program| program.reported.get(counter)) else {
        return Some(format!("its answer does not report the counter {counter:?}"));
    };
    let words = || {
        let (own, most, reported) = (&own.algorithm, grouped(most), grouped(reported));
        format!("expected at most {most} {counter} ({times} times {own}), got {reported}")
    };
    (reported > most).then(words)
}

/// The games of a match as one case.
fn games(contest: &Contest, records: &[Record]) -> Case {
    let mut points = 0.0;
    let mut forfeit = None;
    let games: Vec<_> = records.iter().filter_map(|record| Some((record, record.game.as_ref()?))).collect();
    for (record, game) in &games {
        let is_black = record.params.get(SEATS[0]).is_some_and(is_submission);
        let score = if is_black { game.score } else { 1.0 - game.score };
        points += score;
        if score == 0.0 && forfeit.is_none() {
            forfeit.clone_from(&game.mishap);
        }
    }
    let count = games.len();
    let mean = points / count.max(1) as f64;
    let forfeit = forfeit.map(|forfeit| format!("; a game was forfeited: {forfeit}")).unwrap_or_default();
    let words = || format!("expected {} of the points, got {points} of {count}{forfeit}", contest.score);
    Case {
        name: format!("{count} games against {}", contest.opponent),
        seconds: games.iter().map(|(record, _)| record.measured.seconds).sum(),
        failure: (count == 0 || mean < contest.score).then(words),
    }
}

/// True for the player of a game that is a program.
fn is_submission(player: &serde_json::Value) -> bool {
    player.get("algorithm").and_then(|name| name.as_str()).is_some_and(is_program)
}
