//! The board that a search moves on: stones, and the patterns of all empty cells, kept up move by move.
//!
//! Idea        A stone changes only what lies in its four lines within reach. Each of these cells gets its new shape by
//!             one look-up for both sides; what was there before goes on a trail, from which taking back restores it.
//!             Cells are kept in sets by their shape, so that a search asks for "all cells where black makes a four".
//! Guarantees  Equal to building everything anew (tests); no allocation but for the growth of the trail.
//! Not here    Which moves a game considers (game.rs), values (evaluation/).

use super::super::Side;
use super::super::board::{CELLS, Point, Position, STEPS, Setting};
use super::super::learned::Network;
use super::super::learned::state::Descriptions;
use super::super::renju::{self, Cells, Forbidden};
use super::cell::{CellShape, CellTable, Codes, code_of, in_codes};
use super::line::{LineShape, LineTable, WALL, stone};
use super::lines::{LINES, Lines, place, turn};
use super::sets::Rows;
use searchlab_search::game::Score;

/// Zobrist keys of the stones: SplitMix64 (Steele, Lea, Flood 2014) over their numbers.
const KEYS: [[u64; CELLS]; 2] = {
    let mut keys = [[0; CELLS]; 2];
    let mut number = 0;
    while number < 2 * CELLS {
        let mut word = (number as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        keys[number / CELLS][number % CELLS] = word ^ word >> 31;
        number += 1;
    }
    keys
};

/// Zobrist key of white to move.
const WHITE_KEY: u64 = 0x6A09_E667_F3BC_C909;

/// Counts of each shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Shapes of lines: an empty cell counts once for each of its four. Kept up only where an
    /// evaluation by features may ask: see [`Patterns::describe`].
    pub lines: [[u16; 16]; 2],
    /// Shapes of cells.
    pub cells: [[u16; 16]; 2],
}

/// A cell before a stone changed it.
#[derive(Debug, Clone, Copy)]
struct Change {
    point: Point,
    codes: Codes,
    shapes: [CellShape; 2],
}

/// A stone, and what was before it.
#[derive(Debug, Clone, Copy)]
struct Mark {
    point: Point,
    trail: usize,
    tally: Tally,
}

/// A position with its patterns.
#[derive(Debug, Clone)]
pub struct Patterns {
    setting: Setting,
    lines: Lines,
    cells: Box<Cells>,
    codes: Box<[Codes; CELLS]>,
    shapes: Box<[[CellShape; 2]; CELLS]>,
    sets: [[Rows; CellShape::COUNT]; 2],
    taken: Rows,
    tally: Tally,
    /// True if the shapes of lines are counted.
    counts_lines: bool,
    side: Side,
    key: u64,
    winner: Option<Side>,
    marks: Vec<Mark>,
    trail: Vec<Change>,
    /// Stones that were there from the beginning, below those of `marks`.
    given: usize,
    line_table: &'static LineTable,
    cell_tables: [&'static CellTable; 2],
    /// For an evaluation that is learned.
    descriptions: Option<Box<Descriptions>>,
}

impl Patterns {
    /// The patterns of a position.
    pub fn new(position: &Position) -> Self {
        let setting = position.setting();
        let mut patterns = Self {
            setting,
            lines: [[u64::MAX; LINES]; 4],
            cells: Box::new([WALL as u8; CELLS]),
            codes: Box::new([0; CELLS]),
            shapes: Box::new([[CellShape::Nothing; 2]; CELLS]),
            sets: [[Rows::default(); CellShape::COUNT]; 2],
            taken: Rows::default(),
            tally: Tally::default(),
            counts_lines: true,
            side: position.side(),
            key: if position.side() == Side::White { WHITE_KEY } else { 0 },
            winner: position.five().map(|(side, _)| side),
            marks: Vec::with_capacity(setting.cells()),
            trail: Vec::with_capacity(40 * setting.cells()),
            given: position.stones().len() + position.dead().len(),
            line_table: LineTable::of(setting.rule),
            cell_tables: Side::BOTH.map(|side| CellTable::of(setting.rule, side)),
            descriptions: None,
        };
        for &point in position.dead() {
            patterns.taken.flip(point);
        }
        for point in setting.points().filter(|point| !position.dead().contains(point)) {
            patterns.cells[point.index()] = 0;
            turn(&mut patterns.lines, point, WALL);
        }
        for &(point, side) in position.stones() {
            patterns.cells[point.index()] = stone(side) as u8;
            patterns.taken.flip(point);
            turn(&mut patterns.lines, point, stone(side));
            patterns.key ^= KEYS[side.index()][point.index()];
        }
        for point in position.empty_points() {
            patterns.enter(point);
        }
        patterns
    }

