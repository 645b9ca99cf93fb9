//! The player behind the protocol, and the solver that takes over near the end.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::voice::{Thought, Voice};
use super::worth::{NBoardEval, Units};
use crate::catalog::OTHELLO;
use crate::catalog::othello::DEEPEST;
use crate::play::gtp::Mind;
use crate::play::no_memory;
use crate::play::{Action, AlgorithmPlayer, AlgorithmSpec, BoardGame, Game, Player, PlayerSpec, RandomPlayer};
use crate::record::{Limits, Params, Record, Status, Trial};
use crate::run::Observers;
use crate::run::othello_solve::EndgameRunner;
use crate::search::budget::Budget;
use crate::search::clock::Instant;
use crate::search::game::Score;
use crate::search::live::{Latest, Live};
use crate::worlds::othello::endgame::ABOUT;
use crate::worlds::othello::{Move, Position};

/// The interval at which a search that runs is asked for its results.
const PULSE: Duration = Duration::from_millis(50);

/// Empty squares up to which a small transposition table is enough for the solver.
const NEAR: u32 = 20;

/// Plies of the quick looks before the search that a hint is.
const LOOKS: [u32; 2] = [2, 4];

/// The settings of the engine: its player, and the endgame solver.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The player. A person is replaced by a random player.
    pub player: PlayerSpec,
    /// Seed of random moves, and of the choice between equal moves where a player asks for it.
    pub seed: u64,
    /// Most empty squares of positions that are solved.
    pub solve: u32,
    /// Threads that solve together.
    pub threads: u32,
}

/// The player that chooses the moves.
#[derive(Debug)]
enum Brain {
    Chance(RandomPlayer),
    Algorithm(Box<AlgorithmPlayer<Position>>, Units),
}

/// The player, and the solver.
#[derive(Debug)]
pub(super) struct Thinker {
    brain: Brain,
    /// Plies to which the client holds searches.
    asked: Option<u32>,
    solve: u32,
    solver: EndgameRunner,
    solver_params: Params,
}

/// The limits of a search.
#[derive(Debug, Clone, Copy)]
struct Allowance {
    depth: Option<u32>,
    limits: Limits,
}

impl Allowance {
    /// The even share of a number of searches.
    fn share(self, count: u64) -> Self {
        Self { limits: self.limits.share(count), ..self }
    }
}

impl Thinker {
    pub(super) fn new(setup: Setup) -> Self {
        let brain = match setup.player {
            PlayerSpec::Algorithm(spec) => {
                let units = Units::of(&spec.params);
                Brain::Algorithm(Box::new(AlgorithmPlayer::new(spec, setup.seed, Arc::default())), units)
            }
            PlayerSpec::Random | PlayerSpec::Human | PlayerSpec::Program(_) => {
                Brain::Chance(RandomPlayer::new(setup.seed))
            }
        };
        // The table is emptied before every search: near the end a small one is quicker. The words pass the catalog.
        let threads = setup.threads.to_string();
        let words = [("threads", threads.as_str()), ("table-bits", "18")];
        let words = if setup.solve <= NEAR { &words[..] } else { &words[..1] };
        let solver_params = OTHELLO.resolve(&ABOUT, words).unwrap_or_default();
        Self { brain, asked: None, solve: setup.solve, solver: EndgameRunner::default(), solver_params }
    }

    /// Makes the transposition table, so that the clock of a move need not pay for that.
    pub(super) fn prepare(&mut self) {
        if let Brain::Algorithm(player, _) = &mut self.brain {
            player.warm_up();
        }
    }

    /// Limits the searches to `plies`; those of the player never exceed its own depth.
    pub(super) fn ask_depth(&mut self, plies: u32) {
        self.asked = Some(plies.min(DEEPEST));
    }

    /// The player as one word.
    pub(super) fn name(&self) -> String {
        let words = match &self.brain {
            Brain::Chance(_) => PlayerSpec::Random.to_string(),
            Brain::Algorithm(player, _) => {
                AlgorithmSpec { depth: self.allowance().depth, ..player.spec().clone() }.to_string()
            }
        };
        words.split_whitespace().collect()
    }

    fn allowance(&self) -> Allowance {
        match &self.brain {
            Brain::Chance(_) => Allowance { depth: None, limits: Limits::default() },
            Brain::Algorithm(player, _) => {
                let spec = player.spec();
                Allowance { depth: spec.depth.into_iter().chain(self.asked).min(), limits: player.limits() }
            }
        }
    }

