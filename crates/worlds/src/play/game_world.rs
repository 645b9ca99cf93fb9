//! Board games as worlds: what experiments and commands need of one beside its rules.
//!
//! Not here: how a board game is played ([`SearchableGame`]).

use std::fmt;
use std::marker::PhantomData;
use std::path::Path;

use serde::Serialize;

use super::board::TuiBoard;
use super::board_game::{INITIAL, Runner, SearchableGame};
use super::game::Game;
use super::picture;
use super::puzzle::BoardPuzzle;
use super::referee::refereed;
use crate::catalog::WorldInfo;
use crate::drawing::DrawError;
use crate::puzzle::Puzzle;
use crate::run::Observers;
use crate::stream::Stream;
use crate::table::world_of;
use crate::trace::{BoardScene, Scene};
use crate::world::{Given, InstanceFile, Key, Named, RandomGame, Task, TaskRunner, Way, World};
use searchlab_search::budget::Budget;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source};
use searchlab_trial::record::{Params, Record, Trial};

/// A board game with its instances.
pub trait GameWorld: SearchableGame + Sync {
    /// The name in titles.
    const TITLE: &'static str;
    /// The ways in which experiments name its positions.
    const WAYS: &'static [(Way, &'static str)];
    /// The keys of a [`Setting`](Self::Setting), which are flags of commands too.
    const KEYS: &'static [Key] = &[];
    /// The keys of its recipes.
    const RECIPE_KEYS: &'static [Key] = &[];
    /// The forms in which other programs read its games.
    const GAME_FORMS: &'static [GameForm] = &[];
    /// Plies of random openings.
    const OPENING_PLIES: usize = 8;
    /// The kind of board that positions stand on, such as its size and the rule.
    type Setting: Default + fmt::Debug;

    /// The setting that checked values stand for.
    fn setting(_given: &Given) -> Self::Setting {
        Self::Setting::default()
    }

    /// The position in which games begin.
    fn initial(setting: &Self::Setting) -> Self;

    /// The position in which the random game of a seed begins.
    fn board_of_game(setting: &Self::Setting, _seed: u64) -> Self {
        Self::initial(setting)
    }

    /// The game that a text spells, up to its position.
    ///
    /// # Errors
    /// The errors in the text.
    fn begun(setting: &Self::Setting, source: &Source) -> Result<Game<Self>, Diagnostics> {
        let games = Self::initial(setting).read(source)?;
        <[_; 1]>::try_from(games)
            .map(|[game]| game)
            .map_err(|all| Diagnostic::new(format!("expected one position, and here are {}", all.len())).into())
    }

    /// The position that a text spells, and its name.
    ///
    /// # Errors
    /// The errors in the text.
    fn spelled(setting: &Self::Setting, source: &Source) -> Result<(String, Self), Diagnostics> {
        Self::begun(setting, source).map(|game| (game.instance(), game.position().clone()))
    }

    /// The positions of a file, each with its line, and what else names it: `:12`, `:12:b3`.
    ///
    /// # Errors
    /// The errors of the file, line by line.
    fn listed(setting: &Self::Setting, source: &Source) -> Result<Vec<(String, Self)>, Diagnostics> {
        let games = Self::initial(setting).read(source)?;
        Ok((1..).zip(games).map(|(number, game)| (format!(":{number}"), game.position().clone())).collect())
    }

    /// The positions of the random game of a seed in which there is a move, from its beginning. By default each move is
    /// drawn evenly from the legal ones, in their order.
    fn random_game(setting: &Self::Setting, seed: u64) -> Vec<Self> {
        let (mut stream, mut position) = (Stream::new(seed), Self::board_of_game(setting, seed));
        let next = || {
            let moves = position.moves();
            let count = u32::try_from(moves.len()).ok().filter(|&count| count > 0)?;
            let after = position.after(moves[stream.below(count) as usize])?;
            Some(std::mem::replace(&mut position, after))
        };
        std::iter::from_fn(next).collect()
    }

    /// The beginning of the name of a random game, before its seed: empty, or `size=9x9,` and more.
    fn game_name(_setting: &Self::Setting) -> String {
        String::new()
    }

    /// The position that a recipe makes, and its name.
    ///
    /// # Errors
    /// The recipe cannot be followed.
    fn generated(_recipe: &Given, _seed: u64) -> Result<(String, Self), Diagnostic> {
        Err(Diagnostic::new(format!("{} makes no instances", Self::TITLE)))
    }

    /// The name of the instance for what was typed: with the variant tag, where a list of moves does not give it.
    fn instance_name(&self, typed: &str) -> String {
        match self.variant_tag() {
            tag if tag.is_empty() || typed.starts_with("game:") => typed.to_owned(),
            tag => format!("{typed} {tag}"),
        }
    }

    /// Balanced openings with their names; none in worlds without a list.
    fn balanced() -> Vec<(&'static str, Self)> {
        Vec::new()
    }

    /// Cells that are still empty, in worlds in which they tell how near the end is.
    fn empties(&self) -> Option<u32> {
        None
    }

    /// A runner of its trials, solvers included.
    fn runner() -> Box<dyn TaskRunner> {
        Box::new(GameRunner::<Self>::default())
    }
}

