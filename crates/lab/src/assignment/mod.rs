//! Assignments: tests with points, for programs of students.
//!
//! An assignment is a TOML file. Each of its tests is a small experiment in which the program stands beside algorithms of
//! our own: all its answers must be legal, and as the test says equal to those of an algorithm, found with few enough
//! expansions, or it must score in games. The points of a test are given in proportion to the instances that it passes.
//!
//! | part | file |
//! |---|---|
//! | points for records | `grade.rs` |
//! | the file of a program, and how it is started | `submission.rs` |
//!
//! Not here: how programs are started and checked ([`crate::solver`]), how grades look (crate `searchlab-report`).

mod grade;
mod submission;

use indexmap::IndexMap;
use serde::Deserialize;

pub use grade::{Case, Grade, TestGrade, grade};
pub use submission::Submission;

use crate::experiment::spec::{
    AlgorithmRequest, AlgorithmTable, Experiment, InstanceRequest, LimitsRequest, MatchRequest, OpeningRequest,
    ParameterValue, PlayerRequest, PlayerTable, syntax_error,
};
use searchlab_analysis::request::{OneOrMany, Scalar};
use searchlab_search::counters::Counters;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source};
use searchlab_worlds::catalog::program::{CMD, PROGRAM};

/// The label of the program in the experiment of a test.
pub(crate) const SUBMISSION: &str = "submission";

/// An assignment.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Assignment {
    /// Its title.
    pub title: String,
    /// The task of the students, in a few sentences.
    #[serde(default)]
    pub about: String,
    /// The world of its tests.
    pub world: String,
    /// A file of further tests beside this one, which the teacher keeps: hidden ones.
    #[serde(default)]
    pub hidden: Option<String>,
    /// The tests.
    #[serde(rename = "test", default)]
    pub tests: Vec<Test>,
}

/// The tests that a teacher keeps in a file of their own.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct HiddenTests {
    #[serde(rename = "test", default)]
    tests: Vec<Test>,
}

/// A test: instances, or games.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Test {
    /// Its purpose, in a sentence.
    pub says: String,
    /// Points for passing it.
    pub points: u32,
    /// True if students are not told its instances.
    #[serde(default)]
    pub hidden: bool,
    /// The instances, as in an experiment.
    #[serde(default)]
    pub instances: Vec<InstanceRequest>,
    /// Plies, in games.
    #[serde(default)]
    pub depth: Option<u32>,
    /// Parameters of the world, such as `moves` or `evaluation`.
    #[serde(default)]
    pub parameters: IndexMap<String, ParameterValue>,
    /// Time for each instance, or for each move of a game: "2s".
    #[serde(default)]
    pub max_time: Option<String>,
    /// Memory: "256MiB".
    #[serde(default)]
    pub max_memory: Option<Scalar>,
    /// The algorithm whose cost or value each answer must have.
    #[serde(default)]
    pub equals: Option<String>,
    /// The most of a counter that the program may report.
    #[serde(default)]
    pub at_most: Option<Bound>,
    /// Games, in place of instances.
    #[serde(default, rename = "match")]
    pub contest: Option<Contest>,
}

/// A bound on a counter that the program reports, by that of an algorithm.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Bound {
    /// The counter: expanded, generated, evaluated, …
    pub counter: String,
    /// The algorithm.
    pub of: String,
    /// The bound as a multiple of its count.
    #[serde(default = "once")]
    pub times: f64,
}

const fn once() -> f64 {
    1.0
}

/// Games against a player.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Contest {
    /// The player: "level:2", "alphabeta:depth=3".
    pub opponent: String,
    /// Games, each opening with both colours.
    pub games: u32,
    /// Where they begin, as in a match of an experiment: "balanced", or { games = { seeds = "1..=5", plies = 4 } }.
    #[serde(default)]
    pub openings: Option<OneOrMany<OpeningRequest>>,
    /// The mean points of a game, from 0 to 1, that are needed.
    pub score: f64,
}

