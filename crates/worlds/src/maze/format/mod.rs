//! Mazes as text: the course format, ASCII art, drawn lines, CSV, layouts, Moving AI maps and their scenario files.
//!
//! [`read_maze`] finds out the format by itself. All readers accept line ends of either kind and report all problems
//! of a file in one pass.
//!
//! | format | file |
//! |---|---|
//! | rows of 0 and 1 | [`course`] |
//! | `#`, `.`, `S`, `G` | [`ascii`] |
//! | Moving AI `.map` | [`movingai`] |
//! | layouts of the Pacman projects, `.lay` | [`layout`] |
//! | comma-separated values | [`csv`] |
//! | drawn lines: `+--+`, box-drawing characters | [`boxes`] |
//! | Moving AI `.scen` | [`scen`] |
//!
//! Not here: reading of files ([`searchlab_trial::diagnostic`]), generators, pictures.

pub mod ascii;
pub mod boxes;
pub mod course;
pub mod csv;
mod endpoints;
pub mod layout;
pub mod movingai;
mod rows;
pub mod scen;
mod spans;

use std::path::Path;

use super::grid::{Grid, Place};
use super::terrain::{CostTable, Terrain};
use crate::lines::{Line, described, lines};
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source, quoted};

pub use ascii::write_ascii;
pub use course::write_course;
pub use endpoints::{endpoints, start_and_goals};
pub use movingai::write_map;
pub use scen::{Optimum, Scenario, check_header, check_scen, map_path, read_part, read_scen, write_scen};

/// A maze as a file describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Maze {
    /// Its cells.
    pub grid: Grid,
    /// The costs of its cells, if they differ.
    pub terrain: Option<Terrain>,
    /// The cell marked as start. Free.
    pub start: Option<Place>,
    /// The cell marked as goal. Free.
    pub goal: Option<Place>,
    /// The cells marked as goals, in reading order, where there are several; `goal` is none of them then. Free.
    pub goals: Vec<Place>,
    /// How it was written.
    pub format: Format,
    /// Remarks on oddities that are no error, such as text after the grid; each names its line.
    pub remarks: Vec<String>,
}

/// A way to write a maze.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Rows of 0 (free) and 1 (wall).
    Course,
    /// `#` wall, `.` or blank free, `S` start, `G` goal.
    Ascii,
    /// A Moving AI map.
    MovingAi,
    /// A layout of the Pacman projects; only read.
    Layout,
    /// Fields of a spreadsheet; only read.
    Csv,
    /// Drawn lines; only read.
    Boxes,
}

impl Format {
    /// The formats that are written too.
    pub const ALL: [Self; 3] = [Self::Course, Self::Ascii, Self::MovingAi];

    /// The word for it on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Course => "course",
            Self::Ascii => "ascii",
            Self::MovingAi => "movingai",
            Self::Layout => "layout",
            Self::Csv => "csv",
            Self::Boxes => "boxes",
        }
    }
}

/// Reads a maze in any of the formats.
///
/// # Errors
/// All problems of the text.
pub fn read_maze(source: &Source) -> Result<Maze, Diagnostics> {
    read_maze_with(source, &Reading::default())
}

/// Settings for reading a text, beside what it says itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reading {
    /// Costs of the letters of a Moving AI map.
    pub table: Option<CostTable>,
    /// True if several goals may be marked in ASCII art and CSV; in layouts they always may.
    pub has_several_goals: bool,
}

/// The same with costs for the letters of a Moving AI map, or with several goals.
///
/// # Errors
/// All problems of the text; a table for a maze in another format.
pub fn read_maze_with(source: &Source, reading: &Reading) -> Result<Maze, Diagnostics> {
    let format = detect(source)?;
    if reading.table.is_some() && format != Format::MovingAi {
        let message = format!("costs of letters for {}, a maze in the format {}", quoted(&source.name), format.name());
        let help = "only Moving AI maps have letters of terrain; in ASCII art and CSV a digit is the cost of its cell";
        return Err(Diagnostic::new(message).help(help).into());
    }
    match format {
        Format::Course => course::read(source),
        Format::Ascii => ascii::read(source, reading.has_several_goals),
        Format::MovingAi => movingai::read(source, reading.table.as_ref()),
        Format::Layout => layout::read(source),
        Format::Csv => csv::read(source, reading.has_several_goals),
        Format::Boxes => boxes::read(source),
    }
}

