//! Every name that a user may type, once: worlds, algorithms, parameters, policies, counters.
//!
//! Help, manual page, completions, `list` and `explain` are made from this, and so is the check of what a trial
//! names. A new algorithm is its own file, which describes itself, and one line in the list of its kind.
//!
//! | part | file |
//! |---|---|
//! | the parameters and their values | [`parameter`](mod@parameter) |
//! | algorithms that search for paths | [`path`] |
//! | algorithms that search game trees | [`game`] |
//! | programs of users | [`program`] |
//! | files of parameters by the checksum of their content | `named_files.rs` |
//! | limits as words | [`limits`] |
//! | the parameters of each world | [`maze`], [`tiles`], [`othello`], [`gomoku`], [`pgames`], [`tree`] |

pub mod game;
pub mod gomoku;
pub mod limits;
pub mod maze;
pub(crate) mod named_files;
pub mod othello;
pub mod parameter;
pub mod path;
pub mod pgames;
pub mod program;
pub mod tiles;
pub mod tree;
mod weights;

use std::borrow::Cow;

pub use gomoku::GOMOKU;
pub use maze::{MAZE, TERRAIN_FACT, is_any_angle, is_eight, is_inadmissible, prefers_eight_moves};
pub use othello::OTHELLO;
pub use parameter::*;
pub use path::{FOR_CHANGES, FROM_BOTH_ENDS, PATH_ALGORITHMS, PathVisitor, options, visit_path_algorithm};
pub use pgames::PGAMES;
pub use tiles::TILES;
pub use tree::TREE;

use serde_json::Value;

use crate::weights::FeatureSet;
use searchlab_search::about::{AlgorithmInfo, Guarantee};
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, quoted};
use searchlab_trial::record::{Params, Record};

/// A word with its meaning.
#[derive(Debug, Clone, Copy)]
pub struct Name {
    /// The name as users type it.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
}

pub(crate) const fn name(name: &'static str, summary: &'static str) -> Name {
    Name { name, summary }
}

/// A world.
#[derive(Debug, Clone, Copy)]
pub struct WorldInfo {
    /// Its name and what it is.
    pub name: Name,
    /// Its algorithms, in the order of the listings.
    pub algorithms: &'static [&'static AlgorithmInfo],
    /// Solvers: each has a task and a command of its own, and so is not to be compared with the algorithms.
    pub solvers: &'static [&'static AlgorithmInfo],
    /// Parameters of the world itself, which all its algorithms take, but for those that name one of them among their
    /// own, and none of its solvers.
    pub parameters: &'static [&'static Parameter],
    /// Parameters of its algorithms that mean nothing here.
    pub lacks: &'static [&'static str],
    /// Values that suit this world better than the default of a parameter, by its name.
    pub defaults: &'static [(&'static str, &'static str)],
    /// Its heuristics.
    pub heuristics: &'static [Name],
    /// Its named evaluations of positions, if it is a game.
    pub evaluations: &'static [Name],
    /// The features that its evaluations are made of.
    pub features: &'static [Name],
    /// The techniques that one of its searches can do without.
    pub techniques: &'static [Name],
    /// How evaluations are written, if it is a game.
    pub scheme: Option<&'static FeatureSet>,
    /// Most plies of a search, if it is a game.
    pub deepest: u32,
    /// Moves of a game, both sides together, from an opening: for estimates of time.
    pub usual_moves: f64,
    /// The reason why a search with these parameters can miss the optimum though its algorithm does not, and what to
    /// choose in their place.
    pub inadmissible: fn(&Params) -> Option<[&'static str; 2]>,
    /// True if all steps cost the same with these parameters, so that the fewest steps are the least cost.
    pub has_unit_costs: fn(&Params) -> bool,
    /// The text between the moves of a path or of a line, where they are written as one text.
    pub between_moves: fn(&Params) -> &'static str,
    /// Decides what depends on several parameters, and refuses what does not go together.
    pub(crate) settle: fn(&AlgorithmInfo, &mut Params) -> Result<(), Diagnostics>,
}

pub use crate::table::INFOS as WORLDS;

/// Other words for algorithms, each with the name of the catalog.
pub(crate) const SYNONYMS: &[(&str, &str)] = &[("ucs", "dijkstra"), ("uniform-cost", "dijkstra")];

/// The name of the catalog for a word: the word itself if it is no other word for one.
pub fn canonical(word: &str) -> &str {
    SYNONYMS.iter().find(|synonym| synonym.0 == word).map_or(word, |synonym| synonym.1)
}

/// The other words for an algorithm.
pub fn synonyms(about: &AlgorithmInfo) -> impl Iterator<Item = &'static str> + use<> {
    let name = about.name;
    SYNONYMS.iter().filter(move |synonym| synonym.1 == name).map(|synonym| synonym.0)
}

