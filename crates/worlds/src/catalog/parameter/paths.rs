//! Parameters of the searches of paths.

use super::typed::{choice, decimal, whole};
use super::{Kind, Parameter, Typed, words};
use crate::catalog::name;
use searchlab_search::path::{OpenKind, TieBreak};

/// The estimate of the remaining cost.
pub const HEURISTIC: Parameter =
    Parameter { name: name("heuristic", "estimate of the remaining cost"), kind: Kind::Heuristic, default: "" };

/// Order among equal f.
pub const TIE_BREAK: Typed<TieBreak> = choice(
    name("tie-break", "which of two open states with equal f is expanded first"),
    &words! {
        "lifo" => TieBreak::Lifo, "the one that was opened last";
        "high-g" => TieBreak::HighG, "the one farther from the start; equal on that too: the newest";
        "low-g" => TieBreak::LowG, "the one nearer to the start; equal on that too: the newest";
        "fifo" => TieBreak::Fifo, "the one that was opened first";
    },
    "lifo",
);

/// Kind of open list.
pub const OPEN: Typed<OpenKind> = choice(
    name("open", "how the open list is held; changes its traffic and the time, never the expansions"),
    &words! {
        "bucket" => OpenKind::Bucket, "a ring of buckets indexed by f (Dial 1969)";
        "heap" => OpenKind::Heap, "a binary heap; a state whose f falls is put in once more";
        "indexed" => OpenKind::Indexed,
            "a binary heap with an index by state; a state whose f falls is moved (decrease-key)";
    },
    "bucket",
);

/// Weight of weighted A*.
pub const WEIGHT: Typed<u32> = decimal(
    name("weight", "weight of the heuristic; the solution costs at most so many times the optimum"),
    Kind::Decimal(1000, 1_000_000),
    "1.5",
);

/// Step of the weight of ARA*.
pub(crate) const WEIGHT_STEP: Typed<u32> = decimal(
    name("weight-step", "by how much the weight falls after each solution, until it is 1"),
    Kind::Decimal(1, 1_000_000),
    "0.5",
);

/// Limit of depth-limited search.
pub(crate) const DEPTH_LIMIT: Typed<u32> =
    whole(name("depth-limit", "most steps of a path; what lies deeper is not looked at"), 1, 1_000_000_000, "100");

/// Width of beam search.
pub(crate) const WIDTH: Typed<u32> =
    whole(name("width", "states that are kept of each layer, those with the least estimates"), 1, 1_000_000_000, "100");

/// Sideways steps of hill climbing.
pub(crate) const SIDEWAYS: Typed<u32> =
    whole(name("sideways", "most steps in a row that do not improve the estimate"), 0, 1_000_000_000, "0");

/// Memory of SMA*.
pub(crate) const MEMORY_STATES: Typed<u32> = whole(
    name("memory-states", "most states in memory at one time, so also the most on a path"),
    2,
    1_000_000_000,
    "100000",
);

/// Move set of a maze.
pub const MOVES: Typed<bool> = choice(
    name("moves", "moves of a cell"),
    &words! {
        "4" => false, "up, down, left, right, of cost 1";
        "8" => true, "with diagonals of cost √2 that cut no corner";
    },
    "",
);

/// Order of the moves.
pub const ORDER: Parameter = Parameter {
    name: name("order", "order in which moves are tried: a permutation of U D L R, or of N E S W NE SE SW NW"),
    kind: Kind::Order,
    default: "",
};
