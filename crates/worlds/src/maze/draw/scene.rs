//! The page around the map: title, colour bar, legend. Drawn on any [`MapCanvas`], so that SVG and PNG look alike.
//!
//! Lengths are pixels. `unit` is what a pixel of the page is on the canvas: 1 in SVG, 2 in PNG, whose text is
//! uneven when it is small.

use super::Picture;
use super::palette::{self, FAINT_INK, FREE, INK, PATH, Rgb, SCANNED, SEAM, TERRAIN, WALL};
use super::panels::Panels;
use super::raster::{LEVELS, Raster};
use crate::drawing::{Canvas, Point, TextStyle, clean_title};
use crate::maze::Place;
use searchlab_trial::text::{counted, grouped};

/// A surface that a map is drawn on too.
pub(super) trait MapCanvas: Canvas {
    /// All squares of the map, each `square` wide and high.
    fn map(&mut self, at: Point, square: i32, raster: &Raster);
}

/// The measures of a page.
#[derive(Debug, Clone, Copy)]
pub(super) struct Paper {
    /// Canvas pixels per page pixel.
    pub(super) unit: i32,
    /// The longer side of the map that is aimed at, in canvas pixels.
    pub(super) map_side: i32,
    /// The most squares along a side of the map.
    pub(super) most_squares: u32,
    /// The least canvas pixels per square.
    pub(super) least_square: i32,
    /// The most canvas pixels that the page is high with panels.
    pub(super) highest: i32,
}

/// The least width inside of the margins: the legend needs it.
const LEAST_WIDTH: i32 = 500;
const MARGIN: i32 = 20;
const TITLE: i32 = 17;
const LABEL: i32 = 12;
/// Room for the words above all panels.
const PANELS_HEAD: i32 = 26;
/// From one line of the foot to the next.
const LINE: i32 = 26;
const LARGEST_SQUARE: i32 = 28;
/// The cost from which on bands are no higher.
const HIGHEST_BAND: u16 = 9;

/// A page with all its measures.
pub(super) struct Scene {
    raster: Raster,
    unit: i32,
    square: i32,
    /// Where the map is.
    map: Point,
    /// Of the whole page.
    pub(super) size: (i32, i32),
    title: String,
    subtitle: String,
    /// Different cells that were expanded.
    cells: u64,
    /// Cells looked at, and how often in all.
    scans: Option<(u64, u64)>,
    panels: Option<Panels>,
}

impl Scene {
    pub(super) fn new(picture: &Picture<'_>, paper: Paper) -> Self {
        let Paper { unit, .. } = paper;
        let longer = picture.grid.rows().max(picture.grid.cols());
        let factor = longer.div_ceil(paper.most_squares);
        let raster = Raster::new(picture, factor, factor);
        let squares = raster.rows.max(raster.cols) as i32;
        let square = (paper.map_side / squares).clamp(paper.least_square, LARGEST_SQUARE * unit);
        let (map_width, map_height) = (raster.cols as i32 * square, raster.rows as i32 * square);
        let inner = map_width.max(LEAST_WIDTH * unit);
        let title = clean_title(picture.title);
        let head = if title.is_empty() { 24 } else { 50 } * unit;
        let cells = picture.trail.cells();
        let foot = (14 + LINE * if cells > 0 { 2 } else { 1 }) * unit;
        let map = (MARGIN * unit, (MARGIN - 6) * unit + head);
        let height = map.1 + map_height + foot + (MARGIN - 10) * unit;
        let room = paper.highest - height - PANELS_HEAD * unit;
        let panels = Panels::new(picture, raster.most, (inner, room), unit);
        let below = panels.as_ref().map_or(0, |panels| panels.height + PANELS_HEAD * unit);
        let size = (inner + 2 * MARGIN * unit, height + below);
        let subtitle = subtitle(picture, &raster);
        let scans = picture.trail.scans.as_ref().map(|scans| (scans.cells.len() as u64, scans.looks));
        Self { raster, unit, square, map, size, title, subtitle, cells, scans, panels }
    }

    /// One line for those who do not see the picture.
    pub(super) fn in_words(&self) -> (&str, &str) {
        (if self.title.is_empty() { "maze" } else { &self.title }, &self.subtitle)
    }

