//! Round trips, and every error with its place and its remedy.

mod properties;

use super::*;
use crate::gomoku::Side;
use crate::gomoku::board::{Point, Position, Rule, Setting};
use searchlab_trial::diagnostic::{Diagnostics, Source};

fn source(text: &str) -> Source {
    Source::new("games.txt", text)
}

fn setting() -> Setting {
    Setting::default()
}

fn moves(text: &str) -> Position {
    read_moves(&source(text), setting()).unwrap_or_else(|problems| panic!("{problems}"))
}

/// Checks an error: its text without colours holds all the parts, in their order.
fn has_parts(found: Result<impl std::fmt::Debug, Diagnostics>, parts: &[&str]) {
    let shown = found.expect_err(parts[0]).to_string();
    println!("{shown}\n");
    let mut rest = shown.as_str();
    for part in parts {
        let at = rest.find(part).unwrap_or_else(|| panic!("{part:?} is not in\n{rest}\nof\n{shown}"));
        rest = &rest[at + part.len()..];
    }
}

/// Stones without their order, the side to move and the setting.
fn board(position: &Position) -> (Vec<(Point, bool)>, Side, Setting) {
    let mut stones: Vec<_> = position.stones().iter().map(|&(point, side)| (point, side == Side::White)).collect();
    stones.sort_unstable();
    (stones, position.side(), position.setting())
}

fn shared(name: &str) -> Option<Source> {
    let data =
        std::env::var_os("SEARCHLAB_DATA").map_or_else(|| "../../../shared/data".into(), std::path::PathBuf::from);
    let path = data.join("gomoku").join(name);
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        eprintln!("skipped: no {}; SEARCHLAB_DATA may name another folder", path.display());
    }
    Some(Source::new(name, text?))
}

#[test]
fn words_of_cells() {
    for (width, height) in [(5, 5), (15, 15), (22, 22), (7, 19)] {
        let setting = Setting { width, height, rule: Rule::Freestyle };
        for point in setting.points() {
            let word = name(point, setting);
            assert_eq!(parse(&word, setting), Ok(point));
            assert_eq!(parse(&word.to_uppercase(), setting), Ok(point));
        }
    }
    let at = |text: &str| parse(text, setting()).map(|point| (point.column(), point.row()));
    // Rows are counted from the bottom, from 1.
    assert_eq!([at("a1"), at("a15"), at("o1"), at("h8")], [Ok((0, 14)), Ok((0, 0)), Ok((14, 14)), Ok((7, 7))]);
    for (text, is_off_board) in [
        ("", false),
        ("h", false),
        ("8", false),
        ("h-1", false),
        ("h+1", false),
        ("hh8", false),
        (" h8", false),
        ("é8", false),
        ("`8", false),
        ("p1", true),
        ("a16", true),
        ("a0", true),
        ("a99999999999999999999", true),
    ] {
        let error = parse(text, setting()).unwrap_err();
        assert_eq!(error.is_off_board(), is_off_board, "{text}");
        assert!(error.to_string().ends_with("expected a column a-o and a row 1-15, such as h8"), "{error}");
    }
}

#[test]
fn gaps_in_move_lists() {
    let expected = moves("h8i9j10");
    assert_eq!(expected.stones().iter().map(|stone| stone.1.index()).collect::<Vec<_>>(), [0, 1, 0]);
    assert_eq!(write_moves(&expected).as_deref(), Some("h8i9j10"));
    for text in ["H8I9J10", " h8 i9\tj10 ", "h8,i9, J10", "h8\ni9\r\nj10\n", "h8 i9j10,"] {
        assert_eq!(moves(text), expected, "{text}");
    }
    assert_eq!(moves(""), Position::empty(setting()));
    let mut irregular = Position::empty(setting());
    irregular.put(Point::new(0, 0), Side::White).unwrap();
    assert_eq!((write_moves(&irregular), write_psq(&irregular, ["", ""])), (None, None));
}

