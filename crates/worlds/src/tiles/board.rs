//! A board of tiles, packed into one word: the tile of place `p` in the field of bits that begins at `p` times the
//! width of a field. Places are numbered row by row from 0 at the top left; tile 0 is the blank.
//!
//! Not here: moves and estimates (space.rs, heuristic.rs), files (format.rs).

use std::fmt::{self, Debug};
use std::hash::Hash;

/// A word of packed tiles.
pub trait Word: Copy + Eq + Hash + Debug + Default + 'static {
    /// Bits of one tile.
    const FIELD: u32;

    /// The tile whose field begins at bit `shift`.
    fn tile(self, shift: u32) -> u8;

    /// With `tile` put into the empty field at bit `shift`.
    fn with(self, shift: u32, tile: u8) -> Self;

    /// Moves the tile at `from` into the empty field at `to`. Returns the tile too.
    fn slide(self, from: u32, to: u32) -> (Self, u8);

    /// A number of 64 bits for the word: the word itself where it has 64 bits.
    fn key(self) -> u64;

    /// The word as a number.
    fn code(self) -> u128;

    /// The word of a number.
    fn from_code(code: u128) -> Self;
}

impl Word for u64 {
    const FIELD: u32 = 4;

    #[inline(always)]
    fn tile(self, shift: u32) -> u8 {
        (self >> shift) as u8 & 15
    }

    #[inline(always)]
    fn with(self, shift: u32, tile: u8) -> Self {
        self | Self::from(tile) << shift
    }

    #[inline(always)]
    fn slide(self, from: u32, to: u32) -> (Self, u8) {
        let tile = (self >> from) & 15;
        (self ^ (tile << from) ^ (tile << to), tile as u8)
    }

    #[inline(always)]
    fn key(self) -> u64 {
        self
    }

    fn code(self) -> u128 {
        self.into()
    }

    fn from_code(code: u128) -> Self {
        code as Self
    }
}

impl Word for u128 {
    const FIELD: u32 = 5;

    #[inline(always)]
    fn tile(self, shift: u32) -> u8 {
        (self >> shift) as u8 & 31
    }

    #[inline(always)]
    fn with(self, shift: u32, tile: u8) -> Self {
        self | Self::from(tile) << shift
    }

    #[inline(always)]
    fn slide(self, from: u32, to: u32) -> (Self, u8) {
        let tile = (self >> from) & 31;
        (self ^ (tile << from) ^ (tile << to), tile as u8)
    }

    /// The 24-puzzle has 25! / 2 states, more than 2^64, so here the key is a hash.
    #[inline(always)]
    fn key(self) -> u64 {
        let high = ((self >> 64) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (high ^ high >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93) ^ self as u64
    }

    fn code(self) -> u128 {
        self
    }

    fn from_code(code: u128) -> Self {
        code
    }
}

/// Where the field of a place begins.
pub(super) const fn shift<W: Word>(place: u8) -> u32 {
    place as u32 * W::FIELD
}

/// One of the three puzzles.
pub trait Size: Copy + Eq + Hash + Debug + Default + 'static {
    /// The word that a board is packed into.
    type Word: Word;
    /// Rows and columns.
    const SIDE: u8;
    /// Places, the blank's included.
    const PLACES: u8 = Self::SIDE * Self::SIDE;
    /// The puzzle's name.
    const NAME: &'static str;
}

/// The 8-puzzle: three by three.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Eight;

/// The 15-puzzle: four by four.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Fifteen;

/// The 24-puzzle: five by five.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TwentyFour;

impl Size for Eight {
    type Word = u64;
    const SIDE: u8 = 3;
    const NAME: &'static str = "8-puzzle";
}

impl Size for Fifteen {
    type Word = u64;
    const SIDE: u8 = 4;
    const NAME: &'static str = "15-puzzle";
}

impl Size for TwentyFour {
    type Word = u128;
    const SIDE: u8 = 5;
    const NAME: &'static str = "24-puzzle";
}

/// A board: every tile once.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board<P: Size>(pub(super) P::Word);

/// Why numbers are no board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardError {
    /// This number of numbers instead of the puzzle's.
    Count(usize),
    /// The number at this index is no tile of the puzzle.
    OutOfRange(usize),
    /// The number at this index stood before.
    Duplicate(usize),
}

