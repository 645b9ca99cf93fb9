//! The notes of a game while it is played, and its adjudication.

use std::cell::Cell;
use std::io;

use crate::play::Forfeit;
use crate::play::Game;
use crate::play::SearchableGame;
use crate::play::player::{Action, Player, Watcher};
use searchlab_search::budget::Budget;
use searchlab_search::clock::Instant;
use searchlab_trial::record::{Adjudication, PROGRAM, Record, SideAnswer};
use searchlab_worlds::Side;

/// A player whose moves are timed.
pub(super) struct Timed<'a, P: SearchableGame> {
    pub(super) player: &'a mut dyn Player<P>,
    /// Receives the seconds of its last move.
    pub(super) clock: &'a Cell<f64>,
}

impl<P: SearchableGame> Player<P> for Timed<'_, P> {
    fn act(&mut self, game: &Game<P>) -> io::Result<Action<P>> {
        let begin = Instant::now();
        let action = self.player.act(game);
        self.clock.set(begin.elapsed().as_secs_f64());
        action
    }
}

/// The notes of a game.
pub(super) struct GameLog<'a> {
    pub(super) sides: [SideAnswer; 2],
    pub(super) seconds: [Vec<f64>; 2],
    pub(super) peak_bytes: u64,
    pub(super) mishap: Option<String>,
    /// Holds the seconds of the last move.
    pub(super) clock: &'a Cell<f64>,
    adjudication: Adjudication,
    budget: &'a Budget,
}

impl<'a> GameLog<'a> {
    pub(super) fn new(adjudication: Adjudication, budget: &'a Budget, clock: &'a Cell<f64>) -> Self {
        Self {
            sides: Default::default(),
            seconds: Default::default(),
            peak_bytes: 0,
            mishap: None,
            clock,
            adjudication,
            budget,
        }
    }
}

impl<P: SearchableGame> Watcher<P> for GameLog<'_> {
    fn moved(&mut self, game: &Game<P>, side: Side, _mv: P::Move, record: Option<Box<Record>>) -> io::Result<()> {
        let notes = &mut self.sides[side.index()];
        notes.plies.push(game.plies() as u32 - 1);
        let depth = record.as_ref().and_then(|record| record.result.as_ref()?.depth);
        notes.depths.push(depth.unwrap_or_default());
        notes.nodes.push(record.as_ref().map_or(0, |record| record.counters.nodes()));
        // Of a program only the thinking counts, not how it is made ready.
        let of_program = record.as_deref().filter(|record| record.algorithm == PROGRAM);
        let seconds = of_program.map_or(self.clock.get(), |record| record.measured.seconds);
        self.seconds[side.index()].push(seconds);
        if let Some(record) = record {
            notes.counters = notes.counters.plus(&record.counters);
            self.peak_bytes = self.peak_bytes.max(record.measured.peak_bytes);
        }
        Ok(())
    }

    fn passed(&mut self, _game: &Game<P>, _side: Side) -> io::Result<()> {
        Ok(())
    }

    fn taken_back(&mut self, _game: &Game<P>, _count: usize) -> io::Result<()> {
        Ok(())
    }

    fn failed(&mut self, _game: &Game<P>, side: Side, mishap: &Forfeit) -> io::Result<()> {
        self.mishap = Some(format!("{} {mishap}", side.name()));
        Ok(())
    }

    fn decided(&mut self, game: &Game<P>) -> Option<i32> {
        let Adjudication { solve, draw_after } = self.adjudication;
        if draw_after.is_some_and(|most| game.plies() >= most as usize) {
            return Some(0);
        }
        solve.and_then(|effort| game.position().solved(effort, self.budget))
    }
}
