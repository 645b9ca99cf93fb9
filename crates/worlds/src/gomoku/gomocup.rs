//! The protocol of Gomocup, from the manager's side.
//!
//! | the manager says | when |
//! |---|---|
//! | `START n`, or `RECTSTART w,h` | the process is new |
//! | `RESTART` | it has played; if it does not answer OK, a new process takes its place |
//! | `INFO timeout_turn`, `timeout_match`, `time_left`, `max_memory`, `game_type`, `rule`, `folder` | after either; and `max_depth`, `max_node`, which are extensions, if they were asked for |
//! | `BEGIN` | for the first move of all |
//! | `TURN x,y` | the opponent has moved |
//! | `BOARD` … `DONE` | the game does not begin with the empty board, or moves were taken back |
//! | `PLAY x,y` | as the answer to `SUGGEST x,y` |
//!
//! `MESSAGE`, `DEBUG`, `UNKNOWN` and `ERROR` are remarks: the answer may still come.
//!
//! Source      Petr Laštovička, Gomoku AI protocol, version 2, 2005.

use std::fmt::Write;
use std::time::Duration;

use crate::gomoku::{Point, Position, Rule, Setting};
use crate::play::{
    Choice, Connection, EngineError, EngineProtocol, Fault, Forfeit, Game, Heard, READY, READY_AGAIN, Wait,
};
use searchlab_trial::diagnostic::quoted;

/// No limit, in milliseconds, where 0 means something else.
const UNLIMITED: u32 = i32::MAX as u32;

/// The state of a talk.
#[derive(Debug, Default)]
pub struct Gomocup {
    /// The board for which the process was started.
    setting: Option<Setting>,
}

impl EngineProtocol<Position> for Gomocup {
    const FAREWELL: &'static str = "END";

    fn knows_its_moves(&self) -> bool {
        true
    }

    fn greet(&mut self, talk: &mut dyn Connection, game: &Game<Position>) -> Result<(), EngineError> {
        let setting = game.position().setting();
        let Setting { width, height, .. } = setting;
        if width == height {
            talk.send(&format!("START {width}\r\n"))?;
        } else {
            talk.send(&format!("RECTSTART {width},{height}\r\n"))?;
        }
        let wait = Wait::lasting(READY, "it did not get ready");
        loop {
            let heard = talk.hear(&wait)?;
            match Word::of(&heard.text) {
                Word::Ok => break,
                Word::Remark => talk.note(&heard),
                Word::Refusal | Word::Other => return Err(EngineError::Refused(heard.text)),
            }
        }
        self.setting = Some(setting);
        inform(talk, setting)
    }

    fn greet_again(&mut self, talk: &mut dyn Connection, game: &Game<Position>) -> Result<bool, EngineError> {
        let setting = game.position().setting();
        if self.setting != Some(setting) {
            return Ok(false);
        }
        talk.forget();
        talk.send("RESTART\r\n")?;
        let wait = Wait::lasting(READY_AGAIN, "it did not get ready");
        loop {
            let heard = talk.hear(&wait)?;
            match Word::of(&heard.text) {
                Word::Ok => break,
                Word::Remark => talk.note(&heard),
                Word::Refusal | Word::Other => return Ok(false),
            }
        }
        inform(talk, setting).map(|()| true)
    }

    fn ask(
        &mut self,
        talk: &mut dyn Connection,
        game: &Game<Position>,
        known: Option<usize>,
    ) -> Result<Choice<Point>, EngineError> {
        let command = command(game, known);
        talk.forget();
        let (begin, wait) = talk.move_wait();
        talk.send(&command)?;
        loop {
            let heard = talk.hear(&wait)?;
            if let Some(place) = after_word(&heard.text, "SUGGEST") {
                talk.send(&format!("PLAY {place}\r\n"))?;
            } else if matches!(Word::of(&heard.text), Word::Other) {
                let mv = point(&heard, game.position().setting())?;
                let time = heard.at.saturating_duration_since(begin);
                return Ok(Choice { mv, value: None, time });
            } else {
                talk.note(&heard);
            }
        }
    }
}

/// The kinds of lines.
enum Word {
    Ok,
    /// `ERROR` or `UNKNOWN`, which is a remark too where a move is waited for.
    Refusal,
    Remark,
    Other,
}

impl Word {
    fn of(line: &str) -> Self {
        let is = |word| after_word(line, word).is_some();
        match () {
            () if is("OK") => Self::Ok,
            () if is("ERROR") || is("UNKNOWN") => Self::Refusal,
            () if is("MESSAGE") || is("DEBUG") => Self::Remark,
            () => Self::Other,
        }
    }
}

/// The text behind a word at the beginning of a line, in letters of either case.
fn after_word<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    first.eq_ignore_ascii_case(word).then(|| rest.trim())
}

/// Sends the limits and the rule.
fn inform(talk: &mut dyn Connection, setting: Setting) -> Result<(), EngineError> {
    let spec = talk.spec();
    let mut text = String::new();
    let mut say = |key: &str, value: u64| {
        // Writing to a string does not fail.
        let _ = write!(text, "INFO {key} {value}\r\n");
    };
    say("timeout_turn", milliseconds(spec.time));
    say("timeout_match", 0);
    say("time_left", UNLIMITED.into());
    say("max_memory", spec.memory.unwrap_or(0));
    say("game_type", 1);
    say("rule", rule_bits(setting.rule));
    if let Some(depth) = spec.depth {
        say("max_depth", depth.into());
    }
    if let Some(nodes) = spec.nodes {
        say("max_node", nodes);
    }
    let _ = write!(text, "INFO folder {}\r\n", talk.folder().display());
    talk.send(&text)
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX).min(UNLIMITED.into())
}

