//! The interface of a board game, by which its board can be shown.

use std::fmt::Debug;

use crate::Side;
use crate::play::BoardGame;

/// A place on the board: column and row from the upper left corner, both from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// From 0 at the left.
    pub column: u8,
    /// From 0 at the top.
    pub row: u8,
}

/// A sign on an empty cell that says something about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// The cell.
    pub cell: Cell,
    /// One column wide. Signs of the two sides differ in more than their colour.
    pub sign: char,
    /// The side that it belongs to.
    pub side: Side,
}

/// The material of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardMaterial {
    /// Squares of two greens.
    Green,
    /// Wood with lines, and stones on their crossings.
    Wood,
}

/// A game whose board can be shown: a grid of cells, each empty or with a piece of one side.
pub trait TuiBoard: BoardGame + Debug {
    /// The material of the board.
    const FELT: BoardMaterial;

    /// The meaning of the marks, as a plural: `legal moves`, `threats`.
    const MARKS: &'static str = "legal moves";

    /// True if they are shown from the beginning.
    const SHOWS_MARKS: bool = false;

    /// The name of the game, with its board and rule where there are several.
    fn title(&self) -> String;

    /// Columns and rows of the board, at most 26 and 99.
    fn size(&self) -> (u8, u8);

    /// The number by which a row, counted from 0 at the top, is called.
    fn row_number(&self, row: u8) -> u8 {
        row + 1
    }

    /// The piece on a cell of the board.
    fn piece(&self, cell: Cell) -> Option<Side>;

    /// The name of a column, counted from 0 at the left.
    fn column_name(&self, column: u8) -> String {
        letter(column).to_string()
    }

    /// Where a move that is made here puts its piece; `None` for a pass.
    fn cell_of(&self, mv: Self::Move) -> Option<Cell>;

    /// The move that puts a piece on a cell, legal or not.
    fn move_at(&self, cell: Cell) -> Option<Self::Move>;

    /// The pieces by which a game was won, if the board tells.
    fn winning_line(&self) -> Vec<Cell> {
        Vec::new()
    }

    /// The marks on empty cells, in any order. By default the legal moves.
    fn marks(&self) -> Vec<Mark> {
        let mark = |mv| Some(Mark { cell: self.cell_of(mv)?, sign: '·', side: self.side() });
        self.moves().into_iter().filter_map(mark).collect()
    }

    /// The meaning of the signs of the marks, one after the other.
    fn legend(&self) -> String {
        format!("marks: {}", Self::MARKS)
    }
}

/// The cells of a board as [`BoardGame::letters`] gives them.
pub fn letters<P: TuiBoard>(position: &P) -> (u8, u8, String) {
    let (columns, rows) = position.size();
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| Cell { column, row }));
    let letter = |cell| match position.piece(cell) {
        None => '.',
        Some(Side::Black) => 'x',
        Some(Side::White) => 'o',
    };
    (columns, rows, cells.map(letter).collect())
}

/// The letter of a column.
pub fn letter(column: u8) -> char {
    char::from(b'a' + column.min(25))
}
