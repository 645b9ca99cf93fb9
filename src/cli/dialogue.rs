//! Standard input as the lines of another program, which are heard while an engine thinks.
//!
//! A thread reads. All lines wait in a queue, with the time of their arrival and a flag that stops the search which they
//! ask for; a line that stops a search does so for all lines before it.
//!
//! Not here: the meaning of the lines (`play/`).

use std::io::{self, BufRead, ErrorKind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// Longer lines are cut. A whole game with all values and times has about two thousand bytes.
const LONGEST: usize = 1 << 16;

/// Time that the program is given to end by itself after the last line.
const GRACE: Duration = Duration::from_millis(300);

/// A line.
pub(super) struct Line {
    /// Without its end.
    pub(super) text: String,
    /// When it arrived.
    pub(super) arrived: Instant,
    /// Set once what it asks for is not wanted any more.
    pub(super) stop: Arc<AtomicBool>,
}

/// The effect of a line on the lines before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Urgency {
    /// They are answered first.
    Waits,
    /// Their searches stop.
    Stops,
    /// Their searches stop, and the program ends.
    Ends,
}

/// The lines that come.
pub(super) struct Lines(Receiver<Line>);

impl Lines {
    /// Begins to listen to standard input. `stop` is the flag of all lines before the first that stops a search.
    ///
    /// # Errors
    /// There can be no thread.
    pub(super) fn listen(stop: Arc<AtomicBool>, urgency: fn(&str) -> Urgency) -> io::Result<Self> {
        let (sender, lines) = mpsc::channel();
        thread::Builder::new().spawn(move || hand_over(io::stdin().lock(), &sender, stop, urgency))?;
        Ok(Self(lines))
    }

    /// The next line, `None` at the end; where it has to be waited for, there is time for something else before.
    pub(super) fn next(&self, meanwhile: impl FnOnce()) -> Option<Line> {
        self.0.try_recv().ok().or_else(|| {
            meanwhile();
            self.0.recv().ok()
        })
    }
}

/// True if an error means that whoever listened has gone.
pub(super) fn is_gone(error: &io::Error) -> bool {
    /// The error of Windows for a pipe whose other end has gone, which Rust does not count as a broken pipe.
    const PIPE_NOT_CONNECTED: i32 = 233;
    error.kind() == ErrorKind::BrokenPipe || cfg!(windows) && error.raw_os_error() == Some(PIPE_NOT_CONNECTED)
}

/// Hands over line by line until the last or the end of the input.
fn hand_over(mut input: impl BufRead, lines: &Sender<Line>, mut stop: Arc<AtomicBool>, urgency: fn(&str) -> Urgency) {
    while let Ok(Some(text)) = next_line(&mut input) {
        let urgency = urgency(&text);
        if urgency != Urgency::Waits {
            // The lines from here on have a flag of their own.
            std::mem::take(&mut stop).store(true, Ordering::Relaxed);
        }
        if lines.send(Line { text, arrived: Instant::now(), stop: Arc::clone(&stop) }).is_err() {
            return;
        }
        if urgency == Urgency::Ends {
            // If nobody takes what is being printed, the program would wait for ever.
            thread::sleep(GRACE);
            std::process::exit(0);
        }
    }
}

/// The next line, which LF, CR or the end of the input ends; of CR and LF together a line without text is between
/// them. `None` at the end of the input.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    loop {
        let buffer = match input.fill_buf() {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            buffer => buffer?,
        };
        if buffer.is_empty() {
            return Ok((!line.is_empty()).then(|| String::from_utf8_lossy(&line).into_owned()));
        }
        let end = buffer.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let text = &buffer[..end.unwrap_or(buffer.len())];
        let room = LONGEST.saturating_sub(line.len()).min(text.len());
        line.extend_from_slice(&text[..room]);
        let used = text.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(Some(String::from_utf8_lossy(&line).into_owned()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_every_way() {
        let mut input = io::BufReader::with_capacity(3, &b"START 15\r\nBEGIN\rABOUT\n\nTURN\xff 7"[..]);
        let mut lines = Vec::new();
        while let Some(line) = next_line(&mut input).unwrap() {
            lines.push(line);
        }
        assert_eq!(lines, ["START 15", "", "BEGIN", "ABOUT", "", "TURN\u{fffd} 7"]);
        let long = vec![b'x'; 3 * LONGEST];
        assert_eq!(next_line(&mut &long[..]).unwrap().map(|line| line.len()), Some(LONGEST));
    }

    /// A line stops what was asked before it, and nothing that is asked after it.
    #[test]
    fn stops_reach_back_and_not_forward() {
        let (sender, lines) = mpsc::channel();
        let urgency = |line: &str| if line == "stop" { Urgency::Stops } else { Urgency::Waits };
        hand_over(&b"go\ngo\nstop\ngo\nstop\ngo\n"[..], &sender, Arc::default(), urgency);
        drop(sender);
        let stopped: Vec<bool> = lines.iter().map(|line| line.stop.load(Ordering::Relaxed)).collect();
        assert_eq!(stopped, [true, true, true, true, false, false]);
    }
}
