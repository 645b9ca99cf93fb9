//! Checks against naive boards, published counts and published values.

use std::collections::{HashMap, HashSet};

use super::board::{Column, Position, Size};
use super::evaluation::{Evaluation, features};
use super::perft::perft;
use super::{format, playout};
use crate::Side;
use crate::long::is_long;
use searchlab_search::budget::{Budget, Status};
use searchlab_search::game::{
    Evaluator, Found, Game, GameAlgorithm, Options, Ordering, OrderingHeuristic, Outcome, Replacement, Table, Task,
    alphabeta, alphabeta_as_coded, alphabeta_tt, minimax, minimax_memo, mtd, mtd_decider, pvs,
};
use searchlab_trial::diagnostic::Source;

fn size(columns: usize, rows: usize) -> Size {
    Size::new(columns, rows).expect("a possible size")
}

fn all_sizes() -> impl Iterator<Item = Size> {
    (0..=20).flat_map(|columns| (0..=20).filter_map(move |rows| Size::new(columns, rows)))
}

fn position(text: &str) -> Position {
    format::read(&Source::new("position", text), Size::STANDARD).unwrap_or_else(|error| panic!("{error}"))
}

/// All windows of four on a board, cell by cell.
fn windows(size: Size) -> impl Iterator<Item = [(u8, u8); 4]> {
    let cells = (0..size.columns()).flat_map(move |column| (0..size.rows()).map(move |row| (column, row)));
    cells.flat_map(move |(column, row)| {
        [(0, 1), (1, -1), (1, 0), (1, 1)].into_iter().filter_map(move |(across, up): (i8, i8)| {
            let cell = |step: i8| Some((column.checked_add_signed(step * across)?, row.checked_add_signed(step * up)?));
            let window = [cell(0)?, cell(1)?, cell(2)?, cell(3)?];
            window.iter().all(|&(column, row)| column < size.columns() && row < size.rows()).then_some(window)
        })
    })
}

fn discs_in(position: &Position, window: [(u8, u8); 4]) -> [usize; 2] {
    let discs = window.map(|(column, row)| position.disc(Column(column), row));
    Side::BOTH.map(|side| discs.iter().filter(|&&disc| disc == Some(side)).count())
}

fn random_positions(games: u64) -> impl Iterator<Item = Position> {
    all_sizes().flat_map(move |size| {
        (0..games).flat_map(move |seed| {
            let mut position = Position::new(size);
            let rest = playout::game(size, seed).into_iter().map(move |column| {
                position.make(column);
                position
            });
            [Position::new(size)].into_iter().chain(rest)
        })
    })
}

#[test]
fn sizes() {
    let sizes: Vec<String> = all_sizes().map(|size| size.to_string()).collect();
    let all: Vec<String> = (4..=8).flat_map(|columns| (4..=8).map(move |rows| format!("{columns}x{rows}"))).collect();
    assert_eq!(sizes, all[..24], "all but 8x8");
    for size in all_sizes() {
        assert_eq!(size.board().count_ones(), size.cells());
        let mut columns: Vec<u8> = Position::new(size).moves().map(|column| column.0).collect();
        assert_eq!(columns[0], size.columns() / 2);
        let far = |column: u8| (2 * column + 1).abs_diff(size.columns());
        assert!(columns.is_sorted_by_key(|&column| far(column)), "{columns:?}");
        columns.sort_unstable();
        assert!(columns.into_iter().eq(0..size.columns()));
    }
}

/// Counted by many programs, and equal to 7^n up to the first column that is full: 7^7 - 7 and so on.
#[test]
fn perft_of_the_empty_board() {
    let leaves = [1, 7, 49, 343, 2401, 16_807, 117_649, 823_536, 5_673_234];
    for (depth, leaves) in (0..).zip(leaves) {
        assert_eq!(perft(Position::new(Size::STANDARD), depth), leaves, "depth {depth}");
    }
}

#[test]
#[ignore = "long; run with --release"]
fn perft_of_the_empty_board_to_nine_plies() {
    assert_eq!(perft(Position::new(Size::STANDARD), 9), 39_394_572);
}

