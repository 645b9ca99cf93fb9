//! The parts that the commands which learn from games share: work on each game that a kill does not lose, and the files of `--out`.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::{Context, Result};
use serde::Serialize;

use crate::cli::progress::Progress;
use crate::diagnostic::{Diagnostic, Diagnostics, quoted};
use crate::files;
use crate::training::share_out;
use crate::training::store::{Store, Stored};

pub(super) fn cores() -> u16 {
    thread::available_parallelism().map_or(1, |cores| cores.get().min(256) as u16)
}

/// A file with what is made of each game, and who makes it.
pub(super) struct Making<'a> {
    pub(super) path: &'a Path,
    /// The settings that the content depends on.
    pub(super) plan: u64,
    /// The number of games.
    pub(super) games: u32,
    /// Threads.
    pub(super) jobs: u16,
    pub(super) quiet: bool,
}

impl Making<'_> {
    /// Makes what is not yet in the file, as far as nobody stops it; what there is of the games then, by their numbers.
    pub(super) fn make<T, S: Stored + Send>(
        &self,
        stop: &AtomicBool,
        begin: impl Fn() -> Result<T> + Sync,
        of_game: impl Fn(&mut T, u32) -> S + Sync,
    ) -> Result<Vec<S>> {
        let context = || format!("cannot write {}", self.path.display());
        let Some(store) = Store::<S>::open(self.path, self.plan).with_context(context)? else {
            return Err(of_another(self.path).into());
        };
        let todo: Vec<u32> = (0..self.games).filter(|&game| !store.has(game)).collect();
        let progress = Progress::of("games", todo.len() as u64, self.quiet);
        let store = Mutex::new(store);
        share_out(usize::from(self.jobs), todo.len(), stop, begin, |own, place| {
            let made = of_game(own, todo[place]);
            store.lock().unwrap_or_else(PoisonError::into_inner).append(todo[place], made).with_context(context)?;
            progress.advance();
            Ok::<(), anyhow::Error>(())
        })?;
        let games = store.into_inner().unwrap_or_else(PoisonError::into_inner).into_games();
        // An earlier command may have asked for more.
        Ok(games.into_iter().filter(|(game, _)| *game < self.games).map(|(_, made)| made).collect())
    }
}

fn of_another(path: &Path) -> Diagnostics {
    let problem = Diagnostic::new(format!(
        "{} is from other games, another seed or another teacher",
        quoted(&path.display().to_string())
    ));
    problem.help("give another folder with --out, or remove the file").into()
}

/// The kind of these files in errors.
const FILE: &str = "the file";

/// Checks that a file of `--out` can be written, before what takes long.
pub(super) fn check_out(path: &Path) -> Result<()> {
    Ok(files::check_place(FILE, path).map_err(Diagnostics::from)?)
}

pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    Ok(files::write_whole(FILE, path, bytes).map_err(Diagnostics::from)?)
}

/// The points of a curve as lines of CSV.
pub(super) fn as_csv(points: &[impl Serialize]) -> Result<String> {
    let mut csv = csv::Writer::from_writer(Vec::new());
    points.iter().try_for_each(|point| csv.serialize(point))?;
    Ok(String::from_utf8(csv.into_inner()?)?)
}
