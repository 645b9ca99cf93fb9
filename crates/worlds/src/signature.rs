//! The signature: the behaviour of every search on a few fixed instances, in one hash.
//!
//! A change of search behaviour changes a counter, a counter changes the hash, and the hash is committed: so no such
//! change lands unnoticed.

use std::fmt::Write;

use crate::catalog::{self, GOMOKU, MAZE, OTHELLO, TILES, WorldInfo};
use crate::gomoku::{self, Rule, Setting};
use crate::maze::generate::{Kind, Recipe, generate};
use crate::othello::format::read_position;
use crate::run::gomoku::GomokuRunner;
use crate::run::maze::MazeRunner;
use crate::run::othello::{self, OthelloRunner};
use crate::run::{self, Observers, tiles};
use crate::tiles::Problem;
use crate::tiles::format::read;
use searchlab_search::about::AlgorithmInfo;
use searchlab_search::budget::Budget;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source};
use searchlab_trial::record::{Hasher, Limits, Record, Trial};

type Result<T> = std::result::Result<T, Diagnostics>;

/// Enough for every search here that ends, and the end of those that do not.
const MAX_NODES: u64 = 200_000;

const BOARDS: &str = "1 4 2 3 0 5 6 7 8\n8 6 7 2 5 4 3 0 1\n\n4 1 2 3 8 5 6 7 12 9 10 11 13 14 15 0\n";

/// The beginning of a game, and a position of eleven discs.
const POSITIONS: [&str; 2] = ["initial", "f5d6c3d3c4f4f6"];

/// Depth of the searches of games.
const PLIES: u32 = 5;

/// The beginning of a game of Gomoku, and a position of eight stones with threes to be had.
const STONES: [&str; 2] = ["h8i9j10", "h8i9h9h10g8i8g10f11"];

/// Depth of the searches of Gomoku, which has more moves.
const GOMOKU_PLIES: u32 = 3;

/// Enough for Monte-Carlo tree search, whose nodes are whole games.
const SIMULATIONS: (&str, &str) = ("simulations", "1000");

/// One line for each trial and, last, the hash over them.
///
/// # Errors
/// Only if a fixed instance could not be made, which is a bug.
pub fn signature() -> Result<String> {
    let mut lines = String::new();
    mazes(&mut lines)?;
    boards(&mut lines)?;
    games(&mut lines)?;
    stones(&mut lines)?;
    let mut hasher = Hasher::default();
    hasher.write(lines.as_bytes());
    // Writing to a string does not fail.
    let _ = writeln!(lines, "signature {:016x}", hasher.finish());
    Ok(lines)
}

fn mazes(lines: &mut String) -> Result<()> {
    for (kind, rows, cols) in
        [(Kind::Backtracker, 31, 41), (Kind::Rooms, 32, 48), (Kind::Obstacles, 40, 40), (Kind::Caves, 40, 64)]
    {
        let maze = generate(&Recipe::new(kind, rows, cols, 1)).map_err(|error| bug(&error.to_string()))?;
        let mut runner = MazeRunner::new(maze.grid);
        let content = runner.content(maze.start, maze.goal);
        for moves in ["4", "8"] {
            for (about, given) in trials(&MAZE, moves) {
                let trial = trial(&MAZE, about, &given, kind.name(), content)?;
                let record = runner.run(&trial, maze.start, maze.goal, &budget(), &mut Observers::default());
                line(lines, &record);
            }
        }
    }
    Ok(())
}

fn boards(lines: &mut String) -> Result<()> {
    let instances = read(BOARDS).map_err(|errors| bug(&format!("{} errors in the fixed boards", errors.len())))?;
    for (index, instance) in instances.iter().enumerate() {
        let problem = Problem { instance: *instance, goal: instance.puzzle.goal() };
        for (about, given) in trials(&TILES, "") {
            let name = format!("board-{}", index + 1);
            let trial = trial(&TILES, about, &given, &name, tiles::content(&problem))?;
            line(lines, &tiles::run(&trial, &problem, &budget(), &mut Observers::default()));
        }
    }
    Ok(())
}

