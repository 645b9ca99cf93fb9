//! Pictures of a solution: its boards one after the other, with the tile that moved, as SVG or PNG.
//!
//! Not here: moving pictures (the report's), boxes in the terminal (board.rs).

use std::path::Path;

use super::goal::Problem;
use super::space::Direction;
use crate::drawing::svg::Document;
use crate::drawing::{
    Canvas, DrawError, FAINT_INK, INK, PAPER, Pixels, Point, Rgb, TextStyle, clean_title, write_svg_or_png,
};
use searchlab_trial::text::counted;

pub use crate::drawing::check_svg_or_png as check_picture;

/// Boards of a picture. Of longer solutions the middle is left out.
const MOST_BOARDS: usize = 200;
const MARGIN: i32 = 20;
/// Side of a tile.
const TILE: i32 = 26;
/// Room for the words above a board.
const LABEL: i32 = 20;
/// Between two boards.
const GAP: i32 = 18;
/// Room for the title.
const HEAD: i32 = 56;
/// The width that is filled with boards, and that which the title has at least.
const WIDTH: i32 = 1000;
const LEAST_WIDTH: i32 = 460;

const TILE_COLOR: Rgb = Rgb(0xd8, 0xe3, 0xf0);
const MOVED_COLOR: Rgb = Rgb(0xff, 0xd2, 0x7f);
const FRAME: Rgb = Rgb(0x8a, 0x94, 0x9e);

/// The content of a picture.
#[derive(Debug, Clone, Copy)]
pub struct Picture<'a> {
    /// Start and goal.
    pub problem: &'a Problem,
    /// The moves of the blank, in the letters of a record; none without a solution.
    pub moves: &'a [Box<str>],
    /// One line that says what it is.
    pub title: &'a str,
}

/// A board with the words above it.
struct Shown {
    tiles: Vec<u8>,
    label: String,
    /// The place of the tile that moved.
    moved: Option<usize>,
}

impl Picture<'_> {
    /// The boards along the moves; start and goal where there are none.
    fn boards(&self) -> Vec<Shown> {
        let mut tiles = self.problem.instance.puzzle.tiles();
        let side = tiles.len().isqrt();
        let mut blank = tiles.iter().position(|&tile| tile == 0).unwrap_or_default();
        let mut all = vec![Shown { tiles: tiles.clone(), label: "start".to_owned(), moved: None }];
        for (number, mv) in self.moves.iter().enumerate() {
            let direction = Direction::ALL.into_iter().find(|direction| direction.letter().to_string() == **mv);
            let Some(next) = direction.and_then(|direction| direction.next(blank, side)) else { break };
            tiles.swap(blank, next);
            all.push(Shown { tiles: tiles.clone(), label: format!("{} {mv}", number + 1), moved: Some(blank) });
            blank = next;
        }
        if self.moves.is_empty() && self.problem.goal != self.problem.instance.puzzle {
            all.push(Shown { tiles: self.problem.goal.tiles(), label: "goal, not reached".to_owned(), moved: None });
        }
        if all.len() > MOST_BOARDS {
            let last = all.split_off(all.len() - MOST_BOARDS / 2);
            all.truncate(MOST_BOARDS / 2 - 1);
            all.push(Shown { tiles: Vec::new(), label: "…".to_owned(), moved: None });
            all.extend(last);
        }
        all
    }

    fn subtitle(&self) -> String {
        let Problem { instance, .. } = self.problem;
        let moves = match self.moves.len() as u64 {
            0 => String::new(),
            moves => format!("{}, ", counted(moves, "move")),
        };
        format!("{}: {moves}to {}", instance.puzzle.name(), self.problem.goal_in_words())
    }
}

/// The measures of a page, all in pixels of the canvas.
struct Page {
    boards: Vec<Shown>,
    columns: usize,
    side: usize,
    unit: i32,
    title: String,
    subtitle: String,
}

impl Page {
    fn new(picture: &Picture<'_>, unit: i32) -> Self {
        let boards = picture.boards();
        let side = picture.problem.goal.tiles().len().isqrt();
        let fitting = ((WIDTH + GAP) / (side as i32 * TILE + GAP)) as usize;
        let least = ((LEAST_WIDTH + GAP) / (side as i32 * TILE + GAP)) as usize + 1;
        let columns = boards.len().clamp(least, fitting);
        Self { boards, columns, side, unit, title: clean_title(picture.title), subtitle: picture.subtitle() }
    }

    /// From one board to the next, to the right and down.
    const fn pitch(&self) -> (i32, i32) {
        let side = self.side as i32 * TILE;
        ((side + GAP) * self.unit, (side + GAP + LABEL) * self.unit)
    }

    fn size(&self) -> (i32, i32) {
        let (right, down) = self.pitch();
        let rows = self.boards.len().div_ceil(self.columns) as i32;
        let width = self.columns as i32 * right + (2 * MARGIN - GAP) * self.unit;
        (width, rows * down + (HEAD + MARGIN) * self.unit)
    }

