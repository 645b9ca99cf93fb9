//! The algorithms of an experiment with their parameters at every point of its axes.

use std::collections::BTreeSet;

use indexmap::IndexMap;

use super::document::{Document, Path};
use super::{AlgorithmRequest, Axis, Experiment, ParameterValue};
use crate::analysis::field::{self, Field};
use crate::analysis::frame::{Key, Label};
use crate::analysis::request::{Filter, OneOrMany, Scalar};
use crate::analysis::select::Condition;
use crate::catalog::limits::{parse_size, parse_time};
use crate::catalog::{self, EVALUATION, ITERATIVE_DEEPENING, Kind, WORLDS, World, parameter};
use crate::diagnostic::{Diagnostic, Diagnostics, quoted};
use crate::record::{Limits, Params};
use crate::search::about::About;
use crate::worlds::othello::Evaluation;

/// An algorithm of a world with its parameters and its budget, on no instance yet.
#[derive(Debug, Clone, PartialEq)]
pub struct Variant {
    /// Place of its label.
    pub label: usize,
    /// Name of its world.
    pub world: &'static str,
    /// Name of the algorithm.
    pub algorithm: &'static str,
    /// Its parameters, all of them.
    pub params: Params,
    /// Plies.
    pub depth: Option<u32>,
    /// What each trial may spend.
    pub limits: Limits,
}

/// All variants of an experiment.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Variants {
    /// In the order of the algorithms, and within one in that of the axes.
    pub list: Vec<Variant>,
    /// What the algorithms are called, and how their records are known.
    pub labels: Vec<Label>,
    /// What varies between trials, but the algorithm and the seed: the parts of made instances, then the axes.
    pub axes: Vec<Field>,
    /// The worlds of the instances.
    pub worlds: Vec<&'static str>,
}

/// Keys of `[sweep]` and `[limits]` that are no parameters.
const BUDGETS: [&str; 4] = ["depth", "max-nodes", "max-time", "max-memory"];
/// Most combinations of values for one algorithm; more trials than that are refused anyway.
const MOST_POINTS: usize = 100_000;
/// What accepts a heuristic that can exceed the true cost.
const ADMISSIBLE: &str = "admissible";

/// An axis with its values and where they stand.
struct Sweep {
    name: String,
    path: Path,
    values: Vec<Scalar>,
}

/// A value that a trial is given, and where it stands in the document.
struct Given<'a> {
    text: String,
    path: &'a Path,
}

/// All that a trial is given, by name.
type Point<'a> = IndexMap<&'a str, Given<'a>>;

impl Variants {
    /// The variants of an experiment. What is wrong is added to the problems, but for what is broken already.
    pub(super) fn of(
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
    /// What was said of the values at some point: the same mistake comes back at every other.
    told: BTreeSet<String>,
    sweeps: Vec<Sweep>,
    worlds: Vec<&'static World>,
}

impl Maker<'_> {
    fn complain(&mut self, problem: Diagnostic) {
        self.problems.push(|| problem);
    }

    /// Whether the value of a key is broken.
    fn is_broken(&self, key: &str) -> bool {
        self.broken.contains(&Path::root().key(key))
    }

