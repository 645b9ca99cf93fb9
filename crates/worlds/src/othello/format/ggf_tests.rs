//! GGF: games of servers and of NBoard as they are, round trips, and every error with its place.

use proptest::prelude::*;

use super::tests::{has_parts, source};
use super::*;
use crate::othello::board::Side;
use crate::othello::playout::{game, random_position};
use crate::othello::transcript::Transcript;

/// From the description of NBoard's protocol.
const NBOARD: &str = "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]BO[8 \
                      ---------------------------O*------*O--------------------------- *]B[F5]W[F6]B[D3]W[C5]B[E6]\
                      W[F7]B[E7]W[F4];)";

/// The form of a server's archive: numbers before games, blanks between rows, evaluations and times, a pass in full.
const ARCHIVE: &str = "1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[one]PW[two]RB[2197.01]RW[2199.72]\
                       TI[05:00//02:00]TY[8]RE[-64.000:r]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- \
                       -------- -------- *]B[d3/1.50/0.01]W[c5//1:02.5]\nB[ e6 / -2 ];)\n2 (;GM[othello]BO[8 \
                       OOOOOOO- ******** ******** ******** ******** ******** ******** ******** O]W[pass];)";

#[test]
fn games_as_others_write_them() {
    let [nboard] = read_ggf(&source(NBOARD)).unwrap().try_into().unwrap();
    assert_eq!(nboard.transcript.to_string(), "f5f6d3c5e6f7e7f4");
    assert_eq!((nboard.players, nboard.place), (["./mEdax", "chris"].map(str::to_owned), "NBoard".to_owned()));
    assert_eq!((nboard.date.as_str(), nboard.result), ("2014-02-21 20:52:27 GMT", None));
    let [one, two] = read_ggf(&source(ARCHIVE)).unwrap().try_into().unwrap();
    assert_eq!((one.line, two.line), (1, 3));
    assert_eq!(one.transcript.to_string(), "d3c5e6");
    assert_eq!(one.result, Some(GgfResult { score: -64.0, end: Some(GgfEnd::Resigned) }));
    let notes = [(Some(1.5), Some(0.01)), (None, Some(62.5)), (Some(-2.0), None)];
    assert_eq!(one.notes, notes.map(|(value, seconds)| GgfNote { value, seconds }));
    // White, to move on h1, would turn no disc, black neither: the game is over and its pass is none.
    assert_eq!(two.transcript.moves(), []);
    assert_eq!(two.transcript.start().side, Side::White);
}

#[test]
fn positions_may_be_games() {
    let given = read_position(&source(NBOARD)).unwrap();
    assert_eq!((given.form, given.transcript.moves().len()), (Form::Ggf, 8));
    assert_eq!(read_positions(&source(ARCHIVE)).unwrap().len(), 2);
    has_parts(read_position(&source(&ARCHIVE.replace('\n', " "))), &["2 games in place of one position", "in GGF"]);
    let within = format!("initial\n{NBOARD} # a remark\nf5d6");
    assert_eq!(read_positions(&source(&within)).unwrap().len(), 3);
}

#[test]
fn the_writer_says_what_is_known() {
    let read = read_moves(&source("f5d6"), Position::INITIAL).unwrap();
    let mut game = GgfGame::new(["a[b]\nc", "mtdf:depth=3"], read);
    let start = "(;GM[Othello]PB[abc]PW[mtdf:depth=3]RE[?]TY[8]BO[8 ---------------------------O*------*O\
                 --------------------------- *]";
    assert_eq!(game.to_string(), format!("{start}B[F5]W[D6];)"));
    game.notes = vec![GgfNote { value: None, seconds: Some(0.5) }, GgfNote { value: Some(-1.255), seconds: None }];
    game.result = Some(GgfResult { score: 2.0, end: Some(GgfEnd::Time) });
    let written = game.to_string();
    assert!(written.ends_with("B[F5//0.500]W[D6/-1.25];)") && written.contains("RE[+2.000:t]"), "{written}");
    game.notes.truncate(1);
    assert!(game.to_string().ends_with("B[F5//0.500]W[D6];)"));
}

#[test]
fn passes_may_be_left_out() {
    // Seed 12: a game with passes.
    let whole = game(12);
    let written = GgfGame::new(["", ""], whole.clone()).to_string();
    assert!(written.contains("[PA]"));
    let short = written.replace("B[PA]", "").replace("W[PA]", "");
    assert_eq!(read_ggf(&source(&short)).unwrap()[0].transcript, whole);
    assert_eq!(read_ggf(&source(&short)).unwrap()[0].notes.len(), whole.moves().len());
    let score = read_ggf(&source(&written)).unwrap()[0].result.unwrap().score;
    let [black, white] = Side::BOTH.map(|side| f64::from(whole.end().discs(side).count_ones()));
    assert!(score * (black - white) > 0.0 && score.abs() >= (black - white).abs(), "{score}");
}

