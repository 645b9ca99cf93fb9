//! Choices that should change no value, for the tests of all games.

use searchlab::search::game::{FirstGuess, Options, Ordering, OrderingHeuristic, Replacement, Table, Ties};

/// One combination of the choices that should change nothing but counts, for each number.
pub(crate) fn options(number: usize, depth: u32) -> Options {
    use OrderingHeuristic::{FewestReplies, History, Killer, Shallow, Static, Table};
    let orderings: [&[OrderingHeuristic]; 6] = [
        &[],
        &[Table, Killer, History],
        &[Static],
        &[FewestReplies, Static],
        &[Table, Shallow, Killer],
        &[Table, Static, FewestReplies, History, Killer],
    ];
    Options {
        ordering: Ordering::new(orderings[number % 6]),
        deepening: (number / 6).is_multiple_of(2),
        enhanced_cutoffs: (number / 12).is_multiple_of(2),
        aspiration: [None, Some(1), Some(40)][number / 24 % 3],
        first_guess: [FirstGuess::Last, FirstGuess::LastButOne, FirstGuess::Value(13)][number / 72 % 3],
        step: [1, 50, 3000][number / 24 % 3],
        ties: if number % 7 == 6 { Ties::Seeded(number as u64) } else { Ties::First },
        ..Options::to_depth(depth)
    }
}

/// A table of some kind for each number.
pub(crate) fn table(number: usize) -> Table {
    let replacement = [Replacement::Always, Replacement::Depth, Replacement::TwoSlot][number % 3];
    Table::new([4, 14][number / 3 % 2], replacement).unwrap()
}
