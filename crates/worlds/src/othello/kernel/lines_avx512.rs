//! The counts of lines.rs with AVX-512: the four axes of both sides in the eight lanes of a register.

use std::arch::x86_64::{
    __m512i, _mm_add_epi64, _mm_cvtsi128_si64, _mm_extract_epi64, _mm256_castsi256_si128, _mm256_extracti128_si256,
    _mm256_sub_epi64, _mm512_and_si512, _mm512_castsi512_si128, _mm512_castsi512_si256, _mm512_extracti64x4_epi64,
    _mm512_mask_blend_epi64, _mm512_or_si512, _mm512_permutex_epi64, _mm512_popcnt_epi64, _mm512_set1_epi64,
    _mm512_setr_epi64, _mm512_sllv_epi64, _mm512_srlv_epi64, _mm512_ternarylogic_epi64,
};

use super::lines::LineCounts;
use super::portable::DIRECTIONS;
use crate::othello::board::Board;

/// A number for each axis, twice: the lower four lanes are those of the side to move.
type Lanes = __m512i;

/// `a | b & c` as the truth table of a three-operand instruction.
const OR_AND: i32 = 0b1111_1000;

/// Once for each axis and side.
macro_rules! axes {
    ($value:expr) => {
        _mm512_setr_epi64($value(0), $value(1), $value(2), $value(3), $value(0), $value(1), $value(2), $value(3))
    };
}

/// The counts of a board.
#[target_feature(enable = "avx512f,avx512vl,avx512vpopcntdq,avx2,popcnt,bmi1,bmi2,lzcnt")]
#[inline]
pub(super) fn line_counts(board: Board) -> LineCounts {
    let steps = axes!(|axis: usize| i64::from(DIRECTIONS[axis].0));
    let steps_two = axes!(|axis: usize| i64::from(2 * DIRECTIONS[axis].0));
    let inner = axes!(|axis: usize| DIRECTIONS[axis].1 as i64);

    let own = _mm512_set1_epi64(board.own as i64);
    let opponent = _mm512_set1_epi64(board.opponent as i64);
    let empty = _mm512_set1_epi64(board.empty() as i64);
    let from = _mm512_mask_blend_epi64(0b1111_0000, own, opponent);
    let through = _mm512_and_si512(_mm512_mask_blend_epi64(0b1111_0000, opponent, own), inner);
    let through_up = _mm512_and_si512(through, _mm512_sllv_epi64(through, steps));
    let through_down = _mm512_and_si512(through, _mm512_srlv_epi64(through, steps));

    let up = |seed: Lanes| {
        let fill = _mm512_and_si512(through, _mm512_sllv_epi64(seed, steps));
        let fill = _mm512_ternarylogic_epi64::<OR_AND>(fill, through, _mm512_sllv_epi64(fill, steps));
        let fill = _mm512_ternarylogic_epi64::<OR_AND>(fill, through_up, _mm512_sllv_epi64(fill, steps_two));
        _mm512_ternarylogic_epi64::<OR_AND>(fill, through_up, _mm512_sllv_epi64(fill, steps_two))
    };
    let down = |seed: Lanes| {
        let fill = _mm512_and_si512(through, _mm512_srlv_epi64(seed, steps));
        let fill = _mm512_ternarylogic_epi64::<OR_AND>(fill, through, _mm512_srlv_epi64(fill, steps));
        let fill = _mm512_ternarylogic_epi64::<OR_AND>(fill, through_down, _mm512_srlv_epi64(fill, steps_two));
        _mm512_ternarylogic_epi64::<OR_AND>(fill, through_down, _mm512_srlv_epi64(fill, steps_two))
    };
    let (own_up, own_down) = (up(from), down(from));
    let turned = _mm512_ternarylogic_epi64::<OR_AND>(_mm512_and_si512(own_up, down(empty)), own_down, up(empty));
    let behind = _mm512_or_si512(_mm512_sllv_epi64(own_up, steps), _mm512_srlv_epi64(own_down, steps));

    // Lanes of a half are joined by two exchanges within it.
    let counts = _mm512_popcnt_epi64(turned);
    let counts = _mm256_sub_epi64(_mm512_castsi512_si256(counts), _mm512_extracti64x4_epi64::<1>(counts));
    let counts = _mm_add_epi64(_mm256_castsi256_si128(counts), _mm256_extracti128_si256::<1>(counts));
    let flippable = _mm_cvtsi128_si64(counts) + _mm_extract_epi64::<1>(counts);

    let behind = _mm512_or_si512(behind, _mm512_permutex_epi64::<0b01_00_11_10>(behind));
    let behind = _mm512_or_si512(behind, _mm512_permutex_epi64::<0b10_11_00_01>(behind));
    let behind = _mm512_and_si512(behind, empty);
    let moves = _mm_cvtsi128_si64(_mm512_castsi512_si128(behind)) as u64;
    let replies = _mm_cvtsi128_si64(_mm256_castsi256_si128(_mm512_extracti64x4_epi64::<1>(behind))) as u64;
    LineCounts::new(board, moves, replies, flippable as i32)
}
