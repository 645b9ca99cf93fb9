//! All kernels against each other, and against a walk from square to square.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::super::board::{Board, Square, squares};
use super::batch::{Lanes, Queue};
use super::{Kernel, Portable, Visitor, available, choose, choose_named};
use crate::long::is_long;

/// The boards of a test, few of them where Miri interprets each instruction.
fn few_in_miri(count: usize) -> usize {
    if cfg!(miri) { 48 } else { count }
}

/// The flips as the rules state them.
fn walked_flips(board: Board, square: Square) -> u64 {
    let mut flips = 0;
    for (column_step, row_step) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
        let mut run = 0;
        let (mut column, mut row) = (square.column() as i8 + column_step, square.row() as i8 + row_step);
        while let Some(next) = Square::at(column as u8, row as u8) {
            if board.opponent & next.bit() != 0 {
                run |= next.bit();
            } else {
                if board.own & next.bit() != 0 {
                    flips |= run;
                }
                break;
            }
            (column, row) = (column + column_step, row + row_step);
        }
    }
    flips
}

fn walked_moves(board: Board) -> u64 {
    squares(board.empty()).filter(|&square| walked_flips(board, square) != 0).map(Square::bit).sum()
}

/// At least `count` positions from random games, passes played.
fn played(seed: u64, count: usize) -> Vec<Board> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut boards = Vec::with_capacity(count + 64);
    while boards.len() < count {
        let mut board = Board::INITIAL;
        loop {
            boards.push(board);
            let moves = board.moves();
            if moves != 0 {
                let nth = random.next_u32() % moves.count_ones();
                let square = squares(moves).nth(nth as usize).expect("fewer than there are");
                board = board.placed(square, board.flips(square));
            } else if board.is_over() {
                break;
            } else {
                board = board.passed();
            }
        }
    }
    boards
}

/// Random discs, from few to many.
fn scattered(seed: u64, count: usize) -> Vec<Board> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut bits = move |density: u32| match density % 4 {
        0 => random.next_u64() & random.next_u64() & random.next_u64(),
        1 => random.next_u64() & random.next_u64(),
        2 => random.next_u64(),
        _ => random.next_u64() | random.next_u64(),
    };
    let mut board = |number: u32| {
        let (own, opponent) = (bits(number), bits(number / 4));
        if number & 16 == 0 {
            Board { own: own & !opponent, opponent }
        } else {
            Board { own, opponent: opponent & !own }
        }
    };
    (0..count as u32).map(&mut board).collect()
}

/// Compares a kernel with the portable one: the moves of both sides, the flips on all empty squares.
struct Compare<'b>(&'b [Board]);

impl Visitor for Compare<'_> {
    type Output = ();

    fn visit<K: Kernel>(self, kernel: K) {
        for &board in self.0 {
            kernel.call(
                #[inline(always)]
                || {
                    assert_eq!(kernel.moves(board), Portable.moves(board), "{}: {board:?}", K::NAME);
                    let passed = board.passed();
                    assert_eq!(kernel.moves(passed), Portable.moves(passed), "{}: {passed:?}", K::NAME);
                    for square in squares(board.empty()) {
                        let flips = kernel.flips(board, square);
                        assert_eq!(flips, Portable.flips(board, square), "{}: {board:?} {square}", K::NAME);
                    }
                },
            );
        }
        for eight in self.0.chunks_exact(8) {
            kernel.call(|| compare_eight(kernel, eight));
        }
    }
}

