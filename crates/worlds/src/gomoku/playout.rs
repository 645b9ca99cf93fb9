//! Random games, the same for a seed on every machine and in every version.
//!
//! Idea        Each move is drawn evenly from the legal cells at most two columns and two rows away from a stone, in the
//!             order of their codes, by one number below their count from the stream of the seed (`search/stream.rs`).
//!             An empty board counts as one with a stone in its centre. So positions look like those of games, and
//!             lines of all kinds arise.
//! Guarantees  These rules and the stream alone decide; golden games in the tests hold them.
//! Not here    Players that choose their moves.

use super::board::{Point, Position, Setting};
use super::legal_points;
use crate::stream::Stream;

/// How far from a stone moves are drawn.
const REACH: usize = 2;

/// The game of a seed, from the empty board to its end: a five, a full board, or no legal cell.
pub fn game(seed: u64, setting: Setting) -> Position {
    let mut stream = Stream::new(seed);
    let mut position = Position::empty(setting);
    while let Some(point) = draw(&mut stream, &near(&position)) {
        if position.play(point).is_err() || position.five_through(point).is_some() {
            break;
        }
    }
    position
}

/// The positions of the game of a seed, from the empty board on, without its end, which has no move to be searched.
pub(crate) fn positions(seed: u64, setting: Setting) -> Vec<Position> {
    let end = game(seed, setting);
    let mut position = Position::empty(setting);
    let mut all = Vec::with_capacity(end.stones().len());
    for &(point, side) in end.stones() {
        all.push(position.clone());
        if position.put(point, side).is_err() {
            break;
        }
    }
    all
}

/// A position with `plies` stones in which nobody has a five. It lies on the [`game`] of the seed if that is long
/// enough; where a move would end it, another is drawn. Fewer stones if the board is full or each move would end it.
pub fn random_position(seed: u64, plies: usize, setting: Setting) -> Position {
    let mut stream = Stream::new(seed);
    let mut position = Position::empty(setting);
    while position.stones().len() < plies {
        let mut points = near(&position);
        let found = loop {
            let Some(point) = draw(&mut stream, &points) else {
                break false;
            };
            if position.play(point).is_ok() && position.five_through(point).is_none() {
                break true;
            }
            position.take_back();
            points.retain(|&other| other != point);
        };
        if !found {
            break;
        }
    }
    position
}

fn draw(stream: &mut Stream, points: &[Point]) -> Option<Point> {
    let count = u32::try_from(points.len()).ok().filter(|&count| count > 0)?;
    points.get(stream.below(count) as usize).copied()
}

/// The legal cells near a stone.
fn near(position: &Position) -> Vec<Point> {
    let centre = position.setting().centre();
    let is_near = |one: Point, other: Point| {
        one.column().abs_diff(other.column()) <= REACH && one.row().abs_diff(other.row()) <= REACH
    };
    let mut points = legal_points(position);
    points.retain(|&point| match position.stones() {
        [] => is_near(point, centre),
        stones => stones.iter().any(|&(stone, _)| is_near(point, stone)),
    });
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::format::write_moves;
    use crate::gomoku::{Rule, Side};
    use crate::play::BoardGame as _;

    const SETTINGS: [Setting; 4] = [
        Setting::square(15, Rule::Freestyle),
        Setting::square(9, Rule::Renju),
        Setting { width: 22, height: 6, rule: Rule::Standard },
        Setting::square(5, Rule::Caro),
    ];

    #[test]
    fn games_end_and_positions_lie_on_them() {
        for (seed, setting) in (0..100).zip(SETTINGS.into_iter().cycle()) {
            let game = game(seed, setting);
            let length = game.stones().len();
            assert!(game.five().is_some() || game.is_full() || legal_points(&game).is_empty());
            for plies in 0..length {
                let position = random_position(seed, plies, setting);
                assert_eq!(position.stones(), &game.stones()[..plies]);
                assert_eq!(position.five(), None);
            }
            // Beyond the end of the game its last move is another.
            let longer = random_position(seed, length + 5, setting);
            assert_eq!(longer.five(), None);
            assert!(longer.stones().len() == length + 5 || longer.stones().len() > length - 3);
        }
    }

    #[test]
    fn random_moves_are_legal_even_and_the_same_again() {
        let position = random_position(7, 9, SETTINGS[0]);
        let mut seen = std::collections::BTreeMap::<Point, u32>::new();
        for seed in 0..21_600 {
            let point = position.random_move(seed, 9).expect("a cell");
            assert_eq!(position.random_move(seed, 9), Some(point));
            *seen.entry(point).or_default() += 1;
        }
        // 216 cells, 100 each, standard deviation 10.
        assert_eq!(seen.len(), 225 - 9);
        assert!(seen.values().all(|count| count.abs_diff(100) < 50), "{seen:?}");
        assert_ne!(position.random_move(0, 3), position.random_move(0, 4));
        assert_eq!(game(1, SETTINGS[0]).random_move(0, 0), None);
    }

    #[test]
    fn black_keeps_to_the_rules_of_renju() {
        let mut count = 0;
        for seed in 0..40 {
            let game = game(seed, Setting::square(15, Rule::Renju));
            let mut position = Position::empty(game.setting());
            for &(point, side) in game.stones() {
                assert!(legal_points(&position).contains(&point));
                count += usize::from(side == Side::Black);
                position.play(point).expect("an empty cell");
            }
        }
        assert!(count > 500, "{count}");
    }

    /// Made by a program of its own after the rules above, with the cipher from its definition. Any change of these
    /// games changes every experiment on seeded games.
    #[test]
    fn the_games_of_seeds_are_fixed() {
        let standard = Setting { width: 9, height: 7, rule: Rule::Standard };
        let games = [
            (
                0,
                SETTINGS[0],
                "j10i8h6i7k6k10g7i11m9g10g9h12e7f14n7e11e14k11l10h7g14d7d8i10f12j8l11e10h13d6i5o7k3c6j14m1o3e4e13j7e3\
                 k9e2c7a7m13b5j1c3k5a2n11a8l6e15d9k4n15f7m10n8a5g12d15c11b10k12i13d2e9j4",
            ),
            (
                1,
                standard,
                "c3e4c1f5h5b2g2e1g1h2f6c6i6h3d6c2c4e5e6b4f2i2f7a6i1c5a1g3h6h7b1d3a2h1i4g6f4d1c7i3e2a3d7e3h4a7f1b7a4e7\
                 b6g5f3a5g7d2d5d4i7b3g4",
            ),
            (
                2,
                Setting::square(6, Rule::Caro),
                "f2f1f3e5e3d4e6d1f6c1c4a6c5b6d5d3d6b2e1a3f5b3b5e4b4d2a5f4c6a4e2b1a2a1c2c3",
            ),
        ];
        for (seed, setting, moves) in games {
            assert_eq!(write_moves(&game(seed, setting)).as_deref(), Some(moves));
        }
    }
}
