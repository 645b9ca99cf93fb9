//! The effects of events on the state.
//!
//! The game goes on in one place, [`State::go_on`], which is called after every event: forced moves are made there, the
//! end is seen there, and algorithms are asked there.
//!
//! Not here: the effects of keys and the mouse (input.rs) and of typed lines (words.rs).

use std::time::Duration;

use super::command::Command;
use super::state::{Effect, Event, Figures, PACES, Pulse, Question, Sheet, State, Thinking};
use crate::play::TuiBoard;
use crate::play::{Action, Ending, Fault, Forfeit, Game, PlayerSpec, value_words};
use searchlab_search::game::Score;
use searchlab_trial::record::Record;
use searchlab_trial::text::counted;
use searchlab_worlds::Side;

impl<P: TuiBoard> State<P> {
    /// Changes the state by an event; returns the effects on the world outside.
    pub(crate) fn update(&mut self, event: Event<P>) -> Vec<Effect> {
        match event {
            Event::Key(key) => self.key(key),
            Event::Mouse(mouse) => self.mouse(mouse),
            Event::Resized(columns, rows) => self.size = (columns, rows),
            Event::Tick(now) => self.tick(now),
            Event::Pulse(pulse) => self.pulse(pulse),
            Event::Thought(ticket, answer) => self.thought(ticket, answer),
            Event::Loaded(Ok(game)) => self.begin(game, "the game goes on"),
            Event::Loaded(Err(problem)) => self.message = problem,
            Event::Told(words) => self.message = words,
        }
        self.go_on();
        self.look_for_marks();
        std::mem::take(&mut self.effects)
    }

    /// Marks may take their time: they are looked for once in a position.
    fn look_for_marks(&mut self) {
        let position = self.game.position();
        if !self.shows_marks {
            self.marks = None;
        } else if self.marks.as_ref().is_none_or(|(known, _)| known != position) {
            self.marks = Some((position.clone(), position.marks()));
        }
    }

    /// Shows a message in the line at the bottom.
    pub(super) fn tell(&mut self, words: impl Into<String>) {
        self.message = words.into();
    }

    /// Makes what the rules make, sees the end, and asks an algorithm whose turn it is.
    pub(super) fn go_on(&mut self) {
        while self.ending.is_none() && self.thinking.is_none() {
            let (side, forced) = (self.game.position().side(), self.game.position().forced());
            if self.game.position().is_over() {
                self.end(Ending::Finished);
            } else if let Some(pass) = forced {
                self.make(pass, None);
                self.message = format!("{} has no move and passes", side.name());
            } else if self.is_person(side) || self.is_paused && !self.is_stepping || self.now < self.ready {
                return;
            } else {
                self.is_stepping = false;
                self.ask(Question::Move, self.seat(side).clone());
            }
        }
    }

    /// True if a search runs or will begin by itself: what is shown changes without a person.
    pub(super) fn is_busy(&self) -> bool {
        let is_awaited = self.ending.is_none() && !self.is_paused && !self.is_person(self.game.position().side());
        self.thinking.is_some() || is_awaited
    }

    fn ask(&mut self, question: Question, spec: PlayerSpec) {
        self.ticket += 1;
        self.thinking = Some(Thinking { ticket: self.ticket, question, spec, since: self.now });
        self.figures = Figures { side: Some(self.game.position().side()), ..Figures::default() };
        self.effects.push(Effect::Think);
    }

    /// Breaks off what thinks.
    pub(super) fn stop_thinking(&mut self) {
        if self.thinking.take().is_some() {
            self.effects.push(Effect::Stop);
        }
    }

    /// The game is over.
    fn end(&mut self, ending: Ending) {
        self.ending = Some(ending);
        self.hint = None;
        self.message = self.game.result(ending);
        if self.game.played() > 0 {
            self.effects.push(Effect::Keep(ending));
        }
    }

