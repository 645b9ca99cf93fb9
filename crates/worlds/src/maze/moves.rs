//! Directions, the two move sets, and the table that says which moves each cell has.

use std::fmt;

use super::grid::{Cell, Grid, Place};
use super::heuristic::Heuristic;
use super::octile::Octile;
use searchlab_search::path::nodes::PackedCost;
use searchlab_search::path::{Action, Actions};

/// One of the eight directions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Direction {
    North,
    East,
    South,
    West,
    NorthEast,
    SouthEast,
    SouthWest,
    NorthWest,
}

impl Direction {
    /// Straight ones first.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::East,
        Self::South,
        Self::West,
        Self::NorthEast,
        Self::SouthEast,
        Self::SouthWest,
        Self::NorthWest,
    ];

    /// The change of row and of column.
    pub const fn delta(self) -> (i32, i32) {
        match self {
            Self::North => (-1, 0),
            Self::East => (0, 1),
            Self::South => (1, 0),
            Self::West => (0, -1),
            Self::NorthEast => (-1, 1),
            Self::SouthEast => (1, 1),
            Self::SouthWest => (1, -1),
            Self::NorthWest => (-1, -1),
        }
    }

    /// True if it changes row and column.
    pub const fn is_diagonal(self) -> bool {
        let (rows, cols) = self.delta();
        rows != 0 && cols != 0
    }

    /// The other way.
    pub(crate) const fn opposite(self) -> Self {
        match self {
            Self::North => Self::South,
            Self::East => Self::West,
            Self::South => Self::North,
            Self::West => Self::East,
            Self::NorthEast => Self::SouthWest,
            Self::SouthEast => Self::NorthWest,
            Self::SouthWest => Self::NorthEast,
            Self::NorthWest => Self::SouthEast,
        }
    }

    /// The step from one cell to a neighbour.
    pub const fn offset(self, stride: u32) -> i32 {
        let (rows, cols) = self.delta();
        rows * stride as i32 + cols
    }

    /// The letter of a straight direction in solutions with four moves: U, D, L or R.
    pub(crate) const fn letter(self) -> &'static str {
        match self {
            Self::North => "U",
            Self::East => "R",
            Self::South => "D",
            _ => "L",
        }
    }

    /// The compass letters: N, E, S, W, NE, SE, SW or NW.
    pub(crate) const fn compass(self) -> &'static str {
        match self {
            Self::North => "N",
            Self::East => "E",
            Self::South => "S",
            Self::West => "W",
            Self::NorthEast => "NE",
            Self::SouthEast => "SE",
            Self::SouthWest => "SW",
            Self::NorthWest => "NW",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.compass())
    }
}

/// A set of moves with its costs.
pub trait MoveSet: Copy + fmt::Debug {
    /// The cost of a path.
    type Cost: PackedCost;
    /// The number of moves.
    const COUNT: usize;
    /// The dearest move.
    const DEAREST: Self::Cost;
    /// The cheapest move.
    const CHEAPEST: Self::Cost;
    /// The cost of every move, where it is the same.
    const UNIFORM: Option<Self::Cost>;
    /// The moves in their default order.
    const ORDER: &'static [Direction];

    /// The cost of a step.
    fn cost(direction: Direction) -> Self::Cost;

    /// The estimate for a difference of rows and columns.
    fn estimate(heuristic: Heuristic, rows: u32, cols: u32) -> Self::Cost;

    /// Straight and diagonal steps of a path, where its cost is a + b√2.
    fn exact(directions: &[Direction]) -> Option<[u64; 2]>;

    /// The text between two moves of a path.
    const BETWEEN: &'static str;

    /// A direction as it is written in solutions and orders of moves.
    fn spell(direction: Direction) -> &'static str;

    /// An order of all moves, as [`spell`](Self::spell) writes it; commas may stand between. `None` if a move is
    /// missing, unknown or named twice.
    fn parse_order(text: &str) -> Option<Vec<Direction>>;
}

/// Finds each word's direction among the moves of `M`, each once.
fn permutation<'t, M: MoveSet>(
    words: impl Iterator<Item = &'t str>,
    spelled: fn(Direction) -> String,
) -> Option<Vec<Direction>> {
    let mut order = Vec::new();
    for word in words {
        let direction = M::ORDER.iter().copied().find(|&direction| spelled(direction).eq_ignore_ascii_case(word))?;
        if order.contains(&direction) {
            return None;
        }
        order.push(direction);
    }
    (order.len() == M::COUNT).then_some(order)
}

/// Four moves of cost 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Four;

impl MoveSet for Four {
    type Cost = u32;
    const BETWEEN: &'static str = "";
    const COUNT: usize = 4;
    const DEAREST: u32 = 1;
    const CHEAPEST: u32 = 1;
    const UNIFORM: Option<u32> = Some(1);
    const ORDER: &'static [Direction] = &[Direction::North, Direction::South, Direction::West, Direction::East];

    fn cost(_direction: Direction) -> u32 {
        1
    }

    #[inline(always)]
    fn estimate(heuristic: Heuristic, rows: u32, cols: u32) -> u32 {
        heuristic.steps(rows, cols)
    }

