//! Published positions, and a second definition, written another way, on random positions.

use proptest::prelude::*;

use super::*;
use crate::gomoku::board::{DIRECTIONS, Setting};
use crate::gomoku::format::{name, parse};
use crate::gomoku::playout::random_position;

const RENJU: Setting = Setting::square(15, Rule::Renju);

/// Cells in a row: `h8i9`.
fn points(text: &str) -> Vec<Point> {
    let begins: Vec<usize> = text.char_indices().filter(|(_, each)| each.is_alphabetic()).map(|each| each.0).collect();
    let ends = begins.iter().copied().skip(1).chain([text.len()]);
    begins.iter().zip(ends).map(|(&begin, end)| parse(&text[begin..end], RENJU).unwrap()).collect()
}

fn position(black: &str, white: &str) -> Position {
    let mut position = Position::empty(RENJU);
    for (stones, side) in [(black, Side::Black), (white, Side::White)] {
        for point in points(stones) {
            position.put(point, side).unwrap();
        }
    }
    position.set_side(Side::Black);
    position
}

fn names(points: impl Iterator<Item = Point>) -> String {
    points.map(|point| name(point, RENJU)).collect()
}

/// All forbidden cells of a position: six and more, two fours, two threes, each row by row.
fn all_forbidden(position: &Position) -> [String; 3] {
    [Forbidden::Overline, Forbidden::FourFour, Forbidden::ThreeThree]
        .map(|kind| names(position.empty_points().filter(|&point| forbidden(position, point) == Some(kind))))
}

/// Name, stones of black, stones of white; cells that make six or more, two fours, two threes, and no others.
type Board = (&'static str, &'static str, &'static str, [&'static str; 3]);

/// Whole boards from the tests and the documentation of mintaka (junghyun397), a solver for renju.
const BOARDS: &[Board] = &[
    (
        "each kind, and five with six",
        "k15k14e13k13c12e12j12l12m12n12o12b11e11k11a10d8e8g8h8i8j5m5b4k4b3d3k3d2",
        "e10",
        ["f8", "e14", "k5"],
    ),
    ("no room for a straight four", "g9e8h8e7e6f6g6e5", "i10e9f9h9i9f7e4", ["", "", "f8"]),
    ("the fourth stone makes two fours", "f9g9h8h7i6j6k6", "h11f10g8i8g7i7l6", ["", "", ""]),
    ("the fourth stone makes six or two fours", "f10g9j9h8i8f7f6g6j6j5", "e11h9i9h7i7e6i6f5h5", ["", "", ""]),
    ("fours on all sides", "f10j10g9i9h8j8f7h7j7f6", "e12f11g10i10i8g7i7k7j6f5", ["", "", ""]),
    ("one level", "h11h10f9h9f8h8d7e7f7g7i7f6e5", "h12f10g9i9j8c7h7h6j6f5g5d4", ["", "", "e8e6"]),
    ("two levels", "e10h10f9h9i9g8h8i7j7f6f5", "d11g11j10e9g9g7h7e5f4", ["", "", "i8"]),
    ("two levels, the second stopped", "e10h10f9h9i9g8h8i7j7f6f5", "d11g11j10e9g9k8g7h7g6e5f4", ["", "", "g10i10i8"]),
    ("three at once", "f11k10l9g8h8i8k8f7h6j5", "j11k9f8j8", ["", "", "h9h7i6"]),
    ("chains", "h12m11n10d9g9i9j9k9m9d8h8e7f7j7g6k6l6", "f10m10c9h9l9e8f8i8b7m6e5", ["", "", "j10j8g7k7"]),
    (
        "chains with another stone",
        "h12m11o11n10d9g9i9j9k9m9d8h8e7f7j7g6k6l6",
        "f10m10c9h9l9e8f8i8b7m6e5",
        ["", "", "j10j8d7g7"],
    ),
    ("each asks for the others", "g9h9f8g8h8i8f7g7h7i7g6h6", "g10h10e8j8e7j7g5h5", ["", "", "f9i9f6i6"]),
    (
        "two fours on one line",
        "e14g14i14k14e10g10h10k10e6f6h6k6l6c2e2g2h2k2l2n2",
        "e12f12g12h12i12j12k12e8f8g8h8i8j8k8e4f4g4h4i4j4k4",
        ["", "h14i10i6", ""],
    ),
];

