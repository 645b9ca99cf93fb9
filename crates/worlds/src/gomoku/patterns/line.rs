//! The shape that a stone on an empty cell would make of a line: by table look-up.
//!
//! Idea        A line is a word of two bits a cell. The cells within reach of an empty cell, in one direction, are the
//!             index of a table that knows for each side what shape its stone there would make. The table is filled
//!             from the definition: a shape is known by the best shape that one more own stone makes of it, down to
//!             the line of five.
//! Source      Shapes as in Allis, van den Herik, Huntjens, Go-Moku and Threat-Space Search (1993).
//! Guarantees  The definition alone decides; `tests` compare the table with the plain rules.

use std::sync::OnceLock;

use super::super::Side;
use super::super::board::Rule;

/// The shape that a stone on an empty cell makes of one line; greater is stronger, [`Overline`](Self::Overline) apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum LineShape {
    /// No five can ever be made here.
    Dead,
    /// One stone, from which a sleeping two can be made.
    SleepOne,
    /// One stone, from which an open two can be made.
    OpenOne,
    /// Two stones, from which a sleeping three can be made.
    SleepTwo,
    /// Two stones, from which an open three can be made.
    OpenTwo,
    /// Three stones, from which a four can be made.
    SleepThree,
    /// Three stones, from which an open four can be made.
    OpenThree,
    /// Four stones, and one cell that makes five.
    Four,
    /// Two fours in one line that are no straight four: renju forbids them to black.
    LineDoubleFour,
    /// Four stones, and two cells that make five.
    OpenFour,
    /// Five: the game is won.
    Five,
    /// Six or more, where they do not win and renju forbids them.
    Overline,
}

impl LineShape {
    /// The number of shapes.
    pub(crate) const COUNT: usize = 12;

    /// All of them, from the weakest.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Dead,
        Self::SleepOne,
        Self::OpenOne,
        Self::SleepTwo,
        Self::OpenTwo,
        Self::SleepThree,
        Self::OpenThree,
        Self::Four,
        Self::LineDoubleFour,
        Self::OpenFour,
        Self::Five,
        Self::Overline,
    ];

    /// The shape with a number below [`COUNT`](Self::COUNT).
    #[inline(always)]
    pub(crate) const fn from_number(number: usize) -> Self {
        Self::ALL[number]
    }
}
/// A cell off the board.
pub(crate) const WALL: u64 = 3;

/// The bits of a stone in a line.
#[inline(always)]
pub(crate) const fn stone(side: Side) -> u64 {
    side.index() as u64 + 1
}

/// The shapes of both sides for all surroundings of a cell under one rule.
#[derive(Debug)]
pub struct LineTable {
    /// How far a cell is seen.
    pub reach: usize,
    /// By index; black's shape in the low four bits, white's in the high four.
    shapes: Vec<u8>,
}

impl LineTable {
    /// The table of a rule, made when it is first asked for.
    pub(crate) fn of(rule: Rule) -> &'static Self {
        static TABLES: [OnceLock<LineTable>; 4] = [const { OnceLock::new() }; 4];
        TABLES[rule as usize].get_or_init(|| Self::new(rule))
    }

    fn new(rule: Rule) -> Self {
        // Where six do not win, the cell behind a five matters.
        let reach = if rule == Rule::Freestyle { 4 } else { 5 };
        let shapes = Side::BOTH.map(|side| Shapes::new(rule, side, reach).fill());
        let signs = 1usize << (4 * reach);
        let mut table = vec![0; signs];
        let base = Shapes::base(rule);
        for (index, entry) in table.iter_mut().enumerate() {
            let number = DIGITS.map(|digits| {
                let digit = |cell: usize| digits[index >> (2 * cell) & 3].min(base - 1);
                (0..2 * reach).rev().fold(0, |number, cell| number * base + digit(cell))
            });
            *entry = shapes[0][number[0]] | shapes[1][number[1]] << 4;
        }
        Self { reach, shapes: table }
    }

    /// The shapes of both sides at an empty place of a line.
    pub(crate) fn shapes(&self, line: u64, place: usize) -> [LineShape; 2] {
        let both = self.at(line, place);
        [both & 15, both >> 4].map(|number| LineShape::from_number(number.into()))
    }

    /// The shapes of both sides at an empty place of a line: black's in the low four bits, white's in the high four.
    #[inline(always)]
    pub(crate) fn at(&self, line: u64, place: usize) -> u8 {
        let around = line >> (2 * (place - self.reach));
        let low = (1 << (2 * self.reach)) - 1;
        let index = around & low | (around >> 2) & (low << (2 * self.reach));
        self.shapes[index as usize]
    }
}

