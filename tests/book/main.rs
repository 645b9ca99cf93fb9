//! The book in docs/: the code that its pages show is compiled and run here, and the book is built as its readers see
//! it. What the documents say of files and crates is true.
//!
//! Not here: what commands print, and the reference (tests/cli/book).
#![expect(unreachable_pub, reason = "the code is shown as it would stand in the crate")]

mod build;
mod cells;
mod consistency;
mod depth_first;
mod domineering;
mod nim;
mod numbers;
mod paths;
mod potential;
mod scout;
mod strips;
