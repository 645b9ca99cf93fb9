//! Mazes of experiments: from files, and made by recipes.

use std::path::Path;
use std::sync::Arc;

use super::{Instance, Loader, Task, optional, spread};
use crate::experiment::spec::{self, GenerateRequest, InstanceRequest};
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source, quoted, read_source};
use searchlab_worlds::maze::format::{check_scen, endpoints, map_path, read_maze, read_scen};
use searchlab_worlds::maze::generate::{Kind, Recipe, generate, parse_size};
use searchlab_worlds::maze::{Grid, Place};
use searchlab_worlds::run::maze::MazeRunner;

impl Loader<'_> {
    /// Adds the maze of a file, or the scenarios of one.
    pub(super) fn maze_file(
        &mut self,
        name: &str,
        path: &Path,
        source: &Source,
        request: &InstanceRequest,
    ) -> Result<(), Diagnostics> {
        let place = |[row, col]: [u32; 2]| Place { row, col };
        if path.extension().is_none_or(|extension| !extension.eq_ignore_ascii_case("scen")) {
            let maze = read_maze(source)?;
            let (start, goal) = endpoints(&maze, request.start.map(place), request.goal.map(place))?;
            self.add_mazes(maze.grid, vec![(name.to_owned(), start, goal)]);
            return Ok(());
        }
        let scenarios = read_scen(source)?;
        let Some(first) = scenarios.first() else {
            return Err(Diagnostic::new(format!("{} holds no scenario", quoted(name))).into());
        };
        let map = map_path(path, first)?;
        let maze = read_maze(&read_source(&map.to_string_lossy())?)?;
        check_scen(source, &scenarios, Some(&map), &maze.grid)?;
        let chosen = spread(scenarios.len(), request.take).map(|place| &scenarios[place]);
        let named = chosen.map(|scenario| (format!("{name}:{}", scenario.line), scenario.start, scenario.goal));
        self.add_mazes(maze.grid, named.collect());
        Ok(())
    }

    /// Adds every combination of the lists of a request.
    pub(super) fn generate_mazes(&mut self, request: &GenerateRequest, seeds: &[u64], path: &spec::Path) {
        for (key, is_given) in [("plies", request.plies.is_some()), ("chance", request.chance.is_some())] {
            if is_given {
                self.complain(format!("`{key}` is for pgames"), &path.key(key), "");
            }
        }
        let Some(size) = &request.size else {
            return self.complain("mazes that are made have a `size`".to_owned(), path, "such as size = \"40x80\"");
        };
        let kinds = self.all(request.kind.as_slice(), &path.key("kind"), |name| {
            let known: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
            Kind::from_name(name).ok_or_else(|| Diagnostic::unknown_name("kind of maze", name, &known, None))
        });
        let sizes = self.all(size.as_slice(), &path.key("size"), |text| {
            let invalid = |expected: String| Diagnostic::new(format!("invalid size {}", quoted(text))).help(expected);
            parse_size(text).map_err(invalid)
        });
        let densities: Vec<Option<f64>> = optional(request.density.as_ref());
        let sides: Vec<Option<u32>> = optional(request.side.as_ref());
        for &kind in &kinds {
            for &(rows, cols) in &sizes {
                for &density in &densities {
                    for &side in &sides {
                        for &seed in seeds {
                            let thousandths = density.map(|density| (density * 1000.0).round().max(0.0) as u32);
                            let recipe = Recipe { kind, rows, cols, density: thousandths, side, seed };
                            match generate(&recipe) {
                                Ok(made) => {
                                    let name = made_name(&recipe, density);
                                    self.add_mazes(made.grid, vec![(name, made.start, made.goal)]);
                                }
                                Err(error) => return self.complain(error.to_string(), path, ""),
                            }
                            if self.is_full() {
                                return;
                            }
                        }
                    }
                }
            }
        }
    }

    fn add_mazes(&mut self, grid: Grid, paths: Vec<(String, Place, Place)>) {
        // The hash is that which the command for one maze uses.
        let runner = MazeRunner::new(grid);
        let grid = Arc::new(runner.grid().clone());
        for (name, start, goal) in paths {
            let content = runner.content(start, goal);
            self.instances.push(Instance {
                name,
                content,
                group: 0,
                turn: 0,
                task: Task::Maze { grid: Arc::clone(&grid), start, goal },
            });
        }
    }
}

/// The name of a made maze: what it is made of.
fn made_name(recipe: &Recipe, density: Option<f64>) -> String {
    let Recipe { kind, rows, cols, side, seed, .. } = recipe;
    let density = density.map_or(String::new(), |density| format!(",density={density}"));
    let side = side.map_or(String::new(), |side| format!(",side={side}"));
    format!("{kind}:size={rows}x{cols}{density}{side},seed={seed}")
}
