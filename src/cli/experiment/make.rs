//! `searchlab new` and `searchlab schema`: how experiments begin.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::{Arg, ArgAction, ArgMatches, Command};

use super::{shell_path, solver};
use crate::cli::Exit;
use crate::cli::output::print_text;
use crate::diagnostic::{Diagnostic, Diagnostics, quoted};
use crate::experiment::spec;
use crate::files::write_whole;
use crate::record;
use crate::shipped::{files, template};
use crate::text::counted;

pub(super) fn command() -> Command {
    Command::new("new")
        .about("Write the template of an experiment, or copy all that is shipped")
        .arg(
            Arg::new("name")
                .value_name("NAME")
                .required(true)
                .help("Its name, which becomes experiments/NAME.toml; or a path that ends in .toml"),
        )
        .subcommand_negates_reqs(true)
        .args_conflicts_with_subcommands(true)
        .subcommand(solver::command())
        .arg(
            Arg::new("all")
                .long("all")
                .action(ArgAction::SetTrue)
                .help("Copy all experiments, mazes and trees that come with searchlab into a folder NAME"),
        )
        .after_help(
            "Examples:\n  searchlab new my-question\n  searchlab new lab --all\n  searchlab new solver --language python",
        )
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    if let Some((_, matches)) = matches.subcommand() {
        return solver::run(matches);
    }
    let name = matches.get_one::<String>("name").map_or("", String::as_str);
    if matches.get_flag("all") {
        return copy_all(Path::new(name));
    }
    let path = if Path::new(name).extension().is_some_and(|extension| extension == "toml") {
        PathBuf::from(name)
    } else {
        let is_plain = |letter: char| letter.is_alphanumeric() || "-_".contains(letter);
        if name.is_empty() || !name.chars().all(is_plain) {
            let problem = Diagnostic::new(format!("{} is no name of an experiment", quoted(name)));
            return Err(
                Diagnostics::from(problem.help("letters, digits, - and _; or a path that ends in .toml")).into()
            );
        }
        Path::new("experiments").join(format!("{name}.toml"))
    };
    let title = path.file_stem().unwrap_or_default().to_string_lossy().replace(['-', '_'], " ");
    write_new(&path, &template(&title))?;
    let path = shell_path(&path);
    print_text(&format!("wrote {path}; next:\n  searchlab run {path} --dry-run\n  searchlab run {path}\n"))?;
    Ok(Exit::Done)
}

/// Writes a file that is not there yet, with the folders above it.
pub(super) fn write_new(path: &Path, text: &str) -> Result<()> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).with_context(|| format!("cannot make the directory {}", folder.display()))?;
    }
    match OpenOptions::new().write(true).create_new(true).open(path) {
        Ok(mut file) => {
            file.write_all(text.as_bytes()).with_context(|| format!("cannot write {}", path.display()))?;
            Ok(())
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(there_already(path).into()),
        Err(error) => Err(error).with_context(|| format!("cannot write {}", path.display())),
    }
}

fn there_already(path: &Path) -> Diagnostics {
    let problem = Diagnostic::new(format!("{} is there already", quoted(&path.to_string_lossy())));
    problem.help("choose another name, or remove it first").into()
}

/// Copies the files inside the program into a folder. Nothing is overwritten.
fn copy_all(folder: &Path) -> Result<Exit> {
    let paths = || files().iter().map(|(path, text)| (folder.join(path), text));
    if let Some((path, _)) = paths().find(|(path, _)| path.exists()) {
        return Err(there_already(&path).into());
    }
    for (path, text) in paths() {
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).with_context(|| format!("cannot make the directory {}", parent.display()))?;
        write_whole("the file", &path, text.as_bytes()).map_err(Diagnostics::from)?;
    }
    let (count, folder) = (counted(files().len() as u64, "file"), shell_path(folder));
    print_text(&format!("wrote {count}; next:\n  cd {folder}\n  searchlab run experiments/quickstart.toml\n"))?;
    Ok(Exit::Done)
}

pub(super) fn schema_command() -> Command {
    Command::new("schema")
        .about("Print the JSON Schema of experiment files, for editors, or of records")
        .arg(
            Arg::new("of")
                .value_name("OF")
                .value_parser(["experiments", "records"])
                .default_value("experiments")
                .help("What it describes: experiment files, or the lines of records.jsonl"),
        )
        .after_help("Examples:\n  searchlab schema > schema.json\n  searchlab schema records")
}

pub(super) fn schema(matches: &ArgMatches) -> Result<Exit> {
    let is_of_records = matches.get_one::<String>("of").is_some_and(|of| of == "records");
    let schema = if is_of_records { record::schema() } else { spec::schema() };
    print_text(&format!("{}\n", serde_json::to_string_pretty(&schema)?))?;
    Ok(Exit::Done)
}
