//! Caves by a cellular automaton.
//!
//! Idea        Begin with random cells. Five times, let a cell be blocked if at least five of the nine cells of its
//!             neighbourhood (itself included) are. What is outside counts as blocked, and the border stays so.
//! Source      Johnson, Yannakakis, Togelius, Cellular automata for real-time generation of infinite cave levels,
//!             PCGames 2010.
//! Guarantees  Start and goal are in the largest cave. Small caves without a way to it remain.
//! Cost        64 cells at a time: neighbours are counted by adders on whole words. Two bits per cell.

use super::ends::with_far_ends;
use super::{AlgorithmInfo, GenerateError, Generated, Order, Setting, Shape};
use crate::maze::{Grid, Place};
use crate::stream::Stream;

pub(super) const ABOUT: AlgorithmInfo = AlgorithmInfo {
    name: "caves",
    summary: "winding caves of a cellular automaton, with pockets that cannot be reached",
    source: "L. Johnson, G. N. Yannakakis, J. Togelius, PCGames 2010",
    shape: Shape::Open,
    density: Some(Setting::share(
        "the share of blocked cells before the first round; caves break apart towards 0.50",
        450,
    )),
    side: None,
    least: 3,
};

const ROUNDS: u32 = 5;

pub(super) fn generate(order: &Order) -> Result<Generated, GenerateError> {
    let mut stream = order.stream();
    let mut rock = Rock::random(order, &mut stream);
    for _ in 0..ROUNDS {
        rock = rock.next();
    }
    with_far_ends(rock.into_grid(order), order.kind)
}

/// Blocked cells, one bit each, 64 a word. Rows begin with a new word; unused bits of the last one are blocked.
struct Rock {
    rows: usize,
    words_per_row: usize,
    words: Vec<u64>,
    border: Border,
}

/// Which bits of a row are never free.
#[derive(Clone, Copy)]
struct Border {
    last_word: u64,
}

impl Rock {
    fn random(order: &Order, stream: &mut Stream) -> Self {
        let cols = order.cols as usize;
        let words_per_row = cols.div_ceil(64);
        // The last column and all bits after it.
        let border = Border { last_word: u64::MAX << ((cols - 1) % 64) };
        let mut rock = Self::solid(order.rows as usize, words_per_row, border);
        for row in 1..rock.rows - 1 {
            for col in 1..cols - 1 {
                if !stream.chance(order.density) {
                    rock.words[row * words_per_row + col / 64] &= !(1 << (col % 64));
                }
            }
        }
        rock
    }

    fn solid(rows: usize, words_per_row: usize, border: Border) -> Self {
        Self { rows, words_per_row, words: vec![u64::MAX; rows * words_per_row], border }
    }

    fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.words_per_row..][..self.words_per_row]
    }

    /// One round.
    fn next(&self) -> Self {
        let mut next = Self::solid(self.rows, self.words_per_row, self.border);
        for row in 1..self.rows - 1 {
            let around = [self.row(row - 1), self.row(row), self.row(row + 1)];
            let line = &mut next.words[row * self.words_per_row..][..self.words_per_row];
            for (index, word) in line.iter_mut().enumerate() {
                *word = at_least_five(around.map(|row| triples(row, index)));
            }
            line[0] |= 1;
            line[self.words_per_row - 1] |= self.border.last_word;
        }
        next
    }

    fn into_grid(self, order: &Order) -> Grid {
        let mut grid = Grid::blocked(order.rows, order.cols);
        for row in 0..order.rows {
            let line = self.row(row as usize);
            for col in (0..order.cols).filter(|&col| line[col as usize / 64] >> (col % 64) & 1 == 0) {
                grid.set_free(Place { row, col }, true);
            }
        }
        grid
    }
}

/// For each cell of a word: how many of it and its left and right neighbours are blocked, as a bit of weight 1 and
/// one of weight 2.
#[inline(always)]
fn triples(row: &[u64], index: usize) -> (u64, u64) {
    let before = index.checked_sub(1).map_or(u64::MAX, |before| row[before]);
    let after = row.get(index + 1).copied().unwrap_or(u64::MAX);
    let middle = row[index];
    let left = middle << 1 | before >> 63;
    let right = middle >> 1 | after << 63;
    full_add(left, middle, right)
}

/// Sum and carry of three bits, in each place of the words.
#[inline(always)]
const fn full_add(a: u64, b: u64, c: u64) -> (u64, u64) {
    (a ^ b ^ c, a & b | c & (a ^ b))
}

/// Marks the places of the words where the sum of three numbers of two bits is at least five.
#[inline(always)]
const fn at_least_five([a, b, c]: [(u64, u64); 3]) -> u64 {
    let (ones, carry) = full_add(a.0, b.0, c.0);
    // Four bits of weight 2 are left: the sum is ones + 2 (twos + 2 fours), and 9 at most.
    let (partial, fours) = full_add(a.1, b.1, c.1);
    let twos = partial ^ carry;
    let more_fours = partial & carry;
    // Two fours: 8 or 9. One: at least 5 if anything else is there.
    (fours & more_fours) | ((fours ^ more_fours) & (twos | ones))
}
