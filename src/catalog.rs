//! Every name that a user may type, once: worlds, algorithms, parameters, policies, counters.
//!
//! Help, manual page, completions, `list` and `explain` are made from this, and so is the check of what a trial
//! names. A new algorithm is its own file, which describes itself, and one line in the list below.

use serde_json::Value;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::record::Params;
use crate::search::about::About;
use crate::search::path::{OpenKind, Options, PathAlgorithm, TieBreak, Weight};
use crate::search::path::{astar, bfs, bgs, bts, dijkstra, fringe, greedy, idastar, idastar_table, nbs, wastar};
use crate::worlds::maze::{self, Eight, Four, MoveSet, jump};
use crate::worlds::tiles;

/// Something generic over the algorithm, to be called with the one that a name stands for.
pub trait PathVisitor {
    /// What the visit gives.
    type Output;

    /// Called with the algorithm as a type.
    fn visit<A: PathAlgorithm>(self) -> Self::Output;
}

macro_rules! path_algorithms {
    ($($algorithm:ty,)+) => {
        /// The algorithms that search any space for a path, in the order of the listings.
        pub const PATH_ALGORITHMS: &[&About] = &[$(&<$algorithm as PathAlgorithm>::ABOUT,)+];

        /// The same with those that only mazes have.
        const MAZE_ALGORITHMS: &[&About] = &[$(&<$algorithm as PathAlgorithm>::ABOUT,)+ &jump::ABOUT];

        /// Calls the visitor with the algorithm of that name; `None` if there is none.
        pub fn visit_path_algorithm<V: PathVisitor>(name: &str, visitor: V) -> Option<V::Output> {
            $(if name == <$algorithm as PathAlgorithm>::ABOUT.name {
                return Some(visitor.visit::<$algorithm>());
            })+
            None
        }
    };
}

path_algorithms! {
    bfs::BreadthFirst,
    dijkstra::Dijkstra,
    greedy::Greedy,
    astar::AStar,
    wastar::WeightedAStar,
    idastar::IdaStar,
    idastar_table::IdaStarTable,
    fringe::FringeSearch,
    nbs::Nbs,
    bts::BudgetedTree,
    bgs::BudgetedGraph,
}

/// A word with its meaning.
#[derive(Debug, Clone, Copy)]
pub struct Name {
    /// What users type.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
}

const fn name(name: &'static str, summary: &'static str) -> Name {
    Name { name, summary }
}

/// A world.
#[derive(Debug, Clone, Copy)]
pub struct World {
    /// Its name and what it is.
    pub name: Name,
    /// Its algorithms, in the order of the listings.
    pub algorithms: &'static [&'static About],
    /// Parameters of the world itself, which all its algorithms take.
    pub parameters: &'static [&'static Parameter],
    /// Its heuristics.
    pub heuristics: &'static [Name],
    /// Decides what depends on several parameters, and refuses what does not go together.
    settle: fn(&About, &mut Params) -> Result<(), Diagnostic>,
}

/// All worlds.
pub const WORLDS: &[&World] = &[&MAZE, &TILES];

/// Grid maps.
pub const MAZE: World = World {
    name: name("maze", "grid maps with four or eight moves"),
    algorithms: MAZE_ALGORITHMS,
    parameters: &[&MOVES],
    heuristics: &[
        name("manhattan", "|Δrow| + |Δcol|; exceeds the true cost with eight moves"),
        name("octile", "straight and diagonal steps on an empty grid"),
        name("euclidean", "the straight line"),
        name("chebyshev", "max(|Δrow|, |Δcol|)"),
        name("zero", "0: no estimate"),
    ],
    settle: settle_maze,
};

/// Sliding tiles.
pub const TILES: World = World {
    name: name("tiles", "sliding tiles: the 8-, 15- and 24-puzzle"),
    algorithms: PATH_ALGORITHMS,
    parameters: &[],
    heuristics: &[
        name("manhattan", "sum of the distances of the tiles from their places"),
        name("linear-conflict", "manhattan, and 2 for each tile that must leave its line for another to pass"),
        name("zero", "0: no estimate"),
    ],
    settle: settle_tiles,
};

