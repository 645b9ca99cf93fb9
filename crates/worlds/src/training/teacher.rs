//! Scores of positions far from the end, by searches of a teacher: weights that were learned before.
//!
//! Idea        A search sees more than the weights that value its leaves, so its value teaches them: what it found lies
//!             nearer to the truth than the theoretical score of a game whose players made mistakes, and it can be asked
//!             of any position. Half of the positions are strayed, as most that a search visits.
//! Source      Samuel, IBM Journal of Research and Development 3(3) (1959), who learned checkers from deeper searches.
//! Guarantees  The same scores for a game, a seed and a teacher.
//! Not here    The search (values.rs); scores near the end, which are exact (labels.rs).

use super::Chance;
use super::games::Played;
use super::labels::{Labelled, Source, strayed};
use super::values::values;
use crate::othello::learned::Weights;
use crate::othello::learned::game::UNITS;
use searchlab_search::game::score::is_decisive;
use searchlab_search::game::{Replacement, Table};

/// Empty squares of the positions: from those that are not solved in every game to those of openings.
const EMPTIES: std::ops::RangeInclusive<u32> = 15..=50;
/// Each is drawn from this number of neighbouring numbers of empty squares.
const APART: usize = 3;
/// Positions drawn from each such group, in turn of the game and strayed.
const OF_EACH: u32 = 2;
/// Plies of a search: even, so that the teacher's leaves have the same side to move.
const DEPTH: u32 = 6;
/// Confidence of ProbCut, in thousandths: it halves the time, and adds little to what is wrong with a value.
const PROBCUT: u32 = 1000;
/// Bits of the table that a thread needs.
const TABLE_BITS: u32 = 14;

/// A table for a thread; `None` if there is no memory for it.
pub fn table() -> Option<Table> {
    Table::new(TABLE_BITS, Replacement::TwoSlot)
}

/// Positions of a game far from the end, with the scores that the teacher gives them.
pub fn teach(game: &Played, number: u32, seed: u64, teacher: &'static Weights, table: &mut Table) -> Vec<Labelled> {
    // Another stream than that of the exact labels and of the split.
    let mut chance = Chance::new(seed ^ u64::from(u32::MAX), u64::from(number));
    let mut labelled = Vec::new();
    for least in EMPTIES.step_by(APART) {
        for place in 0..OF_EACH {
            let empties = least + chance.below(APART as u32);
            let Some(board) = strayed(game, empties, place % 2 == 1, &mut chance) else { continue };
            let Some(&value) = values(board, DEPTH, Some(PROBCUT), teacher, table).last() else { continue };
            // Of a game that the search saw to its end the score is not known.
            if !is_decisive(value) {
                let score = f64::from(value) / f64::from(UNITS);
                let score = score.round().clamp(-64.0, 64.0) as i8;
                labelled.push(Labelled { game: number, board, score, source: Source::Searched });
            }
        }
    }
    labelled
}
