//! The thread in which algorithms and random players choose their moves.
//!
//! One question at a time. Each has its own stop flag, so that a question that was broken off before it was begun ends
//! at once. Engines and programs stay, with their tables, for the next question to the same player.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
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

struct Job<P: TuiBoard> {
    ticket: u64,
    spec: PlayerSpec,
    game: Game<P>,
    watch: Watch,
}

/// The flags and counters that connect a search with those who watch it.
#[derive(Debug, Clone, Default)]
struct Watch {
    stop: Arc<AtomicBool>,
    nodes: Arc<AtomicU64>,
    live: Arc<Live>,
    table: Arc<TableTraffic>,
}

/// The thread.
pub(super) struct Thinker<P: SearchableGame + TuiBoard> {
    jobs: Option<Sender<Job<P>>>,
    answers: Receiver<Answer<P>>,
    thread: Option<JoinHandle<()>>,
    watch: Watch,
}

impl<P: SearchableGame + TuiBoard> Thinker<P> {
    /// Starts the thread, with a seed for random moves.
    pub(super) fn new(seed: u64) -> Self {
        let (jobs, queue) = channel();
        let (sender, answers) = channel();
        let thread = thread::spawn(move || work(&queue, &sender, seed));
        Self { jobs: Some(jobs), answers, thread: Some(thread), watch: Watch::default() }
    }

    /// Asks a question about the position of a game.
    pub(super) fn ask(&mut self, thinking: &Thinking, game: &Game<P>) {
        self.stop();
        self.watch = Watch::default();
        let (ticket, spec) = (thinking.ticket, thinking.spec.clone());
        let job = Job { ticket, spec, game: game.clone(), watch: self.watch.clone() };
        if let Some(jobs) = &self.jobs {
            // A thread that has ended is found out when its answer is looked for.
            let _ = jobs.send(job);
        }
    }

    /// Breaks off the question.
    pub(super) fn stop(&self) {
        self.watch.stop.store(true, Ordering::Relaxed);
    }

    /// The next answer, if there is one. A panic of the thread goes on here.
    pub(super) fn answer(&mut self) -> Option<Answer<P>> {
        match self.answers.try_recv() {
            Ok(answer) => Some(answer),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                if let Some(Err(panic)) = self.thread.take().map(JoinHandle::join) {
                    std::panic::resume_unwind(panic);
                }
                None
            }
        }
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

impl<P: SearchableGame + TuiBoard> Drop for Thinker<P> {
    fn drop(&mut self) {
        self.stop();
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // Its panic was reported when it came.
            let _ = thread.join();
        }
    }
}

/// Answers question after question.
fn work<P: SearchableGame + TuiBoard>(queue: &Receiver<Job<P>>, answers: &Sender<Answer<P>>, seed: u64) {
    let mut engines: Vec<(String, AlgorithmPlayer<P>)> = Vec::new();
    let mut programs: Vec<((String, Side), ProgramPlayer<P>)> = Vec::new();
    while let Ok(Job { ticket, spec, game, watch }) = queue.recv() {
        let action = match &spec {
            _ if watch.stop.load(Ordering::Relaxed) => Ok(Action::Interrupt),
            PlayerSpec::Human => Ok(Action::Leave),
            PlayerSpec::Random => RandomPlayer::new(seed).act(&game),
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
                player.act(&game)
            }
            PlayerSpec::Algorithm(algorithm) => {
                let name = algorithm.to_string();
                let mut engine = match engines.iter().position(|(known, _)| *known == name) {
                    Some(place) => engines.remove(place).1,
                    None => AlgorithmPlayer::new(algorithm.clone(), seed, Arc::clone(&watch.stop)),
                };
                // The longest unused goes, before another table is made.
                engines.truncate(ENGINES - 1);
                engine.stop = watch.stop;
                engine.progress = Some(watch.nodes);
                engine.live = Some(watch.live);
                engine.taps = Observers { table: Some(TableTap::new(watch.table)), ..Observers::default() };
                let action = engine.act(&game);
                engines.insert(0, (name, engine));
                action
            }
        };
        if answers.send((ticket, action.map_err(|error| error.to_string()))).is_err() {
            return;
        }
    }
}
