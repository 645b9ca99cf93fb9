//! Learning from lost games: marks on the positions that own moves led to, and so on moves to avoid.
//!
//! Idea        The lost game is taken back move by move, as far as a search for threats proves that the other side
//!             wins. The own move before that is marked. A position is given up, and the move that led to it marked in
//!             its turn, once it has no other move that is considered, once `TRIES` of its moves have lost a game, or
//!             where nothing new was learned. So every lost game marks something new, until nothing is left to choose.
//! Source      The course report, which names it among the ideas that were not built: to take a lost game back and mark
//!             where it was lost.
//! Guarantees  A position and its pictures on a turned or mirrored board are one. A game is written in one transaction.
//!             Of a file without marks nothing is avoided; a file that older versions made gets its table with the
//!             first mark.
//! Not here    How searches do without moves (`Gomoku::avoiding`), who lost (play/learning.rs).

use redb::{Error, ReadTransaction, ReadableDatabase, ReadableTable, ReadableTableMetadata, Table, TableDefinition};
use redb::{TableError, WriteTransaction};

use super::{META, NEXT, PositionMemory, number};
use crate::gomoku::solver::{self, Algorithm};
use crate::gomoku::symmetry::smallest;
use crate::gomoku::{Candidates, Gomoku, Point, Position};
use searchlab_search::budget::Budget;
use searchlab_search::game::Game;

/// Marked positions, with the number of the mark: later ones are greater.
const LOST: TableDefinition<'static, &[u8], u64> = TableDefinition::new("lost");

/// Moves that must have lost before a position is given up.
const TRIES: usize = 3;

/// Nodes of the search that proves the win of the other side.
const EFFORT: u64 = 2_000;

/// Bits of its table.
const BITS: u32 = 12;

/// Bytes of a mark, about.
const MARK_BYTES: u64 = 128;

/// The part of the room that marks may take.
const PART: u64 = 16;

impl PositionMemory {
    /// The moves that lost games, among those that a search considers; none if every one of them did.
    pub fn avoided(&self, position: &Position, candidates: Candidates) -> Vec<Point> {
        let found = self.marked(position, candidates).unwrap_or_else(|error| {
            self.complain(&error);
            Vec::new()
        });
        let is_all = found.iter().all(|(_, mark)| mark.is_some());
        if is_all { Vec::new() } else { found.iter().filter(|pair| pair.1.is_some()).map(|pair| pair.0).collect() }
    }

    fn marked(&self, position: &Position, candidates: Candidates) -> Result<Vec<(Point, Option<u64>)>, Error> {
        let read = self.database.begin_read()?;
        match read.open_table(LOST) {
            Ok(table) => marked_in(&table, position, candidates),
            Err(TableError::TableDoesNotExist(_)) => Ok(Vec::new()),
            Err(error) => Err(error.into()),
        }
    }

    /// Learns from a lost game: each own move as the positions before and after it, the first move first. What goes
    /// wrong is told by [`trouble`](Self::trouble).
    pub fn learn(&self, moves: &[(&Position, &Position)], candidates: Candidates) {
        if let Err(error) = self.mark_game(moves, candidates) {
            self.complain(&error);
        }
    }

    fn mark_game(&self, moves: &[(&Position, &Position)], candidates: Candidates) -> Result<(), Error> {
        // Cells that belong to nobody are not part of the form of a position.
        if moves.iter().any(|(before, _)| !before.dead().is_empty()) {
            return Ok(());
        }
        let write = self.database.begin_write()?;
        {
            let mut meta = write.open_table(META)?;
            let mut lost = write.open_table(LOST)?;
            let mut stamp = number(&meta, NEXT)?;
            let proved = moves.iter().rev().take_while(|(_, after)| is_won(after)).count().max(1);
            for (place, (before, after)) in moves.iter().rev().enumerate() {
                let is_known = lost.insert(key(after).as_slice(), stamp)?.is_some();
                stamp += 1;
                if place + 1 >= proved && !is_known && !is_given_up(&lost, before, candidates)? {
                    break;
                }
            }
            if lost.len()? > self.room() / PART / MARK_BYTES {
                forget_half(&mut lost)?;
            }
            meta.insert(NEXT, stamp)?;
        }
        write.commit()?;
        Ok(())
    }
}

