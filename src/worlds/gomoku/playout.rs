//! Games played by chance, the same for a seed on every machine and in every version.
//!
//! Idea        Each move is drawn evenly from the legal cells at most two columns and two rows away from a stone, in the
//!             order of their codes, by one number below their count from the stream of the seed (`worlds/stream.rs`).
//!             An empty board counts as one with a stone in its centre. So positions look like those of games, and
//!             lines of all kinds arise.
//! Guarantees  These rules and the stream alone decide; golden games in the tests hold them.
//! Not here    Players that choose their moves.

use super::board::{Point, Position, Setting};
use super::legal_points;
use crate::worlds::stream::Stream;

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
pub fn positions(seed: u64, setting: Setting) -> Vec<Position> {
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

/// A position with so many stones in which nobody has a five. It lies on the [`game`] of the seed if that is long
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

/// The move that chance gives a player in a position at a ply, drawn evenly from all legal cells by a second stream of
/// the seed; `None` if the game is over. The same for the same three, whatever was played before.
pub fn random_move(seed: u64, ply: usize, position: &Position) -> Option<Point> {
    if position.five().is_some() {
        return None;
    }
    let mut stream = Stream::second(seed);
    for _ in 0..ply {
        stream.word();
    }
    draw(&mut stream, &legal_points(position))
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
