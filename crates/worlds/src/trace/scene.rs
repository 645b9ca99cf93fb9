//! The stage of a search, as a world describes it for traces.
//!
//! Not here: when it is written (writer.rs).

use std::fmt::Debug;

use serde_json::{Value, json};

use crate::Side;
use crate::play::BoardGame;

/// A scene, and the states or positions in it.
pub trait Scene: Debug + Send {
    /// True if the moves of two players are searched, false for paths.
    fn is_game(&self) -> bool;

    /// The scene of the header.
    fn shape(&self) -> Value;

    /// A state of a path search by its code.
    fn state(&self, _code: u128) -> Value {
        Value::Null
    }

    /// Makes the move of a code, and names it.
    fn make(&mut self, code: u16) -> String {
        code.to_string()
    }

    /// Takes the last move back.
    fn unmake(&mut self) {}

    /// The board as it stands, one letter a cell, and the letter of the side to move.
    fn board(&self) -> Option<(String, char)> {
        None
    }
}

/// A search without a scene.
#[derive(Debug, Clone, Copy)]
pub struct NoScene {
    /// True if the moves of two players are searched.
    pub is_game: bool,
}

impl Scene for NoScene {
    fn is_game(&self) -> bool {
        self.is_game
    }

    fn shape(&self) -> Value {
        json!({ "shape": "none" })
    }
}

/// A board game from a position on.
#[derive(Debug)]
pub struct BoardScene<P: BoardGame> {
    /// The position in which the search begins, and those after the moves that were made.
    positions: Vec<Option<P>>,
}

impl<P: BoardGame> BoardScene<P> {
    /// A search from this position.
    pub fn new(root: P) -> Self {
        Self { positions: vec![Some(root)] }
    }

    fn position(&self) -> Option<&P> {
        self.positions.last().and_then(Option::as_ref)
    }
}

impl<P: BoardGame> Scene for BoardScene<P> {
    fn is_game(&self) -> bool {
        true
    }

    fn shape(&self) -> Value {
        let Some((root, (columns, rows, cells))) = self.position().and_then(|root| Some((root, root.letters()?)))
        else {
            return json!({ "shape": "none" });
        };
        let sides = Side::BOTH.map(Side::name);
        json!({
            "shape": "board", "rows": rows, "cols": columns, "sides": sides, "board": cells,
            "to_move": letter(root.side()).to_string(),
        })
    }

    fn make(&mut self, code: u16) -> String {
        let position = self.position();
        let mv = position.and_then(|position| position.by_code(code));
        let name = position.zip(mv).map(|(position, mv)| position.spell(mv));
        let after = position.zip(mv).and_then(|(position, mv)| position.after(mv));
        self.positions.push(after);
        name.unwrap_or_else(|| code.to_string())
    }

    fn unmake(&mut self) {
        self.positions.pop();
    }

    fn board(&self) -> Option<(String, char)> {
        let position = self.position()?;
        Some((position.letters()?.2, letter(position.side())))
    }
}

/// The letter of a side: `x` for the first.
pub(crate) const fn letter(side: Side) -> char {
    match side {
        Side::Black => 'x',
        Side::White => 'o',
    }
}
