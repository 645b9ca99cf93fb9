//! Maps of the Moving AI benchmarks.
//!
//! Idea        Four header lines, `type octile`, `height N`, `width N` and `map`, then the rows. `.` and `G` are free,
//!             `S` is swamp, `@` and `O` are outside, `T` are trees, `W` is water.
//! Source      Sturtevant, Benchmarks for grid-based pathfinding, IEEE TCIAIG 4(2):144-148, 2012.
//! Here        Swamp is free at the cost of any other cell, and a remark says so; `@ O T W` are blocked. With a table of
//!             costs its letters are free at their costs, whatever else they mean, and swamp needs one. The headers may
//!             stand in any order before `map`. Empty lines at the end are ignored.
//! Not here    Scenarios (scen.rs).

use std::io::{self, BufWriter, Write};

use super::rows::{self, Alphabet, Block, Class, Width};
use super::{Format, Line, Maze, lines};
use crate::maze::grid::{Grid, Place};
use crate::maze::terrain::CostTable;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source, quoted};
use searchlab_trial::text::counted;

const ALPHABET: Alphabet = Alphabet::new(
    &[
        (b'.', Class::Free),
        (b'G', Class::Free),
        (b'S', Class::Swamp),
        (b'@', Class::Wall),
        (b'O', Class::Wall),
        (b'T', Class::Wall),
        (b'W', Class::Wall),
    ],
    ". or G (free), S (swamp), or one of @ O T W (blocked)",
);

/// The characters with a table of costs.
fn weighed(table: &CostTable) -> Alphabet {
    let costs = table.entries().iter().map(|&(letter, cost)| (letter, Class::Cost(cost)));
    ALPHABET.with([(b'S', Class::Costless)].into_iter().chain(costs))
}

const HEADERS: [&str; 4] = ["type", "height", "width", "map"];

/// True if a line that begins with this word is a header.
pub(super) fn is_header(word: &[u8]) -> bool {
    HEADERS.iter().any(|header| header.as_bytes() == word)
}

/// A count in the header, and where it stands.
#[derive(Debug, Clone, Copy)]
struct Count<'a> {
    value: usize,
    line: Line<'a>,
    /// Where the number begins in the line.
    at: usize,
}

#[derive(Debug, Default)]
struct Header<'a> {
    kind: Option<Line<'a>>,
    height: Option<Line<'a>>,
    width: Option<Line<'a>>,
    map: Option<Line<'a>>,
    rows: Option<Count<'a>>,
    cols: Option<Count<'a>>,
}

/// Reads a Moving AI map, with a table of costs if its terrain counts.
///
/// # Errors
/// Missing, unknown or wrong headers, a height or width unlike the rows, unknown characters, ragged rows, too many
/// cells.
pub fn read(source: &Source, table: Option<&CostTable>) -> Result<Maze, Diagnostics> {
    let mut problems = Diagnostics::new();
    let alphabet = table.map_or(ALPHABET, weighed);
    let (header, body) = read_header(source, &mut problems);
    let end = source.text.trim_end_matches(['\r', '\n']).len();
    let body = match body {
        Some(line) if line.begin < end => line,
        _ => {
            problems.push(|| no_rows(source, &header));
            return Err(problems);
        }
    };
    let block = Block { source, range: body.begin..end, first: body.number };
    let width = expected_width(&block, &header, &mut problems);
    let rows = block.lines().count();
    if let Some(height) = header.rows.filter(|height| height.value != rows) {
        problems.push(|| wrong_height(&block, height, rows));
    }
    let Some(cells) = rows::read(&block, &alphabet, width, &mut problems) else { return Err(problems) };
    let remarks = match cells.swamps {
        0 => Vec::new(),
        swamps => vec![format!("{} (S) counted as free, at the cost of any other cell", counted(swamps, "swamp cell"))],
    };
    cells.into_maze(Format::MovingAi, remarks, &table.map(CostTable::to_string).unwrap_or_default())
}

/// Reads the header. Returns it and the first line after it.
fn read_header<'a>(source: &'a Source, problems: &mut Diagnostics) -> (Header<'a>, Option<Line<'a>>) {
    let mut header = Header::default();
    let mut all = lines(source, 0..source.text.len(), 1).skip_while(|line| line.text.trim().is_empty()).peekable();
    let first = all.peek().copied();
    let mut body = None;
    while let Some(line) = all.next() {
        let word = line.text.split_ascii_whitespace().next().unwrap_or("");
        if !is_header(word.as_bytes()) {
            // Letters that no row has: a header that is misspelt. Anything else is the first row.
            if word.bytes().any(|byte| byte.is_ascii_lowercase()) && ALPHABET.width(word.as_bytes()) > 1 {
                let begin = line.text.len() - line.text.trim_start().len();
                let place = rows::excerpt(&source.name, &line, begin..begin + word.len(), String::new());
                problems.push(|| Diagnostic::unknown_name("header", word, &HEADERS, Some(place)));
                continue;
            }
            body = Some(line);
            break;
        }
        take_header(source, word, line, &mut header, problems);
        if word == "map" {
            body = all.next();
            break;
        }
    }
    let expected = [
        (header.kind, "`type octile`"),
        (header.height, "`height` with the number of rows"),
        (header.width, "`width` with the number of columns"),
        (header.map, "`map`"),
    ];
    let missing: Vec<_> = expected.iter().filter(|(line, _)| line.is_none()).map(|(_, header)| *header).collect();
    if !missing.is_empty() {
        problems.push(|| missing_headers(source, &missing, body.or(first)));
    }
    (header, body)
}

