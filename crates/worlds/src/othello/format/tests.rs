//! Round trips, and every error with its place and its remedy.

use proptest::prelude::*;

use super::*;
use crate::othello::board::{Side, Square};
use crate::othello::playout::{game, random_position};
use crate::othello::transcript::Transcript;
use searchlab_trial::diagnostic::Diagnostics;

/// The line of perfect play by which Othello is a draw: Takizawa, Othello is solved (2023).
const SOLVED: &str = "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1F7E2G3H4F1E1F2G1B1F8G8B3H3B2H5B7A3A4A1A2\
                      C1H2H1G2B8A8G7H8H7H6";
/// The start.
const START: &str = "---------------------------OX------XO--------------------------- X";

pub(super) fn source(text: &str) -> Source {
    Source::new("games.txt", text)
}

fn position(text: &str) -> Position {
    read_position(&source(text)).unwrap_or_else(|problems| panic!("{problems}")).position()
}

/// Checks an error: its text without colours holds all the parts.
pub(super) fn has_parts(found: Result<impl std::fmt::Debug, Diagnostics>, parts: &[&str]) {
    let shown = found.expect_err(parts[0]).to_string();
    println!("{shown}\n");
    for part in parts {
        assert!(shown.contains(part), "{part:?} is not in\n{shown}");
    }
}

#[test]
fn words_of_squares_and_moves() {
    for number in 0..=64 {
        let mv = Move::from_number(number).unwrap();
        let text = mv.to_string();
        assert_eq!(text.parse(), Ok(mv));
        assert_eq!(text.to_uppercase().parse(), Ok(mv));
        if let Some(square) = mv.square() {
            assert_eq!(text.parse(), Ok(square));
        }
    }
    assert_eq!("f5".parse::<Square>().map(|square| (square.column(), square.row())), Ok((5, 4)));
    for pass in ["pa", "PS", "--", "Pass"] {
        assert_eq!(pass.parse(), Ok(Move::PASS));
        assert!(pass.parse::<Square>().is_err());
    }
    for bad in ["", "f", "f55", "i1", "a0", "a9", "5f", "é", "`1", "a:", " a1"] {
        let error = bad.parse::<Move>().unwrap_err().to_string();
        assert!(error.ends_with("is not a move: expected a column a-h and a row 1-8, such as f5, or pa for a pass"));
    }
    let error = "z9".parse::<Square>().unwrap_err().to_string();
    assert_eq!(error, "\"z9\" is not a square: expected a column a-h and a row 1-8, such as f5");
}

#[test]
fn the_start_in_all_forms() {
    assert_eq!(Position::INITIAL.to_string(), START);
    let forms = [
        ("initial", Form::Initial),
        (" Initial \n", Form::Initial),
        (START, Form::Board),
        (&START[..64], Form::Board),
        (&START.replace('-', "."), Form::Board),
        (&START.replace('X', "*").to_lowercase(), Form::Board),
        (&START.replace('X', "b").replace('O', "w"), Form::Board),
        (&START.replace('X', "B").replace('O', "W"), Form::Board),
        (&format!("{START};"), Form::Obf),
        (&format!("{START}; f5:+0; E6 : -2"), Form::Obf),
    ];
    for (text, form) in forms {
        let given = read_position(&source(text)).unwrap_or_else(|problems| panic!("{problems}"));
        assert_eq!((given.position(), given.form), (Position::INITIAL, form), "{text}");
    }
    let white = position(&START.replace(" X", " O"));
    assert_eq!((white.side, white.discs(Side::Black)), (Side::White, Position::INITIAL.discs(Side::Black)));
}

#[test]
fn the_solved_game_is_legal_to_its_end() {
    let transcript = read_moves(&source(SOLVED), Position::INITIAL).unwrap();
    assert_eq!(transcript.moves().len(), 60);
    assert!(transcript.end().board.is_over());
    assert_eq!(counts(transcript.end()), "32-32");
    assert_eq!(transcript.positions().count(), 61);
    assert_eq!(transcript.to_string(), SOLVED.to_lowercase());
    assert_eq!(transcript.last_move().map(|mv| mv.to_string()).as_deref(), Some("h6"));
}

