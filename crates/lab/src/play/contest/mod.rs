//! Games as trials: two players and an opening go in, a record comes out.
//!
//! Each move is a search of its own (see [`AlgorithmPlayer`]), so where both players go by depth or nodes the record of
//! a game depends on nothing but its trial. The players are kept from game to game, for their tables and programs are
//! dear.
//!
//! A series is several games of the same two in one trial, from the same opening: those who learn keep what they lost for
//! its length and begin the next series without, so that its record, too, depends on nothing but its trial. A series
//! that is broken off is begun anew.
//!
//! Not here: which games a match has (experiment), what is made of their results (analysis).

mod game_log;

use std::cell::Cell;
use std::io;
use std::sync::Arc;

use self::game_log::{GameLog, Timed};
use super::engine::{AlgorithmPlayer, RandomPlayer};
use super::learning::learn;
use super::player::{Player, play};
use super::program::ProgramPlayer;
use crate::play::SearchableGame;
use crate::play::spec::{AlgorithmSpec, ProgramSpec};
use crate::play::{Ending, Game};
use searchlab_search::budget::{Budget, Status};
use searchlab_search::clock::Instant;
use searchlab_trial::clock::ThreadClock;
use searchlab_trial::record::{
    Adjudication, Answer, Contender, FORFEITED, GameAnswer, Hasher, Measured, RANDOM, Record, Trial, series_of,
};
use searchlab_worlds::Side;
use searchlab_worlds::catalog::LEARN;
use searchlab_worlds::play::PositionMemory;

/// Runs games between algorithms, random players and programs, one after the other.
#[derive(Debug)]
pub(crate) struct MatchRunner<P: SearchableGame> {
    /// The players of the last games, those of the last one at the end.
    seats: Vec<PlayerView<P>>,
}

impl<P: SearchableGame> Default for MatchRunner<P> {
    fn default() -> Self {
        Self { seats: Vec::new() }
    }
}

/// A player that is ready.
#[derive(Debug)]
struct PlayerView<P: SearchableGame> {
    contender: Contender,
    side: Side,
    kind: Kind<P>,
}

#[derive(Debug)]
enum Kind<P: SearchableGame> {
    Random(RandomPlayer),
    Algorithm(Box<AlgorithmPlayer<P>>),
    Program(Box<ProgramPlayer<P>>),
}

/// The number of players that are kept ready.
const KEPT: usize = 6;

impl<P: SearchableGame> MatchRunner<P> {
    /// Plays a game from `start` and gives its record. The parameters of the trial must name players that the catalog
    /// knows; of the budget only the flags count, since each player has limits of its own.
    pub(crate) fn run(&mut self, trial: &Trial, start: &P, budget: &Budget) -> Record {
        let (begin, begin_cpu) = (Instant::now(), ThreadClock::start());
        let clock = Cell::new(0.0);
        let adjudication = Adjudication::of_game(&trial.params);
        let (games, mut series) = (series_of(&trial.params), Vec::new());
        let (mut game, mut log, mut ending);
        self.begin();
        loop {
            (game, log) = (Game::new(start.clone()), GameLog::new(adjudication, budget, &clock));
            ending = self.play(trial, series.len() as u64, &mut game, budget, &mut log);
            let Ok(end) = &ending else { break };
            series.push(score(&game, *end));
            if series.len() as u32 >= games || matches!(end, Ending::Interrupted | Ending::Left) {
                break;
            }
            self.learn(&game, *end);
        }
        let status = match &ending {
            Ok(Ending::Interrupted | Ending::Left) => Status::Interrupted,
            Ok(_) => Status::Complete,
            Err(_) => Status::Error,
        };
        let counters = log.sides[0].counters.plus(&log.sides[1].counters);
        let answer = ending.as_ref().ok().map(|&ending| Answer {
            value: f64::from(margin(&game, ending)),
            exact: None,
            moves: game.written(),
            depth: None,
        });
        let measured = Measured {
            seconds: begin.elapsed().as_secs_f64(),
            cpu_seconds: begin_cpu.elapsed().as_secs_f64(),
            peak_bytes: log.peak_bytes,
            seconds_per_move: Some(Box::new(std::mem::take(&mut log.seconds))),
        };
        let result = answer.filter(|_| status == Status::Complete);
        Record {
            counters,
            game: Some(Box::new(GameAnswer {
                start: start.text(),
                ending: word(&ending).to_owned(),
                score: ending.as_ref().map_or(0.5, |&ending| score(&game, ending)),
                mishap: ending.err().map(|error| error.to_string()).or(log.mishap),
                sides: log.sides,
                series: if games > 1 { series } else { Vec::new() },
            })),
            ..Record::of(trial, status, result, measured)
        }
    }

    /// Lets those who learn forget the trials before: what they know is of one series.
    fn begin(&mut self) {
        self.seats.retain(|seat| !seat.contender.params.contains_key(LEARN.key()));
    }

    /// Lets the players of the last game learn from it, if they do.
    fn learn(&self, game: &Game<P>, ending: Ending) {
        for seat in self.seats.iter().rev().take(2) {
            if let Kind::Algorithm(player) = &seat.kind {
                learn(player.spec(), seat.side, game, ending);
            }
        }
    }

