//! The effects of keys and the mouse.
//!
//! Small letters and digits are typed: they begin a move like `f5`, or a word. Only `h` asks for a hint at once, as `H`
//! does; if a letter or a digit follows, it was the column of a move or the beginning of a word. Everything else has a
//! capital letter or a sign.

use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Position;

use super::command::Command;
use super::state::{Sheet, State};
use super::view;
use crate::play::Ending;
use crate::play::{Cell, TuiBoard};
use searchlab_worlds::Side;

/// Longest line that may be typed.
const LONGEST: usize = 200;

impl<P: TuiBoard> State<P> {
    pub(super) fn key(&mut self, key: KeyEvent) {
        if key.kind == KeyEventKind::Release {
            return;
        }
        let is_after_h = std::mem::take(&mut self.is_after_h);
        let has_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c' | 'C') if has_control => self.leave(Ending::Interrupted),
            _ if has_control || key.modifiers.contains(KeyModifiers::ALT) => {}
            code if self.sheet.is_some() => self.key_on_sheet(code),
            code if self.entry.is_some() => self.key_in_entry(code),
            code => self.key_on_board(code, is_after_h),
        }
    }

    fn key_on_board(&mut self, code: KeyCode, is_after_h: bool) {
        match code {
            KeyCode::Char(next) if is_after_h && (next.is_ascii_digit() || next.is_ascii_lowercase()) => {
                self.forget_hint();
                self.entry = Some(['h', next].iter().collect());
            }
            // The hint is asked for already.
            KeyCode::Enter if is_after_h => {}
            KeyCode::Char(digit) if digit.is_ascii_digit() => self.entry = Some(digit.to_string()),
            KeyCode::Char('h') => {
                self.is_after_h = true;
                self.command(Command::Hint);
            }
            KeyCode::Left => self.step((-1, 0)),
            KeyCode::Right => self.step((1, 0)),
            KeyCode::Up => self.step((0, -1)),
            KeyCode::Down => self.step((0, 1)),
            KeyCode::Home => self.step((-100, 0)),
            KeyCode::End => self.step((100, 0)),
            KeyCode::PageUp => self.step((0, -100)),
            KeyCode::PageDown => self.step((0, 100)),
            KeyCode::Enter | KeyCode::Char(' ') => self.place(),
            KeyCode::Backspace => self.command(Command::Undo),
            KeyCode::F(1) => self.command(Command::Help),
            KeyCode::Esc => {
                self.message.clear();
                self.hint = None;
            }
            KeyCode::Char(':' | '/') => self.entry = Some(String::new()),
            KeyCode::Char(small) if small.is_ascii_lowercase() => self.entry = Some(small.to_string()),
            KeyCode::Char(key) => {
                if let Some(command) = Command::by_key(key) {
                    self.command(command);
                }
            }
            _ => {}
        }
    }

    fn key_in_entry(&mut self, code: KeyCode) {
        let Some(entry) = &mut self.entry else { return };
        match code {
            KeyCode::Char(character) if entry.len() < LONGEST => entry.push(character),
            KeyCode::Backspace if !entry.is_empty() => drop(entry.pop()),
            KeyCode::Backspace | KeyCode::Esc => self.entry = None,
            KeyCode::Enter => {
                let line = self.entry.take().unwrap_or_default();
                self.message.clear();
                self.line(&line);
            }
            _ => {}
        }
    }

    fn key_on_sheet(&mut self, code: KeyCode) {
        let is_leaving = matches!(code, KeyCode::Esc | KeyCode::Char('q' | 'Q'));
        match self.sheet {
            Some(Sheet::Confirm(command)) => {
                let is_meant = matches!(code, KeyCode::Char('y' | 'Y') | KeyCode::Enter);
                if is_meant || matches!(code, KeyCode::Char('n' | 'N') | KeyCode::Esc) {
                    self.sheet = None;
                }
                if is_meant {
                    self.obey(command);
                }
            }
            Some(Sheet::Help(line)) => match code {
                KeyCode::Down | KeyCode::Char('j') => {
                    self.sheet = Some(Sheet::Help((line + 1).min(view::help_end(self))));
                }
                KeyCode::Up | KeyCode::Char('k') => self.sheet = Some(Sheet::Help(line.saturating_sub(1))),
                KeyCode::PageDown | KeyCode::Char(' ') => {
                    self.sheet = Some(Sheet::Help((line + 10).min(view::help_end(self))));
                }
                KeyCode::PageUp => self.sheet = Some(Sheet::Help(line.saturating_sub(10))),
                _ => self.sheet = None,
            },
            Some(Sheet::Players(..)) if is_leaving => self.sheet = None,
            Some(Sheet::Players(line, side)) => {
                let last = self.choices().len() - 1;
                match code {
                    KeyCode::Down | KeyCode::Char('j') => self.sheet = Some(Sheet::Players((line + 1).min(last), side)),
                    KeyCode::Up | KeyCode::Char('k') => {
                        self.sheet = Some(Sheet::Players(line.saturating_sub(1), side));
                    }
                    KeyCode::Left | KeyCode::Char('h') => self.sheet = Some(Sheet::Players(line, Side::Black)),
                    KeyCode::Right | KeyCode::Char('l') => self.sheet = Some(Sheet::Players(line, Side::White)),
                    KeyCode::Tab => self.sheet = Some(Sheet::Players(line, side.other())),
                    KeyCode::Enter | KeyCode::Char(' ') => self.choose(line, side),
                    _ => {}
                }
            }
            None => {}
        }
    }

    /// Gives a side the player of a line of the choices.
    fn choose(&mut self, line: usize, side: Side) {
        if let Some((words, _)) = self.choices().get(line) {
            self.typed_player(&[side], words);
            self.sheet = Some(Sheet::Players(line, side));
        }
    }

    fn step(&mut self, (right, down): (i16, i16)) {
        let (columns, rows) = self.game.position().size();
        let stepped = |from: u8, by: i16, count: u8| (i16::from(from) + by).clamp(0, i16::from(count) - 1) as u8;
        self.cursor =
            Cell { column: stepped(self.cursor.column, right, columns), row: stepped(self.cursor.row, down, rows) };
    }

    /// Plays at the cursor.
    fn place(&mut self) {
        if let Some(mv) = self.game.position().move_at(self.cursor) {
            self.play(mv);
        }
    }

    pub(super) fn mouse(&mut self, mouse: MouseEvent) {
        let at = Position { x: mouse.column, y: mouse.row };
        let is_click = mouse.kind == MouseEventKind::Down(MouseButton::Left);
        match (self.sheet, mouse.kind) {
            (Some(Sheet::Help(line)), MouseEventKind::ScrollDown) => {
                self.sheet = Some(Sheet::Help((line + 1).min(view::help_end(self))));
            }
            (Some(Sheet::Help(line)), MouseEventKind::ScrollUp) => {
                self.sheet = Some(Sheet::Help(line.saturating_sub(1)));
            }
            (Some(Sheet::Players(..)), _) if is_click => match view::choice_at(self, at) {
                Some((line, side)) => self.choose(line, side),
                None => self.sheet = None,
            },
            (Some(_), _) if is_click => self.sheet = None,
            (Some(_), _) => {}
            (None, _) => self.mouse_on_board(mouse.kind, at, is_click),
        }
    }

    fn mouse_on_board(&mut self, kind: MouseEventKind, at: Position, is_click: bool) {
        let layout = self.layout();
        let cell = layout.cell_at(at);
        if matches!(kind, MouseEventKind::Moved | MouseEventKind::Down(_)) && !layout.is_cut() || is_click {
            self.cursor = cell.unwrap_or(self.cursor);
        }
        if !is_click {
            return;
        }
        self.is_after_h = false;
        if cell.is_some() {
            self.entry = None;
            self.place();
        } else if let Some((_, command)) = layout.buttons().into_iter().find(|(place, _)| place.contains(at)) {
            self.entry = None;
            self.command(command);
        }
    }
}
