//! The committed reports are complete and come from a known program; no link of any committed page leads nowhere.
//!
//! What is committed is asked of `git`: files that lie here and are ignored do not count. Where the sources have no
//! repository, nothing is checked.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Where the reports of the shipped experiments lie.
const REPORTS: &str = "reports/shipped";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files under version control; `None` without a repository.
fn committed() -> Option<BTreeSet<PathBuf>> {
    if !root().join(".git").exists() {
        eprintln!("skipped: the sources are no repository");
        return None;
    }
    let output = Command::new("git").arg("-C").arg(root()).args(["ls-files", "-z"]).output();
    let output = output.expect("git lists the files of its repository");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let names = String::from_utf8(output.stdout).expect("names are UTF-8");
    Some(names.split('\0').filter(|name| !name.is_empty()).map(PathBuf::from).collect())
}

fn read(path: &Path) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Pages to which links may lead. Wrong inputs are wrong on purpose.
fn is_page(path: &Path) -> bool {
    let is_text = path.extension().is_some_and(|extension| extension == "md" || extension == "html");
    is_text && !path.starts_with("tests")
}

/// Pages whose own links are checked here. The book is built from its sources and checked as built (tests/book).
fn is_checked(path: &Path) -> bool {
    is_page(path) && !path.starts_with("docs/src")
}

#[test]
fn every_link_of_a_committed_page_leads_to_a_committed_file() {
    let Some(files) = committed() else { return };
    let pages: BTreeMap<&PathBuf, String> =
        files.iter().filter(|path| is_page(path)).map(|path| (path, read(path))).collect();
    let checked = || pages.iter().filter(|(path, _)| is_checked(path));
    assert!(checked().count() > 40, "{:?}", pages.keys());
    let dead: Vec<String> = checked().flat_map(|(path, text)| dead_links(path, text, &files, &pages)).collect();
    assert!(dead.is_empty(), "{} links that lead nowhere:\n{}", dead.len(), dead.join("\n"));
}

#[test]
fn every_shipped_experiment_has_a_report_with_its_records() {
    let Some(files) = committed() else { return };
    let experiments = files.iter().filter(|path| {
        path.parent() == Some(Path::new("experiments")) && path.extension().is_some_and(|extension| extension == "toml")
    });
    let mut missing = Vec::new();
    for experiment in experiments {
        let folder = Path::new(REPORTS).join(experiment.file_stem().expect("a name"));
        let parts = ["report.html", "report.md", "digest.txt", "experiment.toml", "manifest.json", "records.jsonl.gz"];
        missing.extend(parts.iter().map(|part| folder.join(part)).filter(|path| !files.contains(path)));
    }
    assert!(missing.is_empty(), "not committed: {missing:#?}");
}

