//! Search, and nothing else: algorithms over two traits, what they report, and what they may spend.
//!
//! Nothing in here knows a world, a file or a terminal. [`path`] holds the algorithms over a
//! [`path::StateSpace`], [`game`] those over a [`game::Game`]; the parts shared by all searches stand beside it: [`observer`] (what is reported),
//! [`counters`] (what is counted), [`trace`] (what is written down), [`budget`] (what may be spent), [`stream`]
//! (chance), [`prefetch`](mod@prefetch) (memory asked for before it is needed).

pub mod about;
pub mod budget;
pub mod counters;
pub mod game;
pub mod live;
pub mod observer;
pub mod path;
pub mod prefetch;
pub mod stream;
pub mod trace;
pub mod walk;

#[cfg(test)]
#[path = "../../../tests/search/long.rs"]
mod long;
