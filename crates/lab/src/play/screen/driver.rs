//! The loop: events in, effects out, the picture to the terminal.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use ratatui::crossterm::event::Event as TerminalEvent;

use super::state::{Effect, Event, State};
use super::thinker::Thinker;
use super::view::view;
use crate::play::TuiBoard;
use crate::play::{Autosave, Ending, Game, PlayerSpec, SearchableGame, file, learn};
use crate::terminal::{Screen, listen};
use crate::theme::Theme;
use searchlab_trial::diagnostic::{Diagnostics, quoted};
use searchlab_trial::record::Record;
use searchlab_worlds::Side;

/// Longest time without a look at the clock, the search and the stop flag.
const TICK: Duration = Duration::from_millis(50);

/// The same while all wait for a person: for the stop flag, the size of the terminal, and the seconds of the clock.
const IDLE: Duration = Duration::from_millis(250);

/// The settings of a game at the screen.
pub struct Setup<P: SearchableGame + TuiBoard> {
    /// The game that goes on; `new` begins there again.
    pub game: Game<P>,
    /// The players of black and white.
    pub seats: [PlayerSpec; 2],
    /// Refuses players for whom this machine has no room.
    pub admit: fn(&PlayerSpec) -> Result<(), Diagnostics>,
    /// Seed of random moves, and of the choice between equal moves where a player asks for it.
    pub seed: u64,
    /// Games are appended there when they end.
    pub games: Option<PathBuf>,
    /// Records of the algorithms' moves are appended there when a game ends.
    pub records: Option<PathBuf>,
    /// The file in which a game under way is kept.
    pub autosave: Option<Autosave<P>>,
    /// True if colours are wanted.
    pub color: bool,
    /// Ends it all, soon, when it is set.
    pub stop: Arc<AtomicBool>,
}

/// How a sitting ended.
#[derive(Debug)]
pub struct Outcome<P: TuiBoard> {
    /// The last game.
    pub game: Game<P>,
    /// How it ended.
    pub ending: Ending,
    /// The names of the players of black and white at the end.
    pub names: [String; 2],
    /// The records of its moves that searches chose, with the plies after the move.
    pub records: Vec<(usize, Record)>,
}

/// Plays at the full screen until the user leaves.
///
/// # Errors
/// The error of the terminal. It is restored in any case, in a panic too.
pub fn run<P: SearchableGame + TuiBoard>(setup: Setup<P>) -> io::Result<Outcome<P>> {
    let Setup { game, seats, admit, seed, games, records, autosave, color, stop } = setup;
    let theme = Theme::of_terminal(color, |name| std::env::var(name).ok());
    let state = State::new(game, seats, P::PLAYERS, theme).admitting(admit);
    let thinker = Thinker::new(seed);
    let mut sitting = Sitting { state, thinker, games, records, autosave, kept: String::new(), ending: None };
    let mut screen = Screen::take()?;
    let events = listen()?;
    let ended = sitting.sit(&mut screen, &events, &stop);
    if ended.is_err() {
        // The terminal has gone, and the game is kept all the same.
        sitting.leave();
    }
    drop(screen);
    let names = sitting.state.names();
    let records = (1..).zip(sitting.state.records).filter_map(|(plies, record)| Some((plies, record?))).collect();
    Ok(Outcome { game: sitting.state.game, ending: ended?, names, records })
}

/// A state with the world around it.
struct Sitting<P: SearchableGame + TuiBoard> {
    state: State<P>,
    thinker: Thinker<P>,
    games: Option<PathBuf>,
    records: Option<PathBuf>,
    autosave: Option<Autosave<P>>,
    /// The line of the game that was appended last: the end of one game, seen twice, is kept once.
    kept: String,
    ending: Option<Ending>,
}

impl<P: SearchableGame + TuiBoard> Sitting<P> {
    /// Plays until the user leaves. A board that waits for a person is drawn again where its clock shows another second,
    /// not at every look.
    fn sit(
        &mut self,
        screen: &mut Screen,
        events: &Receiver<io::Result<TerminalEvent>>,
        stop: &AtomicBool,
    ) -> io::Result<Ending> {
        let begin = Instant::now();
        let (mut is_stale, mut drawn) = (true, None);
        loop {
            let size = screen.size()?;
            let visible = (size, self.state.clocks.map(|clock| clock.as_secs()));
            if is_stale || drawn != Some(visible) {
                self.update(Event::Resized(size.0, size.1));
                screen.show(&view(&self.state))?;
                drawn = Some(visible);
            }
            is_stale = self.state.is_busy();
            let mut wait = if is_stale { TICK } else { IDLE };
            while let Ok(event) = events.recv_timeout(wait) {
                self.terminal_event(&event?);
                (is_stale, wait) = (true, Duration::ZERO);
            }
            self.look();
            self.update(Event::Tick(begin.elapsed()));
            self.save();
            if stop.load(Ordering::Relaxed) {
                self.leave();
            }
            if let Some(ending) = self.ending {
                return Ok(ending);
            }
        }
    }

