//! The Go Text Protocol (GTP), version 2, from the client's side, for any game on a board.
//!
//! | the client says | when |
//! |---|---|
//! | `boardsize 8` (columns, and rows if they differ), `clear_board` | the process is new, or another game begins |
//! | `time_settings 0 T 1` | the process is new, and the player was given another limit than the default, of whole seconds |
//! | `play b d3`, `play w pass` | a move was made that the program does not know |
//! | `genmove b` | for a move, which the program makes on its own board |
//!
//! Each command has a number, which its answer repeats: `=7 d3`, or `?7 REASON` if the program cannot do it.
//!
//! The protocol knows no positions. A game that begins elsewhere than on the first board is told by moves that lead there,
//! which a search finds.
//!
//! Source      Farnebäck, GTP, the Go Text Protocol, version 2, draft 2 (2002); Othello programs such as Edax write its
//!             moves as squares and `pass`.

use std::collections::HashSet;
use std::time::Duration;

use super::protocol::{Choice, Connection, EngineError, EngineProtocol, READY, READY_AGAIN, Wait};
use super::spec::USUAL_TIME;
use super::{BoardGame, Fault, Forfeit, Game, INITIAL, TuiBoard};
use crate::Side;
use searchlab_search::clock::Instant;
use searchlab_trial::diagnostic::{Source, quoted};

/// Positions that are looked at for moves to the beginning of a game.
const MOST_LOOKS: usize = 200_000;

/// The state of a talk.
#[derive(Debug, Default)]
pub struct Gtp {
    /// The number of the last command.
    number: u32,
}

/// The name of a side.
pub const fn color(side: Side) -> &'static str {
    match side {
        Side::Black => "b",
        Side::White => "w",
    }
}

/// The name of a move that is made here.
pub fn vertex<P: BoardGame>(position: &P, mv: P::Move) -> String {
    if position.forced() == Some(mv) { "pass".to_owned() } else { position.spell(mv) }
}

/// Columns of a board, and rows if they differ.
pub fn board_size<P: TuiBoard>(position: &P) -> String {
    let (columns, rows) = position.size();
    if columns == rows { columns.to_string() } else { format!("{columns} {rows}") }
}

impl Gtp {
    fn send(&mut self, talk: &mut dyn Connection, command: &str) -> Result<(), EngineError> {
        self.number += 1;
        talk.send(&format!("{} {command}\n", self.number))
    }

    /// The answer to the last command, and when it came; what is said before it is remembered as remarks.
    fn answer(&self, talk: &mut dyn Connection, wait: &Wait) -> Result<(Result<String, String>, Instant), EngineError> {
        loop {
            let heard = talk.hear(wait)?;
            if let Some(answer) = read_answer(&heard.text, self.number) {
                return Ok((answer, heard.at));
            }
            talk.note(&heard);
        }
    }

    /// Has a command done that every program must be able to do.
    fn command(&mut self, talk: &mut dyn Connection, command: &str, time: Duration) -> Result<(), EngineError> {
        self.send(talk, command)?;
        let (answer, _) = self.answer(talk, &Wait::lasting(time, "it did not get ready"))?;
        answer.map(drop).map_err(|reason| EngineError::Refused(format!("{command}: {reason}")))
    }

    fn clear<P: TuiBoard>(&mut self, talk: &mut dyn Connection, start: &P, time: Duration) -> Result<(), EngineError> {
        self.command(talk, &format!("boardsize {}", board_size(start)), time)?;
        self.command(talk, "clear_board", time)
    }
}

/// The answer in a line to the command of this number; `None` if the line is a remark, or answers another command.
fn read_answer(line: &str, number: u32) -> Option<Result<String, String>> {
    let rest = line.strip_prefix(['=', '?'])?;
    let text = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let id = &rest[..rest.len() - text.len()];
    let is_answer = (id.is_empty() || id.parse() == Ok(number)) && (text.is_empty() || text.starts_with([' ', '\t']));
    let text = text.trim().to_owned();
    is_answer.then(|| if line.starts_with('=') { Ok(text) } else { Err(text) })
}

impl<P: TuiBoard> EngineProtocol<P> for Gtp {
    const FAREWELL: &'static str = "quit";

    fn knows_its_moves(&self) -> bool {
        true
    }

    fn greet(&mut self, talk: &mut dyn Connection, game: &Game<P>) -> Result<(), EngineError> {
        self.clear(talk, game.start(), READY)?;
        let time = talk.spec().time;
        if time == USUAL_TIME || time.as_secs() == 0 {
            return Ok(());
        }
        self.send(talk, &format!("time_settings 0 {} 1", time.as_secs()))?;
        // A program without a clock may refuse this.
        self.answer(talk, &Wait::lasting(READY, "it did not get ready")).map(drop)
    }

