//! Rooms with doors, by repeated division.
//!
//! Idea        Divide a rectangle by a wall with a door, and both halves again, until no side is longer than asked
//!             for. Walls stand in even rows and columns, doors in odd ones, so that no later wall blocks a door.
//!             Long walls get more doors at random, so that there is more than one way.
//! Source      Recursive division, folklore; Buck, Mazes for Programmers (2015), chapter 12. Here with a list of
//!             what is left to divide in place of the recursion.
//! Guarantees  All free cells are connected.
//! Cost        Linear time; a list as long as the depth of the division.

use super::ends::with_far_ends;
use super::{AlgorithmInfo, GenerateError, Generated, Order, Setting, Shape};
use crate::maze::{Grid, Place};
use crate::stream::Stream;

pub(super) const ABOUT: AlgorithmInfo = AlgorithmInfo {
    name: "rooms",
    summary: "rectangular rooms of varied size with doors, all connected",
    source: "recursive division, folklore; J. Buck, Mazes for Programmers, 2015, chapter 12",
    shape: Shape::Open,
    density: Some(Setting::share("the chance of a further door in each stretch of wall as long as a room may be", 300)),
    side: Some(Setting { meaning: "the longest side of a room, in cells", default: 10, least: 1, most: u32::MAX }),
    least: 3,
};

/// A rectangle that is free inside. Its first row and column are odd; bounds are inclusive.
#[derive(Debug, Clone, Copy)]
struct Rectangle {
    top: u32,
    left: u32,
    bottom: u32,
    right: u32,
}

pub(super) fn generate(order: &Order) -> Result<Generated, GenerateError> {
    let mut stream = order.stream();
    let mut grid = Grid::blocked(order.rows, order.cols);
    let whole = Rectangle { top: 1, left: 1, bottom: order.rows - 2, right: order.cols - 2 };
    for row in whole.top..=whole.bottom {
        for col in whole.left..=whole.right {
            grid.set_free(Place { row, col }, true);
        }
    }
    let mut left_to_divide = vec![whole];
    while let Some(room) = left_to_divide.pop() {
        let (height, width) = (room.bottom - room.top + 1, room.right - room.left + 1);
        if height.max(width) <= order.side {
            continue;
        }
        let halves = if height >= width {
            divide_by_row(room, &mut grid, order, &mut stream)
        } else {
            divide_by_col(room, &mut grid, order, &mut stream)
        };
        left_to_divide.extend(halves.into_iter().flatten());
    }
    with_far_ends(grid, order.kind)
}

fn divide_by_row(room: Rectangle, grid: &mut Grid, order: &Order, stream: &mut Stream) -> Option<[Rectangle; 2]> {
    let row = wall_between(room.top, room.bottom, stream)?;
    for col in room.left..=room.right {
        grid.set_free(Place { row, col }, false);
    }
    for_each_door(room.left, room.right, order, stream, |col| grid.set_free(Place { row, col }, true));
    Some([Rectangle { bottom: row - 1, ..room }, Rectangle { top: row + 1, ..room }])
}

fn divide_by_col(room: Rectangle, grid: &mut Grid, order: &Order, stream: &mut Stream) -> Option<[Rectangle; 2]> {
    let col = wall_between(room.left, room.right, stream)?;
    for row in room.top..=room.bottom {
        grid.set_free(Place { row, col }, false);
    }
    for_each_door(room.top, room.bottom, order, stream, |row| grid.set_free(Place { row, col }, true));
    Some([Rectangle { right: col - 1, ..room }, Rectangle { left: col + 1, ..room }])
}

/// An even number strictly between an odd number and another, in the middle half if there is one. `None` if there
/// is no room for a wall with a cell on either side.
fn wall_between(first: u32, last: u32, stream: &mut Stream) -> Option<u32> {
    let quarter = (last - first) / 4;
    let least = (first + 1 + quarter).next_multiple_of(2);
    let most = (last.checked_sub(1 + quarter)?) & !1;
    if least <= most {
        Some(least + 2 * stream.below((most - least) / 2 + 1))
    } else {
        (first + 1 < last).then_some(first + 1)
    }
}

/// One door anywhere, and perhaps one more in each stretch. Doors are at odd numbers; `first` is odd.
fn for_each_door(first: u32, last: u32, order: &Order, stream: &mut Stream, mut door: impl FnMut(u32)) {
    let doors = (last - first) / 2 + 1;
    door(first + 2 * stream.below(doors));
    let stretch = (order.side / 2).max(1);
    for begin in (0..doors).step_by(stretch as usize) {
        if stream.chance(order.density) {
            door(first + 2 * (begin + stream.below(stretch.min(doors - begin))));
        }
    }
}
