//! The evaluations with a name: those of the course reports, and two plain ones.

use crate::weights::Preset;

/// The weights of the course's framework, and more.
macro_rules! classic {
    ($($more:expr),*) => {
        &[("piece", 1), ("mobility", 8), ("corner", 300), ("flippable", 1), ("win", 5000), $($more),*]
    };
}

/// All presets, in the order of the listings.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "classic",
        summary: "piece + 8 mobility + 300 corner + 1 flippable + 5000 win: that of the course's framework",
        weights: classic![],
    },
    Preset {
        name: "anchored",
        summary: "classic + 150 anchored - 50 xsquare + 20 edge + 20 centre",
        weights: classic![("anchored", 150), ("xsquare", -50), ("edge", 20), ("centre", 20)],
    },
    Preset {
        name: "sided",
        summary: "classic + 10 edge-sides - 15 xsquare",
        weights: classic![("edge-sides", 10), ("xsquare", -15)],
    },
    Preset {
        name: "classic-as-coded",
        summary: "classic as the framework counts it: on diagonals the squares beyond the sides are empty",
        weights: &[("piece", 1), ("mobility", 8), ("corner", 300), ("flippable-as-coded", 1), ("win", 5000)],
    },
    Preset {
        name: "sided-as-coded",
        summary: "classic + 10 piece - 15 xsquare: sided with the fault of its code, which visited every square",
        weights: &[("piece", 11), ("mobility", 8), ("corner", 300), ("flippable", 1), ("win", 5000), ("xsquare", -15)],
    },
    Preset {
        name: "weighted",
        summary: "piece + 2 mobility + 100 corner + 1 stable + 8 edge; finished games are valued by the search",
        weights: &[("piece", 1), ("mobility", 2), ("corner", 100), ("stable", 1), ("edge", 8)],
    },
    Preset {
        name: "weighted-as-coded",
        summary: "weighted with the stability of its code, which takes edge discs and discs among own ones for stable",
        weights: &[("piece", 1), ("mobility", 2), ("corner", 100), ("stable-as-coded", 1), ("edge", 8)],
    },
    Preset { name: "discs", summary: "piece alone", weights: &[("piece", 1)] },
    Preset { name: "mobility", summary: "mobility alone", weights: &[("mobility", 1)] },
];
