//! Records compressed: `records.jsonl.gz`, which is kept where the records themselves are too large to be.
//!
//! Idea        A report compresses its records beside itself, and links to them. Where a directory has no records but
//!             these, as in a copy of the repository, they are read instead; before anything is added they are written
//!             out again.
//! Guarantees  Equal records give equal bytes: neither a time nor a name is within.
//! Not here    Which files a directory has (store.rs), what a record is (reader.rs).

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use flate2::{Compression, GzBuilder};

use super::failure::{failure, replace};
use super::index::{Index, IndexError};
use super::store::{records_file, records_files};
use crate::temporary::nameless_file;
use searchlab_trial::diagnostic::Diagnostics;
use searchlab_trial::files::{Part, open_regular};

/// The name of the file.
pub const PACKED: &str = "records.jsonl.gz";

/// The compressed records of a directory.
pub fn packed_file(directory: &Path) -> PathBuf {
    directory.join(PACKED)
}

fn is_packed(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "gz")
}

/// Opens records for reading. Compressed ones are written out to a file without a name first, since they are read in
/// any order.
///
/// # Errors
/// The file system refuses, or the file is damaged.
pub(super) fn open(path: &Path) -> io::Result<File> {
    let file = open_regular(path)?;
    if !is_packed(path) {
        return Ok(file);
    }
    let mut records = nameless_file()?;
    io::copy(&mut MultiGzDecoder::new(file), &mut records)?;
    records.rewind()?;
    Ok(records)
}

/// Compresses the records of a directory, which were all read before, one for each trial, into its `records.jsonl.gz`.
/// Nothing is done where there are no others, or where those with this checksum and length are there already
/// ([`Reader::checksum`](super::reader::Reader::checksum); `None` if it is not known).
///
/// # Errors
/// Records that cannot be read, or that contradict each other; the file system refuses.
pub fn pack(directory: &Path, checksum: Option<[u32; 2]>) -> Result<(), IndexError> {
    let target = packed_file(directory);
    if records_files(directory)?.contains(&target) {
        return Ok(());
    }
    let cannot_read = |error: io::Error| failure("read", &target, &error);
    if checksum.is_some() && trailer(&target).map_err(cannot_read)? == checksum {
        return Ok(());
    }
    let mut index = Index::open_sound(directory)?;
    let mut packer = GzBuilder::new().mtime(0).write(Vec::new(), Compression::default());
    let cannot_write = |error: io::Error| failure("write", &target, &error);
    for entry in &index.in_order() {
        packer.write_all(index.line(entry)?).and_then(|()| packer.write_all(b"\n")).map_err(cannot_write)?;
    }
    let bytes = packer.finish().map_err(cannot_write)?;
    // What is there already need not be written again.
    if fs::read(&target).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    Ok(replace(&target, |file| file.write_all(&bytes))?)
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
    let packed = packed_file(directory);
    if !records_files(directory)?.contains(&packed) {
        return Ok(());
    }
    let target = records_file(directory, None);
    let write = || {
        let part = Part::beside(&target, "jsonl")?;
        let mut file = File::create(part.path())?;
        io::copy(&mut open(&packed)?, &mut file)?;
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
        let (plain, packed) = (folder.path().join("records.jsonl"), folder.path().join(PACKED));
        let text: String = (1..=40).map(|id| line(&record(id))).collect();
        // What a crash left behind is not kept.
        fs::write(&plain, format!("{text}{{\"id\":\"0")).unwrap();
        pack(folder.path(), None).unwrap();
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
        pack(folder.path(), None).unwrap();
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
        pack(folder.path(), Some(reader.checksum())).unwrap();
        assert_eq!(fs::read(&packed).unwrap(), fast);
    }

    #[test]
    fn damaged_packed_records_are_an_error() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("records.jsonl"), line(&record(1))).unwrap();
        pack(folder.path(), None).unwrap();
        fs::remove_file(folder.path().join("records.jsonl")).unwrap();
        let whole = fs::read(folder.path().join(PACKED)).unwrap();
        for bytes in [&whole[..whole.len() - 9], b"hello", b""] {
            fs::write(folder.path().join(PACKED), bytes).unwrap();
            let read = Index::open(&[folder.path()]).map_err(|error| error.to_string());
            let opened = Store::open(folder.path(), None, None, "searchlab resume").map_err(|error| error.to_string());
            assert!(read.is_err_and(|error| error.contains(PACKED)), "{bytes:?}");
            assert!(opened.is_err(), "{bytes:?}");
            assert!(!folder.path().join("records.jsonl").exists());
        }
    }
}
