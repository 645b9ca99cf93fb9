//! Othello against the crates `magpie` and `othello`, in one run, one thread.
//!
//! `cargo bench --bench othello` prints one table a part. Each figure is the least of several runs that alternate between
//! the sides, so that drift of the machine favours none. Names after `--` choose parts: `perft`, `solve`.
//!
//! The peers are used as their documentation shows, but kindly: no list of moves, no step that can be left out. They
//! choose their instructions when they are compiled, we when we run: `RUSTFLAGS="-C target-cpu=native"` gives them all
//! that the machine has.

use std::hint::black_box;
use std::time::Instant;

use magpie::othello::{Board as MagpieBoard, Stone};
use othello::Game;
use searchlab::text::grouped;
use searchlab::worlds::othello::board::squares;
use searchlab::worlds::othello::kernel::{Kernel, Visitor, available, choose_named};
use searchlab::worlds::othello::perft::{Convention, Count};
use searchlab::worlds::othello::{Board, Position, perft::perft};

#[path = "othello/solve.rs"]
mod solve;

/// Runs of each side.
const RUNS: usize = 5;

/// The parts by name.
const PARTS: [(&str, fn()); 2] = [("perft", perft_part), ("solve", solve::part)];

fn main() {
    let chosen: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    for (name, part) in PARTS {
        if chosen.is_empty() || chosen.iter().any(|chosen| chosen == name) {
            part();
        }
    }
}

/// Least seconds of each side over alternating runs.
fn alternate<const N: usize>(runs: usize, mut sides: [&mut dyn FnMut(); N]) -> [f64; N] {
    let mut least = [f64::INFINITY; N];
    for _ in 0..runs {
        for (side, least) in sides.iter_mut().zip(&mut least) {
            let begin = Instant::now();
            side();
            *least = least.min(begin.elapsed().as_secs_f64());
        }
    }
    least
}

/// Plies of [`perft_part`], and the leaves below them.
const DEPTH: u32 = 11;
const LEAVES: u64 = 212_258_800;

fn perft_part() {
    println!("perft {DEPTH}, {} leaves, {} kernel: million leaves per second\n", grouped(LEAVES), available()[0]);
    println!("{:<16} {:>9} {:>9} {:>9} {:>7}", "last ply", "magpie", "othello", "ours", "ratio");
    for (name, bulk) in [("counted in bulk", true), ("made", false)] {
        let [magpie, othello, ours] = alternate(
            RUNS,
            [
                &mut || assert_eq!(by_magpie(&MagpieBoard::standard(), Stone::Black, DEPTH, bulk), LEAVES),
                &mut || assert_eq!(by_othello(&Game::default(), DEPTH, bulk), LEAVES),
                &mut || assert_eq!(perft(Position::INITIAL, DEPTH, Convention::Standard, bulk), LEAVES),
            ],
        );
        let speed = |seconds: f64| LEAVES as f64 / seconds / 1e6;
        println!(
            "{name:<16} {:>9.0} {:>9.0} {:>9.0} {:>6.1}x",
            speed(magpie),
            speed(othello),
            speed(ours),
            magpie.min(othello) / ours
        );
    }
    println!("\nevery kernel, a board at a time as a search goes, and eight at a time as `perft` does");
    println!("{:<16} {:>9} {:>9} {:>9} {:>9}", "kernel", "one bulk", "one made", "8 bulk", "8 made");
    for name in available() {
        let [one_bulk, one_made, eight_bulk, eight_made] = alternate(
            RUNS,
            [
                &mut || assert_eq!(choose_named(name, OneByOne { bulk: true }), Some(LEAVES)),
                &mut || assert_eq!(choose_named(name, OneByOne { bulk: false }), Some(LEAVES)),
                &mut || assert_eq!(choose_named(name, by_eight(true)), Some(LEAVES)),
                &mut || assert_eq!(choose_named(name, by_eight(false)), Some(LEAVES)),
            ],
        )
        .map(|seconds| LEAVES as f64 / seconds / 1e6);
        println!("{name:<16} {one_bulk:>9.0} {one_made:>9.0} {eight_bulk:>9.0} {eight_made:>9.0}");
    }
}

fn by_eight(bulk: bool) -> Count {
    Count { board: Board::INITIAL, depth: DEPTH, convention: Convention::Standard, bulk }
}

/// Perft as a plain recursion.
struct OneByOne {
    bulk: bool,
}

impl Visitor for OneByOne {
    type Output = u64;

    fn visit<K: Kernel>(self, kernel: K) -> u64 {
        if self.bulk {
            one_by_one::<K, true>(kernel, Board::INITIAL, DEPTH)
        } else {
            one_by_one::<K, false>(kernel, Board::INITIAL, DEPTH)
        }
    }
}

fn one_by_one<K: Kernel, const BULK: bool>(kernel: K, board: Board, depth: u32) -> u64 {
    kernel.call(
        #[inline(always)]
        || {
            let moves = kernel.moves(board);
            if BULK && depth == 1 {
                return u64::from(moves.count_ones()).max(1);
            }
            if moves == 0 {
                let is_over = depth == 1 || kernel.moves(board.passed()) == 0;
                return if is_over { 1 } else { one_by_one::<K, BULK>(kernel, board.passed(), depth - 1) };
            }
            let mut leaves = 0;
            for square in squares(moves) {
                let next = board.placed(square, kernel.flips(board, square));
                leaves += match depth {
                    1 => {
                        black_box(next);
                        1
                    }
                    2 if BULK => u64::from(kernel.moves(next).count_ones()).max(1),
                    _ => one_by_one::<K, BULK>(kernel, next, depth - 1),
                };
            }
            leaves
        },
    )
}

fn by_magpie(board: &MagpieBoard, stone: Stone, depth: u32, bulk: bool) -> u64 {
    let moves = board.moves_for(stone);
    if bulk && depth == 1 {
        return u64::from(moves.count_set()).max(1);
    }
    if moves.is_empty() {
        let is_over = depth == 1 || board.moves_for(stone.flip()).is_empty();
        return if is_over { 1 } else { by_magpie(board, stone.flip(), depth - 1, bulk) };
    }
    let mut leaves = 0;
    for place in moves.hot_bits() {
        let mut next = board.clone();
        next.play(stone, place);
        leaves += if depth == 1 {
            black_box(next);
            1
        } else {
            by_magpie(&next, stone.flip(), depth - 1, bulk)
        };
    }
    leaves
}

fn by_othello(game: &Game, depth: u32, bulk: bool) -> u64 {
    let moves = game.available_moves();
    if bulk && depth == 1 {
        return u64::from(moves.count_ones()).max(1);
    }
    if moves == 0 {
        let mut passed = game.clone();
        passed.pass_move();
        let is_over = depth == 1 || passed.available_moves() == 0;
        return if is_over { 1 } else { by_othello(&passed, depth - 1, bulk) };
    }
    let mut leaves = 0;
    let mut rest = moves;
    while rest != 0 {
        let next = game.make_move(rest.trailing_zeros() as usize).expect("a legal move");
        rest &= rest - 1;
        leaves += if depth == 1 {
            black_box(next);
            1
        } else {
            by_othello(&next, depth - 1, bulk)
        };
    }
    leaves
}
