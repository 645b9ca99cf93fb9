//! Reading records, one line at a time.
//!
//! Idea        A line of a records file is one record; the file is never held in memory. The last line is torn if a
//!             crash cut it short: it lacks its newline, or holds NUL bytes where a file system had noted a length but
//!             not yet the data. A torn line counts as absent. Everything else that is no record is an error with its
//!             place, as the file may be somebody else's; so is a record that cannot be that of its trial (check.rs).
//! Not here    Which of several records of one trial counts (index.rs), cutting a torn line off (store.rs).

use std::hash::BuildHasher;
use std::io::{self, BufRead, BufReader, Read};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use flate2::Crc;
use rustc_hash::FxBuildHasher;

use super::check::{measured_problem, plan_problem};
use super::failure::{failure, shown};
use super::packed;
use super::plan::{Finder, Plan};
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Excerpt, bounded};
use searchlab_trial::record::{Record, Status, TrialId, status_name};
use serde::Deserialize;

/// Bytes of a line beyond which it is taken for no text at all.
const LONGEST_LINE: u64 = 256 << 20;
/// The beginning of every record.
const BEGIN: &[u8] = b"{\"id\":\"";

/// Where a record stands in its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1.
    pub line: u64,
    /// The first byte.
    pub offset: u64,
    /// Bytes, without the newline.
    pub length: u64,
    /// A hash of these bytes: lines of two files with the same one are taken for copies.
    pub hash: NonZeroU64,
}

/// The members of a record by which it is found again.
#[derive(Debug, Deserialize)]
pub(super) struct Head {
    pub(super) id: TrialId,
    #[serde(deserialize_with = "status_name::deserialize")]
    pub(super) status: Status,
}

/// Some lines of a file, one after the other, as they stand there.
#[derive(Debug, Default)]
pub struct Batch {
    bytes: Vec<u8>,
    places: Vec<Place>,
    /// Why there are no more of them.
    problems: Option<Diagnostics>,
}

impl Batch {
    fn push(&mut self, line: &[u8]) {
        self.bytes.extend_from_slice(line);
        self.bytes.push(b'\n');
    }

    /// True if the file has no more lines.
    pub const fn is_empty(&self) -> bool {
        self.places.is_empty() && self.problems.is_none()
    }
}

/// Makes records of lines.
#[derive(Debug, Clone)]
pub struct Parser<'a> {
    path: PathBuf,
    plan: Option<&'a Plan>,
}

impl Parser<'_> {
    /// The records of some lines. An error ends them.
    pub fn records(&self, batch: Batch) -> impl Iterator<Item = Result<(Record, Place), Diagnostics>> {
        let Batch { bytes, places, problems } = batch;
        let begin = places.first().map_or(0, |place| place.offset);
        let mut finder = self.finder();
        let record = move |place: Place| {
            let at = (place.offset - begin) as usize;
            let record = self.record(&mut finder, place.line, &bytes[at..at + place.length as usize])?;
            Ok((record, place))
        };
        places.into_iter().map(record).chain(problems.map(Err))
    }

    fn finder(&self) -> Option<Finder<'_>> {
        self.plan.map(Finder::new)
    }

    fn record(&self, finder: &mut Option<Finder<'_>>, number: u64, line: &[u8]) -> Result<Record, Diagnostics> {
        let record = parse(&self.path, number, line)?;
        let found = self.plan.zip(finder.as_mut().and_then(|finder| finder.place(record.id)));
        match found.and_then(|(plan, place)| plan_problem(&record, plan, &plan.trials[place])) {
            Some(problem) => Err(problem.diagnostic(&self.path, number, line).into()),
            None => Ok(record),
        }
    }
}

/// A file as it is read, compressed or not.
struct Input(BufReader<Box<dyn Read + Send>>);

impl std::fmt::Debug for Input {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Input")
    }
}

/// The records of one file in order. An error ends it.
#[derive(Debug)]
pub struct Reader<'a> {
    parser: Parser<'a>,
    /// Bytes of a line beyond which it is taken for no text at all.
    longest: u64,
    input: Input,
    line: Vec<u8>,
    /// Lines read so far.
    lines: u64,
    /// Bytes of whole lines read so far.
    end: u64,
    torn: u64,
    /// Of the whole lines read so far.
    sum: Crc,
    is_over: bool,
    /// Bytes of the last batch, of which the next one will have about as many.
    batched: usize,
}

