//! Generators of mazes: one file per kind, one `mod` line and one line in the list below.
//!
//! A recipe gives the same maze on every machine and in every version: all random numbers come from one ChaCha8 stream
//! per seed, drawn by the rules of `search/stream.rs`. Sizes are those of the final grid, walls included. Start and
//! goal are free and mutually reachable, always.
//!
//! | kinds | border | start and goal |
//! |---|---|---|
//! | perfect mazes: `backtracker` `wilson` `prim` | walls with two openings | the openings, in the first and the last column |
//! | `braid` | walls with two openings | the openings, in the first and the last column |
//! | `rooms` `caves` | walls | far apart in the largest connected part |
//! | `obstacles` | none | far apart in the largest connected part |
//! | `field` | none | opposite corners |
//!
//! Not here: files (the formats), drawing (`draw`).

use std::error::Error;
use std::fmt;

use super::grid::{Grid, Place};
use crate::stream::Stream;
use searchlab_trial::text::counted;

pub use scenarios::scenarios;

mod backtracker;
mod braid;
mod caves;
mod ends;
mod field;
mod lattice;
mod obstacles;
mod prim;
mod rooms;
mod scenarios;
#[cfg(test)]
mod tests;
mod wilson;

macro_rules! kinds {
    ($($module:ident: $kind:ident,)+) => {
        /// The kind of a generated maze.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "each is described by its `about`")]
        pub enum Kind {
            $($kind,)+
        }

        impl Kind {
            /// All kinds, in the order of listings.
            pub const ALL: &'static [Self] = &[$(Self::$kind,)+];

            /// The description of the kind.
            pub const fn about(self) -> &'static AlgorithmInfo {
                match self {
                    $(Self::$kind => &$module::ABOUT,)+
                }
            }

            fn make(self, order: &Order) -> Result<Generated, GenerateError> {
                match self {
                    $(Self::$kind => $module::generate(order).into(),)+
                }
            }
        }
    };
}

kinds! {
    backtracker: Backtracker,
    wilson: Wilson,
    prim: Prim,
    braid: Braid,
    rooms: Rooms,
    obstacles: Obstacles,
    caves: Caves,
    field: Field,
}

/// The description that stands beside a generator's code.
#[derive(Debug, Clone, Copy)]
pub struct AlgorithmInfo {
    /// The name that users type.
    pub name: &'static str,
    /// One line: what it is.
    pub summary: &'static str,
    /// Author, year and place of the publication, or the reason why there is none.
    pub source: &'static str,
    /// Properties of all its mazes.
    pub shape: Shape,
    /// The meaning of the density, if the kind has one.
    pub density: Option<Setting>,
    /// The meaning of the side, if the kind has one.
    pub side: Option<Setting>,
    /// The least rows and columns.
    pub least: u32,
}

impl AlgorithmInfo {
    /// A kind of perfect mazes, which have no settings.
    const fn perfect(name: &'static str, summary: &'static str, source: &'static str) -> Self {
        Self { name, summary, source, shape: Shape::Perfect, density: None, side: None, least: 3 }
    }
}

/// Properties of all mazes of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Exactly one way between any two cells, and a border of walls with two openings, which are start and goal.
    Perfect,
    /// At least one way, and a border of walls with two openings, which are start and goal.
    TwoOpenings,
    /// Start and goal are cells like others.
    Open,
}

/// A number that may be set in a recipe.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// The quantity that it sets.
    pub meaning: &'static str,
    /// Its value where the recipe leaves it open.
    pub default: u32,
    /// The least value.
    pub least: u32,
    /// The greatest value.
    pub most: u32,
}

impl Setting {
    /// From 0 to 1000 thousandths.
    const fn share(meaning: &'static str, default: u32) -> Self {
        Self { meaning, default, least: 0, most: 1000 }
    }
}

impl Kind {
    /// The kind of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }

