//! The instances of an experiment: files, positions, games and mazes as they are searched.
//!
//! Each has a name and a hash of what it is. The name of a file is that of the experiment file, never an absolute
//! path of this machine; a made instance is named by what it is made of, `caves:size=20x40,seed=1`, so that a report
//! can group by the parts.

mod endgames;
mod games;
mod keys;
mod openings;

use std::path::{Path, PathBuf};

use super::spec::{self, Experiment, GamesRequest, GenerateRequest, InstanceRequest, Spec};
use searchlab_analysis::request::OneOrMany;
use searchlab_trial::diagnostic::{DASH, Diagnostic, Diagnostics, Source, quoted, read_source};
use searchlab_trial::embedded;
use searchlab_trial::text::slashed;
use searchlab_worlds::table::world_of;
use searchlab_worlds::world::{Given, InstanceFile, Named, Take, Task, Way, World};

pub(super) use searchlab_worlds::world::spread;

/// The keys that take a part of the instances of a file.
pub(super) const TAKES: [&str; 3] = ["take", "first", "last"];

/// Something to search.
#[derive(Debug, Clone)]
pub struct Instance {
    /// The name as users read and type it.
    pub name: String,
    /// The number of the match that begins here, from 1; 0 for an instance of the searches.
    pub group: usize,
    /// Openings of a match with a smaller number are played first.
    pub turn: u32,
    /// The object of the search.
    pub task: Task,
}

impl Instance {
    /// A task by its name, for a search of it alone.
    pub const fn of(name: String, task: Task) -> Self {
        Self { name, group: 0, turn: 0, task }
    }

    /// Name of its world.
    pub fn world(&self) -> &'static str {
        self.task.world().info().name.name
    }
}

/// The instances of an experiment, and remarks about what was left out.
pub(crate) type Loaded = (Vec<Instance>, Vec<String>);

