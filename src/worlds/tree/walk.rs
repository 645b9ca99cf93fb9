//! The lines of a walk through a game tree: one for each visit of a node with its alpha-beta window, those below it
//! after it and further in.

use std::fmt::Write;

use crate::search::game::score::INFINITY;
use crate::search::walk::{End, Part, Visit, WalkLog};
use crate::worlds::tree::Position;

use super::steps::{Step, window};

/// Widths of the columns: the names of the nodes, and the numbers.
#[derive(Debug, Clone, Copy)]
struct Widths {
    name: usize,
    number: usize,
}

/// The walk, line by line. Windows and values are those of max.
pub(super) fn lines(log: &WalkLog, position: &Position) -> String {
    let visits =
        || log.parts().iter().filter_map(|part| if let Part::Visit(visit) = part { Some(visit) } else { None });
    let names = visits().map(|visit| name_of(visit, &Step::of(visit, position).node).chars().count());
    let numbers = visits().flat_map(|visit| {
        let (alpha, beta) = window(visit, position);
        [alpha, beta, visit.value.unwrap_or(0)].map(|number| bound(number).chars().count())
    });
    let widths = Widths { name: names.max().unwrap_or(0).max(4), number: numbers.max().unwrap_or(0).max(5) };
    let Widths { name, number } = widths;
    let (alpha, beta, wide) = ("alpha", "beta", number + 2);
    let mut text = format!("{:name$}  turn  {alpha:>number$}  {beta:>number$}  {:>wide$}\n", "node", "value");
    let mut driver = None;
    // A search at once to the leaves needs no heads.
    let deepens = log.parts().iter().filter(|part| matches!(part, Part::Deepening { .. })).count() > 1;
    let mut parts = log.parts().iter().peekable();
    while let Some(part) = parts.next() {
        match part {
            Part::Deepening { .. } if !deepens => {}
            Part::Deepening { depth } => {
                driver = None;
                let _ = writeln!(text, "\ndepth {depth}");
            }
            Part::ZeroWindowSearch => {
                if let Some(Part::Visit(visit)) = parts.peek() {
                    text += &pass(visit, &mut driver, position);
                }
            }
            Part::Visit(visit) => text += &line(visit, position, widths),
        }
    }
    text + "\n"
}

/// State of an MTD driver: the node that it asks about, its passes (zero-window searches) there, and the value of the
/// last for max.
struct Driver<'a> {
    path: &'a [u16],
    passes: u32,
    value: Option<i32>,
}

/// The head of a pass, which is a zero-window search: of an MTD driver its guess (the value of the last pass) and the
/// question that it asks. Or the head of a re-search with a wider window.
fn pass<'a>(visit: &'a Visit, driver: &mut Option<Driver<'a>>, position: &Position) -> String {
    let (alpha, beta) = window(visit, position);
    let indent = "  ".repeat(visit.path.len());
    if beta - alpha > 1 {
        return format!("{indent}again, with a wider window\n");
    }
    let last = driver.take().filter(|driver| driver.path == visit.path);
    let passes = last.as_ref().map_or(0, |last| last.passes) + 1;
    // A driver begins with the question whether the side to move at the root gets less than the guess.
    let first = if position.is_max_first() { beta } else { alpha };
    let guess = bound(last.and_then(|last| last.value).unwrap_or(first));
    *driver = Some(Driver { path: &visit.path, passes, value: Step::of(visit, position).value });
    let gap = if visit.path.is_empty() { "\n" } else { "" };
    let (alpha, beta) = (bound(alpha), bound(beta));
    format!("{gap}{indent}pass {passes}, guess {guess}: is the value at most {alpha}, or at least {beta}?\n")
}

fn line(visit: &Visit, position: &Position, widths: Widths) -> String {
    let step = Step::of(visit, position);
    let value = step.value.map_or("stopped".to_owned(), |value| {
        let sign = match (step.bound, visit.end) {
            (_, End::Leaf) => "",
            (Some("lower"), _) => "≥ ",
            (Some("upper"), _) => "≤ ",
            _ => "= ",
        };
        format!("{sign}{}", bound(value))
    });
    let note = match (step.end, &step.cut_by, step.left_out) {
        ("depth", ..) => "end of the depth".to_owned(),
        ("table", ..) => "known from the table".to_owned(),
        (_, Some(child), Some(0)) => format!("cut by {child}, the last"),
        (_, Some(child), Some(left)) => format!("cut by {child}, {left} left out"),
        _ => String::new(),
    };
    let Widths { name, number } = widths;
    let (node, alpha, beta, wide) = (name_of(visit, &step.node), bound(step.alpha), bound(step.beta), number + 2);
    let line = format!("{node:name$}  {:4}  {alpha:>number$}  {beta:>number$}  {value:>wide$}  {note}", step.turn);
    line.trim_end().to_owned() + "\n"
}

fn bound(value: i32) -> String {
    match value {
        INFINITY => "+∞".to_owned(),
        // The first windows of SSS* and DUAL*.
        value if value == INFINITY - 1 => "∞-1".to_owned(),
        value if value == 1 - INFINITY => "1-∞".to_owned(),
        value if value == -INFINITY => "-∞".to_owned(),
        value => value.to_string(),
    }
}

/// The node, further in by its ply.
fn name_of(visit: &Visit, node: &str) -> String {
    "  ".repeat(visit.path.len()) + node
}
