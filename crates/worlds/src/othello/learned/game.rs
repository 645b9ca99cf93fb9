//! Othello with the indices of the position kept beside it, so that the learned evaluation costs little at each leaf.
//!
//! Not here: the rules, which are those of [`Othello`].

use super::forecasts::Forecasts;
use super::indices::Indices;
use super::weights::{DISC, Weights, stage_of};
use crate::othello::board::{Board, Move, Position};
use crate::othello::game::Othello;
use crate::othello::kernel::Kernel;
use searchlab_search::game::{Evaluator, Forecast, Game, Outcome, Score};

/// A position with its indices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Indexed<K> {
    game: Othello<K>,
    indices: Indices,
}

impl<K: Kernel> Indexed<K> {
    /// The game from a position on.
    pub fn new(position: Position, kernel: K) -> Self {
        Self { game: Othello::new(position, kernel), indices: Indices::of(position.board) }
    }

    /// The position.
    pub const fn position(&self) -> Position {
        self.game.position()
    }
}

impl<K: Kernel> Game for Indexed<K> {
    type Move = Move;
    type Undo = (Board, Indices);
    type TargetFeatures = <Othello<K> as Game>::TargetFeatures;

    const MOVE_CODES: u16 = <Othello<K> as Game>::MOVE_CODES;

    #[inline(always)]
    fn instructions(&self) -> Self::TargetFeatures {
        self.game.instructions()
    }

    #[inline(always)]
    fn moves(&self, visit: impl FnMut(Move)) {
        self.game.moves(visit);
    }

    #[inline(always)]
    fn make(&mut self, mv: Move) -> (Board, Indices) {
        let indices = self.indices;
        let before = self.game.make(mv);
        self.indices = indices.after(mv, before, self.game.board());
        (before, indices)
    }

    #[inline(always)]
    fn unmake(&mut self, mv: Move, (before, indices): (Board, Indices)) {
        self.game.unmake(mv, before);
        self.indices = indices;
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.game.key()
    }

    #[inline(always)]
    fn key_after(&mut self, mv: Move) -> u64 {
        self.game.key_after(mv)
    }

    #[inline(always)]
    fn side(&self) -> usize {
        self.game.side()
    }

    #[inline(always)]
    fn code(mv: Move) -> u16 {
        Othello::<K>::code(mv)
    }

    #[inline(always)]
    fn static_rank(&self, mv: Move) -> u8 {
        self.game.static_rank(mv)
    }

    #[inline(always)]
    fn replies(&mut self, mv: Move) -> (u32, u64) {
        self.game.replies(mv)
    }
}

/// Values leaves by weights, in [`UNITS`] of a disc; finished games by who wins.
#[derive(Debug, Clone, Copy)]
pub struct Learned(pub &'static Weights);

/// Parts of a disc in which values are given: coarse enough that searches that step from value to value need few steps.
pub const UNITS: i32 = 8;

impl Learned {
    /// The value of a leaf, given its indices.
    #[inline(always)]
    pub(super) fn value<K: Kernel>(self, kernel: K, board: Board, indices: &Indices, ply: u32) -> Score {
        let (moves, replies) = (kernel.moves(board).count_ones(), kernel.moves(board.passed()).count_ones());
        if moves | replies == 0 {
            return Outcome::of_difference(board.difference()).score(ply);
        }
        self.0.value(board, indices, moves, replies).div_euclid(DISC / UNITS)
    }
}

impl<K: Kernel> Evaluator<Indexed<K>> for Learned {
    #[inline(always)]
    fn leaf(&self, game: &Indexed<K>, ply: u32) -> Score {
        self.value(game.game.kernel(), game.game.board(), &game.indices, ply)
    }

    #[inline(always)]
    fn leaf_after(&self, game: &mut Indexed<K>, mv: Move, ply: u32) -> Score {
        let (before, after) = (game.game.board(), game.game.after(mv));
        self.value(game.game.kernel(), after, &game.indices.after(mv, before, after), ply)
    }

    #[inline(always)]
    fn evaluate(&self, game: &Indexed<K>) -> Score {
        self.leaf(game, 0)
    }

    /// Those of the shipped weights: with others nobody may ask.
    #[inline(always)]
    fn forecasts(&self, game: &Indexed<K>, depth: u32) -> &[Forecast] {
        Forecasts::shipped().of(depth, stage_of(game.game.board().empties()))
    }
}
