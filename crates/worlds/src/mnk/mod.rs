//! m,n,k games: stones on free cells of a board of m columns and n rows, and the first side with k in a row wins. 3,3,3 is
//! tic-tac-toe.
//!
//! Source      Uiterwijk, van den Herik, The advantage of the initiative, Information Sciences 122 (2000), for the values
//!             of small boards; Nilsson, Problem-solving methods in artificial intelligence (1971), for the evaluation by
//!             open lines.
//! Not here    Boards beyond 10 by 10 and the rules of tournaments (Gomoku); columns that pieces fall into, which are a
//!             world of their own.

#[cfg(test)]
mod tests;
mod truth;

use std::fmt;

use crate::Side;
use crate::catalog::{EVALUATION, ORDERING, WorldInfo, name};
use crate::in_a_row::{picture, read_picture, row_starts, winning_rows};
use crate::play::spec::DEPTHS;
use crate::play::{
    self, BoardGame, BoardMaterial, Cell, GameCommands, GameWorld, INITIAL, NoProtocol, Players, SearchableGame,
    TuiBoard, continued_by, letter, letters, read_each, read_letter_and_number,
};
use crate::run::plain::{PlainGame, PlainRunner, compiled_here};
use crate::weights::{Feature, FeatureSet, Preset, linear_evaluation};
use crate::world::{Given, Key, KeyKind, Way, invalid_size};
use searchlab_search::budget::Budget;
use searchlab_search::game::{Evaluator, Game, Outcome, Score, splitmix64};
use searchlab_trial::diagnostic::{Diagnostics, Source};
use searchlab_trial::text::counted;

/// Most columns and most rows.
const MOST: u8 = 10;

/// Bits from a cell to the one below it: a row, and an empty bit behind it.
const STRIDE: u8 = MOST + 1;

/// The distances of neighbouring bits: level, falling to the left, down, falling to the right.
const DIRECTIONS: [u8; 4] = [1, STRIDE - 1, STRIDE, STRIDE + 1];

/// m, n and k.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Size {
    columns: u8,
    rows: u8,
    k: u8,
}

/// Tic-tac-toe.
impl Default for Size {
    fn default() -> Self {
        Self { columns: 3, rows: 3, k: 3 }
    }
}

impl Size {
    const ALLOWED: &'static str = "columns, rows and the length of the winning row, such as 3,3,3: 1 to 10 of each, the row no longer than the board";

    /// `None` if the size is not possible.
    pub fn new(columns: usize, rows: usize, k: usize) -> Option<Self> {
        let most = usize::from(MOST);
        let is_possible = (1..=most).contains(&columns) && (1..=most).contains(&rows);
        let is_possible = is_possible && (1..=columns.max(rows)).contains(&k);
        is_possible.then_some(Self { columns: columns as u8, rows: rows as u8, k: k as u8 })
    }

    /// Reads `3,3,3`.
    ///
    /// # Errors
    /// The sizes that are possible.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        let numbers: Vec<usize> = text.split(',').map_while(|number| number.trim().parse().ok()).collect();
        let count = text.split(',').count();
        let [columns, rows, k] = numbers[..] else { return Err(Self::ALLOWED) };
        Self::new(columns, rows, k).filter(|_| count == 3).ok_or(Self::ALLOWED)
    }

    fn cells(self) -> u32 {
        u32::from(self.columns) * u32::from(self.rows)
    }

    /// All cells.
    fn board(self) -> u128 {
        (0..self.rows).fold(0, |board, row| board | ((1 << self.columns) - 1) << (row * STRIDE))
    }

    fn has_row(self, stones: u128) -> bool {
        DIRECTIONS.into_iter().any(|shift| row_starts(stones, shift, self.k) != 0)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.columns, self.rows, self.k)
    }
}

const fn bit(cell: Cell) -> u128 {
    1 << (cell.row * STRIDE + cell.column)
}

/// Stones on a board. Black, written X, moves first; the number of stones tells the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// The stones of the side to move, row by row from the top.
    own: u128,
    free: u128,
    opponent: u128,
    size: Size,
}

impl Position {
    /// The empty board.
    pub fn new(size: Size) -> Self {
        Self { own: 0, opponent: 0, free: size.board(), size }
    }

    const fn stones(&self) -> u32 {
        (self.own | self.opponent).count_ones()
    }