    /// Keeps up from now on what an evaluation asks for: the descriptions that its network needs, or the counts of lines.
    pub fn describe(&mut self, network: Option<&'static Network>) {
        self.descriptions = network.map(|network| Box::new(self.described(network)));
        self.counts_lines = network.is_none();
        self.tally.lines = [[0; 16]; 2];
        for point in self.free().points().filter(|_| network.is_none()) {
            self.count_lines(self.codes[point.index()], |count| *count += 1);
        }
    }

    fn described(&self, network: &'static Network) -> Descriptions {
        Descriptions::new(network, self.free().points(), &self.lines)
    }

    /// Keeps up nothing from now on that only evaluations ask for, until [`describe`](Self::describe).
    pub(crate) fn undescribe(&mut self) {
        (self.descriptions, self.counts_lines) = (None, false);
    }

    /// Does what leaves the position as it was without keeping up what only evaluations ask for.
    #[inline(always)]
    pub(crate) fn undescribed<T>(&mut self, what: impl FnOnce(&mut Self) -> T) -> T {
        let before = (self.descriptions.take(), std::mem::take(&mut self.counts_lines));
        let done = what(self);
        (self.descriptions, self.counts_lines) = before;
        done
    }

    /// The descriptions that a network needs, where they are kept up.
    #[inline(always)]
    pub fn descriptions(&self) -> Option<&Descriptions> {
        self.descriptions.as_deref()
    }

    /// The value of the position for the side to move by a network; fast where its descriptions are kept up.
    #[inline(never)]
    pub(crate) fn value_by(&self, network: &'static Network) -> Score {
        match &self.descriptions {
            Some(descriptions) => descriptions.value(self.side),
            None => self.described(network).value(self.side),
        }
    }

    /// Everything that can be known of an empty cell, from nothing.
    fn enter(&mut self, point: Point) {
        let codes = (0..4).fold(0, |codes, direction| {
            let (line, place) = place(point, direction);
            codes | in_codes(self.line_table.at(self.lines[direction][line], place)) << (4 * direction)
        });
        self.count_lines(codes, |count| *count += 1);
        let shapes = [0, 1].map(|side| self.cell_tables[side].at(code_of(codes, side)));
        for (side, shape) in shapes.into_iter().enumerate() {
            self.sets[side][shape as usize].flip(point);
            self.tally.cells[side][shape as usize] += 1;
        }
        (self.codes[point.index()], self.shapes[point.index()]) = (codes, shapes);
    }

    /// Size and rule.
    #[inline(always)]
    pub const fn setting(&self) -> Setting {
        self.setting
    }

    /// The side to move.
    #[inline(always)]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The side that has five, if one has.
    #[inline(always)]
    pub const fn winner(&self) -> Option<Side> {
        self.winner
    }

    /// The number of stones.
    #[inline(always)]
    pub const fn stones(&self) -> usize {
        self.given + self.marks.len()
    }

    /// True if no cell is left.
    #[inline(always)]
    pub(crate) const fn is_full(&self) -> bool {
        self.stones() == self.setting.cells()
    }

    /// Zobrist hash of the stones and the side to move.
    #[inline(always)]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The key after a stone of the side to move.
    #[inline(always)]
    pub const fn key_after(&self, point: Point) -> u64 {
        self.key ^ KEYS[self.side.index()][point.index()] ^ WHITE_KEY
    }

    /// True if a cell lies on the board and has no stone.
    #[inline(always)]
    pub fn is_empty(&self, point: Point) -> bool {
        self.cells[point.index()] == 0
    }

    /// The content of each cell; the margin counts as no cell.
    pub(crate) fn cells(&self) -> &Cells {
        &self.cells
    }

    /// The cells with a stone.
    #[inline(always)]
    pub(crate) const fn taken(&self) -> &Rows {
        &self.taken
    }

    /// The cells without one.
    pub(crate) fn free(&self) -> Rows {
        let Setting { width, height, .. } = self.setting;
        Rows::rectangle((0, 0), (usize::from(width) - 1, usize::from(height) - 1)).without(&self.taken)
    }

    /// True if renju forbids the side to move every empty cell.
    #[inline(always)]
    pub(crate) fn is_stuck(&self) -> bool {
        let suspects = self.count(self.side, CellShape::Suspect) as usize;
        suspects > 0
            && suspects + self.stones() == self.setting.cells()
            && !self.free().points().any(|point| self.is_legal(point))
    }

