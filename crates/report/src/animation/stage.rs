//! The stage: what of a search is drawn where, in layers from the back to the front.

use searchlab_lab::watch::film::{Film, Player, Status};
use searchlab_trial::text::{grouped, printable};
use searchlab_worlds::drawing::{Canvas, FAINT_INK, INK, PAPER, Point, Rgb, TextStyle};
use serde_json::Value;

use super::tree::Tree;

const WALL: Rgb = Rgb(0x3a, 0x41, 0x4a);
const FREE: Rgb = Rgb(0xf3, 0xf4, 0xf6);
pub(super) const OPEN: Rgb = Rgb(0xf2, 0xc1, 0x4e);
pub(super) const CLOSED: Rgb = Rgb(0x8f, 0xc4, 0xe8);
const AGAIN: Rgb = Rgb(0x2f, 0x7f, 0xc1);
const SCANNED: Rgb = Rgb(0xd5, 0xda, 0xf0);
pub(super) const PATH: Rgb = Rgb(0xd9, 0x5f, 0x02);
pub(super) const MARK: Rgb = Rgb(0x8e, 0x24, 0x6b);
pub(super) const LINE: Rgb = Rgb(0xb4, 0xbb, 0xc4);

const MARGIN: i32 = 16;
/// Room for the title and for the counters.
const HEAD: i32 = 34;
const FOOT: i32 = 32;
/// The longer side of the stage that is aimed at, and the least width of all.
const SIDE: i32 = 640;
const LEAST_WIDTH: i32 = 520;
/// Most squares of a maze along a side.
const MOST_SQUARES: usize = 160;

pub(super) const TEXT: TextStyle = TextStyle { size: 14, bold: false, color: INK };

/// The parts of a picture, from the back to the front.
pub(super) const LAYERS: usize = 4;

/// The object of the search, with the places of its parts.
enum Scene {
    Grid(Grid),
    Tiles { width: usize, square: i32 },
    Graph(Graph),
    Tree(Tree),
}

/// A picture of a search with all its measures.
pub(super) struct Stage {
    scene: Scene,
    title: String,
    /// Of the whole picture.
    pub(super) size: (i32, i32),
    /// The upper left corner of what is drawn of the search.
    corner: Point,
}

impl Stage {
    pub(super) fn new(film: &Film) -> Self {
        let scene = match film.scene("shape").as_str() {
            Some("grid") if film.is_path() => Scene::Grid(Grid::new(film)),
            Some("tiles") => {
                let width = film.scene("width").as_u64().unwrap_or(4).clamp(1, 32) as usize;
                Scene::Tiles { width, square: (320 / width as i32).max(24) }
            }
            Some("graph") => Scene::Graph(Graph::new(film)),
            _ => Scene::Tree(Tree::new(film)),
        };
        let (width, height) = match &scene {
            Scene::Grid(grid) => (grid.cols as i32 * grid.square, grid.rows as i32 * grid.square),
            Scene::Tiles { width, square } => (*width as i32 * square, *width as i32 * square),
            Scene::Graph(graph) => graph.size,
            Scene::Tree(tree) => tree.size,
        };
        let whole = (width.max(LEAST_WIDTH) + 2 * MARGIN, height + HEAD + FOOT + MARGIN);
        let title = printable(&format!("{} on {}", film.word("algorithm"), film.word("instance")));
        Self { scene, title, size: whole, corner: ((whole.0 - width) / 2, HEAD) }
    }

    /// The title, for those who do not see the picture.
    pub(super) fn title(&self) -> &str {
        &self.title
    }

    /// Draws a layer of the search as it stands.
    pub(super) fn draw(&self, layer: usize, player: &Player, canvas: &mut dyn Canvas) {
        if layer == 0 {
            canvas.rectangle((0, 0), self.size, PAPER);
            self.draw_legend(player.film(), canvas);
            let bold = TextStyle { bold: true, size: 15, ..TEXT };
            canvas.text((MARGIN, HEAD / 2), &bold.cut(&self.title, self.size.0 - 2 * MARGIN), bold);
        }
        if layer + 1 == LAYERS {
            let foot = (MARGIN, self.foot());
            canvas.text(
                foot,
                &TEXT.cut(&words(player), self.size.0 - 2 * MARGIN),
                TextStyle { color: FAINT_INK, ..TEXT },
            );
        }
        match &self.scene {
            Scene::Grid(grid) => grid.draw(layer, player, self.corner, canvas),
            Scene::Tiles { width, square } => draw_tiles(layer, player, (*width, *square), self.corner, canvas),
            Scene::Graph(graph) => graph.draw(layer, player, self.corner, canvas),
            Scene::Tree(tree) => tree.draw(layer, player, self.corner, canvas),
        }
    }
}

