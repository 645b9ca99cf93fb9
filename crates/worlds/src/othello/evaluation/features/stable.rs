//! Stable discs: those that can never be turned again, as far as full lines and edges show it.
//!
//! Idea        A disc is safe along an axis if the whole line is full, or one neighbour there is beyond the edge or a
//!             safe disc of its own colour. Discs on an edge can be turned along that edge only, so what will never
//!             turn there is known from the edge alone: try every order of moves of both sides on it.
//! Source      As in Zebra (Andersson) and Edax (Delorme), which use the same three sources of stability.
//! Guarantees  No disc that counts is ever turned again. Some that are safe for other reasons do not count.
//! Cost        A look into a table of 6,561 edges a side of the board, a few fills for the lines.
//! Not here    The spreading from safe discs to their neighbours (anchored.rs).

use super::Measure;
use super::anchored::{AXES, Axis, spread};
use crate::othello::board::Board;
use crate::othello::kernel::Kernel;

/// Discs proven stable.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stable;

impl Measure for Stable {
    const NAME: &'static str = "stable";
    const SUMMARY: &'static str =
        "discs that can never be turned again, proven by full lines and edges (a lower bound)";
    const MOST: i32 = 64;

    fn count<K: Kernel>(_: K, board: Board) -> i32 {
        stable_discs(board).count_ones() as i32
    }

    fn difference<K: Kernel>(_: K, board: Board) -> i32 {
        let locked = full_lines(!board.empty());
        let edges = stable_on_edges(board);
        let count = |own: u64| safe_among(own, edges, locked).count_ones() as i32;
        count(board.own) - count(board.opponent)
    }
}

/// Discs of the side to move that can never be turned again; not necessarily all of them.
pub fn stable_discs(board: Board) -> u64 {
    safe_among(board.own, stable_on_edges(board), full_lines(!board.empty()))
}

fn safe_among(own: u64, edges: u64, locked: [u64; 4]) -> u64 {
    let known = edges | locked[0] & locked[1] & locked[2] & locked[3];
    spread(own, own & known, locked)
}

/// For each axis the squares whose line along it has no empty square.
fn full_lines(occupied: u64) -> [u64; 4] {
    AXES.map(|axis| !along(&axis, !occupied))
}

/// All squares on the lines along an axis that hold a square of the set.
fn along(axis: &Axis, set: u64) -> u64 {
    let (step, mut up, mut down) = (axis.step, set, set);
    let (mut after_up, mut after_down) = (axis.after_up, axis.after_down);
    for doubled in [step, 2 * step, 4 * step] {
        up |= up << doubled & after_up;
        down |= down >> doubled & after_down;
        after_up &= after_up << doubled;
        after_down &= after_down >> doubled;
    }
    up | down
}

/// Discs of both sides on the border that will never turn.
fn stable_on_edges(board: Board) -> u64 {
    let row = |row: u32| {
        let stable = stable_on_edge((board.own >> row) as u8, (board.opponent >> row) as u8);
        u64::from(stable) << row
    };
    let column = |column: u32| {
        let stable = stable_on_edge(gathered(board.own >> column), gathered(board.opponent >> column));
        spread_out(stable) << column
    };
    row(0) | row(56) | column(0) | column(7)
}

/// Column a.
const COLUMN: u64 = 0x0101_0101_0101_0101;

/// Column a as a byte, row 1 lowest.
const fn gathered(set: u64) -> u8 {
    ((set & COLUMN).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// The byte as column a. The highest bit for itself, as it would meet the lowest one in the product.
const fn spread_out(edge: u8) -> u64 {
    ((edge & 0x7f) as u64 * 0x0002_0408_1020_4081) & COLUMN | ((edge & 0x80) as u64) << 49
}

/// Discs of both sides that will never turn on an edge with these discs.
fn stable_on_edge(own: u8, opponent: u8) -> u8 {
    STABLE[edge_number(own, opponent)]
}

/// A ternary number: digit 1 for an own disc, 2 for one of the opponent.
const fn edge_number(own: u8, opponent: u8) -> usize {
    TERNARY[own as usize] as usize + 2 * TERNARY[opponent as usize] as usize
}

/// The binary digits of a number read as ternary.
const TERNARY: [u16; 256] = {
    let mut table = [0; 256];
    let mut number = 1;
    while number < 256 {
        table[number] = 3 * table[number / 2] + (number % 2) as u16;
        number += 1;
    }
    table
};

/// The stable discs of every edge. A move adds a disc, so edges with more discs, whose bits make the greater number,
/// come first.
static STABLE: [u8; 6561] = {
    let mut table = [0; 6561];
    let mut occupied = 256;
    while occupied > 0 {
        occupied -= 1;
        let mut own = occupied as u8;
        loop {
            let opponent = occupied as u8 & !own;
            table[edge_number(own, opponent)] = stable_before(&table, own, opponent);
            if own == 0 {
                break;
            }
            own = (own - 1) & occupied as u8;
        }
    }
    table
};

/// The discs that stay under every move of either side on the edge and under all that may follow, which `table` knows.
/// The rest of the board decides if the move is legal; it may also be a move that turns nothing here.
const fn stable_before(table: &[u8; 6561], own: u8, opponent: u8) -> u8 {
    let mut stable = own | opponent;
    let mut empty = !(own | opponent);
    while empty != 0 {
        let disc = empty & empty.wrapping_neg();
        empty ^= disc;
        let flips = edge_flips(disc, own, opponent);
        stable &= !flips & table[edge_number(own | disc | flips, opponent & !flips)];
        let flips = edge_flips(disc, opponent, own);
        stable &= !flips & table[edge_number(own & !flips, opponent | disc | flips)];
    }
    stable
}

/// The discs of the opponent that an own disc turns on an edge.
const fn edge_flips(disc: u8, own: u8, opponent: u8) -> u8 {
    let down = flips_above(disc.reverse_bits(), own.reverse_bits(), opponent.reverse_bits()).reverse_bits();
    flips_above(disc, own, opponent) | down
}

/// The same towards the higher bits only: adding runs over the opponent's discs to the square behind them.
const fn flips_above(disc: u8, own: u8, opponent: u8) -> u8 {
    let next = (disc as u16) << 1;
    let behind = (opponent as u16 + next) & !(opponent as u16);
    if behind & own as u16 == 0 { 0 } else { (behind - next) as u8 }
}
