//! The players of a game, and the loop that asks them in turn.

#[cfg(test)]
mod tests;

use std::io;

use crate::play::BoardGame;
use crate::play::{Ending, Game};
use crate::play::{Fault, Forfeit};
use searchlab_trial::record::Record;
use searchlab_worlds::Side;

/// An action of a player in turn.
#[derive(Debug, Clone)]
pub enum Action<P: BoardGame> {
    /// A move; with the record of the search that chose it, if there was one.
    Move(P::Move, Option<Box<Record>>),
    /// Back to the last turn of a person.
    TakeBack,
    /// Gives up.
    Resign,
    /// Leaves the game as it stands.
    Leave,
    /// Ctrl-C came.
    Interrupt,
    /// Forfeits the game.
    Fail(Forfeit),
}

/// A player of one side, which chooses its moves.
pub trait Player<P: BoardGame> {
    /// The action in the position of the game, which is not over and in which it need not pass.
    ///
    /// # Errors
    /// The error of the system where a player reads and writes; no memory for the tables that it needs.
    fn act(&mut self, game: &Game<P>) -> io::Result<Action<P>>;

    /// True for a person, who may take moves back.
    fn is_person(&self) -> bool {
        false
    }
}

/// An observer of the events of a game.
pub trait Watcher<P: BoardGame> {
    /// A side made a move, which is the last of the game; with the record of its search.
    ///
    /// # Errors
    /// The error of the system.
    fn moved(&mut self, game: &Game<P>, side: Side, mv: P::Move, record: Option<Box<Record>>) -> io::Result<()>;

    /// A side had to pass, and the pass was made for it.
    ///
    /// # Errors
    /// The error of the system.
    fn passed(&mut self, game: &Game<P>, side: Side) -> io::Result<()>;

    /// This number of moves were taken back; none if there was no earlier turn of a person.
    ///
    /// # Errors
    /// The error of the system.
    fn taken_back(&mut self, game: &Game<P>, count: usize) -> io::Result<()>;

    /// The margin by which black wins a game that is decided here and now, below 0 if white does; asked before each
    /// turn.
    fn decided(&mut self, _game: &Game<P>) -> Option<i32> {
        None
    }

    /// A side has forfeited the game.
    ///
    /// # Errors
    /// The error of the system.
    fn failed(&mut self, _game: &Game<P>, _side: Side, _mishap: &Forfeit) -> io::Result<()> {
        Ok(())
    }
}

/// Plays a game to its end: black's player first, white's second. Forced passes are made for the players.
///
/// # Errors
/// The error of a player or of the watcher. The game holds all moves up to there.
pub fn play<P: BoardGame>(
    game: &mut Game<P>,
    players: [&mut dyn Player<P>; 2],
    watcher: &mut dyn Watcher<P>,
) -> io::Result<Ending> {
    let [black, white] = players;
    loop {
        let side = game.position().side();
        if game.position().is_over() {
            return Ok(Ending::Finished);
        }
        if let Some(pass) = game.position().forced() {
            game.push(pass);
            watcher.passed(game, side)?;
            continue;
        }
        if let Some(margin) = watcher.decided(game) {
            return Ok(Ending::Adjudicated(margin));
        }
        let player = if side == Side::Black { &mut *black } else { &mut *white };
        match player.act(game)? {
            Action::Move(mv, record) => {
                if !game.push(mv) {
                    let mishap = Forfeit::new(Fault::Illegal, game.position().illegal_reason(mv));
                    watcher.failed(game, side, &mishap)?;
                    return Ok(Ending::Forfeited(side, mishap.fault));
                }
                watcher.moved(game, side, mv, record)?;
            }
            Action::TakeBack => {
                let is_person = [black.is_person(), white.is_person()];
                let count = game.take_back(|side| is_person[side.index()]);
                watcher.taken_back(game, count)?;
            }
            Action::Resign => return Ok(Ending::Resigned(side)),
            Action::Leave => return Ok(Ending::Left),
            Action::Interrupt => return Ok(Ending::Interrupted),
            Action::Fail(mishap) => {
                watcher.failed(game, side, &mishap)?;
                return Ok(Ending::Forfeited(side, mishap.fault));
            }
        }
    }
}
