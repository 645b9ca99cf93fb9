//! Boards of board-splitting games as they are shown, and their commands.
//!
//! A cell that is 1 is drawn as a piece of the side that moves last, one that is 0 as a piece of the other. Boards of up
//! to [`WIDEST`] columns stand cell by cell, and what is cut off is empty. Of larger ones the part that is left fills the
//! board: a square stands for a block of cells and shows the side with more of them, and nothing if neither has.

use super::board::{Half, Position, Rectangle};
use super::recipe::Kind;
use crate::Side;
use crate::play::{BoardMaterial, Cell, GameCommands, Mark, TuiBoard};

/// Most columns, and rows, of squares.
const WIDEST: u32 = 16;

impl Position {
    /// Columns and rows of squares, and true if each is a cell of the board.
    fn squares(&self) -> (u32, u32, bool) {
        let (columns, rows) = self.board().size();
        (columns.min(WIDEST), rows.min(WIDEST), columns <= WIDEST)
    }

    /// The squares of the part that is left: all of them where it fills the board.
    fn squares_left(&self) -> Rectangle {
        match self.squares() {
            (_, _, true) => self.rectangle(),
            (columns, rows, false) => Rectangle { column: 0, row: 0, columns, rows },
        }
    }

    /// The cells that a square stands for.
    fn block(&self, square: Cell) -> Rectangle {
        let (columns, rows, is_cell) = self.squares();
        let (column, row) = (u32::from(square.column), u32::from(square.row));
        if is_cell {
            return Rectangle { column, row, columns: 1, rows: 1 };
        }
        // All of these are powers of two: a square is a whole block, or a part of one cell.
        let left = self.rectangle();
        Rectangle {
            column: left.column + column * left.columns / columns,
            row: left.row + row * left.rows / rows,
            columns: (left.columns / columns).max(1),
            rows: (left.rows / rows).max(1),
        }
    }
}

impl Rectangle {
    /// True if a cell lies in it.
    pub(super) fn holds(self, column: u32, row: u32) -> bool {
        (self.column..self.column + self.columns).contains(&column) && (self.row..self.row + self.rows).contains(&row)
    }
}

impl TuiBoard for Position {
    const FELT: BoardMaterial = BoardMaterial::Green;

    fn title(&self) -> String {
        let name = if self.board().recipe().kind == Kind::P { "P-game" } else { "N-game" };
        let block = self.block(Cell { column: 0, row: 0 });
        let scale = match (block.columns, block.rows) {
            (1, 1) => String::new(),
            (columns, rows) => format!(", {columns}×{rows} a square"),
        };
        format!("{name} of {} plies{scale}", self.board().recipe().plies)
    }

    fn size(&self) -> (u8, u8) {
        let (columns, rows, _) = self.squares();
        (columns as u8, rows as u8)
    }

    fn piece(&self, square: Cell) -> Option<Side> {
        let block = self.block(square);
        if !self.rectangle().holds(block.column, block.row) {
            return None;
        }
        let rows = block.row..block.row + block.rows;
        let cells = rows.flat_map(|row| (block.column..block.column + block.columns).map(move |column| (column, row)));
        let ones = cells.filter(|&(column, row)| self.board().is_one(column, row)).count() as u32;
        let last = self.board().last_mover();
        match (2 * ones).cmp(&(block.columns * block.rows)) {
            std::cmp::Ordering::Greater => Some(last),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Less => Some(last.other()),
        }
    }

    /// The first square of the half.
    fn cell_of(&self, half: Half) -> Option<Cell> {
        let left = self.squares_left();
        let (right, down) = match half {
            Half::Left | Half::Top => (0, 0),
            Half::Right => (left.columns / 2, 0),
            Half::Bottom => (0, left.rows / 2),
        };
        Some(Cell { column: (left.column + right) as u8, row: (left.row + down) as u8 })
    }

    /// The half in which the square lies.
    fn move_at(&self, square: Cell) -> Option<Half> {
        let left = self.squares_left();
        let (column, row) = (u32::from(square.column), u32::from(square.row));
        let is_second = match self.side() {
            Side::Black => column >= left.column + left.columns.div_ceil(2),
            Side::White => row >= left.row + left.rows.div_ceil(2),
        };
        (!self.is_over() && left.holds(column, row)).then(|| Half::of(self.side())[usize::from(is_second)])
    }

