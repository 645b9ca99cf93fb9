//! `searchlab new solver`: a program that solves, in a language of choice, to begin with.

use std::path::PathBuf;

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches, ValueEnum};

use super::make::write_new;
use super::shell_path;
use crate::cli::Exit;
use crate::cli::output::print_text;

/// The languages of the templates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Language {
    Python,
    Java,
    #[value(name = "c++", alias = "cpp")]
    Cpp,
    Rust,
    Javascript,
}

/// The task of a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(super) enum Solves {
    /// A* in mazes
    #[default]
    Astar,
    /// Alpha-beta in game trees
    Alphabeta,
}

#[derive(Debug, Args)]
struct SolverArgs {
    /// The language
    #[arg(long, value_enum, value_name = "NAME")]
    language: Language,
    /// The task that it solves
    #[arg(long, value_enum, default_value_t, value_name = "WHAT")]
    kind: Solves,
    /// The file [default: that of the template, in this folder]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
}

pub(super) fn command() -> Command {
    SolverArgs::augment_args(Command::new("solver"))
        .about("Write a program that solves mazes or game trees, to begin with")
        .after_help(
            "The program reads a JSON object a line and answers with one; the book defines them (reference: the protocol of \
             solvers).\n\nExamples:\n  searchlab new solver --language python\n  \
             searchlab new solver --language java --kind alphabeta Mine.java",
        )
}

/// The file of a template, its text, how it is built, and the command that starts it, with FILE for the file and STEM for
/// its name without the ending.
const fn template(language: Language, kind: Solves) -> [&'static str; 4] {
    macro_rules! one {
        ($file:literal, $build:literal, $start:literal) => {
            [$file, include_str!(concat!("../../solvers/", $file)), $build, $start]
        };
    }
    match (language, kind) {
        (Language::Python, Solves::Astar) => one!("astar.py", "", "python3 FILE"),
        (Language::Python, Solves::Alphabeta) => one!("alphabeta.py", "", "python3 FILE"),
        (Language::Java, Solves::Astar) => one!("Astar.java", "", "java FILE"),
        (Language::Java, Solves::Alphabeta) => one!("Alphabeta.java", "", "java FILE"),
        (Language::Cpp, Solves::Astar) => one!("astar.cpp", "c++ -O2 -std=c++17 FILE -o STEM", "./STEM"),
        (Language::Cpp, Solves::Alphabeta) => one!("alphabeta.cpp", "c++ -O2 -std=c++17 FILE -o STEM", "./STEM"),
        (Language::Rust, Solves::Astar) => one!("astar.rs", "rustc -O FILE -o STEM", "./STEM"),
        (Language::Rust, Solves::Alphabeta) => one!("alphabeta.rs", "rustc -O FILE -o STEM", "./STEM"),
        (Language::Javascript, Solves::Astar) => one!("astar.js", "", "node FILE"),
        (Language::Javascript, Solves::Alphabeta) => one!("alphabeta.js", "", "node FILE"),
    }
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = SolverArgs::from_arg_matches(matches)?;
    let [name, text, build, start] = template(args.language, args.kind);
    let path = args.file.unwrap_or_else(|| PathBuf::from(name));
    write_new(&path, text)?;
    let (file, stem) = (shell_path(&path), shell_path(&path.with_extension("")));
    let put = |line: &str| line.replace("FILE", &file).replace("STEM", &stem).replace(".//", "/");
    let build = if build.is_empty() { String::new() } else { format!("  {}\n", put(build)) };
    let program = format!("program:cmd={},name=mine", put(start));
    let asked = match args.kind {
        Solves::Astar => format!("maze compare mazes/course-18x25.txt --algorithms \"astar,{program}\""),
        Solves::Alphabeta => format!("tree search experiments/trees/aima.txt --algorithm \"{program}\""),
    };
    print_text(&format!("wrote {file}; next:\n{build}  searchlab {asked}\n"))?;
    Ok(Exit::Done)
}
