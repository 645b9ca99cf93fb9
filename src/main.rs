//! searchlab.
fn main() {}
