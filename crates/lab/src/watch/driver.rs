//! The loop: events in, pictures out.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ratatui::crossterm::event::Event as TerminalEvent;

use super::film::Film;
use super::show::{Event, Show};
use super::view::view;
use crate::terminal::{Screen, listen};
use crate::theme::Theme;

/// From one picture to the next, while it plays and while it stands.
const FRAME: Duration = Duration::from_millis(33);
const IDLE: Duration = Duration::from_millis(250);

/// Shows these films until the user leaves or `stop` is set.
///
/// # Errors
/// The error of the terminal, which is restored in any case.
pub fn run(films: Vec<Film>, has_color: bool, stop: &AtomicBool) -> io::Result<()> {
    let mut show = Show::new(films, Theme::of_terminal(has_color, |name| std::env::var(name).ok()));
    let mut screen = Screen::take()?;
    let events = listen()?;
    let begin = Instant::now();
    while !show.is_over() && !stop.load(Ordering::Relaxed) {
        let (columns, rows) = screen.size()?;
        show.update(Event::Resized(columns, rows));
        show.update(Event::Tick(begin.elapsed()));
        screen.show(&view(&show))?;
        let mut wait = if show.is_playing() { FRAME } else { IDLE };
        while let Ok(event) = events.recv_timeout(wait) {
            match event? {
                TerminalEvent::Key(key) => show.update(Event::Key(key)),
                TerminalEvent::Mouse(mouse) => show.update(Event::Mouse(mouse)),
                // The size is looked at before each picture.
                _ => {}
            }
            wait = Duration::ZERO;
        }
    }
    Ok(())
}
