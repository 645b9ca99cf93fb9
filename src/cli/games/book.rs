//! `--book FILE`: one opening book for all players that name none.
//!
//! Not here: the key `book=FILE` of a player, and the making of books, which are the game's.

use clap::{Args, Command};

use crate::catalog::parameter::BOOK;
use crate::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::play::Players;
use crate::play::spec::PlayerSpec;

// No documentation: clap would make it the description of each command that takes these.
#[derive(Debug, Clone, Args)]
pub(in crate::cli) struct BookArgs {
    /// Opening book of all players that name none themselves by book=FILE: shipped, or a file that `book build`
    /// wrote
    #[arg(long, value_name = "FILE")]
    book: Option<String>,
}

/// The command with the flag, if players of the world can have a book.
pub(in crate::cli) fn augment(command: Command, known: &Players) -> Command {
    if has_books(known) { BookArgs::augment_args(command) } else { command }
}

/// True if a player of the world can have a book.
pub(in crate::cli) fn has_books(known: &Players) -> bool {
    known.world.algorithms.iter().any(|about| (known.parameters)(about).iter().any(|own| own.name.name == BOOK.key()))
}

impl BookArgs {
    /// Gives the book to players. Those that cannot be read stay as they are: who reads them next has the error.
    ///
    /// # Errors
    /// No player takes a book, or the book cannot be read.
    pub(in crate::cli) fn give<'a>(
        &self,
        known: &Players,
        players: impl IntoIterator<Item = (&'static str, &'a mut String)>,
    ) -> Result<(), Diagnostics> {
        let Some(book) = &self.book else { return Ok(()) };
        let (mut is_taken, mut is_sound) = (false, true);
        for (flag, words) in players {
            let Ok(player) = known.parse(&Source::new(flag, words.as_str())) else {
                is_sound = false;
                continue;
            };
            let PlayerSpec::Algorithm(spec) = player else { continue };
            if spec.params.contains_key(BOOK.key()) {
                continue;
            }
            let text = spec.to_string();
            let separator = if text.contains(':') { ',' } else { ':' };
            let with_book = format!("{text}{separator}{}={book}", BOOK.key());
            known.parse(&Source::new("--book", with_book.as_str()))?;
            *words = with_book;
            is_taken = true;
        }
        if is_taken || !is_sound {
            return Ok(());
        }
        let problem = Diagnostic::new("--book, and no player that takes it");
        Err(problem.help("a book is for algorithms that name none themselves by book=FILE").into())
    }
}
