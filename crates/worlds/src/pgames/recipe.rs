//! The recipe of a random board, and its name: `p-game:plies=10,seed=1`.
//!
//! Not here: the making (board.rs).

use std::fmt;

use searchlab_trial::diagnostic::{Diagnostic, quoted};

/// More plies would need more memory than a lesson is worth: 2^16 cells.
pub const MOST_PLIES: u32 = 16;

/// How the cells of a board hang together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Not at all: each is drawn on its own.
    P,
    /// By the way from the board to the cell: each halving moves a height one up or down for all cells of a half, and
    /// cells above 0 are 1. So what is near to each other is alike, and a half says much of its halves.
    N,
}

impl Kind {
    /// Both, in the order of listings.
    pub const ALL: [Self; 2] = [Self::P, Self::N];

    /// The name as users type it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::P => "p-game",
            Self::N => "n-game",
        }
    }

    /// The kind of that name.
    ///
    /// # Errors
    /// There is none; the message has the nearest.
    pub(crate) fn from_name(name: &str) -> Result<Self, Diagnostic> {
        let known = Self::ALL.map(Self::name);
        let found = Self::ALL.into_iter().find(|kind| kind.name() == name);
        found.ok_or_else(|| Diagnostic::unknown_name("kind of board", name, &known, None))
    }

    /// The default probability, in thousandths. Of P-games (3 - √5) / 2: the share of won cells that halving leaves as
    /// it is, so that neither side wins nearly always (Nau 1982). Of N-games one half.
    pub(crate) const fn usual_chance(self) -> u32 {
        match self {
            Self::P => 382,
            Self::N => 500,
        }
    }
}

/// The recipe of a board. The same recipe gives the same board on every machine and in every version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Recipe {
    /// How its cells hang together.
    pub kind: Kind,
    /// Plies of the game, 1 to [`MOST_PLIES`].
    pub plies: u32,
    /// The probability in thousandths that a cell of a P-game is 1, or that a step of an N-game goes up; `None` for the
    /// default.
    pub chance: Option<u32>,
    /// True to draw boards until one is critical: one of the first two moves wins, the other loses.
    pub is_critical: bool,
    /// The seed.
    pub seed: u64,
}

impl Default for Recipe {
    fn default() -> Self {
        Self { kind: Kind::P, plies: 10, chance: None, is_critical: false, seed: 1 }
    }
}

impl Recipe {
    /// The probability in thousandths.
    pub(crate) fn chance(&self) -> u32 {
        self.chance.unwrap_or(self.kind.usual_chance())
    }

    /// The same, if plies and probability are within their bounds.
    ///
    /// # Errors
    /// The value that is out of its bounds.
    pub(crate) fn checked(self) -> Result<Self, Diagnostic> {
        if !(1..=MOST_PLIES).contains(&self.plies) {
            let problem = Diagnostic::new(format!("no board for {} plies", self.plies));
            return Err(problem.help(format!("expected 1 to {MOST_PLIES}")));
        }
        if self.chance() > 1000 {
            let problem = Diagnostic::new(format!("invalid chance {}", f64::from(self.chance()) / 1000.0));
            return Err(problem.help("expected a number from 0 to 1 with at most three decimals"));
        }
        Ok(self)
    }

    /// Reads the text that a recipe is printed as. Plies and seed may be left out; then they are 10 and 1.
    ///
    /// # Errors
    /// An unknown kind or key with the nearest, a value that is none.
    pub fn parse(text: &str) -> Result<Self, Diagnostic> {
        let (kind, pairs) = text.split_once(':').unwrap_or((text, ""));
        let mut recipe = Self { kind: Kind::from_name(kind)?, ..Self::default() };
        for pair in pairs.split(',').filter(|pair| !pair.is_empty()) {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            let invalid = |expected: &str| {
                Diagnostic::new(format!("invalid {key} {} of a board", quoted(value))).help(expected.to_owned())
            };
            match key {
                "plies" => recipe.plies = value.parse().map_err(|_| invalid("expected a whole number"))?,
                "seed" => recipe.seed = value.parse().map_err(|_| invalid("expected a whole number"))?,
                "chance" => {
                    let chance = thousandths(value);
                    recipe.chance = Some(chance.ok_or_else(|| invalid("expected a number from 0 to 1, like 0.4"))?);
                }
                "boards" => recipe.is_critical = is_critical(value)?,
                _ => {
                    let known = ["plies", "chance", "boards", "seed"];
                    return Err(Diagnostic::unknown_name("part of a board", key, &known, None));
                }
            }
        }
        recipe.checked()
    }
}

/// True for the word of critical boards.
///
/// # Errors
/// Another word than `all` and `critical`.
pub(crate) fn is_critical(word: &str) -> Result<bool, Diagnostic> {
    match word {
        "all" => Ok(false),
        "critical" => Ok(true),
        _ => Err(Diagnostic::unknown_name("choice of boards", word, &["all", "critical"], None)),
    }
}

/// A number from 0 to 1 with at most three decimals.
fn thousandths(text: &str) -> Option<u32> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let is_number = decimals.len() <= 3 && matches!(whole, "0" | "1") && decimals.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| format!("{whole}{decimals:0<3}").parse().ok()).flatten()
}

/// The name, which reads as the same recipe. The defaults of `chance` and `boards` are left out.
impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:plies={}", self.kind.name(), self.plies)?;
        if let Some(chance) = self.chance.filter(|&chance| chance != self.kind.usual_chance()) {
            write!(f, ",chance={}", f64::from(chance) / 1000.0)?;
        }
        if self.is_critical {
            write!(f, ",boards=critical")?;
        }
        write!(f, ",seed={}", self.seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_as_the_same_recipe() {
        for name in [
            "p-game:plies=10,seed=1",
            "n-game:plies=1,chance=0.45,seed=7",
            "p-game:plies=16,chance=0,seed=0",
            "p-game:plies=9,boards=critical,seed=3",
        ] {
            assert_eq!(Recipe::parse(name).unwrap().to_string(), name);
        }
        assert_eq!(Recipe::parse("p-game").unwrap(), Recipe::default());
        assert_eq!(Recipe::parse("n-game:chance=0.5").unwrap().to_string(), "n-game:plies=10,seed=1");
    }

    #[test]
    fn nonsense_is_refused() {
        for (text, message) in [
            ("p-gane", "unknown kind of board \"p-gane\""),
            ("p-game:plies=0", "no board for 0 plies"),
            ("p-game:plies=17", "no board for 17 plies"),
            ("p-game:plies", "invalid plies \"\""),
            ("p-game:chance=1.5", "invalid chance 1.5"),
            ("p-game:chance=-0.5", "invalid chance \"-0.5\""),
            ("p-game:chance=0.0001", "invalid chance \"0.0001\""),
            ("p-game:boards=crucial", "unknown choice of boards \"crucial\""),
            ("p-game:sed=3", "unknown part of a board \"sed\""),
        ] {
            let problem = Recipe::parse(text).unwrap_err();
            assert!(problem.message().contains(message), "{}", problem.message());
        }
    }
}
