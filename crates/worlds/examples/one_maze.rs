//! Four algorithms on one maze: the one way to run a trial, and the records that come out of it.

use searchlab_search::budget::Budget;
use searchlab_trial::record::{Limits, Params, Trial};
use searchlab_worlds::maze::generate::{GenerateError, Kind, Recipe, generate};
use searchlab_worlds::run::Observers;
use searchlab_worlds::run::maze::MazeRunner;

fn main() -> Result<(), GenerateError> {
    let maze = generate(&Recipe::new(Kind::Caves, 101, 101, 1))?;
    let (start, goal) = (maze.start, maze.goal);
    let mut runner = MazeRunner::new(maze.grid);
    let content = runner.content(start, goal);
    println!("algorithm   cost  expanded  evaluated");
    for algorithm in ["bfs", "dijkstra", "greedy", "astar"] {
        let instance = ("caves 101x101".to_owned(), content);
        let params = Params::from([("heuristic".to_owned(), "manhattan".into())]);
        let trial = Trial::new("maze", instance, algorithm, params, Limits::default());
        let record = runner.run(&trial, start, goal, &Budget::default(), &mut Observers::default());
        let cost = record.result.map_or("none".to_owned(), |answer| answer.value.to_string());
        println!("{algorithm:<10} {cost:>5} {:>9} {:>10}", record.counters.expanded, record.counters.evaluated);
    }
    Ok(())
}