impl<P: Size> Board<P> {
    /// The board of a code of a state.
    pub(super) fn from_code(code: u128) -> Self {
        Self(P::Word::from_code(code))
    }

    /// From the tiles, row by row.
    ///
    /// # Errors
    /// The first thing that is wrong. A board with the right count and no duplicate misses no tile.
    pub fn new(tiles: &[u8]) -> Result<Self, BoardError> {
        if tiles.len() != usize::from(P::PLACES) {
            return Err(BoardError::Count(tiles.len()));
        }
        let mut seen = 0u32;
        let mut word = P::Word::default();
        for (place, &tile) in tiles.iter().enumerate() {
            if tile >= P::PLACES {
                return Err(BoardError::OutOfRange(place));
            }
            if seen >> tile & 1 != 0 {
                return Err(BoardError::Duplicate(place));
            }
            seen |= 1 << tile;
            word = word.with(shift::<P::Word>(place as u8), tile);
        }
        Ok(Self(word))
    }

    /// The usual goal: 0 1 2 …, the blank at the top left.
    pub fn goal() -> Self {
        let in_order = |word: P::Word, tile| word.with(shift::<P::Word>(tile), tile);
        Self((0..P::PLACES).fold(P::Word::default(), in_order))
    }

    /// The other goal in use: 1 2 3 …, the blank at the bottom right.
    pub(crate) fn goal_with_blank_last() -> Self {
        let in_order = |word: P::Word, place| word.with(shift::<P::Word>(place), (place + 1) % P::PLACES);
        Self((0..P::PLACES).fold(P::Word::default(), in_order))
    }

    /// The board upside down with its tiles numbered from the other end. What takes it to one of the two goals takes this
    /// to the other, in as many moves.
    pub fn mirrored(self) -> Self {
        let place = |word: P::Word, place| {
            let tile = self.tile(P::PLACES - 1 - place);
            word.with(shift::<P::Word>(place), if tile == 0 { 0 } else { P::PLACES - tile })
        };
        Self((0..P::PLACES).fold(P::Word::default(), place))
    }

    /// The tile at a place.
    pub fn tile(self, place: u8) -> u8 {
        self.0.tile(shift::<P::Word>(place))
    }

    /// The tiles, row by row.
    pub(crate) fn tiles(self) -> impl Iterator<Item = u8> {
        (0..P::PLACES).map(move |place| self.tile(place))
    }

    /// The place of the blank.
    pub(crate) fn blank(self) -> u8 {
        self.place_of(0)
    }

    /// The place of a tile.
    pub(super) fn place_of(self, tile: u8) -> u8 {
        self.tiles().position(|other| other == tile).unwrap_or_default() as u8
    }

    /// True if moves can lead from here to `goal`, by parity: each move exchanges two tiles (the blank is one of them)
    /// and takes the blank one place further, so both change their parity together (Johnson, Story 1879). Boards of
    /// equal parities can be reached.
    pub fn is_solvable_to(self, goal: Self) -> bool {
        let permutation: Vec<u8> = self.tiles().map(|tile| goal.place_of(tile)).collect();
        let (from, to) = (self.blank(), goal.blank());
        let rows = (from / P::SIDE).abs_diff(to / P::SIDE);
        let cols = (from % P::SIDE).abs_diff(to % P::SIDE);
        is_odd(&permutation) == ((rows + cols) % 2 == 1)
    }

    /// A picture of boxes for a terminal, one line of text per line, each ended.
    pub fn picture(self) -> String {
        let side = usize::from(P::SIDE);
        let rule = |left: char, middle: &str, right: char| {
            let boxes = vec!["────"; side].join(middle);
            format!("{left}{boxes}{right}\n")
        };
        let tiles: Vec<u8> = self.tiles().collect();
        let rows: Vec<String> = tiles
            .chunks(side)
            .map(|row| {
                let show = |&tile: &u8| if tile == 0 { "    ".to_owned() } else { format!(" {tile:2} ") };
                format!("│{}│\n", row.iter().map(show).collect::<Vec<_>>().join("│"))
            })
            .collect();
        let inner = rule('├', "┼", '┤');
        format!("{}{}{}", rule('┌', "┬", '┐'), rows.join(&inner), rule('└', "┴", '┘'))
    }
}

