//! Renju: the moves forbidden to black, found exactly.
//!
//! Idea        Put the stone and look along the four lines through it. Five is always allowed. Then: six and more, two
//!             fours (also on one line), two threes. A three counts only if a further stone, one that black may put,
//!             makes a straight four of it and no five elsewhere; whether black may is the same question again, with
//!             one stone more on the board.
//! Source      Renju International Federation, The International Rules of Renju (1996), sections 3 and 9.
//! Guarantees  The answer of the rules, to any depth of nesting; each level puts a stone, so it ends.
//! Cost        No memory but the stack. Nearly all cells are decided by four lines without a further question.
//! Not here    White, whom nothing is forbidden; openings.

#[cfg(test)]
mod tests;

use super::Side;
use super::board::{CELLS, Point, Position, Rule, STEPS};

/// A board as one array, by [`Point::index`]: [`EMPTY`], [`BLACK`], [`WHITE`], and [`OFF`] in the margin.
pub(crate) type Cells = [u8; CELLS];

/// No stone.
pub(crate) const EMPTY: u8 = 0;
/// A stone of black.
pub(crate) const BLACK: u8 = 1;
/// A stone of white.
pub(crate) const WHITE: u8 = 2;
/// Not a cell of the board.
pub(crate) const OFF: u8 = 3;

/// Why black may not put a stone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Forbidden {
    /// Six or more in a line.
    Overline,
    /// Two fours or more.
    FourFour,
    /// Two threes or more.
    ThreeThree,
}

impl Forbidden {
    /// The shape that the stone would make, in words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Overline => "six or more in a line",
            Self::FourFour => "two fours",
            Self::ThreeThree => "two threes",
        }
    }
}

/// The board of a position as one array.
pub(crate) fn cells_of(position: &Position) -> Cells {
    let mut cells = [OFF; CELLS];
    for point in position.setting().points() {
        cells[point.index()] = match position.at(point) {
            None => EMPTY,
            Some(Side::Black) => BLACK,
            Some(Side::White) => WHITE,
        };
    }
    cells
}

/// Why the side to move may not put a stone on an empty cell; `None` if it may.
pub fn forbidden(position: &Position, point: Point) -> Option<Forbidden> {
    if position.setting().rule != Rule::Renju || position.side() == Side::White || position.at(point).is_some() {
        return None;
    }
    forbidden_on(&mut cells_of(position), point)
}

/// All cells where the side to move may put a stone, row by row. Whether the game is over is not asked.
pub fn legal_points(position: &Position) -> Vec<Point> {
    let mut points: Vec<Point> = position.empty_points().collect();
    if position.setting().rule == Rule::Renju && position.side() == Side::Black {
        let mut cells = cells_of(position);
        points.retain(|&point| forbidden_on(&mut cells, point).is_none());
    }
    points
}

/// Why black may not put a stone on an empty cell; `None` if it may. The board is the same again at the end.
#[inline]
pub(crate) fn forbidden_on(cells: &mut Cells, point: Point) -> Option<Forbidden> {
    let index = point.index();
    debug_assert_eq!(cells[index], EMPTY);
    cells[index] = BLACK;
    let found = forbidden_by_stone(cells, index);
    cells[index] = EMPTY;
    found
}

/// The same for a stone that lies there already.
fn forbidden_by_stone(cells: &mut Cells, stone: usize) -> Option<Forbidden> {
    let runs = STEPS.map(|step| Run::through(cells, stone, step));
    if runs.iter().any(|run| run.length == 5) {
        return None;
    }
    if runs.iter().any(|run| run.length > 5) {
        return Some(Forbidden::Overline);
    }
    if runs.iter().map(|run| run.fours(cells)).sum::<usize>() > 1 {
        return Some(Forbidden::FourFour);
    }
    // Most of what looks like two threes is less: asked before anything deeper is.
    let ways = runs.map(|run| run.ways_to_straight_four(cells));
    let mut possible = ways.iter().filter(|way| way.iter().any(Option::is_some)).count();
    if possible < 2 {
        return None;
    }
    let mut threes = 0;
    for way in ways.iter().filter(|way| way.iter().any(Option::is_some)) {
        let is_three = way.iter().flatten().any(|&fourth| {
            cells[fourth] = BLACK;
            let is_allowed = !makes_five(cells, fourth) && forbidden_by_stone(cells, fourth).is_none();
            cells[fourth] = EMPTY;
            is_allowed
        });
        threes += usize::from(is_three);
        possible -= 1;
        if threes > 1 {
            return Some(Forbidden::ThreeThree);
        }
        if threes + possible < 2 {
            break;
        }
    }
    None
}

/// True if a stone of black is one of exactly five in a line.
fn makes_five(cells: &Cells, stone: usize) -> bool {
    STEPS.iter().any(|&step| Run::through(cells, stone, step).length == 5)
}

/// Stones of black side by side.
#[derive(Clone, Copy)]
struct Run {
    step: isize,
    /// The cells before and behind them, which are not black.
    before: usize,
    behind: usize,
    length: usize,
}

impl Run {
    /// The run of a stone in a direction.
    #[inline]
    fn through(cells: &Cells, stone: usize, step: isize) -> Self {
        let before = end(cells, stone, -step);
        let behind = end(cells, stone, step);
        let length = ((behind as isize - before as isize) / step - 1) as usize;
        Self { step, before, behind, length }
    }

    /// The number of fours it is a part of: cells that would make exactly five. The two of a straight four are one
    /// four.
    #[inline]
    fn fours(&self, cells: &Cells) -> usize {
        let completes = |at: usize, step: isize| cells[at] == EMPTY && self.length + 1 + beyond(cells, at, step) == 5;
        let (first, second) = (completes(self.before, -self.step), completes(self.behind, self.step));
        if self.length == 4 { usize::from(first || second) } else { usize::from(first) + usize::from(second) }
    }

    /// The cells, before and behind, that would make a straight four: four side by side that both ends make exactly
    /// five.
    #[inline]
    fn ways_to_straight_four(&self, cells: &Cells) -> [Option<usize>; 2] {
        let is_free = |end: usize, step: isize| cells[end] == EMPTY && cells[next(end, step)] != BLACK;
        let fourth = |at: usize, other: usize, step: isize| {
            if cells[at] != EMPTY || !is_free(other, -step) {
                return None;
            }
            let further = beyond(cells, at, step);
            let far = (at as isize + step * (further as isize + 1)) as usize;
            (self.length + 1 + further == 4 && is_free(far, step)).then_some(at)
        };
        [fourth(self.before, self.behind, -self.step), fourth(self.behind, self.before, self.step)]
    }
}

#[inline(always)]
const fn next(at: usize, step: isize) -> usize {
    (at as isize + step) as usize
}

/// The first cell from a stone that is not black.
#[inline(always)]
fn end(cells: &Cells, stone: usize, step: isize) -> usize {
    let mut at = next(stone, step);
    while cells[at] == BLACK {
        at = next(at, step);
    }
    at
}

/// The number of black stones directly after a cell of the board.
#[inline(always)]
fn beyond(cells: &Cells, at: usize, step: isize) -> usize {
    ((end(cells, at, step) as isize - at as isize) / step - 1) as usize
}