impl Assignment {
    /// Reads an assignment.
    ///
    /// # Errors
    /// Its mistakes, each with its place.
    pub fn read(source: &Source) -> Result<Self, Diagnostics> {
        let read: Self = parsed(source)?;
        let mut problems = Diagnostics::new();
        if read.tests.is_empty() && read.hidden.is_none() {
            problems.push(|| Diagnostic::new(format!("{} has no tests", source.name)).help("write [[test]]"));
        }
        read.tests.iter().for_each(|test| test.complain(&mut problems));
        problems.into_result(read)
    }

    /// Adds the tests of the file that [`hidden`](Self::hidden) names.
    ///
    /// # Errors
    /// Its mistakes, each with its place.
    pub fn add_hidden(&mut self, source: &Source) -> Result<(), Diagnostics> {
        let read: HiddenTests = parsed(source)?;
        let mut problems = Diagnostics::new();
        if read.tests.is_empty() {
            problems.push(|| Diagnostic::new(format!("{} has no tests", source.name)).help("write [[test]]"));
        }
        read.tests.iter().for_each(|test| test.complain(&mut problems));
        self.tests.extend(read.tests.into_iter().map(|test| Test { hidden: true, ..test }));
        problems.into_result(())
    }
}

/// An assignment as its TOML file has it.
fn parsed<T: serde::de::DeserializeOwned>(source: &Source) -> Result<T, Diagnostics> {
    toml::from_str(&source.text).map_err(|error| syntax_error(source, &error).into())
}

impl Test {
    /// Collects what is wrong with the test.
    fn complain(&self, problems: &mut Diagnostics) {
        if self.instances.is_empty() == self.contest.is_none() {
            let problem = Diagnostic::new(format!("the test {:?} needs `instances` or `match`", self.says));
            problems.push(|| problem.help("one of the two: instances to solve, or games to play"));
        }
        if let Some(Bound { counter, times, .. }) = &self.at_most {
            let known: Vec<&str> = Counters::MEANINGS.iter().map(|known| known.0).collect();
            if !known.contains(&counter.as_str()) {
                problems.push(|| Diagnostic::unknown_name("counter", counter, &known, None));
            }
            if !(times.is_finite() && *times > 0.0) {
                problems.push(|| Diagnostic::new("`times` is a number above 0").help("1.5 for half more"));
            }
        }
        if self.contest.as_ref().is_some_and(|contest| !(0.0..=1.0).contains(&contest.score)) {
            problems.push(|| Diagnostic::new("a `score` is a number from 0 to 1").help("0.5 for as many points"));
        }
    }

    /// The experiment in which a program that is started by this command takes the test.
    pub fn experiment(&self, world: &str, cmd: &str) -> Experiment {
        let limits = LimitsRequest {
            depth: self.depth,
            max_nodes: None,
            max_time: self.max_time.clone(),
            max_memory: self.max_memory.clone(),
        };
        let (title, world) = (self.says.clone(), Some(world.to_owned()));
        let base = Experiment { title, world, repeats: 1, ..Experiment::default() };
        if let Some(contest) = &self.contest {
            let program = PlayerTable {
                label: Some(SUBMISSION.to_owned()),
                cmd: Some(cmd.to_owned()),
                time: self.max_time.clone(),
                memory: self.max_memory.as_ref().map(ToString::to_string),
                ..PlayerTable::default()
            };
            let players = vec![PlayerRequest::Full(program), PlayerRequest::Words(contest.opponent.clone())];
            let games = Some(contest.games);
            let request =
                MatchRequest { players, openings: contest.openings.clone(), games, ..MatchRequest::default() };
            return Experiment { matches: vec![request], ..base };
        }
        let parameters = [(CMD.key().to_owned(), ParameterValue::Scalar(Scalar::Text(cmd.to_owned())))];
        let program = AlgorithmTable {
            name: PROGRAM.name.to_owned(),
            label: Some(SUBMISSION.to_owned()),
            filter: None,
            watch: false,
            parameters: parameters.into_iter().collect(),
        };
        let mut own: Vec<&String> = self.equals.iter().chain(self.at_most.iter().map(|bound| &bound.of)).collect();
        own.dedup();
        let own = own.into_iter().map(|name| AlgorithmRequest::Name(name.clone()));
        Experiment {
            instances: self.instances.clone(),
            algorithms: std::iter::once(AlgorithmRequest::Full(program)).chain(own).collect(),
            parameters: self.parameters.clone(),
            limits,
            ..base
        }
    }
}