    /// The name that users type.
    pub const fn name(self) -> &'static str {
        self.about().name
    }

    /// True if there is exactly one way between any two cells.
    pub const fn is_perfect(self) -> bool {
        matches!(self.about().shape, Shape::Perfect)
    }

    /// True if start and goal are the only openings of the border, so that a file need not name them.
    pub const fn has_two_openings(self) -> bool {
        matches!(self.about().shape, Shape::Perfect | Shape::TwoOpenings)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Everything that determines a maze.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Recipe {
    /// The kind of maze.
    pub kind: Kind,
    /// Rows of the grid, walls included.
    pub rows: u32,
    /// Columns of the grid, walls included.
    pub cols: u32,
    /// In thousandths, for kinds that have one; `None` is the default of the kind.
    pub density: Option<u32>,
    /// In cells, for kinds that have one; `None` is the default of the kind.
    pub side: Option<u32>,
    /// Seed of the stream.
    pub seed: u64,
}

impl Recipe {
    /// A recipe with the settings that are the default of the kind.
    pub const fn new(kind: Kind, rows: u32, cols: u32, seed: u64) -> Self {
        Self { kind, rows, cols, density: None, side: None, seed }
    }
}

/// The recipe in words, with the settings that were given: `caves 40x60, density 0.430, seed 7`.
impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}x{}", self.kind, self.rows, self.cols)?;
        if let Some(density) = self.density {
            write!(f, ", density {}", Thousandths(density))?;
        }
        if let Some(side) = self.side {
            write!(f, ", side {side}")?;
        }
        write!(f, ", seed {}", self.seed)
    }
}

/// A generated maze.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Generated {
    /// The cells.
    pub grid: Grid,
    /// A free cell.
    pub start: Place,
    /// A free cell that can be reached from the start by four moves.
    pub goal: Place,
}

/// Lets kinds that cannot fail say so.
impl From<Generated> for Result<Generated, GenerateError> {
    fn from(maze: Generated) -> Self {
        Ok(maze)
    }
}

/// A checked recipe, with every setting decided.
#[derive(Debug, Clone, Copy)]
struct Order {
    kind: Kind,
    rows: u32,
    cols: u32,
    density: u32,
    side: u32,
    seed: u64,
}

impl Order {
    fn stream(&self) -> Stream {
        Stream::new(self.seed)
    }
}

/// Rows and columns as users type them: `31x61`.
///
/// # Errors
/// A description of the expected form.
pub fn parse_size(text: &str) -> Result<(u32, u32), String> {
    let pair = text.split_once('x').and_then(|(rows, cols)| Some((rows.parse().ok()?, cols.parse().ok()?)));
    pair.ok_or_else(|| "expected ROWSxCOLS, like 31x61".to_owned())
}

/// Makes the maze of a recipe.
///
/// # Errors
/// A recipe that cannot be followed, see [`GenerateError`].
pub fn generate(recipe: &Recipe) -> Result<Generated, GenerateError> {
    let &Recipe { kind, rows, cols, seed, .. } = recipe;
    let about = kind.about();
    if rows < about.least || cols < about.least {
        return Err(GenerateError::TooSmall { kind, rows, cols });
    }
    if u64::from(rows) * u64::from(cols) > Grid::MAX_CELLS {
        return Err(GenerateError::TooLarge { rows, cols });
    }
    let density = decide(kind, SettingName::Density, about.density, recipe.density)?;
    let side = decide(kind, SettingName::Side, about.side, recipe.side)?;
    kind.make(&Order { kind, rows, cols, density, side, seed })
}

/// Makes the maze of a recipe with a border of walls and two openings in it, in the first and the last column, which
/// are start and goal. Kinds that are so anyway are as [`generate`] makes them.
///
/// # Errors
/// As [`generate`].
pub fn generate_with_two_openings(recipe: &Recipe) -> Result<Generated, GenerateError> {
    let &Recipe { kind, rows, cols, .. } = recipe;
    let maze = generate(recipe)?;
    if kind.has_two_openings() {
        return Ok(maze);
    }
    if rows < 3 || cols < 3 {
        return Err(GenerateError::NoRoomInBorder { rows, cols });
    }
    ends::with_two_openings(maze.grid, kind)
}

