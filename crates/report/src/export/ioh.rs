//! Anytime curves in the files of IOHprofiler (Doerr, Wang, Ye, van Rijn, Bäck 2018): how good the answer of a search
//! was after how many nodes.
//!
//! Idea        A curve has two columns: nodes so far, and the quality of the answer, from 0 (none) to 1. A path has the
//!             quality of the agile track of planning competitions, the least known cost of its instance over its own
//!             cost; a move of a game is right (1) or wrong (0): by the solver's scores where a record has them, else
//!             by an exact solver that searched the same position, else by the search of most nodes.
//!             Searches that deepen give a point for each iteration. Searches that do not, as Monte-Carlo tree search,
//!             give a point each: trials that differ in nothing but how much they may search make one curve.
//! Files       `LABEL/IOHprofiler_fN_WORLD.json` and `LABEL/data_fN_WORLD/IOHprofiler_fN_DIM1.dat`: a world is a
//!             function, all of dimension 1; `instances.csv` says which instance a number is. Readers tell runs apart
//!             by their first evaluation, so that each begins there, with quality 0.
//! Not here    Games between players, which are no search.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde_json::json;

use super::{Labelled, Trials, file_part, make_folder, write_file};
use searchlab_analysis::field::{Cell, Field};
use searchlab_lab::experiment::index::IndexError;
use searchlab_search::counters::Counters;
use searchlab_trial::record::{Record, Status};
use searchlab_worlds::catalog::{WORLDS, WorldInfo};

/// Nodes so far, and the quality of the answer.
type Point = (u64, f64);

/// The facts about an instance from all its trials.
#[derive(Debug, Clone, Default)]
struct Reference {
    /// The least cost of a path.
    cost: Option<f64>,
    /// The right move, and how far it is to be trusted: by an exact solver, or by the nodes searched.
    best: Option<((bool, u64), String)>,
}

/// The instances of a world, by their names.
type Instances = BTreeMap<String, Reference>;

/// The curves of an algorithm in a world, by number of the instance, seed, repetition.
type Curves = BTreeMap<(usize, u64, u32), Vec<Point>>;

/// Writes the curves into a folder, and gives the paths of their descriptions.
///
/// # Errors
/// The records cannot be read any more, or the file system refuses.
pub fn write_ioh(trials: &mut Trials, folder: &Path) -> Result<Vec<PathBuf>, IndexError> {
    let mut worlds: BTreeMap<String, Instances> = BTreeMap::new();
    trials.each(|Labelled { record, .. }| {
        if record.game.is_none() {
            let instances = worlds.entry(record.world.clone()).or_default();
            instances.entry(record.instance.clone()).or_default().note(record);
        }
        Ok::<(), IndexError>(())
    })?;
    let axes = trials.axes.fields().to_vec();
    let mut all: BTreeMap<(String, usize), Curves> = BTreeMap::new();
    trials.each(|Labelled { record, label }| {
        let Some(function) = worlds.keys().position(|world| *world == record.world) else { return Ok(()) };
        let instances = &worlds[&record.world];
        let Some(number) = instances.keys().position(|name| *name == record.instance) else { return Ok(()) };
        if record.game.is_none() {
            let curves = all.entry((algorithm_name(record, label, &axes), function)).or_default();
            let curve = curves.entry((number + 1, record.seed, record.repeat)).or_default();
            curve.extend(points(record, &instances[&record.instance]));
        }
        Ok::<(), IndexError>(())
    })?;
    make_folder(folder)?;
    write_file(&folder.join("instances.csv"), |out| Ok(write_instances(&worlds, out)?))?;
    let mut paths = Vec::new();
    for ((algorithm, function), curves) in all {
        let world = worlds.keys().nth(function).map_or("", String::as_str);
        paths.push(write_curves(folder, &algorithm, (function + 1, world), curves)?);
    }
    Ok(paths)
}

impl Reference {
    fn note(&mut self, record: &Record) {
        let Some(answer) = record.result.as_ref() else { return };
        if is_game(&record.world) {
            let trust = (is_exact(record), record.counters.nodes());
            if let Some(first) = answer.moves.first()
                && self.best.as_ref().is_none_or(|known| known.0 < trust)
            {
                self.best = Some((trust, first.to_owned()));
            }
        } else if self.cost.is_none_or(|known| answer.value < known) {
            self.cost = Some(answer.value);
        }
    }

    fn quality_of_cost(&self, cost: f64) -> f64 {
        match self.cost {
            Some(best) if cost > 0.0 => best / cost,
            _ => 1.0,
        }
    }

    fn quality_of_move(&self, chosen: &str) -> f64 {
        f64::from(self.best.as_ref().is_some_and(|(_, best)| best == chosen))
    }
}

/// True for a search whose value is that of perfect play.
fn is_exact(record: &Record) -> bool {
    let world = WORLDS.iter().find(|world| world.name.name == record.world);
    let is_solver = world.is_some_and(|world| world.solvers.iter().any(|solver| solver.name == record.algorithm));
    is_solver && matches!(record.status, Status::Solved | Status::Complete)
}