impl<'a> Reader<'a> {
    /// The records of the file at `path`.
    ///
    /// # Errors
    /// The file cannot be opened, or is no file.
    pub fn open(path: &Path) -> Result<Self, Diagnostics> {
        let file = packed::open(path).map_err(|error| failure("open", path, &error))?;
        Ok(Self {
            parser: Parser { plan: None, path: path.to_owned() },
            longest: LONGEST_LINE,
            input: Input(BufReader::with_capacity(1 << 18, file)),
            line: Vec::new(),
            lines: 0,
            end: 0,
            torn: 0,
            sum: Crc::new(),
            is_over: false,
            batched: 0,
        })
    }

    /// The same records, each of which must say of its trial what the plan says of it. Trials that the plan does not
    /// have are not checked.
    pub fn against(self, plan: Option<&'a Plan>) -> Self {
        Self { parser: Parser { plan, ..self.parser }, ..self }
    }

    /// The parser of its lines, for threads of their own.
    pub fn parser(&self) -> Parser<'a> {
        self.parser.clone()
    }

    /// The next lines: at most `most`, and none after a mebibyte of them.
    pub fn batch(&mut self, most: usize) -> Batch {
        let mut batch = Batch { bytes: Vec::with_capacity(self.batched), ..Batch::default() };
        while batch.places.len() < most && batch.bytes.len() < 1 << 20 {
            let keep = |_: &Parser<'_>, _, line: &[u8]| {
                batch.push(line);
                Ok(())
            };
            match self.advance(keep) {
                Ok(Some(((), place))) => batch.places.push(place),
                Ok(None) => break,
                Err(problems) => {
                    self.is_over = true;
                    batch.problems = Some(problems);
                    break;
                }
            }
        }
        self.batched = batch.bytes.len();
        batch
    }

    /// Bytes of whole lines read so far; at the end, the length that the file has without its torn line.
    pub const fn end(&self) -> u64 {
        self.end
    }

    /// The checksum of the whole lines read so far, and their length modulo 2^32, as compressed files have them.
    pub fn checksum(&self) -> [u32; 2] {
        [self.sum.sum(), self.sum.amount()]
    }

    /// Bytes of the torn last line; known at the end.
    pub const fn torn(&self) -> u64 {
        self.torn
    }

    /// Ids and statuses alone, of a file whose records were read before: of each line no more is looked at.
    pub(super) fn heads(mut self) -> impl Iterator<Item = Result<(Head, Place), Diagnostics>> {
        std::iter::from_fn(move || {
            let next = self.advance(|parser, number, line| {
                Ok(parse_by(&parser.path, number, line, |line| serde_json::from_slice::<Head>(line))?)
            });
            self.is_over |= next.is_err();
            next.transpose()
        })
    }

    /// Reads the next line with `read`, and notes its place.
    fn advance<R>(
        &mut self,
        read: impl FnOnce(&Parser<'_>, u64, &[u8]) -> Result<R, Diagnostics>,
    ) -> Result<Option<(R, Place)>, Diagnostics> {
        if self.is_over {
            return Ok(None);
        }
        self.line.clear();
        let cannot_read = |error: io::Error| failure("read", &self.parser.path, &error);
        self.input.0.by_ref().take(self.longest).read_until(b'\n', &mut self.line).map_err(cannot_read)?;
        if self.line.is_empty() {
            self.is_over = true;
            return Ok(None);
        }
        let is_whole = self.line.pop_if(|last| *last == b'\n').is_some();
        let is_last = self.input.0.fill_buf().map_err(cannot_read)?.is_empty();
        // There may be sound records behind it: nothing of the file is taken for torn.
        if !is_whole && !is_last {
            let message = format!(
                "line {} of {} is longer than {} MiB",
                self.lines + 1,
                shown(&self.parser.path),
                self.longest >> 20
            );
            return Err(Diagnostic::new(message)
                .help("is it a file of records? Delete the line if it is damaged")
                .into());
        }
        if is_last && looks_torn(&self.line, is_whole) {
            self.torn = self.line.len() as u64 + u64::from(is_whole);
            self.is_over = true;
            return Ok(None);
        }
        if !is_whole {
            parse(&self.parser.path, self.lines + 1, &self.line)?;
            self.torn = self.line.len() as u64;
            self.is_over = true;
            return Ok(None);
        }
        let record = read(&self.parser, self.lines + 1, &self.line)?;
        let length = self.line.len() as u64;
        let hash = NonZeroU64::MIN.saturating_add(FxBuildHasher.hash_one(&self.line));
        let place = Place { line: self.lines + 1, offset: self.end, length, hash };
        self.sum.update(&self.line);
        self.sum.update(b"\n");
        self.lines += 1;
        self.end += place.length + 1;
        Ok(Some((record, place)))
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<(Record, Place), Diagnostics>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.advance(|parser, number, line| parser.record(&mut parser.finder(), number, line));
        self.is_over |= next.is_err();
        next.transpose()
    }
}