    /// The shape that a stone of a side makes of an empty cell.
    #[inline(always)]
    pub fn shape(&self, side: Side, point: Point) -> CellShape {
        self.shapes[point.index()][side.index()]
    }

    /// The shapes of the four lines that a stone of a side makes of an empty cell, four bits for each direction.
    #[inline(always)]
    pub fn code(&self, side: Side, point: Point) -> u16 {
        code_of(self.codes[point.index()], side.index())
    }

    /// The empty cells where a stone of a side makes a shape.
    #[inline(always)]
    pub const fn with(&self, side: Side, shape: CellShape) -> &Rows {
        &self.sets[side.index()][shape as usize]
    }

    /// The number of these cells.
    #[inline(always)]
    pub const fn count(&self, side: Side, shape: CellShape) -> u32 {
        self.tally.cells[side.index()][shape as usize] as u32
    }

    /// The empty cells where a stone of a side makes any shape from one to another.
    #[inline(always)]
    pub(crate) fn between(&self, side: Side, from: CellShape, to: CellShape) -> Rows {
        let shapes = &CellShape::ALL[from as usize..=to as usize];
        let shapes = shapes.iter().filter(|&&shape| self.count(side, shape) > 0);
        shapes.fold(Rows::default(), |all, &shape| all.or(self.with(side, shape)))
    }

    /// The empty cells where either side makes a two or more; if there are none, where either makes a sleeping two.
    pub(crate) fn promising(&self) -> Rows {
        let both = |from, to| self.between(Side::Black, from, to).or(&self.between(Side::White, from, to));
        let some = both(CellShape::Two, CellShape::Suspect);
        if some.is_empty() { both(CellShape::SleepTwo, CellShape::SleepTwo) } else { some }
    }

    /// Counts of each shape, for evaluations by features; not where [`describe`](Self::describe) was told of a network.
    #[inline(always)]
    pub const fn tally(&self) -> &Tally {
        debug_assert!(self.counts_lines);
        &self.tally
    }

    /// The words of the lines in a direction, two bits a cell; see [`place`].
    #[inline(always)]
    pub(crate) const fn lines(&self, direction: usize) -> &[u64; LINES] {
        &self.lines[direction]
    }

    /// Why renju forbids black an empty cell, if it does.
    pub(crate) fn forbidden(&self, point: Point) -> Option<Forbidden> {
        if self.shape(Side::Black, point) != CellShape::Suspect {
            return None;
        }
        let mut cells = *self.cells;
        renju::forbidden_on(&mut cells, point)
    }

    /// True if the side to move may put a stone on an empty cell.
    #[inline(always)]
    pub(crate) fn is_legal(&self, point: Point) -> bool {
        self.side == Side::White
            || self.shape(Side::Black, point) != CellShape::Suspect
            || self.forbidden(point).is_none()
    }

    /// Puts a stone of the side to move on an empty cell. Whether renju forbids it is not asked.
    pub fn make(&mut self, point: Point) {
        self.make_lazily(point);
        self.catch_up(0);
    }

    /// The same, but it is described only when it is [caught up](Self::catch_up) with.
    pub(crate) fn make_lazily(&mut self, point: Point) {
        let (index, side) = (point.index(), self.side);
        debug_assert_eq!(self.cells[index], 0);
        self.marks.push(Mark { point, trail: self.trail.len(), tally: self.tally });
        let (codes, shapes) = (self.codes[index], self.shapes[index]);
        for (side, shape) in shapes.into_iter().enumerate() {
            self.sets[side][shape as usize].flip(point);
            self.tally.cells[side][shape as usize] -= 1;
        }
        if self.counts_lines {
            self.count_lines(codes, |count| *count -= 1);
        }
        if shapes[side.index()] == CellShape::Five {
            self.winner = Some(side);
        }
        self.cells[index] = stone(side) as u8;
        self.taken.flip(point);
        self.key = self.key_after(point);
        self.side = side.other();
        for direction in 0..4 {
            let (line, place) = place(point, direction);
            let word = &mut self.lines[direction][line];
            *word ^= stone(side) << (2 * place);
            let word = *word;
            self.renew(point, direction, word, place);
        }
        if let Some(descriptions) = &mut self.descriptions {
            descriptions.put(point, stone(side));
        }
    }

