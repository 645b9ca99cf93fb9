//! The instances of an experiment: files, positions, games and mazes as they are searched.
//!
//! Each has a name and a hash of what it is. The name of a file is that of the experiment file, never an absolute
//! path of this machine; a made instance is named by what it is made of, `caves:size=20x40,seed=1`, so that a report
//! can group by the parts.

mod endgames;
mod games;
mod gomoku;
mod mazes;
mod openings;
mod pgames;
mod trees;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::spec::{self, Experiment, GamesRequest, GenerateRequest, InstanceRequest, Spec};
use searchlab_analysis::request::OneOrMany;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source, quoted, read_source};
use searchlab_worlds::catalog::{GOMOKU, MAZE, OTHELLO, PGAMES, TILES, TREE, WORLDS};
use searchlab_worlds::gomoku::{Position as GomokuPosition, Setting};
use searchlab_worlds::maze::{Grid, Place};
use searchlab_worlds::othello::format::{read_position, read_positions};
use searchlab_worlds::othello::{Position, playout};
use searchlab_worlds::pgames::Position as PGame;
use searchlab_worlds::run::{othello, tiles};
use searchlab_worlds::tiles::{Puzzle, format::read_puzzles};
use searchlab_worlds::tree::Position as TreePosition;

/// Something to search.
#[derive(Debug, Clone)]
pub struct Instance {
    /// The name as users read and type it.
    pub name: String,
    /// Hash of its content.
    pub content: u64,
    /// The number of the match that begins here, from 1; 0 for an instance of the searches.
    pub group: usize,
    /// Openings of a match with a smaller number are played first.
    pub turn: u32,
    /// The object of the search.
    pub task: Task,
}

/// The object of a search.
#[derive(Debug, Clone)]
pub enum Task {
    /// A path through a maze, which several instances may share.
    Maze {
        /// The maze.
        grid: Arc<Grid>,
        /// Where the path begins.
        start: Place,
        /// Where it ends.
        goal: Place,
    },
    /// A puzzle.
    Tiles(Puzzle),
    /// A position of Othello.
    Othello(Position),
    /// A position of Gomoku.
    Gomoku(GomokuPosition),
    /// A position of a board-splitting game.
    PGames(PGame),
    /// The root of a game tree.
    Tree(TreePosition),
}

impl Task {
    /// Name of its world.
    pub const fn world(&self) -> &'static str {
        match self {
            Self::Maze { .. } => MAZE.name.name,
            Self::Tiles(_) => TILES.name.name,
            Self::Othello(_) => OTHELLO.name.name,
            Self::Gomoku(_) => GOMOKU.name.name,
            Self::PGames(_) => PGAMES.name.name,
            Self::Tree(_) => TREE.name.name,
        }
    }
}

/// The instances of an experiment, and remarks about what was left out.
pub type Loaded = (Vec<Instance>, Vec<String>);

/// Reads and makes all instances of an experiment whose file lies in `folder`, at most `most`. Of random games those
/// positions are left out that come after the end of their game.
///
/// # Errors
/// Every file that cannot be read, every recipe that cannot be followed, with its place in the experiment; more
/// instances than allowed.
pub fn load(spec: &Spec, folder: &Path, most: u64) -> Result<Loaded, Diagnostics> {
    let (instances, remarks) = (Vec::new(), Vec::new());
    let mut loader = Loader { spec, folder, most, instances, remarks, problems: Diagnostics::new() };
    let Experiment { instances, world, .. } = &spec.experiment;
    let has_searches = spec.experiment.matches.is_empty() || !spec.experiment.algorithms.is_empty();
    if instances.is_empty() && has_searches {
        match world.as_deref() {
            Some(name) if name == GOMOKU.name.name => {
                loader.add_gomoku("initial".to_owned(), GomokuPosition::empty(Setting::default()));
            }
            Some(name) if name == PGAMES.name.name => loader.add_usual_pgame(),
            Some(name) if name == TREE.name.name => loader.ask_for_trees(),
            _ => loader.add_position("initial".to_owned(), Position::INITIAL),
        }
    }
    for (place, request) in instances.iter().enumerate() {
        let path = spec::Path::root().key("instances").index(place);
        let world = request.world.as_ref().or(world.as_ref()).map_or("", String::as_str);
        // Errors of these are reported already.
        if spec.is_broken(&path) || !WORLDS.iter().any(|known| known.name.name == world) {
            continue;
        }
        loader.request(request, world, &path);
        if loader.is_full() {
            let at = spec.document().place(&path, "");
            let problem = Diagnostic::new(format!("more than {most} trials")).at(at);
            loader.problems.push(|| problem.help("take fewer instances, or allow more with `--max-trials N`"));
            break;
        }
    }
    loader.openings();
    let Loader { instances, remarks, problems, .. } = loader;
    problems.into_result((instances, remarks))
}