/// A form of files of games.
#[derive(Debug, Clone, Copy)]
pub struct GameForm {
    /// The end of the name of its files.
    pub extension: &'static str,
    /// True if a file holds many games.
    pub holds_many: bool,
}

/// A board game with commands of its own: `compare`, `search`, `play` and `match`.
pub trait GameCommands: GameWorld + TuiBoard {
    /// The description of its commands, and examples of all of them.
    const ABOUT: [&'static str; 2];
    /// The forms in which a position can be typed, for the help.
    const POSITION: &'static str;
    /// Another name of the flag for a position.
    const POSITION_ALIAS: Option<&'static str> = None;
    /// The help of `play`, with examples.
    const PLAY: &'static str;
    /// True if its searches can keep what they find in a file.
    const HAS_MEMORY: bool = false;
    /// The forms in which positions stand in files, for the help.
    const FILES: &'static str;
    /// The depth of searches where neither a depth nor a limit is given.
    const USUAL_DEPTH: u32 = 8;
    /// Lines of `compare` and of `search` as examples, without the name of the program and of the world.
    const EXAMPLES: [&'static [&'static str]; 2];
    /// The same of `match`.
    const MATCHES: &'static [&'static str];

    /// The terms of its usual evaluation in this position; `None` in games whose evaluation is no sum of features.
    fn explained(&self) -> Option<Explanation> {
        None
    }

    /// A picture of the position, of lines that end in `\n`, for a terminal of this number of columns.
    fn drawn(&self, columns: usize, color: bool) -> String {
        picture::terminal(self, columns, color)
    }

    /// Draws the position that a text spells into an `.svg` file, with the moves that led to it where the text gives
    /// them.
    ///
    /// # Errors
    /// The errors in the text; the file cannot be written.
    fn write_picture(setting: &Self::Setting, source: &Source, path: &Path, title: &str) -> Result<(), PictureError> {
        let (_, position) = Self::spelled(setting, source)?;
        Ok(picture::write(&position, path, title)?)
    }
}

/// The value of a position as the sum of its terms.
#[derive(Debug, Clone, Serialize)]
pub struct Explanation {
    /// The terms that are weighed.
    pub rows: Vec<Term>,
    /// The value for the side to move.
    pub value: i32,
}

/// A feature of a position, its weight, and their product.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Term {
    /// Name of the feature.
    pub feature: &'static str,
    /// Its count for black.
    pub black: i32,
    /// Its count for white.
    pub white: i32,
    /// Its weight.
    pub weight: i32,
    /// The part of the value that it makes: for black in games whose features are counted for both sides, else for the
    /// side to move.
    pub contribution: i32,
}

impl Term {
    /// The contribution is the difference of the counts times the weight.
    pub(crate) const fn of(feature: &'static str, [black, white]: [i32; 2], weight: i32) -> Self {
        Self { feature, black, white, weight, contribution: (black - white) * weight }
    }
}

/// The reason why there is no picture.
#[derive(Debug)]
pub enum PictureError {
    /// There is no such position.
    Position(Diagnostics),
    /// The file cannot be written.
    File(DrawError),
}

impl From<Diagnostics> for PictureError {
    fn from(problems: Diagnostics) -> Self {
        Self::Position(problems)
    }
}

impl From<DrawError> for PictureError {
    fn from(error: DrawError) -> Self {
        Self::File(error)
    }
}