    /// The free cells row by row; none after the end.
    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let mut rest = if self.size.has_row(self.opponent) { 0 } else { self.free };
        std::iter::from_fn(move || {
            let place = rest.trailing_zeros() as u8;
            rest &= rest.wrapping_sub(1);
            (place < 128).then_some(Cell { column: place % STRIDE, row: place / STRIDE })
        })
    }

    fn side_to_move(&self) -> Side {
        if self.stones().is_multiple_of(2) { Side::Black } else { Side::White }
    }

    /// Reads moves like `b2a1`, or a picture of this size.
    fn game(size: Size, source: &Source) -> Result<play::Game<Self>, Diagnostics> {
        const FORMS: &str = "a position is moves like b2a1, or a picture: rows of . X O";
        if !source.text.trim_start().starts_with(['.', 'X', 'x', 'O', 'o']) {
            return continued_by(play::Game::new(Self::new(size)), source, 0..source.text.len());
        }
        let size = |columns, rows| {
            let has_this_size = (columns, rows) == (size.columns.into(), size.rows.into());
            has_this_size.then_some(size)
        };
        let allowed = "the size of another board stands behind it: X../.../... 3,3,3";
        let read = read_picture(source, FORMS, (size, allowed))?;
        let mut stones = [0; 2];
        read.pieces.iter().for_each(|&(cell, _, side)| stones[side.index()] |= bit(cell));
        let surplus = stones[0].count_ones().wrapping_sub(stones[1].count_ones());
        let (own, opponent) = if surplus == 0 { (stones[0], stones[1]) } else { (stones[1], stones[0]) };
        if surplus > 1 || read.size.has_row(own) {
            return Err(read.unreachable(source, read.size.k).into());
        }
        let free = read.size.board() & !(own | opponent);
        Ok(play::Game::new(Self { own, opponent, free, size: read.size }))
    }
}

impl Game for Position {
    type Move = Cell;
    type Undo = Self;
    type TargetFeatures = ();

    const MOVE_CODES: u16 = MOST as u16 * STRIDE as u16;

    fn instructions(&self) {}

    /// Row by row.
    fn moves(&self, visit: impl FnMut(Cell)) {
        self.cells().for_each(visit);
    }

    fn make(&mut self, cell: Cell) -> Self {
        let before = *self;
        let bit = bit(cell);
        *self = Self { own: before.opponent, opponent: before.own | bit, free: before.free ^ bit, size: before.size };
        before
    }

    fn unmake(&mut self, _: Cell, before: Self) {
        *self = before;
    }

    fn outcome(&self) -> Option<Outcome> {
        let is_won = self.size.has_row(self.opponent);
        is_won.then_some(Outcome::Lost).or((self.free == 0).then_some(Outcome::Drawn))
    }

    fn key(&self) -> u64 {
        // Another size has other free cells, or another k.
        let words = [self.own, self.free].map(|cells| [cells as u64, (cells >> 64) as u64]);
        words.as_flattened().iter().fold(self.size.k.into(), |key, word| splitmix64(key ^ word))
    }

    fn side(&self) -> usize {
        self.side_to_move().index()
    }

    fn code(cell: Cell) -> u16 {
        u16::from(cell.row) * u16::from(STRIDE) + u16::from(cell.column)
    }

    /// Cells near the middle are on more rows.
    fn static_rank(&self, cell: Cell) -> u8 {
        let far = |place: u8, side: u8| (2 * place + 1).abs_diff(side);
        2 * MOST - far(cell.column, self.size.columns) - far(cell.row, self.size.rows)
    }
}

impl BoardGame for Position {
    type Move = Cell;

    const PIECE: &'static str = "stone";
    const EXAMPLE: &'static str = "b2";

    fn side(&self) -> Side {
        self.side_to_move()
    }

    fn is_initial(&self) -> bool {
        self.stones() == 0
    }

    fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    fn winner(&self) -> Option<Side> {
        self.size.has_row(self.opponent).then(|| self.side_to_move().other())
    }

    fn moves(&self) -> Vec<Cell> {
        self.cells().collect()
    }

    fn after(&self, cell: Cell) -> Option<Self> {
        let mut after = *self;
        self.cells().any(|free| free == cell).then(|| {
            after.make(cell);
            after
        })
    }

    fn illegal_reason(&self, cell: Cell) -> String {
        match self.piece(cell) {
            _ if BoardGame::is_over(self) => "the game is over".to_owned(),
            Some(_) => format!("{} is taken", self.spell(cell)),
            None => format!("there is no {}", self.spell(cell)),
        }
    }

    fn number(&self) -> u32 {
        self.stones() + 1
    }

    fn spell(&self, cell: Cell) -> String {
        format!("{}{}", letter(cell.column), cell.row + 1)
    }