/// Reads and makes all instances of an experiment whose file lies in `folder`, at most `most`; an outline of them has no
/// objects. Of random games those positions are left out that come after the end of their game.
///
/// # Errors
/// Every file that cannot be read, every recipe that cannot be followed, with its place in the experiment; more
/// instances than allowed.
pub(super) fn load(spec: &Spec, folder: &Path, most: u64, is_outline: bool) -> Result<Loaded, Diagnostics> {
    let (instances, remarks) = (Vec::new(), Vec::new());
    let mut loader = Loader { spec, folder, most, is_outline, instances, remarks, problems: Diagnostics::new() };
    let Experiment { instances, world, .. } = &spec.experiment;
    let has_searches = spec.experiment.matches.is_empty() || !spec.experiment.algorithms.is_empty();
    if instances.is_empty() && has_searches
        // Worlds without a usual instance, and unknown ones, are reported already.
        && let Some(Ok(usual)) = world.as_deref().and_then(world_of).map(World::usual)
    {
        loader.add(usual);
    }
    for (place, request) in instances.iter().enumerate() {
        let path = spec::Path::root().key("instances").index(place);
        let world = request.world.as_ref().or(world.as_ref()).map_or("", String::as_str);
        // Errors of these are reported already.
        let Some(world) = world_of(world).filter(|_| !spec.is_broken(&path)) else { continue };
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
    is_outline: bool,
    instances: Vec<Instance>,
    remarks: Vec<String>,
    problems: Diagnostics,
}

impl Loader<'_> {
    fn is_full(&self) -> bool {
        self.instances.len() as u64 > self.most
    }

    fn complain(&mut self, message: String, path: &spec::Path, expected: &str) {
        let place = self.spec.document().place(path, expected);
        self.problems.push(|| Diagnostic::new(message).at(place));
    }

    /// Adds the errors of something that the experiment names.
    fn cite(&mut self, wrong: Diagnostics, path: &spec::Path) {
        let place = self.spec.document().place(path, "named here");
        self.problems.append(wrong.at(&place));
    }

    fn request(&mut self, request: &InstanceRequest, world: &'static dyn World, path: &spec::Path) {
        let InstanceRequest { files, positions, games, endgames, generate, .. } = request;
        let given = [files.is_some(), positions.is_some(), games.is_some(), endgames.is_some(), generate.is_some()];
        let mut ways = Way::ALL.into_iter().zip(given).filter(|way| way.1).map(|way| way.0);
        let (Some(way), None) = (ways.next(), ways.next()) else {
            let ways = Way::ALL.map(|way| format!("`{}`", way.key()));
            let expected = format!("expected one of {}", ways.join(", "));
            self.complain("instances are given in exactly one way".to_owned(), path, &expected);
            return;
        };
        if !world.knows(way) {
            let (name, way) = (world.info().name.name, way.key());
            self.complain(format!("{name} knows no `{way}`"), &path.key(way), "");
            return;
        }
        let take = self.take(request, path);
        let settings = self.settings(request, world, way, path);
        if let Some(files) = files {
            self.files(files, take, world, &settings, path);
        }
        if let Some(positions) = positions {
            self.positions(positions, world, &settings, &path.key("positions"));
        }
        if let Some(games) = games {
            self.games(games, world, &settings, &path.key("games"));
        }
        if let Some(endgames) = endgames {
            self.endgames(endgames, world, &path.key("endgames"));
        }
        if let Some(recipes) = generate {
            self.generate(recipes, world, &settings, &path.key("generate"));
        }
    }

    /// The part of the instances of each file that is taken.
    fn take(&mut self, request: &InstanceRequest, path: &spec::Path) -> Take {
        let given: Vec<(&str, u32)> = TAKES
            .into_iter()
            .zip([request.take, request.first, request.last])
            .filter_map(|(key, few)| Some((key, few?)))
            .collect();
        for (place, &(key, few)) in given.iter().enumerate() {
            if few == 0 {
                self.complain(format!("`{key}` leaves no instance"), &path.key(key), "expected 1 or more");
            } else if request.files.is_none() {
                self.complain(format!("`{key}` is for files"), &path.key(key), "");
            } else if place > 0 {
                self.complain(
                    format!("`{key}` goes not with `{}`", given[0].0),
                    &path.key(key),
                    "expected one of them",
                );
            }
        }
        match given.first() {
            Some(("take", few)) => Take::Spread(*few),
            Some(("first", few)) => Take::First(*few),
            Some((_, few)) => Take::Last(*few),
            None => Take::All,
        }
    }

    fn files(
        &mut self,
        files: &OneOrMany<String>,
        take: Take,
        world: &'static dyn World,
        settings: &[Given],
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
                if let Err(wrong) = self.file(&name, take, world, settings) {
                    self.cite(wrong, &path);
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
            .map(|found| slashed(found.strip_prefix(self.folder).unwrap_or(&found)))
            .collect();
        if names.is_empty() {
            names = self.inside(pattern);
        }
        names.sort_by(|one, other| searchlab_analysis::frame::natural_order(one, other));
        if names.is_empty() {
            self.complain(format!("no file fits {}", quoted(pattern)), path, "");
        }
        names
    }

    /// The files inside the program that a pattern stands for; its folder has no wild cards.
    fn inside(&self, pattern: &str) -> Vec<String> {
        let (folder, last) = pattern.split_at(pattern.rfind('/').map_or(0, |slash| slash + 1));
        let Ok(last) = glob::Pattern::new(last) else { return Vec::new() };
        let names = embedded::names_in(&self.folder.join(folder)).filter(|name| last.matches(name));
        names.map(|name| format!("{folder}{name}")).collect()
    }

    fn file(
        &mut self,
        name: &str,
        take: Take,
        world: &'static dyn World,
        settings: &[Given],
    ) -> Result<(), Diagnostics> {
        // Standard input lies in no folder.
        let path = if name == DASH { PathBuf::from(DASH) } else { self.folder.join(name) };
        let source = read_source(&path.to_string_lossy())?;
        let name = if name == DASH { &source.name } else { name };
        let file = InstanceFile { name, path: &path, folder: self.folder, source: &source, take };
        for setting in settings {
            let mut remarks = Vec::new();
            self.add_all(world.file(&file, setting, &mut remarks)?);
            self.remarks.append(&mut remarks);
        }
        Ok(())
    }

    fn positions(
        &mut self,
        texts: &OneOrMany<String>,
        world: &'static dyn World,
        settings: &[Given],
        path: &spec::Path,
    ) {
        if texts.as_slice().is_empty() {
            self.complain("an empty list of positions".to_owned(), path, "expected at least one");
        }
        for (place, text) in texts.as_slice().iter().enumerate() {
            let path = match texts {
                OneOrMany::One(_) => path.clone(),
                OneOrMany::Many(_) => path.index(place),
            };
            let source = Source::new("positions", text.trim());
            for setting in settings {
                match world.position(&source, setting) {
                    Ok(named) => self.add_all(named),
                    Err(wrong) => self.cite(wrong, &path),
                }
            }
        }
    }

    fn games(&mut self, games: &GamesRequest, world: &'static dyn World, settings: &[Given], path: &spec::Path) {
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
        let mut ended = games::Ended::after(self.instances.len());
        for setting in settings {
            for &seed in &seeds {
                let game = world.random_game(seed, setting);
                let all: Vec<u64> = (0..game.tasks.len() as u64).collect();
                for &ply in plies.as_deref().unwrap_or(&all) {
                    // The end has no move to be searched.
                    let task = usize::try_from(ply).ok().and_then(|ply| game.tasks.get(ply));
                    if let Some(task) = task {
                        self.add(Named { name: format!("{},ply={ply}", game.name), task: task.clone() });
                    } else {
                        ended.push(seed, ply, game.tasks.len());
                    }
                    if self.is_full() {
                        return;
                    }
                }
            }
        }
        self.leave_out(&ended, path);
    }

    fn generate(
        &mut self,
        request: &GenerateRequest,
        world: &'static dyn World,
        settings: &[Given],
        path: &spec::Path,
    ) {
        let seeds = match request.seeds.numbers() {
            Ok(seeds) => seeds,
            Err(wrong) => return self.complain(wrong.message("seeds"), &path.key("seeds"), &wrong.expected()),
        };
        let recipes = self.recipes(request, world, path);
        for (recipe, &seed) in recipes.iter().flat_map(|recipe| seeds.iter().map(move |seed| (recipe, seed))) {
            for setting in settings {
                match world.generate(&setting.clone().and(recipe), seed) {
                    Ok(made) => self.add(made),
                    Err(problem) => {
                        let place = self.spec.document().place(path, "");
                        return self.problems.push(|| problem.at(place));
                    }
                }
                if self.is_full() {
                    return;
                }
            }
        }
    }

    fn add(&mut self, Named { name, task }: Named) {
        let task = if self.is_outline { task.without_object() } else { task };
        self.instances.push(Instance { name, group: 0, turn: 0, task });
    }

    fn add_all(&mut self, all: Vec<Named>) {
        for named in all {
            self.add(named);
        }
    }
}
