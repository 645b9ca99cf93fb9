//! Rows of cells, one or more bytes each, told apart by a table: common to the three formats.
//!
//! Two passes over the bytes: the first finds every problem and the size, the second fills the grid. Nothing is held
//! per row, so that a file of any shape takes the memory of its text and of its grid.

use std::ops::Range;

use super::{Format, Line, Maze, described, empty, lines};
pub(super) use crate::lines::excerpt;
use crate::maze::grid::{Grid, Place};
use crate::maze::terrain::Terrain;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source};
use searchlab_trial::text::{counted, grouped};

/// The meaning of a byte in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Free,
    Wall,
    Start,
    Goal,
    /// One of several goals.
    OneOfGoals,
    /// Free, and worth a remark.
    Swamp,
    /// Free, at this cost.
    Cost(u16),
    /// Free at a cost that nobody gave.
    Costless,
    /// No cell: a blank between cells, or a further byte of a character.
    Skipped,
    Unknown,
}

impl Class {
    /// The bit of those that [`check`] looks at one by one, else 0.
    const fn bit(self) -> u8 {
        match self {
            Self::Start | Self::Goal | Self::Costless => 1,
            Self::Unknown => 2,
            _ => 0,
        }
    }

    const fn is_skipped(self) -> bool {
        matches!(self, Self::Skipped)
    }
}

/// The characters of a format.
#[derive(Debug)]
pub(super) struct Alphabet {
    classes: [Class; 256],
    /// The characters that a cell may be, for messages.
    pub expected: &'static str,
}

impl Alphabet {
    pub(super) const fn new(meanings: &[(u8, Class)], expected: &'static str) -> Self {
        let mut classes = [Class::Unknown; 256];
        // Further bytes of a character in UTF-8: the character counts once.
        let mut byte = 0x80;
        while byte < 0xC0 {
            classes[byte] = Class::Skipped;
            byte += 1;
        }
        let mut index = 0;
        while index < meanings.len() {
            classes[meanings[index].0 as usize] = meanings[index].1;
            index += 1;
        }
        Self { classes, expected }
    }

    /// With other meanings of some characters.
    pub(super) fn with(mut self, meanings: impl Iterator<Item = (u8, Class)>) -> Self {
        for (byte, class) in meanings {
            self.classes[byte as usize] = class;
        }
        self
    }

    #[inline(always)]
    pub(super) const fn class(&self, byte: u8) -> Class {
        self.classes[byte as usize]
    }

    /// Number of cells of a row, and the set of the bits of its classes.
    fn survey(&self, row: &[u8]) -> (usize, u8) {
        let mut skipped = 0;
        let mut seen = 0;
        for &byte in row {
            let class = self.class(byte);
            skipped += usize::from(class.is_skipped());
            seen |= class.bit();
        }
        (row.len() - skipped, seen)
    }

    /// Number of cells of a row.
    pub(super) fn width(&self, row: &[u8]) -> usize {
        self.survey(row).0
    }

    /// True if every character has a meaning.
    pub(super) fn knows_all(&self, row: &[u8]) -> bool {
        self.survey(row).1 & Class::Unknown.bit() == 0
    }
}

/// The number of cells that a row should have, and the reason.
#[derive(Debug, Clone)]
pub(super) struct Width {
    pub cells: usize,
    pub reason: String,
}

/// The part of a text that holds the rows.
#[derive(Debug, Clone)]
pub(super) struct Block<'a> {
    pub source: &'a Source,
    pub range: Range<usize>,
    /// The number of its first line.
    pub first: usize,
}

impl<'a> Block<'a> {
    /// All lines but the empty ones before and after them.
    ///
    /// # Errors
    /// There is no other.
    pub(super) fn of(source: &'a Source, is_empty: impl Fn(&str) -> bool) -> Result<Self, Diagnostics> {
        let text = source.text.as_str();
        let Some(first) = lines(source, 0..text.len(), 1).find(|line| !is_empty(line.text)) else {
            return Err(empty(source).into());
        };
        let end = text.trim_end_matches(['\r', '\n']).len();
        Ok(Self { source, range: first.begin..end, first: first.number })
    }

