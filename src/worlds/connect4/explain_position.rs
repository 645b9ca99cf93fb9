//! `searchlab connect4 explain-position`: the worth of each column by perfect play, the winning cells of both sides, and
//! what makes the static value.

use std::collections::BTreeMap;

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use serde::Serialize;

use crate::catalog::EVALUATION;
use crate::cli::Exit;
use crate::cli::args::{BudgetArgs, OutputArgs, budget};
use crate::cli::command::argument;
use crate::cli::games::PositionArgs;
use crate::cli::output::{print_text, terminal_width};
use crate::cli::progress::stop_flag;
use crate::diagnostic::Source;
use crate::play::{BoardGame, GameCommands};
use crate::report::{Column, Format, Mood, Row, number, words};
use crate::search::budget::Budget;
use crate::search::game::Evaluator;
use crate::worlds::Side;
use crate::worlds::connect4::evaluation::{FEATURES, windows};
use crate::worlds::connect4::run::CONNECT4;
use crate::worlds::connect4::solver::book::shipped;
use crate::worlds::connect4::solver::{Options, in_words, score};
use crate::worlds::connect4::{Evaluation, Position};

#[derive(Debug, Args)]
struct ExplainArgs {
    #[command(flatten)]
    position: PositionArgs<Position>,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn command() -> Command {
    ExplainArgs::augment_args(Command::new("explain-position"))
        .about("Show what each column is worth by perfect play, and what makes the static value")
        .arg(argument(&CONNECT4, &EVALUATION, None))
        .after_help(
            "Scores are those of `connect4 solve`, for the side to move; a limit holds for each column. A winning cell \
             completes four discs. Who has to fill the last cells decides: X gets odd rows, O even ones, as long as \
             every move is answered in the cell above.\n\nExamples:\n  \
             searchlab connect4 explain-position --position 44455554\n  \
             searchlab connect4 explain-position --position 443 --size 5x4 --evaluation windows,three=20\n  \
             searchlab connect4 explain-position --position 44455554221 --max-time 2s --format json",
        )
}

/// A column: a line of the first table.
#[derive(Debug, Clone, Serialize)]
struct Move {
    column: String,
    /// The score of the side to move; `None` if a limit came first.
    score: Option<i32>,
    result: String,
    is_best: bool,
}

impl Row for Move {
    fn mood(&self) -> Mood {
        Mood::Plain
    }
}

const MOVES: [Column<Move>; 4] = [
    words("column", |line| line.column.clone()),
    number("score", |line| line.score.map_or_else(String::new, |score| score.to_string())),
    words("result", |line| line.result.clone()),
    words("", |line| if line.is_best { "best".to_owned() } else { String::new() }),
];

/// A feature: a line of the second table.
#[derive(Debug, Clone, Serialize)]
struct Line {
    feature: &'static str,
    black: i32,
    white: i32,
    weight: i32,
    contribution: i32,
}

impl Row for Line {
    fn mood(&self) -> Mood {
        if self.weight == 0 { Mood::Faint } else { Mood::Plain }
    }
}

const FEATURE_COLUMNS: [Column<Line>; 5] = [
    words("feature", |line| line.feature.to_owned()),
    number("X", |line| line.black.to_string()),
    number("O", |line| line.white.to_string()),
    number("weight", |line| line.weight.to_string()),
    number("contribution", |line| format!("{:+}", line.contribution)),
];

/// The output of `--format json`.
#[derive(Debug, Serialize)]
struct Explained<'a> {
    instance: &'a str,
    position: String,
    side: &'static str,
    moves: Vec<Move>,
    /// Cells by side, as `4:3`: column and row from 1 at the bottom.
    winning_cells: BTreeMap<&'static str, Vec<String>>,
    evaluation: String,
    features: Vec<Line>,
    for_side_to_move: i32,
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = ExplainArgs::from_arg_matches(matches)?;
    let typed = matches.get_one::<String>(EVALUATION.key()).map(String::as_str);
    let typed = typed.or_else(|| CONNECT4.usual(&EVALUATION)).unwrap_or_default();
    let evaluation = Evaluation::parse(&Source::new("--evaluation", typed), 0..typed.len())?;
    let instance = args.position.instance()?;
    let position = instance.position;
    let limits = args.budget.limits();
    let budget = budget(&limits, &stop_flag(), &std::sync::Arc::default());
    let explained = Explained {
        instance: &instance.name,
        position: position.text(),
        side: position.side().name(),
        moves: moves(&position, &budget),
        winning_cells: Side::BOTH.map(|side| (side.name(), cells(&position, side))).into_iter().collect(),
        evaluation: evaluation.to_string(),
        features: features(&position, &evaluation),
        for_side_to_move: evaluation.evaluate(&position),
    };
    let is_whole = explained.moves.iter().all(|line| line.score.is_some());
    print(&args.output, &position, &explained)?;
    Ok(if is_whole { Exit::Done } else { Exit::Incomplete })
}

