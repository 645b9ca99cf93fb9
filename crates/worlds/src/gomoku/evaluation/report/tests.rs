//! The scores of the course report against a port of its rule that shares nothing with them: a board of characters, the
//! table written down case by case.

use super::super::super::board::{Point, Position, Rule, Setting};
use super::super::super::game::{Candidates, Gomoku};
use super::super::super::{Evaluation, playout};
use super::*;
use searchlab_search::game::{Evaluator, Game};

/// A board as characters, row by row from the top: `x` black, `o` white, `.` empty.
type Board = Vec<Vec<char>>;

/// The steps in columns and rows: right, down, down-right, up-right.
const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

fn cell(board: &Board, column: i32, row: i32) -> Option<char> {
    let row = board.get(usize::try_from(row).ok()?)?;
    row.get(usize::try_from(column).ok()?).copied()
}

/// Score of the stone at a cell in a direction, and whether it begins a five.
#[expect(clippy::match_same_arms, reason = "one arm for each entry of the table")]
fn ported_entry(board: &Board, (column, row): (i32, i32), (right, down): (i32, i32)) -> (i32, bool) {
    let at = |step: i32| cell(board, column + step * right, row + step * down);
    let cells: Vec<char> = (0..5).map_while(at).collect();
    if cells.len() < 5 {
        return (0, false);
    }
    let mine = cells[0];
    let closed = at(-1) != Some('.');
    let opposing: Vec<usize> = (1..5).filter(|&i| cells[i] != '.' && cells[i] != mine).collect();
    let until = opposing.first().copied().unwrap_or(5);
    let n = cells[..until].iter().filter(|&&sign| sign == mine).count();
    let own = |i: usize| cells[i] == mine;
    let blocked = !opposing.is_empty();
    let pos = opposing.last().copied().unwrap_or(0);
    let score = match (closed, blocked, n) {
        (_, _, 5) => return (0, true),
        (true, true, _) => 0,
        (true, false, 1) => 1,
        (true, false, 2) if own(1) || own(2) => 5,
        (true, false, 2) => 1,
        (true, false, 3) if own(4) => 5,
        (true, false, 3) => 200,
        (true, false, _) => 2000,
        (false, true, 1) => 1,
        (false, true, 2) if pos == 2 => 5,
        (false, true, 2) if pos == 3 => {
            if own(2) {
                5
            } else {
                100
            }
        }
        (false, true, 2) if pos == 4 => {
            if own(3) {
                5
            } else {
                100
            }
        }
        (false, true, 3) if pos == 3 => 200,
        (false, true, 3) if pos == 4 => {
            if own(3) {
                200
            } else {
                1000
            }
        }
        (false, true, 2 | 3) => 0,
        (false, true, _) => 2000,
        (false, false, 1) => 10,
        (false, false, 2) if own(1) || own(2) => 100,
        (false, false, 2) => 5,
        (false, false, 3) if own(4) => 200,
        (false, false, 3) => 1000,
        (false, false, _) if own(4) => 2000,
        (false, false, _) => 100_000,
    };
    (score, false)
}

/// Score of a side, and whether it has five.
fn ported_side(board: &Board, mine: char) -> (i32, bool) {
    let mut entries = Vec::new();
    for (row, signs) in (0..).zip(board) {
        for (column, _) in (0..).zip(signs).filter(|&(_, &sign)| sign == mine) {
            for step in STEPS {
                let (score, is_five) = ported_entry(board, (column, row), step);
                if is_five {
                    return (1_000_000, true);
                }
                entries.push(score);
            }
        }
    }
    let strong = entries.iter().filter(|&&entry| entry >= 1000).count();
    (if strong >= 2 { 100_000 } else { entries.iter().sum() }, false)
}

/// Value for the side to move.
fn ported(board: &Board, to_move: char) -> i32 {
    let other = if to_move == 'x' { 'o' } else { 'x' };
    match (ported_side(board, to_move), ported_side(board, other)) {
        ((_, true), _) => 1_000_000,
        (_, (_, true)) => -1_000_000,
        ((own, _), (theirs, _)) => own - theirs,
    }
}

fn board_of(position: &Position) -> Board {
    let Setting { width, height, .. } = position.setting();
    let sign = |column: u8, row: u8| match position.at(Point::new(column.into(), row.into())) {
        Some(Side::Black) => 'x',
        Some(Side::White) => 'o',
        None => '.',
    };
    (0..height).map(|row| (0..width).map(|column| sign(column, row)).collect()).collect()
}

