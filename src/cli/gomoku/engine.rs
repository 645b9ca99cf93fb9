//! `searchlab gomoku engine`: the protocol of tournaments on standard input and output.
//!
//! A thread reads, so that END is heard while the engine thinks: it sets the flag that ends the search. All else waits
//! in a queue, with the time of its arrival, from which the clock of a move counts.
//!
//! Not here: what the lines mean (`play/gomoku_protocol/`).

use std::ffi::{OsStr, OsString};
use std::io::{self, BufRead, ErrorKind, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{ArgMatches, Args, Command, FromArgMatches};

use crate::cli::Exit;
use crate::play::gomoku_protocol::{Protocol, is_end};
use crate::worlds::gomoku::engine::{Technique, Techniques};

/// Programs whose names begin so are engines to the managers of tournaments.
const PREFIX: &str = "pbrain-";

/// Longer lines are cut.
const LONGEST: usize = 4096;

/// After END the program is given so much time to end by itself.
const GRACE: Duration = Duration::from_millis(300);

/// A line, and when it arrived.
type Line = (String, Instant);

#[derive(Debug, Args)]
struct EngineArgs {
    /// Techniques to do without, to see in games what they are worth
    #[arg(long, value_name = "TECHNIQUES", value_delimiter = ',', value_parser = techniques())]
    without: Vec<String>,
}

fn techniques() -> PossibleValuesParser {
    PossibleValuesParser::new(Technique::WORDS.iter().map(|(name, summary)| PossibleValue::new(*name).help(*summary)))
}

impl EngineArgs {
    fn techniques(&self) -> Techniques {
        let left_out = |technique: &&Technique| self.without.iter().any(|name| name == technique.name());
        Technique::ALL.iter().filter(left_out).fold(Techniques::ALL, |all, &technique| all.without(technique))
    }
}

pub(super) fn command() -> Command {
    EngineArgs::augment_args(Command::new("engine"))
        .about("Speak the protocol of Gomocup and Piskvork on standard input and output")
        .after_help(
            "For managers of games, not for people; `searchlab gomoku play` is. A copy of the program, or a link to \
             it, under a name that begins with pbrain- speaks the protocol without any words on its command line.\n\n\
             Boards of 5 to 22 columns and rows; freestyle, standard, renju and caro (INFO rule 0, 1, 4, 8), and games \
             that go on after a five (2). Besides what the protocol lists, INFO takes max_node, max_depth and \
             hash_size (KiB).\n\nExample:\n  \
         printf 'START 15\\nINFO timeout_turn 500\\nBEGIN\\n' | searchlab gomoku engine\n  \
         printf 'START 15\\nBEGIN\\n' | searchlab gomoku engine --without vcf,vct",
        )
}

/// The words of a command line: those that were typed, or those that a name as an engine stands for.
pub(in crate::cli) fn words(typed: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = typed.collect();
    if let [name] = words.as_slice()
        && is_engine(name)
    {
        words.extend(["gomoku", "engine"].map(OsString::from));
    }
    words
}

fn is_engine(name: &OsStr) -> bool {
    let file = Path::new(name).file_name().map(OsStr::to_string_lossy).unwrap_or_default();
    file.get(..PREFIX.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(PREFIX))
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let techniques = EngineArgs::from_arg_matches(matches)?.techniques();
    let stop = Arc::new(AtomicBool::new(false));
    let (sender, lines) = mpsc::channel();
    let mut protocol = Protocol::new(techniques, Arc::clone(&stop));
    thread::Builder::new().spawn(move || listen(io::stdin().lock(), &sender, &stop))?;
    let mut out = io::stdout();
    while let Some((line, arrived)) = next(&lines, || protocol.prepare()) {
        let answers = protocol.take(&line, arrived);
        match print(&mut out, &answers.lines) {
            // Whoever listened has gone.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => break,
            printed => printed?,
        }
        if answers.is_end {
            break;
        }
    }
    Ok(Exit::Done)
}

/// The next line; where it has to be waited for, there is time for something else before.
fn next(lines: &Receiver<Line>, meanwhile: impl FnOnce()) -> Option<Line> {
    lines.try_recv().ok().or_else(|| {
        meanwhile();
        lines.recv().ok()
    })
}

fn print(out: &mut impl Write, lines: &[String]) -> io::Result<()> {
    for line in lines {
        writeln!(out, "{line}")?;
    }
    out.flush()
}

/// Hands over line by line until END or the end of the input.
fn listen(mut input: impl BufRead, lines: &Sender<Line>, stop: &AtomicBool) {
    while let Ok(Some(line)) = next_line(&mut input) {
        let is_end = is_end(&line);
        if is_end {
            stop.store(true, Ordering::Relaxed);
        }
        if lines.send((line, Instant::now())).is_err() {
            return;
        }
        if is_end {
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

    #[test]
    fn names_of_engines_are_commands() {
        let words = |name: &str, more: &[&str]| words([name].iter().chain(more).map(OsString::from));
        for name in ["pbrain-searchlab", "/x/pbrain-lab.exe", "PBRAIN-X"] {
            assert_eq!(words(name, &[]).len(), 3, "{name}");
            assert_eq!(words(name, &["list"]).len(), 2, "{name}");
        }
        for name in ["searchlab", "pbrain", "/pbrain-/searchlab", "", "é"] {
            assert_eq!(words(name, &[]).len(), 1, "{name}");
        }
    }
}
