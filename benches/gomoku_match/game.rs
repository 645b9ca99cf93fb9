//! One game: both players in turn, each move checked, each time measured.

use std::time::Duration;

use searchlab::play::BoardGame;
use searchlab::worlds::Side;
use searchlab::worlds::gomoku::{Point, Position, Rule, renju};

/// Why a player lost without a five.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fault {
    /// No such move.
    Illegal(String),
    /// The answer came too late, or never.
    Time(Duration),
    /// The program ended, or could not be started.
    Died(String),
}

impl Fault {
    fn words(&self) -> String {
        match self {
            Self::Illegal(what) => format!("illegal move: {what}"),
            Self::Time(time) => format!("time: {} ms", time.as_millis()),
            Self::Died(what) => format!("died: {what}"),
        }
    }
}

/// Somebody who plays.
pub(crate) trait Player {
    /// The move in a position that goes on from the last one by two moves, or is the first; and how long it took.
    fn choose(&mut self, position: &Position) -> Result<(Point, Duration), Fault>;
}

/// How a game went.
#[derive(Debug)]
pub(crate) struct Game {
    pub(crate) position: Position,
    pub(crate) winner: Option<Side>,
    pub(crate) fault: Option<Fault>,
    /// The longest move of each side, black first.
    pub(crate) longest: [Duration; 2],
}

/// The opponents, who may not be written for this machine, get so much more time before they lose by it.
pub(crate) const PATIENCE: Duration = Duration::from_secs(1);

/// Plays from an opening to the end. `ours` keeps to the time strictly.
pub(crate) fn play(opening: &Position, [black, white]: [&mut dyn Player; 2], ours: Side, turn: Duration) -> Game {
    let mut game = Game { position: opening.clone(), winner: None, fault: None, longest: [Duration::ZERO; 2] };
    while !game.position.is_full() {
        let side = game.position.side();
        let player = if side == Side::Black { &mut *black } else { &mut *white };
        let outcome = player.choose(&game.position).and_then(|(point, time)| {
            let longest = &mut game.longest[side.index()];
            *longest = time.max(*longest);
            let most = if side == ours { turn } else { turn + PATIENCE };
            if time > most { Err(Fault::Time(time)) } else { make(&mut game.position, point) }
        });
        match outcome {
            Ok(false) => {}
            Ok(true) => {
                game.winner = Some(side);
                break;
            }
            Err(fault) => {
                (game.winner, game.fault) = (Some(side.other()), Some(fault));
                break;
            }
        }
    }
    game
}

/// Makes a move if it is legal; tells whether it wins.
fn make(position: &mut Position, point: Point) -> Result<bool, Fault> {
    let name = position.spell(point);
    let is_renju = position.setting().rule == Rule::Renju && position.side() == Side::Black;
    if position.at(point).is_none()
        && is_renju
        && let Some(forbidden) = renju::forbidden(position, point)
    {
        return Err(Fault::Illegal(format!("{name}, {}", forbidden.name())));
    }
    position.play(point).map_err(|reason| Fault::Illegal(format!("{name}, {reason:?}")))?;
    Ok(position.five_through(point).is_some())
}

impl Game {
    /// One line: opening, colours, result, reason, longest moves, moves.
    pub(crate) fn line(&self, opening: usize, ours: Side, other: &str) -> String {
        let names = match ours {
            Side::Black => ["searchlab", other],
            Side::White => [other, "searchlab"],
        };
        let result = match self.winner {
            Some(Side::Black) => "1-0",
            Some(Side::White) => "0-1",
            None => "1/2-1/2",
        };
        let reason = self.fault.as_ref().map_or_else(|| "played".to_owned(), Fault::words);
        let [black, white] = self.longest.map(|time| time.as_millis());
        let moves = self.position.text();
        format!("{opening}\t{}\t{}\t{result}\t{reason}\t{black}\t{white}\t{moves}", names[0], names[1])
    }
}
