//! Connect Four: its entry in the catalog, and its trials.

use std::path::Path;

use serde_json::Value;

use super::engine::{self, Deepened, EngineSearch};
use super::evaluation::LINEAR_GAME;
use super::solver::book::{Book, shipped};
use super::solver::{self, Options, Solution};
use super::{Column, Evaluation, Position};
use crate::book::MOST_BYTES;
use crate::catalog::game::{GAME_ALGORITHMS, followed_by, settle_plain};
use crate::catalog::named_files::NamedFiles;
use crate::catalog::{ALL_BEST, BOOK, EVALUATION, ORDERING, TABLE_BITS, WorldInfo, name};
use crate::play::Runner;
use crate::run::game::{GameSearch, Shared};
use crate::run::plain::{PlainGame, PlainRunner, compiled_here};
use crate::run::{self, Observers, TrialSearch, record_of};
use searchlab_search::about::AlgorithmInfo;
use searchlab_search::budget::Budget;
use searchlab_search::game::{GameAlgorithm, Options as SearchOptions, Ordering, OrderingHeuristic, Table};
use searchlab_search::observer::Observer;
use searchlab_trial::diagnostic::Diagnostics;
use searchlab_trial::files::read_regular;
use searchlab_trial::record::{Answer, Params, Record, Trial};

/// Connect Four.
pub const CONNECT4: WorldInfo = WorldInfo {
    name: name("connect4", "Connect Four, four in a row with falling discs, on boards of 4x4 to 8x7 and 7x8"),
    algorithms: &ALGORITHMS,
    solvers: &[&solver::ABOUT],
    defaults: &[(EVALUATION.key(), "windows"), (ORDERING.key(), "table,killer,history")],
    deepest: 56,
    settle,
    ..LINEAR_GAME
};

/// The algorithms that only Connect Four has.
const OWN: &[&AlgorithmInfo] = &[&engine::ABOUT];

const ALGORITHMS: [&AlgorithmInfo; GAME_ALGORITHMS.len() + OWN.len()] = followed_by(OWN);

static BOOKS: NamedFiles<Book> = NamedFiles::new("book", "shipped", shipped, "searchlab connect4 book");

/// The word for doing without a book.
const NO_BOOK: &str = "none";

/// Reads the book of a trial, and names it by its content.
fn settle(about: &AlgorithmInfo, params: &mut Params) -> Result<(), Diagnostics> {
    settle_plain::<Evaluation>(about, params)?;
    match BOOK.text(params)? {
        // Where there is a book by default, its absence is a choice that has to be named.
        Some(NO_BOOK) if BOOK.own_default(about).is_some() => {}
        Some(NO_BOOK) => drop(params.remove(BOOK.key())),
        Some(text) => {
            let read = || read_regular(Path::new(text), MOST_BYTES);
            let name = BOOKS.settled(text, read, Book::from_bytes)?;
            params.insert(BOOK.key().to_owned(), Value::from(name));
        }
        None => {}
    }
    Ok(())
}

impl PlainGame for Position {
    type Evaluation = Evaluation;

    compiled_here!();
}

/// Searches and solves.
#[derive(Debug, Default)]
pub struct ConnectFourRunner {
    plain: PlainRunner<Position>,
    /// The table of the search that the engine deepens.
    table: Shared<Table>,
}

impl Runner for ConnectFourRunner {
    type Position = Position;

    fn prepare(&mut self, algorithm: &str, params: &Params, budget: &Budget) {
        if algorithm == engine::ABOUT.name {
            self.table.prepare(params, budget);
        } else {
            self.plain.prepare(algorithm, params, budget);
        }
    }

    fn run(&mut self, trial: &Trial, position: &Position, budget: &Budget, observers: &mut Observers) -> Record {
        if trial.algorithm == solver::ABOUT.name {
            return solve(trial, position, budget, observers).record;
        }
        if trial.algorithm == engine::ABOUT.name {
            return run::record_or_error(trial, || self.play(trial, position, budget, observers));
        }
        self.plain.run(trial, position, budget, observers)
    }
}

impl ConnectFourRunner {
    /// Runs a trial of the engine.
    fn play(
        &mut self,
        trial: &Trial,
        position: &Position,
        budget: &Budget,
        observers: &mut Observers,
    ) -> Result<Record, Diagnostics> {
        let evaluation = EVALUATION.text(&trial.params)?;
        let ordering =
            Ordering::new(&[OrderingHeuristic::Table, OrderingHeuristic::Killer, OrderingHeuristic::History]);
        let deepening = GameSearch {
            algorithm: Deepened::ABOUT.name,
            game: *position,
            evaluator: evaluation.map(str::parse).transpose()?.unwrap_or_default(),
            options: SearchOptions {
                deepening: true,
                ordering,
                ..SearchOptions::to_depth(trial.depth.unwrap_or(CONNECT4.deepest))
            },
            table: self.table.of(&trial.params, budget)?,
            spell: |column: Column| column.to_string(),
        };
        let solver = Options { table_bits: engine::SOLVER_BITS, all_best: false, ..solver_options(&trial.params)? };
        Ok(record_of(trial, EngineSearch { position, solver, deepening }, budget, observers))
    }
}

/// The options of the solver that a trial sets.
///
/// # Errors
/// A value that a parameter does not have, a book that has not been read.
pub fn solver_options(params: &Params) -> Result<Options, Diagnostics> {
    let usual = Options::default();
    let has_book = BOOK.text(params)?.is_some_and(|text| text != NO_BOOK);
    Ok(Options {
        table_bits: TABLE_BITS.of(params)?.unwrap_or(usual.table_bits),
        all_best: ALL_BEST.of(params)?.unwrap_or(usual.all_best),
        book: if has_book { BOOKS.of(&BOOK, params)? } else { None },
    })
}

/// The result of one solve.
#[derive(Debug)]
pub struct SolveRun {
    /// The record. Its value is the score, its move a best one, and all best ones stand in it if they were asked for.
    pub record: Record,
    /// The best moves.
    pub best: Vec<Column>,
}

/// Runs one trial of the solver.
pub fn solve(trial: &Trial, position: &Position, budget: &Budget, observers: &mut Observers) -> SolveRun {
    let mut best = Vec::new();
    let record = run::record_or_error(trial, || {
        let options = solver_options(&trial.params)?;
        let search = SolverSearch { position, options, best: &mut best };
        let mut record = record_of(trial, search, budget, observers);
        if options.all_best {
            record.best = best.iter().map(|column| column.to_string().into()).collect();
        }
        Ok(record)
    });
    SolveRun { record, best }
}

/// A solve, waiting for its observer.
struct SolverSearch<'a> {
    position: &'a Position,
    options: Options,
    best: &'a mut Vec<Column>,
}

impl TrialSearch for SolverSearch<'_> {
    fn search<O: Observer>(self, budget: &Budget, observer: &mut O) -> run::Solution {
        let solution = solver::solve(self.position, self.options, budget, observer);
        let answer = answer(&solution);
        *self.best = solution.best;
        run::Solution::new(solution.status, answer)
    }
}

/// The score, and the first of the best moves.
fn answer(solution: &Solution) -> Option<Answer> {
    let score = solution.score()?;
    let moves = solution.best.first().map(Column::to_string).into_iter().collect();
    Some(Answer { value: f64::from(score), exact: None, moves, depth: None })
}
