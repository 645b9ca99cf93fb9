//! The Go Text Protocol (GTP), version 2, from the engine's side, for any game on a board.
//!
//! [`Protocol`] is a machine of lines: a line of the client goes in, the lines of the answer come out.
//!
//! | the client says | the engine does |
//! |---|---|
//! | `protocol_version`, `name`, `version`, `known_command X`, `list_commands` | answers |
//! | `boardsize N`, `set_game NAME` | clears the board, if they are those of its game |
//! | `clear_board`, `undo`, `showboard` | as the names say; `undo` takes the last move back |
//! | `play b D3`, `play w pass` | makes the move; a forced pass before it may be missing |
//! | `genmove b`, `reg_genmove b` | chooses a move; the first makes it too. A forced move is `pass` |
//! | `komi X` | nothing |
//! | `time_settings MAIN PERIOD STONES`, `time_left b TIME STONES` | never thinks longer than its share of that time |
//! | `final_score` | `B+12`, `W+12` or `0`, in the unit of the game |
//! | `quit`, or the end of the input | ends, when all is answered |
//!
//! Squares are named as everywhere in this program, in letters of either case.
//!
//! Source      Farnebäck, GTP, the Go Text Protocol, version 2, draft 2 (2002).
//! Not here    Standard input and output (the command line); the client (`play/gtp.rs` of the worlds).

#[cfg(test)]
mod tests;

use std::fmt;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::player::{Action, Player};
use super::{AlgorithmPlayer, Game, PlayerSpec, RandomPlayer};
use searchlab_search::clock::Instant;
use searchlab_worlds::Side;
use searchlab_worlds::play::gtp::{board_size, vertex};
use searchlab_worlds::play::{GameWorld, TuiBoard};

