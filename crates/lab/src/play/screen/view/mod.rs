//! The view of a state: cells of a terminal, nothing else.
//!
//! | part | file |
//! |---|---|
//! | the board | `board.rs` |
//! | the players and their searches | `panel.rs` |
//! | the sheets over both: help, players, questions | `sheet.rs` |

mod board;
mod panel;
mod sheet;

pub(super) use sheet::{choice_at, help_end};

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::state::State;
use crate::play::TuiBoard;

/// Draws a state on as many columns and rows as it says.
pub fn view<P: TuiBoard>(state: &State<P>) -> Buffer {
    let area = Rect::new(0, 0, state.size.0, state.size.1);
    let mut buffer = Buffer::empty(area);
    let layout = state.layout();
    board::draw(state, &layout, &mut buffer);
    panel::draw(state, &layout, &mut buffer);
    draw_line(state, layout.line, &mut buffer);
    if let Some(sheet) = state.sheet {
        sheet::draw(state, sheet, &mut buffer);
    }
    buffer
}

/// The line at the bottom: the text that is being typed, or the last message.
fn draw_line<P: TuiBoard>(state: &State<P>, place: Rect, buffer: &mut Buffer) {
    let side = state.game.position().side();
    let bold = Style::new().add_modifier(Modifier::BOLD);
    if let Some(entry) = &state.entry {
        let room = usize::from(place.width).saturating_sub(3);
        let skipped = entry.chars().count().saturating_sub(room);
        let seen: String = entry.chars().skip(skipped).collect();
        put(buffer, place, 0, 0, "> ", bold);
        put(buffer, place, 2, 0, &seen, bold);
        let after = 2 + seen.chars().count() as u16;
        put(buffer, place, after, 0, "_", bold);
        put(buffer, place, after + 3, 0, "Enter does it, Esc drops it", state.theme.quiet());
    } else if !state.message.is_empty() {
        put(buffer, place, 0, 0, &state.message, Style::new());
    } else if state.is_turn_of_person() {
        let cell = state.game.position().move_at(state.cursor);
        let name = cell.map(|mv| state.game.position().spell(mv)).unwrap_or_default();
        let words = format!("{name}: {} to move; Enter or click plays, or type {}", side.name(), P::EXAMPLE);
        put(buffer, place, 0, 0, &words, Style::new());
    }
}

/// Writes words in one row of a place, as far as there is room.
fn put(buffer: &mut Buffer, place: Rect, x: u16, y: u16, words: &str, style: Style) {
    let place = place.intersection(buffer.area);
    if x < place.width && y < place.height {
        let clean: String = words.chars().filter(|character| !character.is_control()).collect();
        buffer.set_stringn(place.x + x, place.y + y, clean, usize::from(place.width - x), style);
    }
}
