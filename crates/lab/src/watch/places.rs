//! Tiles and graphs.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use serde_json::Value;

use super::film::{Player, Status};
use super::show::Show;
use super::view::{accent, put};
use crate::theme::Theme;

/// No board of tiles is wider; a broken trace may say anything.
const WIDEST: u64 = 32;

/// The last states of the path, the moved tile of each bold.
pub(super) fn draw_tiles(show: &Show, player: &Player, stage: Rect, buffer: &mut Buffer) {
    let film = player.film();
    let width = film.scene("width").as_u64().unwrap_or(4).clamp(1, WIDEST) as usize;
    let board = |id: &u32| -> Option<Vec<u64>> {
        film.known(*id)?.at.as_ref()?.as_array().map(|tiles| tiles.iter().filter_map(Value::as_u64).collect())
    };
    let path: Vec<Vec<u64>> = player.shown_path().iter().filter_map(board).collect();
    let columns = (width * 3 + 4) as u16;
    let most = usize::from((stage.width / columns).max(1));
    let first = path.len().saturating_sub(most);
    for (index, tiles) in path.iter().enumerate().skip(first) {
        let before = index.checked_sub(1).map(|before| &path[before]);
        let x = (index - first) as u16 * columns;
        let words = if index == 0 { "start".to_owned() } else { format!("move {index}") };
        put(buffer, stage, (x, 0), &words, show.theme.quiet());
        for (at, tile) in tiles.iter().enumerate() {
            let has_moved = before.is_some_and(|before| before.get(at) != Some(tile));
            let style = if has_moved { accent(show.theme) } else { Style::new() };
            let words = if *tile == 0 { "  .".to_owned() } else { format!("{tile:>3}") };
            put(buffer, stage, (x + (at % width * 3) as u16, 1 + (at / width) as u16), &words, style);
        }
    }
}

/// The places of a graph where its coordinates say, or in a list.
pub(super) fn draw_graph(show: &Show, player: &Player, stage: Rect, buffer: &mut Buffer) {
    let film = player.film();
    let places = film.scene("places").as_array().map(Vec::as_slice).unwrap_or_default();
    let names: Vec<&str> = places.iter().map(|place| place["name"].as_str().unwrap_or_default()).collect();
    let spots = spots(places, stage).unwrap_or_else(|| listed(names.len(), stage));
    let spot_of = |name: &Value| names.iter().position(|&each| Some(each) == name.as_str()).map(|at| spots[at]);
    if has_places(places) {
        for edge in film.scene("edges").as_array().into_iter().flatten() {
            if let Some((from, to)) = spot_of(&edge[0]).zip(spot_of(&edge[1])) {
                draw_edge(show.theme, from, to, stage, buffer);
            }
        }
    }
    let ids = names.iter().map(|name| film.named(name));
    let path = player.shown_path();
    for ((name, &spot), id) in names.iter().zip(&spots).zip(ids) {
        let node = id.map(|id| player.now().nodes[id as usize]).unwrap_or_default();
        let is_current = id.is_some() && id == player.now().current;
        let is_on_path = id.is_some_and(|id| path.contains(&id));
        let (sign, style) = look(show.theme, node.status, is_current, is_on_path);
        put(buffer, stage, spot, &format!("{sign}{name}"), style);
    }
    let words = "@ current  * on the path  o open  . expanded";
    put(buffer, stage, (0, stage.height.saturating_sub(1)), words, show.theme.quiet());
}

fn look(theme: Theme, status: Status, is_current: bool, is_on_path: bool) -> (char, Style) {
    let colored = |many: u8, sixteen: Color| {
        if theme.has_color() { Style::new().fg(theme.pick(many, sixteen)) } else { Style::new() }
    };
    match status {
        _ if is_current => ('@', accent(theme).add_modifier(Modifier::REVERSED)),
        _ if is_on_path => ('*', accent(theme)),
        Status::Open => ('o', colored(221, Color::Yellow)),
        Status::Closed => ('.', colored(117, Color::Cyan)),
        Status::Unseen => (' ', theme.quiet()),
    }
}

fn has_places(places: &[Value]) -> bool {
    places.iter().all(|place| place["x"].is_number() && place["y"].is_number())
}

/// The coordinates of the places, stretched over the stage; `None` where there are none.
fn spots(places: &[Value], stage: Rect) -> Option<Vec<(u16, u16)>> {
    let longest = places.iter().filter_map(|place| place["name"].as_str()).map(str::len).max()? as u16;
    let at = |place: &Value| Some((place["x"].as_f64()?, place["y"].as_f64()?));
    let points: Vec<(f64, f64)> = places.iter().map(at).collect::<Option<_>>()?;
    let range = |of: fn(&(f64, f64)) -> f64| {
        let (low, high) =
            points.iter().map(of).fold((f64::MAX, f64::MIN), |(low, high), it| (low.min(it), high.max(it)));
        (low, (high - low).max(f64::MIN_POSITIVE))
    };
    let (xs, ys) = (range(|point| point.0), range(|point| point.1));
    let (columns, rows) = (stage.width.saturating_sub(longest + 2), stage.height.saturating_sub(3));
    let spot = |(x, y): (f64, f64)| {
        let right = (x - xs.0) / xs.1 * f64::from(columns);
        // North is up.
        let down = (1.0 - (y - ys.0) / ys.1) * f64::from(rows);
        (right.round() as u16, down.round() as u16)
    };
    Some(points.into_iter().map(spot).collect())
}

/// Names below each other, in columns.
fn listed(count: usize, stage: Rect) -> Vec<(u16, u16)> {
    let rows = usize::from(stage.height.saturating_sub(2).max(1));
    (0..count).map(|index| ((index / rows * 20) as u16, (index % rows) as u16)).collect()
}

fn draw_edge(theme: Theme, from: (u16, u16), to: (u16, u16), stage: Rect, buffer: &mut Buffer) {
    let delta = (f64::from(to.0) - f64::from(from.0), f64::from(to.1) - f64::from(from.1));
    let steps = (delta.0.abs() / 2.0).max(delta.1.abs()).max(1.0) as u16;
    for step in 1..steps {
        let part = f64::from(step) / f64::from(steps);
        let at = (f64::from(from.0) + delta.0 * part, f64::from(from.1) + delta.1 * part);
        put(buffer, stage, (at.0.round() as u16, at.1.round() as u16), &theme.dot().to_string(), theme.quiet());
    }
}
