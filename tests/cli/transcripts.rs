//! Documents that show what the program prints: README.md and the book in docs/.
//!
//! Idea        What stands in a `console` block is run, in an empty folder, and the document is written again with what
//!             came out. It tells the truth if nothing has changed but times and memory.
//! Commands    They begin with `$ `, and go on in the next line after a `\`.
//! Files       A block after `<!-- file: NAME -->` is a file that the reader writes; it is there for the commands that
//!             follow.
//! Pictures    The image after `<!-- picture: NAME -->` is the file of that name that the commands before have made.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{Ended, Lab};

/// How documents of a kind are written anew.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Remedy {
    /// The variable that asks for it.
    pub(crate) variable: &'static str,
    /// The command.
    pub(crate) command: &'static str,
}

impl Remedy {
    /// Whether the user asks for it now.
    pub(crate) fn is_wanted(&self) -> bool {
        std::env::var_os(self.variable).is_some()
    }

    /// Compares a document with what it should be, but for times and memory, or writes it so.
    #[track_caller]
    pub(crate) fn settle(&self, path: &Path, now: &str) {
        self.settle_as(path, now, masked);
    }

    /// The same to the letter.
    #[track_caller]
    pub(crate) fn settle_exactly(&self, path: &Path, now: &str) {
        self.settle_as(path, now, str::to_owned);
    }

    #[track_caller]
    fn settle_as(&self, path: &Path, now: &str, seen: fn(&str) -> String) {
        let old = fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n");
        let [mut before, mut after] = [&old, now].map(|text| text.lines().map(seen).collect::<Vec<_>>());
        if before == after {
            return;
        }
        if self.is_wanted() {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, now).unwrap();
            return;
        }
        let first =
            before.iter().zip(&after).position(|(old, now)| old != now).unwrap_or(before.len().min(after.len()));
        let (old, now) = (before.drain(first..).next(), after.drain(first..).next());
        let name = path.strip_prefix(root()).unwrap_or(path).display();
        panic!(
            "{name}:{} is out of date:\n  it says   {old:?}\n  should be {now:?}\nif that is right:\n  {}",
            first + 1,
            self.command
        );
    }
}

/// The folder of the project.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

const FILE: &str = "<!-- file: ";
const PICTURE: &str = "<!-- picture: ";
const END: &str = " -->";

/// The text with what the commands in its `console` blocks print now. Where only times and memory differ, what a command
/// printed before stays.
pub(crate) fn with_transcripts(text: &str, lab: &Lab) -> String {
    let mut out = String::new();
    let mut is_inside = false;
    let mut is_first = true;
    let mut file: Option<(&str, String)> = None;
    let mut is_file = false;
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(first) = line.strip_prefix("$ ").filter(|_| is_inside) {
            let mut command = first.to_owned();
            while command.ends_with('\\')
                && let Some(next) = lines.next()
            {
                command = command + "\n" + next;
            }
            let mut before = String::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with("$ ") && *line != "```") {
                before = before + line + "\n";
            }
            let gap = if is_first { "" } else { "\n" };
            let _ = write!(out, "{gap}$ {command}\n{}", kept(before.trim_end(), transcript(lab, &command)));
            is_first = false;
            continue;
        }
        if let Some(name) = marked(line, FILE) {
            file = Some((name, String::new()));
        } else if line.starts_with("```") {
            (is_inside, is_first) = (line == "```console", true);
            if is_file && let Some((name, content)) = file.take() {
                lab.write(name, content.as_bytes());
            }
            is_file = file.is_some();
        } else if is_file && let Some((_, content)) = &mut file {
            content.push_str(line);
            content.push('\n');
        }
        out.push_str(line);
        out.push('\n');
    }
    out
}

/// What a command printed before if it is the same but for what is masked, else what it prints now.
fn kept(before: &str, now: String) -> String {
    if before.lines().map(masked).eq(now.lines().map(masked)) {
        return before.lines().fold(String::new(), |all, line| all + line + "\n");
    }
    now
}

/// What a line marks with a mark.
fn marked<'a>(line: &'a str, mark: &str) -> Option<&'a str> {
    line.strip_prefix(mark)?.strip_suffix(END)
}

/// The pictures of a document: the file that commands make, and where the document shows it, seen from itself.
pub(crate) fn pictures(text: &str) -> Vec<(&str, &str)> {
    let mut lines = text.lines().filter(|line| !line.is_empty());
    let mut found = Vec::new();
    while let Some(line) = lines.next() {
        let Some(made) = marked(line, PICTURE) else { continue };
        let shown = lines.next().and_then(|line| line.split_once("](")).and_then(|(_, rest)| rest.split_once(')'));
        found.push((made, shown.expect("an image follows the mark of a picture").0));
    }
    found
}

/// The texts of an SVG, which hold its numbers. Where things stand to the tenth of a pixel may differ by machine.
pub(crate) fn texts_of(svg: &str) -> String {
    let document = roxmltree::Document::parse(svg).expect("an SVG");
    let texts = document.descendants().filter(roxmltree::Node::is_text).filter_map(|node| node.text());
    texts.map(str::trim).filter(|text| !text.is_empty()).fold(String::new(), |all, text| all + text + "\n")
}

