//! The board.
//!
//! | | without colour | with colour |
//! |---|---|---|
//! | pieces | `X` black, `O` white | black and white discs |
//! | cursor | `[X]` | `[●]` in yellow |
//! | last move | `(X)` | `(●)` in red |
//! | line that won | `*X*` | on red |
//! | numbers | `X12`; on the smallest cells those of black are shown in reverse | on the pieces |

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::super::layout::Layout;
use super::super::state::State;
use super::put;
use crate::play::{BoardMaterial, Cell, Mark, TuiBoard};
use searchlab_worlds::Side;

/// The contents of a cell.
#[expect(clippy::struct_excessive_bools, reason = "all may be true of one cell")]
#[derive(Debug, Clone, Copy, Default)]
struct Content {
    piece: Option<Side>,
    number: Option<u32>,
    mark: Option<Mark>,
    is_hint: bool,
    is_last: bool,
    is_cursor: bool,
    has_won: bool,
}

/// Draws the board with its letters and numbers.
pub(super) fn draw<P: TuiBoard>(state: &State<P>, layout: &Layout, buffer: &mut Buffer) {
    if layout.shown.0 == 0 || layout.shown.1 == 0 {
        let words = "enlarge the terminal";
        put(buffer, buffer.area, 0, 0, words, Style::new());
        return;
    }
    labels(state, layout, buffer);
    let contents = contents(state, layout);
    for (cell, content) in &contents {
        if let Some(place) = layout.place(*cell) {
            Painter { state, place, cell: *cell, content }.cell(buffer);
        }
    }
    if state.theme.has_color() {
        trailing_gap::<P>(state, layout, buffer);
    }
    // Later ones over earlier ones, where they share a column.
    let ranks: [fn(&Content) -> bool; 3] =
        [|content| content.has_won, |content| content.is_last, |content| content.is_cursor];
    for (rank, is_of_rank) in ranks.into_iter().enumerate() {
        for (cell, content) in contents.iter().filter(|(_, content)| is_of_rank(content)) {
            if let Some(place) = layout.place(*cell) {
                Painter { state, place, cell: *cell, content }.brackets(rank, buffer);
            }
        }
    }
}

/// Names of columns and numbers of rows; those of the cursor stand out.
fn labels<P: TuiBoard>(state: &State<P>, layout: &Layout, buffer: &mut Buffer) {
    let style = |is_cursor: bool| {
        if is_cursor { Style::new().add_modifier(Modifier::BOLD) } else { state.theme.quiet() }
    };
    let (first, shown, board) = (layout.first, layout.shown, layout.board);
    for column in first.column..first.column + shown.0 {
        if let Some(place) = layout.place(Cell { column, row: first.row }) {
            let x = place.x - board.x + place.width / 2;
            put(buffer, board, x, 0, &state.game.position().column_name(column), style(column == state.cursor.column));
        }
    }
    for row in first.row..first.row + shown.1 {
        if let Some(place) = layout.place(Cell { column: first.column, row }) {
            let y = place.y - board.y + (place.height - 1) / 2;
            put(
                buffer,
                board,
                0,
                y,
                &format!("{:>2}", state.game.position().row_number(row)),
                style(row == state.cursor.row),
            );
        }
    }
    // What is cut off is said where the corner is free.
    if layout.is_cut() {
        put(buffer, board, 0, 0, "..", Style::new().add_modifier(Modifier::BOLD));
    }
}

/// The column behind the last cells has their ground.
fn trailing_gap<P: TuiBoard>(state: &State<P>, layout: &Layout, buffer: &mut Buffer) {
    if layout.scale.0 > 2 || P::FELT != BoardMaterial::Wood {
        return;
    }
    for cell in layout.cells().filter(|cell| cell.column == layout.first.column + layout.shown.0 - 1) {
        if let Some(place) = layout.place(cell) {
            let ground = state.theme.ground(P::FELT, false);
            put(buffer, layout.board, place.right() - layout.board.x, place.y - layout.board.y, " ", ground);
        }
    }
}

fn contents<P: TuiBoard>(state: &State<P>, layout: &Layout) -> Vec<(Cell, Content)> {
    let position = state.game.position();
    let last = state.game.last_cell();
    let line = position.winning_line();
    let marks = state.marks.as_ref().map_or(&[][..], |(_, marks)| marks);
    let mut numbers: Vec<(Cell, u32)> = Vec::new();
    if state.shows_numbers {
        let made = state.game.positions().zip(state.game.moves());
        numbers.extend(made.filter_map(|(before, &mv)| Some((before.cell_of(mv)?, before.number()))));
    }
    let content = |cell: Cell| Content {
        piece: position.piece(cell),
        number: numbers.iter().rev().find(|numbered| numbered.0 == cell).map(|numbered| numbered.1),
        mark: marks.iter().find(|mark| mark.cell == cell).copied(),
        is_hint: state.hint == Some(cell),
        is_last: last == Some(cell),
        is_cursor: state.cursor == cell,
        has_won: line.contains(&cell),
    };
    layout.cells().map(|cell| (cell, content(cell))).collect()
}

/// Draws one cell.
struct Painter<'a, P: TuiBoard> {
    state: &'a State<P>,
    place: Rect,
    cell: Cell,
    content: &'a Content,
}