#[test]
fn gaps_and_passes_in_move_lists() {
    let expected = read_moves(&source("f5d6c3"), Position::INITIAL).unwrap();
    for text in ["F5D6C3", " f5 d6\tc3 ", "f5,d6, C3", "f5\nd6\r\nc3\n", "f5 d6c3"] {
        assert_eq!(read_moves(&source(text), Position::INITIAL).as_ref(), Ok(&expected), "{text}");
    }
    assert_eq!(read_moves(&source(""), Position::INITIAL), Ok(Transcript::new(Position::INITIAL)));

    // Seed 12: passes at the end of the game. Written in any way or not at all, they are the same game.
    let whole = game(12);
    let text = whole.to_string();
    assert_eq!(text.matches("pa").count(), 2);
    for pass in ["pa", "PS", "--", "pass", " pa ", ""] {
        assert_eq!(read_moves(&source(&text.replace("pa", pass)), Position::INITIAL).as_ref(), Ok(&whole), "{pass}");
    }
    // A pass that is not followed by a move is there only if it is written.
    let up_to = text.find("pa").unwrap();
    let before = read_moves(&source(&text[..up_to]), Position::INITIAL).unwrap();
    let after = read_moves(&source(&text[..up_to + 2]), Position::INITIAL).unwrap();
    assert_eq!(before.end().moves(), [Move::PASS]);
    assert_eq!(after.end(), before.end().after(Move::PASS).unwrap());
}

#[test]
fn errors_in_move_lists() {
    let read = |text: &str| read_moves(&source(text), Position::INITIAL);
    let cases: [(&str, &[&str]); 9] = [
        ("f5d6c3e3", &["move 4, e3, is not legal for white", "games.txt:1:7", "^^ it would turn no disc", "legal for"]),
        ("f5 d6 \nf5", &["move 3, f5, is not legal for black", "games.txt:2:1", "the square is taken"]),
        ("f5 f6 pa", &["move 3, pa, is not legal for black", "games.txt:1:7", "black can move and may not pass"]),
        ("d6", &["move 1, d6, is not legal for black", "legal for black: d3, c4, f5, e6", "white could play it"]),
        ("f5i9", &["move 2 cannot be read: \"i9\"", "games.txt:1:3", "a column a-h and a row 1-8"]),
        ("f5d", &["move 2 cannot be read: \"d\"", "games.txt:1:3"]),
        ("1. f5", &["move 1 cannot be read: \"1.\"", "a move list holds nothing but moves"]),
        ("f5é6", &["move 2 cannot be read: \"é6\""]),
        (&format!("{SOLVED} a1"), &["move 61, a1, comes after the end", "games.txt:1:122", "ended with 32-32 discs"]),
    ];
    for (text, parts) in cases {
        has_parts(read(text), parts);
    }
    assert_eq!(
        read("d6").unwrap_err().to_string(),
        "\
error: move 1, d6, is not legal for black
 --> games.txt:1:1
  |
1 | d6
  | ^^ it would turn no disc
  |
  = legal for black: d3, c4, f5, e6
  = white could play it: is a move missing before it, or is one too many?"
    );
}

