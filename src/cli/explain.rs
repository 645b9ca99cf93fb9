//! `searchlab explain NAME`.

use std::fmt::Write;

use anyhow::{Result, anyhow};
use clap::{Arg, ArgMatches, Command};

use super::Exit;
use super::output::print_text;
use crate::analysis::field::FIXED;
use crate::catalog::{self, Name, PARAMETERS, Parameter, WORLDS, WorldInfo, canonical, values_of};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::search::about::AlgorithmInfo;
use crate::search::budget::Status;
use crate::search::counters::Counters;
use crate::search::game::samples::SAMPLES;
use crate::shipped::{ASSIGNMENTS, MAZES, TREES, experiments, files_in, title_and_question};
use crate::worlds::maze::generate::Kind;

pub(super) fn command() -> Command {
    Command::new("explain")
        .about("Explain a name: an algorithm, counter, parameter, heuristic, evaluation or generator")
        .arg(Arg::new("name").value_name("NAME").required(true).help("Any name that `list` prints"))
        .after_help("Examples:\n  searchlab explain idastar\n  searchlab explain reopened\n  searchlab explain classic")
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let name = matches.get_one::<String>("name").map(String::as_str).unwrap_or_default();
    let text = explain(name).ok_or_else(|| {
        let known = names();
        let mut problems = Diagnostics::new();
        problems.push(|| Diagnostic::unknown_name("name", name, &known, None).help("`searchlab list` shows all names"));
        anyhow!(problems)
    })?;
    print_text(&text)?;
    Ok(Exit::Done)
}

/// Everything that is known under that name; a word may mean several things.
fn explain(name: &str) -> Option<String> {
    let mut sections: Vec<String> = Vec::new();
    let about = WORLDS.iter().flat_map(|world| world.abouts()).find(|about| about.name == canonical(name));
    sections.extend(about.map(algorithm));
    sections.extend(
        Counters::MEANINGS
            .iter()
            .filter(|counter| counter.0 == name)
            .map(|(name, meaning)| format!("{name}: a counter\n\n{meaning}\n")),
    );
    sections.extend(catalog::parameter(name).map(parameter));
    sections.extend(WORLDS.iter().flat_map(|world| of_world(world, name)));
    sections.extend(choices().filter(|(choice, _)| choice.name == name).map(|(choice, parameter)| {
        format!("{name}: a value of the parameter {}\n\n{}\n", parameter.name.name, choice.summary)
    }));
    sections.extend(
        SAMPLES.iter().filter(|sample| sample.0 == name).map(|(name, summary)| {
            format!("{name}: a sample game of the library, for tests and lessons\n\n{summary}\n")
        }),
    );
    sections.extend(Kind::from_name(name).map(|kind| {
        format!("{name}: a generator of mazes\n\n{}\nsource: {}\n", kind.about().summary, kind.about().source)
    }));
    sections.extend(
        Status::ALL
            .into_iter()
            .find(|status| status.name() == name)
            .map(|status| format!("{name}: a status of records\n\n{}\n", status.meaning())),
    );
    sections.extend(FIXED.iter().filter(|field| field.0 == name).map(|(name, _, meaning)| {
        format!("{name}: a field of records, for the tables, charts and claims of experiments\n\n{meaning}\n")
    }));
    sections.extend(experiments().filter(|shipped| shipped.0 == name).map(|(name, text)| {
        let (title, question) = title_and_question(text);
        format!("{name}: an experiment\n\n{title}\n\n{question}\n\nrun by: searchlab run {name}\n")
    }));
    sections.extend([MAZES, TREES, ASSIGNMENTS].into_iter().flat_map(files_in).filter(|file| file.name == name).map(
        |file| format!("{name}: a file that comes with searchlab\n\n{}\n\nread by: {}\n", file.about, file.command),
    ));
    (!sections.is_empty()).then(|| sections.join("\n"))
}