/// Compares the methods for eight boards with those for one, and makes all moves by the queue.
fn compare_eight<K: Kernel>(kernel: K, boards: &[Board]) {
    let own: Lanes = std::array::from_fn(|lane| boards[lane].own);
    let opponent: Lanes = std::array::from_fn(|lane| boards[lane].opponent);
    let moves = kernel.moves_of_eight(&own, &opponent);
    let mut left = Vec::new();
    for (board, moves) in boards.iter().zip(moves) {
        assert_eq!(moves, board.moves(), "{}: {board:?}", K::NAME);
        left.extend(squares(moves).map(|square| (board.own, board.opponent, square.bit())));
    }
    let mut queue = Queue::default();
    kernel.queue_moves(&mut queue, &own, &opponent, &moves);
    assert_eq!(queue.len(), left.len());
    let mut queued = Vec::new();
    while !queue.is_empty() {
        let (count, [own, opponent, discs]) = queue.pop();
        let flips = kernel.flips_on_eight(&own, &opponent, &discs);
        assert!(flips[count..].iter().all(|&flips| flips == 0), "empty boards have nothing to turn");
        for lane in 0..count {
            let board = Board { own: own[lane], opponent: opponent[lane] };
            let square = Square::lowest(discs[lane]).expect("a disc");
            assert_eq!(flips[lane], board.flips(square), "{}: {board:?} {square}", K::NAME);
            queued.push((own[lane], opponent[lane], discs[lane]));
        }
    }
    left.sort_unstable();
    queued.sort_unstable();
    assert_eq!(queued, left, "{}", K::NAME);
}

fn compare_all(boards: &[Board]) {
    for name in available() {
        choose_named(name, Compare(boards)).expect("it is there");
    }
}

#[test]
fn kernels_are_equal_on_played_positions() {
    compare_all(&played(1, few_in_miri(if is_long() { 1_000_000 } else { 200_000 })));
}

#[test]
fn kernels_are_equal_on_random_discs() {
    compare_all(&scattered(2, few_in_miri(200_000)));
}

#[test]
fn the_portable_kernel_obeys_the_rules() {
    let count = few_in_miri(20_000);
    for board in played(3, count).into_iter().chain(scattered(4, count)) {
        assert_eq!(Portable.moves(board), walked_moves(board), "{board:?}");
        for square in squares(board.empty()) {
            assert_eq!(Portable.flips(board, square), walked_flips(board, square), "{board:?} {square}");
        }
    }
}

/// A disc of the other side on each square of a line, or all but one: runs that reach the edges.
#[test]
fn kernels_are_equal_on_full_lines() {
    let mut boards = Vec::new();
    for square in squares(u64::MAX) {
        let all = !square.bit();
        boards.push(Board { own: 0, opponent: all });
        boards.extend(squares(all).map(|own| Board { own: own.bit(), opponent: all ^ own.bit() }));
        boards.extend(squares(all).map(|empty| Board { own: 0, opponent: all ^ empty.bit() }));
    }
    let all = boards.len();
    compare_all(&boards.into_iter().step_by(all / few_in_miri(all)).collect::<Vec<_>>());
}

#[test]
fn the_fastest_comes_first() {
    struct Name;

    impl Visitor for Name {
        type Output = &'static str;

        fn visit<K: Kernel>(self, _: K) -> &'static str {
            K::NAME
        }
    }

    // Builds that check themselves pass over the fastest.
    let known = available().into_iter().find(|&name| !cfg!(debug_assertions) || name != "avx512");
    assert_eq!(Some(choose(Name)), known);
    assert_eq!(available().last(), Some(&Portable::NAME));
    assert_eq!(choose_named("abacus", Name), None);
}

#[test]
fn queues_close_up() {
    let mut queue = Queue::default();
    queue.push(Board::INITIAL, 0x0fff);
    assert_eq!(queue.pop().0, 8);
    queue.close_up();
    queue.push(Board::INITIAL.passed(), 1 << 63);
    let (count, [own, _, discs]) = queue.pop();
    assert_eq!((count, discs), (5, [0x100, 0x200, 0x400, 0x800, 1 << 63, 0, 0, 0]));
    assert_eq!(own[3..6], [Board::INITIAL.own, Board::INITIAL.opponent, 0]);
    assert!(queue.is_empty());
}
