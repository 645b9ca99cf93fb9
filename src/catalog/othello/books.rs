//! Opening books by name: that which comes with the program, and files, named by their checksum.
//!
//! A player names the book of a file by its checksum, so that the id of a game says with which it was played, wherever
//! the file lies. Files are read once and kept until the program ends.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use flate2::Crc;
use serde_json::Value;

use crate::catalog::parameter::{BOOK, BOOK_PLIES, Parameter};
use crate::diagnostic::{Diagnostic, Diagnostics, quoted};
use crate::files::read_regular;
use crate::record::Params;
use crate::worlds::othello::book::{Book, MOST_BYTES, ply_of, shipped};
use crate::worlds::othello::{Move, Position};

/// What only players of Othello may be told.
pub const PLAYER_PARAMETERS: &[&Parameter] = &[&BOOK, &BOOK_PLIES];

/// The name of the book that comes with the program.
const SHIPPED: &str = "shipped";

/// What has been read, by name.
static READ: Mutex<Vec<(String, &'static Book)>> = Mutex::new(Vec::new());

/// Reads the book that a player is given, names it by its content, and says how far it goes.
///
/// # Errors
/// A file that cannot be read, or that holds no book; a length of no book.
pub fn settle_player(params: &mut Params) -> Result<(), Diagnostics> {
    let Some(book) = params.get_mut(BOOK.name.name) else {
        let problem = || Diagnostic::new(format!("{} without a book", BOOK_PLIES.name.name));
        let is_alone = params.contains_key(BOOK_PLIES.name.name);
        return if is_alone { Err(problem().help("say book=FILE too").into()) } else { Ok(()) };
    };
    *book = Value::from(settled(book.as_str().unwrap_or_default())?);
    let plies = BOOK_PLIES.default.parse::<u32>().unwrap_or_default();
    params.entry(BOOK_PLIES.name.name.to_owned()).or_insert_with(|| plies.into());
    Ok(())
}

/// The move that the book of a player has for a position; `None` without a book, beyond its plies, and where the book
/// knows no move.
pub fn book_move(params: &Params, position: Position) -> Option<Move> {
    let book = named(params.get(BOOK.name.name)?.as_str()?)?;
    let plies = params.get(BOOK_PLIES.name.name)?.as_u64()?;
    if u64::from(ply_of(position)) < plies { book.best(position.board) } else { None }
}

/// The book of a file.
///
/// # Errors
/// A file that cannot be read, or that holds no book.
pub fn read_book(path: &str) -> Result<&'static Book, Diagnostics> {
    let name = settled(path)?;
    named(&name).ok_or_else(|| Diagnostic::new(format!("cannot use the book {}", quoted(path))).into())
}

/// The name by which a trial knows this book: the checksum of a file, which is read.
fn settled(text: &str) -> Result<String, Diagnostics> {
    if named(text).is_some() {
        return Ok(text.to_owned());
    }
    let refused = |why: String| {
        let problem = Diagnostic::new(format!("cannot use the book {}: {why}", quoted(text)));
        problem.help("expected shipped or a file that `searchlab othello book build` wrote")
    };
    let bytes = read_regular(Path::new(text), MOST_BYTES).map_err(|error| refused(error.to_string()))?;
    let mut crc = Crc::new();
    crc.update(&bytes);
    let name = format!("crc32-{:08x}", crc.sum());
    if named(&name).is_none() {
        let book = Book::from_bytes(&bytes).map_err(|error| refused(error.to_string()))?;
        READ.lock().unwrap_or_else(PoisonError::into_inner).push((name.clone(), Box::leak(Box::new(book))));
    }
    Ok(name)
}

/// The book of that name, if it has been read.
fn named(name: &str) -> Option<&'static Book> {
    if name == SHIPPED {
        return Some(shipped());
    }
    let read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    read.iter().find(|(known, _)| known == name).map(|&(_, book)| book)
}
