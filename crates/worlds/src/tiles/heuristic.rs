//! The heuristics of sliding tiles: estimates of the moves that are left, kept up to date move by move.
//!
//! Manhattan distance: each tile needs as many moves as it is rows and columns away from its goal, and a move moves one
//! tile. Linear conflict: of the tiles that stand in their goal row (or column), all but a largest set that is in
//! the goal's order must leave the row and come back, which is two moves each that Manhattan distance does not see
//! (Hansson, Mayer, Yung, Information Sciences 63(3):207-227, 1992). Both are admissible and consistent.
//!
//! The largest set in order is a longest increasing subsequence, so the removals are minimal. A table gives them for
//! every content of a line. A move changes the conflicts of at most one line: the tile's goal row if it enters or
//! leaves that, and likewise the column.

use super::board::{Word, shift};

/// An estimate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heuristic {
    /// The sum of the tiles' distances in rows and columns.
    Manhattan,
    /// Manhattan distance, and two moves for each tile that must step out of its line.
    LinearConflict,
    /// 0.
    Zero,
}

/// The most places that a board has.
const PLACES: usize = 25;
/// Bits of a tile's rank within its goal line, 0 for tiles of other lines.
const RANK: usize = 3;

/// Tables of one goal board.
#[derive(Debug, Clone)]
pub(super) struct Goal {
    /// Rows and columns.
    side: u8,
    /// Row and column of each tile's goal.
    lines: [(u8, u8); PLACES],
    /// Twice the removals of each content of a line; empty unless the heuristic counts conflicts.
    removals: Vec<u8>,
    heuristic: Heuristic,
}

impl Goal {
    pub(super) fn new<W: Word>(side: u8, board: W, heuristic: Heuristic) -> Self {
        let mut lines = [(0, 0); PLACES];
        for place in 0..side * side {
            lines[usize::from(board.tile(shift::<W>(place)))] = (place / side, place % side);
        }
        let removals = match heuristic {
            Heuristic::LinearConflict => (0..1usize << (RANK * usize::from(side))).map(twice_removals).collect(),
            Heuristic::Manhattan | Heuristic::Zero => Vec::new(),
        };
        Self { side, lines, removals, heuristic }
    }

    pub(super) const fn side(&self) -> u8 {
        self.side
    }

    pub(super) const fn heuristic(&self) -> Heuristic {
        self.heuristic
    }

    /// The distance of a tile at a place: 0 for the blank, and under [`Heuristic::Zero`].
    pub(super) fn distance(&self, tile: u8, place: u8) -> u8 {
        if tile == 0 || self.heuristic == Heuristic::Zero {
            return 0;
        }
        let (row, col) = self.lines[usize::from(tile)];
        row.abs_diff(place / self.side) + col.abs_diff(place % self.side)
    }

    /// The estimate of a board, from scratch.
    pub(super) fn estimate<W: Word>(&self, board: W) -> u16 {
        let places = 0..self.side * self.side;
        let distances = places.map(|place| u16::from(self.distance(board.tile(shift::<W>(place)), place)));
        let conflicts = if self.heuristic == Heuristic::LinearConflict {
            let both = |line| self.row(board, self.side, line) + self.col(board, self.side, line);
            (0..self.side).map(|line| u16::from(both(line))).sum()
        } else {
            0
        };
        distances.sum::<u16>() + conflicts
    }

    /// The change of linear conflict when `tile` moves between the places `from` and `to`, `before` being the board
    /// before and `after` the one after.
    // A call, so that searches without it keep their registers.
    #[inline(never)]
    pub(super) fn conflict_change<W: Word>(&self, before: W, after: W, tile: u8, places: (u8, u8)) -> i8 {
        // Each side as a constant, so that its loops are unrolled.
        match self.side {
            3 => self.change(before, after, 3, tile, places),
            4 => self.change(before, after, 4, tile, places),
            _ => self.change(before, after, 5, tile, places),
        }
    }

