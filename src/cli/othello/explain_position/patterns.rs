//! Which pattern of the learned evaluation makes how much of a value.

use anyhow::Result;
use serde::Serialize;

use super::{ExplainArgs, Instance, print, signed};
use crate::catalog::othello::read_weights;
use crate::cli::output::say;
use crate::report::{Column, Format, Mood, Row, number, words};
use crate::text::counted;
use crate::worlds::othello::kernel::Portable;
use crate::worlds::othello::learned::LEARNED;
use crate::worlds::othello::learned::explain::{Content, Explanation, Part};
use crate::worlds::othello::learned::game::UNITS;
use crate::worlds::othello::{Position, Side};

/// What a sum is called where the other lines name patterns.
const SUM: &str = "sum for black";

/// All patterns of a kind.
#[derive(Debug, Clone, Serialize)]
struct Kind {
    pattern: &'static str,
    number: usize,
    contribution: f64,
}

/// One pattern.
#[derive(Debug, Clone, Serialize)]
struct Single {
    pattern: &'static str,
    squares: String,
    content: String,
    contribution: f64,
}

impl Row for Kind {
    fn mood(&self) -> Mood {
        Mood::Plain
    }
}

impl Row for Single {
    fn mood(&self) -> Mood {
        if self.contribution == 0.0 && self.pattern != SUM { Mood::Faint } else { Mood::Plain }
    }
}

const KINDS: [Column<Kind>; 3] = [
    words("pattern", |kind| kind.pattern.to_owned()),
    number("number", |kind| if kind.pattern == SUM { String::new() } else { kind.number.to_string() }),
    number("contribution", |kind| discs(kind.contribution)),
];

const SINGLES: [Column<Single>; 4] = [
    words("pattern", |single| single.pattern.to_owned()),
    words("squares", |single| single.squares.clone()),
    words("content", |single| single.content.clone()),
    number("contribution", |single| discs(single.contribution)),
];

/// Discs with their sign.
fn discs(number: f64) -> String {
    if number == 0.0 { "0".to_owned() } else { format!("{number:+.2}") }
}

/// What `--format json` prints.
#[derive(Debug, Serialize)]
struct Explained<'a, T> {
    instance: &'a str,
    position: String,
    side: &'static str,
    evaluation: &'static str,
    weights: &'a str,
    patterns: &'a [T],
    /// The sum of the contributions, in discs.
    for_black: f64,
    /// What the evaluation says to a search, in steps of 1/[`UNITS`] disc.
    for_side_to_move: i32,
    is_over: bool,
}

pub(super) fn run(args: &ExplainArgs, weights: &str) -> Result<()> {
    let read = read_weights(weights)?;
    let instance = args.position.instance()?;
    let explanation = read.explain(Portable, instance.position);
    let contribution = explanation.for_black;
    let answer = Answer { args, instance: &instance, weights, explanation: &explanation };
    if args.all {
        let singles = explanation.parts.iter().map(|part| single(instance.position, part)).collect();
        let sum = Single { pattern: SUM, squares: String::new(), content: String::new(), contribution };
        answer.give(singles, sum, &SINGLES)
    } else {
        answer.give(kinds(&explanation.parts), Kind { pattern: SUM, number: 0, contribution }, &KINDS)
    }
}

/// The sums over the patterns of each kind.
fn kinds(parts: &[Part]) -> Vec<Kind> {
    let of_kind = |parts: &[Part]| Kind {
        pattern: parts[0].kind,
        number: parts.len(),
        contribution: parts.iter().map(|part| part.contribution).sum(),
    };
    parts.chunk_by(|one, next| one.kind == next.kind).map(of_kind).collect()
}

fn single(position: Position, part: &Part) -> Single {
    let (squares, content) = match &part.content {
        Content::Discs(squares) => {
            let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
            let letter = |bit: u64| match (position.discs(Side::Black) & bit, position.discs(Side::White) & bit) {
                (0, 0) => '-',
                (0, _) => 'O',
                _ => 'X',
            };
            (names.join(" "), squares.iter().map(|square| letter(square.bit())).collect())
        }
        Content::Moves { black, white } => (String::new(), format!("black {black}, white {white}")),
        Content::OddQuadrants(number) => (String::new(), counted((*number).into(), "odd quadrant")),
    };
    Single { pattern: part.kind, squares, content, contribution: part.contribution }
}

/// What is to be told, whichever lines are wanted.
struct Answer<'a> {
    args: &'a ExplainArgs,
    instance: &'a Instance<Position>,
    weights: &'a str,
    explanation: &'a Explanation,
}

impl Answer<'_> {
    /// Prints it in the form that was asked for; where a person reads it, the sum too.
    fn give<T: Row + Serialize>(&self, mut lines: Vec<T>, sum: T, columns: &[Column<T>]) -> Result<()> {
        let Self { args, instance, weights, explanation } = *self;
        match args.output.format {
            Format::Json => {
                let explained = Explained {
                    instance: &instance.name,
                    position: instance.position.to_string(),
                    side: instance.position.side.name(),
                    evaluation: LEARNED,
                    weights,
                    patterns: &lines,
                    for_black: explanation.for_black,
                    for_side_to_move: explanation.judged.value,
                    is_over: explanation.judged.is_over,
                };
                say(&format!("{}\n", serde_json::to_string(&explained)?))
            }
            Format::Csv => args.output.print_lines(&lines, columns),
            Format::Md | Format::Table => {
                lines.push(sum);
                print(args, instance, LEARNED, (&lines, columns), &self.view())
            }
        }
    }

    /// Whose value it is, and what a search makes of it.
    fn view(&self) -> String {
        let side = self.instance.position.side.name();
        if self.explanation.judged.is_over {
            return "The game is over: a search sees a win, a draw or a loss, whatever the patterns say.".to_owned();
        }
        let value = signed(self.explanation.judged.value);
        let letters = if self.args.all { "X is black, O white. " } else { "" };
        format!(
            "{letters}Contributions are in discs at the end of the game. A search sees {value}: the value for {side}, who is to \
             move, in steps of 1/{UNITS} disc, rounded down."
        )
    }
}