    /// Makes a move, which is legal.
    fn make(&mut self, mv: P::Move, record: Option<Record>) {
        self.game.push(mv);
        self.records.push(record);
        // If it was made before, what follows it is still there; if not, nothing is.
        self.undone.truncate(self.game.undone());
        self.hint = None;
    }

    /// A move of a person.
    pub(super) fn play(&mut self, mv: P::Move) {
        let side = self.game.position().side();
        if self.ending.is_some() {
            self.tell("the game is over: N begins a new one, U takes back");
        } else if !self.is_person(side) {
            let more = if self.is_paused { ": P lets the algorithms go on" } else { ", who is no person" };
            self.tell(format!("it is the turn of {}{more}", side.name()));
        } else if self.game.position().after(mv).is_none() {
            self.message = self.game.position().illegal_reason(mv);
        } else {
            self.stop_thinking();
            let cell = self.game.position().cell_of(mv);
            self.make(mv, None);
            self.message.clear();
            if let Some(cell) = cell {
                self.cursor = cell;
            }
        }
    }

    fn tick(&mut self, now: Duration) {
        let passed = now.saturating_sub(self.now);
        self.now = now;
        let side = self.game.position().side();
        let runs = match &self.thinking {
            Some(thinking) => thinking.question == Question::Move,
            None => false,
        };
        if self.ending.is_none() && (runs || self.is_person(side)) {
            self.clocks[side.index()] += passed;
        }
        if let Some(thinking) = &self.thinking {
            self.figures.seconds = now.saturating_sub(thinking.since).as_secs_f64();
        }
    }

    fn pulse(&mut self, pulse: Pulse) {
        if self.thinking.is_none() {
            return;
        }
        let Pulse { nodes, probes, hits, depth, value, line } = pulse;
        let line = self.spelled(line.iter().map_while(|&code| self.game.position().by_code(code)));
        let (side, seconds) = (self.figures.side, self.figures.seconds);
        self.figures = Figures { side, depth, value, line, nodes, probes, hits, seconds };
    }

    /// Moves from the position on, as words, as far as they are legal.
    fn spelled(&self, moves: impl Iterator<Item = P::Move>) -> Vec<String> {
        let mut position = self.game.position().clone();
        let mut words = Vec::new();
        for mv in moves {
            let Some(after) = position.after(mv) else { break };
            words.push(position.spell(mv));
            position = after;
        }
        words
    }

    /// The figures of a search that has ended.
    fn figures_of(&self, record: &Record) -> Figures {
        let answer = record.result.as_ref();
        let moves = answer.map(|answer| self.game.position().line_of(&answer.moves)).unwrap_or_default();
        Figures {
            side: Some(self.game.position().side()),
            depth: answer.and_then(|answer| answer.depth).unwrap_or_default(),
            value: answer.map_or(0, |answer| answer.value as Score),
            line: self.spelled(moves.into_iter()),
            nodes: record.counters.nodes(),
            probes: record.counters.tt_probes,
            hits: record.counters.tt_hits,
            seconds: record.measured.seconds,
        }
    }

    fn thought(&mut self, ticket: u64, answer: Result<Action<P>, String>) {
        let Some(thinking) = self.thinking.take_if(|thinking| thinking.ticket == ticket) else { return };
        let side = self.game.position().side();
        match (thinking.question, answer) {
            (_, Err(problem)) => {
                self.message = problem;
                self.is_paused = true;
            }
            (Question::Move, Ok(Action::Move(mv, record))) => self.decided(side, mv, record.map(|record| *record)),
            (Question::Hint, Ok(Action::Move(mv, record))) => {
                self.hint = self.game.position().cell_of(mv);
                let mut words = format!("hint: {}", self.game.position().spell(mv));
                if let Some(record) = record {
                    self.figures = self.figures_of(&record);
                    let Figures { value, depth, .. } = self.figures;
                    words = format!("{words}, {}, depth {depth}", value_words(value));
                }
                self.tell(words);
            }
            (_, Ok(Action::Resign)) => self.end(Ending::Resigned(side)),
            (Question::Move, Ok(Action::Fail(mishap))) => self.fail(side, &mishap),
            (Question::Hint, Ok(Action::Fail(mishap))) => self.message = format!("no hint: who gives them {mishap}"),
            // It was broken off from outside; the program is about to end.
            (_, Ok(Action::Interrupt | Action::Leave | Action::TakeBack)) => self.is_paused = true,
        }
    }