/// What a command prints, on both streams as a terminal shows them.
fn transcript(lab: &Lab, command: &str) -> String {
    let output = lab.shell(&format!("exec 2>&1\n{command}")).output().unwrap();
    let ended = Ended::new(command, &output);
    assert!(!ended.out.contains("panicked") && !ended.out.contains("not found"), "{ended}");
    let lines = ended.out.trim_end().lines();
    lines.fold(String::new(), |out, line| out + line.trim_end() + "\n")
}

/// A line without its times, its memory, and the blanks and rules whose width follows from them.
pub(crate) fn masked(line: &str) -> String {
    if line.contains('█') {
        return line.to_owned();
    }
    if let Some((before, _)) = line.split_once("\"measured\":") {
        return format!("{before}\"measured\"");
    }
    let mut words: Vec<&str> = Vec::new();
    for word in line.split_whitespace() {
        let is_unit = matches!(word.trim_end_matches(','), "ns" | "µs" | "ms" | "s");
        let last_is =
            |what: fn(char) -> bool| words.last().is_some_and(|last| last.trim_start_matches('(').chars().all(what));
        if is_unit && last_is(|c| c.is_ascii_digit() || c == '.' || c == ',') {
            words.pop();
            words.push("TIME");
        } else if matches!(word, "M" | "k") && last_is(|c| c.is_ascii_digit() || c == '.')
            || matches!(word, "generated" | "nodes") && words.last().is_some_and(|last| last.starts_with('('))
        {
            words.pop();
            words.push("RATE");
        } else if word.chars().all(|c| c == '─') {
            words.push("─");
        } else if word.chars().all(|c| matches!(c, '-' | ':' | '|')) {
            words.push("|-");
        } else if is_date(word) {
            words.push("DATE");
        } else {
            words.push(word);
        }
    }
    match words.first() {
        Some(&"memory") => "memory".to_owned(),
        // The ratio of the times of two runs.
        Some(&"seconds") if words.get(1) == Some(&"of") => "seconds of".to_owned(),
        _ => words.join(" "),
    }
}

/// Whether it is a date with its time, like 2026-01-31T12:00:00Z.
fn is_date(word: &str) -> bool {
    let shape = word.trim_end_matches(':').bytes().map(|byte| if byte.is_ascii_digit() { b'0' } else { byte });
    shape.eq(*b"0000-00-00T00:00:00Z")
}

#[test]
fn times_are_masked_and_nothing_else() {
    let same = [
        ("astar  118    663      21 µs", "astar  118    663  1.03 s"),
        ("| jps       | 56 |  9 µs |", "| jps       | 56 | 10.2 ms |"),
        ("time           0.003 s, 761.9 µs an instance", "time           0.1 s, 2.0 ms an instance"),
        ("time           20 µs (11,426 generated per second)", "time   1 ms (9 generated per second)"),
        ("time           1.4 ms (21,433 nodes per second)", "time  1 s (9 nodes per second)"),
        ("    8  mtdf    -5  d3   6,604   4,192  330 µs   20.0 M  2.84", "8  mtdf -5 d3 6,604 4,192 1 ms 200 k 2.84"),
        ("memory         19,512 bytes at the peak", "memory         9,512 bytes at the peak"),
        ("{\"a\":1,\"measured\":{\"seconds\":0.1}}", "{\"a\":1,\"measured\":{\"seconds\":0.2}}"),
        ("─────── ", "─────────"),
        ("2026-01-31T12:00:00Z: searchlab run", "2025-12-01T00:59:59Z: searchlab run"),
        ("seconds of B over A: 0.564 (geometric mean", "seconds of B over A: 1.7 (geometric mean"),
    ];
    for (one, other) in same {
        assert_eq!(masked(one), masked(other));
    }
    let different = [
        ("astar  118    663      21 µs", "astar  118    664      21 µs"),
        ("{\"a\":1,\"measured\":{}}", "{\"a\":2,\"measured\":{}}"),
        ("█ *█", "█  *█"),
        ("table_bytes    3,748", "table_bytes    3,749"),
        ("2026-01-31", "2026-02-01"),
    ];
    for (one, other) in different {
        assert_ne!(masked(one), masked(other));
    }
}

#[test]
fn files_and_pictures_are_found() {
    let lab = Lab::new(&[]);
    let text =
        "<!-- file: a/b.toml -->\n```toml\nx = 1\n```\n\n```console\n$ cat a/b.toml\nold\n\n$ echo \\\n  2\n```\n";
    let now = with_transcripts(text, &lab);
    assert_eq!(now, text.replace("old\n", "x = 1\n").replace("  2\n", "  2\n2\n"));
    let text = "<!-- picture: out/a.svg -->\n\n![A chart (of nodes)](../images/a.svg)\n";
    assert_eq!(pictures(text), [("out/a.svg", "../images/a.svg")]);
}
