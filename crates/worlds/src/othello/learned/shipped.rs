//! The weights that come with the program.

use std::sync::OnceLock;

use super::weights::Weights;

/// The file, as `searchlab othello train` wrote it.
static BYTES: &[u8] = include_bytes!("shipped.weights");

/// The weights that come with the program, read at the first call.
///
/// # Panics
/// Never: a test reads the file.
pub fn shipped() -> &'static Weights {
    static WEIGHTS: OnceLock<Weights> = OnceLock::new();
    WEIGHTS.get_or_init(|| Weights::from_bytes(BYTES).expect("a test reads this file"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_file_is_small_and_good() {
        assert!(BYTES.len() <= 1 << 20, "{} bytes", BYTES.len());
        assert!(Weights::from_bytes(BYTES).is_ok());
    }
}
