//! The file of a memory: an append-only log of records with keys, all of which are in memory while it is open.
//!
//! Idea        A header with name and version of the format, then records of one size, each with a checksum. The last
//!             record of a key counts. Where most are outdated, or the limit is reached, the file is written anew.
//! Source      Bitcask (Sheehy, Smith, 2010), here with one file, and with an ordered map in place of a hash table.
//! Guarantees  A batch is there as a whole or not at all. A tail that is torn or damaged counts as absent, and the next
//!             batch overwrites it; damage before a sound record is an error, and the file is left as it is. One program
//!             at a time: the file is locked while it is open.
//! Not here    Keys and values (entry.rs, lost.rs), the choice of records to forget (mod.rs).

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::ops::Bound;
use std::path::{Path, PathBuf};

use flate2::Crc;

use super::{Diagnostic, Diagnostics, VERSION};
use searchlab_trial::files::{Part, check_regular, replace};
use searchlab_trial::text::printable;

/// First bytes of the file; the version follows as a number of 8 bytes.
const NAME: &[u8; 24] = b"searchlab gomoku memory\n";

/// Bytes of name and version.
const HEADER: usize = NAME.len() + 8;

/// First bytes of a memory of version 1, which was a database of the crate redb.
const OLD_NAME: &[u8] = b"redb\x1a\x0a\xa9\x0d\x0a";

/// Bytes of a record: CRC-32 of all that follows (4), 1 at the end of a batch (1), lengths of key and value (1 each),
/// stamp (8), key, value, zeros. Numbers are little-endian.
const RECORD: usize = 256;

/// Outdated records that are not worth writing the file anew.
const SLACK: usize = 1_000;

#[derive(Debug)]
pub(super) struct Value {
    /// Number of the record in the order of insertion.
    pub(super) stamp: u64,
    pub(super) bytes: Vec<u8>,
}

/// All records that count, and the file that keeps them, if one does.
#[derive(Debug)]
pub(super) struct Log {
    pub(super) path: PathBuf,
    records: BTreeMap<Vec<u8>, Value>,
    /// Keys of the records that the file does not hold yet.
    unwritten: Vec<Vec<u8>>,
    next_stamp: u64,
    /// Records in the file, with outdated ones.
    written: usize,
    /// True if the file holds records that were dropped.
    is_stale: bool,
    /// Records that fit into the file.
    pub(super) capacity: usize,
    file: Option<File>,
}

impl Log {
    /// A log that no file keeps.
    pub(super) fn without_file(path: PathBuf, limit: u64) -> Self {
        // The header is smaller than a record.
        let capacity = (limit / RECORD as u64).saturating_sub(1) as usize;
        let (records, unwritten) = (BTreeMap::new(), Vec::new());
        Self { path, records, unwritten, next_stamp: 1, written: 0, is_stale: false, capacity, file: None }
    }

    /// Reads and locks a file that exists, and changes nothing.
    pub(super) fn open(path: &Path, limit: u64) -> Result<Self, Diagnostics> {
        let failed = |error| refusal(path, &error);
        let left = "name another file; it is left as it is";
        if fs::metadata(path).map_err(failed)?.is_dir() {
            return Err(Diagnostic::new(format!("{} is a directory", shown(path))).help("name a file").into());
        }
        let foreign = || Diagnostic::new(format!("{} is no memory of Gomoku positions", shown(path))).help(left);
        // Opening a pipe would wait for its other end.
        check_regular(path).map_err(|_| foreign())?;
        let (file, bytes) = read_locked(path).map_err(failed)?;
        let (version, records) = split_header(&bytes).ok_or_else(foreign)?;
        if version != VERSION {
            let known = format!("of version {version}, and this program knows version {VERSION}");
            let remedy =
                if version > VERSION { left } else { "remove it, or name another file: a search makes a new one" };
            return Err(Diagnostic::new(format!("{} is a memory {known}", shown(path))).help(remedy).into());
        }
        let records: Vec<_> = records.as_chunks().0.iter().map(decode).collect();
        let sound = records.iter().take_while(|record| record.is_some()).count();
        if records[sound..].iter().any(Option::is_some) {
            let place = format!("the checksum of record {} is wrong", sound + 1);
            return Err(Diagnostic::new(format!("the memory {} is damaged: {place}", shown(path)))
                .help("it is left as it is: name another file, or remove it")
                .into());
        }
        let is_end = |record: &Option<Record>| record.as_ref().is_some_and(|record| record.is_end);
        let mut log = Self::without_file(path.to_owned(), limit);
        log.written = records[..sound].iter().rposition(is_end).map_or(0, |end| end + 1);
        for Record { key, value, .. } in records.into_iter().take(log.written).flatten() {
            log.next_stamp = log.next_stamp.max(value.stamp.saturating_add(1));
            log.records.insert(key, value);
        }
        log.file = Some(file);
        Ok(log)
    }

