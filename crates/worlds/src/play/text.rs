//! Games as lines of text, for worlds whose files hold a game on each line.
//!
//! Not here: how a world writes its moves and boards ([`BoardGame::read_first`], [`BoardGame::text`]).

use super::{BoardGame, Game};
use crate::lines::contents;
use searchlab_trial::diagnostic::{Diagnostics, Source};

/// Reads a game from each line that holds something, and the moves that followed where they stand behind a `#`. `read`
/// gets the line without its comment, and the whole line.
pub(crate) fn read_each<P: BoardGame>(
    source: &Source,
    read: impl Fn(&Source, &str) -> Result<Game<P>, Diagnostics>,
) -> Result<Vec<Game<P>>, Diagnostics> {
    let (mut games, mut problems) = (Vec::new(), Diagnostics::new());
    let is_single = contents(source).nth(1).is_none();
    for (number, range) in contents(source) {
        let whole = source.text[range.start..].lines().next().unwrap_or_default();
        let name = if is_single { source.name.clone() } else { format!("{}:{number}", source.name) };
        match read(&Source::new(name, &source.text[range]), whole) {
            Ok(game) => games.push(game.continued(whole)),
            Err(wrong) => problems.append(wrong),
        }
    }
    problems.into_result(games)
}
