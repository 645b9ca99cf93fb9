//! The weights that come with the program.

use std::sync::OnceLock;

use super::weights::Weights;
use crate::assets::Asset;

/// The weights that come with the program, as `searchlab othello train` wrote them, read at the first call.
///
/// # Panics
/// Never: a test reads the file. In a module, if its host hands over another.
pub fn shipped() -> &'static Weights {
    static WEIGHTS: OnceLock<Weights> = OnceLock::new();
    WEIGHTS.get_or_init(|| Weights::from_bytes(Asset::OthelloWeights.bytes()).expect("a test reads this file"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_file_is_small_and_good() {
        let bytes = Asset::OthelloWeights.bytes();
        assert!(bytes.len() <= 1 << 20, "{} bytes", bytes.len());
        assert!(Weights::from_bytes(bytes).is_ok());
    }
}
