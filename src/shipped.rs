//! Experiments, trees and mazes that come inside the program, and the template of a new experiment.
//!
//! They are packed by `build.rs`.
//!
//! Not here: how a path finds them ([`searchlab_trial::embedded`]).

use std::sync::LazyLock;

use crate::diagnostic::Source;
use crate::embedded::{File, stem};
use crate::text::{counted, grouped};
use crate::worlds::assets::packed_files;
use crate::worlds::maze::format::{Format, Maze, read_maze, read_scen};

/// Path and text of each file, in the order of `shipped.txt`: experiments, assignments, trees and mazes.
pub fn files() -> &'static [File] {
    static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/shipped.gz"));
    static FILES: LazyLock<Vec<File>> = LazyLock::new(|| packed_files(PACKED));
    &FILES
}

/// Name and text of each experiment.
pub fn experiments() -> impl Iterator<Item = (&'static str, &'static str)> {
    let name =
        |path: &'static str| path.strip_prefix(EXPERIMENTS)?.strip_suffix(".toml").filter(|it| !it.contains('/'));
    files().iter().filter_map(move |&(path, text)| Some((name(path)?, text)))
}

/// The folder of the experiments.
const EXPERIMENTS: &str = "experiments/";

/// The folder of the mazes.
pub const MAZES: &str = "mazes/";

/// The folder of the trees.
pub const TREES: &str = "experiments/trees/";

/// The folder of the assignments.
pub const ASSIGNMENTS: &str = "experiments/assignments/";

/// A maze, a file of scenarios, a tree or an assignment.
#[derive(Debug)]
pub struct ShippedFile {
    /// The name that stands for its path.
    pub name: &'static str,
    /// Its size, or its own words.
    pub about: String,
    /// A command that reads it.
    pub command: String,
}

/// The files of a folder.
pub fn files_in(folder: &str) -> impl Iterator<Item = ShippedFile> {
    files().iter().filter(move |file| file.0.starts_with(folder)).map(|&(path, text)| {
        let source = Source::new(path, text);
        let (name, about, command) = match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
            _ if path.starts_with(ASSIGNMENTS) => {
                (stem(path), title_and_question(text).0, "check PROGRAM --assignment")
            }
            _ if path.starts_with(TREES) => (stem(path), comment(text), "tree search"),
            // Without its ending it would be the map.
            "scen" => (path.trim_start_matches(MAZES), instances(&source), "maze scen"),
            _ => (stem(path), size(&source), "maze astar"),
        };
        ShippedFile { name, about, command: format!("searchlab {command} {name}") }
    })
}

/// The comment at the head.
fn comment(text: &str) -> String {
    text.lines().map_while(|line| line.strip_prefix("# ")).collect::<Vec<_>>().join(" ")
}

fn instances(source: &Source) -> String {
    let count = read_scen(source).map_or(0, |scenarios| scenarios.len());
    format!("{} with listed optima", counted(count as u64, "instance"))
}

fn size(source: &Source) -> String {
    let Ok(Maze { grid, start, format, .. }) = read_maze(source) else { return String::new() };
    let ends = if start.is_none() && format == Format::MovingAi { ", needs --start and --goal" } else { "" };
    format!("{} rows, {} columns, {} free cells{ends}", grid.rows(), grid.cols(), grouped(grid.free_cells()))
}

/// The template of an experiment with this title: ten lines that work, and comments on what more there is.
pub fn template(title: &str) -> String {
    let title = title.replace(['\\', '"'], "'");
    let quoted = toml::Value::String(title).to_string();
    TEMPLATE.replace("\"TITLE\"", &quoted)
}

const TEMPLATE: &str = include_str!("template.toml");

/// Title and question of an experiment, as far as its text can be read.
pub fn title_and_question(text: &str) -> (String, String) {
    let table: toml::Table = text.parse().unwrap_or_default();
    let word = |key: &str| table.get(key).and_then(toml::Value::as_str).unwrap_or_default().to_owned();
    (word("title"), word("question"))
}
