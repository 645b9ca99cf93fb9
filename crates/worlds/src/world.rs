//! The interface of a world: everything that experiments need to know of it.
//!
//! A [`World`] is used behind a reference, so that whoever reads experiments and runs trials names none. Inside a world
//! everything is static: a [`Task`] holds its position or puzzle as a type that only the world knows.
//!
//! Not here: the table of all worlds (`table.rs`); what players and the screen need of a board game ([`crate::play`]).

use std::any::Any;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use crate::catalog::{Name, WorldInfo};
use crate::puzzle::Puzzle;
use crate::run::Observers;
use crate::trace::{NoScene, Scene};
use searchlab_search::budget::Budget;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source, quoted};
use searchlab_trial::record::{Params, Record, Trial};

/// A world.
pub trait World: fmt::Debug + Sync {
    /// Its entry in the catalog: name, algorithms, parameters.
    fn info(&self) -> &'static WorldInfo;

    /// The ways in which experiments can name its instances, each with the forms that it knows, for the help.
    fn ways(&self) -> &'static [(Way, &'static str)];

    /// True if instances of the world can be named in this way.
    fn knows(&self, way: Way) -> bool {
        self.ways().iter().any(|known| known.0 == way)
    }

    /// The keys of its instances beside the ways to name them, such as the size of a board.
    fn keys(&self) -> &'static [Key] {
        &[]
    }

    /// The keys of the recipes of [`Way::Generate`], beside the seeds.
    fn recipe_keys(&self) -> &'static [Key] {
        &[]
    }

    /// The instance of experiments that name none.
    ///
    /// # Errors
    /// The request for instances, in worlds without a usual one.
    fn usual(&self) -> Result<Named, Diagnostic>;

    /// True if a search of one of its games needs a depth or a limit to end: its trees are too large to be searched to
    /// their leaves.
    fn needs_depth(&self) -> bool {
        true
    }

    /// Its commands, if paths are searched in it and it has no commands that are made for it alone.
    fn path_commands(&self) -> Option<PathCommands> {
        None
    }

    /// The instances of a file. Remarks on the parts of it that were ignored are added to `remarks`.
    ///
    /// # Errors
    /// The errors of the file, line by line.
    fn file(
        &self,
        _file: &InstanceFile<'_>,
        _keys: &Given,
        _remarks: &mut Vec<String>,
    ) -> Result<Vec<Named>, Diagnostics> {
        Ok(Vec::new())
    }

    /// The instances that a text spells.
    ///
    /// # Errors
    /// The errors in the text.
    fn position(&self, _source: &Source, _keys: &Given) -> Result<Vec<Named>, Diagnostics> {
        Ok(Vec::new())
    }

    /// The positions of the random game of a seed in which there is a move, from its beginning.
    fn random_game(&self, _seed: u64, _keys: &Given) -> RandomGame {
        RandomGame { name: String::new(), tasks: Vec::new() }
    }

    /// The instance that a recipe makes.
    ///
    /// # Errors
    /// The recipe cannot be followed.
    fn generate(&self, _recipe: &Given, _seed: u64) -> Result<Named, Diagnostic> {
        Err(Diagnostic::new(format!("{} makes no instances", self.info().name.name)))
    }

    /// The balanced openings of its matches; none in worlds without a list.
    fn balanced(&self) -> Vec<Named> {
        Vec::new()
    }

    /// Plies of the random openings that follow the balanced ones.
    fn opening_plies(&self) -> usize {
        8
    }

    /// Checks that a task can be searched by this algorithm with these parameters.
    ///
    /// # Errors
    /// The property that the task lacks for them.
    fn check(&self, _algorithm: &str, _params: &Params, _task: &Task) -> Result<(), Diagnostic> {
        Ok(())
    }

    /// The scene of the search of a task, for its trace.
    fn scene(&self, _task: &Task) -> Box<dyn Scene> {
        Box::new(NoScene { is_game: false })
    }

    /// A task in plain form, for programs of users; `None` in worlds that have none.
    fn puzzle<'t>(&self, _task: &'t Task, _params: &Params) -> Option<Box<dyn Puzzle + 't>> {
        None
    }

    /// A runner of its trials.
    fn runner(&self) -> Box<dyn TaskRunner>;
}

/// The commands of a world in which paths are searched.
#[derive(Debug, Clone, Copy)]
pub struct PathCommands {
    /// The description of all of them.
    pub about: &'static str,
    /// Lines as examples.
    pub examples: &'static str,
    /// A file as an example.
    pub file: &'static str,
    /// The text of the instance that is searched where no file is named.
    pub usual: &'static str,
}

