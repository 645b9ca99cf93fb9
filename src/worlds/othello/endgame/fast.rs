//! Temporary AVX-512 kernel, until the merged kernels are here.
#![allow(unsafe_code, reason = "SIMD")]

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64, _mm256_and_si256,
    _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi64, _mm256_extracti128_si256, _mm256_loadu_si256,
    _mm256_lzcnt_epi64, _mm256_or_si256, _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_srlv_epi64, _mm256_sub_epi64,
    _mm512_and_si512, _mm512_castsi512_si256, _mm512_extracti64x4_epi64, _mm512_or_si512, _mm512_rolv_epi64,
    _mm512_set_epi64, _mm512_set1_epi64,
};

use crate::worlds::othello::board::{Board, Square};
use crate::worlds::othello::kernel::Kernel;

#[derive(Debug, Clone, Copy)]
pub struct Fast(());

impl Fast {
    pub fn detect() -> Option<Self> {
        (is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt"))
        .then_some(Self(()))
    }
}

const fn ray(x: i32, dx: i32, dy: i32) -> u64 {
    let (mut c, mut r) = (x % 8 + dx, x / 8 + dy);
    let mut set = 0;
    while c >= 0 && c < 8 && r >= 0 && r < 8 {
        set |= 1u64 << (r * 8 + c);
        c += dx;
        r += dy;
    }
    set
}

#[repr(align(32))]
struct Rays([[[u64; 4]; 2]; 64]);

static RAYS: Rays = {
    let mut rays = [[[0; 4]; 2]; 64];
    let mut x = 0;
    while x < 64 {
        let i = x as i32;
        rays[x][0] = [ray(i, 1, 0), ray(i, 0, 1), ray(i, -1, 1), ray(i, 1, 1)];
        rays[x][1] = [ray(i, -1, 0), ray(i, 0, -1), ray(i, 1, -1), ray(i, -1, -1)];
        x += 1;
    }
    Rays(rays)
};

#[target_feature(enable = "avx512f,avx512vl,avx512cd,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
unsafe fn flips(board: Board, square: Square) -> u64 {
    let own = _mm256_set1_epi64x(board.own as i64);
    let opp = _mm256_set1_epi64x(board.opponent as i64);
    let rays = &RAYS.0[square.index()];
    let up: __m256i = unsafe { _mm256_loadu_si256(rays[0].as_ptr().cast()) };
    let down: __m256i = unsafe { _mm256_loadu_si256(rays[1].as_ptr().cast()) };
    let zero = _mm256_setzero_si256();
    let ones = _mm256_set1_epi64x(-1);
    // down: the highest square of the ray that is not the opponent's.
    let stop = _mm256_andnot_si256(opp, down);
    let outflank =
        _mm256_and_si256(_mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(stop)), own);
    let flip_down = _mm256_and_si256(_mm256_sub_epi64(zero, _mm256_add_epi64(outflank, outflank)), down);
    // up: the lowest square of the ray that is not the opponent's.
    let stop = _mm256_andnot_si256(opp, up);
    let outflank = _mm256_and_si256(_mm256_and_si256(stop, _mm256_sub_epi64(zero, stop)), own);
    let below = _mm256_sub_epi64(outflank, _mm256_andnot_si256(_mm256_cmpeq_epi64(outflank, zero), _mm256_sub_epi64(zero, ones)));
    let flip_up = _mm256_and_si256(below, up);
    let all = _mm256_or_si256(flip_down, flip_up);
    let two = _mm_or_si128(_mm256_castsi256_si128(all), _mm256_extracti128_si256::<1>(all));
    _mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))) as u64
}

#[target_feature(enable = "avx512f,avx512vl,avx512cd,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
unsafe fn moves(board: Board) -> u64 {
    const SIDES: i64 = 0x7e7e_7e7e_7e7e_7e7e;
    const ROWS: i64 = 0x00ff_ffff_ffff_ff00;
    let step = _mm512_set_epi64(1, 8, 7, 9, 63, 56, 57, 55);
    let inner = _mm512_set_epi64(SIDES, ROWS, SIDES & ROWS, SIDES & ROWS, SIDES, ROWS, SIDES & ROWS, SIDES & ROWS);
    let double = _mm512_set_epi64(2, 16, 14, 18, 62, 48, 50, 46);
    let own = _mm512_set1_epi64(board.own as i64);
    let through = _mm512_and_si512(_mm512_set1_epi64(board.opponent as i64), inner);
    let mut fill = _mm512_and_si512(through, _mm512_rolv_epi64(own, step));
    fill = _mm512_or_si512(fill, _mm512_and_si512(through, _mm512_rolv_epi64(fill, step)));
    let pairs = _mm512_and_si512(through, _mm512_rolv_epi64(through, step));
    fill = _mm512_or_si512(fill, _mm512_and_si512(pairs, _mm512_rolv_epi64(fill, double)));
    fill = _mm512_or_si512(fill, _mm512_and_si512(pairs, _mm512_rolv_epi64(fill, double)));
    let all = _mm512_rolv_epi64(fill, step);
    let four = _mm256_or_si256(_mm512_castsi512_si256(all), _mm512_extracti64x4_epi64::<1>(all));
    let two = _mm_or_si128(_mm256_castsi256_si128(four), _mm256_extracti128_si256::<1>(four));
    _mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))) as u64 & board.empty()
}

impl Kernel for Fast {
    const NAME: &'static str = "fast";
    #[inline(always)]
    fn moves(self, board: Board) -> u64 {
        unsafe { moves(board) }
    }
    #[inline(always)]
    fn flips(self, board: Board, square: Square) -> u64 {
        unsafe { flips(board, square) }
    }
    #[inline(always)]
    fn call<R>(self, f: impl FnOnce() -> R) -> R {
        #[target_feature(enable = "avx512f,avx512vl,avx512cd,bmi1,bmi2,lzcnt,popcnt")]
        unsafe fn inner<R>(task: impl FnOnce() -> R) -> R {
            task()
        }
        unsafe { inner(f) }
    }
}