/// Stones of black, of white, cells that are forbidden, cells that are not; from the tests of AlphaGomoku (Maciej
/// Kozarzewski, 2021).
const CELLS_OF_BOARDS: &[(&str, &str, &str, &str)] = &[
    ("a14a13a12a11", "", "", "a15a10"),
    ("a14a13a12a11a9", "", "a10", "a15"),
    ("a14a13a12a11b10c10d10e10a9", "", "", "a15a10"),
    (
        "j15m15n15c14e14f14m13d12n12d11h11i11j11o11d10k10a9k9a8k8f6h6j6l6a5a3a2f1g1h1l1m1n1",
        "g14g11d9k7a1",
        "k15d14k11a6i6j1",
        "",
    ),
    ("k14m14c13d13l13b12d12l12d11l11f9g9h8h7h6a5l5k4e3f3l3m3n3d2e1", "i14o14d10l10h5o3", "", "d14l14h9c3j3"),
    ("c13e13k13n13d12m12d11m11i10g8h8h7c5n5d4f4m4d2i2j2", "b13", "m13h9e3k2", "d13"),
    ("m13g10h10i9h8", "f6", "", "j10"),
    ("o14e13a12e12f12i12c11l11n11k10n10j9n9c5l5c4f4e3k3m3l2", "i8n8k5m5k4m4j2k2m2n2g1k1m1", "d4l3", "n13d12"),
    ("i9k9h8j8l8h7j7l7h6l6", "g12h11i10i8k8g7i7k7m7h5l5", "", "j9"),
    ("e11k11e10k10c9d9l9m9f8j8g7i7h5h4g3i3e2f2g2i2j2k2", "e12k12", "d10l10e9k9h6f3j3h2", "h3"),
    ("e11k11e10k10c9d9l9m9f8j8g7i7h5h4g3i3e2f2g2i2j2k2", "k12", "h3", ""),
    ("i13f12i12i11g10j10g9j9h8j8k8i7k6", "h13h12g11f10h10h9i9k9l9g8i8j7i6", "", "h11"),
    ("g9e8h8e7e6f6g6e5", "j11i10e9f9h9i9f7e4", "", "g8"),
    (
        "m15b14k14m14o14l13m13n13c12e12c11e11l11b10o10m6b5c5e5k5n5d4e4l4m4d3f3k3d2j2",
        "l15n15l14n14k13o13d11c10e10f5c4f4k4n4o4c3e3l3d1i1",
        "d12m12d5m5",
        "",
    ),
    (
        "m15b14k14m14o14l13m13n13a12b12c12e12c11e11l11n11b10o10n6a5b5c5e5k5n5d4e4l4m4d3f3k3d2j2",
        "l15n15l14n14k13o13d11c10e10f5c4f4k4n4o4c3e3l3d1i1",
        "",
        "d12m12d5m5",
    ),
    ("i10j9k9h8h7j7k7", "h9i9i8j8l8i7h6", "k8", ""),
    ("i10j9k9h8h7j7k7k10", "h9i9i8j8l8i7h6i5", "", "k8"),
    ("i10j9k9h8h7j7k7k10i6", "h9i9i8j8l8i7h6i5m8", "k8", ""),
    ("g11f10g10e9h9i9h8j8h7", "i11g9d8f8g8i8g7k7h6", "h10", ""),
    ("g11f10g10e9h9i9h8j8h7h12", "i11g9d8f8g8i8g7k7h6i13", "", "h10"),
    ("d14e13b12d12e11b10d10e10c9d9", "e14f12a10", "", "c13e9"),
    ("i10h9j9h8g7h7f6f4", "g12g10i9g8j7h6g5d4", "f7", ""),
    ("i10h9j9h8g7h7f6f4i8", "g12g10i9g8j7h6g5d4", "", "f7"),
    ("i10h9j9h8g7h7f6f4i8", "g12g10i9g8j7h6g5d4g6", "f7", ""),
];

