//! `searchlab explain NAME`.

use std::fmt::Write;

use anyhow::{Result, anyhow};
use clap::{Arg, ArgMatches, Command};

use super::Exit;
use super::output::say;
use crate::catalog::{self, Kind as Values, Name, PARAMETERS, Parameter, WORLDS};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::search::about::About;
use crate::search::budget::Status;
use crate::search::counters::Counters;
use crate::worlds::maze::generate::Kind;

pub(super) fn command() -> Command {
    Command::new("explain")
        .about("Explain a name: an algorithm, a counter, a parameter, a heuristic, a generator")
        .arg(Arg::new("name").value_name("NAME").required(true).help("Any name that `list` prints"))
        .after_help("Examples:\n  searchlab explain idastar\n  searchlab explain reopened")
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let name = matches.get_one::<String>("name").map(String::as_str).unwrap_or_default();
    let text = explain(name).ok_or_else(|| {
        let known = names();
        let mut problems = Diagnostics::new();
        problems.push(|| Diagnostic::unknown_name("name", name, &known, None).help("`searchlab list` shows all names"));
        anyhow!(problems)
    })?;
    say(&text)?;
    Ok(Exit::Done)
}

/// Everything that is known under that name; a word may mean several things.
fn explain(name: &str) -> Option<String> {
    let mut sections: Vec<String> = Vec::new();
    let about = WORLDS.iter().flat_map(|world| world.abouts()).find(|about| about.name == name);
    sections.extend(about.map(algorithm));
    sections.extend(
        Counters::MEANINGS
            .iter()
            .filter(|counter| counter.0 == name)
            .map(|(name, meaning)| format!("{name}: a counter\n\n{meaning}\n")),
    );
    sections.extend(catalog::parameter(name).map(parameter));
    for world in WORLDS {
        if world.name.name == name {
            let names: Vec<&str> = world.abouts().map(|about| about.name).collect();
            sections.push(format!("{name}: a world\n\n{}\nalgorithms: {}\n", world.name.summary, names.join(", ")));
        }
        let heuristic = world.heuristics.iter().find(|heuristic| heuristic.name == name);
        sections.extend(heuristic.map(|heuristic| {
            format!("{name}: a heuristic of the world {}\n\n{}\n", world.name.name, heuristic.summary)
        }));
    }
    sections.extend(choices().filter(|(choice, _)| choice.name == name).map(|(choice, parameter)| {
        format!("{name}: a value of the parameter {}\n\n{}\n", parameter.name.name, choice.summary)
    }));
    sections.extend(Kind::from_name(name).map(|kind| {
        format!("{name}: a generator of mazes\n\n{}\nsource: {}\n", kind.about().summary, kind.about().source)
    }));
    sections.extend(
        Status::ALL
            .into_iter()
            .find(|status| status.name() == name)
            .map(|status| format!("{name}: a status of records\n\n{}\n", status.meaning())),
    );
    (!sections.is_empty()).then(|| sections.join("\n"))
}

fn algorithm(about: &About) -> String {
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
    for parameter in about.parameters.iter().filter_map(|name| catalog::parameter(name)) {
        let default = parameter.default_for(about).map(|default| format!(" [default: {default}]")).unwrap_or_default();
        let _ = writeln!(text, "{head:<11} --{:<11} {}{default}", parameter.name.name, parameter.name.summary);
        head = "";
    }
    text
}

fn parameter(parameter: &Parameter) -> String {
    let mut text = format!("{}: a parameter\n\n{}\n", parameter.name.name, parameter.name.summary);
    if let Values::Choice(names) | Values::List(names) = parameter.kind {
        for name in names {
            let _ = writeln!(text, "  {:<14} {}", name.name, name.summary);
        }
    }
    if !parameter.default.is_empty() {
        let _ = writeln!(text, "default: {}", parameter.default);
    }
    text
}

fn choices() -> impl Iterator<Item = (&'static Name, &'static Parameter)> {
    PARAMETERS.iter().copied().flat_map(|parameter| {
        let names: &[Name] = if let Values::Choice(names) | Values::List(names) = parameter.kind { names } else { &[] };
        names.iter().map(move |name| (name, parameter))
    })
}

/// Every name that can be explained.
fn names() -> Vec<&'static str> {
    let worlds = WORLDS.iter().flat_map(|world| {
        let algorithms = world.abouts().map(|about| about.name);
        let heuristics = world.heuristics.iter().map(|name| name.name);
        std::iter::once(world.name.name).chain(algorithms).chain(heuristics)
    });
    let counters = Counters::MEANINGS.iter().map(|counter| counter.0);
    let parameters = PARAMETERS.iter().map(|parameter| parameter.name.name);
    let generators = Kind::ALL.iter().map(|kind| kind.name());
    let statuses = Status::ALL.into_iter().map(Status::name);
    let values = choices().map(|(choice, _)| choice.name);
    worlds.chain(counters).chain(parameters).chain(generators).chain(statuses).chain(values).collect()
}
