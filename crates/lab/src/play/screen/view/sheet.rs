//! The sheets over the board: the help, the players to choose from, questions.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use super::super::command::{COMMANDS, Command};
use super::super::state::{Sheet, State};
use super::put;
use crate::play::TuiBoard;
use searchlab_worlds::Side;

/// Columns where the sign for each side stands on the sheet of players, from its inner edge.
const SEATS: [u16; 2] = [2, 10];
/// Where the names begin.
const NAMES: u16 = 18;

/// Draws a sheet.
pub(super) fn draw<P: TuiBoard>(state: &State<P>, sheet: Sheet, buffer: &mut Buffer) {
    match sheet {
        Sheet::Help(from) => draw_help(state, from, buffer),
        Sheet::Players(line, side) => draw_players(state, line, side, buffer),
        Sheet::Confirm(command) => draw_question(command, buffer),
    }
}

/// A cleared place with a frame and a title, in the middle of the screen; its inside.
fn frame(buffer: &mut Buffer, width: u16, height: u16, title: &str) -> Rect {
    let outer = middle(buffer.area, width, height);
    let inner = inside(outer);
    let bold = Style::new().add_modifier(Modifier::BOLD);
    for y in 0..outer.height {
        let is_edge = y == 0 || y + 1 == outer.height;
        let (corner, fill) = if is_edge { ("+", "-") } else { ("|", " ") };
        for x in outer.x..outer.right() {
            buffer[(x, outer.y + y)].reset();
        }
        put(
            buffer,
            outer,
            0,
            y,
            &format!("{corner}{}", fill.repeat(outer.width.saturating_sub(2).into())),
            Style::new(),
        );
        put(buffer, outer, outer.width.saturating_sub(1), y, corner, Style::new());
    }
    put(buffer, outer, 2, 0, &format!(" {title} "), bold);
    inner
}

/// A place in the middle of another, no larger than that.
fn middle(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height }
}

/// Without the frame and a column of air.
fn inside(outer: Rect) -> Rect {
    Rect {
        x: outer.x + 2.min(outer.width),
        y: outer.y + 1.min(outer.height),
        width: outer.width.saturating_sub(4),
        height: outer.height.saturating_sub(2),
    }
}

fn help<P: TuiBoard>() -> Vec<String> {
    let example = P::EXAMPLE;
    let mut lines = vec![
        "Arrows move the cursor; Enter, space or a click plays there.".to_owned(),
        format!("Or type the move, like {example}, and Enter."),
        String::new(),
    ];
    lines.extend(COMMANDS.iter().map(|entry| {
        let words = match entry.operand {
            Some(operand) => format!("{} {operand}", entry.word),
            None => entry.word.to_owned(),
        };
        let meaning = if entry.command == Command::Marks {
            format!("shows or hides {}", P::MARKS)
        } else {
            entry.meaning.to_owned()
        };
        format!("  {}   {words:<14} {meaning}", entry.key)
    }));
    lines.extend(
        [
            "      level N        how strong the algorithms play, from 1",
            "      black WORDS    who plays black: human, random, level:3, or an",
            "      white WORDS    algorithm, as in alphabeta-tt:time=2s or pvs:nodes=50000",
            "",
            "Capital keys do it at once, and h; the words are typed, with Enter. Ctrl-C leaves.",
            "On the board: [ ] cursor, ( ) last move, * * the line that won, ? a hint.",
        ]
        .map(str::to_owned),
    );
    lines
}

fn help_place<P: TuiBoard>(area: Rect) -> (Vec<String>, Rect) {
    let lines = help::<P>();
    let outer = middle(area, 79, lines.len() as u16 + 2);
    (lines, inside(outer))
}

/// The last line from which the help may be shown.
pub(in super::super) fn help_end<P: TuiBoard>(state: &State<P>) -> u16 {
    let (lines, inner) = help_place::<P>(Rect::new(0, 0, state.size.0, state.size.1));
    (lines.len() as u16).saturating_sub(inner.height)
}

