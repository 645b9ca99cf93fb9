//! The numbers by which the engine decides what not to search, in the units of the evaluation and in plies.

use searchlab_search::game::Score;

/// Half the width of the first window around the last value.
pub(super) const ASPIRATION: Score = 60;

/// Positions that a search for fours may try at a leaf.
pub(super) const FUEL_AT_LEAF: u32 = 20;

/// And at the root, before anything else.
pub(super) const FUEL_AT_ROOT: u32 = 20_000;

/// Deepest nodes, in plies above the leaves, where futility decides.
pub(super) const FUTILITY_UP_TO: i32 = 4;

/// How much a side can gain in so many plies by quiet moves.
pub(super) const fn futility(depth: i32) -> Score {
    50 + 60 * depth
}

/// How far above the window a static value must stand, so that the other side cannot bring it down.
pub(super) const fn reverse_futility(depth: i32) -> Score {
    60 * depth
}

/// Deepest nodes where razoring decides.
pub(super) const RAZORING_UP_TO: i32 = 3;

/// How far below the window a static value must stand to be hopeless.
pub(super) const fn razoring(depth: i32) -> Score {
    250 + 150 * depth
}

/// Deepest nodes where the number of moves is limited.
pub(super) const COUNT_UP_TO: i32 = 8;

/// How many quiet moves are considered.
pub(super) const fn most_quiet(depth: i32) -> usize {
    (4 + depth + depth * depth / 2) as usize
}

/// Least depth where the only good move is looked for.
pub(super) const SINGULAR_FROM: i32 = 6;

/// How much better than all others it must be, for each ply.
pub(super) const SINGULAR_MARGIN: Score = 10;

/// Plies that a late move is searched less deep.
pub(super) fn reduction(depth: i32, number: usize) -> i32 {
    // Products of logarithms, in sixteenths.
    let log = |value: u32| (value.ilog2() * 16 + ((value << 4 >> value.ilog2()) - 16)) as i32;
    if depth < 2 || number < 2 { 0 } else { (log(depth as u32) * log(number as u32)) / 600 + 1 }
}

/// Least depth where a node of which the table knows no move is searched one ply less deep.
pub(super) const UNKNOWN_FROM: i32 = 4;

/// Nodes of one search for threats at the root, where nothing else limits it.
pub(super) const VCT_NODES: u64 = 20_000;

/// And the share of the nodes that a search may take, and of its time.
pub(super) const VCT_SHARE: u64 = 24;
pub(super) const VCT_NODES_A_MILLISECOND: u64 = 40;

/// Least height above the leaves where a node is looked at so, and nodes that this may take.
pub(super) const VCT_ABOVE: i32 = 6;
pub(super) const VCT_NODES_BELOW: u64 = 400;

/// How many such searches are made at the root.
pub(super) const VCT_SEARCHES: u32 = 6;

/// Least depth of an iteration whose best move is looked at so.
pub(super) const VCT_FROM: u32 = 4;
