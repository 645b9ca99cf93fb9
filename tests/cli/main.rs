//! The built program as its users meet it: exit codes, streams, messages, files.

mod bad_input;
mod book;
#[cfg(unix)]
mod check;
#[cfg(unix)]
mod cluster;
mod contest;
mod disk;
#[cfg(unix)]
mod elsewhere;
mod embedded;
mod engine;
mod examples;
mod experiments;
#[path = "../fake_engine/place.rs"]
mod fake_engine;
mod forms;
mod gomoku;
mod gomoku_engine;
mod gomoku_learned;
mod gomoku_memory;
mod ground;
mod gtp_engine;
#[cfg(unix)]
mod hangup;
mod interrupt;
mod kept;
mod killed;
#[path = "../search/long.rs"]
mod long;
mod names;
mod othello_compare;
mod othello_count;
mod othello_engine;
mod othello_play;
mod othello_solve;
mod outcomes;
mod pgames;
mod quiz;
mod readme;
mod replay;
mod schema;
#[cfg(unix)]
mod solvers;
mod streams;
mod support;
mod trace;
#[cfg(unix)]
mod transcripts;
mod tree;