    /// Passes an event on, and does what it asks for.
    fn update(&mut self, event: Event<P>) {
        let mut events = vec![event];
        while let Some(event) = events.pop() {
            for effect in self.state.update(event) {
                events.extend(self.execute(effect));
            }
        }
    }

    fn terminal_event(&mut self, event: &TerminalEvent) {
        match event {
            TerminalEvent::Key(key) => self.update(Event::Key(*key)),
            TerminalEvent::Mouse(mouse) => self.update(Event::Mouse(*mouse)),
            // The size is looked at before each picture.
            _ => {}
        }
    }

    /// Looks at what the players have to say.
    fn look(&mut self) {
        if let Some((ticket, answer)) = self.thinker.answer() {
            self.update(Event::Thought(ticket, answer));
        }
        if self.state.thinking.is_some() {
            let pulse = self.thinker.pulse();
            self.update(Event::Pulse(pulse));
        }
    }

    /// Writes the file of the game under way, where a move has been made or taken back.
    fn save(&mut self) {
        let Some(autosave) = self.autosave.as_mut().filter(|_| self.state.ending.is_none()) else { return };
        let [black, white] = self.state.names();
        if let Err(problem) = autosave.keep(&self.state.game, [&black, &white]) {
            self.update(Event::Told(problem));
        }
    }

    fn leave(&mut self) {
        self.save();
        for effect in self.state.interrupt() {
            self.execute(effect);
        }
    }

    /// Does what an effect asks for; what is to be told of it.
    fn execute(&mut self, effect: Effect) -> Option<Event<P>> {
        let told = |done: Result<(), String>, path: &str| {
            Some(Event::Told(done.map_or_else(|problem| problem, |()| format!("saved to {}", quoted(path)))))
        };
        match effect {
            Effect::Think => {
                if let Some(thinking) = &self.state.thinking {
                    self.thinker.ask(thinking, &self.state.game);
                }
                None
            }
            Effect::Stop => {
                self.thinker.stop();
                None
            }
            Effect::Save(path) => {
                let [black, white] = self.state.names();
                told(file::save(&path, &self.state.game, [&black, &white], self.state.ending), &path)
            }
            Effect::SaveRecords(path) => told(file::save_records(&path, self.state.all_records()), &path),
            Effect::Load(path) => {
                let game = file::load(&path, self.state.game.start()).map_err(|problems| {
                    problems.iter().next().map_or_else(String::new, |problem| problem.message().to_owned())
                });
                Some(Event::Loaded(game))
            }
            Effect::Keep(ending) => self.keep(ending).err().map(Event::Told),
            Effect::Quit(ending) => {
                self.ending = Some(ending);
                None
            }
        }
    }

    /// Appends the game and its records to the files that were named for that.
    fn keep(&mut self, ending: Ending) -> Result<(), String> {
        if let Some(autosave) = &mut self.autosave {
            let removed = autosave.conclude(ending);
            removed.map_err(|error| format!("cannot remove the file of the game: {error}"))?;
        }
        let [black, white] = self.state.names();
        let line = self.state.game.line([&black, &white], Some(ending)) + "\n";
        if line == self.kept {
            return Ok(());
        }
        for (side, spec) in Side::BOTH.into_iter().zip(&self.state.seats) {
            if let PlayerSpec::Algorithm(spec) = spec {
                learn(spec, side, &self.state.game, ending);
            }
        }
        if let Some(path) = &self.games {
            file::append(path, &line).map_err(|error| format!("cannot write the game: {error}"))?;
        }
        if let Some(path) = &self.records {
            let lines = file::lines_of(self.state.all_records());
            let written = lines.and_then(|lines| file::append(path, &lines));
            written.map_err(|error| format!("cannot write the records: {error}"))?;
        }
        self.kept = line;
        Ok(())
    }
}
