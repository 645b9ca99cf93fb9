//! `searchlab gomoku explain-position`: what makes the static value of a position.

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use serde::Serialize;

use crate::catalog::gomoku::evaluation;
use crate::catalog::{EVALUATION, GOMOKU, Parameter, WEIGHTS};
use crate::cli::Exit;
use crate::cli::args::{Chosen, OutputArgs};
use crate::cli::command::argument;
use crate::cli::games::PositionArgs;
use crate::cli::output::{print_text, terminal_width};
use crate::play::{BoardGame, GameCommands};
use crate::report::{Column, Format, Mood, Row, number, words};
use crate::worlds::gomoku::learned::Network;
use crate::worlds::gomoku::learned::network::{LOGIT, RANK_UNIT};
use crate::worlds::gomoku::patterns::Patterns;
use crate::worlds::gomoku::world::terms;
use crate::worlds::gomoku::{Evaluation, Position};

const PARAMETERS: [&Parameter; 2] = [&EVALUATION, &WEIGHTS];

/// Cells that are listed; the others stand in one line.
const LISTED: usize = 12;

#[derive(Debug, Args)]
struct ExplainArgs {
    #[command(flatten)]
    position: PositionArgs<Position>,
    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn command() -> Command {
    let command = ExplainArgs::augment_args(Command::new("explain-position"))
        .about("Show what makes the static value of a position")
        .after_help(
            "A mix of features is the sum of its features, each times its weight. The evaluation `learned` is the sum \
             of what each empty cell adds; beside it stands how likely the network holds the cell to be the best move.\n\n\
             Examples:\n  \
             searchlab gomoku explain-position --position h8i9j10\n  \
             searchlab gomoku explain-position --position h8i9j10 --evaluation learned\n  \
             searchlab gomoku explain-position --position h8i9j10 --evaluation ustc-rows --format json",
        );
    PARAMETERS.into_iter().fold(command, |command, parameter| command.arg(argument(&GOMOKU, parameter, None)))
}

/// A part of the value: a line of the table.
#[derive(Debug, Clone, Serialize)]
struct Part {
    /// A feature, or a cell.
    name: String,
    /// The count of a feature, and its weight.
    #[serde(skip_serializing_if = "Option::is_none")]
    measure: Option<[i32; 2]>,
    /// Chance that the cell is the best move, as the network ranks them, of cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<f64>,
    /// For the side to move.
    contribution: f64,
}

impl Row for Part {
    fn mood(&self) -> Mood {
        Mood::Plain
    }
}

const FEATURES: [Column<Part>; 4] = [
    words("feature", |part| part.name.clone()),
    number("measure", |part| part.measure.map_or_else(String::new, |[measure, _]| format!("{measure:+}"))),
    number("weight", |part| part.measure.map_or_else(String::new, |[_, weight]| weight.to_string())),
    number("contribution", |part| format!("{:+.0}", part.contribution)),
];

const CELLS: [Column<Part>; 3] = [
    words("cell", |part| part.name.clone()),
    number("best move", |part| part.best.map_or_else(String::new, |best| format!("{:.1} %", 100.0 * best))),
    number("contribution", |part| format!("{:+.1}", part.contribution)),
];

/// The output of `--format json`.
#[derive(Debug, Serialize)]
struct Explained<'a> {
    instance: &'a str,
    position: String,
    side: &'static str,
    evaluation: String,
    parts: Vec<Part>,
    for_side_to_move: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    wins: Option<f64>,
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = ExplainArgs::from_arg_matches(matches)?;
    let engine = GOMOKU.algorithm(crate::worlds::gomoku::engine::ABOUT.name).unwrap_or(GOMOKU.algorithms[0]);
    let evaluation = evaluation(&Chosen::from(engine).resolve(&GOMOKU, matches, None)?)?;
    let instance = args.position.instance()?;
    let position = instance.position;
    let value = evaluation.sum(&Patterns::new(&position));
    let explained = Explained {
        instance: &instance.name,
        position: position.text(),
        side: position.side().name(),
        evaluation: evaluation.to_string(),
        parts: evaluation
            .network()
            .map_or_else(|| features(&position, &evaluation), |net| cells(&position, net, value)),
        for_side_to_move: value,
        wins: evaluation.network().map(|_| 1.0 / (1.0 + (-f64::from(value) / f64::from(LOGIT)).exp())),
    };
    print(&args.output, &position, &explained)?;
    Ok(Exit::Done)
}

fn features(position: &Position, evaluation: &Evaluation) -> Vec<Part> {
    let terms = terms(position, evaluation).rows.into_iter();
    let of = |term: crate::play::Term| Part {
        name: term.feature.to_owned(),
        measure: Some([term.black + term.white, term.weight]),
        best: None,
        contribution: f64::from(term.contribution),
    };
    terms.map(of).collect()
}

/// The cells that add most or take most, the others, and what no cell adds.
fn cells(position: &Position, network: &'static Network, value: i32) -> Vec<Part> {
    let mut patterns = Patterns::new(position);
    patterns.describe(Some(network));
    let Some(descriptions) = patterns.descriptions() else { return Vec::new() };
    let side = position.side();
    let of = |point| Part {
        name: position.spell(point),
        measure: None,
        best: Some(f64::from(descriptions.rank(side, point)) / f64::from(RANK_UNIT)),
        contribution: descriptions.contribution(side, point),
    };
    let mut parts: Vec<Part> = position.empty_points().map(of).collect();
    // Cells without a stone around them are described by nothing.
    parts.retain(|part| part.contribution != 0.0 || part.best != Some(0.0));
    let total: f64 = parts.iter().filter_map(|part| part.best.map(f64::exp)).sum();
    for part in &mut parts {
        part.best = part.best.map(|rank| rank.exp() / total);
    }
    parts.sort_by(|a, b| b.contribution.abs().total_cmp(&a.contribution.abs()));
    let all: f64 = parts.iter().map(|part| part.contribution).sum();
    let others = parts.split_off(parts.len().min(LISTED));
    let line = |name: &str, contribution| Part { name: name.to_owned(), measure: None, best: None, contribution };
    let count = others.len();
    parts.push(line(&format!("{count} others"), others.iter().map(|part| part.contribution).sum()));
    parts.push(line("no cell", f64::from(value) - all));
    parts
}

fn print(output: &OutputArgs, position: &Position, explained: &Explained<'_>) -> Result<()> {
    let columns: &[Column<Part>] = if explained.wins.is_some() { &CELLS } else { &FEATURES };
    match output.format {
        Format::Json => print_text(&(serde_json::to_string(explained)? + "\n")),
        Format::Table => {
            print_text(&position.drawn(terminal_width(), output.has_color()))?;
            print_text(&format!("\nevaluation {}\n\n", explained.evaluation))?;
            output.print_lines(&explained.parts, columns)?;
            let (value, side) = (explained.for_side_to_move, explained.side);
            let wins = explained.wins.map_or_else(String::new, |wins| format!(", a chance of {:.0} %", 100.0 * wins));
            print_text(&format!("\nThe value for {side}, who is to move, is {value:+}{wins}.\n"))
        }
        _ => output.print_lines(&explained.parts, columns),
    }
}
