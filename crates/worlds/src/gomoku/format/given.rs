//! Positions in any form that a user may give. What a text is meant to be is told by what it begins with and by the name
//! of its file, so that an error in it is shown as an error in that form.

use super::notation::Rows;
use super::{moves, openings, picture, problems, psq, sgf};
use crate::gomoku::board::{Position, Setting};
use crate::lines::{Line, contents, lines, trimmed};
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source, quoted};

/// How positions are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Move lists, one a line, with rows from the bottom; also the word `initial` for the empty board.
    Moves,
    /// Openings, one a line, with rows from the top.
    Pos,
    /// Openings, one a line, as offsets from the centre.
    Offset,
    /// Boards as pictures, with blank lines between.
    Picture,
    /// A table of problems with tabs.
    Problems,
    /// Games in SGF.
    Sgf,
    /// A game of Piskvork.
    Psq,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 7] =
        [Self::Moves, Self::Pos, Self::Offset, Self::Picture, Self::Problems, Self::Sgf, Self::Psq];

    /// The kind that the end of a file's name stands for.
    fn of_file(name: &str) -> Option<Self> {
        let name = name.to_lowercase();
        let name = name.strip_suffix(".txt").unwrap_or(&name);
        Some(match name.rsplit_once('.')?.1 {
            "pos" => Self::Pos,
            "offset" => Self::Offset,
            "tsv" => Self::Problems,
            "sgf" => Self::Sgf,
            "psq" => Self::Psq,
            _ => return None,
        })
    }

    /// The kind that a source is meant to be: by its beginning where that is plain, else by its name.
    pub fn of(source: &Source) -> Self {
        let text = source.text.trim_start();
        if text.starts_with('(') {
            return Self::Sgf;
        }
        if text.get(..psq::WORD.len()).is_some_and(|word| word.eq_ignore_ascii_case(psq::WORD)) {
            return Self::Psq;
        }
        let named = Self::of_file(&source.name);
        let Some(first) = contents(source).next().map(|(_, content)| &source.text[content]) else {
            return named.unwrap_or(Self::Moves);
        };
        if first.contains('\t') && first.split('\t').any(|name| matches!(name.trim(), "id" | "stones")) {
            return Self::Problems;
        }
        named.unwrap_or_else(|| {
            let is_number = |character: char| character.is_ascii_digit() || matches!(character, '-' | '+' | ',');
            if first.contains(',') && first.chars().filter(|each| !each.is_whitespace()).all(is_number) {
                Self::Offset
            } else if picture::is_row(first) {
                Self::Picture
            } else {
                Self::Moves
            }
        })
    }

    /// The kind that the text was taken for, with the reason.
    const fn reason(self) -> &'static str {
        match self {
            Self::Moves => "taken for a move list: h8i9j10; the empty board is `initial`",
            Self::Pos => "taken for a pos file, in which row 1 is the upper one, because of its name",
            Self::Offset => {
                "taken for offsets from the centre, because it is numbers and commas; a move list is h8i9j10"
            }
            Self::Picture => "taken for a picture, because most of its characters are . - X O",
            Self::Problems => {
                "taken for a table of problems, because of the names of its columns or the end of its name"
            }
            Self::Sgf => "taken for SGF, because of the bracket or the end of its name",
            Self::Psq => "taken for a game of Piskvork, because of its first word or the end of its name",
        }
    }
}

/// A position that a user gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// Number of its line, from 1.
    pub line: usize,
    /// How it was written.
    pub kind: Kind,
    /// The name that a table of problems gives it.
    pub id: Option<String>,
    /// The stones in their order, size and rule.
    pub position: Position,
    /// Within how many plies the side to move is said to win.
    pub at_most: Option<u32>,
}

/// Reads one position: `initial`, a move list, which may go over several lines, or any other kind with one position.
///
/// # Errors
/// The errors of the text in the form that it was taken for, with a line that says which; no or several positions.
pub fn read_position(source: &Source, setting: Setting) -> Result<Given, Diagnostics> {
    let kind = Kind::of(source);
    let range = trimmed(source, 0..source.text.len());
    let text = &source.text[range.clone()];
    if text.is_empty() {
        return Err(Diagnostic::new("no position").at(source.excerpt(range, "expected a position")).help(FORMS).into());
    }
    if kind == Kind::Moves {
        let line = source.text[..range.start].matches('\n').count() + 1;
        return read_line(source, range, setting)
            .map(|position| Given { line, kind, id: None, position, at_most: None })
            .map_err(Diagnostics::from);
    }
    let mut all = read_positions_as(source, kind, setting).map_err(|problems| with_reason(&problems, kind))?;
    match (all.len(), all.pop()) {
        (1, Some(given)) => Ok(given),
        (count, _) => Err(Diagnostic::new(format!("{count} positions where one is expected"))
            .at(source.excerpt(range, "expected one position"))
            .help(kind.reason())
            .into()),
    }
}

