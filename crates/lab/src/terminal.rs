//! The terminal in its full-screen mode, restored whatever happens.

use std::io::{self, Stdout};
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, window_size,
};

/// True if the terminal is in full-screen mode now.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// The terminal in full-screen mode, as long as this lives.
pub(crate) struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    /// Takes the terminal. A panic gives it back before it is reported.
    ///
    /// # Errors
    /// The error of the system.
    pub(crate) fn take() -> io::Result<Self> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let before = panic::take_hook();
            panic::set_hook(Box::new(move |info| {
                give_back();
                before(info);
            }));
        });
        IS_TAKEN.store(true, Ordering::SeqCst);
        // Made first: if anything below fails, its end gives the terminal back.
        let screen = Self { terminal: Terminal::new(CrosstermBackend::new(io::stdout()))? };
        enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture)?;
        Ok(screen)
    }

    /// Columns and rows.
    ///
    /// # Errors
    /// The terminal has gone away.
    pub(crate) fn size(&self) -> io::Result<(u16, u16)> {
        // The other asks programs where the system knows no size, and so never fails. Only Unix has this one.
        if cfg!(unix) {
            window_size()?;
        }
        let size = self.terminal.size()?;
        Ok((size.width, size.height))
    }

    /// Shows a picture: what has changed since the last is sent.
    pub(crate) fn show(&mut self, picture: &Buffer) -> io::Result<()> {
        self.terminal.draw(|frame| {
            let place = picture.area.intersection(frame.area());
            let buffer = frame.buffer_mut();
            for at in place.positions() {
                buffer[at].clone_from(&picture[at]);
            }
        })?;
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Events of the terminal, read by a thread of its own: where the terminal has gone away, reading from it may never
/// come to an end, and whoever waits for it has to.
pub(crate) fn listen() -> io::Result<Receiver<io::Result<Event>>> {
    let (sender, events) = mpsc::channel();
    let read = move || {
        loop {
            let event = event::read();
            let is_over = event.is_err();
            if sender.send(event).is_err() || is_over {
                return;
            }
        }
    };
    thread::Builder::new().name("terminal".to_owned()).spawn(read)?;
    Ok(events)
}

/// Gives the terminal back, once.
fn give_back() {
    if IS_TAKEN.swap(false, Ordering::SeqCst) {
        // Nobody is left who could be told.
        let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, ratatui::crossterm::cursor::Show);
        let _ = disable_raw_mode();
    }
}
