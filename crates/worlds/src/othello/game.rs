//! Othello as a game for search: moves, static ranks for move ordering, hash keys.

use super::board::{Board, CORNERS, Move, Position, Side, squares};
use super::kernel::Kernel;
use searchlab_search::game::rules::{TargetFeatures, draw_by_counting};
use searchlab_search::game::{Game, Outcome};

/// A position, and the way to its moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Othello<K> {
    position: Position,
    kernel: K,
}

impl<K: Kernel> Othello<K> {
    /// The game from a position on.
    pub const fn new(position: Position, kernel: K) -> Self {
        Self { position, kernel }
    }

    /// The position.
    pub const fn position(&self) -> Position {
        self.position
    }

    /// The discs, by whose turn it is.
    #[inline(always)]
    pub const fn board(&self) -> Board {
        self.position.board
    }

    /// The way to its moves.
    #[inline(always)]
    pub(crate) const fn kernel(&self) -> K {
        self.kernel
    }

    /// The board after a legal move.
    #[inline(always)]
    pub(super) fn after(&self, mv: Move) -> Board {
        let board = self.position.board;
        match mv.square() {
            Some(square) => board.placed(square, self.kernel.flips(board, square)),
            None => board.passed(),
        }
    }
}

/// The instructions of a kernel.
#[derive(Debug, Clone, Copy)]
pub struct ThoseOf<K>(K);

impl<K: Kernel> TargetFeatures for ThoseOf<K> {
    #[inline(always)]
    fn call<R>(self, f: impl FnOnce() -> R) -> R {
        self.0.call(f)
    }
}

impl<K: Kernel> Game for Othello<K> {
    type Move = Move;
    type Undo = Board;
    type TargetFeatures = ThoseOf<K>;

    const MOVE_CODES: u16 = 65;

    #[inline(always)]
    fn instructions(&self) -> ThoseOf<K> {
        ThoseOf(self.kernel)
    }

    /// In the order of the squares.
    #[inline(always)]
    fn moves(&self, mut visit: impl FnMut(Move)) {
        let moves = self.kernel.moves(self.position.board);
        if moves != 0 {
            squares(moves).for_each(|square| visit(Move::on(square)));
        } else if self.kernel.moves(self.position.board.passed()) != 0 {
            visit(Move::PASS);
        }
    }

    #[inline(always)]
    fn make(&mut self, mv: Move) -> Board {
        let before = self.position.board;
        self.position = Position { board: self.after(mv), side: self.position.side.other() };
        before
    }

    #[inline(always)]
    fn unmake(&mut self, _mv: Move, before: Board) {
        self.position = Position { board: before, side: self.position.side.other() };
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        let board = self.position.board;
        let is_over = self.kernel.moves(board) == 0 && self.kernel.moves(board.passed()) == 0;
        is_over.then(|| Outcome::of_difference(board.difference()))
    }

    /// A hash of the discs by whose turn it is. Positions that differ only in the colour of the side to move share it:
    /// for the side to move they are worth the same.
    #[inline(always)]
    fn key(&self) -> u64 {
        key(self.position.board)
    }

    #[inline(always)]
    fn key_after(&mut self, mv: Move) -> u64 {
        key(self.after(mv))
    }

    #[inline(always)]
    fn side(&self) -> usize {
        match self.position.side {
            Side::Black => 0,
            Side::White => 1,
        }
    }

    #[inline(always)]
    fn code(mv: Move) -> u16 {
        mv.number().into()
    }

    #[inline(always)]
    fn static_rank(&self, mv: Move) -> u8 {
        mv.square().map_or(0, |square| RANKS[square.index()])
    }

    #[inline(always)]
    fn draw(&self, below: impl FnOnce(u32) -> u32) -> Option<Move> {
        let mut moves = self.kernel.moves(self.position.board);
        if moves == 0 {
            return draw_by_counting(self, below);
        }
        for _ in 0..below(moves.count_ones()) {
            moves &= moves - 1;
        }
        squares(moves).next().map(Move::on)
    }

    #[inline(always)]
    fn replies(&mut self, mv: Move) -> (u32, u64) {
        let after = self.after(mv);
        (self.kernel.moves(after).count_ones(), key(after))
    }
}

/// Multiplies and folds: every disc reaches every bit.
#[inline(always)]
const fn key(board: Board) -> u64 {
    let own = board.own.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let opponent = board.opponent.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    let word = own ^ opponent.rotate_left(32);
    let word = (word ^ word >> 32).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word ^ word >> 29
}

/// How good a disc on a square is as a rule: corners first, then the edges away from the corners, then the middle; the
/// neighbours of the corners last.
const RANKS: [u8; 64] = {
    // One quarter, from the corner inwards; the others mirror it.
    const QUARTER: [[u8; 4]; 4] = [[9, 2, 7, 6], [2, 0, 3, 3], [7, 3, 5, 4], [6, 3, 4, 4]];
    let mut ranks = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (row, column) = (square / 8, square % 8);
        let row = if row < 4 { row } else { 7 - row };
        let column = if column < 4 { column } else { 7 - column };
        ranks[square] = QUARTER[row][column];
        square += 1;
    }
    assert!(ranks[CORNERS.trailing_zeros() as usize] == 9);
    ranks
};

#[cfg(test)]
mod tests {
    use super::super::kernel::Portable;
    use super::*;
    use crate::testing::draws_by_number;
    use searchlab_search::budget::Budget;
    use searchlab_search::counters::Counters;
    use searchlab_search::game::{Evaluator, GameAlgorithm, Options, Score, Table, Task, minimax};

    struct Nothing;

    impl<K: Kernel> Evaluator<Othello<K>> for Nothing {
        fn evaluate(&self, _game: &Othello<K>) -> Score {
            0
        }
    }

    /// Perft, by the table of notes on Othello: minimax visits exactly the positions of the game.
    #[test]
    fn minimax_visits_the_leaves_of_perft() {
        let (mut game, mut counters) = (Othello::new(Position::INITIAL, Portable), Counters::default());
        let options = Options::to_depth(6);
        let (mut table, budget) = (Table::none(), Budget::default());
        let task = Task {
            game: &mut game,
            evaluator: &Nothing,
            options: &options,
            table: &mut table,
            budget: &budget,
            observer: &mut counters,
        };
        assert_eq!(minimax::MiniMax::search(task).value, 0);
        assert_eq!((counters.evaluated, counters.expanded), (8200, 1 + 4 + 12 + 56 + 244 + 1396));
    }

    #[test]
    fn every_move_is_drawn_by_its_number() {
        for seed in 0..20 {
            for position in super::super::playout::game(seed).positions() {
                let game = Othello::new(position, Portable);
                let mut moves = Vec::new();
                game.moves(|mv| moves.push(mv));
                draws_by_number(&game, &moves, 1);
            }
        }
    }

    #[test]
    fn the_key_after_a_move_is_the_key_then() {
        let mut game = Othello::new(Position::INITIAL, Portable);
        for mv in Position::INITIAL.moves() {
            let (key, replies) = (game.key_after(mv), game.replies(mv));
            let undo = game.make(mv);
            let mut count = 0;
            game.moves(|_| count += 1);
            assert_eq!((count, game.key()), replies);
            assert_eq!(game.key(), key);
            game.unmake(mv, undo);
            assert_eq!(game.position(), Position::INITIAL);
        }
    }
}
