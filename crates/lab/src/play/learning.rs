//! Learning from lost games: when a game has ended, the player that lost it marks its moves in its memory.
//!
//! Not here: what is marked, and how it is kept (the worlds).

use crate::play::spec::AlgorithmSpec;
use crate::play::{BoardGame, SearchableGame};
use crate::play::{Ending, Game};
use searchlab_worlds::Side;

/// The side that has lost, on the board, by a verdict or by giving up; none by a fault.
fn loser<P: BoardGame>(game: &Game<P>, ending: Ending) -> Option<Side> {
    match ending {
        Ending::Finished => game.position().winner().map(Side::other),
        Ending::Resigned(side) => Some(side),
        Ending::Adjudicated(margin) if margin != 0 => Some(if margin > 0 { Side::White } else { Side::Black }),
        Ending::Adjudicated(_) | Ending::Forfeited(..) | Ending::Left | Ending::Interrupted => None,
    }
}

/// Lets the player of a side learn from a game that has ended, if it has lost and has a memory. Moves that were given
/// are not its own.
pub fn learn<P: SearchableGame>(spec: &AlgorithmSpec, side: Side, game: &Game<P>, ending: Ending) {
    let Some(positions) = spec.positions.as_deref().filter(|_| loser(game, ending) == Some(side)) else { return };
    let positions_of_game: Vec<&P> = game.positions().collect();
    let given = game.plies() - game.played();
    let pairs = positions_of_game.windows(2).skip(given).map(|pair| (pair[0], pair[1]));
    let own: Vec<(&P, &P)> = pairs.filter(|(before, _)| before.side() == side).collect();
    P::learn(positions, &spec.params, &own);
}
