//! The board as the manager sees it: own stones, those of the opponent, and cells that belong to nobody.

use super::command::quoted;
use crate::worlds::Side;
use crate::worlds::gomoku::board::LENGTHS;
use crate::worlds::gomoku::{Point, Position, Rule, Setting};

/// The owner of a stone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    Own,
    Opponent,
}

/// A board with its stones, in the order in which they came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stones {
    pub(super) setting: Setting,
    all: Vec<(Point, Owner)>,
    /// Cells where nobody may play and which are part of no line.
    dead: Vec<Point>,
}

impl Stones {
    /// An empty board; an error says which boards there are.
    pub(super) fn new(width: i64, height: i64, rule: Rule) -> Result<Self, String> {
        let length = |cells: i64| u8::try_from(cells).ok().filter(|&cells| LENGTHS.contains(&usize::from(cells)));
        let (Some(width), Some(height)) = (length(width), length(height)) else {
            return Err(format!(
                "unsupported size: boards have {} to {} columns and rows",
                LENGTHS.start(),
                LENGTHS.end()
            ));
        };
        Ok(Self { setting: Setting { width, height, rule }, all: Vec::new(), dead: Vec::new() })
    }

    /// The same board without stones, for games of a rule.
    pub(super) const fn emptied(&self, rule: Rule) -> Self {
        Self { setting: Setting { rule, ..self.setting }, all: Vec::new(), dead: Vec::new() }
    }

    /// True if there are no stones.
    pub(super) const fn is_empty(&self) -> bool {
        self.all.is_empty() && self.dead.is_empty()
    }

    /// The cell, if it lies on the board.
    pub(super) fn point(&self, (x, y): (i64, i64)) -> Result<Point, String> {
        let point = isize::try_from(x).ok().zip(isize::try_from(y).ok());
        point
            .and_then(|(x, y)| self.setting.point(x, y))
            .ok_or_else(|| format!("{x},{y} lies off the board of {}x{}", self.setting.width, self.setting.height))
    }

    /// An empty cell; an error says why it is none.
    fn free(&self, cell: (i64, i64)) -> Result<Point, String> {
        let point = self.point(cell)?;
        let is_taken = self.dead.contains(&point) || self.all.iter().any(|stone| stone.0 == point);
        if is_taken { Err(format!("{} is taken", spelled(point))) } else { Ok(point) }
    }

    /// Puts a stone.
    pub(super) fn put(&mut self, cell: (i64, i64), owner: Owner) -> Result<(), String> {
        self.all.push((self.free(cell)?, owner));
        Ok(())
    }

    /// Closes a cell. Of renju it is one that is forbidden, which the rules know themselves.
    pub(super) fn close(&mut self, cell: (i64, i64)) -> Result<(), String> {
        let point = self.free(cell)?;
        if self.setting.rule != Rule::Renju {
            self.dead.push(point);
        }
        Ok(())
    }

    /// Takes a stone away.
    pub(super) fn take(&mut self, cell: (i64, i64)) -> Result<(), String> {
        let point = self.point(cell)?;
        let place = self.all.iter().rposition(|stone| stone.0 == point);
        let place = place.ok_or_else(|| format!("{} has no stone", spelled(point)))?;
        self.all.remove(place);
        Ok(())
    }

    /// Puts a line of a board, `x,y,field`.
    pub(super) fn put_field(&mut self, line: &str, numbers: &[i64]) -> Result<(), String> {
        match *numbers {
            [x, y, 1] => self.put((x, y), Owner::Own),
            [x, y, 2] => self.put((x, y), Owner::Opponent),
            [x, y, 3] => self.close((x, y)),
            [_, _, field] => Err(format!("field {field} is not 1, 2 or 3")),
            _ => Err(format!("{} is not x,y,field", quoted(line))),
        }
    }

    /// The position with the engine to move. The side with more stones has begun, and is black.
    ///
    /// In a continuous game the stones of a five are dead.
    pub(super) fn position(&self, is_continuous: bool) -> Position {
        let count = |owner: Owner| self.all.iter().filter(|stone| stone.1 == owner).count();
        let own = if count(Owner::Opponent) > count(Owner::Own) { Side::White } else { Side::Black };
        let mut dead = self.dead.clone();
        loop {
            let mut position = Position::empty(self.setting);
            for &point in &dead {
                // It is empty: nothing was put before.
                let _ = position.close(point);
            }
            for &(point, owner) in self.all.iter().filter(|stone| !dead.contains(&stone.0)) {
                let side = if owner == Owner::Own { own } else { own.other() };
                // The cells differ from each other.
                let _ = position.put(point, side);
            }
            position.set_side(own);
            match position.five() {
                Some((_, five)) if is_continuous => dead.extend(five),
                _ => return position,
            }
        }
    }
}

/// A cell as `x,y`.
pub(super) fn spelled(point: Point) -> String {
    format!("{},{}", point.column(), point.row())
}
