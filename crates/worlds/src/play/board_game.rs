//! The interface of a board game, by which persons and algorithms can play it.
//!
//! A position implements [`BoardGame`]; who can also run searches from it names them with [`SearchableGame`]. Everything else of
//! this layer is written once, over these two.
//!
//! Not here: how a board looks on the screen (screen/).

use std::fmt;
use std::sync::Arc;

use super::game::{Ending, Game};
use super::protocol::EngineProtocol;
use super::spec::Players;
use crate::run::Observers;
use crate::run::gomoku_memory::PositionMemory;
use crate::{Side, random_choice};
use searchlab_search::budget::Budget;
use searchlab_trial::diagnostic::{Diagnostics, Source};
use searchlab_trial::record::{Hasher, Moves, Params, Record, Trial};

/// The name of the position in which games of a world begin.
pub const INITIAL: &str = "initial";

/// A position of a game for two, which knows its rules.
pub trait BoardGame: Clone + PartialEq + fmt::Debug + Send + 'static {
    /// A move of a side in turn, forced moves such as passes included.
    type Move: Copy + Eq + fmt::Debug + Send + 'static;

    /// The piece that is put on the board, as a noun: `disc`, `stone`.
    const PIECE: &'static str;

    /// A move as an example, as users type it.
    const EXAMPLE: &'static str;

    /// The side to move.
    fn side(&self) -> Side;

    /// True if games of the world begin here, so that moves and the [variant tag](Self::variant_tag) alone define a
    /// game.
    fn is_initial(&self) -> bool;

    /// True if neither side may move any more.
    fn is_over(&self) -> bool;

    /// The winner of a game that is over; `None` if there is none.
    fn winner(&self) -> Option<Side>;

    /// The legal moves in a fixed order; none if the game is over.
    fn moves(&self) -> Vec<Self::Move>;

    /// The move that the rules make for the side, without any choice: a pass.
    fn forced(&self) -> Option<Self::Move> {
        None
    }

    /// The position after a move; `None` if it is not legal.
    fn after(&self, mv: Self::Move) -> Option<Self>;

    /// The reason why a move is not legal, as the end of a message.
    fn illegal_reason(&self, mv: Self::Move) -> String;

    /// The number of the next move, 1 at the beginning of games. Forced moves may have none.
    fn number(&self) -> u32;

    /// The name of a move.
    fn spell(&self, mv: Self::Move) -> String;

    /// The move at the beginning of a text, legal or not, and what follows it.
    fn read_first<'t>(&self, text: &'t str) -> Option<(Self::Move, &'t str)>;

    /// The move that searches give this code.
    fn by_code(&self, code: u16) -> Option<Self::Move>;

    /// The position in one line, in a form that [`read`](Self::read) takes; it may forget how it came about.
    fn text(&self) -> String;

    /// The variant tag: board and rule, where they are not the default ones, which a list of moves does not give.
    fn variant_tag(&self) -> String {
        String::new()
    }

    /// Columns and rows of the board, and its cells row by row from the top, for traces: `.` empty, `x` with a piece of
    /// black, `o` of white. `None` in games without such a board.
    fn letters(&self) -> Option<(u8, u8, String)> {
        None
    }

    /// Hash of the position, which identifies the instance of a trial. By default that of its text.
    fn content(&self) -> u64 {
        let mut hasher = Hasher::default();
        hasher.write(self.text().as_bytes());
        hasher.finish()
    }

    /// The winner and the margin of a game that is over: "black wins by 12".
    fn verdict(&self) -> String {
        self.winner().map_or_else(|| "a draw".to_owned(), |side| format!("{} wins", side.name()))
    }

    /// The margin by which black has won a game that is over, below 0 if white has: 1 in games in which nothing is
    /// counted.
    fn margin(&self) -> i32 {
        self.winner().map_or(0, |side| if side == Side::Black { 1 } else { -1 })
    }

    /// The count on the board beside the verdict, such as "38-26 discs"; may be empty.
    fn tally(&self) -> String {
        String::new()
    }

    /// The contents of the board, in a sentence.
    fn score(&self) -> String;

    /// The end of a game as a picture of lines that end in `\n`, for a terminal of this number of columns.
    fn picture(game: &Game<Self>, columns: usize, color: bool) -> String;

    /// The game as the text of a file of this name: a line of a file of positions, unless the end of the name stands for
    /// another form.
    fn write(game: &Game<Self>, _path: &str, names: [&str; 2], ending: Option<Ending>) -> String {
        game.line(names, ending) + "\n"
    }

    /// The games of a file. What the file does not say of them is as in this position.
    ///
    /// # Errors
    /// The errors of the file, line by line.
    fn read(&self, source: &Source) -> Result<Vec<Game<Self>>, Diagnostics>;

    /// The move of that name and nothing else.
    fn read_move(&self, text: &str) -> Option<Self::Move> {
        self.read_first(text).filter(|(_, rest)| rest.is_empty()).map(|(mv, _)| mv)
    }

    /// The moves of a record, up to the first that cannot be read.
    fn line_of(&self, moves: &Moves) -> Vec<Self::Move> {
        match moves {
            Moves::List(moves) => moves.iter().map_while(|text| self.read_move(text)).collect(),
            Moves::Text(text) => {
                let mut rest = text.as_str();
                let next = || {
                    let (mv, behind) = self.read_first(rest)?;
                    rest = behind;
                    Some(mv)
                };
                std::iter::from_fn(next).collect()
            }
        }
    }

    /// Moves one after the other, without gaps.
    fn spell_all(&self, moves: &[Self::Move]) -> String {
        moves.iter().map(|&mv| self.spell(mv)).collect()
    }

    /// The legal moves in words: "legal for black: d3, c4"; none where they are too many to be listed.
    fn choices(&self) -> Option<String> {
        None
    }

    /// The move of a random player at a ply, drawn evenly from the legal ones by a stream of the seed; `None` if the
    /// game is over. The same for the same three, whatever was played before.
    fn random_move(&self, seed: u64, ply: usize) -> Option<Self::Move> {
        let moves = self.moves();
        random_choice(seed, ply, moves.len()).and_then(|choice| moves.get(choice).copied())
    }
}