    #[inline(always)]
    fn change<W: Word>(&self, before: W, after: W, side: u8, tile: u8, (from, to): (u8, u8)) -> i8 {
        let (row, col) = self.lines[usize::from(tile)];
        if from % side == to % side {
            if row == from / side || row == to / side {
                return self.row(after, side, row) as i8 - self.row(before, side, row) as i8;
            }
        } else if col == from % side || col == to % side {
            return self.col(after, side, col) as i8 - self.col(before, side, col) as i8;
        }
        0
    }

    /// Twice the removals in a row.
    #[inline(always)]
    fn row<W: Word>(&self, word: W, side: u8, row: u8) -> u8 {
        let content = (0..side).fold(0, |content, col| {
            let tile = word.tile(shift::<W>(row * side + col));
            let (goal_row, goal_col) = self.lines[usize::from(tile)];
            content << RANK | if tile != 0 && goal_row == row { usize::from(goal_col) + 1 } else { 0 }
        });
        self.removals[content]
    }

    /// Twice the removals in a column.
    #[inline(always)]
    fn col<W: Word>(&self, word: W, side: u8, col: u8) -> u8 {
        let content = (0..side).fold(0, |content, row| {
            let tile = word.tile(shift::<W>(row * side + col));
            let (goal_row, goal_col) = self.lines[usize::from(tile)];
            content << RANK | if tile != 0 && goal_col == col { usize::from(goal_row) + 1 } else { 0 }
        });
        self.removals[content]
    }
}

/// Twice the tiles that must leave a line with this content: those that are not in a longest increasing
/// subsequence of the ranks. Contents that no line can have (a rank twice) get some number.
fn twice_removals(content: usize) -> u8 {
    let ranks = (0..usize::BITS as usize / RANK).map(|field| content >> (field * RANK) & ((1 << RANK) - 1));
    // The first field of the line is the highest, so the ranks come here from the last to the first.
    let mut longest_from = [0u8; 1 << RANK];
    let (mut tiles, mut longest) = (0, 0);
    for rank in ranks.filter(|&rank| rank != 0) {
        let length = 1 + longest_from[rank + 1..].iter().copied().max().unwrap_or(0);
        longest_from[rank] = longest_from[rank].max(length);
        longest = longest.max(length);
        tiles += 1;
    }
    2 * (tiles - longest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::{Board, Eight, Fifteen, Size};

    fn estimate<P: Size>(tiles: &[u8], heuristic: Heuristic) -> u16 {
        Goal::new(P::SIDE, Board::<P>::goal().0, heuristic).estimate(Board::<P>::new(tiles).unwrap().0)
    }

    /// By hand: how many tiles have to step out of a line.
    #[test]
    fn removals_are_minimal() {
        let content = |ranks: &[usize]| ranks.iter().fold(0, |content, rank| content << RANK | rank);
        let cases: [(&[usize], u8); 8] = [
            (&[1, 2, 3, 4], 0),
            (&[2, 1, 0, 0], 2),
            (&[4, 3, 2, 1], 6),
            (&[2, 3, 4, 1], 2),
            (&[4, 1, 2, 3], 2),
            (&[2, 1, 4, 3], 4),
            (&[3, 0, 1, 2], 2),
            (&[5, 4, 3, 2, 1], 8),
        ];
        for (ranks, expected) in cases {
            assert_eq!(twice_removals(content(ranks)), expected, "{ranks:?}");
        }
    }

    #[test]
    fn estimates_of_known_boards() {
        let reversed_row = [0, 2, 1, 3, 4, 5, 6, 7, 8];
        assert_eq!(estimate::<Eight>(&reversed_row, Heuristic::Manhattan), 2);
        assert_eq!(estimate::<Eight>(&reversed_row, Heuristic::LinearConflict), 4);
        assert_eq!(estimate::<Eight>(&reversed_row, Heuristic::Zero), 0);
        // Korf's first instance: Manhattan distance 41 (Artificial Intelligence 27, table 1).
        let first = [14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3];
        assert_eq!(estimate::<Fifteen>(&first, Heuristic::Manhattan), 41);
    }
}
