//! Rays: the squares that lie in each direction from each square.
//!
//! Directions come in pairs. *Up* means toward higher squares: right, up the column and the two diagonals between; *down*
//! is the opposite sense of each.

/// Squares beyond a square in four directions, one for each pair: along the row, the column, and the diagonals in which
/// squares are 7 and 9 apart.
pub(super) type Fan = [u64; 4];

/// The rays of a square.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Rays {
    pub(super) up: Fan,
    pub(super) down: Fan,
}

/// The rays of each square.
pub(super) static RAYS: [Rays; 64] = all();

const fn all() -> [Rays; 64] {
    let mut table = [Rays { up: [0; 4], down: [0; 4] }; 64];
    let mut square = 0;
    while square < 64 {
        let mut pair = 0;
        while pair < 4 {
            let (column, row) = [(1, 0), (0, 1), (-1, 1), (1, 1)][pair];
            table[square].up[pair] = ray(square as i32, column, row);
            table[square].down[pair] = ray(square as i32, -column, -row);
            pair += 1;
        }
        square += 1;
    }
    table
}

const fn ray(square: i32, column_step: i32, row_step: i32) -> u64 {
    let (mut column, mut row, mut set) = (square % 8 + column_step, square / 8 + row_step, 0);
    while 0 <= column && column < 8 && 0 <= row && row < 8 {
        set |= 1 << (row * 8 + column);
        (column, row) = (column + column_step, row + row_step);
    }
    set
}
