//! The features against plain references, their symmetries, and the values that the course's framework gives.

mod mixes;
mod reference;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::features::{FEATURES, count, difference};
use super::{Evaluation, PRESETS, Preset, SCHEME, VALUE_LIMIT, stable_discs};
use crate::othello::board::{Board, Move, Position};
#[cfg(target_arch = "x86_64")]
use crate::othello::kernel::{Avx2, Avx512};
use crate::othello::kernel::{Kernel, LineCounts, Portable};

/// A game of random moves from the start to the end: every position of it.
fn random_game(chance: &mut ChaCha8Rng) -> Vec<Position> {
    let mut game = vec![Position::INITIAL];
    while let Some(position) = game.last().copied()
        && let Some(next) = random_move(position, chance).and_then(|mv| position.after(mv))
    {
        game.push(next);
    }
    game
}

fn random_move(position: Position, chance: &mut ChaCha8Rng) -> Option<Move> {
    let moves = position.moves();
    let choice = (u64::from(chance.next_u32()) * moves.len() as u64) >> 32;
    moves.get(choice as usize).copied()
}

/// Boards from random games, `least` at least, and boards that no game reaches: random discs, up to a full board.
fn random_boards(least: usize, seed: u64) -> Vec<Board> {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let mut boards = Vec::new();
    while boards.len() < least {
        boards.extend(random_game(&mut chance).iter().map(|position| position.board));
        let (own, opponent) = (chance.next_u64(), chance.next_u64());
        let filled = chance.next_u64() | chance.next_u64() | chance.next_u64();
        boards.extend([
            Board { own, opponent: opponent & !own },
            Board { own: own & filled, opponent: !own & filled },
            Board { own, opponent: !own },
            Board { own: own & opponent & filled, opponent: 0 },
        ]);
    }
    boards
}

/// The features one after the other, so that a wrong one is named.
#[test]
fn counts_are_those_of_the_references() {
    let boards = random_boards(20_000, 1);
    for (index, feature) in FEATURES.iter().enumerate() {
        let reference = reference::of(feature.name);
        for &board in &boards {
            let (own, other) = (reference(board), reference(board.passed()));
            assert_eq!(count(index, Portable, board), own, "{} of {board:x?}", feature.name);
            assert_eq!(difference(index, Portable, board), own - other, "difference of {} of {board:x?}", feature.name);
            assert!((own - other).abs() <= feature.most, "bound of {} of {board:x?}", feature.name);
        }
    }
}

#[test]
fn line_counts_of_all_kernels_are_those_of_the_references() {
    let boards = random_boards(30_000, 2);
    let of = |name| reference::of(name);
    let (piece, mobility, corner, flippable) = (of("piece"), of("mobility"), of("corner"), of("flippable"));
    for board in boards {
        let difference = |count: fn(Board) -> i32| count(board) - count(board.passed());
        let expected = LineCounts {
            flippable: difference(flippable) as i16,
            piece: difference(piece) as i8,
            mobility: difference(mobility) as i8,
            corner: difference(corner) as i8,
            is_over: mobility(board) == 0 && mobility(board.passed()) == 0,
        };
        assert_eq!(Portable.line_counts(board), expected, "{board:x?}");
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(kernel) = Avx2::detect() {
                assert_eq!(kernel.line_counts(board), expected, "AVX2: {board:x?}");
            }
            if let Some(kernel) = Avx512::detect() {
                assert_eq!(kernel.line_counts(board), expected, "AVX-512: {board:x?}");
            }
        }
    }
}

#[test]
#[cfg(target_arch = "x86_64")]
fn line_counts_of_all_kernels_are_equal_on_a_million_boards() {
    for board in random_boards(1_000_000, 9) {
        let expected = Portable.line_counts(board);
        assert!(Avx2::detect().is_none_or(|kernel| kernel.line_counts(board) == expected), "AVX2: {board:x?}");
        assert!(Avx512::detect().is_none_or(|kernel| kernel.line_counts(board) == expected), "512: {board:x?}");
    }
}

/// The two ways to the number of discs that moves turn: move by move, and run by run.
#[test]
fn moves_weighted_by_flips_are_the_flippable_discs() {
    let (by_move, by_run) = (SCHEME.place("flip-mobility").unwrap(), SCHEME.place("flippable").unwrap());
    for board in random_boards(20_000, 3) {
        assert_eq!(count(by_move, Portable, board), count(by_run, Portable, board), "{board:x?}");
    }
}

#[test]
fn features_do_not_see_how_the_board_lies() {
    for board in random_boards(20_000, 4) {
        let first: Vec<i32> = (0..FEATURES.len()).map(|index| difference(index, Portable, board)).collect();
        for (which, lies) in reference::turned_and_mirrored(board).into_iter().enumerate() {
            for (index, &expected) in first.iter().enumerate() {
                // Its fault tells the sides from the top and the bottom.
                if FEATURES[index].name == "flippable-as-coded" && which & 1 == 1 {
                    continue;
                }
                assert_eq!(difference(index, Portable, lies), expected, "{} of {lies:x?}", FEATURES[index].name);
            }
        }
    }
}

/// Theorem: what `stable` and `anchored` count is never turned again.
#[test]
fn stable_discs_stay_in_all_games() {
    let mut chance = ChaCha8Rng::seed_from_u64(5);
    let mut claimed = 0;
    for _ in 0..5_000 {
        // Discs claimed for the side to move, and for the other.
        let (mut own, mut other) = (0, 0);
        for position in random_game(&mut chance) {
            let board = position.board;
            (own, other) = (other, own);
            // The sides take turns, passes included; at the start nothing is claimed.
            assert_eq!((own & !board.own, other & !board.opponent), (0, 0), "{board:x?}");
            own |= stable_discs(board);
            other |= stable_discs(board.passed());
            claimed += u64::from((own | other).count_ones());
        }
    }
    assert!(claimed > 1_000_000, "only {claimed} discs were claimed");
}

/// Games from one position on, so that much different play meets the same claims.
#[test]
fn stable_discs_stay_in_many_games_from_a_position() {
    let mut chance = ChaCha8Rng::seed_from_u64(6);
    for _ in 0..100 {
        let game = random_game(&mut chance);
        let start = game[game.len() * 3 / 5];
        let stable = [stable_discs(start.board), stable_discs(start.board.passed())];
        for _ in 0..50 {
            let mut position = start;
            while let Some(next) = random_move(position, &mut chance).and_then(|mv| position.after(mv)) {
                position = next;
                let [own, other] = if position.side == start.side { stable } else { [stable[1], stable[0]] };
                let lost = (own & !position.board.own) | (other & !position.board.opponent);
                assert_eq!(lost, 0, "from {start:x?} to {position:x?}");
            }
        }
    }
}

#[test]
fn anchored_discs_are_stable() {
    let anchored = SCHEME.place("anchored").unwrap();
    for board in random_boards(20_000, 7) {
        let stable = stable_discs(board);
        assert!(count(anchored, Portable, board) <= stable.count_ones() as i32, "{board:x?}");
        assert_eq!(stable & !board.own, 0, "{board:x?}");
    }
}
