//! Mazes in plain form, for programs of users.

use serde_json::{Map, Value, json};

use super::moves::{Direction, Eight, Four, MoveSet};
use super::world::Passage;
use super::{GoalKind, Grid, Place};
use crate::puzzle::{Followed, Puzzle, unknown_move};

/// A path to be found, with four moves or eight.
pub(super) struct MazePuzzle<'a> {
    pub(super) passage: &'a Passage,
    pub(super) is_eight: bool,
}

impl MazePuzzle<'_> {
    fn rows(&self) -> impl Iterator<Item = String> {
        let Passage { grid, start, goal, goals, .. } = self.passage;
        let is_goal = move |place: &Place| goals.as_ref().map_or(place == goal, |goals| goals.places.contains(place));
        let letter = move |place: Place| match place {
            place if place == *start => 'S',
            place if is_goal(&place) => 'G',
            place if grid.is_free_at(place) => '.',
            _ => '#',
        };
        (0..grid.rows()).map(move |row| (0..grid.cols()).map(|col| letter(Place { row, col })).collect())
    }
}

impl Puzzle for MazePuzzle<'_> {
    fn plain(&self) -> Map<String, Value> {
        let Passage { start, goal, goals, .. } = self.passage;
        let terrain = self.passage.terrain.as_ref();
        let costs = terrain.map(|terrain| ("costs", json!(terrain.rows(&self.passage.grid))));
        let pair = |place: &Place| json!([place.row, place.col]);
        let goal = match goals {
            Some(goals) => {
                vec![("goals", goals.places.iter().map(pair).collect()), ("visit", json!(goals.kind.name()))]
            }
            None => vec![("goal", pair(goal))],
        };
        let fields = [
            ("moves", json!(if self.is_eight { 8 } else { 4 })),
            ("start", pair(start)),
            ("maze", self.rows().collect()),
        ];
        fields.into_iter().chain(goal).chain(costs).map(|(name, value)| (name.to_owned(), value)).collect()
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
    let Passage { grid, start, goal, goals, .. } = passage;
    let mut visited = vec![*start];
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
        visited.push(place);
    }
    if let Some(goals) = goals.as_ref().filter(|goals| goals.kind == GoalKind::All && !goals.are_met(&visited)) {
        let missed = goals.places.iter().filter(|goal| !visited.contains(goal)).count();
        return Err(format!("its moves miss {missed} of the {} goals", goals.places.len()));
    }
    if !goals.as_ref().map_or(place == *goal, |goals| goals.are_met(&visited)) {
        let Place { row, col } = place;
        return Err(format!("its moves end at row {row}, column {col}, and not at the goal"));
    }
    let (cost, exact) = cost_of::<M>(*start, &steps, passage);
    Ok(Followed::Path { cost, exact })
}

/// The cost of a way and, with eight moves, its straight and diagonal part.
fn cost_of<M: MoveSet>(start: Place, steps: &[Direction], passage: &Passage) -> (f64, Option<[u64; 2]>) {
    let mut parts = [0, 0];
    let mut place = start;
    for direction in steps {
        let (down, right) = direction.delta();
        place = Place { row: place.row.wrapping_add_signed(down), col: place.col.wrapping_add_signed(right) };
        parts[usize::from(direction.is_diagonal())] += passage.cost_at(place);
    }
    let [straight, diagonal] = parts;
    (straight as f64 + diagonal as f64 * std::f64::consts::SQRT_2, (M::COUNT == 8).then_some(parts))
}

/// The cells of a way and their costs, up to the first step that is not possible.
fn trail<M: MoveSet>(passage: &Passage, moves: &[Box<str>]) -> Vec<(u128, f64)> {
    let Passage { grid, start, .. } = passage;
    let (mut place, mut cost) = (*start, 0.0);
    let mut cells = vec![(grid.cell(place).into(), cost)];
    for mv in moves {
        let direction = M::ORDER.iter().copied().find(|&direction| M::spell(direction) == &**mv);
        let Some((direction, to)) = direction.and_then(|way| Some((way, step(grid, place, way)?))) else { break };
        let length = if direction.is_diagonal() { std::f64::consts::SQRT_2 } else { 1.0 };
        cost += length * passage.cost_at(to) as f64;
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
