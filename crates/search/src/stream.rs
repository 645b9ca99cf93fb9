//! Random numbers from a fixed stream, by seed.
//!
//! Idea        ChaCha with 8 rounds, keyed by the seed: eight bytes little-endian at the beginning of the 32-byte
//!             key, then the number of the stream, the rest zero. Numbers below n by multiply and shift with
//!             rejection; single bits from the low end of 64-bit words. For simulations and quizzes the seed begins
//!             a permuted congruential generator (PCG), whose first eight words are the key.
//! Source      Bernstein, ChaCha, a variant of Salsa20 (2008); Lemire, ACM Transactions on Modeling and Computer
//!             Simulation 29(1):3 (2019); O'Neill, PCG, Harvey Mudd College HMC-CS-2014-0905.
//! Guarantees  The stream is fixed by these rules alone, whatever the distributions of any crate do.

use crate::chacha::ChaCha8;

/// The random numbers of one maze, one game or one search.
#[derive(Debug)]
pub struct Stream {
    words: ChaCha8,
    /// Bits not yet given out, at the low end.
    bits: u64,
    bits_left: u32,
}

impl Stream {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        Self::numbered(seed, 0)
    }

    /// A second stream of the seed, independent of the first.
    pub fn second(seed: u64) -> Self {
        Self::numbered(seed, 1)
    }

    /// A third one, for searches: independent of positions and players that were made by the same seed.
    pub(crate) fn of_search(seed: u64) -> Self {
        Self::numbered(seed, 2)
    }

    /// The stream of simulations and quizzes: that of `seed_from_u64` of the crate `rand_core`.
    pub fn of_simulation(seed: u64) -> Self {
        let mut state = seed;
        Self::keyed(std::array::from_fn(|_| {
            state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0xA176_54E4_6FBE_17F3);
            ((((state >> 18) ^ state) >> 27) as u32).rotate_right((state >> 59) as u32)
        }))
    }

    fn numbered(seed: u64, number: u32) -> Self {
        Self::keyed([seed as u32, (seed >> 32) as u32, number, 0, 0, 0, 0, 0])
    }

    const fn keyed(key: [u32; 8]) -> Self {
        Self { words: ChaCha8::new(key), bits: 0, bits_left: 0 }
    }

    /// A whole word.
    #[inline]
    pub fn word(&mut self) -> u32 {
        self.words.word()
    }

    /// A uniform number below `bound`, which is not 0.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        debug_assert!(bound > 0);
        let mut product = u64::from(self.word()) * u64::from(bound);
        if (product as u32) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (product as u32) < threshold {
                product = u64::from(self.word()) * u64::from(bound);
            }
        }
        (product >> 32) as u32
    }

    /// True with a probability of `thousandths` in a thousand.
    #[inline]
    pub fn chance(&mut self, thousandths: u32) -> bool {
        // 2^32 outcomes against a threshold: off by less than 2^-32, and one word each.
        u64::from(self.word()) * 1000 < u64::from(thousandths) << 32
    }

    /// A uniform number below 4.
    #[inline]
    pub fn quarter(&mut self) -> usize {
        if self.bits_left == 0 {
            self.bits = self.words.double_word();
            self.bits_left = 64;
        }
        let value = self.bits & 3;
        self.bits >>= 2;
        self.bits_left -= 2;
        value as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

    /// Strombergson, Test vectors for the stream cipher ChaCha (Internet draft, 2013): ChaCha8, 256-bit key, TC1.
    #[test]
    fn seed_zero_gives_the_published_key_stream() {
        let mut stream = Stream::new(0);
        let published =
            [0x3e, 0x00, 0xef, 0x2f, 0x89, 0x5f, 0x40, 0xd6, 0x7f, 0x5b, 0xb8, 0xe8, 0x1f, 0x09, 0xa5, 0xa1];
        for bytes in published.chunks_exact(4) {
            assert_eq!(stream.word().to_le_bytes(), bytes);
        }
    }

    #[test]
    fn simulations_have_the_words_of_rand_chacha() {
        for seed in [0, 1, 7, u64::MAX] {
            let (mut ours, mut theirs) = (Stream::of_simulation(seed), ChaCha8Rng::seed_from_u64(seed));
            assert!((0..1000).all(|_| ours.word() == theirs.next_u32()), "seed {seed}");
        }
    }

    #[test]
    fn numbers_are_below_their_bound_and_even() {
        let mut stream = Stream::new(1);
        for bound in [1, 2, 3, 5, 1 << 31, u32::MAX] {
            assert!((0..1000).all(|_| stream.below(bound) < bound));
        }
        let mut seen = [0u32; 7];
        for _ in 0..7000 {
            seen[stream.below(7) as usize] += 1;
        }
        // 1000 each, standard deviation 29.
        assert!(seen.iter().all(|&count| count.abs_diff(1000) < 150), "{seen:?}");
    }

    #[test]
    fn chance_reaches_both_ends() {
        let mut stream = Stream::new(2);
        assert!((0..1000).all(|_| stream.chance(1000) && !stream.chance(0)));
    }
}
