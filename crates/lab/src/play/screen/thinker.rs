//! The threads in which algorithms and random players choose their moves.
//!
//! One question at a time, each in a thread of its own, which takes the players over from that of the question before.
//! Each has its own stop flag, so that a question that was broken off before it was begun ends at once. Engines and
//! programs stay, with their tables, for the next question to the same player.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, JoinHandle};

use super::state::{Pulse, Thinking};
use crate::play::TuiBoard;
use crate::play::{Action, AlgorithmPlayer, Game, Player, PlayerSpec, ProgramPlayer, RandomPlayer, SearchableGame};
use searchlab_search::live::Live;
use searchlab_worlds::Side;
use searchlab_worlds::run::{Observers, TableTap, TableTraffic};

/// Engines that are kept: one for each side, and one for hints.
const ENGINES: usize = 3;

/// An answer, with the number of its question.
pub(super) type Answer<P> = (u64, Result<Action<P>, String>);

/// The flags and counters that connect a search with those who watch it.
#[derive(Debug, Clone, Default)]
struct Watch {
    stop: Arc<AtomicBool>,
    nodes: Arc<AtomicU64>,
    live: Arc<Live>,
    table: Arc<TableTraffic>,
}

/// The thread of the question that was asked last.
type Thread<P> = JoinHandle<(Players<P>, Answer<P>)>;

/// Asks players for moves while the screen goes on.
pub(super) struct Thinker<P: SearchableGame + TuiBoard> {
    /// While no thread has them.
    players: Option<Players<P>>,
    thread: Option<Thread<P>>,
    watch: Watch,
}

impl<P: SearchableGame + TuiBoard> Thinker<P> {
    /// No question yet. The seed is that of random moves.
    pub(super) fn new(seed: u64) -> Self {
        let players = Players { seed, engines: Vec::new(), programs: Vec::new() };
        Self { players: Some(players), thread: None, watch: Watch::default() }
    }

    /// Asks a question about the position of a game. There is no answer any more to the one before.
    pub(super) fn ask(&mut self, thinking: &Thinking, game: &Game<P>) {
        self.stop();
        self.watch = Watch::default();
        let (ticket, spec, game) = (thinking.ticket, thinking.spec.clone(), game.clone());
        let (players, before, watch) = (self.players.take(), self.thread.take(), self.watch.clone());
        self.thread = Some(thread::spawn(move || {
            let players = players.or_else(|| before.map(|thread| ended(thread).0));
            let mut players = players.expect("whoever has not the players has a thread with them");
            let action = players.act(&spec, &game, watch).map_err(|error| error.to_string());
            (players, (ticket, action))
        }));
    }

    /// Breaks off the question.
    pub(super) fn stop(&self) {
        self.watch.stop.store(true, Ordering::Relaxed);
    }

    /// The answer to the question, once. A panic of its thread goes on here.
    pub(super) fn answer(&mut self) -> Option<Answer<P>> {
        let (players, answer) = ended(self.thread.take_if(|thread| thread.is_finished())?);
        self.players = Some(players);
        Some(answer)
    }

    /// Intermediate results of the search.
    pub(super) fn pulse(&self) -> Pulse {
        let latest = self.watch.live.latest();
        let (probes, hits) = self.watch.table.read();
        Pulse {
            nodes: self.watch.nodes.load(Ordering::Relaxed),
            probes,
            hits,
            depth: latest.depth,
            value: latest.value,
            line: latest.line,
        }
    }
}

/// The players and the answer of a thread, after its end.
fn ended<P: SearchableGame + TuiBoard>(thread: Thread<P>) -> (Players<P>, Answer<P>) {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

impl<P: SearchableGame + TuiBoard> Drop for Thinker<P> {
    fn drop(&mut self) {
        self.stop();
        if let Some(thread) = self.thread.take() {
            // Its panic was reported when it came.
            let _ = thread.join();
        }
    }
}

/// The players that were asked so far.
struct Players<P: SearchableGame + TuiBoard> {
    seed: u64,
    /// By the words of their specifications, the one that was asked last first.
    engines: Vec<(String, AlgorithmPlayer<P>)>,
    /// By their command lines and the sides that they play.
    programs: Vec<((String, Side), ProgramPlayer<P>)>,
}

impl<P: SearchableGame + TuiBoard> Players<P> {
    /// The action of a player in a position.
    fn act(&mut self, spec: &PlayerSpec, game: &Game<P>, watch: Watch) -> io::Result<Action<P>> {
        let Self { seed, engines, programs } = self;
        match spec {
            _ if watch.stop.load(Ordering::Relaxed) => Ok(Action::Interrupt),
            PlayerSpec::Human => Ok(Action::Leave),
            PlayerSpec::Random => RandomPlayer::new(*seed).act(game),
            PlayerSpec::Program(program) => {
                let key = (program.to_string(), game.position().side());
                let place = programs.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
                    // One process for each side: it must not play against itself.
                    programs.retain(|((_, side), _)| *side != key.1);
                    programs.push((key, ProgramPlayer::new(program.clone(), Arc::default())));
                    programs.len() - 1
                });
                let (_, player) = &mut programs[place];
                player.stop = watch.stop;
                player.act(game)
            }
            PlayerSpec::Algorithm(algorithm) => {
                let name = algorithm.to_string();
                let mut engine = match engines.iter().position(|(known, _)| *known == name) {
                    Some(place) => engines.remove(place).1,
                    None => AlgorithmPlayer::new(algorithm.clone(), *seed, Arc::clone(&watch.stop)),
                };
                // The longest unused goes, before another table is made.
                engines.truncate(ENGINES - 1);
                engine.stop = watch.stop;
                engine.progress = Some(watch.nodes);
                engine.live = Some(watch.live);
                engine.taps = Observers { table: Some(TableTap::new(watch.table)), ..Observers::default() };
                let action = engine.act(game);
                engines.insert(0, (name, engine));
                action
            }
        }
    }
}
