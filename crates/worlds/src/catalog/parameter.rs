//! Parameters of algorithms and worlds: names, values, defaults.

mod games;
mod parse;
mod paths;
mod typed;

pub use games::*;
pub use parse::parse_thousandths;
pub use paths::*;
pub(crate) use typed::words;
pub use typed::{Typed, Words};

use super::program::{CMD, DIR};
use super::{Name, WORLDS, WorldInfo};
use searchlab_search::about::AlgorithmInfo;
use searchlab_trial::diagnostic::Diagnostic;
use searchlab_trial::record::Params;

/// A parameter of algorithms or worlds.
#[derive(Debug, Clone, Copy)]
pub struct Parameter {
    /// Its name and what it does.
    pub name: Name,
    /// The values it takes.
    pub kind: Kind,
    /// The value if none is given, in the words of a user; empty if it depends on the world or means "none".
    pub default: &'static str,
}

/// The values of a parameter.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// One of these words.
    Choice(&'static [Name]),
    /// A heuristic of the world.
    Heuristic,
    /// A whole number in this range.
    Whole(u32, u32),
    /// A whole number in this range; or 0 for no table, of an algorithm that can do without.
    TableBits(u32, u32),
    /// A whole number in this range, which may be below 0.
    Signed(i32, i32),
    /// A decimal number of at most three decimals in this range of thousandths.
    Decimal(u32, u32),
    /// The word `off`, which is written down as no value at all, or a decimal number as above.
    DecimalOrOff(u32, u32),
    /// The moves of the world in the order in which they are to be tried.
    Order,
    /// Some of these words, each at most once, with commas between.
    List(&'static [Name]),
    /// Some of the techniques of the world, with commas between.
    Techniques,
    /// An evaluation of the world.
    Evaluation,
    /// A file, or a word of the world.
    File,
    /// A command line.
    Command,
}

/// The word for "no".
const OFF: &str = "off";

/// The word for no technique at all.
pub(super) const NONE: &str = "none";

/// All parameters.
pub const PARAMETERS: &[&Parameter] = &[
    &HEURISTIC,
    &TIE_BREAK.parameter,
    &OPEN.parameter,
    &WEIGHT.parameter,
    &WEIGHT_STEP.parameter,
    &DEPTH_LIMIT.parameter,
    &WIDTH.parameter,
    &SIDEWAYS.parameter,
    &MEMORY_STATES.parameter,
    &TABLE_BITS.parameter,
    &MOVES.parameter,
    &ORDER,
    &EVALUATION,
    &WEIGHTS,
    &CANDIDATES.parameter,
    &MARGIN.parameter,
    &WIN_DISCOUNT.parameter,
    &ITERATIVE_DEEPENING.parameter,
    &ORDERING,
    &REPLACEMENT.parameter,
    &ENHANCED_CUTOFFS.parameter,
    &ASPIRATION.parameter,
    &PROBCUT.parameter,
    &MTDF.parameter,
    &STRICT_CUT.parameter,
    &FIRST_GUESS.parameter,
    &GUESS.parameter,
    &STEP.parameter,
    &TIES.parameter,
    &SIMULATIONS.parameter,
    &EXPLORATION.parameter,
    &FIRST_PLAY.parameter,
    &PLAYOUTS.parameter,
    &PLAYOUT.parameter,
    &PLAYOUT_PLIES.parameter,
    &TREE_NODES.parameter,
    &MODE.parameter,
    &SELECTIVITY.parameter,
    &SHORTEST.parameter,
    &ALL_BEST.parameter,
    &BOOK,
    &THREATS.parameter,
    &WITHOUT,
    &THREADS.parameter,
    &CMD,
    &DIR,
];

/// The threads of one search of a trial.
///
/// # Errors
/// No such number.
pub fn threads(params: &Params) -> Result<u32, Diagnostic> {
    Ok(THREADS.of(params)?.unwrap_or(1))
}

/// One thread is written down as none.
pub(super) fn settle_threads(params: &mut Params) -> Result<(), Diagnostic> {
    if threads(params)? == 1 {
        params.remove(THREADS.key());
    }
    Ok(())
}

/// The parameter of that name.
pub fn parameter(name: &str) -> Option<&'static Parameter> {
    PARAMETERS.iter().copied().find(|parameter| parameter.name.name == name)
}

impl Parameter {
    /// The value that an algorithm prefers in all worlds.
    pub(crate) fn own_default(&self, about: &AlgorithmInfo) -> Option<&'static str> {
        about.defaults.iter().find(|default| default.0 == self.name.name).map(|default| default.1)
    }

    /// The default value, in words; `None` if it depends on other parameters or means "none".
    pub fn default_words(&self, about: Option<&AlgorithmInfo>) -> Option<String> {
        if let Some(own) = about.and_then(|about| self.own_default(about)) {
            return Some(own.to_owned());
        }
        let of_world = |world: &&WorldInfo| {
            let default = world.defaults.iter().find(|default| default.0 == self.name.name)?;
            Some(format!("{} in {}", default.1, world.name.name))
        };
        let usual = Some(self.default.to_owned()).filter(|text| !text.is_empty());
        let words: Vec<String> = usual.into_iter().chain(WORLDS.iter().filter_map(of_world)).collect();
        (!words.is_empty()).then(|| words.join("; "))
    }
}

/// The words that a parameter may have as values, each with its world where it belongs to one alone.
pub fn values_of(parameter: &Parameter) -> impl Iterator<Item = (Option<&'static WorldInfo>, &'static Name)> {
    let names: &'static [Name] = match parameter.kind {
        Kind::Choice(names) | Kind::List(names) => names,
        _ => &[],
    };
    let is_techniques = matches!(parameter.kind, Kind::Techniques);
    let worlds = WORLDS.iter().copied().filter(move |_| is_techniques);
    let techniques = worlds.flat_map(|world| world.techniques.iter().map(move |name| (Some(world), name)));
    names.iter().map(|name| (None, name)).chain(techniques)
}
