//! A person as a player: the board, the prompt, the moves and commands that are typed.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;

use super::Engine;
use super::console::{Console, Input};
use crate::diagnostic::{nearest, quoted};
use crate::play::{Action, BoardGame, Game, Hint, Player, SearchableGame, file, value_words};
use crate::text::wrapped;

/// Moves that a hint shows.
const HINTS: usize = 3;

/// The commands, with their effects.
const COMMANDS: [(&str, &str); 10] = [
    ("help", "shows this"),
    ("moves", "lists the legal moves"),
    ("hint", "shows the best three moves with their values"),
    ("undo", "takes back to your last turn"),
    ("score", "counts what is on the board"),
    ("board", "draws the board again"),
    ("record", "prints the moves of the game"),
    ("save FILE", "writes the game to a file"),
    ("resign", "gives up"),
    ("quit", "leaves the game"),
];

/// A person at the console.
pub(super) struct Person<P: SearchableGame> {
    console: Rc<RefCell<Console>>,
    names: [String; 2],
    /// The player that gives hints.
    helper: Option<Engine<P>>,
}

impl<P: SearchableGame> Person<P> {
    pub(super) fn new(console: Rc<RefCell<Console>>, names: [String; 2], helper: Option<Engine<P>>) -> Self {
        Self { console, names, helper }
    }

    fn print(&self, text: &str) -> io::Result<()> {
        self.console.borrow().voice.print(text)
    }

    /// Prints words in lines that fit.
    fn print_wrapped(&self, words: &str) -> io::Result<()> {
        let width = self.console.borrow().voice.width.max(20);
        self.print(&(wrapped(words, width).join("\n") + "\n"))
    }

    fn draw(&self, game: &Game<P>) -> io::Result<()> {
        let (width, color) = {
            let voice = &self.console.borrow().voice;
            (voice.width, voice.color)
        };
        self.print(&format!("\n{}\n", P::picture(game, width, color)))
    }

    /// The action that a line asks for; `None` if the person is to be asked again.
    fn obey(&mut self, line: &str, game: &Game<P>) -> io::Result<Option<Action<P>>> {
        let position = game.position();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let command = word.to_ascii_lowercase();
        match (command.as_str(), rest) {
            ("", _) => {}
            ("help" | "?", "") => self.help()?,
            ("moves", "") => self.print_wrapped(&legal(position))?,
            ("hint", "") => return self.hint(game),
            ("undo", "") => return Ok(Some(Action::TakeBack)),
            ("score", "") => self.print(&format!("{}\n", position.score()))?,
            ("board", "") => self.draw(game)?,
            ("record", "") => self.print(&format!("{}\n", moves_of(game)))?,
            ("save", "") => self.print("save needs the name of a file: save game.txt\n")?,
            ("save", path) => self.save(path, game)?,
            ("resign", "") => return Ok(Some(Action::Resign)),
            ("quit" | "exit", "") => return Ok(Some(Action::Leave)),
            _ => return self.place(line, word, rest, position),
        }
        Ok(None)
    }

    /// A line that is no command: a legal move, or an error.
    fn place(&self, line: &str, word: &str, rest: &str, position: &P) -> io::Result<Option<Action<P>>> {
        if let Some(mv) = position.read_move(line) {
            if position.after(mv).is_some() {
                return Ok(Some(Action::Move(mv, None)));
            }
            self.print_wrapped(&with_choices(position.illegal_reason(mv), position))?;
            return Ok(None);
        }
        let is_command = |command: &(&'static str, &str)| name(command.0).eq_ignore_ascii_case(word);
        let problem = if COMMANDS.iter().any(is_command) {
            format!("{} takes nothing behind it, not {}", word.to_ascii_lowercase(), quoted(rest))
        } else if let Some(near) = nearest(word, COMMANDS.map(|command| name(command.0))) {
            format!("unknown command {}: did you mean {near}?", quoted(word))
        } else if is_many_moves(line, position) {
            with_choices(format!("{} is more than one move: type one at a time", quoted(line)), position)
        } else {
            let choices = with_choices(format!("{} is no move and no command", quoted(line)), position);
            format!("{choices}, or `help`")
        };
        self.print_wrapped(&problem)?;
        Ok(None)
    }

    fn help(&self) -> io::Result<()> {
        let moves = [(P::EXAMPLE, "plays on a square")].into_iter();
        let lines = moves.chain(COMMANDS).map(|(command, meaning)| format!("  {command:<10} {meaning}\n"));
        self.print(&lines.collect::<Vec<_>>().concat())
    }

    fn hint(&mut self, game: &Game<P>) -> io::Result<Option<Action<P>>> {
        let Some(helper) = &mut self.helper else { return Ok(None) };
        let Some(hints) = helper.shown(|player| player.hints(game))? else { return Ok(Some(Action::Interrupt)) };
        let position = game.position();
        let words = |hint: &Hint<P::Move>| {
            format!("  {}  {}, depth {}\n", position.spell(hint.mv), value_words(hint.value), hint.depth)
        };
        let lines: String = hints.iter().take(HINTS).map(words).collect();
        let rest = hints.len().saturating_sub(HINTS);
        let rest = if rest > 0 { format!("  and {rest} that are no better\n") } else { String::new() };
        let head = format!("values for {}, by {}:", position.side().name(), helper.player.spec());
        self.print_wrapped(&head)?;
        self.print(&(lines + &rest))?;
        Ok(None)
    }

    /// Writes the game to a file, which may exist if it holds games.
    fn save(&self, path: &str, game: &Game<P>) -> io::Result<()> {
        match file::save(path, game, [&self.names[0], &self.names[1]], None) {
            Ok(()) => self.print_wrapped(&format!("saved to {}", quoted(path))),
            Err(problem) => self.print_wrapped(&problem),
        }
    }
}

impl<P: SearchableGame> Player<P> for Person<P> {
    fn act(&mut self, game: &Game<P>) -> io::Result<Action<P>> {
        self.draw(game)?;
        let prompt = format!("{}. {}> ", game.number(), game.position().side().name());
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

/// True if a line is several moves, with or without gaps.
fn is_many_moves<P: BoardGame>(line: &str, position: &P) -> bool {
    let letters: String = line.chars().filter(|character| !character.is_whitespace() && *character != ',').collect();
    let (mut rest, mut count) = (letters.as_str(), 0);
    while let Some((_, behind)) = position.read_first(rest) {
        (rest, count) = (behind, count + 1);
    }
    rest.is_empty() && count > 1
}

/// The word of a command, without what follows it.
fn name(command: &'static str) -> &'static str {
    command.split(' ').next().unwrap_or(command)
}

/// The legal moves, however many they are: "legal for black: d3, c4, f5, e6".
fn legal<P: BoardGame>(position: &P) -> String {
    let names: Vec<String> = position.moves().into_iter().map(|mv| position.spell(mv)).collect();
    format!("legal for {}: {}", position.side().name(), names.join(", "))
}

/// A problem, with the legal moves where they can be listed.
fn with_choices<P: BoardGame>(problem: String, position: &P) -> String {
    match position.choices() {
        Some(choices) => format!("{problem}; {choices}"),
        None => problem,
    }
}

/// The moves of a game, with the board that it began from if that was not the start.
pub(super) fn moves_of<P: BoardGame>(game: &Game<P>) -> String {
    let moves = game.spelled();
    let moves = if moves.is_empty() { "no move yet".to_owned() } else { moves };
    if game.start().is_initial() { moves } else { format!("{moves} from {}", game.start().text()) }
}