    fn greet_again(&mut self, talk: &mut dyn Connection, game: &Game<P>) -> Result<bool, EngineError> {
        self.clear(talk, game.start(), READY_AGAIN).map(|()| true)
    }

    fn ask(
        &mut self,
        talk: &mut dyn Connection,
        game: &Game<P>,
        known: Option<usize>,
    ) -> Result<Choice<P::Move>, EngineError> {
        let before = if known.is_none() { way_to(game.start())? } else { Vec::new() };
        let rest = game.positions().zip(game.moves()).skip(known.unwrap_or_default());
        for (position, &mv) in before.iter().map(|(position, mv)| (position, mv)).chain(rest) {
            let command = format!("play {} {}", color(position.side()), vertex(position, mv));
            self.command(talk, &command, READY_AGAIN)?;
        }
        let (begin, wait) = talk.move_wait();
        self.send(talk, &format!("genmove {}", color(game.position().side())))?;
        let (answer, at) = self.answer(talk, &wait)?;
        let text = answer.as_ref().map_or_else(|reason| format!("? {reason}"), |text| format!("= {text}"));
        let mv = answer.ok().and_then(|text| game.position().read_move(&text.to_lowercase()));
        let babble = || EngineError::Failed(Forfeit::new(Fault::Babble, format!("{} is no move", quoted(&text))));
        Ok(Choice { mv: mv.ok_or_else(babble)?, value: None, time: at.saturating_duration_since(begin) })
    }
}

/// Moves from the first board of the game to a position, each with the position before it.
///
/// # Errors
/// A refusal, if none are found: no program of the protocol can be told such a position.
fn way_to<P: TuiBoard>(target: &P) -> Result<Vec<(P, P::Move)>, EngineError> {
    let text = Source::new("start", format!("{INITIAL} {}", target.variant_tag()).trim_end());
    let start = target.read(&text).ok().and_then(|games| Some(games.first()?.position().clone()));
    let mut way = Vec::new();
    if start.is_some_and(|start| leads_to(&start, target, &mut HashSet::new(), &mut way)) {
        return Ok(way);
    }
    Err(EngineError::Refused("GTP cannot tell this position, and no moves were found that lead to it".to_owned()))
}

/// Searches such moves depth first, on the cells that are taken in the end.
fn leads_to<P: TuiBoard>(position: &P, target: &P, seen: &mut HashSet<u64>, way: &mut Vec<(P, P::Move)>) -> bool {
    if position == target {
        return true;
    }
    if seen.len() >= MOST_LOOKS || !seen.insert(position.content()) {
        return false;
    }
    for mv in position.moves() {
        let is_possible = position.cell_of(mv).is_none_or(|cell| target.piece(cell).is_some());
        let Some(after) = position.after(mv).filter(|_| is_possible) else { continue };
        way.push((position.clone(), mv));
        if leads_to(&after, target, seen, way) {
            return true;
        }
        way.pop();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::GameWorld;
    use crate::{connect4, othello};

    #[test]
    fn answers_are_told_from_remarks() {
        for (line, expected) in [
            ("=7 D3", Some(Ok("D3"))),
            ("= d3", Some(Ok("d3"))),
            ("=", Some(Ok(""))),
            ("=7", Some(Ok(""))),
            ("?7 illegal move", Some(Err("illegal move"))),
            ("? no", Some(Err("no"))),
            ("=6 D3", None),
            ("==========", None),
            ("=x", None),
            ("thinking", None),
            ("", None),
        ] {
            let answer = read_answer(line, 7);
            let answer = answer.as_ref().map(|answer| answer.as_ref().map(String::as_str).map_err(String::as_str));
            assert_eq!(answer, expected, "{line}");
        }
    }

    /// Random openings of matches can be told, whichever moves led to them.
    #[test]
    fn moves_lead_to_openings() {
        fn check<P: GameWorld + TuiBoard>(setting: &P::Setting, plies: usize) {
            for seed in 0..20 {
                let target = P::random_game(setting, seed).swap_remove(plies);
                let way = way_to(&target).unwrap_or_else(|error| panic!("{error:?}: {}", target.text()));
                let end = way.iter().fold(P::initial(setting), |position, (before, mv)| {
                    assert_eq!(position, *before);
                    position.after(*mv).expect("a legal move")
                });
                assert_eq!(end, target);
            }
        }
        for plies in [0, 1, 8, 12] {
            check::<othello::Position>(&(), plies);
        }
        for plies in [0, 4, 7] {
            check::<connect4::Position>(&connect4::Size::STANDARD, plies);
            check::<connect4::Position>(&connect4::Size::new(4, 5).unwrap(), plies);
        }
        let island = othello::Position { board: othello::Board { own: 1, opponent: 2 }, ..othello::Position::INITIAL };
        assert!(matches!(way_to(&island), Err(EngineError::Refused(_))));
    }
}