/// True if a permutation is odd: by its cycles, of which those of even length are odd.
fn is_odd(permutation: &[u8]) -> bool {
    let mut seen = 0u32;
    let mut odd = false;
    for first in 0..permutation.len() {
        let mut at = first;
        let mut length = 0;
        while seen >> at & 1 == 0 {
            seen |= 1 << at;
            at = usize::from(permutation[at]);
            length += 1;
        }
        odd ^= length > 0 && length % 2 == 0;
    }
    odd
}

/// The tiles in one line, separated by blanks: the form that files have.
impl<P: Size> fmt::Display for Board<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, tile) in self.tiles().enumerate() {
            let separator = if place == 0 { "" } else { " " };
            write!(f, "{separator}{tile}")?;
        }
        Ok(())
    }
}

impl<P: Size> Debug for Board<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_checked() {
        assert_eq!(Board::<Eight>::new(&[0, 1, 2]), Err(BoardError::Count(3)));
        assert_eq!(Board::<Eight>::new(&[0, 1, 2, 3, 4, 5, 6, 7, 9]), Err(BoardError::OutOfRange(8)));
        assert_eq!(Board::<Eight>::new(&[0, 1, 2, 3, 4, 4, 6, 7, 8]), Err(BoardError::Duplicate(5)));
        assert_eq!(Board::<Eight>::new(&[0, 1, 2, 3, 4, 5, 6, 7, 8]), Ok(Board::goal()));
        let tiles: Vec<u8> = (0..25).rev().collect();
        let board = Board::<TwentyFour>::new(&tiles).unwrap();
        assert!(board.tiles().eq(tiles));
        assert_eq!(board.blank(), 24);
    }

    /// Exchanging two tiles makes a board unsolvable: Sam Loyd's 14 and 15.
    #[test]
    fn loyds_puzzle_is_unsolvable() {
        let goal = Board::<Fifteen>::new(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0]).unwrap();
        let loyd = Board::<Fifteen>::new(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 14, 0]).unwrap();
        assert!(!loyd.is_solvable_to(goal));
        assert!(goal.is_solvable_to(goal));
        let moved = Board::<Fifteen>::new(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0, 15]).unwrap();
        assert!(moved.is_solvable_to(goal) && !moved.is_solvable_to(loyd));
    }

    /// Of fifteen tiles every board can be solved to one of the two goals, of eight and 24 to both or none.
    #[test]
    fn the_two_goals_mirror_each_other() {
        fn check<P: Size>(reaches_both: bool) {
            let (goal, other) = (Board::<P>::goal(), Board::<P>::goal_with_blank_last());
            assert_eq!((goal.mirrored(), other.mirrored()), (other, goal));
            assert_eq!(goal.is_solvable_to(other), reaches_both);
        }
        check::<Eight>(true);
        check::<Fifteen>(false);
        check::<TwentyFour>(true);
        let loyd = Board::<Fifteen>::new(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 14, 0]).unwrap();
        assert!(loyd.is_solvable_to(Board::goal()) && !loyd.mirrored().is_solvable_to(Board::goal()));
        assert_eq!(Board::<Fifteen>::goal_with_blank_last().to_string(), "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0");
    }

    #[test]
    fn a_picture_is_made_of_boxes() {
        let board = Board::<Eight>::new(&[3, 1, 2, 0, 4, 5, 6, 7, 8]).unwrap();
        let expected = "\
┌────┬────┬────┐
│  3 │  1 │  2 │
├────┼────┼────┤
│    │  4 │  5 │
├────┼────┼────┤
│  6 │  7 │  8 │
└────┴────┴────┘
";
        assert_eq!(board.picture(), expected);
        assert_eq!(board.to_string(), "3 1 2 0 4 5 6 7 8");
    }

    #[test]
    fn keys_of_small_boards_are_the_boards() {
        let goal = Board::<Fifteen>::goal();
        assert_eq!(goal.0.key(), 0xFEDC_BA98_7654_3210);
    }
}
