//! The surroundings of an empty cell in one line: four cells to each side, each empty, black, white or off the board.
//!
//! Idea        In a line of two bits a cell they are an index of 16 bits. Those that differ only in the direction in
//!             which they are read share a number, and so do all without a stone, which is number 0.
//! Not here    What a number is worth (network.rs).

use std::sync::OnceLock;

use crate::boxed::filled;

/// How far a cell is seen.
pub(crate) const REACH: usize = 4;

/// Bits of the cells to one side.
const SIDE_BITS: u32 = 2 * REACH as u32;

/// Surroundings as an index: the cells before the middle in the low bits.
const INDICES: usize = 1 << (2 * SIDE_BITS);

/// The index of the surroundings of a place in a line.
#[inline(always)]
pub(crate) const fn index_of(line: u64, place: usize) -> usize {
    let around = line >> (2 * (place - REACH));
    let low = (1 << SIDE_BITS) - 1;
    (around & low | around >> 2 & low << SIDE_BITS) as usize
}

/// The numbers of surroundings.
#[derive(Debug)]
pub(crate) struct Surroundings {
    numbers: Box<[u16; INDICES]>,
    /// The number of the same surroundings with the colours exchanged, by number.
    exchanged: Vec<u16>,
}

impl Surroundings {
    /// All of them, numbered when they are first asked for.
    pub(crate) fn all() -> &'static Self {
        static ALL: OnceLock<Surroundings> = OnceLock::new();
        ALL.get_or_init(Self::new)
    }

    fn new() -> Self {
        let mut numbers = filled::<u16, INDICES>(0);
        let mut firsts = vec![0];
        for index in 0..INDICES {
            let mirrored = mirrored(index);
            if mirrored < index {
                numbers[index] = numbers[mirrored];
            } else if is_possible(index) && has_stone(index) {
                numbers[index] = firsts.len() as u16;
                firsts.push(index);
            }
        }
        let exchanged = firsts.iter().map(|&first| numbers[exchanged(first)]).collect();
        Self { numbers, exchanged }
    }

    /// The count of the numbers.
    pub(crate) fn count(&self) -> usize {
        self.exchanged.len()
    }

    /// The number of the surroundings of an empty place in a line.
    #[inline(always)]
    pub(crate) fn at(&self, line: u64, place: usize) -> usize {
        usize::from(self.numbers[index_of(line, place)])
    }

    /// The number of the same surroundings with the colours exchanged.
    pub(crate) fn exchanged(&self, number: usize) -> usize {
        usize::from(self.exchanged[number])
    }
}

/// The cells of surroundings, from the first, with two bits each.
fn cells(index: usize) -> [usize; 2 * REACH] {
    std::array::from_fn(|place| index >> (2 * place) & 3)
}

fn index_from(cells: impl DoubleEndedIterator<Item = usize>) -> usize {
    cells.rev().fold(0, |index, cell| index << 2 | cell)
}

fn mirrored(index: usize) -> usize {
    index_from(cells(index).into_iter().rev())
}

fn exchanged(index: usize) -> usize {
    index_from(cells(index).into_iter().map(|cell| [0, 2, 1, 3][cell]))
}

fn has_stone(index: usize) -> bool {
    cells(index).iter().any(|cell| matches!(cell, 1 | 2))
}

/// True if nothing but the edge lies behind the edge. Cells that are out of play lie elsewhere, but count as edge.
fn is_possible(index: usize) -> bool {
    let cells = cells(index);
    let (before, after) = cells.split_at(REACH);
    before.windows(2).all(|pair| pair[1] != 3 || pair[0] == 3)
        && after.windows(2).all(|pair| pair[0] != 3 || pair[1] == 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alike_surroundings_share_a_number_and_no_others() {
        let all = Surroundings::all();
        // For each side 3^4 contents, and those that end at the edge after 0 to 3 cells: 81 + 27 + 9 + 3 + 1 = 121. Of the
        // 121^2 pairs (121^2 + 121) / 2 are left without their mirrors; 15 of these have no stone.
        assert_eq!(all.count(), 121 * 122 / 2 - 15 + 1);
        for index in 0..INDICES {
            let line = {
                let (low, high) = (index & 0xff, index >> 8);
                (low | high << 10) as u64
            };
            assert_eq!(index_of(line, REACH), index);
            let number = all.numbers[index];
            assert_eq!(number, all.numbers[mirrored(index)]);
            if is_possible(index) {
                assert_eq!(number == 0, !has_stone(index));
                assert_eq!(all.exchanged(usize::from(number)), usize::from(all.numbers[exchanged(index)]));
            }
        }
        assert!((0..all.count()).all(|number| all.exchanged(all.exchanged(number)) == number));
    }
}
