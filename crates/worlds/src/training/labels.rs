//! Positions of games with their scores.
//!
//! Idea        Near the end the solver gives exact scores, of positions of the game and of positions after moves that
//!             nobody played: a search visits more of those, and lopsided ones among them. Before that the theoretical
//!             score of the game serves, which is exact where it was computed and drifts with the mistakes of the players
//!             before and after; and between the two the score of the first position that is solved.
//! Not here    Where the games come from (games.rs); scores by searches with other weights (teacher.rs).

use super::Chance;
use super::games::{Played, any_of};
use super::store::Stored;
use crate::othello::board::Board;
use crate::othello::endgame::{Options, SHARE_FROM, Solve, Table};
use crate::othello::kernel::choose_of_two;
use searchlab_search::budget::Budget;
use searchlab_search::counters::IterationCounters;

/// The origin of a score, with its number in files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// The solver.
    Exact = 0,
    /// The theoretical score of the game, or the exact one of a later position.
    Game = 1,
    /// A search by a teacher.
    Searched = 2,
}

impl Source {
    /// All of them, by their numbers.
    pub const ALL: [Self; 3] = [Self::Exact, Self::Game, Self::Searched];
}

/// A position with its score for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Labelled {
    /// The number of its game.
    pub game: u32,
    /// The discs.
    pub board: Board,
    /// Discs of the side to move less those of the other after perfect play.
    pub score: i8,
    /// The origin of the score.
    pub source: Source,
}

/// Bytes of a position in a file.
const BYTES: usize = 18;

/// Positions u16, then of each the discs of both sides u64, the score i8 and the number of its source u8.
impl Stored for Vec<Labelled> {
    const HEAD: &'static str = "searchlab othello labels 3\n";

    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend((self.len() as u16).to_le_bytes());
        for position in self {
            bytes.extend(position.board.own.to_le_bytes());
            bytes.extend(position.board.opponent.to_le_bytes());
            bytes.extend([position.score as u8, position.source as u8]);
        }
    }

    fn read(game: u32, bytes: &[u8]) -> Option<(Self, &[u8])> {
        let (count, rest) = bytes.split_first_chunk()?;
        let (positions, rest) = rest.split_at_checked(usize::from(u16::from_le_bytes(*count)) * BYTES)?;
        let discs = |bytes: &[u8]| bytes.try_into().map(u64::from_le_bytes).ok();
        let positions = positions.chunks_exact(BYTES).map(|position| {
            let board = Board { own: discs(&position[..8])?, opponent: discs(&position[8..16])? };
            let source = *Source::ALL.get(usize::from(position[17]))?;
            (board.own & board.opponent == 0).then_some(Labelled { game, board, score: position[16] as i8, source })
        });
        Some((positions.collect::<Option<_>>()?, rest))
    }
}

/// Up to this number of empty squares every position of a game is solved.
const SOLVED: u32 = 14;
/// Positions after moves that nobody played, of at least [`LEAST`] and at most [`SOLVED`] empty squares.
const STRAYED: u32 = 10;
const LEAST: u32 = 7;
/// Positions of a game with more empty squares that are solved; below, the number of empty squares and the share of these
/// positions, in hundredths. Each more costs about twice the time.
const FAR: u32 = 2;
const FAR_EMPTIES: [(u32, u32); 4] = [(15, 34), (16, 32), (17, 22), (18, 12)];
/// Random moves that lead to a strayed position, one of these numbers: after many of them it is lopsided.
const RANDOM_MOVES: [u32; 7] = [1, 1, 2, 2, 4, 8, 24];
/// From this number of empty squares less than the theoretical score was computed for, it serves as the score.
const DRIFT: u32 = 4;
/// Up to this number of empty squares more than [`SOLVED`], the score of the first position that is solved serves; in
/// games without a theoretical score from the first move on.
const FADING: u32 = 5;

/// Bits of the table that a thread needs.
pub const TABLE_BITS: u32 = 14;

/// The positions of a game that one learns from.
pub fn label(game: &Played, number: u32, seed: u64, table: &mut Table) -> Vec<Labelled> {
    let mut chance = Chance::new(seed, u64::from(number));
    let mut labelled = Vec::new();
    let near = game.positions.iter().find(|(board, _)| board.empties() <= SOLVED).map(|&(board, is_black)| {
        let score = exact(board, table);
        if is_black { score } else { -score }
    });
    let mut keep = |board: Board, score: i32, source: Source| {
        labelled.push(Labelled { game: number, board, score: score as i8, source });
    };
    for &(board, is_black) in &game.positions {
        let empties = board.empties();
        if empties <= SOLVED {
            keep(board, exact(board, table), Source::Exact);
            continue;
        }
        let theory = game.theory.filter(|&(_, theory_at)| empties + DRIFT >= theory_at).map(|(theory, _)| theory);
        let is_near = empties <= SOLVED + FADING || game.theory.is_none();
        if let Some(for_black) = theory.or_else(|| near.filter(|_| is_near)) {
            keep(board, if is_black { for_black } else { -for_black }, Source::Game);
        }
    }
    for _ in 0..STRAYED {
        let empties = LEAST + chance.below(SOLVED + 1 - LEAST);
        if let Some(board) = strayed(game, empties, true, &mut chance) {
            keep(board, exact(board, table), Source::Exact);
        }
    }
    for _ in 0..FAR {
        let mut drawn = chance.below(100);
        let far = FAR_EMPTIES.iter().find(|(_, share)| {
            let is_it = drawn < *share;
            drawn = drawn.saturating_sub(*share);
            is_it
        });
        let is_strayed = chance.below(2) == 0;
        if let Some(board) = far.and_then(|&(empties, _)| strayed(game, empties, is_strayed, &mut chance)) {
            keep(board, exact(board, table), Source::Exact);
        }
    }
    labelled
}

/// A position of the game with `empties` empty squares, or one after random moves that leave as many.
pub(super) fn strayed(game: &Played, empties: u32, is_strayed: bool, chance: &mut Chance) -> Option<Board> {
    let random = if is_strayed { RANDOM_MOVES[chance.below(RANDOM_MOVES.len() as u32) as usize] } else { 0 };
    after_random_moves(game, empties, random, chance)
}

/// The position with `empties` empty squares after that many random moves from the game, whoever is to move then; `None`
/// if there is none, or it is over.
pub(super) fn after_random_moves(game: &Played, empties: u32, random: u32, chance: &mut Chance) -> Option<Board> {
    let (first, _) = *game.positions.first()?;
    let before = (empties + random).min(first.empties());
    let (mut board, _) = *game.positions.iter().find(|(board, _)| board.empties() == before)?;
    let to_move = |board: Board| [board, board.passed()].into_iter().find(|board| board.moves() != 0);
    while board.empties() > empties {
        board = to_move(board)?;
        let square = any_of(board.moves(), chance);
        board = board.placed(square, board.flips(square));
    }
    to_move(board)
}

pub(super) fn exact(board: Board, table: &mut Table) -> i32 {
    // The shipped weights order the moves; the score is the same with any.
    let (options, budget) = (&Options::default(), &Budget::default());
    let observer = &mut IterationCounters::default();
    let outcome = choose_of_two(Solve { board, options, share_from: SHARE_FROM, table, budget, observer });
    outcome.score.expect("no limit can come")
}
