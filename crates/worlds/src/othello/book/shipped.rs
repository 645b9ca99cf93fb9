//! The book that comes with the program: games of its own, none of people.
//!
//! ```sh
//! searchlab othello match --player pvs:depth=5,evaluation=learned,table-bits=14 \
//!     --player alphabeta-tt:depth=4,table-bits=14 --openings random:5 --games 800 --out own
//! searchlab othello book build own/games/othello.ggf --out shipped.book --plies 16
//! ```

use std::sync::OnceLock;

use super::Book;

/// The file, as `searchlab othello book build` wrote it.
static TEXT: &str = include_str!("shipped.book");

/// The book that comes with the program, read at the first call.
///
/// # Panics
/// Never: a test reads the file.
pub fn shipped() -> &'static Book {
    static BOOK: OnceLock<Book> = OnceLock::new();
    BOOK.get_or_init(|| Book::from_bytes(TEXT.as_bytes()).expect("a test reads this file"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_file_is_small_and_good() {
        assert!(TEXT.len() <= 200_000, "{} bytes", TEXT.len());
        let book = Book::from_bytes(TEXT.as_bytes()).unwrap();
        assert!(book.len() > 1_000 && book.move_count() >= book.len());
    }
}
