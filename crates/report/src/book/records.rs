//! The records of a directory, one for each trial.

use std::num::NonZeroU64;
use std::path::Path;
use std::sync::mpsc;
use std::thread;

use rustc_hash::FxHashMap;

use crate::page::Trials;
use searchlab_analysis::field::Field;
use searchlab_analysis::frame::Frame;
use searchlab_analysis::noise::Times;
use searchlab_analysis::problems::Forfeit;
use searchlab_lab::experiment::diff::is_timed;
use searchlab_lab::experiment::games::GameFiles;
use searchlab_lab::experiment::index::{Index, IndexError};
use searchlab_lab::experiment::packed::packed_name;
use searchlab_lab::experiment::plan::{Finder, Plan};
use searchlab_lab::experiment::reader::Reader;
use searchlab_lab::experiment::sequential::{Course, Sequential};
use searchlab_lab::experiment::spec::Spec;
use searchlab_lab::experiment::store::{is_final, records_files};
use searchlab_search::counters::{Counters, Iteration};
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics};
use searchlab_trial::record::{Answer, GameAnswer, Hasher, Record, Referee, SideAnswer, TrialId};
use searchlab_worlds::catalog::WorldInfo;

/// The records of a directory.
pub(super) struct Read {
    /// The fields that are asked for.
    pub(super) frame: Frame,
    /// The moves of the games, if they are asked for.
    pub(super) moves: Option<Frame>,
    /// The games.
    pub(super) games: GameFiles,
    /// The state of the sequential tests.
    pub(super) tests: Vec<Course>,
    /// Games that a player lost by a forfeit.
    pub(super) forfeits: Vec<Forfeit>,
    /// The records as the page shows them.
    pub(super) trials: Trials,
    /// The digest of all records.
    pub(super) digest: Digest,
    /// Their times.
    pub(super) times: Times,
    /// Seconds of all searches together.
    pub(super) seconds: f64,
    /// Checksum and length of their lines, if they are all of one file.
    pub(super) checksum: Option<[u32; 2]>,
}

/// Reads the records into a frame with these fields, and for the page. They must agree with the plan, where it is known.
pub(super) fn read(
    directory: &Path,
    (spec, plan): (&Spec, Option<&Plan>),
    by_ply: bool,
    fields: impl Fn() -> Vec<Field>,
) -> Result<Read, IndexError> {
    let files = records_files(directory)?;
    if files.is_empty() {
        let problem = Diagnostic::new(format!("there are no records in {}", directory.display()));
        return Err(problem.help("begin with `searchlab run`, or go on with `searchlab resume`").into());
    }
    let begin = || Gathered::new(directory, (spec, plan), by_ply, fields());
    let mut gathered = begin()?;
    let mut seen = Seen::new(plan);
    let mut checksum = None;
    for file in &files {
        let read = read_aside(Reader::open(file)?.against(plan), |record, line| match seen.replace(record.id, line) {
            None => {
                gathered.push(record);
                true
            }
            Some(other) => other == line,
        })?;
        if read.is_none() {
            // Which of several records counts, and whether they agree, is for the index to say.
            return by_index(directory, plan, begin()?);
        }
        checksum = read;
    }
    Ok(Read { checksum: checksum.filter(|_| files.len() == 1), ..gathered.finish() })
}

/// Hashes of the lines that were read, by trial: eight bytes for each trial of the plan.
struct Seen<'a> {
    finder: Option<Finder<'a>>,
    planned: Vec<Option<NonZeroU64>>,
    others: FxHashMap<TrialId, NonZeroU64>,
}

impl<'a> Seen<'a> {
    fn new(plan: Option<&'a Plan>) -> Self {
        let planned = vec![None; plan.map_or(0, |plan| plan.trials.len())];
        Self { finder: plan.map(Finder::new), planned, others: FxHashMap::default() }
    }

    /// Notes a line of a trial; the one before it, if there is one.
    fn replace(&mut self, id: TrialId, line: NonZeroU64) -> Option<NonZeroU64> {
        match self.finder.as_mut().and_then(|finder| finder.place(id)) {
            Some(place) => self.planned[place].replace(line),
            None => self.others.insert(id, line),
        }
    }
}

/// Takes in records in memory.
pub(super) fn gather(records: &[Record], (spec, plan): (&Spec, &Plan), by_ply: bool, fields: Vec<Field>) -> Read {
    let mut sequential = Sequential::new(spec, plan);
    for record in records {
        sequential.add_record(record);
    }
    let mut gathered = Gathered::with(sequential, spec, by_ply, fields, "records.jsonl");
    for record in records {
        gathered.push(record);
    }
    gathered.finish()
}

