//! Boards, and the positions on them.
//!
//! Idea        The game is a complete binary tree, whose leaves are the cells. Its nodes are numbered from 1, the board,
//!             by levels: the halves of n are 2 n, left or top, and 2 n + 1. A position is a number and a board that all
//!             positions of a game share, which knows of each node how many of its cells are 1.
//! Cost        8 bytes per cell. A move is a shift; the count of a half is one look.

use std::fmt;
use std::sync::Arc;

use super::recipe::{Kind, Recipe};
use super::truth::Truth;
use crate::Side;
use crate::stream::Stream;
use searchlab_trial::diagnostic::Diagnostic;

/// A board, and all of its halves, quarters, …
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    recipe: Recipe,
    /// Cells that are 1, by the number of the node. 0 stands for nothing.
    ones: Vec<u32>,
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({})", self.recipe)
    }
}

impl Board {
    /// The board that a recipe gives.
    ///
    /// # Errors
    /// Plies or a probability that are out of their bounds; a critical board where none of the first ten thousand is.
    pub fn new(recipe: Recipe) -> Result<Self, Diagnostic> {
        const MOST_BOARDS: usize = 10_000;
        let recipe = recipe.checked()?;
        let mut board = Self { recipe, ones: vec![0; 2 << recipe.plies] };
        let mut stream = Stream::new(recipe.seed);
        for _ in 0..MOST_BOARDS {
            board.draw(&mut stream);
            if !recipe.is_critical || Truth::of(&board).is_critical() {
                return Ok(board);
            }
        }
        let problem = Diagnostic::new(format!("no critical board among the first {MOST_BOARDS} of {recipe}"));
        Err(problem.help("a critical board has a move that wins and one that loses; try another chance"))
    }

    fn draw(&mut self, stream: &mut Stream) {
        match self.recipe.kind {
            Kind::P => self.draw_cells(stream),
            Kind::N => self.draw_steps(stream),
        }
        for node in (1..1 << self.recipe.plies).rev() {
            self.ones[node] = self.ones[2 * node] + self.ones[2 * node + 1];
        }
    }

    /// Row by row, so that the board is drawn as it is read.
    fn draw_cells(&mut self, stream: &mut Stream) {
        let (columns, rows) = self.size();
        for row in 0..rows {
            for column in 0..columns {
                let cell = self.cell_node(column, row);
                self.ones[cell as usize] = u32::from(stream.chance(self.recipe.chance()));
            }
        }
    }

    /// Level by level, each node in the order of its number.
    fn draw_steps(&mut self, stream: &mut Stream) {
        let cells = 1 << self.recipe.plies;
        let mut heights = vec![0i32; 2 * cells];
        for node in 2..2 * cells {
            heights[node] = heights[node / 2] + if stream.chance(self.recipe.chance()) { 1 } else { -1 };
        }
        for (ones, height) in self.ones.iter_mut().zip(&heights).skip(cells) {
            *ones = u32::from(*height > 0);
        }
    }

    /// Its recipe.
    pub const fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// Columns and rows.
    pub const fn size(&self) -> (u32, u32) {
        let plies = self.recipe.plies;
        (1 << plies.div_ceil(2), 1 << (plies / 2))
    }

    /// True if the cell in this column and row, from 0, is 1; nothing beyond the board is.
    pub(crate) fn is_one(&self, column: u32, row: u32) -> bool {
        let (columns, rows) = self.size();
        column < columns && row < rows && self.ones[self.cell_node(column, row) as usize] == 1
    }

    /// True if the cell in this place of the order in which the tree has them is 1.
    pub(super) fn is_one_at(&self, place: usize) -> bool {
        self.ones[(1 << self.recipe.plies) + place] == 1
    }

    /// The cells as bits, 64 to a word, in the order in which the tree has them.
    pub(crate) fn words(&self) -> impl Iterator<Item = u64> {
        let cells = &self.ones[1 << self.recipe.plies..];
        cells.chunks(64).map(|chunk| chunk.iter().rev().fold(0, |word, &cell| word << 1 | u64::from(cell)))
    }

    /// The side that wins if the last cell is 1: the one that moves last.
    pub(crate) const fn last_mover(&self) -> Side {
        if self.recipe.plies % 2 == 1 { Side::Black } else { Side::White }
    }

    /// The node of a cell: in turn a bit of the column and one of the row, from the highest.
    fn cell_node(&self, column: u32, row: u32) -> u32 {
        let plies = self.recipe.plies;
        let (mut columns_left, mut rows_left) = (plies.div_ceil(2), plies / 2);
        let mut node = 1;
        for ply in 0..plies {
            let (line, left) = if ply.is_multiple_of(2) { (column, &mut columns_left) } else { (row, &mut rows_left) };
            *left -= 1;
            node = node << 1 | line >> *left & 1;
        }
        node
    }
}

