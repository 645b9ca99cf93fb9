//! Checks of consistency: trials that did not come to their end, and answers that contradict each other.
//!
//! The guarantee of an algorithm stands in the catalog. Algorithms that guarantee the least cost, the value of MiniMax,
//! or perfect play must give one value for one task; the fewest steps are the least cost where all steps cost the same,
//! and an inadmissible heuristic, which may exceed the true cost, takes the guarantee away. The solutions of all other
//! algorithms cost at least the least, and prove that there is a solution.

use std::collections::BTreeMap;

use super::field::Field;
use super::frame::{Frame, Key};
use super::problems::{Disagreement, Problems};
use super::tasks::{codes, is_unfinished};
use searchlab_search::about::{AlgorithmInfo, Guarantee};
use searchlab_search::budget::Status;
use searchlab_trial::record::Params;
use searchlab_worlds::catalog::{
    EVALUATION, HEURISTIC, MODE, MOVES, PROBCUT, Parameter, SELECTIVITY, TERRAIN_FACT, WORLDS, WorldInfo,
};

/// The parameters that make another task of an instance.
const TASK: [&Parameter; 3] = [&MOVES.parameter, &EVALUATION, &MODE.parameter];

fn parameter(parameter: &Parameter) -> Field {
    Field::Parameter(parameter.name.name.to_owned())
}

/// The kind of value that a trial gives; only equal kinds are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Cost,
    Minimax,
    PerfectPlay,
}

/// The value of a trial.
struct Answer {
    row: usize,
    /// The value; infinite if there is no solution.
    value: f64,
    is_promised: bool,
}

impl Problems {
    /// The fields that a frame must hold.
    pub fn fields() -> Vec<Field> {
        let mut fields = vec![Field::World, Field::Instance, Field::Algorithm, Field::Depth, Field::Value];
        fields.extend(TASK.map(parameter));
        fields.extend([&HEURISTIC, &PROBCUT.parameter, &SELECTIVITY.parameter].map(parameter));
        fields.push(Field::Parameter(TERRAIN_FACT.to_owned()));
        fields
    }

    /// The problems of these records. Missing trials are added by the caller, who knows the plan.
    pub fn of(frame: &Frame) -> Self {
        Self { unfinished: unfinished(frame), disagreements: disagreements(frame), mishaps: Vec::new(), missing: None }
    }

    /// True if there is no problem.
    pub fn is_empty(&self) -> bool {
        let has_none = self.unfinished.is_empty() && self.disagreements.is_empty() && self.mishaps.is_empty();
        has_none && self.missing.is_none_or(|missing| missing.0 == 0)
    }
}

fn unfinished(frame: &Frame) -> Vec<(String, Status, usize, usize)> {
    let labels = frame.keys(&Field::Algorithm);
    let mut counts = vec![[0; Status::ALL.len()]; labels.len()];
    for row in 0..frame.len() {
        let status = Status::ALL.iter().position(|status| *status == frame.status(row));
        if let (Some(label), Some(status)) = (frame.place(&Field::Algorithm, row), status) {
            counts[label][status] += 1;
        }
    }
    let mut found = Vec::new();
    for (label, counts) in labels.iter().zip(&counts) {
        for (status, &count) in Status::ALL.iter().zip(counts) {
            if count > 0 && is_unfinished(*status) {
                found.push((label.to_string(), *status, count, counts.iter().sum()));
            }
        }
    }
    found
}

fn disagreements(frame: &Frame) -> Vec<Disagreement> {
    let mut fields = vec![Field::World, Field::Instance, Field::Depth];
    fields.extend(TASK.map(parameter));
    let promises = Promises::of(frame);
    // Games need not end alike.
    let is_game = |row: usize| frame.place(&Field::Opponent, row).is_some();
    let rows: Vec<usize> = (0..frame.len()).filter(|&row| !is_unfinished(frame.status(row)) && !is_game(row)).collect();
    let codes = codes(frame, &rows, &fields);
    let mut answers: Vec<((u64, Kind), Answer)> = Vec::new();
    for (&row, code) in rows.iter().zip(codes) {
        let value = match frame.status(row) {
            Status::Unsolvable => Some(f64::INFINITY),
            _ => frame.number(&Field::Value, row),
        };
        if let (Some(value), Some((kind, is_promised))) = (value, promises.of_row(frame, row)) {
            answers.push(((code, kind), Answer { row, value, is_promised }));
        }
    }
    answers.sort_by_key(|answer| answer.0);
    let tasks = answers.chunk_by(|one, other| one.0 == other.0);
    tasks.filter_map(|task| disagreement(frame, &fields, task)).collect()
}