#[test]
fn whole_boards() {
    for (title, black, white, expected) in BOARDS {
        assert_eq!(all_forbidden(&position(black, white)), *expected, "{title}");
    }
}

#[test]
fn single_cells() {
    for (black, white, bad, good) in CELLS_OF_BOARDS {
        let position = position(black, white);
        for (cells, is_bad) in [(bad, true), (good, false)] {
            for cell in points(cells) {
                assert_eq!(forbidden(&position, cell).is_some(), is_bad, "{} {black}", name(cell, RENJU));
            }
        }
    }
}

/// One line of the rules each: black stones on row 8, white ones behind a stroke, and what h8 makes there beside a
/// three from g7 and f6.
#[test]
fn lines_with_a_second_three() {
    let cases = [
        // With a three on the diagonal, a three here makes two.
        (Some(Forbidden::ThreeThree), "f8g8 f8i8 e8g8 g8i8"),
        // Too wide, stopped, or without room for four with both ends open.
        (None, "d8g8 f8g8|i8 f8g8|e8 f8g8|d8j8"),
        (Some(Forbidden::ThreeThree), "f8g8|d8"),
        // A stone further on makes six of a straight four: c8, and then only the other side is left.
        (Some(Forbidden::ThreeThree), "f8g8c8"),
        (None, "f8g8c8|j8 f8g8c8k8"),
        // A four and a three are allowed.
        (None, "e8f8g8 e8f8g8|d8"),
        // Five is always allowed, six never.
        (None, "d8e8f8g8"),
        (Some(Forbidden::Overline), "d8e8f8g8i8"),
        // Two fours on one line, and what looks like them.
        (Some(Forbidden::FourFour), "d8f8g8j8 e8g8i8k8 d8f8g8j8l8"),
        (None, "d8f8g8i8 e8f8j8k8i8 d8f8j8l8 f8g8d8i8k8"),
    ];
    let stones = |word: &'static str| word.split_once('|').unwrap_or((word, ""));
    let lines = cases.iter().flat_map(|&(expected, words)| words.split(' ').map(move |word| (stones(word), expected)));
    for ((line, white), expected) in lines {
        let position = position(&format!("{line}g7f6"), white);
        let h8 = parse("h8", RENJU).unwrap();
        assert_eq!(by_definition(&mut position.clone(), h8), expected, "{line} {white} by definition");
        assert_eq!(forbidden(&position, h8), expected, "{line} {white}");
    }
}

#[test]
fn only_black_and_only_in_renju() {
    let mut position = position("f8g8h7h6", "");
    let h8 = parse("h8", RENJU).unwrap();
    assert_eq!(forbidden(&position, h8), Some(Forbidden::ThreeThree));
    assert_eq!(legal_points(&position).len(), 225 - 4 - 1);
    position.set_side(Side::White);
    assert_eq!((forbidden(&position, h8), legal_points(&position).len()), (None, 225 - 4));
    assert_eq!(forbidden(&position, parse("f8", RENJU).unwrap()), None);
    for kind in [Forbidden::Overline, Forbidden::FourFour, Forbidden::ThreeThree] {
        assert!(!kind.name().is_empty());
    }
}

/// The fives that a side's stones would be on a window of five cells beginning at a cell, if exactly five: the cells,
/// unless a neighbour of the window belongs to black.
fn window(position: &Position, from: Point, direction: (isize, isize)) -> Option<Vec<Point>> {
    let at = |steps| position.setting().step(from, direction, steps);
    let is_black = |point: Option<Point>| point.is_some_and(|point| position.at(point) == Some(Side::Black));
    let cells: Vec<Point> = (0..5).filter_map(at).collect();
    (cells.len() == 5 && !is_black(at(-1)) && !is_black(at(5))).then_some(cells)
}

