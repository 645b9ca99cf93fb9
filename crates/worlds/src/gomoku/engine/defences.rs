//! Wins within five plies, and the replies that stop those of the other side, by patterns alone.
//!
//! Idea        A four with an open three wins if the one reply to the four makes no four itself, and two open threes if the
//!             other side can make no four at all: an open four comes before it has one. A stone that stops such a
//!             threat lies in its lines, makes a four, or lets the reply to the four make one.
//! Source      Allis, van den Herik, Huntjens, Go-Moku and Threat-Space Search (1993).
//! Guarantees  Each win is one, and no reply that is left out stops the threat (tests).
//! Not here    Longer wins by fours (solver/vcf.rs).

use super::super::Side;
use super::super::board::{Point, Rule, STEPS};
use super::super::patterns::line::stone;
use super::super::patterns::{CellShape, LineShape, LineTable, Patterns, Rows, place};

/// True if the side to move, with no five to fear, makes five in five plies whatever the other side does.
pub(super) fn wins_in_five(patterns: &Patterns) -> bool {
    let (own, theirs) = (patterns.side(), patterns.side().other());
    let count = |shape| patterns.count(own, shape);
    if count(CellShape::FourThree) + count(CellShape::DoubleThree) == 0 || patterns.count(theirs, CellShape::Five) > 0 {
        return false;
    }
    // Caro stops fives at their ends too, and renju may forbid black the open four.
    let rule = patterns.setting().rule;
    if rule == Rule::Caro || rule == Rule::Renju && own == Side::Black {
        return false;
    }
    if fours(patterns, theirs).is_empty() {
        return true;
    }
    let is_sure = |point| reply_to_four(patterns, own, point).is_some_and(|reply| !makes_four(patterns, theirs, reply));
    patterns.with(own, CellShape::FourThree).points().any(is_sure)
}

/// The cells that may stop an open four of the other side, as far as its shape alone says: own fours, and every cell on which
/// the other side makes one. A cell of its five that is empty is one of these.
pub(super) fn replies_by_shape(patterns: &Patterns) -> Rows {
    fours(patterns, patterns.side()).or(&fours(patterns, patterns.side().other()))
}

/// The cells that may stop an open four of the other side: own fours, and of the fours of the other side those in the lines of
/// one open four.
pub(super) fn replies_to_open_four(patterns: &Patterns) -> Rows {
    let (own, theirs) = (patterns.side(), patterns.side().other());
    let target = patterns.with(theirs, CellShape::OpenFour).first();
    // Renju lets white stop an open four by a stone that makes it a forbidden one, and caro by one at its end.
    let Some(target) = target.filter(|_| !matches!(patterns.setting().rule, Rule::Renju | Rule::Caro)) else {
        return replies_by_shape(patterns);
    };
    let mut cells = fours(patterns, own);
    cells.add(target);
    for direction in (0..4).filter(|&direction| patterns.line_shape(theirs, target, direction) >= LineShape::Four) {
        for (point, _) in near_in_line(patterns, theirs, target, direction) {
            if patterns.line_shape(theirs, point, direction) >= LineShape::Four {
                cells.add(point);
            }
        }
    }
    cells
}

/// The cells that may stop a four with an open three of the other side; `None` if there is no such threat, or none to fear,
/// since the reply to the four is a four itself.
pub(super) fn replies_to_four_three(patterns: &Patterns) -> Option<Rows> {
    let (own, theirs) = (patterns.side(), patterns.side().other());
    let target = patterns.with(theirs, CellShape::FourThree).first()?;
    if matches!(patterns.setting().rule, Rule::Renju | Rule::Caro) {
        return None;
    }
    let reply = reply_to_four(patterns, theirs, target).filter(|&reply| !makes_four(patterns, own, reply))?;
    let mut cells = fours(patterns, own);
    cells.add(target);
    cells.add(reply);
    let mut add_fours = |side: Side, middle: Point, direction| {
        for (point, shapes) in near_in_line(patterns, side, middle, direction) {
            if shapes[side.index()] >= LineShape::Four {
                cells.add(point);
            }
        }
    };
    for direction in 0..4 {
        if patterns.line_shape(theirs, target, direction) == LineShape::OpenThree {
            add_fours(theirs, target, direction);
        }
        if patterns.line_shape(own, reply, direction) >= LineShape::SleepThree {
            add_fours(own, reply, direction);
        }
    }
    Some(cells)
}

/// The one cell that stops the four that a side makes on a point.
fn reply_to_four(patterns: &Patterns, side: Side, point: Point) -> Option<Point> {
    let direction = (0..4).find(|&direction| patterns.line_shape(side, point, direction) == LineShape::Four)?;
    let is_five = |(_, shapes): &(Point, [LineShape; 2])| shapes[side.index()] == LineShape::Five;
    near_in_line(patterns, side, point, direction).find(is_five).map(|(reply, _)| reply)
}

