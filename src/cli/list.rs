//! `searchlab list`.

use anyhow::Result;
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command};

use super::Exit;
use super::output::print_text;
use crate::analysis::field::FIXED;
use crate::catalog::{Name, PARAMETERS, WORLDS, WorldInfo, values_of};
use crate::search::counters::Counters;
use crate::search::game::samples::SAMPLES;
use crate::shipped::{self, ASSIGNMENTS, MAZES, TREES, files_in, title_and_question};
use crate::worlds::maze::generate::Kind;

const TOPICS: [&str; 14] = [
    "worlds",
    "algorithms",
    "heuristics",
    "evaluations",
    "features",
    "parameters",
    "generators",
    "samples",
    "counters",
    "fields",
    "experiments",
    "mazes",
    "trees",
    "assignments",
];

pub(super) fn command() -> Command {
    Command::new("list")
        .about("List the names there are: worlds, algorithms, parameters, counters, mazes …")
        .arg(Arg::new("topic").value_name("TOPIC").value_parser(PossibleValuesParser::new(TOPICS)).help("Only this"))
        .after_help("Examples:\n  searchlab list\n  searchlab list algorithms\n  searchlab list features\n  searchlab list mazes")
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let chosen = matches.get_one::<String>("topic");
    let topics = TOPICS.into_iter().filter(|topic| chosen.is_none_or(|chosen| chosen == topic));
    let sections: Vec<String> = topics.map(section).collect();
    print_text(&sections.join("\n"))?;
    Ok(Exit::Done)
}

fn section(topic: &str) -> String {
    let rows: Vec<(String, &str)> = match topic {
        "worlds" => WORLDS.iter().map(|world| (world.name.name.to_owned(), world.name.summary)).collect(),
        "algorithms" => algorithms(),
        "heuristics" => of_worlds(|world| world.heuristics),
        "evaluations" => of_worlds(|world| world.evaluations),
        "features" => of_worlds(|world| world.features),
        "parameters" => parameters(),
        "generators" => Kind::ALL.iter().map(|kind| (kind.name().to_owned(), kind.about().summary)).collect(),
        "samples" => SAMPLES.iter().map(|&(name, summary)| (name.to_owned(), summary)).collect(),
        "fields" => FIXED.iter().map(|field| (field.0.to_owned(), field.2)).collect(),
        "experiments" => return lines(topic, &experiments()),
        "mazes" => return lines(topic, &files(MAZES)),
        "trees" => return lines(topic, &files(TREES)),
        "assignments" => return lines(topic, &files(ASSIGNMENTS)),
        _ => Counters::MEANINGS.iter().map(|&(name, meaning)| (name.to_owned(), meaning)).collect(),
    };
    lines(topic, &rows)
}

/// The experiments that come with the program, by their titles.
fn experiments() -> Vec<(String, String)> {
    shipped::experiments().map(|(name, text)| (name.to_owned(), title_and_question(text).0)).collect()
}

/// The files of a folder that come with the program.
fn files(folder: &str) -> Vec<(String, String)> {
    files_in(folder).map(|file| (file.name.to_owned(), file.about)).collect()
}

fn lines<S: AsRef<str>>(topic: &str, rows: &[(String, S)]) -> String {
    let width = rows.iter().map(|row| row.0.chars().count()).max().unwrap_or(0);
    let lines = rows.iter().map(|(name, summary)| format!("  {name:<width$}  {}\n", summary.as_ref()));
    format!("{topic}:\n{}", lines.collect::<String>())
}

/// Names that belong to a world, each behind the name of its world.
fn of_worlds(names: fn(&WorldInfo) -> &'static [Name]) -> Vec<(String, &'static str)> {
    let of = |world: &&'static WorldInfo| {
        let world = world.name.name;
        move |name: &'static Name| (format!("{world} {}", name.name), name.summary)
    };
    WORLDS.iter().flat_map(|world| names(world).iter().map(of(world))).collect()
}

/// Each algorithm once, whatever worlds have it.
fn algorithms() -> Vec<(String, &'static str)> {
    let mut rows: Vec<(String, &'static str)> = Vec::new();
    for about in WORLDS.iter().flat_map(|world| world.abouts()) {
        if !rows.iter().any(|row| row.0 == about.name) {
            rows.push((about.name.to_owned(), about.summary));
        }
    }
    rows
}

fn parameters() -> Vec<(String, &'static str)> {
    let mut rows = Vec::new();
    for parameter in PARAMETERS {
        rows.push((parameter.name.name.to_owned(), parameter.name.summary));
        for (world, name) in values_of(parameter) {
            let world = world.map_or(String::new(), |world| format!("{} ", world.name.name));
            rows.push((format!("  {world}{}", name.name), name.summary));
        }
    }
    rows
}
