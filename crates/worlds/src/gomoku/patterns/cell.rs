//! The shape that a stone on an empty cell would make of all four lines together.

use std::sync::OnceLock;

use super::super::Side;
use super::super::board::Rule;
use super::line::LineShape;

/// The shape that a stone on an empty cell makes; greater is stronger, [`Suspect`](Self::Suspect) apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum CellShape {
    /// At best an open one.
    Nothing,
    /// At best sleeping twos.
    SleepTwo,
    /// One open two or one sleeping three.
    Two,
    /// Two or more open twos and sleeping threes.
    DoubleTwo,
    /// One open three.
    OpenThree,
    /// One open three, and an open two or a sleeping three.
    OpenThreeTwo,
    /// Two open threes or more.
    DoubleThree,
    /// One four.
    Four,
    /// One four, and an open two or a sleeping three.
    FourTwo,
    /// One four, and an open three.
    FourThree,
    /// An open four, or two fours: what wins at the next move but one.
    OpenFour,
    /// Five: what wins.
    Five,
    /// A shape that renju may forbid to black: two threes, two fours, six and more. renju.rs decides whether it does.
    Suspect,
}

impl CellShape {
    /// The number of shapes.
    pub(crate) const COUNT: usize = 13;

    /// All of them, from the weakest.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Nothing,
        Self::SleepTwo,
        Self::Two,
        Self::DoubleTwo,
        Self::OpenThree,
        Self::OpenThreeTwo,
        Self::DoubleThree,
        Self::Four,
        Self::FourTwo,
        Self::FourThree,
        Self::OpenFour,
        Self::Five,
        Self::Suspect,
    ];

    /// The shape that four shapes of lines make together.
    fn of(lines: [LineShape; 4], is_renju_black: bool) -> Self {
        use LineShape as Line;
        let count = |shape: Line| lines.iter().filter(|&&line| line == shape).count();
        let fours = count(Line::Four) + count(Line::OpenFour);
        let threes = count(Line::OpenThree);
        let twos = count(Line::OpenTwo) + count(Line::SleepThree);
        let is_suspect = count(Line::Overline) + count(Line::LineDoubleFour) > 0 || fours > 1 || threes > 1;
        match (fours, threes, twos) {
            _ if count(Line::Five) > 0 => Self::Five,
            _ if is_renju_black && is_suspect => Self::Suspect,
            (2.., _, _) => Self::OpenFour,
            _ if count(Line::OpenFour) > 0 => Self::OpenFour,
            (1, 1.., _) => Self::FourThree,
            (1, 0, 1..) => Self::FourTwo,
            (1, 0, 0) => Self::Four,
            (_, 2.., _) => Self::DoubleThree,
            (_, 1, 1..) => Self::OpenThreeTwo,
            (_, 1, 0) => Self::OpenThree,
            (_, _, 2..) => Self::DoubleTwo,
            (_, _, 1) => Self::Two,
            _ if count(Line::SleepTwo) > 0 => Self::SleepTwo,
            _ => Self::Nothing,
        }
    }
}

/// The shapes of the lines of a cell: four bits for each direction, those of black in the low half.
pub(crate) type Codes = u32;

/// The bits in [`Codes`] of the shapes of both sides of the line in direction 0, as a [`LineTable`](super::LineTable) has
/// them.
#[inline(always)]
pub(crate) const fn in_codes(both: u8) -> Codes {
    both as u32 & 15 | (both as u32 >> 4) << 16
}

/// The code of a side.
#[inline(always)]
pub(crate) const fn code_of(codes: Codes, side: usize) -> u16 {
    (codes >> (16 * side)) as u16
}

/// The shape of the line in a direction, of the four in the code of a cell.
#[inline(always)]
pub(crate) const fn line_of(code: u16, direction: usize) -> LineShape {
    LineShape::from_number((code >> (4 * direction) & 15) as usize)
}

/// The shapes that the shapes of four lines make together, by their code.
#[derive(Debug)]
pub struct CellTable {
    shapes: Box<[CellShape; CODES]>,
}

/// The number of codes of a side.
const CODES: usize = 1 << 16;

impl CellTable {
    /// The table of a side under a rule, made when it is first asked for.
    pub(crate) fn of(rule: Rule, side: Side) -> &'static Self {
        static TABLES: [OnceLock<CellTable>; 2] = [const { OnceLock::new() }; 2];
        let is_renju_black = rule == Rule::Renju && side == Side::Black;
        TABLES[usize::from(is_renju_black)].get_or_init(|| Self::new(is_renju_black))
    }

    fn new(is_renju_black: bool) -> Self {
        let shape = |code: u16| {
            let lines = [0, 1, 2, 3].map(|direction| code >> (4 * direction) & 15);
            // Numbers that no shape has occur in no code.
            let lines = lines.map(|number| LineShape::from_number((number as usize).min(LineShape::COUNT - 1)));
            CellShape::of(lines, is_renju_black)
        };
        let shapes: Box<[CellShape]> = (0..=u16::MAX).map(shape).collect();
        Self { shapes: shapes.try_into().expect("one for each code") }
    }

    /// The shape that a code stands for.
    #[inline(always)]
    pub(crate) fn at(&self, code: u16) -> CellShape {
        self.shapes[usize::from(code)]
    }
}
