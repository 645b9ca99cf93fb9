//! The board and the rules, the plain way: the reference that every faster way must agree with.
//!
//! Not here: forbidden moves of renju (renju.rs), notation and files (format/), the patterns that a search keeps.

use super::Side;

/// Fewest and most cells of a side of the board.
pub const LENGTHS: std::ops::RangeInclusive<usize> = 5..=22;

/// Cells around the board on each side that belong to no board, so that a line can be followed over the edge.
pub(crate) const MARGIN: usize = 5;

/// Cells from one row to the next.
pub(crate) const STRIDE: usize = 32;

/// Cells of a board with its margin; codes of points are below.
pub(crate) const CELLS: usize = STRIDE * STRIDE;

/// The four directions of a line, as steps of `(column, row)`: right, down, down and right, up and right.
pub(crate) const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Steps from the index of a cell to that of the next in each of the [`DIRECTIONS`].
pub(crate) const STEPS: [isize; 4] = [1, STRIDE as isize, STRIDE as isize + 1, 1 - STRIDE as isize];

/// The variant of the rules: the lines of five that win, and the moves that black may not make.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Rule {
    /// Five or more win.
    #[default]
    Freestyle,
    /// Exactly five win.
    Standard,
    /// Black wins with exactly five and may not make two threes, two fours or six and more; white is free.
    Renju,
    /// Exactly five win, unless both ends are taken by the other side.
    Caro,
}

impl Rule {
    /// All of them, in the order of the documentation.
    pub const ALL: [Self; 4] = [Self::Freestyle, Self::Standard, Self::Renju, Self::Caro];

    /// The word that users type.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Freestyle => "freestyle",
            Self::Standard => "standard",
            Self::Renju => "renju",
            Self::Caro => "caro",
        }
    }

    /// The rule in one line.
    pub(crate) const fn summary(self) -> &'static str {
        match self {
            Self::Freestyle => "five or more in a line win",
            Self::Standard => "exactly five in a line win",
            Self::Renju => "black wins with exactly five and may not make two threes, two fours or six; white is free",
            Self::Caro => "exactly five in a line win, unless the other side holds both ends",
        }
    }

    /// The rule of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.name() == name)
    }

    /// True if a line of more than five wins for a side.
    pub(crate) const fn overline_wins(self, side: Side) -> bool {
        match self {
            Self::Freestyle => true,
            Self::Standard | Self::Caro => false,
            Self::Renju => matches!(side, Side::White),
        }
    }
}

/// A cell: column and row from the upper left corner, both from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    /// The cell of a column and a row, both below 22.
    #[inline(always)]
    pub const fn new(column: usize, row: usize) -> Self {
        debug_assert!(column < *LENGTHS.end() && row < *LENGTHS.end());
        Self(((row + MARGIN) * STRIDE + column + MARGIN) as u16)
    }

    /// From 0 at the left.
    #[inline(always)]
    pub const fn column(self) -> usize {
        self.0 as usize % STRIDE - MARGIN
    }

    /// From 0 at the top.
    #[inline(always)]
    pub const fn row(self) -> usize {
        self.0 as usize / STRIDE - MARGIN
    }

    /// Its place in an array of `CELLS`, which also is the code of the move to it. Rising codes go row by row.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The cell with this code, which must be one of a cell.
    #[inline(always)]
    pub(crate) const fn from_index(index: usize) -> Self {
        Self(index as u16)
    }
}

/// Size of the board and rule of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Setting {
    /// Columns.
    pub width: u8,
    /// Rows.
    pub height: u8,
    /// The rule.
    pub rule: Rule,
}

impl Default for Setting {
    fn default() -> Self {
        Self::square(15, Rule::Freestyle)
    }
}

impl Setting {
    /// A square board.
    pub const fn square(length: u8, rule: Rule) -> Self {
        Self { width: length, height: length, rule }
    }

    /// Rows and columns of a board as users type them: `15`, or `15x20` for 15 rows and 20 columns.
    ///
    /// # Errors
    /// A description of the expected form.
    pub(crate) fn parse_size(text: &str) -> Result<(u8, u8), String> {
        let length = |text: &str| text.trim().parse().ok().filter(|length| LENGTHS.contains(&usize::from(*length)));
        let (rows, columns) = text.split_once(['x', 'X']).unwrap_or((text, text));
        length(rows).zip(length(columns)).ok_or_else(|| {
            let (least, most) = (LENGTHS.start(), LENGTHS.end());
            format!("expected a number from {least} to {most}, or rows and columns like 15x20")
        })
    }

    /// The variant tag: how it differs from the default board and rule: nothing, `19x19`, `renju`, `15x20 renju`.
    pub fn variant_tag(self) -> String {
        let usual = Self::default();
        let is_usual = (self.width, self.height) == (usual.width, usual.height);
        let size = (!is_usual).then(|| format!("{}x{}", self.height, self.width));
        let rule = (self.rule != usual.rule).then(|| self.rule.name().to_owned());
        size.into_iter().chain(rule).collect::<Vec<_>>().join(" ")
    }

