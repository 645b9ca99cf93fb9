//! The last four empty squares, written out.
//!
//! Idea        Each number of empty squares has its own function with the squares as arguments: no sets of moves, no
//!             lists. The last move is not made: the discs that it turns are counted from tables of lines.
//! Source      Warren Smith, Gunnar Andersson, `endgame.c` (about 1998), for the shape; the counting by lines is folklore.
//! Guarantees  Sound bounds: a returned score above alpha is a lower bound, any other an upper bound.
//! Not here    More than four empty squares (shallow.rs).

use super::options::Technique;
use super::regions::quadrant;
use super::solver::{Solver, WORST};
use crate::othello::board::{Board, Square};
use crate::othello::kernel::Kernel;
use searchlab_search::observer::Observer;

/// Twice the discs turned on a line of eight by a disc in a column, when every square but its own holds a disc:
/// `[column][own discs on the line]`.
static DOUBLE_FLIPS: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut column = 0;
    while column < 8 {
        let mut own = 0;
        while own < 256 {
            table[column][own] = double_flips_on_line(column as i32, own);
            own += 1;
        }
        column += 1;
    }
    table
};

const fn double_flips_on_line(column: i32, own: usize) -> u8 {
    let mut flips = 0;
    let mut side = 0;
    while side < 2 {
        let step = side * 2 - 1;
        let mut at = column + step;
        let mut run = 0;
        while at >= 0 && at < 8 && own & 1 << at == 0 {
            run += 2;
            at += step;
        }
        if at >= 0 && at < 8 {
            flips += run;
        }
        side += 1;
    }
    flips
}

