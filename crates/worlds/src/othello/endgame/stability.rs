//! Stable discs: those that no move can ever turn, found fast enough for every node.
//!
//! Two sound sources: on the border, the pattern of the edge alone decides (a border disc can only be turned along its
//! edge), from a table of all patterns; inside, a disc is stable along a line if the line is full or if a neighbour on
//! it is a stable disc of the same colour. What both give is a lower bound of all stable discs.
//! Not here: the feature `stable` of evaluations.

use std::sync::OnceLock;

/// For each pair of patterns of an edge (own discs, the opponent's), the own discs that no sequence of moves turns.
pub(super) type EdgeTable = [u8; 1 << 16];

/// The table, computed at the first call.
pub(super) fn edge_table() -> &'static EdgeTable {
    static TABLE: OnceLock<Box<EdgeTable>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = vec![0; 1 << 16].into_boxed_slice();
        // From full edges to empty ones: every placement leads to a pattern with one empty square less.
        for empties in 0..=8 {
            for own in 0..=u8::MAX {
                for opponent in 0..=u8::MAX {
                    if own & opponent == 0 && (own | opponent).count_zeros() == empties {
                        table[index(own, opponent)] = stable_on_edge(&table, own, opponent);
                    }
                }
            }
        }
        table.try_into().expect("2^16 patterns")
    })
}

const fn index(own: u8, opponent: u8) -> usize {
    own as usize | (opponent as usize) << 8
}

/// The own discs that stand now and after every placement by either side.
fn stable_on_edge(table: &[u8], own: u8, opponent: u8) -> u8 {
    let mut stable = own;
    for place in 0..8 {
        let disc = 1u8 << place;
        if (own | opponent) & disc == 0 {
            let turned = flips_on_edge(own, opponent, place);
            stable &= table[index(own | disc | turned, opponent & !turned)];
            let turned = flips_on_edge(opponent, own, place);
            stable &= table[index(own & !turned, opponent | disc | turned)];
        }
    }
    stable
}

fn flips_on_edge(own: u8, opponent: u8, place: i32) -> u8 {
    let mut flips = 0;
    for step in [-1, 1] {
        let mut run = 0u8;
        let mut at = place + step;
        while (0..8).contains(&at) && opponent & 1 << at != 0 {
            run |= 1 << at;
            at += step;
        }
        if (0..8).contains(&at) && own & 1 << at != 0 {
            flips |= run;
        }
    }
    flips
}

const COLUMN_A: u64 = 0x0101_0101_0101_0101;
const BORDER: u64 = 0xff81_8181_8181_81ff;

