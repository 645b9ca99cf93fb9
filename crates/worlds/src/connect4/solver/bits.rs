//! Threats and bounds of positions as bitboards, for one number of rows.
//!
//! Idea        A winning spot of a side is an empty cell that completes four of its discs in a row. The spots of both
//!             sides give the moves that do not lose at once, the order of moves, and, with the follow-up rule, bounds
//!             of whole positions: a side that answers each move in the cell above gets all second cells of a column.
//! Source      Allis, A knowledge-based approach of Connect-Four (1988), for follow-up, claimeven and zugzwang; Pons,
//!             Solving Connect 4, blog.gamesolver.org, parts 6 to 11, for winning spots.
//! Not here    The search (search.rs), the board as a game (board.rs).

use super::super::board::Size;

/// A size of boards with `ROWS` rows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Board<const ROWS: u32> {
    /// All cells.
    pub(super) cells: u64,
    /// The lowest cell of each column.
    pub(super) bottom: u64,
    /// Cells at even distance from the top cell of their column, itself included.
    top_parity: u64,
    columns: u32,
}

impl<const ROWS: u32> Board<ROWS> {
    const STRIDE: u32 = ROWS + 1;

    pub(super) fn new(size: Size) -> Self {
        let cells = size.board();
        let bottom = cells & !(cells << 1);
        let rows = (0..ROWS).filter(|row| (ROWS - 1 - row).is_multiple_of(2));
        let top_parity = rows.fold(0, |mask, row| mask | bottom << row);
        Self { cells, bottom, top_parity, columns: size.columns().into() }
    }

    /// The cells that may be played next.
    #[inline(always)]
    pub(super) const fn playable(&self, all: u64) -> u64 {
        (all + self.bottom) & self.cells
    }

    /// The key of a position: the lowest empty cell of each column is set, and the discs of the side to move below it.
    #[inline(always)]
    pub(super) const fn key(&self, own: u64, all: u64) -> u64 {
        (all + self.bottom) | own
    }

    /// The lesser of the keys of a position and of its mirror image.
    pub(super) fn least_key(&self, own: u64, all: u64) -> u64 {
        let key = self.key(own, all);
        key.min(self.mirrored(key))
    }

    /// The cells, empty or not, that complete four discs in a row.
    #[inline(always)]
    fn completing(discs: u64) -> u64 {
        let vertical = discs << 1 & discs << 2 & discs << 3;
        let line = |shift: u32| {
            let below = discs << shift & discs << (2 * shift);
            let above = discs >> shift & discs >> (2 * shift);
            below & (discs << (3 * shift) | discs >> shift) | above & (discs << shift | discs >> (3 * shift))
        };
        vertical | line(Self::STRIDE - 1) | line(Self::STRIDE) | line(Self::STRIDE + 1)
    }

    /// The winning spots of a side.
    #[inline(always)]
    pub(super) fn spots(&self, discs: u64, all: u64) -> u64 {
        Self::completing(discs) & (self.cells ^ all)
    }

    /// The moves after which the other side cannot win at once, given its winning spots. The side to move cannot win at
    /// once.
    #[inline(always)]
    pub(super) const fn safe(playable: u64, their_spots: u64) -> u64 {
        let forced = playable & their_spots;
        let moves = if forced == 0 { playable } else { forced };
        // Two spots cannot both be blocked.
        if forced & forced.wrapping_sub(1) == 0 { moves & !(their_spots >> 1) } else { 0 }
    }

    /// True if the cells hold four in a row.
    #[inline(always)]
    pub(super) fn has_four(cells: u64) -> bool {
        let line = |shift: u32| {
            let pairs = cells & cells >> shift;
            pairs & pairs >> (2 * shift)
        };
        line(1) | line(Self::STRIDE - 1) | line(Self::STRIDE) | line(Self::STRIDE + 1) != 0
    }

    /// The mirror image.
    pub(super) fn mirrored(&self, discs: u64) -> u64 {
        let column = (1 << Self::STRIDE) - 1;
        let moved =
            |index: u32| (discs >> (index * Self::STRIDE) & column) << ((self.columns - 1 - index) * Self::STRIDE);
        (0..self.columns).fold(0, |image, index| image | moved(index))
    }

    /// All cells of the columns whose number of empty cells is odd.
    #[inline(always)]
    fn odd_columns(&self, playable: u64) -> u64 {
        let lowest = playable & self.top_parity;
        let rows = (0..ROWS).filter(|row| (ROWS - 1 - row).is_multiple_of(2));
        let marked = rows.fold(0, |marked, row| marked | lowest >> row & self.bottom);
        marked * ((1 << ROWS) - 1)
    }

    /// An upper bound of the score of the side to move by the follow-up rule, for a window above `alpha`: only a bound
    /// that is not above `alpha` is of use, and `i32::MAX` stands for all others.
    ///
    /// The other side answers each move in the cell above, or, where there is none, in another column with an odd number
    /// of empty cells. So the side to move gets only the first, third, fifth cell of each other column. If that holds no
    /// four for it, it does not win; and if the other side has a winning spot above a cell that the side to move must
    /// fill once nothing else is left, it loses, at the latest then.
    #[inline(always)]
    pub(super) fn follow_up(&self, own: u64, all: u64, their_spots: u64, alpha: i32) -> i32 {
        let (empty, playable) = (self.cells ^ all, self.playable(all));
        let is_even = empty.count_ones().is_multiple_of(2);
        let odd = self.odd_columns(playable);
        if alpha >= 0 {
            // With an odd number of empty cells, the other side may have to break the rule.
            let reach = if is_even { empty & (odd | !self.top_parity) } else { empty };
            if !Self::has_four(own | reach) {
                return 0;
            }
        }
        // Even columns: the spot is at even distance below the top; odd columns: at odd distance.
        let mut targets =
            if is_even { their_spots & self.top_parity & !odd } else { their_spots & !self.top_parity & odd };
        while targets != 0 {
            let target = targets & targets.wrapping_neg();
            targets ^= target;
            let column = Self::column_of(target);
            let bound = -1 - (column & self.cells & !(target | (target - 1))).count_ones() as i32 / 2;
            if bound > alpha {
                continue;
            }
            let firsts = if is_even { !self.top_parity } else { self.top_parity };
            let others = odd | !self.top_parity;
            let reach = empty & (others & !column | firsts & column & (target - 1));
            if !Self::has_four(own | reach) {
                return bound;
            }
        }
        i32::MAX
    }

    /// All bits of the column of a cell.
    #[inline(always)]
    const fn column_of(cell: u64) -> u64 {
        let start = cell.trailing_zeros() / Self::STRIDE * Self::STRIDE;
        ((1 << ROWS) - 1) << start
    }
}