    /// Seats the players and lets them play the game of that number of their series; they stay for the next game.
    fn play(
        &mut self,
        trial: &Trial,
        number: u64,
        game: &mut Game<P>,
        budget: &Budget,
        log: &mut GameLog<'_>,
    ) -> io::Result<Ending> {
        let [black, white] = Contender::of_game(&trial.params).ok_or_else(|| unplayable("a game has two players"))?;
        let mut black = self.seat(black, Side::Black, (trial, number), budget)?;
        let mut white = self.seat(white, Side::White, (trial, number), budget)?;
        let clock = log.clock;
        let [mut first, mut second] = [&mut black, &mut white].map(|seat| Timed { player: seat.player(), clock });
        let ending = play(game, [&mut first, &mut second], log);
        self.seats.extend([black, white]);
        let surplus = self.seats.len().saturating_sub(KEPT);
        self.seats.drain(..surplus);
        ending
    }

    /// The player of a side, ready for a new game.
    fn seat(
        &mut self,
        contender: Contender,
        side: Side,
        (trial, number): (&Trial, u64),
        budget: &Budget,
    ) -> io::Result<PlayerView<P>> {
        let known = self.seats.iter().position(|seat| seat.side == side && seat.contender == contender);
        let mut seat = match known {
            Some(place) => self.seats.remove(place),
            None => PlayerView { kind: Kind::new(&contender, budget)?, contender, side },
        };
        seat.kind.begin(seed(trial, number, side), budget);
        Ok(seat)
    }
}

impl<P: SearchableGame> PlayerView<P> {
    fn player(&mut self) -> &mut dyn Player<P> {
        match &mut self.kind {
            Kind::Random(player) => player,
            Kind::Algorithm(player) => player.as_mut(),
            Kind::Program(player) => player.as_mut(),
        }
    }
}

impl<P: SearchableGame> Kind<P> {
    fn new(contender: &Contender, budget: &Budget) -> io::Result<Self> {
        if contender.algorithm == RANDOM {
            return Ok(Self::Random(RandomPlayer::new(0)));
        }
        let (world, stop) = (P::PLAYERS.world, budget.stop.clone().unwrap_or_default());
        if let Some(spec) = ProgramSpec::of_contender(contender, world) {
            return Ok(Self::Program(Box::new(ProgramPlayer::new(spec, stop))));
        }
        let spec = AlgorithmSpec::of_contender(contender, world);
        let mut spec = spec.ok_or_else(|| unplayable(&format!("there is no player {}", contender.algorithm)))?;
        if spec.params.contains_key(LEARN.key()) {
            spec.positions = Some(Arc::new(PositionMemory::in_series()));
        }
        Ok(Self::Algorithm(Box::new(AlgorithmPlayer::new(spec, 0, stop))))
    }

    /// Makes it ready for a game.
    fn begin(&mut self, seed: u64, budget: &Budget) {
        match self {
            Self::Random(player) => *player = RandomPlayer::new(seed),
            Self::Algorithm(player) => {
                player.begin(seed);
                player.stop = budget.stop.clone().unwrap_or_default();
                player.progress.clone_from(&budget.progress);
            }
            Self::Program(player) => player.stop = budget.stop.clone().unwrap_or_default(),
        }
    }
}

fn unplayable(reason: &str) -> io::Error {
    io::Error::other(reason.to_owned())
}

/// The seed of a player: another one for each side of each game, and of each game of a series.
fn seed(trial: &Trial, number: u64, side: Side) -> u64 {
    let mut hasher = Hasher::default();
    hasher.write_u64(trial.id().0);
    hasher.write(side.name().as_bytes());
    if number > 0 {
        hasher.write_u64(number);
    }
    hasher.finish()
}

/// The winner, if there is one.
fn winner<P: SearchableGame>(game: &Game<P>, ending: Ending) -> Option<Side> {
    match ending {
        Ending::Finished => game.position().winner(),
        Ending::Adjudicated(margin) => Side::BOTH.into_iter().find(|&side| of_side(margin, side) > 0),
        Ending::Resigned(side) | Ending::Forfeited(side, _) => Some(side.other()),
        Ending::Left | Ending::Interrupted => None,
    }
}

/// Points of black.
fn score<P: SearchableGame>(game: &Game<P>, ending: Ending) -> f64 {
    match winner(game, ending) {
        Some(Side::Black) => 1.0,
        Some(Side::White) => 0.0,
        None => 0.5,
    }
}

/// The margin by which black has won: that of the board for games that were played to their end, and 1 for others.
fn margin<P: SearchableGame>(game: &Game<P>, ending: Ending) -> i32 {
    match ending {
        Ending::Finished => game.position().margin(),
        Ending::Adjudicated(margin) => margin,
        _ => winner(game, ending).map_or(0, |side| of_side(1, side)),
    }
}

fn of_side(margin: i32, side: Side) -> i32 {
    if side == Side::Black { margin } else { -margin }
}

fn word(ending: &io::Result<Ending>) -> &'static str {
    match ending {
        Ok(Ending::Finished) => "finished",
        Ok(Ending::Adjudicated(_)) => "adjudicated",
        Ok(Ending::Resigned(_)) => "resigned",
        Ok(Ending::Forfeited(..)) => FORFEITED,
        Ok(Ending::Left | Ending::Interrupted) => "interrupted",
        Err(_) => "failed",
    }
}