/// Reads records in threads of their own, in their order, as long as `take` wants more; checksum and length of their lines
/// if it took them all. The thread that made them lets them go: memory that one thread takes and another gives back costs
/// both a lock. `take` is given a hash of the line too.
fn read_aside(
    reader: Reader<'_>,
    mut take: impl FnMut(&Record, NonZeroU64) -> bool,
) -> Result<Option<[u32; 2]>, Diagnostics> {
    /// Lines that go from thread to thread together.
    const BATCH: usize = 128;
    /// Batches that wait for a thread.
    const WAITING: usize = 2;
    let parser = &reader.parser();
    thread::scope(|scope| {
        let begin = |_| {
            let (send_lines, lines) = mpsc::sync_channel(WAITING);
            let (send, records) = mpsc::sync_channel::<Vec<_>>(WAITING);
            let (give_back, used) = mpsc::channel();
            scope.spawn(move || {
                for batch in lines {
                    used.try_iter().for_each(drop);
                    if send.send(parser.records(batch).collect()).is_err() {
                        break;
                    }
                }
            });
            (send_lines, (records, give_back))
        };
        // The batches go round, so that they come back in their order.
        let (senders, receivers): (Vec<_>, Vec<_>) = (0..parsing_threads()).map(begin).unzip();
        let lines = scope.spawn(move || {
            let mut reader = reader;
            for sender in senders.iter().cycle() {
                let batch = reader.batch(BATCH);
                if batch.is_empty() || sender.send(batch).is_err() {
                    break;
                }
            }
            reader.checksum()
        });
        for (records, give_back) in receivers.iter().cycle() {
            let Ok(mut batch) = records.recv() else { break };
            for next in &mut batch {
                match next {
                    Ok((record, place)) if take(record, place.hash) => {}
                    Ok(_) => return Ok(None),
                    Err(problems) => return Err(std::mem::take(problems)),
                }
            }
            give_back.send(batch).ok();
        }
        Ok(lines.join().ok())
    })
}

/// Threads that make records of lines: more of them than these wait for the one that takes the records in.
fn parsing_threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from).min(3)
}

fn by_index(directory: &Path, plan: Option<&Plan>, mut gathered: Gathered) -> Result<Read, IndexError> {
    let mut index = Index::open_for(&[directory], plan)?;
    for entry in index.in_order() {
        let record = index.record(&entry)?;
        gathered.push(&record);
    }
    Ok(gathered.finish())
}

/// A digest of all that is deterministic in the records, in whatever order they come: two runs that agree have the
/// same.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Digest {
    trials: u64,
    sum: u64,
}

impl Digest {
    fn add(&mut self, record: &Record) {
        let mut hasher = Hasher::default();
        hasher.write_u64(record.id.0);
        // What the clock ended says no more than that there is such a trial.
        if !is_timed(record) {
            write_outcome(&mut hasher, record);
        }
        self.sum = self.sum.wrapping_add(hasher.finish());
        self.trials += 1;
    }

    /// The text of the file that keeps it.
    pub(super) fn text(&self) -> String {
        format!("trials {}\ndeterministic {:016x}\n", self.trials, self.sum)
    }
}

/// Takes in what the id does not decide and no clock measures. Of what a trial is only the name of its instance is no
/// part of the id.
fn write_outcome(hasher: &mut Hasher, record: &Record) {
    // Taken apart, so that no new field is forgotten.
    let Record {
        id: _,
        world: _,
        instance,
        algorithm: _,
        params: _,
        depth: _,
        limits: _,
        seed: _,
        repeat: _,
        status,
        result,
        counters,
        per_iteration,
        game,
        referee,
        best,
        program,
        measured: _,
    } = record;
    write_text(hasher, instance);
    write_text(hasher, status.name());
    hasher.write(&[u8::from(result.is_some())]);
    if let Some(Answer { value, exact, moves: _, depth }) = result {
        // Zero has no sign.
        hasher.write_u64((value + 0.0).to_bits());
        exact.iter().flatten().for_each(|&steps| hasher.write_u64(steps));
        // In records before it was a list it is one text.
        write_text(hasher, &WorldInfo::moves_text(record));
        hasher.write_u64(depth.map_or(u64::MAX, u64::from));
    }
    write_counters(hasher, counters);
    for Iteration { limit, cost, value, best, counters } in per_iteration {
        hasher.write_u64(limit.number().to_bits());
        hasher.write_u64(value.map_or(u64::MAX, |value| value as u64));
        write_text(hasher, best.as_deref().unwrap_or_default());
        // Written only where there is one, so that the digests of records before it stay.
        if let Some(cost) = cost {
            hasher.write_u64(cost.to_bits());
        }
        write_counters(hasher, counters);
    }
    if let Some(game) = game {
        write_game(hasher, game);
    }
    if let Some(Referee { best, chosen }) = referee {
        write_text(hasher, "referee");
        for &score in [best, chosen] {
            hasher.write_u64(score as u64);
        }
    }
    for mv in best {
        write_text(hasher, mv);
    }
    if let Some(fault) = program.as_ref().and_then(|program| program.fault.as_deref()) {
        write_text(hasher, fault);
    }
}

