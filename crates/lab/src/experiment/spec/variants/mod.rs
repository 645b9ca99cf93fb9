//! The algorithms of an experiment with their parameters at every point of its axes.
//!
//! The worlds and axes are read in `scope.rs`, the parameters and the budget at a point are put together in `point.rs`;
//! the games of matches come from `matches.rs`; the domain of an algorithm from `domain.rs`.

mod domain;
mod matches;
mod point;
mod scope;

use std::collections::BTreeSet;

use indexmap::IndexMap;

use crate::experiment::spec::document::{Document, Path};
use crate::experiment::spec::shape::belongs_at_the_top;
use crate::experiment::spec::{AlgorithmRequest, Experiment, ParameterValue, of_types};
use searchlab_analysis::field::{self, Field};
use searchlab_analysis::frame::Label;
use searchlab_analysis::request::Scalar;
use searchlab_search::about::AlgorithmInfo;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Excerpt, nearest, quoted};
use searchlab_trial::record::{Contender, Limits, Params};
use searchlab_trial::text::listed;
use searchlab_worlds::catalog::{EVALUATION, WORLDS, WorldInfo, canonical, parameter, threads};

pub use domain::Domain;

/// An algorithm of a world with its parameters and its budget, on no instance yet.
#[derive(Debug, Clone, PartialEq)]
pub struct Variant {
    /// Place of its label.
    pub label: usize,
    /// The number of the match of which it is a pair of players, from 1; 0 for a search.
    pub group: usize,
    /// Name of its world.
    pub world: &'static str,
    /// Name of the algorithm.
    pub algorithm: &'static str,
    /// Its parameters, all of them.
    pub params: Params,
    /// Plies.
    pub depth: Option<u32>,
    /// Limits of each trial.
    pub limits: Limits,
    /// The instances on which it is tried.
    pub domain: Domain,
}

impl Variant {
    /// True for a search, and not a game of a match.
    pub(crate) const fn is_search(&self) -> bool {
        self.group == 0
    }
}

/// All variants of an experiment.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Variants {
    /// In the order of the algorithms, and within one in that of the axes.
    pub list: Vec<Variant>,
    /// The labels of the algorithms and players, with the properties that identify their records.
    pub labels: Vec<Label>,
    /// The players of the matches.
    pub players: Vec<Contender>,
    /// The fields that vary between trials, but the algorithm and the seed: the parts of made instances, then the axes.
    pub axes: Vec<Field>,
    /// The worlds of the instances.
    pub worlds: Vec<&'static str>,
}

impl Variants {
    /// The most threads that a trial has.
    pub fn threads(&self) -> u32 {
        self.list.iter().filter_map(|variant| threads(&variant.params).ok()).max().unwrap_or(1)
    }
}

/// Keys of `[sweep]` and `[limits]` that are no parameters.
pub(super) const BUDGETS: [&str; 4] = ["depth", "max-nodes", "max-time", "max-memory"];
/// Most combinations of values for one algorithm; more trials than that are refused anyway.
const MOST_POINTS: usize = 100_000;
/// The key that accepts a heuristic that can exceed the true cost.
pub(super) const ADMISSIBLE: &str = "admissible";

/// An axis with its values and where they stand.
struct Sweep {
    name: String,
    path: Path,
    values: Vec<Scalar>,
    /// Where each value stands, or the range that it is from.
    places: Vec<Path>,
}

impl Sweep {
    /// Where a value stands.
    fn place_of(&self, value: &Scalar) -> &Path {
        let place = self.values.iter().position(|known| known == value);
        place.and_then(|place| self.places.get(place)).unwrap_or(&self.path)
    }
}

impl Variants {
    /// The variants of an experiment. Errors are added to the problems, but not for values that are broken already.
    pub(in crate::experiment::spec) fn of(
        experiment: &Experiment,
        document: &Document,
        broken: &[Path],
        problems: &mut Diagnostics,
    ) -> Self {
        let mut maker = Maker {
            experiment,
            document,
            broken,
            problems,
            told: BTreeSet::new(),
            sweeps: Vec::new(),
            broken_sweeps: Vec::new(),
            worlds: Vec::new(),
        };
        maker.worlds = maker.find_worlds();
        maker.sweeps = maker.find_sweeps();
        maker.make()
    }
}

