//! The command that makes the records of a directory again.
//!
//! Idea        The manifest has the commands of all sessions as they were typed. One that went on with others' work, or
//!             did a part of it, does not make the whole again: then it is the last that began, without its part, with
//!             the jobs of the last session, and a sample only where each session had one. Where it wrote to is left
//!             out: there all is finished, and nothing would be done again.

use std::path::Path;

use searchlab_lab::experiment::manifest::{Manifest, Session};
use searchlab_trial::text::shell_word;

/// The command for the directory of this manifest.
pub(super) fn again(manifest: &Manifest, directory: &Path) -> String {
    let latest = &manifest.session;
    let is_same = |session: &&Session| session.spec_hash == latest.spec_hash;
    let sessions: Vec<&Session> = manifest.earlier.iter().filter(is_same).chain([latest]).collect();
    let all: Vec<Vec<&str>> = sessions.iter().map(|session| words(&session.command)).collect();
    let begun = all.iter().rev().find(|words| !is_resume(words)).cloned();
    let begun = begun.or_else(|| {
        let earlier = manifest.earlier.iter().rev().map(|session| words(&session.command));
        earlier.into_iter().find(|words| !is_resume(words))
    });
    let is_alike = |other: &Vec<&str>| begun.as_ref() == Some(other) && value_of(other, SHARD).is_none();
    if all.iter().all(is_alike) {
        return without(&words(&latest.command), &[OUT]).join(" ");
    }
    let mut again = if let Some(words) = begun {
        without(&words, &[SHARD, SAMPLE, JOBS, OUT])
    } else {
        let file = normal(&format!("{}/{}", directory.to_string_lossy(), latest.experiment));
        let file = if latest.experiment.starts_with('/') { latest.experiment.clone() } else { file };
        ["searchlab", "run", &file].map(shell_word).to_vec()
    };
    if latest.jobs > 1 {
        again.extend(["--jobs".to_owned(), latest.jobs.to_string()]);
    }
    let samples: Option<Vec<u64>> = all.iter().map(|words| value_of(words, SAMPLE)?.parse().ok()).collect();
    if let Some(most) = samples.and_then(|samples| samples.into_iter().max()) {
        again.extend(["--sample".to_owned(), most.to_string()]);
    }
    again.join(" ")
}

/// The names of an option.
type Names = &'static [&'static str];
const SHARD: Names = &["--shard"];
const SAMPLE: Names = &["--sample"];
const JOBS: Names = &["--jobs", "-j"];
const OUT: Names = &["--out", "-o"];

fn is_resume(words: &[&str]) -> bool {
    words.get(1) == Some(&"resume")
}

/// The value of an option, and whether it stands in the word after it.
fn value<'w>(word: &'w str, next: Option<&&'w str>, names: Names) -> Option<(&'w str, bool)> {
    names.iter().find_map(|name| {
        let rest = word.strip_prefix(name)?;
        match rest.strip_prefix('=') {
            Some(value) => Some((value, false)),
            None if rest.is_empty() => Some((next?, true)),
            // `-j2`
            None if !name.starts_with("--") => Some((rest, false)),
            None => None,
        }
    })
}

fn value_of<'w>(words: &[&'w str], names: Names) -> Option<&'w str> {
    let mut pairs = words.iter().enumerate();
    pairs.find_map(|(place, word)| value(word, words.get(place + 1), names)).map(|(value, _)| value)
}

/// The words without these options.
fn without(words: &[&str], options: &[Names]) -> Vec<String> {
    let (mut kept, mut place) = (Vec::new(), 0);
    while let Some(word) = words.get(place) {
        let option = options.iter().find_map(|names| value(word, words.get(place + 1), names));
        match option {
            Some((_, is_next)) => place += usize::from(is_next),
            None if *word == "--prune" => {}
            None => kept.push((*word).to_owned()),
        }
        place += 1;
    }
    kept
}

/// The words of a command, with their quotation marks.
fn words(command: &str) -> Vec<&str> {
    let (mut words, mut begin) = (Vec::new(), 0);
    let (mut is_quoted, mut is_escaped) = (false, false);
    for (at, letter) in command.char_indices() {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\'' => is_quoted = !is_quoted,
            '\\' if !is_quoted => is_escaped = true,
            ' ' if !is_quoted => {
                words.push(&command[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
    }
    words.push(&command[begin..]);
    words
}

/// A path without `.` and `..`, as far as its names say.
fn normal(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for (place, part) in path.split('/').enumerate() {
        match part {
            "" if place > 0 => {}
            "." => {}
            ".." if parts.last().is_some_and(|last| !["", ".."].contains(last)) => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use searchlab_lab::experiment::manifest::Purpose;

    /// The command printed after sessions with these commands and jobs.
    fn after(sessions: &[(&str, usize)]) -> String {
        let session = |&(command, jobs): &(&str, usize)| {
            let experiment = "../../experiments/x.toml".to_owned();
            let purpose = Purpose { spec_hash: "1".to_owned(), experiment, jobs, ..Purpose::default() };
            Session::begin(Path::new("."), command, purpose)
        };
        let mut sessions = sessions.iter().map(session);
        let first = Manifest::new(sessions.next().expect("a session"));
        again(&sessions.fold(first, Manifest::resumed), Path::new("reports/x"))
    }

    #[test]
    fn the_command_makes_the_whole_again() {
        let run = "searchlab run experiments/x.toml";
        let cases: [(&[(&str, usize)], &str); 11] = [
            (&[(run, 1)], run),
            (&[("searchlab run 'a b.toml' --out 'it'\\''s' -j 2", 2)], "searchlab run 'a b.toml' -j 2"),
            (&[(run, 1), ("searchlab resume reports/x", 1)], run),
            (&[(run, 1), ("searchlab resume reports/x --jobs 2", 2)], "searchlab run experiments/x.toml --jobs 2"),
            (&[("searchlab run x.toml --jobs=2 --out d", 2), ("searchlab resume d", 1)], "searchlab run x.toml"),
            (&[("searchlab run x.toml --sample 3 --out d", 1), ("searchlab resume d", 1)], "searchlab run x.toml"),
            (
                &[("searchlab run x.toml --sample 3 --out d", 1), ("searchlab resume d --sample=5", 1)],
                "searchlab run x.toml --sample 5",
            ),
            (
                &[("searchlab run x.toml --shard 0/2 --out d", 1), ("searchlab run x.toml --shard 1/2 --out d", 1)],
                "searchlab run x.toml",
            ),
            (&[("searchlab run x.toml", 1), ("searchlab run x.toml --prune -j4", 4)], "searchlab run x.toml --jobs 4"),
            (&[("searchlab resume reports/x", 1)], "searchlab run experiments/x.toml"),
            (
                &[("searchlab board match --player random --player level:2 --out d", 1), ("searchlab resume d", 1)],
                "searchlab board match --player random --player level:2",
            ),
        ];
        for (sessions, expected) in cases {
            assert_eq!(after(sessions), expected, "{sessions:?}");
        }
    }

    #[test]
    fn paths_are_made_plain() {
        for (path, plain) in [
            ("reports/x/../../e/x.toml", "e/x.toml"),
            ("./d/./x.toml", "d/x.toml"),
            ("../d//x", "../d/x"),
            ("/a/../b", "/b"),
        ] {
            assert_eq!(normal(path), plain);
        }
    }
}
