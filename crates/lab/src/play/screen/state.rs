//! All that the screen shows, and the events that change it.
//!
//! Nothing here reads a key, draws a cell or starts a thread: events come in, effects go out (update.rs).

use std::time::Duration;

use ratatui::crossterm::event::{KeyEvent, MouseEvent};
use ratatui::layout::Rect;

use super::command::Command;
use super::dress::Dress;
use super::layout::Layout;
use super::shown::{Cell, Mark, Shown};
use crate::play::{Action, AlgorithmSpec, Ending, Game, PlayerSpec, Players};
use searchlab_search::game::Score;
use searchlab_trial::diagnostic::{Diagnostics, Source};
use searchlab_trial::record::Record;
use searchlab_worlds::Side;

/// Something that happened.
#[derive(Debug)]
pub enum Event<P: Shown> {
    /// A key.
    Key(KeyEvent),
    /// The mouse.
    Mouse(MouseEvent),
    /// The terminal has so many columns and rows.
    Resized(u16, u16),
    /// So much time has passed since the beginning.
    Tick(Duration),
    /// What the search that runs has found so far.
    Pulse(Pulse),
    /// What a player has decided: the number of the question, and the answer or why there is none.
    Thought(u64, Result<Action<P>, String>),
    /// A game was read, or why not.
    Loaded(Result<Game<P>, String>),
    /// Something to be told.
    Told(String),
}

/// What the world outside is to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// Ask the player of [`State::thinking`].
    Think,
    /// Break off what thinks; its answer is not wanted.
    Stop,
    /// Write the game to a file.
    Save(String),
    /// Write the records to a file.
    SaveRecords(String),
    /// Read a game from a file.
    Load(String),
    /// Append the game to the files of games and of records, where there are any.
    Keep(Ending),
    /// Leave.
    Quit(Ending),
}

/// What a search has found so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pulse {
    /// Nodes.
    pub nodes: u64,
    /// Look-ups of the table.
    pub probes: u64,
    /// Those that found the position.
    pub hits: u64,
    /// Plies of the last iteration; 0 before the first has ended.
    pub depth: u32,
    /// Its value for the side to move.
    pub value: Score,
    /// Its best line, as codes of moves.
    pub line: Vec<u16>,
}

/// What is shown of a search.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Figures {
    /// For whom it searched.
    pub side: Option<Side>,
    /// Plies; 0 before the first iteration has ended.
    pub depth: u32,
    /// The value for that side.
    pub value: Score,
    /// The best line, spelled.
    pub line: Vec<String>,
    /// Nodes.
    pub nodes: u64,
    /// Look-ups of the table.
    pub probes: u64,
    /// Those that found the position.
    pub hits: u64,
    /// Seconds so far, or of the whole search.
    pub seconds: f64,
}

/// What a player was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// For the move of the side to move.
    Move,
    /// For a hint.
    Hint,
}

/// A question that is not answered yet.
#[derive(Debug, Clone)]
pub struct Thinking {
    /// Its number: the answer bears it too.
    pub ticket: u64,
    /// What is asked.
    pub question: Question,
    /// Who is asked.
    pub spec: PlayerSpec,
    /// Since when.
    pub since: Duration,
}

/// What lies over the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sheet {
    /// The help, from a line on.
    Help(u16),
    /// The players to choose from: the line, and for whom.
    Players(usize, Side),
    /// Whether it is really meant.
    Confirm(Command),
}

/// All that is shown.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "switches of the user, each by itself")]
pub struct State<P: Shown> {
    /// The game.
    pub game: Game<P>,
    /// The game that `new` begins again.
    pub(super) setup: Game<P>,
    /// How it ended, if it has.
    pub ending: Option<Ending>,
    /// Who plays black and white.
    pub seats: [PlayerSpec; 2],
    /// What players may be told.
    pub(super) players: Players,
    /// Refuses players for whom there is no room.
    admit: fn(&PlayerSpec) -> Result<(), Diagnostics>,
    /// The record of each move's search, as far as there was one.
    pub records: Vec<Option<Record>>,
    /// Those of the moves that were taken back, the next one last.
    pub(super) undone: Vec<Option<Record>>,
    /// Where the next piece would be put.
    pub cursor: Cell,
    /// What is being typed.
    pub entry: Option<String>,
    /// Whether the last key was `h`, which may turn out to begin a move or a word.
    pub(super) is_after_h: bool,
    /// What lies over the board.
    pub sheet: Option<Sheet>,
    /// The last that was told.
    pub message: String,
    /// Whether the numbers of the moves are shown.
    pub shows_numbers: bool,
    /// Whether the marks of the world are shown.
    pub shows_marks: bool,
    /// The position whose marks are known, and they.
    pub(super) marks: Option<(P, Vec<Mark>)>,
    /// Whether algorithms rest.
    pub is_paused: bool,
    /// Whether one move is to be made all the same.
    pub(super) is_stepping: bool,
    /// How long algorithms that play each other wait after a move.
    pub pace: Duration,
    /// No algorithm begins to think before this.
    pub(super) ready: Duration,
    /// The question that is not answered yet.
    pub thinking: Option<Thinking>,
    /// The number of the last question.
    pub(super) ticket: u64,
    /// What the last search, or the one that runs, has found.
    pub figures: Figures,
    /// The move that a hint showed.
    pub hint: Option<Cell>,
    /// Time that each side has used.
    pub clocks: [Duration; 2],
    /// Time since the beginning.
    pub now: Duration,
    /// Columns and rows of the terminal.
    pub size: (u16, u16),
    /// Colours and signs.
    pub dress: Dress,
    pub(super) effects: Vec<Effect>,
}