/// The half that a side keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Half {
    /// The left one.
    Left,
    /// The right one.
    Right,
    /// The upper one.
    Top,
    /// The lower one.
    Bottom,
}

impl Half {
    /// All, by their numbers.
    pub const ALL: [Self; 4] = [Self::Left, Self::Right, Self::Top, Self::Bottom];

    /// The halves between which a side chooses.
    pub(crate) const fn of(side: Side) -> [Self; 2] {
        match side {
            Side::Black => [Self::Left, Self::Right],
            Side::White => [Self::Top, Self::Bottom],
        }
    }

    /// Its letter: `L` `R` `T` `B`.
    pub(crate) const fn letter(self) -> char {
        match self {
            Self::Left => 'L',
            Self::Right => 'R',
            Self::Top => 'T',
            Self::Bottom => 'B',
        }
    }

    /// The half of that letter.
    pub(crate) fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|half| half.letter() == letter.to_ascii_uppercase())
    }

    /// 0 for left and top, 1 for right and bottom.
    #[inline(always)]
    pub(super) const fn bit(self) -> u32 {
        self as u32 & 1
    }

    /// The side that may choose it.
    #[inline(always)]
    pub const fn side(self) -> Side {
        match self {
            Self::Left | Self::Right => Side::Black,
            Self::Top | Self::Bottom => Side::White,
        }
    }
}

impl fmt::Display for Half {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// The part of a board that is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rectangle {
    /// Its first column, from 0.
    pub column: u32,
    /// Its first row, from 0.
    pub row: u32,
    /// Its columns.
    pub columns: u32,
    /// Its rows.
    pub rows: u32,
}

/// The part of a board that is left, and so the side to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    board: Arc<Board>,
    pub(super) node: u32,
}

impl Position {
    /// The whole board.
    pub const fn new(board: Arc<Board>) -> Self {
        Self { board, node: 1 }
    }

    /// The whole board of a recipe.
    ///
    /// # Errors
    /// As [`Board::new`].
    pub fn of(recipe: Recipe) -> Result<Self, Diagnostic> {
        Board::new(recipe).map(|board| Self::new(Arc::new(board)))
    }

    /// The whole board again.
    pub(crate) fn start_of_game(&self) -> Self {
        Self::new(Arc::clone(&self.board))
    }

    /// The board, of which this is a part.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The number of the part in the tree of all parts: 1 for the board, 2 n and 2 n + 1 for the halves of n.
    #[inline(always)]
    pub const fn node(&self) -> u32 {
        self.node
    }

    /// Plies so far.
    #[inline(always)]
    pub(crate) const fn ply(&self) -> u32 {
        self.node.ilog2()
    }

    /// The side to move, or that would be.
    #[inline(always)]
    pub const fn side(&self) -> Side {
        if self.ply().is_multiple_of(2) { Side::Black } else { Side::White }
    }

    /// True if one cell is left.
    #[inline(always)]
    pub fn is_over(&self) -> bool {
        self.ply() == self.board.recipe.plies
    }

    /// The winner, if one cell is left.
    pub fn winner(&self) -> Option<Side> {
        let last = self.board.last_mover();
        self.is_over().then_some(if self.ones() == 1 { last } else { last.other() })
    }

    /// Cells that are left.
    #[inline(always)]
    pub(crate) fn cells(&self) -> u32 {
        1 << (self.board.recipe.plies - self.ply())
    }

    /// Those of them that are 1.
    #[inline(always)]
    pub(crate) fn ones(&self) -> u32 {
        self.board.ones[self.node as usize]
    }

