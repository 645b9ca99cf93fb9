//! Where the records of a directory come from: `manifest.json`.
//!
//! Idea        Each run of an experiment is a session: a program, a machine, a command, a time. The manifest holds the
//!             latest at its top and those before it under `earlier`, as an experiment may be resumed elsewhere. What
//!             the system does not say is null, never left out. Shards write `manifest.I-of-N.json`, so that each file
//!             has one writer; a merge brings them together. Two commits are told apart: that of searchlab itself,
//!             and that of the repository in which the command was typed.
//! Guarantees  A reader sees a whole manifest or none: it is written beside and renamed.
//! Not here    The facts of the machine (machine.rs), the commit of searchlab (program.rs) and that of the user
//!             (revision.rs), the records (store.rs).

use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::{Deserialize, Serialize};

use super::failure::{failure, replace, shown};
use super::machine::{self, Load};
use super::program::{self, Build, Program};
use super::reader::{excerpt, reason};
use super::revision::Revision;
use super::seeds::Seeds;
use super::shard::Shard;
use super::store::records_file;
use searchlab_trial::clock::{utc, utc_now};
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics};

/// The form of manifests and records that this version writes. Every change that an older version would misread adds 1.
pub(crate) const FORMAT: u32 = 2;

/// The task of a session.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Purpose {
    /// Hash of the experiment's specification.
    pub spec_hash: String,
    /// Where the experiment file lies, seen from the directory of the records.
    pub experiment: String,
    /// The seeds that the specification names.
    pub seeds: Seeds,
    /// Trials of the whole plan.
    pub trials: u64,
    /// Trials at once.
    pub jobs: usize,
}

/// One run of an experiment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// Version of searchlab.
    pub version: String,
    /// The sources that searchlab was built from. Manifests of older versions do not say it.
    #[serde(default)]
    pub program: Program,
    /// The repository of the user that the run was started in, which need not be that of searchlab; `None` if it was
    /// started in none. Older versions called it `revision`.
    #[serde(alias = "revision")]
    pub user_revision: Option<Revision>,
    /// The compiler that built the program.
    pub toolchain: Option<String>,
    /// The target triple that the program was built for.
    pub target: Option<String>,
    /// `release`, or `debug` if it was built with checks.
    pub build: String,
    /// The model of the processor.
    pub cpu: Option<String>,
    /// Threads that can run at once.
    pub cores: Option<usize>,
    /// Bytes of memory.
    pub memory: Option<u64>,
    /// The operating system.
    pub os: String,
    /// The command as it was typed.
    pub command: String,
    /// Hash of the experiment's specification.
    pub spec_hash: String,
    /// Where the experiment file lies, seen from the directory of the records; from there its own paths go on.
    pub experiment: String,
    /// The seeds that the specification names.
    pub seeds: Seeds,
    /// Trials of the whole plan.
    pub trials: u64,
    /// Trials that ran at once.
    pub jobs: usize,
    /// When it began: UTC, RFC 3339.
    pub start: String,
    /// When it ended; `None` while it runs, and for ever if it crashed.
    pub end: Option<String>,
    /// Load of the machine; `None` where the system does not report it, and in manifests of older versions.
    #[serde(default)]
    pub load: Option<Load>,
}

impl Session {
    /// A session that begins now, on this machine, in the repository around `directory`.
    pub fn begin(directory: &Path, command: &str, purpose: Purpose) -> Self {
        let Purpose { spec_hash, experiment, seeds, trials, jobs } = purpose;
        Self {
            version: program::VERSION.to_owned(),
            program: Program::this(),
            user_revision: Revision::of(directory),
            toolchain: Build::this().toolchain.map(str::to_owned),
            target: Build::this().target.map(str::to_owned),
            build: if cfg!(debug_assertions) { "debug" } else { "release" }.to_owned(),
            cpu: machine::cpu(),
            cores: machine::cores(),
            memory: machine::total_memory(),
            os: machine::system(),
            command: command.to_owned(),
            spec_hash,
            experiment,
            seeds,
            trials,
            jobs,
            start: utc_now(),
            end: None,
            load: machine::load().map(|begin| Load { begin, end: None }),
        }
    }

