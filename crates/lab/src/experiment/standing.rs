//! How far the parts of an experiment are: all of it by one run, or its shards by many.
//!
//! Idea        Each part has one writer, whose manifest says when it began and whose lock says whether it lives. What
//!             has neither a living writer nor all of its records was cut off.
//! Not here    How far each algorithm is, which the command counts.

use std::path::Path;
use std::time::SystemTime;

use super::index::Index;
use super::lock::Lock;
use super::manifest::{Manifest, Session};
use super::plan::Plan;
use super::shard::Shard;
use super::store::is_final;
use searchlab_trial::diagnostic::Diagnostics;

/// The state of a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// All of its trials have records.
    Done,
    /// A process writes to it, of which this is known.
    Runs(String),
    /// Its last session has ended before its trials did.
    CutOff,
    /// Nobody has begun it.
    NotBegun,
}

/// How far a part of an experiment is.
#[derive(Debug, Clone)]
pub struct Standing {
    /// The shard; `None` for all trials.
    pub shard: Option<Shard>,
    /// Trials that belong to it.
    pub planned: u64,
    /// Those with a record that lasts.
    pub finished: u64,
    /// Its state.
    pub state: State,
    /// Its last session, as its manifest has it.
    pub session: Option<Session>,
    /// Seconds that it needs at the speed so far; `None` where it does not run, or has finished nothing.
    pub seconds_left: Option<f64>,
}

impl Standing {
    /// The parts of the experiment in a directory: all shards if its latest session was one of a shard.
    ///
    /// # Errors
    /// A manifest cannot be read, or the file system refuses.
    pub fn of(directory: &Path, plan: &Plan, index: Option<&Index>) -> Result<Vec<Self>, Diagnostics> {
        let manifests = Manifest::of_parts(directory)?;
        let latest = manifests.iter().max_by_key(|(_, manifest)| &manifest.session.start);
        let count = latest.and_then(|(shard, _)| *shard).map(Shard::count);
        let parts: Vec<Option<Shard>> = match count {
            None => vec![None],
            Some(count) => (0..count).map(|index| Shard::new(index, count)).collect(),
        };
        let mut counts = vec![(0, 0); parts.len()];
        for planned in &plan.trials {
            let part = count.map_or(0, |count| planned.id.0 % u64::from(count)) as usize;
            let status = index.and_then(|index| index.find(planned.id)).map(|entry| entry.status);
            counts[part].0 += 1;
            counts[part].1 += u64::from(status.is_some_and(is_final));
        }
        let standing = |(shard, (planned, finished)): (Option<Shard>, (u64, u64))| {
            let manifest = manifests.iter().find(|(of, _)| *of == shard).map(|(_, manifest)| manifest);
            let state = match Lock::holder(directory, shard)? {
                Some(words) => State::Runs(words),
                None if finished == planned => State::Done,
                None if manifest.is_some() => State::CutOff,
                None => State::NotBegun,
            };
            let is_running = matches!(state, State::Runs(_));
            let seconds_left = manifest
                .filter(|_| is_running && finished > 0)
                .and_then(|manifest| Some(seconds_so_far(manifest)? / finished as f64 * (planned - finished) as f64));
            let session = manifest.map(|manifest| manifest.session.clone());
            Ok(Self { shard, planned, finished, state, session, seconds_left })
        };
        parts.into_iter().zip(counts).map(standing).collect()
    }

    /// Notes the end of a session that was cut off after its last trial; nothing where that cannot be written.
    pub fn close(&mut self, directory: &Path, command: &str) {
        let is_open = self.session.as_ref().is_some_and(|session| session.end.is_none());
        if self.state != State::Done || !is_open {
            return;
        }
        // Another session may have begun meanwhile.
        let Ok(_lock) = Lock::take(directory, self.shard, command) else { return };
        let manifest = Manifest::read(directory, self.shard).ok().flatten();
        if manifest.is_some_and(|manifest| manifest.close(directory, self.shard).is_ok()) {
            let manifest = Manifest::read(directory, self.shard).ok().flatten();
            self.session = manifest.map(|manifest| manifest.session);
        }
    }
}

/// Seconds of all sessions whose end is known, and of the one that runs.
fn seconds_so_far(manifest: &Manifest) -> Option<f64> {
    let time = |text: &str| humantime::parse_rfc3339(text).ok();
    let mut seconds = SystemTime::now().duration_since(time(&manifest.session.start)?).ok()?.as_secs_f64();
    for session in &manifest.earlier {
        let end = session.end.as_deref().and_then(time);
        seconds += end.zip(time(&session.start)).and_then(|(end, start)| end.duration_since(start).ok())?.as_secs_f64();
    }
    Some(seconds)
}