impl Stage {
    /// The legend of the colours, at the right of the foot.
    fn draw_legend(&self, film: &Film, canvas: &mut dyn Canvas) {
        let entries: &[(Rgb, &str)] = match &self.scene {
            Scene::Grid(_) if film.has_thresholds() => {
                &[(OPEN, "open"), (CLOSED, "expanded"), (AGAIN, "expanded again"), (PATH, "path")]
            }
            Scene::Grid(_) | Scene::Graph(_) => &[(OPEN, "open"), (CLOSED, "expanded"), (PATH, "path")],
            Scene::Tree(_) => &[(OPEN, "being searched"), (CLOSED, "searched")],
            Scene::Tiles { .. } => &[],
        };
        let style = TextStyle { size: 12, color: FAINT_INK, ..TEXT };
        let mut x = self.size.0 - MARGIN;
        for &(color, words) in entries.iter().rev() {
            x -= style.width(words);
            canvas.text((x, self.foot()), words, style);
            canvas.rectangle((x - 15, self.foot() - 5), (11, 11), color);
            x -= 27;
        }
    }

    /// The middle of the line below the search.
    const fn foot(&self) -> i32 {
        self.size.1 - FOOT / 2 - MARGIN / 4
    }
}

/// The threshold, and the counters.
fn words(player: &Player) -> String {
    let threshold = player.now().iteration.and_then(|(_, threshold)| threshold);
    let threshold = threshold.map(|threshold| format!("threshold {threshold}"));
    let counts = player.film().counters(player.now().step);
    // The most important, which every search has.
    let counts = counts.iter().filter(|(name, _)| ["expanded", "generated", "evaluated"].contains(&name.as_str()));
    let counts = counts.map(|(name, count)| format!("{name} {}", grouped(*count)));
    threshold.into_iter().chain(counts).collect::<Vec<_>>().join(" · ")
}

/// A maze, its squares a cell or, where it is large, a block of cells.
struct Grid {
    rows: usize,
    cols: usize,
    /// Cells along the side of a square.
    factor: usize,
    square: i32,
    walls: Vec<bool>,
    ends: [Option<(usize, usize)>; 2],
}