    /// Chooses a move, and prints intermediate results of the search; `None` if it was stopped.
    ///
    /// # Errors
    /// Nobody listens; no memory for the transposition table.
    pub(super) fn choose(
        &mut self,
        game: &Game<Position>,
        stop: &Arc<AtomicBool>,
        voice: &mut Voice<'_>,
    ) -> io::Result<Option<Thought>> {
        if let Brain::Algorithm(player, _) = &self.brain
            && let Some(mv) = player.book_move(game.position())
        {
            let thought = Thought { line: vec![mv], worth: NBoardEval::Unknown, nodes: 0, time: Duration::ZERO };
            return Ok(Some(thought));
        }
        let allowance = self.allowance();
        let thought = self.think(game.instance(), *game.position(), allowance, stop, Some(voice))?;
        let Some(mut thought) = thought else { return Ok(None) };
        if let (Brain::Chance(player), true) = (&mut self.brain, thought.line.is_empty())
            && let Action::Move(mv, _) = player.act(game)?
        {
            thought.line.push(mv);
        }
        Ok(Some(thought))
    }

    /// The value of the position; `None` if it was stopped.
    ///
    /// # Errors
    /// No memory for the transposition table.
    pub(super) fn judge(&mut self, position: Position, stop: &Arc<AtomicBool>) -> io::Result<Option<Thought>> {
        let allowance = self.allowance();
        self.think(position.text(), position, allowance, stop, None)
    }

    /// Prints the values of the `count` best moves: quickly first, then by searches that share the allowance of a move.
    /// `false` if it was stopped.
    ///
    /// # Errors
    /// Nobody listens; no memory for the transposition table.
    pub(super) fn hint(
        &mut self,
        position: Position,
        count: usize,
        stop: &Arc<AtomicBool>,
        voice: &mut Voice<'_>,
    ) -> io::Result<bool> {
        let begin = Instant::now();
        let whole = self.allowance();
        let is_solved = position.board.empties() <= self.solve + 1;
        let deepest = whole.depth.unwrap_or(DEEPEST);
        let looks = LOOKS.into_iter().filter(|&plies| plies < deepest && !is_solved);
        let mut nodes = 0;
        for depth in looks.map(Some).chain([whole.depth]) {
            let mut hints: Vec<Thought> = Vec::new();
            let moves = position.moves();
            // The move itself is the first ply.
            let depth = depth.map(|plies| plies.saturating_sub(1).max(1));
            let allowance = Allowance { depth, ..whole.share(moves.len() as u64) };
            for (mv, after) in moves.into_iter().filter_map(|mv| Some((mv, position.after(mv)?))) {
                let Some(mut thought) = self.think(after.text(), after, allowance, stop, None)? else {
                    return Ok(false);
                };
                nodes += thought.nodes;
                thought.line.insert(0, mv);
                hints.push(Thought { worth: thought.worth.turned(), ..thought });
            }
            hints.sort_by_key(|hint| std::cmp::Reverse(hint.worth.hundredths()));
            for hint in hints.iter().take(count) {
                voice.search(&hint.line, hint.worth, 1)?;
            }
        }
        voice.nodes(nodes, begin.elapsed())?;
        Ok(true)
    }

    /// The value of a position, and its principal variation; `None` if it was stopped.
    fn think(
        &mut self,
        instance: String,
        position: Position,
        allowance: Allowance,
        stop: &Arc<AtomicBool>,
        voice: Option<&mut Voice<'_>>,
    ) -> io::Result<Option<Thought>> {
        let begin = Instant::now();
        let (mut allowance, mut nodes) = (allowance, 0);
        if position.board.is_over() {
            let worth = NBoardEval::Exact(position.board.final_score());
            return Ok(Some(Thought { line: Vec::new(), worth, nodes, time: begin.elapsed() }));
        }
        if position.board.empties() <= self.solve {
            // If it does not succeed, the search has the other half.
            allowance = allowance.share(2);
            let record = self.solve(instance.clone(), position, allowance.limits, stop);
            nodes = visited(&record);
            if let (Status::Solved, Some(answer)) = (record.status, &record.result) {
                let (line, worth) = (position.line_of(&answer.moves), NBoardEval::Exact(answer.value as i32));
                return Ok(Some(Thought { line, worth, nodes, time: begin.elapsed() }));
            }
        }
        let found = match &mut self.brain {
            Brain::Chance(_) => Some((Vec::new(), NBoardEval::Unknown)),
            Brain::Algorithm(player, units) => {
                player.stop = Arc::clone(stop);
                let record = match voice {
                    Some(voice) => watched(player, *units, voice, &instance, position, allowance)?,
                    None => player.search(instance, &position, allowance.depth, allowance.limits),
                };
                nodes += visited(&record);
                found(&record, *units, position)?
            }
        };
        let is_stopped = stop.load(Ordering::Relaxed);
        let thought = found.map(|(line, worth)| Thought { line, worth, nodes, time: begin.elapsed() });
        Ok(thought.filter(|_| !is_stopped))
    }

