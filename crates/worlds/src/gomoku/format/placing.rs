//! Stones of a text on a board, with the places where they are written: what all readers have in common.

use std::ops::Range;

use super::notation::name;
use crate::gomoku::Side;
use crate::gomoku::board::{Point, Position, Setting};
use crate::gomoku::renju::forbidden;
use searchlab_trial::diagnostic::{Diagnostic, Source};
use searchlab_trial::text::counted;

/// A stone and the bytes that put it there.
pub(super) type Placed = (Point, Range<usize>);

/// A game that is being read.
pub(super) struct Placing<'a> {
    source: &'a Source,
    position: Position,
    /// Where each of the stones is written, in any order.
    written: Vec<Placed>,
    /// How a stone is called: `move` or `stone`.
    noun: &'static str,
}

impl<'a> Placing<'a> {
    pub(super) fn new(source: &'a Source, setting: Setting, noun: &'static str) -> Self {
        Self { source, position: Position::empty(setting), written: Vec::new(), noun }
    }

    pub(super) const fn position(&self) -> &Position {
        &self.position
    }

    pub(super) fn finish(self) -> Position {
        self.position
    }

    /// The number of the next stone.
    pub(super) fn number(&self) -> usize {
        self.written.len() + 1
    }

    /// The next move, of the side to move.
    pub(super) fn play(&mut self, point: Point, span: Range<usize>) -> Result<(), Diagnostic> {
        let setting = self.position.setting();
        let called = format!("{} {}, {},", self.noun, self.number(), name(point, setting));
        if let Some(end) = end_of(&self.position) {
            return Err(Diagnostic::new(format!("{called} comes after the end of the game"))
                .at(self.source.excerpt(span, "expected the end of the game"))
                .help(end));
        }
        if self.position.is_full() {
            let cells = counted(setting.cells() as u64, "cell");
            return Err(Diagnostic::new(format!("too many stones: {called} is put on a full board"))
                .at(self.source.excerpt(span, "expected the end of the game"))
                .help(format!("a board of {} x {} has {cells}", setting.width, setting.height)));
        }
        if let Some(why) = forbidden(&self.position, point) {
            return Err(Diagnostic::new(format!("{called} is forbidden for black"))
                .at(self.source.excerpt(span, format!("it makes {}", why.name())))
                .help("this is a rule of renju; choose another rule if the game was played by another"));
        }
        self.put(point, span, self.position.side(), &format!("{called} is put on a stone"))
    }

    /// A stone of either side; `taken` is what to say if the cell holds one.
    fn put(&mut self, point: Point, span: Range<usize>, side: Side, taken: &str) -> Result<(), Diagnostic> {
        if self.position.put(point, side).is_ok() {
            self.written.push((point, span));
            return Ok(());
        }
        let there = self.position.at(point).map_or("a stone".to_owned(), |side| format!("a {} stone", side.name()));
        let label = format!("{} holds {there}", name(point, self.position.setting()));
        let first = self.written.iter().find(|written| written.0 == point).map(|written| written.1.clone());
        let mut places = vec![span];
        places.extend(first);
        // Of two stones the later in the text is the wrong one.
        places.sort_by_key(|place| std::cmp::Reverse(place.start));
        let labels = [label.as_str(), "put there here"];
        let diagnostic = Diagnostic::new(taken);
        Err(places
            .into_iter()
            .zip(labels)
            .fold(diagnostic, |all, (place, label)| all.at(self.source.excerpt(place, label))))
    }
}

/// How a game has ended, if its last stone made a five: "black has won with h8 i8 j8 k8 l8".
pub(super) fn end_of(position: &Position) -> Option<String> {
    let &(last, side) = position.stones().last()?;
    position.five_through(last).map(|line| format!("{} has won with {}", side.name(), names(&line, position.setting())))
}

/// The names of cells with blanks between.
fn names(points: &[Point], setting: Setting) -> String {
    points.iter().map(|&point| name(point, setting)).collect::<Vec<_>>().join(" ")
}

