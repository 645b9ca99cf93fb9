//! Tables of problems: positions in which the side to move has a forced win. Columns are separated by tabs; the first
//! line names them, in any order.
//!
//! | column | holds |
//! |---|---|
//! | `id` | a name, not used twice |
//! | `side_to_move` | `black` or `white`, which must fit the number of stones |
//! | `stones` | a move list, black first, rows from the bottom |
//! | `win_in_plies_at_most` | within how many plies the side to move can win; may be left out |
//!
//! Blank lines and lines that begin with `#` are skipped.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;

use super::moves;
use super::notation::Rows;
use super::placing::{end_of, wrong_side};
use crate::gomoku::Side;
use crate::gomoku::board::{Position, Setting};
use crate::lines::{Line, lines, trimmed};
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source, quoted};

/// A position with a forced win.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Number of its line in the file, from 1.
    pub line: usize,
    /// Its name.
    pub id: String,
    /// The stones, and the side to move, which can win.
    pub position: Position,
    /// Within how many plies; `None` if that is not known.
    pub at_most: Option<u32>,
}

/// The columns in the order of the documentation.
const COLUMNS: [&str; 4] = ["id", "side_to_move", "stones", "win_in_plies_at_most"];
const ID: usize = 0;
const SIDE: usize = 1;
const STONES: usize = 2;
const AT_MOST: usize = 3;

/// Reads a table.
///
/// # Errors
/// All problems of all lines: columns that are unknown, missing or named twice, cells that are missing or too many,
/// names that are used twice, all that a move list may have, games that are over, sides that do not fit the stones,
/// numbers of plies that are none; no problem at all.
pub fn read_problems(source: &Source, setting: Setting) -> Result<Vec<Problem>, Diagnostics> {
    let mut rows = lines(source, 0..source.text.len(), 1)
        .filter(|line| !line.text.trim().is_empty() && !line.text.starts_with('#'));
    let header = rows.next().ok_or_else(|| nothing(source))?;
    let table = Table { source, setting, places: read_header(source, &header)?, count: cells(source, &header).count() };
    let mut problems = Diagnostics::new();
    let mut read_all = Vec::new();
    let mut ids = BTreeMap::new();
    for line in rows {
        match table.read(&line, &mut ids) {
            Ok(problem) => read_all.push(problem),
            Err(problem) => problems.push(|| problem),
        }
    }
    if read_all.is_empty() && problems.is_empty() {
        return Err(nothing(source).into());
    }
    problems.into_result(read_all)
}

/// A table with all columns. Problems whose stones black and white did not put by turns are left out.
pub fn write_problems<'a>(problems: impl IntoIterator<Item = &'a Problem>) -> String {
    let mut text = COLUMNS.join("\t") + "\n";
    for Problem { id, position, at_most, .. } in problems {
        if let Some(stones) = moves::write_moves(position) {
            let id = id.replace(['\t', '\n', '\r'], " ");
            let at_most = at_most.map_or(String::new(), |plies| plies.to_string());
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{id}\t{}\t{stones}\t{at_most}", position.side().name());
        }
    }
    text
}

fn nothing(source: &Source) -> Diagnostic {
    Diagnostic::new("no problems in the file")
        .at(source.excerpt(0..0, "expected a line with the names of the columns, then a line for each problem"))
        .help(format!("the columns, with tabs between: {}", COLUMNS.join(" ")))
}

/// The cells of a line, without blanks around.
fn cells<'a>(source: &'a Source, line: &Line<'a>) -> impl Iterator<Item = Range<usize>> + use<'a> {
    let mut begin = line.begin;
    line.text.split('\t').map(move |cell| {
        let span = begin..begin + cell.len();
        begin = span.end + 1;
        trimmed(source, span)
    })
}

