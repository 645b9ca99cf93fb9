//! Parameters of the searches of paths.

use super::{Kind, Parameter};
use crate::catalog::name;

/// The estimate of the remaining cost.
pub const HEURISTIC: Parameter =
    Parameter { name: name("heuristic", "estimate of the remaining cost"), kind: Kind::Heuristic, default: "" };

/// Order among equal f.
pub const TIE_BREAK: Parameter = Parameter {
    name: name("tie-break", "which of two open states with equal f is expanded first"),
    kind: Kind::Choice(&[
        name("lifo", "the one that was opened last"),
        name("high-g", "the one farther from the start; equal on that too: the newest"),
        name("low-g", "the one nearer to the start; equal on that too: the newest"),
        name("fifo", "the one that was opened first"),
    ]),
    default: "lifo",
};

/// Kind of open list.
pub const OPEN: Parameter = Parameter {
    name: name("open", "how the open list is held; changes its traffic and the time, never the expansions"),
    kind: Kind::Choice(&[
        name("bucket", "a ring of buckets indexed by f (Dial 1969)"),
        name("heap", "a binary heap; a state whose f falls is put in once more"),
        name("indexed", "a binary heap with an index by state; a state whose f falls is moved (decrease-key)"),
    ]),
    default: "bucket",
};

/// Weight of weighted A*.
pub const WEIGHT: Parameter = Parameter {
    name: name("weight", "weight of the heuristic; the solution costs at most so many times the optimum"),
    kind: Kind::Decimal(1000, 1_000_000),
    default: "1.5",
};

/// Step of the weight of ARA*.
pub const WEIGHT_STEP: Parameter = Parameter {
    name: name("weight-step", "by how much the weight falls after each solution, until it is 1"),
    kind: Kind::Decimal(1, 1_000_000),
    default: "0.5",
};

/// Limit of depth-limited search.
pub const DEPTH_LIMIT: Parameter = Parameter {
    name: name("depth-limit", "most steps of a path; what lies deeper is not looked at"),
    kind: Kind::Whole(1, 1_000_000_000),
    default: "100",
};

/// Width of beam search.
pub const WIDTH: Parameter = Parameter {
    name: name("width", "states that are kept of each layer, those with the least estimates"),
    kind: Kind::Whole(1, 1_000_000_000),
    default: "100",
};

/// Sideways steps of hill climbing.
pub const SIDEWAYS: Parameter = Parameter {
    name: name("sideways", "most steps in a row that do not improve the estimate"),
    kind: Kind::Whole(0, 1_000_000_000),
    default: "0",
};

/// Memory of SMA*.
pub const MEMORY_STATES: Parameter = Parameter {
    name: name("memory-states", "most states in memory at one time, so also the most on a path"),
    kind: Kind::Whole(2, 1_000_000_000),
    default: "100000",
};

/// Move set of a maze.
pub const MOVES: Parameter = Parameter {
    name: name("moves", "moves of a cell"),
    kind: Kind::Choice(&[
        name("4", "up, down, left, right, of cost 1"),
        name("8", "with diagonals of cost √2 that cut no corner"),
    ]),
    default: "",
};

/// Order of the moves.
pub const ORDER: Parameter = Parameter {
    name: name("order", "order in which moves are tried: a permutation of U D L R, or of N E S W NE SE SW NW"),
    kind: Kind::Order,
    default: "",
};