struct Maker<'a> {
    experiment: &'a Experiment,
    document: &'a Document,
    broken: &'a [Path],
    problems: &'a mut Diagnostics,
    /// Errors that were reported at some point: the same error comes back at every other.
    told: BTreeSet<String>,
    sweeps: Vec<Sweep>,
    /// Names of the axes that are left out because of an error, which was reported.
    broken_sweeps: Vec<String>,
    worlds: Vec<&'static WorldInfo>,
}

impl Maker<'_> {
    fn complain(&mut self, problem: Diagnostic) {
        self.problems.push(|| problem);
    }

    /// True if the value of a key is broken.
    fn is_broken(&self, key: &str) -> bool {
        self.broken.contains(&Path::root().key(key))
    }

    fn make(mut self) -> Variants {
        let mut variants =
            Variants { worlds: self.worlds.iter().map(|world| world.name.name).collect(), ..Variants::default() };
        variants.axes = self.axes();
        let base = Path::root().key("algorithms");
        let has_none = self.experiment.algorithms.is_empty() && self.experiment.matches.is_empty();
        if has_none && !self.is_broken("algorithms") && !self.is_broken("match") {
            let problem = Diagnostic::new("no algorithms").at(self.document.place(&base, "expected at least one name"));
            self.complain(problem.help("see `searchlab list algorithms`, or let players meet in [[match]]"));
        }
        let mut used: Vec<&str> = Vec::new();
        for (place, request) in self.experiment.algorithms.iter().enumerate() {
            let path = base.index(place);
            if self.broken.contains(&path) {
                continue;
            }
            if let Some(first) =
                self.experiment.algorithms[..place].iter().find(|first| first.label() == request.label())
            {
                let at = self.document.place(&path, "");
                let problem = Diagnostic::new(format!("two algorithms are called {}", quoted(first.label()))).at(at);
                self.complain(problem.help("give one of them a `label` of its own"));
            }
            for (world, about) in self.find_algorithm(request, &path) {
                let made = self.entry(request, &path, place, world, about, &mut used);
                let label = Label {
                    label: request.label().to_owned(),
                    world: Some(world.name.name.to_owned()),
                    algorithm: about.name.to_owned(),
                    params: common(&made),
                    budget: None,
                };
                let is_new = |variant: &Variant| {
                    variants.list.iter().find(|known| Variant { label: known.label, ..variant.clone() } == **known)
                };
                let elsewhere = |known: &&Label| {
                    known.label != label.label && Label { label: label.label.clone(), ..(*known).clone() } == label
                };
                if let Some(twin) = made.iter().find_map(is_new).filter(|twin| twin.label != place)
                    && self.experiment.algorithms[twin.label].label() != request.label()
                {
                    let other = self.experiment.algorithms[twin.label].label().to_owned();
                    let at = self.document.place(&path, "");
                    self.complain(Diagnostic::new(format!("{} does the same as {other}", request.label())).at(at));
                } else if let Some(known) = variants.labels.iter().find(elsewhere).filter(|_| !made.is_empty()) {
                    // A record names an algorithm and its parameters, and not the entry that it comes from.
                    let words = format!("{} is {} under other conditions", request.label(), known.label);
                    let problem = Diagnostic::new(words).at(self.document.place(&path, ""));
                    self.complain(problem.help("make one of them: where = [{ … }, { … }]"));
                }
                variants.labels.push(label);
                variants.list.extend(made);
            }
        }
        self.unused(&used);
        self.add_matches(&mut variants);
        variants
    }

    /// Where an algorithm is to be found.
    fn find_algorithm(
        &mut self,
        request: &AlgorithmRequest,
        path: &Path,
    ) -> Vec<(&'static WorldInfo, &'static AlgorithmInfo)> {
        let name = canonical(request.name());
        let about_in =
            |world: &'static WorldInfo| world.abouts().find(|about| about.name == name).map(|about| (world, about));
        let found: Vec<_> = self.worlds.iter().copied().filter_map(about_in).collect();
        if found.is_empty() && !self.worlds.is_empty() {
            let path = match request {
                AlgorithmRequest::Name(_) => path.clone(),
                AlgorithmRequest::Full(_) => path.key("name"),
            };
            let place = self.document.place(&path, "");
            let here: Vec<&str> = self.worlds.iter().map(|world| world.name.name).collect();
            let elsewhere: Vec<&str> =
                WORLDS.iter().copied().filter_map(about_in).map(|(world, _)| world.name.name).collect();
            let problem = if elsewhere.is_empty() {
                let known: Vec<&str> = self.worlds.iter().flat_map(|world| world.abouts()).map(|it| it.name).collect();
                Diagnostic::unknown_name("algorithm", name, &known, Some(place))
            } else {
                let (here, elsewhere) = (listed(&here), listed(&elsewhere));
                let problem = Diagnostic::new(format!("{name} is no algorithm for {here}")).at(place);
                problem.help(format!("it is one for {elsewhere}; see `searchlab list algorithms`"))
            };
            self.complain(problem);
        }
        found
    }

    /// One algorithm of one world at every point of the axes that concern it.
    fn entry<'s>(
        &mut self,
        request: &AlgorithmRequest,
        path: &Path,
        label: usize,
        world: &'static WorldInfo,
        about: &'static AlgorithmInfo,
        used: &mut Vec<&'s str>,
    ) -> Vec<Variant>
    where
        Self: 's,
    {
        let names: Vec<&'static str> = world.parameters_of(about).map(|parameter| parameter.name.name).collect();
        let is_game = world.is_game() && !world.solvers.iter().any(|solver| solver.name == about.name);
        let own = self.own_parameters(request, path, about, &names);
        let sweeps = std::mem::take(&mut self.sweeps);
        let takes = |name: &str| match name {
            "depth" => is_game,
            name if BUDGETS.contains(&name) => true,
            name if name.starts_with(field::WEIGHT) => names.contains(&EVALUATION.key()),
            name => names.contains(&name),
        };
        let axes: Vec<&Sweep> = sweeps.iter().filter(|sweep| takes(&sweep.name)).collect();
        for (name, path) in &own {
            if axes.iter().any(|axis| axis.name == *name.as_str()) {
                let place = self.document.place(&path.path, "");
                let problem = Diagnostic::new(format!("{name} is an axis, and {} fixes it too", about.name)).at(place);
                self.complain(problem.help("take it out of [sweep], or out of here"));
            }
        }
        for name in names.iter().copied().chain(BUDGETS) {
            used.push(name);
        }
        let scope = self.scope(request, path, &axes);
        let mut variants = Vec::new();
        let points = axes.iter().try_fold(1usize, |points, axis| points.checked_mul(axis.values.len()));
        let Some(points) = points.filter(|&points| points <= MOST_POINTS) else {
            let place = self.document.place(path, "");
            let problem = Diagnostic::new(format!("the axes of {} have too many points", request.label())).at(place);
            self.complain(problem.help(format!("sweep fewer values: at most {MOST_POINTS} combinations")));
            self.sweeps = sweeps;
            return Vec::new();
        };
        for number in 0..points {
            let chosen = chosen_at(&axes, number);
            let Some(domain) = scope.domain(&chosen) else { continue };
            match self.variant(label, world, about, is_game, &own, &chosen, path) {
                Ok(variant) => variants.push(Variant { domain, ..variant }),
                Err(problems) => {
                    for problem in problems.iter() {
                        if self.told.insert(problem.to_string()) {
                            self.complain(problem.clone());
                        }
                    }
                    if self.told.len() > Diagnostics::KEPT {
                        break;
                    }
                }
            }
        }
        self.sweeps = sweeps;
        variants
    }

    /// The parameters that the file gives an algorithm: those of `[parameters]` that it takes, then its own.
    fn own_parameters(
        &mut self,
        request: &AlgorithmRequest,
        path: &Path,
        about: &'static AlgorithmInfo,
        names: &[&'static str],
    ) -> IndexMap<String, Placed> {
        let mut own = IndexMap::new();
        let shared = Path::root().key("parameters");
        for (name, value) in &self.experiment.parameters {
            if names.contains(&name.as_str()) || name == ADMISSIBLE {
                own.insert(name.clone(), Placed { text: text_of(value), path: shared.key(name) });
            }
        }
        if let AlgorithmRequest::Full(table) = request {
            for (name, value) in &table.parameters {
                if names.contains(&name.as_str()) || name == ADMISSIBLE {
                    own.insert(name.clone(), Placed { text: text_of(value), path: path.key(name) });
                } else {
                    let place = self.document.key_place(path, name, "");
                    let known: Vec<&str> =
                        ["name", "label", "where"].into_iter().chain(names.iter().copied()).collect();
                    let what = format!("parameter of {}", about.name);
                    self.complain(unknown_key(&what, name, &known, place));
                }
            }
        }
        own
    }

    /// Adds an error for parameters and axes that no algorithm takes.
    fn unused(&mut self, used: &[&str]) {
        if self.experiment.algorithms.is_empty() || !self.problems.is_empty() {
            return;
        }
        let mut idle: Vec<(String, Path)> = Vec::new();
        for name in self.experiment.parameters.keys().filter(|name| *name != ADMISSIBLE) {
            idle.push((name.clone(), Path::root().key("parameters").key(name)));
        }
        for sweep in &self.sweeps {
            idle.push((sweep.name.clone(), sweep.path.clone()));
        }
        let has_game = self.worlds.iter().any(|world| world.is_game());
        for (name, path) in idle {
            let known = if name.starts_with(field::WEIGHT) { EVALUATION.key() } else { &name };
            let is_used = if known == "depth" { has_game } else { used.contains(&known) };
            if !is_used {
                let place = self.document.place(&path, "");
                let known: Vec<&str> = used.to_vec();
                let problem = if parameter(known_name(&name)).is_some() || BUDGETS.contains(&name.as_str()) {
                    Diagnostic::new(format!("none of the algorithms takes {name}")).at(place)
                } else {
                    unknown_key("parameter", &name, &known, place)
                };
                self.complain(problem);
            }
        }
    }

    /// The fields that vary between trials: parts of made instances that have several values, then the axes.
    fn axes(&self) -> Vec<Field> {
        let mut axes = Vec::new();
        if self.worlds.len() > 1 {
            axes.push(Field::World);
        }
        axes.extend(crate::experiment::spec::requests::varying_parts(self.experiment).into_iter().map(Field::Part));
        axes.extend(self.sweeps.iter().filter_map(|sweep| Field::parse(&sweep.name)));
        if !self.experiment.matches.is_empty() {
            axes.extend([Field::Opponent, Field::Side]);
        }
        axes
    }
}

