//! Files of tile puzzles.
//!
//! Two forms, mixed as one likes; `#` begins a comment that goes to the end of its line.
//!
//! - Plain: 9, 16 or 25 numbers separated by white space, row by row, 0 for the blank. Over several lines, where a
//!   blank line ends a board; or whole boards one to a line.
//! - Listed (the form in which Korf's hundred are published): `number TAB tiles TAB h0 TAB length TAB nodes`, the last
//!   three being Manhattan distance, optimal length and the nodes of IDA*. They may be left out from the right, and
//!   `-` stands for what is not known.
//!
//! Not here: how errors are shown; whether a board can be solved (board.rs).

use std::fmt;

use super::board::{Board, Eight, Fifteen, Size, TwentyFour, Word as _};
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Excerpt, Source, quoted};

/// A board of any of the three sizes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Puzzle {
    /// Three by three.
    Eight(Board<Eight>),
    /// Four by four.
    Fifteen(Board<Fifteen>),
    /// Five by five.
    TwentyFour(Board<TwentyFour>),
}

impl Puzzle {
    /// The board of these tiles, if they are one.
    pub fn new(tiles: &[u8]) -> Option<Self> {
        match tiles.len() {
            9 => Board::new(tiles).ok().map(Self::Eight),
            16 => Board::new(tiles).ok().map(Self::Fifteen),
            25 => Board::new(tiles).ok().map(Self::TwentyFour),
            _ => None,
        }
    }

    /// The tiles by place, row by row, 0 for the blank.
    pub(crate) fn tiles(self) -> Vec<u8> {
        match self {
            Self::Eight(board) => board.tiles().collect(),
            Self::Fifteen(board) => board.tiles().collect(),
            Self::TwentyFour(board) => board.tiles().collect(),
        }
    }

    /// The code of the board in traces.
    pub(super) fn code(self) -> u128 {
        match self {
            Self::Eight(board) => board.0.code(),
            Self::Fifteen(board) => board.0.code(),
            Self::TwentyFour(board) => board.0.code(),
        }
    }

    /// The puzzle's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Eight(_) => Eight::NAME,
            Self::Fifteen(_) => Fifteen::NAME,
            Self::TwentyFour(_) => TwentyFour::NAME,
        }
    }

    /// The usual goal of its size: 0 1 2 …
    pub fn goal(self) -> Self {
        match self {
            Self::Eight(_) => Self::Eight(Board::goal()),
            Self::Fifteen(_) => Self::Fifteen(Board::goal()),
            Self::TwentyFour(_) => Self::TwentyFour(Board::goal()),
        }
    }

    /// The other goal in use: 1 2 3 …, the blank at the bottom right.
    pub(crate) fn goal_with_blank_last(self) -> Self {
        match self {
            Self::Eight(_) => Self::Eight(Board::goal_with_blank_last()),
            Self::Fifteen(_) => Self::Fifteen(Board::goal_with_blank_last()),
            Self::TwentyFour(_) => Self::TwentyFour(Board::goal_with_blank_last()),
        }
    }

    /// The usual goal with its last two tiles exchanged, which can be reached from the boards of the other parity.
    pub(crate) fn exchanged_goal(self) -> Self {
        let mut tiles = self.goal().tiles();
        let last = tiles.len() - 1;
        tiles.swap(last - 1, last);
        Self::new(&tiles).unwrap_or(self)
    }

    /// True if moves can lead to `goal`, a board of the same size.
    pub fn is_solvable_to(self, goal: Self) -> bool {
        match (self, goal) {
            (Self::Eight(board), Self::Eight(goal)) => board.is_solvable_to(goal),
            (Self::Fifteen(board), Self::Fifteen(goal)) => board.is_solvable_to(goal),
            (Self::TwentyFour(board), Self::TwentyFour(goal)) => board.is_solvable_to(goal),
            _ => false,
        }
    }

    /// A picture of boxes, see [`Board::picture`].
    pub fn picture(self) -> String {
        match self {
            Self::Eight(board) => board.picture(),
            Self::Fifteen(board) => board.picture(),
            Self::TwentyFour(board) => board.picture(),
        }
    }
}

/// The tiles in one line, separated by blanks.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Eight(board) => board.fmt(f),
            Self::Fifteen(board) => board.fmt(f),
            Self::TwentyFour(board) => board.fmt(f),
        }
    }
}

