//! Patterns against the plain rules, and against themselves built anew.

use super::super::Side;
use super::super::board::{DIRECTIONS, Point, Position, Rule, Setting};
use super::{CellShape, LineShape, Patterns};
use crate::stream::Stream;

fn settings() -> Vec<Setting> {
    let mut all: Vec<Setting> = Rule::ALL.map(|rule| Setting::square(15, rule)).to_vec();
    all.push(Setting { width: 22, height: 5, rule: Rule::Freestyle });
    all.push(Setting { width: 7, height: 22, rule: Rule::Standard });
    all.push(Setting::square(5, Rule::Renju));
    all
}

fn same(kept: &Patterns, fresh: &Patterns, position: &Position) {
    assert_eq!(kept.tally(), fresh.tally());
    assert_eq!((kept.key(), kept.side(), kept.winner()), (fresh.key(), fresh.side(), fresh.winner()));
    for direction in 0..4 {
        assert_eq!(kept.lines(direction), fresh.lines(direction));
    }
    for side in Side::BOTH {
        for shape in CellShape::ALL {
            assert_eq!(kept.with(side, shape), fresh.with(side, shape), "{shape:?}");
        }
        for point in position.empty_points() {
            assert_eq!(kept.code(side, point), fresh.code(side, point));
            assert_eq!(kept.shape(side, point), fresh.shape(side, point));
        }
    }
}

/// A million random moves and ways back in all, compared with a new build now and then and at each end of a game.
#[test]
fn patterns_kept_are_patterns_built_anew() {
    let settings = settings();
    let operations = 1_000_000 / settings.len() + 1;
    for (number, &setting) in settings.iter().enumerate() {
        let mut stream = Stream::new(number as u64);
        let mut position = Position::empty(setting);
        let mut kept = Patterns::new(&position);
        for operation in 0..operations {
            let is_over = kept.winner().is_some() || position.is_full();
            // Games drift forward, and fall back a long way now and then.
            let back = if is_over { 1 + stream.below(20) } else { u32::from(stream.below(5) < 2) };
            for _ in 0..back {
                position.take_back();
                kept.unmake();
            }
            if back == 0 {
                let nth = stream.below((setting.cells() - position.stones().len()) as u32);
                let point = position.empty_points().nth(nth as usize).unwrap();
                position.play(point).unwrap();
                kept.make(point);
                assert_eq!(kept.winner().is_some(), position.five_through(point).is_some());
            }
            if operation % 97 == 0 || is_over {
                same(&kept, &Patterns::new(&position), &position);
            }
        }
    }
}

/// The shape of a line, found by putting stones and asking the plain rules.
fn plain_line(position: &mut Position, point: Point, side: Side, direction: (isize, isize)) -> LineShape {
    fn fives(position: &mut Position, point: Point, side: Side, direction: (isize, isize)) -> Vec<isize> {
        (-5..=5)
            .filter(|&steps| {
                let Some(at) = position.setting().step(point, direction, steps) else { return false };
                if steps == 0 || position.put(at, side).is_err() {
                    return false;
                }
                let line = in_direction(position, at, direction);
                position.take_back();
                line.is_some_and(|line| line.contains(&point))
            })
            .collect()
    }
    position.put(point, side).unwrap();
    let is_five = in_direction(position, point, direction).is_some();
    let mut best = if is_five { LineShape::Five } else { LineShape::Dead };
    if !is_five {
        let found = fives(position, point, side, direction);
        best = match found.len() {
            0 => LineShape::Dead,
            1 => LineShape::Four,
            _ => LineShape::OpenFour,
        };
        if found.is_empty() {
            for steps in (-4..=4).filter(|&steps| steps != 0) {
                let Some(next) = position.setting().step(point, direction, steps) else { continue };
                if position.put(next, side).is_err() {
                    continue;
                }
                if in_direction(position, point, direction).is_none() {
                    best = best.max(match fives(position, point, side, direction).len() {
                        0 => LineShape::Dead,
                        1 => LineShape::SleepThree,
                        _ => LineShape::OpenThree,
                    });
                }
                position.take_back();
            }
        }
    }
    position.take_back();
    best
}

/// The five of the stone on a cell in this direction.
fn in_direction(position: &Position, point: Point, direction: (isize, isize)) -> Option<Vec<Point>> {
    let mut alone = Position::empty(position.setting());
    for steps in -8..=8 {
        if let Some(at) = position.setting().step(point, direction, steps)
            && let Some(side) = position.at(at)
        {
            alone.put(at, side).unwrap();
        }
    }
    alone.five_through(point)
}

#[test]
fn shapes_are_what_the_plain_rules_make_of_them() {
    for rule in [Rule::Freestyle, Rule::Standard, Rule::Caro] {
        for seed in 0..40 {
            let mut stream = Stream::new(seed);
            let setting = Setting::square(10, rule);
            let mut position = Position::empty(setting);
            for _ in 0..20 + stream.below(40) {
                let nth = stream.below((setting.cells() - position.stones().len()) as u32);
                let point = position.empty_points().nth(nth as usize).unwrap();
                let side = position.side();
                // Crowded lines are what matters.
                position.put(point, if stream.below(3) == 0 { side.other() } else { side }).unwrap();
                if position.five_through(point).is_some() {
                    position.take_back();
                }
            }
            let patterns = Patterns::new(&position);
            for point in position.empty_points().collect::<Vec<_>>() {
                for side in Side::BOTH {
                    for (number, direction) in DIRECTIONS.into_iter().enumerate() {
                        let plain = plain_line(&mut position, point, side, direction);
                        let shape = patterns.line_shape(side, point, number);
                        let shape = if shape < LineShape::SleepThree { LineShape::Dead } else { shape };
                        assert_eq!(shape, plain, "{rule:?} seed {seed} {point:?} {side:?} {direction:?}");
                    }
                }
            }
        }
    }
}