#[test]
fn errors_in_move_lists() {
    let read = |text: &str| read_moves(&source(text), setting());
    let full = game_on(5, "a1b1c1d1e1a3b3c3d3e3a2b2c2d2e2a4b4c4d4e4a5b5c5d5e5");
    let cases: [(&str, &[&str]); 9] = [
        ("h8i9h8", &["move 3, h8, is put on a stone", "games.txt:1:5", "h8 holds a black stone", "put there here"]),
        ("h8 \np1", &["move 2, \"p1\", lies off the board", "games.txt:2:1", "a column a-o and a row 1-15"]),
        ("h8i0", &["move 2, \"i0\", lies off the board"]),
        ("h8i", &["move 2 cannot be read: \"i\"", "games.txt:1:3"]),
        ("h8 pass i9", &["move 2 cannot be read: \"pass\"", "games.txt:1:4", "^^^^", "nothing but moves"]),
        ("1. h8", &["move 1 cannot be read: \"1.\"", "h8i9j10 or h8 i9 j10"]),
        ("h8é6", &["move 2 cannot be read: \"é6\""]),
        (
            "a1a2b1b2c1c2d1d2e1e2",
            &["move 10, e2, comes after the end of the game", "games.txt:1:19", "black has won with a1 b1 c1 d1 e1"],
        ),
        ("a1a1", &["games.txt:1:3"]),
    ];
    for (text, parts) in cases {
        has_parts(read(text), parts);
    }
    assert_eq!(full.err(), None);
    let text = "a1b1c1d1e1a3b3c3d3e3a2b2c2d2e2a4b4c4d4e4a5b5c5d5e5a1";
    has_parts(
        game_on(5, text),
        &["too many stones: move 26, a1, is put on a full board", "games.txt:1:51", "a board of 5 x 5 has 25 cells"],
    );
    assert_eq!(
        read("h8i9h8").unwrap_err().to_string(),
        "\
error: move 3, h8, is put on a stone
 --> games.txt:1:5
  |
1 | h8i9h8
  |     ^^ h8 holds a black stone
  |
 ::: games.txt:1:1
  |
1 | h8i9h8
  | -- put there here"
    );
}

fn game_on(length: u8, text: &str) -> Result<Position, Diagnostics> {
    read_moves(&source(text), Setting::square(length, Rule::Freestyle))
}

#[test]
fn renju_refuses_what_it_forbids() {
    let renju = Setting::square(15, Rule::Renju);
    // Two threes that meet in h8.
    let text = "h9a1h7a3i8a5g8o1h8";
    let parts = ["move 9, h8, is forbidden for black", "games.txt:1:17", "it makes two threes", "rule of renju"];
    has_parts(read_moves(&source(text), renju), &parts);
    assert!(read_moves(&source(text), setting()).is_ok());
}

#[test]
fn files_of_openings() {
    // Row 1 of a pos file is the upper one.
    let text = "# balanced\nH8i9j10\n\n  a1 # corner\n";
    let read = read_pos(&source(text), setting()).unwrap();
    assert_eq!(read, [(2, moves("h8i7j6")), (4, moves("a15"))]);
    assert_eq!(write_pos(&moves("h8i7j6")).as_deref(), Some("h8i9j10"));

    let read = read_offset(&source("0,0, 1,-1, 3,2\n-7,7\n"), setting()).unwrap();
    assert_eq!(read, [(1, moves("h8i9k6")), (2, moves("a1"))]);
    assert_eq!(write_offset(&moves("h8i9k6")).as_deref(), Some("0,0, 1,-1, 3,2"));
    // On an even board the centre is the lower right one of the middle four.
    let even = Setting::square(20, Rule::Standard);
    let read = read_offset(&source("0,0"), even).unwrap();
    assert_eq!(read[0].1.stones()[0].0, Point::new(10, 10));
}

#[test]
fn errors_in_files_of_openings() {
    let pos = |text: &str| read_pos(&source(text), setting());
    let offset = |text: &str| read_offset(&source(text), setting());
    has_parts(
        pos("h8i9j10\n# more\nj10 i9 h8"),
        &["the same opening twice", "games.txt:3:1", "expected another opening", "the first", "would count twice"],
    );
    has_parts(
        pos("h8p9\nh8h8\nh8 i9"),
        &["\"p9\", lies off", "games.txt:1:3", "h8, is put on a stone", "games.txt:2:3"],
    );
    has_parts(pos("# none"), &["no openings in the file", "h8i9j10, rows from the top"]);
    has_parts(offset("0,0, 0,8"), &["stone 2, 0,8, lies off the board", "games.txt:1:6", "columns from -7 to 7"]);
    has_parts(offset("0,0,1"), &["a column without a row", "games.txt:1:6"]);
    has_parts(offset("0,0, 1;1"), &["\"1;1\" is not an offset", "games.txt:1:6", "a small whole number"]);
    has_parts(offset("0,,0"), &["\"\" is not an offset", "games.txt:1:3"]);
    has_parts(offset("0,99999999999"), &["\"99999999999\" is not an offset"]);
    has_parts(offset("1,1,1,1"), &["stone 2, i7, is put on a stone", "games.txt:1:5"]);
    has_parts(offset("0,0,1,1\n0,0,1,1"), &["the same opening twice", "games.txt:2:1"]);
}

