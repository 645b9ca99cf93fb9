//! Games behind one type, for programs that have to be small: each search is compiled once for all of them.
//!
//! A search of an erased game does the same as one of the game, at the price of calls that are not inlined. Moves are
//! their codes, which must tell all moves of the game apart. Not for games with [ProbCut](super::probcut).

use std::cell::Cell;
use std::fmt::{self, Debug};

use super::rules::{Evaluator, Game};
use super::score::{Outcome, Score};

/// A game with its evaluation.
struct Valued<'a, G: Game, E> {
    game: G,
    evaluator: E,
    undo: Vec<G::Undo>,
    moves: &'a KnownMoves<G::Move>,
}

/// The moves that a search has seen, by their codes.
#[derive(Debug)]
pub struct KnownMoves<M: Copy>(Vec<Cell<Option<M>>>);

impl<M: Copy> KnownMoves<M> {
    /// None of the moves of a game.
    pub fn of<G: Game<Move = M>>() -> Self {
        Self(vec![Cell::new(None); G::MOVE_CODES.into()])
    }

    /// The move of a code.
    ///
    /// # Panics
    /// If no search has seen it.
    pub fn of_code(&self, code: u16) -> M {
        self.0[usize::from(code)].get().expect("a search makes only moves that it was given")
    }
}

/// The calls that a search makes of a game and its evaluation.
trait Searched {
    fn moves(&self, visit: &mut dyn FnMut(u16));
    fn make(&mut self, code: u16);
    fn unmake(&mut self, code: u16);
    fn outcome(&self) -> Option<Outcome>;
    fn key(&self) -> u64;
    fn key_after(&mut self, code: u16) -> u64;
    fn side(&self) -> usize;
    fn static_rank(&self, code: u16) -> u8;
    fn draw(&self, below: &mut dyn FnMut(u32) -> u32) -> Option<u16>;
    fn replies(&mut self, code: u16) -> (u32, u64);
    fn leaf(&self, ply: u32) -> Score;
    fn leaf_after(&mut self, code: u16, ply: u32) -> Score;
    fn evaluate(&self) -> Score;
    fn finished(&self, ply: u32) -> Score;
}

impl<G: Game, E: Evaluator<G>> Searched for Valued<'_, G, E> {
    fn moves(&self, visit: &mut dyn FnMut(u16)) {
        self.game.moves(|mv| {
            let code = G::code(mv);
            self.moves.0[usize::from(code)].set(Some(mv));
            visit(code);
        });
    }

    fn make(&mut self, code: u16) {
        let undo = self.game.make(self.moves.of_code(code));
        self.undo.push(undo);
    }

    fn unmake(&mut self, code: u16) {
        let undo = self.undo.pop().expect("a move was made");
        self.game.unmake(self.moves.of_code(code), undo);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    fn key(&self) -> u64 {
        self.game.key()
    }

    fn key_after(&mut self, code: u16) -> u64 {
        self.game.key_after(self.moves.of_code(code))
    }

    fn side(&self) -> usize {
        self.game.side()
    }

    fn static_rank(&self, code: u16) -> u8 {
        self.game.static_rank(self.moves.of_code(code))
    }

    fn draw(&self, below: &mut dyn FnMut(u32) -> u32) -> Option<u16> {
        let mv = self.game.draw(below)?;
        let code = G::code(mv);
        self.moves.0[usize::from(code)].set(Some(mv));
        Some(code)
    }

    fn replies(&mut self, code: u16) -> (u32, u64) {
        self.game.replies(self.moves.of_code(code))
    }

    fn leaf(&self, ply: u32) -> Score {
        self.evaluator.leaf(&self.game, ply)
    }

    fn leaf_after(&mut self, code: u16, ply: u32) -> Score {
        self.evaluator.leaf_after(&mut self.game, self.moves.of_code(code), ply)
    }

    fn evaluate(&self) -> Score {
        self.evaluator.evaluate(&self.game)
    }

    fn finished(&self, ply: u32) -> Score {
        self.evaluator.finished(&self.game, ply)
    }
}

/// A game with its evaluation, of any type.
pub struct ErasedGame<'a>(Box<dyn Searched + 'a>);

impl<'a> ErasedGame<'a> {
    /// Searches give its moves by codes, which `moves` tells.
    pub fn new<G: Game + 'a, E: Evaluator<G> + 'a>(game: G, evaluator: E, moves: &'a KnownMoves<G::Move>) -> Self {
        const { assert!(G::MOVE_CODES <= Self::MOVE_CODES, "codes are below those of an erased game") };
        Self(Box::new(Valued { game, evaluator, undo: Vec::new(), moves }))
    }
}

impl Debug for ErasedGame<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ErasedGame").finish_non_exhaustive()
    }
}

impl Game for ErasedGame<'_> {
    type Move = u16;
    type Undo = ();
    type TargetFeatures = ();

    const MOVE_CODES: u16 = 1 << 10;

    fn instructions(&self) {}

    fn moves(&self, mut visit: impl FnMut(u16)) {
        self.0.moves(&mut visit);
    }

    fn make(&mut self, mv: u16) {
        self.0.make(mv);
    }

    fn unmake(&mut self, mv: u16, (): ()) {
        self.0.unmake(mv);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn key_after(&mut self, mv: u16) -> u64 {
        self.0.key_after(mv)
    }

    fn side(&self) -> usize {
        self.0.side()
    }

    fn code(mv: u16) -> u16 {
        mv
    }

    fn static_rank(&self, mv: u16) -> u8 {
        self.0.static_rank(mv)
    }

    fn draw(&self, below: impl FnOnce(u32) -> u32) -> Option<u16> {
        let mut below = Some(below);
        self.0.draw(&mut |count| below.take().map_or(0, |below| below(count)))
    }

    fn replies(&mut self, mv: u16) -> (u32, u64) {
        self.0.replies(mv)
    }
}

/// The evaluation that an [`ErasedGame`] brings.
#[derive(Debug, Clone, Copy)]
pub struct OwnEvaluation;

impl Evaluator<ErasedGame<'_>> for OwnEvaluation {
    fn leaf(&self, game: &ErasedGame<'_>, ply: u32) -> Score {
        game.0.leaf(ply)
    }

    fn leaf_after(&self, game: &mut ErasedGame<'_>, mv: u16, ply: u32) -> Score {
        game.0.leaf_after(mv, ply)
    }

    fn evaluate(&self, game: &ErasedGame<'_>) -> Score {
        game.0.evaluate()
    }

    fn finished(&self, game: &ErasedGame<'_>, ply: u32) -> Score {
        game.0.finished(ply)
    }
}