    fn solve(&mut self, instance: String, position: Position, limits: Limits, stop: &Arc<AtomicBool>) -> Record {
        let named = (instance, position.content());
        let trial = Trial::new(OTHELLO.name.name, named, ABOUT.name, self.solver_params.clone(), limits);
        let budget = Budget {
            max_nodes: limits.nodes,
            max_time: limits.microseconds.map(Duration::from_micros),
            stop: Some(Arc::clone(stop)),
            ..Budget::default()
        };
        self.solver.run(&trial, position, &budget, &mut Observers::default()).record
    }
}

/// For the Go Text Protocol: the same moves, without a word about the search.
impl Mind<Position> for Thinker {
    fn prepare(&mut self) {
        Self::prepare(self);
    }

    fn choose(
        &mut self,
        game: &Game<Position>,
        time: Option<Duration>,
        stop: &Arc<AtomicBool>,
    ) -> io::Result<Option<Move>> {
        if let Brain::Algorithm(player, _) = &mut self.brain {
            player.most_time = time;
        }
        let thought = Self::choose(self, game, stop, &mut Voice::new(&mut io::sink()))?;
        Ok(thought.and_then(|thought| thought.line.first().copied()))
    }
}

/// Runs the search of a player in another thread, and prints the result of each of its iterations.
fn watched(
    player: &mut AlgorithmPlayer<Position>,
    units: Units,
    voice: &mut Voice<'_>,
    instance: &str,
    position: Position,
    allowance: Allowance,
) -> io::Result<Record> {
    let begin = Instant::now();
    let (live, visited) = (Arc::new(Live::default()), Arc::new(AtomicU64::new(0)));
    let stop = Arc::clone(&player.stop);
    player.live = Some(Arc::clone(&live));
    player.progress = Some(Arc::clone(&visited));
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        let search = scope.spawn(move || {
            let record = player.search(instance.to_owned(), &position, allowance.depth, allowance.limits);
            // Whoever waited for it may have gone.
            let _ = sender.send(record);
        });
        let mut said = Ok(0);
        loop {
            match receiver.recv_timeout(PULSE) {
                Ok(record) => return said.map(|_| record),
                Err(RecvTimeoutError::Timeout) => {
                    let nodes = visited.load(Ordering::Relaxed);
                    said = said.and_then(|depth| print_latest(&live.latest(), depth, units, voice, nodes, begin));
                    if said.is_err() {
                        stop.store(true, Ordering::Relaxed);
                    }
                }
                // It panicked, and the panic goes on here.
                Err(RecvTimeoutError::Disconnected) => match search.join() {
                    Err(panic) => std::panic::resume_unwind(panic),
                    Ok(()) => return Err(io::Error::other("a search ended without an answer")),
                },
            }
        }
    })
}

/// Prints the result of the last iteration, if it went beyond this depth; returns the depth that was printed last.
fn print_latest(
    latest: &Latest,
    depth: u32,
    units: Units,
    voice: &mut Voice<'_>,
    nodes: u64,
    begin: Instant,
) -> io::Result<u32> {
    let line: Vec<Move> =
        latest.line.iter().map_while(|&code| u8::try_from(code).ok().and_then(Move::from_number)).collect();
    if latest.depth <= depth || line.is_empty() {
        return Ok(depth);
    }
    voice.search(&line, units.worth(latest.value, latest.depth), 0)?;
    voice.nodes(nodes, begin.elapsed())?;
    Ok(latest.depth)
}

/// The principal variation and the value that a search has found; `None` if it was stopped.
fn found(record: &Record, units: Units, position: Position) -> io::Result<Option<(Vec<Move>, NBoardEval)>> {
    match &record.result {
        _ if record.status == Status::Interrupted => Ok(None),
        Some(answer) => {
            let worth = units.worth(answer.value as Score, answer.depth.unwrap_or_default());
            Ok(Some((position.line_of(&answer.moves), worth)))
        }
        None => Err(no_memory()),
    }
}

fn visited(record: &Record) -> u64 {
    record.counters.nodes()
}
