//! The state of the screen: one search or several side by side, the step, and the effects of keys and the mouse.

use std::time::Duration;

use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Position;

use super::film::{Film, Player};
use super::view;
use crate::theme::Theme;

/// Steps a second.
const PACES: [u32; 10] = [1, 2, 4, 8, 15, 30, 60, 240, 1200, 6000];

/// An event of the terminal.
#[derive(Debug, Clone, Copy)]
pub enum Event {
    /// A key.
    Key(KeyEvent),
    /// The mouse.
    Mouse(MouseEvent),
    /// Columns and rows of the terminal.
    Resized(u16, u16),
    /// Time since the beginning.
    Tick(Duration),
}

/// The searches on the screen, step by step; several go expansion by expansion, each to its own end.
#[derive(Debug)]
pub struct Show {
    pub(super) players: Vec<Player>,
    pub(super) step: usize,
    pub(super) length: usize,
    pub(super) is_playing: bool,
    pace: usize,
    pub(super) theme: Theme,
    pub(super) size: (u16, u16),
    /// The cell of the screen that the pointer is at.
    pub(super) pointer: Option<Position>,
    /// When time was last looked at, and the part of a step that has passed since the last one.
    now: Duration,
    owed: f64,
    is_over: bool,
}

impl Show {
    /// At the beginning of these films.
    pub fn new(films: Vec<Film>, theme: Theme) -> Self {
        let length = match films.as_slice() {
            [film] => film.len(),
            films => films.iter().map(|film| film.expansions().len() + 1).max().unwrap_or_default(),
        };
        Self {
            players: films.into_iter().map(Player::new).collect(),
            step: 0,
            length,
            is_playing: false,
            pace: 3,
            theme,
            size: (80, 24),
            pointer: None,
            now: Duration::ZERO,
            owed: 0.0,
            is_over: false,
        }
    }

    /// True if the user has left.
    pub const fn is_over(&self) -> bool {
        self.is_over
    }

    /// True if the picture changes by itself.
    pub(crate) const fn is_playing(&self) -> bool {
        self.is_playing
    }

    /// Steps a second.
    pub(super) fn pace(&self) -> u32 {
        PACES[self.pace]
    }

    /// True if several searches go side by side.
    pub(super) const fn is_race(&self) -> bool {
        self.players.len() > 1
    }

    /// Goes to a step, or to the nearest that there is.
    pub(crate) fn go(&mut self, step: usize) {
        self.step = step.min(self.length);
        let (step, is_race) = (self.step, self.is_race());
        for player in &mut self.players {
            // Just before the next expansion, so that all that the last one did is seen.
            let expansions = player.film().expansions();
            let place = match step {
                0 => 0,
                step if is_race => expansions.get(step).map_or(player.film().len(), |&next| next - 1),
                step => step,
            };
            player.go(place);
        }
    }

    /// Takes note of an event.
    pub(crate) fn update(&mut self, event: Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
            Event::Key(_) => {}
            Event::Mouse(mouse) => self.mouse(mouse),
            Event::Resized(columns, rows) => self.size = (columns, rows),
            Event::Tick(now) => self.tick(now),
        }
    }

    fn tick(&mut self, now: Duration) {
        let passed = now.saturating_sub(self.now).as_secs_f64();
        self.now = now;
        if !self.is_playing {
            self.owed = 0.0;
            return;
        }
        self.owed += passed * f64::from(self.pace());
        if self.owed >= 1.0 {
            self.go(self.step + self.owed as usize);
            self.owed = self.owed.fract();
        }
        self.is_playing = self.step < self.length;
    }

    fn toggle(&mut self) {
        if !self.is_playing && self.step >= self.length {
            self.go(0);
        }
        self.is_playing = !self.is_playing;
    }

    fn mark(&self, is_forth: bool) -> usize {
        if self.is_race() {
            let mut ends: Vec<usize> = self.players.iter().map(|player| player.film().expansions().len() + 1).collect();
            ends.sort_unstable();
            return if is_forth {
                ends.into_iter().find(|&end| end > self.step).unwrap_or(self.length)
            } else {
                ends.into_iter().rfind(|&end| end < self.step).unwrap_or_default()
            };
        }
        let film = self.players.first().map(Player::film);
        film.map_or(0, |film| if is_forth { film.mark_after(self.step) } else { film.mark_before(self.step) })
    }

    fn key(&mut self, key: KeyEvent) {
        let has_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c' | 'C') if has_control => self.is_over = true,
            KeyCode::Char('q' | 'Q') | KeyCode::Esc => self.is_over = true,
            KeyCode::Char(' ') => self.toggle(),
            KeyCode::Left => self.go(self.step.saturating_sub(1)),
            KeyCode::Right => self.go(self.step + 1),
            KeyCode::PageUp => self.go(self.step.saturating_sub(100)),
            KeyCode::PageDown => self.go(self.step + 100),
            KeyCode::Home => self.go(0),
            KeyCode::End => self.go(self.length),
            KeyCode::Char('n') => self.go(self.mark(true)),
            KeyCode::Char('p') => self.go(self.mark(false)),
            KeyCode::Char('+' | '=') => self.pace = (self.pace + 1).min(PACES.len() - 1),
            KeyCode::Char('-') => self.pace = self.pace.saturating_sub(1),
            _ => {}
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        let at = Position { x: mouse.column, y: mouse.row };
        self.pointer = Some(at);
        match mouse.kind {
            MouseEventKind::ScrollDown => self.go(self.step + 1),
            MouseEventKind::ScrollUp => self.go(self.step.saturating_sub(1)),
            MouseEventKind::Down(MouseButton::Left) | MouseEventKind::Drag(MouseButton::Left) => {
                let bar = view::bar(self);
                if bar.contains(at) {
                    let part = f64::from(at.x - bar.x) / f64::from(bar.width.saturating_sub(1).max(1));
                    self.go((part * self.length as f64).round() as usize);
                } else if mouse.kind == MouseEventKind::Down(MouseButton::Left) {
                    self.toggle();
                }
            }
            _ => {}
        }
    }
}
