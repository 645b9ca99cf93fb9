//! What the program stored for itself: forecasts of ProbCut, opening books, the memory of Gomoku. Any bytes are taken or
//! refused, and what is taken is written as it was read. They are read once more behind the head and before the checksum
//! that such a file has, since no random file has them.

#![no_main]

mod shared;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use flate2::Crc;
use libfuzzer_sys::fuzz_target;
use searchlab::catalog::GOMOKU;
use searchlab::play::PositionMemory;
use searchlab::record::{Answer, Limits, Measured, Record, Status, Trial};
use searchlab::worlds::connect4::solver::book::{Book as FourBook, shipped};
use searchlab::worlds::gomoku::{Position, Setting};
use searchlab::worlds::othello::book::Book;
use searchlab::worlds::othello::learned::forecasts::Forecasts;

/// Bytes of the head of a memory and of each of its records, and where in these the lengths of key and value stand.
const HEADER: usize = 32;
const RECORD: usize = 256;
const LENGTHS: usize = 5;
const KEY: usize = 15;

static FILE: LazyLock<PathBuf> = LazyLock::new(|| {
    let memory = PathBuf::from("/dev/shm");
    let base = if memory.is_dir() { memory } else { std::env::temp_dir() };
    base.join(format!("searchlab-fuzz-stored-{}", std::process::id()))
});

/// The first lines of both kinds of books.
static HEADS: LazyLock<[String; 2]> = LazyLock::new(|| {
    [Book::default().to_text(), shipped().to_text()].map(|text| text.lines().next().unwrap_or_default().to_owned())
});

/// The trial whose result the memory below knows.
static TRIAL: LazyLock<Trial> = LazyLock::new(|| {
    let about = GOMOKU.algorithm("engine").expect("it is in the catalog");
    let params = GOMOKU.resolve(about, &[]).expect("what is left out is usual");
    let trial = Trial::new("gomoku", ("empty".to_owned(), 0), "engine", params, Limits::default());
    Trial { depth: Some(3), ..trial }
});

/// A memory with one result, which is its last record.
static MEMORY: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let moves = ["h8", "h9"].into_iter().collect();
    let answer = Answer { value: 7.0, exact: None, moves, depth: Some(3) };
    let record = Record::of(&TRIAL, Status::Complete, Some(answer), Measured::default());
    let _ = fs::remove_file(&*FILE);
    PositionMemory::open(&FILE, 1 << 20).expect("a new file").remember(&TRIAL, &empty(), &record);
    fs::read(&*FILE).expect("it was made")
});

fn empty() -> Position {
    Position::empty(Setting::default())
}

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let book = |bytes: &[u8]| Book::from_bytes(bytes).map(|book| book.to_text());
    let four = |bytes: &[u8]| FourBook::from_bytes(bytes).map(|book| book.to_text());
    let [head, four_head] = &*HEADS;
    for bytes in [bytes.to_vec(), framed(head, &text), framed(four_head, &text)] {
        for again in [book(&bytes).ok(), four(&bytes).ok()].into_iter().flatten() {
            assert_eq!(again.as_bytes(), bytes);
        }
    }
    if let Ok(forecasts) = Forecasts::from_text(&text) {
        let again = forecasts.to_text("again");
        assert_eq!(Forecasts::from_text(&again).map(|it| it.to_text("again")), Ok(again));
    }
    let memory = &*MEMORY;
    for bytes in [bytes.to_vec(), with_records(memory, bytes), with_value(memory, bytes)] {
        fs::write(&*FILE, bytes).expect("room for the input");
        recall(&FILE);
    }
});

/// The first line of a book, these lines, and the last line that they need.
fn framed(head: &str, lines: &str) -> Vec<u8> {
    let lines: Vec<&str> = lines.lines().collect();
    let body = format!("{head}\n{}\n", lines.join("\n"));
    format!("{body}end {} {:08x}\n", lines.len(), crc(body.as_bytes())).into_bytes()
}

fn crc(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// A memory whose records are these bytes, each with the checksum that it needs.
fn with_records(memory: &[u8], bytes: &[u8]) -> Vec<u8> {
    let records = bytes.chunks(RECORD - 4).map(|rest| {
        let mut record = [&[0; 4], rest].concat();
        record.resize(RECORD, 0);
        sealed(record)
    });
    memory[..HEADER].iter().copied().chain(records.flatten()).collect()
}

/// The memory with these bytes as the value of its last record.
fn with_value(memory: &[u8], bytes: &[u8]) -> Vec<u8> {
    let (before, record) = memory.split_at(memory.len() - RECORD);
    let value = KEY + usize::from(record[LENGTHS]);
    let bytes = &bytes[..bytes.len().min(RECORD - value)];
    let mut record = [&record[..value], bytes].concat();
    record[LENGTHS + 1] = bytes.len() as u8;
    record.resize(RECORD, 0);
    [before, &sealed(record)].concat()
}

fn sealed(mut record: Vec<u8>) -> Vec<u8> {
    let sum = crc(&record[4..]);
    record[..4].copy_from_slice(&sum.to_le_bytes());
    record
}

fn recall(path: &Path) {
    let memory = PositionMemory::existing(path, 1 << 20);
    match memory.and_then(|memory| memory.stats().map(|_| memory)) {
        Ok(memory) => {
            if let Some(known) = memory.recall(&TRIAL, &empty()) {
                assert!(!known.answer.moves.is_empty(), "a line has moves");
            }
        }
        Err(problems) => shared::show(&problems),
    }
}
