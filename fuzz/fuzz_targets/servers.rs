//! Our own engines as they are told what to do in the three protocols: no line makes them panic. Their searches are
//! stopped before they begin.

#![no_main]

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use libfuzzer_sys::fuzz_target;
use searchlab::cli::worlds::gomoku::protocol::Protocol as Gomocup;
use searchlab::cli::worlds::othello::nboard::{self, Setup};
use searchlab::play::gtp::{Protocol as Gtp, mind};
use searchlab::play::{GameWorld, PlayerSpec, TuiBoard};
use searchlab::worlds::connect4::{Position as ConnectFour, Size};
use searchlab::worlds::gomoku::engine::Techniques;
use searchlab::worlds::gomoku::{Evaluation, Position as Gomoku, Setting};
use searchlab::worlds::othello::Position as Othello;

fuzz_target!(|text: &str| {
    let stop = Arc::new(AtomicBool::new(true));
    // A line is a search at most, and the longest inputs say nothing new.
    let lines: Vec<&str> = text.lines().take(64).collect();
    let mut gomocup = Gomocup::new(Evaluation::default(), Techniques::NONE, Arc::clone(&stop));
    for line in &lines {
        let answers = gomocup.take(line, Instant::now());
        assert!(answers.lines.iter().all(|line| !line.chars().any(char::is_control)), "{:?}", answers.lines);
    }
    let setup = Setup { player: PlayerSpec::Random, seed: 1, solve: 0, threads: 1 };
    let mut board = nboard::Protocol::new(setup);
    let mut out = Vec::new();
    for line in &lines {
        if board.take(line, &stop, &mut out).expect("memory takes everything").is_break() {
            break;
        }
    }
    gtp(Othello::INITIAL, &lines, &stop);
    gtp(Gomoku::empty(Setting::default()), &lines, &stop);
    gtp(ConnectFour::new(Size::new(7, 6).expect("the usual size")), &lines, &stop);
});

fn gtp<P: GameWorld + TuiBoard>(start: P, lines: &[&str], stop: &Arc<AtomicBool>) {
    let mut protocol = Gtp::new(start, mind(PlayerSpec::Random, 1));
    let mut out = Vec::new();
    for line in lines {
        out.clear();
        if protocol.take(line, stop, &mut out).expect("memory takes everything").is_break() {
            break;
        }
        // An answer begins with a sign and ends with an empty line.
        assert!(out.is_empty() || matches!(out[0], b'=' | b'?') && out.ends_with(b"\n\n"), "{out:?}");
    }
}
