//! The weights of the patterns, and so the value of a position.
//!
//! Idea        A value for each entry of each pattern, for each stage of the game; a position is worth their sum, in
//!             discs at the end of the game. In the stages where searches end most often each entry has factors, too: the
//!             factors of all patterns are summed, and the squares of the sums count, so that any two patterns are worth
//!             something together.
//! Source      Buro, "Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello" (1997);
//!             Rendle, "Factorization Machines" (2010).
//! Not here    How the weights (fit.rs) and the factors (factors.rs) are found, and how both are kept in files (file.rs).

use std::hint::black_box;
use std::ops::Range;

use super::indices::{Indices, counted};
use super::patterns::{BLOCK_BEGINS, BLOCK_OF, BLOCKS, PLACES};
use crate::othello::board::Board;

/// Parts of the game that have weights of their own.
pub(crate) const STAGES: usize = 20;
/// Empty squares of a stage.
const STAGE_EMPTIES: usize = 60 / STAGES;

/// The stage of a position with `empties` empty squares. The last stage is 0.
#[inline(always)]
pub(crate) const fn stage_of(empties: u32) -> usize {
    let stage = (empties as usize).saturating_sub(1) / STAGE_EMPTIES;
    if stage < STAGES { stage } else { STAGES - 1 }
}

/// The empty squares of a stage, in words: `10-12`.
pub fn empties_of(stage: usize) -> String {
    format!("{}-{}", stage * STAGE_EMPTIES + 1, (stage + 1) * STAGE_EMPTIES)
}

/// The unit of weights: this number of parts makes a disc.
pub(crate) const DISC: i32 = 128;

/// Entries of a table: a block is as large as what indices can name.
const ENTRIES: usize = BLOCKS << 16;

/// Something for each entry of each pattern, block after block.
pub(super) type Table<T> = [T; ENTRIES];

/// The place of an index of a block in a table.
#[inline(always)]
pub(super) const fn entry_of(block: usize, index: u16) -> usize {
    block << 16 | index as usize
}

/// The block of mobility and parity.
const LAST: usize = BLOCKS - 1;

/// Factors of an entry.
pub(super) const FACTORS: usize = 7;
/// The unit of factors: this number makes 1, whose square is a disc.
pub(super) const FACTOR: i32 = 16;
/// The largest factor: a position has 40 at most, and the squares of their sums fit into 32 bits.
pub(super) const MOST_FACTOR: i16 = 400;
/// The sign with which the square of a sum of factors counts.
pub(super) const SIGNS: [i32; FACTORS] = [1, -1, 1, -1, 1, -1, 1];
/// The square of a sum of factors is divided by this to be in [`DISC`]s.
const SQUARE: i32 = FACTOR * FACTOR / DISC;

/// The stages whose patterns have factors.
pub(crate) const FACTORED: Range<usize> = 3..9;
/// Stages in a row that share their factors: there are more positions to learn them from.
pub(crate) const TOGETHER: usize = 2;

/// The weight of an entry and its factors.
pub(super) type Row = [i16; 1 + FACTORS];

/// The sum of two rows, number by number. It wraps: weights of a file may be large.
#[inline(always)]
fn plus(one: Row, other: Row) -> Row {
    std::array::from_fn(|at| one[at].wrapping_add(other[at]))
}

/// The blocks whose entries have factors: with the others it would cost more than it gains.
pub(super) const FACTORED_BLOCKS: [usize; 2] = [1, 3];

/// The place of an entry of these blocks among their rows.
#[inline(always)]
const fn row_of(entry: usize) -> usize {
    (entry >> 17) << 16 | entry & 0xffff
}

/// Rows of a stage.
const ROWS: usize = FACTORED_BLOCKS.len() << 16;

/// The weights of the [`FACTORED_BLOCKS`] once more, with their factors.
type Rows = [Row; ROWS];

/// Gives entries of [`FACTORED_BLOCKS`] their factors.
pub(super) fn set_factors(
    rows: &mut Rows,
    weights: &Table<i16>,
    factors: impl Iterator<Item = (usize, [i16; FACTORS])>,
) {
    for (entry, factors) in factors {
        let mut row = [weights[entry]; 1 + FACTORS];
        row[1..].copy_from_slice(&factors);
        rows[row_of(entry)] = row;
    }
}

/// The weights of a stage.
pub(crate) struct Stage {
    pub(super) weights: Box<Table<i16>>,
    /// Those of [`FACTORED_BLOCKS`] once more, with their factors, if there are any.
    pub(super) rows: Option<Box<Rows>>,
}

/// The weights of all stages.
#[derive(Clone, PartialEq, Eq)]
pub struct Weights {
    /// The tables of all stages, one after the other: one piece is large enough for huge pages, a stage is not.
    tables: Box<[i16]>,
    /// The [`Rows`] of the stages [`FACTORED`], one after the other; empty without factors.
    rows: Box<[Row]>,
}

impl Weights {
    /// All of no worth.
    pub fn zero() -> Self {
        Self { tables: vec![0; STAGES * ENTRIES].into(), rows: Box::default() }
    }

    /// Replaces the weights of a stage. The factors of those in [`FACTORED`] are replaced in all of them or in none.
    pub(crate) fn set_stage(&mut self, stage: usize, weights: &Stage) {
        self.table_mut(stage).copy_from_slice(&*weights.weights);
        if let Some(rows) = &weights.rows {
            self.with_rows_mut(stage).1.copy_from_slice(&**rows);
        }
    }