/// How long algorithms that play each other wait after a move, from the slowest.
pub(super) const PACES: [u64; 7] = [4000, 2000, 1000, 500, 250, 100, 0];

impl<P: Shown> State<P> {
    /// A game that is about to begin, or to go on from its position.
    pub fn new(game: Game<P>, seats: [PlayerSpec; 2], players: Players, dress: Dress) -> Self {
        let (columns, rows) = game.position().size();
        Self {
            setup: game.clone(),
            records: vec![None; game.plies()],
            undone: Vec::new(),
            game,
            ending: None,
            seats,
            players,
            admit: |_| Ok(()),
            cursor: Cell { column: columns / 2, row: rows / 2 },
            entry: None,
            is_after_h: false,
            sheet: None,
            message: "? shows the help".to_owned(),
            shows_numbers: false,
            shows_marks: P::SHOWS_MARKS,
            marks: None,
            is_paused: false,
            is_stepping: false,
            pace: Duration::from_millis(250),
            ready: Duration::ZERO,
            thinking: None,
            ticket: 0,
            figures: Figures::default(),
            hint: None,
            clocks: [Duration::ZERO; 2],
            now: Duration::ZERO,
            size: (80, 24),
            dress,
            effects: Vec::new(),
        }
    }

    /// Refuses some players.
    pub fn admitting(self, admit: fn(&PlayerSpec) -> Result<(), Diagnostics>) -> Self {
        Self { admit, ..self }
    }

    /// The player that words stand for.
    pub(super) fn player(&self, words: &str) -> Result<PlayerSpec, Diagnostics> {
        let spec = self.players.parse(&Source::new("player", words))?;
        (self.admit)(&spec).map(|()| spec)
    }

    /// Where everything stands.
    pub fn layout(&self) -> Layout {
        let area = Rect::new(0, 0, self.size.0, self.size.1);
        Layout::new(area, self.game.position().size(), self.cursor)
    }

    /// Who plays a side.
    pub fn seat(&self, side: Side) -> &PlayerSpec {
        &self.seats[side.index()]
    }

    /// Whether a person plays a side.
    pub fn is_person(&self, side: Side) -> bool {
        matches!(self.seat(side), PlayerSpec::Human)
    }

    /// Whether any person plays.
    pub fn has_person(&self) -> bool {
        Side::BOTH.into_iter().any(|side| self.is_person(side))
    }

    /// Whether it is the turn of a person.
    pub fn is_turn_of_person(&self) -> bool {
        self.ending.is_none() && self.is_person(self.game.position().side())
    }

    /// The names of both players.
    pub fn names(&self) -> [String; 2] {
        [0, 1].map(|side: usize| self.seats[side].to_string())
    }

    /// Who gives hints: the algorithm of the other side, or the usual one.
    pub(super) fn helper(&self) -> Option<AlgorithmSpec> {
        let other = self.game.position().side().other();
        [other, other.other()]
            .into_iter()
            .find_map(|side| match self.seat(side) {
                PlayerSpec::Algorithm(spec) => Some(spec.clone()),
                _ => None,
            })
            .or_else(|| self.players.usual())
    }

    /// Those whom one can choose from: each as typed, with what it is like.
    pub fn choices(&self) -> Vec<(String, String)> {
        let levels = (1..).zip(self.players.levels);
        let levels = levels.map(|(number, level)| (format!("level:{number}"), level.summary.to_owned()));
        std::iter::once(("human".to_owned(), "you".to_owned())).chain(levels).collect()
    }

    /// Whether a choice is the player of a side.
    pub fn is_chosen(&self, choice: &str, side: Side) -> bool {
        self.player(choice).is_ok_and(|spec| spec.to_string() == self.seat(side).to_string())
    }

    /// The records of the moves that algorithms made.
    pub fn all_records(&self) -> impl Iterator<Item = &Record> {
        self.records.iter().flatten()
    }
}