impl World {
    /// The algorithm of that name.
    pub fn algorithm(&self, name: &str) -> Option<&'static About> {
        self.algorithms.iter().copied().find(|about| about.name == name)
    }

    /// The parameters that an algorithm takes in this world.
    pub fn parameters_of(&self, about: &About) -> impl Iterator<Item = &'static Parameter> {
        let own = about.parameters.iter().filter_map(|name| parameter(name));
        self.parameters.iter().copied().chain(own)
    }

    /// The full parameters of an algorithm: those given, checked, and the defaults of the others.
    ///
    /// # Errors
    /// Every name that the algorithm does not take, every value that is none, and what does not go together.
    pub fn resolve(&self, about: &About, given: &[(&str, &str)]) -> Result<Params, Diagnostics> {
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
            let Some(text) = typed.or(parameter.default_for(about)) else { continue };
            match parameter.parse(text, self.heuristics) {
                Ok(value) => drop(params.insert(name.to_owned(), value)),
                Err(expected) => problems
                    .push(|| Diagnostic::new(format!("invalid {name} {text:?} for {}", about.name)).help(expected)),
            }
        }
        if problems.is_empty()
            && let Err(problem) = (self.settle)(about, &mut params)
        {
            problems.push(|| problem);
        }
        problems.into_result(params)
    }
}

fn settle_maze(about: &About, params: &mut Params) -> Result<(), Diagnostic> {
    let is_jump = needs_eight_moves(about);
    let moves = params.entry(MOVES.name.name.to_owned()).or_insert_with(|| Value::from(4));
    let is_eight = moves.as_u64() == Some(8);
    if is_jump && !is_eight {
        let problem = Diagnostic::new(format!("{} searches with eight moves only", about.name));
        return Err(problem.help("say `--moves 8`, or choose another algorithm for four moves"));
    }
    if about.parameters.contains(&HEURISTIC.name.name) {
        let default = if is_eight { "octile" } else { "manhattan" };
        params.entry(HEURISTIC.name.name.to_owned()).or_insert_with(|| Value::from(default));
    }
    match (is_jump, is_eight) {
        (true, _) => Ok(()),
        (false, true) => settle_order::<Eight>(params),
        (false, false) => settle_order::<Four>(params),
    }
}

fn settle_order<M: MoveSet>(params: &mut Params) -> Result<(), Diagnostic> {
    let canonical = |order: &[maze::Direction]| M::spell(order).replace(' ', ",");
    let default = canonical(M::ORDER);
    let order = params.entry(ORDER.name.name.to_owned()).or_insert_with(|| Value::from(default.clone()));
    let text = order.as_str().unwrap_or_default().to_owned();
    match M::parse_order(&text) {
        Some(directions) => *order = Value::from(canonical(&directions)),
        None => return Err(wrong_order(&text, &default)),
    }
    Ok(())
}

fn wrong_order(text: &str, default: &str) -> Diagnostic {
    Diagnostic::new(format!("invalid order of moves {text:?}")).help(format!("expected a permutation of {default}"))
}

fn settle_tiles(about: &About, params: &mut Params) -> Result<(), Diagnostic> {
    if about.parameters.contains(&HEURISTIC.name.name) {
        params.entry(HEURISTIC.name.name.to_owned()).or_insert_with(|| Value::from("manhattan"));
    }
    let order = params.entry(ORDER.name.name.to_owned()).or_insert_with(|| Value::from("ULRD"));
    let text = order.as_str().unwrap_or_default().to_owned();
    tile_order(&text).map(drop).ok_or_else(|| wrong_order(&text, "ULRD"))
}

/// The order of the moves of the blank that the letters stand for.
pub fn tile_order(text: &str) -> Option<[tiles::Direction; 4]> {
    let find = |letter: char| tiles::Direction::ALL.into_iter().find(|direction| direction.letter() == letter);
    let order: Vec<tiles::Direction> = text.chars().map(find).collect::<Option<_>>()?;
    let is_permutation = tiles::Direction::ALL.iter().all(|direction| order.contains(direction));
    <[_; 4]>::try_from(order).ok().filter(|_| is_permutation)
}