/// The values of the trials of one task, if they contradict each other.
#[allow(clippy::float_cmp, reason = "costs and values of one task are exact")]
fn disagreement(frame: &Frame, fields: &[Field], task: &[((u64, Kind), Answer)]) -> Option<Disagreement> {
    let answers = || task.iter().map(|entry| &entry.1);
    let promised = || answers().filter(|answer| answer.is_promised).map(|answer| answer.value);
    let least = promised().reduce(f64::min);
    let is_wrong = |answer: &Answer| match least {
        Some(least) if answer.is_promised => answer.value != least,
        Some(least) => answer.value < least,
        None => false,
    };
    let is_solved = answers().any(|answer| answer.value.is_finite());
    let is_unsolvable = answers().any(|answer| answer.value.is_infinite());
    let is_contradicted = is_solved && is_unsolvable;
    if !is_contradicted && !answers().any(is_wrong) {
        return None;
    }
    let mut values: BTreeMap<(usize, u64), f64> = BTreeMap::new();
    for answer in answers().filter(|answer| is_contradicted || answer.is_promised || is_wrong(answer)) {
        let label = frame.place(&Field::Algorithm, answer.row).unwrap_or_default();
        values.insert((label, answer.value.to_bits()), answer.value);
    }
    let labels = frame.keys(&Field::Algorithm);
    let row = task[0].1.row;
    Some(Disagreement {
        task: described(frame, fields, row),
        values: values.into_iter().map(|((label, _), value)| (labels[label].to_string(), value)).collect(),
    })
}

fn described(frame: &Frame, fields: &[Field], row: usize) -> String {
    let words = fields.iter().filter_map(|field| {
        let key = &frame.keys(field)[frame.place(field, row)?];
        Some(if matches!(field, Field::World | Field::Instance) {
            key.to_string()
        } else {
            format!("{} {key}", field.name())
        })
    });
    words.collect::<Vec<_>>().join(", ")
}

/// The world and the algorithm behind each label, world by world.
struct Promises {
    by_world: Vec<Vec<Option<(&'static WorldInfo, &'static AlgorithmInfo)>>>,
}

impl Promises {
    fn of(frame: &Frame) -> Self {
        let find = |world: &str, label: &str| {
            let fits = |known: &&super::frame::Label| {
                known.label == label && known.world.as_ref().is_none_or(|known| known == world)
            };
            let name = frame.labels().iter().find(fits).map_or(label, |known| known.algorithm.as_str());
            let world = WORLDS.iter().find(|known| known.name.name == world)?;
            world.abouts().find(|about| about.name == name).map(|about| (*world, about))
        };
        let labels = frame.keys(&Field::Algorithm);
        let of_world =
            |world: &Key| labels.iter().map(|label| find(&world.to_string(), &label.to_string())).collect::<Vec<_>>();
        Self { by_world: frame.keys(&Field::World).iter().map(of_world).collect() }
    }

    /// The kind of the value in a row, and whether it is promised to be the right one; `None` for what is unknown.
    fn of_row(&self, frame: &Frame, row: usize) -> Option<(Kind, bool)> {
        let world = frame.place(&Field::World, row)?;
        let label = frame.place(&Field::Algorithm, row)?;
        let (world, about) = self.by_world[world][label]?;
        Some(match about.guarantee {
            Guarantee::MinimaxValue if frame.place(&parameter(&PROBCUT.parameter), row).is_some() => return None,
            Guarantee::MinimaxValue => (Kind::Minimax, true),
            Guarantee::PerfectPlay => {
                let percent = frame.number(&parameter(&SELECTIVITY.parameter), row);
                return percent.is_none_or(|percent| percent >= 100.0).then_some((Kind::PerfectPlay, true));
            }
            Guarantee::Optimal
            | Guarantee::FewestSteps
            | Guarantee::Bounded
            | Guarantee::Any
            | Guarantee::MayMiss
            | Guarantee::FitsMemory => (Kind::Cost, world.promises_least_cost(about, &params(frame, row))),
            Guarantee::OfProgram if !world.is_game() => (Kind::Cost, false),
            // There is nothing with which an estimate or a path at any angle should agree; a program's value was checked
            // by itself.
            Guarantee::Estimate | Guarantee::AnyAngle | Guarantee::ProvedWin | Guarantee::OfProgram => return None,
        })
    }
}