/// Takes in what a record says of counters, so that one more kind of them changes nothing of the records before it.
fn write_counters(hasher: &mut Hasher, counters: &Counters) {
    for (place, count) in counters.numbers().into_iter().enumerate() {
        let is_optional = Counters::OPTIONAL[place];
        if is_optional && count > 0 {
            write_text(hasher, Counters::MEANINGS[place].0);
        }
        if !is_optional || count > 0 {
            hasher.write_u64(count);
        }
    }
}

fn write_game(hasher: &mut Hasher, game: &GameAnswer) {
    let GameAnswer { start, ending, score, mishap, sides, series } = game;
    for text in [start.as_str(), ending.as_str(), mishap.as_deref().unwrap_or_default()] {
        write_text(hasher, text);
    }
    hasher.write_u64(score.to_bits());
    for score in series {
        hasher.write_u64(score.to_bits());
    }
    for SideAnswer { counters, plies, depths, nodes } in sides {
        let small = plies.iter().chain(depths).map(|&count| u64::from(count));
        write_counters(hasher, counters);
        for count in small.chain(nodes.iter().copied()) {
            hasher.write_u64(count);
        }
    }
}

/// Takes in a text with its length, so that no two follow each other in two ways.
fn write_text(hasher: &mut Hasher, text: &str) {
    hasher.write_u64(text.len() as u64);
    hasher.write(text.as_bytes());
}

struct Gathered {
    frame: Frame,
    moves: Option<Frame>,
    games: GameFiles,
    sequential: Sequential,
    forfeits: Vec<Forfeit>,
    trials: Trials,
    digest: Digest,
    times: Times,
    seconds: f64,
}

impl Gathered {
    fn new(
        directory: &Path,
        (spec, plan): (&Spec, Option<&Plan>),
        by_ply: bool,
        fields: Vec<Field>,
    ) -> Result<Self, Diagnostics> {
        let mut sequential = plan.map(|plan| Sequential::new(spec, plan)).unwrap_or_default();
        sequential.take_in(directory)?;
        Ok(Self::with(sequential, spec, by_ply, fields, packed_name(directory)?))
    }

    fn with(sequential: Sequential, spec: &Spec, by_ply: bool, fields: Vec<Field>, file: &str) -> Self {
        Self {
            moves: by_ply.then(|| Frame::new(fields.clone(), spec.variants.labels.clone())),
            frame: Frame::new(fields, spec.variants.labels.clone()),
            games: GameFiles::default(),
            sequential,
            forfeits: Vec::new(),
            trials: Trials::new(file),
            digest: Digest::default(),
            times: Times::default(),
            seconds: 0.0,
        }
    }

    fn push(&mut self, record: &Record) {
        if is_final(record.status) && self.sequential.is_counted(record.id) {
            let players = self.frame.players_of(record);
            let label = match &players {
                Some([black, white]) => format!("{black} – {white}"),
                None => self.frame.label_of(record).to_owned(),
            };
            if let Some(words) = record.game.as_ref().and_then(|game| game.mishap.clone()) {
                self.forfeits.push(Forfeit { game: format!("{label}, {}", record.instance), words });
            }
            if let Some([black, white]) = &players {
                self.games.push(record, [black, white]);
            }
            self.trials.push(record, || &label);
            self.frame.push(record);
            if let Some(moves) = &mut self.moves {
                moves.push_moves(record);
            }
            self.digest.add(record);
            self.times.push(record);
            self.seconds += record.measured.seconds;
        }
    }

    fn finish(self) -> Read {
        let moves = self.moves.map(Frame::finish);
        Read {
            frame: self.frame.finish(),
            moves,
            games: self.games,
            tests: self.sequential.courses(),
            forfeits: self.forfeits,
            trials: self.trials,
            digest: self.digest,
            times: self.times,
            seconds: self.seconds,
            checksum: None,
        }
    }
}
