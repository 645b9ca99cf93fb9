//! Pictures of small games as text; SVG as a document.

use roxmltree::{Document, Node};

use super::*;
use crate::gomoku::format::{name, read_moves};
use crate::gomoku::playout::{game, random_position};
use crate::testing::writes_whole_svg;
use searchlab_trial::diagnostic::Source;

fn played(moves: &str, setting: Setting) -> Position {
    read_moves(&Source::new("test", moves), setting).unwrap_or_else(|problems| panic!("{problems}"))
}

const SEVEN: Setting = Setting { width: 7, height: 6, rule: Rule::Freestyle };

#[test]
fn in_ascii() {
    let position = played("d3c4e4g1a6", SEVEN);
    let picture = Picture { title: " First\n", marked: &[Point::new(6, 0)], ..Picture::new(&position) };
    let expected = "
First
   a b c d e f g
 6[X]. . . . . +
 5 . . . . . . .
 4 . . O . X . .
 3 . . . X . . .
 2 . . . . . . .
 1 . . . . . . O
X black   3   [] last
O white   2   + marked
white to move
";
    assert_eq!(format!("\n{}", terminal(&picture, Look::Ascii, 80, false)), expected);
    let bare = terminal(&Picture { marks_last: false, marked: &[], ..picture }, Look::Ascii, 3, false);
    assert!(bare.starts_with("Fir\n") && bare.ends_with("X black   3\nO white   2\nwhi\n"), "{bare}");
}

#[test]
fn with_lines_and_numbers() {
    let position = played("d3c4e4g1a6", SEVEN);
    let expected = "
   a b c d e f g
 6[●]┬─┬─┬─┬─┬─┐
 5 ├─┼─┼─┼─┼─┼─┤
 4 ├─┼─○─┼─●─┼─┤
 3 ├─┼─┼─●─┼─┼─┤
 2 ├─┼─┼─┼─┼─┼─┤
 1 └─┴─┴─┴─┴─┴─○
● black   3   [] last
○ white   2
white to move
";
    assert_eq!(format!("\n{}", terminal(&Picture::new(&position), Look::Unicode, 80, false)), expected);
    let expected = "
    a  b  c  d  e  f  g
 6[X5] .  .  .  .  .  .
 5  .  .  .  .  .  .  .
 4  .  . O2  . X3  .  .
 3  .  .  . X1  .  .  .
 2  .  .  .  .  .  .  .
 1  .  .  .  .  .  . O4
X black   3   [] last
O white   2
white to move
";
    assert_eq!(format!("\n{}", terminal(&Picture::of_game(&position), Look::Ascii, 80, false)), expected);
}

#[test]
fn colours_end_with_their_lines() {
    let position = random_position(1, 30, Setting::default());
    for look in [Look::Ascii, Look::Unicode] {
        for is_numbered in [false, true] {
            let picture = Picture { is_numbered, ..Picture::new(&position) };
            assert!(!terminal(&picture, look, 80, false).contains('\u{1b}'));
            let text = terminal(&picture, look, 80, true);
            for line in text.lines().filter(|line| line.contains('\u{1b}')) {
                let at = line.rfind('\u{1b}').expect("a sequence");
                assert!(line[at..].starts_with("\u{1b}[0m"), "{line:?}");
            }
            let width = |line: &str| {
                line.split('\u{1b}')
                    .map(|part| part.split_once('m').map_or(part, |part| part.1))
                    .map(|part| part.chars().count())
                    .sum::<usize>()
            };
            let widest = text.lines().map(width).max();
            // The row's number, fifteen cells with a gap before each, and the gap at the end.
            assert!(widest <= Some(2 + 15 * if is_numbered { 4 } else { 2 } + 1), "{widest:?}\n{text}");
        }
    }
}

#[test]
fn ends_and_forbidden_cells_are_shown() {
    let won = played("a1a2b1b2c1c2d1d2e1", Setting::default());
    assert_eq!(status(&won), "game over: black wins");
    assert!(svg(&Picture::new(&won)).contains("class=\"five\""));
    let five = Setting::square(5, Rule::Freestyle);
    assert_eq!(status(&played("a1b1c1d1e1a3b3c3d3e3a2b2c2d2e2a4b4c4d4e4a5b5c5d5e5", five)), "game over: a draw");

    let renju = played("h9a1h7a3i8a5g8o1", Setting::square(15, Rule::Renju));
    let picture = Picture { marks_forbidden: true, ..Picture::new(&renju) };
    let text = terminal(&picture, Look::Ascii, 80, false);
    assert_eq!(text.matches('!').count(), 2, "{text}");
    assert!(text.contains(" 8 . . . . . . X ! X . . . . . .\n") && text.contains("! forbidden"), "{text}");
    assert_eq!(svg(&picture).matches("class=\"forbidden\"").count(), 1);
}

fn group<'a>(document: &'a Document<'_>, class: &str) -> Vec<Node<'a, 'a>> {
    let group = document.descendants().find(|node| node.attribute("class") == Some(class));
    group.map(|group| group.children().filter(Node::is_element).collect()).unwrap_or_default()
}

#[test]
fn an_svg_holds_stones_and_numbers() {
    for (seed, setting) in [(1, Setting::default()), (2, SEVEN), (3, Setting::square(22, Rule::Caro))] {
        let position = game(seed, setting);
        let text = svg(&Picture::of_game(&position));
        let document = Document::parse(&text).expect("XML");
        let stones = group(&document, "stones");
        let of = |color: &str| stones.iter().filter(|stone| stone.attribute("fill") == Some(color)).count();
        assert_eq!(of("#15181b"), count(&position, Side::Black));
        assert_eq!(of("#f7f7f2"), count(&position, Side::White));
        let numbers: Vec<usize> =
            group(&document, "numbers").iter().filter_map(|text| text.text()?.parse().ok()).collect();
        assert_eq!(numbers, (1..=position.stones().len()).collect::<Vec<_>>());
        assert_eq!(text.matches("class=\"last\"").count(), 1);
        let words = document.descendants().find(|node| node.has_tag_name("desc")).and_then(|node| node.text());
        let moves: String = position.stones().iter().map(|stone| name(stone.0, setting)).collect();
        assert!(words.expect("a description").ends_with(&moves));
    }
}

#[test]
fn a_stone_stands_where_its_cell_is() {
    let position = played("c2", SEVEN);
    let text = svg(&Picture::of_game(&position));
    let document = Document::parse(&text).expect("XML");
    let one = group(&document, "numbers")[0];
    // In the middle of the least width, two cells to the right and four down.
    assert_eq!((one.attribute("x"), one.attribute("y"), one.text()), (Some("154"), Some("210"), Some("1")));
}

#[test]
fn a_title_cannot_break_the_document() {
    let title = "a<b> & \"c\" \u{1b}[31m \u{0} \u{ffff} ]]>";
    let position = Position::empty(SEVEN);
    let picture = Picture { title, ..Picture::new(&position) };
    let text = svg(&picture);
    let document = Document::parse(&text).expect("XML");
    assert!(document.descendants().any(|node| node.text().is_some_and(|text| text.contains("a<b> & \"c\""))));
    assert!(!terminal(&picture, Look::Unicode, 80, false).contains('\u{1b}'));
}

#[test]
fn files_are_whole_and_others_are_refused() {
    let position = Position::empty(Setting::default());
    let picture = Picture::new(&position);
    writes_whole_svg(&svg(&picture), |path| write_picture(path, &picture));
}