/// The worth of each column.
fn moves(position: &Position, budget: &Budget) -> Vec<Move> {
    let options = Options { book: Some(shipped()), ..Options::default() };
    let mut columns: Vec<_> = position.moves().collect();
    columns.sort_unstable();
    let line = |(column, after): (_, Position)| {
        let score = score(&after, options, budget);
        let result = score.map_or_else(|| "not known within the limit".to_owned(), |score| in_words(&after, score));
        Move { column: position.spell(column), score: score.map(|score| -score), result, is_best: false }
    };
    let mut lines: Vec<Move> =
        columns.into_iter().filter_map(|column| Some((column, position.after(column)?))).map(line).collect();
    // The best of some is the best of all only where all are known.
    let best = lines.iter().map(|line| line.score).collect::<Option<Vec<_>>>().and_then(|all| all.into_iter().max());
    for line in &mut lines {
        line.is_best = best.is_some() && line.score == best;
    }
    lines
}

/// The winning cells of a side, as column and row.
fn cells(position: &Position, side: Side) -> Vec<String> {
    position.winning_cells(side).into_iter().map(|(column, row)| format!("{column}:{}", row + 1)).collect()
}

fn features(position: &Position, evaluation: &Evaluation) -> Vec<Line> {
    let [black, white] = Side::BOTH.map(|side| windows(position, side));
    let line = |(index, weight): (usize, i32)| Line {
        feature: FEATURES[index].name,
        black: black[index],
        white: white[index],
        weight,
        contribution: (black[index] - white[index]) * weight,
    };
    evaluation.weights().into_iter().enumerate().map(line).collect()
}

fn print(output: &OutputArgs, position: &Position, explained: &Explained<'_>) -> Result<()> {
    match output.format {
        Format::Json => print_text(&(serde_json::to_string(explained)? + "\n")),
        Format::Table => {
            let (width, color) = (terminal_width(), output.has_color());
            print_text(&position.drawn(width, color))?;
            print_text("\n")?;
            output.print_lines(&explained.moves, &MOVES)?;
            for (side, letter) in [("black", "X"), ("white", "O")] {
                let cells = &explained.winning_cells[side];
                let cells = if cells.is_empty() { "none".to_owned() } else { cells.join(" ") };
                print_text(&format!(
                    "{}winning cells of {letter} (column:row): {cells}\n",
                    if side == "black" { "\n" } else { "" }
                ))?;
            }
            print_text(&format!("\nevaluation {}\n\n", explained.evaluation))?;
            output.print_lines(&explained.features, &FEATURE_COLUMNS)?;
            let (value, side) = (explained.for_side_to_move, explained.side);
            print_text(&format!("\nA search sees {value:+} here: the value for {side}, who is to move.\n"))
        }
        _ => output.print_lines(&explained.moves, &MOVES),
    }
}