/// The runner of the searches of a game, whose moves the solver judges where it does.
#[derive(Debug)]
pub struct GameRunner<P: GameWorld>(pub P::Runner);

impl<P: GameWorld> Default for GameRunner<P> {
    fn default() -> Self {
        Self(P::Runner::default())
    }
}

impl<P: GameWorld> TaskRunner for GameRunner<P> {
    fn run(&mut self, trial: &Trial, task: &Task, budget: &Budget, observers: &mut Observers) -> Record {
        let position = position_of::<P>(task);
        refereed(self.0.run(trial, position, budget, observers), position, budget)
    }
}

/// The position of a task of the world.
///
/// # Panics
/// If the task is of another world, which is a bug.
pub fn position_of<P: GameWorld>(task: &Task) -> &P {
    task.object().expect("tasks reach the runner of their own world")
}

/// A board game as a world.
#[derive(Debug, Clone, Copy)]
pub struct Board<P>(PhantomData<fn() -> P>);

impl<P: GameWorld> Board<P> {
    /// The world of these positions.
    pub(crate) const NEW: Self = Self(PhantomData);

    fn named(typed: &str, position: P) -> Named {
        Named { name: position.instance_name(typed), task: task_of(position) }
    }
}

/// A position as a task.
///
/// # Panics
/// If the table of worlds lacks its world, which is a bug.
pub fn task_of<P: GameWorld>(position: P) -> Task {
    // Not `Board::<P>::NEW`, which would compile all that the world can do in each crate that describes a task.
    let world = world_of(P::PLAYERS.world.name.name).expect("the table has all worlds");
    Task::new(world, position.content(), position)
}

/// The scene of a search from a position, for its trace.
pub fn scene_of<P: GameWorld>(position: P) -> Box<dyn Scene> {
    let task = task_of(position);
    task.world().scene(&task)
}

impl<P: GameWorld> World for Board<P> {
    fn info(&self) -> &'static WorldInfo {
        P::PLAYERS.world
    }

    fn ways(&self) -> &'static [(Way, &'static str)] {
        P::WAYS
    }

    fn keys(&self) -> &'static [Key] {
        P::KEYS
    }

    fn recipe_keys(&self) -> &'static [Key] {
        P::RECIPE_KEYS
    }

    fn usual(&self) -> Result<Named, Diagnostic> {
        Ok(Self::named(INITIAL, P::initial(&P::Setting::default())))
    }

    fn file(&self, file: &InstanceFile<'_>, keys: &Given, _: &mut Vec<String>) -> Result<Vec<Named>, Diagnostics> {
        let positions = P::listed(&P::setting(keys), file.source)?;
        let name = |place: &str| format!("{}{place}", file.name);
        Ok(file.taken(&positions).map(|(place, position)| Self::named(&name(place), position.clone())).collect())
    }

    fn position(&self, source: &Source, keys: &Given) -> Result<Vec<Named>, Diagnostics> {
        let (_, position) = P::spelled(&P::setting(keys), source)?;
        Ok(vec![Self::named(&source.text, position)])
    }

    fn random_game(&self, seed: u64, keys: &Given) -> RandomGame {
        let setting = P::setting(keys);
        let tasks = P::random_game(&setting, seed).into_iter().map(task_of).collect();
        RandomGame { name: format!("game:{}seed={seed}", P::game_name(&setting)), tasks }
    }

    fn generate(&self, recipe: &Given, seed: u64) -> Result<Named, Diagnostic> {
        P::generated(recipe, seed).map(|(name, position)| Named { name, task: task_of(position) })
    }

    fn balanced(&self) -> Vec<Named> {
        P::balanced().into_iter().map(|(name, position)| Self::named(name, position)).collect()
    }

    fn opening_plies(&self) -> usize {
        P::OPENING_PLIES
    }

    fn scene(&self, task: &Task) -> Box<dyn Scene> {
        let position: &P = task.object().expect("tasks are described by their own world");
        Box::new(BoardScene::new(position.clone()))
    }

    fn puzzle<'t>(&self, task: &'t Task, _: &Params) -> Option<Box<dyn Puzzle + 't>> {
        Some(Box::new(BoardPuzzle::<P>(task.object()?)))
    }

    fn runner(&self) -> Box<dyn TaskRunner> {
        P::runner()
    }
}
