//! Graphs as a world: its entry in the catalog, its instances, its trials.

use std::sync::Arc;

use super::format::read;
use super::scene::GraphScene;
use super::{Graph, GraphSpace, Heuristic, ROMANIA};
use crate::catalog::path::PLAIN_PATHS;
use crate::catalog::{self, HEURISTIC, ORDER, Words, WorldInfo, name, words};
use crate::puzzle::Puzzle;
use crate::run::{Observers, PathCall, Solution, TrialSearch, record_of, record_or_error};
use crate::trace::Scene;
use crate::world::{Given, InstanceFile, Key, KeyKind, Named, PathCommands, Task, TaskRunner, Way, World};
use searchlab_search::budget::{Budget, Status};
use searchlab_search::observer::Observer;
use searchlab_search::path::{Options, StateSpace};
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source};
use searchlab_trial::record::{Answer, Hasher, Params, Record, Trial};

/// The world of graphs.
#[derive(Debug)]
pub(crate) struct Graphs;

/// A way to be found.
#[derive(Debug)]
pub(crate) struct Route {
    /// The graph, which several tasks may share.
    pub graph: Arc<Graph>,
    /// Where it begins.
    pub start: u32,
    /// Where it ends.
    pub goal: u32,
}

const INFO: WorldInfo = WorldInfo {
    name: name("graph", "graphs from text, directed or not, with coordinates or a table of estimates"),
    lacks: &[ORDER.key()],
    defaults: &[(HEURISTIC.key(), "estimates")],
    heuristics: HEURISTICS.names,
    has_unit_costs: |_| false,
    between_moves: |_| ", ",
    ..PLAIN_PATHS
};

const HEURISTICS: Words<Heuristic> = words! {
    "estimates" => Heuristic::Estimates, "the table of the file; 0 where it has no entry";
    "straight-line" => Heuristic::StraightLine,
        "the straight line by the coordinates, scaled so that it never overestimates";
    "zero" => Heuristic::Zero, "0: no estimate";
};

const START: Key = Key {
    name: "start",
    summary: "Graphs: the node where the paths begin. Default: that of the file.",
    help: "The node where the path begins, if not that of the file",
    kind: KeyKind::Text(".+"),
    default: None,
    way: None,
    check: |_| Ok(()),
};

const GOAL: Key = Key {
    name: "goal",
    summary: "Graphs: the node where the paths end. Default: that of the file.",
    help: "The node where it ends, if not that of the file",
    ..START
};

impl Graphs {
    /// Its entry in the catalog.
    pub(crate) const INFO: &WorldInfo = &INFO;

    fn routes(name: &str, source: &Source, keys: &Given) -> Result<Vec<Named>, Diagnostics> {
        let graph = read(source)?;
        let node = |key: &str, own: Option<u32>| match keys.get(key) {
            Some(name) => graph.node(name).ok_or_else(|| graph.unknown(name)),
            None => own.ok_or_else(|| Diagnostic::new(format!("{} names no {key}", source.name))),
        };
        let (start, goal) = (node(START.name, graph.start)?, node(GOAL.name, graph.goal)?);
        let mut hasher = Hasher::default();
        // The order of the edges decides between equal ways, so the text is the content.
        hasher.write(source.text.as_bytes());
        hasher.write_u64(start.into());
        hasher.write_u64(goal.into());
        let [from, to] = [start, goal].map(|node| &graph.names[node as usize]);
        let is_asked = [START, GOAL].iter().any(|key| keys.get(key.name).is_some());
        let name = if is_asked { format!("{name}:start={from},goal={to}") } else { name.to_owned() };
        let content = hasher.finish();
        Ok(vec![Named { name, task: Task::new(&Graphs, content, Route { graph: Arc::new(graph), start, goal }) }])
    }

    /// The map of Romania of Russell and Norvig.
    fn romania(keys: &Given) -> Result<Vec<Named>, Diagnostics> {
        Self::routes("romania", &Source::new("romania", ROMANIA), keys)
    }
}