const fn rule_bits(rule: Rule) -> u64 {
    match rule {
        Rule::Freestyle => 0,
        Rule::Standard => 1,
        Rule::Renju => 4,
        Rule::Caro => 8,
    }
}

/// The command that asks for the next move.
fn command(game: &Game<Position>, known: Option<usize>) -> String {
    let position = game.position();
    let is_fresh = position.dead().is_empty() && known.is_none();
    let one_more = known.is_some_and(|known| known + 1 == game.plies());
    match *position.stones() {
        [] if is_fresh => "BEGIN\r\n".to_owned(),
        [(point, side)] if is_fresh && side != position.side() => turn(point),
        [.., (point, _)] if one_more => turn(point),
        _ => board(position),
    }
}

fn turn(point: Point) -> String {
    format!("TURN {},{}\r\n", point.column(), point.row())
}

/// The position as a board, from the side to move.
fn board(position: &Position) -> String {
    let mut text = "BOARD\r\n".to_owned();
    let dead = position.dead().iter().map(|&point| (point, 3));
    let stones = position.stones().iter().map(|&(point, side)| (point, if side == position.side() { 1 } else { 2 }));
    for (point, field) in dead.chain(stones) {
        let _ = write!(text, "{},{},{field}\r\n", point.column(), point.row());
    }
    text + "DONE\r\n"
}

/// Whole numbers with commas or blanks between them; `None` if there is anything else.
pub fn numbers(text: &str) -> Option<Vec<i64>> {
    let words = text.split([',', ' ', '\t']).map(str::trim).filter(|word| !word.is_empty());
    words.map(|word| word.parse().ok()).collect()
}

/// A cell as `x,y`.
pub fn cell(text: &str) -> Option<(i64, i64)> {
    match numbers(text)?[..] {
        [x, y] => Some((x, y)),
        _ => None,
    }
}

/// The cell of an answer.
fn point(heard: &Heard, setting: Setting) -> Result<Point, EngineError> {
    let text = &heard.text;
    let failed = |fault, words: String| EngineError::Failed(Forfeit::new(fault, words));
    let Some((x, y)) = cell(text) else {
        return Err(failed(Fault::Babble, format!("{} is no cell x,y", quoted(text))));
    };
    let place = isize::try_from(x).ok().zip(isize::try_from(y).ok());
    place.and_then(|(x, y)| setting.point(x, y)).ok_or_else(|| {
        failed(Fault::Illegal, format!("{x},{y} lies off the board of {}x{}", setting.width, setting.height))
    })
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::Side;
    use crate::play::BoardGame;

    fn game(setting: Setting, moves: &[(usize, usize)]) -> Game<Position> {
        let mut game = Game::new(Position::empty(setting));
        assert!(moves.iter().all(|&(x, y)| game.push(Point::new(x, y))));
        game
    }

    #[test]
    fn commands_say_what_is_new() {
        let setting = Setting::square(15, Rule::Freestyle);
        for (moves, known, expected) in [
            (&[][..], None, "BEGIN\r\n"),
            (&[(7, 8)], None, "TURN 7,8\r\n"),
            (&[(7, 7), (8, 8), (9, 9)], Some(2), "TURN 9,9\r\n"),
            (&[(7, 7), (0, 3)], None, "BOARD\r\n7,7,1\r\n0,3,2\r\nDONE\r\n"),
        ] {
            assert_eq!(command(&game(setting, moves), known), expected);
        }
        let mut position = Position::empty(setting);
        position.close(Point::new(1, 2)).unwrap();
        assert_eq!(command(&Game::new(position.clone()), None), "BOARD\r\n1,2,3\r\nDONE\r\n");
        position.put(Point::new(4, 5), Side::Black).unwrap();
        position.set_side(Side::Black);
        assert!(command(&Game::new(position.clone()), None).ends_with("4,5,1\r\nDONE\r\n"));
    }

    #[test]
    fn cells_are_two_whole_numbers() {
        assert_eq!(cell("7,8"), Some((7, 8)));
        assert_eq!(cell(" 7 , 8"), Some((7, 8)));
        assert_eq!(cell("-1,99999999999"), Some((-1, 99_999_999_999)));
        for bad in ["", "7", "7,8,9", "7;8", "a,b", "7,8x", "99999999999999999999,1"] {
            assert_eq!(cell(bad), None, "{bad}");
        }
    }

    #[test]
    fn answers_are_cells_or_faults() {
        let setting = Setting { width: 7, height: 12, rule: Rule::Renju };
        let read = |text: &str| point(&Heard { text: text.to_owned(), at: Instant::now() }, setting);
        assert_eq!(read("6,11"), Ok(Point::new(6, 11)));
        assert_eq!(read(" 6 , 0"), Ok(Point::new(6, 0)));
        for (text, fault) in [
            ("7,0", Fault::Illegal),
            ("-1,0", Fault::Illegal),
            ("h8", Fault::Babble),
            ("1,2 3,4", Fault::Babble),
            ("OK", Fault::Babble),
        ] {
            assert!(matches!(read(text), Err(EngineError::Failed(mishap)) if mishap.fault == fault), "{text}");
        }
        assert!(matches!(Word::of("error x"), Word::Refusal) && matches!(Word::of("Errors"), Word::Other));
        assert_eq!(game(setting, &[]).position().variant_tag(), setting.variant_tag());
    }
}
