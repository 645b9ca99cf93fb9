//! Books of few games, in all symmetric forms; files that are whole, and others.

use super::{Book, Played, View, ply_of, transposed, turned};
use crate::book::{BookError, end};
use crate::othello::board::{Board, Move, Position, Square, squares};
use crate::othello::playout;

/// A game of moves from the start.
fn moves(text: &str) -> Vec<Move> {
    text.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).unwrap().parse().unwrap()).collect()
}

fn book(games: &[(&str, i32)]) -> Book {
    let mut book = Book::default();
    for &(game, result) in games {
        book.add(Position::INITIAL, &moves(game), result, 20);
    }
    book
}

fn after(text: &str) -> Position {
    moves(text).into_iter().fold(Position::INITIAL, |position, mv| position.after(mv).unwrap())
}

fn own_random_games(count: u64) -> Book {
    let mut book = Book::default();
    for seed in 0..count {
        let game = playout::game(seed);
        let end = game.end();
        let margin = if end.side == super::Side::Black { 1 } else { -1 } * end.board.final_score();
        book.add(game.start(), game.moves(), margin, 12);
    }
    book
}

#[test]
fn the_eight_symmetries_are_all_of_them() {
    let mut pictures: Vec<u64> = (0..8).map(|number| turned(0x0000_0000_0000_0006, number)).collect();
    pictures.sort_unstable();
    pictures.dedup();
    assert_eq!(pictures.len(), 8);
    for square in squares(u64::MAX) {
        let expected = Square::at(square.row(), square.column()).unwrap();
        assert_eq!(transposed(square.bit()), expected.bit());
    }
}

/// The four first moves are one; so the answers to each are the same, turned.
#[test]
fn games_serve_all_their_symmetric_forms() {
    let book = book(&[("f5d6", -2), ("d3c5", -4), ("c4e3", 0), ("e6f4", 8)]);
    assert_eq!(book.len(), 2);
    let known = book.moves(Position::INITIAL.board);
    assert_eq!(known.len(), 4, "each of the four");
    assert!(known.iter().all(|&(_, played)| played == Played { games: 4, half_points: 3 }), "{known:?}");
    for (first, answer) in [("f5", "d6"), ("d3", "c5"), ("c4", "e3"), ("e6", "f4")] {
        let best = book.best(after(first).board).expect("in the book");
        assert_eq!(best.to_string(), answer);
    }
}

/// By the lower end of the interval: one won game says less than 9 of 12, and what was played is better than nothing.
#[test]
fn the_move_with_the_greatest_lower_end_is_chosen() {
    let mut games = vec![("f5f6", 1); 3];
    games.extend(vec![("f5f6", -1); 9]);
    assert_eq!(book(&games).best(after("f5").board).unwrap().to_string(), "f6");
    games.push(("f5d6", -1));
    let of_white = book(&games);
    assert_eq!(of_white.best(after("f5").board).unwrap().to_string(), "f6", "9 of 12 before 1 of 1");
    let mut more = of_white.clone();
    for _ in 0..40 {
        more.add(Position::INITIAL, &moves("f5d6"), -1, 20);
    }
    assert_eq!(more.best(after("f5").board).unwrap().to_string(), "d6", "41 of 41 before 9 of 12");
    more.keep(42);
    assert_eq!(more.best(after("f5").board), None);
    assert_eq!(more.len(), 1, "the start has 53 games");
    assert_eq!(book(&[]).best(Position::INITIAL.board), None);
}

#[test]
fn a_book_goes_no_further_than_its_plies() {
    let game = playout::game(3);
    for plies in [0, 1, 5, 12] {
        let mut book = Book::default();
        book.add(game.start(), game.moves(), 0, plies);
        assert_eq!(book.len(), plies as usize, "a position a ply");
        for position in game.positions().take(30) {
            assert_eq!(book.best(position.board).is_some(), ply_of(position) < plies);
        }
    }
}

/// Every move that a book gives is legal, in each picture of the position.
#[test]
fn moves_are_legal_in_every_picture() {
    let book = own_random_games(60);
    let mut asked = 0;
    for seed in 0..60 {
        for position in playout::game(seed).positions().take(10) {
            for number in 0..8 {
                let [own, opponent] = [position.board.own, position.board.opponent].map(|set| turned(set, number));
                let board = Board { own, opponent };
                let best = book.best(board).and_then(Move::square).expect("every position is in the book");
                assert!(board.moves() & best.bit() != 0);
                assert_eq!(View::of(board).key, View::of(position.board).key);
                asked += 1;
            }
        }
    }
    assert_eq!(asked, 60 * 10 * 8);
}

#[test]
fn files_are_read_as_they_were_written() {
    let book = own_random_games(40);
    let text = book.to_text();
    assert_eq!(Book::from_bytes(text.as_bytes()), Ok(book));
    assert_eq!(Book::from_bytes(Book::default().to_text().as_bytes()), Ok(Book::default()));
}

/// No byte of a file can be changed and none be cut off without an error.
#[test]
fn damaged_files_are_refused() {
    let text = own_random_games(2).to_text();
    for length in 0..text.len() {
        assert!(Book::from_bytes(&text.as_bytes()[..length]).is_err(), "cut off at {length}");
    }
    for place in 0..text.len() {
        for byte in [b'0', b'9', b' ', b':', b'\n', 0xff] {
            let mut bytes = text.clone().into_bytes();
            if std::mem::replace(&mut bytes[place], byte) != byte {
                assert!(Book::from_bytes(&bytes).is_err(), "byte {place} as {byte}");
            }
        }
    }
    let read = |text: &str| Book::from_bytes(text.as_bytes()).unwrap_err();
    assert_eq!(read("GIF89a\n"), BookError::Foreign);
    assert_eq!(read("searchlab othello book 2\nend 0 00000000\n"), BookError::Version("2".to_owned(), 1));
    assert_eq!(read("searchlab othello book 1\n"), BookError::CutOff);
    assert_eq!(read("searchlab othello book 1\nend 0 00000000\n"), BookError::Damaged);
    assert_eq!(read("searchlab othello book 1\nx\nend 1 00000000\n"), BookError::Line(2));
    // As in the books of Connect Four, numbers in another form are not those of a book.
    let (body, _) = text.split_at(text.rfind("end ").unwrap());
    let count = body.lines().count() - 1;
    let whole = |body: &str| {
        let mut text = body.to_owned();
        end(&mut text, count);
        text
    };
    assert!(Book::from_bytes(whole(body).as_bytes()).is_ok());
    assert_eq!(read(&whole(&body.replacen(":1:", ":+1:", 1))), BookError::Damaged);
}
