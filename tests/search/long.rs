//! Tests that take a part of their cases only, unless all are asked for.

/// True if every case is to be tested: in builds that do not check themselves, and where `.ci/nightly` asks.
pub(crate) fn is_long() -> bool {
    !cfg!(debug_assertions) || std::env::var_os("SEARCHLAB_LONG").is_some()
}