    pub(super) fn lines(&self) -> impl Iterator<Item = Line<'a>> + use<'a> {
        lines(self.source, self.range.clone(), self.first)
    }
}

/// The content of the rows.
#[derive(Debug)]
pub(super) struct Cells {
    pub grid: Grid,
    pub start: Option<Place>,
    pub goal: Option<Place>,
    pub swamps: u64,
    /// The goals where there may be several.
    pub goals: Vec<Place>,
    /// By cell; empty if no cell has a cost of its own.
    pub costs: Vec<u16>,
}

impl Cells {
    /// A single blocked cell.
    pub(super) fn none() -> Self {
        Self { grid: Grid::blocked(1, 1), start: None, goal: None, swamps: 0, goals: Vec::new(), costs: Vec::new() }
    }

    /// Gives a cell its meaning. All are blocked before.
    #[inline(always)]
    pub(super) fn set(&mut self, place: Place, class: Class) {
        match class {
            Class::Skipped | Class::Wall | Class::Costless | Class::Unknown => return,
            Class::Free => {}
            Class::Start => self.start = Some(place),
            Class::Goal => self.goal = Some(place),
            Class::OneOfGoals => self.goals.push(place),
            Class::Swamp => self.swamps += 1,
            Class::Cost(cost) => {
                if self.costs.is_empty() {
                    self.costs = vec![1; self.grid.cell_bound()];
                }
                self.costs[self.grid.cell(place) as usize] = cost;
            }
        }
        self.grid.set_free(place, true);
    }

    /// The maze of these cells; its costs, if it has any, are from `costs`.
    ///
    /// # Errors
    /// Costs that are too large for the maze.
    pub(super) fn into_maze(self, format: Format, remarks: Vec<String>, costs: &str) -> Result<Maze, Diagnostics> {
        let Self { grid, start, goal, goals, .. } = self;
        // One goal of several that could be is the goal.
        let (goal, goals) = if let [only] = goals[..] { (Some(only), Vec::new()) } else { (goal, goals) };
        let terrain = if self.costs.is_empty() { None } else { Terrain::new(&grid, self.costs, costs.to_owned())? };
        Ok(Maze { grid, terrain, start, goal, goals, format, remarks })
    }
}

/// Reads the rows of a block that has at least one line. Without `width` the first row decides. `None` if there were
/// problems, in these rows or before.
pub(super) fn read(
    block: &Block<'_>,
    alphabet: &Alphabet,
    width: Option<Width>,
    problems: &mut Diagnostics,
) -> Option<Cells> {
    let width = width.unwrap_or_else(|| {
        let cells = block.lines().next().map_or(0, |line| alphabet.width(line.bytes()));
        Width { cells, reason: format!("as in line {}", block.first) }
    });
    let rows = check(block, alphabet, &width, problems);
    if !problems.is_empty() {
        return None;
    }
    if rows as u64 * width.cells as u64 > Grid::MAX_CELLS {
        problems.push(|| too_many_cells(block, rows as u64, width.cells as u64));
        return None;
    }
    Some(fill(block, alphabet, rows as u32, width.cells as u32))
}

pub(super) fn too_many_cells(block: &Block<'_>, rows: u64, cols: u64) -> Diagnostic {
    let cells = grouped(rows * cols);
    Diagnostic::new(format!("the maze is too large: {} and {}", counted(rows, "row"), counted(cols, "column")))
        .at(block.source.excerpt(block.range.start..block.range.start, format!("the first of {cells} cells")))
        .help(format!("at most {} cells are possible", grouped(Grid::MAX_CELLS)))
}

/// Finds the problems of all rows. Returns the number of rows.
fn check(block: &Block<'_>, alphabet: &Alphabet, width: &Width, problems: &mut Diagnostics) -> usize {
    let mut marks = Marks::default();
    let mut rows = 0;
    for line in block.lines() {
        rows += 1;
        let (cells, seen) = alphabet.survey(line.bytes());
        if seen != 0 {
            look_at_each(block.source, &line, alphabet, &mut marks, problems);
        }
        if cells != width.cells {
            problems.push(|| ragged(block.source, &line, alphabet, cells, width));
        }
    }
    rows
}