/// Runs trials of a world one after the other, with memory that is made once and used again.
pub trait TaskRunner: fmt::Debug + Send {
    /// Runs a trial on a task of the world. Nothing is searched, and the status is an error, where a parameter has a value
    /// that it does not have: see [`WorldInfo::resolve`].
    fn run(&mut self, trial: &Trial, task: &Task, budget: &Budget, observers: &mut Observers) -> Record;
}

/// The object of a search: a puzzle, a position, a path to be found.
#[derive(Debug, Clone)]
pub struct Task {
    world: &'static dyn World,
    content: u64,
    facts: Params,
    object: Arc<dyn Object>,
}

/// An object of any world.
trait Object: Any + fmt::Debug + Send + Sync {}

impl<T: Any + fmt::Debug + Send + Sync> Object for T {}

impl Task {
    /// An object of a world with the hash of its content.
    pub fn new<T: fmt::Debug + Send + Sync + 'static>(world: &'static dyn World, content: u64, object: T) -> Self {
        Self { world, content, facts: Params::new(), object: Arc::new(object) }
    }

    /// Its world.
    pub fn world(&self) -> &'static dyn World {
        self.world
    }

    /// With a property on which the promises of algorithms depend: it stands among the parameters of the trials.
    #[must_use]
    pub fn with_fact(mut self, name: &str, value: impl Into<serde_json::Value>) -> Self {
        self.facts.insert(name.to_owned(), value.into());
        self
    }

    /// Its properties among the parameters of the trials.
    pub const fn facts(&self) -> &Params {
        &self.facts
    }

    /// Hash of its content.
    pub const fn content(&self) -> u64 {
        self.content
    }

    /// The task for whoever only counts and names it. It cannot be searched.
    #[must_use]
    pub fn without_object(self) -> Self {
        Self { object: Arc::new(()), ..self }
    }

    /// The object, as the type by which its world knows it.
    pub fn object<T: 'static>(&self) -> Option<&T> {
        let object: &dyn Any = &*self.object;
        object.downcast_ref()
    }
}

/// A task with the name that users read and type.
#[derive(Debug, Clone)]
pub struct Named {
    /// Such as `initial`, or `caves:size=20x40,seed=1`.
    pub name: String,
    /// The object of the search.
    pub task: Task,
}

/// The positions of a random game.
#[derive(Debug, Clone)]
pub struct RandomGame {
    /// The game: `seed=7`, and before it what else it is made of.
    pub name: String,
    /// By ply, from 0. The end has no move and is left out.
    pub tasks: Vec<Task>,
}

/// A file of instances.
#[derive(Debug, Clone, Copy)]
pub struct InstanceFile<'a> {
    /// Its name, as experiments know it.
    pub name: &'a str,
    /// Where it lies.
    pub path: &'a Path,
    /// The folder from which it is named.
    pub folder: &'a Path,
    /// Its text.
    pub source: &'a Source,
    /// The instances to take.
    pub take: Take,
}

impl InstanceFile<'_> {
    /// Those of the instances that are to be taken.
    pub(crate) fn taken<'i, T>(&self, all: &'i [T]) -> impl Iterator<Item = &'i T> + use<'i, T> {
        self.take.of(all)
    }
}

/// The part of the instances of a file that is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Take {
    /// All of them.
    #[default]
    All,
    /// This many, evenly from the first to the last.
    Spread(u32),
    /// This many from the beginning.
    First(u32),
    /// This many from the end.
    Last(u32),
}

impl Take {
    /// This part of all.
    pub(crate) fn of<T>(self, all: &[T]) -> impl Iterator<Item = &T> {
        let count = |few: u32| (few as usize).min(all.len());
        let (all, few) = match self {
            Self::All => (all, None),
            Self::Spread(few) => (all, Some(few)),
            Self::First(few) => (&all[..count(few)], None),
            Self::Last(few) => (&all[all.len() - count(few)..], None),
        };
        spread(all.len(), few).map(move |place| &all[place])
    }
}

/// Places of `take` out of `count`, from the first to the last, evenly.
pub fn spread(count: usize, take: Option<u32>) -> impl Iterator<Item = usize> {
    let wanted = take.map_or(count, |take| (take as usize).min(count));
    (0..wanted).map(move |number| match wanted {
        0 | 1 => count.saturating_sub(1) * number,
        _ => number * (count - 1) / (wanted - 1),
    })
}

