//! A person as a player: the board, the prompt, the moves and commands that are typed.

use std::cell::RefCell;
use std::fs;
use std::io;
use std::path::Path;
use std::rc::Rc;

use super::Engine;
use super::console::{Console, Input};
use super::teller::{score, value_words};
use crate::diagnostic::{nearest, quoted, read_source};
use crate::play::othello::{Action, Game, Hint, Player};
use crate::text::wrapped;
use crate::worlds::othello::draw::{Picture, terminal};
use crate::worlds::othello::format::read_positions;
use crate::worlds::othello::{Move, Position, Square};

/// Moves that a hint shows.
const HINTS: usize = 3;

/// The commands, with what they do.
const COMMANDS: [(&str, &str); 10] = [
    ("help", "shows this"),
    ("moves", "lists the legal moves"),
    ("hint", "shows the best three moves with their values"),
    ("undo", "takes back to your last turn"),
    ("score", "counts the discs"),
    ("board", "draws the board again"),
    ("record", "prints the moves of the game"),
    ("save FILE", "writes the game to a file"),
    ("resign", "gives up"),
    ("quit", "leaves the game"),
];

/// A person at the console.
pub(super) struct Person {
    console: Rc<RefCell<Console>>,
    names: [String; 2],
    /// Who gives hints.
    helper: Option<Engine>,
}

impl Person {
    pub(super) fn new(console: Rc<RefCell<Console>>, names: [String; 2], helper: Option<Engine>) -> Self {
        Self { console, names, helper }
    }

    fn say(&self, text: &str) -> io::Result<()> {
        self.console.borrow().voice.say(text)
    }

    /// Says words in lines that fit.
    fn say_wrapped(&self, words: &str) -> io::Result<()> {
        let width = self.console.borrow().voice.width.max(20);
        self.say(&(wrapped(words, width).join("\n") + "\n"))
    }

    fn draw(&self, game: &Game) -> io::Result<()> {
        let (width, color) = {
            let voice = &self.console.borrow().voice;
            (voice.width, voice.color)
        };
        self.say(&format!("\n{}\n", terminal(&Picture::of_end(game.transcript()), width, color)))
    }

    /// What a line asks for; `None` if the person is to be asked again.
    fn obey(&mut self, line: &str, game: &Game) -> io::Result<Option<Action>> {
        let position = game.position();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let command = word.to_ascii_lowercase();
        match (command.as_str(), rest) {
            ("", _) => {}
            ("help" | "?", "") => self.help()?,
            ("moves", "") => self.say_wrapped(&legal(position))?,
            ("hint", "") => return self.hint(game),
            ("undo", "") => return Ok(Some(Action::TakeBack)),
            ("score", "") => self.say(&format!("{}\n", score(position)))?,
            ("board", "") => self.draw(game)?,
            ("record", "") => self.say(&format!("{}\n", moves_of(game)))?,
            ("save", "") => self.say("save needs the name of a file: save game.txt\n")?,
            ("save", path) => self.save(path, game)?,
            ("resign", "") => return Ok(Some(Action::Resign)),
            ("quit" | "exit", "") => return Ok(Some(Action::Leave)),
            _ => return self.place(line, word, rest, position),
        }
        Ok(None)
    }

