//! Scripts and styles of the pages, which `build.rs` packs.

use std::sync::LazyLock;

use searchlab_trial::embedded::File;
use searchlab_worlds::assets::packed_files;

/// The text of a script or style by its path in this folder, as in `page/style.css`.
///
/// # Panics
/// If there is no such file: tests make all pages.
pub(crate) fn source(path: &str) -> &'static str {
    static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/pages.gz"));
    static FILES: LazyLock<Vec<File>> = LazyLock::new(|| packed_files(PACKED));
    FILES.iter().find(|file| file.0 == path).expect("the build packs all scripts and styles").1
}
