//! The proved outcome of a node under best play, with a bound of the plies to it.

use crate::game::score::{Outcome, Score, WIN};

/// The proof of a node, for the side to move there. Greater is better, and a shorter win is better than a longer one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Proof(i16);

/// More plies than any game has.
const MOST: i16 = 10_000;

impl Proof {
    /// Nothing.
    pub(super) const NONE: Self = Self(i16::MIN);

    /// Of a game that is over.
    pub(super) const fn of(outcome: Outcome) -> Self {
        Self(match outcome {
            Outcome::Won => MOST,
            Outcome::Drawn => 0,
            Outcome::Lost => -MOST,
        })
    }

    /// True if the outcome is proved.
    #[inline(always)]
    pub(super) const fn is_some(self) -> bool {
        self.0 != Self::NONE.0
    }

    /// True for a proved win of the side to move.
    #[inline(always)]
    pub(super) const fn is_won(self) -> bool {
        self.0 > 0
    }

    /// True for a proved draw.
    #[inline(always)]
    pub(super) const fn is_drawn(self) -> bool {
        self.0 == 0
    }

    /// True for a proved loss of the side to move.
    #[inline(always)]
    pub(super) const fn is_lost(self) -> bool {
        self.0 < 0 && self.is_some()
    }

    /// 1 for a win, 0 for a draw, -1 for a loss.
    #[inline(always)]
    pub(super) fn sign(self) -> i64 {
        self.0.signum().into()
    }

    /// The same for the mover of the move that leads here, a ply farther from the end.
    #[inline(always)]
    pub(super) const fn before(self) -> Self {
        Self(-(self.0 - self.0.signum()))
    }

    /// As a value.
    pub(super) fn score(self) -> Score {
        match self.0 {
            0 => 0,
            proof => Score::from(proof.signum()) * (WIN - Score::from(MOST - proof.abs())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_count_to_the_end() {
        for (outcome, sign) in [(Outcome::Won, 1), (Outcome::Drawn, 0), (Outcome::Lost, -1)] {
            let mut proof = Proof::of(outcome);
            for ply in 0..300 {
                let turned = if ply % 2 == 0 { sign } else { -sign };
                assert_eq!(proof.sign(), i64::from(turned));
                assert_eq!(proof.score(), turned * (WIN - ply));
                assert_eq!([proof.is_won(), proof.is_drawn(), proof.is_lost()], [1, 0, -1].map(|it| it == turned));
                proof = proof.before();
            }
        }
        assert!(!Proof::NONE.is_lost() && !Proof::NONE.is_drawn() && !Proof::NONE.is_won());
        let won = |plies| (0..plies).fold(Proof::of(Outcome::Lost), |proof, _| proof.before());
        assert!(won(1) > won(3) && won(3) > Proof::of(Outcome::Drawn) && won(2) > won(0));
    }
}
