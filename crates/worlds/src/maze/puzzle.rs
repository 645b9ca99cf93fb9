//! Mazes in plain form, for programs of users.

use serde_json::{Map, Value, json};

use super::moves::{Direction, Eight, Four, MoveSet};
use super::world::Passage;
use super::{Grid, Place};
use crate::puzzle::{Followed, Puzzle, unknown_move};

/// A path to be found, with four moves or eight.
pub(super) struct MazePuzzle<'a> {
    pub(super) passage: &'a Passage,
    pub(super) is_eight: bool,
}

impl MazePuzzle<'_> {
    fn rows(&self) -> impl Iterator<Item = String> {
        let Passage { grid, start, goal, .. } = self.passage;
        let letter = move |place: Place| match place {
            place if place == *start => 'S',
            place if place == *goal => 'G',
            place if grid.is_free_at(place) => '.',
            _ => '#',
        };
        (0..grid.rows()).map(move |row| (0..grid.cols()).map(|col| letter(Place { row, col })).collect())
    }
}

impl Puzzle for MazePuzzle<'_> {
    fn plain(&self) -> Map<String, Value> {
        let Passage { start, goal, .. } = self.passage;
        let fields = [
            ("moves", json!(if self.is_eight { 8 } else { 4 })),
            ("start", json!([start.row, start.col])),
            ("goal", json!([goal.row, goal.col])),
            ("maze", self.rows().collect()),
        ];
        fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    fn text(&self) -> String {
        self.rows().map(|row| row + "\n").collect()
    }

    fn follow(&self, moves: &[Box<str>]) -> Result<Followed, String> {
        if self.is_eight { follow::<Eight>(self.passage, moves) } else { follow::<Four>(self.passage, moves) }
    }

    fn trail(&self, moves: &[Box<str>]) -> Vec<(u128, f64)> {
        if self.is_eight { trail::<Eight>(self.passage, moves) } else { trail::<Four>(self.passage, moves) }
    }

    fn reference(&self) -> &'static str {
        "astar"
    }
}

fn follow<M: MoveSet>(passage: &Passage, moves: &[Box<str>]) -> Result<Followed, String> {
    let Passage { grid, start, goal, .. } = passage;
    let mut steps = Vec::with_capacity(moves.len());
    let mut place = *start;
    for (number, mv) in moves.iter().enumerate() {
        let direction = M::ORDER.iter().copied().find(|&direction| M::spell(direction) == &**mv);
        let Some(direction) = direction else {
            let known: Vec<&str> = M::ORDER.iter().map(|&direction| M::spell(direction)).collect();
            return Err(unknown_move(number, mv, &known.join(", ")));
        };
        let from = place;
        place = step(grid, place, direction).ok_or_else(|| {
            let Place { row, col } = from;
            format!("move {} is {mv} from row {row}, column {col}, where no step leads that way", number + 1)
        })?;
        steps.push(direction);
    }
    if place != *goal {
        let Place { row, col } = place;
        return Err(format!("its moves end at row {row}, column {col}, and not at the goal"));
    }
    let exact = M::exact(&steps);
    let cost = exact.map_or(steps.len() as f64, |[a, b]| a as f64 + b as f64 * std::f64::consts::SQRT_2);
    Ok(Followed::Path { cost, exact })
}

/// The cells of a way and their costs, up to the first step that is not possible.
fn trail<M: MoveSet>(passage: &Passage, moves: &[Box<str>]) -> Vec<(u128, f64)> {
    let Passage { grid, start, .. } = passage;
    let (mut place, mut cost) = (*start, 0.0);
    let mut cells = vec![(grid.cell(place).into(), cost)];
    for mv in moves {
        let direction = M::ORDER.iter().copied().find(|&direction| M::spell(direction) == &**mv);
        let Some((direction, to)) = direction.and_then(|way| Some((way, step(grid, place, way)?))) else { break };
        cost += if direction.is_diagonal() { std::f64::consts::SQRT_2 } else { 1.0 };
        place = to;
        cells.push((grid.cell(place).into(), cost));
    }
    cells
}

/// The cell that a step leads to; `None` off the map, into a wall, or past its corner.
fn step(grid: &Grid, from: Place, direction: Direction) -> Option<Place> {
    let (down, right) = direction.delta();
    let to = |down: i32, right: i32| {
        let place = Place { row: from.row.checked_add_signed(down)?, col: from.col.checked_add_signed(right)? };
        (grid.contains(place) && grid.is_free_at(place)).then_some(place)
    };
    if direction.is_diagonal() {
        to(down, 0)?;
        to(0, right)?;
    }
    to(down, right)
}
