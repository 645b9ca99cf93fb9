//! `searchlab othello explain-position`: which feature makes how much of the value of a position.

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use serde::Serialize;

use super::{Instance, PositionArgs};
use crate::catalog::{EVALUATION, OTHELLO};
use crate::cli::Exit;
use crate::cli::args::OutputArgs;
use crate::cli::command::argument;
use crate::cli::output::{say, terminal_width};
use crate::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::report::{Column, Format, Layout, Mood, Row, table};
use crate::text::wrapped;
use crate::worlds::othello::draw::{Picture, terminal};
use crate::worlds::othello::evaluation::Explanation;
use crate::worlds::othello::kernel::Portable;
use crate::worlds::othello::learned::LEARNED;
use crate::worlds::othello::{Evaluation, Position, Side};

#[derive(Debug, Args)]
struct ExplainArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Show the features without weight too
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn command() -> Command {
    let command = ExplainArgs::augment_args(Command::new("explain-position"));
    let command = command.about("Show what makes the value of a position, feature by feature");
    command.arg(argument(&OTHELLO, &EVALUATION, None)).after_help(
        "Contributions are for black. A search sees the value for the side to move.\n\nExamples:\n  \
         searchlab othello explain-position --position f5d6c3d3c4\n  \
         searchlab othello explain-position --position f5d6c3d3c4 --evaluation anchored --all\n  \
         searchlab othello explain-position --evaluation classic,corner=500,frontier=-3 --format json",
    )
}

/// A line of the table.
#[derive(Debug, Clone, Serialize)]
struct Line {
    feature: &'static str,
    black: i32,
    white: i32,
    difference: i32,
    weight: i32,
    contribution: i32,
    /// Whether it is the sum, which has nothing but a contribution.
    #[serde(skip)]
    is_sum: bool,
}

impl Row for Line {
    fn mood(&self) -> Mood {
        if self.weight == 0 && !self.is_sum { Mood::Faint } else { Mood::Plain }
    }
}

const fn number(head: &'static str, text: fn(&Line) -> String) -> Column<Line> {
    Column { head, is_number: true, is_optional: false, text }
}

/// Nothing where the line is the sum.
fn count(line: &Line, number: i32) -> String {
    if line.is_sum { String::new() } else { number.to_string() }
}

/// With its sign.
fn signed(number: i32) -> String {
    if number == 0 { "0".to_owned() } else { format!("{number:+}") }
}

const COLUMNS: [Column<Line>; 6] = [
    Column { head: "feature", is_number: false, is_optional: false, text: |line| line.feature.to_owned() },
    number("black", |line| count(line, line.black)),
    number("white", |line| count(line, line.white)),
    number("difference", |line| if line.is_sum { String::new() } else { signed(line.difference) }),
    number("weight", |line| count(line, line.weight)),
    number("contribution", |line| signed(line.contribution)),
];

/// What `--format json` prints.
#[derive(Debug, Serialize)]
struct Explained<'a> {
    instance: &'a str,
    position: String,
    side: &'static str,
    evaluation: String,
    features: &'a [Line],
    /// The sum of the contributions.
    for_black: i32,
    /// What the evaluation says to a search.
    for_side_to_move: i32,
    is_over: bool,
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = ExplainArgs::from_arg_matches(matches)?;
    let typed = matches
        .get_one::<String>(EVALUATION.name.name)
        .map_or_else(|| OTHELLO.usual(&EVALUATION).unwrap_or_default(), String::as_str);
    if typed.trim() == LEARNED {
        let problem =
            Diagnostic::new("the evaluation `learned` is no sum of features: its parts are patterns of discs");
        return Err(Diagnostics::from(problem.help("name another one, or weights of features")).into());
    }
    let evaluation = Evaluation::parse(&Source::new("--evaluation", typed), 0..typed.len())?;
    let instance = args.position.instance()?;
    let explanation = evaluation.explain(Portable, instance.position);
    let mut lines: Vec<Line> = explanation
        .rows
        .iter()
        .filter(|row| args.all || row.weight != 0)
        .map(|row| Line {
            feature: row.feature.name,
            black: row.black,
            white: row.white,
            difference: row.difference,
            weight: row.weight,
            contribution: row.contribution,
            is_sum: false,
        })
        .collect();
    match args.output.format {
        Format::Json => {
            let explained = Explained {
                instance: &instance.name,
                position: instance.position.to_string(),
                side: instance.position.side.name(),
                evaluation: evaluation.to_string(),
                features: &lines,
                for_black: explanation.for_black,
                for_side_to_move: explanation.judged.value,
                is_over: explanation.judged.is_over,
            };
            say(&format!("{}\n", serde_json::to_string(&explained)?))?;
        }
        Format::Csv => args.output.print_lines(&lines, &COLUMNS)?,
        Format::Md | Format::Table => {
            let contribution = explanation.for_black;
            let is_sum = true;
            lines.push(Line {
                feature: "sum for black",
                black: 0,
                white: 0,
                difference: 0,
                weight: 0,
                contribution,
                is_sum,
            });
            print(&args, &instance, &evaluation, &explanation, &lines)?;
        }
    }
    Ok(Exit::Done)
}

fn print(
    args: &ExplainArgs,
    instance: &Instance<Position>,
    evaluation: &Evaluation,
    explanation: &Explanation,
    lines: &[Line],
) -> Result<()> {
    if args.output.format == Format::Md {
        return say(&table(lines, &COLUMNS, Layout::Markdown));
    }
    let (width, color) = (terminal_width(), args.output.has_color());
    say(&terminal(&Picture::new(instance.position), width, color))?;
    say(&format!("\n{} · evaluation {evaluation}\n\n", instance.name))?;
    say(&table(lines, &COLUMNS, Layout::Terminal { width, color }))?;
    let view = view(instance.position.side, evaluation, explanation);
    let remark = wrapped(&view, width).join("\n");
    say(&format!("\n{remark}\n"))
}

/// Whose value it is, and what a search makes of it.
fn view(side: Side, evaluation: &Evaluation, explanation: &Explanation) -> String {
    let value = signed(explanation.judged.value);
    let side = side.name();
    match (explanation.judged.is_over, evaluation.has_own_terminal()) {
        (false, _) => format!("A search sees {value}: the value for {side}, who is to move."),
        (true, true) => {
            format!("The game is over. A search sees {value}: the value for {side}, whose turn it would be.")
        }
        (true, false) => format!(
            "The game is over, and this evaluation has no weight for that (win): the sum for {side}, whose turn it would \
             be, is {value}, but a search sees a win, a draw or a loss."
        ),
    }
}
