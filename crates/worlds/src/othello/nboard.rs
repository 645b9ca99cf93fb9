//! The protocol of NBoard, version 2, from the client's side.
//!
//! | the client says | when |
//! |---|---|
//! | `nboard 2`, `set depth N` | the process is new; the depth only if one was asked for |
//! | `set game (;…;)` | a game begins, or moves were taken back |
//! | `move F5` | a move was made, by either side, passes included |
//! | `ping N` | before each question: what is said before `pong N` belongs to earlier ones |
//! | `go` | for a move, `=== F5/VALUE/SECONDS` |
//!
//! Other lines are remarks, of which engines print their own too, such as what they think: they are passed over.
//!
//! The protocol knows no time of a move. A program that is told no depth must keep to its time by itself.
//!
//! Source      Chris Welty, NBoard Protocol, 2004 to 2014.

use super::play::ggf;
use crate::othello::{Move, Position};
use crate::play::{Choice, Connection, EngineError, EngineProtocol, Fault, Forfeit, Game, READY, READY_AGAIN, Wait};
use searchlab_trial::diagnostic::quoted;

/// The state of a talk.
#[derive(Debug, Default)]
pub(crate) struct NBoard {
    /// The number of the last ping.
    pings: u32,
}

impl NBoard {
    /// Waits until all is done that was asked for before.
    fn synchronize(&mut self, talk: &mut dyn Connection, wait: &Wait) -> Result<(), EngineError> {
        self.pings += 1;
        let number = self.pings.to_string();
        talk.send(&format!("ping {number}\n"))?;
        loop {
            let heard = talk.hear(wait)?;
            let mut words = heard.text.split_whitespace();
            if words.next().is_some_and(|word| word.eq_ignore_ascii_case("pong")) && words.next() == Some(&number) {
                return Ok(());
            }
            talk.note(&heard);
        }
    }
}

impl EngineProtocol<Position> for NBoard {
    const FAREWELL: &'static str = "quit";

    fn knows_its_moves(&self) -> bool {
        false
    }

    fn greet(&mut self, talk: &mut dyn Connection, _game: &Game<Position>) -> Result<(), EngineError> {
        let depth = talk.spec().depth.map(|depth| format!("set depth {depth}\n"));
        talk.send(&format!("nboard 2\n{}", depth.unwrap_or_default()))?;
        self.synchronize(talk, &Wait::lasting(READY, "it did not get ready"))
    }

    fn greet_again(&mut self, talk: &mut dyn Connection, _game: &Game<Position>) -> Result<bool, EngineError> {
        self.synchronize(talk, &Wait::lasting(READY_AGAIN, "it did not get ready")).map(|()| true)
    }

    fn ask(
        &mut self,
        talk: &mut dyn Connection,
        game: &Game<Position>,
        known: Option<usize>,
    ) -> Result<Choice<Move>, EngineError> {
        talk.send(&news(game, known))?;
        self.synchronize(talk, &Wait::lasting(READY_AGAIN, "it did not take up the position"))?;
        let (begin, wait) = talk.move_wait();
        talk.send("go\n")?;
        loop {
            let heard = talk.hear(&wait)?;
            if let Some(answer) = answer(&heard.text) {
                let (mv, value) = read(answer)?;
                return Ok(Choice { mv, value, time: heard.at.saturating_duration_since(begin) });
            }
            talk.note(&heard);
        }
    }
}

/// The commands for the part of the game that the program does not know yet.
fn news(game: &Game<Position>, known: Option<usize>) -> String {
    match known.and_then(|known| game.moves().get(known..)) {
        Some(moves) => {
            moves.iter().fold(String::new(), |text, mv| text + "move " + &mv.to_string().to_uppercase() + "\n")
        }
        None => format!("set game {}\n", ggf(game, ["black", "white"], None)),
    }
}

/// The text behind `===`, unless that is the beginning of a rule across the page.
fn answer(line: &str) -> Option<&str> {
    line.strip_prefix("===").filter(|answer| !answer.starts_with('=') && !answer.trim().is_empty())
}

/// The move and its value of `F5/1.20/0.51`, of which the latter two may be missing, or stand behind blanks.
fn read(answer: &str) -> Result<(Move, Option<f64>), EngineError> {
    let mut parts = answer.trim().split(|letter: char| letter == '/' || letter.is_whitespace());
    let mv = parts.next().and_then(|word| word.parse().ok()).ok_or_else(|| babble(&format!("==={answer}")))?;
    let value = parts.next().and_then(|word| word.parse().ok()).filter(|value: &f64| value.is_finite());
    Ok((mv, value))
}

fn babble(text: &str) -> EngineError {
    EngineError::Failed(Forfeit::new(Fault::Babble, format!("{} is no move", quoted(text))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::play::of_transcript;
    use crate::othello::playout;

    #[test]
    fn answers_are_moves_or_babble() {
        let mv = |name: &str| name.parse::<Move>().unwrap();
        for (text, expected) in [
            (" F5/1.20/0.51", (mv("f5"), Some(1.2))),
            ("f5", (mv("f5"), None)),
            (" D6 -4.5 3", (mv("d6"), Some(-4.5))),
            (" C3//2.5", (mv("c3"), None)),
            (" PA/0/0", (Move::PASS, Some(0.0))),
            (" A1/inf", (mv("a1"), None)),
        ] {
            assert_eq!(read(text), Ok(expected), "{text}");
        }
        for text in ["", " ", " I9", " /1.2", " F55"] {
            assert!(matches!(read(text), Err(EngineError::Failed(mishap)) if mishap.fault == Fault::Babble), "{text}");
        }
    }

    #[test]
    fn answers_are_told_from_remarks() {
        for (line, expected) in [
            ("=== F5/1.2/0.5", Some(" F5/1.2/0.5")),
            ("===f5", Some("f5")),
            ("=== none", Some(" none")),
            ("===", None),
            ("==========", None),
            ("=== ", None),
            ("status thinking", None),
            ("Time left: 3", None),
            ("14  +2.35  F5 d6 C3", None),
        ] {
            assert_eq!(answer(line), expected, "{line}");
        }
    }

    /// Seed 12 passes twice.
    #[test]
    fn programs_are_told_what_is_new() {
        let game = of_transcript(&playout::game(12));
        let all = news(&game, Some(0));
        assert_eq!(all.lines().count(), game.plies());
        assert!(all.contains("move PA\n") && all.starts_with("move "));
        assert_eq!(news(&game, Some(game.plies())), "");
        let whole = news(&game, None);
        assert!(whole.starts_with("set game (;GM[Othello]") && whole.ends_with(";)\n") && whole.lines().count() == 1);
    }
}
