//! The protocol in which a program of Othello is asked for moves: that of NBoard, or the Go Text Protocol where its player
//! says so.

use super::nboard::NBoard;
use super::{Move, Position};
use crate::play::gtp::Gtp;
use crate::play::{Choice, Connection, EngineError, EngineProtocol, Game};

/// The state of a talk in one of the two.
#[derive(Debug, Default)]
pub struct OthelloProtocol {
    nboard: NBoard,
    /// Set by the first greeting, if the program speaks it.
    gtp: Option<Gtp>,
}

impl EngineProtocol<Position> for OthelloProtocol {
    /// Of both.
    const FAREWELL: &'static str = "quit";

    fn knows_its_moves(&self) -> bool {
        self.gtp.is_some()
    }

    fn greet(&mut self, talk: &mut dyn Connection, game: &Game<Position>) -> Result<(), EngineError> {
        self.gtp = talk.spec().speaks_gtp.then(Gtp::default);
        match &mut self.gtp {
            Some(gtp) => gtp.greet(talk, game),
            None => self.nboard.greet(talk, game),
        }
    }

    fn greet_again(&mut self, talk: &mut dyn Connection, game: &Game<Position>) -> Result<bool, EngineError> {
        match &mut self.gtp {
            Some(gtp) => gtp.greet_again(talk, game),
            None => self.nboard.greet_again(talk, game),
        }
    }

    fn ask(
        &mut self,
        talk: &mut dyn Connection,
        game: &Game<Position>,
        known: Option<usize>,
    ) -> Result<Choice<Move>, EngineError> {
        match &mut self.gtp {
            Some(gtp) => gtp.ask(talk, game, known),
            None => self.nboard.ask(talk, game, known),
        }
    }
}