    pub(super) fn draw(&self, canvas: &mut impl MapCanvas) {
        canvas.rectangle((0, 0), self.size, palette::PAPER);
        self.draw_head(canvas);
        self.draw_frame(canvas);
        canvas.map(self.map, self.square, &self.raster);
        self.draw_terrain(canvas);
        self.draw_path(canvas);
        let end = self.draw_foot(canvas);
        if let Some(panels) = &self.panels {
            let title = TextStyle { size: LABEL * self.unit, bold: true, color: INK };
            canvas.text((MARGIN * self.unit, end + PANELS_HEAD * self.unit / 2), &panels.title, title);
            panels.draw((MARGIN * self.unit, end + PANELS_HEAD * self.unit), self.unit, canvas);
        }
    }

    fn draw_head(&self, canvas: &mut impl Canvas) {
        let unit = self.unit;
        let width = self.size.0 - 2 * MARGIN * unit;
        let title = TextStyle { size: TITLE * unit, bold: true, color: INK };
        let label = TextStyle { size: LABEL * unit, bold: false, color: FAINT_INK };
        let mut y = (MARGIN + 4) * unit;
        if !self.title.is_empty() {
            canvas.text((MARGIN * unit, y), &title.cut(&self.title, width), title);
            y += 23 * unit;
        }
        canvas.text((MARGIN * unit, y), &label.cut(&self.subtitle, width), label);
    }

    /// A thin line around the map: free cells at its edge are nearly as light as the paper.
    fn draw_frame(&self, canvas: &mut impl Canvas) {
        let (x, y) = (self.map.0 - self.unit, self.map.1 - self.unit);
        let side = |squares: u32| squares as i32 * self.square + 2 * self.unit;
        canvas.rectangle((x, y), (side(self.raster.cols), side(self.raster.rows)), FAINT_INK);
    }

    /// A band at the foot of each square that costs more than 1: the higher, the dearer.
    fn draw_terrain(&self, canvas: &mut impl Canvas) {
        for row in 0..self.raster.rows {
            for (col, length, cost) in self.raster.terrain(row) {
                let height = (self.square * i32::from(cost.min(HIGHEST_BAND)) / 12).max(1);
                let (x, y) = (self.map.0 + col as i32 * self.square, self.map.1 + (row as i32 + 1) * self.square);
                canvas.rectangle((x, y - height), (length as i32 * self.square, height), TERRAIN);
            }
        }
    }

    fn center(&self, place: Place) -> Point {
        let middle = |index: u32| index as i32 * self.square + self.square / 2;
        (self.map.0 + middle(place.col), self.map.1 + middle(place.row))
    }

    fn draw_path(&self, canvas: &mut impl Canvas) {
        let corners: Vec<Point> = self.raster.corners().into_iter().map(|place| self.center(place)).collect();
        let width = (self.square * 3 / 10).max(2 * self.unit);
        if corners.len() > 1 {
            canvas.line(&corners, width + 2 * self.seam(), SEAM);
            canvas.line(&corners, width, PATH);
        }
        let radius = (self.square * 2 / 5).max(6 * self.unit);
        self.draw_start(canvas, self.center(self.raster.start), radius);
        let goals = std::iter::once(&self.raster.goal).chain(&self.raster.goals);
        goals.for_each(|&goal| self.draw_goal(canvas, self.center(goal), radius));
    }

    /// Width of the light seam around path and marks.
    fn seam(&self) -> i32 {
        (self.square / 12).max(self.unit)
    }

    /// A ring.
    fn draw_start(&self, canvas: &mut impl Canvas, center: Point, radius: i32) {
        canvas.disc(center, radius + self.seam(), SEAM);
        canvas.disc(center, radius, PATH);
        canvas.disc(center, radius / 2, SEAM);
    }

    /// A full diamond; small enough to leave the ring visible where start and goal are one.
    fn draw_goal(&self, canvas: &mut impl Canvas, center: Point, radius: i32) {
        let is_one = self.raster.start == self.raster.goal && center == self.center(self.raster.start);
        let radius = if is_one { radius / 2 } else { radius + self.seam() };
        canvas.diamond(center, radius + 2 * self.seam(), SEAM);
        canvas.diamond(center, radius, PATH);
    }

