//! An opening book of the solver: the exact scores of all positions up to a ply.
//!
//! Idea        Only the positions of the last ply are searched, one after the other with one table; those before follow
//!             from them by MiniMax. A position and its mirror image are one. A solve that reaches a position of the
//!             book ends there.
//! Source      Tromp, John's Connect Four Playground, tromp.github.io/c4/c4.html, and his database of all positions of
//!             8 plies, UCI Machine Learning Repository (1995), for books that are complete up to a ply.
//! Guarantees  The scores that the solver finds without it.
//! Cost        The solving of all positions of the last ply: 568 of ply 4 of 7x6, of some 20 million nodes each; 16 bytes
//!             a position.
//! Not here    Its file (file.rs), the one that comes with the program (shipped.rs).

mod file;
mod shipped;
#[cfg(test)]
mod tests;

pub use shipped::shipped;

use std::collections::BTreeMap;

use super::super::board::{Position, Size};
use super::bits::Board;
use super::search::Search;
use super::table::Table;
use searchlab_search::budget::{Budget, Meter, Status};

/// The most plies of a book: the next has four times as many positions, of which each takes a second.
pub const MOST_PLIES: u32 = 12;

/// Scores of all positions of a size up to a ply, but for those in which a ply shows the score.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Book {
    size: Size,
    plies: u32,
    /// Keys of positions or of their mirror images, whichever is less, in ascending order, with the scores for the side
    /// to move.
    scores: Vec<(u64, i8)>,
}

impl Book {
    /// The board that it is for.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Plies that it knows.
    pub(crate) const fn plies(&self) -> u32 {
        self.plies
    }

    /// Number of positions.
    pub const fn len(&self) -> usize {
        self.scores.len()
    }

    /// True if it knows no position.
    pub const fn is_empty(&self) -> bool {
        self.scores.is_empty()
    }

    /// The score of the position with the lesser of the two keys.
    pub(super) fn score(&self, key: u64) -> Option<i32> {
        let place = self.scores.binary_search_by_key(&key, |entry| entry.0).ok()?;
        Some(self.scores[place].1.into())
    }

    /// Makes a book of all positions of up to `plies` plies, with a table of at most 2^`table_bits` entries. `report` is
    /// told how many of how many searches are done.
    ///
    /// # Errors
    /// The limit or the interruption that ended it.
    pub fn build(
        size: Size,
        plies: u32,
        table_bits: u32,
        budget: &Budget,
        report: &mut dyn FnMut(usize, usize),
    ) -> Result<Self, Status> {
        let means = match size.rows() {
            4 => Means::of::<4>(),
            5 => Means::of::<5>(),
            6 => Means::of::<6>(),
            7 => Means::of::<7>(),
            _ => Means::of::<8>(),
        };
        Builder::new(means, size, plies).build(table_bits, budget, report)
    }
}

/// The parts of the making of a book that are compiled for each number of rows.
#[derive(Debug, Clone, Copy)]
struct Means {
    /// The key of a position or of its mirror image, whichever is less.
    key: fn(Size, &Position) -> u64,
    /// The score of a position, by a table that outlives it.
    score: fn(&Position, &mut Table, &Budget) -> Result<i8, Status>,
}

impl Means {
    fn of<const ROWS: u32>() -> Self {
        Self {
            key: |size, position| Board::<ROWS>::new(size).least_key(position.own, position.all),
            score: |position, table, budget| {
                let mut observer = ();
                let mut search = Search::<ROWS, ()>::new(position, table, Meter::new(budget), &mut observer);
                // The next position may be the mirror image of this one.
                search.take_mirror_images();
                let mut bounds = search.limits(position);
                search.narrow(position, &mut bounds)?;
                Ok(bounds.0 as i8)
            },
        }
    }
}

/// A book that is being made.
struct Builder {
    means: Means,
    size: Size,
    /// The positions of each ply in which the game goes on, by key.
    levels: Vec<BTreeMap<u64, Position>>,
}

impl Builder {
    fn new(means: Means, size: Size, plies: u32) -> Self {
        let mut builder = Self { means, size, levels: Vec::new() };
        let mut level = vec![Position::new(size)];
        for _ in 0..=plies {
            let keyed: BTreeMap<u64, Position> = level.into_iter().map(|at| (builder.key(&at), at)).collect();
            let children = keyed.values().flat_map(|at| at.moves().map(|column| at.played(column)));
            level = children.filter(|child| !child.is_won()).collect();
            builder.levels.push(keyed);
        }
        builder
    }

    fn key(&self, position: &Position) -> u64 {
        (self.means.key)(self.size, position)
    }

    fn build(mut self, table_bits: u32, budget: &Budget, report: &mut dyn FnMut(usize, usize)) -> Result<Book, Status> {
        let plies = self.levels.len() as u32 - 1;
        let last = self.levels.pop().unwrap_or_default();
        let mut below = self.search_all(&last, table_bits, budget, report)?;
        let mut scores: Vec<(u64, i8)> = below.iter().map(|(&key, &score)| (key, score)).collect();
        while let Some(level) = self.levels.pop() {
            below = level.iter().map(|(&key, position)| (key, self.best_of(position, &below))).collect();
            scores.extend(below.iter().map(|(&key, &score)| (key, score)));
        }
        scores.sort_unstable();
        Ok(Book { size: self.size, plies, scores })
    }

    /// Searches all positions of a ply.
    fn search_all(
        &self,
        positions: &BTreeMap<u64, Position>,
        table_bits: u32,
        budget: &Budget,
        report: &mut dyn FnMut(usize, usize),
    ) -> Result<BTreeMap<u64, i8>, Status> {
        let mut table = Table::new(self.size, table_bits);
        let mut scores = BTreeMap::new();
        for (&key, position) in positions {
            report(scores.len(), positions.len());
            scores.insert(key, (self.means.score)(position, &mut table, budget)?);
        }
        report(positions.len(), positions.len());
        Ok(scores)
    }

    /// The score by those of the positions after each move.
    fn best_of(&self, position: &Position, below: &BTreeMap<u64, i8>) -> i8 {
        let empty = (self.size.cells() - position.discs()) as i8;
        let value = |child: Position| {
            // Who wins with this disc has half of the empty cells left, the odd one included.
            if child.is_won() { (empty + 1) / 2 } else { -below.get(&self.key(&child)).copied().unwrap_or(0) }
        };
        position.moves().map(|column| value(position.played(column))).max().unwrap_or(0)
    }
}