/// The tile heuristic of that name.
pub fn tile_heuristic(name: &str) -> Option<tiles::Heuristic> {
    Some(match name {
        "manhattan" => tiles::Heuristic::Manhattan,
        "linear-conflict" => tiles::Heuristic::LinearConflict,
        "zero" => tiles::Heuristic::Zero,
        _ => return None,
    })
}

/// Whether an algorithm for mazes knows no other moves than eight.
pub fn needs_eight_moves(about: &About) -> bool {
    about.name == jump::ABOUT.name
}

/// Whether the parameters of a trial in a maze stand for eight moves.
pub fn is_eight(params: &Params) -> bool {
    params.get(MOVES.name.name) == Some(&Value::from(8))
}

/// Whether the parameters of a trial in a maze hold a heuristic that can exceed the true cost.
pub fn is_inadmissible(params: &Params) -> bool {
    let word = params.get(HEURISTIC.name.name).and_then(Value::as_str).and_then(maze_heuristic);
    is_eight(params) && word.is_some_and(|heuristic| !heuristic.is_admissible_with_eight_moves())
}

/// A parameter of algorithms or worlds.
#[derive(Debug, Clone, Copy)]
pub struct Parameter {
    /// Its name and what it does.
    pub name: Name,
    /// What values it takes.
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
    /// A decimal number of at most three decimals in this range of thousandths.
    Decimal(u32, u32),
    /// The moves of the world in the order in which they are to be tried.
    Order,
}

/// The estimate of the remaining cost.
pub const HEURISTIC: Parameter =
    Parameter { name: name("heuristic", "estimate of the remaining cost"), kind: Kind::Heuristic, default: "" };

/// Order among equal f.
pub const TIE_BREAK: Parameter = Parameter {
    name: name("tie-break", "which of two open states with equal f is expanded first"),
    kind: Kind::Choice(&[
        name("lifo", "the one that was opened last"),
        name("high-g", "the one farther from the start; equal on that too: the newest"),
        name("low-g", "the one nearer to the start; equal on that too: the newest"),
        name("fifo", "the one that was opened first"),
    ]),
    default: "lifo",
};

/// Kind of open list.
pub const OPEN: Parameter = Parameter {
    name: name("open", "how the open list is held; changes its traffic and the time, never the expansions"),
    kind: Kind::Choice(&[
        name("bucket", "a ring of buckets indexed by f (Dial 1969)"),
        name("heap", "a binary heap; a state whose f falls is put in once more"),
        name("indexed", "a binary heap with an index by state; a state whose f falls is moved (decrease-key)"),
    ]),
    default: "bucket",
};

/// Weight of weighted A*.
pub const WEIGHT: Parameter = Parameter {
    name: name("weight", "weight of the heuristic; the solution costs at most so many times the optimum"),
    kind: Kind::Decimal(1000, 1_000_000),
    default: "1.5",
};

/// Size of a bounded table.
pub const TABLE_BITS: Parameter = Parameter {
    name: name("table-bits", "bound the table to 2^N entries, each replaced by the next of its place"),
    kind: Kind::Whole(4, 32),
    default: "",
};

/// Move set of a maze.
pub const MOVES: Parameter = Parameter {
    name: name("moves", "moves of a cell"),
    kind: Kind::Choice(&[
        name("4", "up, down, left, right, of cost 1"),
        name("8", "with diagonals of cost √2 that cut no corner"),
    ]),
    default: "",
};

/// Order of the moves.
pub const ORDER: Parameter = Parameter {
    name: name("order", "order in which moves are tried: a permutation of U D L R, or of N E S W NE SE SW NW"),
    kind: Kind::Order,
    default: "",
};

/// All parameters.
pub const PARAMETERS: &[&Parameter] = &[&HEURISTIC, &TIE_BREAK, &OPEN, &WEIGHT, &TABLE_BITS, &MOVES, &ORDER];

