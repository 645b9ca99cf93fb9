//! The columns of a flat table of trials: name, type, unit, meaning, and the value of a record.
//!
//! Idea        A column has the name that experiment files give the field, so that a table of one's own and a table of
//!             the report say the same. What any record may have is always there, so that tables of several
//!             experiments fit below each other; parameters, and what only games or programs of users have, are there
//!             where a record has them.
//! Not here    Fields as tables and charts of a report ask for them (analysis/field.rs).

use std::collections::BTreeSet;

use serde_json::Value as Json;

use searchlab_analysis::field::Field;
use searchlab_search::counters::Counters;
use searchlab_trial::record::Record;
use searchlab_trial::text::csv_cell;
use searchlab_worlds::catalog;

/// A column of the flat table.
#[derive(Debug, Clone)]
pub struct Column {
    /// The name.
    pub name: String,
    /// The type of its values.
    pub kind: Kind,
    /// The unit: `s`, `bytes`, `plies`, `nodes`; empty where there is none.
    pub unit: &'static str,
    /// The meaning, in a line.
    pub meaning: String,
    source: Source,
}

/// The type of the values of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Text.
    Text,
    /// A whole number.
    Whole,
    /// A decimal number.
    Number,
    /// True or false.
    Truth,
}

impl Kind {
    /// The name of the type.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Whole => "integer",
            Self::Number => "number",
            Self::Truth => "boolean",
        }
    }
}

/// The value of a record in a column.
#[derive(Debug, Clone)]
pub(super) enum Value {
    /// The record has none.
    None,
    /// A text.
    Text(String),
    /// A whole number.
    Whole(i128),
    /// A decimal number.
    Number(f64),
    /// True or false.
    Truth(bool),
}

impl Value {
    /// As a cell of comma-separated values.
    pub(super) fn cell(&self) -> String {
        match self {
            Self::Text(text) => csv_cell(text),
            other => other.plain(),
        }
    }

    /// As a text.
    pub(super) fn plain(&self) -> String {
        match self {
            Self::None => String::new(),
            Self::Text(text) => text.clone(),
            Self::Whole(number) => number.to_string(),
            Self::Number(number) => number.to_string(),
            Self::Truth(truth) => truth.to_string(),
        }
    }

    fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    fn whole(number: impl Into<i128>) -> Self {
        Self::Whole(number.into())
    }

    fn of_json(value: &Json) -> Self {
        match value {
            Json::Null => Self::None,
            Json::Bool(truth) => Self::Truth(*truth),
            Json::String(text) => Self::text(text),
            Json::Number(number) => match (number.as_i64(), number.as_f64()) {
                (Some(whole), _) => Self::whole(whole),
                (None, Some(number)) => Self::Number(number),
                (None, None) => Self::text(number.to_string()),
            },
            // The players of a game.
            other => Self::text(other.to_string()),
        }
    }
}

impl From<Option<Value>> for Value {
    fn from(value: Option<Value>) -> Self {
        value.unwrap_or(Self::None)
    }
}

/// Where a value comes from.
#[derive(Debug, Clone)]
enum Source {
    Fixed(fn(&Record) -> Value),
    Label,
    Parameter(String),
    Counter(usize),
    Reported(String),
}

impl Column {
    /// The value of a record; `label` is that of its algorithm.
    pub(super) fn value(&self, record: &Record, label: &str) -> Value {
        match &self.source {
            Source::Fixed(of) => of(record),
            Source::Label => Value::text(label),
            Source::Parameter(name) => record.params.get(name).map(Value::of_json).into(),
            Source::Counter(place) => record.counters.numbers().get(*place).map(|&count| Value::whole(count)).into(),
            Source::Reported(name) => {
                let reported = record.program.as_ref().and_then(|program| program.reported.get(name));
                reported.map(|&count| Value::whole(count)).into()
            }
        }
    }
}

/// The parts that records have beside those that all have.
#[derive(Debug, Default)]
pub(super) struct Presence {
    params: Vec<(String, Kind)>,
    reported: BTreeSet<String>,
    parts: BTreeSet<Part>,
}

/// A part that only some records have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    /// A cost in straight and diagonal steps.
    Exact,
    /// A game between players.
    Game,
    /// The solver's scores of moves.
    Referee,
    /// A program of a user.
    Program,
}

