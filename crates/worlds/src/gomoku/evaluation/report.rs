//! The scores of the course report, window by window: the feature `report`.
//!
//! Idea        Each stone looks right, down, down-right and up-right at the five cells from itself on, and at the cell
//!             before. The own stones up to the first of the other side, and what blocks them, give a score by a table.
//! Source      The evaluation of the course report, as it is described there: a shape is scored from each of its stones,
//!             and only in the direction in which it is looked at.
//! Units       From 1 for a sleeping one to 100,000 for an open four. Two scores of 1000 or more make 100,000 in place
//!             of the sum of a side.
//! Not here    The value of a five (`five`), the same scores for shapes that are counted once ([`rows`](super::rows)).

use super::super::Side;
use super::super::patterns::Patterns;

/// No difference of scores is farther from 0: 4 directions of 484 stones, at most 200 each but one open four.
pub(crate) const MOST: i32 = 500_000;

/// Score of an open four, and of two threes or fours.
const OPEN_FOUR: i32 = 100_000;

/// The smallest score of which two make a win.
const STRONG: i32 = 1_000;

/// Each second bit: the cells of a line, one bit each.
const PLACES: u64 = 0x5555_5555_5555_5555;

/// The five cells of a window, `a0` in the lowest bit.
const WINDOW: u64 = 0x155;

/// The score of the side to move less that of the other.
#[inline(never)]
pub(crate) fn difference(patterns: &Patterns) -> i32 {
    let side = patterns.side();
    score(patterns, side) - score(patterns, side.other())
}

/// The score of a side.
pub fn score(patterns: &Patterns, side: Side) -> i32 {
    let (mut sum, mut strong) = (0, 0);
    for direction in 0..4 {
        for &line in patterns.lines(direction) {
            let (black, white) = (line & PLACES, line >> 1 & PLACES);
            let (black, white, walls) = (black & !white, white & !black, black & white);
            let (own, theirs) = if side == Side::Black { (black, white) } else { (white, black) };
            let mut left = own;
            while left != 0 {
                let first = left.trailing_zeros();
                left &= left - 1;
                // The margin gives every stone a cell before it and five from it on.
                if walls >> first & WINDOW == 0 {
                    let is_closed = (own | theirs | walls) >> (first - 2) & 1 != 0;
                    let entry = entry(is_closed, own >> first & WINDOW, theirs >> first & WINDOW);
                    sum += entry;
                    strong += i32::from(entry >= STRONG);
                }
            }
        }
    }
    if strong >= 2 { OPEN_FOUR } else { sum }
}

/// The table: the score of a stone in a direction, by its window of own stones and of the other side's.
fn entry(is_closed: bool, own: u64, theirs: u64) -> i32 {
    let is_own = |cell: u32| own >> (2 * cell) & 1 != 0;
    let before_blocked = if theirs == 0 { own } else { own & ((1 << theirs.trailing_zeros()) - 1) };
    let stones = before_blocked.count_ones();
    let Some(last) = theirs.checked_ilog2().map(|bit| bit / 2) else {
        return match (is_closed, stones) {
            (true, 2) if is_own(1) || is_own(2) => 5,
            (true, 1 | 2) => 1,
            (true, 3) => {
                if is_own(4) {
                    5
                } else {
                    200
                }
            }
            (false, 1) => 10,
            (false, 2) => {
                if is_own(1) || is_own(2) {
                    100
                } else {
                    5
                }
            }
            (false, 3) => {
                if is_own(4) {
                    200
                } else {
                    1_000
                }
            }
            (false, 4) if !is_own(4) => OPEN_FOUR,
            (_, 4) => 2_000,
            // Five that do not win by the rule.
            _ => 0,
        };
    };
    match (is_closed, stones, last) {
        (true, ..) => 0,
        (_, 1, _) => 1,
        (_, 2, 2) => 5,
        (_, 2, 3 | 4) => {
            if is_own(last - 1) {
                5
            } else {
                100
            }
        }
        (_, 3, 3) => 200,
        (_, 3, 4) => {
            if is_own(3) {
                200
            } else {
                1_000
            }
        }
        (_, 4, _) => 2_000,
        _ => 0,
    }
}

#[cfg(test)]
mod tests;