fn known_name(name: &str) -> &str {
    if name.starts_with(field::WEIGHT) { EVALUATION.key() } else { name }
}

/// A key that is none of these, which may be one of the experiment that stands too far down.
fn unknown_key(kind: &str, name: &str, known: &[&str], place: Excerpt) -> Diagnostic {
    let hint = belongs_at_the_top(name, &of_types()).filter(|_| nearest(name, known.iter().copied()).is_none());
    let problem = Diagnostic::unknown_name(kind, name, if hint.is_some() { &[] } else { known }, Some(place));
    hint.into_iter().fold(problem, Diagnostic::help)
}

/// A value of a parameter as text, and where it stands.
struct Placed {
    text: String,
    path: Path,
}

/// The values of the axes at a point; the last axis changes fastest.
fn chosen_at<'s>(axes: &[&'s Sweep], number: usize) -> Vec<(&'s Sweep, &'s Scalar)> {
    let mut rest = number;
    let mut chosen = Vec::new();
    for axis in axes.iter().rev() {
        chosen.push((*axis, &axis.values[rest % axis.values.len()]));
        rest /= axis.values.len();
    }
    chosen.reverse();
    chosen
}

/// The parameters that all variants have in common.
fn common(variants: &[Variant]) -> Params {
    let Some((first, others)) = variants.split_first() else { return Params::new() };
    let is_common = |(name, value): &(&String, &serde_json::Value)| {
        others.iter().all(|other| other.params.get(*name) == Some(*value))
    };
    first.params.iter().filter(is_common).map(|(name, value)| (name.clone(), value.clone())).collect()
}

fn text_of(value: &ParameterValue) -> String {
    match value {
        ParameterValue::Scalar(scalar) => scalar.to_string(),
        ParameterValue::Weights(weights) => {
            let base = weights.get("base").map(ToString::to_string);
            let others =
                weights.iter().filter(|(name, _)| *name != "base").map(|(name, weight)| format!("{name}={weight}"));
            base.into_iter().chain(others).collect::<Vec<_>>().join(",")
        }
    }
}
