//! From records to a table of means with 95 % intervals: nodes of three algorithms on ten mazes.

use searchlab_analysis::axes::Axes;
use searchlab_analysis::frame::Frame;
use searchlab_analysis::request::{OneOrMany, TableRequest};
use searchlab_analysis::table::{Entry, TableData};
use searchlab_search::budget::Budget;
use searchlab_trial::record::{Limits, Params, Trial};
use searchlab_worlds::maze::generate::{GenerateError, Kind, Recipe, generate};
use searchlab_worlds::run::Observers;
use searchlab_worlds::run::maze::MazeRunner;

fn main() -> Result<(), GenerateError> {
    let values = Some(OneOrMany::Many(vec!["expanded".to_owned()]));
    let (request, axes) = (TableRequest { values, ..TableRequest::default() }, Axes::default());
    let mut frame = Frame::new(TableData::fields_of(&request, &axes), Vec::new());
    for seed in 0..10 {
        let maze = generate(&Recipe::new(Kind::Rooms, 51, 51, seed))?;
        let mut runner = MazeRunner::new(maze.grid);
        for algorithm in ["bfs", "greedy", "astar"] {
            let instance = (format!("maze {seed}"), runner.content(maze.start, maze.goal));
            let params = Params::from([("heuristic".to_owned(), "manhattan".into())]);
            let trial = Trial::new("maze", instance, algorithm, params, Limits::default());
            let record = runner.run(&trial, maze.start, maze.goal, &Budget::default(), &mut Observers::default());
            frame.push(&record);
        }
    }
    let table = TableData::of(&request, &frame.finish(), &axes);
    println!("{}", table.title);
    for row in &table.rows {
        for (head, entry) in table.heads.iter().zip(row) {
            match entry {
                Entry::Text(text) => println!("{text}"),
                Entry::Quantity { value, interval: Some(interval), .. } => {
                    println!("  {:<10} {:>7.1}  [{:.1}, {:.1}]", head.text, value.value, interval.low, interval.high);
                }
                _ => {}
            }
        }
    }
    Ok(())
}
