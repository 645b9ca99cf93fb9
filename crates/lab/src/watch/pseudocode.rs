//! The pseudocode of the algorithms, line by line, and the line that an event of a trace is.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::film::Event;

/// The pseudocode as JSON: `of` gives the text of each algorithm by its name, `lines` the lines of each text, each with
/// the name of the events that it stands for.
pub static JSON: &str = include_str!("pseudocode.json");

#[derive(Debug, Default, Deserialize)]
struct Pseudocode {
    of: BTreeMap<String, String>,
    lines: BTreeMap<String, Vec<(String, String)>>,
}

static PSEUDOCODE: LazyLock<Pseudocode> = LazyLock::new(|| serde_json::from_str(JSON).unwrap_or_default());

/// The lines of an algorithm, each with its name; of one that is not known those that are most usual.
pub fn lines(algorithm: &str, is_path: bool) -> &'static [(String, String)] {
    let usual = if is_path { "best" } else { "alphabeta" };
    let text = PSEUDOCODE.of.get(algorithm).map_or(usual, String::as_str);
    PSEUDOCODE.lines.get(text).map(Vec::as_slice).unwrap_or_default()
}

/// The name of the line that an event is.
pub fn line_of<'a>(event: &'a Event<'_>) -> &'a str {
    match (&*event.kind, event.how.as_deref(), event.by.as_deref()) {
        ("generate", Some("new" | "cheaper" | "reopened"), _) => "open",
        ("generate", Some("above" | "bound"), _) => "above",
        ("generate", ..) => "known",
        ("cut", _, Some("table" | "etc")) => "table",
        ("cut", _, Some("mate" | "static" | "threats" | "bound")) => "bound",
        ("cut", _, Some("answered")) => "answered",
        ("cut", ..) => "beta",
        (kind, ..) => kind,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use searchlab_worlds::table::INFOS;

    #[test]
    fn every_algorithm_has_a_text() {
        let programs = ["program", "command"];
        for about in INFOS.iter().flat_map(|world| world.algorithms.iter().chain(world.solvers)) {
            if !programs.contains(&about.name) {
                let text = PSEUDOCODE.of.get(about.name).unwrap_or_else(|| panic!("{} has none", about.name));
                assert!(PSEUDOCODE.lines.contains_key(text), "{text}");
            }
        }
        for lines in PSEUDOCODE.lines.values() {
            assert!(lines.len() <= 10, "a screen of 24 rows has room for no more: {lines:?}");
        }
    }
}