/// The data of an instance in a list, for checks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Listed {
    /// Its number in the list.
    pub number: Option<u32>,
    /// Manhattan distance of the start.
    pub manhattan: Option<u32>,
    /// Moves of a shortest solution.
    pub length: Option<u32>,
    /// Children that IDA* with Manhattan distance generates, plus one.
    pub nodes: Option<u64>,
}

/// One puzzle of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instance {
    /// The start.
    pub puzzle: Puzzle,
    /// The data that the file gives of it.
    pub listed: Listed,
    /// The line on which it begins, from 1.
    pub line: usize,
}

/// One thing that is wrong with a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormatError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// Characters concerned.
    pub length: usize,
    /// The error.
    pub message: String,
    /// The form that was expected there.
    pub expected: String,
    /// The remedy.
    pub help: Option<String>,
}

/// A word of the file and where it stands.
#[derive(Debug, Clone, Copy)]
struct Token<'a> {
    text: &'a str,
    line: usize,
    column: usize,
}

impl Token<'_> {
    fn error(self, message: String, expected: &str) -> FormatError {
        let length = self.text.chars().count().max(1);
        let expected = expected.to_owned();
        FormatError { line: self.line, column: self.column, length, message, expected, help: None }
    }
}

/// The numbers of a puzzle with no number missing.
const COUNTS: [usize; 3] = [9, 16, 25];
const COUNTS_EXPECTED: &str = "9, 16 or 25 numbers (3x3, 4x4 or 5x5)";

/// Reads all puzzles of a source, for messages with its lines.
///
/// # Errors
/// As [`read`], each with its place.
pub(crate) fn read_puzzles(source: &Source) -> Result<Vec<Instance>, Diagnostics> {
    read(&source.text).map_err(|errors| problems(source, &errors))
}

/// The errors of the format with their lines.
fn problems(source: &Source, errors: &[FormatError]) -> Diagnostics {
    let mut problems = Diagnostics::new();
    for error in errors {
        problems.push(|| {
            let line = source.text.lines().nth(error.line.saturating_sub(1)).unwrap_or_default();
            let byte = |column: usize| line.char_indices().nth(column).map_or(line.len(), |(byte, _)| byte);
            let from = error.column.saturating_sub(1);
            let span = byte(from)..byte(from + error.length);
            let place = Excerpt::new(&source.name, error.line, line, span, format!("expected {}", error.expected));
            let problem = Diagnostic::new(error.message.as_str()).at(place);
            error.help.iter().fold(problem, Diagnostic::help)
        });
    }
    problems
}

/// Reads all puzzles of a file.
///
/// # Errors
/// Everything that is wrong with it, in the order of the file.
pub fn read(text: &str) -> Result<Vec<Instance>, Vec<FormatError>> {
    let mut reader = Reader::default();
    for (index, line) in text.lines().enumerate() {
        reader.line(index + 1, line);
    }
    reader.end_of_board();
    if reader.instances.is_empty() && reader.errors.is_empty() {
        reader.errors.push(FormatError {
            line: 1,
            column: 1,
            length: 1,
            message: "no puzzle in the file".to_owned(),
            expected: COUNTS_EXPECTED.to_owned(),
            help: Some("write the tiles row by row, 0 for the blank: 1 0 2 3 4 5 6 7 8".to_owned()),
        });
    }
    if reader.errors.is_empty() { Ok(reader.instances) } else { Err(reader.errors) }
}

#[derive(Debug, Default)]
struct Reader<'a> {
    /// The words of the board that is not yet complete.
    open: Vec<Token<'a>>,
    instances: Vec<Instance>,
    errors: Vec<FormatError>,
}

impl<'a> Reader<'a> {
    fn line(&mut self, number: usize, line: &'a str) {
        let content = line.split('#').next().unwrap_or_default();
        if content.trim().is_empty() {
            // A line with nothing but a comment ends no board.
            if content.len() == line.len() {
                self.end_of_board();
            }
            return;
        }
        let fields = fields(content, number);
        if is_listed(&fields) {
            self.end_of_board();
            self.listed(&fields);
            return;
        }
        let mut words: Vec<Token<'a>> = fields.into_iter().flatten().collect();
        if words.len() >= COUNTS[0] {
            self.end_of_board();
            self.board(&words, Listed::default());
        } else {
            self.open.append(&mut words);
        }
    }

    /// Ends the board that was spread over the lines before.
    fn end_of_board(&mut self) {
        let words = std::mem::take(&mut self.open);
        if !words.is_empty() {
            self.board(&words, Listed::default());
        }
    }

