//! What the searches find, against theory, published figures and each other, on the worlds and on made trees.

mod game_trees;
mod games;
mod gomoku_agreement;
mod idastar_maze;
mod jump_points;
mod othello_agreement;
mod othello_fuzz;
mod othello_probcut;
mod othello_solve;
mod path_agreement;
mod pathology;
mod shared_data;
mod signature;
mod tiles;

/// True if every case is to be searched: in builds that do not check themselves, and where `.ci/nightly` asks.
fn is_long() -> bool {
    !cfg!(debug_assertions) || std::env::var_os("SEARCHLAB_LONG").is_some()
}