/// The parameters on which a promise depends.
fn params(frame: &Frame, row: usize) -> Params {
    let entry = |name: &str| {
        let field = Field::Parameter(name.to_owned());
        let key = &frame.keys(&field)[frame.place(&field, row)?];
        let value = match key {
            Key::Number(number) => serde_json::Value::from(*number as u64),
            Key::Text(text) => serde_json::Value::from(text.as_str()),
        };
        Some((name.to_owned(), value))
    };
    [MOVES.key(), HEURISTIC.key(), TERRAIN_FACT].into_iter().filter_map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{framed, record};
    use super::*;
    use searchlab_trial::record::Record;

    fn cost(instance: &str, algorithm: &str, value: f64) -> Record {
        record("maze", instance, algorithm).value(value).param("moves", 4).record
    }

    fn problems(records: &[Record]) -> Problems {
        Problems::of(&framed(records, Problems::fields()))
    }

    #[test]
    fn optimal_algorithms_must_agree() {
        let good = [cost("a", "astar", 7.0), cost("a", "bfs", 7.0), cost("b", "bfs", 8.0), cost("a", "greedy", 9.0)];
        assert!(problems(&good).is_empty());
        let bad = [cost("a", "astar", 7.0), cost("a", "bfs", 8.0), cost("a", "greedy", 9.0)];
        let found = problems(&bad).disagreements;
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].task, "maze, a, moves 4");
        assert_eq!(found[0].values, [("astar".to_owned(), 7.0), ("bfs".to_owned(), 8.0)]);
    }

    #[test]
    fn nothing_is_cheaper_than_the_least() {
        let found = problems(&[cost("a", "astar", 7.0), cost("a", "greedy", 6.0)]).disagreements;
        assert_eq!(found[0].values, [("astar".to_owned(), 7.0), ("greedy".to_owned(), 6.0)]);
    }

    /// The fewest steps are not the least cost with diagonals, and Manhattan's distance is no lower bound there.
    #[test]
    fn promises_depend_on_moves_and_heuristic() {
        let eight = |algorithm: &str, heuristic: &str, value: f64| {
            record("maze", "a", algorithm).value(value).param("moves", 8).param("heuristic", heuristic).record
        };
        assert!(problems(&[eight("astar", "octile", 7.0), eight("bfs", "", 8.0)]).is_empty());
        assert!(problems(&[eight("dijkstra", "", 7.0), eight("astar", "manhattan", 8.0)]).is_empty());
        assert_eq!(problems(&[eight("dijkstra", "", 7.0), eight("astar", "octile", 8.0)]).disagreements.len(), 1);
    }

    /// The fewest steps are not the least cost where cells cost different amounts.
    #[test]
    fn promises_depend_on_the_terrain() {
        let of = |algorithm: &str, value: f64| {
            record("maze", "a", algorithm).value(value).param("moves", 4).param("terrain", "digits").record
        };
        assert!(problems(&[of("bfs", 12.0), of("astar", 7.0)]).is_empty());
        assert_eq!(problems(&[of("dijkstra", 8.0), of("astar", 7.0)]).disagreements.len(), 1);
    }

    /// The fewest roads are not the shortest way.
    #[test]
    fn promises_depend_on_the_costs_of_the_world() {
        let route = |algorithm: &str, value: f64| record("graph", "romania", algorithm).value(value).record;
        assert!(problems(&[route("bfs", 450.0), route("astar", 418.0)]).is_empty());
        assert_eq!(problems(&[route("dijkstra", 419.0), route("astar", 418.0)]).disagreements.len(), 1);
    }

    #[test]
    fn solved_contradicts_unsolvable() {
        let none = record("maze", "a", "bts").param("moves", 4).status(Status::Unsolvable).record;
        let found = problems(&[cost("a", "greedy", 9.0), none.clone()]).disagreements;
        assert_eq!(found[0].values.len(), 2);
        assert!(found[0].values.iter().any(|value| value.1.is_infinite()));
        assert!(problems(&[none]).is_empty());
    }

    #[test]
    fn games_agree_by_depth_evaluation_and_mode() {
        let with_solver = WORLDS.iter().find(|world| world.abouts().any(|about| about.name == "endgame"));
        let world = with_solver.expect("a game with a solver").name.name;
        let game = |algorithm: &str, depth: u32, evaluation: &str, value: f64| {
            record(world, "a", algorithm).value(value).depth(depth).param("evaluation", evaluation).record
        };
        let good = [
            game("minimax", 4, "classic", 3.0),
            game("mtdf", 4, "classic", 3.0),
            game("mtdf", 5, "classic", 4.0),
            game("mtdf", 4, "corner=1", 5.0),
            record(world, "a", "endgame").value(64.0).param("mode", "exact").record,
            record(world, "a", "endgame").value(1.0).param("mode", "wld").record,
        ];
        assert!(problems(&good).is_empty(), "{:?}", problems(&good));
        let found = problems(&[game("minimax", 4, "classic", 3.0), game("mtdf", 4, "classic", 2.0)]).disagreements;
        assert_eq!(found[0].task, format!("{world}, a, depth 4, evaluation classic"));
    }

    #[test]
    fn unfinished_trials_are_counted_and_not_compared() {
        let limited = |instance: &str| Record { status: Status::LimitNodes, ..cost(instance, "astar", 1.0) };
        let failed = Record { status: Status::Error, ..cost("d", "bfs", 1.0) };
        let found = problems(&[limited("a"), limited("b"), cost("c", "astar", 7.0), cost("a", "bfs", 9.0), failed]);
        let astar = ("astar".to_owned(), Status::LimitNodes, 2, 3);
        assert_eq!(found.unfinished, [astar, ("bfs".to_owned(), Status::Error, 1, 2)]);
        assert!(found.disagreements.is_empty() && !found.is_empty());
    }
}