    /// The worlds of the instances.
    fn find_worlds(&mut self) -> Vec<&'static World> {
        let root = Path::root();
        let default = self.experiment.world.as_ref().map(|name| (name.as_str(), root.key("world")));
        let mut named: Vec<(&str, Path)> = Vec::new();
        for (place, instance) in self.experiment.instances.iter().enumerate() {
            let path = root.key("instances").index(place);
            if self.broken.contains(&path) && instance.world.is_none() {
                continue;
            }
            match (&instance.world, &default) {
                (Some(name), _) => named.push((name, path.key("world"))),
                (None, Some(default)) => named.push(default.clone()),
                (None, None) => {
                    let problem = Diagnostic::new("these instances have no world").at(self.document.place(&path, ""));
                    self.complain(problem.help("say `world = \"maze\"` at the top, or in [[instances]]"));
                }
            }
        }
        if self.experiment.instances.is_empty() && !self.is_broken("instances") {
            match default {
                Some(default) => {
                    if default.0 != catalog::OTHELLO.name.name
                        && WORLDS.iter().any(|world| world.name.name == default.0)
                    {
                        let place = self.document.place(&default.1, "");
                        let problem = Diagnostic::new(format!("no instances for the world {}", default.0)).at(place);
                        self.complain(problem.help("add [[instances]] with files, or with generate for mazes"));
                    }
                    named.push(default);
                }
                None if self.is_broken("world") => {}
                None => {
                    let place = self.document.place(&root, "");
                    let problem = Diagnostic::new("the experiment has neither a world nor instances").at(place);
                    self.complain(problem.help("begin with `world = \"othello\"`, or with [[instances]] of a world"));
                }
            }
        }
        let mut worlds: Vec<&'static World> = Vec::new();
        for (name, path) in named {
            match WORLDS.iter().find(|world| world.name.name == name) {
                Some(_) if worlds.iter().any(|known| known.name.name == name) => {}
                Some(world) => worlds.push(world),
                None => {
                    let known: Vec<&str> = WORLDS.iter().map(|world| world.name.name).collect();
                    let place = self.document.place(&path, "");
                    self.complain(Diagnostic::unknown_name("world", name, &known, Some(place)));
                }
            }
        }
        worlds
    }

    /// The axes with their values.
    fn find_sweeps(&mut self) -> Vec<Sweep> {
        let base = Path::root().key("sweep");
        let mut sweeps = Vec::new();
        for (name, axis) in &self.experiment.sweep {
            let path = base.key(name);
            match axis {
                Axis::Values(values) => sweeps.push((name.clone(), path, values)),
                Axis::Nested(axes) => {
                    for (part, values) in axes {
                        sweeps.push((format!("{name}.{part}"), path.key(part), values));
                    }
                }
            }
        }
        sweeps.into_iter().filter_map(|(name, path, values)| self.sweep(name, path, values)).collect()
    }

    fn sweep(&mut self, name: String, path: Path, values: &OneOrMany<Scalar>) -> Option<Sweep> {
        let features = || WORLDS.iter().flat_map(|world| world.features);
        let is_weight = name.strip_prefix(field::WEIGHT).map(|feature| features().any(|known| known.name == feature));
        if is_weight != Some(true) && !BUDGETS.contains(&name.as_str()) && parameter(&name).is_none() {
            let weights: Vec<String> = features().map(|known| format!("{}{}", field::WEIGHT, known.name)).collect();
            let parameters = catalog::PARAMETERS.iter().map(|known| known.name.name);
            let mut known: Vec<&str> = BUDGETS.into_iter().chain(parameters).collect();
            if is_weight.is_some() {
                known = weights.iter().map(String::as_str).collect();
            }
            let place = self.document.own_key_place(&path, "");
            self.complain(Diagnostic::unknown_name("axis", &name, &known, Some(place)));
            return None;
        }
        let mut expanded = Vec::new();
        for scalar in values.as_slice() {
            match range_of(scalar) {
                Some(Ok(numbers)) => expanded.extend(numbers),
                Some(Err(expected)) => {
                    let place = self.document.place(&path, "");
                    self.complain(Diagnostic::new(format!("an empty range of {name}")).at(place).help(expected));
                    return None;
                }
                None => expanded.push(scalar.clone()),
            }
        }
        if expanded.is_empty() {
            let place = self.document.place(&path, "expected at least one value");
            self.complain(Diagnostic::new(format!("the axis {name} has no values")).at(place));
            return None;
        }
        let mut seen = BTreeSet::new();
        if let Some(value) = expanded.iter().find(|value| !seen.insert(value.to_string())) {
            let at = self.document.place(&path, "");
            self.complain(Diagnostic::new(format!("the axis {name} has the value {value} twice")).at(at));
            return None;
        }
        Some(Sweep { name, path, values: expanded })
    }

    fn make(mut self) -> Variants {
        let mut variants =
            Variants { worlds: self.worlds.iter().map(|world| world.name.name).collect(), ..Variants::default() };
        variants.axes = self.axes();
        let base = Path::root().key("algorithms");
        if self.experiment.algorithms.is_empty() && !self.is_broken("algorithms") {
            let problem = Diagnostic::new("no algorithms").at(self.document.place(&base, "expected at least one name"));
            self.complain(problem.help("see `searchlab list algorithms`"));
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
                variants.labels.push(Label {
                    label: request.label().to_owned(),
                    world: Some(world.name.name.to_owned()),
                    algorithm: about.name.to_owned(),
                    params: common(&made),
                });
                let is_new = |variant: &Variant| {
                    variants.list.iter().find(|known| Variant { label: known.label, ..variant.clone() } == **known)
                };
                if let Some(twin) = made.iter().find_map(is_new).filter(|twin| twin.label != place)
                    && self.experiment.algorithms[twin.label].label() != request.label()
                {
                    let other = self.experiment.algorithms[twin.label].label().to_owned();
                    let at = self.document.place(&path, "");
                    self.complain(Diagnostic::new(format!("{} does the same as {other}", request.label())).at(at));
                }
                variants.list.extend(made);
            }
        }
        self.unused(&used);
        variants
    }

    /// Where an algorithm is to be found.
    fn find_algorithm(&mut self, request: &AlgorithmRequest, path: &Path) -> Vec<(&'static World, &'static About)> {
        let name = request.name();
        let about_in =
            |world: &'static World| world.abouts().find(|about| about.name == name).map(|about| (world, about));
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
                let (here, elsewhere) = (here.join(" and "), elsewhere.join(" and "));
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
        world: &'static World,
        about: &'static About,
        used: &mut Vec<&'s str>,
    ) -> Vec<Variant>
    where
        Self: 's,
    {
        let names: Vec<&'static str> = world.parameters_of(about).map(|parameter| parameter.name.name).collect();
        let is_game = !world.evaluations.is_empty() && !world.solvers.iter().any(|solver| solver.name == about.name);
        let own = self.own_parameters(request, path, about, &names);
        let sweeps = std::mem::take(&mut self.sweeps);
        let takes = |name: &str| match name {
            "depth" => is_game,
            name if BUDGETS.contains(&name) => true,
            name if name.starts_with(field::WEIGHT) => names.contains(&EVALUATION.name.name),
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
        let filter = match request {
            AlgorithmRequest::Full(table) => self.conditions(&table.filter, &path.key("where"), &axes),
            AlgorithmRequest::Name(_) => Vec::new(),
        };
        let mut variants = Vec::new();
        let points = axes.iter().try_fold(1usize, |points, axis| points.checked_mul(axis.values.len()));
        let Some(points) = points.filter(|&points| points <= MOST_POINTS) else {
            let place = self.document.place(path, "");
            let problem = Diagnostic::new(format!("the axes of {} have too many points", request.label())).at(place);
            self.complain(problem.help(format!("sweep fewer values: at most {MOST_POINTS} combinations")));
            self.sweeps = sweeps;
            return Vec::new();
        };
        let mut is_wrong = false;
        for number in 0..points {
            let mut rest = number;
            let mut chosen: Vec<(&Sweep, &Scalar)> = Vec::new();
            // The last axis changes fastest.
            for axis in axes.iter().rev() {
                chosen.push((axis, &axis.values[rest % axis.values.len()]));
                rest /= axis.values.len();
            }
            chosen.reverse();
            let is_meant = filter.iter().all(|(name, any)| {
                chosen.iter().find(|(axis, _)| axis.name == *name).is_none_or(|(_, value)| {
                    let key = key_of(value);
                    any.iter().any(|condition| condition.holds_for(&key))
                })
            });
            if !is_meant {
                continue;
            }
            match self.variant(label, world, about, is_game, &own, &chosen, path) {
                Ok(variant) => variants.push(variant),
                Err(problems) => {
                    is_wrong = true;
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
        if variants.is_empty() && !is_wrong {
            let place = self.document.place(&path.key("where"), "");
            self.complain(Diagnostic::new(format!("no value of the axes is left for {}", request.label())).at(place));
        }
        self.sweeps = sweeps;
        variants
    }

    /// The parameters that the file gives an algorithm: those of `[parameters]` that it takes, then its own.
    fn own_parameters(
        &mut self,
        request: &AlgorithmRequest,
        path: &Path,
        about: &'static About,
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
                    self.complain(Diagnostic::unknown_name(&what, name, &known, Some(place)));
                }
            }
        }
        own
    }

    /// The conditions on axes under which an algorithm runs.
    fn conditions(&mut self, filter: &Filter, path: &Path, axes: &[&Sweep]) -> Vec<(String, Vec<Condition>)> {
        let mut conditions = Vec::new();
        for (name, scalars) in filter {
            if !axes.iter().any(|axis| axis.name == *name) {
                let known: Vec<&str> = axes.iter().map(|axis| axis.name.as_str()).collect();
                let place = self.document.key_place(path, name, "");
                self.complain(Diagnostic::unknown_name("axis of this algorithm", name, &known, Some(place)));
                continue;
            }
            let mut any = Vec::new();
            for scalar in scalars.as_slice() {
                match Condition::parse(scalar) {
                    Ok(condition) => any.push(condition),
                    Err(expected) => {
                        let place = self.document.place(&path.key(name), expected);
                        self.complain(
                            Diagnostic::new(format!("{} is no condition", quoted(&scalar.to_string()))).at(place),
                        );
                    }
                }
            }
            conditions.push((name.clone(), any));
        }
        conditions
    }

    #[expect(clippy::too_many_arguments, reason = "each is a part of what a trial is")]
    fn variant(
        &self,
        label: usize,
        world: &'static World,
        about: &'static About,
        is_game: bool,
        own: &IndexMap<String, Placed>,
        chosen: &[(&Sweep, &Scalar)],
        path: &Path,
    ) -> Result<Variant, Diagnostics> {
        let mut point: Point<'_> = own
            .iter()
            .map(|(name, placed)| (name.as_str(), Given { text: placed.text.clone(), path: &placed.path }))
            .collect();
        let limit_paths = BUDGETS.map(|name| Path::root().key("limits").key(name));
        for ((name, text), path) in self.experiment.limits.given().into_iter().zip(&limit_paths) {
            if let Some(text) = text {
                point.insert(name, Given { text, path });
            }
        }
        for (axis, value) in chosen {
            let text = value.to_string();
            match axis.name.strip_prefix(field::WEIGHT) {
                None => drop(point.insert(&axis.name, Given { text, path: &axis.path })),
                Some(feature) => {
                    let given = point
                        .entry(EVALUATION.name.name)
                        .or_insert_with(|| Given { text: EVALUATION.default.to_owned(), path: &axis.path });
                    given.text = format!("{},{feature}={text}", given.text);
                    given.path = &axis.path;
                }
            }
        }
        let mut problems = Diagnostics::new();
        let (depth, limits) = self.budget(&mut point, is_game, &mut problems);
        let accepts = point.shift_remove(ADMISSIBLE).is_some_and(|given| given.text == "false");
        self.check_values(world, about, &point, &mut problems);
        if !problems.is_empty() {
            return Err(problems);
        }
        let given: Vec<(&str, &str)> = point.iter().map(|(name, given)| (*name, given.text.as_str())).collect();
        let mut params = world.resolve(about, &given).map_err(|unplaced| {
            // What does not go together has no place of its own.
            let mut placed = Diagnostics::new();
            for problem in unplaced.iter() {
                placed.push(|| problem.clone().at(self.document.place(path, "")));
            }
            placed
        })?;
        if world.name.name == catalog::MAZE.name.name && catalog::is_inadmissible(&params) {
            if !accepts {
                let problem =
                    Diagnostic::new("manhattan is not admissible with eight moves: it can exceed the true cost");
                let problem = problem.at(self.document.place(path, ""));
                return Err(problem.help("choose octile, or say `admissible = false` and lose the guarantee").into());
            }
            params.insert(ADMISSIBLE.to_owned(), false.into());
        }
        let deepens = params.get(ITERATIVE_DEEPENING.name.name).is_some_and(|value| value == "on");
        // Where the axes are wrong, that is said already.
        let is_sure = self.problems.is_empty();
        if is_game
            && is_sure
            && depth.is_none()
            && !(deepens && (limits.nodes.is_some() || limits.microseconds.is_some()))
        {
            let problem = Diagnostic::new(format!("{} has no depth", about.name)).at(self.document.place(path, ""));
            return Err(problem.help("say `depth = 6` under [limits], or `depth = \"1..=6\"` under [sweep]").into());
        }
        Ok(Variant { label, world: world.name.name, algorithm: about.name, params, depth, limits })
    }

    /// Takes depth and limits out of a point.
    fn budget(&self, point: &mut Point<'_>, is_game: bool, problems: &mut Diagnostics) -> (Option<u32>, Limits) {
        let mut limits = Limits::default();
        let mut depth = None;
        for name in BUDGETS {
            let Some(given) = point.shift_remove(name) else { continue };
            let text = given.text.as_str();
            let whole = |text: &str| text.parse::<u64>().ok().filter(|&number| number > 0);
            let done = match name {
                "depth" if !is_game => Ok(()),
                "depth" => whole(text)
                    .and_then(|number| u32::try_from(number).ok())
                    .filter(|&number| number <= catalog::othello::DEEPEST)
                    .map(|number| depth = Some(number))
                    .ok_or_else(|| format!("expected a whole number from 1 to {}", catalog::othello::DEEPEST)),
                "max-nodes" => whole(text)
                    .map(|number| limits.nodes = Some(number))
                    .ok_or_else(|| "expected a whole number from 1 on".to_owned()),
                "max-time" => parse_time(text)
                    .map(|time| limits.microseconds = Some(u64::try_from(time.as_micros()).unwrap_or(u64::MAX))),
                _ => parse_size(text).map(|bytes| limits.bytes = Some(bytes)),
            };
            if let Err(expected) = done {
                let place = self.document.place(given.path, expected);
                problems.push(|| Diagnostic::new(format!("invalid {name} {}", quoted(text))).at(place));
            }
        }
        (depth, limits)
    }

    /// Whether each parameter by itself has a value that it can have.
    fn check_values(&self, world: &World, about: &About, point: &Point<'_>, problems: &mut Diagnostics) {
        for (name, given) in point {
            let Some(parameter) = parameter(name) else { continue };
            let place = || self.document.place(given.path, "");
            let invalid = || Diagnostic::new(format!("invalid {name} {} for {}", quoted(&given.text), about.name));
            if let Err(expected) = parameter.parse(&given.text, world.heuristics) {
                problems.push(|| invalid().at(place()).help(expected));
            } else if parameter.kind_is_evaluation()
                && let Err(wrong) = given.text.parse::<Evaluation>()
            {
                for problem in wrong.iter() {
                    let problem = self.document.relocated(problem, given.path, &given.text);
                    problems.push(|| problem);
                }
            }
        }
    }

    /// Complains of parameters and axes that no algorithm takes.
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
        let has_game = self.worlds.iter().any(|world| !world.evaluations.is_empty());
        for (name, path) in idle {
            let known = if name.starts_with(field::WEIGHT) { EVALUATION.name.name } else { &name };
            let is_used = if known == "depth" { has_game } else { used.contains(&known) };
            if !is_used {
                let place = self.document.place(&path, "");
                let known: Vec<&str> = used.to_vec();
                let problem = if parameter(known_name(&name)).is_some() || BUDGETS.contains(&name.as_str()) {
                    Diagnostic::new(format!("none of the algorithms takes {name}")).at(place)
                } else {
                    Diagnostic::unknown_name("parameter", &name, &known, Some(place))
                };
                self.complain(problem);
            }
        }
    }

    /// What varies between trials: parts of made instances that have several values, then the axes.
    fn axes(&self) -> Vec<Field> {
        let mut axes = Vec::new();
        if self.worlds.len() > 1 {
            axes.push(Field::World);
        }
        axes.extend(super::requests::varying_parts(self.experiment).into_iter().map(Field::Part));
        axes.extend(self.sweeps.iter().filter_map(|sweep| Field::parse(&sweep.name)));
        axes
    }
}

