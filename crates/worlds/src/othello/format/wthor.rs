//! WTHOR: the tournament games of the French federation, in files of a year each (`.wtb`).
//!
//! ```text
//! head    16 bytes: date of creation (4), games (u32), - (u16), year (u16), size of the board, kind, empty squares at
//!         which the theoretical score was computed, -
//! game    68 bytes: tournament, black, white (u16 each), discs of black, theoretical discs of black, 60 moves as
//!         10 * row + column (11 to 88), 0 after the last; passes are not written
//! ```
//!
//! Numbers are little-endian. A few games end in the middle or with a move that is not legal: they are kept as far as
//! they are legal, and [`Wthor::cut_short`] counts them.
//!
//! Source      The description by S. Quin at ffothello.org; checked against files of all years from 1977 to 2025.
//! Not here    The names of players and tournaments, which are files of their own.

use std::fmt;

use crate::othello::board::{Board, Move, Square};

/// The content of a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Wthor {
    /// Its games, in order.
    pub games: Vec<WthorGame>,
    /// Games of which not all moves are legal.
    pub cut_short: usize,
}

/// A game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WthorGame {
    /// Discs of Black less those of White at the end of the game, the empty squares given to the winner.
    pub result: i32,
    /// Discs of Black less those of White after perfect play from the position with [`theory_at`](Self::theory_at)
    /// empty squares, the empty squares given to the winner.
    pub theory: i32,
    /// Empty squares at the position that the theoretical score is for.
    pub theory_at: u32,
    /// Squares in the order in which they were taken; each is legal, with passes where they are forced.
    pub moves: Vec<Square>,
}

impl WthorGame {
    /// The moves with the passes, which the file does not write.
    pub fn whole_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(self.moves.len());
        let mut board = Board::INITIAL;
        for &square in &self.moves {
            if board.moves() == 0 {
                board = board.passed();
                moves.push(Move::PASS);
            }
            board = board.placed(square, board.flips(square));
            moves.push(Move::on(square));
        }
        moves
    }
}

/// An error in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WthorError {
    /// Not the head of such a file.
    Foreign,
    /// Games on another board, or of puzzles.
    Board(u8),
    /// It ends before the game of this number, from 1.
    Short(usize),
}

impl fmt::Display for WthorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => f.write_str("this is no WTHOR file of games: its head says nothing of the kind"),
            Self::Board(size) => write!(f, "games on boards of {size}x{size} squares; expected 8x8"),
            Self::Short(game) => write!(f, "the file ends within game {game}"),
        }
    }
}

impl std::error::Error for WthorError {}

const HEAD: usize = 16;
const GAME: usize = 68;

/// Reads the bytes of a file.
///
/// # Errors
/// The error in the file; games that go wrong in themselves are no error.
pub fn read_wthor(bytes: &[u8]) -> Result<Wthor, WthorError> {
    let (head, games) = bytes.split_first_chunk::<HEAD>().ok_or(WthorError::Foreign)?;
    let count = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
    // The size was left at 0 in old files of 8x8 games.
    let (month, size, theory_at) = (head[2], head[12], u32::from(head[14]));
    if month > 12 || theory_at > 60 {
        return Err(WthorError::Foreign);
    }
    if size != 8 && size != 0 {
        return Err(WthorError::Board(size));
    }
    if games.len() < count.saturating_mul(GAME) {
        return Err(if games.len() < GAME { WthorError::Foreign } else { WthorError::Short(games.len() / GAME + 1) });
    }
    let mut wthor = Wthor::default();
    for game in games.chunks_exact(GAME).take(count) {
        let (moves, is_whole) = legal_moves(&game[8..]);
        wthor.cut_short += usize::from(!is_whole);
        let [result, theory] = [game[6], game[7]].map(|discs| 2 * i32::from(discs.min(64)) - 64);
        wthor.games.push(WthorGame { result, theory, theory_at, moves });
    }
    Ok(wthor)
}

/// The moves as far as they are legal, and whether that is all of them.
fn legal_moves(numbers: &[u8]) -> (Vec<Square>, bool) {
    let mut board = Board::INITIAL;
    let mut moves = Vec::with_capacity(numbers.len());
    for &number in numbers.iter().take_while(|&&number| number != 0) {
        if board.moves() == 0 {
            board = board.passed();
        }
        let square = Square::at((number % 10).wrapping_sub(1), (number / 10).wrapping_sub(1));
        let Some(square) = square.filter(|square| board.moves() & square.bit() != 0) else { return (moves, false) };
        board = board.placed(square, board.flips(square));
        moves.push(square);
    }
    (moves, board.is_over())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file with these games, each with its theoretical discs of Black.
    fn file(games: &[(u8, &[u8])]) -> Vec<u8> {
        let mut bytes = vec![20, 24, 1, 31, games.len() as u8, 0, 0, 0, 0, 0, 0xe8, 7, 8, 0, 24, 0];
        for (theory, moves) in games {
            let mut game = [0; GAME];
            game[6] = 20;
            game[7] = *theory;
            game[8..8 + moves.len()].copy_from_slice(moves);
            bytes.extend(game);
        }
        bytes
    }

    #[test]
    fn games_are_read_as_far_as_they_are_legal() {
        // f5 d6 c3, then f5 d6 a1, which is not legal.
        let read = read_wthor(&file(&[(40, &[56, 64, 33]), (20, &[56, 64, 11])])).expect("a good file");
        let spelled = |game: usize| read.games[game].moves.iter().map(Square::to_string).collect::<String>();
        assert_eq!((spelled(0), spelled(1)), ("f5d6c3".to_owned(), "f5d6".to_owned()));
        assert_eq!((read.games[0].theory, read.games[1].theory, read.games[0].theory_at), (16, -24, 24));
        assert_eq!(read.games[0].result, -24);
        assert_eq!(read.cut_short, 2, "neither is played to its end");
    }

    #[test]
    fn other_files_are_refused() {
        let good = file(&[(32, &[56])]);
        assert_eq!(read_wthor(b""), Err(WthorError::Foreign));
        assert_eq!(read_wthor(b"GIF89a and so on"), Err(WthorError::Foreign));
        assert_eq!(read_wthor(&good[..good.len() - 1]), Err(WthorError::Foreign));
        let mut ten = good.clone();
        ten[12] = 10;
        assert_eq!(read_wthor(&ten), Err(WthorError::Board(10)));
        let two = file(&[(32, &[56]), (32, &[56])]);
        assert_eq!(read_wthor(&two[..two.len() - 1]), Err(WthorError::Short(2)));
    }
}
