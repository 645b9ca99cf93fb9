//! The records of three searches as a table for the terminal, as Markdown, as CSV and as JSON.

use std::error::Error;
use std::io;

use searchlab_report::{Column, Layout, table, write_csv, write_json};
use searchlab_search::budget::Budget;
use searchlab_trial::record::{Limits, Params, Trial};
use searchlab_worlds::maze::generate::{Kind, Recipe, generate};
use searchlab_worlds::run::Observers;
use searchlab_worlds::run::maze::MazeRunner;

fn main() -> Result<(), Box<dyn Error>> {
    let maze = generate(&Recipe::new(Kind::Caves, 41, 41, 1))?;
    let mut runner = MazeRunner::new(maze.grid);
    let mut records = Vec::new();
    for algorithm in ["bfs", "greedy", "astar"] {
        let instance = ("caves".to_owned(), runner.content(maze.start, maze.goal));
        let params = Params::from([("heuristic".to_owned(), "manhattan".into())]);
        let trial = Trial::new("maze", instance, algorithm, params, Limits::default());
        let record = runner.run(&trial, maze.start, maze.goal, &Budget::default(), &mut Observers::default());
        records.push(record);
    }
    let columns = [Column::ALGORITHM, Column::COST, Column::EXPANDED, Column::GENERATED, Column::STATUS];
    println!("{}", table(&records, &columns, Layout::Terminal { width: 80, color: false }));
    println!("{}", table(&records, &columns, Layout::Markdown));
    write_csv(&records[..1], &mut io::stdout())?;
    println!();
    write_json(&records[..1], &mut io::stdout())?;
    Ok(())
}