    /// The sort key of sessions. One that has not ended comes before the same session with its end.
    fn key(&self) -> (&str, &str, Option<&str>) {
        (&self.start, &self.command, self.end.as_deref())
    }

    /// Notes that it ends now.
    pub fn finish(&mut self) {
        self.end = Some(utc_now());
        if let Some(load) = &mut self.load {
            load.end = machine::load();
        }
    }
}

/// Where the records of a directory come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// See `FORMAT`.
    pub format: u32,
    /// The latest session.
    #[serde(flatten)]
    pub session: Session,
    /// The sessions before it, from the first.
    pub earlier: Vec<Session>,
}

/// The part that can be read of any manifest, older or newer.
#[derive(Deserialize)]
struct Head {
    format: u32,
    #[serde(default)]
    version: String,
}

impl Manifest {
    /// The manifest of a directory whose first session this is.
    pub const fn new(session: Session) -> Self {
        Self { format: FORMAT, session, earlier: Vec::new() }
    }

    /// The manifest of a run or of a shard; `None` if there is none.
    ///
    /// # Errors
    /// It cannot be read, is no manifest, or is of a newer searchlab.
    pub fn read(directory: &Path, shard: Option<Shard>) -> Result<Option<Self>, Diagnostics> {
        let path = manifest_file(directory, shard);
        read_text(&path)?.map(|text| Ok(parse(&path, &text)?)).transpose()
    }

    /// The manifests of a directory, each with its shard, by name.
    ///
    /// # Errors
    /// As [`Manifest::combined`].
    pub(crate) fn of_parts(directory: &Path) -> Result<Vec<(Option<Shard>, Self)>, Diagnostics> {
        let mut parts = Vec::new();
        for path in manifest_files(directory)? {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let shard = Shard::of_file(&name, "manifest", "json");
            if let Some(text) = read_text(&path)? {
                parts.push((shard, parse(&path, &text)?));
            }
        }
        Ok(parts)
    }

    /// Notes the end of a session that was cut off after its last trial: the time of its last record.
    ///
    /// # Errors
    /// As [`Manifest::write`], under the same lock.
    pub fn close(mut self, directory: &Path, shard: Option<Shard>) -> Result<(), Diagnostics> {
        let last = fs::metadata(records_file(directory, shard)).and_then(|file| file.modified());
        match last {
            Ok(last) if self.session.end.is_none() => {
                self.session.end = Some(utc(last));
                self.write(directory, shard)
            }
            _ => Ok(()),
        }
    }

    /// The manifest with one more session.
    pub fn resumed(self, session: Session) -> Self {
        let mut earlier = self.earlier;
        earlier.push(self.session);
        Self { format: FORMAT, session, earlier }
    }

    /// All sessions of all manifests in the directories, by time; `None` if there are none.
    ///
    /// # Errors
    /// One of them cannot be read, is no manifest, or is of a newer searchlab.
    pub fn combined(directories: &[&Path]) -> Result<Option<Self>, Diagnostics> {
        let mut manifests = Vec::new();
        for directory in directories {
            manifests.extend(Self::of_parts(directory)?.into_iter().map(|(_, manifest)| manifest));
        }
        // Within one the order is known, even of sessions that began in the same second.
        if manifests.len() == 1 {
            return Ok(manifests.pop());
        }
        let sessions =
            manifests.into_iter().flat_map(|manifest| manifest.earlier.into_iter().chain([manifest.session]));
        let mut sessions: Vec<Session> = sessions.collect();
        sessions.sort_by(|left: &Session, right| left.key().cmp(&right.key()));
        // A merge into one of its inputs finds sessions twice, and knows since then how they ended.
        sessions.dedup_by(|next, kept| {
            let is_same = Session { end: kept.end.clone(), load: kept.load, ..next.clone() } == *kept;
            if is_same {
                (kept.end, kept.load) = (next.end.take(), next.load);
            }
            is_same
        });
        let latest = sessions.pop();
        Ok(latest.map(|session| Self { format: FORMAT, session, earlier: sessions }))
    }

