//! Boards of tiles in plain form, for programs of users.

use serde_json::{Map, Value, json};

use super::format::Puzzle as Board;
use super::goal::Problem;
use super::space::Direction;
use crate::puzzle::{Followed, Puzzle, unknown_move};

impl Puzzle for Problem {
    fn plain(&self) -> Map<String, Value> {
        let tiles = self.instance.puzzle.tiles();
        let fields =
            [("side", json!(tiles.len().isqrt())), ("goal", json!(self.goal.tiles())), ("tiles", json!(tiles))];
        fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    /// The board; a goal that is not the usual one in a remark below it.
    fn text(&self) -> String {
        let board = self.instance.puzzle;
        if self.is_usual() { format!("{board}\n") } else { format!("{board}\n# goal {}\n", self.goal) }
    }

    fn follow(&self, moves: &[Box<str>]) -> Result<Followed, String> {
        let mut tiles = self.instance.puzzle.tiles();
        let side = tiles.len().isqrt();
        let mut blank = tiles.iter().position(|&tile| tile == 0).unwrap_or_default();
        for (number, mv) in moves.iter().enumerate() {
            let named = Direction::ALL.into_iter().find(|direction| direction.letter().to_string() == **mv);
            let direction = named.ok_or_else(|| unknown_move(number, mv, "U, L, R or D, where the blank goes"))?;
            let to = direction.next(blank, side);
            let to = to.ok_or_else(|| format!("move {} is {mv}, which leads the blank off the board", number + 1))?;
            tiles.swap(blank, to);
            blank = to;
        }
        if tiles != self.goal.tiles() {
            let tiles: Vec<String> = tiles.iter().map(ToString::to_string).collect();
            return Err(format!("its moves end at {}, and not at the goal", tiles.join(" ")));
        }
        Ok(Followed::Path { cost: moves.len() as f64, exact: None })
    }

    fn trail(&self, moves: &[Box<str>]) -> Vec<(u128, f64)> {
        let mut tiles = self.instance.puzzle.tiles();
        let side = tiles.len().isqrt();
        let mut blank = tiles.iter().position(|&tile| tile == 0).unwrap_or_default();
        let mut boards = vec![(self.instance.puzzle.code(), 0.0)];
        for (mv, cost) in moves.iter().zip(1_u32..) {
            let named = Direction::ALL.into_iter().find(|direction| direction.letter().to_string() == **mv);
            let Some(to) = named.and_then(|direction| direction.next(blank, side)) else { break };
            tiles.swap(blank, to);
            blank = to;
            let Some(board) = Board::new(&tiles) else { break };
            boards.push((board.code(), cost.into()));
        }
        boards
    }

    fn reference(&self) -> &'static str {
        "idastar"
    }
}
