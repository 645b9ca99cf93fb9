//! The frame around the searches: titles, the sentence of the step, counters, the bar, the keys.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::film::{Event, Film, Player};
use super::pseudocode;
use super::show::Show;
use super::why::sentence;
use super::{grid, places, tree};
use crate::theme::Theme;
use searchlab_trial::text::{grouped, printable, wrapped};

/// Rows below the stages: the counters, the bar, the keys.
const FOOT: u16 = 3;
/// Rows for the sentence of a single search.
const SENTENCE: u16 = 2;

/// Draws the searches on as many columns and rows as there are.
pub fn view(show: &Show) -> Buffer {
    let area = Rect::new(0, 0, show.size.0, show.size.1);
    let mut buffer = Buffer::empty(area);
    let count = show.players.len() as u16;
    let room = Rect { height: area.height.saturating_sub(FOOT), ..area };
    let width = room.width.checked_div(count).unwrap_or_default();
    for (index, player) in show.players.iter().enumerate() {
        let gap = u16::from(count > 1);
        let place = Rect { x: index as u16 * width, width: width.saturating_sub(gap), ..room };
        draw_panel(show, player, place, &mut buffer);
    }
    draw_foot(show, &mut buffer);
    buffer
}

/// The bar that shows the step, and takes clicks.
pub(super) fn bar(show: &Show) -> Rect {
    let (columns, rows) = show.size;
    let words = where_words(show).chars().count() as u16 + 1;
    Rect { x: 0, y: rows.saturating_sub(2), width: columns.saturating_sub(words), height: u16::from(rows > 1) }
}

fn where_words(show: &Show) -> String {
    format!("{} of {}", grouped(show.step as u64), grouped(show.length as u64))
}

/// One search: its title, its stage, the sentence of its step.
fn draw_panel(show: &Show, player: &Player, place: Rect, buffer: &mut Buffer) {
    let film = player.film();
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let title = printable(&format!("{} on {}", film.word("algorithm"), film.word("instance")));
    put(buffer, place, (0, 0), &title, bold);
    let told = if show.is_race() { 3 } else { SENTENCE };
    let bottom = place.height.saturating_sub(told);
    let stage = Rect { y: place.y + 2, height: bottom.saturating_sub(3), ..place };
    let event = film.event(player.now().step);
    let stage = if show.is_race() { stage } else { draw_code(show, film, event.as_ref(), stage, buffer) };
    match film.scene("shape").as_str() {
        Some("grid") if film.is_path() => grid::draw(show, player, stage, buffer),
        Some("tiles") => places::draw_tiles(show, player, stage, buffer),
        Some("graph") => places::draw_graph(show, player, stage, buffer),
        _ => tree::draw(show, player, stage, buffer),
    }
    let words = sentence(film, event.as_ref(), Some(player.now()));
    let lines = wrapped(&words, usize::from(place.width.max(1)));
    let lines = lines.iter().take(if show.is_race() { 2 } else { usize::from(SENTENCE) });
    for (row, line) in lines.enumerate() {
        put(buffer, place, (0, bottom + row as u16), line, Style::new());
    }
    if show.is_race() {
        put(buffer, place, (0, bottom + 2), &counters(player, place.width), show.theme.quiet());
    }
}

/// The pseudocode with the line of the step marked; the rest of the stage. At the right where there is room for it beside
/// the search, below where there are rows, and otherwise only the line itself.
fn draw_code(show: &Show, film: &Film, event: Option<&Event<'_>>, stage: Rect, buffer: &mut Buffer) -> Rect {
    let lines = pseudocode::lines(film.word("algorithm"), film.is_path());
    let now = event.map(pseudocode::line_of);
    let is_now = |name: &str| now == Some(name);
    let width = lines.iter().map(|(_, text)| text.chars().count() as u16 + 2).max().unwrap_or_default();
    let needed = stage_size(film);
    let height = lines.len() as u16;
    let (place, rest) = if needed.0 + 2 + width <= stage.width && height <= stage.height {
        let left = stage.width - width;
        (Rect { x: stage.x + left, width, ..stage }, Rect { width: left - 1, ..stage })
    } else if needed.1 + 1 + height <= stage.height {
        let top = stage.height - height;
        (Rect { y: stage.y + top, height, ..stage }, Rect { height: top - 1, ..stage })
    } else {
        let Some((_, text)) = lines.iter().find(|(name, _)| is_now(name)) else { return stage };
        put(
            buffer,
            stage,
            (0, stage.height.saturating_sub(1)),
            &format!("> {}", text.trim_start()),
            accent(show.theme),
        );
        return Rect { height: stage.height.saturating_sub(1), ..stage };
    };
    for (row, (name, text)) in lines.iter().enumerate() {
        let (sign, style) = if is_now(name) { ('>', accent(show.theme)) } else { (' ', show.theme.quiet()) };
        put(buffer, place, (0, row as u16), &format!("{sign} {text}"), style);
    }
    rest
}