#[test]
fn committed_reports_come_from_a_clean_program_and_name_no_path_of_a_machine() {
    let Some(files) = committed() else { return };
    let reports: Vec<&Path> =
        files.iter().filter(|path| path.ends_with("report.html")).filter_map(|path| path.parent()).collect();
    assert!(!reports.is_empty());
    let mut wrong = Vec::new();
    for report in reports {
        match fs::read_to_string(root().join(report).join("manifest.json")) {
            Ok(text) => {
                let manifest: Value = serde_json::from_str(&text).expect("a manifest is JSON");
                let earlier = manifest["earlier"].as_array().expect("the sessions before").clone();
                for session in earlier.iter().chain([&manifest]) {
                    wrong.extend(wrong_of(session).into_iter().map(|words| format!("{}: {words}", report.display())));
                }
            }
            Err(error) => wrong.push(format!("{}: manifest.json: {error}", report.display())),
        }
        // The page and the Markdown are written by a program too, which may be a later one.
        for page in ["report.html", "report.md"] {
            if !read(&report.join(page)).contains(", clean)") {
                wrong.push(format!("{}: {page} was not written by a clean program", report.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What a session of a committed report must not say.
fn wrong_of(session: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    let program = &session["program"];
    if program["commit"].as_str().is_none_or(|commit| commit.len() < 40) {
        wrong.push("the commit of the program is unknown".to_owned());
    }
    if program["modified"] != Value::Bool(false) {
        wrong.push(format!("modified is {}: the program was not built from a commit alone", program["modified"]));
    }
    for field in ["command", "experiment"] {
        let text = session[field].as_str().expect("a text");
        let is_absolute = |word: &str| {
            let word = word.trim_matches(['\'', '"']);
            word.starts_with(['/', '~']) || word.get(1..3) == Some(":\\")
        };
        wrong.extend(text.split([' ', '=']).find(|word| is_absolute(word)).map(|word| format!("{field} names {word}")));
    }
    if session["end"].is_null() {
        wrong.push("a session has no end".to_owned());
    }
    wrong
}

/// The links of a page that lead to no committed file, or to no place in one.
fn dead_links(page: &Path, text: &str, files: &BTreeSet<PathBuf>, pages: &BTreeMap<&PathBuf, String>) -> Vec<String> {
    let is_dead = |link: &str| {
        if ["http://", "https://", "mailto:", "data:"].iter().any(|scheme| link.starts_with(scheme)) {
            return false;
        }
        let (file, fragment) = link.split_once('#').unwrap_or((link, ""));
        // Whoever publishes reports writes the laboratory beside them.
        if file == "../searchlab.html" && is_html(page) {
            return false;
        }
        let target = if file.is_empty() { page.to_owned() } else { joined(page.parent().expect("a folder"), file) };
        // A folder is shown by what it holds.
        let is_there = files.contains(&target) || files.iter().any(|file| file.starts_with(&target));
        let has_place = || pages.get(&target).is_some_and(|text| places(&target, text).contains(fragment));
        !is_there || !fragment.is_empty() && !has_place()
    };
    let dead = links(page, text).into_iter().filter(|link| is_dead(link));
    dead.map(|link| format!("{}: {link}", page.display())).collect()
}

/// A path as seen from a folder, with its escapes resolved.
fn joined(folder: &Path, link: &str) -> PathBuf {
    let mut path = folder.to_owned();
    for part in Path::new(&unescaped(link)).components() {
        match part {
            Component::ParentDir => drop(path.pop()),
            Component::CurDir => {}
            part => path.push(part),
        }
    }
    path
}

fn unescaped(link: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = link.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let code = tail.get(..2).and_then(|code| u8::from_str_radix(std::str::from_utf8(code).ok()?, 16).ok());
        if let Some(byte) = code.filter(|_| first == b'%') {
            bytes.push(byte);
            rest = &tail[2..];
        } else {
            bytes.push(first);
            rest = tail;
        }
    }
    String::from_utf8(bytes).expect("links are UTF-8")
}

fn is_html(page: &Path) -> bool {
    page.extension().is_some_and(|extension| extension == "html")
}

/// Where the links of a page lead.
fn links(page: &Path, text: &str) -> Vec<String> {
    if is_html(page) {
        return attributes(&markup(text), &["href", "src"]);
    }
    let text = prose(text);
    let mut links = attributes(&text, &["href", "src"]);
    for part in text.split("](").skip(1) {
        // A title may stand behind the address.
        let link = part.split([')', ' ']).next().unwrap_or_default();
        links.push(link.trim_matches(['<', '>']).to_owned());
    }
    links
}

/// The places in a page that links can name.
fn places(page: &Path, text: &str) -> BTreeSet<String> {
    if is_html(page) {
        return attributes(&markup(text), &["id", "name"]).into_iter().collect();
    }
    let text = prose(text);
    let heads = text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    let plain = |head: &str| {
        let kept = head.to_lowercase().replace(' ', "-");
        kept.chars().filter(|&letter| letter.is_alphanumeric() || letter == '-' || letter == '_').collect()
    };
    heads.map(plain).chain(attributes(&text, &["id", "name"])).collect()
}

/// HTML without the text of scripts and styles.
fn markup(text: &str) -> String {
    let mut kept = text.to_owned();
    for element in ["script", "style"] {
        let mut parts = Vec::new();
        for part in kept.split(&format!("</{element}>")) {
            parts.push(part.find(&format!("<{element}")).map_or(part, |begin| &part[..begin]).to_owned());
        }
        kept = parts.concat();
    }
    kept
}

/// Markdown without code.
fn prose(text: &str) -> String {
    let mut kept = String::new();
    let mut fence = None;
    for line in text.lines() {
        let ticks = line.trim_start().len() - line.trim_start().trim_start_matches('`').len();
        match fence {
            Some(open) if ticks >= open => fence = None,
            Some(_) => {}
            None if ticks >= 3 => fence = Some(ticks),
            None => {
                // Every other part of a line between backticks is code.
                let shown: String = line.split('`').step_by(2).collect();
                kept.push_str(&shown);
                kept.push('\n');
            }
        }
    }
    kept
}

/// The values of attributes with one of these names.
fn attributes(text: &str, names: &[&str]) -> Vec<String> {
    let mut values = Vec::new();
    for name in names {
        for part in text.split(&format!(" {name}=\"")).skip(1) {
            values.push(part.split('"').next().unwrap_or_default().replace("&amp;", "&"));
        }
    }
    values
}

#[test]
fn dead_links_are_found() {
    let files: BTreeSet<PathBuf> = ["a/page.html", "a/charts/1 x.svg", "b.md"].into_iter().map(PathBuf::from).collect();
    let html = r##"<a href="#top">t</a><a href="#gone">g</a><p id="top"></p><img src="charts/1%20x.svg">
        <a href="charts/1.csv">no</a><script>" href="in/a/script"</script><a href="../b.md#one-two">b</a>"##;
    let markdown = "# One two\n\n[a](a/page.html#top) [b](a/page.html#down) `[code](x)` ![](a/charts) [w](https://w)\n\
                    ```sh\n[in](code)\n```\n[gone](a/records.jsonl \"title\")\n";
    let (page, text) = (PathBuf::from("a/page.html"), PathBuf::from("b.md"));
    let pages = BTreeMap::from([(&page, html.to_owned()), (&text, markdown.to_owned())]);
    assert_eq!(dead_links(&page, html, &files, &pages), ["a/page.html: #gone", "a/page.html: charts/1.csv"]);
    assert_eq!(dead_links(&text, markdown, &files, &pages), ["b.md: a/page.html#down", "b.md: a/records.jsonl"]);
}

#[test]
fn what_a_committed_report_must_not_say_is_found() {
    let session = |commit: &str, modified: Value, command: &str| {
        serde_json::json!({ "program": { "commit": commit, "modified": modified }, "command": command,
                            "experiment": "../../../experiments/x.toml", "end": "2026-01-01T00:00:00Z" })
    };
    let commit = "0f".repeat(20);
    let command = "searchlab run experiments/x.toml --out reports/shipped/x";
    assert!(wrong_of(&session(&commit, Value::Bool(false), command)).is_empty());
    for wrong in [
        session(&commit, Value::Bool(true), command),
        session(&commit, Value::Null, command),
        session("", Value::Bool(false), command),
        session(&commit, Value::Bool(false), "searchlab run x.toml --out=/home/me/x"),
    ] {
        assert_eq!(wrong_of(&wrong).len(), 1, "{wrong}");
    }
}
