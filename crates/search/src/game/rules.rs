//! The traits that a game and an evaluation implement.

use std::fmt::Debug;

use super::probcut::Forecast;
use super::score::{Outcome, Score};

/// Instructions of the processor that the fast ways of a game need. A function can only be inlined into one that is
/// compiled for the same instructions, so a search runs each of its nodes inside of [`call`](Self::call).
pub trait TargetFeatures: Copy {
    /// Runs `f`, which must be marked `#[inline(always)]`, compiled for these instructions.
    fn call<R>(self, f: impl FnOnce() -> R) -> R;
}

/// Those that every processor has.
impl TargetFeatures for () {
    #[inline(always)]
    fn call<R>(self, f: impl FnOnce() -> R) -> R {
        f()
    }
}

/// A game of two players who move in turn and see everything. The value is a position; a search makes and unmakes
/// moves on it.
pub trait Game {
    /// A move.
    type Move: Copy + Eq + Debug;
    /// State needed to take a move back.
    type Undo;
    /// The instructions that its fast ways need.
    type TargetFeatures: TargetFeatures;

    /// Moves have codes below this.
    const MOVE_CODES: u16;

    /// The instructions that its fast ways need.
    fn instructions(&self) -> Self::TargetFeatures;

    /// Hands every legal move to `visit`, in the natural order of the game. A game is over if and only if it has none:
    /// where a player must pass, the pass is a move.
    fn moves(&self, visit: impl FnMut(Self::Move));

    /// Makes a legal move.
    fn make(&mut self, mv: Self::Move) -> Self::Undo;

    /// Takes the last move back.
    fn unmake(&mut self, mv: Self::Move, undo: Self::Undo);

    /// How the game ended, if it is over.
    fn outcome(&self) -> Option<Outcome>;

    /// The key of the position for the transposition table, in the role of a Zobrist key: a well mixed hash of all that
    /// the further game depends on, the side to move included.
    fn key(&self) -> u64;

    /// The key after a legal move.
    #[inline(always)]
    fn key_after(&mut self, mv: Self::Move) -> u64 {
        let undo = self.make(mv);
        let key = self.key();
        self.unmake(mv, undo);
        key
    }

    /// 0 if the side that began is to move, else 1.
    fn side(&self) -> usize;

    /// Number of a move, below [`MOVE_CODES`](Self::MOVE_CODES).
    fn code(mv: Self::Move) -> u16;

    /// How good a move of this kind is as a rule; more is better, at most 255.
    #[inline(always)]
    fn static_rank(&self, mv: Self::Move) -> u8 {
        let _ = mv;
        0
    }

    /// One of the moves that [`moves`](Self::moves) gives: in their order the one of the number, from 0, that `below` draws
    /// below their count. `None` if there is none.
    #[inline(always)]
    fn draw(&self, below: impl FnOnce(u32) -> u32) -> Option<Self::Move> {
        draw_by_counting(self, below)
    }

    /// The number of replies, moves of the other side after a legal move, and the key then.
    #[inline(always)]
    fn replies(&mut self, mv: Self::Move) -> (u32, u64) {
        let undo = self.make(mv);
        let mut replies = 0;
        self.moves(|_| replies += 1);
        let key = self.key();
        self.unmake(mv, undo);
        (replies, key)
    }
}

/// [`Game::draw`] for any game: counts the moves, and goes through them once more.
#[inline(always)]
pub fn draw_by_counting<G: Game + ?Sized>(game: &G, below: impl FnOnce(u32) -> u32) -> Option<G::Move> {
    let mut count = 0;
    game.moves(|_| count += 1);
    if count == 0 {
        return None;
    }
    let (chosen, mut number, mut drawn) = (below(count), 0, None);
    game.moves(|mv| {
        if number == chosen {
            drawn = Some(mv);
        }
        number += 1;
    });
    drawn
}

/// Values the leaves of a search.
pub trait Evaluator<G: Game> {
    /// The value of a position for the side to move: a static value, or that of [`finished`](Self::finished) if the
    /// game is over. `ply` counts from the root.
    #[inline(always)]
    fn leaf(&self, game: &G, ply: u32) -> Score {
        if game.outcome().is_some() { self.finished(game, ply) } else { self.evaluate(game) }
    }

    /// The [value](Self::leaf) of the position after a legal move, which is at `ply`.
    #[inline(always)]
    fn leaf_after(&self, game: &mut G, mv: G::Move, ply: u32) -> Score {
        let undo = game.make(mv);
        let value = self.leaf(game, ply);
        game.unmake(mv, undo);
        value
    }

    /// The static value of a position that is not over, for the side to move, within
    /// [`STATIC_LIMIT`](super::score::STATIC_LIMIT).
    fn evaluate(&self, game: &G) -> Score;

    /// The value of a finished game for the side to move. By default that of its outcome, the shorter win and the
    /// longer loss preferred.
    #[inline(always)]
    fn finished(&self, game: &G, ply: u32) -> Score {
        game.outcome().map_or(0, |outcome| outcome.score(ply))
    }

    /// The lines that predict the value of a search of this position to `depth` plies from the values of shallower
    /// searches, the cheapest first, for [ProbCut](super::probcut). By default none, and so nothing is cut.
    #[inline(always)]
    fn forecasts(&self, game: &G, depth: u32) -> &[Forecast] {
        let _ = (game, depth);
        &[]
    }
}
