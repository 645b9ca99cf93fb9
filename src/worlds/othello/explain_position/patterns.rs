//! The contribution of each pattern of the learned evaluation to the value of a position.

use anyhow::Result;
use serde::Serialize;

use super::{Answer, ExplainArgs, Parts, signed};
use crate::catalog::othello::read_weights;
use crate::report::{Column, Mood, Row, number, words};
use crate::text::counted;
use crate::worlds::othello::evaluation::Judged;
use crate::worlds::othello::kernel::Portable;
use crate::worlds::othello::learned::LEARNED;
use crate::worlds::othello::learned::explain::{Content, Part};
use crate::worlds::othello::learned::game::UNITS;
use crate::worlds::othello::{Position, Side};

/// The name of the sum, where the other lines name patterns.
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

pub(super) fn run(args: &ExplainArgs, weights: &str) -> Result<()> {
    let read = read_weights(weights)?;
    let instance = args.position.instance()?;
    let explanation = read.explain(Portable, instance.position);
    let contribution = explanation.for_black;
    let answer = Answer {
        args,
        instance: &instance,
        evaluation: LEARNED,
        weights: Some(weights),
        for_black: contribution,
        judged: explanation.judged,
        remark: &remark(instance.position.side, explanation.judged, args.all),
    };
    if args.all {
        let singles = explanation.parts.iter().map(|part| single(instance.position, part)).collect();
        let sum = Single { pattern: SUM, squares: String::new(), content: String::new(), contribution };
        answer.give(Parts::Patterns, singles, sum, &SINGLES)
    } else {
        let sum = Kind { pattern: SUM, number: 0, contribution };
        answer.give(Parts::Patterns, kinds(&explanation.parts), sum, &KINDS)
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

/// A remark on the side whose value it is, and on its use in a search.
fn remark(side: Side, judged: Judged, has_letters: bool) -> String {
    if judged.is_over {
        return "The game is over: a search sees a win, a draw or a loss, whatever the patterns say.".to_owned();
    }
    let (value, side) = (signed(judged.value), side.name());
    let letters = if has_letters { "X is black, O white. " } else { "" };
    format!(
        "{letters}Contributions are in discs at the end of the game. A search sees {value}: the value for {side}, who is to \
         move, in steps of 1/{UNITS} disc, rounded down."
    )
}