#[test]
fn pictures() {
    let text = ". . . . .\n. X O . .\n. . X . .\n. . . . .\n. . . . .\nwhite to move\n";
    let position = read_picture(&source(text), Rule::Caro).unwrap();
    assert_eq!(position.setting(), Setting::square(5, Rule::Caro));
    assert_eq!((write_picture(&position).as_str(), write_moves(&position).as_deref()), (text, Some("b4c4c3")));
    for other in [
        text.replace("white to move", "O"),
        text.replace("white to move\n", ""),
        text.replace(' ', "").replace("whitetomove", "White"),
        text.replace('.', "-").to_lowercase(),
    ] {
        assert_eq!(read_picture(&source(&other), Rule::Caro).as_ref(), Ok(&position), "{other}");
    }
    let read = |text: &str| read_picture(&source(text), Rule::Freestyle);
    let rows = |first: &str, last: &str| read(&format!("{first}\n.....\n.....\n.....\n.....\n{last}"));
    has_parts(rows("XXO..", "X"), &["black cannot be to move", "2 black stones and 1 white stone", ":6:1", "white"]);
    has_parts(rows("XX...", ""), &["impossible numbers of stones: 2 black stones and 0 white stones", ":1:1"]);
    has_parts(rows("O....", ""), &["impossible numbers of stones", "as many white stones as black ones"]);
    has_parts(rows("XO.?.", ""), &["unknown '?' in a picture", ":1:4", ". or - (empty)"]);
    has_parts(rows("XO..", ""), &["row 2 of the picture has 5 cells, the first has 4", ":2:1"]);
    has_parts(rows("XO...", "red"), &["unknown side to move \"red\"", ":6:1"]);
    has_parts(read(".....\n....."), &["a board of 5 columns and 2 rows", "expected 5 to 22 of each"]);
    has_parts(read(""), &["a board of 0 columns"]);
    // Whoever has a five put it last.
    let won = read("XXXXX\nOOOO.\n.....\n.....\n.....").unwrap();
    assert_eq!(won.five().map(|five| five.0), Some(Side::Black));
    has_parts(
        read("XXXXX\nOOOO.\n....O\n.....\n....."),
        &["black had a five before the last stone was put", ":1:1", "black is to move"],
    );
    has_parts(read("XXXXX\nOOOO.\nXXXXX\nOOOO.\n.O..."), &["black had a five before the last stone"]);
    has_parts(read("XXXXX\nOOOOO\nX....\n.....\n....."), &["had a five before the last stone"]);
    // One stone may complete two lines; it is the last one then.
    let cross = read("X....O\nX....O\nXXXXXO\nX....O\nX.....\n...OO.\n..OO..").unwrap();
    assert_eq!(cross.stones().last().map(|stone| stone.0), Some(Point::new(0, 2)));
}

const TABLE: &str = "id\tside_to_move\tstones\twin_in_plies_at_most\n";