/// Marked positions of a memory.
pub(super) fn count(read: &ReadTransaction) -> Result<u64, Error> {
    match read.open_table(LOST) {
        Ok(table) => Ok(table.len()?),
        Err(TableError::TableDoesNotExist(_)) => Ok(0),
        Err(error) => Err(error.into()),
    }
}

/// Forgets all marks; tells how many there were.
pub(super) fn clear(write: &WriteTransaction) -> Result<u64, Error> {
    let mut lost = write.open_table(LOST)?;
    let count = lost.len()?;
    lost.retain(|_, _| false)?;
    Ok(count)
}

/// True if a search for threats proves that the side to move wins.
fn is_won(position: &Position) -> bool {
    let budget = Budget { max_nodes: Some(EFFORT), ..Budget::default() };
    let options = solver::Options { bits: BITS, ..solver::Options::default() };
    position.five().is_some() || solver::solve(position, Algorithm::Vct, &options, &budget, &mut ()).plies.is_some()
}

/// True if there is no other move, or enough have lost.
fn is_given_up(
    lost: &impl ReadableTable<&'static [u8], u64>,
    position: &Position,
    candidates: Candidates,
) -> Result<bool, Error> {
    let moves = marked_in(lost, position, candidates)?;
    // Moves that are pictures of each other are one, and have one mark.
    let mut marks: Vec<u64> = moves.iter().filter_map(|pair| pair.1).collect();
    let is_all = marks.len() == moves.len();
    marks.sort_unstable();
    marks.dedup();
    Ok(is_all || marks.len() >= TRIES)
}

/// The moves that a search considers, each with its mark. None if no move of the position is.
fn marked_in(
    lost: &impl ReadableTable<&'static [u8], u64>,
    position: &Position,
    candidates: Candidates,
) -> Result<Vec<(Point, Option<u64>)>, Error> {
    // Most positions are of sizes that no marked one has.
    let own = head(position, position.side().other().index() as u8, position.stones().len() + 1);
    let mut alike = lost.range(own.as_slice()..)?;
    let has_any = alike.next().transpose()?.is_some_and(|(key, _)| key.value().starts_with(&own));
    if !has_any || !position.dead().is_empty() {
        return Ok(Vec::new());
    }
    let mut points = Vec::new();
    Gomoku::new(position, candidates).moves(|point| points.push(point));
    let mut marked = Vec::new();
    for point in points {
        let mut after = position.clone();
        if after.play(point).is_ok() {
            marked.push((point, lost.get(key(&after).as_slice())?.map(|mark| mark.value())));
        }
    }
    Ok(marked)
}

/// A position as a mark names it: board, rule, side to move, number of stones, stones.
fn key(position: &Position) -> Vec<u8> {
    let mut key = head(position, position.side().index() as u8, position.stones().len());
    key.extend(smallest(position).0);
    key
}

fn head(position: &Position, side: u8, stones: usize) -> Vec<u8> {
    let setting = position.setting();
    let mut head = vec![setting.width, setting.height, setting.rule as u8, side];
    head.extend((stones as u16).to_be_bytes());
    head
}

/// Forgets the older half.
fn forget_half(lost: &mut Table<'_, &'static [u8], u64>) -> Result<(), Error> {
    let mut stamps = Vec::new();
    for pair in lost.iter()? {
        stamps.push(pair?.1.value());
    }
    stamps.sort_unstable();
    let least = stamps.get(stamps.len() / 2).copied().unwrap_or_default();
    lost.retain(|_, stamp| stamp >= least)?;
    Ok(())
}