#[test]
fn games_end_where_a_naive_board_says() {
    let mut wins = 0;
    for position in random_positions(if is_long() { 400 } else { 40 }) {
        let mover = position.side().other();
        let four = |window: &[(u8, u8); 4]| discs_in(&position, *window)[mover.index()] == 4;
        let fours: Vec<_> = windows(position.size()).filter(four).collect();
        assert_eq!(position.is_won(), !fours.is_empty(), "\n{position}");
        wins += usize::from(position.is_won());
        let is_over = position.is_won() || position.discs() == position.size().cells();
        assert_eq!((position.outcome().is_some(), Position::moves(&position).next().is_none()), (is_over, is_over));
    }
    assert!(wins > 500, "{wins}");
}

#[test]
fn features_are_those_of_naive_counting() {
    for position in random_positions(if is_long() { 100 } else { 10 }).filter(|position| position.outcome().is_none()) {
        let mut counts = [0; 3];
        for window in windows(position.size()) {
            let discs = discs_in(&position, window);
            let (own, other) = (discs[position.side().index()], discs[position.side().other().index()]);
            match (own, other) {
                (1.., 0) => counts[own - 1] += 1,
                (0, 1..) => counts[other - 1] -= 1,
                _ => {}
            }
        }
        assert_eq!(features(&position), counts, "\n{position}");
        assert_eq!(Evaluation::default().evaluate(&position), counts[0] + 4 * counts[1] + 16 * counts[2]);
        assert_eq!(Evaluation::PLAIN.evaluate(&position), 0);
    }
    assert_eq!(all_sizes().map(|size| windows(size).count()).max(), Some(107));
}

#[test]
fn moves_are_made_and_taken_back() {
    for before in random_positions(5) {
        let mut position = before;
        let mut moves = Vec::new();
        Game::moves(&before, |column| moves.push(column));
        assert!(moves.iter().copied().eq(Position::moves(&before)));
        assert_eq!(moves.is_empty(), position.outcome().is_some());
        for (number, &column) in (0..).zip(&moves) {
            assert_eq!(before.draw(|_| number), Some(column));
            let (key, replies) = (position.key_after(column), position.replies(column));
            let undo = position.make(column);
            assert_eq!(before.after(column), Some(position));
            assert_eq!((position.key(), (Position::moves(&position).count() as u32, key)), (key, replies));
            assert_eq!(position.side(), before.side().other());
            assert_eq!(Game::side(&position), position.side().index());
            let discs =
                Side::BOTH.map(|side| if side == position.side() { position.own } else { position.own ^ position.all });
            assert_eq!(Position::from_discs(position.size(), discs), Some(position));
            position.unmake(column, undo);
            assert_eq!(position, before);
        }
        for column in (0..=255).map(Column).filter(|column| !moves.contains(column)) {
            assert_eq!(before.after(column), None);
        }
    }
}

#[test]
fn outcomes() {
    let cases = [("4152637", Some(Outcome::Lost)), ("1212121", Some(Outcome::Lost)), ("415263", None)];
    for (moves, outcome) in cases {
        assert_eq!(position(moves).outcome(), outcome, "{moves}");
    }
    let full = "XXOOXXO\nOOXXOOX\nXXOOXXO\nOOXXOOX\nXXOOXXO\nOOXXOOX";
    assert_eq!(position(full).outcome(), Some(Outcome::Drawn));
}

/// 161,029 positions can be reached on 4 by 4 (Tromp's page): as many keys.
#[test]
fn positions_have_keys_of_their_own() {
    let mut seen = HashSet::new();
    let mut open = vec![Position::new(size(4, 4))];
    while let Some(position) = open.pop() {
        if seen.insert(position.key()) {
            open.extend(Position::moves(&position).filter_map(|column| position.after(column)));
        }
    }
    assert_eq!(seen.len(), 161_029);
    let empty: HashSet<u64> = all_sizes().map(|size| Position::new(size).key()).collect();
    assert_eq!(empty.len(), 24);
}

