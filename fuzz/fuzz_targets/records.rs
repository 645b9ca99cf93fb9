//! What the program wrote once: the records and the manifest of an experiment, and traces with their films. A record that was read is
//! printed as itself; the index, the manifest and the trace take or refuse any bytes.

#![no_main]

mod shared;

use std::fs;
use std::io::Cursor;
use std::path::PathBuf;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use searchlab::experiment::index::{Index, IndexError};
use searchlab::experiment::manifest::Manifest;
use searchlab::experiment::reader::Reader;
use searchlab::record::Record;
use searchlab::watch::film::Film;
use searchlab::worlds::trace;

/// Two directories, one with the input as records, one with it as a manifest. In memory where the system has that.
static FOLDERS: LazyLock<[PathBuf; 2]> = LazyLock::new(|| {
    let memory = PathBuf::from("/dev/shm");
    let base = if memory.is_dir() { memory } else { std::env::temp_dir() };
    ["records", "manifest"].map(|name| {
        let folder = base.join(format!("searchlab-fuzz-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a directory for the input");
        folder
    })
});

fuzz_target!(|bytes: &[u8]| {
    let [records, manifest] = &*FOLDERS;
    check_records(records, bytes);
    let checked = trace::Reader::new("trace", Box::new(Cursor::new(bytes.to_vec()))).and_then(trace::verify::verify);
    if let Err(problems) = checked {
        shared::show(&problems);
    }
    if let Err(problems) = Film::of(bytes) {
        shared::show(&problems);
    }
    fs::write(manifest.join("manifest.json"), bytes).expect("room for the input");
    match Manifest::read(manifest, None) {
        Ok(read) => {
            let read = read.expect("it was written");
            let text = serde_json::to_string(&read).expect("plain values");
            assert_eq!(serde_json::from_str::<Manifest>(&text).expect("our own text"), read);
            Manifest::combined(&[manifest, manifest]).expect("it was read before");
        }
        Err(problems) => shared::show(&problems),
    }
});

fn check_records(folder: &PathBuf, bytes: &[u8]) {
    let path = folder.join("records.jsonl");
    fs::write(&path, bytes).expect("room for the input");
    let mut reader = Reader::open(&path).expect("it is a file");
    let (mut all, mut is_whole) = (0, true);
    for next in reader.by_ref() {
        match next {
            Ok((record, place)) => {
                all += 1;
                assert!(place.offset + place.length < bytes.len() as u64 + 1);
                let text = serde_json::to_string(&record).expect("plain values");
                let again: Record = serde_json::from_str(&text).expect("our own text");
                assert_eq!(serde_json::to_string(&again).expect("plain values"), text);
            }
            Err(problems) => {
                is_whole = false;
                shared::show(&problems);
            }
        }
    }
    assert!(!is_whole || reader.end() + reader.torn() == bytes.len() as u64);
    match Index::open(&[folder]) {
        Ok(mut index) => {
            assert_eq!(index.entries().len() as u64 + index.duplicates(), all);
            for entry in index.in_order() {
                assert_eq!(index.record(&entry).expect("it was read before").id, entry.id);
            }
        }
        Err(IndexError::Conflicts(problems)) => shared::show(&problems),
        Err(other) => assert!(!is_whole, "{other}"),
    }
}
