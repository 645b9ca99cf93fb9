//! Random boards that can be solved: drawn evenly of all of them, or a random walk of a given length from the goal.
//!
//! The same for a seed on every machine. What has been released never changes what it makes.

use super::format::{Instance, Listed, Puzzle};
use super::goal::Problem;
use super::space::Direction;
use crate::stream::Stream;
use searchlab_trial::diagnostic::{Diagnostic, quoted};

/// The sizes, as users name them.
const SIZES: [(&str, usize); 6] = [("3x3", 3), ("8", 3), ("4x4", 4), ("15", 4), ("5x5", 5), ("24", 5)];

/// The most moves of a random walk.
const MOST_MOVES: u32 = 1_000_000;

/// The side of a board of this size: `4x4`, or by its tiles `15`.
///
/// # Errors
/// Another size.
pub fn parse_size(text: &str) -> Result<usize, Diagnostic> {
    let known = SIZES.iter().find(|(word, _)| *word == text.trim());
    known.map(|&(_, side)| side).ok_or_else(|| {
        Diagnostic::new(format!("invalid size {}", quoted(text))).help("expected 3x3, 4x4 or 5x5, or 8, 15 or 24 tiles")
    })
}

/// The length of a random walk.
///
/// # Errors
/// No number, or too great.
pub fn parse_walk(text: &str) -> Result<u32, Diagnostic> {
    text.trim().parse().ok().filter(|moves| (1..=MOST_MOVES).contains(moves)).ok_or_else(|| {
        Diagnostic::new(format!("invalid number of moves {}", quoted(text)))
            .help(format!("expected a whole number from 1 to {MOST_MOVES}"))
    })
}

/// A recipe of boards.
#[derive(Debug, Clone, Copy)]
pub struct Recipe<'a> {
    /// Rows and columns: 3, 4 or 5.
    pub side: usize,
    /// The length of the random walk from the goal, no move of which undoes the last; without it the board is drawn
    /// evenly of all that can be solved.
    pub walk: Option<u32>,
    /// The name of the goal.
    pub goal: Option<&'a str>,
    /// The seed.
    pub seed: u64,
}

/// Makes a board from which moves lead to the goal.
///
/// # Errors
/// The goal is no board of this size.
pub fn generate(recipe: &Recipe<'_>) -> Result<Problem, Diagnostic> {
    let side = recipe.side;
    let in_order: Vec<u8> = (0..(side * side) as u8).collect();
    let usual = Puzzle::new(&in_order).ok_or_else(|| Diagnostic::new(format!("no puzzle has {side} rows")))?;
    let instance = |puzzle| Instance { puzzle, listed: Listed::default(), line: 1 };
    let problem = Problem::new(instance(usual), recipe.goal)?;
    let mut stream = Stream::new(recipe.seed);
    let tiles = match recipe.walk {
        Some(moves) => walked(problem.goal.tiles(), side, moves, &mut stream),
        None => shuffled(in_order, problem.goal, &mut stream),
    };
    Ok(Problem { instance: instance(Puzzle::new(&tiles).unwrap_or(usual)), goal: problem.goal })
}

/// Fisher and Yates; of the wrong parity, two tiles are exchanged, which pairs the boards of both parities.
fn shuffled(mut tiles: Vec<u8>, goal: Puzzle, stream: &mut Stream) -> Vec<u8> {
    for last in (1..tiles.len()).rev() {
        tiles.swap(last, stream.below(last as u32 + 1) as usize);
    }
    if !Puzzle::new(&tiles).is_some_and(|board| board.is_solvable_to(goal)) {
        let mut places = (0..tiles.len()).filter(|&place| tiles[place] != 0);
        if let (Some(one), Some(other)) = (places.next(), places.next()) {
            tiles.swap(one, other);
        }
    }
    tiles
}

fn walked(mut tiles: Vec<u8>, side: usize, moves: u32, stream: &mut Stream) -> Vec<u8> {
    let mut blank = tiles.iter().position(|&tile| tile == 0).unwrap_or_default();
    let mut before = blank;
    for _ in 0..moves {
        let nexts = Direction::ALL.map(|direction| direction.next(blank, side).filter(|&next| next != before));
        let nexts: Vec<usize> = nexts.into_iter().flatten().collect();
        let next = nexts[stream.below(nexts.len() as u32) as usize];
        tiles.swap(blank, next);
        (before, blank) = (blank, next);
    }
    tiles
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn boards_can_be_solved_and_walks_are_short() {
        for side in 3..=5 {
            for goal in [None, Some("last")] {
                for seed in 0..50 {
                    let problem = generate(&Recipe { side, walk: None, goal, seed }).unwrap();
                    assert!(problem.is_solvable(), "{problem:?}");
                    // A walk of one move is one move from the goal: two places differ, one of them the blank's.
                    let near = generate(&Recipe { side, walk: Some(1), goal, seed }).unwrap();
                    let (board, goal) = (near.instance.puzzle.tiles(), near.goal.tiles());
                    assert_eq!(board.iter().zip(&goal).filter(|(one, other)| one != other).count(), 2);
                }
            }
        }
    }

    /// Pearson's test over the blank's nine places: 3,000 boards, 8 degrees of freedom, quantile of 0.999.
    #[test]
    fn the_blank_is_as_often_in_each_place() {
        let mut counts: HashMap<usize, u32> = HashMap::new();
        for seed in 0..3000 {
            let problem = generate(&Recipe { side: 3, walk: None, goal: None, seed }).unwrap();
            let blank = problem.instance.puzzle.tiles().iter().position(|&tile| tile == 0).unwrap();
            *counts.entry(blank).or_default() += 1;
        }
        let expected = 3000.0 / 9.0;
        let square = |count: u32| (f64::from(count) - expected).powi(2) / expected;
        let sum: f64 = counts.values().map(|&count| square(count)).sum();
        assert!(counts.len() == 9 && sum < 26.12, "{sum}: {counts:?}");
    }

    #[test]
    fn sizes_are_named_by_rows_or_tiles() {
        assert_eq!(["3x3", "15", "5x5"].map(|size| parse_size(size).unwrap()), [3, 4, 5]);
        assert!(parse_size("6x6").is_err() && parse_walk("0").is_err());
    }
}
