//! `searchlab othello explain-position`: what makes how much of the value of a position. One file for each kind of
//! evaluation; what they share is here.

mod features;
mod patterns;

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::{Instance, PositionArgs};
use crate::catalog::{EVALUATION, OTHELLO, WEIGHTS};
use crate::cli::Exit;
use crate::cli::args::OutputArgs;
use crate::cli::command::argument;
use crate::cli::output::{say, terminal_width};
use crate::report::{Column, Format, Layout, Row, table};
use crate::text::wrapped;
use crate::worlds::othello::Position;
use crate::worlds::othello::draw::{Picture, terminal};
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
    let (evaluation, weights) = (typed(EVALUATION.name.name), typed(WEIGHTS.name.name));
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

/// Prints a table of what makes the value, between the board and a remark where a person reads it.
fn print<T: Row>(
    args: &ExplainArgs,
    instance: &Instance<Position>,
    evaluation: &str,
    (lines, columns): (&[T], &[Column<T>]),
    remark: &str,
) -> Result<()> {
    if args.output.format == Format::Md {
        return say(&table(lines, columns, Layout::Markdown));
    }
    let (width, color) = (terminal_width(), args.output.has_color());
    say(&terminal(&Picture::new(instance.position), width, color))?;
    say(&format!("\n{} · evaluation {evaluation}\n\n", instance.name))?;
    say(&table(lines, columns, Layout::Terminal { width, color }))?;
    say(&format!("\n{}\n", wrapped(remark, width).join("\n")))
}

/// With its sign.
fn signed(number: i32) -> String {
    if number == 0 { "0".to_owned() } else { format!("{number:+}") }
}