/// The value of a setting: as given if the kind has it and allows it, else its default.
fn decide(kind: Kind, name: SettingName, setting: Option<Setting>, given: Option<u32>) -> Result<u32, GenerateError> {
    match (setting, given) {
        (None, None) => Ok(0),
        (None, Some(_)) => Err(GenerateError::NoSetting { kind, name }),
        (Some(setting), None) => Ok(setting.default),
        (Some(setting), Some(value)) if (setting.least..=setting.most).contains(&value) => Ok(value),
        (Some(setting), Some(value)) => Err(GenerateError::OutOfRange { kind, name, setting, value }),
    }
}

/// Which number of a recipe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SettingName {
    /// [`Recipe::density`].
    Density,
    /// [`Recipe::side`].
    Side,
}

impl SettingName {
    const fn word(self) -> &'static str {
        match self {
            Self::Density => "density",
            Self::Side => "side",
        }
    }

    /// The value as users write it.
    fn show(self, value: u32) -> String {
        match self {
            Self::Density => Thousandths(value).to_string(),
            Self::Side => value.to_string(),
        }
    }
}

/// A number of thousandths, written with three decimals.
struct Thousandths(u32);

impl fmt::Display for Thousandths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:03}", self.0 / 1000, self.0 % 1000)
    }
}

/// Why a recipe gives no maze. The text names the remedy.
#[derive(Debug, Clone, Copy)]
pub enum GenerateError {
    /// Fewer rows or columns than the kind needs.
    TooSmall {
        /// The kind asked for.
        kind: Kind,
        /// Rows asked for.
        rows: u32,
        /// Columns asked for.
        cols: u32,
    },
    /// Fewer rows or columns than a border with something inside needs.
    NoRoomInBorder {
        /// Rows asked for.
        rows: u32,
        /// Columns asked for.
        cols: u32,
    },
    /// More cells than a grid can hold.
    TooLarge {
        /// Rows asked for.
        rows: u32,
        /// Columns asked for.
        cols: u32,
    },
    /// The kind has no such setting.
    NoSetting {
        /// The kind asked for.
        kind: Kind,
        /// The setting.
        name: SettingName,
    },
    /// The value is not possible.
    OutOfRange {
        /// The kind asked for.
        kind: Kind,
        /// The setting.
        name: SettingName,
        /// Its range.
        setting: Setting,
        /// The value asked for.
        value: u32,
    },
    /// The random numbers left no free cell to start from.
    NoFreeCell {
        /// The kind asked for.
        kind: Kind,
    },
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::TooSmall { kind, rows, cols } => {
                let least = u64::from(kind.about().least);
                let (least_rows, least_cols) = (counted(least, "row"), counted(least, "column"));
                write!(f, "{rows} x {cols} cells are too few for {kind}: give at least {least_rows} and {least_cols}")
            }
            Self::NoRoomInBorder { rows, cols } => {
                write!(f, "{rows} x {cols} cells leave no room inside of a border: give at least 3 rows and 3 columns")
            }
            Self::TooLarge { rows, cols } => {
                let most = Grid::MAX_CELLS;
                write!(
                    f,
                    "{rows} x {cols} is more than the {most} cells that a grid can hold: give fewer rows or columns"
                )
            }
            Self::NoSetting { kind, name } => {
                let word = name.word();
                let has = |kind: &&Kind| match name {
                    SettingName::Density => kind.about().density.is_some(),
                    SettingName::Side => kind.about().side.is_some(),
                };
                let others: Vec<&str> = Kind::ALL.iter().filter(has).map(|kind| kind.name()).collect();
                write!(f, "{kind} has no {word}: leave it out, or choose one of {}", others.join(", "))
            }
            Self::OutOfRange { kind, name, setting, value } => {
                let (word, value) = (name.word(), name.show(value));
                let (least, most) = (name.show(setting.least), name.show(setting.most));
                write!(f, "{word} {value} is not possible for {kind}: give {least} to {most} ({})", setting.meaning)
            }
            Self::NoFreeCell { kind } => {
                write!(f, "this seed left no free cell: give {kind} another seed, a lower density or more cells")
            }
        }
    }
}

impl Error for GenerateError {}