impl<P: TuiBoard> Painter<'_, P> {
    fn ground(&self) -> Style {
        let ground = self.state.theme.ground(P::FELT, (self.cell.column + self.cell.row) % 2 == 1);
        if self.content.has_won { self.state.theme.won(ground) } else { ground }
    }

    /// The row of the sign, from the top of the cell.
    const fn middle(&self) -> u16 {
        (self.place.height - 1) / 2
    }

    /// The ground and what is on it, without brackets.
    fn cell(&self, buffer: &mut Buffer) {
        let (theme, ground) = (self.state.theme, self.ground());
        for y in 0..self.place.height {
            put(buffer, self.place, 0, y, &" ".repeat(self.place.width.into()), ground);
        }
        let Content { piece, number, mark, is_hint, .. } = *self.content;
        match (piece, mark) {
            (Some(side), _) if self.place.height == 1 => self.small(side, number, buffer),
            (Some(side), _) if theme.has_color() && theme.is_unicode => self.disc(side, number, buffer),
            (Some(side), _) => self.lettered(side, number, buffer),
            (None, _) if is_hint => self.sign('?', theme.accent(ground), buffer),
            (None, Some(mark)) => self.sign(mark.sign, theme.piece(ground, mark.side), buffer),
            (None, None) => self.sign(theme.dot(), theme.grid(ground, P::FELT), buffer),
        }
    }

    /// One character in the middle.
    fn sign(&self, sign: char, style: Style, buffer: &mut Buffer) {
        put(buffer, self.place, self.place.width / 2, self.middle(), &sign.to_string(), style);
    }

    /// A piece on a cell of one row: its sign, or the last two digits of its number.
    fn small(&self, side: Side, number: Option<u32>, buffer: &mut Buffer) {
        let theme = self.state.theme;
        let style = theme.piece(self.ground(), side);
        // The brackets of the cursor need the room of a digit.
        let Some(number) = number.filter(|_| !self.content.is_cursor) else {
            self.sign(theme.sign(side), style, buffer);
            return;
        };
        let digits = if number < 100 { format!("{number:>2}") } else { format!("{:02}", number % 100) };
        let is_reversed = !theme.has_color() && side == Side::Black;
        let style = if is_reversed { style.add_modifier(Modifier::REVERSED) } else { style };
        put(buffer, self.place, 0, 0, &digits, style);
    }

    /// A piece as a letter, with its number behind it or below.
    fn lettered(&self, side: Side, number: Option<u32>, buffer: &mut Buffer) {
        let style = self.state.theme.piece(self.ground(), side);
        self.sign(self.state.theme.sign(side), style, buffer);
        if let Some(number) = number {
            let words = format!("{number:^width$}", width = usize::from(self.place.width));
            put(buffer, self.place, 0, self.middle() + 1, &words, self.ground());
        }
    }

    /// A piece as a disc of blocks, with its number on it.
    fn disc(&self, side: Side, number: Option<u32>, buffer: &mut Buffer) {
        let theme = self.state.theme;
        let style = theme.piece(self.ground(), side);
        let rows: &[&str] = if self.place.height == 2 {
            &["▗██▖", "▝██▘"]
        } else {
            &["▗████▖", "▐████▌", "▝████▘"]
        };
        for (y, row) in (0..).zip(rows) {
            put(buffer, self.place, 0, y, row, style);
        }
        let inside = Style::new().bg(theme.ink(side)).fg(theme.ink(side.other()));
        match number {
            Some(number) => {
                let words = number.to_string();
                let x = (self.place.width.saturating_sub(words.len() as u16)).div_ceil(2);
                put(buffer, self.place, x, self.middle(), &words, inside);
            }
            None if self.content.is_last => {
                let x = self.place.width / 2 - 1;
                put(buffer, self.place, x, self.middle(), "▐▌", theme.last(inside));
            }
            None => {}
        }
    }

    /// Brackets around the sign: for the line that won, the last move, or the cursor. The right one stands behind the
    /// cell if the cell is small.
    fn brackets(&self, rank: usize, buffer: &mut Buffer) {
        let theme = self.state.theme;
        let ground = self.state.theme.ground(P::FELT, (self.cell.column + self.cell.row) % 2 == 1);
        let (left, right, style) = match rank {
            0 => ("*", "*", theme.won(ground)),
            1 => ("(", ")", theme.last(ground)),
            _ => ("[", "]", theme.accent(ground)),
        };
        if rank == 0 && theme.has_color() {
            // The red ground tells it.
            return;
        }
        let is_small = self.place.height == 1;
        let is_disc = !is_small && theme.has_color() && theme.is_unicode && self.content.piece.is_some();
        if rank == 1 && is_disc {
            // The disc itself is marked.
            return;
        }
        let has_number = is_small && self.content.number.is_some() && self.content.piece.is_some();
        let before = self.place.width / 2 - 1;
        let (from, to) = if is_disc { (0, self.place.width - 1) } else { (before, before + 2) };
        if has_number && rank < 2 {
            // Both columns of the cell bear digits, and the highest number is the last move.
            return;
        }
        let whole = buffer.area;
        put(buffer, whole, self.place.x + from, self.place.y + self.middle(), left, style);
        put(buffer, whole, self.place.x + to, self.place.y + self.middle(), right, style);
    }
}