#[test]
fn errors_in_boards() {
    let read = |text: &str| read_position(&source(text));
    let with = |at: usize, letters: &str| {
        let mut text = START.to_owned();
        text.replace_range(at..at + letters.len(), letters);
        text
    };
    let too_long = format!("-{START}");
    let joined = START.replace(' ', "");
    let in_rows = START.as_bytes().chunks(8).map(String::from_utf8_lossy).collect::<Vec<_>>().join(" ");
    let cases: [(&str, &[&str]); 12] = [
        (
            &START[1..],
            &["a board of 63 squares instead of 64", "games.txt:1:64", "1 character missing", "taken for a board"],
        ),
        (&too_long, &["a board of 65 squares instead of 64", "games.txt:1:65", "1 character too many", "row by row"]),
        (&joined, &["a board of 65 squares", "put a blank before the side to move"]),
        (&in_rows, &["a board of 8 squares instead of 64", "56 characters missing", "without blanks between them"]),
        (
            &with(18, "q"),
            &["unknown 'q' in a board", "games.txt:1:19", "square c3: expected - or . (empty), X x * b B"],
        ),
        (&with(18, "q?q"), &["unknown 'q'", "unknown '?'", "square d3", "it stands there 2 times"]),
        (&with(18, "\u{1b}"), &["unknown character U+001B in a board"]),
        (&with(27, "-"), &["d4 is empty", "games.txt:1:28", "square d4: expected a disc", "check the order"]),
        (&with(27, "--------.."), &["d4, e4, d5, e5 are empty", "games.txt:1:28"]),
        (
            &START.replace(" X", " Z"),
            &["unknown side to move \"Z\"", "games.txt:1:66", "expected X (black) or O (white)"],
        ),
        (&START.replace(" X", " black"), &["unknown side to move \"black\"", "^^^^^ expected X"]),
        (
            &format!("{START} f5"),
            &["text after the side to move: \"f5\"", "games.txt:1:68", "follow after a semicolon"],
        ),
    ];
    for (text, parts) in cases {
        has_parts(read(text), parts);
    }
}

#[test]
fn what_a_position_was_taken_for() {
    let cases: [(&str, &[&str]); 12] = [
        ("", &["error: no position\n", "a position is `initial`, a board"]),
        (" \n", &["error: no position\n"]),
        ("intial", &["unknown position \"intial\"", "did you mean \"initial\"?"]),
        ("start", &["\"start\" is not a position", "neither a name, nor a board, nor a move list", "or moves: f5d6c3"]),
        ("games/openings.txt", &["\"games/openings.txt\" is not a position"]),
        ("f5d6c3e3", &["move 4, e3", "taken for a move list; a board is 64 characters"]),
        ("f9d6", &["move 1 cannot be read: \"f9\"", "taken for a move list"]),
        ("z1", &["move 1 cannot be read: \"z1\"", "taken for a move list"]),
        ("bbbbwwww", &["a board of 8 squares", "taken for a board, because most of its characters"]),
        ("--------", &["a board of 8 squares", "taken for a board"]),
        ("X-O;f5:2", &["a board of 3 squares", "taken for a line of OBF, because of the semicolon"]),
        ("\n\n  f5d5", &["move 2, d5", "games.txt:3:5"]),
    ];
    for (text, parts) in cases {
        has_parts(read_position(&source(text)), parts);
    }
}

#[test]
fn problems_of_obf_files() {
    let obf = format!("# a comment\n\n{START}; f5:+0; D6:-2; # more\n{START};\n{START};f5:5").replace("D6", "C4");
    let read = read_obf(&source(&obf)).unwrap();
    let lines: Vec<_> = read.iter().map(|problem| (problem.line, problem.value())).collect();
    assert_eq!(lines, [(3, Some(0)), (4, None), (5, Some(5))]);
    assert_eq!(read[0].to_string(), format!("{START}; F5:+0; C4:-2;"));

    let list = |items: &str| format!("{START}; {items}");
    let padded = read_obf(&source(&list("f5:+04; c4: + 2; d3:  0; e6:- 12;"))).unwrap();
    let scores: Vec<i32> = padded[0].listed.iter().map(|listed| listed.score).collect();
    assert_eq!(scores, [4, 2, 0, -12]);
    let cases: [(&str, &[&str]); 14] = [
        (&list("f5:+ -4;"), &["the score \"+ -4\" is not a number"]),
        ("", &["no positions in the file", "games.txt:1:1", "BOARD X; f5:+2;"]),
        ("# nothing\n", &["no positions in the file"]),
        (&format!("\n{}; f5:+0;", &START[..64]), &["no side to move", "games.txt:2:65", "write X behind the board"]),
        (&START[..64], &["no side to move", "games.txt:1:65", "expected a blank and X or O"]),
        (&list("f5:+0").replace(" X;", " Y;"), &["unknown side to move \"Y\"", "games.txt:1:66"]),
        (&list("f5:two;"), &["the score \"two\" is not a number", "games.txt:1:72", "from -64 to +64"]),
        (&list("f5:;"), &["the score \"\" is not a number", "games.txt:1:72"]),
        (&list("f5:+65;"), &["the score \"+65\" is more than all discs"]),
        (&list("f5;"), &["no score for \"f5\"", "games.txt:1:71", "expected a colon and a score"]),
        (&list("f5:+0; F5:+2;"), &["the move F5 is listed twice", "games.txt:1:76", "games.txt:1:69", "the first"]),
        (&list("a1:+0;"), &["the listed move a1 is not legal for black", "legal for black: d3, c4, f5, e6"]),
        (&list("x5:+0;"), &["\"x5\" is not a move", "games.txt:1:69", "expected a move"]),
        (&START[1..], &["a board of 63 squares instead of 64"]),
    ];
    for (text, parts) in cases {
        has_parts(read_obf(&source(text)), parts);
    }
}