/// Bytes of a text that are read to find out its format.
const SAMPLE: usize = 1 << 16;

/// The format, by the first line that is not blank, and between the formats of characters by which of their walls
/// occurs near the beginning.
fn detect(source: &Source) -> Result<Format, Diagnostics> {
    let text = source.text.as_bytes();
    let Some(begin) = text.iter().position(|byte| !byte.is_ascii_whitespace()) else {
        return Err(empty(source).into());
    };
    let sample = &text[begin..text.len().min(begin + SAMPLE)];
    let line = sample.split(|&byte| byte == b'\n').next().unwrap_or(sample);
    let word = line.split(u8::is_ascii_whitespace).next().unwrap_or(line);
    if movingai::is_header(word) {
        return Ok(Format::MovingAi);
    }
    if word == b"version" {
        let diagnostic = Diagnostic::new("a scenario file instead of a maze")
            .at(source.excerpt(begin..begin + word.len(), "so begin scenario files"))
            .help("`searchlab maze scen FILE.scen` runs the scenarios of a file");
        return Err(diagnostic.into());
    }
    let count = |bytes: &[u8], set: &[u8]| bytes.iter().filter(|byte| set.contains(byte)).count();
    let cells = line.len() - count(line, b" \t\r");
    let is_most = |set: &[u8]| 2 * count(line, set) >= cells;
    let has_hash = sample.contains(&b'#');
    let first_line = || source.text[begin..].lines().next().unwrap_or_default();
    if has_ending(&source.name, "csv")
        || line.iter().any(|byte| matches!(byte, b',' | b';')) && csv::separator(first_line()).is_some()
    {
        Ok(Format::Csv)
    } else if is_most(b"01") {
        Ok(Format::Course)
    } else if !has_hash && is_most(b".@OTWSG") && (count(sample, b"@OTW") > 0 || has_ending(&source.name, "map")) {
        Ok(Format::MovingAi)
    } else if is_most(b"%") {
        Ok(Format::Layout)
    } else if is_most(b"#.SG") || is_most(b"#.SG123456789") && sample.iter().any(|byte| b"#SG".contains(byte)) {
        Ok(Format::Ascii)
    } else if is_drawn(first_line()) {
        Ok(Format::Boxes)
    } else {
        let end = begin + source.text[begin..].chars().next().map_or(0, char::len_utf8);
        let diagnostic = Diagnostic::new("not a maze in a known format")
            .at(source.excerpt(begin..end, "expected 0 or 1, # or ., or `type octile`"))
            .help(
                "known: rows of 0 (free) and 1 (wall), also as CSV; ASCII art of # . S G; drawn lines (+--+ or ┌──┐); Moving AI \
                 maps; Pacman layouts of % P .",
            );
        Err(if sample.contains(&0) {
            diagnostic.help("it holds zero bytes: save it as UTF-8, or is it no text at all?").into()
        } else {
            diagnostic.into()
        })
    }
}

/// True if most characters of a line are parts of drawn walls.
fn is_drawn(line: &str) -> bool {
    let letters = || line.chars().filter(|letter| !letter.is_whitespace());
    2 * letters().filter(|&letter| boxes::is_line(letter)).count() > letters().count()
}

fn has_ending(name: &str, ending: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension.eq_ignore_ascii_case(ending))
}

fn empty(source: &Source) -> Diagnostic {
    let message = if source.text.is_empty() { "the file is empty" } else { "the file holds nothing but blanks" };
    Diagnostic::new(message)
        .at(source.excerpt(0..0, "expected a maze"))
        .help("a maze is rows of 0 and 1, ASCII art of # . S G, a Moving AI map, or a Pacman layout of % P .")
}
