//! Game trees that are given as they are: nested lists of leaves, as textbooks draw them.
//!
//! The numbers at the leaves are worth that much to max, whoever is to move. Every place in the tree is a state of its
//! own, so that no table takes equal subtrees for one another.
//!
//! | part | file |
//! |---|---|
//! | trees as text | [`format`](mod@format) |
//! | positions, moves, the value of leaves | [`position`] |

pub mod format;
pub mod position;
mod puzzle;
pub mod scene;
pub mod world;

pub use format::read;
pub use position::{Branch, LeafValue, Position, Tree};

use super::weights::{Feature, FeatureSet, Preset};

/// Most plies from the root to a leaf.
pub const MOST_PLIES: u32 = 60;

/// Most children of a node: searches number the moves of all nodes below a thousand.
pub(crate) const MOST_CHILDREN: usize = 1000;

/// Most nodes, leaves included.
pub(crate) const MOST_NODES: usize = 1 << 20;

/// All features.
pub const FEATURES: &[Feature] = &[Feature {
    name: "leaf",
    summary: "the number of the leaf; 0 of a node with children, which has none",
    most: searchlab_search::game::score::STATIC_LIMIT,
}];

/// All presets.
pub const PRESETS: &[Preset] =
    &[Preset { name: "leaf", summary: "the number of the leaf, for max", weights: &[("leaf", 1)] }];

/// The scheme of evaluations: there is one, the tree's own.
pub(crate) static SCHEME: FeatureSet =
    FeatureSet { features: FEATURES, presets: PRESETS, limit: 2_000_000, example: "leaf", whole: &[] };
