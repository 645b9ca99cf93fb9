//! The opening *swap2*: three stones by one player; then the other takes a side or puts two more and lets him choose.
//!
//! Idea        Stones are black and white by turns, so white is to move after three and after five. A search says which
//!             side stands better, and that side is taken. Who sees that well gains nothing by two more stones, after
//!             which the other one chooses: they are put only where both sides are worth the same.
//! Not here    The lines of the protocol (mod.rs).

use crate::search::game::Score;
use crate::worlds::gomoku::{Point, Position, Setting};

/// Three stones to begin with, from the centre: far enough from each other that black's two help him little.
const TRIPLES: [[(isize, isize); 3]; 6] = [
    [(4, 6), (1, 5), (0, 3)],
    [(-1, 6), (-1, 3), (2, 6)],
    [(6, -6), (4, -4), (6, -2)],
    [(0, 0), (1, -1), (-3, 4)],
    [(-6, 2), (-4, 2), (-6, 5)],
    [(2, 2), (0, 2), (-2, -2)],
];

/// Values no farther from 0 say that both sides stand alike.
pub(super) const EVEN: Score = 20;

/// The stones as a position: black has begun.
pub(super) fn position(setting: Setting, stones: &[Point]) -> Position {
    let mut position = Position::empty(setting);
    for &point in stones {
        // The caller has seen to it that they differ.
        let _ = position.play(point);
    }
    position
}

/// The triples that fit on the board; on the smallest boards the corner of the middle.
pub(super) fn triples(setting: Setting) -> Vec<[Point; 3]> {
    let place = |triple: &[(isize, isize); 3]| {
        let [a, b, c] = triple.map(|step| setting.step(setting.centre(), step, 1));
        Some([a?, b?, c?])
    };
    let fitting: Vec<[Point; 3]> = TRIPLES.iter().filter_map(place).collect();
    if fitting.is_empty() { place(&[(0, 0), (1, 1), (-2, 2)]).into_iter().collect() } else { fitting }
}
