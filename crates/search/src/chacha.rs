//! ChaCha8: random words, as the key stream of a cipher.
//!
//! Idea        A block is sixteen words (constants, key, number of the block), mixed by additions, exclusive ors and
//!             rotations in eight rounds, and added to what they were. Four blocks are made side by side, each in a
//!             lane of the registers.
//! Source      Bernstein, ChaCha, a variant of Salsa20 (2008): 8 rounds, a 64-bit block counter, nonce 0.
//! Guarantees  The words of `ChaCha8Rng` of the crate rand_chacha for the same key.
//! Not here    Seeds, and numbers below a bound (stream.rs).

use lanes::{Row, add, row, transposed, xor_rotated};

/// Blocks made at a time.
const BLOCKS: usize = 4;
/// Words of a block.
const WORDS: usize = 16;
/// Pairs of a round of columns and a round of diagonals.
const DOUBLE_ROUNDS: usize = 4;
/// "expand 32-byte k".
const CONSTANTS: [u32; 4] = [0x6170_7865, 0x3320_646E, 0x7962_2D32, 0x6B20_6574];

/// The key stream of a key.
#[derive(Debug)]
pub(crate) struct ChaCha8 {
    key: [u32; 8],
    /// Number of the next block.
    counter: u64,
    words: [u32; BLOCKS * WORDS],
    /// Words of these that were given out.
    used: usize,
}

impl ChaCha8 {
    pub(crate) const fn new(key: [u32; 8]) -> Self {
        Self { key, counter: 0, words: [0; BLOCKS * WORDS], used: BLOCKS * WORDS }
    }

    /// The next word.
    #[inline]
    pub(crate) fn word(&mut self) -> u32 {
        if self.used >= BLOCKS * WORDS {
            self.refill();
        }
        let word = self.words[self.used];
        self.used += 1;
        word
    }

    /// The next two words, the lower half first.
    #[inline]
    pub(crate) fn double_word(&mut self) -> u64 {
        u64::from(self.word()) | u64::from(self.word()) << 32
    }

    #[inline(never)]
    fn refill(&mut self) {
        let [mut a0, mut a1, mut a2, mut a3] = CONSTANTS.map(|word| row([word; BLOCKS]));
        let [mut b0, mut b1, mut b2, mut b3, mut c0, mut c1, mut c2, mut c3] = self.key.map(|word| row([word; BLOCKS]));
        let numbers: [u64; BLOCKS] = std::array::from_fn(|block| self.counter.wrapping_add(block as u64));
        let [mut d0, mut d1] =
            [numbers.map(|number| number as u32), numbers.map(|number| (number >> 32) as u32)].map(row);
        let [mut d2, mut d3] = [row([0; BLOCKS]); 2];
        let start = [[a0, a1, a2, a3], [b0, b1, b2, b3], [c0, c1, c2, c3], [d0, d1, d2, d3]];
        for _ in 0..DOUBLE_ROUNDS {
            [a0, b0, c0, d0] = quarter_round([a0, b0, c0, d0]);
            [a1, b1, c1, d1] = quarter_round([a1, b1, c1, d1]);
            [a2, b2, c2, d2] = quarter_round([a2, b2, c2, d2]);
            [a3, b3, c3, d3] = quarter_round([a3, b3, c3, d3]);
            [a0, b1, c2, d3] = quarter_round([a0, b1, c2, d3]);
            [a1, b2, c3, d0] = quarter_round([a1, b2, c3, d0]);
            [a2, b3, c0, d1] = quarter_round([a2, b3, c0, d1]);
            [a3, b0, c1, d2] = quarter_round([a3, b0, c1, d2]);
        }
        let end = [[a0, a1, a2, a3], [b0, b1, b2, b3], [c0, c1, c2, c3], [d0, d1, d2, d3]];
        for (quarter, (start, end)) in start.into_iter().zip(end).enumerate() {
            let sums = std::array::from_fn(|place| add(start[place], end[place]));
            for (block, words) in transposed(sums).into_iter().enumerate() {
                self.words[WORDS * block + 4 * quarter..][..4].copy_from_slice(&words);
            }
        }
        self.counter = self.counter.wrapping_add(BLOCKS as u64);
        self.used = 0;
    }
}

