//! An algorithm and a random player.
//!
//! A move of an algorithm is a trial like any other, and its record is the record of that trial: the transposition
//! table is empty before each move. A table that kept the entries of earlier moves would make the counters of a move
//! depend on the game before it, and one trial would have many records. Where the solver of the world takes over near the
//! end, the record of a move is that of the solver.

use std::cmp::Reverse;
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
use searchlab_worlds::catalog::game::deepens;
use searchlab_worlds::run::Observers;

/// An algorithm as a player.
#[derive(Debug)]
pub struct AlgorithmPlayer<P: SearchableGame> {
    spec: AlgorithmSpec,
    seed: u64,
    runner: P::Runner,
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
        Self { spec, seed, runner, stop, most_time: None, progress: None, live: None, taps }
    }

    /// Makes the transposition table, so that the clock of the first move need not pay for that.
    pub fn warm_up(&mut self) {
        let budget = Budget { max_memory: self.spec.limits.bytes, ..Budget::default() };
        self.runner.prepare(self.spec.about.name, &self.spec.params, &budget);
    }

    /// Draws between equal moves by another seed from now on.
    pub const fn reseed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// The specification that it was made from.
    pub const fn spec(&self) -> &AlgorithmSpec {
        &self.spec
    }

    /// The limits of a move.
    pub(super) fn limits(&self) -> Limits {
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
            hints.push(Hint { mv, value, depth: answer.depth.unwrap_or_default() + 1 });
        }
        hints.sort_by_key(|hint| Reverse(hint.value));
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
    pub(super) fn book_move(&self, position: &P) -> Option<P::Move> {
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

    /// Runs a trial with an empty transposition table; emptying it counts as time spent.
    pub(super) fn search(&mut self, instance: String, position: &P, depth: Option<u32>, limits: Limits) -> Record {
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
        self.runner.prepare(&trial.algorithm, &trial.params, &budget);
        let time = limits.microseconds.map(Duration::from_micros);
        budget.max_time = time.map(|time| time.saturating_sub(begin.elapsed()));
        self.runner.run(&trial, position, &budget, &mut self.taps)
    }
}

/// True if nothing more is to be searched: the position is solved, or nobody waits for its score.
fn is_final(record: &Record) -> bool {
    matches!(record.status, Status::Solved | Status::Interrupted)
}