    /// Describes the stones of [`make_lazily`](Self::make_lazily), all but the last `but`. Before ranks are asked for, none may
    /// be left; before a value is, one may, which costs less if it is taken back next.
    #[inline(always)]
    pub(crate) fn catch_up(&mut self, but: usize) {
        if let Some(descriptions) = &mut self.descriptions {
            descriptions.catch_up(but);
        }
    }

    /// Changes the counts of the shapes of the lines of a cell.
    #[inline(always)]
    fn count_lines(&mut self, codes: Codes, change: impl Fn(&mut u16)) {
        for (side, lines) in self.tally.lines.iter_mut().enumerate() {
            for direction in 0..4 {
                change(&mut lines[usize::from(code_of(codes, side) >> (4 * direction) & 15)]);
            }
        }
    }

    /// Looks the cells within reach of a place up again.
    #[inline(always)]
    fn renew(&mut self, point: Point, direction: usize, line: u64, place: usize) {
        let table = self.line_table;
        let first = place - table.reach;
        let window = (1u64 << (4 * table.reach + 2)) - 1;
        let around = line >> (2 * first);
        let mut empty = !(around | around >> 1) & 0x5555_5555_5555_5555 & window;
        while empty != 0 {
            let offset = (empty.trailing_zeros() / 2) as usize;
            empty &= empty - 1;
            let both = table.at(line, first + offset);
            let steps = offset as isize - table.reach as isize;
            let cell = point.index().wrapping_add_signed(steps * STEPS[direction]);
            self.set_line(cell, direction, both);
        }
    }

    /// Notes the shapes of both sides of one line of an empty cell.
    #[inline(always)]
    fn set_line(&mut self, cell: usize, direction: usize, both: u8) {
        let before = self.codes[cell];
        let changed = (before >> (4 * direction) ^ in_codes(both)) & in_codes(u8::MAX);
        if changed == 0 {
            return;
        }
        let shapes = self.shapes[cell];
        let point = Point::from_index(cell);
        self.trail.push(Change { point, codes: before, shapes });
        let codes = before ^ changed << (4 * direction);
        self.codes[cell] = codes;
        for (side, old) in shapes.into_iter().enumerate() {
            if code_of(changed, side) == 0 {
                continue;
            }
            if self.counts_lines {
                let line = |codes| usize::from(code_of(codes, side) >> (4 * direction) & 15);
                let lines = &mut self.tally.lines[side];
                lines[line(before)] -= 1;
                lines[line(codes)] += 1;
            }
            let shape = self.cell_tables[side].at(code_of(codes, side));
            if shape != old {
                self.shapes[cell][side] = shape;
                self.sets[side][old as usize].flip(point);
                self.sets[side][shape as usize].flip(point);
                self.tally.cells[side][old as usize] -= 1;
                self.tally.cells[side][shape as usize] += 1;
            }
        }
    }

    /// Takes back the last stone that was put on this board; nothing if there is none.
    pub fn unmake(&mut self) {
        let Some(Mark { point, trail, tally }) = self.marks.pop() else { return };
        while self.trail.len() > trail {
            let Some(Change { point, codes, shapes }) = self.trail.pop() else { break };
            let cell = point.index();
            for (sets, (now, before)) in self.sets.iter_mut().zip(self.shapes[cell].into_iter().zip(shapes)) {
                if now != before {
                    sets[now as usize].flip(point);
                    sets[before as usize].flip(point);
                }
            }
            (self.codes[cell], self.shapes[cell]) = (codes, shapes);
        }
        self.tally = tally;
        let side = self.side.other();
        self.side = side;
        self.key = self.key_after(point);
        self.cells[point.index()] = 0;
        self.taken.flip(point);
        turn(&mut self.lines, point, stone(side));
        if let Some(descriptions) = &mut self.descriptions {
            descriptions.take(point, stone(side));
        }
        self.winner = None;
        for side in 0..2 {
            self.sets[side][self.shapes[point.index()][side] as usize].flip(point);
        }
    }

    /// Gives the turn to the other side without a stone; twice is as if nothing had been. Between two of these, as
    /// many stones must be taken back as were put.
    #[inline(always)]
    pub(crate) const fn pass(&mut self) {
        self.side = self.side.other();
        self.key ^= WHITE_KEY;
    }

    /// The shape that a stone of a side makes of one line of an empty cell.
    #[inline(always)]
    pub(crate) fn line_shape(&self, side: Side, point: Point, direction: usize) -> LineShape {
        super::cell::line_of(self.code(side, point), direction)
    }
}
