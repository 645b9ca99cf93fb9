//! The counts of lines.rs with the vectors of WebAssembly: both sides in the two lanes of a register.
//!
//! Not here    A test: `dist/web` compares the signature of the module, in which these counts are.

use std::arch::wasm32::{
    i16x8_extadd_pairwise_u8x16, i32x4_extadd_pairwise_u16x8, i32x4_extract_lane, u8x16_add, u8x16_popcnt, u64x2,
    u64x2_extract_lane, u64x2_shl, u64x2_shr, u64x2_splat, v128, v128_and, v128_or,
};

use super::lines::LineCounts;
use super::portable::DIRECTIONS;
use crate::othello::board::Board;

/// The counts of a board.
#[inline]
pub(super) fn line_counts(board: Board) -> LineCounts {
    let own = u64x2(board.own, board.opponent);
    let opponent = u64x2(board.opponent, board.own);
    let empty = u64x2_splat(board.empty());
    let (mut moves, mut flippable) = (u64x2_splat(0), u64x2_splat(0));
    for (shift, inner) in DIRECTIONS {
        let through = v128_and(opponent, u64x2_splat(inner));
        let through_up = v128_and(through, u64x2_shl(through, shift));
        let through_down = v128_and(through, u64x2_shr(through, shift));
        let up = |seed: v128| {
            let fill = v128_and(through, u64x2_shl(seed, shift));
            let fill = or_and(fill, through, u64x2_shl(fill, shift));
            let fill = or_and(fill, through_up, u64x2_shl(fill, 2 * shift));
            or_and(fill, through_up, u64x2_shl(fill, 2 * shift))
        };
        let down = |seed: v128| {
            let fill = v128_and(through, u64x2_shr(seed, shift));
            let fill = or_and(fill, through, u64x2_shr(fill, shift));
            let fill = or_and(fill, through_down, u64x2_shr(fill, 2 * shift));
            or_and(fill, through_down, u64x2_shr(fill, 2 * shift))
        };
        let (own_up, own_down) = (up(own), down(own));
        moves = v128_or(moves, v128_or(u64x2_shl(own_up, shift), u64x2_shr(own_down, shift)));
        // At most 8 in a byte for each direction.
        let turned = or_and(v128_and(own_up, down(empty)), own_down, up(empty));
        flippable = u8x16_add(flippable, u8x16_popcnt(turned));
    }
    let moves = v128_and(moves, empty);
    let sums = i32x4_extadd_pairwise_u16x8(i16x8_extadd_pairwise_u8x16(flippable));
    let [own, other] = [
        i32x4_extract_lane::<0>(sums) + i32x4_extract_lane::<1>(sums),
        i32x4_extract_lane::<2>(sums) + i32x4_extract_lane::<3>(sums),
    ];
    LineCounts::new(board, u64x2_extract_lane::<0>(moves), u64x2_extract_lane::<1>(moves), own - other)
}

/// `a | b & c`.
#[inline]
fn or_and(a: v128, b: v128, c: v128) -> v128 {
    v128_or(a, v128_and(b, c))
}
