//! Wrong inputs and wrong command lines, each with the message that it gets.
//!
//! Every case is a file under `tests/bad_input/KIND/`. Its stem names it; `STEM.stderr` holds the message, word for
//! word. What is run stands in `STEM.cmd`, or, where there is none, in the `_.cmd` of the folder, in which `{}` stands
//! for the input. Every case must end with exit code 2, one clear message and an empty standard output.
//!
//! A new case is its input (or its `.cmd`), and then
//!
//! ```text
//! UPDATE_BAD_INPUT=1 cargo test --test bad_input
//! ```
//!
//! which writes the messages anew; what they say is to be read in the difference before it is committed. The words of a
//! command stand on one line, `'…'` around those that hold blanks or nothing; `< FILE` gives standard input, and lines
//! that begin with `#` say what is wrong. A case is run in a folder with its own files and those of `_common`.
//!
//! Not here: what needs a terminal, a device, permissions or files of many megabytes (tests/cli/bad_input.rs), and what
//! the readers say without the program around them (tests/formats/bad_input_maze.rs).

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// So that none is lost unnoticed.
const LEAST_CASES: usize = 250;

/// Files of `_common`, and of a case, by what follows the stem.
const COMMAND: &str = "cmd";
const MESSAGE: &str = "stderr";

#[derive(Debug)]
struct Case {
    /// `maze/ragged`.
    name: String,
    words: Vec<String>,
    /// The file for standard input.
    input: Option<String>,
    /// Copied into the folder that it is run in.
    files: Vec<PathBuf>,
    message: PathBuf,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad_input")
}

/// Names and paths in a folder, in order, without what editors and systems leave there.
fn entries(folder: &Path) -> Vec<(String, PathBuf)> {
    let entries = fs::read_dir(folder).expect("a folder of cases").map(|entry| entry.expect("an entry").path());
    let mut named: Vec<(String, PathBuf)> =
        entries.map(|path| (path.file_name().unwrap_or_default().to_string_lossy().into_owned(), path)).collect();
    named.retain(|(name, _)| !name.starts_with('.') && !name.ends_with('~'));
    named.sort();
    named
}

/// The cases of all folders.
fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (kind, folder) in entries(&root()) {
        if kind == "_common" || !folder.is_dir() {
            continue;
        }
        let mut files: BTreeMap<String, Vec<(String, PathBuf)>> = BTreeMap::new();
        for (name, path) in entries(&folder) {
            let (stem, ending) = name.split_once('.').unwrap_or((&name, ""));
            files.entry(stem.to_owned()).or_default().push((ending.to_owned(), path));
        }
        let usual = files.remove("_").and_then(|files| files.into_iter().find(|(ending, _)| ending == COMMAND));
        let usual = usual.map(|(_, path)| fs::read_to_string(path).expect("a command"));
        cases.extend(files.into_iter().map(|(stem, files)| case(&kind, &folder, &stem, files, usual.as_deref())));
    }
    cases
}

fn case(kind: &str, folder: &Path, stem: &str, files: Vec<(String, PathBuf)>, usual: Option<&str>) -> Case {
    let name = format!("{kind}/{stem}");
    let (inputs, others): (Vec<_>, Vec<_>) =
        files.into_iter().partition(|(ending, _)| ending != COMMAND && ending != MESSAGE);
    let own = others.iter().find(|(ending, _)| ending == COMMAND);
    let command = match (own, usual) {
        (Some((_, path)), _) => fs::read_to_string(path).expect("a command"),
        (None, Some(usual)) => {
            let [(ending, _)] = inputs.as_slice() else { panic!("{name}: `_.cmd` is for cases with one input") };
            usual.replace("{}", &format!("{stem}.{ending}"))
        }
        (None, None) => panic!("{name} has no {stem}.{COMMAND}, and {kind}/ has no _.{COMMAND}"),
    };
    let line = command.lines().find(|line| !line.starts_with('#')).unwrap_or_default();
    let mut words = words_of(line);
    let input = words.iter().position(|word| word == "<").map(|at| {
        let file = words.split_off(at).pop();
        file.expect("a file behind <")
    });
    let files = inputs.into_iter().map(|(_, path)| path).collect();
    Case { name, words, input, files, message: folder.join(format!("{stem}.{MESSAGE}")) }
}

