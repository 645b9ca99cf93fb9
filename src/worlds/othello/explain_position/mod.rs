//! `searchlab othello explain-position`: the contributions to the value of a position. One file for each kind of
//! evaluation; shared parts are here.

mod features;
mod patterns;

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use serde::Serialize;

use super::{Instance, PositionArgs};
use crate::catalog::{EVALUATION, OTHELLO, WEIGHTS};
use crate::cli::Exit;
use crate::cli::args::OutputArgs;
use crate::cli::command::argument;
use crate::cli::output::{print_text, terminal_width};
use crate::report::{Column, Format, Row};
use crate::text::wrapped;
use crate::worlds::othello::Position;
use crate::worlds::othello::draw::{Picture, terminal};
use crate::worlds::othello::evaluation::Judged;
use crate::worlds::othello::learned::LEARNED;

#[derive(Debug, Args)]
struct ExplainArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Show the features without weight too; of `learned`, every pattern by itself
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn command() -> Command {
    let command = ExplainArgs::augment_args(Command::new("explain-position"));
    let command = command.about("Show what makes the value of a position, feature by feature or pattern by pattern");
    command.arg(argument(&OTHELLO, &EVALUATION, None)).arg(argument(&OTHELLO, &WEIGHTS, None)).after_help(
        "Contributions are for black. A search sees the value for the side to move.\n\nExamples:\n  \
         searchlab othello explain-position --position f5d6c3d3c4\n  \
         searchlab othello explain-position --position f5d6c3d3c4 --evaluation anchored --all\n  \
         searchlab othello explain-position --position f5d6c3d3c4 --evaluation learned\n  \
         searchlab othello explain-position --evaluation classic,corner=500,frontier=-3 --format json",
    )
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = ExplainArgs::from_arg_matches(matches)?;
    let typed = |name: &str| matches.get_one::<String>(name).map(String::as_str);
    let (evaluation, weights) = (typed(EVALUATION.key()), typed(WEIGHTS.key()));
    if evaluation.is_some_and(|evaluation| evaluation.trim() == LEARNED) {
        patterns::run(&args, weights.unwrap_or(WEIGHTS.default))?;
    } else {
        if weights.is_some() {
            args.output.remark("--weights changes nothing here: it is for the evaluation learned");
        }
        features::run(&args, evaluation.or_else(|| OTHELLO.usual(&EVALUATION)).unwrap_or_default())?;
    }
    Ok(Exit::Done)
}

/// The explanation of a value, for any kind of evaluation.
struct Answer<'a, N> {
    args: &'a ExplainArgs,
    instance: &'a Instance<Position>,
    evaluation: &'a str,
    /// The weights, where the evaluation has some.
    weights: Option<&'a str>,
    /// The sum of the contributions.
    for_black: N,
    judged: Judged,
    /// A remark for persons beside the table.
    remark: &'a str,
}

/// The output of `--format json`.
#[derive(Serialize)]
struct Explained<'a, T, N> {
    instance: &'a str,
    position: String,
    side: &'static str,
    evaluation: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    weights: Option<&'a str>,
    #[serde(flatten)]
    parts: Parts<T>,
    for_black: N,
    /// The value that the evaluation gives a search.
    for_side_to_move: i32,
    is_over: bool,
}

/// The contributions to the value, by the name that they have in JSON.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Parts<T> {
    Features(Vec<T>),
    Patterns(Vec<T>),
}

impl<N: Serialize> Answer<'_, N> {
    /// Prints it in the form that was asked for; where a person reads it, with the line of the sum.
    fn give<T: Row + Serialize>(
        self,
        parts: fn(Vec<T>) -> Parts<T>,
        mut lines: Vec<T>,
        sum: T,
        columns: &[Column<T>],
    ) -> Result<()> {
        let Self { args, instance, evaluation, weights, for_black, judged, remark } = self;
        let position = instance.position;
        match args.output.format {
            Format::Json => {
                let explained = Explained {
                    instance: &instance.name,
                    position: position.to_string(),
                    side: position.side.name(),
                    evaluation,
                    weights,
                    parts: parts(lines),
                    for_black,
                    for_side_to_move: judged.value,
                    is_over: judged.is_over,
                };
                print_text(&format!("{}\n", serde_json::to_string(&explained)?))
            }
            Format::Csv => args.output.print_lines(&lines, columns),
            Format::Md | Format::Tex => {
                lines.push(sum);
                args.output.print_lines(&lines, columns)
            }
            Format::Table => {
                lines.push(sum);
                let width = terminal_width();
                print_text(&terminal(&Picture::new(position), width, args.output.has_color()))?;
                print_text(&format!("\n{} · evaluation {evaluation}\n\n", instance.name))?;
                args.output.print_lines(&lines, columns)?;
                print_text(&format!("\n{}\n", wrapped(remark, width).join("\n")))
            }
        }
    }
}

/// With its sign.
fn signed(number: i32) -> String {
    if number == 0 { "0".to_owned() } else { format!("{number:+}") }
}
