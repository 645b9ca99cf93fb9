//! SGF, the form in which most programs save games and positions. Gomoku is game 4 of it.
//!
//! | property | meaning |
//! |---|---|
//! | `GM[4]` | the game; a file without it is taken for one |
//! | `SZ[15]` `SZ[15:10]` | columns and rows; where it is missing, those that were asked for |
//! | `RU[renju]` | the rule; where it is missing, the one that was asked for |
//! | `AB[hh][ig]` `AW[…]` `PL[B]` | stones that are set up before the first move, side to move |
//! | `B[hh]` `W[ig]` | moves: the letters of column and row from the upper left corner; `h8` is read too |
//!
//! Comments and all other properties are skipped, of variations the first is the game. Passes are not known in Gomoku.
//!
//! Source: Hollosi, SGF file format FF[4] (1997-2021). It gives no cells for game 4; those of game 1, Go, are used, as
//! other programs do.

use std::fmt::Write as _;
use std::ops::Range;

use super::notation::{cells, parse};
use super::placing::{Placed, Placing, set_up};
use super::sgf_tree::{self, Property, Tree};
use crate::gomoku::Side;
use crate::gomoku::board::{LENGTHS, Point, Position, Rule, Setting};
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source, quoted};

/// Reads all games of a file, each to the end of its main line, with the number of the line where it begins. What a game
/// does not say, the setting does.
///
/// # Errors
/// A text that is no SGF; another game, an unknown rule, a board of a size that is not played on; stones off the board
/// or on another, moves of the side that is not to move, moves after the end of the game, passes, numbers of stones
/// that no game has, stones that are set up after a move.
pub fn read_sgf(source: &Source, setting: Setting) -> Result<Vec<(usize, Position)>, Diagnostics> {
    let mut problems = Diagnostics::new();
    let mut games = Vec::new();
    for tree in sgf_tree::read(source)? {
        let line = source.text[..tree.at].matches('\n').count() + 1;
        match read_game(source, &tree, setting) {
            Ok(position) => games.push((line, position)),
            Err(problem) => problems.push(|| problem),
        }
    }
    problems.into_result(games)
}

/// A game with the names of the players, which may be empty, and the result if it is over. Stones that were not put by
/// turns are set up, and the moves after them follow.
pub fn write_sgf(position: &Position, players: [&str; 2]) -> String {
    let Setting { width, height, rule } = position.setting();
    let mut text = format!("(;FF[4]GM[4]CA[UTF-8]AP[searchlab]RU[{}]", rule.name());
    // Writing to a string cannot fail.
    let _ = if width == height { write!(text, "SZ[{width}]") } else { write!(text, "SZ[{width}:{height}]") };
    for (property, player) in ["PB", "PW"].into_iter().zip(players) {
        if !player.is_empty() {
            let _ = write!(text, "{property}[{}]", escaped(player));
        }
    }
    if let Some((side, _)) = position.five() {
        let _ = write!(text, "RE[{}+]", letter(side));
    } else if position.is_full() {
        text += "RE[Draw]";
    }
    let stones = position.stones();
    let moves = first_move(position);
    for (side, property) in Side::BOTH.into_iter().zip(["AB", "AW"]) {
        let of_side: Vec<String> = stones[..moves]
            .iter()
            .filter(|stone| stone.1 == side)
            .map(|stone| format!("[{}]", pair(stone.0)))
            .collect();
        if !of_side.is_empty() {
            text.extend([property, &of_side.concat()]);
        }
    }
    if moves > 0 || (stones.is_empty() && position.side() == Side::White) {
        let _ = write!(text, "PL[{}]", letter(stones.get(moves).map_or(position.side(), |stone| stone.1)));
    }
    text.push('\n');
    for (number, &(point, side)) in stones[moves..].iter().enumerate() {
        let gap = if number > 0 && number.is_multiple_of(10) { "\n" } else { "" };
        let _ = write!(text, "{gap};{}[{}]", letter(side), pair(point));
    }
    text + ")\n"
}

/// The number of stones before those that were put by turns, up to the last one, so that the next side is to move.
fn first_move(position: &Position) -> usize {
    let stones = position.stones();
    let mut side = position.side();
    let by_turns = stones.iter().rev().take_while(|stone| {
        side = side.other();
        stone.1 == side
    });
    let first = stones.len() - by_turns.count();
    // A game from the empty board begins with black.
    let is_whole = first == 0 && stones.first().is_some_and(|stone| stone.1 == Side::White);
    if is_whole { 1 } else { first }
}

