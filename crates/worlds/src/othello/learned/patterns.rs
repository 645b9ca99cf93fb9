//! The patterns: small sets of squares whose discs are looked at together.
//!
//! Idea        What stands on a few squares that belong together, an edge, a corner, a diagonal, is worth something of
//!             its own, which a table knows for each of the 3^n ways to fill them. A position is worth the sum.
//! Source      Buro, "Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello" (1997).
//!             The shapes are those that strong programs have used since: lines, 3x3 corners, edges with their X-squares.
//! Not here    How a position's indices are kept (indices.rs), what the patterns are worth (weights.rs).

use super::weights::FACTORED_BLOCKS;
use crate::othello::board::{Square, squares};

/// Places in the row of indices of a position: the patterns, then [`MOBILITY`] and [`PARITY`].
pub(super) const PLACES: usize = 48;
/// Patterns of a position: every shape in all its turns.
pub(super) const PATTERNS: usize = 46;
/// The place of the index for the moves of both sides.
pub(super) const MOBILITY: usize = 46;
/// The place of the index for the quadrants with an odd number of empty squares.
pub(super) const PARITY: usize = 47;

/// A set of squares, and how often it is found on the board when that is turned.
struct Shape {
    /// As programs of the field call it.
    name: &'static str,
    squares: &'static [(u8, u8)],
    turns: usize,
    /// The table of weights that it uses; see [`BLOCKS`].
    block: usize,
}

/// Parts of 2^16 entries of a table, one for each big shape and one for all others together.
pub(super) const BLOCKS: usize = 4;