#[test]
fn all_problems_of_a_file_in_one_pass() {
    let text = format!("{0}; a1:+0; f5:x; d3:+1; d3:+2;\n{1};\n\n{0};\nhello", START, &START[2..]);
    let problems = read_obf(&source(&text)).unwrap_err();
    assert_eq!(problems.len(), 5, "{problems}");
    let places: Vec<(usize, usize)> =
        problems.iter().map(|problem| (problem.excerpts()[0].line(), problem.excerpts()[0].column())).collect();
    assert_eq!(places, [(1, 69), (1, 79), (1, 89), (2, 63), (5, 6)]);

    let text = format!("f5d6\n{START}\nf5f5\n{}\nnonsense # really\n\n# end\n", &START[1..]);
    let problems = read_positions(&source(&text)).unwrap_err();
    let lines: Vec<usize> = problems.iter().map(|problem| problem.excerpts()[0].line()).collect();
    assert_eq!(lines, [3, 4, 5], "{problems}");
    has_parts(read_positions(&source("# nothing")), &["no positions in the file", "a position is `initial`"]);
}

#[test]
fn files_of_positions() {
    let white = START.replace(" X", " O");
    let text = format!("# openings\ninitial\n\n  f5 d6 c3 # tiger\n{white}\r\n{START}; f5:+0;\n");
    let read = read_positions(&source(&text)).unwrap();
    let found: Vec<_> = read.iter().map(|given| (given.line, given.form, given.position().to_string())).collect();
    let expected = [
        (2, Form::Initial, START.to_owned()),
        (4, Form::Moves, position("f5d6c3").to_string()),
        (5, Form::Board, white.clone()),
        (6, Form::Obf, START.to_owned()),
    ];
    assert_eq!(found, expected);
}

proptest! {
    #[test]
    fn positions_are_read_back_equal(seed: u64, plies in 0..70usize) {
        let original = random_position(seed, plies);
        prop_assert_eq!(position(&original.to_string()), original);
        let problem = Problem {
            line: 1,
            position: original,
            listed: (0..).zip(original.moves()).map(|(score, mv)| Listed { mv, score: 9 - 2 * score }).collect(),
        };
        prop_assert_eq!(read_obf(&source(&problem.to_string())), Ok(vec![problem]));
    }

    #[test]
    fn games_are_read_back_equal(seed: u64) {
        let original = game(seed);
        let written = read_moves(&source(&original.to_string()), Position::INITIAL);
        prop_assert_eq!(written.as_ref(), Ok(&original));
        let without_passes = original.to_string().replace("pa", "");
        let read = read_moves(&source(&without_passes), Position::INITIAL);
        prop_assert_eq!(read.as_ref(), Ok(&original));
    }

    /// Any text is read or refused with a place; none ends the program.
    #[test]
    fn no_text_is_too_strange(text in "[-XOxob.*wqa-hé1-9:;# \n\r\t,\u{0}]{0,140}") {
        let text = source(&text);
        for problems in [
            read_position(&text).err(),
            read_positions(&text).err(),
            read_obf(&text).err(),
            read_moves(&text, Position::INITIAL).err(),
        ].into_iter().flatten() {
            prop_assert!(problems.iter().all(|problem| !problem.excerpts().is_empty()), "{}", problems);
        }
    }
}
