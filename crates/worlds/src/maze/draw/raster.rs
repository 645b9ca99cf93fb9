//! Cells to squares: one cell each, or a block of cells where the map does not fit.
//!
//! A block counts as expanded if any of its cells is: at the time of the first, or as often as the one that was expanded
//! most. Else it counts as scanned if any of its cells was, and otherwise as free or wall by the majority of its cells,
//! free on a tie. The path is kept apart, because it is drawn on top.

use super::{Layer, Picture, Trail};
use crate::maze::{Cell, Grid, Place};

/// The number of colours of expansions.
pub(super) const LEVELS: u8 = 64;

/// The content of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Shade(u8);

impl Shade {
    pub(super) const WALL: Self = Self(0);
    pub(super) const FREE: Self = Self(1);
    pub(super) const SCANNED: Self = Self(2);

    /// All shades.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..3 + LEVELS).map(Self)
    }

    /// Its number in [`Shade::all`].
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    pub(super) const fn expanded(level: u8) -> Self {
        Self(3 + level)
    }

    /// The part of the expansions in which the square was reached, or how often, from 0 to `LEVELS` - 1.
    pub(super) const fn level(self) -> Option<u8> {
        self.0.checked_sub(3)
    }
}

/// The squares of a picture.
#[derive(Debug)]
pub(super) struct Raster {
    /// Rows of squares.
    pub(super) rows: u32,
    /// Columns of squares.
    pub(super) cols: u32,
    /// Cells that a square is high.
    pub(super) row_factor: u32,
    /// Cells that a square is wide.
    pub(super) col_factor: u32,
    /// Row by row.
    shades: Vec<Shade>,
    /// The squares that the path visits, in its order, without repetitions in a row.
    pub(super) path: Vec<Place>,
    pub(super) start: Place,
    pub(super) goal: Place,
    /// All goals, where there are several.
    pub(super) goals: Vec<Place>,
    /// The expansions of the cell that was expanded most; 0 where colours show the order.
    pub(super) most: u32,
    /// The largest cost of the free cells of each square, row by row; empty where all cells cost 1.
    costs: Vec<u16>,
}

impl Raster {
    pub(super) fn new(picture: &Picture<'_>, row_factor: u32, col_factor: u32) -> Self {
        let grid = picture.grid;
        let rows = grid.rows().div_ceil(row_factor);
        let cols = grid.cols().div_ceil(col_factor);
        let square = |place: Place| Place { row: place.row / row_factor, col: place.col / col_factor };
        let mut raster = Self {
            rows,
            cols,
            row_factor,
            col_factor,
            shades: Vec::with_capacity(rows as usize * cols as usize),
            path: Vec::new(),
            start: square(picture.start),
            goal: square(picture.goal),
            goals: picture.goals.iter().map(|&goal| square(goal)).collect(),
            most: 0,
            costs: Vec::new(),
        };
        raster.fill_by_majority(grid);
        raster.add_terrain(picture);
        raster.add_scans(picture);
        if picture.trail.has_repeats() {
            let totals = picture.trail.totals(grid.cell_bound());
            raster.most = totals.iter().copied().max().unwrap_or(0);
            let visits = (0..).zip(totals).filter(|(_, visits)| *visits > 0);
            raster.add_visits(grid, visits);
        } else {
            raster.add_order(picture);
        }
        raster.path = picture.path.iter().map(|&cell| square(grid.place(cell))).collect();
        raster.path.dedup();
        raster
    }

    fn fill_by_majority(&mut self, grid: &Grid) {
        for top in (0..grid.rows()).step_by(self.row_factor as usize) {
            let bottom = grid.rows().min(top + self.row_factor);
            for left in (0..grid.cols()).step_by(self.col_factor as usize) {
                let right = grid.cols().min(left + self.col_factor);
                let mut free = 0;
                for row in top..bottom {
                    let first = grid.cell(Place { row, col: left });
                    free += (first..first + (right - left)).filter(|&cell| grid.is_free(cell)).count() as u64;
                }
                let cells = u64::from(bottom - top) * u64::from(right - left);
                self.shades.push(if 2 * free >= cells { Shade::FREE } else { Shade::WALL });
            }
        }
    }

    fn add_terrain(&mut self, picture: &Picture<'_>) {
        let Some(terrain) = picture.terrain else { return };
        self.costs = vec![1; self.shades.len()];
        for place in picture.grid.places().filter(|&place| picture.grid.is_free_at(place)) {
            let (row, col) = (place.row / self.row_factor, place.col / self.col_factor);
            let cost = &mut self.costs[row as usize * self.cols as usize + col as usize];
            *cost = terrain.cost(picture.grid.cell(place)).max(*cost);
        }
    }

