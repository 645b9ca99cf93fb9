//! The techniques that the engine may use, each a switch with a name.

use crate::techniques::techniques;

techniques! {
    /// remember bounds of positions in a table
    Table = "table",
    /// try moves that lately caused a cutoff at the same ply early
    Killer = "killer",
    /// order quiet moves by how often they caused a cutoff
    History = "history",
    /// against an open three, consider only fours and what stops it
    Defence = "defence",
    /// look for a win by an unbroken sequence of fours at the root, and at leaves whose static value is below the window
    Vcf = "vcf",
    /// look for a win by threats at the root, after its best move, and at nodes well above the leaves
    Vct = "vct",
    /// after a four, do not count the one reply as a ply
    Forced = "forced",
    /// do not count the answers to an open three as plies, near the root
    Extension = "extension",
    /// begin each iteration with a narrow window around the last value
    Aspiration = "aspiration",
    /// search late moves less deep, and again where that shows one to be better
    Reductions = "reductions",
    /// near the leaves, pass over quiet moves where the static value is far below the window, or above it
    Futility = "futility",
    /// near the leaves, consider a limited number of quiet moves
    MoveCount = "move-count",
    /// where the static value is hopeless, trust the sequence of fours alone
    Razoring = "razoring",
    /// search the only good move of a node one ply deeper
    Singular = "singular",
    /// late move pruning at every depth: a limited number of moves of any kind, half where the static value does not rise
    LateMoves = "late-moves",
    /// see wins within five plies and what stops them by patterns alone, pass over late defences, and try fewer fours at leaves
    Sight = "sight",
    /// take a bound of the table for the static value where it is nearer to the true one
    Bounds = "bounds",
    /// well above the leaves, where the static value is not below the window, let a shallower search show that it stands far above
    Probcut = "probcut",
    /// search a late move deeper than others where the reduced search puts it far above the window
    Deeper = "deeper",
}

/// The choices of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Plies to search at most.
    pub depth: u32,
    /// By which means.
    pub techniques: Techniques,
    /// Threads that search together. With more than one, nodes and move depend on who is faster.
    pub threads: u32,
}
