//! The exact solver: the score of perfect play.
//!
//! Idea        A score says who wins and how soon: a side that wins with its last disc scores 1, with its last but one
//!             2, and so on; the loser scores the negative, a draw is 0. The interval of possible scores is halved by
//!             zero-window searches to the end of the game, which ask first who wins.
//! Source      Allis, A knowledge-based approach of Connect-Four, report IR-163, Vrije Universiteit Amsterdam (1988);
//!             Tromp, John's Connect Four Playground, tromp.github.io/c4/c4.html; Pons, Solving Connect 4,
//!             blog.gamesolver.org, for the scores and the frame of the search.
//! Guarantees  The score, and moves that reach it, on every size of boards. The same result and the same counts on every
//!             machine.
//! Cost        Exponential in the empty cells; a word of memory for each entry of the table.
//! Not here    Opening books (book/), one search of a window (search.rs), winning spots and bounds (bits.rs), the table (table.rs).

mod bits;
pub mod book;
mod counts;
mod root;
mod search;
mod table;
mod walk;

use self::book::Book;
pub use self::counts::Counts;
use self::search::Search;
use self::table::Table;
use super::board::{Column, Position};
use crate::Side;
use crate::run::watched;
use searchlab_search::about::{AlgorithmInfo, Guarantee};
use searchlab_search::budget::{Budget, Meter, Status};
use searchlab_search::observer::Observer;

/// Name, idea and parameters of the solver.
pub const ABOUT: AlgorithmInfo = AlgorithmInfo {
    name: "exact",
    summary: "exact solver of Connect Four: alpha-beta with zero windows to the end of the game",
    idea: "Asks with zero windows who wins and then how soon. Moves that lose at once are never made; moves are ordered by \
           the winning spots and the replies that they leave. The follow-up rule, by which a side answers every move in \
           the cell above, bounds positions without a search, and a table keeps a lower and an upper bound of each.",
    source: "Allis, A knowledge-based approach of Connect-Four (1988); Tromp, John's Connect Four Playground; Pons, \
             Solving Connect 4, blog.gamesolver.org",
    guarantee: Guarantee::PerfectPlay,
    cost: "time grows exponentially with the empty cells, the empty board of 7x6 takes about a minute, and no \
           time with an opening book; memory is the table's, 8 bytes an entry",
    parameters: &["all-best", "table-bits", "book"],
    defaults: &[("table-bits", "24")],
};

/// How to solve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Binary logarithm of the most entries of the table, 8 bytes each.
    pub table_bits: u32,
    /// True if all best moves are to be found, not one.
    pub all_best: bool,
    /// An opening book. One for another size of boards is left aside.
    pub book: Option<&'static Book>,
}

impl Default for Options {
    fn default() -> Self {
        Self { table_bits: 24, all_best: false, book: None }
    }
}

/// The result of a solve.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// [`Status::Solved`], or the limit that ended the search.
    pub status: Status,
    /// The least and the greatest score that the search has left open; equal once it is known.
    pub bounds: (i32, i32),
    /// Moves that reach the score, the middle column first: all or one, as asked. Empty if the game is over, or after a
    /// limit.
    pub best: Vec<Column>,
    /// Counts of the search.
    pub counts: Counts,
}

impl Solution {
    /// The score for the side to move; `None` if a limit came first.
    pub fn score(&self) -> Option<i32> {
        (self.bounds.0 == self.bounds.1).then_some(self.bounds.0)
    }
}

/// Solves a position. [`Budget::max_depth`] has no meaning here.
pub fn solve<O: Observer>(position: &Position, options: Options, budget: &Budget, observer: &mut O) -> Solution {
    match position.size().rows() {
        4 => solve_rows::<4, O>(position, options, budget, observer),
        5 => solve_rows::<5, O>(position, options, budget, observer),
        6 => solve_rows::<6, O>(position, options, budget, observer),
        7 => solve_rows::<7, O>(position, options, budget, observer),
        _ => solve_rows::<8, O>(position, options, budget, observer),
    }
}

/// The score of a position for the side to move; `None` if a limit came first. Compiled here, for speed, and not in the crate
/// that calls it.
pub fn score(position: &Position, options: Options, budget: &Budget) -> Option<i32> {
    watched(|observer| solve(position, options, budget, observer)).score()
}

/// Solves a position on a board of `ROWS` rows.
fn solve_rows<const ROWS: u32, O: Observer>(
    position: &Position,
    options: Options,
    budget: &Budget,
    observer: &mut O,
) -> Solution {
    let mut table = Table::new(position.size(), options.table_bits);
    let mut search = Search::<ROWS, O>::new(position, &mut table, Meter::new(budget), observer)
        .with_book(options.book, position.size());
    let mut bounds = search.limits(position);
    let mut best = Vec::new();
    let solved = search.narrow(position, &mut bounds).and_then(|()| {
        best = search.best_moves(position, bounds.0, options.all_best)?;
        Ok(())
    });
    // A limit that is reached by the last node no longer matters.
    let _ = search.look();
    let counts = search.counts;
    Solution { status: solved.err().unwrap_or(Status::Solved), bounds, best, counts }
}

/// The score of the side to move as 1 for a win, 0 for a draw, -1 for a loss: easier to find than how soon. `None` if a
/// limit came first.
pub(crate) fn sign(position: &Position, budget: &Budget) -> Option<i32> {
    match position.size().rows() {
        4 => sign_rows::<4>(position, budget),
        5 => sign_rows::<5>(position, budget),
        6 => sign_rows::<6>(position, budget),
        7 => sign_rows::<7>(position, budget),
        _ => sign_rows::<8>(position, budget),
    }
}

fn sign_rows<const ROWS: u32>(position: &Position, budget: &Budget) -> Option<i32> {
    let (mut table, mut observer) = (Table::new(position.size(), SIGN_BITS), ());
    let mut search = Search::<ROWS, ()>::new(position, &mut table, Meter::new(budget), &mut observer);
    search.sign(position).ok()
}

/// The table of a search for the sign alone: at most 2^20 entries.
const SIGN_BITS: u32 = 20;

/// Plies from here to the end of the game with this score; of a draw those to the full board.
pub(crate) fn plies_to_end(position: &Position, score: i32) -> u32 {
    let empty = position.size().cells() - position.discs();
    // The side to move has the odd disc, and makes the last ply of its own win.
    match score {
        0 => empty,
        1.. => (empty.div_ceil(2) + 1).saturating_sub(score.unsigned_abs()) * 2 - 1,
        _ => (empty / 2 + 1).saturating_sub(score.unsigned_abs()) * 2,
    }
}

/// A score in words: who wins, and with how many of its own moves from here.
pub fn in_words(position: &Position, score: i32) -> String {
    let empty = (position.size().cells() - position.discs()) as i32;
    let (own, other) = match position.side() {
        Side::Black => ("X", "O"),
        Side::White => ("O", "X"),
    };
    // The side to move has the odd disc.
    let (winner, discs) = if score > 0 { (own, (empty + 1) / 2) } else { (other, empty / 2) };
    match discs - score.abs() + 1 {
        _ if score == 0 => "draw".to_owned(),
        0 => format!("{winner} has won"),
        1 => format!("{winner} wins in 1 move"),
        moves => format!("{winner} wins in {moves} moves"),
    }
}