    fn read_first<'t>(&self, text: &'t str) -> Option<(Cell, &'t str)> {
        let ([column, row], rest) = read_letter_and_number(text, [MOST, MOST])?;
        Some((Cell { column, row: row - 1 }, rest))
    }

    fn by_code(&self, code: u16) -> Option<Cell> {
        let cell = Cell { column: (code % u16::from(STRIDE)) as u8, row: u8::try_from(code / u16::from(STRIDE)).ok()? };
        (cell.column < self.size.columns && cell.row < self.size.rows).then_some(cell)
    }

    /// The rows from the top with a stroke between them, and the size of boards other than 3,3,3.
    fn text(&self) -> String {
        let text = if self.is_initial() { INITIAL.to_owned() } else { picture(self).join("/") };
        format!("{text} {}", self.variant_tag()).trim_end().to_owned()
    }

    fn variant_tag(&self) -> String {
        if self.size == Size::default() { String::new() } else { self.size.to_string() }
    }

    fn letters(&self) -> Option<(u8, u8, String)> {
        Some(letters(self))
    }

    fn score(&self) -> String {
        counted(self.stones().into(), Self::PIECE)
    }

    fn picture(game: &play::Game<Self>, columns: usize, color: bool) -> String {
        game.position().drawn(columns, color)
    }

    /// Each line is a list of moves, or a board as its rows with `/` between; a size may stand behind it or behind a `#`.
    fn read(&self, source: &Source) -> Result<Vec<play::Game<Self>>, Diagnostics> {
        read_each(source, |line, whole| {
            let said = |text: &str| text.split([' ', ';', '#']).find_map(|word| Size::parse(word).ok());
            let size = said(&line.text).or_else(|| said(whole)).unwrap_or(self.size);
            let words = line.text.split_whitespace().filter(|word| Size::parse(word).is_err() && *word != INITIAL);
            let text = words.collect::<Vec<_>>().join(" ").replace('/', "\n");
            Self::game(size, &Source::new(line.name.as_str(), text))
        })
    }
}

impl TuiBoard for Position {
    const FELT: BoardMaterial = BoardMaterial::Green;

    fn title(&self) -> String {
        if self.size == Size::default() { "Tic-tac-toe".to_owned() } else { self.size.to_string() }
    }

    fn size(&self) -> (u8, u8) {
        (self.size.columns, self.size.rows)
    }

    fn piece(&self, cell: Cell) -> Option<Side> {
        let is_own = self.own & bit(cell) != 0;
        let side = if is_own { self.side_to_move() } else { self.side_to_move().other() };
        ((self.own | self.opponent) & bit(cell) != 0).then_some(side)
    }

    fn cell_of(&self, cell: Cell) -> Option<Cell> {
        Some(cell)
    }

    fn move_at(&self, cell: Cell) -> Option<Cell> {
        Some(cell)
    }

    fn winning_line(&self) -> Vec<Cell> {
        winning_rows(self, self.size.k)
    }
}

/// Rows of k cells without a stone of the other side, own less opponent's.
const FEATURES: &[Feature] = &[
    Feature {
        name: "open",
        summary: "rows of k cells that are still open to one side, own less opponent's",
        most: 400,
    },
    Feature { name: "stones", summary: "stones in such rows", most: 1000 },
    Feature { name: "lacking-one", summary: "such rows that lack one stone", most: 400 },
];

const PRESETS: &[Preset] = &[
    Preset { name: "nilsson", summary: "open rows (Nilsson 1971, for tic-tac-toe)", weights: &[("open", 1)] },
    Preset {
        name: "threats",
        summary: "rows that lack one stone, then the stones in open rows",
        weights: &[("stones", 1), ("lacking-one", 16)],
    },
];

static SCHEME: FeatureSet =
    FeatureSet { features: FEATURES, presets: PRESETS, limit: 2_000_000, example: "nilsson,stones=2", whole: &[] };

linear_evaluation!(SCHEME);

impl Evaluator<Position> for Evaluation {
    fn evaluate(&self, position: &Position) -> Score {
        let Position { own, opponent, free, size } = *position;
        let [per_row, per_stone, per_threat] = self.weights;
        let mut value = 0;
        for shift in DIRECTIONS {
            for (side, sign) in [(own, 1), (opponent, -1)] {
                let open = row_starts(side | free, shift, size.k);
                // Of the open rows, those in which no cell and one cell has been found empty so far.
                let (mut full, mut lacking_one, mut stones) = (open, 0, 0);
                for step in 0..size.k {
                    let held = side >> (step * shift);
                    stones += (open & held).count_ones();
                    lacking_one = lacking_one & held | full & !held;
                    full &= held;
                }
                let [rows, stones, threats] = [open.count_ones(), stones, lacking_one.count_ones()].map(|n| n as Score);
                value += sign * (per_row * rows + per_stone * stones + per_threat * threats);
            }
        }
        value
    }
}

