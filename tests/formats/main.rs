//! What is read from files and written to them.

mod bad_input_maze;
mod formats_maze;
mod formats_othello;
