//! Pictures of small games as text; SVG as a document.

use roxmltree::{Document, Node};

use super::*;
use crate::othello::format::read_moves;
use crate::othello::playout::{game, random_position};
use crate::testing::writes_whole_svg;
use searchlab_trial::diagnostic::Source;

fn played(moves: &str) -> Transcript {
    read_moves(&Source::new("test", moves), Position::INITIAL).unwrap_or_else(|problems| panic!("{problems}"))
}

#[test]
fn without_colour() {
    let transcript = played("f5d6c3");
    let picture = Picture { title: " Tiger\n", ..Picture::of_end(&transcript) };
    let expected = "
Tiger
  a b c d e f g h
1 - - - - - - - -
2 - - - - - - - -
3 - -[X]. - . - -
4 - - - X X . - -
5 - - - O X X . -
6 - - - O - - - -
7 - - - - - - - -
8 - - - - - - - -
X black  5   . legal
O white  2   [] last
white to move
";
    let text = terminal(&picture, 80, false);
    assert_eq!(format!("\n{text}"), expected);
    assert!(text.lines().all(|line| line.len() <= 20));

    let bare = terminal(&Picture { marks_moves: false, last: None, ..picture }, 3, false);
    assert!(bare.starts_with("Tig\n"), "{bare}");
    assert!(bare.ends_with("X black  5\nO white  2\nwhi\n"), "{bare}");
    assert!(!bare.contains(['.', '[']), "{bare}");
}

/// The text with escape sequences as `<codes>`, `f` and `b` for the foreground and background colour.
fn readable(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let mut readable = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (codes, rest) = part.split_once('m').expect("a complete escape sequence");
        let codes = codes.trim_start_matches('[').replace("38;5;", "f").replace("48;5;", "b");
        readable.extend(["<", &codes, ">", rest]);
    }
    readable
}

#[test]
fn with_colour() {
    let transcript = played("f5d6c3");
    let text = terminal(&Picture::of_end(&transcript), 80, true);
    let shown = readable(&text);
    let third = shown.lines().nth(3).expect("row 3");
    let last = "<1><f226><b29>[<0><f16><b29>●<0><1><f226><b29>]<0>";
    let dot = "<b28> <0><f231><b28>·<0><b28> <0>";
    let empty = "<b29>   <0><b28>   <0>";
    assert_eq!(third, format!("3 {empty}{last}{dot}<b29>   <0>{dot}{empty}"));
    for line in text.lines() {
        assert!(!line.contains('\u{1b}') || line.ends_with("\u{1b}[0m") || line.ends_with(['l', 't', 'k']), "{line}");
    }
    let plain: String =
        readable(&text).split('<').map(|part| part.split_once('>').map_or(part, |(_, rest)| rest)).collect();
    assert!(plain.lines().all(|line| line.chars().count() <= 26), "{plain}");
    assert_eq!(plain.matches('●').count(), 7 + 2, "{plain}");
    assert_eq!(plain.matches('·').count(), 4 + 1, "{plain}");
}

#[test]
fn every_position_has_a_status() {
    let end = |seed| game(seed).end();
    assert_eq!(status(Position::INITIAL), "black to move");
    // See the games in playout.rs: 30-34, and 17-47 with the passes of seed 12.
    assert_eq!(status(end(0)), "game over: white wins by 4");
    assert_eq!(status(end(12)), "game over: white wins by 30");
    let pass = game(12).positions().find(|position| position.moves() == [Move::PASS]).expect("a pass");
    assert_eq!(status(pass), format!("{} must pass", pass.side.name()));
    assert!(terminal(&Picture::new(pass), 80, false).ends_with("must pass\n"));
    // Empty squares are the winner's.
    let bare = Position { board: super::super::Board { own: 0, opponent: 1 }, side: Side::White };
    assert_eq!(status(bare), "game over: black wins by 64");
}

fn group<'a>(document: &'a Document<'_>, class: &str) -> Vec<Node<'a, 'a>> {
    let group = document.descendants().find(|node| node.attribute("class") == Some(class));
    group.map(|group| group.children().filter(Node::is_element).collect()).unwrap_or_default()
}

#[test]
fn an_svg_holds_discs_and_marks() {
    for (seed, plies) in [(1, 0), (2, 7), (3, 30), (4, 59), (12, 64)] {
        let mut transcript = Transcript::new(Position::INITIAL);
        for &mv in game(seed).moves().iter().take(plies) {
            transcript.push(mv).expect("legal");
        }
        let position = transcript.end();
        assert_eq!(position, random_position(seed, plies));
        let text = svg(&Picture::of_game(&transcript));
        let document = Document::parse(&text).expect("XML");
        let discs = group(&document, "discs");
        let of = |color: &str| discs.iter().filter(|disc| disc.attribute("fill") == Some(color)).count() as u32;
        assert_eq!(of("#15181b"), count(position, Side::Black));
        assert_eq!(of("#f7f7f2"), count(position, Side::White));
        assert_eq!(group(&document, "moves").len() as u32, position.board.moves().count_ones());
        let numbers: Vec<usize> =
            group(&document, "numbers").iter().filter_map(|text| text.text()?.parse().ok()).collect();
        let placed = transcript.moves().iter().filter(|&&mv| mv != Move::PASS).count();
        assert_eq!(numbers, (1..=placed).collect::<Vec<_>>());
        let last = document.descendants().filter(|node| node.attribute("class") == Some("last")).count();
        assert_eq!(last, usize::from(transcript.last_move().is_some_and(|mv| mv != Move::PASS)));
        let words = document.descendants().find(|node| node.has_tag_name("desc")).and_then(|node| node.text());
        assert!(words.expect("a description").ends_with(&position.to_string()));
    }
}

#[test]
fn a_disc_stands_where_its_square_is() {
    let text = svg(&Picture::of_game(&played("f5")));
    let document = Document::parse(&text).expect("XML");
    let one = group(&document, "numbers")[0];
    // Margin and rim, then five and a half squares to the right and four and a half down.
    assert_eq!((one.attribute("x"), one.attribute("y")), (Some("378"), Some("318")));
    assert_eq!(one.text(), Some("1"));
}

#[test]
fn a_title_cannot_break_the_document() {
    let title = "a<b> & \"c\" \u{1b}[31m \u{0} \u{ffff} ]]>";
    let picture = Picture { title, ..Picture::new(Position::INITIAL) };
    let text = svg(&picture);
    let document = Document::parse(&text).expect("XML");
    assert!(document.descendants().any(|node| node.text().is_some_and(|text| text.contains("a<b> & \"c\""))));
    assert!(!terminal(&picture, 80, false).contains('\u{1b}'));
}

#[test]
fn files_are_whole_and_others_are_refused() {
    let picture = Picture::new(Position::INITIAL);
    writes_whole_svg(&svg(&picture), |path| write_picture(path, &picture));
}
