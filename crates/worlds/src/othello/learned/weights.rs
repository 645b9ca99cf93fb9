//! The weights of the patterns, and so the value of a position.
//!
//! Idea        A value for each entry of each pattern, for each stage of the game; a position is worth their sum, in
//!             discs at the end of the game.
//! Source      Buro, "Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello" (1997).
//! Not here    How the weights are found (fit.rs) and kept in files (file.rs).

use super::indices::{Indices, counted};
use super::patterns::{BLOCK_BEGINS, BLOCK_OF, BLOCKS, PLACES};
use crate::othello::board::Board;

/// Parts of the game that have weights of their own.
pub const STAGES: usize = 20;
/// Empty squares of a stage.
const STAGE_EMPTIES: usize = 60 / STAGES;

/// The stage of a position with `empties` empty squares. The last stage is 0.
#[inline(always)]
pub const fn stage_of(empties: u32) -> usize {
    let stage = (empties as usize).saturating_sub(1) / STAGE_EMPTIES;
    if stage < STAGES { stage } else { STAGES - 1 }
}

/// The empty squares of a stage, in words: `10-12`.
pub fn empties_of(stage: usize) -> String {
    format!("{}-{}", stage * STAGE_EMPTIES + 1, (stage + 1) * STAGE_EMPTIES)
}

/// The unit of weights: this number of parts makes a disc.
pub const DISC: i32 = 128;

/// The weights of a stage: a block is as large as what indices can name.
pub type Stage = [[i16; 1 << 16]; BLOCKS];

/// The weights of all stages.
#[derive(Clone, PartialEq, Eq)]
pub struct Weights {
    pub(super) stages: Vec<Box<Stage>>,
}

impl Weights {
    /// All of no worth.
    pub fn zero() -> Self {
        Self { stages: (0..STAGES).map(|_| zero_stage()).collect() }
    }

    /// Replaces the weights of a stage.
    pub fn set_stage(&mut self, stage: usize, weights: Box<Stage>) {
        self.stages[stage] = weights;
    }

    /// The value of a board for the side to move, in [`DISC`]s, given its indices and the number of moves of both sides.
    #[inline(always)]
    pub fn value(&self, board: Board, indices: &Indices, moves: u32, replies: u32) -> i32 {
        let stage = &self.stages[stage_of(board.empties())];
        // Both stand in the last block.
        let [mobility, parity] =
            counted(board, moves, replies).map(|index| i32::from(stage[BLOCKS - 1][usize::from(index)]));
        let big = sum::<0>(stage, indices) + sum::<1>(stage, indices) + sum::<2>(stage, indices);
        big + sum::<3>(stage, indices) + mobility + parity
    }

    /// The contribution of each place to that value.
    pub(super) fn parts(&self, board: Board, indices: &Indices, moves: u32, replies: u32) -> [i32; PLACES] {
        let stage = &self.stages[stage_of(board.empties())];
        let all = indices.with(board, moves, replies);
        std::array::from_fn(|place| i32::from(stage[BLOCK_OF[place]][usize::from(all[place])]))
    }
}

/// The weights of the patterns of one block, whose places are known when this is compiled: read from a table, they would
/// take registers in the middle of a search.
#[inline(always)]
fn sum<const BLOCK: usize>(stage: &Stage, indices: &Indices) -> i32 {
    let places = const { BLOCK_BEGINS[BLOCK] }..const { BLOCK_BEGINS[BLOCK + 1] };
    indices.0[places].iter().map(|&index| i32::from(stage[BLOCK][usize::from(index)])).sum()
}

#[expect(clippy::large_stack_arrays, reason = "what is repeated is made once, and small beside a stack")]
pub(super) fn zero_stage() -> Box<Stage> {
    let blocks: Box<[[i16; 1 << 16]]> = vec![[0; 1 << 16]; BLOCKS].into_boxed_slice();
    blocks.try_into().expect("as many blocks as there are")
}

impl std::fmt::Debug for Weights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Weights of {} stages", self.stages.len())
    }
}
