//! The numbers of the engine's selectivity, in the units of the evaluation and in plies.
//!
//! Aspiration window, futility pruning, reverse futility pruning, razoring, late move pruning (move count), late move
//! reductions, singular extension, searches for fours (VCF) and threats (VCT).

use searchlab_search::game::Score;

/// Half the width of the first aspiration window around the last value.
pub(super) const ASPIRATION: Score = 60;

/// Positions that a search for fours may try at a leaf.
pub(super) const FUEL_AT_LEAF: u32 = 20;

/// And at the root, before anything else.
pub(super) const FUEL_AT_ROOT: u32 = 20_000;

/// Deepest nodes, in plies above the leaves, where futility pruning acts.
pub(super) const FUTILITY_UP_TO: i32 = 4;

/// Futility margin: the most that quiet moves are taken to gain in `depth` plies.
pub(super) const fn futility(depth: i32) -> Score {
    50 + 60 * depth
}

/// Reverse futility margin: how far above the window a static value must stand, so that the other side cannot bring it
/// down; `None` too far from the leaves. A learned value is trusted further, and needs no margin for the first ply.
pub(super) const fn reverse_futility(depth: i32, is_learned: bool) -> Option<Score> {
    match depth {
        ..=8 if is_learned => Some(60 * (depth - 1)),
        ..=4 => Some(60 * depth),
        _ => None,
    }
}

/// Deepest nodes where razoring acts.
pub(super) const RAZORING_UP_TO: i32 = 3;

/// Razoring margin: how far below the window a static value must stand to be hopeless.
pub(super) const fn razoring(depth: i32) -> Score {
    250 + 150 * depth
}

/// Deepest nodes where late move pruning limits the number of moves.
pub(super) const COUNT_UP_TO: i32 = 8;

/// Quiet moves that late move pruning leaves.
pub(super) const fn most_quiet(depth: i32) -> usize {
    (4 + depth + depth * depth / 2) as usize
}

/// Least depth where a singular move, the only good one, is looked for.
pub(super) const SINGULAR_FROM: i32 = 6;

/// Margin by which a singular move must be better than all others, for each ply.
pub(super) const SINGULAR_MARGIN: Score = 10;

/// Least depth of a node for ProbCut.
pub(super) const PROBCUT_FROM: i32 = 6;

/// Plies by which the search of ProbCut is shallower than that of the node.
pub(super) const PROBCUT_REDUCTION: i32 = 4;

/// Margin above beta that the search of ProbCut must reach.
pub(super) const PROBCUT_MARGIN: Score = 80;

/// Late move reductions: plies that a late move is searched less deep.
pub(super) fn reduction(depth: i32, number: usize) -> i32 {
    // Products of logarithms, in sixteenths.
    let log = |value: u32| (value.ilog2() * 16 + ((value << 4 >> value.ilog2()) - 16)) as i32;
    if depth < 2 || number < 2 { 0 } else { (log(depth as u32) * log(number as u32)) / 600 + 1 }
}

/// Plies that the way to a node has gained on the iteration, from which on no late move there is searched deeper again.
pub(super) const MOST_GAINED: i32 = 8;

/// Plies that a late move is searched deeper again, by how far above the window a reduced search puts it.
pub(super) fn deeper(above: Score) -> i32 {
    i32::from(above > 40) + i32::from(above > 150)
}

/// Plies more that a late four is searched less deep where it stops nothing.
pub(super) const SPITE: i32 = 2;

/// Late move pruning of moves of any kind: moves that are searched at a depth, where the static evaluation rises.
pub(super) const fn most_moves(depth: i32) -> usize {
    (6 + 2 * depth + depth * depth / 5) as usize
}

/// Least depth where a node of which the table knows no move is searched one ply less deep.
pub(super) const UNKNOWN_FROM: i32 = 4;

/// Nodes of one search for threats at the root, where nothing else limits it.
pub(super) const VCT_NODES: u64 = 20_000;

/// And the share of the nodes that a search may take, and of its time.
pub(super) const VCT_SHARE: u64 = 24;
pub(super) const VCT_NODES_A_MILLISECOND: u64 = 40;

/// Least height above the leaves where a node is looked at so, and nodes that this may take. Where late moves of any kind
/// are passed over depths are greater, and so is the height.
pub(super) const VCT_ABOVE: i32 = 6;
pub(super) const VCT_ABOVE_DEEPER: i32 = 10;
pub(super) const VCT_NODES_BELOW: u64 = 400;

/// Number of such searches at the root.
pub(super) const VCT_SEARCHES: u32 = 6;

/// Least depth of an iteration whose best move is looked at so.
pub(super) const VCT_FROM: u32 = 4;
