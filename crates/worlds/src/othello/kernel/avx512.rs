//! The kernel for processors with AVX-512: that for AVX2, with counts of lines and queues of moves in registers of 512
//! bits. One board alone gains nothing by them: its moves and flips were 5 to 8 % slower.

#![allow(unsafe_code, reason = "vector instructions; a value of the type proves that they are there")]

use std::arch::x86_64::{
    __m512i, _mm512_and_si512, _mm512_loadu_epi64, _mm512_maskz_compress_epi64, _mm512_setzero_si512,
    _mm512_storeu_epi64, _mm512_sub_epi64, _mm512_test_epi64_mask, _mm512_xor_si512,
};

use super::batch::{Lanes, Queue};
use super::lines::LineCounts;
use super::{Avx2, Kernel, lines_avx512};
use crate::othello::board::{Board, Square};

/// Lanes of 512 bits for what is done for both sides or for eight boards at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Avx512(Avx2);

impl Avx512 {
    /// The kernel, if the processor has the parts of AVX-512 that Ice Lake and Zen 4 brought: F, BW, CD, DQ, VL and
    /// VPOPCNTDQ, beside what AVX2 processors have.
    pub fn detect() -> Option<Self> {
        let is_there = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vpopcntdq");
        Avx2::detect().filter(|_| is_there).map(Self)
    }
}

impl Kernel for Avx512 {
    const NAME: &'static str = "avx512";

    #[inline(always)]
    fn moves(self, board: Board) -> u64 {
        self.0.moves(board)
    }

    #[inline(always)]
    fn flips(self, board: Board, square: Square) -> u64 {
        self.0.flips(board, square)
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
