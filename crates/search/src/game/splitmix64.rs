//! A random word from a number, the same everywhere (SplitMix64).

/// The first output of SplitMix64 (Steele, Lea, Flood 2014) for a seed.
pub const fn splitmix64(seed: u64) -> u64 {
    let word = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}