/// m,n,k games.
pub(crate) const MNK: WorldInfo = WorldInfo {
    name: name("mnk", "m,n,k games: k in a row on m x n free cells up to 10x10; tic-tac-toe is 3,3,3"),
    defaults: &[(EVALUATION.key(), "nilsson"), (ORDERING.key(), "table,killer,history")],
    deepest: 60,
    usual_moves: 9.0,
    ..LINEAR_GAME
};

impl PlainGame for Position {
    type Evaluation = Evaluation;

    compiled_here!();
}

impl SearchableGame for Position {
    type Runner = PlainRunner<Self>;
    type EngineProtocol = NoProtocol;

    const PLAYERS: Players = Players { most_effort: Some(16), ..Players::new(&MNK, "alphabeta-tt:depth=9", &DEPTHS) };

    /// That many free cells take about a millisecond.
    const REFEREE: Option<u64> = Some(12);

    const JUDGES_MINIMAX: bool = true;

    /// The winner, once no more cells are free than the effort.
    fn solved(&self, effort: u64, budget: &Budget) -> Option<i32> {
        let is_near = u64::from(self.free.count_ones()) <= effort;
        let result = is_near.then(|| truth::result(self, budget))??;
        Some(if self.side_to_move() == Side::Black { result.into() } else { -i32::from(result) })
    }
}

const SIZE: Key = Key {
    name: "size",
    summary: "m,n,k games: columns, rows and the length of the winning row, each from 1 to 10. Default: \"3,3,3\".",
    help: "The board: columns, rows and the length of the winning row, each from 1 to 10",
    kind: KeyKind::Text("[0-9]+\\s*,\\s*[0-9]+\\s*,\\s*[0-9]+"),
    default: Some("3,3,3"),
    way: None,
    check: |text| Size::parse(text).map(drop).map_err(|expected| invalid_size(text, expected)),
};

impl GameWorld for Position {
    const TITLE: &'static str = "m,n,k";
    const WAYS: &'static [(Way, &'static str)] = &[
        (Way::Files, "m,n,k games: lists of moves, or rows with / between, one a line."),
        (Way::Positions, "m,n,k games: initial, moves like b2a1, or rows from the top with / between."),
        (Way::Games, "m,n,k games."),
    ];
    const KEYS: &'static [Key] = &[SIZE];
    const OPENING_PLIES: usize = 2;

    type Setting = Size;

    fn setting(given: &Given) -> Size {
        given.get(SIZE.name).and_then(|text| Size::parse(text).ok()).unwrap_or_default()
    }

    fn initial(size: &Size) -> Self {
        Self::new(*size)
    }

    fn game_name(size: &Size) -> String {
        if *size == Size::default() { String::new() } else { format!("size={size},") }
    }

    fn empties(&self) -> Option<u32> {
        Some(self.size.cells() - self.stones())
    }
}

impl GameCommands for Position {
    const ABOUT: [&'static str; 2] = [
        "m,n,k games such as tic-tac-toe: compare algorithms, search, play, match",
        "Examples:\n  \
         searchlab mnk compare --depths 1..=9\n  \
         searchlab mnk search --depth 9 --position b2a1\n  \
         searchlab mnk play --size 5,5,4 --white level:5\n  \
         searchlab mnk match --player random --player level:4 --openings random:2 --games 20",
    ];
    const PLAY: &'static str = "\
        At a terminal the board fills the screen, with keys and the mouse; ? shows what they do. Through a pipe, or with \
        --plain, the game goes line by line: you type moves like b2, or commands; `help` lists them.\n\nExamples:\n  \
        searchlab mnk play\n  \
        printf 'b2\\nquit\\n' | searchlab mnk play --white level:4";
    const POSITION: &'static str =
        "The position: initial, moves like b2a1 with rows from the top, or rows like X../.O./...";
    const FILES: &'static str = "All positions of a file, one a line: lists of moves, or rows with / between";
    const USUAL_DEPTH: u32 = 9;
    const EXAMPLES: [&'static [&'static str]; 2] = [
        &["compare --depths 1..=9", "compare --algorithms alphabeta,mtdf --depths 6 --size 4,4,4"],
        &["search --depth 9 --position b2a1", "search --algorithm mtdf --size 4,3,3 --picture position.svg"],
    ];
    const MATCHES: &'static [&'static str] = &["match --player random --player level:4 --openings random:2 --games 20"];
}