/// The empty cells near an empty one in a line of it, with the shapes that both sides would make of that line there if a side
/// had a stone on the one.
fn near_in_line(
    patterns: &Patterns,
    side: Side,
    point: Point,
    direction: usize,
) -> impl Iterator<Item = (Point, [LineShape; 2])> + use<> {
    let (line, middle) = place(point, direction);
    let table = LineTable::of(patterns.setting().rule);
    let line = patterns.lines(direction)[line] ^ stone(side) << (2 * middle);
    let reach = table.reach as isize;
    (-reach..=reach).filter_map(move |steps| {
        let place = middle.wrapping_add_signed(steps);
        let cell = point.index().wrapping_add_signed(steps * STEPS[direction]);
        let content = line >> (2 * place) & 3;
        (content == 0).then(|| (Point::from_index(cell), table.shapes(line, place)))
    })
}

fn makes_four(patterns: &Patterns, side: Side, point: Point) -> bool {
    patterns.shape(side, point) >= CellShape::Four
}

/// The cells where a side makes a four or more, or what renju may forbid.
fn fours(patterns: &Patterns, side: Side) -> Rows {
    patterns.between(side, CellShape::Four, CellShape::Suspect)
}

#[cfg(test)]
mod tests {
    use super::super::super::board::{Position, Setting};
    use super::super::super::solver::VcfTable;
    use super::super::super::solver::threats::Watch;
    use super::super::moves::{ThreatResponse, decided, need, promising};
    use super::*;
    use crate::stream::Stream;
    use searchlab_search::budget::{Budget, Meter};

    /// Asks of the positions of random games in which nobody wins at sight.
    fn each_position(mut ask: impl FnMut(&mut Patterns)) {
        for seed in 0..300 {
            let mut stream = Stream::new(seed);
            let rule = if seed % 2 == 0 { Rule::Freestyle } else { Rule::Standard };
            let mut patterns = Patterns::new(&Position::empty(Setting::square(15, rule)));
            while decided(&patterns).is_none() && patterns.winner().is_none() && !patterns.is_full() {
                let cells = if patterns.stones() < 2 { patterns.free() } else { promising(&patterns) };
                let cells = match need(&patterns) {
                    ThreatResponse::Block(point) => {
                        patterns.make(point);
                        continue;
                    }
                    ThreatResponse::Defend => replies_to_open_four(&patterns),
                    ThreatResponse::Free => cells,
                };
                ask(&mut patterns);
                patterns.make(cells.nth(stream.below(cells.count())).unwrap());
            }
        }
    }

    fn after<T>(patterns: &mut Patterns, point: Point, ask: impl FnOnce(&mut Patterns) -> T) -> T {
        patterns.make(point);
        let said = ask(patterns);
        patterns.unmake();
        said
    }

    /// True if the side to move wins at sight, whatever the other side has done.
    fn wins_at_sight(patterns: &Patterns) -> bool {
        decided(patterns).is_some_and(|plies| plies > 0)
    }

    #[test]
    fn what_wins_in_five_plies_does() {
        let mut wins = [0; 2];
        each_position(|patterns| {
            if need(patterns) != ThreatResponse::Free || !wins_in_five(patterns) {
                return;
            }
            let moves = patterns.between(patterns.side(), CellShape::DoubleThree, CellShape::FourThree);
            let holds = moves.points().any(|point| {
                after(patterns, point, |patterns| match need(patterns) {
                    ThreatResponse::Block(reply) => after(patterns, reply, |patterns| wins_at_sight(patterns)),
                    _ => {
                        patterns.free().points().all(|reply| after(patterns, reply, |patterns| wins_at_sight(patterns)))
                    }
                })
            });
            assert!(holds, "{:?}", patterns.cells());
            wins[usize::from(fours(patterns, patterns.side().other()).is_empty())] += 1;
        });
        assert!(wins.iter().all(|&count| count > 20), "{wins:?}");
    }

    #[test]
    fn no_other_reply_stops_an_open_four() {
        let mut count = 0;
        each_position(|patterns| {
            if need(patterns) == ThreatResponse::Defend {
                let others = patterns.free().without(&replies_to_open_four(patterns));
                assert!(others.points().all(|reply| after(patterns, reply, |patterns| wins_at_sight(patterns))));
                count += 1;
            }
        });
        assert!(count > 100, "{count}");
    }

    #[test]
    fn no_other_reply_stops_a_four_with_an_open_three() {
        let (mut count, mut fours) = (0, VcfTable::new(12));
        each_position(|patterns| {
            let theirs = patterns.side().other();
            if need(patterns) != ThreatResponse::Free {
                return;
            }
            let Some(replies) = replies_to_four_three(patterns) else { return };
            let budget = Budget::default();
            for reply in patterns.free().without(&replies).points() {
                let wins = after(patterns, reply, |patterns| {
                    let watch = &mut Watch { meter: &mut Meter::new(&budget), observer: &mut (), patterns };
                    fours.search(watch, 3, u32::MAX).unwrap()
                });
                assert!(wins.is_some(), "{reply:?} against {theirs:?}");
            }
            count += 1;
        });
        assert!(count > 50, "{count}");
    }
}
