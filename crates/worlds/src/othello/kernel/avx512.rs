//! The kernel for processors with AVX-512: all eight directions in the lanes of 512 bits, or four in those of 256.

#![allow(unsafe_code, reason = "vector instructions; a value of the type proves that they are there")]

use std::arch::x86_64::{
    __m512i, _mm256_add_epi64, _mm256_and_si256, _mm256_andnot_si256, _mm256_lzcnt_epi64, _mm256_max_epi64,
    _mm256_or_si256, _mm256_rorv_epi64, _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_sub_epi64, _mm512_add_epi64,
    _mm512_and_si512, _mm512_castsi512_si256, _mm512_extracti64x4_epi64, _mm512_loadu_epi64,
    _mm512_maskz_compress_epi64, _mm512_or_si512, _mm512_rolv_epi64, _mm512_set_epi64, _mm512_set1_epi64,
    _mm512_setzero_si512, _mm512_storeu_epi64, _mm512_sub_epi64, _mm512_test_epi64_mask, _mm512_xor_si512,
};

use super::avx2::{any, fan};
use super::batch::{Lanes, Queue};
use super::lines::LineCounts;
use super::rays::RAYS;
use super::{Kernel, lines_avx512};
use crate::othello::board::{Board, Square};

/// Fills in the lanes of a 512-bit register, rays in those of 256-bit registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Avx512(());

impl Avx512 {
    /// The kernel, if the processor has the parts of AVX-512 that Ice Lake and Zen 4 brought: F, BW, CD, DQ, VL and
    /// VPOPCNTDQ, beside what AVX2 processors have.
    pub fn detect() -> Option<Self> {
        let is_there = super::Avx2::detect().is_some()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vpopcntdq");
        is_there.then_some(Self(()))
    }
}

impl Kernel for Avx512 {
    const NAME: &'static str = "avx512";

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
        unsafe { lines_avx512::line_counts(board) }
    }

    #[inline(always)]
    fn queue_moves(self, queue: &mut Queue, own: &Lanes, opponent: &Lanes, moves: &Lanes) {
        // SAFETY: `detect`, which made `self`, found the features.
        unsafe { queue_moves(queue, own, opponent, moves) }
    }

    #[inline(always)]
    fn call<R>(self, f: impl FnOnce() -> R) -> R {
        // SAFETY: `detect`, which made `self`, found the features.
        unsafe { call(f) }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vpopcntdq")]
#[inline]
fn call<R>(f: impl FnOnce() -> R) -> R {
    f()
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
#[inline]
fn moves(board: Board) -> u64 {
    // A rotation does for both senses, if the fill stays off the edges across which it would come back.
    const SIDES: i64 = 0x7e7e_7e7e_7e7e_7e7e;
    const ENDS: i64 = 0x00ff_ffff_ffff_ff00;
    const BOTH: i64 = SIDES & ENDS;
    let one = _mm512_set_epi64(64 - 9, 64 - 7, 64 - 8, 64 - 1, 9, 7, 8, 1);
    let two = _mm512_add_epi64(one, one);
    let inner = _mm512_set_epi64(BOTH, BOTH, ENDS, SIDES, BOTH, BOTH, ENDS, SIDES);
    let through = _mm512_and_si512(_mm512_set1_epi64(board.opponent as i64), inner);
    let own = _mm512_set1_epi64(board.own as i64);
    let mut fill = _mm512_and_si512(through, _mm512_rolv_epi64(own, one));
    fill = _mm512_or_si512(fill, _mm512_and_si512(through, _mm512_rolv_epi64(fill, one)));
    let through_two = _mm512_and_si512(through, _mm512_rolv_epi64(through, one));
    fill = _mm512_or_si512(fill, _mm512_and_si512(through_two, _mm512_rolv_epi64(fill, two)));
    fill = _mm512_or_si512(fill, _mm512_and_si512(through_two, _mm512_rolv_epi64(fill, two)));
    let reached = _mm512_rolv_epi64(fill, one);
    any(_mm256_or_si256(_mm512_castsi512_si256(reached), _mm512_extracti64x4_epi64(reached, 1))) & board.empty()
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
#[inline]
fn flips(board: Board, square: Square) -> u64 {
    let rays = &RAYS[square.index()];
    let own = _mm256_set1_epi64x(board.own as i64);
    let opponent = _mm256_set1_epi64x(board.opponent as i64);
    let nothing = _mm256_setzero_si256();
    // Down: the first square without a disc to turn is the highest bit; where there is none, the rotation gives h8, which
    // is on no ray down. If it is an own disc, what lies above it is turned: what its negative holds beside itself.
    let ray = fan(&rays.down);
    let rest = _mm256_andnot_si256(opponent, ray);
    let first = _mm256_rorv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(rest));
    let end = _mm256_and_si256(_mm256_and_si256(first, own), ray);
    let down = _mm256_andnot_si256(end, _mm256_and_si256(ray, _mm256_sub_epi64(nothing, end)));
    // Up: likewise the lowest bit. One less than an own disc is what lies below it, one less than nothing is negative.
    let ray = fan(&rays.up);
    let rest = _mm256_andnot_si256(opponent, ray);
    let end = _mm256_and_si256(_mm256_and_si256(rest, _mm256_sub_epi64(nothing, rest)), own);
    let below = _mm256_max_epi64(_mm256_add_epi64(end, _mm256_set1_epi64x(-1)), nothing);
    let up = _mm256_and_si256(ray, below);
    any(_mm256_or_si256(up, down))
}

/// Takes a move of each board that has one left, and packs them.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
#[inline]
fn queue_moves(queue: &mut Queue, own: &Lanes, opponent: &Lanes, moves: &Lanes) {
    let (own, opponent, mut rest) = (load(own), load(opponent), load(moves));
    loop {
        let has_move = _mm512_test_epi64_mask(rest, rest);
        if has_move == 0 {
            break;
        }
        let disc = _mm512_and_si512(rest, _mm512_sub_epi64(_mm512_setzero_si512(), rest));
        let put = |places: &mut [u64], lanes| {
            let places: &mut Lanes = places.first_chunk_mut().expect("the queue has a place");
            // SAFETY: there are eight places.
            unsafe { _mm512_storeu_epi64(places.as_mut_ptr().cast(), _mm512_maskz_compress_epi64(has_move, lanes)) }
        };
        put(&mut queue.own[queue.end..], own);
        put(&mut queue.opponent[queue.end..], opponent);
        put(&mut queue.discs[queue.end..], disc);
        queue.end += has_move.count_ones() as usize;
        rest = _mm512_xor_si512(rest, disc);
    }
}

#[target_feature(enable = "avx512f")]
#[inline]
fn load(lanes: &Lanes) -> __m512i {
    // SAFETY: there are eight lanes.
    unsafe { _mm512_loadu_epi64(lanes.as_ptr().cast()) }
}
