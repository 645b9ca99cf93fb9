//! The output of the engine: line by line, each at once.

use std::fmt;
use std::io::{self, Write};
use std::time::Duration;

use super::worth::NBoardEval;
use crate::worlds::othello::Move;

/// The result of a search.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Thought {
    /// The principal variation, the move first; none if the game is over.
    pub(super) line: Vec<Move>,
    pub(super) worth: NBoardEval,
    pub(super) nodes: u64,
    pub(super) time: Duration,
}

/// The output stream to the client.
pub(super) struct Voice<'w> {
    out: &'w mut dyn Write,
}

impl<'w> Voice<'w> {
    pub(super) fn new(out: &'w mut dyn Write) -> Self {
        Self { out }
    }

    /// Prints a line. The client hears nothing before it is flushed.
    pub(super) fn print(&mut self, line: fmt::Arguments<'_>) -> io::Result<()> {
        writeln!(self.out, "{line}")?;
        self.out.flush()
    }

    /// Prints the value of a line of play, by a search with `before` plies of it made before.
    pub(super) fn search(&mut self, line: &[Move], worth: NBoardEval, before: u32) -> io::Result<()> {
        // The client takes the value for a number.
        let value = if worth == NBoardEval::Unknown { "0".to_owned() } else { worth.to_string() };
        self.print(format_args!("search {} {value} 0 {}", spelled(line), worth.depth(before)))
    }

    /// Prints the nodes and the time of a search.
    pub(super) fn nodes(&mut self, nodes: u64, time: Duration) -> io::Result<()> {
        self.print(format_args!("nodestats {nodes} {:.3}", time.as_secs_f64()))
    }
}

/// Moves without gaps, in capital letters as the client writes them.
pub(super) fn spelled(line: &[Move]) -> String {
    line.iter().map(Move::to_string).collect::<String>().to_uppercase()
}
