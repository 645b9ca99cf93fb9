//! The one table of worlds. A new world is its folder and one line here.

use crate::catalog::WorldInfo;
use crate::play::{Board, GameCommands, GameWorld, Players, SearchableGame};
use crate::world::World;

/// Something generic over games of two, to be called with the one that a name stands for.
pub trait GameWorldVisitor {
    /// The result of the visit.
    type Output;

    /// Called with the positions of the world as a type.
    fn visit<P: GameWorld>(self) -> Self::Output;
}

/// The same for those with commands of their own.
pub trait BoardGameVisitor {
    /// The result of the visit.
    type Output;

    /// Called with the positions of the world as a type.
    fn visit<P: GameCommands>(self) -> Self::Output;
}

/// `world` for a search of paths or trees, `game` for a game of two, `board` for one with commands of its own.
macro_rules! worlds {
    (@world world $world:path) => { &$world };
    (@world $game:ident $position:path) => { &Board::<$position>::NEW };
    (@info world $world:path) => { <$world>::INFO };
    (@info $game:ident $position:path) => { <$position as SearchableGame>::PLAYERS.world };
    (@players world $world:path) => { None };
    (@players $game:ident $position:path) => { Some(&<$position as SearchableGame>::PLAYERS) };
    (@game world $world:path, $visitor:ident, $name:ident) => {};
    (@game $game:ident $position:path, $visitor:ident, $name:ident) => {
        if $name == <$position as SearchableGame>::PLAYERS.world.name.name {
            return Some($visitor.visit::<$position>());
        }
    };
    (@board board $position:path, $visitor:ident, $name:ident) => {
        worlds!(@game board $position, $visitor, $name)
    };
    (@board $other:ident $world:path, $visitor:ident, $name:ident) => {};
    ($($kind:ident $world:path;)+) => {
        /// All worlds, in the order of the listings. A static: a constant would compile them in each crate that looks.
        pub static WORLDS: &[&dyn World] = &[$(worlds!(@world $kind $world)),+];

        /// Names, algorithms and parameters of all worlds.
        pub static INFOS: &[&WorldInfo] = &[$(worlds!(@info $kind $world)),+];

        const PLAYERS: &[Option<&Players>] = &[$(worlds!(@players $kind $world)),+];

        /// Calls the visitor with the game of that name; `None` if there is none.
        pub fn visit_game_world<V: GameWorldVisitor>(name: &str, visitor: V) -> Option<V::Output> {
            $(worlds!(@game $kind $world, visitor, name);)+
            None
        }

        /// Calls the visitor with the game of that name that has commands; `None` if there is none.
        pub fn visit_board_game<V: BoardGameVisitor>(name: &str, visitor: V) -> Option<V::Output> {
            $(worlds!(@board $kind $world, visitor, name);)+
            None
        }
    };
}

worlds! {
    world crate::maze::world::Mazes;
    world crate::tiles::world::Puzzles;
    board crate::othello::Position;
    board crate::gomoku::Position;
    board crate::pgames::Position;
    world crate::tree::world::Trees;
    board crate::connect4::Position;
    world crate::graph::world::Graphs;
    board crate::mnk::Position;
    board crate::nim::Position;
}

/// The world of that name.
pub fn world_of(name: &str) -> Option<&'static dyn World> {
    WORLDS.iter().copied().find(|world| world.info().name.name == name)
}

/// The players of each world that can be played.
pub fn all_players() -> impl Iterator<Item = &'static Players> + Clone {
    PLAYERS.iter().copied().flatten()
}

/// The players of the world of this name; `None` if it cannot be played.
pub fn players_of(world: &str) -> Option<&'static Players> {
    all_players().find(|players| players.world.name.name == world)
}