/// Minimax with a memory over columns of letters and lists of windows: nothing of the world but the size. 1, 0 or -1.
fn naive_value(
    board: &mut Vec<Vec<u8>>,
    windows: &[[(u8, u8); 4]],
    rows: usize,
    memory: &mut HashMap<Vec<u8>, i8>,
) -> i8 {
    let text = board.join(&b'/');
    if let Some(&value) = memory.get(&text) {
        return value;
    }
    let is_four = |four: &[(u8, u8); 4], disc| {
        four.iter().all(|&(column, row)| board[usize::from(column)].get(usize::from(row)) == Some(&disc))
    };
    let discs = board.iter().map(Vec::len).sum::<usize>();
    let (own, other) = if discs % 2 == 0 { (b'X', b'O') } else { (b'O', b'X') };
    let value = if windows.iter().any(|four| is_four(four, other)) {
        -1
    } else {
        let mut best = None;
        for column in 0..board.len() {
            if board[column].len() < rows && best != Some(1) {
                board[column].push(own);
                best = best.max(Some(-naive_value(board, windows, rows, memory)));
                board[column].pop();
            }
        }
        best.unwrap_or(0)
    };
    memory.insert(text, value);
    value
}

fn search<A: GameAlgorithm>(
    position: Position,
    evaluator: &impl Evaluator<Position>,
    options: &Options,
    bits: u32,
) -> Found<Column> {
    let (mut game, budget) = (position, Budget::default());
    let mut table = Table::new(bits, Replacement::TwoSlot).expect("a table");
    let task = Task { game: &mut game, evaluator, options, table: &mut table, budget: &budget, observer: &mut () };
    let found = A::search(task);
    assert_eq!((found.status, game), (Status::Complete, position), "{}", A::ABOUT.name);
    found
}

fn value_of_the_empty_board(size: Size) -> i32 {
    value_of(Position::new(size))
}

/// 1 for a win of the side to move, 0 for a draw, -1 for a loss.
fn value_of(position: Position) -> i32 {
    let ordering = Ordering::new(&[
        OrderingHeuristic::Table,
        OrderingHeuristic::Killer,
        OrderingHeuristic::History,
        OrderingHeuristic::Static,
    ]);
    let options = Options { ordering, ..Options::to_depth(position.size().cells()) };
    search::<pvs::Pvs>(position, &Evaluation::PLAIN, &options, 20).value.signum()
}

/// Columns, rows, value for the side that begins: the table of tromp.github.io/c4/c4.html.
const SOLVED: [(usize, usize, i32); 4] = [(4, 4, 0), (5, 4, 0), (4, 5, 0), (4, 6, 0)];

/// Columns, rows, and for each column of the first disc who wins: 1 its side, 0 nobody, -1 the other.
const BY_COLUMN: [(usize, usize, &[i32]); 3] =
    [(4, 4, &[0, 0, 0, 0]), (5, 4, &[-1, 0, 0, 0, -1]), (4, 5, &[0, 0, 0, 0])];

/// The same; seconds to minutes each.
const SOLVED_LONG: [(usize, usize, i32); 5] = [(5, 5, 0), (6, 4, -1), (4, 7, 0), (7, 4, 0), (6, 5, 0)];

#[test]
fn small_boards_have_the_published_values() {
    for (columns, rows, value) in SOLVED {
        assert_eq!(value_of_the_empty_board(size(columns, rows)), value, "{columns}x{rows}");
    }
}

#[test]
#[ignore = "long; run with --release"]
fn larger_boards_have_the_published_values() {
    for (columns, rows, value) in SOLVED_LONG {
        assert_eq!(value_of_the_empty_board(size(columns, rows)), value, "{columns}x{rows}");
    }
}

/// The value of each first move for the side that makes it, by two searches that share no line.
#[test]
fn who_wins_by_column() {
    for (columns, rows, expected) in BY_COLUMN {
        let (size, mut memory) = (size(columns, rows), HashMap::new());
        let windows: Vec<_> = windows(size).collect();
        let empty = Position::new(size);
        for column in 0..columns {
            let after = empty.after(Column(column as u8)).unwrap();
            assert_eq!(-value_of(after), expected[column], "{columns}x{rows}, column {column}");
            if is_long() || columns == 4 && rows == 4 {
                let mut board = vec![Vec::new(); columns];
                board[column].push(b'X');
                let naive = naive_value(&mut board, &windows, rows, &mut memory);
                assert_eq!(-i32::from(naive), expected[column], "{columns}x{rows}, column {column}");
            }
        }
    }
}

