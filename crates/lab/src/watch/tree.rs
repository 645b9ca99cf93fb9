//! Game trees: the line that is searched, ply by ply, each move with its brothers; the board beside it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};

use super::film::{Film, Node, Player};
use super::show::Show;
use super::view::{accent, put};
use super::why::{number, result_with, window};
use searchlab_worlds::Side;

/// Columns of a ply.
const PLY: u16 = 19;

pub(super) fn draw(show: &Show, player: &Player, stage: Rect, buffer: &mut Buffer) {
    let (film, now) = (player.film(), player.now());
    let Some(current) = now.current else { return };
    let line = now.path(current);
    let board = draw_board(show, film, current, stage, buffer);
    let stage = Rect { x: stage.x + board, width: stage.width.saturating_sub(board), ..stage };
    // The moves below the current node are a column too.
    let mut columns: Vec<(Vec<u32>, Option<u32>)> = line
        .iter()
        .enumerate()
        .map(|(ply, &id)| (if ply == 0 { vec![id] } else { seen(player, line[ply - 1]) }, Some(id)))
        .collect();
    let below = seen(player, current);
    if !below.is_empty() || now.nodes[current as usize].cut.is_some() {
        columns.push((below, None));
    }
    let most = usize::from((stage.width / PLY).max(1));
    let first = columns.len().saturating_sub(most);
    for (ply, (ids, chosen)) in columns.iter().enumerate().skip(first) {
        let place = Rect { x: stage.x + (ply - first) as u16 * PLY, width: PLY - 1, ..stage };
        let head = if ply == 0 { "root".to_owned() } else { format!("ply {ply}") };
        put(buffer, place, (0, 0), &head, show.theme.quiet());
        let cut = ply.checked_sub(1).and_then(|above| line.get(above)).and_then(|&above| now.nodes[above as usize].cut);
        draw_ply(show, player, (ids, *chosen), cut, place, buffer);
    }
}

/// The children of a node that were visited.
fn seen(player: &Player, id: u32) -> Vec<u32> {
    let children = player.film().known(id).map(|known| known.children.as_slice()).unwrap_or_default();
    children.iter().copied().filter(|&child| player.now().nodes[child as usize].visits > 0).collect()
}

/// The moves of a ply, as many as there is room for around the chosen one, and how many were cut off.
fn draw_ply(
    show: &Show,
    player: &Player,
    (ids, chosen): (&[u32], Option<u32>),
    cut: Option<u32>,
    place: Rect,
    buffer: &mut Buffer,
) {
    let room = usize::from(place.height.saturating_sub(1 + u16::from(cut.is_some())));
    let at = chosen.and_then(|chosen| ids.iter().position(|&id| id == chosen)).unwrap_or(ids.len());
    let first = (at + 1).saturating_sub(room).min(ids.len().saturating_sub(room));
    let mut row = 1;
    for &id in ids.iter().skip(first).take(room) {
        let node = player.now().nodes[id as usize];
        let style = match () {
            () if Some(id) == player.now().current => accent(show.theme),
            () if Some(id) == chosen => Style::new().add_modifier(ratatui::style::Modifier::BOLD),
            () if node.cut.is_some() => show.theme.quiet(),
            () => Style::new(),
        };
        let sign = if Some(id) == chosen { '>' } else { ' ' };
        put(buffer, place, (0, row), &format!("{sign}{}", words(player.film(), id, node)), style);
        row += 1;
    }
    if let Some(cut) = cut {
        let words = if cut > 0 { format!(" {cut} never looked at") } else { " the rest is cut".to_owned() };
        put(buffer, place, (0, row), &words, show.theme.quiet());
    }
}

/// The move, its value with its bound, and its window or its visits.
fn words(film: &Film, id: u32, node: Node) -> String {
    let mv = film.known(id).and_then(|known| known.mv.as_deref()).unwrap_or("");
    if film.is_proof() {
        let value = node.value.map_or_else(|| "…".to_owned(), |_| result_with(node.value, node.numbers));
        return format!("{mv} {value} ×{}", node.visits);
    }
    let value =
        node.value.map_or_else(|| "…".to_owned(), |value| format!("{}{}", node.bound.sign(), number(Some(value))));
    let rest = match node.window {
        Some((alpha, beta)) => window(Some(alpha), Some(beta)),
        None => format!("×{}", node.visits),
    };
    format!("{mv} {value} {rest}")
}

/// The board of a node at the left; the columns that it takes.
fn draw_board(show: &Show, film: &Film, id: u32, stage: Rect, buffer: &mut Buffer) -> u16 {
    let of_scene = || film.scene("board").as_str().map(str::to_owned);
    let cols = film.scene("cols").as_u64().unwrap_or_default().min(1_000) as usize;
    let Some(board) = film.known(id).and_then(|known| known.board.clone()).or_else(of_scene) else { return 0 };
    // A ply of the tree has to fit beside it.
    if cols == 0 || cols * 2 + 2 + usize::from(PLY) > usize::from(stage.width) {
        return 0;
    }
    for (at, letter) in board.chars().enumerate() {
        let side = match letter {
            'x' => Some(Side::Black),
            'o' => Some(Side::White),
            _ => None,
        };
        let (sign, style) = match side {
            None => (show.theme.dot(), show.theme.quiet()),
            Some(side) if show.theme.has_color() => {
                let color = if side == Side::Black {
                    show.theme.pick(39, Color::Blue)
                } else {
                    show.theme.pick(221, Color::Yellow)
                };
                (show.theme.sign(side), Style::new().fg(color))
            }
            Some(side) => (show.theme.sign(side), Style::new()),
        };
        put(buffer, stage, ((at % cols * 2) as u16, 1 + (at / cols) as u16), &sign.to_string(), style);
    }
    (cols * 2 + 2) as u16
}
