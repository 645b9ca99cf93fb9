//! The contribution of each feature to the value of a position.

use anyhow::Result;
use serde::Serialize;

use super::{Answer, ExplainArgs, Parts, signed};
use crate::diagnostic::Source;
use crate::report::{Column, Mood, Row, number, words};
use crate::worlds::othello::evaluation::Judged;
use crate::worlds::othello::kernel::Portable;
use crate::worlds::othello::{Evaluation, Side};

/// A line of the table.
#[derive(Debug, Clone, Serialize)]
struct Line {
    feature: &'static str,
    black: i32,
    white: i32,
    difference: i32,
    weight: i32,
    contribution: i32,
    /// True for the line of the sum, which has nothing but a contribution.
    #[serde(skip)]
    is_sum: bool,
}

impl Row for Line {
    fn mood(&self) -> Mood {
        if self.weight == 0 && !self.is_sum { Mood::Faint } else { Mood::Plain }
    }
}

/// Nothing where the line is the sum.
fn count(line: &Line, number: i32) -> String {
    if line.is_sum { String::new() } else { number.to_string() }
}

const COLUMNS: [Column<Line>; 6] = [
    words("feature", |line| line.feature.to_owned()),
    number("black", |line| count(line, line.black)),
    number("white", |line| count(line, line.white)),
    number("difference", |line| if line.is_sum { String::new() } else { signed(line.difference) }),
    number("weight", |line| count(line, line.weight)),
    number("contribution", |line| signed(line.contribution)),
];

pub(super) fn run(args: &ExplainArgs, typed: &str) -> Result<()> {
    let evaluation = Evaluation::parse(&Source::new("--evaluation", typed), 0..typed.len())?;
    let instance = args.position.instance()?;
    let explanation = evaluation.explain(Portable, instance.position);
    let lines = explanation
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
    let sum = Line {
        feature: "sum for black",
        black: 0,
        white: 0,
        difference: 0,
        weight: 0,
        contribution: explanation.for_black,
        is_sum: true,
    };
    let answer = Answer {
        args,
        instance: &instance,
        evaluation: &evaluation.to_string(),
        weights: None,
        for_black: explanation.for_black,
        judged: explanation.judged,
        remark: &remark(instance.position.side, &evaluation, explanation.judged),
    };
    answer.give(Parts::Features, lines, sum, &COLUMNS)
}

/// A remark on the side whose value it is, and on its use in a search.
fn remark(side: Side, evaluation: &Evaluation, judged: Judged) -> String {
    let value = signed(judged.value);
    let side = side.name();
    match (judged.is_over, evaluation.has_own_terminal()) {
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