    pub(super) fn get(&self, key: &[u8]) -> Option<&Value> {
        self.records.get(key)
    }

    /// The records whose keys begin so, in the order of keys.
    pub(super) fn with_prefix<'l>(&'l self, prefix: &'l [u8]) -> impl Iterator<Item = (&'l Vec<u8>, &'l Value)> {
        let from = (Bound::Included(prefix), Bound::Unbounded);
        self.records.range::<[u8], _>(from).take_while(move |(key, _)| key.starts_with(prefix))
    }

    /// Adds a record to the batch; true if it replaces one of the same key.
    pub(super) fn insert(&mut self, key: Vec<u8>, bytes: Vec<u8>) -> bool {
        let stamp = self.next_stamp;
        self.next_stamp = stamp.saturating_add(1);
        self.unwritten.push(key.clone());
        self.records.insert(key, Value { stamp, bytes }).is_some()
    }

    /// Drops records; [`commit`](Self::commit) writes the file anew then.
    pub(super) fn retain(&mut self, is_kept: impl Fn(&[u8], &Value) -> bool) {
        self.records.retain(|key, value| is_kept(key, value));
        self.is_stale = true;
    }

    pub(super) fn is_full(&self) -> bool {
        self.written + self.unwritten.len() > self.capacity
    }

    /// Writes the batch. After an error its records are part of the next one.
    pub(super) fn commit(&mut self) -> io::Result<()> {
        let all = self.written + self.unwritten.len();
        if self.is_stale || self.is_full() || all > 2 * self.records.len() + SLACK {
            return self.rewrite();
        }
        let batch: Vec<_> = self.unwritten.iter().filter_map(|key| self.records.get_key_value(key)).collect();
        if let Some(file) = &mut self.file {
            let is_end = |number| number + 1 == batch.len();
            let bytes = batch.iter().enumerate().map(|(number, (key, value))| encode(key, value, is_end(number)));
            let bytes = bytes.collect::<Vec<_>>().concat();
            let end = (HEADER + self.written * RECORD) as u64;
            file.set_len(end)?;
            file.seek(SeekFrom::Start(end))?;
            file.write_all(&bytes)?;
            file.sync_data()?;
        }
        self.written += batch.len();
        self.unwritten.clear();
        Ok(())
    }

    /// Writes the file anew, with the records that count.
    fn rewrite(&mut self) -> io::Result<()> {
        if let Some(old) = &self.file {
            // A link stays a link.
            let path = fs::canonicalize(&self.path)?;
            let mut new = None;
            replace(&path, |file| {
                file.set_permissions(old.metadata()?.permissions())?;
                // Locked before it has the name that others open.
                file.try_lock()?;
                new = Some(file.try_clone()?);
                let mut file = BufWriter::new(file);
                file.write_all(&header())?;
                self.records.iter().try_for_each(|(key, value)| file.write_all(&encode(key, value, true)))?;
                file.flush()
            })?;
            self.file = new;
        }
        self.written = self.records.len();
        self.is_stale = false;
        self.unwritten.clear();
        Ok(())
    }

    /// Bytes of the file.
    pub(super) fn file_bytes(&self) -> Result<u64, Diagnostics> {
        let bytes = self.file.as_ref().map_or(Ok(0), |file| file.metadata().map(|data| data.len()));
        bytes.map_err(|error| refusal(&self.path, &error))
    }
}

