//! The evaluations with a name.

use crate::gomoku::learned::LEARNED;
use crate::weights::Preset;

/// All presets, in the order of the listings.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "pattern",
        summary: "what stones could make of the empty cells, by the patterns of lines and cells",
        weights: &[
            ("line-sleep-two", 2),
            ("line-open-two", 21),
            ("line-sleep-three", 25),
            ("line-open-three", 7),
            ("line-four", -7),
            ("cell-two", -20),
            ("cell-double-two", -26),
            ("cell-open-three", 17),
            ("cell-open-three-two", 27),
            ("cell-double-three", 56),
            ("cell-four", 47),
            ("cell-four-two", 57),
            ("cell-four-three", 103),
            ("cell-open-four", 107),
            ("tempo", 168),
        ],
    },
    Preset {
        name: "ustc",
        summary: "the course report as it is: each stone scores the five cells from it on in four directions, so a shape \
                  counts from each of its stones; x.x.x begins a sleeping three (200), x...x a sleeping two (5), two \
                  scores from 1000 on make 100000, a five 1000000; with win-discount=0.05 as it weighs wins; ustc-rows \
                  counts each shape once",
        weights: REPORT,
    },
    Preset {
        name: "ustc-rows",
        summary: "the scores of the course report for shapes that are each counted once, to both ends of their line: x.x.x \
                  is an open three (1000), x...x an open two (100); the report's own windows are those of ustc",
        weights: ROWS.split_at(ROWS.len() - 1).0,
    },
    Preset {
        name: "ustc-alike",
        summary: "ustc-rows with a five worth 1000000 however late it comes, so that all wins are alike",
        weights: ROWS,
    },
    Preset { name: "ustc-report", summary: "ustc by the name under which earlier records have it", weights: REPORT },
];

/// The name by which the learned evaluation is printed: it has no features.
pub(super) static NETWORK: Preset = Preset { name: LEARNED, summary: "", weights: &[] };

/// The scores of the course report for shapes that are each counted once; the last is that of a five.
const ROWS: &[(&str, i32)] = &[
    ("row-open-four", 100_000),
    ("row-four", 2_000),
    ("row-open-three", 1_000),
    ("row-sleep-three", 200),
    ("row-open-two", 100),
    ("row-sleep-two", 5),
    ("row-open-one", 10),
    ("row-sleep-one", 1),
    ("five", 1_000_000),
];

/// The rule of the course report.
const REPORT: &[(&str, i32)] = &[("report", 1), ("five", 1_000_000)];
