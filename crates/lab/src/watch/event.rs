//! An event of a trace as its members.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::Value;

/// An event of a trace; the book says what its members mean (reference/trace.md).
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
#[expect(missing_docs, reason = "the names are those of the format")]
pub struct Event<'a> {
    #[serde(rename = "type", borrow)]
    pub kind: Cow<'a, str>,
    pub id: Option<u32>,
    pub p: Option<u32>,
    pub g: Option<f64>,
    pub h: Option<f64>,
    pub f: Option<f64>,
    pub how: Option<Cow<'a, str>>,
    pub side: Option<Cow<'a, str>>,
    pub open: Option<u64>,
    pub depth: Option<u32>,
    pub number: Option<u64>,
    pub threshold: Option<f64>,
    pub weight: Option<f64>,
    pub cost: Option<f64>,
    pub cells: Vec<(u32, u32)>,
    #[serde(rename = "move")]
    pub mv: Option<Cow<'a, str>>,
    pub alpha: Option<f64>,
    pub beta: Option<f64>,
    pub value: Option<f64>,
    pub bound: Option<Cow<'a, str>>,
    pub by: Option<Cow<'a, str>>,
    pub skipped: Option<u32>,
    pub from: Option<u32>,
    pub of: Option<Cow<'a, str>>,
    pub window: Option<(f64, f64)>,
    pub plies: Option<u64>,
    pub ids: Vec<u32>,
    pub at: Option<Value>,
    pub board: Option<Cow<'a, str>>,
    pub counts: Counts,
    pub proof: Option<f64>,
    pub disproof: Option<f64>,
    pub proof_limit: Option<f64>,
    pub disproof_limit: Option<f64>,
}

/// The counts that an event tells as numbers.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(default)]
pub struct Counts {
    /// Nodes whose moves were searched.
    pub expanded: u32,
    /// Moves made.
    pub generated: u32,
    /// Leaves.
    pub evaluated: u32,
}
