//! Learning from lost games: the positions that own moves led to, and which moves to avoid therefore.
//!
//! Idea        The lost game is taken back move by move, as far as a search for threats proves that the other side
//!             wins. The own move before that is marked. A position is given up, and the move that led to it marked in
//!             its turn, once it has no other move that is considered, once three of its moves have lost a game, or
//!             where nothing new was learned. So every lost game marks something new, until nothing is left to choose.
//! Source      The course report, which names it among the ideas that were not built: to take a lost game back and mark
//!             where it was lost.
//! Guarantees  A position and its pictures on a turned or mirrored board are one. A game is written in one batch.
//! Not here    How searches do without moves (`Gomoku::avoiding`), who lost (play/learning.rs).

use super::PositionMemory;
use super::file::Log;
use crate::gomoku::solver::guided::Unguided;
use crate::gomoku::solver::{self, Algorithm};
use crate::gomoku::symmetry::smallest;
use crate::gomoku::{Candidates, Gomoku, Point, Position};
use crate::run::watched;
use searchlab_search::budget::Budget;
use searchlab_search::game::Game;

/// First byte of the keys of marked positions. The stamp of its record is the number of a mark.
pub(super) const LOST: u8 = b'l';

/// Moves that lost after which a position is given up.
const TRIES: usize = 3;

/// Nodes of the search that proves the win of the other side.
const EFFORT: u64 = 2_000;

/// Bits of its table.
const BITS: u32 = 12;

/// The part of the room that marks may take.
const PART: usize = 16;

impl PositionMemory {
    /// The moves that lost games, among those that a search considers; none if every one of them did.
    pub(crate) fn avoided(&self, position: &Position, candidates: Candidates) -> Vec<Point> {
        let found = marked_in(&self.state().log, position, candidates);
        let is_all = found.iter().all(|(_, mark)| mark.is_some());
        if is_all { Vec::new() } else { found.iter().filter(|pair| pair.1.is_some()).map(|pair| pair.0).collect() }
    }

    /// Learns from a lost game: each own move as the positions before and after it, the first move first. An error is
    /// kept for [`trouble`](Self::trouble).
    pub fn learn(&self, moves: &[(&Position, &Position)], candidates: Candidates) {
        // Cells that belong to nobody are not part of the form of a position.
        if moves.iter().any(|(before, _)| !before.dead().is_empty()) {
            return;
        }
        let proved = moves.iter().rev().take_while(|(_, after)| is_won(after)).count().max(1);
        let mut state = self.state();
        let log = &mut state.log;
        for (place, (before, after)) in moves.iter().rev().enumerate() {
            let is_known = log.insert(key(after), Vec::new());
            if place + 1 >= proved && !is_known && !is_given_up(log, before, candidates) {
                break;
            }
        }
        if log.with_prefix(&[LOST]).count() > log.capacity / PART {
            forget_half(log);
        }
        state.save();
    }
}

/// True if a search for threats proves that the side to move wins.
fn is_won(position: &Position) -> bool {
    let budget = Budget { max_nodes: Some(EFFORT), ..Budget::default() };
    let options = solver::Options { bits: BITS, ..solver::Options::default() };
    position.five().is_some()
        || watched(|observer| solver::solve(position, Algorithm::Vct, &options, &budget, Unguided, observer))
            .plies
            .is_some()
}

/// True if there is no other move, or enough have lost.
fn is_given_up(log: &Log, position: &Position, candidates: Candidates) -> bool {
    let moves = marked_in(log, position, candidates);
    // Moves that are pictures of each other are one, and have one mark.
    let mut marks: Vec<u64> = moves.iter().filter_map(|pair| pair.1).collect();
    let is_all = marks.len() == moves.len();
    marks.sort_unstable();
    marks.dedup();
    is_all || marks.len() >= TRIES
}

/// The moves that a search considers, each with its mark. None if no move of the position is.
fn marked_in(log: &Log, position: &Position, candidates: Candidates) -> Vec<(Point, Option<u64>)> {
    // Most positions are of sizes that no marked one has.
    let own = head(position, position.side().other().index() as u8, position.stones().len() + 1);
    if log.with_prefix(&own).next().is_none() || !position.dead().is_empty() {
        return Vec::new();
    }
    let mut points = Vec::new();
    Gomoku::new(position, candidates).moves(|point| points.push(point));
    let mut marked = Vec::new();
    for point in points {
        let mut after = position.clone();
        if after.play(point).is_ok() {
            marked.push((point, log.get(&key(&after)).map(|mark| mark.stamp)));
        }
    }
    marked
}

/// A position as a mark names it: board, rule, side to move, number of stones, stones.
fn key(position: &Position) -> Vec<u8> {
    let mut key = head(position, position.side().index() as u8, position.stones().len());
    key.extend(smallest(position).0);
    key
}

fn head(position: &Position, side: u8, stones: usize) -> Vec<u8> {
    let setting = position.setting();
    let mut head = vec![LOST, setting.width, setting.height, setting.rule as u8, side];
    head.extend((stones as u16).to_le_bytes());
    head
}

/// Forgets the older half.
fn forget_half(log: &mut Log) {
    let mut stamps: Vec<u64> = log.with_prefix(&[LOST]).map(|(_, mark)| mark.stamp).collect();
    stamps.sort_unstable();
    let least = stamps.get(stamps.len() / 2).copied().unwrap_or_default();
    log.retain(|key, mark| !key.starts_with(&[LOST]) || mark.stamp >= least);
}