/// The value by the evaluation as it is searched with: of a finished game at the root, else of the leaf.
fn value(position: &Position) -> i32 {
    let evaluation: Evaluation = "ustc".parse().unwrap();
    let game = Gomoku::new(position, Candidates::All);
    if game.outcome().is_some() { evaluation.finished(&game, 0) } else { evaluation.evaluate(&game) }
}

#[test]
fn the_port_of_the_report_agrees_on_every_position() {
    let sizes = [(15, 15), (20, 20), (9, 9), (7, 12), (5, 5), (22, 6)];
    let (mut count, mut fives, mut strong) = (0, 0, 0);
    for (width, height) in sizes {
        let setting = Setting { width, height, rule: Rule::Freestyle };
        for seed in 0..60 {
            let most = usize::from(width) * usize::from(height) / 2;
            let random = playout::random_position(seed, 1 + seed as usize * 7 % most, setting);
            let played = playout::positions(seed, setting).into_iter().nth(seed as usize % 30);
            for position in [Some(random), played, Some(playout::game(seed, setting))].into_iter().flatten() {
                let to_move = if position.side() == Side::Black { 'x' } else { 'o' };
                let expected = ported(&board_of(&position), to_move);
                assert_eq!(value(&position), expected, "{:?}", board_of(&position));
                count += 1;
                fives += i32::from(expected.abs() == 1_000_000);
                strong += i32::from((90_000..1_000_000).contains(&expected.abs()));
            }
        }
    }
    assert!(count >= 800 && fives >= 100 && strong >= 50, "{count} positions, {fives} fives, {strong} strong");
}

/// Score of black in a row, without what its stones score down, down-right and up-right.
fn along(text: &str) -> i32 {
    let setting = Setting { width: text.len() as u8, height: 9, rule: Rule::Freestyle };
    let mut position = Position::empty(setting);
    for (column, sign) in text.chars().enumerate() {
        match sign {
            'x' => position.put(Point::new(column, 4), Side::Black).unwrap(),
            'o' => position.put(Point::new(column, 4), Side::White).unwrap(),
            _ => {}
        }
    }
    let patterns = Patterns::new(&position);
    let fits = |column: usize, step: usize| step == 0 || column + 4 < text.len();
    // Down the window lies within nine rows, and its cell before is empty: an open one of 10. On the diagonals it must
    // not leave the board on the right; at the left edge the cell before lies off the board, and the one is closed.
    let others: i32 = text
        .char_indices()
        .filter(|&(_, sign)| sign == 'x')
        .flat_map(|(column, _)| (0..3).map(move |step| (column, step)))
        .filter(|&(column, step)| fits(column, step))
        .map(|(column, step)| if step > 0 && column == 0 { 1 } else { 10 })
        .sum();
    score(&patterns, Side::Black) - others
}

/// Shapes of the table by hand, each with what its other stones score besides.
#[test]
fn shapes_by_hand() {
    for (text, expected) in [
        // 010101: the sleeping three, then an open two and an open one, both closed by no stone before.
        (".x.x.x......", 200 + 100 + 10),
        // Two stones further apart than a step.
        (".x..x.......", 5 + 10),
        (".x...x......", 5 + 10),
        (".x.x........", 100 + 10),
        // The second stone has one before it: closed.
        (".xx.........", 100 + 1),
        (".xxx........", 1_000 + 5 + 1),
        ("oxxx........", 200 + 5 + 1),
        (".xxxo.......", 200),
        (".xxx.o......", 1_000),
        (".xx.xo......", 200 + 1),
        ("xxx.........", 200 + 5 + 1),
        (".xxxx.......", 100_000 + 200 + 5 + 1),
        (".xxxxo......", 2_000),
        ("oxxxx.......", 2_000 + 200 + 5 + 1),
        ("oxxxxo......", 0),
        // A window that leaves the board scores nothing.
        ("........xxx.", 0),
    ] {
        assert_eq!(along(text), expected, "{text}");
    }
}

#[test]
fn two_strong_scores_replace_the_sum() {
    assert_eq!(along(".xxx....xxx.......") + 6 * 30, 100_000);
}
