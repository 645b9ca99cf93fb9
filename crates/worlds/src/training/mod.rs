//! How learned evaluations are learned. That of Othello: games, positions of known scores, weights.
//!
//! | part | file |
//! |---|---|
//! | games of tournaments, and games of the program with itself | [`games`] |
//! | positions of a game with their scores | [`labels`] |
//! | scores of others by a teacher | [`teacher`] |
//! | these in a file that survives a kill | [`store`] |
//! | weights from them, with the errors on the way | [`learning`] |
//! | their errors on games that nobody learned from | [`held_out`] |
//! | that of Gomoku: games of the program with itself, a network | [`gomoku`] |
//! | threads that share such work | [`workers`] |
//! | calibration of ProbCut: forecasts of deep searches from shallow ones | [`calibration`] |
//! | the values of searches, for the teacher and the calibration | `values.rs` |
//!
//! All of it is the same for a seed, however many threads take part and however often it was interrupted.
//!
//! Not here: the patterns and the method of the fit (`worlds::othello::learned`), the command line.

pub mod calibration;
pub mod games;
pub mod gomoku;
pub mod held_out;
pub mod labels;
pub mod learning;
pub mod store;
pub mod teacher;
#[cfg(test)]
mod tests;
mod values;
pub mod workers;

pub use games::Played;
pub use labels::Labelled;
pub use learning::{Learned, Plan, learn};
pub use store::Store;
pub use workers::share_out;

/// Xorshift with a multiplied output (Marsaglia 2003; Vigna 2016), begun at a mix of seed and number: a stream for each game.
#[derive(Debug)]
struct Chance(u64);

impl Chance {
    fn new(seed: u64, number: u64) -> Self {
        let mut chance =
            Self((seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xd6e8_feb8_6659_fd93) | 1);
        // The first words of near seeds are alike.
        for _ in 0..8 {
            chance.word();
        }
        chance
    }

    fn word(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below `bound`.
    fn below(&mut self, bound: u32) -> u32 {
        (((self.word() >> 32) * u64::from(bound)) >> 32) as u32
    }
}

/// Puts things into an order by chance (Fisher, Yates 1938).
fn shuffle<T>(things: &mut [T], chance: &mut Chance) {
    for place in (1..things.len()).rev() {
        things.swap(place, chance.below(place as u32 + 1) as usize);
    }
}