fn known_name(name: &str) -> &str {
    if name.starts_with(field::WEIGHT) { EVALUATION.name.name } else { name }
}

/// A value of a parameter as text, and where it stands.
struct Placed {
    text: String,
    path: Path,
}

/// What all variants have in common.
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

/// The numbers of a range; `None` for what is none.
fn range_of(scalar: &Scalar) -> Option<Result<Vec<Scalar>, String>> {
    let Scalar::Text(text) = scalar else { return None };
    let (low, high) = text.split_once("..=")?;
    let (low, high) = low.trim().parse::<i64>().ok().zip(high.trim().parse::<i64>().ok())?;
    if low > high || high - low > 10_000 {
        return Some(Err("expected a range like \"1..=8\", from the smaller to the larger".to_owned()));
    }
    Some(Ok((low..=high).map(Scalar::Whole).collect()))
}

fn key_of(scalar: &Scalar) -> Key {
    match scalar {
        Scalar::Truth(truth) => Key::Text(truth.to_string()),
        Scalar::Whole(number) => Key::Number(*number as f64),
        Scalar::Number(number) => Key::Number(*number),
        Scalar::Text(text) => Key::Text(text.clone()),
    }
}

impl super::LimitsRequest {
    /// Name and text of each limit, in the order of [`BUDGETS`].
    fn given(&self) -> [(&'static str, Option<String>); 4] {
        let [depth, nodes, time, memory] = BUDGETS;
        [
            (depth, self.depth.map(|depth| depth.to_string())),
            (nodes, self.max_nodes.map(|nodes| nodes.to_string())),
            (time, self.max_time.clone()),
            (memory, self.max_memory.as_ref().map(ToString::to_string)),
        ]
    }
}

impl catalog::Parameter {
    const fn kind_is_evaluation(&self) -> bool {
        matches!(self.kind, Kind::Evaluation)
    }
}
