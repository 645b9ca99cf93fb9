//! Whether what lies in the repository is true of the program: its mazes, its reports, its page of findings, the order of its
//! folders, its guide to adding a game.

mod findings;
mod guide;
mod house;
mod mazes;
mod reports;