/// Where each of the columns stands.
fn read_header(source: &Source, header: &Line<'_>) -> Result<[Option<usize>; 4], Diagnostics> {
    let mut problems = Diagnostics::new();
    let mut places = [None; 4];
    for (place, span) in cells(source, header).enumerate() {
        let name = &source.text[span.clone()];
        match COLUMNS.iter().position(|&known| known == name) {
            Some(column) if places[column].is_none() => places[column] = Some(place),
            Some(_) => problems.push(|| {
                Diagnostic::new(format!("the column {name} is named twice"))
                    .at(source.excerpt(span, "expected each column once"))
            }),
            None => problems.push(|| {
                Diagnostic::unknown_name("column", name, &COLUMNS, Some(source.excerpt(span, "not a column")))
            }),
        }
    }
    for column in [ID, SIDE, STONES] {
        if places[column].is_none() {
            problems.push(|| {
                Diagnostic::new(format!("no column {}", COLUMNS[column]))
                    .at(source.excerpt(header.begin..header.end(), "expected it among these"))
                    .help(format!("the first line names the columns, with tabs between: {}", COLUMNS.join(" ")))
            });
        }
    }
    problems.into_result(places)
}

struct Table<'a> {
    source: &'a Source,
    setting: Setting,
    /// Of each of the [`COLUMNS`].
    places: [Option<usize>; 4],
    /// Number of columns.
    count: usize,
}

impl Table<'_> {
    fn read(&self, line: &Line<'_>, ids: &mut BTreeMap<String, Range<usize>>) -> Result<Problem, Diagnostic> {
        let source = self.source;
        let cells: Vec<Range<usize>> = cells(source, line).collect();
        if cells.len() != self.count {
            return Err(Diagnostic::new(format!("{} cells in a table of {} columns", cells.len(), self.count))
                .at(source.excerpt(line.begin..line.end(), format!("expected {} cells", self.count)))
                .help("cells are separated by one tab"));
        }
        let cell = |column: usize| self.places[column].and_then(|place| cells.get(place).cloned());
        let filled = |column: usize| {
            let span = cell(column).unwrap_or(line.begin..line.begin);
            if span.is_empty() {
                let problem = Diagnostic::new(format!("no {}", COLUMNS[column]));
                return Err(problem.at(source.excerpt(span, "expected something")));
            }
            Ok(span)
        };
        let at_id = filled(ID)?;
        let id = source.text[at_id.clone()].to_owned();
        if let Some(first) = ids.get(&id) {
            return Err(Diagnostic::new(format!("the id {} is used twice", quoted(&id)))
                .at(source.excerpt(at_id, "expected another"))
                .at(source.excerpt(first.clone(), "the first")));
        }
        ids.insert(id.clone(), at_id);
        let (stones, side) = (cell(STONES).unwrap_or(0..0), filled(SIDE)?);
        let position = moves::read(source, stones.clone(), self.setting, Rows::FromBottom)?;
        if let Some(end) = end_of(&position) {
            return Err(Diagnostic::new("a problem in which the game is over")
                .at(source.excerpt(stones, "expected a position without a five"))
                .help(end));
        }
        self.check_side(&position, side)?;
        let at_most = cell(AT_MOST).filter(|span| !span.is_empty()).map(|span| self.plies(span)).transpose()?;
        Ok(Problem { line: line.number, id, position, at_most })
    }

    /// The side that is given must be the side to move.
    fn check_side(&self, position: &Position, span: Range<usize>) -> Result<(), Diagnostic> {
        let text = &self.source.text[span.clone()];
        let Some(side) = Side::BOTH.into_iter().find(|side| side.name() == text) else {
            let place = self.source.excerpt(span, "expected black or white");
            return Err(Diagnostic::unknown_name("side", text, &["black", "white"], Some(place)));
        };
        if side == position.side() {
            return Ok(());
        }
        let count = position.stones().len();
        Err(wrong_side(self.source, side, [count.div_ceil(2), count / 2], span))
    }

    fn plies(&self, span: Range<usize>) -> Result<u32, Diagnostic> {
        let text = &self.source.text[span.clone()];
        let most = self.setting.cells() as u32;
        match text.parse::<u32>() {
            Ok(plies) if (1..=most).contains(&plies) => Ok(plies),
            _ => Err(Diagnostic::new(format!("{} is not a number of plies", quoted(text)))
                .at(self.source.excerpt(span, format!("expected a whole number from 1 to {most}")))),
        }
    }
}
