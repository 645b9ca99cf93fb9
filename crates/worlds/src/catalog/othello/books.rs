//! Opening books by name: that which comes with the program, and files.

use std::path::Path;

use serde_json::Value;

use crate::book::MOST_BYTES;
use crate::catalog::game::{has_table, remove_if_off};
use crate::catalog::named_files::NamedFiles;
use crate::catalog::parameter::{BOOK, BOOK_PLIES, KEEP_TABLE, Parameter, SOLVE};
use crate::othello::book::{Book, ply_of, shipped};
use crate::othello::{Move, Position};
use searchlab_search::about::AlgorithmInfo;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, quoted};
use searchlab_trial::files::read_regular;
use searchlab_trial::record::Params;

/// Parameters of players of Othello that no search has.
pub(crate) fn player_parameters(about: &AlgorithmInfo) -> &'static [&'static Parameter] {
    if has_table(about) {
        &[&BOOK, &BOOK_PLIES.parameter, &SOLVE.parameter, &KEEP_TABLE.parameter]
    } else {
        &[&BOOK, &BOOK_PLIES.parameter, &SOLVE.parameter]
    }
}

static FILES: NamedFiles<Book> = NamedFiles::new("book", "shipped", shipped, "searchlab othello book build");

/// Reads the book that a player is given, names it by its content, and says how far it goes. A solver that never plays is
/// none.
///
/// # Errors
/// A file that cannot be read, or that holds no book; a length of no book.
pub fn settle_player(params: &mut Params) -> Result<(), Diagnostics> {
    if SOLVE.of(params)? == Some(0) {
        params.remove(SOLVE.key());
    }
    remove_if_off(&KEEP_TABLE, params)?;
    let Some(text) = BOOK.text(params)? else {
        let problem = || Diagnostic::new(format!("{} without a book", BOOK_PLIES.key()));
        let is_alone = params.contains_key(BOOK_PLIES.key());
        return if is_alone { Err(problem().help("say book=FILE too").into()) } else { Ok(()) };
    };
    let name = settled(text)?;
    params.insert(BOOK.key().to_owned(), Value::from(name));
    let plies = BOOK_PLIES.parameter.default.parse::<u32>().unwrap_or_default();
    params.entry(BOOK_PLIES.key().to_owned()).or_insert_with(|| plies.into());
    Ok(())
}

/// The move that the book of a player has for a position; `None` without a book, beyond its plies, and where the book
/// knows no move.
pub fn book_move(params: &Params, position: Position) -> Option<Move> {
    let book = FILES.of(&BOOK, params).ok()??;
    let plies = BOOK_PLIES.of(params).ok()??;
    if ply_of(position) < plies { book.best(position.board) } else { None }
}

/// The book of a file.
///
/// # Errors
/// A file that cannot be read, or that holds no book.
pub fn read_book(path: &str) -> Result<&'static Book, Diagnostics> {
    let name = settled(path)?;
    FILES.named(&name).ok_or_else(|| Diagnostic::new(format!("cannot use the book {}", quoted(path))).into())
}

/// The name by which a trial knows this book: the checksum of a file, which is read.
fn settled(text: &str) -> Result<String, Diagnostics> {
    FILES.settled(text, || read_regular(Path::new(text), MOST_BYTES), Book::from_bytes)
}
