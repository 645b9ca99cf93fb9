//! An evaluation as the judge of leaves in a search.

use super::Evaluation;
use crate::othello::game::Othello;
use crate::othello::kernel::Kernel;
use searchlab_search::game::{Evaluator, Outcome, Score};

impl<K: Kernel> Evaluator<Othello<K>> for Evaluation {
    #[inline(always)]
    fn leaf(&self, game: &Othello<K>, ply: u32) -> Score {
        let judged = self.judge(game.kernel(), game.board());
        if judged.is_over && !self.has_own_terminal() {
            return Outcome::of_difference(game.board().difference()).score(ply);
        }
        judged.value
    }

    #[inline(always)]
    fn evaluate(&self, game: &Othello<K>) -> Score {
        self.judge(game.kernel(), game.board()).value
    }

    #[inline(always)]
    fn finished(&self, game: &Othello<K>, ply: u32) -> Score {
        self.leaf(game, ply)
    }
}