    /// An algorithm has chosen a move.
    fn decided(&mut self, side: Side, mv: P::Move, record: Option<Record>) {
        if self.game.position().after(mv).is_none() {
            self.fail(side, &Forfeit::new(Fault::Illegal, self.game.position().illegal_reason(mv)));
            return;
        }
        self.figures = record.as_ref().map(|record| self.figures_of(record)).unwrap_or_default();
        self.message = format!("{} plays {}", side.name(), self.game.position().spell(mv));
        self.make(mv, record);
        if !self.has_person() {
            self.ready = self.now + self.pace;
        }
    }

    /// A side has forfeited the game.
    fn fail(&mut self, side: Side, mishap: &Forfeit) {
        self.end(Ending::Forfeited(side, mishap.fault));
        if !mishap.detail.is_empty() {
            self.message = format!("{}: {}", self.message, mishap.detail);
        }
    }

    /// Begins with another game.
    fn begin(&mut self, game: Game<P>, words: &str) {
        self.keep_unfinished();
        self.stop_thinking();
        self.records = vec![None; game.plies()];
        self.undone.clear();
        self.game = game;
        (self.ending, self.hint) = (None, None);
        self.figures = Figures::default();
        self.clocks = [Duration::ZERO; 2];
        self.ready = self.now;
        self.tell(words);
        let (columns, rows) = self.game.position().size();
        self.cursor.column = self.cursor.column.min(columns - 1);
        self.cursor.row = self.cursor.row.min(rows - 1);
    }

    fn keep_unfinished(&mut self) {
        if self.ending.is_none() && self.game.played() > 0 {
            self.effects.push(Effect::Keep(Ending::Left));
        }
    }

    /// Leaves the program.
    pub(super) fn leave(&mut self, ending: Ending) {
        if self.ending.is_none() && self.game.played() > 0 {
            self.effects.push(Effect::Keep(ending));
        }
        self.stop_thinking();
        self.effects.push(Effect::Quit(self.ending.unwrap_or(ending)));
    }

    /// Leaves the program, because something outside wants it to end.
    pub(crate) fn interrupt(&mut self) -> Vec<Effect> {
        self.leave(Ending::Interrupted);
        std::mem::take(&mut self.effects)
    }

    /// Does what a key, a word or a button asks for, once it is confirmed.
    pub(super) fn command(&mut self, command: Command) {
        let is_under_way = self.ending.is_none() && self.game.played() > 0;
        let is_grave = matches!(command, Command::New | Command::Quit | Command::Load | Command::Resign);
        if is_grave && is_under_way && !matches!(command, Command::Load) {
            self.sheet = Some(Sheet::Confirm(command));
        } else {
            self.obey(command);
        }
    }

    /// Does what is asked for.
    pub(super) fn obey(&mut self, command: Command) {
        match command {
            Command::Help => self.sheet = Some(Sheet::Help(0)),
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::Hint => self.ask_for_hint(),
            Command::Resign => self.resign(),
            Command::New => self.begin(self.setup.clone(), "a new game"),
            Command::Swap => self.swap(),
            Command::Players => self.sheet = Some(Sheet::Players(0, Side::White)),
            Command::Pause => {
                self.is_paused = !self.is_paused;
                if self.is_paused && self.is_asked_for_a_move() {
                    self.stop_thinking();
                }
                self.tell(if self.is_paused { "paused: P goes on, . makes one move" } else { "" });
            }
            Command::Step => {
                self.is_paused = true;
                self.is_stepping = true;
                self.ready = self.now;
            }
            Command::Faster => self.change_pace(1),
            Command::Slower => self.change_pace(-1),
            Command::Numbers => self.shows_numbers = !self.shows_numbers,
            Command::Marks => {
                self.shows_marks = !self.shows_marks;
                let state = if self.shows_marks { "shown" } else { "hidden" };
                self.message = format!("{} are {state}", P::MARKS);
            }
            Command::Save | Command::Records | Command::Load => {
                self.entry = Some(format!("{} ", command.entry().word));
            }
            Command::Quit => self.leave(Ending::Left),
        }
    }

