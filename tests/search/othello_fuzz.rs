//! The endgame solver under random combinations of all its switches, against the plainest searches there are.
//!
//! `SEARCHLAB_FUZZ=100000` takes so many positions instead of a few.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use searchlab::search::budget::Budget;
use searchlab::worlds::othello::Board;
use searchlab::worlds::othello::board::squares;
use searchlab::worlds::othello::endgame::{Mode, Options, Table, Technique, Techniques, solve};
use searchlab::worlds::othello::kernel::{Kernel, Visitor, choose};
use searchlab::worlds::othello::learned::shipped;

/// Positions of each number of empty squares, in all.
const FEW: u64 = 240;

/// A position of a random game with so many empty squares.
fn position(random: &mut ChaCha8Rng, empties: u32) -> Board {
    loop {
        let mut board = Board::INITIAL;
        while board.empties() > empties {
            if board.moves() == 0 {
                board = board.passed();
            }
            let moves = board.moves();
            if moves == 0 {
                break;
            }
            let choice = below(random, moves.count_ones());
            let square = squares(moves).nth(choice as usize).expect("a number below the count");
            board = board.placed(square, board.flips(square));
        }
        if board.empties() == empties {
            return board;
        }
    }
}

fn below(random: &mut ChaCha8Rng, bound: u32) -> u32 {
    (random.next_u64() % u64::from(bound)) as u32
}

/// Every move, to the end.
fn minimax<K: Kernel>(kernel: K, board: Board) -> i32 {
    let moves = kernel.moves(board);
    if moves == 0 {
        let passed = board.passed();
        return if kernel.moves(passed) == 0 { board.final_score() } else { -minimax(kernel, passed) };
    }
    let after = |square| board.placed(square, kernel.flips(board, square));
    squares(moves).map(|square| -minimax(kernel, after(square))).max().expect("there are moves")
}

/// Alpha-beta in the order of the squares.
fn alpha_beta<K: Kernel>(kernel: K, board: Board, mut alpha: i32, beta: i32) -> i32 {
    let moves = kernel.moves(board);
    if moves == 0 {
        let passed = board.passed();
        return if kernel.moves(passed) == 0 {
            board.final_score()
        } else {
            -alpha_beta(kernel, passed, -beta, -alpha)
        };
    }
    let mut best = -64;
    for square in squares(moves) {
        let after = board.placed(square, kernel.flips(board, square));
        best = best.max(-alpha_beta(kernel, after, -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

struct Plain(Board);

impl Visitor for Plain {
    type Output = i32;

    fn visit<K: Kernel>(self, kernel: K) -> i32 {
        if self.0.empties() <= 9 { minimax(kernel, self.0) } else { alpha_beta(kernel, self.0, -64, 64) }
    }
}

struct Solve<'a>(Board, Options, &'a mut Table);

impl Visitor for Solve<'_> {
    type Output = Option<i32>;

    fn visit<K: Kernel>(self, kernel: K) -> Option<i32> {
        solve(kernel, self.0, &self.1, self.2, &Budget::default(), &mut ()).score
    }
}

#[test]
fn any_switches_give_the_score_of_plain_search() {
    let count = std::env::var("SEARCHLAB_FUZZ").ok().and_then(|count| count.parse().ok()).unwrap_or(FEW);
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let mut tables: Vec<Table> = [0, 4, 12].map(Table::new).into();
    let mut solved = [0u64; 13];
    for number in 0..count {
        let empties = 7 + (number % 6) as u32;
        let board = position(&mut random, empties);
        let plain = choose(Plain(board));
        let switches = random.next_u64();
        let techniques = Techniques::all_but(|name| {
            Technique::ALL.iter().any(|each| each.name() == name && switches >> *each as u64 & 1 == 1)
        });
        let mode = if below(&mut random, 4) == 0 { Mode::WinLossDraw } else { Mode::Exact };
        let weights = (below(&mut random, 4) > 0).then(shipped);
        let threads = 1 + u32::from(below(&mut random, 16) == 0);
        let options = Options { mode, techniques, weights, threads, ..Options::default() };
        // A table that has seen other positions, under other switches.
        let table = below(&mut random, 3) as usize;
        let score = choose(Solve(board, options, &mut tables[table])).expect("no limit can come");
        let expected = if mode == Mode::Exact { plain } else { plain.signum() };
        assert_eq!(score, expected, "position {number}: {board:?}, {techniques:?}, {mode:?}, {threads} threads");
        solved[empties as usize] += 1;
    }
    eprintln!("equal scores: {:?} positions of 7 to 12 empty squares", &solved[7..]);
}
