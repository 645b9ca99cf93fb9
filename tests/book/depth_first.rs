// ANCHOR: head
//! Depth-first search.
//!
//! Idea        Expand the state that was found last.
//! Source      Tarjan, SIAM Journal on Computing 1(2) (1972).
//! Guarantees  A solution if there is one and the space is finite, of any cost.
//! Cost        At worst every state is expanded.
//! Counts      `expanded`, `generated`, the traffic of the stack.
// ANCHOR_END: head

// ANCHOR: search
use searchlab::search::about::{AlgorithmInfo, Guarantee};
use searchlab::search::budget::{Meter, Status};
use searchlab::search::observer::{Event, Observer};
use searchlab::search::path::nodes::path_to;
use searchlab::search::path::{
    Action, ActionSpace, Cost, NodeId, NodeTable, Outcome, OutcomeIn, PathAlgorithm, Relaxed, Task,
};

/// Depth-first search (Tarjan 1972).
#[derive(Debug, Clone, Copy)]
pub struct DepthFirst;

impl PathAlgorithm for DepthFirst {
    const ABOUT: AlgorithmInfo = AlgorithmInfo {
        name: "dfs",
        summary: "depth-first search: last found, first expanded",
        idea: "Expands the state that was found last, and never one twice.",
        source: "Tarjan, SIAM Journal on Computing 1(2):146-160, 1972",
        guarantee: Guarantee::Any,
        cost: "time and memory for every state at worst",
        parameters: &["order"],
        defaults: &[],
    };

    fn run<S: ActionSpace, O: Observer>(task: Task<'_, S, O>) -> OutcomeIn<S> {
        let Task { space, nodes, budget, observer, .. } = task;
        let mut meter = Meter::new(budget);
        nodes.begin();
        let mut stack: Vec<NodeId> = Vec::new();
        if let Relaxed::New(id) = nodes.relax(space.start(), S::Cost::ZERO, Action::default()) {
            observer.on(Event::Pushed(1));
            stack.push(id);
        }
        let mut status = meter.check(nodes.bytes()).err();
        while status.is_none() {
            let Some(id) = stack.pop() else { break };
            observer.on(Event::Popped(1));
            let (state, g, _) = nodes.node(id);
            if space.is_goal(state) {
                return Outcome::solved(g, path_to(space, nodes, id));
            }
            observer.on(Event::Expanded { state: space.key(state), depth: 0 });
            let mut generated = 0;
            space.successors(state, |next, link, step| {
                generated += 1;
                if nodes.id(next).is_some() {
                    return;
                }
                if let Relaxed::New(id) = nodes.relax(next, g + step, link) {
                    observer.on(Event::Pushed(1));
                    stack.push(id);
                }
            });
            observer.on(Event::Generated(generated));
            // Pays for what was done; the bytes are asked only now and then.
            status = meter.spend(generated, || nodes.bytes()).err();
        }
        Outcome::without_path(status.unwrap_or(Status::Unsolvable))
    }
}
// ANCHOR_END: search

// ANCHOR: test
mod tests {
    use searchlab::diagnostic::Source;
    use searchlab::search::budget::Budget;
    use searchlab::search::counters::Counters;
    use searchlab::search::path::{Options, StateSpace};
    use searchlab::worlds::maze::format::{endpoints, read_maze};
    use searchlab::worlds::maze::{Four, GridSpace, Heuristic, MoveSet, MoveTable};

    use super::*;

    /// A maze as a picture, and the numbers that follow from it.
    #[test]
    fn a_way_is_found_and_counted() {
        let picture = "\
S..
.#.
..G
";
        let maze = read_maze(&Source::new("picture", picture)).expect("a maze");
        let (start, goal) = endpoints(&maze, None, None).expect("both are marked");
        let moves = MoveTable::<Four>::new(&maze.grid, Four::ORDER);
        let space = GridSpace::new(&maze.grid, &moves, Heuristic::Zero, start, goal);

        let mut counters = Counters::default();
        let mut nodes = space.new_nodes();
        let outcome = DepthFirst::search(&space, &Options::default(), &mut nodes, &Budget::default(), &mut counters);
        assert_eq!(outcome.status, Status::Solved);
        assert_eq!(outcome.cost, Some(4));
        assert_eq!(outcome.path.len(), 5);
        assert_eq!((counters.expanded, counters.generated), (4, 8));

        // The limit of the budget ends the search.
        let tight = Budget { max_nodes: Some(2), ..Budget::default() };
        let outcome = DepthFirst::search(&space, &Options::default(), &mut nodes, &tight, &mut ());
        assert_eq!(outcome.status, Status::LimitNodes);
    }
}
// ANCHOR_END: test