#[test]
fn errors_have_their_places() {
    let cases: [(&str, &[&str]); 22] = [
        ("", &["no games in the text", "games.txt:1:1", "(;GM[Othello]…;)"]),
        ("12 ", &["no games in the text"]),
        ("f5", &["\"f5\" is no part of a game", "begins with (;"]),
        ("(;B[f5];) x", &["\"x\" is no part of a game", "games.txt:1:11"]),
        ("(;B[f5]", &["a game without an end", "ends with ;)"]),
        ("(;B[f5];", &["\";\" is no part of a game", "games.txt:1:8"]),
        ("(;B;)", &["no value of \"B\"", "games.txt:1:4"]),
        ("(;B[f5;)", &["the value of \"B\" has no end", "games.txt:1:4"]),
        ("(;?[f5];)", &["\"?[f5];)\" is no part of a game"]),
        ("(;GM[Amazons];)", &["a game of \"Amazons\"", "games.txt:1:6", "expected Othello"]),
        ("(;RE[lost];)", &["\"lost\" is not a result", "games.txt:1:6"]),
        ("(;RE[+2:x];)", &["\"+2:x\" is not a result", "behind a colon"]),
        ("(;RE[inf];)", &["\"inf\" is not a result"]),
        ("(;BO[10 -];)", &["a board of another size than 8", "games.txt:1:6"]),
        ("(;BO[];)", &["a board of another size than 8"]),
        ("(;BO[8 --- *];)", &["a board of 4 signs instead of 65", "games.txt:1:7"]),
        ("(;B[f5]W[d6]\nB[f5];)", &["move 3, f5, is not legal for black", "games.txt:2:3", "the square is taken"]),
        ("(;W[f5];)", &["move 1, f5, is one of white, but black is to move", "legal for black: d3"]),
        ("(;B[i9];)", &["move 1 cannot be read: \"i9\"", "or PA for a pass"]),
        ("(;B[];)", &["move 1 cannot be read: \"\""]),
        ("(;B[f5/good];)", &["\"good\" is not a value", "games.txt:1:8"]),
        ("(;B[f5//1:x];)", &["\"1:x\" is not a time", "games.txt:1:9"]),
    ];
    for (text, parts) in cases {
        has_parts(read_ggf(&source(text)), parts);
    }
    let board = |signs: &str, side: &str| format!("(;BO[8 {signs} {side}];)");
    let empty = "-".repeat(64);
    has_parts(read_ggf(&source(&board(&empty, "*"))), &["d4, e4, d5, e5 are empty", "games.txt:1:35"]);
    has_parts(read_ggf(&source(&board(&empty, "?"))), &["unknown side to move \"?\"", "games.txt:1:73"]);
    has_parts(read_ggf(&source(&board(&empty.replace('-', "#"), "*"))), &["unknown '#' in a board", "64 times"]);
    let twice = "(;B[f5]BO[8 ---------------------------O*------*O--------------------------- *];)";
    has_parts(read_ggf(&source(twice)), &["set up twice, or after a move", "games.txt:1:8"]);
    // Of each game the first problem.
    let shown = read_ggf(&source("(;B[a1]B[a1];)\n(;B[f5];)\n(;W[a1];)")).unwrap_err();
    assert_eq!(shown.len(), 2, "{shown}");
}

proptest! {
    /// A written game is read as it was.
    #[test]
    fn games_are_read_back(seed: u64, plies in 0usize..=60, moves in 0usize..=60, value in -64.0f64..64.0) {
        let whole = game(seed);
        for start in [Position::INITIAL, random_position(seed, plies)] {
            let mut transcript = Transcript::new(start);
            let legal = |position: Position| position.moves().get(seed as usize % 5).or(position.moves().first()).copied();
            while let Some(mv) = legal(transcript.end()).filter(|_| transcript.moves().len() < moves) {
                transcript.push(mv);
            }
            let mut written = GgfGame::new(["black", "white"], transcript);
            let rounded = (value * 100.0).round() / 100.0;
            written.notes.iter_mut().step_by(2).for_each(|note| note.value = Some(rounded));
            prop_assert_eq!(read_ggf(&source(&written.to_string())).unwrap(), [written]);
        }
        prop_assert_eq!(&read_ggf(&source(&GgfGame::new(["", ""], whole.clone()).to_string())).unwrap()[0].transcript, &whole);
    }

    /// Nothing panics, and a text that is read is read again as it is written.
    #[test]
    fn any_text_has_an_answer(text in r"(\(;|;\)|[A-Z]{1,2}\[[-a-hO*P0-9/.: ]{0,9}\]|B\[F5\]|W\[D6\]|\n|\PC){0,12}") {
        if let Ok(games) = read_ggf(&source(&text)) {
            let written: Vec<String> = games.iter().map(ToString::to_string).collect();
            prop_assert_eq!(read_ggf(&source(&written.join("\n"))).unwrap().len(), games.len());
        }
    }
}
