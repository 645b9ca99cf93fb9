//! Where `cargo test` puts the program `fake_engine`.

use std::env;
use std::path::PathBuf;

/// The program; it must have been built.
pub(crate) fn fake_engine() -> PathBuf {
    let tests = env::current_exe().expect("a test is a program");
    let profile = tests.ancestors().nth(2).expect("target/PROFILE/deps");
    let path = profile.join("examples").join(format!("fake_engine{}", env::consts::EXE_SUFFIX));
    assert!(path.exists(), "run `cargo build --example fake_engine` first: {} is missing", path.display());
    path
}
