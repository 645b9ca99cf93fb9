//! An algorithm and a random player.
//!
//! A move of an algorithm is a trial like any other, and its record is the record of that trial: the transposition
//! table is empty before each move. A table that kept the entries of earlier moves would make the counters of a move
//! depend on the game before it, and one trial would have many records. Players with `keep-table` keep it within a game
//! all the same: there the game is the trial, and its parameters say so. Where the solver of the world takes over near the
//! end, the record of a move is that of the solver.

#[cfg(test)]
mod tests;

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Duration;

use super::player::{Action, Player};
use crate::play::Game;
use crate::play::spec::AlgorithmSpec;
use crate::play::{BoardGame, Runner, SearchableGame};
use searchlab_search::budget::{Budget, Status};
use searchlab_search::clock::Instant;
use searchlab_search::game::Score;
use searchlab_search::game::score::{is_decisive, plies_to_end};
use searchlab_search::live::Live;
use searchlab_trial::record::{Limits, Record, Trial};
use searchlab_trial::text::counted;
use searchlab_worlds::catalog::KEEP_TABLE;
use searchlab_worlds::catalog::game::deepens;
use searchlab_worlds::run::Observers;

/// An algorithm as a player.
#[derive(Debug)]
pub struct AlgorithmPlayer<P: SearchableGame> {
    spec: AlgorithmSpec,
    seed: u64,
    runner: P::Runner,
    /// True if it has searched in this game.
    has_searched: bool,
    /// Gives up once it is set.
    pub stop: Arc<AtomicBool>,
    /// Most time of a move, where that is less than its own limit; of searches that deepen only.
    pub most_time: Option<Duration>,
    /// Receives the nodes of the search that runs, for whoever shows progress.
    pub progress: Option<Arc<AtomicU64>>,
    /// Receives the result of each iteration of the search, for whoever watches.
    pub live: Option<Arc<Live>>,
    /// Listens to the searches.
    pub taps: Observers,
}

/// The value of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hint<M> {
    /// The move.
    pub mv: M,
    /// Its value for the side to move.
    pub value: Score,
    /// Plies of the search that gave it, the move included.
    pub depth: u32,
}

impl<P: SearchableGame> AlgorithmPlayer<P> {
    /// Plays as `spec` says, draws between equal moves by `seed` where it says so, and gives up once `stop` is set.
    pub fn new(spec: AlgorithmSpec, seed: u64, stop: Arc<AtomicBool>) -> Self {
        let (mut runner, taps) = (P::Runner::default(), Observers::default());
        if let Some(positions) = &spec.positions {
            runner.remember_in(Arc::clone(positions));
        }
        Self { spec, seed, runner, has_searched: false, stop, most_time: None, progress: None, live: None, taps }
    }

    /// Makes the transposition table, so that the clock of the first move need not pay for that.
    pub fn warm_up(&mut self) {
        let budget = Budget { max_memory: self.spec.limits.bytes, ..Budget::default() };
        self.runner.prepare(self.spec.about.name, &self.spec.params, &budget);
    }

    /// Begins a new game, in which it draws between equal moves by this seed.
    pub(crate) const fn begin(&mut self, seed: u64) {
        self.seed = seed;
        self.has_searched = false;
    }

    /// The specification that it was made from.
    pub const fn spec(&self) -> &AlgorithmSpec {
        &self.spec
    }

    /// The limits of a move.
    pub fn limits(&self) -> Limits {
        let AlgorithmSpec { about, params, limits, .. } = &self.spec;
        let most = self.most_time.filter(|_| deepens(about, params)).map(|time| time.as_micros() as u64);
        Limits { microseconds: limits.microseconds.into_iter().chain(most).min(), ..*limits }
    }

    /// The legal moves, the best first and equals in the order of their squares. Each is searched by itself, one ply
    /// less deep, with its even share of what a move may spend. `None` if it was stopped.
    ///
    /// # Errors
    /// No memory for the transposition table.
    pub fn hints(&mut self, game: &Game<P>) -> io::Result<Option<Vec<Hint<P::Move>>>> {
        let position = game.position();
        let moves = position.moves();
        let after: Vec<P> = moves.iter().filter_map(|&mv| position.after(mv)).collect();
        let mut hints = Vec::new();
        for (mv, record) in moves.into_iter().zip(self.judge(&after)) {
            if record.status == Status::Interrupted {
                return Ok(None);
            }
            let answer = record.result.ok_or_else(no_memory)?;
            let value = -(answer.value as Score);
            // Wins are counted from the position before the move.
            let value = if is_decisive(value) { value - value.signum() } else { value };
            let place = hints.partition_point(|hint: &Hint<P::Move>| hint.value >= value);
            hints.insert(place, Hint { mv, value, depth: answer.depth.unwrap_or_default() + 1 });
        }
        Ok(Some(hints))
    }

    /// The records of the positions after each move, which share what a move may spend: those of the solver if it takes over
    /// in all of them and ends, else those of searches. Scores and values of an evaluation cannot be compared.
    fn judge(&mut self, after: &[P]) -> Vec<Record> {
        let mut limits = self.spec.limits.share(after.len() as u64);
        let half = limits.share(2);
        let mut solved = Vec::new();
        for position in after {
            let Some(record) = self.solve(position.text(), position, half) else { break };
            if record.status == Status::Interrupted {
                return vec![record];
            }
            if !is_final(&record) {
                limits = half;
                break;
            }
            solved.push(record);
        }
        if solved.len() == after.len() {
            return solved;
        }
        let depth = self.spec.depth.map(|depth| depth.saturating_sub(1).max(1));
        after.iter().map(|position| self.search(position.text(), position, depth, limits)).collect()
    }