#[test]
fn tables_of_problems() {
    let text = format!("{TABLE}a#1\tblack\th8i9\t7\n\n# a remark\nb\twhite\th8\t\n");
    let read = read_problems(&source(&text), setting()).unwrap();
    let expected = [
        Problem { line: 2, id: "a#1".to_owned(), position: moves("h8i9"), at_most: Some(7) },
        Problem { line: 5, id: "b".to_owned(), position: moves("h8"), at_most: None },
    ];
    assert_eq!(read, expected);
    assert_eq!(write_problems(&read), format!("{TABLE}a#1\tblack\th8i9\t7\nb\twhite\th8\t\n"));
    // Columns in any order; the last one may be left out.
    let other = "stones\tid\tside_to_move\nh8i9\ta#1\tblack\n";
    assert_eq!(read_problems(&source(other), setting()).unwrap()[0].position, expected[0].position);

    let read = |text: &str| read_problems(&source(text), setting());
    let row = |text: &str| read(&format!("{TABLE}{text}"));
    has_parts(read(""), &["no problems in the file", "id side_to_move stones win_in_plies_at_most"]);
    has_parts(read(TABLE), &["no problems in the file"]);
    has_parts(
        read("id\tsides_to_move\tstones\tid\n"),
        &[
            "unknown column \"sides_to_move\"",
            ":1:4",
            "did you mean \"side_to_move\"?",
            "column id is named twice",
            "no column side_to_move",
        ],
    );
    has_parts(row("a\tblack\th8i9"), &["3 cells in a table of 4 columns", ":2:1", "separated by one tab"]);
    has_parts(row("\tblack\th8i9\t7"), &["no id", ":2:1"]);
    has_parts(row("a\t\th8i9\t7"), &["no side_to_move", ":2:3"]);
    has_parts(row("a\twhite\th8i9\t7"), &["white cannot be to move with 1 black stone and 1 white", ":2:3"]);
    has_parts(row("a\twite\th8i9\t7"), &["unknown side \"wite\"", "did you mean \"white\"?"]);
    has_parts(row("a\tblack\th8h8\t7"), &["move 2, h8, is put on a stone", ":2:11"]);
    has_parts(row("a\tblack\th8i9\t0"), &["\"0\" is not a number of plies", ":2:14", "from 1 to 225"]);
    has_parts(row("a\tblack\th8i9\tsoon"), &["\"soon\" is not a number of plies"]);
    has_parts(row("a\tblack\th8i9\t1\na\tblack\tj8i9\t1"), &["the id \"a\" is used twice", ":3:1", "the first"]);
    has_parts(row("a\twhite\ta1a2b1b2c1c2d1d2e1\t1"), &["the game is over", ":2:9", "black has won with"]);
}

#[test]
fn sgf_of_other_programs() {
    let read = |text: &str| read_sgf(&source(text), setting());
    let text = "\n(;FF[4]GM[4]SZ[15]PB[A \\] (;W[aa\\\\]C[escaped: \\] ) ;B[zz\\]]\n  ;B[hh];W[ig]C[x] (;B[jf];W[aa])(;B[oo]))\n\
                (;AB[aa:ab][cc]AW[dd]AW[ee]PL[W]\n;W[ff])\r\n(;SZ[9:7]RU[Caro]B[e4])";
    let read_all = read(text).unwrap();
    let found: Vec<_> = read_all.iter().map(|(line, position)| (*line, write_moves(position).unwrap())).collect();
    let expected = [(2, "h8i9j10a15"), (4, "a15d12a14e11c13f10"), (6, "e4")];
    assert_eq!(found, expected.map(|(line, moves)| (line, moves.to_owned())));
    assert_eq!(read_all[2].1.setting(), Setting { width: 9, height: 7, rule: Rule::Caro });
    // Small letters in names are of older files.
    assert_eq!(read("(;GaMe[4];Black[hh];White[ig])").unwrap()[0].1, moves("h8i9"));

    let cases: [(&str, &[&str]); 25] = [
        ("", &["no game in the file", "(;GM[4]SZ[15];B[hh];W[ig])"]),
        ("hello", &["'h' is not a part of a game", ":1:1", "expected the beginning of a game: (;"]),
        ("(hello)", &["'h' is not a part of a game", ":1:2", "expected ; ( or )"]),
        ("()", &["a game without a node", ":1:2"]),
        ("(;B[hh]", &["the file ends within a game", ":1:1", "closing bracket of this one is missing"]),
        ("(;B[hh]))", &["')' is not a part of a game", ":1:9"]),
        ("(;B[hh)", &["a value without an end", ":1:4"]),
        ("(;B)", &["the property \"B\" has no value", ":1:3"]),
        ("(;GM[1])", &["game \"1\" is not Gomoku", ":1:6", "GM[1] is Go"]),
        ("(;SZ[4])", &["\"4\" is not the size of a board", ":1:6", "expected 5 to 22"]),
        ("(;SZ[15:x])", &["\"15:x\" is not the size of a board"]),
        ("(;RU[frestyle])", &["unknown rule \"frestyle\"", "did you mean \"freestyle\"?"]),
        ("(;W[hh])", &["move 1 is white's, but black is to move", ":1:3", "expected B"]),
        ("(;B[hh];B[ig])", &["move 2 is black's, but white is to move", ":1:9"]),
        ("(;B[hh];W[hh])", &["move 2, h8, is put on a stone", ":1:11", "put there here"]),
        ("(;B[hp])", &["\"hp\" lies off the board", ":1:5", "a column a-o and a row a-o from the top"]),
        ("(;B[h16])", &["\"h16\" lies off the board", "a column a-o and a row 1-15"]),
        ("(;B[HH])", &["\"HH\" is not a cell", "two letters"]),
        ("(;B[])", &["move 1 is a pass", ":1:5", "nobody may pass"]),
        ("(;B[hh][ii])", &["two moves in one property", ":1:9"]),
        ("(;B[hh]AB[ii])", &["stones are set up after a move", ":1:8"]),
        ("(;AB[hh][ii])", &["impossible numbers of stones: 2 black stones and 0 white", ":1:1"]),
        ("(;AB[hh]PL[B])", &["black cannot be to move", ":1:12", "expected white"]),
        ("(;AB[hh]AW[hh])", &["two stones on h8", ":1:12", "h8 holds a black stone", "put there here"]),
        ("(;PL[red])", &["unknown side to move \"red\"", ":1:6", "expected B or W"]),
    ];
    for (text, parts) in cases {
        has_parts(read(text), parts);
    }
    // All games of a file are looked at.
    assert_eq!(read("(;B[hh][ii])(;W[aa])(;B[aa])").unwrap_err().len(), 2);
}