/// Makes an empty file: beside its place first, so that nobody ever finds a part of one there.
pub(super) fn make(path: &Path) -> Result<(), Diagnostics> {
    let made = Part::beside(path, "new").and_then(|part| {
        let mut file = File::create(part.path())?;
        file.write_all(&header())?;
        file.sync_all()?;
        // A link never takes the place of a file. Where there are no links, nor is there a way to be so careful.
        match fs::hard_link(part.path(), path) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => part.finish(),
            _ => Ok(()),
        }
    });
    made.map_err(|error| match error.kind() {
        ErrorKind::NotFound => {
            Diagnostic::new(format!("cannot make the memory {}: its folder does not exist", shown(path))).into()
        }
        _ => refusal(path, &error),
    })
}

/// Opens and locks a file, and reads it whole.
fn read_locked(path: &Path) -> io::Result<(File, Vec<u8>)> {
    let mut file = File::options().read(true).write(true).open(path)?;
    file.try_lock()?;
    // Another program may have written the file anew between opening and locking.
    let state = |data: fs::Metadata| (data.len(), data.modified().ok());
    if state(file.metadata()?) != state(fs::metadata(path)?) {
        return Err(ErrorKind::WouldBlock.into());
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok((file, bytes))
}

fn header() -> Vec<u8> {
    [&NAME[..], &VERSION.to_le_bytes()].concat()
}

/// The version, and all that follows the header; `None` if the file is something else.
fn split_header(bytes: &[u8]) -> Option<(u64, &[u8])> {
    if bytes.starts_with(OLD_NAME) {
        return Some((1, &[]));
    }
    let (version, records) = bytes.strip_prefix(NAME)?.split_first_chunk()?;
    Some((u64::from_le_bytes(*version), records))
}

struct Record {
    is_end: bool,
    key: Vec<u8>,
    value: Value,
}

fn encode(key: &[u8], Value { stamp, bytes }: &Value, is_end: bool) -> Vec<u8> {
    let lengths = [is_end.into(), key.len() as u8, bytes.len() as u8];
    let mut rest = [&lengths, &stamp.to_le_bytes()[..], key, bytes].concat();
    debug_assert!(rest.len() <= RECORD - 4, "{} bytes in a record", rest.len());
    rest.resize(RECORD - 4, 0);
    [&checksum(&rest).to_le_bytes(), &rest[..]].concat()
}

/// `None` if the checksum is wrong.
fn decode(record: &[u8; RECORD]) -> Option<Record> {
    let (sum, rest) = record.split_first_chunk()?;
    if u32::from_le_bytes(*sum) != checksum(rest) {
        return None;
    }
    let (&[is_end, key, value], rest) = rest.split_first_chunk()?;
    let (stamp, rest) = rest.split_first_chunk()?;
    let (key, rest) = rest.split_at_checked(key.into())?;
    let bytes = rest.get(..value.into())?.to_vec();
    Some(Record { is_end: is_end != 0, key: key.to_vec(), value: Value { stamp: u64::from_le_bytes(*stamp), bytes } })
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// The error of a file that cannot be used.
pub(super) fn refusal(path: &Path, error: &io::Error) -> Diagnostics {
    let path = shown(path);
    let diagnostic = match error.kind() {
        ErrorKind::WouldBlock => Diagnostic::new(format!("the memory {path} is in use by another program"))
            .help("wait until that ends, or name another file"),
        ErrorKind::NotFound => {
            Diagnostic::new(format!("there is no file {path}")).help("a search with --memory FILE makes one")
        }
        _ => Diagnostic::new(format!("cannot use the memory {path}: {error}")),
    };
    diagnostic.into()
}

fn shown(path: &Path) -> String {
    printable(&path.display().to_string())
}
