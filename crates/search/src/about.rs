//! The description of an algorithm, in one place for help, manual page, listings and documentation.
//!
//! Not here: the collection of all names, which is `catalog`.

/// The description that stands beside an algorithm's code.
#[derive(Debug, Clone, Copy)]
pub struct AlgorithmInfo {
    /// The name that users type, everywhere.
    pub name: &'static str,
    /// One line: what it is.
    pub summary: &'static str,
    /// The idea, in a few sentences.
    pub idea: &'static str,
    /// Author, year and place of the publication.
    pub source: &'static str,
    /// The guarantee for the returned solution.
    pub guarantee: Guarantee,
    /// Time and memory.
    pub cost: &'static str,
    /// Names of the parameters that it takes (each described once in the catalog).
    pub parameters: &'static [&'static str],
    /// Values that suit it better than the default of the parameter.
    pub defaults: &'static [(&'static str, &'static str)],
}

/// The guarantee of an algorithm for the cost that it returns, under an admissible heuristic, or for the value of a
/// game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guarantee {
    /// The least cost.
    Optimal,
    /// The least number of steps, which is the least cost only where all steps cost the same.
    FewestSteps,
    /// At most the parameter `weight` times the least cost.
    Bounded,
    /// A path of straight lines, which costs at most as much as the best one with eight moves.
    AnyAngle,
    /// A solution if there is one, of any cost.
    Any,
    /// A solution of any cost, or none although there is one.
    MayMiss,
    /// The least cost of all solutions whose paths fit into the memory of the parameter `memory-states`.
    FitsMemory,
    /// The value that MiniMax gives for the same depth.
    MinimaxValue,
    /// The value at the end of the game.
    PerfectPlay,
    /// That a claimed win is one; one that exists may be missed.
    ProvedWin,
    /// A good move, and what it may be worth.
    Estimate,
    /// Of a user's program: its own promise, which is put to the test.
    OfProgram,
}

impl Guarantee {
    /// The promise in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Optimal => "a solution of least cost",
            Self::FewestSteps => "a solution with the fewest steps (of least cost where all steps cost the same)",
            Self::Bounded => "a solution of at most weight times the least cost",
            Self::AnyAngle => "a path at any angle that costs at most as much as the best one with eight moves",
            Self::Any => "a solution if there is one, of any cost",
            Self::MayMiss => "a solution of any cost, or none although there is one",
            Self::FitsMemory => "the cheapest of the solutions whose paths fit into its memory",
            Self::MinimaxValue => "the value of MiniMax to the same depth, and a move of that value",
            Self::Estimate => "a good move; its value is an estimate unless it says that the game is won or lost",
            Self::PerfectPlay => "the score of perfect play to the end of the game, and such play",
            Self::OfProgram => "what the program promises; each answer is checked",
            Self::ProvedWin => "a win that is claimed is one, with its proof; one that exists may be missed",
        }
    }
}
