//! Experiments, trees and mazes that come inside the program, and the template of a new experiment.
//!
//! Not here: how a path finds them ([`searchlab_trial::embedded`]).

use crate::diagnostic::Source;
use crate::embedded::stem;
use crate::text::{counted, grouped};
use crate::worlds::maze::format::{Format, Maze, read_maze, read_scen};

macro_rules! shipped {
    (experiments: $($name:literal,)+; files: $($path:literal,)+) => {
        /// Name and text of each experiment.
        pub static SHIPPED: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../experiments/", $name, ".toml"))),)+];

        /// Path and text of each file: experiments, trees and mazes.
        pub static FILES: &[(&str, &str)] = &[
            $((concat!("experiments/", $name, ".toml"), include_str!(concat!("../experiments/", $name, ".toml"))),)+
            $(($path, include_str!(concat!("../", $path))),)+
        ];
    };
}

shipped! {
    experiments:
    "quickstart",
    "minimax-family",
    "mtdf-paper",
    "mtdf-paper-memory",
    "table-size",
    "first-guess",
    "maze-algorithms",
    "idastar-blowup",
    "tie-breaking",
    "fringe-or-astar",
    "gomoku-ablation",
    "gomoku-learned",
    "gomoku-techniques",
    "gomoku-sequential",
    "gomoku-strength",
    "endgame-ablation",
    "pruning-is-free",
    "evaluations",
    "learned-evaluation",
    "opening-book",
    "othello-strength",
    "deeper-is-weaker",
    "mtdf-against-alphabeta",
    "idastar-needs-memory",
    "gomoku-depth-and-scores",
    "gomoku-winning-quickly",
    "gomoku-learning",
    "pathology",
    "pathology-critical",
    "deeper-with-truth",
    "four-in-a-row",
    "mcts-converges",
    "course-mazes",
    "course-othello",
    "course-gomoku",;
    files:
    "experiments/assignments/path-search.toml",
    "experiments/assignments/alpha-beta.toml",
    "experiments/assignments/connect4-player.toml",
    "experiments/trees/aima.txt",
    "experiments/trees/mtdf.txt",
    "mazes/course-18x25.txt",
    "mazes/course-30x60.txt",
    "mazes/backtracker-23x79.txt",
    "mazes/wilson-23x79.txt",
    "mazes/prim-23x79.txt",
    "mazes/braid-23x79.txt",
    "mazes/rooms-41x79.txt",
    "mazes/field-24x48.txt",
    "mazes/caves-60x120.map",
    "mazes/obstacles-64x64.map",
    "mazes/caves-400x400.map",
    "mazes/caves-400x400.map.scen",
}

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
    FILES.iter().filter(move |file| file.0.starts_with(folder)).map(|&(path, text)| {
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