/// The maze heuristic of that name.
pub fn maze_heuristic(name: &str) -> Option<maze::Heuristic> {
    Some(match name {
        "manhattan" => maze::Heuristic::Manhattan,
        "octile" => maze::Heuristic::Octile,
        "euclidean" => maze::Heuristic::Euclidean,
        "chebyshev" => maze::Heuristic::Chebyshev,
        "zero" => maze::Heuristic::Zero,
        _ => return None,
    })
}

/// The parameter of that name.
pub fn parameter(name: &str) -> Option<&'static Parameter> {
    PARAMETERS.iter().copied().find(|parameter| parameter.name.name == name)
}

/// The choices that the parameters of a trial stand for.
pub fn options(params: &Params) -> Options {
    let word = |parameter: &Parameter| params.get(parameter.name.name).and_then(Value::as_str).unwrap_or_default();
    Options {
        tie_break: match word(&TIE_BREAK) {
            "high-g" => TieBreak::HighG,
            "low-g" => TieBreak::LowG,
            "fifo" => TieBreak::Fifo,
            _ => TieBreak::Lifo,
        },
        open: match word(&OPEN) {
            "heap" => OpenKind::Heap,
            "indexed" => OpenKind::Indexed,
            _ => OpenKind::Bucket,
        },
        weight: params
            .get(WEIGHT.name.name)
            .and_then(Value::as_f64)
            .and_then(|weight| Weight::from_thousandths((weight * 1000.0).round() as u32))
            .unwrap_or(Weight::ONE),
        table_bits: params.get(TABLE_BITS.name.name).and_then(Value::as_u64).map(|bits| bits as u32),
    }
}

impl Parameter {
    /// The value that an algorithm gets if none is given; `None` if it depends on the world or means "none".
    pub fn default_for(&self, about: &About) -> Option<&'static str> {
        let own = about.defaults.iter().find(|default| default.0 == self.name.name).map(|default| default.1);
        own.or(Some(self.default).filter(|text| !text.is_empty()))
    }

    /// The value that a user's words stand for, in its one canonical form.
    ///
    /// # Errors
    /// What was expected instead.
    pub fn parse(&self, text: &str, heuristics: &[Name]) -> Result<Value, String> {
        match self.kind {
            Kind::Choice(names) => choose(text, names),
            Kind::Heuristic => choose(text, heuristics),
            Kind::Whole(least, most) => text
                .parse::<u32>()
                .ok()
                .filter(|number| (least..=most).contains(number))
                .map(Value::from)
                .ok_or_else(|| format!("expected a whole number from {least} to {most}")),
            Kind::Decimal(least, most) => thousandths(text)
                .filter(|number| (least..=most).contains(number))
                .map(|number| {
                    if number % 1000 == 0 {
                        Value::from(number / 1000)
                    } else {
                        Value::from(f64::from(number) / 1000.0)
                    }
                })
                .ok_or_else(|| {
                    format!(
                        "expected a number from {} to {} with at most three decimals",
                        f64::from(least) / 1000.0,
                        f64::from(most) / 1000.0
                    )
                }),
            Kind::Order => Ok(Value::from(text.to_ascii_uppercase())),
        }
    }
}

fn choose(text: &str, names: &[Name]) -> Result<Value, String> {
    let Some(name) = names.iter().find(|name| name.name == text) else {
        let all: Vec<&str> = names.iter().map(|name| name.name).collect();
        return Err(format!("expected one of {}", all.join(", ")));
    };
    Ok(name.name.parse::<u32>().map_or_else(|_| Value::from(name.name), Value::from))
}

/// A decimal number in thousandths, for clap.
///
/// # Errors
/// What was expected.
pub fn parse_thousandths(text: &str) -> Result<u32, String> {
    thousandths(text).ok_or_else(|| "expected a number with at most three decimals, like 0.3".to_owned())
}

/// A decimal number in thousandths, exactly.
fn thousandths(text: &str) -> Option<u32> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    if decimals.len() > 3 || !decimals.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let decimals: u32 = format!("{decimals:0<3}").parse().ok()?;
    whole.parse::<u32>().ok()?.checked_mul(1000)?.checked_add(decimals)
}