const fn letter(side: Side) -> char {
    match side {
        Side::Black => 'B',
        Side::White => 'W',
    }
}

/// The letters of column and row.
fn pair(point: Point) -> String {
    [point.column(), point.row()].map(|index| char::from(b'a' + index as u8)).iter().collect()
}

fn escaped(text: &str) -> String {
    let clean = text.chars().map(|char| if char.is_control() { ' ' } else { char });
    clean.flat_map(|char| matches!(char, ']' | '\\' | ':').then_some('\\').into_iter().chain([char])).collect()
}

fn read_game(source: &Source, tree: &Tree, setting: Setting) -> Result<Position, Diagnostic> {
    let root = tree.nodes.first().map(Vec::as_slice).unwrap_or_default();
    let setting = read_setting(source, root, setting)?;
    let mut stones: [Vec<Placed>; 2] = [Vec::new(), Vec::new()];
    let mut side = None;
    let mut game: Option<Placing<'_>> = None;
    let whole = tree.at..tree.at + 1;
    for property in tree.nodes.iter().flatten() {
        match (property.name.as_str(), &mut game) {
            ("AB" | "AW" | "AE" | "PL", Some(_)) => {
                return Err(Diagnostic::new("stones are set up after a move")
                    .at(source.excerpt(property.at.clone(), "expected nothing but moves from the first on"))
                    .help("only games that are set up before the first move are read"));
            }
            ("AB", None) => stones[0].append(&mut points(source, property, setting)?),
            ("AW", None) => stones[1].append(&mut points(source, property, setting)?),
            ("AE", None) => remove(&mut stones, &points(source, property, setting)?),
            ("PL", None) => side = Some((read_side(source, property)?, property.values[0].clone())),
            ("B" | "W", _) => {
                let game = match &mut game {
                    Some(game) => game,
                    None => game.insert(set_up(source, setting, &stones, side.take(), whole.clone())?),
                };
                play(source, property, game)?;
            }
            _ => {}
        }
    }
    match game {
        Some(game) => Ok(game.finish()),
        None => Ok(set_up(source, setting, &stones, side, whole)?.finish()),
    }
}

fn remove(stones: &mut [Vec<Placed>; 2], points: &[Placed]) {
    for of_side in stones {
        of_side.retain(|stone| points.iter().all(|point| point.0 != stone.0));
    }
}

/// Game, size and rule from the first node.
fn read_setting(source: &Source, root: &[Property], setting: Setting) -> Result<Setting, Diagnostic> {
    let value = |name: &str| {
        let property = root.iter().find(|property| property.name == name)?;
        let span = property.values[0].clone();
        Some((source.text[span.clone()].trim(), span))
    };
    if let Some((game, span)) = value("GM").filter(|(game, _)| *game != "4") {
        return Err(Diagnostic::new(format!("game {} is not Gomoku", quoted(game)))
            .at(source.excerpt(span, "expected 4"))
            .help("GM[4] is Gomoku and Renju; GM[1] is Go"));
    }
    let mut setting = setting;
    if let Some((size, span)) = value("SZ") {
        (setting.width, setting.height) = read_size(size).ok_or_else(|| {
            let (least, most) = LENGTHS.into_inner();
            Diagnostic::new(format!("{} is not the size of a board", quoted(size)))
                .at(source.excerpt(span, format!("expected {least} to {most}, or columns and rows such as 15:10")))
        })?;
    }
    if let Some((rule, span)) = value("RU").filter(|(rule, _)| !rule.is_empty()) {
        setting.rule = read_rule(rule).ok_or_else(|| {
            let known = Rule::ALL.map(Rule::name);
            Diagnostic::unknown_name("rule", rule, &known, Some(source.excerpt(span, "not a rule")))
        })?;
    }
    Ok(setting)
}

fn read_size(text: &str) -> Option<(u8, u8)> {
    let (width, height) = text.split_once(':').unwrap_or((text, text));
    let length = |text: &str| text.trim().parse::<u8>().ok().filter(|&length| LENGTHS.contains(&length.into()));
    Some((length(width)?, length(height)?))
}