    /// Writes it in place of the manifest of the run or of the shard. Whoever does so holds the lock of that: a
    /// [`Store`](super::store::Store) does.
    ///
    /// # Errors
    /// The file system refuses; the old manifest is as it was.
    pub fn write(&self, directory: &Path, shard: Option<Shard>) -> Result<(), Diagnostics> {
        let path = manifest_file(directory, shard);
        Ok(replace(&path, |file| {
            let mut text = serde_json::to_vec_pretty(self)?;
            text.push(b'\n');
            io::Write::write_all(file, &text)
        })?)
    }
}

fn manifest_file(directory: &Path, shard: Option<Shard>) -> PathBuf {
    directory.join(match shard {
        None => "manifest.json".to_owned(),
        Some(shard) => format!("manifest.{}.json", shard.file_part()),
    })
}

/// The manifests of a directory, by name.
fn manifest_files(directory: &Path) -> Result<Vec<PathBuf>, Diagnostics> {
    let cannot_read = |error: io::Error| failure("read", directory, &error);
    let mut paths = Vec::new();
    for entry in fs::read_dir(directory).map_err(cannot_read)? {
        let name = entry.map_err(cannot_read)?.file_name();
        let is_manifest = |name: &str| name == "manifest.json" || Shard::of_file(name, "manifest", "json").is_some();
        if name.to_str().is_some_and(is_manifest) {
            paths.push(directory.join(name));
        }
    }
    paths.sort_unstable();
    Ok(paths)
}

/// Makes sure that this version can read what a directory holds.
///
/// # Errors
/// A manifest says that a newer searchlab wrote it, or is none.
pub(super) fn check_formats(directory: &Path) -> Result<(), Diagnostics> {
    super::failure::check_directory(directory)?;
    for path in manifest_files(directory)? {
        if let Some(text) = read_text(&path)? {
            parse(&path, &text)?;
        }
    }
    Ok(())
}

fn read_text(path: &Path) -> Result<Option<Vec<u8>>, Diagnostic> {
    match searchlab_trial::files::read_regular(path, 1 << 28) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failure("read", path, &error)),
    }
}

fn parse(path: &Path, text: &[u8]) -> Result<Manifest, Diagnostic> {
    let head: Head = serde_json::from_slice(text).map_err(|error| no_manifest(path, text, &error))?;
    if head.format > FORMAT {
        let message = format!(
            "{} is of format {}, and this searchlab ({}) reads formats up to {FORMAT}",
            shown(path),
            head.format,
            program::VERSION,
        );
        return Err(
            Diagnostic::new(message).help(format!("searchlab {} wrote it: use that, or a newer one", head.version))
        );
    }
    serde_json::from_slice(text).map_err(|error| no_manifest(path, text, &error))
}

