//! The lines of a board in four directions, as words of two bits a cell.

use super::super::board::{LENGTHS, MARGIN, Point};

/// More lines than a board has in any direction.
pub(crate) const LINES: usize = 2 * *LENGTHS.end();

/// The words of all lines, by direction and number; see [`place`].
pub(crate) type Lines = [[u64; LINES]; 4];

/// The number of the line of a cell in a direction, and its place there.
#[inline(always)]
pub(crate) const fn place(point: Point, direction: usize) -> (usize, usize) {
    let (column, row) = (point.column(), point.row());
    match direction {
        0 => (row, column + MARGIN),
        1 => (column, row + MARGIN),
        2 => (column + *LENGTHS.end() - 1 - row, column + MARGIN),
        _ => (column + row, column + MARGIN),
    }
}

/// Turns bits of a cell over in its four lines.
#[inline]
pub(crate) const fn turn(lines: &mut Lines, point: Point, bits: u64) {
    let mut direction = 0;
    while direction < 4 {
        let (line, place) = place(point, direction);
        lines[direction][line] ^= bits << (2 * place);
        direction += 1;
    }
}
