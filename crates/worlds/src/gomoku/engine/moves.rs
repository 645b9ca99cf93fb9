//! The moves of a node and their static move ordering.

use super::super::Side;
use super::super::board::{CELLS, Point};
use super::super::patterns::{CellShape, LineShape, Patterns, Rows};

/// A move and how early it is to be searched: greater is earlier.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ranked {
    pub(super) point: Point,
    pub(super) rank: i32,
}

/// The answer that the position asks of the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ThreatResponse {
    /// To block this cell, where the other side makes five.
    Block(Point),
    /// To stop an open four of the other side, or to make fours.
    Defend,
    /// Nothing.
    Free,
}

/// How the position is decided at sight: plies to the five, positive for the side to move.
pub(super) fn decided(patterns: &Patterns) -> Option<i32> {
    let (own, theirs) = (patterns.side(), patterns.side().other());
    if patterns.count(own, CellShape::Five) > 0 {
        return Some(1);
    }
    match patterns.count(theirs, CellShape::Five) {
        0 => (patterns.count(own, CellShape::OpenFour) > 0).then_some(3),
        1 => {
            let block = patterns.with(theirs, CellShape::Five).first()?;
            (!patterns.is_legal(block)).then_some(-2)
        }
        _ => Some(-2),
    }
}

/// The answer that the position asks, where it is not decided at sight.
pub(super) fn need(patterns: &Patterns) -> ThreatResponse {
    let theirs = patterns.side().other();
    if let Some(block) =
        (patterns.count(theirs, CellShape::Five) > 0).then(|| patterns.with(theirs, CellShape::Five).first()).flatten()
    {
        return ThreatResponse::Block(block);
    }
    if patterns.count(theirs, CellShape::OpenFour) > 0 { ThreatResponse::Defend } else { ThreatResponse::Free }
}

/// True if a sequence of fours of the side to move is likely to win: one of its fours makes another shape besides. From
/// fours that make nothing else a new three rarely grows.
pub(super) fn may_win_by_fours(patterns: &Patterns) -> bool {
    let count = |shape| patterns.count(patterns.side(), shape);
    count(CellShape::FourTwo) + count(CellShape::FourThree) + count(CellShape::Suspect) > 0
}

/// The cells worth a look where nothing is needed: those where either side makes a two or more.
pub(super) fn promising(patterns: &Patterns) -> Rows {
    let some = patterns.promising();
    if some.is_empty() { patterns.free() } else { some }
}

/// The cells within two steps of a stone: the second stage of candidates, for moves that prepare rather than threaten.
pub(super) fn near(patterns: &Patterns) -> Rows {
    patterns.taken().grown(2).and(&patterns.free())
}

/// Ranks moves for move ordering, before the search knows anything of them: by the network where its descriptions are kept
/// up, else by shapes.
#[inline(always)]
pub(super) fn rank(patterns: &Patterns, moves: &mut [Ranked]) {
    if let Some(descriptions) = patterns.descriptions() {
        descriptions.rank_all(patterns.side(), moves.iter_mut().map(|each| (each.point, &mut each.rank)));
        for each in moves {
            each.rank >>= RANK_SHIFT;
        }
    } else {
        for each in moves {
            each.rank = worth(patterns, each.point) * 16;
        }
    }
}

/// The first of the moves with the greatest rank, brought to their front.
#[inline(always)]
pub(super) fn pick(moves: &mut [Ranked]) -> Option<Point> {
    // `max_by_key` would take the last of equals.
    let (mut best, mut rank) = (0, moves.first()?.rank);
    for (place, each) in moves.iter().enumerate() {
        if each.rank > rank {
            (best, rank) = (place, each.rank);
        }
    }
    moves.swap(0, best);
    Some(moves[0].point)
}

/// Bits by which learned ranks are cut down: a move that is e times as likely to be the best stands 512 higher.
const RANK_SHIFT: u32 = 7;

/// Worth of a cell for ordering, by the shapes that both sides would make there.
fn worth(patterns: &Patterns, point: Point) -> i32 {
    let (own, theirs) = (patterns.side(), patterns.side().other());
    let lines = |code: u16, worth: &[i32; 16]| -> i32 {
        (0..4).map(|direction| worth[usize::from(code >> (4 * direction) & 15)]).sum()
    };
    lines(patterns.code(own, point), &OWN_LINES)
        + lines(patterns.code(theirs, point), &THEIR_LINES)
        + OWN_CELLS[patterns.shape(own, point) as usize]
        + THEIR_CELLS[patterns.shape(theirs, point) as usize]
}

/// True for quiet stones: they neither make a three or a four nor take one from the other side.
#[inline(always)]
pub(super) fn is_quiet(patterns: &Patterns, point: Point) -> bool {
    let (own, theirs) = (patterns.side(), patterns.side().other());
    patterns.shape(own, point) < CellShape::OpenThree && patterns.shape(theirs, point) < CellShape::DoubleThree
}

const OWN_LINES: [i32; 16] = [0, 1, 3, 6, 16, 22, 60, 70, 70, 400, 2_000, 0, 0, 0, 0, 0];
const THEIR_LINES: [i32; 16] = [0, 1, 2, 5, 12, 14, 45, 50, 50, 200, 1_000, 0, 0, 0, 0, 0];
const OWN_CELLS: [i32; CellShape::COUNT] = [0, 0, 0, 20, 10, 40, 150, 20, 60, 500, 1_000, 9_000, 0];
const THEIR_CELLS: [i32; CellShape::COUNT] = [0, 0, 0, 12, 0, 20, 90, 0, 30, 250, 300, 5_000, 0];

const _: () = assert!(LineShape::COUNT <= 16 && CELLS == 1024);

/// The move of a position that is decided at sight: the five, the open four, or the block that comes too late.
pub(super) fn at_sight(patterns: &Patterns) -> Option<Point> {
    let (own, theirs) = (patterns.side(), patterns.side().other());
    let first =
        |side: Side, shape: CellShape| patterns.with(side, shape).points().find(|&point| patterns.is_legal(point));
    first(own, CellShape::Five)
        .or_else(|| first(theirs, CellShape::Five))
        .or_else(|| first(own, CellShape::OpenFour))
        .or_else(|| patterns.free().points().find(|&point| patterns.is_legal(point)))
}