fn no_manifest(path: &Path, text: &[u8], error: &serde_json::Error) -> Diagnostic {
    let diagnostic = Diagnostic::new(format!("{} is not the manifest of an experiment", shown(path)))
        .help("records.jsonl does not need it: move it away if it is damaged");
    let what = reason(error);
    // Flattened fields have no place.
    match text.split(|byte| *byte == b'\n').nth(error.line().wrapping_sub(1)) {
        Some(line) => {
            let at = error.column().saturating_sub(1).min(line.len());
            diagnostic.at(excerpt(path, error.line() as u64, line, at, 1, &what))
        }
        None => diagnostic.help(what),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(command: &str) -> Session {
        let purpose =
            Purpose { spec_hash: "00ff".to_owned(), seeds: [1, 2].into_iter().collect(), ..Purpose::default() };
        Session::begin(Path::new(env!("CARGO_MANIFEST_DIR")), command, purpose)
    }

    #[test]
    fn it_says_what_is_absent_and_comes_back_whole() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Manifest::read(folder.path(), None).unwrap(), None);
        let mut first = Session { cpu: None, user_revision: None, ..session("run a.toml") };
        let manifest = Manifest::new(first.clone());
        manifest.write(folder.path(), None).unwrap();
        let text = fs::read_to_string(folder.path().join("manifest.json")).unwrap();
        for part in [
            "\"format\": 2",
            "\"cpu\": null",
            "\"user_revision\": null",
            "\"end\": null",
            "\"command\": \"run a.toml\"",
        ] {
            assert!(text.contains(part), "{part} in\n{text}");
        }
        assert_eq!(Manifest::read(folder.path(), None).unwrap(), Some(manifest.clone()));
        first.finish();
        assert!(humantime::parse_rfc3339(first.end.as_ref().unwrap()).is_ok());
        let resumed = Manifest::new(first.clone()).resumed(session("resume a"));
        resumed.write(folder.path(), None).unwrap();
        let found = Manifest::read(folder.path(), None).unwrap().unwrap();
        assert_eq!((found.session.command.as_str(), found.earlier), ("resume a", vec![first]));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
    }

    #[test]
    fn manifests_of_older_versions_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let mut older = serde_json::to_value(Manifest::new(session("run a.toml"))).unwrap();
        let fields = older.as_object_mut().unwrap();
        for name in ["program", "user_revision", "load"] {
            assert!(fields.remove(name).is_some(), "{name}");
        }
        fields.insert("revision".to_owned(), serde_json::json!({ "commit": "0f", "dirty": true }));
        fs::write(folder.path().join("manifest.json"), older.to_string()).unwrap();
        let found = Manifest::read(folder.path(), None).unwrap().unwrap().session;
        assert_eq!(found.user_revision, Some(Revision { commit: "0f".to_owned(), dirty: Some(true) }));
        assert_eq!((found.program, found.load), (Program::default(), None));
    }

    #[test]
    fn shards_are_brought_together() {
        let folder = tempfile::tempdir().unwrap();
        let sessions = ["a", "b", "c"].map(session);
        for (index, session) in sessions.iter().enumerate() {
            let shard = Shard::new(index as u32, 3);
            Manifest::new(session.clone()).write(folder.path(), shard).unwrap();
        }
        for _ in 0..2 {
            let combined = Manifest::combined(&[folder.path()]).unwrap().unwrap();
            assert_eq!((combined.earlier.len(), combined.session.command.as_str()), (2, "c"));
            combined.write(folder.path(), None).unwrap();
        }
        let mut ended = sessions[1].clone();
        ended.finish();
        Manifest::new(ended.clone()).write(folder.path(), Shard::new(1, 3)).unwrap();
        let combined = Manifest::combined(&[folder.path()]).unwrap().unwrap();
        assert_eq!(combined.earlier, [sessions[0].clone(), ended]);
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let cases = [
            (
                "{\"format\": 3, \"version\": \"9.9.9\", \"new\": 1}",
                "reads formats up to 2",
                "searchlab 9.9.9 wrote it",
            ),
            ("hello", "is not the manifest of an experiment", "manifest.json:1:1"),
            ("{\n  \"format\": \"x\"\n}", "is not the manifest", "manifest.json:2:"),
            ("{\"format\": 1}", "is not the manifest", "missing field `"),
        ];
        for (text, message, more) in cases {
            fs::write(folder.path().join("manifest.json"), text).unwrap();
            let shown = check_formats(folder.path()).unwrap_err().to_string();
            assert!(shown.contains(message) && shown.contains(more), "{text}\n{shown}");
        }
    }
}