/// A world in which algorithms play.
pub trait SearchableGame: BoardGame {
    /// The runner of their searches.
    type Runner: Runner<Position = Self>;

    /// The protocol in which programs are asked for moves.
    type EngineProtocol: EngineProtocol<Self>;

    /// The players of the world.
    const PLAYERS: Players;

    /// The move that the opening book of a player with these parameters has for the position, if it has any.
    fn book_move(&self, _params: &Params) -> Option<Self::Move> {
        None
    }

    /// The effort of [`solved`](Self::solved) with which the solver judges moves of searches whose values are estimates;
    /// `None` where it judges none.
    const REFEREE: Option<u64> = None;

    /// True if the solver judges the moves of searches to a depth too, whose values are those of MiniMax.
    const JUDGES_MINIMAX: bool = false;

    /// The margin by which black wins if both play perfectly, below 0 if white does, as far as the solver of the world
    /// finds out with this effort, whose unit is that of the world.
    fn solved(&self, _effort: u64, _budget: &Budget) -> Option<i32> {
        None
    }

    /// Marks the moves of a lost game in a memory, each as the positions before and after it, in worlds that have one.
    /// The parameters are those of the player.
    fn learn(_positions: &PositionMemory, _params: &Params, _moves: &[(&Self, &Self)]) {}
}

/// Runs trials from positions of a world, one at a time, with what they share.
pub trait Runner: Default + fmt::Debug + Send + 'static {
    /// The positions in which its searches begin.
    type Position;

    /// Makes the transposition table of a trial of an algorithm ready, so that [`run`](Self::run) needs no time for
    /// anything but the search.
    fn prepare(&mut self, algorithm: &str, params: &Params, budget: &Budget);

    /// Keeps the transposition table of the last search for the next, in worlds whose players may ask for that.
    fn keep_table(&mut self) {}

    /// Runs one trial from a position, or ends it with an error where a parameter has a value that it does not have. The
    /// transposition table is empty, unless [`keep_table`](Self::keep_table) was called just before.
    fn run(&mut self, trial: &Trial, position: &Self::Position, budget: &Budget, taps: &mut Observers) -> Record;

    /// Solves a position in place of the search of a player whose parameters, those of the trial, have a solver that takes
    /// over there; `None` for all others.
    fn solve_for(
        &mut self,
        _trial: &Trial,
        _position: &Self::Position,
        _budget: &Budget,
        _taps: &mut Observers,
    ) -> Option<Record> {
        None
    }

    /// Looks into a memory before each search, in worlds that have one.
    fn remember_in(&mut self, _positions: Arc<PositionMemory>) {}
}