#[test]
fn sgf_is_written_plainly() {
    let position = moves("h8i9j10");
    assert_eq!(
        write_sgf(&position, ["a]b\\c", ""]),
        "(;FF[4]GM[4]CA[UTF-8]AP[searchlab]RU[freestyle]SZ[15]PB[a\\]b\\\\c]\n;B[hh];W[ig];B[jf])\n"
    );
    let won = moves("a1a2b1b2c1c2d1d2e1");
    assert!(write_sgf(&won, ["", ""]).contains("RE[B+]"));
    // What was not put by turns is set up.
    let mut set_up = Position::empty(setting());
    for (column, side) in [(0, Side::Black), (1, Side::Black), (2, Side::White), (3, Side::White), (4, Side::Black)] {
        set_up.put(Point::new(column, 0), side).unwrap();
    }
    let text = write_sgf(&set_up, ["", ""]);
    assert!(text.ends_with("AB[aa][ba]AW[ca]PL[W]\n;W[da];B[ea])\n"), "{text}");
    assert_eq!(board(&read_sgf(&source(&text), setting()).unwrap()[0].1), board(&set_up));
}

#[test]
fn psq_of_piskvork() {
    let read = |text: &str| read_psq(&source(text), Rule::Freestyle);
    let text =
        "Piskvorky 15x15, 11:11, 0\r\n8,8,1500\r\n9, 7,20\r\n10,6\r\nA.zip\r\n3 brains\r\n-1\r\n0,Freestyle15_1\r\n";
    assert_eq!(read(text), Ok(moves("h8i9j10")));
    assert_eq!(
        write_psq(&moves("h8i9"), ["one", "1,1,1"]).as_deref(),
        Some("Piskvorky 15x15, 0:0, 0\n8,8,0\n9,7,0\none\n1 1 1\n-1\n")
    );
    assert_eq!(read("piskvorky 20X9").unwrap().setting(), Setting { width: 20, height: 9, rule: Rule::Freestyle });

    let after = |text: &str| read(&format!("Piskvorky 15x15, 0:0, 0\n{text}"));
    has_parts(read(""), &["not a game of Piskvork", ":1:1", "expected Piskvorky"]);
    has_parts(read("8,8,0\n"), &["not a game of Piskvork", "such as `Piskvorky 15x15, 11:11, 0`"]);
    has_parts(read("Piskvorky 15, 0:0"), &["\"15\" is not the size of a board", ":1:1"]);
    has_parts(read("Piskvorky 15x30, 0:0"), &["\"15x30\" is not the size of a board", "5 to 22 of each"]);
    has_parts(after("8,8,0\n8,x,0"), &["move 2 cannot be read: \"8,x,0\"", ":3:1"]);
    has_parts(after("0,8,0"), &["move 1, \"0,8,0\", lies off the board", "a column from 1 to 15"]);
    has_parts(after("99999999999999999999,8,0"), &["cannot be read"]);
    has_parts(after("8,8,0\n8,8,0"), &["move 2, h8, is put on a stone", ":3:1"]);
    has_parts(
        after("8,8,0\nx9,9,0\n7,7,0"),
        &["the move \"7,7,0\" comes after the end", ":4:1", "the moves ended here"],
    );
}