/// Every algorithm from both positions, and once more with another evaluation and another order of moves.
fn games(lines: &mut String) -> Result<()> {
    let other = [
        ("evaluation", "anchored,frontier=-3"),
        ("ordering", "static,fewest-replies,iid"),
        ("playout-plies", "6"),
        SIMULATIONS,
    ];
    let mut runner = OthelloRunner::default();
    for name in POSITIONS {
        let position = read_position(&Source::new("a fixed position", name))?.position();
        for given in [&[SIMULATIONS][..], &other] {
            for &about in OTHELLO.algorithms {
                let takes = |name: &str| OTHELLO.parameters_of(about).any(|parameter| parameter.name.name == name);
                let given: Given = given.iter().copied().filter(|(name, _)| takes(name)).collect();
                let trial = trial(&OTHELLO, about, &given, name, othello::content(position))?;
                let trial = Trial { depth: Some(PLIES), ..trial };
                line(lines, &runner.run(&trial, position, &budget(), &mut Observers::default()));
            }
        }
    }
    Ok(())
}

/// The same with Gomoku: the choices of the course report, and a rule by which black may not do everything.
fn stones(lines: &mut String) -> Result<()> {
    let report = [("evaluation", "ustc-rows"), ("margin", "1"), ("ordering", "killer,history"), SIMULATIONS];
    let others = [
        ("candidates", "patterns"),
        ("evaluation", "pattern,row-four=7"),
        ("playout", "ranked"),
        ("without", "vcf,reductions,table"),
        SIMULATIONS,
    ];
    let mut runner = GomokuRunner::default();
    for (name, rule) in STONES.into_iter().zip([Rule::Freestyle, Rule::Renju]) {
        let given = gomoku::format::read_position(&Source::new("a fixed position", name), Setting::square(15, rule))?;
        let position = given.position;
        for given in [&[SIMULATIONS][..], &report, &others] {
            for &about in GOMOKU.algorithms {
                let takes = |name: &str| GOMOKU.parameters_of(about).any(|parameter| parameter.name.name == name);
                let given: Given = given.iter().copied().filter(|(name, _)| takes(name)).collect();
                let trial = trial(&GOMOKU, about, &given, name, run::gomoku::content(&position))?;
                let trial = Trial { depth: Some(GOMOKU_PLIES), ..trial };
                line(lines, &runner.run(&trial, &position, &budget(), &mut Observers::default()));
            }
        }
    }
    Ok(())
}

type Given = Vec<(&'static str, &'static str)>;

/// Every algorithm of a world that takes the moves, and A* with every open list and tie-break.
fn trials(world: &WorldInfo, moves: &'static str) -> Vec<(&'static AlgorithmInfo, Given)> {
    let moves = if moves.is_empty() { vec![] } else { vec![(catalog::MOVES.key(), moves)] };
    let mut trials: Vec<(&'static AlgorithmInfo, Given)> = Vec::new();
    for about in world.algorithms.iter().copied() {
        if catalog::prefers_eight_moves(about) && moves.iter().any(|given| given.1 == "4") {
            continue;
        }
        trials.push((about, moves.clone()));
        if about.name == "astar" {
            for tie_break in ["high-g", "low-g", "fifo"] {
                for open in ["bucket", "heap", "indexed"] {
                    let choice = [("tie-break", tie_break), ("open", open)];
                    trials.push((about, moves.iter().copied().chain(choice).collect()));
                }
            }
        }
    }
    trials
}

fn trial(world: &WorldInfo, about: &AlgorithmInfo, given: &Given, instance: &str, content: u64) -> Result<Trial> {
    Ok(Trial::new(
        world.name.name,
        (instance.to_owned(), content),
        about.name,
        world.resolve(about, given)?,
        Limits { nodes: Some(MAX_NODES), ..Limits::default() },
    ))
}

fn budget() -> Budget {
    Budget { max_nodes: Some(MAX_NODES), ..Budget::default() }
}

fn bug(words: &str) -> Diagnostics {
    Diagnostic::new(words).into()
}

fn line(lines: &mut String, record: &Record) {
    let value = record.result.as_ref().map_or_else(|| "-".to_owned(), |answer| format!("{:.6}", answer.value));
    let counters = record.counters.entries().into_iter().filter(|&(name, value)| value > 0 && name != "table_bytes");
    let (id, world, instance, algorithm) = (record.id, &record.world, &record.instance, &record.algorithm);
    // Writing to a string does not fail.
    let _ = write!(lines, "{id} {world} {instance} {algorithm} {} {value}", record.status.name());
    for (name, value) in counters {
        let _ = write!(lines, " {name}={value}");
    }
    lines.push('\n');
}
