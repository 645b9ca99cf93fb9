//! Where everything stands: from the size of the terminal and of the board, nothing else.
//!
//! The board gets the largest cells that leave room for the panel beside it or below it. If even the smallest do not
//! fit, a part of the board is shown that follows the cursor.

use ratatui::layout::{Position, Rect};

use super::command::{COMMANDS, Command};
use crate::play::Cell;

/// Fewest columns of a panel beside the board.
const PANEL_COLUMNS: u16 = 28;
/// Fewest rows of a panel below the board.
const PANEL_ROWS: u16 = 6;
/// Columns of the numbers of the rows, with a blank.
const MARGIN: u16 = 3;

/// Columns and rows of the terminal that a cell takes, the largest first: cells of a terminal are twice as high as wide.
const SCALES: [(u16, u16); 3] = [(6, 3), (4, 2), (2, 1)];

/// Where everything stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// The board with its letters and numbers.
    pub board: Rect,
    /// Columns and rows of a cell.
    pub scale: (u16, u16),
    /// The cell at the upper left corner of the part that is shown.
    pub first: Cell,
    /// Columns and rows of cells that are shown.
    pub shown: (u8, u8),
    /// Columns and rows of cells of the whole board.
    pub size: (u8, u8),
    /// The panel with the players and their searches; empty where there is no room.
    pub panel: Rect,
    /// The line for typed text and messages.
    pub line: Rect,
}

impl Layout {
    /// The layout in an area, of a board with `size` columns and rows of cells; `cursor` is shown in any case.
    pub fn new(area: Rect, size: (u8, u8), cursor: Cell) -> Self {
        let line_height = u16::from(area.height > 0);
        let line = Rect { y: area.bottom() - line_height, height: line_height, ..area };
        let room = Rect { height: area.height - line_height, ..area };
        let needs = |(width, height): (u16, u16)| {
            let columns = MARGIN + width * u16::from(size.0) + 1;
            (columns, 1 + height * u16::from(size.1))
        };
        let fits = |&scale: &(u16, u16), spare_columns: u16, spare_rows: u16| {
            let (columns, rows) = needs(scale);
            columns + spare_columns <= room.width && rows + spare_rows <= room.height
        };
        let beside = SCALES.into_iter().find(|scale| fits(scale, PANEL_COLUMNS + 1, 0));
        let below = SCALES.into_iter().find(|scale| fits(scale, 0, PANEL_ROWS));
        let alone = SCALES.into_iter().find(|scale| fits(scale, 0, 0));
        let (scale, columns, rows, is_beside) = match (beside, below, alone) {
            (Some(scale), _, _) => (scale, needs(scale).0, needs(scale).1, true),
            (None, Some(scale), _) | (None, None, Some(scale)) => (scale, needs(scale).0, needs(scale).1, false),
            _ => {
                // As much of the board as there is room for, and the panel only where it takes little of it.
                let scale = SCALES[SCALES.len() - 1];
                let is_beside = room.width > needs(scale).0.min(30) + PANEL_COLUMNS;
                let width = room.width - if is_beside { PANEL_COLUMNS + 1 } else { 0 };
                (scale, width.min(needs(scale).0), room.height.min(needs(scale).1), is_beside)
            }
        };
        let board = Rect { width: columns, height: rows, ..room };
        let panel = if is_beside {
            Rect { x: board.right() + 1, width: room.width - columns - 1, ..room }
        } else {
            Rect { y: board.bottom(), height: room.height - rows, ..room }
        };
        let count = |extent: u16, margin: u16, unit: u16, most: u8| {
            (extent.saturating_sub(margin) / unit).min(most.into()) as u8
        };
        let shown = (count(columns, MARGIN + 1, scale.0, size.0), count(rows, 1, scale.1, size.1));
        let first =
            Cell { column: scrolled(cursor.column, shown.0, size.0), row: scrolled(cursor.row, shown.1, size.1) };
        Self { board, scale, first, shown, size, panel, line }
    }

    /// True if only a part of the board is shown.
    pub(crate) const fn is_cut(&self) -> bool {
        self.shown.0 < self.size.0 || self.shown.1 < self.size.1
    }