/// A way to name instances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// Files.
    Files,
    /// Positions as text.
    Positions,
    /// Positions of random games.
    Games,
    /// Positions near the end of games that a player plays against itself.
    Endgames,
    /// Recipes.
    Generate,
}

impl Way {
    /// All of them, in the order of the messages.
    pub const ALL: [Self; 5] = [Self::Files, Self::Positions, Self::Games, Self::Endgames, Self::Generate];

    /// The key in experiments.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Files => "files",
            Self::Positions => "positions",
            Self::Games => "games",
            Self::Endgames => "endgames",
            Self::Generate => "generate",
        }
    }
}

/// A key of the instances of a world, as experiments and commands take it.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    /// As users type it.
    pub name: &'static str,
    /// One line, which says for which instances it is.
    pub summary: &'static str,
    /// The help of the flag of the same name; empty if there is none.
    pub help: &'static str,
    /// The kind of its values.
    pub kind: KeyKind,
    /// The value where none is given.
    pub default: Option<&'static str>,
    /// The only way of naming instances with which it goes, if there is one.
    pub way: Option<Way>,
    /// Checks a value.
    pub check: fn(&str) -> Result<(), Diagnostic>,
}

impl Key {
    /// A key of recipes, or of files, that takes all values of its kind.
    pub(crate) const fn without_flag(name: &'static str, summary: &'static str, kind: KeyKind) -> Self {
        Self { name, summary, help: "", kind, default: None, way: None, check: |_| Ok(()) }
    }
}

/// The kinds of values of a key. But for pairs, each can be a list, which stands for an instance for each value.
#[derive(Debug, Clone, Copy)]
pub enum KeyKind {
    /// One of these words.
    Choice(fn() -> Vec<Name>),
    /// A text that fits this regular expression.
    Text(&'static str),
    /// A whole number in this range, or a text that fits this regular expression.
    Size(u8, u8, &'static str),
    /// Row and column, from 0.
    Pair,
    /// A number from 0 to 1.
    Proportion,
    /// A whole number.
    Whole,
    /// Whole numbers: one, a list, or a range.
    Wholes,
}

/// One value for each key that is given, or has a default.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Given(Vec<(&'static str, String)>);

impl Given {
    /// The defaults of these keys, where they have some.
    pub fn defaults(keys: &'static [Key]) -> Self {
        Self(keys.iter().filter_map(|key| Some((key.name, key.default?.to_owned()))).collect())
    }

    /// With a value for a key.
    #[must_use]
    pub fn with(mut self, key: &'static str, value: String) -> Self {
        match self.0.iter_mut().find(|given| given.0 == key) {
            Some(given) => given.1 = value,
            None => self.0.push((key, value)),
        }
        self
    }

    /// With the values of other keys.
    #[must_use]
    pub fn and(self, other: &Self) -> Self {
        other.0.iter().fold(self, |given, (key, value)| given.with(key, value.clone()))
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|given| given.0 == key).map(|given| given.1.as_str())
    }

    /// The value of a key as a number or another type that can be read; `None` if it is none.
    pub(crate) fn parsed<T: std::str::FromStr>(&self, key: &str) -> Option<T> {
        self.get(key)?.parse().ok()
    }

    /// Row and column of a [`KeyKind::Pair`].
    pub(crate) fn pair(&self, key: &str) -> Option<[u32; 2]> {
        let (row, column) = self.get(key)?.split_once(',')?;
        Some([row.parse().ok()?, column.parse().ok()?])
    }
}

/// The error of a value that is none of these words.
pub(crate) fn unknown_word(what: &str, word: &str, known: &[Name]) -> Diagnostic {
    let known: Vec<&str> = known.iter().map(|name| name.name).collect();
    Diagnostic::unknown_name(what, word, &known, None)
}

/// The error of a size.
pub(crate) fn invalid_size(text: &str, expected: impl Into<String>) -> Diagnostic {
    Diagnostic::new(format!("invalid size {}", quoted(text))).help(expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_of_many_reach_from_the_first_to_the_last() {
        let of = |count, take| spread(count, take).collect::<Vec<_>>();
        assert_eq!(of(4, None), [0, 1, 2, 3]);
        assert_eq!(of(10, Some(4)), [0, 3, 6, 9]);
        assert_eq!(of(3, Some(9)), [0, 1, 2]);
        assert_eq!(of(3, Some(1)), [0]);
        assert_eq!(of(0, Some(1)), [0; 0]);
    }
}