/// The position with these stones of black and of white, in an order in which they may have been played. `side` is the
/// side to move, if it was given, with its place; `whole` is the place for problems of the whole.
///
/// # Errors
/// Two stones on a cell, numbers of stones that no game has, a side to move that does not fit them, a game that was won
/// before its last stone.
pub(super) fn set_up<'a>(
    source: &'a Source,
    setting: Setting,
    stones: &[Vec<Placed>; 2],
    side: Option<(Side, Range<usize>)>,
    whole: Range<usize>,
) -> Result<Placing<'a>, Diagnostic> {
    let mut board = Placing::new(source, setting, "move");
    let [black, white] = stones;
    for index in 0..black.len().max(white.len()) {
        for (of_side, side) in stones.iter().zip(Side::BOTH) {
            if let Some((point, span)) = of_side.get(index) {
                let taken = format!("two stones on {}", name(*point, setting));
                board.put(*point, span.clone(), side, &taken)?;
            }
        }
    }
    let counts = [black.len(), white.len()];
    let fitting = match counts[0].checked_sub(counts[1]) {
        Some(0) => Side::Black,
        Some(1) => Side::White,
        _ => return Err(impossible(source, counts, whole)),
    };
    if let Some((side, span)) = side.filter(|given| given.0 != fitting) {
        return Err(wrong_side(source, side, counts, span));
    }
    match in_order(&board.position) {
        Ok(position) => Ok(Placing { position, ..board }),
        Err((side, line)) => {
            let first = stones[side.index()].iter().find(|placed| line.contains(&placed.0));
            let span = first.map_or(whole, |placed| placed.1.clone());
            Err(Diagnostic::new(format!("{} had a five before the last stone was put", side.name()))
                .at(source.excerpt(span, format!("a stone of {}", names(&line, setting))))
                .help(format!(
                    "{} is to move: only a line with the last stone of the other may be complete",
                    fitting.name()
                )))
        }
    }
}

/// The position with its stones in an order in which nobody has a five before the last of them. The side and its line
/// if there is none.
fn in_order(position: &Position) -> Result<Position, (Side, Vec<Point>)> {
    match (ordered(position), position.five()) {
        (Some(position), _) => Ok(position),
        // Lines of six that do not win may in theory leave no such order; nothing is wrong with the board then.
        (None, None) => Ok(position.clone()),
        (None, Some(five)) => Err(five),
    }
}

/// The same stones in an order that is found from its end: by turns, a stone is taken away without which nobody has a
/// five. The later ones go first.
fn ordered(position: &Position) -> Option<Position> {
    let of = |stones: &[(Point, Side)]| {
        let mut board = Position::empty(position.setting());
        for &(point, side) in stones {
            // The cells are all different: none is taken.
            let _ = board.put(point, side);
        }
        board
    };
    let mut rest = position.stones().to_vec();
    let mut order = Vec::with_capacity(rest.len());
    let mut side = position.side();
    while !rest.is_empty() {
        side = side.other();
        let is_free = |&at: &usize| {
            let mut others = rest.clone();
            others.remove(at).1 == side && of(&others).five().is_none()
        };
        let at = (0..rest.len()).rev().find(is_free)?;
        order.push(rest.remove(at));
    }
    order.reverse();
    Some(of(&order))
}

/// "3 black stones and 1 white stone".
fn stones_of(counts: [usize; 2]) -> String {
    let of = |side: Side| counted(counts[side.index()] as u64, &format!("{} stone", side.name()));
    format!("{} and {}", of(Side::Black), of(Side::White))
}

fn impossible(source: &Source, counts: [usize; 2], span: Range<usize>) -> Diagnostic {
    Diagnostic::new(format!("impossible numbers of stones: {}", stones_of(counts)))
        .at(source.excerpt(span, "expected as many white stones as black ones, or one less"))
        .help("black begins and the sides alternate")
}

/// A side to move that the stones do not allow.
pub(super) fn wrong_side(source: &Source, side: Side, counts: [usize; 2], span: Range<usize>) -> Diagnostic {
    let expected = side.other().name();
    Diagnostic::new(format!("{} cannot be to move with {}", side.name(), stones_of(counts)))
        .at(source.excerpt(span, format!("expected {expected}")))
        .help("black begins and the sides alternate")
}
