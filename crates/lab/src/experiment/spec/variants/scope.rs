//! The worlds of an experiment, and its axes.

use std::collections::BTreeSet;

use super::{BUDGETS, Maker, Sweep, unknown_key};
use crate::experiment::spec::document::Path;
use crate::experiment::spec::{Axis, NoNumbers};
use searchlab_analysis::field;
use searchlab_analysis::request::{OneOrMany, Scalar};
use searchlab_trial::diagnostic::Diagnostic;
use searchlab_worlds::catalog::{self, WORLDS, WorldInfo, parameter};
use searchlab_worlds::table::world_of;

impl Maker<'_> {
    /// Adds an error for a world without a usual instance.
    fn check_usual(&mut self, (name, path): &(&str, Path)) {
        let Some(world) = world_of(name).filter(|world| world.usual().is_err()) else { return };
        let place = self.document.place(path, "");
        let ways: Vec<String> = world.ways().iter().map(|way| format!("`{}`", way.0.key())).collect();
        let problem = Diagnostic::new(format!("no instances for the world {name}")).at(place);
        self.complain(problem.help(format!("add [[instances]] with {}", ways.join(" or "))));
    }

    /// The worlds of the instances.
    pub(super) fn find_worlds(&mut self) -> Vec<&'static WorldInfo> {
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
                    let example = WORLDS[0].name.name;
                    self.complain(problem.help(format!("say `world = \"{example}\"` at the top, or in [[instances]]")));
                }
            }
        }
        let matches = &self.experiment.matches;
        let worlds_of_matches = matches.iter().enumerate().filter_map(|(place, it)| {
            it.world.as_deref().map(|name| (name, root.key("match").index(place).key("world")))
        });
        named.extend(worlds_of_matches);
        let has_searches = matches.is_empty() || !self.experiment.algorithms.is_empty();
        let has_all_worlds = !has_searches && matches.iter().all(|it| it.world.is_some());
        if self.experiment.instances.is_empty() && !self.is_broken("instances") && !has_all_worlds {
            match default {
                Some(default) => {
                    self.check_usual(&default);
                    named.push(default);
                }
                None if self.is_broken("world") => {}
                None => {
                    let place = self.document.place(&root, "");
                    let problem = Diagnostic::new("the experiment has neither a world nor instances").at(place);
                    let names: Vec<&str> = WORLDS.iter().map(|world| world.name.name).collect();
                    let help = format!(
                        "begin with `world = \"{}\"`, or with [[instances]] of a world; worlds: {}",
                        names[0],
                        names.join(", ")
                    );
                    self.complain(problem.help(help));
                }
            }
        }
        let mut worlds: Vec<&'static WorldInfo> = Vec::new();
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
    pub(super) fn find_sweeps(&mut self) -> Vec<Sweep> {
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
        let mut found = Vec::new();
        for (name, path, values) in sweeps {
            match self.sweep(&name, &path, values) {
                Some(sweep) => found.push(sweep),
                None => self.broken_sweeps.push(name),
            }
        }
        found
    }

    /// The values of an axis, one by one; `None` if there is an error in it, which is reported.
    fn sweep(&mut self, name: &str, path: &Path, values: &OneOrMany<Scalar>) -> Option<Sweep> {
        let features = || WORLDS.iter().flat_map(|world| world.features);
        let is_weight = name.strip_prefix(field::WEIGHT).map(|feature| features().any(|known| known.name == feature));
        if is_weight != Some(true) && !BUDGETS.contains(&name) && parameter(name).is_none() {
            let weights: Vec<String> = features().map(|known| format!("{}{}", field::WEIGHT, known.name)).collect();
            let parameters = catalog::PARAMETERS.iter().map(|known| known.name.name);
            let mut known: Vec<&str> = BUDGETS.into_iter().chain(parameters).collect();
            if is_weight.is_some() {
                known = weights.iter().map(String::as_str).collect();
            }
            let place = self.document.own_key_place(path, "");
            self.complain(unknown_key("axis", name, &known, place));
            return None;
        }
        let (mut expanded, mut places) = (Vec::new(), Vec::new());
        for (scalar, path) in path.of_each(values) {
            match range_of(scalar) {
                Some(Ok(numbers)) => expanded.extend(numbers),
                Some(Err(wrong)) => {
                    let place = self.document.place(&path, wrong.expected());
                    self.complain(Diagnostic::new(wrong.message(name)).at(place));
                    return None;
                }
                None => expanded.push(scalar.clone()),
            }
            places.resize(expanded.len(), path);
        }
        if expanded.is_empty() {
            let place = self.document.place(path, "expected at least one value");
            self.complain(Diagnostic::new(format!("the axis {name} has no values")).at(place));
            return None;
        }
        let mut seen = BTreeSet::new();
        if let Some(second) = expanded.iter().position(|value| !seen.insert(value.to_string())) {
            let (value, at) = (&expanded[second], self.document.place(&places[second], ""));
            self.complain(Diagnostic::new(format!("the axis {name} has the value {value} twice")).at(at));
            return None;
        }
        Some(Sweep { name: name.to_owned(), path: path.clone(), values: expanded, places })
    }
}

/// The most values of an axis; more are an error.
const MOST_VALUES: u64 = 10_000;

/// The numbers of a range; `None` for what is none.
fn range_of(scalar: &Scalar) -> Option<Result<Vec<Scalar>, NoNumbers>> {
    let Scalar::Text(text) = scalar else { return None };
    let (low, high) = text.split_once("..=")?;
    let (low, high) = low.trim().parse::<i64>().ok().zip(high.trim().parse::<i64>().ok())?;
    let count = if low > high { 0 } else { high.abs_diff(low).saturating_add(1) };
    Some(match count {
        0 => Err(NoNumbers::Empty),
        count if count > MOST_VALUES => Err(NoNumbers::TooMany(count, MOST_VALUES)),
        _ => Ok((low..=high).map(Scalar::Whole).collect()),
    })
}