    /// The cells that are shown, row by row.
    pub(crate) fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let Self { first, shown, .. } = *self;
        (first.row..first.row + shown.1)
            .flat_map(move |row| (first.column..first.column + shown.0).map(move |column| Cell { column, row }))
    }

    /// Where a cell stands, if it is shown. The bracket behind it may be drawn on the column after.
    pub(crate) fn place(&self, cell: Cell) -> Option<Rect> {
        let column = cell.column.checked_sub(self.first.column).filter(|&column| column < self.shown.0)?;
        let row = cell.row.checked_sub(self.first.row).filter(|&row| row < self.shown.1)?;
        let (width, height) = self.scale;
        Some(Rect {
            x: self.board.x + MARGIN + u16::from(column) * width,
            y: self.board.y + 1 + u16::from(row) * height,
            width,
            height,
        })
    }

    /// The cell at a place of the terminal.
    pub(crate) fn cell_at(&self, at: Position) -> Option<Cell> {
        // A stone of a small cell stands at its right end, with the gap before it: the bracket behind is its own too.
        let hit = |at: Position| self.cells().find(|&cell| self.place(cell).is_some_and(|place| place.contains(at)));
        hit(at).or_else(|| hit(Position { x: at.x.checked_sub(1)?, ..at }))
    }

    /// The rows at the end of the panel, with what a click on each word does.
    pub(crate) fn buttons(&self) -> Vec<(Rect, Command)> {
        let panel = self.panel;
        let mut buttons: Vec<(Rect, Command)> = Vec::new();
        let (mut x, mut row) = (0, 0);
        for entry in COMMANDS.iter().filter(|entry| entry.has_button) {
            let width = entry.command.button().len() as u16;
            if x + width > panel.width && x > 0 {
                (x, row) = (0, row + 1);
            }
            buttons.push((Rect { x, y: row, width, height: 1 }, entry.command));
            x += width.div_ceil(10) * 10;
        }
        // Where they would take more than half of the panel, the keys must do.
        if (row + 1) * 2 > panel.height || buttons.iter().any(|(place, _)| place.right() > panel.width) {
            return Vec::new();
        }
        let top = panel.bottom() - row - 1;
        for (place, _) in &mut buttons {
            (place.x, place.y) = (place.x + panel.x, place.y + top);
        }
        buttons
    }
}

/// The first of `shown` among `all`, so that `cursor` stands as near to the middle as possible.
fn scrolled(cursor: u8, shown: u8, all: u8) -> u8 {
    cursor.saturating_sub(shown / 2).min(all - shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(width: u16, height: u16, size: (u8, u8)) -> Layout {
        Layout::new(Rect::new(0, 0, width, height), size, Cell { column: 0, row: 0 })
    }

    #[test]
    fn boards_fit_where_they_should() {
        for (area, size, scale) in [
            ((80, 24), (8, 8), (4, 2)),
            ((80, 24), (15, 15), (2, 1)),
            ((80, 24), (20, 20), (2, 1)),
            ((80, 24), (22, 22), (2, 1)),
            ((200, 60), (15, 15), (6, 3)),
            ((200, 60), (22, 22), (4, 2)),
            ((200, 60), (8, 8), (6, 3)),
            ((40, 30), (15, 15), (2, 1)),
        ] {
            let layout = layout(area.0, area.1, size);
            assert!(!layout.is_cut(), "{area:?} {size:?}");
            assert_eq!(layout.scale, scale, "{area:?} {size:?}");
            assert!(layout.panel.area() > 0 && !layout.panel.intersects(layout.board), "{layout:?}");
        }
        assert!(layout(80, 12, (15, 15)).is_cut() && layout(20, 24, (15, 15)).is_cut());
    }

    /// Every place of every size: what is shown can be hit, and nothing stands outside.
    #[test]
    fn places_are_hit_in_every_size() {
        for size in [(5, 5), (8, 8), (15, 15), (22, 22), (22, 5)] {
            for width in 0..=40 {
                for height in 0..=20 {
                    let area = Rect::new(0, 0, width * 5, height * 3);
                    let cursor = Cell { column: size.0 - 1, row: size.1 / 2 };
                    let layout = Layout::new(area, size, cursor);
                    for cell in layout.cells() {
                        let place = layout.place(cell).unwrap();
                        assert!(area.contains(place.as_position()) && place.intersection(area) == place, "{layout:?}");
                        let middle = Position { x: place.x + place.width / 2, y: place.y + place.height / 2 };
                        assert_eq!(layout.cell_at(middle), Some(cell));
                    }
                    if layout.shown.0 > 0 && layout.shown.1 > 0 {
                        assert!(layout.place(cursor).is_some());
                    }
                    for part in [layout.board, layout.panel, layout.line] {
                        assert!(part.intersection(area) == part || part.is_empty(), "{layout:?}");
                    }
                    assert!(layout.buttons().iter().all(|(place, _)| place.intersection(layout.panel) == *place));
                }
            }
        }
    }
}
