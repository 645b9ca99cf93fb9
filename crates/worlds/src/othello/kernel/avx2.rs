//! The kernel for processors with AVX2: four directions in the four lanes of a register.

#![allow(unsafe_code, reason = "vector instructions; a value of the type proves that they are there")]

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64, _mm256_and_si256,
    _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi64, _mm256_cmpgt_epi64, _mm256_extracti128_si256,
    _mm256_loadu_si256, _mm256_or_si256, _mm256_set_epi64x, _mm256_set1_epi64x, _mm256_setzero_si256,
    _mm256_sllv_epi64, _mm256_srlv_epi64, _mm256_sub_epi64,
};

use super::lines::LineCounts;
use super::rays::{Fan, RAYS};
use super::{Kernel, lines_avx2};
use crate::othello::board::{Board, Square};

/// Fills and rays in the lanes of 256-bit registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Avx2(());

impl Avx2 {
    /// The kernel, if the processor has AVX2, BMI, BMI2, LZCNT and POPCNT.
    pub fn detect() -> Option<Self> {
        let is_there = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        is_there.then_some(Self(()))
    }
}

impl Kernel for Avx2 {
    const NAME: &'static str = "avx2";

    #[inline(always)]
    fn moves(self, board: Board) -> u64 {
        // SAFETY: `detect`, which made `self`, found the features.
        unsafe { moves(board) }
    }

    #[inline(always)]
    fn flips(self, board: Board, square: Square) -> u64 {
        // SAFETY: `detect`, which made `self`, found the features.
        unsafe { flips(board, square) }
    }

    #[inline(always)]
    fn line_counts(self, board: Board) -> LineCounts {
        // SAFETY: `detect`, which made `self`, found the features.
        unsafe { lines_avx2::line_counts(board) }
    }

    #[inline(always)]
    fn call<R>(self, f: impl FnOnce() -> R) -> R {
        // SAFETY: `detect`, which made `self`, found the features.
        unsafe { call(f) }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn call<R>(f: impl FnOnce() -> R) -> R {
    f()
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn moves(board: Board) -> u64 {
    const INNER: i64 = 0x7e7e_7e7e_7e7e_7e7e;
    let one = _mm256_set_epi64x(9, 7, 8, 1);
    let two = _mm256_add_epi64(one, one);
    let own = _mm256_set1_epi64x(board.own as i64);
    let through =
        _mm256_and_si256(_mm256_set1_epi64x(board.opponent as i64), _mm256_set_epi64x(INNER, INNER, -1, INNER));
    let step_up = |set| _mm256_and_si256(through, _mm256_sllv_epi64(set, one));
    let step_down = |set| _mm256_and_si256(through, _mm256_srlv_epi64(set, one));
    // One disc, two, then two more at once where both may be passed, twice.
    let (mut up, mut down) = (step_up(own), step_down(own));
    up = _mm256_or_si256(up, step_up(up));
    down = _mm256_or_si256(down, step_down(down));
    let through_two_up = step_up(through);
    let through_two_down = _mm256_srlv_epi64(through_two_up, one);
    up = _mm256_or_si256(up, _mm256_and_si256(through_two_up, _mm256_sllv_epi64(up, two)));
    down = _mm256_or_si256(down, _mm256_and_si256(through_two_down, _mm256_srlv_epi64(down, two)));
    up = _mm256_or_si256(up, _mm256_and_si256(through_two_up, _mm256_sllv_epi64(up, two)));
    down = _mm256_or_si256(down, _mm256_and_si256(through_two_down, _mm256_srlv_epi64(down, two)));
    any(_mm256_or_si256(_mm256_sllv_epi64(up, one), _mm256_srlv_epi64(down, one))) & board.empty()
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn flips(board: Board, square: Square) -> u64 {
    let rays = &RAYS[square.index()];
    let own = _mm256_set1_epi64x(board.own as i64);
    let opponent = _mm256_set1_epi64x(board.opponent as i64);
    // Up: the first square without a disc to turn is the lowest bit.
    let ray = fan(&rays.up);
    let rest = _mm256_andnot_si256(opponent, ray);
    let first = _mm256_and_si256(rest, _mm256_sub_epi64(_mm256_setzero_si256(), rest));
    let end = _mm256_and_si256(first, own);
    let has_none = _mm256_cmpeq_epi64(end, _mm256_setzero_si256());
    let below_end = _mm256_add_epi64(end, _mm256_set1_epi64x(-1));
    let up = _mm256_and_si256(_mm256_andnot_si256(has_none, ray), below_end);
    // Down: own discs must begin above the empty squares; what lies above them is turned. No ray down holds h8, so the
    // sign of a lane is never set.
    let ray = fan(&rays.down);
    let ends = _mm256_and_si256(ray, own);
    let empty = _mm256_andnot_si256(_mm256_or_si256(own, opponent), ray);
    let one = _mm256_set_epi64x(9, 7, 8, 1);
    let two = _mm256_add_epi64(one, one);
    let mut beyond = _mm256_or_si256(ends, _mm256_srlv_epi64(ends, one));
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, two));
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, _mm256_add_epi64(two, two)));
    let down = _mm256_and_si256(_mm256_andnot_si256(beyond, ray), _mm256_cmpgt_epi64(ends, empty));
    any(_mm256_or_si256(up, down))
}

#[target_feature(enable = "avx2")]
#[inline]
fn fan(fan: &Fan) -> __m256i {
    // SAFETY: there are four lanes.
    unsafe { _mm256_loadu_si256(fan.as_ptr().cast()) }
}

/// The lanes joined.
#[target_feature(enable = "avx2")]
#[inline]
fn any(lanes: __m256i) -> u64 {
    let half = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))) as u64
}
