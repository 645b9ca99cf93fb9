//! The interface of board games: positions, games between two sides, players in words, the protocol of programs.
//!
//! A position implements [`BoardGame`]; where algorithms play, [`SearchableGame`] too; where the board is shown on the
//! screen, [`TuiBoard`]. Each world does so in its own folder (`play.rs`).
//!
//! | part | file |
//! |---|---|
//! | the interface of a world for its positions and searches | `board_game.rs` |
//! | the interface of its board on the screen | `board.rs` |
//! | the moves of a game, its end, its line in a file | `game.rs` |
//! | its instances, and what its commands need | `game_world.rs` |
//! | pictures of any such board | [`picture`] |
//! | forfeits | `fault.rs` |
//! | the Go Text Protocol | [`gtp`] |
//! | the protocol in which programs are asked for moves | `protocol.rs` |
//! | the solver as judge of moves | `referee.rs` |
//! | games as lines of text | `text.rs` |
//! | players as a user types them: `mtdf:depth=8,evaluation=anchored` | [`spec`] |
//!
//! Not here: the players themselves and their matches, which are above this crate.

mod board;
mod board_game;
mod fault;
mod game;
mod game_world;
pub mod gtp;
pub mod picture;
mod protocol;
mod puzzle;
mod referee;
pub mod spec;
mod text;

pub use crate::run::gomoku_memory::PositionMemory;
pub use board::{BoardMaterial, Cell, Mark, TuiBoard, letter, letters};
pub use board_game::{BoardGame, INITIAL, Runner, SearchableGame};
pub use fault::{Fault, Forfeit};
pub use game::{Ending, Game};
pub use game_world::{
    Board, Explanation, GameCommands, GameForm, GameRunner, GameWorld, PictureError, Term, position_of, scene_of,
    task_of,
};
pub use protocol::{Choice, Connection, EngineError, EngineProtocol, Heard, NoProtocol, READY, READY_AGAIN, Wait};
pub use referee::refereed;
pub use spec::{AlgorithmSpec, Level, PlayerSpec, Players, ProgramSpec};
pub(crate) use text::{continued_by, read_each, read_letter_and_number};