    fn draw(&self, canvas: &mut impl Canvas) {
        let unit = self.unit;
        canvas.rectangle((0, 0), self.size(), PAPER);
        let room = self.size().0 - 2 * MARGIN * unit;
        let title = TextStyle { size: 17 * unit, bold: true, color: INK };
        let label = TextStyle { size: 12 * unit, bold: false, color: FAINT_INK };
        canvas.text((MARGIN * unit, 20 * unit), &title.cut(&self.title, room), title);
        canvas.text((MARGIN * unit, 42 * unit), &label.cut(&self.subtitle, room), label);
        let (right, down) = self.pitch();
        for (index, board) in self.boards.iter().enumerate() {
            let (col, row) = ((index % self.columns) as i32, (index / self.columns) as i32);
            let corner = (MARGIN * unit + col * right, HEAD * unit + row * down);
            canvas.text((corner.0, corner.1 + LABEL / 2 * unit), &board.label, label);
            self.draw_board(board, (corner.0, corner.1 + LABEL * unit), canvas);
        }
    }

    fn draw_board(&self, board: &Shown, corner: Point, canvas: &mut impl Canvas) {
        let (unit, tile_side) = (self.unit, TILE * self.unit);
        if board.tiles.is_empty() {
            return;
        }
        let side = self.side as i32 * tile_side;
        canvas.rectangle((corner.0 - unit, corner.1 - unit), (side + 2 * unit, side + 2 * unit), FRAME);
        canvas.rectangle(corner, (side, side), PAPER);
        let style = TextStyle { size: 12 * unit, bold: true, color: INK };
        for (place, &tile) in board.tiles.iter().enumerate().filter(|&(_, &tile)| tile > 0) {
            let (col, row) = ((place % self.side) as i32, (place / self.side) as i32);
            let at = (corner.0 + col * tile_side, corner.1 + row * tile_side);
            let color = if board.moved == Some(place) { MOVED_COLOR } else { TILE_COLOR };
            canvas.rectangle((at.0 + unit, at.1 + unit), (tile_side - 2 * unit, tile_side - 2 * unit), color);
            let words = tile.to_string();
            canvas.text((at.0 + (tile_side - style.width(&words)) / 2, at.1 + tile_side / 2), &words, style);
        }
    }
}

/// The picture as an SVG document.
pub fn svg(picture: &Picture<'_>) -> String {
    let page = Page::new(picture, 1);
    let mut document = Document::new(page.size(), &page.title, &page.subtitle);
    page.draw(&mut document);
    document.finish()
}

/// Writes an SVG or a PNG, by the extension of `path`. The file appears whole or not at all.
///
/// # Errors
/// Another extension, a file that cannot be written, an encoder that fails.
pub fn write_picture(path: &Path, picture: &Picture<'_>) -> Result<(), DrawError> {
    let pixels = || {
        let page = Page::new(picture, 2);
        let mut pixels = Pixels::new(page.size());
        page.draw(&mut pixels);
        pixels.finish()
    };
    write_svg_or_png(path, || svg(picture), pixels)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::format::read;

    fn drawn(board: &str, moves: &str) -> String {
        let problem = Problem::new(read(board).unwrap()[0], None).unwrap();
        let moves: Vec<Box<str>> = moves.chars().map(|letter| letter.to_string().into()).collect();
        svg(&Picture { problem: &problem, moves: &moves, title: "astar on <board>" })
    }

    /// Two moves are three boards of eight tiles, two of which moved.
    #[test]
    fn a_solution_is_drawn_board_by_board() {
        let text = drawn("3 1 2 4 0 5 6 7 8", "LU");
        assert!(text.contains("8-puzzle: 2 moves, to 0 1 2 3 4 5 6 7 8, the blank at the top left"), "{text}");
        let count = |color: Rgb| text.matches(&format!("fill=\"{color}\"")).count();
        assert_eq!((count(TILE_COLOR), count(MOVED_COLOR)), (3 * 8 - 2, 2), "{text}");
        for label in ["start", "1 L", "2 U", "astar on &lt;board&gt;"] {
            assert!(text.contains(&format!(">{label}</text>")), "{label}: {text}");
        }
    }

    #[test]
    fn without_a_solution_start_and_goal_are_drawn() {
        let text = drawn("0 2 1 3 4 5 6 7 8", "");
        assert!(text.contains(">goal, not reached</text>"), "{text}");
    }

    #[test]
    fn the_middle_of_long_solutions_is_left_out() {
        let text = drawn("1 0 2 3 4 5 6 7 8", &"LR".repeat(400));
        assert!(text.contains(">…</text>") && text.contains(">800 R</text>") && !text.contains(">400 R</text>"));
    }
}