    /// The number of cells.
    pub(crate) const fn cells(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// All cells, row by row.
    pub(crate) fn points(self) -> impl Iterator<Item = Point> {
        (0..self.height.into()).flat_map(move |row| (0..self.width.into()).map(move |column| Point::new(column, row)))
    }

    /// The cell of a column and a row, if it lies on the board.
    pub fn point(self, column: isize, row: isize) -> Option<Point> {
        let column = usize::try_from(column).ok().filter(|&column| column < self.width.into())?;
        let row = usize::try_from(row).ok().filter(|&row| row < self.height.into())?;
        Some(Point::new(column, row))
    }

    /// The cell that lies `steps` steps away in a direction, if it lies on the board.
    pub fn step(self, from: Point, (right, down): (isize, isize), steps: isize) -> Option<Point> {
        self.point(from.column() as isize + right * steps, from.row() as isize + down * steps)
    }

    /// The cell in the middle; of four the one at the lower right.
    pub const fn centre(self) -> Point {
        Point::new(self.width as usize / 2, self.height as usize / 2)
    }
}

/// Why a stone cannot be put.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Illegal {
    /// There is a stone.
    Taken(Side),
    /// It lies beyond the edge.
    OffBoard,
}

/// Stones on a board, and who is to move. Stones are kept in the order in which they were put.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position {
    setting: Setting,
    stones: Vec<(Point, Side)>,
    cells: Vec<Option<Side>>,
    /// Cells that belong to nobody, in rising order.
    dead: Vec<Point>,
    side: Side,
}

impl Position {
    /// An empty board, black to move.
    pub fn empty(setting: Setting) -> Self {
        Self { setting, stones: Vec::new(), cells: vec![None; CELLS], dead: Vec::new(), side: Side::Black }
    }

    /// Size and rule.
    pub const fn setting(&self) -> Setting {
        self.setting
    }

    /// The side to move.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// Says who is to move, for positions that were set up.
    pub const fn set_side(&mut self, side: Side) {
        self.side = side;
    }

    /// The stones in the order in which they were put.
    pub fn stones(&self) -> &[(Point, Side)] {
        &self.stones
    }

    /// The stone on a cell.
    pub fn at(&self, point: Point) -> Option<Side> {
        self.cells[point.index()]
    }

    /// True if a cell lies on the board, and is not dead.
    pub(crate) fn has(&self, point: Point) -> bool {
        self.setting.point(point.column() as isize, point.row() as isize).is_some() && !self.dead.contains(&point)
    }

    /// The cells that were closed.
    pub fn dead(&self) -> &[Point] {
        &self.dead
    }

    /// Makes an empty cell as one beyond the edge: nobody may play there, no line goes over it. So are the cells of a
    /// five in games that go on after it. Renju knows no such cells.
    ///
    /// # Errors
    /// The cell is taken, or lies off the board. Nothing has changed then.
    pub fn close(&mut self, point: Point) -> Result<(), Illegal> {
        if !self.has(point) {
            return Err(Illegal::OffBoard);
        }
        if let Some(there) = self.at(point) {
            return Err(Illegal::Taken(there));
        }
        let place = self.dead.partition_point(|&dead| dead < point);
        self.dead.insert(place, point);
        Ok(())
    }

    /// Puts a stone of a side, whoever is to move; the other side is to move then.
    ///
    /// # Errors
    /// The cell is taken, or lies off the board. Nothing has changed then.
    pub fn put(&mut self, point: Point, side: Side) -> Result<(), Illegal> {
        if !self.has(point) {
            return Err(Illegal::OffBoard);
        }
        if let Some(there) = self.at(point) {
            return Err(Illegal::Taken(there));
        }
        self.cells[point.index()] = Some(side);
        self.stones.push((point, side));
        self.side = side.other();
        Ok(())
    }

    /// The move of the side to move. Whether renju forbids it is not asked.
    ///
    /// # Errors
    /// As [`put`](Self::put).
    pub fn play(&mut self, point: Point) -> Result<(), Illegal> {
        self.put(point, self.side)
    }

    /// Takes the last stone back, whose side then is to move.
    pub(crate) fn take_back(&mut self) -> Option<Point> {
        let (point, side) = self.stones.pop()?;
        self.cells[point.index()] = None;
        self.side = side;
        Some(point)
    }