/// The name as that of the world itself, of a heuristic, an evaluation or a feature of it.
fn of_world(world: &WorldInfo, name: &str) -> impl Iterator<Item = String> {
    let world_name = world.name.name;
    let itself = (world_name == name).then(|| {
        let names: Vec<&str> = world.abouts().map(|about| about.name).collect();
        format!("{name}: a world\n\n{}\nalgorithms: {}\n", world.name.summary, names.join(", "))
    });
    let summary = |names: &[Name]| names.iter().find(|known| known.name == name).map(|known| known.summary);
    let heuristic = summary(world.heuristics)
        .map(|summary| format!("{name}: a heuristic of the world {world_name}\n\n{summary}\n"));
    let evaluation = summary(world.evaluations).map(|summary| {
        let preset = world.scheme.and_then(|scheme| scheme.preset(name));
        let weights = preset.map(|preset| format!("weights: {}\n", preset.spelled())).unwrap_or_default();
        format!("{name}: an evaluation of the world {world_name}\n\n{summary}\n{weights}")
    });
    let feature = summary(world.features).map(|summary| {
        format!(
            "{name}: a feature of the evaluations of {world_name}\n\n{summary}\nweighed by --evaluation …,{name}=N\n"
        )
    });
    [itself, heuristic, evaluation, feature].into_iter().flatten()
}

fn algorithm(about: &AlgorithmInfo) -> String {
    let worlds = WORLDS.iter().filter(|world| world.abouts().any(|known| known.name == about.name));
    let worlds: Vec<&str> = worlds.map(|world| world.name.name).collect();
    let mut text = format!("{}: an algorithm\n\n{}.\n\n{}\n\n", about.name, about.summary, about.idea);
    for (head, words) in [
        ("source", about.source.to_owned()),
        ("finds", about.guarantee.words().to_owned()),
        ("cost", about.cost.to_owned()),
        ("worlds", worlds.join(", ")),
    ] {
        let _ = writeln!(text, "{head:<11} {words}");
    }
    let mut head = "parameters";
    let width = about.parameters.iter().map(|name| name.len()).max().unwrap_or(0).max(11);
    for parameter in about.parameters.iter().filter_map(|name| catalog::parameter(name)) {
        let default =
            parameter.default_words(Some(about)).map(|default| format!(" [default: {default}]")).unwrap_or_default();
        let _ = writeln!(text, "{head:<11} --{:<width$} {}{default}", parameter.name.name, parameter.name.summary);
        head = "";
    }
    text
}

fn parameter(parameter: &Parameter) -> String {
    let mut text = format!("{}: a parameter\n\n{}\n", parameter.name.name, parameter.name.summary);
    let width = values_of(parameter).map(|(_, name)| name.name.len()).max().unwrap_or(0).max(9);
    for (world, name) in values_of(parameter) {
        let world = world.map_or(String::new(), |world| format!("in {}: ", world.name.name));
        let _ = writeln!(text, "  {:<width$} {world}{}", name.name, name.summary);
    }
    if let Some(default) = parameter.default_words(None) {
        let _ = writeln!(text, "default: {default}");
    }
    text
}

fn choices() -> impl Iterator<Item = (&'static Name, &'static Parameter)> {
    PARAMETERS.iter().copied().flat_map(|parameter| values_of(parameter).map(move |(_, name)| (name, parameter)))
}

/// Every name that can be explained.
fn names() -> Vec<&'static str> {
    let worlds = WORLDS.iter().flat_map(|world| {
        let algorithms = world.abouts().map(|about| about.name);
        let heuristics = world.heuristics.iter().map(|name| name.name);
        let others = world.evaluations.iter().chain(world.features).map(|name| name.name);
        std::iter::once(world.name.name).chain(algorithms).chain(heuristics).chain(others)
    });
    let samples = SAMPLES.iter().map(|sample| sample.0);
    let counters = Counters::MEANINGS.iter().map(|counter| counter.0);
    let parameters = PARAMETERS.iter().map(|parameter| parameter.name.name);
    let generators = Kind::ALL.iter().map(|kind| kind.name());
    let statuses = Status::ALL.into_iter().map(Status::name);
    let values = choices().map(|(choice, _)| choice.name);
    let shipped = FIXED.iter().map(|field| field.0).chain(experiments().map(|shipped| shipped.0));
    let shipped = shipped.chain([MAZES, TREES, ASSIGNMENTS].into_iter().flat_map(files_in).map(|file| file.name));
    let counters = counters.chain(shipped);
    worlds.chain(samples).chain(counters).chain(parameters).chain(generators).chain(statuses).chain(values).collect()
}
