//! The network that comes with the program.

use std::sync::OnceLock;

use super::network::Network;
use crate::assets::Asset;

/// The network that comes with the program, as `searchlab gomoku train` wrote it, read at the first call.
///
/// # Panics
/// Never: a test reads the file. In a module, if its host hands over another.
pub fn shipped() -> &'static Network {
    static NETWORK: OnceLock<Network> = OnceLock::new();
    NETWORK.get_or_init(|| Network::from_bytes(Asset::GomokuNetwork.bytes()).expect("a test reads this file"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_file_is_small_and_good() {
        let bytes = Asset::GomokuNetwork.bytes();
        assert!(bytes.len() <= 1 << 17, "{} bytes", bytes.len());
        assert!(Network::from_bytes(bytes).is_ok());
    }
}