    #[inline(always)]
    fn table(&self, stage: usize) -> &Table<i16> {
        &self.tables.as_chunks().0[stage]
    }

    /// The table of a stage.
    pub(super) fn table_mut(&mut self, stage: usize) -> &mut Table<i16> {
        &mut self.tables.as_chunks_mut().0[stage]
    }

    #[inline(always)]
    fn rows(&self, stage: usize) -> Option<&Rows> {
        self.rows.as_chunks().0.get(stage.wrapping_sub(FACTORED.start))
    }

    /// The table and the rows of a stage in [`FACTORED`]; the first call makes the rows of all of them.
    pub(super) fn with_rows_mut(&mut self, stage: usize) -> (&Table<i16>, &mut Rows) {
        if self.rows.is_empty() {
            self.rows = vec![[0; 1 + FACTORS]; FACTORED.len() * ROWS].into();
        }
        (&self.tables.as_chunks().0[stage], &mut self.rows.as_chunks_mut().0[stage - FACTORED.start])
    }

    /// True if there are factors.
    pub(super) fn has_factors(&self) -> bool {
        !self.rows.is_empty()
    }

    /// The weight of an entry in a stage, and its factors.
    pub(super) fn row(&self, stage: usize, entry: usize) -> Row {
        match self.rows(stage) {
            Some(rows) if FACTORED_BLOCKS.contains(&(entry >> 16)) => rows[row_of(entry)],
            _ => std::array::from_fn(|at| if at == 0 { self.table(stage)[entry] } else { 0 }),
        }
    }

    /// The value of a board for the side to move, in `DISC`s, given its indices and the number of moves of both sides.
    #[inline(always)]
    pub fn value(&self, board: Board, indices: &Indices, moves: u32, replies: u32) -> i32 {
        let counted = counted(board, moves, replies);
        let stage = stage_of(board.empties());
        let weights = self.table(stage);
        let Some(rows) = self.rows(stage) else {
            let [mobility, parity] = counted.map(|index| i32::from(weights[entry_of(LAST, index)]));
            let big = sum::<0>(weights, indices) + sum::<1>(weights, indices) + sum::<2>(weights, indices);
            return big + sum::<LAST>(weights, indices) + mobility + parity;
        };
        sum_with_factors(weights, rows, indices, counted)
    }

    /// The contribution of each place to that value, in [`DISC`]s: what two places are worth together is shared between
    /// them.
    pub(super) fn parts(&self, board: Board, indices: &Indices, moves: u32, replies: u32) -> [f64; PLACES] {
        let stage = stage_of(board.empties());
        let all = indices.with(board, moves, replies);
        let row = |place: usize| self.row(stage, entry_of(BLOCK_OF[place], all[place]));
        let sums: Row = (0..PLACES).map(row).fold([0; 1 + FACTORS], plus);
        std::array::from_fn(|place| {
            let [weight, factors @ ..] = row(place);
            let terms = factors
                .iter()
                .zip(&sums[1..])
                .zip(SIGNS)
                .map(|((own, all), sign)| sign * i32::from(*own) * i32::from(*all));
            f64::from(weight) + f64::from(terms.sum::<i32>()) / f64::from(SQUARE)
        })
    }
}

/// The weights of the patterns of one block, whose places are known when this is compiled: read from a table, they would
/// take registers in the middle of a search.
#[inline(always)]
fn sum<const BLOCK: usize>(weights: &Table<i16>, indices: &Indices) -> i32 {
    let places = const { BLOCK_BEGINS[BLOCK] }..const { BLOCK_BEGINS[BLOCK + 1] };
    indices.0[places].iter().map(|&index| i32::from(weights[entry_of(BLOCK, index)])).sum()
}

/// The same with factors, added to a sum.
#[inline(always)]
fn add<const BLOCK: usize>(sum: Row, rows: &Rows, indices: &Indices) -> Row {
    let places = const { BLOCK_BEGINS[BLOCK] }..const { BLOCK_BEGINS[BLOCK + 1] };
    indices.0[places].iter().fold(sum, |sum, &index| plus(sum, rows[row_of(entry_of(BLOCK, index))]))
}

/// The value of a position in a stage with factors. A function of its own, so that the indices are read from memory: from
/// vector registers, where a search has them, each would be taken out by itself.
#[inline(never)]
fn sum_with_factors(weights: &Table<i16>, rows: &Rows, indices: &Indices, counted: [u16; 2]) -> i32 {
    let [mobility, parity] = counted.map(|index| rows[row_of(entry_of(LAST, index))]);
    let few = add::<1>(plus(mobility, parity), rows, indices);
    // The compiler would add rows that it sees taken apart number by number: hidden from it, each is added by one vector
    // instruction (SIMD).
    let [sum_of_weights, factors @ ..] = black_box(add::<LAST>(few, rows, indices));
    let squares = factors.iter().zip(SIGNS).map(|(&sum, sign)| sign * i32::from(sum) * i32::from(sum));
    sum::<0>(weights, indices)
        + sum::<2>(weights, indices)
        + i32::from(sum_of_weights)
        + squares.sum::<i32>().div_euclid(SQUARE)
}

impl std::fmt::Debug for Weights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Weights of {STAGES} stages")
    }
}