/// Column and row of each square. Each shape is symmetrical.
const SHAPES: [Shape; 12] = [
    // A corner with its sides, an edge with the X-squares, the block in the middle of an edge; then smaller ones.
    Shape {
        name: "angle+X",
        squares: &[(0, 4), (0, 3), (0, 2), (0, 1), (0, 0), (1, 1), (1, 0), (2, 0), (3, 0), (4, 0)],
        turns: 4,
        block: 0,
    },
    Shape {
        name: "edge+2X",
        squares: &[(1, 1), (0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (6, 1)],
        turns: 4,
        block: 1,
    },
    Shape {
        name: "edge block",
        squares: &[(0, 0), (2, 0), (3, 0), (2, 1), (3, 1), (4, 1), (5, 1), (4, 0), (5, 0), (7, 0)],
        turns: 4,
        block: 2,
    },
    Shape {
        name: "corner 3x3",
        squares: &[(0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (0, 2), (2, 1), (1, 2), (2, 2)],
        turns: 4,
        block: 3,
    },
    Shape {
        name: "line 2",
        squares: &[(0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (7, 1)],
        turns: 4,
        block: 3,
    },
    Shape {
        name: "line 3",
        squares: &[(0, 2), (1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2), (7, 2)],
        turns: 4,
        block: 3,
    },
    Shape {
        name: "line 4",
        squares: &[(0, 3), (1, 3), (2, 3), (3, 3), (4, 3), (5, 3), (6, 3), (7, 3)],
        turns: 4,
        block: 3,
    },
    Shape {
        name: "diagonal 8",
        squares: &[(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7)],
        turns: 2,
        block: 3,
    },
    Shape {
        name: "diagonal 7",
        squares: &[(1, 0), (2, 1), (3, 2), (4, 3), (5, 4), (6, 5), (7, 6)],
        turns: 4,
        block: 3,
    },
    Shape { name: "diagonal 6", squares: &[(2, 0), (3, 1), (4, 2), (5, 3), (6, 4), (7, 5)], turns: 4, block: 3 },
    Shape { name: "diagonal 5", squares: &[(3, 0), (4, 1), (5, 2), (6, 3), (7, 4)], turns: 4, block: 3 },
    Shape { name: "diagonal 4", squares: &[(4, 0), (5, 1), (6, 2), (7, 3)], turns: 4, block: 3 },
];

/// Entries for the moves of both sides: this number for each number of own moves.
pub(super) const MOVES: usize = 32;
/// Entries for odd quadrants: none to four.
const QUADRANTS: usize = 5;

/// A table within a block: of a shape, or of one of the two other indices.
#[derive(Debug, Clone, Copy)]
pub(super) struct Segment {
    /// Block and first entry.
    pub(super) block: usize,
    pub(super) begin: usize,
    /// Number of entries.
    pub(super) len: usize,
}

/// All tables: those of the shapes in their order, then mobility and parity.
pub(super) const SEGMENTS: [Segment; SHAPES.len() + 2] = {
    let mut segments = [Segment { block: 0, begin: 0, len: 0 }; SHAPES.len() + 2];
    let mut used = [0; BLOCKS];
    let mut at = 0;
    while at < segments.len() {
        let (block, len) = match at {
            _ if at < SHAPES.len() => (SHAPES[at].block, power(SHAPES[at].squares.len())),
            12 => (3, MOVES * MOVES),
            _ => (3, QUADRANTS),
        };
        segments[at] = Segment { block, begin: used[block], len };
        used[block] += len;
        assert!(used[block] <= 1 << 16);
        at += 1;
    }
    segments
};

/// Where the entries of mobility and of parity begin, in the last block.
pub(super) const MOBILITY_BEGIN: u16 = SEGMENTS[SHAPES.len()].begin as u16;
pub(super) const PARITY_BEGIN: u16 = SEGMENTS[SHAPES.len() + 1].begin as u16;

/// 3^n.
const fn power(n: usize) -> usize {
    3usize.pow(n as u32)
}

/// The first pattern of each block, and the end.
pub(super) const BLOCK_BEGINS: [usize; BLOCKS + 1] = {
    let mut begins = [PATTERNS; BLOCKS + 1];
    let mut place = PATTERNS;
    while place > 0 {
        place -= 1;
        begins[BLOCK_OF[place]] = place;
        assert!(place == 0 || BLOCK_OF[place - 1] <= BLOCK_OF[place]);
    }
    begins
};

/// The block of each place.
pub(super) const BLOCK_OF: [usize; PLACES] = {
    let mut blocks = [3; PLACES];
    let mut place = 0;
    while place < PATTERNS {
        blocks[place] = SHAPES[SHAPE_OF[place]].block;
        place += 1;
    }
    blocks
};

/// The shape of each pattern.
const SHAPE_OF: [usize; PATTERNS] = {
    let mut shapes = [0; PATTERNS];
    let (mut place, mut shape) = (0, 0);
    while shape < SHAPES.len() {
        let mut turn = 0;
        while turn < SHAPES[shape].turns {
            shapes[place] = shape;
            place += 1;
            turn += 1;
        }
        shape += 1;
    }
    assert!(place == PATTERNS);
    shapes
};

/// How a disc changes the indices: for each square what a step from one kind of content to the next adds at each place.
/// A square is worth 0 with a disc of the other side, 1 empty and 2 with an own disc, times a power of 3.
pub(super) static STEPS: [[u16; PLACES]; 64] = steps();

/// The same for a disc that is turned, which is worth two steps; the last is for none.
pub(super) static TURNS: [[u16; PLACES]; 65] = {
    let mut turns = [[0; PLACES]; 65];
    let mut square = 0;
    while square < 64 {
        let mut place = 0;
        while place < PLACES {
            turns[square][place] = STEPS[square][place] * 2;
            place += 1;
        }
        square += 1;
    }
    turns
};

const fn steps() -> [[u16; PLACES]; 64] {
    let mut steps = [[0; PLACES]; 64];
    let mut place = 0;
    while place < PATTERNS {
        let shape = &SHAPES[SHAPE_OF[place]];
        // Which turn of its shape it is.
        let mut turn = 0;
        while turn < place && SHAPE_OF[place - turn - 1] == SHAPE_OF[place] {
            turn += 1;
        }
        let mut at = 0;
        while at < shape.squares.len() {
            let (mut column, mut row) = shape.squares[at];
            let mut turned = 0;
            while turned < turn {
                (column, row) = (7 - row, column);
                turned += 1;
            }
            steps[(row * 8 + column) as usize][place] = power(at) as u16;
            at += 1;
        }
        place += 1;
    }
    steps
}

/// The indices of a board without discs, mobility and parity at their first entries.
pub(super) const EMPTY: [u16; PLACES] = {
    let mut empty = [0; PLACES];
    let mut place = 0;
    while place < PATTERNS {
        let segment = SEGMENTS[SHAPE_OF[place]];
        empty[place] = (segment.begin + segment.len / 2) as u16;
        place += 1;
    }
    empty[MOBILITY] = MOBILITY_BEGIN;
    empty[PARITY] = PARITY_BEGIN;
    empty
};

/// For each place the sum of an index and that of the same discs with the sides exchanged, modulo 2^16.
pub(super) const BOTH_SIDES: [u16; PLACES] = {
    let mut both = [0; PLACES];
    let mut place = 0;
    while place < PLACES {
        both[place] = EMPTY[place].wrapping_mul(2);
        place += 1;
    }
    both
};

/// The name of a place.
pub(super) fn name_of(place: usize) -> &'static str {
    match place {
        MOBILITY => "mobility",
        PARITY => "parity",
        _ => SHAPES[SHAPE_OF[place]].name,
    }
}

/// The squares of a pattern, in the order of its shape.
pub(super) fn squares_of(place: usize) -> Vec<Square> {
    let mut squares: Vec<Square> = squares(!0).filter(|square| STEPS[square.index()][place] != 0).collect();
    squares.sort_by_key(|square| STEPS[square.index()][place]);
    squares
}

/// A way to turn the board over.
type Mirror = fn((u8, u8)) -> (u8, u8);

/// Tells for each entry of a segment the entry of the mirrored pattern, which is worth the same. Mobility and parity have
/// no mirror.
pub(super) fn mirror(segment: usize) -> Vec<u16> {
    let Some(shape) = SHAPES.get(segment) else {
        return (0..SEGMENTS[segment].len as u16).collect();
    };
    let place_of = |square: (u8, u8)| shape.squares.iter().position(|&other| other == square);
    let mirrors: [Mirror; 3] =
        [|(column, row)| (row, column), |(column, row)| (7 - column, row), |(column, row)| (7 - row, 7 - column)];
    // A line is its own mirror in one of them, too, in which no square moves; another one is wanted.
    let permutation = mirrors
        .iter()
        .filter_map(|mirror| shape.squares.iter().map(|&square| place_of(mirror(square))).collect::<Option<Vec<_>>>())
        .find(|permutation| permutation.iter().enumerate().any(|(from, &to)| from != to))
        .unwrap_or_else(|| (0..shape.squares.len()).collect());
    // Square by square: all entries of the squares before, with each content of this one.
    let mut mirrored = vec![0];
    for &to in &permutation {
        let lower = mirrored.clone();
        for content in 1..3 {
            mirrored.extend(lower.iter().map(|entry| entry + content * power(to) as u16));
        }
    }
    mirrored
}

/// An entry of the table that has a weight of its own.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    /// Its place in the table.
    pub(super) at: usize,
    /// That of its mirror, which is not before it and may be the same.
    pub(super) mirrored: usize,
    /// True if it has factors, too.
    pub(super) has_factors: bool,
}

/// The entries that have weights of their own, in the order in which files keep them.
pub(super) fn entries() -> Vec<Entry> {
    let mut entries = Vec::with_capacity(SEGMENTS.iter().map(|segment| segment.len).sum());
    for (number, segment) in SEGMENTS.iter().enumerate() {
        let begin = segment.block << 16 | segment.begin;
        for (entry, &other) in mirror(number).iter().enumerate().filter(|&(entry, &other)| entry <= usize::from(other))
        {
            let has_factors = FACTORED_BLOCKS.contains(&segment.block);
            entries.push(Entry { at: begin + entry, mirrored: begin + usize::from(other), has_factors });
        }
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_is_in_enough_patterns() {
        for (square, steps) in STEPS.iter().enumerate() {
            let patterns = steps.iter().filter(|&&step| step != 0).count();
            assert!((4..=13).contains(&patterns), "square {square}: {patterns}");
        }
    }

    #[test]
    fn patterns_have_as_many_squares_as_their_shape() {
        for (place, &shape) in SHAPE_OF.iter().enumerate() {
            let mut steps: Vec<u16> = STEPS.iter().map(|steps| steps[place]).filter(|&step| step != 0).collect();
            steps.sort_unstable();
            let powers: Vec<u16> = (0..SHAPES[shape].squares.len()).map(|at| power(at) as u16).collect();
            assert_eq!(steps, powers, "place {place}");
        }
    }

    #[test]
    fn mirrors_come_in_pairs_and_are_none_of_nothing() {
        for segment in 0..SHAPES.len() {
            let mirror = mirror(segment);
            assert!(mirror.iter().enumerate().all(|(from, &to)| usize::from(mirror[usize::from(to)]) == from));
            let own = mirror.iter().enumerate().filter(|&(from, &to)| from == usize::from(to)).count();
            assert!(own < mirror.len() / 2, "segment {segment}: {own} of {}", mirror.len());
        }
    }
}