    /// All cells without a stone, row by row.
    pub fn empty_points(&self) -> impl Iterator<Item = Point> + '_ {
        self.setting.points().filter(|&point| self.at(point).is_none() && !self.dead.contains(&point))
    }

    /// True if no cell is left.
    pub fn is_full(&self) -> bool {
        self.stones.len() + self.dead.len() == self.setting.cells()
    }

    /// The side with a line of five, and that line; the first that is found if there are several.
    pub fn five(&self) -> Option<(Side, Vec<Point>)> {
        self.stones.iter().find_map(|&(point, side)| Some((side, self.five_through(point)?)))
    }

    /// The line by which the stone on a cell wins.
    pub fn five_through(&self, point: Point) -> Option<Vec<Point>> {
        let side = self.at(point)?;
        DIRECTIONS
            .into_iter()
            .map(|direction| self.line_through(point, side, direction))
            .find(|line| {
                let is_capped = |end: Option<Point>| end.is_some_and(|end| self.at(end) == Some(side.other()));
                match line.row.len() {
                    0..=4 => false,
                    5 => self.setting.rule != Rule::Caro || !(is_capped(line.before) && is_capped(line.behind)),
                    _ => self.setting.rule.overline_wins(side),
                }
            })
            .map(|line| line.row)
    }

    /// The stones of a side that lie in a line with a cell, without a gap.
    fn line_through(&self, point: Point, side: Side, direction: (isize, isize)) -> Line {
        let at = |steps: isize| self.setting.step(point, direction, steps);
        let is_own = |steps: isize| at(steps).is_some_and(|cell| self.at(cell) == Some(side));
        let mut first = 0;
        while is_own(first - 1) {
            first -= 1;
        }
        let mut last = 0;
        while is_own(last + 1) {
            last += 1;
        }
        Line { before: at(first - 1), row: (first..=last).filter_map(at).collect(), behind: at(last + 1) }
    }
}

/// A line of stones, and the cells at its ends.
struct Line {
    before: Option<Point>,
    row: Vec<Point>,
    behind: Option<Point>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fives at every place, in every direction, on boards of several forms.
    #[test]
    fn fives_are_found_at_every_border() {
        for (width, height) in [(5, 5), (15, 15), (22, 22), (22, 5), (7, 19)] {
            let setting = Setting { width, height, rule: Rule::Freestyle };
            let mut count = 0;
            for direction in DIRECTIONS {
                for from in setting.points() {
                    let row: Vec<Point> = (0..5).filter_map(|steps| setting.step(from, direction, steps)).collect();
                    if row.len() < 5 {
                        continue;
                    }
                    count += 1;
                    for side in Side::BOTH {
                        let mut position = Position::empty(setting);
                        for &point in &row[..4] {
                            position.put(point, side).unwrap();
                        }
                        assert_eq!(position.five(), None);
                        position.put(row[4], side).unwrap();
                        assert_eq!(position.five(), Some((side, row.clone())));
                    }
                }
            }
            let (width, height) = (usize::from(width), usize::from(height));
            let expected = (width - 4) * height + width * (height - 4) + 2 * (width - 4) * (height - 4);
            assert_eq!(count, expected);
        }
    }

    #[test]
    fn rules_differ_in_what_wins() {
        let wins = |rule: Rule, text: &str| {
            let setting = Setting { width: 15, height: 5, rule };
            Side::BOTH.map(|side| {
                let mut position = Position::empty(setting);
                for (column, sign) in text.chars().enumerate() {
                    match sign {
                        'x' => position.put(Point::new(column, 2), side).unwrap(),
                        'o' => position.put(Point::new(column, 2), side.other()).unwrap(),
                        _ => {}
                    }
                }
                position.five_through(Point::new(text.find('x').unwrap(), 2)).is_some()
            })
        };
        for (text, freestyle, standard, renju, caro) in [
            ("..xxxx..", [false; 2], [false; 2], [false; 2], [false; 2]),
            ("..xxxxx..", [true; 2], [true; 2], [true; 2], [true; 2]),
            ("..xxxxxx..", [true; 2], [false; 2], [false, true], [false; 2]),
            ("xxxxx", [true; 2], [true; 2], [true; 2], [true; 2]),
            (".oxxxxx.", [true; 2], [true; 2], [true; 2], [true; 2]),
            ("oxxxxxo", [true; 2], [true; 2], [true; 2], [false; 2]),
            // The edge is no stone of the other side.
            ("xxxxxo", [true; 2], [true; 2], [true; 2], [true; 2]),
        ] {
            let found = Rule::ALL.map(|rule| wins(rule, text));
            assert_eq!(found, [freestyle, standard, renju, caro], "{text}");
        }
    }

    #[test]
    fn sizes_are_read() {
        for (text, expected) in [("15", (15, 15)), ("15x20", (15, 20)), ("5X22", (5, 22)), (" 7 x 9", (7, 9))] {
            assert_eq!(Setting::parse_size(text), Ok(expected), "{text}");
        }
        for text in ["", "4", "23", "15x", "x15", "15x4", "15x15x15", "-15", "1e1"] {
            assert!(Setting::parse_size(text).unwrap_err().starts_with("expected a number from 5 to 22"), "{text}");
        }
    }

    #[test]
    fn stones_come_and_go() {
        let mut position = Position::empty(Setting::square(5, Rule::Standard));
        position.play(Point::new(2, 2)).unwrap();
        assert_eq!(position.play(Point::new(2, 2)), Err(Illegal::Taken(Side::Black)));
        assert_eq!(position.play(Point::new(5, 2)), Err(Illegal::OffBoard));
        assert_eq!((position.side(), position.empty_points().count()), (Side::White, 24));
        assert_eq!(position.take_back(), Some(Point::new(2, 2)));
        assert_eq!(position, Position::empty(position.setting()));
        assert_eq!(position.take_back(), None);
        for point in position.setting().points() {
            assert_eq!((Point::new(point.column(), point.row()), Point::from_index(point.index())), (point, point));
        }
    }
}