/// Reads a file of positions of the kind that [`Kind::of`] tells.
///
/// # Errors
/// All problems of the file in that form; no position at all.
pub fn read_positions(source: &Source, setting: Setting) -> Result<Vec<Given>, Diagnostics> {
    read_positions_as(source, Kind::of(source), setting)
}

/// Reads a file of positions of this kind. SGF, psq and pictures bring the size of their boards, SGF its rule too; all
/// else is the setting's.
///
/// # Errors
/// All problems of the file in that form; no position at all.
pub fn read_positions_as(source: &Source, kind: Kind, setting: Setting) -> Result<Vec<Given>, Diagnostics> {
    let plain = |(line, position)| Given { line, kind, id: None, position, at_most: None };
    let all: Vec<Given> = match kind {
        Kind::Moves => read_lines(source, setting)?.into_iter().map(plain).collect(),
        Kind::Picture => read_pictures(source, setting)?.into_iter().map(plain).collect(),
        Kind::Pos => openings::read_pos(source, setting)?.into_iter().map(plain).collect(),
        Kind::Offset => openings::read_offset(source, setting)?.into_iter().map(plain).collect(),
        Kind::Sgf => sgf::read_sgf(source, setting)?.into_iter().map(plain).collect(),
        Kind::Psq => vec![plain((1, psq::read_psq(source, setting.rule)?))],
        Kind::Problems => problems::read_problems(source, setting)?
            .into_iter()
            .map(|problem| Given {
                id: Some(problem.id),
                at_most: problem.at_most,
                ..plain((problem.line, problem.position))
            })
            .collect(),
    };
    if all.is_empty() {
        return Err(Diagnostic::new("no positions in the file")
            .at(source.excerpt(0..0, "expected a position on each line"))
            .help(FORMS)
            .into());
    }
    Ok(all)
}

const FORMS: &str = "a position is `initial` or moves: h8i9j10; files may also be pos, offset, tables of problems, \
                     pictures, SGF or psq";

/// Problems with the reason why the text was read so, once.
fn with_reason(problems: &Diagnostics, kind: Kind) -> Diagnostics {
    let mut explained = Diagnostics::new();
    let mut help = Some(kind.reason());
    for problem in problems.iter() {
        let problem = problem.clone();
        explained.push(|| help.take().into_iter().fold(problem, Diagnostic::help));
    }
    explained
}

/// `initial` or a move list.
fn read_line(source: &Source, range: std::ops::Range<usize>, setting: Setting) -> Result<Position, Diagnostic> {
    let text = &source.text[range.clone()];
    if text.eq_ignore_ascii_case("initial") {
        return Ok(Position::empty(setting));
    }
    // A cell begins with a letter and a digit.
    let is_list = matches!(text.as_bytes(), [column, row, ..] if column.is_ascii_alphabetic() && row.is_ascii_digit());
    if is_list {
        return moves::read(source, range, setting, Rows::FromBottom)
            .map_err(|problem| problem.help(Kind::Moves.reason()));
    }
    let place = source.excerpt(range, "neither a name nor a move list");
    Err(match searchlab_trial::diagnostic::nearest(text, ["initial"]) {
        Some(near) => Diagnostic::unknown_name("position", text, &[near], Some(place)),
        None => Diagnostic::new(format!("{} is not a position", quoted(text))).at(place).help(FORMS),
    })
}

/// A position on each line.
fn read_lines(source: &Source, setting: Setting) -> Result<Vec<(usize, Position)>, Diagnostics> {
    let mut problems = Diagnostics::new();
    let mut all = Vec::new();
    for (line, content) in contents(source) {
        match read_line(source, content, setting) {
            Ok(position) => all.push((line, position)),
            Err(problem) => problems.push(|| problem),
        }
    }
    problems.into_result(all)
}

/// Pictures with blank lines between. Lines that begin with `#` are skipped.
fn read_pictures(source: &Source, setting: Setting) -> Result<Vec<(usize, Position)>, Diagnostics> {
    let mut problems = Diagnostics::new();
    let mut all = Vec::new();
    let text: Vec<Line<'_>> =
        lines(source, 0..source.text.len(), 1).filter(|line| !line.text.starts_with('#')).collect();
    for picture in text.split(|line| line.text.trim().is_empty()).filter(|lines| !lines.is_empty()) {
        match picture::read(source, picture, setting.rule) {
            Ok(position) => all.push((picture[0].number, position)),
            Err(more) => problems.append(more),
        }
    }
    problems.into_result(all)
}
