//! Boards of tiles in plain form, for programs of users.

use serde_json::{Map, Value, json};

use super::format::Puzzle as Board;
use super::space::Direction;
use crate::puzzle::{Followed, Puzzle, unknown_move};

impl Puzzle for Board {
    fn plain(&self) -> Map<String, Value> {
        let tiles = self.tiles();
        let fields = [
            ("side", json!(tiles.len().isqrt())),
            ("goal", json!((0..tiles.len()).collect::<Vec<_>>())),
            ("tiles", json!(tiles)),
        ];
        fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    fn text(&self) -> String {
        format!("{self}\n")
    }

    fn follow(&self, moves: &[Box<str>]) -> Result<Followed, String> {
        let mut tiles = self.tiles();
        let side = tiles.len().isqrt();
        let mut blank = tiles.iter().position(|&tile| tile == 0).unwrap_or_default();
        for (number, mv) in moves.iter().enumerate() {
            let (row, col) = (blank / side, blank % side);
            let named = Direction::ALL.into_iter().find(|direction| direction.letter().to_string() == **mv);
            let to = match named.ok_or_else(|| unknown_move(number, mv, "U, L, R or D, where the blank goes"))? {
                Direction::Up => (row > 0).then(|| blank - side),
                Direction::Left => (col > 0).then(|| blank - 1),
                Direction::Right => (col + 1 < side).then_some(blank + 1),
                Direction::Down => (row + 1 < side).then_some(blank + side),
            };
            let to = to.ok_or_else(|| format!("move {} is {mv}, which leads the blank off the board", number + 1))?;
            tiles.swap(blank, to);
            blank = to;
        }
        if (0u8..).zip(&tiles).any(|(place, &tile)| place != tile) {
            let tiles: Vec<String> = tiles.iter().map(ToString::to_string).collect();
            return Err(format!("its moves end at {}, and not at the goal", tiles.join(" ")));
        }
        Ok(Followed::Path { cost: moves.len() as f64, exact: None })
    }

    fn reference(&self) -> &'static str {
        "idastar"
    }
}