/// The sets of four black stones in a direction, one of them the given one, that one cell more makes exactly five;
/// each with the number of such cells.
fn fours(position: &Position, stone: Point, direction: (isize, isize)) -> Vec<(Vec<Point>, usize)> {
    let mut all: Vec<(Vec<Point>, usize)> = Vec::new();
    for begin in -4..=0 {
        let from = position.setting().step(stone, direction, begin);
        let Some(cells) = from.and_then(|from| window(position, from, direction)) else { continue };
        let (stones, rest): (Vec<Point>, Vec<Point>) =
            cells.into_iter().partition(|&cell| position.at(cell) == Some(Side::Black));
        if stones.len() == 4 && position.at(rest[0]).is_none() {
            match all.iter_mut().find(|four| four.0 == stones) {
                Some(four) => four.1 += 1,
                None => all.push((stones, 1)),
            }
        }
    }
    all
}

/// The rules of the International Federation word by word, by sets of stones. Slow.
fn by_definition(position: &mut Position, point: Point) -> Option<Forbidden> {
    position.put(point, Side::Black).unwrap();
    let answer = if position.five_through(point).is_some() {
        None
    } else if has_six(position, point) {
        Some(Forbidden::Overline)
    } else if DIRECTIONS.iter().map(|&direction| fours(position, point, direction).len()).sum::<usize>() > 1 {
        Some(Forbidden::FourFour)
    } else {
        let threes = DIRECTIONS.into_iter().filter(|&direction| is_three(position, point, direction)).count();
        (threes > 1).then_some(Forbidden::ThreeThree)
    };
    position.take_back();
    answer
}

fn has_six(position: &Position, stone: Point) -> bool {
    let is_black = |point: Option<Point>| point.is_some_and(|point| position.at(point) == Some(Side::Black));
    DIRECTIONS.into_iter().any(|direction| {
        (-5..=0).any(|begin| (begin..begin + 6).all(|steps| is_black(position.setting().step(stone, direction, steps))))
    })
}

/// True if another stone of the same line, legal and no five, makes a straight four of which the first is a part: four
/// stones that two cells make five.
fn is_three(position: &mut Position, stone: Point, direction: (isize, isize)) -> bool {
    (-4..=4).any(|steps| {
        let fourth = position.setting().step(stone, direction, steps);
        let Some(fourth) = fourth.filter(|&fourth| position.at(fourth).is_none()) else { return false };
        position.put(fourth, Side::Black).unwrap();
        let is_five = position.five_through(fourth).is_some();
        let is_straight = fours(position, fourth, direction).iter().any(|four| four.1 == 2 && four.0.contains(&stone));
        position.take_back();
        is_straight && !is_five && by_definition(position, fourth).is_none()
    })
}

/// Positions with many stones of black close together, where threes and fours abound.
fn crowded() -> impl Strategy<Value = Position> {
    let length = 9..=15u8;
    let cells = |count: usize| prop::collection::vec(0..4u8, count);
    length
        .prop_flat_map(move |length| (Just(length), cells(usize::from(length).pow(2)), 0..3u8, any::<bool>()))
        .prop_map(|(length, cells, density, has_white)| {
            let setting = Setting::square(length, Rule::Renju);
            let mut position = Position::empty(setting);
            for (index, (point, cell)) in setting.points().zip(cells).enumerate() {
                let is_thinned = (index * 7 + usize::from(cell)) % (usize::from(density) + 1) != 0;
                let side = match cell {
                    0 => Side::Black,
                    1 if has_white => Side::White,
                    _ => continue,
                };
                if !is_thinned {
                    position.put(point, side).unwrap();
                }
            }
            position.set_side(Side::Black);
            position
        })
}

/// Checks every empty cell, and that the board is left as it was.
fn agrees(position: &Position) -> Result<(), TestCaseError> {
    let before = cells_of(position);
    let mut cells = before;
    let mut slow = position.clone();
    for point in position.empty_points() {
        let found = forbidden_on(&mut cells, point);
        prop_assert_eq!(found, by_definition(&mut slow, point), "{:?} of {:?}", point, position.stones());
    }
    prop_assert!(cells == before);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn agrees_with_the_definition_in_games(seed: u64, plies in 5..120usize) {
        let mut position = random_position(seed, plies, RENJU);
        position.set_side(Side::Black);
        agrees(&position)?;
    }

    #[test]
    fn agrees_with_the_definition_in_crowds(position in crowded()) {
        agrees(&position)?;
    }
}
