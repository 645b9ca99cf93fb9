//! Records compressed: `records.jsonl.gz` beside records, to be kept or sent in their place, and `records.jsonl.zst` in
//! place of large ones.
//!
//! Idea        A report compresses its records beside itself, and links to them: with gzip, which everything reads; those
//!             beyond 64 MiB with zstd, ten times as fast, and nothing else of them is kept. Where a directory
//!             has no records but compressed ones, they are read instead, as they are unpacked; before anything is added
//!             they are written out again.
//! Guarantees  Equal records give equal bytes: neither a time nor a name is within. Records go only when they are on the
//!             disk compressed, and nobody writes to them.
//! Not here    Which files a directory has (store.rs), what a record is (reader.rs).

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use flate2::{Compression, GzBuilder};
use zrip::{FrameDecoder, FrameEncoder};

use super::failure::{failure, replace};
use super::index::{Index, IndexError};
use super::lock::Lock;
use super::store::{records_file, records_files};
use crate::temporary::nameless_file;
use searchlab_trial::diagnostic::Diagnostics;
use searchlab_trial::files::{Part, open_regular};

/// The name of the file beside records.
const GZIP: &str = "records.jsonl.gz";
/// The name of the file in place of records.
const ZSTD: &str = "records.jsonl.zst";
/// Bytes beyond which records are kept as [`ZSTD`] alone.
const LARGE: u64 = 64 << 20;
/// The level of zstd: beyond it there is little to gain, since records are alike.
const LEVEL: i32 = 1;

/// The compressed records of a directory, if it has any.
pub(crate) fn packed_file(directory: &Path) -> Option<PathBuf> {
    [ZSTD, GZIP].map(|name| directory.join(name)).into_iter().find(|path| path.is_file())
}

/// The name that the compressed records of a directory have, or will have.
///
/// # Errors
/// The directory cannot be read.
pub fn packed_name(directory: &Path) -> Result<&'static str, Diagnostics> {
    let files = records_files(directory)?;
    let is_zstd = files.iter().any(|path| has_extension(path, "zst"));
    Ok(if is_zstd || are_large(&files) { ZSTD } else { GZIP })
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found == extension)
}

fn are_packed(files: &[PathBuf]) -> bool {
    files.iter().any(|path| has_extension(path, "zst") || has_extension(path, "gz"))
}

fn are_large(files: &[PathBuf]) -> bool {
    let bytes = |path: &PathBuf| path.metadata().map_or(0, |data| data.len());
    !are_packed(files) && files.iter().map(bytes).sum::<u64>() > LARGE
}

/// Opens records for reading from the first to the last.
///
/// # Errors
/// The file system refuses.
pub(super) fn open(path: &Path) -> io::Result<Box<dyn Read + Send>> {
    let file = open_regular(path)?;
    if has_extension(path, "gz") {
        return Ok(Box::new(MultiGzDecoder::new(file)));
    }
    if !has_extension(path, "zst") {
        return Ok(Box::new(file));
    }
    if file.metadata()?.len() == 0 {
        return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "it is empty"));
    }
    Ok(Box::new(FrameDecoder::new(file)))
}

/// Opens records for reading in any order. Compressed ones are written out to a file without a name.
///
/// # Errors
/// The file system refuses, or the file is damaged.
pub(super) fn open_in_any_order(path: &Path) -> io::Result<File> {
    if !are_packed(&[path.to_owned()]) {
        return open_regular(path);
    }
    let mut records = nameless_file()?;
    io::copy(&mut open(path)?, &mut records)?;
    records.rewind()?;
    Ok(records)
}

/// Compresses the records of a directory, which were all read before, one for each trial: beside them, or in place of
/// large ones that nobody writes to. `command` is told to whoever wants to write there meanwhile. Nothing is done where
/// there are no others, or where those with this checksum and length are there already
/// ([`Reader::checksum`](super::reader::Reader::checksum); `None` if it is not known).
///
/// # Errors
/// Records that cannot be read, or that contradict each other; the file system refuses.
pub fn pack(directory: &Path, checksum: Option<[u32; 2]>, command: &str) -> Result<(), IndexError> {
    let files = records_files(directory)?;
    if are_packed(&files) {
        return Ok(());
    }
    if are_large(&files)
        && let Ok(_lock) = Lock::take(directory, None, command)
    {
        return pack_in_place(directory);
    }
    let target = directory.join(GZIP);
    let cannot_read = |error: io::Error| failure("read", &target, &error);
    if checksum.is_some() && trailer(&target).map_err(cannot_read)? == checksum {
        return Ok(());
    }
    let mut index = Index::open_sound(directory)?;
    let mut packer = GzBuilder::new().mtime(0).write(Vec::new(), Compression::default());
    let entries = index.in_order();
    let written = index.copy(&entries, &mut packer).and_then(|()| packer.finish());
    let bytes = written.map_err(|error| index.reason(&target, &error))?;
    // What is there already need not be written again.
    if fs::read(&target).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    Ok(replace(&target, |file| file.write_all(&bytes))?)
}