/// The place of what is missing is where the rows begin, or else the first line.
fn missing_headers(source: &Source, missing: &[&str], before: Option<Line<'_>>) -> Diagnostic {
    let plural = if missing.len() == 1 { "" } else { "s" };
    let diagnostic = Diagnostic::new(format!("missing header{plural} {}", missing.join(", ")));
    let Some(line) = before else { return diagnostic };
    let mark = line.text.chars().next().map_or(0, char::len_utf8);
    diagnostic.at(rows::excerpt(&source.name, &line, 0..mark, "expected before the rows".to_owned()))
}

fn take_header<'a>(source: &Source, word: &str, line: Line<'a>, header: &mut Header<'a>, problems: &mut Diagnostics) {
    let seen = match word {
        "type" => &mut header.kind,
        "height" => &mut header.height,
        "width" => &mut header.width,
        _ => &mut header.map,
    };
    if let Some(first) = seen {
        problems.push(|| {
            Diagnostic::new(format!("a second header `{word}`"))
                .at(rows::excerpt(&source.name, &line, 0..line.text.len(), String::new()))
                .at(rows::excerpt(&source.name, first, 0..first.text.len(), "the first".to_owned()))
        });
        return;
    }
    *seen = Some(line);
    let after = line.text.len() - line.text.trim_start()[word.len()..].trim_start().len();
    let value = line.text[after..].trim_end();
    let place = |label: &str| rows::excerpt(&source.name, &line, after..after + value.len(), label.to_owned());
    match word {
        "type" if value != "octile" => {
            problems.push(|| Diagnostic::unknown_name("type of map", value, &["octile"], Some(place(""))));
        }
        "map" if !value.is_empty() => {
            problems.push(|| Diagnostic::new("text after `map`").at(place("expected the first row in the next line")));
        }
        "height" | "width" => match value.parse() {
            Ok(count @ 1..=usize::MAX) => {
                let slot = if word == "height" { &mut header.rows } else { &mut header.cols };
                *slot = Some(Count { value: count, line, at: after });
            }
            _ => problems.push(|| {
                let message = format!("the {word} {} is not a number of cells", quoted(value));
                Diagnostic::new(message).at(place("expected a whole number from 1"))
            }),
        },
        _ => {}
    }
}

/// The width of the header if any row has it. If none has, the header is wrong and not all of the rows.
fn expected_width(block: &Block<'_>, header: &Header<'_>, problems: &mut Diagnostics) -> Option<Width> {
    let width = header.cols?;
    if block.lines().any(|line| ALPHABET.width(line.bytes()) == width.value) {
        return Some(Width { cells: width.value, reason: format!("by the width in line {}", width.line.number) });
    }
    let first = block.lines().next()?;
    let found = counted(ALPHABET.width(first.bytes()) as u64, "cell");
    problems.push(|| {
        let message = format!("wrong width {}: the first row has {found}", width.value);
        wrong_count(block, width, message, &first, format!("this row has {found}"))
    });
    None
}

fn wrong_height(block: &Block<'_>, height: Count<'_>, rows: usize) -> Diagnostic {
    let message = format!("wrong height {}: the map has {}", height.value, counted(rows as u64, "row"));
    let last = block.lines().nth(height.value.min(rows - 1));
    let label = if rows > height.value { "the first row too many" } else { "the last row" };
    match last {
        Some(line) => wrong_count(block, height, message, &line, label.to_owned()),
        None => Diagnostic::new(message),
    }
}

fn wrong_count(block: &Block<'_>, count: Count<'_>, message: String, row: &Line<'_>, label: String) -> Diagnostic {
    let name = &block.source.name;
    let value = count.at..count.line.text.trim_end().len();
    let mark = row.text.chars().next().map_or(0, char::len_utf8);
    Diagnostic::new(message)
        .at(rows::excerpt(name, &count.line, value, "unlike the rows".to_owned()))
        .at(rows::excerpt(name, row, 0..mark, label))
}

fn no_rows(source: &Source, header: &Header<'_>) -> Diagnostic {
    let end = source.text.trim_end().len();
    let after = if header.map.is_some() { "expected rows after this line" } else { "expected `map` and rows" };
    Diagnostic::new("a map without rows").at(source.excerpt(end..end, after))
}

/// Writes a grid as a Moving AI map, `.` free and `@` blocked.
///
/// # Errors
/// The error of `out`.
pub fn write_map(grid: &Grid, out: &mut impl Write) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, out);
    write!(out, "type octile\nheight {}\nwidth {}\nmap\n", grid.rows(), grid.cols())?;
    for row in 0..grid.rows() {
        for col in 0..grid.cols() {
            out.write_all(if grid.is_free_at(Place { row, col }) { b"." } else { b"@" })?;
        }
        out.write_all(b"\n")?;
    }
    out.flush()
}
