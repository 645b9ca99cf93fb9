//! The runner of trials of all worlds, one after the other: with memory that is made once and used again, and players
//! that are kept from game to game.

use std::sync::Arc;

use super::instances::{Instance, Task};
use crate::play::contest::MatchRunner;
use crate::play::refereed;
use searchlab_search::budget::Budget;
use searchlab_trial::record::{Record, Trial};
use searchlab_worlds::gomoku::solver::Algorithm;
use searchlab_worlds::maze::Grid;
use searchlab_worlds::othello::endgame;
use searchlab_worlds::run::gomoku::GomokuRunner;
use searchlab_worlds::run::maze::MazeRunner;
use searchlab_worlds::run::othello::OthelloRunner;
use searchlab_worlds::run::othello_solve::EndgameRunner;
use searchlab_worlds::run::pgames::PGamesRunner;
use searchlab_worlds::run::tree::TreeRunner;
use searchlab_worlds::run::{Observers, gomoku_solve, tiles};
use searchlab_worlds::{gomoku, othello, pgames};

/// Runs one trial after the other, of any world.
#[derive(Debug, Default)]
pub struct TrialRunner {
    /// The maze of the last trial, and all that was made for it.
    maze: Option<(Arc<Grid>, MazeRunner)>,
    othello: OthelloRunner,
    endgame: EndgameRunner,
    gomoku: GomokuRunner,
    othello_games: MatchRunner<othello::Position>,
    gomoku_games: MatchRunner<gomoku::Position>,
    pgames_games: MatchRunner<pgames::Position>,
    pgames: PGamesRunner,
    tree: TreeRunner,
}

impl TrialRunner {
    /// Runs a trial on its instance.
    pub fn run(&mut self, trial: &Trial, instance: &Instance, budget: &Budget) -> Record {
        let mut taps = Observers::default();
        match &instance.task {
            Task::Maze { grid, start, goal } => {
                if self.maze.as_ref().is_none_or(|(last, _)| !Arc::ptr_eq(last, grid)) {
                    self.maze = None;
                }
                let bench = self.maze.get_or_insert_with(|| (Arc::clone(grid), MazeRunner::new(Grid::clone(grid))));
                bench.1.run(trial, *start, *goal, budget, &mut taps).record
            }
            Task::Tiles(puzzle) => tiles::run(trial, *puzzle, budget, &mut taps),
            Task::Othello(position) if trial.is_game() => self.othello_games.run(trial, position, budget),
            Task::Gomoku(position) if trial.is_game() => self.gomoku_games.run(trial, position, budget),
            Task::PGames(position) if trial.is_game() => self.pgames_games.run(trial, position, budget),
            Task::Othello(position) if trial.algorithm == endgame::ABOUT.name => {
                self.endgame.run(trial, *position, budget, &mut taps).record
            }
            Task::Gomoku(position) => match Algorithm::from_name(&trial.algorithm) {
                Some(solver) => gomoku_solve::run(trial, solver, position, budget, &mut taps).record,
                None => self.gomoku.run(trial, position, budget, &mut taps),
            },
            Task::PGames(position) => self.pgames.run(trial, position, budget, &mut taps),
            Task::Tree(position) => self.tree.run(trial, position, budget, &mut taps),
            Task::Othello(position) => {
                refereed(self.othello.run(trial, *position, budget, &mut taps), position, budget)
            }
        }
    }
}