struct Loader<'a> {
    spec: &'a Spec,
    folder: &'a Path,
    most: u64,
    instances: Vec<Instance>,
    remarks: Vec<String>,
    problems: Diagnostics,
}

/// The ways to name instances, as keys.
const WAYS: [&str; 5] = ["files", "positions", "games", "endgames", "generate"];

impl Loader<'_> {
    fn is_full(&self) -> bool {
        self.instances.len() as u64 > self.most
    }

    fn complain(&mut self, message: String, path: &spec::Path, expected: &str) {
        let place = self.spec.document().place(path, expected);
        self.problems.push(|| Diagnostic::new(message).at(place));
    }

    /// Adds the errors of something that the experiment names.
    fn cite(&mut self, wrong: &Diagnostics, path: &spec::Path) {
        for problem in wrong.iter() {
            let place = self.spec.document().place(path, "named here");
            self.problems.push(|| problem.clone().at(place));
        }
    }

    fn request(&mut self, request: &InstanceRequest, world: &str, path: &spec::Path) {
        let InstanceRequest { files, positions, games, endgames, generate, start, goal, take, .. } = request;
        let given = [files.is_some(), positions.is_some(), games.is_some(), endgames.is_some(), generate.is_some()];
        if given.iter().filter(|&&given| given).count() != 1 {
            let ways: Vec<String> = WAYS.iter().map(|way| format!("`{way}`")).collect();
            let expected = format!("expected one of {}", ways.join(", "));
            self.complain("instances are given in exactly one way".to_owned(), path, &expected);
            return;
        }
        let fits = match world {
            "maze" => files.is_some() || generate.is_some(),
            "tiles" | "tree" => files.is_some() || positions.is_some(),
            "pgames" => generate.is_some() || positions.is_some(),
            "gomoku" => generate.is_none() && endgames.is_none(),
            _ => generate.is_none(),
        };
        if !fits {
            let way = WAYS.iter().zip(given).find(|way| way.1).map_or("", |way| way.0);
            self.complain(format!("{world} knows no `{way}`"), &path.key(way), "");
            return;
        }
        for (key, is_given) in [("start", start.is_some()), ("goal", goal.is_some())] {
            if is_given && (world != MAZE.name.name || files.is_none()) {
                self.complain(format!("`{key}` is for files of mazes"), &path.key(key), "");
            }
        }
        for (key, is_given) in [("rule", request.rule.is_some()), ("size", request.size.is_some())] {
            if is_given && world != GOMOKU.name.name {
                self.complain(format!("`{key}` is for Gomoku"), &path.key(key), "");
            }
        }
        if take.is_some_and(|take| take == 0) {
            self.complain("`take` leaves no instance".to_owned(), &path.key("take"), "expected 1 or more");
        } else if take.is_some() && files.is_none() {
            self.complain("`take` is for files".to_owned(), &path.key("take"), "");
        }
        let settings = self.settings(request, path);
        if let Some(files) = files {
            self.files(files, request, world, &settings, path);
        }
        if let Some(positions) = positions {
            self.positions(positions, world, &settings, &path.key("positions"));
        }
        if let Some(games) = games {
            self.games(games, world, &settings, &path.key("games"));
        }
        if let Some(endgames) = endgames {
            self.endgames(endgames, &path.key("endgames"));
        }
        if let Some(recipes) = generate {
            self.generate(recipes, world, &path.key("generate"));
        }
    }

    fn files(
        &mut self,
        files: &OneOrMany<String>,
        request: &InstanceRequest,
        world: &str,
        settings: &[Setting],
        path: &spec::Path,
    ) {
        if files.as_slice().is_empty() {
            self.complain("an empty list of files".to_owned(), &path.key("files"), "expected at least one");
        }
        for (place, pattern) in files.as_slice().iter().enumerate() {
            let path = match files {
                OneOrMany::One(_) => path.key("files"),
                OneOrMany::Many(_) => path.key("files").index(place),
            };
            for name in self.expanded(pattern, &path) {
                if self.is_full() {
                    return;
                }
                if let Err(wrong) = self.file(&name, request, world, settings) {
                    self.cite(&wrong, &path);
                }
            }
        }
    }

    /// The files that a pattern stands for, as seen from the folder of the experiment, in the order of their names.
    fn expanded(&mut self, pattern: &str, path: &spec::Path) -> Vec<String> {
        if !pattern.contains(['*', '?', '[']) {
            return vec![pattern.to_owned()];
        }
        // Only the pattern may hold wild cards, not the folder.
        let full = PathBuf::from(glob::Pattern::escape(&self.folder.to_string_lossy())).join(pattern);
        let found = match glob::glob(&full.to_string_lossy()) {
            Ok(found) => found,
            Err(error) => {
                self.complain(format!("{} is no pattern: {}", quoted(pattern), error.msg), path, "");
                return Vec::new();
            }
        };
        let mut names: Vec<String> = found
            .flatten()
            .filter(|found| found.is_file())
            .map(|found| found.strip_prefix(self.folder).unwrap_or(&found).to_string_lossy().into_owned())
            .collect();
        names.sort_by(|one, other| searchlab_analysis::frame::natural_order(one, other));
        if names.is_empty() {
            self.complain(format!("no file fits {}", quoted(pattern)), path, "");
        }
        names
    }

    fn file(
        &mut self,
        name: &str,
        request: &InstanceRequest,
        world: &str,
        settings: &[Setting],
    ) -> Result<(), Diagnostics> {
        let path = self.folder.join(name);
        let source = read_source(&path.to_string_lossy())?;
        match world {
            "maze" => self.maze_file(name, &path, &source, request),
            "tiles" => {
                let puzzles = read_puzzles(&source)?;
                for place in spread(puzzles.len(), request.take) {
                    let instance = &puzzles[place];
                    let name = if puzzles.len() == 1 { name.to_owned() } else { format!("{name}:{}", instance.line) };
                    self.add_puzzle(name, instance.puzzle);
                }
                Ok(())
            }
            "tree" => self.tree(name, &source),
            "gomoku" => self.gomoku_file(name, &source, request.take, settings),
            _ => {
                let positions = read_positions(&source)?;
                for place in spread(positions.len(), request.take) {
                    let given = &positions[place];
                    self.add_position(format!("{name}:{}", given.line), given.position());
                }
                Ok(())
            }
        }
    }

    fn positions(&mut self, texts: &OneOrMany<String>, world: &str, settings: &[Setting], path: &spec::Path) {
        if texts.as_slice().is_empty() {
            self.complain("an empty list of positions".to_owned(), path, "expected at least one");
        }
        for (place, text) in texts.as_slice().iter().enumerate() {
            let path = match texts {
                OneOrMany::One(_) => path.clone(),
                OneOrMany::Many(_) => path.index(place),
            };
            let source = Source::new("positions", text.trim());
            let read = if world == TILES.name.name {
                read_puzzles(&source).map(|puzzles| {
                    for instance in puzzles {
                        self.add_puzzle(text.trim().to_owned(), instance.puzzle);
                    }
                })
            } else if world == GOMOKU.name.name {
                self.gomoku_position(&source, settings)
            } else if world == PGAMES.name.name {
                self.pgames_position(&source)
            } else if world == TREE.name.name {
                self.tree(text.trim(), &source)
            } else {
                read_position(&source).map(|given| self.add_position(text.trim().to_owned(), given.position()))
            };
            if let Err(wrong) = read {
                self.cite(&wrong, &path);
            }
        }
    }

    fn games(&mut self, games: &GamesRequest, world: &str, settings: &[Setting], path: &spec::Path) {
        let plies = if games.has_all_plies() { Ok(None) } else { games.plies.numbers().map(Some) };
        let (seeds, plies) = match (games.seeds.numbers(), plies) {
            (Ok(seeds), Ok(plies)) => (seeds, plies),
            (seeds, plies) => {
                let plies = plies.map(Option::unwrap_or_default);
                for (key, numbers) in [("seeds", seeds), ("plies", plies)] {
                    if let Err(wrong) = numbers {
                        self.complain(wrong.message(key), &path.key(key), &wrong.expected());
                    }
                }
                return;
            }
        };
        if world == GOMOKU.name.name {
            return self.gomoku_games(&seeds, plies.as_deref(), settings, path);
        }
        let mut ended = games::Ended::after(self.instances.len());
        for &seed in &seeds {
            let game = playout::game(seed);
            let positions: Vec<Position> = game.positions().collect();
            let all: Vec<u64> = (0..game.moves().len() as u64).collect();
            for &ply in plies.as_deref().unwrap_or(&all) {
                // The end has no move to be searched.
                let position =
                    usize::try_from(ply).ok().filter(|&ply| ply < game.moves().len()).map(|ply| positions[ply]);
                if let Some(position) = position {
                    self.add_position(format!("game:seed={seed},ply={ply}"), position);
                } else {
                    ended.push(seed, ply, game.moves().len());
                }
                if self.is_full() {
                    return;
                }
            }
        }
        self.leave_out(&ended, path);
    }

    fn generate(&mut self, request: &GenerateRequest, world: &str, path: &spec::Path) {
        let seeds = match request.seeds.numbers() {
            Ok(seeds) => seeds,
            Err(wrong) => return self.complain(wrong.message("seeds"), &path.key("seeds"), &wrong.expected()),
        };
        if world == PGAMES.name.name {
            return self.generate_pgames(request, &seeds, path);
        }
        self.generate_mazes(request, &seeds, path);
    }

    /// All that can be read; the others become errors.
    fn all<T>(&mut self, texts: &[String], path: &spec::Path, read: impl Fn(&str) -> Result<T, Diagnostic>) -> Vec<T> {
        if texts.is_empty() {
            self.complain("an empty list".to_owned(), path, "expected at least one");
        }
        let mut all = Vec::new();
        for (place, text) in texts.iter().enumerate() {
            match read(text) {
                Ok(value) => all.push(value),
                Err(problem) => {
                    let nested = self.spec.document().has(&path.index(place));
                    let at = if nested { path.index(place) } else { path.clone() };
                    let excerpt = self.spec.document().place(&at, "");
                    self.problems.push(|| problem.at(excerpt));
                }
            }
        }
        all
    }

    fn add_position(&mut self, name: String, position: Position) {
        let content = othello::content(position);
        self.instances.push(Instance { name, content, group: 0, turn: 0, task: Task::Othello(position) });
    }

    fn add_puzzle(&mut self, name: String, puzzle: Puzzle) {
        let content = tiles::content(puzzle);
        self.instances.push(Instance { name, content, group: 0, turn: 0, task: Task::Tiles(puzzle) });
    }
}

/// Each of the values, or once none.
fn optional<T: Copy>(values: Option<&OneOrMany<T>>) -> Vec<Option<T>> {
    values.map_or(vec![None], |values| values.as_slice().iter().copied().map(Some).collect())
}

/// Places of `take` out of `count`, from the first to the last, evenly.
pub(super) fn spread(count: usize, take: Option<u32>) -> impl Iterator<Item = usize> {
    let wanted = take.map_or(count, |take| (take as usize).min(count));
    (0..wanted).map(move |number| match wanted {
        0 | 1 => count.saturating_sub(1) * number,
        _ => number * (count - 1) / (wanted - 1),
    })
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
