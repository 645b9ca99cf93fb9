//! The counts of lines.rs with AVX2: the four axes of a side in the four lanes of a register.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_extract_epi64, _mm_or_si128, _mm256_and_si256, _mm256_castsi256_si128,
    _mm256_extract_epi64, _mm256_extracti128_si256, _mm256_or_si256, _mm256_set1_epi64x, _mm256_setr_epi64x,
    _mm256_sllv_epi64, _mm256_srlv_epi64,
};

use super::lines::LineCounts;
use super::portable::DIRECTIONS;
use crate::othello::board::Board;

/// A number for each axis.
type Lanes = __m256i;

macro_rules! axes {
    ($value:expr) => {
        _mm256_setr_epi64x($value(0), $value(1), $value(2), $value(3))
    };
}

/// The counts of a board.
#[target_feature(enable = "avx2,popcnt,bmi1,bmi2,lzcnt")]
#[inline]
pub(super) fn line_counts(board: Board) -> LineCounts {
    let (moves, own) = moves_and_flippable(board);
    let (replies, other) = moves_and_flippable(board.passed());
    LineCounts::new(board, moves, replies, own as i32 - other as i32)
}

/// The legal moves of the side to move, and how many discs of the other side they turn, each axis for itself.
#[target_feature(enable = "avx2,popcnt,bmi1,bmi2,lzcnt")]
#[inline]
fn moves_and_flippable(board: Board) -> (u64, u32) {
    let steps = axes!(|axis: usize| i64::from(DIRECTIONS[axis].0));
    let steps_two = axes!(|axis: usize| i64::from(2 * DIRECTIONS[axis].0));
    let inner = axes!(|axis: usize| DIRECTIONS[axis].1 as i64);

    let own = _mm256_set1_epi64x(board.own as i64);
    let empty = _mm256_set1_epi64x(board.empty() as i64);
    let through = _mm256_and_si256(_mm256_set1_epi64x(board.opponent as i64), inner);
    let through_up = _mm256_and_si256(through, _mm256_sllv_epi64(through, steps));
    let through_down = _mm256_and_si256(through, _mm256_srlv_epi64(through, steps));

    let up = |seed: Lanes| {
        let fill = _mm256_and_si256(through, _mm256_sllv_epi64(seed, steps));
        let fill = or_and(fill, through, _mm256_sllv_epi64(fill, steps));
        let fill = or_and(fill, through_up, _mm256_sllv_epi64(fill, steps_two));
        or_and(fill, through_up, _mm256_sllv_epi64(fill, steps_two))
    };
    let down = |seed: Lanes| {
        let fill = _mm256_and_si256(through, _mm256_srlv_epi64(seed, steps));
        let fill = or_and(fill, through, _mm256_srlv_epi64(fill, steps));
        let fill = or_and(fill, through_down, _mm256_srlv_epi64(fill, steps_two));
        or_and(fill, through_down, _mm256_srlv_epi64(fill, steps_two))
    };
    let (own_up, own_down) = (up(own), down(own));
    let turned = or_and(_mm256_and_si256(own_up, down(empty)), own_down, up(empty));
    let behind = _mm256_or_si256(_mm256_sllv_epi64(own_up, steps), _mm256_srlv_epi64(own_down, steps));

    let behind = _mm_or_si128(_mm256_castsi256_si128(behind), _mm256_extracti128_si256::<1>(behind));
    let behind = (_mm_cvtsi128_si64(behind) | _mm_extract_epi64::<1>(behind)) as u64;
    (behind & board.empty(), count(turned))
}

/// `a | b & c`.
#[target_feature(enable = "avx2")]
#[inline]
fn or_and(a: Lanes, b: Lanes, c: Lanes) -> Lanes {
    _mm256_or_si256(a, _mm256_and_si256(b, c))
}

/// The bits of all lanes.
#[target_feature(enable = "avx2,popcnt")]
#[inline]
fn count(lanes: Lanes) -> u32 {
    let lanes = [
        _mm256_extract_epi64::<0>(lanes),
        _mm256_extract_epi64::<1>(lanes),
        _mm256_extract_epi64::<2>(lanes),
        _mm256_extract_epi64::<3>(lanes),
    ];
    lanes.into_iter().map(i64::count_ones).sum()
}