impl Presence {
    /// Takes in a record.
    pub(super) fn note(&mut self, record: &Record) {
        for (name, value) in &record.params {
            let kind = match Value::of_json(value) {
                Value::None => continue,
                Value::Text(_) => Kind::Text,
                Value::Whole(_) => Kind::Whole,
                Value::Number(_) => Kind::Number,
                Value::Truth(_) => Kind::Truth,
            };
            match self.params.binary_search_by(|known| known.0.as_str().cmp(name)) {
                Ok(place) => self.params[place].1 = both(self.params[place].1, kind),
                Err(place) => self.params.insert(place, (name.clone(), kind)),
            }
        }
        if let Some(program) = &record.program {
            self.reported.extend(program.reported.keys().cloned());
        }
        for (part, is_there) in [
            (Part::Exact, record.result.as_ref().is_some_and(|answer| answer.exact.is_some())),
            (Part::Game, record.game.is_some()),
            (Part::Referee, record.referee.is_some()),
            (Part::Program, record.program.is_some()),
        ] {
            if is_there {
                self.parts.insert(part);
            }
        }
    }
}

/// The type that holds values of both.
fn both(one: Kind, other: Kind) -> Kind {
    match (one, other) {
        _ if one == other => one,
        (Kind::Whole | Kind::Number, Kind::Whole | Kind::Number) => Kind::Number,
        _ => Kind::Text,
    }
}

/// The prefix of columns of parameters: a parameter may have the name of a result.
const PARAMETER: &str = "param.";
/// The prefix of counters that a user's program reports.
const REPORTED: &str = "program.";

/// The columns for records that have these parts, in order.
pub(super) fn columns(presence: &Presence) -> Vec<Column> {
    let mut columns = trial_columns();
    let label = Column {
        name: "label".to_owned(),
        kind: Kind::Text,
        unit: "",
        meaning: "the name of the algorithm in the report; of a game both players, black first".to_owned(),
        source: Source::Label,
    };
    columns.insert(LABEL_PLACE, label);
    columns.extend(presence.params.iter().map(|(name, kind)| Column {
        name: format!("{PARAMETER}{name}"),
        kind: *kind,
        unit: "",
        meaning: catalog::parameter(name).map_or("a parameter of the trial", |known| known.name.summary).to_owned(),
        source: Source::Parameter(name.clone()),
    }));
    columns.extend(result_columns(presence));
    columns.extend(Counters::MEANINGS.iter().enumerate().map(|(place, (name, meaning))| Column {
        name: (*name).to_owned(),
        kind: Kind::Whole,
        unit: unit_of(name),
        meaning: (*meaning).to_owned(),
        source: Source::Counter(place),
    }));
    columns.extend(measured_columns());
    columns.extend(presence.reported.iter().map(|name| Column {
        name: format!("{REPORTED}{name}"),
        kind: Kind::Whole,
        unit: "",
        meaning: format!("{name} as the program itself reports it"),
        source: Source::Reported(name.clone()),
    }));
    columns
}

/// The unit of a counter; the others count things of their own.
fn unit_of(counter: &str) -> &'static str {
    match counter {
        "expanded" | "generated" | "evaluated" | "reopened" | "tree_nodes" => "nodes",
        "table_bytes" => "bytes",
        "peak_depth" | "tree_plies" => "plies",
        _ => "",
    }
}

/// Columns before that of the label.
const LABEL_PLACE: usize = 4;

/// A column whose values a function takes from the record.
fn fixed(name: &str, kind: Kind, unit: &'static str, meaning: impl Into<String>, of: fn(&Record) -> Value) -> Column {
    Column { name: name.to_owned(), kind, unit, meaning: meaning.into(), source: Source::Fixed(of) }
}

/// The columns of the trial itself.
fn trial_columns() -> Vec<Column> {
    use Kind::{Number, Text, Whole};
    vec![
        fixed("id", Text, "", "the trial: 16 hexadecimal digits", |it| Value::text(it.id.to_string())),
        fixed("world", Text, "", "the world", |it| Value::text(&it.world)),
        fixed("instance", Text, "", "the instance", |it| Value::text(&it.instance)),
        fixed("algorithm", Text, "", "the algorithm, or the program in its place", |it| {
            Value::text(it.algorithm_name())
        }),
        fixed("depth", Whole, "plies", "plies that were asked for", |it| it.depth.map(Value::whole).into()),
        fixed("max-nodes", Whole, "nodes", "the limit of nodes", |it| it.limits.nodes.map(Value::whole).into()),
        fixed("max-time", Number, "s", "the limit of time", |it| {
            it.limits.microseconds.map(|time| Value::Number(time as f64 / 1e6)).into()
        }),
        fixed("max-memory", Whole, "bytes", "the limit of memory", |it| it.limits.bytes.map(Value::whole).into()),
        fixed("seed", Whole, "", "the seed of the trial", |it| Value::whole(it.seed)),
        fixed("repeat", Whole, "", "the number of the repetition, from 0", |it| Value::whole(it.repeat)),
    ]
}