/// The digits of an empty cell, a black stone, a white one and the edge, as black and as white see them: 0 empty, 1 own, 2
/// of the other side, 3 off the board.
const DIGITS: [[usize; 4]; 2] = [[0, 1, 2, 3], [0, 2, 1, 3]];

/// Finds the shape of one side for every surrounding, which is a number with a digit for each cell but the one in the
/// middle, which holds the stone.
struct Shapes {
    rule: Rule,
    side: Side,
    reach: usize,
    base: usize,
    known: Vec<Option<LineShape>>,
}

impl Shapes {
    fn new(rule: Rule, side: Side, reach: usize) -> Self {
        let base = Self::base(rule);
        Self { rule, side, reach, base, known: vec![None; base.pow(2 * reach as u32)] }
    }

    /// Only caro tells the edge from a stone of the other side.
    const fn base(rule: Rule) -> usize {
        if matches!(rule, Rule::Caro) { 4 } else { 3 }
    }

    fn fill(mut self) -> Vec<u8> {
        let count = self.known.len();
        let mut shapes = Vec::with_capacity(count);
        for number in 0..count {
            shapes.push(self.shape(number) as u8);
        }
        shapes
    }

    /// The cells in their order, the stone among them.
    fn cells(&self, mut number: usize) -> [u8; 11] {
        let mut cells = [2; 11];
        for place in (0..=2 * self.reach).filter(|&place| place != self.reach) {
            cells[place] = (number % self.base) as u8;
            number /= self.base;
        }
        cells[self.reach] = 1;
        cells
    }

    fn shape(&mut self, number: usize) -> LineShape {
        if let Some(known) = self.known[number] {
            return known;
        }
        let shape = self.find(number);
        self.known[number] = Some(shape);
        shape
    }

    fn find(&mut self, number: usize) -> LineShape {
        use LineShape::{
            Dead, Five, Four, LineDoubleFour, OpenFour, OpenOne, OpenThree, OpenTwo, Overline, SleepOne, SleepThree,
            SleepTwo,
        };
        let cells = self.cells(number);
        if let Some(end) = self.ended(&cells) {
            return end;
        }
        let mut weight = 1;
        let mut fives = [0; 11];
        let (mut count, mut best) = (0, Dead);
        let middle = self.reach;
        for place in (0..=2 * middle).filter(|&place| place != middle) {
            if cells[place] == 0 {
                let next = self.shape(number + weight);
                if next == Five {
                    fives[count] = place;
                    count += 1;
                } else if next != Overline {
                    best = best.max(next);
                }
            }
            weight *= self.base;
        }
        let is_renju_black = self.rule == Rule::Renju && self.side == Side::Black;
        match (count, best) {
            (1, _) => Four,
            (2, _) if fives[1] - fives[0] == 5 => OpenFour,
            (2.., _) if is_renju_black => LineDoubleFour,
            (2.., _) => OpenFour,
            (_, OpenFour) => OpenThree,
            (_, Four) => SleepThree,
            (_, OpenThree) => OpenTwo,
            (_, SleepThree) => SleepTwo,
            (_, OpenTwo) => OpenOne,
            (_, SleepTwo) => SleepOne,
            _ => Dead,
        }
    }

    /// The shape of five stones or more in a line with the middle; `None` for fewer.
    fn ended(&self, cells: &[u8; 11]) -> Option<LineShape> {
        let last = 2 * self.reach;
        let begin = (0..self.reach).rev().take_while(|&place| cells[place] == 1).count();
        let end = (self.reach + 1..=last).take_while(|&place| cells[place] == 1).count();
        // Six cells from the middle on nothing is seen, but no five reaches so far.
        let is_capped = |place: usize| cells.get(place) == Some(&2);
        let is_capped = is_capped((self.reach - begin).wrapping_sub(1)) && is_capped(self.reach + end + 1);
        match begin + end + 1 {
            0..=4 => None,
            5 if self.rule == Rule::Caro && is_capped => Some(LineShape::Dead),
            5 => Some(LineShape::Five),
            _ if self.rule.overline_wins(self.side) => Some(LineShape::Five),
            _ if self.rule == Rule::Renju => Some(LineShape::Overline),
            _ => Some(LineShape::Dead),
        }
    }
}