impl Grid {
    fn new(film: &Film) -> Self {
        let lines = film.rows();
        let longest = lines.iter().map(|line| line.len()).max().unwrap_or(1).max(1);
        let factor = lines.len().max(longest).div_ceil(MOST_SQUARES).max(1);
        let (rows, cols) = (lines.len().div_ceil(factor).max(1), longest.div_ceil(factor));
        let is_wall =
            |row: usize, col: usize| lines.get(row).is_none_or(|line| line.as_bytes().get(col) != Some(&b'.'));
        let block = |row: usize, col: usize| {
            let cells =
                (0..factor).flat_map(|down| (0..factor).map(move |right| (row * factor + down, col * factor + right)));
            2 * cells.filter(|&(row, col)| is_wall(row, col)).count() > factor * factor
        };
        let walls =
            (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))).map(|(row, col)| block(row, col)).collect();
        let end = |name| film.end(name).map(|(row, col)| (row / factor, col / factor));
        let square = (SIDE / rows.max(cols) as i32).clamp(4, 28);
        Self { rows, cols, factor, square, walls, ends: [end("start"), end("goal")] }
    }

    fn place(&self, film: &Film, id: u32) -> Option<(usize, usize)> {
        film.cell(id).map(|(row, col)| (row / self.factor, col / self.factor))
    }

    fn draw(&self, layer: usize, player: &Player, corner: Point, canvas: &mut dyn Canvas) {
        let at =
            |(row, col): (usize, usize)| (corner.0 + col as i32 * self.square, corner.1 + row as i32 * self.square);
        let center = |place| (at(place).0 + self.square / 2, at(place).1 + self.square / 2);
        let film = player.film();
        match layer {
            0 => {
                let size = (self.cols as i32 * self.square, self.rows as i32 * self.square);
                canvas.rectangle((corner.0 - 1, corner.1 - 1), (size.0 + 2, size.1 + 2), FAINT_INK);
                canvas.rectangle(corner, size, FREE);
                for row in 0..self.rows {
                    let mut col = 0;
                    while col < self.cols {
                        let run = (col..self.cols).take_while(|&col| self.walls[row * self.cols + col]).count();
                        if run > 0 {
                            canvas.rectangle(at((row, col)), (run as i32 * self.square, self.square), WALL);
                        }
                        col += run.max(1);
                    }
                }
            }
            1 => {
                for (place, color) in self.colors(player) {
                    canvas.rectangle(at(place), (self.square, self.square), color);
                }
            }
            2 => {
                let points: Vec<Point> =
                    player.shown_path().iter().filter_map(|&id| self.place(film, id)).map(center).collect();
                if points.len() > 1 {
                    canvas.line(&points, (self.square / 4).max(2), PATH);
                }
            }
            _ => {
                let radius = (self.square * 2 / 5).max(4);
                if let Some(place) = self.ends[0] {
                    canvas.disc(center(place), radius, MARK);
                }
                if let Some(place) = self.ends[1] {
                    canvas.diamond(center(place), radius + 1, MARK);
                }
                if let Some(place) = player.now().current.and_then(|id| self.place(film, id)) {
                    canvas.disc(center(place), (self.square / 4).max(2), INK);
                }
            }
        }
    }

    /// The squares that were seen. A block shows what is most of interest of its cells.
    fn colors(&self, player: &Player) -> Vec<((usize, usize), Rgb)> {
        let mut rank = vec![0u8; self.rows * self.cols];
        let mut raise = |(row, col): (usize, usize), to: u8| {
            if let Some(rank) = rank.get_mut(row * self.cols + col) {
                *rank = (*rank).max(to);
            }
        };
        for (row, col) in player.scanned() {
            raise((row as usize / self.factor, col as usize / self.factor), 1);
        }
        for (id, node) in player.now().nodes.iter().enumerate() {
            let Some(place) = self.place(player.film(), id as u32) else { continue };
            match node.status {
                Status::Unseen => {}
                Status::Open => raise(place, 2),
                Status::Closed if player.film().has_thresholds() && node.visits > 1 => raise(place, 4),
                Status::Closed => raise(place, 3),
            }
        }
        let color = |rank: u8| [FREE, SCANNED, OPEN, CLOSED, AGAIN][usize::from(rank)];
        let seen = rank.into_iter().enumerate().filter(|&(at, rank)| rank > 0 && !self.walls[at]);
        seen.map(|(at, rank)| ((at / self.cols, at % self.cols), color(rank))).collect()
    }
}

/// The tiles of the current state.
fn draw_tiles(layer: usize, player: &Player, (width, square): (usize, i32), corner: Point, canvas: &mut dyn Canvas) {
    let path = player.shown_path();
    let board = |id: &u32| player.film().known(*id)?.at.as_ref()?.as_array();
    let mut last = path.iter().rev().filter_map(board);
    let (Some(tiles), before) = (last.next(), last.next()) else { return };
    for (at, tile) in tiles.iter().enumerate() {
        let place = (corner.0 + (at % width) as i32 * square, corner.1 + (at / width) as i32 * square);
        let Some(tile) = tile.as_u64().filter(|&tile| tile > 0) else { continue };
        let has_moved = before.is_some_and(|before| before.get(at).and_then(Value::as_u64) != Some(tile));
        if layer == 1 {
            canvas.rectangle(
                (place.0 + 2, place.1 + 2),
                (square - 4, square - 4),
                if has_moved { OPEN } else { CLOSED },
            );
        } else if layer == 2 {
            let style = TextStyle { size: square * 2 / 5, bold: true, ..TEXT };
            let words = tile.to_string();
            canvas.text((place.0 + (square - style.width(&words)) / 2, place.1 + square / 2), &words, style);
        }
    }
    if layer == 0 {
        let side = width as i32 * square;
        canvas.rectangle(corner, (side, side), LINE);
    }
}

