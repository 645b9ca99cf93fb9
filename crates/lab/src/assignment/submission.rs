//! A submission: the file of a program, and the command that starts it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::temporary::TemporaryFolder;
use searchlab_trial::diagnostic::{Diagnostic, quoted};

/// Time of a compiler.
const BUILDING: Duration = Duration::from_mins(2);

/// Endings of programs that an interpreter runs, with its command.
const INTERPRETED: [(&str, &str); 4] = [("py", "python3"), ("js", "node"), ("java", "java"), ("jar", "java -jar")];

/// Endings of programs that are built first, with the compiler.
const BUILT: [(&str, &[&str]); 4] = [
    ("cpp", &["c++", "-O2", "-std=c++17"]),
    ("cc", &["c++", "-O2", "-std=c++17"]),
    ("c", &["cc", "-O2"]),
    ("rs", &["rustc", "-O"]),
];

/// A program that can be started.
#[derive(Debug)]
pub struct Submission {
    /// The command that starts it.
    pub cmd: String,
    /// Holds what was built of it.
    _folder: Option<TemporaryFolder>,
}

impl Submission {
    /// The program of a file, or of a folder that holds one; `cmd` is its command with `{}` for the file.
    ///
    /// # Errors
    /// No program, several in a folder, a kind that is not known, a compiler's message.
    pub fn of(path: &Path, cmd: Option<&str>) -> Result<Self, Diagnostic> {
        let file = file_of(path)?;
        let file = std::path::absolute(&file).unwrap_or(file);
        if let Some(cmd) = cmd {
            return Ok(Self { cmd: cmd.replace("{}", &in_shell(&file)?), _folder: None });
        }
        let ending = ending(&file);
        if let Some((_, interpreter)) = INTERPRETED.iter().find(|known| known.0 == ending) {
            return Ok(Self { cmd: format!("{interpreter} {}", in_shell(&file)?), _folder: None });
        }
        match BUILT.iter().find(|known| known.0 == ending) {
            Some((_, compiler)) => build(&file, compiler),
            None if is_executable(&file) => Ok(Self { cmd: in_shell(&file)?, _folder: None }),
            None => {
                let problem = Diagnostic::new(format!("{} is no program that can be started", quoted(&shown(&file))));
                Err(problem.help("say how: --cmd \"COMMAND {}\""))
            }
        }
    }
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn ending(file: &Path) -> String {
    file.extension().unwrap_or_default().to_string_lossy().to_lowercase()
}

/// The path as one word of a command line.
fn in_shell(path: &Path) -> Result<String, Diagnostic> {
    let text = shown(path);
    if text.contains(['\'', '\n']) {
        return Err(Diagnostic::new(format!("{} has a quotation mark in its name", quoted(&text))).help("rename it"));
    }
    Ok(format!("'{text}'"))
}

/// The file of a program: itself, or the only one in a folder that can be started.
fn file_of(path: &Path) -> Result<PathBuf, Diagnostic> {
    let wrong = |error: &io::Error| Diagnostic::new(format!("{} cannot be read: {error}", quoted(&shown(path))));
    if !fs::metadata(path).map_err(|error| wrong(&error))?.is_dir() {
        return Ok(path.to_owned());
    }
    let entries = fs::read_dir(path).map_err(|error| wrong(&error))?;
    let is_known = |file: &PathBuf| {
        let ending = ending(file);
        INTERPRETED.iter().any(|known| known.0 == ending)
            || BUILT.iter().any(|known| known.0 == ending)
            || is_executable(file)
    };
    let mut files: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path()).filter(|file| file.is_file()).filter(is_known).collect();
    files.sort();
    match files.len() {
        1 => Ok(files.remove(0)),
        count => {
            let problem = Diagnostic::new(format!("{} holds {count} programs", quoted(&shown(path))));
            Err(problem.help("expected one: name its file, or say how it is started: --cmd \"COMMAND {}\""))
        }
    }
}

#[cfg(unix)]
fn is_executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(file).is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(file: &Path) -> bool {
    ending(file) == std::env::consts::EXE_EXTENSION
}

fn build(file: &Path, compiler: &[&str]) -> Result<Submission, Diagnostic> {
    let failed = |reason: String| Diagnostic::new(format!("{} cannot be built: {reason}", quoted(&shown(file))));
    let folder = TemporaryFolder::new();
    let folder = folder.map_err(|error| failed(error.to_string()))?;
    let (program, messages) = (folder.path().join("program"), folder.path().join("messages"));
    let told = fs::File::create(&messages).map_err(|error| failed(error.to_string()))?;
    let mut command = Command::new(compiler[0]);
    command.args(&compiler[1..]).arg(file).arg("-o").arg(&program);
    command.current_dir(folder.path()).stdin(Stdio::null()).stdout(Stdio::null()).stderr(told);
    let mut child = command.spawn().map_err(|error| failed(format!("{}: {error}", compiler[0])))?;
    let begin = Instant::now();
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            _ if begin.elapsed() > BUILDING => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(failed("the compiler takes too long".to_owned()));
            }
            _ => thread::sleep(Duration::from_millis(5)),
        }
    };
    if !status.success() {
        let said = fs::read_to_string(&messages).unwrap_or_default();
        let first = said.lines().find(|line| line.contains("error")).or(said.lines().next()).unwrap_or_default();
        return Err(failed(first.to_owned()));
    }
    Ok(Submission { cmd: in_shell(&program)?, _folder: Some(folder) })
}