#[inline(always)]
fn quarter_round([mut a, mut b, mut c, mut d]: [Row; 4]) -> [Row; 4] {
    a = add(a, b);
    d = xor_rotated::<16, 16>(d, a);
    c = add(c, d);
    b = xor_rotated::<12, 20>(b, c);
    a = add(a, b);
    d = xor_rotated::<8, 24>(d, a);
    c = add(c, d);
    b = xor_rotated::<7, 25>(b, c);
    [a, b, c, d]
}

/// Four words side by side in a register. The compiler does not find this form by itself: without it a random number
/// takes three times as long.
#[cfg(target_arch = "x86_64")]
mod lanes {
    #![allow(unsafe_code, reason = "SSE2 is part of every x86_64, and a register is four words")]

    use std::arch::x86_64::{
        __m128i, _mm_add_epi32, _mm_or_si128, _mm_set_epi32, _mm_slli_epi32, _mm_srli_epi32, _mm_unpackhi_epi32,
        _mm_unpackhi_epi64, _mm_unpacklo_epi32, _mm_unpacklo_epi64, _mm_xor_si128,
    };

    pub(super) type Row = __m128i;

    #[inline(always)]
    pub(super) fn row(words: [u32; 4]) -> Row {
        let [a, b, c, d] = words.map(u32::cast_signed);
        unsafe { _mm_set_epi32(d, c, b, a) }
    }

    #[inline(always)]
    pub(super) fn transposed([a, b, c, d]: [Row; 4]) -> [[u32; 4]; 4] {
        unsafe {
            let [low_ab, low_cd] = [_mm_unpacklo_epi32(a, b), _mm_unpacklo_epi32(c, d)];
            let [high_ab, high_cd] = [_mm_unpackhi_epi32(a, b), _mm_unpackhi_epi32(c, d)];
            std::mem::transmute::<[Row; 4], [[u32; 4]; 4]>([
                _mm_unpacklo_epi64(low_ab, low_cd),
                _mm_unpackhi_epi64(low_ab, low_cd),
                _mm_unpacklo_epi64(high_ab, high_cd),
                _mm_unpackhi_epi64(high_ab, high_cd),
            ])
        }
    }

    #[inline(always)]
    pub(super) fn add(a: Row, b: Row) -> Row {
        unsafe { _mm_add_epi32(a, b) }
    }

    /// The exclusive or, rotated to the left.
    #[inline(always)]
    pub(super) fn xor_rotated<const LEFT: i32, const RIGHT: i32>(a: Row, b: Row) -> Row {
        unsafe {
            let mixed = _mm_xor_si128(a, b);
            _mm_or_si128(_mm_slli_epi32::<LEFT>(mixed), _mm_srli_epi32::<RIGHT>(mixed))
        }
    }
}

/// Four words side by side.
#[cfg(not(target_arch = "x86_64"))]
mod lanes {
    use std::array::from_fn;

    pub(super) type Row = [u32; 4];

    #[inline(always)]
    pub(super) fn row(words: [u32; 4]) -> Row {
        words
    }

    #[inline(always)]
    pub(super) fn transposed(rows: [Row; 4]) -> [[u32; 4]; 4] {
        from_fn(|lane| rows.map(|row| row[lane]))
    }

    #[inline(always)]
    pub(super) fn add(a: Row, b: Row) -> Row {
        from_fn(|lane| a[lane].wrapping_add(b[lane]))
    }

    /// The exclusive or, rotated to the left.
    #[inline(always)]
    pub(super) fn xor_rotated<const LEFT: u32, const RIGHT: u32>(a: Row, b: Row) -> Row {
        from_fn(|lane| (a[lane] ^ b[lane]).rotate_left(LEFT))
    }
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    use super::*;

    /// Over several refills, with pairs of words that begin at even and odd places.
    #[test]
    fn gives_the_words_of_rand_chacha() {
        for first in [0, 1, 0xDEAD_BEEF] {
            let key = std::array::from_fn(|place| first ^ (place as u32).wrapping_mul(first));
            let mut bytes = [0; 32];
            for (chunk, word) in bytes.chunks_exact_mut(4).zip(key) {
                chunk.copy_from_slice(&u32::to_le_bytes(word));
            }
            let (mut ours, mut theirs) = (ChaCha8::new(key), ChaCha8Rng::from_seed(bytes));
            for place in 0..1000 {
                if place % 7 < 3 {
                    assert_eq!(ours.double_word(), theirs.next_u64());
                } else {
                    assert_eq!(ours.word(), theirs.next_u32());
                }
            }
        }
    }
}