/// Places and ways.
struct Graph {
    size: (i32, i32),
    names: Vec<String>,
    spots: Vec<Point>,
    edges: Vec<(usize, usize)>,
    ids: Vec<Option<u32>>,
}

impl Graph {
    fn new(film: &Film) -> Self {
        let places = film.scene("places").as_array().map(Vec::as_slice).unwrap_or_default();
        let names: Vec<String> =
            places.iter().map(|place| place["name"].as_str().unwrap_or_default().to_owned()).collect();
        let (spots, size) = spots(places);
        let index = |name: &Value| names.iter().position(|each| Some(each.as_str()) == name.as_str());
        let edges = film.scene("edges").as_array().into_iter().flatten();
        let edges = edges.filter_map(|edge| Some((index(&edge[0])?, index(&edge[1])?))).collect();
        let ids = names.iter().map(|name| film.named(name)).collect();
        Self { size, names, spots, edges, ids }
    }

    fn draw(&self, layer: usize, player: &Player, corner: Point, canvas: &mut dyn Canvas) {
        let at = |index: usize| (corner.0 + self.spots[index].0, corner.1 + self.spots[index].1);
        let path = player.shown_path();
        match layer {
            0 => {
                for &(from, to) in &self.edges {
                    canvas.line(&[at(from), at(to)], 1, LINE);
                }
            }
            1 => {
                let index = |id: &u32| self.ids.iter().position(|each| *each == Some(*id));
                let points: Vec<Point> = path.iter().filter_map(index).map(at).collect();
                if points.len() > 1 {
                    canvas.line(&points, 4, PATH);
                }
            }
            2 => {
                for (index, id) in self.ids.iter().enumerate() {
                    let status = id.map_or(Status::Unseen, |id| player.now().nodes[id as usize].status);
                    let color = match status {
                        Status::Unseen => LINE,
                        Status::Open => OPEN,
                        Status::Closed => CLOSED,
                    };
                    let is_current = id.is_some() && *id == player.now().current;
                    canvas.disc(at(index), if is_current { 10 } else { 8 }, if is_current { INK } else { FAINT_INK });
                    canvas.disc(at(index), if is_current { 7 } else { 6 }, color);
                }
            }
            _ => {
                for (index, name) in self.names.iter().enumerate() {
                    canvas.text((at(index).0 + 12, at(index).1), name, TEXT);
                }
            }
        }
    }
}

/// The points of places by their coordinates, or on a circle, and the size of all.
fn spots(places: &[Value]) -> (Vec<Point>, (i32, i32)) {
    let at = |place: &Value| Some((place["x"].as_f64()?, place["y"].as_f64()?));
    let circle = |index: usize| {
        let angle = std::f64::consts::TAU * index as f64 / places.len().max(1) as f64;
        (angle.sin(), angle.cos())
    };
    let known: Option<Vec<(f64, f64)>> = places.iter().map(at).collect();
    let points = known.unwrap_or_else(|| (0..places.len()).map(circle).collect());
    let range = |of: fn(&(f64, f64)) -> f64| {
        points.iter().map(of).fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)))
    };
    let (xs, ys) = (range(|point| point.0), range(|point| point.1));
    let scale = f64::from(SIDE - 140) / (xs.1 - xs.0).max(ys.1 - ys.0).max(f64::MIN_POSITIVE);
    // North is up, and names stand at the right of their places.
    let spot = |&(x, y): &(f64, f64)| (((x - xs.0) * scale) as i32 + 14, ((ys.1 - y) * scale) as i32 + 14);
    let spots: Vec<Point> = points.iter().map(spot).collect();
    let names =
        places.iter().filter_map(|place| place["name"].as_str()).map(|name| TEXT.width(name)).max().unwrap_or_default();
    let most = |of: fn(&Point) -> i32| spots.iter().map(of).max().unwrap_or_default();
    let size = (most(|spot| spot.0) + 20 + names, most(|spot| spot.1) + 20);
    (spots, size)
}
