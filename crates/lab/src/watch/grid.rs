//! Mazes: a cell in two columns, or in half a character where colours tell two cells apart, or in one character. Where the
//! maze is larger than the stage, the part around the current cell is shown.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use super::film::{Node, Player, Status};
use super::show::Show;
use super::view::put;
use super::why::number;
use crate::theme::Theme;

/// The look of a cell; the later ones hide the earlier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Look {
    Wall,
    Free,
    Scanned,
    Open,
    Expanded,
    Again,
    Path,
    Start,
    Goal,
    Current,
}

impl Look {
    const ALL: [(Self, &'static str); 10] = [
        (Self::Start, "start"),
        (Self::Goal, "goal"),
        (Self::Current, "current"),
        (Self::Open, "open"),
        (Self::Expanded, "expanded"),
        (Self::Again, "again"),
        (Self::Scanned, "scanned"),
        (Self::Path, "path"),
        (Self::Wall, "wall"),
        (Self::Free, "free"),
    ];

    const fn letter(self) -> char {
        match self {
            Self::Wall => '#',
            Self::Free => ' ',
            Self::Scanned => '\'',
            Self::Open => 'o',
            Self::Expanded => '.',
            Self::Again => ':',
            Self::Path => '*',
            Self::Start => 'S',
            Self::Goal => 'G',
            Self::Current => '@',
        }
    }

    fn color(self, theme: Theme) -> Color {
        match self {
            Self::Wall => theme.pick(239, Color::DarkGray),
            Self::Free => theme.pick(255, Color::White),
            Self::Scanned => theme.pick(189, Color::Gray),
            Self::Open => theme.pick(221, Color::Yellow),
            Self::Expanded => theme.pick(117, Color::Cyan),
            Self::Again => theme.pick(32, Color::Blue),
            Self::Path => theme.pick(208, Color::LightRed),
            Self::Start | Self::Goal => theme.pick(126, Color::Magenta),
            Self::Current => theme.pick(16, Color::Black),
        }
    }

    const fn is_mark(self) -> bool {
        matches!(self, Self::Start | Self::Goal)
    }
}

/// The looks of all cells.
struct Looks {
    rows: usize,
    cols: usize,
    cells: Vec<Look>,
}

impl Looks {
    fn of(player: &Player) -> Self {
        let film = player.film();
        let lines = film.rows();
        let cols = lines.iter().map(|line| line.len()).max().unwrap_or_default();
        let walls = lines.iter().flat_map(|line| (0..cols).map(|col| line.as_bytes().get(col) == Some(&b'#')));
        let cells = walls.map(|is_wall| if is_wall { Look::Wall } else { Look::Free }).collect();
        let mut looks = Self { rows: lines.len(), cols, cells };
        for (row, col) in player.scanned() {
            if looks.at(row as usize, col as usize) == Some(Look::Free) {
                looks.set((row as usize, col as usize), Look::Scanned);
            }
        }
        for (id, node) in player.now().nodes.iter().enumerate() {
            let look = match node.status {
                Status::Unseen => continue,
                Status::Open => Look::Open,
                Status::Closed if film.has_thresholds() && node.visits > 1 => Look::Again,
                Status::Closed => Look::Expanded,
            };
            film.cell(id as u32).into_iter().for_each(|cell| looks.set(cell, look));
        }
        player.shown_path().iter().filter_map(|&id| film.cell(id)).for_each(|cell| looks.set(cell, Look::Path));
        film.goals().into_iter().for_each(|cell| looks.set(cell, Look::Goal));
        for (name, look) in [("start", Look::Start), ("goal", Look::Goal)] {
            film.end(name).into_iter().for_each(|cell| looks.set(cell, look));
        }
        let current = player.now().current.and_then(|id| film.cell(id));
        if let Some(cell) = current.filter(|&(row, col)| !looks.at(row, col).is_some_and(Look::is_mark)) {
            looks.set(cell, Look::Current);
        }
        looks
    }

    fn at(&self, row: usize, col: usize) -> Option<Look> {
        (col < self.cols).then(|| self.cells.get(row * self.cols + col).copied()).flatten()
    }

    fn set(&mut self, (row, col): (usize, usize), look: Look) {
        if row < self.rows && col < self.cols {
            self.cells[row * self.cols + col] = look;
        }
    }
}

/// How a cell becomes characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    Pair,
    Half,
    Letter,
}

impl Shape {
    const fn columns(self) -> usize {
        if matches!(self, Self::Pair) { 2 } else { 1 }
    }

    const fn rows(self) -> usize {
        if matches!(self, Self::Half) { 2 } else { 1 }
    }
}

/// The part of a maze that is shown: the first row and column, and how cells become characters.
struct Window {
    shape: Shape,
    row: usize,
    col: usize,
}