impl World for Graphs {
    fn info(&self) -> &'static WorldInfo {
        Self::INFO
    }

    fn ways(&self) -> &'static [(Way, &'static str)] {
        &[(Way::Files, "Graphs: a graph."), (Way::Positions, "Graphs: romania, or the lines of a graph.")]
    }

    fn keys(&self) -> &'static [Key] {
        &[START, GOAL]
    }

    /// The map of Romania.
    fn usual(&self) -> Result<Named, Diagnostic> {
        let one = Self::romania(&Given::default());
        one.ok().and_then(|mut all| all.pop()).ok_or_else(|| Diagnostic::new("no map of Romania"))
    }

    fn path_commands(&self) -> Option<PathCommands> {
        Some(PathCommands {
            about: "Graphs from text, with the map of Romania as the example: search, compare",
            examples: "Examples:\n  \
                searchlab graph astar\n  \
                searchlab graph compare --start Lugoj --heuristic straight-line\n  \
                echo 'edge a b 3' | searchlab graph dijkstra - --start a --goal b",
            file: "",
            usual: "romania",
        })
    }

    fn file(&self, file: &InstanceFile<'_>, keys: &Given, _: &mut Vec<String>) -> Result<Vec<Named>, Diagnostics> {
        Self::routes(file.name, file.source, keys)
    }

    /// A whole graph, or `romania`.
    fn position(&self, source: &Source, keys: &Given) -> Result<Vec<Named>, Diagnostics> {
        match source.text.trim() {
            "romania" => Self::romania(keys),
            text => Self::routes(text, source, keys),
        }
    }

    fn check(&self, _: &str, params: &Params, task: &Task) -> Result<(), Diagnostic> {
        space(params, task).map(drop)
    }

    fn scene(&self, task: &Task) -> Box<dyn Scene> {
        let Route { graph, start, goal } = task.object().expect("tasks are described by their own world");
        Box::new(GraphScene { graph: Arc::clone(graph), start: *start, goal: *goal })
    }

    fn puzzle<'t>(&self, task: &'t Task, _: &Params) -> Option<Box<dyn Puzzle + 't>> {
        let Route { graph, start, goal } = task.object()?;
        Some(Box::new(Route { graph: Arc::clone(graph), start: *start, goal: *goal }))
    }

    fn runner(&self) -> Box<dyn TaskRunner> {
        Box::new(Runner)
    }
}

fn space(params: &Params, task: &Task) -> Result<GraphSpace, Diagnostic> {
    let Route { graph, start, goal } = task.object().expect("tasks reach the runner of their own world");
    let heuristic = HEURISTICS.of(&HEURISTIC, params)?.unwrap_or(Heuristic::Zero);
    GraphSpace::new(graph, *start, *goal, heuristic)
        .map_err(|problem| problem.help("choose the heuristic estimates, straight-line or zero"))
}

#[derive(Debug)]
struct Runner;

impl TaskRunner for Runner {
    fn run(&mut self, trial: &Trial, task: &Task, budget: &Budget, observers: &mut Observers) -> Record {
        record_or_error(trial, || {
            let (space, options) = (space(&trial.params, task)?, catalog::options(&trial.params)?);
            Ok(record_of(trial, GraphSearch { trial, task, space, options }, budget, observers))
        })
    }
}

struct GraphSearch<'a> {
    trial: &'a Trial,
    task: &'a Task,
    space: GraphSpace,
    options: Options,
}

impl TrialSearch for GraphSearch<'_> {
    fn search<O: Observer>(self, budget: &Budget, observer: &mut O) -> Solution {
        let Self { trial, task, space, options } = self;
        let Some(route) = task.object::<Route>() else {
            return Solution::new(Status::Error, None);
        };
        let call = PathCall { space: &space, options, nodes: &mut space.new_nodes(), budget, observer };
        let Some(outcome) = catalog::visit_path_algorithm(&trial.algorithm, call) else {
            return Solution::new(Status::Error, None);
        };
        let moves = route.graph.names_of(&outcome.path).into_iter().collect();
        let answer = outcome.cost.map(|cost| Answer { value: cost as f64, exact: None, moves, depth: None });
        Solution::new(outcome.status, answer)
    }
}
