//! Whether what lies in the repository is true of the program: its mazes, its reports, its page of findings.

mod findings;
mod mazes;
mod reports;