    /// The move that its opening book has, if it has a book that knows the position.
    pub fn book_move(&self, position: &P) -> Option<P::Move> {
        position.book_move(&self.spec.params)
    }

    /// The record of the solver, which takes over near the end for players with such a key, if it ends with half of what a
    /// move may spend; else that of a search with the other half, whose nodes and time those of the solver are added to.
    fn choose(&mut self, game: &Game<P>) -> Record {
        let (position, depth, limits) = (game.position(), self.spec.depth, self.limits());
        let solved = match self.solve(game.instance(), position, limits.share(2)) {
            None => return self.search(game.instance(), position, depth, limits),
            Some(solved) if is_final(&solved) => return solved,
            Some(solved) => solved,
        };
        let mut record = self.search(game.instance(), position, depth, limits.share(2));
        record.counters = record.counters.plus(&solved.counters);
        record.measured.seconds += solved.measured.seconds;
        record.measured.cpu_seconds += solved.measured.cpu_seconds;
        record
    }

    /// The record of the solver of the world, where it takes over.
    fn solve(&mut self, instance: String, position: &P, limits: Limits) -> Option<Record> {
        let spec = &self.spec;
        let named = (instance, position.content());
        let trial = Trial::new(spec.world.name.name, named, spec.about.name, spec.params.clone(), limits);
        let budget = Budget { max_time: limits.microseconds.map(Duration::from_micros), ..self.budget(limits) };
        self.runner.solve_for(&trial, position, &budget, &mut self.taps)
    }

    /// The budget of a search, without its time.
    fn budget(&self, limits: Limits) -> Budget {
        Budget {
            max_depth: None,
            max_nodes: limits.nodes,
            max_time: None,
            max_memory: limits.bytes,
            stop: Some(Arc::clone(&self.stop)),
            progress: self.progress.clone(),
            live: self.live.clone(),
        }
    }

    /// Runs a trial with an empty transposition table, unless it is to be kept; emptying it counts as time spent.
    pub fn search(&mut self, instance: String, position: &P, depth: Option<u32>, limits: Limits) -> Record {
        let begin = Instant::now();
        let spec = &self.spec;
        let named = (instance, position.content());
        // Parameters of the player alone are none of the search.
        let mut params = spec.params.clone();
        for own in (P::PLAYERS.parameters)(spec.about) {
            params.remove(own.name.name);
        }
        let trial = Trial::new(spec.world.name.name, named, spec.about.name, params, limits);
        let trial = Trial { depth, seed: self.seed, ..trial };
        let mut budget = self.budget(limits);
        if std::mem::replace(&mut self.has_searched, true) && self.spec.params.contains_key(KEEP_TABLE.key()) {
            self.runner.keep_table();
        } else {
            self.runner.prepare(&trial.algorithm, &trial.params, &budget);
        }
        let time = limits.microseconds.map(Duration::from_micros);
        budget.max_time = time.map(|time| time.saturating_sub(begin.elapsed()));
        self.runner.run(&trial, position, &budget, &mut self.taps)
    }
}

/// True if nothing more is to be searched: the position is solved, or nobody waits for its score.
fn is_final(record: &Record) -> bool {
    matches!(record.status, Status::Solved | Status::Interrupted)
}

/// The error of a player whose table does not fit into memory.
pub fn no_memory() -> io::Error {
    io::Error::new(io::ErrorKind::OutOfMemory, "there is not enough memory for the table of an algorithm")
}

impl<P: SearchableGame> Player<P> for AlgorithmPlayer<P> {
    fn act(&mut self, game: &Game<P>) -> io::Result<Action<P>> {
        if let Some(mv) = self.book_move(game.position()) {
            return Ok(Action::Move(mv, None));
        }
        let record = self.choose(game);
        if record.status == Status::Interrupted {
            return Ok(Action::Interrupt);
        }
        let first = record.result.as_ref().and_then(|answer| game.position().read_move(answer.moves.first()?));
        let mv = first.ok_or_else(no_memory)?;
        Ok(Action::Move(mv, Some(Box::new(record))))
    }
}

/// A random player. Its move depends on the seed, the ply and the position alone: after moves were taken back it plays
/// as before.
#[derive(Debug, Clone, Copy)]
pub struct RandomPlayer {
    seed: u64,
}

impl RandomPlayer {
    /// Plays by a seed.
    pub const fn new(seed: u64) -> Self {
        Self { seed }
    }
}

impl<P: BoardGame> Player<P> for RandomPlayer {
    fn act(&mut self, game: &Game<P>) -> io::Result<Action<P>> {
        let mv = game.position().random_move(self.seed, game.plies());
        Ok(mv.map_or(Action::Leave, |mv| Action::Move(mv, None)))
    }
}

/// A value for the side to move; of a game that is decided, in how many plies, where that is known.
pub fn value_words(value: Score) -> String {
    match value {
        value if is_decisive(value) => {
            let verb = if value > 0 { "wins" } else { "loses" };
            let plies = |plies: u32| counted(plies.into(), "ply").replace("plys", "plies");
            plies_to_end(value).map_or_else(|| verb.to_owned(), |count| format!("{verb} in {}", plies(count)))
        }
        0 => "value 0".to_owned(),
        value => format!("value {value:+}"),
    }
}
