//! Search, and nothing else: algorithms over two traits, their events and counters, and their limits.
//!
//! Nothing in here knows a world, a file or a terminal. [`path`] holds the algorithms over a
//! [`path::StateSpace`], [`game`] those over a [`game::Game`]; the parts shared by all searches stand beside it:
//! [`observer`] (events), [`counters`] (counts of events), [`step`] (steps of path searches, for traces), [`budget`] (limits),
//! [`clock`] (time), [`stream`] (random numbers), [`prefetch`](mod@prefetch) (memory asked for before it is needed).

pub mod about;
pub mod budget;
mod chacha;
pub mod clock;
pub mod counters;
pub mod game;
pub mod live;
pub mod observer;
pub mod path;
pub mod prefetch;
pub mod step;
pub mod stream;
pub mod walk;

/// True where the size of a program goes before its speed, so that a search is compiled once for several types: in a page,
/// which has to load what is compiled.
pub const SIZE_FIRST: bool = cfg!(target_family = "wasm");

#[cfg(test)]
#[path = "../../../tests/search/long.rs"]
mod long;
