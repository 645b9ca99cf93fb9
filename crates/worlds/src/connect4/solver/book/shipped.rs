//! The book that comes with the program.
//!
//! ```sh
//! searchlab connect4 book --plies 4 --table-bits 27 --out shipped.book
//! ```

use std::sync::OnceLock;

use super::Book;

/// The file, as `searchlab connect4 book` wrote it.
static TEXT: &str = include_str!("shipped.book");

/// The book that comes with the program, read at the first call.
///
/// # Panics
/// Never: a test reads the file.
pub fn shipped() -> &'static Book {
    static BOOK: OnceLock<Book> = OnceLock::new();
    BOOK.get_or_init(|| Book::from_bytes(TEXT.as_bytes()).expect("a test reads this file"))
}
