//! Checks of books: against the solver without one, and of damaged files.

use super::*;
use crate::book::{BookError, end};
use crate::connect4::playout;
use crate::connect4::solver::{Options, Solution, solve};

fn size(columns: usize, rows: usize) -> Size {
    Size::new(columns, rows).expect("a possible size")
}

fn built(size: Size, plies: u32) -> &'static Book {
    let book = Book::build(size, plies, 20, &Budget::default(), &mut |_, _| ()).expect("no limit");
    Box::leak(Box::new(book))
}

fn solved(position: &Position, book: Option<&'static Book>) -> Solution {
    solve(position, Options { all_best: true, book, ..Options::default() }, &Budget::default(), &mut ())
}

/// The positions of random games.
fn positions(size: Size, games: u64) -> impl Iterator<Item = Position> {
    (0..games).flat_map(move |seed| {
        let moves = playout::game(size, seed).into_iter();
        let positions = moves.scan(Position::new(size), |position, column| {
            *position = position.played(column);
            Some(*position)
        });
        positions.collect::<Vec<_>>()
    })
}

#[test]
fn a_book_changes_no_score_and_no_best_move() {
    for (size, plies) in [(size(5, 4), 4), (size(4, 5), 3), (size(4, 4), 12), (size(6, 4), 5)] {
        let book = built(size, plies);
        for position in positions(size, 6).chain([Position::new(size)]) {
            let (with, without) = (solved(&position, Some(book)), solved(&position, None));
            assert_eq!((with.bounds, with.best), (without.bounds, without.best), "\n{position}");
        }
        let start = Position::new(size);
        assert!(solved(&start, Some(book)).counts.expanded < 60, "every move is in the book");
    }
}

#[test]
fn a_book_for_another_board_is_left_aside() {
    let (book, start) = (built(size(4, 5), 2), Position::new(size(5, 4)));
    assert_eq!(solved(&start, Some(book)), solved(&start, None));
}

/// The empty board, one disc, two discs: of the boards with one or two, mirror images are one.
#[test]
fn positions_are_counted_once_with_their_mirror_images() {
    let counts = |columns, rows, plies| built(size(columns, rows), plies).len();
    assert_eq!([0, 1, 2].map(|plies| counts(4, 4, plies)), [1, 1 + 2, 1 + 2 + 8]);
    assert_eq!([0, 1, 2].map(|plies| counts(5, 4, plies)), [1, 1 + 3, 1 + 3 + 13]);
}

#[test]
fn a_file_holds_the_book() {
    let book = built(size(5, 4), 3);
    let text = book.to_text();
    assert!(text.starts_with("searchlab connect4 book 1 5x4 3\n"), "{text}");
    assert_eq!(Book::from_bytes(text.as_bytes()).as_ref(), Ok(book));
}

#[test]
fn damaged_files_are_refused() {
    let text = built(size(4, 4), 2).to_text();
    let read = |text: &str| Book::from_bytes(text.as_bytes()).unwrap_err();
    assert_eq!(read("columns\n"), BookError::Foreign);
    assert_eq!(Book::from_bytes(&[0xff, 0xfe]), Err(BookError::Foreign));
    assert_eq!(read(&text.replace("book 1", "book 2")), BookError::Version("2".to_owned(), 1));
    assert_eq!(read(&text.replace("4x4", "9x9")), BookError::Line(1));
    assert_eq!(read(&text.replace("4x4 2", "4x4 77")), BookError::Line(1));
    assert_eq!(read(&text[..text.len() / 2]), BookError::CutOff);
    let lines: Vec<&str> = text.lines().collect();
    let with = |line: usize, other: &str| {
        let mut lines = lines.clone();
        lines[line] = other;
        lines.join("\n") + "\n"
    };
    assert_eq!(read(&with(3, lines[2])), BookError::Line(4), "keys ascend");
    assert_eq!(read(&with(2, "12 x")), BookError::Line(3));
    assert_eq!(read(&with(2, "12 99")), BookError::Line(3));
    let (key, score) = lines[2].split_once(' ').expect("a key and a score");
    let other = if score == "0" { "1" } else { "0" };
    assert_eq!(read(&with(2, &format!("{key} {other}"))), BookError::Damaged);
    // Found by fuzzing: numbers in another form were taken, and written differently.
    let body = format!("{}\nA1 0\n", lines[0]);
    let whole = |body: &str| {
        let mut text = body.to_owned();
        end(&mut text, 1);
        text
    };
    assert_eq!(read(&whole(&body)), BookError::Damaged);
    assert!(Book::from_bytes(whole(&body.to_lowercase()).as_bytes()).is_ok());
}

#[test]
fn a_limit_ends_the_making_of_a_book() {
    let budget = Budget { max_nodes: Some(10), ..Budget::default() };
    assert_eq!(Book::build(size(5, 5), 2, 16, &budget, &mut |_, _| ()), Err(Status::LimitNodes));
}

/// Scores of 7x6 by the column of the first disc: Allis (1988), Tromp, John's Connect Four Playground.
#[test]
fn the_shipped_book_is_small_and_knows_the_first_columns() {
    let book = shipped();
    assert!(book.to_text().len() <= 200_000 && book.size() == Size::STANDARD && book.plies() > 0);
    let scores = (0..7).map(|column| {
        let after = Position::new(Size::STANDARD).played(super::super::super::board::Column(column));
        -solved(&after, Some(book)).score().expect("no limit")
    });
    assert_eq!(scores.collect::<Vec<_>>(), [-2, -1, 0, 1, 0, -1, -2]);
}