fn is_game(world: &str) -> bool {
    WORLDS.iter().find(|known| known.name.name == world).is_none_or(|known| WorldInfo::is_game(known))
}

/// The points of a trial: after each iteration, and at the end.
fn points(record: &Record, reference: &Reference) -> Vec<Point> {
    let is_game = is_game(&record.world);
    let nodes = |counters: &Counters| if is_game { counters.nodes() } else { counters.generated };
    let mut so_far = 0;
    let mut points = Vec::new();
    for iteration in &record.per_iteration {
        so_far += nodes(&iteration.counters);
        let quality = match (iteration.cost, iteration.best.as_deref()) {
            (Some(cost), _) => Some(reference.quality_of_cost(cost)),
            (None, Some(best)) if is_game => Some(reference.quality_of_move(best)),
            _ => None,
        };
        points.extend(quality.map(|quality| (so_far, quality)));
    }
    let quality = record.result.as_ref().and_then(|answer| match (record.referee, answer.moves.first()) {
        (Some(referee), _) => Some(f64::from(referee.loss() == 0)),
        (None, first) if is_game => first.map(|first| reference.quality_of_move(first)),
        (None, _) => Some(reference.quality_of_cost(answer.value)),
    });
    points.push((nodes(&record.counters), quality.unwrap_or(0.0)));
    points
}

/// The label with the axes that say neither how much is searched nor on which instance.
fn algorithm_name(record: &Record, label: &str, axes: &[Field]) -> String {
    let is_no_name = |field: &&Field| match field {
        Field::Depth | Field::Limit(_) | Field::Seed | Field::Part(_) => true,
        Field::Parameter(name) => name == "simulations",
        _ => false,
    };
    let mut name = label.to_owned();
    for axis in axes.iter().filter(|axis| !is_no_name(axis)) {
        match axis.of(record) {
            Cell::None => {}
            Cell::Number(number) => name = format!("{name} {}={number}", axis.name()),
            Cell::Text(text) => name = format!("{name} {}={text}", axis.name()),
        }
    }
    name
}

/// A curve as readers want it: it begins at the first node with no answer, and nodes rise.
fn settled(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_by_key(|point| point.0);
    let mut curve = vec![(1, 0.0)];
    for (nodes, quality) in points {
        match curve.last_mut() {
            Some(last) if last.0 >= nodes => last.1 = quality,
            _ => curve.push((nodes, quality)),
        }
    }
    curve
}

/// The numbers of the instances.
fn write_instances(worlds: &BTreeMap<String, Instances>, out: &mut impl Write) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(["function", "world", "number", "instance"])?;
    for (function, (world, instances)) in worlds.iter().enumerate() {
        for (number, name) in instances.keys().enumerate() {
            csv.write_record([&(function + 1).to_string(), world, &(number + 1).to_string(), name])?;
        }
    }
    csv.flush()
}

/// The two files of an algorithm in a world; the path of the first.
fn write_curves(
    folder: &Path,
    algorithm: &str,
    (function, world): (usize, &str),
    curves: Curves,
) -> Result<PathBuf, IndexError> {
    let folder = folder.join(file_part(algorithm));
    let data = format!("data_f{function}_{world}");
    make_folder(&folder.join(&data))?;
    let data = format!("{data}/IOHprofiler_f{function}_DIM1.dat");
    let curves: Vec<_> = curves.into_iter().map(|(key, points)| (key, settled(points))).collect();
    write_file(&folder.join(&data), |out| {
        for (_, curve) in &curves {
            writeln!(out, "evaluations raw_y")?;
            for (nodes, quality) in curve {
                writeln!(out, "{nodes} {quality:.10}")?;
            }
        }
        Ok(())
    })?;
    let runs = curves.iter().map(|((instance, _, _), curve)| {
        let best = curve.iter().copied().reduce(|best, point| if point.1 > best.1 { point } else { best });
        let (evals, y) = best.unwrap_or_default();
        let last = curve.last().map_or(0, |point| point.0);
        json!({ "instance": instance, "evals": last, "best": { "evals": evals, "y": y, "x": [0] } })
    });
    let description = json!({
        "version": "0.3.5",
        "suite": "searchlab",
        "function_id": function,
        "function_name": world,
        "maximization": true,
        "algorithm": { "name": algorithm, "info": "searchlab" },
        "attributes": ["evaluations", "raw_y"],
        "scenarios": [{ "dimension": 1, "path": data, "runs": runs.collect::<Vec<_>>() }],
    });
    let path = folder.join(format!("IOHprofiler_f{function}_{world}.json"));
    write_file(&path, |out| Ok(writeln!(out, "{description:#}")?))?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_begin_at_the_first_node_and_rise() {
        assert_eq!(settled(vec![(9, 1.0), (4, 0.5), (4, 0.7)]), [(1, 0.0), (4, 0.7), (9, 1.0)]);
        assert_eq!(settled(vec![(0, 1.0)]), [(1, 1.0)]);
        assert_eq!(settled(Vec::new()), [(1, 0.0)]);
    }
}