    /// Draws the colour bar and the legend, and says where they end.
    fn draw_foot(&self, canvas: &mut impl Canvas) -> i32 {
        let unit = self.unit;
        let mut y = self.map.1 + self.raster.rows as i32 * self.square + (14 + LINE / 2 - 4) * unit;
        if self.cells > 0 {
            self.draw_bar(canvas, y);
            y += LINE * unit;
        }
        let label = TextStyle { size: LABEL * unit, bold: false, color: INK };
        let mut x = MARGIN * unit;
        for item in self.legend() {
            let middle = (x + 8 * unit, y);
            match item {
                Item::Square(color, _) => {
                    canvas.rectangle((x + unit, y - 7 * unit), (14 * unit, 14 * unit), FAINT_INK);
                    canvas.rectangle((x + 2 * unit, y - 6 * unit), (12 * unit, 12 * unit), color);
                }
                Item::Path(_) => canvas.line(&[(x, y), (x + 16 * unit, y)], 3 * unit, PATH),
                Item::Start => {
                    canvas.disc(middle, 6 * unit, PATH);
                    canvas.disc(middle, 3 * unit, SEAM);
                }
                Item::Goal => canvas.diamond(middle, 7 * unit, PATH),
            }
            canvas.text((x + 22 * unit, y), item.words(), label);
            x += 22 * unit + label.width(item.words()) + 20 * unit;
        }
        y + LINE / 2 * unit
    }

    fn legend(&self) -> Vec<Item> {
        let free = match (self.cells, self.scans) {
            (0, _) => "free",
            (_, Some(_)) => "not looked at",
            _ => "not expanded",
        };
        let mut items = vec![Item::Square(WALL, "wall"), Item::Square(FREE, free)];
        if self.scans.is_some() {
            items.push(Item::Square(SCANNED, "scanned only"));
        }
        if (0..self.raster.rows).any(|row| self.raster.terrain(row).next().is_some()) {
            items.push(Item::Square(TERRAIN, "cost (band)"));
        }
        if self.raster.path.len() > 1 {
            items.push(Item::Path("path"));
        }
        items.extend([Item::Start, Item::Goal]);
        items
    }

    /// `order of expansion 1 ▒▒▒▓▓▓███ 1,234`, or how often a cell was expanded.
    fn draw_bar(&self, canvas: &mut impl Canvas, y: i32) {
        let unit = self.unit;
        let label = TextStyle { size: LABEL * unit, bold: false, color: INK };
        let (words, last) = match self.raster.most {
            0 => ("order of expansion", grouped(self.cells)),
            most => ("expansions of a cell (logarithmic)", grouped(most.into())),
        };
        let mut x = MARGIN * unit;
        for words in [words, "1"] {
            canvas.text((x, y), words, label);
            x += label.width(words) + 8 * unit;
        }
        let step = 4 * unit;
        for level in 0..LEVELS {
            canvas.rectangle((x, y - 6 * unit), (step, 12 * unit), palette::heat(level));
            x += step;
        }
        x += 8 * unit;
        canvas.text((x, y), &label.cut(&last, self.size.0 - x - unit), label);
    }
}

/// An entry of the legend.
enum Item {
    Square(Rgb, &'static str),
    Path(&'static str),
    Start,
    Goal,
}

impl Item {
    const fn words(&self) -> &'static str {
        match self {
            Self::Square(_, words) | Self::Path(words) => words,
            Self::Start => "start",
            Self::Goal => "goal",
        }
    }
}

fn subtitle(picture: &Picture<'_>, raster: &Raster) -> String {
    let (rows, cols) = (picture.grid.rows(), picture.grid.cols());
    let mut facts = vec![format!("{} × {} cells", grouped(rows.into()), grouped(cols.into()))];
    let (cells, expansions) = (picture.trail.cells(), picture.trail.expansions());
    if picture.trail.has_repeats() {
        facts.push(format!("{} of {}", counted(expansions, "expansion"), counted(cells, "cell")));
    } else if cells > 0 {
        facts.push(format!("{} expanded", counted(cells, "cell")));
    }
    if let Some(scans) = &picture.trail.scans {
        let cells = counted(scans.cells.len() as u64, "free cell");
        facts.push(format!("scanned {} ({cells})", grouped(scans.looks)));
    }
    if let Some(steps) = picture.path.len().checked_sub(1) {
        facts.push(format!("path of {}", counted(steps as u64, "step")));
    }
    if !raster.is_exact() {
        facts.push(format!("one square is {} × {} cells", raster.row_factor, raster.col_factor));
    }
    facts.join(" · ")
}
