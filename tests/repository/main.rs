//! Whether what lies in the repository is true of the program: its layers, its mazes, its reports, its page of findings.

mod findings;
mod layers;
mod mazes;
mod reports;
