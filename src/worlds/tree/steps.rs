//! The steps of a walk: each visit of a node with its alpha-beta window, its value and the cut, as max sees it.
//!
//! Not here: how the lines look (walk.rs).

use serde::{Serialize, Serializer};

use crate::report::{Mood, Row};
use crate::search::game::score::INFINITY;
use crate::search::walk::{End, Part, Visit, WalkLog};
use crate::worlds::tree::{Branch, Position};

/// A visit of a node, as max sees it. In JSON and CSV a window without an end has none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Step {
    /// The algorithm.
    pub algorithm: &'static str,
    /// The plies of its iteration, from 1; nothing where there are no iterations.
    pub depth: Option<u32>,
    /// The driver that begins here: `pass` of an MTD driver, `re-search` of PVS.
    pub begins: Option<&'static str>,
    /// The node: `root`, or the children that lead to it.
    pub node: String,
    /// `max`, `min` or `leaf`.
    pub turn: &'static str,
    /// Lower end of the window.
    #[serde(serialize_with = "finite")]
    pub alpha: i32,
    /// Upper end of the window.
    #[serde(serialize_with = "finite")]
    pub beta: i32,
    /// The value; nothing where a limit ended the search before.
    pub value: Option<i32>,
    /// The kind of the value: `exact`, a `lower` or an `upper` bound.
    pub bound: Option<&'static str>,
    /// How the visit ended: `searched`, `leaf`, `depth`, `table`, `cut` or `stopped`.
    pub end: &'static str,
    /// The child that cut off.
    pub cut_by: Option<String>,
    /// Children that were left out for it.
    pub left_out: Option<usize>,
}

impl Row for Step {
    fn mood(&self) -> Mood {
        Mood::Plain
    }
}

/// An end of a window, if there is one.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn finite<S: Serializer>(end: &i32, to: S) -> Result<S::Ok, S::Error> {
    // The first windows of SSS* and DUAL* begin one beside infinity.
    Some(*end).filter(|end| end.abs() < INFINITY - 1).serialize(to)
}

impl Step {
    /// The steps of a walk, in their order.
    pub(super) fn all_of(log: &WalkLog, algorithm: &'static str, position: &Position) -> Vec<Self> {
        let (mut iteration, mut is_zero_window) = (None, false);
        let mut steps = Vec::new();
        for part in log.parts() {
            match part {
                Part::Deepening { depth } => iteration = Some(*depth),
                Part::ZeroWindowSearch => is_zero_window = true,
                Part::Visit(visit) => {
                    let step = Self::of(visit, position);
                    let kind = if step.beta - step.alpha > 1 { "re-search" } else { "pass" };
                    let begins = std::mem::take(&mut is_zero_window).then_some(kind);
                    steps.push(Self { algorithm, depth: iteration, begins, ..step });
                }
            }
        }
        steps
    }

    /// A visit by itself.
    pub(super) fn of(visit: &Visit, position: &Position) -> Self {
        let (alpha, beta) = window(visit, position);
        let value = visit.value.map(|value| if is_max(visit, position) { value } else { -value });
        let children = position.tree().children_at(&visit.path);
        let (cut_by, left_out) = match visit.end {
            End::Cutoff(code) => {
                let child = node(&[&visit.path[..], &[code]].concat());
                (Some(child), Some(children.saturating_sub(visit.searched as usize)))
            }
            _ => (None, None),
        };
        Self {
            algorithm: "",
            depth: None,
            begins: None,
            node: node(&visit.path),
            turn: match (is_max(visit, position), children) {
                (_, 0) => "leaf",
                (true, _) => "max",
                (false, _) => "min",
            },
            alpha,
            beta,
            value,
            // Outside of the window the value is a bound, which is nothing new to say of a leaf.
            bound: value.map(|value| match visit.end {
                End::Leaf => "exact",
                _ if value >= beta => "lower",
                _ if value <= alpha => "upper",
                _ => "exact",
            }),
            end: match visit.end {
                _ if value.is_none() => "stopped",
                End::Leaf if children > 0 => "depth",
                End::Leaf => "leaf",
                End::Searched => "searched",
                End::Table => "table",
                End::Cutoff(_) => "cut",
            },
            cut_by,
            left_out,
        }
    }
}

/// The alpha-beta window as max sees it.
pub(super) fn window(visit: &Visit, position: &Position) -> (i32, i32) {
    if is_max(visit, position) { (visit.alpha, visit.beta) } else { (-visit.beta, -visit.alpha) }
}

fn is_max(visit: &Visit, position: &Position) -> bool {
    visit.path.len().is_multiple_of(2) == position.is_max_first()
}

/// The name of a node.
fn node(path: &[u16]) -> String {
    if path.is_empty() { "root".to_owned() } else { path.iter().map(|&code| Branch(code).to_string()).collect() }
}