    /// The halves that may be kept; none if the game is over.
    pub(crate) fn halves(&self) -> &'static [Half] {
        const OF: [[Half; 2]; 2] = [Half::of(Side::Black), Half::of(Side::White)];
        if self.is_over() { &[] } else { &OF[self.side().index()] }
    }

    /// The position after a move; `None` if it is not legal.
    pub fn after(&self, half: Half) -> Option<Self> {
        let is_legal = !self.is_over() && half.side() == self.side();
        is_legal.then(|| Self { board: Arc::clone(&self.board), node: self.node << 1 | half.bit() })
    }

    /// The moves from the whole board.
    pub(crate) fn moves_so_far(&self) -> impl Iterator<Item = Half> {
        (0..self.ply()).map(|ply| {
            let bit = self.node >> (self.ply() - 1 - ply) & 1;
            Half::ALL[(2 * (ply % 2) + bit) as usize]
        })
    }

    /// Where the part lies.
    pub fn rectangle(&self) -> Rectangle {
        let (columns, rows) = self.board.size();
        let mut left = Rectangle { column: 0, row: 0, columns, rows };
        for half in self.moves_so_far() {
            if half.side() == Side::Black {
                left.columns /= 2;
                left.column += half.bit() * left.columns;
            } else {
                left.rows /= 2;
                left.row += half.bit() * left.rows;
            }
        }
        left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(kind: Kind, plies: u32) -> Position {
        Position::of(Recipe { kind, plies, ..Recipe::default() }).unwrap()
    }

    /// Every position knows the cells of its rectangle.
    #[test]
    fn parts_count_their_cells() {
        fn check(position: &Position) {
            let Rectangle { column, row, columns, rows } = position.rectangle();
            let cells = (row..row + rows).flat_map(|row| (column..column + columns).map(move |column| (column, row)));
            let ones = cells.filter(|&(column, row)| position.board().is_one(column, row)).count();
            assert_eq!((ones as u32, columns * rows), (position.ones(), position.cells()));
            position.halves().iter().for_each(|&half| check(&position.after(half).unwrap()));
        }
        for plies in 1..=7 {
            check(&position(Kind::P, plies));
            check(&position(Kind::N, plies));
        }
    }

    #[test]
    fn the_last_cell_decides() {
        for plies in [3, 4] {
            let mut position = position(Kind::P, plies);
            assert_eq!((position.winner(), position.board().size()), (None, (4, if plies == 3 { 2 } else { 4 })));
            let moves = &[Half::Right, Half::Top, Half::Left, Half::Bottom][..plies as usize];
            assert_eq!(position.after(Half::Top), None);
            for &half in moves {
                position = position.after(half).unwrap();
            }
            assert!(position.moves_so_far().eq(moves.iter().copied()) && position.halves().is_empty());
            let last = if plies == 3 { Side::Black } else { Side::White };
            let Rectangle { column, row, .. } = position.rectangle();
            assert_eq!((column, row), (2, u32::from(plies != 3)));
            let winner = if position.board().is_one(column, row) { last } else { last.other() };
            assert_eq!((position.winner(), position.after(Half::Left)), (Some(winner), None));
        }
    }

    /// The first board, so that it stays the first board.
    #[test]
    fn the_same_recipe_gives_the_same_board() {
        let rows = |kind| {
            let board = position(kind, 6);
            let row = |row| (0..8).map(|column| if board.board().is_one(column, row) { '1' } else { '0' }).collect();
            (0..8).map(row).collect::<Vec<String>>().join("/")
        };
        assert_eq!(rows(Kind::P), "01010000/00111010/00100011/01001100/00010010/00100101/01100110/10100010");
        assert_eq!(rows(Kind::N), "00001111/00001111/00001111/00001111/00001010/10000010/00001000/00000000");
        assert_eq!(position(Kind::P, 7).board().words().count(), 2);
    }

    /// A critical board is the first such board of its seed, and has one move that wins.
    #[test]
    fn critical_boards_are_those_where_the_choice_matters() {
        for (kind, seed) in Kind::ALL.into_iter().flat_map(|kind| (0..50).map(move |seed| (kind, seed))) {
            let any = Recipe { kind, plies: 7, seed, ..Recipe::default() };
            let critical = Position::of(Recipe { is_critical: true, ..any }).unwrap();
            let wins = critical.halves().iter().filter(|&&half| {
                let after = critical.after(half).unwrap();
                Truth::of(after.board()).winner(&after) == critical.side()
            });
            assert_eq!(wins.count(), 1, "{kind:?} {seed}");
            let any = Position::of(any).unwrap();
            let is_critical = Truth::of(any.board()).only_move(&any).is_some();
            assert_eq!(any.board().words().eq(critical.board().words()), is_critical, "{kind:?} {seed}");
        }
        let never = Recipe { is_critical: true, chance: Some(0), ..Recipe::default() };
        assert!(Board::new(never).unwrap_err().message().contains("no critical board"));
    }

    /// Shares of ones over 50 boards of 4,096 cells: 0.382 of cells drawn singly. Of sums of 12 steps one in 2^12 times
    /// C(12, 6) = 22.6 % is 0, so 38.7 % are above.
    #[test]
    fn as_many_ones_as_chance_says() {
        let share = |kind| {
            let ones = |seed| Position::of(Recipe { kind, plies: 12, seed, ..Recipe::default() }).unwrap().ones();
            f64::from((0..50).map(ones).sum::<u32>()) / (50.0 * 4096.0)
        };
        assert!((share(Kind::P) - 0.382).abs() < 0.005, "{}", share(Kind::P));
        assert!((share(Kind::N) - 0.387).abs() < 0.06, "{}", share(Kind::N));
    }
}
