//! Connect Four as a world: its instances, and what its commands need.

use super::evaluation::{Evaluation, FEATURES, windows};
use super::{Position, Size};
use crate::Side;
use crate::play::{Explanation, GameCommands, GameWorld, Term};
use crate::world::{Given, Key, KeyKind, Way, invalid_size};
use searchlab_search::game::Evaluator as _;

const SIZE: Key = Key {
    name: "size",
    summary: "Connect Four: columns and rows, 4x4 to 8x7 and 7x8. Default: 7x6.",
    help: "The board: columns and rows, from 4x4 to 8x7 and 7x8",
    kind: KeyKind::Text("[4-8]\\s*x\\s*[4-8]"),
    default: Some("7x6"),
    way: None,
    check: |text| Size::parse(text).map(drop).map_err(|expected| invalid_size(text, expected)),
};

impl Size {
    /// Reads columns and rows: `7x6`.
    ///
    /// # Errors
    /// The sizes that are possible.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        let sides = text.split_once('x').and_then(|(columns, rows)| Some((number(columns)?, number(rows)?)));
        sides.and_then(|(columns, rows)| Self::new(columns, rows)).ok_or(Self::ALLOWED)
    }
}

fn number(text: &str) -> Option<usize> {
    text.trim().parse().ok()
}

impl GameWorld for Position {
    const TITLE: &'static str = "Connect Four";
    const WAYS: &'static [(Way, &'static str)] = &[
        (Way::Files, "Connect Four: lists of columns, or rows with / between, one a line."),
        (Way::Positions, "Connect Four: initial, columns like 4453, or rows from the top with / between."),
        (Way::Games, "Connect Four."),
    ];
    const KEYS: &'static [Key] = &[SIZE];
    const OPENING_PLIES: usize = 4;

    /// The size of the board.
    type Setting = Size;

    fn setting(given: &Given) -> Size {
        given.get(SIZE.name).and_then(|text| Size::parse(text).ok()).unwrap_or_default()
    }

    fn initial(size: &Size) -> Self {
        Self::new(*size)
    }

    fn game_name(size: &Size) -> String {
        if *size == Size::STANDARD { String::new() } else { format!("size={size},") }
    }

    fn empties(&self) -> Option<u32> {
        Some(self.size().cells() - self.discs())
    }
}

impl GameCommands for Position {
    const ABOUT: [&'static str; 2] = [
        "Connect Four: compare algorithms, search, solve, play, match, engine",
        "Examples:\n  \
         searchlab connect4 compare --depths 1..=8\n  \
         searchlab connect4 search --depth 12 --position 4453\n  \
         searchlab connect4 solve 32164625\n  \
         searchlab connect4 play --white level:4\n  \
         searchlab connect4 match --player alphabeta:depth=2 --player alphabeta:depth=4 --openings random:4 --games 20",
    ];
    const PLAY: &'static str = "\
        At a terminal the board fills the screen, with keys and the mouse; ? shows what they do. Through a pipe, or with \
        --plain, the game goes line by line: you type the number of a column, or commands; `help` lists them.\n\nExamples:\n  \
        searchlab connect4 play\n  \
        searchlab connect4 play --black level:3 --white level:5 --size 6x5\n  \
        printf '4\\nquit\\n' | searchlab connect4 play --white level:2";
    const POSITION: &'static str = "The position: initial, the columns of the moves from 1 like 4453, or rows from the top like ..X..../.. with / between";
    const FILES: &'static str = "All positions of a file, one a line: lists of columns, or rows with / between";
    const EXAMPLES: [&'static [&'static str]; 2] = [
        &["compare --depths 1..=8", "compare --algorithms alphabeta,pvs,mtdf --depths 4,8 --game 1 --size 6x5"],
        &["search --depth 12 --position 4453", "search --algorithm mtdf --depth 10 --picture position.svg"],
    ];
    const MATCHES: &'static [&'static str] =
        &["match --player alphabeta:depth=2 --player alphabeta:depth=4 --openings random:4 --games 20"];

    fn explained(&self) -> Option<Explanation> {
        let evaluation = Evaluation::default();
        let [black, white] = Side::BOTH.map(|side| windows(self, side));
        let term = |(place, weight): (usize, i32)| Term::of(FEATURES[place].name, [black[place], white[place]], weight);
        let rows = evaluation.weights().into_iter().enumerate().map(term).collect();
        Some(Explanation { rows, value: evaluation.evaluate(self) })
    }
}
