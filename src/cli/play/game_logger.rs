//! The report of the game as it goes, and the records of the moves that algorithms chose.

use std::io::{self, Write};

use anyhow::Result;

use super::PlayArgs;
use super::console::Voice;
use super::curve::curve;
use super::person::moves_of;
use crate::cli::args::OutputArgs;
use crate::play::{Autosave, BoardGame, Ending, Forfeit, Game, PlayerSpec, ProgramSpec, Watcher, value_words};
use crate::record::Record;
use crate::report::{Column, Format, duration, write_json};
use crate::search::game::Score;
use crate::text::{counted, wrapped};
use crate::worlds::Side;

/// Prints the game.
pub(super) struct GameLogger<P: BoardGame> {
    voice: Voice,
    output: OutputArgs,
    names: [String; 2],
    /// For the forms that are printed at the end.
    printed: Vec<Record>,
    /// Those of the moves that were not taken back, with the plies after the move.
    pub(super) records: Vec<(usize, Record)>,
    /// The file in which the game is kept until it ends.
    autosave: Option<Autosave<P>>,
    has_curve: bool,
}

impl<P: BoardGame> GameLogger<P> {
    pub(super) fn new(voice: Voice, args: &PlayArgs, names: [String; 2], autosave: Option<Autosave<P>>) -> Self {
        let (output, has_curve) = (args.output.clone(), args.curve);
        Self { voice, output, names, printed: Vec::new(), records: Vec::new(), autosave, has_curve }
    }

    /// Keeps the game in its file.
    fn keep(&mut self, game: &Game<P>) -> io::Result<()> {
        let [black, white] = &self.names;
        let kept = self.autosave.as_mut().map_or(Ok(()), |autosave| autosave.keep(game, [black, white]));
        kept.map_err(io::Error::other)
    }

    /// Prints the players and the position from which they play.
    pub(super) fn introduce(&self, game: &Game<P>, seed: u64) -> io::Result<()> {
        let [black, white] = &self.names;
        let words = format!("black {black} · white {white} · {} · seed {seed}", game.instance());
        self.print_wrapped(&words)
    }

    /// The records of the moves that stand in the game.
    pub(super) fn records(&self) -> impl Iterator<Item = &Record> {
        self.records.iter().map(|(_, record)| record)
    }

    fn print_wrapped(&self, words: &str) -> io::Result<()> {
        self.voice.print(&(wrapped(words, self.voice.width.max(20)).join("\n") + "\n"))
    }

    /// The end: the board where nobody has seen it, the result, the moves, and the records that are still to print.
    pub(super) fn conclude(&mut self, game: &Game<P>, ending: Ending, has_person: bool) -> Result<()> {
        if ending == Ending::Finished || !has_person {
            self.voice.print(&format!("\n{}", P::picture(game, self.voice.width, self.voice.color)))?;
        }
        self.voice.print(&format!("\nresult: {}\n", game.result(ending)))?;
        // In one line, so that it can be copied.
        self.voice.print(&format!("game: {}\n", moves_of(game)))?;
        if let Some(curve) = self.has_curve.then(|| curve(game, &self.records)).flatten() {
            self.voice.print(&format!("\n{curve}"))?;
        }
        if let Some(autosave) = &mut self.autosave {
            autosave.conclude(ending)?;
        }
        if matches!(self.output.format, Format::Csv | Format::Md) {
            self.output.print(&self.printed, &Column::GAME_SEARCH)?;
        }
        Ok(())
    }
}

impl<P: BoardGame> Watcher<P> for GameLogger<P> {
    fn moved(&mut self, game: &Game<P>, side: Side, mv: P::Move, record: Option<Box<Record>>) -> io::Result<()> {
        self.keep(game)?;
        // The moves that a person has typed need not be printed.
        if self.names[side.index()] == PlayerSpec::Human.to_string() {
            return Ok(());
        }
        // The number that the move had before it was made.
        let number = game.number().saturating_sub(1);
        let mut words = format!("{number}. {} plays {}", side.name(), game.position().spell(mv));
        if let Some(record) = &record {
            words += &described(record);
        }
        self.print_wrapped(&words)?;
        if let Some(record) = record {
            self.records.push((game.plies(), (*record).clone()));
            match self.output.format {
                Format::Table => {}
                // A move that is known is not kept back: the game may be long.
                Format::Json => {
                    let mut out = io::stdout().lock();
                    write_json(std::slice::from_ref(&*record), &mut out)?;
                    out.flush()?;
                }
                Format::Csv | Format::Md | Format::Tex => self.printed.push(*record),
            }
        }
        Ok(())
    }

    fn passed(&mut self, game: &Game<P>, side: Side) -> io::Result<()> {
        let other = game.position().side().name();
        self.print_wrapped(&format!("   {} has no move and passes; {other} goes on", side.name()))
    }

    fn failed(&mut self, _game: &Game<P>, side: Side, mishap: &Forfeit) -> io::Result<()> {
        self.print_wrapped(&format!("{} {mishap}", side.name()))
    }

    fn taken_back(&mut self, game: &Game<P>, count: usize) -> io::Result<()> {
        self.keep(game)?;
        self.records.retain(|&(plies, _)| plies <= game.plies());
        match count {
            0 => self.voice.print("there is no turn of yours to go back to\n"),
            count => self.voice.print(&format!("{} taken back\n", counted(count as u64, "move"))),
        }
    }
}

/// The result of the search of a move, and its cost.
fn described(record: &Record) -> String {
    let answer = record.result.as_ref();
    let time = duration(record.measured.seconds);
    if record.algorithm == ProgramSpec::ALGORITHM {
        // The counters of a program are not printed: each program counts in its own way.
        let value = answer.map(|answer| format!("{:+}, ", answer.value)).unwrap_or_default();
        return format!(": {value}{time}");
    }
    let value = answer.map(|answer| value_words(answer.value as Score)).unwrap_or_default();
    let depth = answer.and_then(|answer| answer.depth).unwrap_or_default();
    let nodes = record.counters.nodes();
    format!(": {value}, depth {depth}, {}, {time}", counted(nodes, "node"))
}