/// The a-file as a byte, a1 in bit 0.
#[inline(always)]
const fn column_a(set: u64) -> u8 {
    ((set & COLUMN_A).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// A byte as the a-file.
#[inline(always)]
const fn to_column_a(edge: u8) -> u64 {
    // Spread the bits 7 apart, then keep one of each row.
    ((edge as u64 & 0x7f).wrapping_mul(0x0002_0408_1020_4081) & COLUMN_A) | (edge as u64 >> 7) << 56
}

/// Border discs of `own` that can never be turned.
#[inline(always)]
pub(super) fn stable_border(edges: &EdgeTable, own: u64, opponent: u64) -> u64 {
    let first = u64::from(edges[index(own as u8, opponent as u8)]);
    let last = u64::from(edges[index((own >> 56) as u8, (opponent >> 56) as u8)]) << 56;
    let left = to_column_a(edges[index(column_a(own), column_a(opponent))]);
    let right = to_column_a(edges[index(column_a(own >> 7), column_a(opponent >> 7))]) << 7;
    first | last | left | right
}

/// The squares whose row, column and diagonals are full, one set each.
#[inline(always)]
fn full_lines(discs: u64) -> [u64; 4] {
    let mut row = discs;
    row &= row >> 1;
    row &= row >> 2;
    row &= row >> 4;
    let row = (row & COLUMN_A) * 0xff;
    let mut column = discs;
    column &= column.rotate_right(8);
    column &= column.rotate_right(16);
    column &= column.rotate_right(32);
    // Diagonals end at the border: what lies beyond counts as full. Each step doubles how far both ways are looked at.
    let mut up = discs;
    up &= (0xff80_8080_8080_8080 | up >> 9) & (0x0101_0101_0101_01ff | up << 9);
    up &= (0xffff_c0c0_c0c0_c0c0 | up >> 18) & (0x0303_0303_0303_ffff | up << 18);
    up &= (0xffff_ffff_f0f0_f0f0 | up >> 36) & (0x0f0f_0f0f_ffff_ffff | up << 36);
    let mut down = discs;
    down &= (0xff01_0101_0101_0101 | down >> 7) & (0x8080_8080_8080_80ff | down << 7);
    down &= (0xffff_0303_0303_0303 | down >> 14) & (0xc0c0_c0c0_c0c0_ffff | down << 14);
    down &= (0xffff_ffff_0f0f_0f0f | down >> 28) & (0xf0f0_f0f0_ffff_ffff | down << 28);
    [row, column, up, down]
}

/// Discs of `own` that can never be turned: some of them, in most positions nearly all.
#[inline]
pub(super) fn stable(edges: &EdgeTable, own: u64, opponent: u64) -> u64 {
    let [row, column, up, down] = full_lines(own | opponent);
    let inner = own & !BORDER;
    let mut stable = stable_border(edges, own, opponent) | row & column & up & down & inner;
    if stable == 0 {
        return 0;
    }
    loop {
        let safe = (stable >> 1 | stable << 1 | row)
            & (stable >> 8 | stable << 8 | column)
            & (stable >> 9 | stable << 9 | up)
            & (stable >> 7 | stable << 7 | down);
        let grown = stable | safe & inner;
        if grown == stable {
            return stable;
        }
        stable = grown;
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::random_board;
    use super::*;
    use crate::othello::board::{Board, squares};

    /// The discs of `kept` of one side that are left, whoever plays where.
    fn survivors(board: Board, kept: u64) -> u64 {
        let mut left = kept & board.own;
        for (board, is_own) in [(board, true), (board.passed(), false)] {
            for square in squares(board.moves()) {
                let child = board.placed(square, board.flips(square));
                left &= survivors(if is_own { child.passed() } else { child }, left);
            }
        }
        left
    }

    #[test]
    fn stable_discs_are_never_turned() {
        let edges = edge_table();
        let mut found = 0;
        for seed in 0..150 {
            let board = random_board(seed, 1 + seed as u32 % 6);
            let stable = stable(edges, board.own, board.opponent);
            assert_eq!(stable & !board.own, 0);
            assert_eq!(survivors(board, stable), stable, "seed {seed}");
            found += stable.count_ones();
        }
        assert!(found > 1000, "{found} are found");
    }

    #[test]
    fn edges() {
        let edges = edge_table();
        let stable = |own: u8, opponent: u8| edges[index(own, opponent)];
        assert_eq!(stable(0b0000_0111, 0), 0b0000_0111, "from a corner on");
        assert_eq!(stable(0b0001_1000, 0), 0, "nothing to lean on");
        assert_eq!(stable(0b1111_0000, 0b0000_1111), 0b1111_0000, "full");
        assert_eq!(stable(0b0111_1110, 0b1000_0000), 0, "a disc beside the far corner turns it");
    }

    #[test]
    fn lines() {
        for (square, set) in (0..64).map(|square| (square, 1u64 << square)) {
            let [row, column, rising, falling] = full_lines(!set);
            let of = |step_x: i32, step_y: i32| {
                (0..64i32).filter(move |other| {
                    let (x, y) = (other % 8 - square % 8, other / 8 - square / 8);
                    x * step_y == y * step_x
                })
            };
            for (full, x, y) in [(row, 1, 0), (column, 0, 1), (rising, 1, 1), (falling, 1, -1)] {
                assert_eq!(!full, of(x, y).fold(0u64, |line, other| line | 1 << other), "{square} {x} {y}");
            }
        }
    }

    #[test]
    fn columns() {
        for edge in 0..=u8::MAX {
            assert_eq!(column_a(to_column_a(edge)), edge);
        }
    }
}