const COMMANDS: [&str; 18] = [
    "boardsize",
    "clear_board",
    "final_score",
    "genmove",
    "known_command",
    "komi",
    "list_commands",
    "name",
    "play",
    "protocol_version",
    "quit",
    "reg_genmove",
    "set_game",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

/// The least time for a move, whatever a clock says.
const LEAST: Duration = Duration::from_millis(10);

/// The player behind the protocol.
pub trait Mind<P: GameWorld>: fmt::Debug {
    /// Makes ready what the next search will need.
    fn prepare(&mut self) {}

    /// Chooses a move in a position in which there is a choice, within a time if a clock runs; `None` if it was stopped.
    ///
    /// # Errors
    /// No memory for the transposition table.
    fn choose(&mut self, game: &Game<P>, time: Option<Duration>, stop: &Arc<AtomicBool>)
    -> io::Result<Option<P::Move>>;
}

/// The move of an action.
fn move_of<P: GameWorld>(action: &Action<P>) -> Option<P::Move> {
    if let Action::Move(mv, _) = action { Some(*mv) } else { None }
}

impl<P: GameWorld> Mind<P> for RandomPlayer {
    fn choose(&mut self, game: &Game<P>, _: Option<Duration>, _: &Arc<AtomicBool>) -> io::Result<Option<P::Move>> {
        self.act(game).map(|action| move_of(&action))
    }
}

impl<P: GameWorld> Mind<P> for AlgorithmPlayer<P> {
    fn prepare(&mut self) {
        self.warm_up();
    }

    fn choose(
        &mut self,
        game: &Game<P>,
        time: Option<Duration>,
        stop: &Arc<AtomicBool>,
    ) -> io::Result<Option<P::Move>> {
        (self.most_time, self.stop) = (time, Arc::clone(stop));
        self.act(game).map(|action| move_of(&action))
    }
}

/// The player of a specification; persons and programs are replaced by a random player.
pub fn mind<P: GameWorld>(player: PlayerSpec, seed: u64) -> Box<dyn Mind<P>> {
    match player {
        PlayerSpec::Algorithm(spec) => Box::new(AlgorithmPlayer::new(spec, seed, Arc::default())),
        PlayerSpec::Random | PlayerSpec::Human | PlayerSpec::Program(_) => Box::new(RandomPlayer::new(seed)),
    }
}

/// Time that is left, and the moves for which it must do; 0 of them: the whole game.
type TimeLeft = (Duration, u32);

/// The engine's side of the protocol.
#[derive(Debug)]
pub struct Protocol<P: GameWorld> {
    mind: Box<dyn Mind<P>>,
    game: Game<P>,
    /// Of black and white; `None` without a clock.
    left: [Option<TimeLeft>; 2],
    /// The time and moves of each period once the main time is over.
    period: Option<TimeLeft>,
}

/// The text of an answer, or the reason why there is none.
type Answer = Result<String, String>;

/// The number of a command, if it has one, and its words, of which there is one at least; `None` for empty lines.
fn words(line: &str) -> Option<(String, Vec<String>)> {
    let line: String = line.chars().filter(|&letter| letter == '\t' || !letter.is_control()).collect();
    let line = line.split('#').next().unwrap_or_default();
    let mut words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    let is_number = words.first()?.bytes().all(|byte| byte.is_ascii_digit());
    let number = if is_number { words.remove(0) } else { String::new() };
    (!words.is_empty()).then_some((number, words))
}

fn side(word: Option<&String>) -> Result<Side, String> {
    match word.map(|word| word.to_lowercase()).as_deref() {
        Some("b" | "black") => Ok(Side::Black),
        Some("w" | "white") => Ok(Side::White),
        _ => Err("expected a color: b or w".to_owned()),
    }
}

fn number(word: Option<&String>) -> Result<u32, String> {
    word.and_then(|word| word.parse().ok()).ok_or_else(|| "expected a whole number".to_owned())
}

fn seconds(word: Option<&String>) -> Result<Duration, String> {
    number(word).map(|seconds| Duration::from_secs(seconds.into()))
}

impl<P: GameWorld + TuiBoard> Protocol<P> {
    /// Before the first line: at the start of a game.
    pub fn new(start: P, mind: Box<dyn Mind<P>>) -> Self {
        Self { mind, game: Game::new(start), left: [None; 2], period: None }
    }

    /// Makes ready what the next search will need. To be called when there is time: no answer is being waited for.
    pub fn prepare(&mut self) {
        self.mind.prepare();
    }

    /// Takes in a line; its end of line may be missing. Returns when all is said, and whether more lines are welcome. Once
    /// `stop` is set, a search for this line ends soon and without an answer.
    ///
    /// # Errors
    /// Nobody listens; no memory for the transposition table of the player.
    pub fn take(&mut self, line: &str, stop: &Arc<AtomicBool>, out: &mut dyn Write) -> io::Result<ControlFlow<()>> {
        let Some((number, words)) = words(line) else { return Ok(ControlFlow::Continue(())) };
        let answer = match words[0].as_str() {
            "genmove" => self.choose(&words, stop, true)?,
            "reg_genmove" => self.choose(&words, stop, false)?,
            _ => self.answer(&words),
        };
        let (sign, text) = answer.map_or_else(|reason| ('?', reason), |text| ('=', text));
        let blank = if text.is_empty() || text.starts_with('\n') { "" } else { " " };
        write!(out, "{sign}{number}{blank}{text}\n\n")?;
        out.flush()?;
        Ok(if words[0] == "quit" { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// The answer to a command that needs no search.
    fn answer(&mut self, words: &[String]) -> Answer {
        match words[0].as_str() {
            "protocol_version" => Ok("2".to_owned()),
            "name" => Ok("searchlab".to_owned()),
            "version" => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            "list_commands" => Ok(COMMANDS.join("\n")),
            "known_command" => Ok(words.get(1).is_some_and(|word| COMMANDS.contains(&word.as_str())).to_string()),
            "quit" => Ok(String::new()),
            "boardsize" => {
                let expected = board_size(self.game.start());
                self.clear(words[1..].join(" ") == expected, "unacceptable size")
            }
            "set_game" => self.clear(words[1..].join(" ").eq_ignore_ascii_case(P::TITLE), "unsupported game"),
            "clear_board" => self.clear(true, ""),
            "komi" => {
                let komi = words.get(1).and_then(|word| word.parse::<f64>().ok());
                komi.map(|_| String::new()).ok_or_else(|| "expected a number".to_owned())
            }
            "play" => self.play(words),
            "undo" => self.undo(),
            "showboard" => Ok(format!("\n{}", P::picture(&self.game, 80, false).trim_end())),
            "final_score" => self.score(),
            "time_settings" => self.set_time(words),
            "time_left" => {
                let side = side(words.get(1))?;
                self.left[side.index()] = Some((seconds(words.get(2))?, number(words.get(3))?));
                Ok(String::new())
            }
            _ => Err("unknown command".to_owned()),
        }
    }

    fn clear(&mut self, is_known: bool, refusal: &str) -> Answer {
        if !is_known {
            return Err(refusal.to_owned());
        }
        self.game = Game::new(self.game.start().clone());
        Ok(String::new())
    }

    fn set_time(&mut self, words: &[String]) -> Answer {
        let (main, time, moves) = (seconds(words.get(1))?, seconds(words.get(2))?, number(words.get(3))?);
        // By the protocol a period for no moves stands for a game without a clock.
        let has_clock = moves > 0 || time.is_zero();
        self.period = (moves > 0).then_some((time, moves));
        let begin = if main.is_zero() { self.period.unwrap_or((main, 0)) } else { (main, 0) };
        self.left = [has_clock.then_some(begin); 2];
        Ok(String::new())
    }

    /// The game when it is the turn of this side, by a pass if the other is forced to.
    fn at_turn(&self, side: Side) -> Result<Game<P>, String> {
        let mut game = self.game.clone();
        if game.position().side() != side {
            let forced = game.position().forced();
            let pass = forced.ok_or_else(|| format!("it is the turn of {}", side.other().name()))?;
            game.push(pass);
        }
        Ok(game)
    }

    fn play(&mut self, words: &[String]) -> Answer {
        let illegal = |reason: String| format!("illegal move: {reason}");
        let mut game = self.at_turn(side(words.get(1))?).map_err(illegal)?;
        let name = words.get(2).ok_or("expected a move")?.to_lowercase();
        let mv = match name.as_str() {
            "pass" => game.position().forced().ok_or_else(|| illegal("there are other moves".to_owned()))?,
            name => game.position().read_move(name).ok_or_else(|| format!("expected a move like {}", P::EXAMPLE))?,
        };
        if !game.push(mv) {
            return Err(illegal(game.position().illegal_reason(mv)));
        }
        self.game = game;
        Ok(String::new())
    }

    fn undo(&mut self) -> Answer {
        let Some((_, moves)) = self.game.moves().split_last() else { return Err("cannot undo".to_owned()) };
        let mut game = Game::new(self.game.start().clone());
        for &mv in moves {
            game.push(mv);
        }
        self.game = game;
        Ok(String::new())
    }

    fn score(&self) -> Answer {
        match self.game.position() {
            position if !position.is_over() => Err("the game is not over".to_owned()),
            position => Ok(match position.margin() {
                0 => "0".to_owned(),
                margin => format!("{}+{}", if margin > 0 { 'B' } else { 'W' }, margin.abs()),
            }),
        }
    }

    /// Chooses a move, and makes it if it `is_made`.
    fn choose(&mut self, words: &[String], stop: &Arc<AtomicBool>, is_made: bool) -> io::Result<Answer> {
        let begin = Instant::now();
        let side = match side(words.get(1)) {
            Ok(side) => side,
            Err(reason) => return Ok(Err(reason)),
        };
        let mut game = match self.at_turn(side) {
            Ok(game) if game.position().is_over() => return Ok(Err("the game is over".to_owned())),
            Ok(game) => game,
            Err(reason) => return Ok(Err(reason)),
        };
        let mv = match game.position().forced() {
            Some(pass) => Some(pass),
            None => self.mind.choose(&game, self.time(side), stop)?,
        };
        let Some(mv) = mv else { return Ok(Err("no move was found".to_owned())) };
        let name = vertex(game.position(), mv).to_uppercase();
        if is_made {
            game.push(mv);
            self.game = game;
            self.use_up(side, begin.elapsed());
        }
        Ok(Ok(name))
    }

    /// The time for a move: a share of what is left, and a tenth of that for the way.
    fn time(&self, side: Side) -> Option<Duration> {
        let (time, moves) = self.left[side.index()]?;
        let played = self.game.plies() as f64;
        let rest = ((P::PLAYERS.world.usual_moves - played) / 2.0).max(4.0) as u32;
        let share = time / if moves > 0 { moves } else { rest };
        Some((share / 10 * 9).max(LEAST))
    }

    /// Takes time from the clock of a side; a client that keeps it says so before the next move.
    fn use_up(&mut self, side: Side, used: Duration) {
        if let Some((time, 0)) = &mut self.left[side.index()] {
            *time = time.saturating_sub(used);
            if time.is_zero() && self.period.is_some() {
                self.left[side.index()] = self.period;
            }
        }
    }
}
