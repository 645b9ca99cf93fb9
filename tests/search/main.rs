//! What the searches find, against theory, published figures and each other, on the worlds and on made trees.

mod any_angle;
mod changing;
mod connect4;
mod game_trees;
mod games;
mod gomoku_agreement;
mod idastar_as_coded;
mod idastar_maze;
mod jump_points;
mod long;
mod othello_agreement;
mod othello_fuzz;
mod othello_probcut;
mod othello_solve;
mod path_agreement;
mod pathology;
mod shared_data;
mod signature;
mod steps;
mod tiles;
mod trees;
