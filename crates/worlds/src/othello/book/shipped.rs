//! The book that comes with the program: games of its own, none of people.
//!
//! ```sh
//! searchlab othello match --player pvs:depth=5,evaluation=learned,table-bits=14 \
//!     --player alphabeta-tt:depth=4,table-bits=14 --openings random:5 --games 800 --out own
//! searchlab othello book build own/games/othello.ggf --out shipped.book --plies 16
//! gzip -9 -n shipped.book
//! ```

use std::sync::OnceLock;

use super::Book;
use crate::assets::{Asset, unpacked};

/// The book that comes with the program, as `searchlab othello book build` wrote it, read at the first call.
///
/// # Panics
/// Never: a test reads the file. In a module, if its host hands over another.
pub fn shipped() -> &'static Book {
    static BOOK: OnceLock<Book> = OnceLock::new();
    BOOK.get_or_init(|| Book::from_bytes(&unpacked(Asset::OthelloBook.bytes())).expect("a test reads this file"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_file_is_small_and_good() {
        let bytes = Asset::OthelloBook.bytes();
        assert!(bytes.len() <= 50_000, "{} bytes", bytes.len());
        let book = Book::from_bytes(&unpacked(bytes)).unwrap();
        assert!(book.len() > 1_000 && book.move_count() >= book.len());
    }
}
