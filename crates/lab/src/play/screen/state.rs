//! All that the screen shows, and the events that change it.
//!
//! Nothing here reads a key, draws a cell or starts a thread: events come in, effects go out (update.rs).

use std::time::Duration;

use ratatui::crossterm::event::{KeyEvent, MouseEvent};
use ratatui::layout::Rect;

use super::command::Command;
use super::layout::Layout;
use crate::play::{Action, AlgorithmSpec, Ending, Game, PlayerSpec, Players};
use crate::play::{Cell, Mark, TuiBoard};
use crate::theme::Theme;
use searchlab_search::game::Score;
use searchlab_trial::diagnostic::{Diagnostics, Source};
use searchlab_trial::record::Record;
use searchlab_worlds::Side;

/// An event.
#[derive(Debug)]
pub enum Event<P: TuiBoard> {
    /// A key.
    Key(KeyEvent),
    /// The mouse.
    Mouse(MouseEvent),
    /// The new size of the terminal: columns and rows.
    Resized(u16, u16),
    /// The time that has passed since the beginning.
    Tick(Duration),
    /// Intermediate results of the search that runs.
    Pulse(Pulse),
    /// The decision of a player: the number of the question, and the answer or the reason why there is none.
    Thought(u64, Result<Action<P>, String>),
    /// A game was read, or why not.
    Loaded(Result<Game<P>, String>),
    /// A message.
    Told(String),
}

/// An effect of an event on the world outside.
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

/// Intermediate results of a search.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pulse {
    /// Nodes.
    pub nodes: u64,
    /// Probes of the transposition table.
    pub probes: u64,
    /// Probes that found the position.
    pub hits: u64,
    /// Plies of the last iteration; 0 before the first has ended.
    pub depth: u32,
    /// Its value for the side to move.
    pub value: Score,
    /// Its principal variation, as codes of moves.
    pub line: Vec<u16>,
}

/// The figures that are shown of a search.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Figures {
    /// The side for which it searched.
    pub side: Option<Side>,
    /// Plies; 0 before the first iteration has ended.
    pub depth: u32,
    /// The value for that side.
    pub value: Score,
    /// The principal variation, spelled.
    pub line: Vec<String>,
    /// Nodes.
    pub nodes: u64,
    /// Probes of the transposition table.
    pub probes: u64,
    /// Probes that found the position.
    pub hits: u64,
    /// Seconds so far, or of the whole search.
    pub seconds: f64,
}

/// A question to a player.
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
    /// The question.
    pub question: Question,
    /// The player that is asked.
    pub spec: PlayerSpec,
    /// The time at which it was asked.
    pub since: Duration,
}

/// A sheet that covers the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sheet {
    /// The help, from a line on.
    Help(u16),
    /// The players to choose from: the line, and for whom.
    Players(usize, Side),
    /// The confirmation of a command.
    Confirm(Command),
}

/// All that is shown.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "switches of the user, each by itself")]
pub struct State<P: TuiBoard> {
    /// The game.
    pub game: Game<P>,
    /// The game that `new` begins again.
    pub(super) setup: Game<P>,
    /// How it ended, if it has.
    pub ending: Option<Ending>,
    /// The players of black and white.
    pub seats: [PlayerSpec; 2],
    /// The players of the world.
    pub(super) players: Players,
    /// Refuses players for whom there is no room.
    admit: fn(&PlayerSpec) -> Result<(), Diagnostics>,
    /// The record of each move's search, as far as there was one.
    pub records: Vec<Option<Record>>,
    /// Those of the moves that were taken back, the next one last.
    pub(super) undone: Vec<Option<Record>>,
    /// The cell at which the next piece would be put.
    pub cursor: Cell,
    /// The text that is being typed.
    pub entry: Option<String>,
    /// True if the last key was `h`, which may turn out to begin a move or a word.
    pub(super) is_after_h: bool,
    /// The sheet that covers the board.
    pub sheet: Option<Sheet>,
    /// The last message.
    pub message: String,
    /// True if the numbers of the moves are shown.
    pub shows_numbers: bool,
    /// True if the marks of the world are shown.
    pub shows_marks: bool,
    /// The position whose marks are known, and they.
    pub(super) marks: Option<(P, Vec<Mark>)>,
    /// True if algorithms rest.
    pub is_paused: bool,
    /// True if one move is to be made all the same.
    pub(super) is_stepping: bool,
    /// The wait after a move of algorithms that play each other.
    pub pace: Duration,
    /// No algorithm begins to think before this.
    pub(super) ready: Duration,
    /// The question that is not answered yet.
    pub thinking: Option<Thinking>,
    /// The number of the last question.
    pub(super) ticket: u64,
    /// The figures of the last search, or of the one that runs.
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
    pub theme: Theme,
    pub(super) effects: Vec<Effect>,
}

/// The waits after a move of algorithms that play each other, in milliseconds, from the slowest.
pub(super) const PACES: [u64; 7] = [4000, 2000, 1000, 500, 250, 100, 0];

impl<P: TuiBoard> State<P> {
    /// A game that is about to begin, or to go on from its position.
    pub fn new(game: Game<P>, seats: [PlayerSpec; 2], players: Players, theme: Theme) -> Self {
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
            theme,
            effects: Vec::new(),
        }
    }

    /// Refuses some players.
    pub(crate) fn admitting(self, admit: fn(&PlayerSpec) -> Result<(), Diagnostics>) -> Self {
        Self { admit, ..self }
    }

    /// The player that a typed text names.
    pub(super) fn player(&self, words: &str) -> Result<PlayerSpec, Diagnostics> {
        let spec = self.players.parse(&Source::new("player", words))?;
        (self.admit)(&spec).map(|()| spec)
    }

    /// Where everything stands.
    pub(crate) fn layout(&self) -> Layout {
        let area = Rect::new(0, 0, self.size.0, self.size.1);
        Layout::new(area, self.game.position().size(), self.cursor)
    }

    /// The player of a side.
    pub(crate) fn seat(&self, side: Side) -> &PlayerSpec {
        &self.seats[side.index()]
    }

    /// True if a person plays a side.
    pub fn is_person(&self, side: Side) -> bool {
        matches!(self.seat(side), PlayerSpec::Human)
    }

    /// True if any person plays.
    pub(crate) fn has_person(&self) -> bool {
        Side::BOTH.into_iter().any(|side| self.is_person(side))
    }

    /// True if it is the turn of a person.
    pub(crate) fn is_turn_of_person(&self) -> bool {
        self.ending.is_none() && self.is_person(self.game.position().side())
    }

    /// The names of both players.
    pub(crate) fn names(&self) -> [String; 2] {
        [0, 1].map(|side: usize| self.seats[side].to_string())
    }

    /// The player that gives hints: the algorithm of the other side, or the default one.
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

    /// True if a choice is the player of a side.
    pub(crate) fn is_chosen(&self, choice: &str, side: Side) -> bool {
        self.player(choice).is_ok_and(|spec| spec.to_string() == self.seat(side).to_string())
    }

    /// The records of the moves that algorithms made.
    pub(crate) fn all_records(&self) -> impl Iterator<Item = &Record> {
        self.records.iter().flatten()
    }
}