/// Columns and rows that the search takes if there is room for all of it.
fn stage_size(film: &Film) -> (u16, u16) {
    let number = |name: &str| film.scene(name).as_u64().unwrap_or_default().min(10_000) as u16;
    match film.scene("shape").as_str() {
        // The words about the cell under the pointer are as wide as 56 columns.
        Some("grid") if film.is_path() => (56.max(number("cols") * 2), number("rows") + 1),
        Some("tiles") => (number("width") * 4 * 3, number("width") * 2),
        Some("graph") => (60, film.scene("places").as_array().map_or(0, Vec::len).min(100) as u16),
        Some("board") => (number("cols") * 2 + 40, number("rows") + 1),
        _ => (40, 7),
    }
}

/// As many counters as there is room for, each whole.
fn counters(player: &Player, width: u16) -> String {
    let mut line = String::new();
    for (name, count) in player.film().counters(player.now().step) {
        let gap = if line.is_empty() { "" } else { " · " };
        let entry = format!("{gap}{} {}", name.replace('_', " "), grouped(count));
        if line.chars().count() + entry.chars().count() > usize::from(width) {
            break;
        }
        line += &entry;
    }
    line
}

fn draw_foot(show: &Show, buffer: &mut Buffer) {
    let area = buffer.area;
    let foot = Rect { y: area.bottom().saturating_sub(FOOT), height: FOOT.min(area.height), ..area };
    if let [player] = show.players.as_slice() {
        let left_out = match player.film().left_out() {
            0 => String::new(),
            count => format!(" · {} events were left out", grouped(count)),
        };
        put(buffer, foot, (0, 0), &(counters(player, foot.width) + &left_out), show.theme.quiet());
    }
    let bar = bar(show);
    let (full, rest) = if show.theme.is_unicode { ("━", "─") } else { ("=", "-") };
    let done = (f64::from(bar.width) * show.step as f64 / show.length.max(1) as f64).round() as u16;
    for x in 0..bar.width {
        let style = if x < done { accent(show.theme) } else { show.theme.quiet() };
        put(buffer, bar, (x, 0), if x < done { full } else { rest }, style);
    }
    put(buffer, foot, (bar.width + 1, 1), &where_words(show), Style::new());
    let playing = if show.is_playing { "pause" } else { "play" };
    let keys = format!(
        "space {playing}  ←→ step  n/p next/last mark  Home/End  +/- {} a second  q leave",
        grouped(show.pace().into())
    );
    let keys = if show.theme.is_unicode { keys } else { keys.replace("←→", "arrows") };
    put(buffer, foot, (0, 2), &keys, show.theme.quiet());
}

/// The style of what is current.
pub(super) fn accent(theme: Theme) -> Style {
    let style = Style::new().add_modifier(Modifier::BOLD);
    if theme.has_color() { style.fg(theme.pick(208, ratatui::style::Color::Yellow)) } else { style }
}

/// Writes words in one row of a place, as far as there is room.
pub(super) fn put(buffer: &mut Buffer, place: Rect, (x, y): (u16, u16), words: &str, style: Style) {
    let place = place.intersection(buffer.area);
    if x < place.width && y < place.height {
        let clean: String = words.chars().filter(|character| !character.is_control()).collect();
        buffer.set_stringn(place.x + x, place.y + y, clean, usize::from(place.width - x), style);
    }
}