#[test]
fn what_a_text_was_taken_for() {
    let cases = [
        ("games.txt", "h8i9j10", Kind::Moves, "h8i9j10"),
        ("games.pos", "h8i9j10", Kind::Pos, "h8i7j6"),
        ("games.POS.txt", "h8i9j10", Kind::Pos, "h8i7j6"),
        ("games.txt", "0,0, 1,-1", Kind::Offset, "h8i9"),
        ("games.txt", "\n(;B[hh];W[ig])", Kind::Sgf, "h8i9"),
        ("games.txt", "PISKVORKY 15x15, 0:0, 0\n8,8,0\n", Kind::Psq, "h8"),
        ("games.txt", "id\tside_to_move\tstones\nx\twhite\th8\n", Kind::Problems, "h8"),
        ("games.txt", "initial", Kind::Moves, ""),
    ];
    for (file, text, kind, expected) in cases {
        let source = Source::new(file, text);
        let all = read_positions(&source, setting()).unwrap_or_else(|problems| panic!("{problems}"));
        assert_eq!(all.len(), 1);
        assert_eq!((all[0].kind, write_moves(&all[0].position).unwrap().as_str()), (kind, expected));
        assert_eq!(read_position(&source, setting()).as_ref(), Ok(&all[0]));
    }
    let pictures = format!("{0}\n\n# second\n{0}", ".....\n".repeat(5));
    let read = read_positions(&source(&pictures), setting()).unwrap();
    assert_eq!(read.iter().map(|given| given.line).collect::<Vec<_>>(), [1, 9]);

    let read = |text: &str| read_position(&source(text), setting());
    has_parts(read(""), &["no position", "`initial` or moves: h8i9j10"]);
    has_parts(read("intial"), &["unknown position \"intial\"", "did you mean \"initial\"?"]);
    has_parts(read("openings/first.txt"), &["\"openings/first.txt\" is not a position"]);
    has_parts(read("h8h8"), &["is put on a stone", "taken for a move list: h8i9j10"]);
    has_parts(read("(;B[hh];W[ig])(;B[aa])"), &["2 positions where one is expected", "taken for SGF"]);
    has_parts(read("0,0,9,9"), &["lies off the board", "taken for offsets"]);
    let all = read_positions(&source("h8 # first\n\nh8h8\nnonsense\np1\ninitial\n"), setting()).unwrap_err();
    let lines: Vec<usize> = all.iter().map(|problem| problem.excerpts()[0].line()).collect();
    assert_eq!(lines, [3, 4, 5]);
    has_parts(read_positions(&source("# nothing"), setting()), &["no positions in the file"]);
}

#[test]
fn the_shared_files_are_read() {
    let cases = [
        ("openings_balanced.pos.txt", Kind::Pos, 40),
        ("openings_gomocup2026_freestyle15.offset.txt", Kind::Offset, 12),
        ("wins.tsv", Kind::Problems, 281),
    ];
    for (file, kind, count) in cases {
        let Some(source) = shared(file) else { continue };
        let read = read_positions(&source, setting()).unwrap_or_else(|problems| panic!("{problems}"));
        assert_eq!((read.len(), read[0].kind), (count, kind), "{file}");
        assert!(read.iter().all(|given| given.position.five().is_none() && !given.position.stones().is_empty()));
        let written: String = match kind {
            Kind::Pos => read.iter().map(|given| write_pos(&given.position).unwrap() + "\n").collect(),
            Kind::Offset => read.iter().map(|given| write_offset(&given.position).unwrap() + "\n").collect(),
            _ => write_problems(&read_problems(&source, setting()).unwrap()),
        };
        assert_eq!(written.trim_end(), source.text.trim_end().replace("\r\n", "\n"), "{file}");
    }
}