/// The columns of what it gave, but counters and times.
fn result_columns(presence: &Presence) -> Vec<Column> {
    use Kind::{Number, Text, Whole};
    let mut columns = vec![
        fixed("status", Text, "", "how the trial ended", |it| Value::text(it.status.name())),
        fixed("value", Number, "", "cost of the solution, or value of the game for the side to move", |it| {
            it.result.as_ref().map(|answer| Value::Number(answer.value)).into()
        }),
        fixed("moves", Text, "", "the path or the principal variation, with blanks between the moves", |it| {
            it.result.as_ref().map(|answer| Value::text(answer.moves.text(" "))).into()
        }),
        fixed("searched_depth", Whole, "plies", "plies of the search that gave the value", |it| {
            it.result.as_ref().and_then(|answer| answer.depth).map(Value::whole).into()
        }),
    ];
    if presence.parts.contains(&Part::Exact) {
        columns.push(fixed("straight", Whole, "steps", "straight steps of the path", |it| steps(it, 0)));
        columns.push(fixed("diagonal", Whole, "steps", "diagonal steps of the path, √2 each", |it| steps(it, 1)));
    }
    if presence.parts.contains(&Part::Game) {
        columns.extend(game_columns());
    }
    if presence.parts.contains(&Part::Referee) {
        columns.push(fixed("loss", Whole, "discs", Field::Loss.meaning(), |it| {
            it.referee.map(|referee| Value::whole(referee.loss())).into()
        }));
        columns.push(fixed("kept", Kind::Truth, "", Field::Kept.meaning(), |it| {
            it.referee.map(|referee| Value::Truth(referee.is_kept())).into()
        }));
    }
    if presence.parts.contains(&Part::Program) {
        columns.push(fixed("fault", Text, "", "how the program failed, in a word", |it| {
            it.program.as_ref().and_then(|program| program.fault.clone()).map(Value::Text).into()
        }));
        columns.push(fixed(
            "verified",
            Kind::Truth,
            "",
            "true if its value was compared with a search of ours",
            |it| it.program.as_ref().map(|program| Value::Truth(program.verified)).into(),
        ));
    }
    let nodes = |it: &Record| Field::Nodes.number_of(it).map(|nodes| Value::Whole(nodes as i128)).into();
    columns.push(fixed("nodes", Whole, "nodes", Field::Nodes.meaning(), nodes));
    columns
}

/// Straight steps of a path (0), or diagonal ones (1).
fn steps(record: &Record, which: usize) -> Value {
    let exact = record.result.as_ref().and_then(|answer| answer.exact);
    exact.map(|steps| Value::whole(steps[which])).into()
}

fn game_columns() -> [Column; 4] {
    use Kind::{Number, Text};
    [
        fixed("score_black", Number, "points", "points of black: 1, 0.5 or 0; white has the rest", |it| {
            it.game.as_ref().map(|game| Value::Number(game.score)).into()
        }),
        fixed("ending", Text, "", "finished, adjudicated, resigned or forfeited", |it| {
            it.game.as_ref().map(|game| Value::text(&game.ending)).into()
        }),
        fixed("forfeit", Text, "", "the side that forfeited the game, and the reason", |it| {
            it.game.as_ref().and_then(|game| game.mishap.clone()).map(Value::Text).into()
        }),
        fixed("start", Text, "", "the position at the beginning", |it| {
            it.game.as_ref().map(|game| Value::text(&game.start)).into()
        }),
    ]
}

fn measured_columns() -> [Column; 3] {
    [
        fixed("seconds", Kind::Number, "s", Field::Seconds.meaning(), |it| Value::Number(it.measured.seconds)),
        fixed("cpu_seconds", Kind::Number, "s", Field::CpuSeconds.meaning(), |it| {
            Value::Number(it.measured.cpu_seconds)
        }),
        fixed("peak_bytes", Kind::Whole, "bytes", Field::PeakBytes.meaning(), |it| {
            Value::whole(it.measured.peak_bytes)
        }),
    ]
}