/// Puts one compressed file in place of all others with records. The caller holds the lock.
fn pack_in_place(directory: &Path) -> Result<(), IndexError> {
    let target = directory.join(ZSTD);
    let mut index = Index::open_sound(directory)?;
    let entries = index.in_order();
    index.replace(&target, |index, file| {
        let mut packer = FrameEncoder::new(file, LEVEL).map_err(io::Error::other)?;
        index.copy(&entries, &mut packer)?;
        packer.finish().map(drop)
    })?;
    let gone = records_files(directory)?.into_iter().chain([directory.join(GZIP)]).filter(|path| *path != target);
    for path in gone.filter(|path| path.is_file()) {
        fs::remove_file(&path).map_err(|error| failure("remove", &path, &error))?;
    }
    Ok(())
}

/// The checksum of the contents of a compressed file and their length modulo 2^32, with which it ends; `None` where there
/// is no such file.
fn trailer(path: &Path) -> io::Result<Option<[u32; 2]>> {
    if !path.is_file() {
        return Ok(None);
    }
    let mut file = open_regular(path)?;
    let mut words = [[0; 4]; 2];
    if file.metadata()?.len() < 18 {
        return Ok(None);
    }
    file.seek(SeekFrom::End(-8))?;
    file.read_exact(words.as_flattened_mut())?;
    Ok(Some(words.map(u32::from_le_bytes)))
}