/// The rule by its name or by one of the names that other programs write.
fn read_rule(text: &str) -> Option<Rule> {
    let name = text.to_lowercase();
    let other = || match name.as_str() {
        "gomoku" | "free-style" | "free style" | "freestyle gomoku" => Some(Rule::Freestyle),
        "exactly five" | "standard gomoku" => Some(Rule::Standard),
        _ => None,
    };
    Rule::from_name(&name).or_else(other)
}

fn read_side(source: &Source, property: &Property) -> Result<Side, Diagnostic> {
    let span = property.values[0].clone();
    match source.text[span.clone()].trim().to_lowercase().as_str() {
        "b" | "black" => Ok(Side::Black),
        "w" | "white" => Ok(Side::White),
        text => Err(Diagnostic::new(format!("unknown side to move {}", quoted(text)))
            .at(source.excerpt(span, "expected B or W"))),
    }
}

fn play(source: &Source, property: &Property, game: &mut Placing<'_>) -> Result<(), Diagnostic> {
    let side = if property.name == "B" { Side::Black } else { Side::White };
    let expected = game.position().side();
    if side != expected {
        return Err(Diagnostic::new(format!(
            "move {} is {}'s, but {} is to move",
            game.number(),
            side.name(),
            expected.name()
        ))
        .at(source.excerpt(property.at.clone(), format!("expected {}", letter(expected))))
        .help("black begins and the sides alternate"));
    }
    if let Some(second) = property.values.get(1) {
        return Err(Diagnostic::new("two moves in one property")
            .at(source.excerpt(second.clone(), "expected each move in a node of its own: ;B[hh];W[ig]")));
    }
    let span = property.values[0].clone();
    let setting = game.position().setting();
    let text = source.text[span.clone()].trim();
    if text.is_empty() || text.eq_ignore_ascii_case("pass") {
        return Err(Diagnostic::new(format!("move {} is a pass", game.number()))
            .at(source.excerpt(span, format!("expected {}", two_letters(setting))))
            .help("nobody may pass in Gomoku"));
    }
    let point = point(source, span.clone(), setting)?;
    game.play(point, span)
}

/// The cells of a list; `aa:cc` are all cells between two corners.
fn points(source: &Source, property: &Property, setting: Setting) -> Result<Vec<Placed>, Diagnostic> {
    let mut all = Vec::new();
    for value in property.values.iter().filter(|value| !source.text[(*value).clone()].trim().is_empty()) {
        match source.text[value.clone()].find(':') {
            None => all.push((point(source, value.clone(), setting)?, value.clone())),
            Some(colon) => {
                let first = point(source, value.start..value.start + colon, setting)?;
                let last = point(source, value.start + colon + 1..value.end, setting)?;
                let is_within = |at: fn(Point) -> usize, point: Point| (at(first)..=at(last)).contains(&at(point));
                let corners = |point: &Point| is_within(Point::column, *point) && is_within(Point::row, *point);
                all.extend(setting.points().filter(corners).map(|point| (point, value.clone())));
            }
        }
    }
    Ok(all)
}

fn two_letters(setting: Setting) -> String {
    let last = |length: u8| char::from(b'a' + length - 1);
    format!("two letters, a column a-{} and a row a-{} from the top", last(setting.width), last(setting.height))
}

/// A cell: two letters, or a letter and the number of the row from the bottom.
fn point(source: &Source, span: Range<usize>, setting: Setting) -> Result<Point, Diagnostic> {
    let text = source.text[span.clone()].trim();
    let index = |letter: u8| letter as isize - b'a' as isize;
    let (found, is_pair) = match *text.as_bytes() {
        [column @ b'a'..=b'z', row @ b'a'..=b'z'] => (setting.point(index(column), index(row)), true),
        _ => (parse(text, setting).ok(), false),
    };
    found.ok_or_else(|| {
        let is_off = is_pair || parse(text, setting).is_err_and(|error| error.is_off_board());
        let (fault, expected) = match (is_off, is_pair) {
            (true, false) => ("lies off the board", cells(setting)),
            (true, true) => ("lies off the board", two_letters(setting)),
            (false, _) => ("is not a cell", two_letters(setting)),
        };
        Diagnostic::new(format!("{} {fault}", quoted(text))).at(source.excerpt(span, format!("expected {expected}")))
    })
}