/// True if the last line of a file can be the torn rest of a record that a crash leaves.
fn looks_torn(line: &[u8], is_whole: bool) -> bool {
    if line.contains(&0) {
        // Pages that were never written read as NUL, and a record has none.
        return line.iter().zip(BEGIN).all(|(byte, expected)| byte == expected || *byte == 0);
    }
    let common = line.len().min(BEGIN.len());
    !is_whole && line[..common] == BEGIN[..common]
}

/// The record that a line holds.
///
/// # Errors
/// The place in the line where it ceases to be one.
pub(super) fn parse(path: &Path, number: u64, line: &[u8]) -> Result<Record, Diagnostic> {
    let record = parse_by(path, number, line, Record::from_json)?;
    match measured_problem(&record) {
        Some(problem) => Err(problem.diagnostic(path, number, line)),
        None => Ok(record),
    }
}

fn parse_by<R>(
    path: &Path,
    number: u64,
    line: &[u8],
    read: impl Fn(&[u8]) -> serde_json::Result<R>,
) -> Result<R, Diagnostic> {
    read(line).map_err(|error| {
        // The column is that of the last byte that was read, from 1; there is none where the line is no text.
        let at = match error.column() {
            0 => std::str::from_utf8(line).map_or_else(|error| error.valid_up_to(), |_| 0),
            column => (column - 1).min(line.len()),
        };
        let what = reason(&error);
        let message = format!("line {number} of {} is not a record", shown(path));
        let help = if line.contains(&0) {
            "a loss of power may leave such a line: delete it, then run again"
        } else if what.starts_with("unknown ") {
            "a newer searchlab may have written it: see the version in manifest.json"
        } else {
            "is the file damaged, or not of searchlab? Move it away, then run again"
        };
        Diagnostic::new(message).at(excerpt(path, number, line, at, 1, &what)).help(help)
    })
}

/// Why a text is not the JSON that it should be, without the place.
pub(super) fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    bounded(text.rsplit_once(" at line ").map_or(text.as_str(), |(reason, _)| reason))
}

