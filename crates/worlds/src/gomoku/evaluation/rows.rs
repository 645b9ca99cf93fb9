//! The shapes of the course report, counted from the stones: the features `row-…`.
//!
//! Idea        In each of four directions a shape begins at a stone and takes in the window of five cells from there on.
//!             Openness is seen at its two ends: the cell before its first stone and that behind its last.
//! Source      The report's evaluation, without its faults: all lines of the board are looked at up to the edge, a
//!             stone belongs to one shape in each direction only, and a shape counts only where five have room.

use super::super::Side;
use super::super::patterns::Patterns;

/// The number of shapes.
pub(crate) const COUNT: usize = 8;

/// Places of the shapes in a count.
const OPEN_FOUR: usize = 0;
const FOUR: usize = 1;
const OPEN_THREE: usize = 2;
const SLEEP_THREE: usize = 3;
const OPEN_TWO: usize = 4;
const SLEEP_TWO: usize = 5;
const OPEN_ONE: usize = 6;
const SLEEP_ONE: usize = 7;

/// Each second bit: the cells of a line, one bit each.
const PLACES: u64 = 0x5555_5555_5555_5555;

/// The five cells of a window.
const WINDOW: u64 = 0x155;

/// Counts each shape of a side. Two shapes or more from the open three on count as one open four.
pub(crate) fn count(patterns: &Patterns, side: Side) -> [i32; COUNT] {
    let mut counts = [0; COUNT];
    for direction in 0..4 {
        for &line in patterns.lines(direction) {
            let (low, high) = (line & PLACES, line >> 1 & PLACES);
            let own = if side == Side::Black { low & !high } else { high & !low };
            if own != 0 {
                add_line(own, PLACES & !(low | high), &mut counts);
            }
        }
    }
    if counts[OPEN_FOUR] + counts[FOUR] + counts[OPEN_THREE] >= 2 {
        (counts[OPEN_FOUR], counts[FOUR], counts[OPEN_THREE]) = (1, 0, 0);
    }
    counts
}

/// Adds the shapes of one line.
fn add_line(own: u64, empty: u64, counts: &mut [i32; COUNT]) {
    let free = own | empty;
    let mut left = own;
    while left != 0 {
        let first = left.trailing_zeros();
        // The margin ends every line before the word does.
        let until_blocked = (!free >> first & PLACES).trailing_zeros();
        let window = WINDOW & ((1 << until_blocked.min(10)) - 1);
        let stones = own >> first & window;
        left &= !(stones << first);
        let blocked_before = (!free & PLACES & ((1 << first) - 1)).ilog2();
        let room = until_blocked / 2 + (first - blocked_before) / 2 - 1;
        if room < 5 {
            continue;
        }
        let (number, last) = (stones.count_ones(), stones.ilog2() / 2);
        let is_open = |bit: u32| empty >> bit & 1 != 0;
        let ends = u32::from(is_open(first - 2)) + u32::from(is_open(first + 2 * last + 2));
        let shape = match (number, ends) {
            // One cell between its stones makes five, whatever is at the ends.
            (4, _) if last == 4 => FOUR,
            (4, 2) => OPEN_FOUR,
            (4, 1) => FOUR,
            (3, 2) => OPEN_THREE,
            (3, _) => SLEEP_THREE,
            (2, 2) => OPEN_TWO,
            (2, _) => SLEEP_TWO,
            (1, 2) => OPEN_ONE,
            (1, _) => SLEEP_ONE,
            // Five and more that do not win.
            _ => continue,
        };
        counts[shape] += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::board::{Point, Position, Rule, Setting};
    use super::*;

    /// The shapes of black in a row of a board as wide as the text.
    fn shapes(text: &str) -> [i32; COUNT] {
        let setting = Setting { width: text.len() as u8, height: 5, rule: Rule::Freestyle };
        let mut position = Position::empty(setting);
        for (column, sign) in text.chars().enumerate() {
            match sign {
                'x' => position.put(Point::new(column, 2), Side::Black).unwrap(),
                'o' => position.put(Point::new(column, 2), Side::White).unwrap(),
                _ => {}
            }
        }
        let mut counts = count(&Patterns::new(&position), Side::Black);
        // Each stone is a sleeping or open one in three other directions: not asked here.
        let stones = text.matches('x').count() as i32;
        let others = stones + 2 * diagonals(text);
        counts[OPEN_ONE] -= others;
        counts
    }

    /// Stones whose diagonals hold five cells.
    fn diagonals(text: &str) -> i32 {
        let fits = |column: usize| (2..text.len() - 2).contains(&column);
        text.chars().enumerate().filter(|&(column, sign)| sign == 'x' && fits(column)).count() as i32
    }

    #[test]
    fn rows_have_the_shapes_of_the_report() {
        let only = |shape: usize| {
            let mut counts = [0; COUNT];
            counts[shape] = 1;
            counts
        };
        for (text, expected) in [
            ("....xxxx....", only(OPEN_FOUR)),
            ("...oxxxx....", only(FOUR)),
            ("xxxx........", only(FOUR)),
            ("........xxxx", only(FOUR)),
            ("...oxxxxo...", [0; COUNT]),
            ("...oxx.xxo..", only(FOUR)),
            ("....x.xxx...", only(FOUR)),
            ("....xxx.....", only(OPEN_THREE)),
            ("....xx.x....", only(OPEN_THREE)),
            ("...oxxx.....", only(SLEEP_THREE)),
            (".........xxx", only(SLEEP_THREE)),
            ("oxxx.o......", [0; COUNT]),
            ("....xx......", only(OPEN_TWO)),
            ("...oxx......", only(SLEEP_TWO)),
            ("....x.......", only(OPEN_ONE)),
            ("...ox.......", only(SLEEP_ONE)),
            ("...oxo......", [0; COUNT]),
        ] {
            assert_eq!(shapes(text), expected, "{text}");
            let mirrored: String = text.chars().rev().collect();
            assert_eq!(shapes(&mirrored), expected, "{mirrored}");
        }
        // Two open threes count as one open four.
        assert_eq!(shapes("..xxx...xxx..")[OPEN_FOUR], 1);
        // Scanned from two stones, it is still one four.
        assert_eq!(shapes("...xxx.x....")[FOUR], 1);
    }
}
