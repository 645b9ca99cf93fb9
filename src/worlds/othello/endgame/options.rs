//! What a solver is asked for, and the techniques it may use: each a switch with a name.

/// What is asked of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Mode {
    /// The score of perfect play.
    #[default]
    Exact,
    /// Only whether it is won, lost or drawn: the sign of the score.
    WinLossDraw,
}

macro_rules! techniques {
    ($($(#[doc = $doc:literal])+ $variant:ident = $name:literal,)+) => {
        /// A technique of the solver. None changes a score; each changes how many nodes it takes, or the time of a node.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Technique {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Technique {
            /// All of them, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The name that users type.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// What it does, in a line.
            pub const fn summary(self) -> &'static str {
                match self {
                    $(Self::$variant => concat!($($doc),+).trim_ascii(),)+
                }
            }
        }
    };
}

techniques! {
    /// remember bounds of positions in a table keyed by both bit boards
    Table = "table",
    /// before the first move, ask the table for every reply (enhanced transposition cut-offs)
    Etc = "etc",
    /// cut where discs that can never be turned bound the score
    Stability = "stability",
    /// order moves by the number of replies that they leave
    FewestReplies = "fewest-replies",
    /// order moves into regions with an odd number of empty squares first
    Parity = "parity",
    /// order moves by corners and other good squares
    Squares = "squares",
    /// far from the end, order moves by a shallow search with a hand-made evaluation
    Presearch = "presearch",
    /// a plain search without table and sorting for the last plies
    Plain = "plain",
    /// hand-written searches of the last four empty squares
    Unrolled = "unrolled",
}

/// A set of techniques.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Techniques(u16);

impl Techniques {
    /// Every technique.
    pub const ALL: Self = Self((1 << Technique::ALL.len()) - 1);
    /// None: plain alpha-beta in the order of the squares.
    pub const NONE: Self = Self(0);

    /// Whether it is in the set.
    #[inline(always)]
    pub const fn has(self, technique: Technique) -> bool {
        self.0 & 1 << technique as u16 != 0
    }

    /// The set and this one.
    pub const fn with(self, technique: Technique) -> Self {
        Self(self.0 | 1 << technique as u16)
    }

    /// The set but for this one.
    pub const fn without(self, technique: Technique) -> Self {
        Self(self.0 & !(1 << technique as u16))
    }

    /// Those in the set, in the order of the documentation.
    pub fn iter(self) -> impl Iterator<Item = Technique> {
        Technique::ALL.iter().copied().filter(move |&technique| self.has(technique))
    }
}

/// How to solve.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Options {
    /// What is asked.
    pub mode: Mode,
    /// By which means.
    pub techniques: Techniques,
}

impl Default for Options {
    fn default() -> Self {
        Self { mode: Mode::Exact, techniques: Techniques::ALL }
    }
}
