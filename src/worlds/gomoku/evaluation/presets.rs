//! The evaluations with a name.

use crate::worlds::weights::Preset;

/// All presets, in the order of the listings.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "pattern",
        summary: "what stones could make of the empty cells, by the patterns of lines and cells",
        weights: &[
            ("line-sleep-one", 1),
            ("line-open-one", 2),
            ("line-sleep-two", 3),
            ("line-open-two", 8),
            ("line-sleep-three", 12),
            ("line-open-three", 30),
            ("line-four", 40),
            ("cell-double-two", 20),
            ("cell-open-three-two", 15),
            ("cell-double-three", 80),
            ("cell-four-two", 20),
            ("cell-four-three", 150),
            ("cell-open-four", 300),
            ("tempo", 30),
        ],
    },
    Preset {
        name: "ustc",
        summary: "the scores of the course report: shapes of the stones, from 1 for a sleeping one to 100000 for an open four",
        weights: &[
            ("row-open-four", 100_000),
            ("row-four", 2_000),
            ("row-open-three", 1_000),
            ("row-sleep-three", 200),
            ("row-open-two", 100),
            ("row-sleep-two", 5),
            ("row-open-one", 10),
            ("row-sleep-one", 1),
        ],
    },
];
