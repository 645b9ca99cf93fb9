//! What is told of the game as it goes, and the records of the moves that algorithms chose.

use std::io::{self, Write};

use anyhow::Result;

use super::console::Voice;
use super::person::moves_of;
use crate::cli::args::OutputArgs;
use crate::play::PlayerSpec;
use crate::play::othello::{Ending, Game, Watcher};
use crate::record::Record;
use crate::report::{Column, Format, duration, write_json};
use crate::search::game::Score;
use crate::search::game::score::{WIN, is_decisive};
use crate::text::{counted, wrapped};
use crate::worlds::othello::draw::{Picture, terminal};
use crate::worlds::othello::{Move, Position, Side};

/// Tells the game.
pub(super) struct Teller {
    voice: Voice,
    output: OutputArgs,
    names: [String; 2],
    /// For the forms that are printed at the end.
    records: Vec<Record>,
}

const COLUMNS: [Column; 8] = [
    Column::INSTANCE,
    Column::ALGORITHM,
    Column::STATUS,
    Column::PLIES,
    Column::VALUE,
    Column::MOVE,
    Column::NODES,
    Column::TIME,
];

impl Teller {
    pub(super) fn new(voice: Voice, output: &OutputArgs, names: [String; 2]) -> Self {
        Self { voice, output: output.clone(), names, records: Vec::new() }
    }

    /// Who plays from where.
    pub(super) fn introduce(&self, game: &Game, seed: u64) -> io::Result<()> {
        let [black, white] = &self.names;
        let words = format!("black {black} · white {white} · {} · seed {seed}", game.instance());
        self.say_wrapped(&words)
    }

    fn say_wrapped(&self, words: &str) -> io::Result<()> {
        self.voice.say(&(wrapped(words, self.voice.width.max(20)).join("\n") + "\n"))
    }

    /// The end: the board where nobody has seen it, the result, the moves, and the records that are still to print.
    pub(super) fn conclude(&self, game: &Game, ending: Ending, has_person: bool) -> Result<()> {
        if ending == Ending::Finished || !has_person {
            let picture = Picture::of_end(game.transcript());
            self.voice.say(&format!("\n{}", terminal(&picture, self.voice.width, self.voice.color)))?;
        }
        self.voice.say(&format!("\nresult: {}\n", game.result(ending)))?;
        // In one line, so that it can be copied.
        self.voice.say(&format!("game: {}\n", moves_of(game)))?;
        if matches!(self.output.format, Format::Csv | Format::Md) {
            self.output.print(&self.records, &COLUMNS)?;
        }
        Ok(())
    }
}

impl Watcher for Teller {
    fn moved(&mut self, game: &Game, side: Side, mv: Move, record: Option<Box<Record>>) -> io::Result<()> {
        // What a person has typed need not be told.
        if self.names[usize::from(side == Side::White)] == PlayerSpec::Human.to_string() {
            return Ok(());
        }
        // The number that the move had before it was made.
        let mut words = format!("{}. {} plays {mv}", game.number() - 1, side.name());
        if let Some(record) = &record {
            words += &described(record);
        }
        self.say_wrapped(&words)?;
        if let Some(record) = record {
            match self.output.format {
                Format::Table => {}
                // A move that is known is not kept back: the game may be long.
                Format::Json => {
                    let mut out = io::stdout().lock();
                    write_json(std::slice::from_ref(&*record), &mut out)?;
                    out.flush()?;
                }
                Format::Csv | Format::Md => self.records.push(*record),
            }
        }
        Ok(())
    }

    fn passed(&mut self, game: &Game, side: Side) -> io::Result<()> {
        let other = game.position().side.name();
        self.say_wrapped(&format!("   {} has no move and passes; {other} goes on", side.name()))
    }

    fn taken_back(&mut self, _game: &Game, count: usize) -> io::Result<()> {
        match count {
            0 => self.voice.say("there is no turn of yours to go back to\n"),
            count => self.voice.say(&format!("{} taken back\n", counted(count as u64, "move"))),
        }
    }
}

/// What the search of a move gave and cost.
fn described(record: &Record) -> String {
    let answer = record.result.as_ref();
    let value = answer.map(|answer| value_words(answer.value as Score)).unwrap_or_default();
    let depth = answer.and_then(|answer| answer.depth).unwrap_or_default();
    let nodes = record.counters.expanded + record.counters.evaluated;
    let time = duration(record.measured.seconds);
    format!(": {value}, depth {depth}, {}, {time}", counted(nodes, "node"))
}

/// A value for the side to move; of a game that is decided, in how many plies.
pub(super) fn value_words(value: Score) -> String {
    match value {
        value if is_decisive(value) => {
            let plies = counted((WIN - value.abs()).unsigned_abs().into(), "ply").replace("plys", "plies");
            format!("{} in {plies}", if value > 0 { "wins" } else { "loses" })
        }
        0 => "value 0".to_owned(),
        value => format!("value {value:+}"),
    }
}

/// The discs of both sides.
pub(super) fn score(position: Position) -> String {
    let discs = |side: Side| position.discs(side).count_ones();
    let empty = counted(position.board.empties().into(), "square");
    format!("black {}, white {}, {empty} empty", discs(Side::Black), discs(Side::White))
}
