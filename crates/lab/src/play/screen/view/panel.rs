//! The panel: the players, the turn, the figures of the search, the moves, the keys.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::super::layout::Layout;
use super::super::state::{Question, State};
use super::put;
use crate::play::TuiBoard;
use crate::play::value_words;
use searchlab_search::game::score::is_decisive;
use searchlab_trial::text::{grouped, wrapped};
use searchlab_worlds::Side;

/// Draws the panel, the most important first: what has no room is left out.
pub(super) fn draw<P: TuiBoard>(state: &State<P>, layout: &Layout, buffer: &mut Buffer) {
    if layout.panel.is_empty() {
        return;
    }
    let buttons = layout.buttons();
    let top = buttons.first().map_or(layout.panel.bottom(), |(place, _)| place.y.saturating_sub(1));
    let room = Rect { height: top.saturating_sub(layout.panel.y), ..layout.panel };
    let mut pen = Pen { buffer, room, row: 0 };
    heading(state, layout, &mut pen);
    figures(state, &mut pen);
    moves(state, &mut pen);
    for (place, command) in buttons {
        put(buffer, place, 0, 0, &command.button(), state.theme.quiet());
        let key = command.entry().key.to_string();
        put(buffer, place, 0, 0, &key, Style::new().add_modifier(Modifier::BOLD));
    }
}

/// Writes row after row.
struct Pen<'a> {
    buffer: &'a mut Buffer,
    room: Rect,
    row: u16,
}

impl Pen<'_> {
    fn write(&mut self, words: &str, style: Style) {
        put(self.buffer, self.room, 0, self.row, words, style);
        self.row += 1;
    }

    /// Writes words in as many rows as they need, at most `rows`.
    fn wrap(&mut self, words: &str, rows: usize, style: Style) {
        for line in wrapped(words, self.room.width.max(8).into()).into_iter().take(rows) {
            self.write(line, style);
        }
    }

    /// An empty row, if there is plenty of room.
    fn skip(&mut self) {
        if self.room.height > 12 {
            self.row += 1;
        }
    }

    const fn rows_left(&self) -> u16 {
        self.room.height.saturating_sub(self.row)
    }
}

/// The game, the players with their clocks, and whose turn it is.
fn heading<P: TuiBoard>(state: &State<P>, layout: &Layout, pen: &mut Pen<'_>) {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let position = state.game.position();
    let mut title = format!("{}, move {}", position.title(), state.game.number());
    if layout.is_cut() {
        title += " (cut: enlarge the terminal)";
    }
    pen.write(&title, bold);
    pen.skip();
    for side in Side::BOTH {
        let is_to_move = state.ending.is_none() && position.side() == side;
        let clock = clock(state.clocks[side.index()]);
        let arrow = if is_to_move { "> " } else { "  " };
        let style = if is_to_move { bold } else { Style::new() };
        let room = usize::from(pen.room.width).saturating_sub(clock.len() + 6);
        let name = cut(&state.seat(side).to_string(), room);
        let (x, row) = (pen.room.width.saturating_sub(clock.len() as u16), pen.row);
        let swatch = state.theme.piece(state.theme.ground(P::FELT, false), side);
        pen.write(&format!("{arrow}   {name}"), style);
        put(pen.buffer, pen.room, 2, row, &state.theme.sign(side).to_string(), swatch);
        put(pen.buffer, pen.room, x, row, &clock, style);
    }
    let tally = position.tally();
    let tally = if tally.is_empty() { tally } else { format!(", {tally}") };
    let side = position.side().name();
    let status = match (state.ending, &state.thinking) {
        (Some(ending), _) => state.game.result(ending),
        (None, Some(thinking)) if thinking.question == Question::Hint => format!("a hint is sought{tally}"),
        (None, Some(_)) => format!("{side} thinks{tally}"),
        (None, None) if state.is_paused => format!("paused, {side} to move{tally}"),
        (None, None) => format!("{side} to move{tally}"),
    };
    pen.wrap(&status, 2, if state.ending.is_some() { bold } else { Style::new() });
    pen.skip();
}

/// The figures of the search that runs, or of the last one.
fn figures<P: TuiBoard>(state: &State<P>, pen: &mut Pen<'_>) {
    let figures = &state.figures;
    // Of a hint that a move broke off before it began nothing is known.
    let Some(side) = figures.side.filter(|_| figures.depth > 0 || figures.nodes > 0) else {
        return;
    };
    let (value, name) = (value_words(figures.value), side.name());
    let depth = match figures.depth {
        0 => "depth -".to_owned(),
        depth if is_decisive(figures.value) => format!("depth {depth}, {name} {value}"),
        depth => format!("depth {depth}, {value} for {name}"),
    };
    pen.wrap(&depth, 2, Style::new());
    let rate = figures.nodes as f64 / figures.seconds.max(1e-6);
    pen.write(&format!("nodes {} in {:.1} s", grouped(figures.nodes), figures.seconds), Style::new());
    let rate = if figures.seconds > 0.0 { grouped(rate as u64) } else { "-".to_owned() };
    pen.write(&format!("speed {rate} nodes/s"), Style::new());
    if figures.probes > 0 {
        let share = figures.hits as f64 / figures.probes as f64 * 100.0;
        pen.write(&format!("table {} hits, {share:.0} %", grouped(figures.hits)), Style::new());
    } else {
        pen.write("table -", Style::new());
    }
    let line = format!("line  {}", figures.line.join(" "));
    // The moves below stay where they are while the line grows.
    let row = pen.row;
    pen.wrap(&line, 2, Style::new());
    if pen.room.height > 12 {
        pen.row = row + 2;
    }
    pen.skip();
}

/// The legend of the marks, and the last moves as far as there is room.
fn moves<P: TuiBoard>(state: &State<P>, pen: &mut Pen<'_>) {
    if state.shows_marks {
        let legend = state.game.position().legend();
        pen.wrap(&legend, 3, Style::new());
    }
    let numbered: Vec<(u32, Side, String)> = state
        .game
        .positions()
        .zip(state.game.moves())
        .map(|(before, &mv)| (before.number(), before.side(), before.spell(mv)))
        .collect();
    let mut rows: Vec<String> = Vec::new();
    for (number, side, name) in numbered {
        match (side, rows.last_mut()) {
            (Side::White, Some(row)) if row.len() < 10 => *row = format!("{row:<9} {name}"),
            (Side::White, _) => rows.push(format!("{number:>3} {:<5} {name}", "")),
            (Side::Black, _) => rows.push(format!("{number:>3} {name}")),
        }
    }
    // In columns, the last moves at the end of the last.
    let height = usize::from(pen.rows_left());
    let columns = usize::from(pen.room.width / 17).max(1);
    let seen = rows.len().min(height * columns);
    if seen == 0 {
        return;
    }
    let seen = &rows[rows.len() - seen..];
    for (index, words) in seen.iter().enumerate() {
        let (x, y) = ((index / height) as u16 * 17, (index % height) as u16);
        put(pen.buffer, pen.room, x, pen.row + y, words, state.theme.quiet());
    }
}

/// Minutes and seconds.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds / 3600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}

/// As much of the words as there is room for; what is left out is told by two dots.
fn cut(words: &str, room: usize) -> String {
    if words.chars().count() <= room {
        return words.to_owned();
    }
    words.chars().take(room.saturating_sub(2)).chain("..".chars()).collect()
}