/// The place of `length` bytes at `at` of a line.
pub(super) fn excerpt(path: &Path, number: u64, line: &[u8], at: usize, length: usize, label: &str) -> Excerpt {
    let name = path.display().to_string();
    // Beyond this it is for the eye only, and the place must fall on a character.
    let before = String::from_utf8_lossy(&line[..at]);
    let marked = String::from_utf8_lossy(&line[at..(at + length).min(line.len())]);
    let after = String::from_utf8_lossy(&line[(at + length).min(line.len())..(at + length + 1_000).min(line.len())]);
    let span = before.len()..before.len() + marked.len();
    Excerpt::new(&name, number as usize, &format!("{before}{marked}{after}"), span, label)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::store::tests::{line, record};

    /// The result of reading a file with this text: its records, and the bytes that are torn.
    fn read(text: &[u8]) -> Result<(Vec<Record>, u64), String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("records.jsonl");
        std::fs::write(&path, text).unwrap();
        let mut reader = Reader::open(&path).unwrap();
        let mut records = Vec::new();
        for next in reader.by_ref() {
            let (record, place) = next.map_err(|problems| problems.to_string())?;
            assert_eq!(&text[place.offset as usize..][..place.length as usize], line(&record).trim_end().as_bytes());
            records.push(record);
        }
        assert_eq!(reader.end() + reader.torn(), text.len() as u64);
        Ok((records, reader.torn()))
    }

    #[test]
    fn torn_lines_count_as_absent_at_every_byte() {
        let text = [1, 2, 3].map(|id| line(&record(id))).concat().into_bytes();
        let last = text.len() - line(&record(3)).len();
        for end in last..text.len() {
            let (records, torn) = read(&text[..end]).unwrap();
            assert_eq!((records, torn), (vec![record(1), record(2)], (end - last) as u64), "{end} bytes");
            // A length without data, with and without a page that arrived out of order.
            let mut unwritten = text.clone();
            unwritten[end..].fill(0);
            assert_eq!(read(&unwritten).unwrap().0.len(), 2, "{end} bytes");
            let mut late = text.clone();
            late[last..=end].fill(0);
            assert_eq!(read(&late).unwrap().0.len(), 2, "{end} bytes");
        }
        assert_eq!(read(&text).unwrap().0.len(), 3);
        assert_eq!(read(b"").unwrap(), (vec![], 0));
    }

    #[test]
    fn what_is_no_record_is_shown_with_its_place() {
        let good = line(&record(1));
        let cases = [
            ("hello\n".to_owned(), "records.jsonl:1:1", "expected value"),
            ("hello".to_owned(), "records.jsonl:1:1", "expected value"),
            (format!("{good}\n{good}"), "records.jsonl:2:1", "EOF"),
            (format!("{good}{{\"id\":\"x\"}}\n"), "records.jsonl:2:9", "invalid digit"),
            (format!("{good}{}", good.replace("\"seed\"", "\"sead\"")), "records.jsonl:2:", "unknown field `sead`"),
            (format!("{good}{}", good.replace("solved", "dissolved")), "records.jsonl:2:", "unknown status"),
            (format!("{}{good}", &good[..40]), "records.jsonl:1:41", "key must be a string"),
            (format!("{good}{{}}\n"), "records.jsonl:2:2", "missing field `id`"),
            ("\0\0\n\0".repeat(2), "records.jsonl:1:1", "expected value"),
        ];
        for (text, place, what) in cases {
            let shown = read(text.as_bytes()).unwrap_err();
            assert!(shown.contains(place) && shown.contains(what), "{text:?}\n{shown}");
        }
        // Found by fuzzing: a name of any length was repeated in full.
        let shown = read(format!("{{\"{}\":1}}\n", "x".repeat(100_000)).as_bytes()).unwrap_err();
        assert!(shown.contains("unknown field `xxx") && shown.len() < 2_000, "{shown}");
        let controls = good.replace("solved", &"\\u0001".repeat(100_000));
        let shown = read(controls.as_bytes()).unwrap_err();
        assert!(shown.contains("unknown status") && shown.lines().all(|line| line.chars().count() < 1000), "{shown}");
        let shown = read(&[good.as_bytes(), b"{\"id\":\"\xff\"}\n"].concat()).unwrap_err();
        assert!(shown.contains("records.jsonl:2:8") && shown.contains("invalid utf-8"), "{shown}");
    }

    #[test]
    fn a_line_that_is_too_long_hides_no_record_behind_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("records.jsonl");
        let long = format!("{{\"id\":\"{}\n", "0".repeat(3 << 20));
        let read = |text: String| {
            std::fs::write(&path, text).unwrap();
            let mut reader = Reader { longest: 2 << 20, ..Reader::open(&path).unwrap() };
            let error = reader.by_ref().find_map(Result::err);
            (error.map(|problems| problems.to_string()).unwrap_or_default(), reader.torn())
        };
        let good = line(&record(1));
        for text in [format!("{good}{long}{good}"), format!("{good}{long}"), format!("{good}{}", long.trim_end())] {
            let (told, torn) = read(text);
            assert!(told.contains("line 2 of") && told.contains("is longer than 2 MiB"), "{told}");
            assert_eq!(torn, 0);
        }
        // Cut short within the limit, it is torn as any other.
        assert_eq!(read(format!("{good}{}", &long[..1 << 20])), (String::new(), 1 << 20));
    }

    #[test]
    fn devices_and_directories_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Reader::open(&folder.path().join("none")).unwrap_err().to_string().contains("it is not there"));
        if let Err(problems) = Reader::open(folder.path()) {
            assert!(problems.to_string().contains("no ordinary file") || cfg!(windows), "{problems}");
        }
        if Path::new("/dev/zero").exists() {
            let shown = Reader::open(Path::new("/dev/zero")).unwrap_err().to_string();
            assert!(shown.contains("no ordinary file"), "{shown}");
        }
    }
}