    fn exact(_directions: &[Direction]) -> Option<[u64; 2]> {
        None
    }

    fn spell(direction: Direction) -> &'static str {
        direction.letter()
    }

    fn parse_order(text: &str) -> Option<Vec<Direction>> {
        let words = text.split("").filter(|word| !matches!(*word, "" | "," | " "));
        permutation::<Self>(words, |direction| direction.letter().to_owned())
    }
}

/// Eight moves; diagonals cost √2 and need both orthogonal neighbours free.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Eight;

impl MoveSet for Eight {
    type Cost = Octile;
    const BETWEEN: &'static str = " ";
    const COUNT: usize = 8;
    const DEAREST: Octile = Octile::DIAGONAL;
    const CHEAPEST: Octile = Octile::STRAIGHT;
    const UNIFORM: Option<Octile> = None;
    const ORDER: &'static [Direction] = &Direction::ALL;

    fn cost(direction: Direction) -> Octile {
        if direction.is_diagonal() { Octile::DIAGONAL } else { Octile::STRAIGHT }
    }

    #[inline(always)]
    fn estimate(heuristic: Heuristic, rows: u32, cols: u32) -> Octile {
        heuristic.octile(rows, cols)
    }

    fn exact(directions: &[Direction]) -> Option<[u64; 2]> {
        let diagonal = directions.iter().filter(|direction| direction.is_diagonal()).count() as u64;
        Some([directions.len() as u64 - diagonal, diagonal])
    }

    fn spell(direction: Direction) -> &'static str {
        direction.compass()
    }

    fn parse_order(text: &str) -> Option<Vec<Direction>> {
        let words = text.split([',', ' ']).filter(|word| !word.is_empty());
        permutation::<Self>(words, |direction| direction.compass().to_owned())
    }
}

/// The moves of every cell of a grid, in one order: made once for a grid, shared by all searches in it.
#[derive(Debug, Clone)]
pub struct MoveTable<M: MoveSet> {
    /// Direction of each action.
    pub(super) order: Vec<Direction>,
    pub(super) offsets: [i32; 8],
    pub(super) costs: [M::Cost; 8],
    pub(super) inverse: [Action; 8],
    pub(super) masks: Vec<u8>,
}

impl<M: MoveSet> MoveTable<M> {
    /// For `grid`, trying the moves in the given order.
    ///
    /// # Panics
    /// If `order` is not a permutation of the moves of the set.
    pub fn new(grid: &Grid, order: &[Direction]) -> Self {
        let distinct = (0..order.len()).all(|i| !order[..i].contains(&order[i]) && M::ORDER.contains(&order[i]));
        assert!(order.len() == M::COUNT && distinct, "an order names every move of its set once");
        let mut table = Self {
            order: order.to_vec(),
            offsets: [0; 8],
            costs: [M::DEAREST; 8],
            inverse: [Action(0); 8],
            masks: vec![0; grid.cell_bound()],
        };
        for (action, &direction) in order.iter().enumerate() {
            table.offsets[action] = direction.offset(grid.stride());
            table.costs[action] = M::cost(direction);
            let inverse = order.iter().position(|&other| other == direction.opposite());
            table.inverse[action] = Action(inverse.expect("a permutation") as u8);
        }
        for place in grid.places().filter(|&place| grid.is_free_at(place)) {
            let cell = grid.cell(place);
            table.masks[cell as usize] = table.mask_of(grid, cell);
        }
        table
    }

    fn mask_of(&self, grid: &Grid, cell: Cell) -> u8 {
        let is_open = |rows: i32, cols: i32| grid.is_free(cell.wrapping_add_signed(rows * grid.stride() as i32 + cols));
        let may_go = |direction: &Direction| {
            let (rows, cols) = direction.delta();
            is_open(rows, cols) && is_open(rows, 0) && is_open(0, cols)
        };
        let bits = self.order.iter().enumerate().filter(|(_, direction)| may_go(direction));
        bits.fold(0, |mask, (action, _)| mask | 1 << action)
    }

    /// The moves in the order of their actions.
    pub(crate) fn order(&self) -> &[Direction] {
        &self.order
    }

    /// The moves of a cell.
    #[inline(always)]
    pub fn actions(&self, cell: Cell) -> Actions {
        Actions(u32::from(self.masks[cell as usize]))
    }

    /// The direction of an action.
    pub fn direction(&self, action: Action) -> Direction {
        self.order[action.0 as usize]
    }
}

/// The directions of the steps of a path of neighbouring cells.
///
/// # Panics
/// If two cells that follow each other are no neighbours.
pub fn directions(grid: &Grid, path: &[Cell]) -> impl Iterator<Item = Direction> {
    path.windows(2).map(|pair| {
        let Place { row, col } = grid.place(pair[0]);
        let next = grid.place(pair[1]);
        let delta = (next.row as i32 - row as i32, next.col as i32 - col as i32);
        Direction::ALL.into_iter().find(|direction| direction.delta() == delta).expect("steps of a path are moves")
    })
}