    /// The costs of a row; 1 for walls, empty where all cells cost 1.
    pub(super) fn costs(&self, row: u32) -> &[u16] {
        let begin = row as usize * self.cols as usize;
        self.costs.get(begin..begin + self.cols as usize).unwrap_or_default()
    }

    /// The runs of equal cost above 1 in a row: first column, length, cost.
    pub(super) fn terrain(&self, row: u32) -> impl Iterator<Item = (u32, u32, u16)> {
        let mut col = 0;
        let runs = self.costs(row).chunk_by(|a, b| a == b).map(move |run| {
            let first = col;
            col += run.len() as u32;
            (first, run.len() as u32, run[0])
        });
        runs.filter(|run| run.2 > 1)
    }

    /// The squares of one iteration, on the scale of colours of all.
    pub(super) fn of_layer(picture: &Picture<'_>, layer: &Layer, most: u32, factor: u32) -> Self {
        let bare = Trail::default();
        let mut raster = Self::new(&Picture { trail: &bare, ..*picture }, factor, factor);
        raster.most = most;
        raster.add_visits(picture.grid, layer.visits.iter().copied());
        raster
    }

    fn shade(&mut self, grid: &Grid, cell: Cell) -> &mut Shade {
        let place = grid.place(cell);
        let (row, col) = (place.row / self.row_factor, place.col / self.col_factor);
        &mut self.shades[row as usize * self.cols as usize + col as usize]
    }

    fn add_scans(&mut self, picture: &Picture<'_>) {
        for &cell in picture.trail.scans.iter().flat_map(|scans| &scans.cells) {
            *self.shade(picture.grid, cell) = Shade::SCANNED;
        }
    }

    fn add_order(&mut self, picture: &Picture<'_>) {
        let cells = picture.trail.cells();
        for (rank, &cell) in (0..).zip(&picture.trail.order) {
            let shade = self.shade(picture.grid, cell);
            if shade.level().is_none() {
                *shade = Shade::expanded((rank * u64::from(LEVELS) / cells) as u8);
            }
        }
    }

    fn add_visits(&mut self, grid: &Grid, visits: impl Iterator<Item = (Cell, u32)>) {
        let most = self.most;
        for (cell, visits) in visits {
            let shade = self.shade(grid, cell);
            *shade = Shade::expanded(level_of(visits, most)).max(*shade);
        }
    }

    /// The squares of a row.
    pub(super) fn row(&self, row: u32) -> &[Shade] {
        &self.shades[row as usize * self.cols as usize..][..self.cols as usize]
    }

    /// True if each square is one cell.
    pub(super) const fn is_exact(&self) -> bool {
        self.row_factor == 1 && self.col_factor == 1
    }

    /// The runs of equal shade in a row: first column, length, shade.
    pub(super) fn runs(&self, row: u32) -> impl Iterator<Item = (u32, u32, Shade)> {
        let mut col = 0;
        self.row(row).chunk_by(|a, b| a == b).map(move |run| {
            let first = col;
            col += run.len() as u32;
            (first, run.len() as u32, run[0])
        })
    }

    /// The path as corners of a line: its ends and the squares where it turns.
    pub(super) fn corners(&self) -> Vec<Place> {
        let step = |a: Place, b: Place| (b.row as i32 - a.row as i32, b.col as i32 - a.col as i32);
        let turns = self.path.windows(3).filter(|three| step(three[0], three[1]) != step(three[1], three[2]));
        let mut corners: Vec<Place> = self.path.first().copied().into_iter().collect();
        corners.extend(turns.map(|three| three[1]));
        if self.path.len() > 1 {
            corners.extend(self.path.last());
        }
        corners
    }
}

/// The level of a number of visits, where `most` is the greatest: logarithmic, as visits grow by the threshold.
pub(super) fn level_of(visits: u32, most: u32) -> u8 {
    let whole = u64::from(LEVELS - 1);
    (log2(visits) * whole / log2(most).max(1)).min(whole) as u8
}

/// The logarithm to base 2 in 65536ths, straight between powers of 2: whole numbers only, so that all machines agree.
fn log2(number: u32) -> u64 {
    let power = number.max(1).ilog2();
    let rest = u64::from(number.max(1)) - (1 << power);
    (u64::from(power) << 16) + ((rest << 16) >> power)
}
