//! The root of a solve: its limits, the windows, and the best moves.

use super::super::board::{Column, Position, Size, fours};
use super::bits::Board;
use super::book::Book;
use super::counts::Counts;
use super::search::{Node, Search};
use super::table::Table;
use searchlab_search::budget::{Meter, Status};
use searchlab_search::game::Game;
use searchlab_search::observer::Observer;

/// Plies from the root within which the table takes a position and its mirror image for one.
const MIRROR_PLIES: i32 = 12;

impl<'a, const ROWS: u32, O: Observer> Search<'a, ROWS, O> {
    pub(super) fn new(position: &Position, table: &'a mut Table, meter: Meter<'a>, observer: &'a mut O) -> Self {
        let size = position.size();
        let board = Board::new(size);
        let empty = empty_cells(position);
        let theirs = position.own ^ position.all;
        // A position below the root can have its mirror image there too only if no disc of the root forbids that.
        let is_clear = board.mirrored(position.own) & theirs == 0;
        let mirror_from = if is_clear { empty - MIRROR_PLIES } else { i32::MAX };
        let next_look = u64::from(meter.allowance());
        Self {
            board,
            table,
            meter,
            observer,
            counts: Counts::default(),
            reported: Counts::default(),
            paid: 0,
            next_look,
            root_empty: empty,
            cell_values: cell_values(size),
            mirror_from,
            book: None,
            book_from: i32::MAX,
        }
    }

    /// Ends at positions that the book knows, if it is for this board.
    pub(super) fn with_book(self, book: Option<&'a Book>, size: Size) -> Self {
        let book = book.filter(|book| book.size() == size);
        let book_from = book.map_or(i32::MAX, |book| size.cells() as i32 - book.plies() as i32);
        Self { book, book_from, ..self }
    }

    /// Takes mirror images for one within some plies, whatever the root is: for a table that serves other roots too.
    pub(super) const fn take_mirror_images(&mut self) {
        self.mirror_from = self.root_empty - MIRROR_PLIES;
    }

    /// The position as a node, and its score if one ply shows it.
    fn node(&self, position: &Position) -> Result<Node, i32> {
        let (own, all, empty) = (position.own, position.all, empty_cells(position));
        let theirs = own ^ all;
        if position.is_won() {
            return Err(-(empty / 2 + 1));
        }
        let own_spots = self.board.spots(own, all);
        let their_spots = self.board.spots(theirs, all);
        let playable = self.board.playable(all);
        if own_spots & playable != 0 {
            return Err((empty + 1) / 2);
        }
        match Board::<ROWS>::safe(playable, their_spots) {
            0 => Err(-(empty / 2)),
            _ if empty <= 2 => Err(0),
            moves => Ok(Node { own, all, own_spots, their_spots, moves, empty }),
        }
    }

    /// The least and the greatest score that the rules allow.
    pub(super) fn limits(&self, position: &Position) -> (i32, i32) {
        match self.node(position) {
            Err(score) => (score, score),
            Ok(node) => (-((node.empty - 2) / 2), (node.empty - 1) / 2),
        }
    }

    /// Narrows the interval of possible scores until one is left.
    pub(super) fn narrow(&mut self, position: &Position, bounds: &mut (i32, i32)) -> Result<(), Status> {
        self.meter.check(self.table.bytes())?;
        while bounds.0 < bounds.1 {
            let alpha = between(*bounds);
            let score = self.value(position, alpha)?;
            if score > alpha {
                bounds.0 = score;
            } else {
                bounds.1 = score;
            }
        }
        Ok(())
    }

    /// The sign of the score.
    pub(super) fn sign(&mut self, position: &Position) -> Result<i32, Status> {
        self.meter.check(self.table.bytes())?;
        if self.value(position, 0)? > 0 {
            return Ok(1);
        }
        Ok(if self.value(position, -1)? > -1 { 0 } else { -1 })
    }

    /// A score above `alpha` that the side to move reaches, or an upper bound that is not above `alpha`.
    fn value(&mut self, position: &Position, alpha: i32) -> Result<i32, Status> {
        match self.node(position) {
            Err(score) => Ok(score),
            Ok(node) => {
                self.counts.passes += 1;
                let key = self.key(node.own, node.all, node.empty);
                self.search(&node, key, alpha)
            }
        }
    }

    /// The first move that reaches the score, or all that do.
    pub(super) fn best_moves(&mut self, position: &Position, score: i32, all: bool) -> Result<Vec<Column>, Status> {
        let mut best = Vec::new();
        for column in position.moves() {
            // At most the negative score for the other side.
            let code = <Position as Game>::code(column);
            if -self.below(code, |search| search.value(&position.played(column), -score))? >= score {
                best.push(column);
                if !all {
                    break;
                }
            }
        }
        Ok(best)
    }
}

fn empty_cells(position: &Position) -> i32 {
    position.size().cells() as i32 - position.discs() as i32
}

/// The score to be asked for next, between the least and the greatest that are possible: near 0 first, as who wins is
/// easier to find than how soon.
const fn between((least, greatest): (i32, i32)) -> i32 {
    let middle = least + (greatest - least) / 2;
    if middle <= 0 && least / 2 < middle {
        least / 2
    } else if middle >= 0 && greatest / 2 > middle {
        greatest / 2
    } else {
        middle
    }
}

/// The number of rows of four through each cell.
fn cell_values(size: Size) -> [i8; 64] {
    let (cells, mut values) = (size.board(), [0; 64]);
    for shift in size.directions() {
        let mut firsts = fours(cells, shift);
        while firsts != 0 {
            let first = firsts.trailing_zeros() as usize;
            firsts &= firsts - 1;
            (0..4).for_each(|step| values[first + step * usize::from(shift)] += 1);
        }
    }
    values
}