/// Writes the records out where a directory has compressed ones only. Several processes may do so at once.
///
/// # Errors
/// The file system refuses, or the file is damaged.
pub(super) fn unpack(directory: &Path) -> Result<(), Diagnostics> {
    let files = records_files(directory)?;
    let [packed] = &files[..] else { return Ok(()) };
    if !are_packed(&files) {
        return Ok(());
    }
    let target = records_file(directory, None);
    let write = || {
        let part = Part::beside(&target, "jsonl")?;
        let mut file = File::create(part.path())?;
        io::copy(&mut open(packed)?, &mut file)?;
        file.sync_all()?;
        part.finish()
    };
    Ok(write().map_err(|error| failure("write", &target, &error))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::reader::Reader;
    use crate::experiment::store::Store;
    use crate::experiment::store::tests::{line, record};

    #[test]
    fn packed_records_are_read_and_added_to_as_they_were() {
        let folder = tempfile::tempdir().unwrap();
        let (plain, packed) = (folder.path().join("records.jsonl"), folder.path().join(GZIP));
        let text: String = (1..=40).map(|id| line(&record(id))).collect();
        // What a crash left behind is not kept.
        fs::write(&plain, format!("{text}{{\"id\":\"0")).unwrap();
        pack(folder.path(), None, "report").unwrap();
        let bytes = fs::read(&packed).unwrap();
        assert!(bytes.len() * 2 < text.len());
        assert_eq!(bytes[4..8], [0; 4], "no time of making");
        fs::remove_file(&plain).unwrap();

        let mut index = Index::open(&[folder.path()]).unwrap();
        let lines: Vec<Vec<u8>> = index.in_order().iter().map(|entry| index.line(entry).unwrap().to_owned()).collect();
        assert_eq!(lines.join(&b'\n'), text.trim_end().as_bytes());
        assert_eq!(index.record(&index.entries()[3].clone()).unwrap(), record(4));
        assert!(!plain.exists(), "reading leaves the directory as it is");

        let mut store = Store::open(folder.path(), None, None, "searchlab resume").unwrap();
        assert_eq!(store.finished(), 40);
        store.append(&record(41)).unwrap();
        drop(store);
        let whole = format!("{text}{}", line(&record(41)));
        assert_eq!(fs::read_to_string(&plain).unwrap(), whole);
        // The records themselves count more than what was compressed before.
        assert_eq!(Index::open(&[folder.path()]).unwrap().entries().len(), 41);
        pack(folder.path(), None, "report").unwrap();
        let mut unpacked = String::new();
        open(&packed).unwrap().read_to_string(&mut unpacked).unwrap();
        assert_eq!(unpacked, whole);

        // The same records are not compressed again, whoever did it.
        let mut fast = GzBuilder::new().write(Vec::new(), Compression::fast());
        fast.write_all(whole.as_bytes()).unwrap();
        let fast = fast.finish().unwrap();
        fs::write(&packed, &fast).unwrap();
        let mut reader = Reader::open(&plain).unwrap();
        assert_eq!(reader.by_ref().count(), 41);
        pack(folder.path(), Some(reader.checksum()), "report").unwrap();
        assert_eq!(fs::read(&packed).unwrap(), fast);
    }

    #[test]
    fn large_records_are_kept_compressed_alone_and_written_out_to_be_added_to() {
        let folder = tempfile::tempdir().unwrap();
        let (plain, packed) = (folder.path().join("records.jsonl"), folder.path().join(ZSTD));
        let lines = |ids: std::ops::RangeInclusive<u64>| ids.map(|id| line(&record(id))).collect::<String>();
        // Two shards, of which one has a torn line, and what a report of fewer records left.
        fs::write(folder.path().join("records.0-of-2.jsonl"), lines(1..=40)).unwrap();
        fs::write(folder.path().join("records.1-of-2.jsonl"), format!("{}{{\"id\":\"0", lines(41..=60))).unwrap();
        fs::write(folder.path().join(GZIP), b"old").unwrap();
        pack_in_place(folder.path()).unwrap();
        let names = || {
            let names =
                fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
            names.collect::<Vec<_>>()
        };
        assert_eq!(names(), [ZSTD]);
        assert_eq!(packed_name(folder.path()).unwrap(), ZSTD);
        let whole = lines(1..=60);
        let bytes = fs::read(&packed).unwrap();
        assert!(bytes.len() * 4 < whole.len());
        // Read from first to last, and in any order.
        let mut reader = Reader::open(&packed).unwrap();
        assert_eq!((reader.by_ref().map(Result::unwrap).count(), reader.end()), (60, whole.len() as u64));
        let mut index = Index::open(&[folder.path()]).unwrap();
        for entry in index.in_order().iter().rev() {
            assert_eq!(index.record(entry).unwrap().id, entry.id);
        }
        pack(folder.path(), None, "report").unwrap();
        assert_eq!((names(), fs::read(&packed).unwrap()), (vec![ZSTD.to_owned()], bytes));

        let mut store = Store::open(folder.path(), None, None, "searchlab resume").unwrap();
        assert_eq!(store.finished(), 60);
        store.append(&record(61)).unwrap();
        drop(store);
        assert_eq!(fs::read_to_string(&plain).unwrap(), lines(1..=61));
        assert_eq!(Index::open(&[folder.path()]).unwrap().entries().len(), 61);
    }

    #[test]
    fn damaged_packed_records_are_an_error() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("records.jsonl"), line(&record(1))).unwrap();
        pack(folder.path(), None, "report").unwrap();
        fs::remove_file(folder.path().join("records.jsonl")).unwrap();
        let whole = fs::read(folder.path().join(GZIP)).unwrap();
        let zstd = zrip::compress(line(&record(1)).as_bytes(), LEVEL).unwrap();
        let cases = [(GZIP, &whole[..whole.len() - 9]), (ZSTD, &zstd[..zstd.len() - 5])];
        for (name, bytes) in
            cases.into_iter().chain([GZIP, ZSTD].into_iter().flat_map(|it| [(it, &b"hello"[..]), (it, b"")]))
        {
            fs::remove_file(folder.path().join(GZIP)).ok();
            fs::remove_file(folder.path().join(ZSTD)).ok();
            fs::write(folder.path().join(name), bytes).unwrap();
            let read = Index::open(&[folder.path()]).map_err(|error| error.to_string());
            let opened = Store::open(folder.path(), None, None, "searchlab resume").map_err(|error| error.to_string());
            assert!(read.is_err_and(|error| error.contains(name)), "{name} {bytes:?}");
            assert!(opened.is_err(), "{bytes:?}");
            assert!(!folder.path().join("records.jsonl").exists());
        }
    }
}
