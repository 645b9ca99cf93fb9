//! `searchlab gomoku engine`: the protocol of tournaments on standard input and output.
//!
//! END is heard while the engine thinks, and ends the search. All else waits, with the time of its arrival, from which
//! the clock of a move counts.
//!
//! Not here: the meaning of the lines (`protocol/`).

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use anyhow::Result;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::protocol::{Protocol, is_end};
use crate::catalog::gomoku::read_weights;
use crate::cli::Exit;
use crate::cli::dialogue::{Lines, Urgency, is_gone};
use crate::worlds::gomoku::Evaluation;
use crate::worlds::gomoku::engine::{Technique, Techniques};

/// Programs whose names begin so are engines to the managers of tournaments.
const PREFIX: &str = "pbrain-";

#[derive(Debug, Args)]
struct EngineArgs {
    /// Techniques to do without, to see in games what they are worth
    #[arg(long, value_name = "TECHNIQUES", value_delimiter = ',', value_parser = techniques())]
    without: Vec<String>,
    /// Weights of the evaluation `learned`: `shipped`, or a file that `gomoku train` wrote
    #[arg(long, value_name = "FILE", default_value = "shipped")]
    weights: String,
}

fn techniques() -> PossibleValuesParser {
    PossibleValuesParser::new(Technique::WORDS.iter().map(|(name, summary)| PossibleValue::new(*name).help(*summary)))
}

impl EngineArgs {
    fn techniques(&self) -> Techniques {
        Techniques::all_but(|name| self.without.iter().any(|left_out| left_out == name))
    }
}

pub(super) fn command() -> Command {
    EngineArgs::augment_args(Command::new("engine"))
        .about("Speak the protocol of Gomocup and Piskvork on standard input and output")
        .after_help(
            "For managers of games, not for people; `searchlab gomoku play` is. A copy of the program, or a link to \
             it, under a name that begins with pbrain- speaks the protocol without any words on its command line.\n\n\
             Boards of 5 to 22 columns and rows; freestyle, standard, renju and caro (INFO rule 0, 1, 4, 8), and games \
             that go on after a five (2). Besides what the protocol lists, INFO takes max_node, max_depth, \
             hash_size (KiB) and thread_num. Without words it plays with all its techniques and the time that the manager gives, as \
             level:9 and level:10 of `play` do with a second and five.\n\nExample:\n  \
         printf 'START 15\\nINFO timeout_turn 500\\nBEGIN\\n' | searchlab gomoku engine\n  \
         printf 'START 15\\nBEGIN\\n' | searchlab gomoku engine --without vcf,vct\n  \
         printf 'START 15\\nBEGIN\\n' | searchlab gomoku engine --weights weights/gomoku.weights",
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
    let args = EngineArgs::from_arg_matches(matches)?;
    let evaluation = Evaluation::learned(read_weights(&args.weights)?);
    let stop = Arc::default();
    let mut protocol = Protocol::new(evaluation, args.techniques(), Arc::clone(&stop));
    let lines = Lines::listen(stop, |line| if is_end(line) { Urgency::Ends } else { Urgency::Waits })?;
    let mut out = io::stdout();
    while let Some(line) = lines.next(|| protocol.prepare()) {
        let answers = protocol.take(&line.text, line.arrived);
        match print(&mut out, &answers.lines) {
            Err(error) if is_gone(&error) => break,
            printed => printed?,
        }
        if answers.is_end {
            break;
        }
    }
    Ok(Exit::Done)
}

fn print(out: &mut impl Write, lines: &[String]) -> io::Result<()> {
    for line in lines {
        writeln!(out, "{line}")?;
    }
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

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