    /// A line of the listed form.
    fn listed(&mut self, fields: &[Vec<Token<'a>>]) {
        let mut listed = Listed { number: self.column(fields, 0), ..Listed::default() };
        listed.manhattan = self.column(fields, 2);
        listed.length = self.column(fields, 3);
        listed.nodes = self.column(fields, 4);
        for &extra in fields.iter().skip(5).flatten() {
            self.errors.push(extra.error("one column too many".to_owned(), "number, tiles, h0, length, nodes"));
        }
        self.board(&fields[1], listed);
    }

    /// The number in a column of the listed form.
    fn column<N: std::str::FromStr>(&mut self, fields: &[Vec<Token<'a>>], index: usize) -> Option<N> {
        let words = fields.get(index)?;
        if let Some(extra) = words.get(1) {
            self.errors.push(extra.error(format!("a second word in column {}", index + 1), "a tabulator before it"));
        }
        let word = words.first().filter(|word| word.text != "-")?;
        let value = word.text.parse().ok();
        if value.is_none() {
            let message = format!("{} is not a number that column {} can hold", quoted(word.text), index + 1);
            self.errors.push(word.error(message, "a whole number, or - for unknown"));
        }
        value
    }

    /// The words of one board.
    fn board(&mut self, words: &[Token<'a>], listed: Listed) {
        let errors_before = self.errors.len();
        let places = words.len();
        let is_complete = COUNTS.contains(&places);
        let mut tiles = Vec::with_capacity(places);
        let mut first_seen: Vec<Option<Token<'a>>> = vec![None; places];
        for &word in words {
            match word.text.parse::<u64>() {
                Err(_) => {
                    let mut error = word.error(format!("{} is not a number", quoted(word.text)), "a tile");
                    let help = if word.text.contains(',') {
                        "separate the tiles by blanks, not by commas"
                    } else {
                        "write the blank as 0"
                    };
                    error.help = Some(help.to_owned());
                    self.errors.push(error);
                }
                Ok(_) if !is_complete => {}
                Ok(tile) if tile >= places as u64 => {
                    let expected = format!("0 to {}", places - 1);
                    self.errors.push(word.error(format!("tile {tile} is out of range"), &expected));
                }
                Ok(tile) => {
                    tiles.push(tile as u8);
                    if let Some(first) = first_seen[tile as usize].replace(word) {
                        let mut error = word.error(format!("tile {tile} stands twice"), "each tile once");
                        error.help = Some(format!("first on line {}, column {}", first.line, first.column));
                        self.errors.push(error);
                        first_seen[tile as usize] = Some(first);
                    }
                }
            }
        }
        let Some(&first) = words.first() else { return };
        if !is_complete {
            let noun = if places == 1 { "number" } else { "numbers" };
            let mut error = first.error(format!("a board of {places} {noun}"), COUNTS_EXPECTED);
            error.help = Some("a blank line ends a board".to_owned());
            self.errors.push(error);
            return;
        }
        let missing: Vec<String> =
            (0..places).filter(|&tile| first_seen[tile].is_none()).map(|t| t.to_string()).collect();
        if !missing.is_empty() {
            let noun = if missing.len() == 1 { "tile" } else { "tiles" };
            let expected = format!("every tile from 0 to {}", places - 1);
            self.errors.push(first.error(format!("{noun} {} missing", missing.join(", ")), &expected));
        }
        if self.errors.len() == errors_before
            && let Some(puzzle) = Puzzle::new(&tiles)
        {
            self.instances.push(Instance { puzzle, listed, line: first.line });
        }
    }
}

/// The words of each field of a line; fields are separated by tabulators.
fn fields(content: &str, line: usize) -> Vec<Vec<Token<'_>>> {
    let mut fields = vec![Vec::new()];
    let mut word: Option<(usize, usize)> = None;
    let mut column = 0;
    // A blank behind the line ends its last word.
    for (offset, character) in content.char_indices().chain([(content.len(), ' ')]) {
        column += 1;
        if !character.is_whitespace() {
            word.get_or_insert((offset, column));
            continue;
        }
        if let Some((begin, column)) = word.take()
            && let Some(field) = fields.last_mut()
        {
            field.push(Token { text: &content[begin..offset], line, column });
        }
        if character == '\t' {
            fields.push(Vec::new());
        }
    }
    fields
}

/// True if a line has the listed form: one word, a tabulator, and more words separated by blanks than a row of the
/// largest board has.
fn is_listed(fields: &[Vec<Token<'_>>]) -> bool {
    matches!(fields, [number, tiles, ..] if number.len() == 1 && tiles.len() > usize::from(TwentyFour::SIDE))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errors(text: &str) -> Vec<(usize, usize, usize, String)> {
        let errors = read(text).expect_err("has errors");
        errors.into_iter().map(|error| (error.line, error.column, error.length, error.message)).collect()
    }

    #[test]
    fn plain_boards_in_all_layouts() {
        let board = Puzzle::new(&[1, 0, 2, 3, 4, 5, 6, 7, 8]).unwrap();
        for text in [
            "1 0 2 3 4 5 6 7 8",
            "1 0 2\n3 4 5\n6 7 8\n",
            "# a board\n1\t0\t2\n# its middle\n3\t4 5\r\n  6 7   8  # its end",
            "\n\n1 0 2 3\n4 5 6 7\n8\n\n\n",
        ] {
            let instances = read(text).unwrap();
            assert_eq!(instances.len(), 1, "{text:?}");
            assert_eq!(instances[0].puzzle, board);
            assert_eq!(instances[0].listed, Listed::default());
        }
    }

    #[test]
    fn several_boards_of_several_sizes() {
        let large: Vec<String> = (0..25).map(|tile| tile.to_string()).collect();
        let text = format!("1 0 2\n3 4 5\n6 7 8\n\n1 2 0\n3 4 5\n6 7 8\n{}\n0 1 2\n3 4 5\n6 7 8", large.join(" "));
        let instances = read(&text).unwrap();
        let names: Vec<(usize, &str)> = instances.iter().map(|each| (each.line, each.puzzle.name())).collect();
        assert_eq!(names, [(1, "8-puzzle"), (5, "8-puzzle"), (8, "24-puzzle"), (9, "8-puzzle")]);
        assert_eq!(instances[2].puzzle.to_string(), large.join(" "));
    }

    #[test]
    fn listed_boards_carry_what_is_listed() {
        let text = "# a list\n7\t1 0 2 3 4 5 6 7 8\t1\t1\t3\n8\t1 2 0 3 4 5 6 7 8\t-\t2\n";
        let instances = read(text).unwrap();
        let first = Listed { number: Some(7), manhattan: Some(1), length: Some(1), nodes: Some(3) };
        assert_eq!(instances[0].listed, first);
        assert_eq!(instances[1].listed, Listed { number: Some(8), length: Some(2), ..Listed::default() });
    }

    #[test]
    fn everything_wrong_is_reported_at_its_place() {
        assert_eq!(errors("")[0].3, "no puzzle in the file");
        assert_eq!(errors("# only\n\n")[0].3, "no puzzle in the file");
        assert_eq!(errors("1 2 3"), [(1, 1, 1, "a board of 3 numbers".to_owned())]);
        assert_eq!(
            errors("1 0 2\n3 x 5\n6 7 12\n"),
            [
                (2, 3, 1, "\"x\" is not a number".to_owned()),
                (3, 5, 2, "tile 12 is out of range".to_owned()),
                (1, 1, 1, "tiles 4, 8 missing".to_owned()),
            ]
        );
        assert_eq!(
            errors("0 1 2\n3 4 5\n6 7 7\n\n\n1 2\n"),
            [
                (3, 5, 1, "tile 7 stands twice".to_owned()),
                (1, 1, 1, "tile 8 missing".to_owned()),
                (6, 1, 1, "a board of 2 numbers".to_owned()),
            ]
        );
        assert_eq!(errors("1 0 -2 3 4 5 6 7 8")[0].3, "\"-2\" is not a number");
        assert_eq!(errors("1\t1 0 2 3 4 5 6 7\t1\tmany")[0].3, "\"many\" is not a number that column 4 can hold");
        assert_eq!(errors("1\t1 0 2 3 4 5 6 7\t1\t1")[0].3, "a board of 8 numbers");
        assert_eq!(errors("1\t1 0 2 3 4 5 6 7 8\t1\t1\t1\t1")[0].3, "one column too many");
    }

    /// Found by fuzzing: a message repeated the whole word, however long, each control character as five.
    #[test]
    fn words_without_end_are_cut_in_messages() {
        for text in ["\u{7}".repeat(90), format!("1\t1 0 2 3 4 5 6 7 8\t{}", "x".repeat(10_000))] {
            let message = &errors(&text)[0].3;
            assert!(message.chars().count() < 600, "{message}");
        }
    }
}
