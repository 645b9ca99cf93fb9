//! What the program stored for itself: forecasts of ProbCut, opening books, the memory of Gomoku. Any bytes are taken or
//! refused, and what is taken is written as it was read.

#![no_main]

mod shared;

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use searchlab::play::PositionMemory;
use searchlab::worlds::connect4::solver::book::Book as FourBook;
use searchlab::worlds::othello::book::Book;
use searchlab::worlds::othello::learned::forecasts::Forecasts;

static FILE: LazyLock<PathBuf> = LazyLock::new(|| {
    let memory = PathBuf::from("/dev/shm");
    let base = if memory.is_dir() { memory } else { std::env::temp_dir() };
    base.join(format!("searchlab-fuzz-stored-{}", std::process::id()))
});

fuzz_target!(|bytes: &[u8]| {
    if let Ok(book) = Book::from_bytes(bytes) {
        assert_eq!(book.to_text().as_bytes(), bytes);
    }
    if let Ok(book) = FourBook::from_bytes(bytes) {
        assert_eq!(book.to_text().as_bytes(), bytes);
    }
    if let Ok(text) = std::str::from_utf8(bytes)
        && let Ok(forecasts) = Forecasts::from_text(text)
    {
        let again = forecasts.to_text("again");
        assert_eq!(Forecasts::from_text(&again).map(|it| it.to_text("again")), Ok(again));
    }
    fs::write(&*FILE, bytes).expect("room for the input");
    match PositionMemory::existing(&FILE, 1 << 20).and_then(|memory| memory.stats()) {
        Ok(_) => {}
        Err(problems) => shared::show(&problems),
    }
});
