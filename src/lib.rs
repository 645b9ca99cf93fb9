//! searchlab: a laboratory for AI search.
//!
//! **A trial goes in, a record comes out, a report reads the records.** A trial is one algorithm with its parameters
//! on one instance with one budget. A record is what it gave: the answer, what was counted, what was measured. The
//! program is the command line of this library; nothing that it can do is out of reach of other programs.
//!
//! # The road that data travels
//!
//! ```text
//! command line ──► trial ──► run ──► record ──► table · card · chart · CSV · Markdown · JSON
//!                             │
//!              world × algorithm × budget
//! ```
//!
//! # The crates
//!
//! From the top to the bottom. Each uses only what stands below it.
//!
//! | part | what it does |
//! |---|---|
//! | [`cli`] | words to trials, records to the terminal, exit codes |
//! | [`report`] | records to tables, comparisons and charts |
//! | [`experiment`], [`play`] | many trials; players and the games between them |
//! | [`analysis`] | records to numbers: those of tables, charts and claims |
//! | [`worlds`], [`catalog`], [`run`], [`training`], [`font`] | mazes, sliding tiles, Othello, Gomoku, board splitting, trees; every name that a user may type; the one way to run a trial; how evaluations are learned; the letters of pictures |
//! | [`record`], [`diagnostic`], [`text`], [`files`], [`clock`] | trial and record, and the id of a trial; messages with a place; numbers as words |
//! | [`statistics`] | numbers from numbers |
//! | [`search`] | the algorithms, over [`StateSpace`](search::path::StateSpace) and [`Game`](search::game::Game); observers, counters, budgets |
//!
//! # A search
//!
//! A world makes a space, an algorithm is a type, and whoever wants to watch passes an observer: here the
//! [`Counters`](search::counters::Counters).
//!
//! ```
//! use searchlab::diagnostic::Source;
//! use searchlab::search::budget::{Budget, Status};
//! use searchlab::search::counters::Counters;
//! use searchlab::search::path::{Options, PathAlgorithm, StateSpace, AStar};
//! use searchlab::worlds::maze::format::{endpoints, read_maze};
//! use searchlab::worlds::maze::moves::directions;
//! use searchlab::worlds::maze::{Four, GridSpace, Heuristic, MoveSet, MoveTable};
//!
//! let picture = "\
//! S....
//! .###.
//! ..#.G
//! ";
//! let maze = read_maze(&Source::new("picture", picture))?;
//! let (start, goal) = endpoints(&maze, None, None)?;
//! let moves = MoveTable::<Four>::new(&maze.grid, Four::ORDER);
//! let space = GridSpace::new(&maze.grid, &moves, Heuristic::Manhattan, start, goal);
//!
//! let mut counters = Counters::default();
//! let mut nodes = space.new_nodes();
//! let outcome = AStar::search(&space, &Options::default(), &mut nodes, &Budget::default(), &mut counters);
//!
//! assert_eq!(outcome.status, Status::Solved);
//! assert_eq!(outcome.cost, Some(6));
//! let way: Vec<_> = directions(&maze.grid, &outcome.path).collect();
//! assert_eq!(way.into_iter().map(Four::spell).collect::<String>(), "RRRRDD");
//! // The cells of the path but the goal. Those below the start have as small an f, but their turn does not come.
//! assert_eq!(counters.expanded, 6);
//! # Ok::<(), searchlab::diagnostic::Diagnostics>(())
//! ```
//!
//! # A trial
//!
//! The same as a trial, by names, as the command line does it. What is named is checked against the [`catalog`], the
//! defaults are filled in, and the record is what `--format json` prints.
//!
//! ```
//! use searchlab::catalog::MAZE;
//! use searchlab::run::{Observers, maze::MazeRunner};
//! use searchlab::record::{Limits, Trial};
//! use searchlab::search::budget::Budget;
//! use searchlab::worlds::maze::generate::{Kind, Recipe, generate};
//!
//! let maze = generate(&Recipe::new(Kind::Rooms, 30, 60, 1))?;
//! let mut runner = MazeRunner::new(maze.grid);
//! let about = MAZE.algorithm("fringe").expect("it is in the catalog");
//! let trial = Trial {
//!     world: "maze".into(),
//!     instance: "rooms 30x60, seed 1".into(),
//!     content: runner.content(maze.start, maze.goal),
//!     algorithm: about.name.into(),
//!     params: MAZE.resolve(about, &[("moves", "8")])?,
//!     depth: None,
//!     limits: Limits::default(),
//!     seed: 0,
//!     repeat: 0,
//! };
//! let record = runner.run(&trial, maze.start, maze.goal, &Budget::default(), &mut Observers::default());
//! assert_eq!(record.status.name(), "solved");
//! assert_eq!(record.params["heuristic"], "octile");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A game
//!
//! The MiniMax family searches a [`Game`](search::game::Game) with an [`Evaluator`](search::game::Evaluator). The
//! value from the beginning of Othello, 6 plies deep, with the evaluation `classic`:
//!
//! ```
//! use searchlab::catalog::OTHELLO;
//! use searchlab::run::Observers;
//! use searchlab::run::othello::{OthelloRunner, content};
//! use searchlab::record::{Limits, Trial};
//! use searchlab::search::budget::Budget;
//! use searchlab::worlds::othello::Position;
//!
//! let position = Position::INITIAL;
//! let mut runner = OthelloRunner::default();
//! // Monte-Carlo tree search estimates.
//! for about in OTHELLO.algorithms.iter().filter(|about| about.name != "mcts") {
//!     let params = OTHELLO.resolve(about, &[("evaluation", "classic")])?;
//!     let instance = ("initial".to_owned(), content(position));
//!     let trial = Trial::new("othello", instance, about.name, params, Limits::default());
//!     let trial = Trial { depth: Some(6), ..trial };
//!     let record = runner.run(&trial, position, &Budget::default(), &mut Observers::default());
//!     assert_eq!(record.result.expect("it ends").value, -10.0);
//! }
//! # Ok::<(), searchlab::diagnostic::Diagnostics>(())
//! ```
//!
//! The book in `docs/` shows how to add an algorithm, a heuristic, a generator, a format or a world, with code that is
//! compiled and run.

pub mod allocator;
pub mod cli;
pub mod shipped;

pub use searchlab_analysis as analysis;
pub use searchlab_lab::{assignment, experiment, play, quiz, watch};
pub use searchlab_report as report;
pub use searchlab_search as search;
pub use searchlab_statistics as statistics;
pub use searchlab_trial::{clock, diagnostic, embedded, files, record, text};
pub use searchlab_worlds::{self as worlds, catalog, font, run, training};
