//! The options of Monte-Carlo tree search.

/// Simulations of a search that nothing else ends. It must never change: such a search is a trial that has records.
pub const USUAL_SIMULATIONS: u64 = 10_000;

/// The choices of Monte-Carlo tree search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Uct {
    /// Seed of the playouts.
    pub seed: u64,
    /// Simulations after which the search ends. `None`: at the limits of nodes and time, and where there are none,
    /// after [`USUAL_SIMULATIONS`].
    pub simulations: Option<u64>,
    /// Exploration constant, in thousandths: c in share + c √(ln N / n), where shares of points go from 0 to 1.
    pub exploration: u32,
    /// First-play urgency: the value of a move that was never tried, in thousandths, in place of that sum.
    pub first_play: u32,
    /// Playouts from each leaf, at least 1.
    pub playouts: u32,
    /// How moves of playouts are chosen.
    pub playout: Playout,
    /// Plies after which the evaluation ends a playout. `None`: at the end of the game.
    pub playout_plies: Option<u32>,
    /// Most nodes of the tree, at least 1.
    pub tree_nodes: u32,
}

/// How moves of playouts are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Playout {
    /// Any, with the same probability.
    #[default]
    Uniform,
    /// Of two that are drawn so, the one that is better as a rule, as the game says; the first of equals.
    Ranked,
}

impl Uct {
    /// With nothing but what the algorithm needs.
    pub const PLAIN: Self = Self {
        seed: 0,
        simulations: None,
        exploration: 1000,
        first_play: 1_000_000,
        playouts: 1,
        playout: Playout::Uniform,
        playout_plies: None,
        tree_nodes: 1 << 22,
    };
}