impl WorldInfo {
    /// The algorithm of that name.
    pub fn algorithm(&self, name: &str) -> Option<&'static AlgorithmInfo> {
        let name = canonical(name);
        self.algorithms.iter().copied().find(|about| about.name == name)
    }

    /// Algorithms, solvers and programs of users, in the order of the listings.
    pub fn abouts(&self) -> impl Iterator<Item = &'static AlgorithmInfo> {
        self.algorithms.iter().chain(self.solvers).chain(&program::PROGRAMS).copied()
    }

    /// The algorithm or the kind of program of that name.
    pub fn algorithm_or_program(&self, name: &str) -> Option<&'static AlgorithmInfo> {
        self.algorithm(name).or_else(|| program::PROGRAMS.into_iter().find(|about| about.name == name))
    }

    /// The moves of a record as one text; empty if it has no answer.
    pub fn moves_text(record: &Record) -> Cow<'_, str> {
        let world = WORLDS.iter().find(|world| world.name.name == record.world);
        let between = world.map_or(" ", |world| (world.between_moves)(&record.params));
        record.result.as_ref().map_or(Cow::Borrowed(""), |answer| answer.moves.text(between))
    }

    /// True if an algorithm with these parameters finds a path of least cost.
    pub fn promises_least_cost(&self, about: &AlgorithmInfo, params: &Params) -> bool {
        match about.guarantee {
            Guarantee::Optimal => (self.inadmissible)(params).is_none(),
            Guarantee::FewestSteps => (self.has_unit_costs)(params),
            _ => false,
        }
    }

    /// The parameters that an algorithm or a solver takes in this world.
    pub fn parameters_of(&self, about: &AlgorithmInfo) -> impl Iterator<Item = &'static Parameter> {
        let own = about.parameters.iter().filter(|name| !self.lacks.contains(name)).filter_map(|name| parameter(name));
        let is_solver = self.solvers.iter().any(|solver| solver.name == about.name);
        let names_its_own = self.parameters.iter().any(|shared| about.parameters.contains(&shared.name.name));
        let shared = if is_solver || names_its_own { &[] } else { self.parameters };
        shared.iter().copied().chain(own)
    }

    /// The value of a parameter that an algorithm gets in this world if none is given: its own default, that of the
    /// world, that of the parameter; `None` if it depends on other parameters or means "none".
    pub fn default_of(&self, parameter: &Parameter, about: &AlgorithmInfo) -> Option<&'static str> {
        parameter.own_default(about).or_else(|| self.usual(parameter))
    }

    /// The same for any algorithm without a default of its own.
    pub fn usual(&self, parameter: &Parameter) -> Option<&'static str> {
        let of_world = self.defaults.iter().find(|default| default.0 == parameter.name.name).map(|default| default.1);
        of_world.or(Some(parameter.default).filter(|text| !text.is_empty()))
    }

    /// True for games, whose searches have a depth.
    pub const fn is_game(&self) -> bool {
        self.scheme.is_some()
    }

    /// The full parameters of an algorithm: those given, checked, and the defaults of the others.
    ///
    /// # Errors
    /// Every name that the algorithm does not take, every value that is none, and what does not go together.
    pub fn resolve(&self, about: &AlgorithmInfo, given: &[(&str, &str)]) -> Result<Params, Diagnostics> {
        let mut params = Params::new();
        let mut problems = Diagnostics::new();
        for &(name, _) in given {
            let known: Vec<&str> = self.parameters_of(about).map(|parameter| parameter.name.name).collect();
            if !known.contains(&name) {
                problems.push(|| Diagnostic::unknown_name(&format!("parameter of {}", about.name), name, &known, None));
            }
        }
        for parameter in self.parameters_of(about) {
            let name = parameter.name.name;
            let typed = given.iter().find(|given| given.0 == name).map(|given| given.1);
            let Some(text) = typed.or_else(|| self.default_of(parameter, about)) else { continue };
            match parameter.parse_for(about, text, self) {
                Ok(Value::Null) => {}
                Ok(value) => drop(params.insert(name.to_owned(), value)),
                Err(expected) => problems.push(|| {
                    Diagnostic::new(format!("invalid {name} {} for {}", quoted(text), about.name)).help(expected)
                }),
            }
        }
        if program::is_program(about.name) && problems.is_empty() && !params.contains_key(program::CMD.key()) {
            problems.push(|| program::no_command(about.name));
        }
        if problems.is_empty()
            && let Err(unsettled) = (self.settle)(about, &mut params)
        {
            problems.append(unsettled);
        }
        if program::is_program(about.name) {
            // What decides how a search of our own goes means nothing to it.
            params.retain(|name, _| self.parameters_of(about).any(|known| known.name.name == name));
        }
        problems.into_result(params)
    }
}

fn wrong_order(text: &str, default: &str) -> Diagnostic {
    Diagnostic::new(format!("invalid order of moves {}", quoted(text)))
        .help(format!("expected a permutation of {default}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Found by fuzzing: a value of any length was repeated in full.
    #[test]
    fn messages_about_values_without_end_are_short() {
        let endless = "\u{7}x".repeat(5_000);
        for world in WORLDS {
            for about in world.abouts() {
                let given: Vec<(&str, &str)> =
                    world.parameters_of(about).map(|parameter| (parameter.name.name, endless.as_str())).collect();
                // Some algorithms take no parameters at all, and a program's command may be anything.
                let Err(wrong) = world.resolve(about, &given) else {
                    assert!(given.is_empty() || program::is_program(about.name));
                    continue;
                };
                let shown = wrong.to_string();
                assert!(shown.len() < 20_000 && shown.lines().all(|line| line.len() < 1_000), "{shown}");
            }
        }
    }
}