    /// A line that is no command: a legal move, or a mistake.
    fn place(&self, line: &str, word: &str, rest: &str, position: Position) -> io::Result<Option<Action>> {
        let side = position.side.name();
        if let Ok(mv) = line.parse::<Move>() {
            if position.after(mv).is_some() {
                return Ok(Some(Action::Move(mv, None)));
            }
            let reason = match mv.square() {
                None => format!("{side} can move and may not pass"),
                Some(square) if position.disc(square).is_some() => format!("{mv} is not legal: the square is taken"),
                Some(_) => format!("{mv} is not legal: it would turn no disc"),
            };
            self.say_wrapped(&format!("{reason}; {}", legal(position)))?;
            return Ok(None);
        }
        let is_command = |command: &(&'static str, &str)| name(command.0).eq_ignore_ascii_case(word);
        let problem = if COMMANDS.iter().any(is_command) {
            format!("{} takes nothing behind it, not {}", word.to_ascii_lowercase(), quoted(rest))
        } else if let Some(near) = nearest(word, COMMANDS.map(|command| name(command.0))) {
            format!("unknown command {}: did you mean {near}?", quoted(word))
        } else if is_many_moves(line) {
            format!("{} is more than one move: type one at a time; {}", quoted(line), legal(position))
        } else {
            format!("{} is no move and no command; {}, or `help`", quoted(line), legal(position))
        };
        self.say_wrapped(&problem)?;
        Ok(None)
    }

    fn help(&self) -> io::Result<()> {
        let moves = [("f5", "plays on a square")].into_iter();
        let lines = moves.chain(COMMANDS).map(|(command, meaning)| format!("  {command:<10} {meaning}\n"));
        self.say(&lines.collect::<Vec<_>>().concat())
    }

    fn hint(&mut self, game: &Game) -> io::Result<Option<Action>> {
        let Some(helper) = &mut self.helper else { return Ok(None) };
        let Some(hints) = helper.shown(|player| player.hints(game))? else { return Ok(Some(Action::Interrupt)) };
        let words = |hint: &Hint| format!("  {}  {}, depth {}\n", hint.mv, value_words(hint.value), hint.depth);
        let lines: String = hints.iter().take(HINTS).map(words).collect();
        let rest = hints.len().saturating_sub(HINTS);
        let rest = if rest > 0 { format!("  and {rest} that are no better\n") } else { String::new() };
        let head = format!("values for {}, by {}:", game.position().side.name(), helper.player.spec());
        self.say_wrapped(&head)?;
        self.say(&(lines + &rest))?;
        Ok(None)
    }

    /// Writes the game to a file, which may exist if it holds games.
    fn save(&self, path: &str, game: &Game) -> io::Result<()> {
        let is_other = Path::new(path).exists()
            && !read_source(path).is_ok_and(|source| source.text.is_empty() || read_positions(&source).is_ok());
        if is_other {
            return self.say_wrapped(&format!("{} exists and is no game: choose another name", quoted(path)));
        }
        let line = game.line([&self.names[0], &self.names[1]], None);
        match fs::write(path, line + "\n") {
            Ok(()) => self.say_wrapped(&format!("saved to {}", quoted(path))),
            Err(error) => self.say_wrapped(&format!("cannot write {}: {error}", quoted(path))),
        }
    }
}

impl Player for Person {
    fn act(&mut self, game: &Game) -> io::Result<Action> {
        self.draw(game)?;
        let prompt = format!("{}. {}> ", game.number(), game.position().side.name());
        loop {
            let input = self.console.borrow_mut().ask(&prompt)?;
            let action = match input {
                Input::Line(line) => self.obey(&line, game)?,
                Input::End => Some(Action::Leave),
                Input::Interrupt => Some(Action::Interrupt),
            };
            if let Some(action) = action {
                return Ok(action);
            }
        }
    }

    fn is_person(&self) -> bool {
        true
    }
}

/// Whether a line is several squares, with or without gaps.
fn is_many_moves(line: &str) -> bool {
    let letters: String = line.chars().filter(|character| !character.is_whitespace() && *character != ',').collect();
    let mut words = letters.as_bytes().chunks(2).map(|word| str::from_utf8(word).unwrap_or_default());
    letters.len() > 2 && words.all(|word| word.parse::<Square>().is_ok())
}

/// The word of a command, without what follows it.
fn name(command: &'static str) -> &'static str {
    command.split(' ').next().unwrap_or(command)
}

/// "legal for black: d3, c4, f5, e6".
fn legal(position: Position) -> String {
    let names: Vec<String> = position.moves().iter().map(Move::to_string).collect();
    format!("legal for {}: {}", position.side.name(), names.join(", "))
}

/// The moves of a game, with the board that it began from if that was not the start.
pub(super) fn moves_of(game: &Game) -> String {
    let moves = game.transcript().to_string();
    let moves = if moves.is_empty() { "no move yet".to_owned() } else { moves };
    match game.transcript().start() {
        Position::INITIAL => moves,
        start => format!("{moves} from {start}"),
    }
}