fn draw_help<P: TuiBoard>(state: &State<P>, from: u16, buffer: &mut Buffer) {
    let (lines, _) = help_place::<P>(buffer.area);
    let from = from.min(help_end(state));
    let title = if help_end(state) > 0 { "Help: up and down scroll, Esc closes" } else { "Help: Esc closes" };
    let inner = frame(buffer, 79, lines.len() as u16 + 2, title);
    for (y, line) in (0..inner.height).zip(&lines[from.into()..]) {
        put(buffer, inner, 0, y, line, Style::new());
    }
}

/// Where the choices stand, and the first of them that is shown.
fn players_place<P: TuiBoard>(state: &State<P>, area: Rect) -> (Rect, Rect, usize) {
    let count = state.choices().len();
    let outer = middle(area, 68, count as u16 + 7);
    let inner = inside(outer);
    let list =
        Rect { y: inner.y + 2.min(inner.height), height: inner.height.saturating_sub(2).min(count as u16), ..inner };
    let line = match state.sheet {
        Some(Sheet::Players(line, _)) => line,
        _ => 0,
    };
    (outer, list, (line + 1).saturating_sub(list.height.into()))
}

/// The choice at a place of the terminal, and for whom.
pub(in super::super) fn choice_at<P: TuiBoard>(state: &State<P>, at: Position) -> Option<(usize, Side)> {
    let (_, list, first) = players_place(state, Rect::new(0, 0, state.size.0, state.size.1));
    if !list.contains(at) {
        return None;
    }
    let side = match state.sheet {
        _ if at.x < list.x + SEATS[1] - 1 => Side::Black,
        _ if at.x < list.x + NAMES => Side::White,
        Some(Sheet::Players(_, side)) => side,
        _ => return None,
    };
    Some((first + usize::from(at.y - list.y), side))
}

fn draw_players<P: TuiBoard>(state: &State<P>, chosen: usize, side: Side, buffer: &mut Buffer) {
    let (outer, list, first) = players_place(state, buffer.area);
    let inner = frame(buffer, outer.width, outer.height, "Who plays: Enter chooses, Esc closes");
    let bold = Style::new().add_modifier(Modifier::BOLD);
    for (which, x) in Side::BOTH.into_iter().zip(SEATS) {
        put(buffer, inner, x - 1, 0, which.name(), if which == side { bold } else { Style::new() });
    }
    for (y, (line, (words, summary))) in (0..list.height).zip(state.choices().iter().enumerate().skip(first)) {
        let style = if line == chosen { bold } else { Style::new() };
        for (which, x) in Side::BOTH.into_iter().zip(SEATS) {
            let sign = if state.is_chosen(words, which) { "x" } else { "." };
            let is_here = line == chosen && which == side;
            put(buffer, list, x, y, &if is_here { format!("[{sign}]") } else { format!(" {sign} ") }, style);
        }
        put(buffer, list, NAMES, y, &format!("{words:<10} {summary}"), style);
    }
    let rows = [
        "",
        "Left and right change the side. Any other player by its words:",
        "white alphabeta-tt:time=2s, black pvs:nodes=50000",
    ];
    for (y, words) in (list.bottom().saturating_sub(inner.y)..).zip(rows) {
        put(buffer, inner, 0, y, words, state.theme.quiet());
    }
}

fn draw_question(command: Command, buffer: &mut Buffer) {
    let words = match command {
        Command::New => "Begin a new game and leave this one?",
        Command::Resign => "Give up this game?",
        Command::Quit => "Leave the game as it stands?",
        _ => "Is that meant?",
    };
    let inner = frame(buffer, 44, 5, command.entry().word);
    put(buffer, inner, 0, 0, words, Style::new());
    put(buffer, inner, 0, 2, "y or Enter: yes    n or Esc: no", Style::new().add_modifier(Modifier::BOLD));
}