#[test]
fn minimax_of_its_own_gives_the_published_values() {
    for (columns, rows, value) in SOLVED.into_iter().take(if is_long() { 3 } else { 1 }) {
        let (size, mut memory) = (size(columns, rows), HashMap::new());
        let windows: Vec<_> = windows(size).collect();
        let naive = naive_value(&mut vec![Vec::new(); columns], &windows, rows, &mut memory);
        assert_eq!(i32::from(naive), value, "{columns}x{rows}");
    }
}

#[test]
#[ignore = "minutes and 5 GB; run with --release"]
fn minimax_of_its_own_gives_the_published_values_of_larger_boards() {
    for (columns, rows, value) in [SOLVED[3], SOLVED_LONG[0], SOLVED_LONG[1]] {
        let (size, mut memory) = (size(columns, rows), HashMap::new());
        let windows: Vec<_> = windows(size).collect();
        let naive = naive_value(&mut vec![Vec::new(); columns], &windows, rows, &mut memory);
        assert_eq!(i32::from(naive), value, "{columns}x{rows}");
    }
}

macro_rules! each_algorithm {
    ($check:ident $arguments:tt) => {
        $check::<minimax::MiniMax, _> $arguments;
        $check::<minimax_memo::MiniMaxMemo, _> $arguments;
        $check::<alphabeta::AlphaBeta, _> $arguments;
        $check::<alphabeta_tt::AlphaBetaTt, _> $arguments;
        $check::<pvs::Pvs, _> $arguments;
        $check::<mtd::MtdF, _> $arguments;
        $check::<mtd::SssStar, _> $arguments;
        $check::<mtd::DualStar, _> $arguments;
        $check::<mtd::MtdBi, _> $arguments;
        $check::<mtd::MtdStep, _> $arguments;
        $check::<alphabeta_as_coded::AlphaBetaAsCoded, _> $arguments;
        $check::<mtd_decider::MtdDecider, _> $arguments;
    };
}

fn agrees<A: GameAlgorithm, E: Evaluator<Position>>(position: Position, evaluator: &E, options: &Options, value: i32) {
    let found = search::<A>(position, evaluator, options, 10);
    assert_eq!(found.value, value, "{} {options:?}\n{position}", A::ABOUT.name);
    let end = found.line.iter().try_fold(position, |position, &column| position.after(column)).expect("legal moves");
    let sign = if found.line.len().is_multiple_of(2) { 1 } else { -1 };
    if found.line.len() as u32 == options.depth || end.outcome().is_some() {
        assert_eq!(sign * evaluator.leaf(&end, found.line.len() as u32), value, "{} {options:?}", A::ABOUT.name);
    }
}

fn all_agree(position: Position, evaluator: &impl Evaluator<Position>) {
    let orderings = [
        &[][..],
        &[OrderingHeuristic::Table, OrderingHeuristic::Killer, OrderingHeuristic::Static],
        &[OrderingHeuristic::FewestReplies],
    ];
    for depth in [1, 3, 4] {
        let value = search::<minimax::MiniMax>(position, evaluator, &Options::to_depth(depth), 4).value;
        for (index, ordering) in orderings.into_iter().map(Ordering::new).enumerate() {
            let options = Options { ordering, deepening: index > 0, ..Options::to_depth(depth) };
            each_algorithm!(agrees(position, evaluator, &options, value));
        }
    }
}

#[test]
fn every_algorithm_agrees_with_minimax() {
    let sizes = [size(4, 4), size(5, 4), Size::STANDARD, size(8, 7), size(7, 8)];
    for seed in 0..if is_long() { 60 } else { 12 } {
        let size = sizes[seed as usize % sizes.len()];
        let position = playout::random_position(size, seed, (seed % 5 * 4) as usize);
        all_agree(position, &Evaluation::default());
        all_agree(position, &Evaluation::PLAIN);
    }
}

/// O can stop one end of the row only.
#[test]
fn a_row_of_three_with_two_open_ends_wins() {
    let threat = position(".......\n.......\n.......\n.......\n...OO..\n..XXX..");
    assert_eq!(threat.side(), Side::White);
    let found = search::<mtd::MtdF>(threat, &Evaluation::PLAIN, &Options::to_depth(3), 10);
    assert_eq!(found.value.signum(), -1);
    assert_eq!(searchlab_search::game::score::plies_to_end(found.value), Some(2));
}