    /// None: each square that is left belongs to a legal move.
    fn marks(&self) -> Vec<Mark> {
        Vec::new()
    }
}

impl GameCommands for Position {
    const ABOUT: [&'static str; 2] = [
        "Board splitting: compare algorithms, search, play, match on P-games and N-games",
        "Examples:\n  \
         searchlab pgames compare --depths 1..=6 --position p-game:plies=8,seed=3\n  \
         searchlab pgames search --depth 6 --position 'LT p-game:plies=8,seed=3'\n  \
         searchlab pgames play --board p-game:plies=8 --white level:3\n  \
         searchlab pgames match --player alphabeta:depth=1 --player alphabeta:depth=4 --openings random:0 --games 40",
    ];
    const PLAY: &'static str = "\
        At a terminal the board fills the screen, with keys and the mouse, which keeps the half in which it clicks; ? \
        shows what they do. Through a pipe, or with --plain, the game goes line by line: L and R keep the left and the \
        right half, T and B the upper and the lower one; `help` lists the commands.\n\nExamples:\n  \
        searchlab pgames play --board p-game:plies=8,seed=3\n  \
        printf 'L\\nquit\\n' | searchlab pgames play --white level:4";
    const POSITION: &'static str = "The position: initial, or moves and a board such as LT p-game:plies=10,seed=1";
    const FILES: &'static str =
        "All positions of a file, one a line: moves and a board such as LT p-game:plies=10,seed=1";
    const EXAMPLES: [&'static [&'static str]; 2] = [
        &[
            "compare --depths 1..=6 --position p-game:plies=8,seed=3",
            "compare --depths 10 --algorithms alphabeta,mtdf --position n-game:plies=10 --ordering natural",
        ],
        &[
            "search --depth 6",
            "search --algorithm pvs --depth 4 --position 'LT p-game:plies=4,seed=3' --replay board.html",
        ],
    ];
    const MATCHES: &'static [&'static str] =
        &["match --player alphabeta:depth=1 --player alphabeta:depth=4 --openings random:0 --games 40"];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgames::Recipe;

    fn position(recipe: &str) -> Position {
        Position::of(Recipe::parse(recipe).unwrap()).unwrap()
    }

    /// On boards of every size, down to a cell: each square shows a half that may be kept, both are shown, and what is kept
    /// has as many squares of a side as before if squares are cells.
    #[test]
    fn squares_stand_for_the_halves() {
        for plies in [1, 2, 7, 8, 9, 11, 16] {
            let mut position = position(&format!("p-game:plies={plies},seed=5"));
            while !position.is_over() {
                let (columns, rows) = position.size();
                let squares = || (0..rows).flat_map(|row| (0..columns).map(move |column| Cell { column, row }));
                let kept: Vec<Half> = squares().filter_map(|square| position.move_at(square)).collect();
                for &half in position.halves() {
                    assert!(kept.contains(&half), "{plies} {half}");
                    assert_eq!(
                        position.cell_of(half).and_then(|square| position.move_at(square)),
                        Some(half),
                        "{plies}"
                    );
                }
                if plies <= 8 {
                    let shown = squares().filter(|&square| position.piece(square).is_some()).count();
                    assert_eq!((shown, kept.len()), (position.cells() as usize, shown), "{plies}");
                }
                position = position.after(position.halves()[position.node() as usize % 2]).unwrap();
            }
            let shown = position.size();
            let last = (0..shown.1).flat_map(|row| (0..shown.0).map(move |column| Cell { column, row }));
            assert!(last.filter_map(|square| position.piece(square)).all(|side| Some(side) == position.winner()));
        }
    }

    /// A square of a large board has the colour of most of its cells: four times four cells on a board of 12 plies.
    #[test]
    fn blocks_show_the_majority() {
        let position = position("p-game:plies=12,seed=2");
        let ones = |square: Cell| {
            let (column, row) = (u32::from(square.column) * 4, u32::from(square.row) * 4);
            let cells = (row..row + 4).flat_map(|row| (column..column + 4).map(move |column| (column, row)));
            cells.filter(|&(column, row)| position.board().is_one(column, row)).count()
        };
        for square in (0..16).flat_map(|row| (0..16).map(move |column| Cell { column, row })) {
            let shown = position.piece(square);
            let expected = match ones(square) {
                8 => None,
                ones => Some(if ones > 8 { Side::White } else { Side::Black }),
            };
            assert_eq!(shown, expected, "{square:?}");
        }
    }
}
