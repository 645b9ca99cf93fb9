//! Games of Connect Four.

use super::format::{read, read_moves};
use super::run::{CONNECT4, ConnectFourRunner};
use super::solver::sign;
use super::{Column, Position, Size};
use crate::Side;
use crate::in_a_row::winning_rows;
use crate::play::gtp::Gtp;
use crate::play::spec::{Level, level, levels_up_to};
use crate::play::{
    BoardGame, BoardMaterial, Cell, Game, INITIAL, Players, SearchableGame, TuiBoard, letters, picture, read_each,
};
use searchlab_search::budget::Budget;
use searchlab_search::game::Game as _;
use searchlab_trial::diagnostic::{Diagnostics, Source};
use searchlab_trial::record::Hasher;
use searchlab_trial::text::counted;

impl Position {
    fn row_from_top(&self, row: u8) -> u8 {
        self.size().rows() - 1 - row
    }

    /// Number of discs in a column.
    fn height(&self, column: Column) -> u8 {
        (0..self.size().rows()).take_while(|&row| self.disc(column, row).is_some()).count() as u8
    }
}

impl BoardGame for Position {
    type Move = Column;

    const PIECE: &'static str = "disc";
    const EXAMPLE: &'static str = "4";

    fn side(&self) -> Side {
        Self::side(self)
    }

    fn is_initial(&self) -> bool {
        self.discs() == 0
    }

    fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    fn winner(&self) -> Option<Side> {
        self.is_won().then(|| Self::side(self).other())
    }

    fn moves(&self) -> Vec<Column> {
        Self::moves(self).collect()
    }

    fn after(&self, mv: Column) -> Option<Self> {
        Self::after(self, mv)
    }

    fn illegal_reason(&self, mv: Column) -> String {
        match mv.0 < self.size().columns() {
            _ if BoardGame::is_over(self) => "the game is over".to_owned(),
            true => format!("column {mv} is full"),
            false => format!("there is no column {mv}"),
        }
    }

    fn number(&self) -> u32 {
        self.discs() + 1
    }

    fn spell(&self, mv: Column) -> String {
        mv.to_string()
    }

    fn read_first<'t>(&self, text: &'t str) -> Option<(Column, &'t str)> {
        let mut letters = text.chars();
        let column = letters.next()?.to_digit(10)?.checked_sub(1)?;
        Some((Column(column as u8), letters.as_str()))
    }

    fn by_code(&self, code: u16) -> Option<Column> {
        u8::try_from(code).ok().filter(|&column| column < self.size().columns()).map(Column)
    }

    /// The rows from the top, with a stroke between them.
    fn text(&self) -> String {
        if self.discs() == 0 {
            let tag = self.variant_tag();
            return if tag.is_empty() { INITIAL.to_owned() } else { format!("{INITIAL} {tag}") };
        }
        self.to_string().replace('\n', "/")
    }

    fn variant_tag(&self) -> String {
        if self.size() == Size::STANDARD { String::new() } else { self.size().to_string() }
    }

    fn letters(&self) -> Option<(u8, u8, String)> {
        Some(letters(self))
    }

    fn content(&self) -> u64 {
        let mut hasher = Hasher::default();
        hasher.write(&[self.size().columns(), self.size().rows()]);
        hasher.write_u64(self.own);
        hasher.write_u64(self.all);
        hasher.finish()
    }

    fn score(&self) -> String {
        counted(self.discs().into(), Self::PIECE)
    }

    fn picture(game: &Game<Self>, columns: usize, color: bool) -> String {
        picture::terminal(game.position(), columns, color)
    }

    /// Each line is a list of columns, or a board as its rows with `/` between; a size may stand behind it or behind a `#`.
    fn read(&self, source: &Source) -> Result<Vec<Game<Self>>, Diagnostics> {
        read_each(source, |line, whole| {
            let said = |text: &str| text.split([' ', ';', '#']).find_map(|word| Size::parse(word).ok());
            let size = said(&line.text).or_else(|| said(whole)).unwrap_or_else(|| self.size());
            let words = line.text.split_whitespace().filter(|word| Size::parse(word).is_err());
            let text = words.collect::<Vec<_>>().join("\n");
            let text = if text == INITIAL { String::new() } else { text.replace('/', "\n") };
            game(&Source::new(line.name.as_str(), text), size)
        })
    }
}

/// The game of a move list, or one that begins with a board.
fn game(source: &Source, size: Size) -> Result<Game<Position>, Diagnostics> {
    let start = Position::new(size);
    if !source.text.trim().is_empty() && !source.text.trim_start().starts_with(|sign: char| sign.is_ascii_digit()) {
        return read(source, size).map(Game::new);
    }
    let mut game = Game::new(start);
    for column in read_moves(source, start)? {
        game.push(column);
    }
    Ok(game)
}

impl TuiBoard for Position {
    const FELT: BoardMaterial = BoardMaterial::Green;

    fn title(&self) -> String {
        format!("Connect Four {}", self.size())
    }

    fn size(&self) -> (u8, u8) {
        (self.size.columns(), self.size.rows())
    }

    /// From the bottom.
    fn row_number(&self, row: u8) -> u8 {
        self.size.rows() - row
    }

    fn column_name(&self, column: u8) -> String {
        Column(column).to_string()
    }

    fn piece(&self, cell: Cell) -> Option<Side> {
        self.disc(Column(cell.column), self.row_from_top(cell.row))
    }

    /// On top of the discs of the column.
    fn cell_of(&self, mv: Column) -> Option<Cell> {
        let row = self.height(mv);
        (row < self.size.rows()).then(|| Cell { column: mv.0, row: self.row_from_top(row) })
    }

    fn move_at(&self, cell: Cell) -> Option<Column> {
        (cell.column < self.size.columns()).then_some(Column(cell.column))
    }

    fn winning_line(&self) -> Vec<Cell> {
        winning_rows(self, 4)
    }

    fn legend(&self) -> String {
        "marks: where a disc falls".to_owned()
    }
}

impl SearchableGame for Position {
    type Runner = ConnectFourRunner;
    type EngineProtocol = Gtp;

    const PLAYERS: Players = Players {
        program_keys: Some(&[]),
        most_effort: Some(36),
        ..Players::new(&CONNECT4, "alphabeta-tt:depth=8", &LEVELS)
    };

    /// That many empty cells take a few milliseconds.
    const REFEREE: Option<u64> = Some(30);

    const JUDGES_MINIMAX: bool = true;

    /// The winner, once no more cells are empty than the effort.
    fn solved(&self, effort: u64, budget: &Budget) -> Option<i32> {
        if u64::from(Self::size(self).cells() - self.discs()) > effort {
            return None;
        }
        let sign = sign(self, budget)?;
        Some(if Self::side(self) == Side::Black { sign } else { -sign })
    }
}

/// From chance to perfect play.
const LEVELS: [Level; 10] = levels_up_to([
    level("hybrid:nodes=20000,book=none", "twenty thousand nodes a move: perfect near the end"),
    level("hybrid:nodes=1000000,book=none", "a million nodes a move: perfect from the middle on"),
    level("hybrid:time=5s", "perfect in the first plies by a book, and from the eighth on; five seconds a move"),
]);