/// The two diagonals through each square, itself left out.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut table = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let (across, down) = (other % 8 - square % 8, other / 8 - square / 8);
            if other != square && across == down {
                table[square as usize][0] |= 1 << other;
            }
            if other != square && across == -down {
                table[square as usize][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    table
};

/// The squares around each square.
static NEIGHBOURS: [u64; 64] = {
    let mut table = [0; 64];
    let mut square = 0i32;
    while square < 64 {
        let mut other = 0i32;
        while other < 64 {
            let (across, down) = (other % 8 - square % 8, other / 8 - square / 8);
            if other != square && across.abs() <= 1 && down.abs() <= 1 {
                table[square as usize] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    table
};

/// Twice the discs that the side with `own` turns by filling the last empty square.
#[inline(always)]
fn double_flips(own: u64, square: Square) -> i32 {
    const COLUMN_A: u64 = 0x0101_0101_0101_0101;
    let (column, row) = (square.index() & 7, square.index() >> 3);
    let [rising, falling] = DIAGONALS[square.index()];
    let by_column = &DOUBLE_FLIPS[column];
    let on_row = by_column[(own >> (row * 8)) as usize & 255];
    let on_rising = by_column[((own & rising).wrapping_mul(COLUMN_A) >> 56) as usize];
    let on_falling = by_column[((own & falling).wrapping_mul(COLUMN_A) >> 56) as usize];
    let file = ((own >> column) & COLUMN_A).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let on_column = DOUBLE_FLIPS[row][file as usize];
    i32::from(on_row) + i32::from(on_rising) + i32::from(on_falling) + i32::from(on_column)
}

impl<K: Kernel, O: Observer> Solver<'_, K, O> {
    /// One empty square; the side to move has `own`, the other side all the rest.
    #[inline(always)]
    fn last_1(&mut self, own: u64, square: Square, alpha: i32) -> i32 {
        self.tally.evaluated += 1;
        let discs = 2 * own.count_ones() as i32;
        let turned = double_flips(own, square);
        if turned > 0 {
            return discs - 62 + turned;
        }
        // Without a move it is at best a win by the empty square: enough to know if that is too little.
        if discs - 62 <= alpha {
            return discs - 62;
        }
        let lost = double_flips(!own & !square.bit(), square);
        if lost > 0 || discs < 64 { discs - 64 - lost } else { discs - 62 }
    }

    #[inline(always)]
    fn flips_next_to(&self, board: Board, square: Square) -> u64 {
        if NEIGHBOURS[square.index()] & board.opponent == 0 { 0 } else { self.kernel.flips(board, square) }
    }

    /// Two empty squares.
    #[inline(always)]
    fn last_2_inline(&mut self, board: Board, squares: [Square; 2], alpha: i32) -> i32 {
        let mut best = WORST;
        for at in [0, 1] {
            let flips = self.flips_next_to(board, squares[at]);
            if flips != 0 {
                let is_first = best == WORST;
                self.made(board, is_first);
                let score = -self.last_1(board.opponent ^ flips, squares[1 - at], -alpha - 1);
                if score > alpha {
                    self.tally.cutoff(is_first);
                    return score;
                }
                best = best.max(score);
            }
        }
        if best == WORST { self.last_2_passed(board, squares, alpha) } else { best }
    }

    /// Two empty squares, and the side to move cannot: the same from the other side.
    #[inline(always)]
    fn last_2_passed(&mut self, board: Board, squares: [Square; 2], alpha: i32) -> i32 {
        let passed = board.passed();
        let mut best = -WORST;
        for at in [0, 1] {
            let flips = self.flips_next_to(passed, squares[at]);
            if flips != 0 {
                let is_first = best == -WORST;
                if is_first {
                    self.made(board, true);
                }
                self.made(passed, is_first);
                let score = self.last_1(board.own ^ flips, squares[1 - at], alpha);
                if score <= alpha {
                    self.tally.cutoff(is_first);
                    return score;
                }
                best = best.min(score);
            }
        }
        if best == -WORST { self.finished(board) } else { best }
    }

    fn last_2(&mut self, board: Board, squares: [Square; 2], alpha: i32) -> i32 {
        self.kernel.call(
            #[inline(always)]
            || self.last_2_inline(board, squares, alpha),
        )
    }

    /// Three empty squares; one that is alone in its quadrant first.
    #[inline(always)]
    fn last_3_inline(&mut self, board: Board, squares: [Square; 3], alpha: i32) -> i32 {
        let [a, b, c] = if self.has(Technique::Parity) { single_first(squares) } else { squares };
        let best = &mut { WORST };
        let mut cuts = |square, rest| {
            self.cuts(board, square, alpha, best, |solver, child| solver.last_2(child, rest, -alpha - 1))
        };
        if cuts(a, [b, c]) || cuts(b, [a, c]) || cuts(c, [a, b]) || *best > WORST {
            *best
        } else if self.kernel.moves(board.passed()) == 0 {
            self.finished(board)
        } else {
            self.pass(board, |solver, passed| solver.last_3(passed, [a, b, c], -alpha - 1))
        }
    }

    fn last_3(&mut self, board: Board, squares: [Square; 3], alpha: i32) -> i32 {
        self.kernel.call(
            #[inline(always)]
            || self.last_3_inline(board, squares, alpha),
        )
    }

    /// Four empty squares; those alone in their quadrant before a pair that shares one.
    #[inline(always)]
    fn last_4_inline(&mut self, board: Board, squares: [Square; 4], alpha: i32) -> i32 {
        if let Some(score) = self.stability_cutoff(board, alpha) {
            return score;
        }
        let [a, b, c, d] = if self.has(Technique::Parity) { singles_first(squares) } else { squares };
        let best = &mut { WORST };
        let mut cuts = |square, rest| {
            self.cuts(board, square, alpha, best, |solver, child| solver.last_3(child, rest, -alpha - 1))
        };
        if cuts(a, [b, c, d]) || cuts(b, [a, c, d]) || cuts(c, [a, b, d]) || cuts(d, [a, b, c]) || *best > WORST {
            *best
        } else if self.kernel.moves(board.passed()) == 0 {
            self.finished(board)
        } else {
            self.pass(board, |solver, passed| solver.last_4(passed, [a, b, c, d], -alpha - 1))
        }
    }

    /// Null-window search of a position with these four empty squares: a lower bound if the score is above `alpha`,
    /// else an upper one.
    pub(super) fn last_4(&mut self, board: Board, squares: [Square; 4], alpha: i32) -> i32 {
        self.kernel.call(
            #[inline(always)]
            || self.last_4_inline(board, squares, alpha),
        )
    }

    /// Searches what follows a disc on `square`, if that turns discs; true if its score, the new best one, is above `alpha`.
    #[inline(always)]
    fn cuts(
        &mut self,
        board: Board,
        square: Square,
        alpha: i32,
        best: &mut i32,
        search: impl FnOnce(&mut Self, Board) -> i32,
    ) -> bool {
        let flips = self.flips_next_to(board, square);
        if flips == 0 {
            return false;
        }
        let is_first = *best == WORST;
        self.made(board, is_first);
        let score = -search(self, board.placed(square, flips));
        if score > alpha {
            self.tally.cutoff(is_first);
        }
        *best = score.max(*best);
        score > alpha
    }

    /// Counts a move, and with the first one the node.
    #[inline(always)]
    fn made(&mut self, board: Board, is_first: bool) {
        if is_first {
            self.expanded(board);
        }
        self.tally.generated += 1;
    }
}

/// The square that is alone in its quadrant before the pair that is not, where there is such a pair.
#[inline(always)]
fn single_first([a, b, c]: [Square; 3]) -> [Square; 3] {
    let [p, q, r] = [a, b, c].map(quadrant);
    if p == q {
        [c, a, b]
    } else if p == r {
        [b, a, c]
    } else {
        [a, b, c]
    }
}

/// The two squares that are alone in their quadrant before the pair that is not, where there is such a pair; else as
/// they stand, for then the parity of all four is the same.
#[inline(always)]
fn singles_first([a, b, c, d]: [Square; 4]) -> [Square; 4] {
    let [p, q, r, s] = [a, b, c, d].map(quadrant);
    if p == q {
        if r == s { [a, b, c, d] } else { [c, d, a, b] }
    } else if p == r {
        if q == s { [a, b, c, d] } else { [b, d, a, c] }
    } else if p == s {
        if q == r { [a, b, c, d] } else { [b, c, a, d] }
    } else if q == r {
        [a, d, b, c]
    } else if q == s {
        [a, c, b, d]
    } else {
        [a, b, c, d]
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::Random;
    use super::*;

    #[test]
    fn flips_of_the_last_square_are_counted() {
        let mut random = Random::new(2);
        for _ in 0..10_000 {
            let square = Square::new(random.below(64) as u8).expect("below 64");
            let own = ((random.below(1 << 32) as u64) << 32 | random.below(1 << 32) as u64) & !square.bit();
            let board = Board { own, opponent: !own & !square.bit() };
            assert_eq!(double_flips(own, square), 2 * board.flips(square).count_ones() as i32, "{board:?} {square}");
        }
    }

    #[test]
    fn singles_come_before_the_pair() {
        let squares = |numbers: [u8; 4]| numbers.map(|number| Square::new(number).expect("below 64"));
        // a1, b1 and h1, h8 in three quadrants.
        for [a, b, c, d] in [[0, 1, 7, 63], [7, 0, 1, 63], [0, 7, 1, 63], [0, 7, 63, 1], [7, 0, 63, 1], [7, 63, 0, 1]] {
            let ordered = singles_first(squares([a, b, c, d]));
            assert!(ordered[..2].iter().all(|&square| quadrant(square) != 0), "{ordered:?}");
        }
        assert_eq!(singles_first(squares([0, 7, 56, 63])), squares([0, 7, 56, 63]));
        assert_eq!(singles_first(squares([0, 7, 1, 15])), squares([0, 7, 1, 15]));
    }
}