/// The words of a line: separated by blanks, or between apostrophes.
fn words_of(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = line.trim_start();
    while !rest.is_empty() {
        let (word, after) = match rest.strip_prefix('\'') {
            Some(quoted) => quoted.split_once('\'').expect("a second apostrophe"),
            None => rest.split_once(' ').unwrap_or((rest, "")),
        };
        words.push(word.to_owned());
        rest = after.trim_start();
    }
    words
}

/// What the program says to a case; an error if it does not refuse it as it should.
fn run(case: &Case) -> Result<String, String> {
    let folder = tempfile::tempdir().expect("a folder for the case");
    let common = entries(&root().join("_common")).into_iter().map(|(_, path)| path);
    for path in common.chain(case.files.iter().cloned()) {
        let name = path.file_name().expect("a file");
        fs::copy(&path, folder.path().join(name)).expect("room for the case");
    }
    let count = || fs::read_dir(folder.path()).expect("a folder").count();
    let before = count();
    let mut command = Command::new(env!("CARGO_BIN_EXE_searchlab"));
    command.args(&case.words).current_dir(folder.path());
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "RUST_BACKTRACE"] {
        command.env_remove(name);
    }
    let input = case.input.as_ref().map(|name| File::open(folder.path().join(name)).expect("the input"));
    command.stdin(input.map_or_else(Stdio::null, Stdio::from));
    let output = command.output().expect("the program starts");
    let message = String::from_utf8(output.stderr).map_err(|_| "the message is no text".to_owned())?;
    let faults = [
        (output.status.code() != Some(2), "the exit code is not 2"),
        (!output.stdout.is_empty(), "there is something on standard output"),
        (!message.starts_with("error: ") && !message.contains("Usage: "), "there is no `error: `"),
        (message.contains("panicked"), "it panics"),
        (message.contains(|each: char| each.is_control() && each != '\n'), "it speaks to the terminal"),
        (message.lines().count() > 64 || message.lines().any(|line| line.chars().count() > 400), "it is too long"),
        (count() != before, "it leaves files"),
    ];
    match faults.iter().find(|(is_so, _)| *is_so) {
        Some((_, fault)) => Err(format!("{fault}: {:?}\n{message}", output.status)),
        None => Ok(message),
    }
}

/// Compares with what is recorded, or records it.
fn judge(case: &Case, is_recording: bool) -> Result<(), String> {
    let found = run(case)?;
    if is_recording {
        return fs::write(&case.message, found).map_err(|error| error.to_string());
    }
    let recorded = fs::read_to_string(&case.message).map_err(|error| format!("no recorded message: {error}"))?;
    if found == recorded {
        return Ok(());
    }
    Err(format!("--- recorded\n{recorded}--- now\n{found}---"))
}

#[test]
fn every_wrong_input_gets_its_message() {
    let is_recording = std::env::var_os("UPDATE_BAD_INPUT").is_some();
    let cases = cases();
    assert!(cases.len() >= LEAST_CASES, "only {} cases", cases.len());
    let (next, failures) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(2, usize::from).clamp(2, 8) {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(fault) = judge(case, is_recording) {
                        let words = case.words.join(" ");
                        let failure = format!("{}: searchlab {words}\n{fault}", case.name);
                        failures.lock().expect("no thread panics").push(failure);
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().expect("no thread panics");
    failures.sort();
    let remedy = "if the new messages are better, record them: UPDATE_BAD_INPUT=1 cargo test --test bad_input";
    assert!(
        failures.is_empty(),
        "{} of {} cases\n\n{}\n\n{remedy}",
        failures.len(),
        cases.len(),
        failures.join("\n\n")
    );
}

/// A message about a file says which file and where in it.
#[test]
fn every_message_about_an_input_has_a_place() {
    for case in cases() {
        let message = fs::read_to_string(&case.message).unwrap_or_default();
        for path in &case.files {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let has_place = message.contains(&format!("{name}:"))
                || message.contains(&format!("{name:?}"))
                || case.input.is_some() && message.contains("<stdin>:");
            // Of a map and its scenarios one is wrong.
            assert!(has_place || case.files.len() > 1 || case.name.starts_with("flags/"), "{}\n{message}", case.name);
        }
    }
}
