//! The input and output of a game line by line.
//!
//! Lines are read in a thread of their own: a read cannot be broken off, but waiting for a line can, when Ctrl-C comes.

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use crate::cli::args::OutputArgs;
use crate::cli::output::terminal_width;
use crate::report::Format;
use crate::text::printable;

/// The output of the game: on standard output, or beside it where that belongs to the records.
#[derive(Debug, Clone)]
pub(super) struct Voice {
    place: Place,
    pub(super) width: usize,
    pub(super) color: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Stdout,
    Stderr,
    Nowhere,
}

impl Voice {
    pub(super) fn new(output: &OutputArgs, is_spoken: bool) -> Self {
        let (place, color) = match output.format {
            _ if !is_spoken => (Place::Nowhere, false),
            Format::Table => (Place::Stdout, output.has_color()),
            _ => (Place::Stderr, crate::cli::output::stderr_has_color()),
        };
        Self { place, width: terminal_width(), color }
    }

    pub(super) fn print(&self, text: &str) -> io::Result<()> {
        match self.place {
            Place::Stdout => {
                let mut out = io::stdout().lock();
                out.write_all(text.as_bytes())?;
                out.flush()
            }
            // That nobody reads it is no reason to end.
            Place::Stderr => {
                let _ = io::stderr().lock().write_all(text.as_bytes());
                Ok(())
            }
            Place::Nowhere => Ok(()),
        }
    }
}

/// An input from standard input.
pub(super) enum Input {
    /// A line, without blanks around it.
    Line(String),
    /// There is no more.
    End,
    /// Ctrl-C came while waiting.
    Interrupt,
}

/// Longest line that is read as it is; what is beyond is dropped.
const LONGEST: u64 = 1000;

/// A terminal, or a pipe.
pub(super) struct Console {
    pub(super) voice: Voice,
    stop: Arc<AtomicBool>,
    /// Made when the first line is wanted: nothing is read from a game without persons.
    lines: Option<Receiver<io::Result<Option<String>>>>,
    /// True if lines are printed as they are read: those of a pipe do not stand at a terminal by themselves.
    is_echoed: bool,
}

impl Console {
    pub(super) fn new(voice: Voice, stop: Arc<AtomicBool>) -> Self {
        Self { voice, stop, lines: None, is_echoed: !io::stdin().is_terminal() }
    }

    /// Asks for a line.
    pub(super) fn ask(&mut self, prompt: &str) -> io::Result<Input> {
        self.voice.print(prompt)?;
        let lines = self.lines.get_or_insert_with(read_lines);
        let input = loop {
            if self.stop.load(Ordering::Relaxed) {
                break Input::Interrupt;
            }
            match lines.recv_timeout(Duration::from_millis(50)) {
                Ok(line) => break line?.map_or(Input::End, Input::Line),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break Input::End,
            }
        };
        match &input {
            Input::Line(line) if self.is_echoed => self.voice.print(&format!("{}\n", printable(line)))?,
            Input::Line(_) => {}
            Input::End | Input::Interrupt => self.voice.print("\n")?,
        }
        Ok(input)
    }
}

/// Reads standard input line by line, never more than a line ahead.
fn read_lines() -> Receiver<io::Result<Option<String>>> {
    let (sender, receiver) = sync_channel(0);
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            let line = read_line(&mut input);
            let is_last = !matches!(line, Ok(Some(_)));
            if sender.send(line).is_err() || is_last {
                return;
            }
        }
    });
    receiver
}

/// The next line without blanks around it; bytes that are no text are shown as such. `None` at the end.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_any_kind() {
        let long = "x".repeat(5000);
        let text = [b" f5 \r\n\n\xFF\n".as_slice(), long.as_bytes(), b"\nquit"].concat();
        let mut input = text.as_slice();
        let mut lines = Vec::new();
        while let Some(line) = read_line(&mut input).unwrap() {
            lines.push(line);
        }
        assert_eq!(lines, ["f5", "", "\u{fffd}", &long[..LONGEST as usize], "quit"]);
    }
}