pub(super) fn no_memory() -> io::Error {
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;
    use crate::play::othello::{PLAYERS, of_transcript};
    use crate::play::{Ending, PlayerSpec, Watcher, play};
    use searchlab_trial::diagnostic::Source;
    use searchlab_worlds::othello::{Move, Position, Side};

    type Game = super::Game<Position>;

    fn engine(words: &str) -> AlgorithmPlayer<Position> {
        match PLAYERS.parse(&Source::new("player", words)) {
            Ok(PlayerSpec::Algorithm(spec)) => AlgorithmPlayer::new(spec, 0, Arc::default()),
            other => panic!("{words}: {other:?}"),
        }
    }

    fn start() -> Game {
        Game::new(Position::INITIAL)
    }

    /// Keeps the records.
    #[derive(Default)]
    struct Records(Vec<Record>);

    impl Watcher<Position> for Records {
        fn moved(&mut self, _game: &Game, _side: Side, _mv: Move, record: Option<Box<Record>>) -> io::Result<()> {
            self.0.extend(record.map(|record| *record));
            Ok(())
        }

        fn passed(&mut self, _game: &Game, _side: Side) -> io::Result<()> {
            Ok(())
        }

        fn taken_back(&mut self, _game: &Game, _count: usize) -> io::Result<()> {
            Ok(())
        }
    }

    /// The record of a move is that of the same search alone: nothing is carried from move to move.
    #[test]
    fn moves_are_trials_of_their_own() {
        let (mut game, mut records) = (start(), Records::default());
        let (mut black, mut white) = (engine("alphabeta-tt:depth=4"), RandomPlayer::new(7));
        assert_eq!(play(&mut game, [&mut black, &mut white], &mut records).unwrap(), Ending::Finished);
        assert!(records.0.len() > 20);
        for record in &records.0 {
            let position = searchlab_worlds::othello::format::read_position(&Source::new("i", record.instance.clone()));
            let given = of_transcript(&position.unwrap().transcript).given();
            let Action::Move(mv, Some(alone)) = engine("alphabeta-tt:depth=4").act(&given).unwrap() else { panic!() };
            assert_eq!((alone.id, alone.counters, &alone.result), (record.id, record.counters, &record.result));
            assert!(record.result.as_ref().unwrap().moves.first() == Some(mv.to_string().as_str()));
        }
        let (mut again, mut others) = (start(), Records::default());
        play(&mut again, [&mut engine("alphabeta-tt:depth=4"), &mut RandomPlayer::new(7)], &mut others).unwrap();
        assert_eq!(again, game);
    }

    #[test]
    fn the_best_hint_is_the_move() {
        for words in ["alphabeta-tt:depth=5", "mtdf:depth=4,evaluation=discs", "alphabeta-tt:depth=2"] {
            let mut game = start();
            while !game.position().board.is_over() {
                if game.position().board.moves() == 0 {
                    game.push(Move::PASS);
                    continue;
                }
                let mut player = engine(words);
                let hints = player.hints(&game).unwrap().unwrap();
                assert!(
                    hints.is_sorted_by_key(|hint| Reverse(hint.value)) && hints.len() == game.position().moves().len()
                );
                let Action::Move(mv, Some(record)) = player.act(&game).unwrap() else { panic!() };
                let value = record.result.unwrap().value as Score;
                assert_eq!(hints[0].value, value, "{words} {}", game.instance());
                game.push(mv);
            }
        }
    }

    /// A book gives the moves that it knows, without a search; the records of the searches after it are those of the
    /// same player without a book.
    #[test]
    fn a_book_gives_moves_and_changes_no_search() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("own.book");
        let mut book = searchlab_worlds::othello::book::Book::default();
        let line: Vec<Move> = ["d3", "c3", "c4", "c5"].map(|mv| mv.parse().unwrap()).to_vec();
        book.add(Position::INITIAL, &line, 0, 4);
        std::fs::write(&path, book.to_text()).unwrap();
        let words = format!("alphabeta-tt:depth=3,book={}", path.display());
        let (mut with, mut without) = (engine(&format!("{words},book-plies=3")), engine("alphabeta-tt:depth=3"));
        let mut game = start();
        for (number, &mv) in line.iter().enumerate() {
            let (first, second) = (with.act(&game).unwrap(), without.act(&game).unwrap());
            match (first, second) {
                (Action::Move(own, None), _) => assert!(number < 3 && (number == 0 || own == mv), "{number}: {own}"),
                (Action::Move(own, Some(one)), Action::Move(other, Some(two))) => {
                    assert_eq!((number, own, one.id, one.counters), (3, other, two.id, two.counters));
                }
                other => panic!("{other:?}"),
            }
            game.push(mv);
        }
        let named = with.spec().to_string();
        assert!(named.contains("book=crc32-") && named.ends_with("book-plies=3"), "{named}");
        assert_eq!(engine(&named).spec().to_string(), named, "the name that a record has reads as the same player");
        assert_eq!(engine(&words).spec().params["book-plies"], 20);
    }

    /// From the 10 empty squares of `solve=10` on the record of a move is that of the solver, and the searches before are
    /// those of the same player without it.
    #[test]
    fn the_solver_takes_over_near_the_end() {
        let whole = searchlab_worlds::othello::playout::game(3);
        let (mut with, mut without) = (engine("pvs:depth=2,solve=10"), engine("pvs:depth=2"));
        let mut game = start();
        for &mv in whole.moves() {
            if mv != Move::PASS {
                let (Action::Move(first, Some(one)), Action::Move(second, Some(two))) =
                    (with.act(&game).unwrap(), without.act(&game).unwrap())
                else {
                    panic!("both search")
                };
                if game.position().board.empties() > 10 {
                    assert_eq!((first, one.id, one.counters), (second, two.id, two.counters));
                } else {
                    let score = game.position().solved(60, &Budget::default()).unwrap();
                    let own = if game.position().side() == Side::Black { score } else { -score };
                    assert_eq!((one.status, one.result.as_ref().unwrap().value as Score), (Status::Solved, own));
                    let after = game.position().after(first).unwrap();
                    assert_eq!(after.solved(60, &Budget::default()), Some(score), "the move keeps the score");
                    let hints = with.hints(&game).unwrap().unwrap();
                    assert_eq!(hints[0].value, own, "{}", game.instance());
                }
            }
            game.push(mv);
        }
        assert_eq!(with.spec().to_string(), "pvs:depth=2,solve=10");
        assert_eq!(engine("pvs:depth=2,solve=0").spec().to_string(), "pvs:depth=2");
    }

    /// A solver that does not end with half of the nodes leaves the other half to the search, and its nodes count.
    #[test]
    fn a_solver_without_an_end_costs_half() {
        let game = of_transcript(&searchlab_worlds::othello::playout::game(3));
        let mut early = start();
        for &mv in game.moves().iter().take(30) {
            early.push(mv);
        }
        let Action::Move(_, Some(record)) = engine("pvs:nodes=20000,solve=40").act(&early).unwrap() else { panic!() };
        let Action::Move(_, Some(half)) = engine("pvs:nodes=10000").act(&early).unwrap() else { panic!() };
        assert_eq!((record.id, &record.result), (half.id, &half.result));
        let solver = record.counters.nodes() - half.counters.nodes();
        assert!((9_000..11_000).contains(&solver), "{solver}");
    }

    #[test]
    fn time_is_kept_and_a_stop_is_heard() {
        let mut player = engine("alphabeta-tt:time=50ms");
        let begin = Instant::now();
        assert!(matches!(player.act(&start()).unwrap(), Action::Move(_, Some(record)) if record.result.is_some()));
        // The machine may be slow, but not so slow.
        assert!(begin.elapsed() < Duration::from_millis(500), "{:?}", begin.elapsed());
        player.stop.store(true, Ordering::Relaxed);
        assert!(matches!(player.act(&start()).unwrap(), Action::Interrupt));
        assert_eq!(player.hints(&start()).unwrap(), None);
    }
}
