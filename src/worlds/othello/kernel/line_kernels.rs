//! Kernels that count lines with vectors and do all else as [`Portable`] does. A value is the proof that the processor
//! has the instructions.
#![allow(unsafe_code, reason = "a value of these types is made only after the processor was asked")]

use super::lines::LineCounts;
use super::{Kernel, Portable, lines_avx2, lines_avx512};
use crate::worlds::othello::board::{Board, Square};

/// Line counts with AVX2.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LinesAvx2(());

/// Line counts with AVX-512.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LinesAvx512(());

impl LinesAvx2 {
    /// The kernel, if the processor has AVX2 and what comes with it.
    pub fn detect() -> Option<Self> {
        let has_all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt");
        has_all.then_some(Self(()))
    }
}

impl LinesAvx512 {
    /// The kernel, if the processor has AVX-512 with counting of bits in vectors.
    pub fn detect() -> Option<Self> {
        let has_all = LinesAvx2::detect().is_some()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vpopcntdq");
        has_all.then_some(Self(()))
    }
}

impl Kernel for LinesAvx2 {
    const NAME: &'static str = "lines-avx2";

    #[inline(always)]
    fn moves(self, board: Board) -> u64 {
        Portable.moves(board)
    }

    #[inline(always)]
    fn flips(self, board: Board, square: Square) -> u64 {
        Portable.flips(board, square)
    }

    #[inline(always)]
    fn line_counts(self, board: Board) -> LineCounts {
        // SAFETY: detect() found every feature that the function is compiled for.
        unsafe { lines_avx2::line_counts(board) }
    }
}

impl Kernel for LinesAvx512 {
    const NAME: &'static str = "lines-avx512";

    #[inline(always)]
    fn moves(self, board: Board) -> u64 {
        Portable.moves(board)
    }

    #[inline(always)]
    fn flips(self, board: Board, square: Square) -> u64 {
        Portable.flips(board, square)
    }

    #[inline(always)]
    fn line_counts(self, board: Board) -> LineCounts {
        // SAFETY: detect() found every feature that the function is compiled for.
        unsafe { lines_avx512::line_counts(board) }
    }
}