    fn is_asked_for_a_move(&self) -> bool {
        self.thinking.as_ref().is_some_and(|thinking| thinking.question == Question::Move)
    }

    fn undo(&mut self) {
        // A game that was given up goes on where it was.
        if matches!(self.ending.take(), Some(Ending::Resigned(_) | Ending::Forfeited(..))) {
            self.tell("the game goes on");
            return;
        }
        self.stop_thinking();
        let has_person = self.has_person();
        let is_person = [Side::Black, Side::White].map(|side| !has_person || self.is_person(side));
        let count = self.game.take_back(|side| is_person[side.index()]);
        self.undone.extend(self.records.drain(self.game.plies()..).rev());
        self.hint = None;
        if !has_person {
            self.is_paused = true;
        }
        self.message = match count {
            0 => "there is no turn to go back to".to_owned(),
            count => format!("{} taken back; R makes them again", counted(count as u64, "move")),
        };
    }

    fn redo(&mut self) {
        if self.is_asked_for_a_move() {
            self.stop_thinking();
        }
        let has_person = self.has_person();
        let is_person = [Side::Black, Side::White].map(|side| !has_person || self.is_person(side));
        let count = self.game.make_again(|side| is_person[side.index()]);
        let undone = self.undone.split_off(self.game.undone());
        self.records.extend(undone.into_iter().rev());
        self.hint = None;
        self.message = match count {
            0 => "nothing was taken back".to_owned(),
            count => format!("{} made again", counted(count as u64, "move")),
        };
    }

    /// The hint was not meant: what was typed goes on.
    pub(super) fn forget_hint(&mut self) {
        if self.thinking.as_ref().is_some_and(|thinking| thinking.question == Question::Hint) {
            self.stop_thinking();
        }
        self.hint = None;
        self.message.clear();
    }

    fn ask_for_hint(&mut self) {
        if !self.is_turn_of_person() {
            self.tell("a hint is for your turn");
        } else if let Some(helper) = self.helper() {
            self.stop_thinking();
            self.message = format!("{helper} is asked for a hint");
            self.ask(Question::Hint, PlayerSpec::Algorithm(helper));
        } else {
            self.tell("nobody here gives hints");
        }
    }

    fn resign(&mut self) {
        let side = self.game.position().side();
        let who = [side, side.other()].into_iter().find(|&side| self.is_person(side));
        match who {
            _ if self.ending.is_some() => self.tell("the game is over"),
            None => self.tell("only a person gives up"),
            Some(who) => {
                self.stop_thinking();
                self.end(Ending::Resigned(who));
            }
        }
    }

    fn swap(&mut self) {
        if self.is_asked_for_a_move() {
            self.stop_thinking();
        }
        self.seats.swap(0, 1);
        let [black, white] = self.names();
        self.message = format!("black {black}, white {white}");
    }

    /// Gives a side another player.
    pub(super) fn seat_player(&mut self, side: Side, spec: PlayerSpec) {
        if self.is_asked_for_a_move() && side == self.game.position().side() {
            self.stop_thinking();
        }
        self.message = format!("{} is played by {spec}", side.name());
        self.seats[side.index()] = spec;
    }

    fn change_pace(&mut self, by: isize) {
        let pace = self.pace.as_millis() as u64;
        let place = PACES.iter().position(|&known| known <= pace).unwrap_or(PACES.len() - 1);
        let place = place.saturating_add_signed(by).min(PACES.len() - 1);
        self.pace = Duration::from_millis(PACES[place]);
        self.ready = self.ready.min(self.now + self.pace);
        self.message = format!("{} ms after a move", PACES[place]);
    }
}