#[test]
fn text_is_read_back() {
    for before in random_positions(5) {
        let source = Source::new("picture", before.to_string());
        assert_eq!(format::read(&source, Size::STANDARD), Ok(before), "\n{before}");
        let spaced: String = before.to_string().to_lowercase().chars().flat_map(|cell| [cell, ' ']).collect();
        assert_eq!(format::read_picture(&Source::new("picture", format!("# here\n\n{spaced}\r\n"))), Ok(before));
    }
    for size in all_sizes() {
        let moves = playout::game(size, 3);
        let text: String = moves.iter().map(Column::to_string).collect();
        assert_eq!(format::read_moves(&Source::new("moves", text.as_str()), Position::new(size)), Ok(moves.clone()));
        let spaced: String = text.chars().flat_map(|digit| [digit, ',', '\n']).collect();
        assert_eq!(format::read_moves(&Source::new("moves", spaced), Position::new(size)), Ok(moves));
    }
    assert_eq!(position("4455").to_string(), ".......\n.......\n.......\n.......\n...OO..\n...XX..");
}

#[test]
fn what_is_wrong_is_named_at_its_place() {
    let rows = |last: &str| format!("....\n....\n....\n{last}");
    for (text, parts) in [
        ("", &["no position", "columns like 4455"][..]),
        ("# nothing\n", &["no position"]),
        ("hello", &["'h' in a position", "position:1:1", "columns like 4455"]),
        ("44x5", &["move 3, 'x', is not legal", "position:1:3", "from 1 to 7"]),
        ("4408", &["move 3, '0', is not legal", "position:1:3"]),
        ("44\n 8", &["move 3, '8', is not legal", "position:2:2"]),
        ("4444444", &["move 7, '4', is not legal", "position:1:7", "column 4 is full"]),
        ("12121213", &["move 8, '3', is not legal", "position:1:8", "has ended"]),
        ("4é", &["move 2, 'é', is not legal", "position:1:2"]),
        (&rows("X..?"), &["'?' in a position", "position:4:4"]),
        (&rows("X..."), &[]),
        (&rows("XO.XX"), &["not a board", "position:4:1", "5 cells; the first of 4 rows has 4"]),
        ("...\n...", &["3 cells; the first of 2 rows has 3", "4 to 8 columns"]),
        (".", &["1 cells; the first of 1 rows has 1"]),
        (&"........\n".repeat(8), &["not a board of a possible size", "not 8 of both"]),
        ("....\nX...\n....\n.O..", &["a disc above an empty cell", "position:2:1"]),
        (&rows("XXX."), &["3 X and 0 O", "one more"]),
        (&rows("OO.."), &["0 X and 2 O"]),
        ("....\n....\nXXX.\nOOOO", &["3 X and 4 O"]),
        ("....\n....\nOOO.\nXXXX", &[]),
        ("....\n....\nOOOO\nXXXX", &["no game leads", "4 X and 4 O", "after four in a row"]),
        ("....\nXX..\nXXX.\nOOOO", &["no game leads", "5 X and 4 O", "position:1:1"]),
    ] {
        let read = format::read(&Source::new("position", text), Size::STANDARD);
        match read {
            Ok(_) => assert!(parts.is_empty(), "{text}"),
            Err(error) => {
                let shown = error.to_string();
                assert!(!parts.is_empty() && parts.iter().all(|part| shown.contains(part)), "{text}\n{shown}");
            }
        }
    }
}

#[test]
fn lines_for_the_terminal() {
    let lines = format::lines(&position("....\n....\nO.OO\nXXXX"));
    assert_eq!(lines, [" . . . .", " . . . .", " O . O O", " X X X X", " 1 2 3 4"]);
}

#[test]
fn games_of_seeds_are_fixed() {
    for seed in 0..50 {
        let moves = playout::game(Size::STANDARD, seed);
        for plies in 0..=moves.len() + 1 {
            let end = moves.iter().take(plies).fold(Position::new(Size::STANDARD), |at, &column| at.played(column));
            assert_eq!(playout::random_position(Size::STANDARD, seed, plies), end);
        }
    }
    // Any change of these games changes every experiment on seeded positions.
    let written = |seed| playout::game(Size::STANDARD, seed).iter().map(Column::to_string).collect::<String>();
    assert_eq!([written(0), written(1)], ["317613242354641345", "6575517771345131"]);
}
