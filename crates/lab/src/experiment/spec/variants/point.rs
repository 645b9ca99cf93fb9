//! One algorithm at one point of the axes: its parameters and its budget, checked.

use indexmap::IndexMap;

use super::{ADMISSIBLE, BUDGETS, Domain, Maker, Placed, Sweep, Variant};
use crate::experiment::spec::LimitsRequest;
use crate::experiment::spec::document::Path;
use searchlab_analysis::field;
use searchlab_analysis::request::Scalar;
use searchlab_search::about::AlgorithmInfo;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, quoted};
use searchlab_trial::record::Limits;
use searchlab_worlds::catalog::limits::{parse_size, parse_time};
use searchlab_worlds::catalog::{self, EVALUATION, Kind, WorldInfo, parameter};
use searchlab_worlds::table::world_of;
use searchlab_worlds::world::World;

/// A value that a trial is given, and where it stands in the document.
struct Given<'a> {
    text: String,
    path: &'a Path,
}

/// All that a trial is given, by name.
type Point<'a> = IndexMap<&'a str, Given<'a>>;

impl Maker<'_> {
    #[expect(clippy::too_many_arguments, reason = "each is a part of what a trial is")]
    pub(super) fn variant(
        &self,
        label: usize,
        world: &'static WorldInfo,
        about: &'static AlgorithmInfo,
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
            let (text, path) = (value.to_string(), axis.place_of(value));
            match axis.name.strip_prefix(field::WEIGHT) {
                None => drop(point.insert(&axis.name, Given { text, path })),
                Some(feature) => {
                    let usual = world.usual(&EVALUATION).unwrap_or_default();
                    let given = point.entry(EVALUATION.key()).or_insert_with(|| Given { text: usual.to_owned(), path });
                    given.text = format!("{},{feature}={text}", given.text);
                    given.path = path;
                }
            }
        }
        let mut problems = Diagnostics::new();
        let (depth, limits) = self.budget(&mut point, world.deepest, is_game, &mut problems);
        let accepts = point.shift_remove(ADMISSIBLE).is_some_and(|given| given.text == "false");
        self.check_values(world, about, &point, &mut problems);
        if !problems.is_empty() {
            return Err(problems);
        }
        let given: Vec<(&str, &str)> = point.iter().map(|(name, given)| (*name, given.text.as_str())).collect();
        let mut params = world.resolve(about, &given).map_err(|unplaced| {
            // An error of several parameters together has no place of its own.
            let mut placed = Diagnostics::new();
            for problem in unplaced.iter() {
                placed.push(|| problem.clone().at(self.document.place(path, "")));
            }
            placed
        })?;
        if let Some([reason, instead]) = (world.inadmissible)(&params) {
            if !accepts {
                let problem = Diagnostic::new(reason).at(self.document.place(path, ""));
                let help = format!("choose {instead}, or say `admissible = false` and lose the guarantee");
                return Err(problem.help(help).into());
            }
            params.insert(ADMISSIBLE.to_owned(), false.into());
        }
        let deepens = catalog::game::deepens(about, &params);
        // Errors in the axes are reported already.
        let is_sure = self.problems.is_empty();
        if is_game
            && is_sure
            && depth.is_none()
            && world_of(world.name.name).is_none_or(World::needs_depth)
            && !(deepens && (limits.nodes.is_some() || limits.microseconds.is_some()))
            && !catalog::game::ends_by_itself(about)
        {
            let problem = Diagnostic::new(format!("{} has no depth", about.name)).at(self.document.place(path, ""));
            return Err(problem.help("say `depth = 6` under [limits], or `depth = \"1..=6\"` under [sweep]").into());
        }
        Ok(Variant {
            label,
            group: 0,
            world: world.name.name,
            algorithm: about.name,
            params,
            depth,
            limits,
            domain: Domain::default(),
        })
    }

    /// Takes depth and limits out of a point.
    fn budget(
        &self,
        point: &mut Point<'_>,
        deepest: u32,
        is_game: bool,
        problems: &mut Diagnostics,
    ) -> (Option<u32>, Limits) {
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
                    .filter(|&number| number <= deepest)
                    .map(|number| depth = Some(number))
                    .ok_or_else(|| format!("expected a whole number from 1 to {deepest}")),
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

    /// Checks the value of each parameter by itself.
    fn check_values(&self, world: &WorldInfo, about: &AlgorithmInfo, point: &Point<'_>, problems: &mut Diagnostics) {
        for (name, given) in point {
            let Some(parameter) = parameter(name) else { continue };
            let place = || self.document.place(given.path, "");
            let invalid = || Diagnostic::new(format!("invalid {name} {} for {}", quoted(&given.text), about.name));
            if let Err(expected) = parameter.parse_for(about, &given.text, world) {
                problems.push(|| invalid().at(place()).help(expected));
            } else if matches!(parameter.kind, Kind::Evaluation)
                && let Some(scheme) = world.scheme
                && let Err(wrong) = scheme.check(&given.text)
            {
                for problem in wrong.iter() {
                    let problem = self.document.relocated(problem, given.path, &given.text);
                    problems.push(|| problem);
                }
            }
        }
    }
}

impl LimitsRequest {
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
