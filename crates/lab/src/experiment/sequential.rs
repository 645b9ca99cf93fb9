//! Matches that end as soon as a sequential test (SPRT) decides.
//!
//! Idea        Openings are taken in the order in which they are run, each with both its games as one result. As soon as
//!             the results up to some opening decide the test, the games that have no record yet are left out. So the
//!             same games decide, however many run at once; a few later ones that were in flight may have records too,
//!             which count for nothing.

use std::path::Path;

use rustc_hash::FxHashMap;

use super::plan::{Plan, Planned};
use super::reader::Reader;
use super::spec::Spec;
use super::store::records_files;
use searchlab_statistics::elo::Pairs;
use searchlab_statistics::sprt::{Decision, Sprt};
use searchlab_trial::diagnostic::Diagnostics;
use searchlab_trial::record::{Record, TrialId};

/// The tests of an experiment.
#[derive(Debug, Default)]
pub struct Sequential {
    tests: Vec<Test>,
    /// The test of a game, the place of its opening, and whether the first player is black.
    games: FxHashMap<TrialId, (usize, usize, bool)>,
}

/// A test of the first player of a match against the second.
#[derive(Debug)]
struct Test {
    group: usize,
    names: [String; 2],
    elo: [f64; 2],
    sprt: Sprt,
    /// Points of the first player with either colour, opening by opening.
    points: Vec<[Option<f64>; 2]>,
    /// The number of openings that are counted; `pairs` holds their results.
    counted: usize,
    pairs: Pairs,
}

/// The state of a test.
#[derive(Debug, Clone, PartialEq)]
pub struct Course {
    /// The labels of the two players.
    pub names: [String; 2],
    /// The Elo by which the first player is stronger under H0 and under H1.
    pub elo: [f64; 2],
    /// The decision so far.
    pub decision: Decision,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// The lower and the upper bound of [`llr`](Self::llr) between which the test goes on.
    pub bounds: [f64; 2],
    /// Openings that count, each with two games.
    pub openings: usize,
}

impl Sequential {
    /// The tests that an experiment asks for, without any result yet.
    pub fn new(spec: &Spec, plan: &Plan) -> Self {
        let mut all = Self::default();
        for (place, request) in spec.experiment.matches.iter().enumerate() {
            let Some(asked) = request.sprt else { continue };
            // Errors in the numbers were reported when the experiment was read.
            let Ok(sprt) = Sprt::new(asked.elo0, asked.elo1, asked.alpha, asked.beta) else { continue };
            all.add(place + 1, [asked.elo0, asked.elo1], sprt, plan, spec);
        }
        all
    }

    fn add(&mut self, group: usize, elo: [f64; 2], sprt: Sprt, plan: &Plan, spec: &Spec) {
        let test = self.tests.len();
        let mut openings: FxHashMap<u32, usize> = FxHashMap::default();
        let mut names = [String::new(), String::new()];
        let first = plan.variants().iter().position(|variant| variant.group == group);
        let is_of_group = |planned: &Planned| plan.variants()[plan.variant(planned)].group == group;
        for planned in plan.in_order_of_running(is_of_group) {
            let variant = &plan.variants()[plan.variant(&planned)];
            let next = openings.len();
            let opening = *openings.entry(planned.instance).or_insert(next);
            let is_black = Some(plan.variant(&planned)) == first;
            names[usize::from(!is_black)].clone_from(&spec.variants.labels[variant.label].label);
            self.games.insert(planned.id, (test, opening, is_black));
        }
        let points = vec![[None; 2]; openings.len()];
        self.tests.push(Test { group, names, elo, sprt, points, counted: 0, pairs: Pairs::default() });
    }

    /// True if the experiment asks for no test.
    pub const fn is_empty(&self) -> bool {
        self.tests.is_empty()
    }

    /// Takes in the records of a directory.
    ///
    /// # Errors
    /// They cannot be read.
    pub fn take_in(&mut self, directory: &Path) -> Result<(), Diagnostics> {
        if self.is_empty() {
            return Ok(());
        }
        for file in records_files(directory)? {
            for next in Reader::open(&file)? {
                self.add_record(&next?.0);
            }
        }
        Ok(())
    }

    /// Takes in a record.
    pub fn add_record(&mut self, record: &Record) {
        let (Some(&(test, opening, is_black)), Some(game)) = (self.games.get(&record.id), &record.game) else { return };
        if record.result.is_none() {
            return;
        }
        let test = &mut self.tests[test];
        test.points[opening][usize::from(!is_black)] = Some(if is_black { game.score } else { 1.0 - game.score });
        while test.decision() == Decision::GoOn
            && let Some(&[Some(one), Some(other)]) = test.points.get(test.counted)
        {
            test.pairs.0[((one + other) * 2.0).round() as usize % 5] += 1;
            test.counted += 1;
        }
    }

    /// True if a trial need not be run any more.
    pub fn is_decided(&self, plan: &Plan, planned: &Planned) -> bool {
        let group = plan.variants()[plan.variant(planned)].group;
        self.tests.iter().any(|test| test.group == group && test.decision() != Decision::GoOn)
    }

    /// False for a game behind those that decided its test.
    pub fn is_counted(&self, id: TrialId) -> bool {
        self.games.get(&id).is_none_or(|&(test, opening, _)| {
            let test = &self.tests[test];
            opening < test.counted || test.decision() == Decision::GoOn
        })
    }

    /// The state of each test.
    pub fn courses(&self) -> Vec<Course> {
        let course = |test: &Test| Course {
            names: test.names.clone(),
            elo: test.elo,
            decision: test.decision(),
            llr: test.sprt.llr(&test.pairs),
            bounds: [test.sprt.lower(), test.sprt.upper()],
            openings: test.counted,
        };
        self.tests.iter().map(course).collect()
    }
}

impl Test {
    fn decision(&self) -> Decision {
        self.sprt.decision(&self.pairs)
    }
}