impl Window {
    fn new(looks: &Looks, theme: Theme, stage: Rect, current: Option<(usize, usize)>) -> Self {
        let (width, height) = (usize::from(stage.width), usize::from(stage.height));
        let fits = |shape: Shape| looks.cols * shape.columns() <= width && looks.rows.div_ceil(shape.rows()) <= height;
        let shape = match () {
            () if fits(Shape::Pair) => Shape::Pair,
            () if theme.has_color() && theme.is_unicode => Shape::Half,
            () => Shape::Letter,
        };
        let (row, col) = current.unwrap_or_default();
        let scrolled =
            |at: usize, shown: usize, all: usize| at.saturating_sub(shown / 2).min(all.saturating_sub(shown));
        let row = scrolled(row, height * shape.rows(), looks.rows) / shape.rows() * shape.rows();
        Self { shape, row, col: scrolled(col, width / shape.columns(), looks.cols) }
    }

    /// The cell of the maze under a cell of the screen.
    fn cell(&self, stage: Rect, x: u16, y: u16) -> (usize, usize) {
        let (x, y) = (usize::from(x - stage.x), usize::from(y - stage.y));
        (self.row + y * self.shape.rows(), self.col + x / self.shape.columns())
    }
}

pub(super) fn draw(show: &Show, player: &Player, stage: Rect, buffer: &mut Buffer) {
    let looks = Looks::of(player);
    // The last line is that of the legend.
    let legend = Rect { y: stage.bottom().saturating_sub(1), height: u16::from(stage.height > 0), ..stage };
    let stage = Rect { height: stage.height.saturating_sub(1), ..stage }.intersection(buffer.area);
    let film = player.film();
    let current = player.now().current.and_then(|id| film.cell(id));
    let window = Window::new(&looks, show.theme, stage, current);
    for y in stage.y..stage.bottom() {
        for x in stage.x..stage.right() {
            let (row, col) = window.cell(stage, x, y);
            let Some(look) = looks.at(row, col) else { continue };
            let below = (window.shape == Shape::Half).then(|| looks.at(row + 1, col)).flatten();
            let is_second = window.shape == Shape::Pair && (x - stage.x) % 2 == 1;
            let (letter, style) = sign(look, below, is_second, window.shape, show.theme);
            buffer[(x, y)].set_char(letter).set_style(style);
        }
    }
    match show.pointer.filter(|&at| stage.contains(at)) {
        Some(at) => put(buffer, legend, (0, 0), &about(player, &looks, window.cell(stage, at.x, at.y)), Style::new()),
        None => draw_legend(show.theme, &looks, legend, buffer),
    }
}

fn sign(look: Look, below: Option<Look>, is_second: bool, shape: Shape, theme: Theme) -> (char, Style) {
    if !theme.has_color() {
        let letter = if look == Look::Wall || !is_second { look.letter() } else { ' ' };
        let is_bold = look.is_mark() || matches!(look, Look::Current | Look::Path);
        return (letter, if is_bold { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() });
    }
    if shape != Shape::Half {
        let style = Style::new().bg(look.color(theme)).fg(theme.pick(231, Color::White)).add_modifier(Modifier::BOLD);
        return (if look.is_mark() && !is_second { look.letter() } else { ' ' }, style);
    }
    // A mark takes both halves: a letter cannot be halved.
    if let Some(mark) = [Some(look), below].into_iter().flatten().find(|look| look.is_mark()) {
        return (mark.letter(), Style::new().bg(mark.color(theme)).fg(theme.pick(231, Color::White)));
    }
    let style = Style::new().fg(look.color(theme));
    ('▀', below.map_or(style, |below| style.bg(below.color(theme))))
}

/// The legend of the colours or letters that are seen.
fn draw_legend(theme: Theme, looks: &Looks, place: Rect, buffer: &mut Buffer) {
    let mut x = 0;
    for (look, words) in Look::ALL {
        if look == Look::Free || !looks.cells.contains(&look) {
            continue;
        }
        let (letter, style) = if theme.has_color() && !look.is_mark() {
            (if theme.is_unicode { '■' } else { '#' }, Style::new().fg(look.color(theme)))
        } else {
            (look.letter(), Style::new())
        };
        put(buffer, place, (x, 0), &letter.to_string(), style);
        put(buffer, place, (x + 2, 0), words, theme.quiet());
        x += 4 + words.len() as u16;
    }
}

/// Cost so far, estimate and their sum of a cell, when it was last seen.
fn about(player: &Player, looks: &Looks, (row, col): (usize, usize)) -> String {
    let Some(look) = looks.at(row, col) else { return String::new() };
    let place = format!("row {row}, column {col}: ");
    if look == Look::Wall {
        return place + "wall";
    }
    let film = player.film();
    let mut nodes = player.now().nodes.iter().enumerate();
    let is_it = |(id, node): &(usize, &Node)| film.cell(*id as u32) == Some((row, col)) && node.sums[0].is_some();
    let Some((_, node)) = nodes.find(is_it) else { return place + "not seen" };
    let sums = ["g", "h", "f"].into_iter().zip(node.sums).filter(|(_, value)| value.is_some());
    let sums: Vec<String> = sums.map(|(name, value)| format!("{name} {}", number(value))).collect();
    format!("{place}{}, expanded {} times", sums.join(", "), node.visits)
}