/// Where the first start and the first goal are.
#[derive(Debug, Default)]
pub(super) struct Marks {
    start: Option<Range<usize>>,
    goal: Option<Range<usize>>,
}

impl Marks {
    /// Keeps the place of a start or a goal. A second one is an error.
    pub(super) fn note(
        &mut self,
        source: &Source,
        line: &Line<'_>,
        span: Range<usize>,
        class: Class,
        problems: &mut Diagnostics,
    ) {
        let (mark, name) = match class {
            Class::Start => (&mut self.start, "start"),
            Class::Goal => (&mut self.goal, "goal"),
            _ => return,
        };
        if let Some(first) = mark {
            problems.push(|| {
                Diagnostic::new(format!("a second {name}"))
                    .at(excerpt(&source.name, line, span, format!("only one {name} is possible")))
                    .at(source.excerpt(first.clone(), format!("the first {name}")))
            });
        } else {
            *mark = Some(line.begin + span.start..line.begin + span.end);
        }
    }
}

fn look_at_each(source: &Source, line: &Line<'_>, alphabet: &Alphabet, marks: &mut Marks, problems: &mut Diagnostics) {
    for (at, &byte) in line.bytes().iter().enumerate() {
        match alphabet.class(byte) {
            Class::Unknown => problems.push(|| unknown(&source.name, line, at, alphabet)),
            Class::Costless => problems.push(|| costless(&source.name, line, at)),
            class => marks.note(source, line, at..at + 1, class, problems),
        }
    }
}

fn unknown(name: &str, line: &Line<'_>, at: usize, alphabet: &Alphabet) -> Diagnostic {
    let character = line.text[at..].chars().next().unwrap_or(char::REPLACEMENT_CHARACTER);
    let label = format!("expected {}", alphabet.expected);
    let place = excerpt(name, line, at..at + character.len_utf8(), label);
    let problem = Diagnostic::new(format!("unknown {} in a maze", described(character))).at(place);
    let capital = character.to_ascii_uppercase();
    if capital != character && alphabet.class(capital as u8) != Class::Unknown {
        return problem.help(format!("write it as a capital: {capital}"));
    }
    problem
}

/// A letter for which the table of costs has no entry though its cells are no plain ones.
fn costless(name: &str, line: &Line<'_>, at: usize) -> Diagnostic {
    let letter = char::from(line.bytes()[at]);
    Diagnostic::new(format!("the terrain has no cost for {letter}"))
        .at(excerpt(name, line, at..at + 1, "free, but at which cost?".to_owned()))
        .help(format!("name its cost too, such as {letter}=2"))
}

fn ragged(source: &Source, line: &Line<'_>, alphabet: &Alphabet, cells: usize, width: &Width) -> Diagnostic {
    let is_cell = |&(_, &byte): &(usize, &u8)| alphabet.class(byte) != Class::Skipped;
    // The first cell too many, or the place where the next one is missing.
    let surplus = line.bytes().iter().enumerate().filter(is_cell).nth(width.cells);
    let span = surplus.map_or(line.text.len()..line.text.len(), |(at, _)| at..line.text.len());
    let label = format!("expected {}, {}", counted(width.cells as u64, "cell"), width.reason);
    let diagnostic = Diagnostic::new(format!("ragged rows: this one has {}", counted(cells as u64, "cell")))
        .at(excerpt(&source.name, line, span, label));
    if alphabet.class(b' ') == Class::Free && cells < width.cells {
        return diagnostic.help("blanks at the ends of rows may have been stripped: write free cells as `.`");
    }
    diagnostic
}

/// Fills the grid. All rows have `cols` known characters.
fn fill(block: &Block<'_>, alphabet: &Alphabet, rows: u32, cols: u32) -> Cells {
    let mut cells = Cells { grid: Grid::blocked(rows, cols), ..Cells::none() };
    for (row, line) in (0..rows).zip(block.lines()) {
        let mut place = Place { row, col: 0 };
        for &byte in line.bytes() {
            let class = alphabet.class(byte);
            if class == Class::Skipped {
                continue;
            }
            cells.set(place, class);
            place.col += 1;
        }
    }
    cells
}
