//! Networks with random numbers: what is kept up equals what is built anew, the board may be turned, colours exchanged;
//! files are read back, and whole numbers say what the fit says.

use super::file::FORM;
use super::fit::{Board, Fit, Gradient, Target};
use super::network::{CHANNELS, HIDDEN, LOGIT, Network};
use crate::gomoku::board::Setting;
use crate::gomoku::patterns::Patterns;
use crate::gomoku::symmetry::Symmetry;
use crate::gomoku::{Point, Position, Rule, Side, playout};
use crate::stream::Stream;
use crate::weights_file::FileError;

fn fit(seed: u64) -> Fit {
    let mut stream = Stream::new(seed);
    Fit::new(|| u64::from(stream.word()) << 32)
}

fn network(seed: u64) -> &'static Network {
    Box::leak(Box::new(fit(seed).network()))
}

fn patterns(position: &Position, network: &'static Network) -> Patterns {
    let mut patterns = Patterns::new(position);
    patterns.describe(Some(network));
    patterns
}

#[test]
fn what_is_kept_up_equals_what_is_built_anew() {
    let network = network(1);
    for (seed, (size, rule)) in
        (0..).zip([(15, Rule::Freestyle), (15, Rule::Renju), (7, Rule::Caro), (22, Rule::Standard)])
    {
        let game = playout::game(seed, Setting::square(size, rule));
        let mut kept = patterns(&Position::empty(game.setting()), network);
        let mut expected = Vec::new();
        let ranks = |patterns: &Patterns| {
            let descriptions = patterns.descriptions().expect("they are kept up");
            let points: Vec<Point> = patterns.free().points().collect();
            Side::BOTH.map(|side| {
                let mut ranks = vec![0; points.len()];
                descriptions.rank_all(side, points.iter().copied().zip(&mut ranks));
                assert!(points.iter().zip(&ranks).all(|(&point, &rank)| descriptions.rank(side, point) == rank));
                ranks
            })
        };
        let mut position = Position::empty(game.setting());
        for &(point, _) in game.stones() {
            let anew = patterns(&position, network);
            assert_eq!(kept.value_by(network), anew.value_by(network));
            assert_eq!(kept.value_by(network), Patterns::new(&position).value_by(network));
            assert_eq!(ranks(&kept), ranks(&anew));
            expected.push((kept.value_by(network), ranks(&kept)));
            kept.make(point);
            position.play(point).expect("it is a move of the game");
        }
        for expected in expected.into_iter().rev() {
            kept.unmake();
            assert_eq!((kept.value_by(network), ranks(&kept)), expected);
        }
    }
}

#[test]
fn stones_that_are_described_lazily_change_no_value() {
    let network = network(7);
    let mut stream = Stream::new(7);
    for size in [7, 15] {
        let mut position = Position::empty(Setting::square(size, Rule::Freestyle));
        let mut kept = patterns(&position, network);
        for _ in 0..600 {
            let free: Vec<Point> = position.empty_points().collect();
            match stream.below(4) {
                0 => {
                    kept.unmake();
                    position.take_back();
                }
                1 => {
                    // One stone at most is still pending, and is looked at without being described.
                    kept.catch_up(stream.below(2) as usize);
                    assert_eq!(kept.value_by(network), Patterns::new(&position).value_by(network));
                }
                _ if free.len() > 1 => {
                    let point = free[stream.below(free.len() as u32) as usize];
                    kept.make_lazily(point);
                    position.play(point).expect("the cell is empty");
                }
                _ => (),
            }
        }
    }
}

#[test]
fn turned_boards_and_exchanged_colours_have_the_same_value() {
    let network = network(2);
    for seed in 0..20 {
        let position = playout::random_position(seed, 20, Setting::default());
        let value = Patterns::new(&position).value_by(network);
        for symmetry in Symmetry::all(position.setting()) {
            for exchanges in [false, true] {
                let mut other = Position::empty(position.setting());
                for &(point, side) in position.stones() {
                    let side = if exchanges { side.other() } else { side };
                    other.put(symmetry.apply(point, position.setting()), side).expect("the cell is empty");
                }
                other.set_side(if exchanges { position.side().other() } else { position.side() });
                assert_eq!(Patterns::new(&other).value_by(network), value);
            }
        }
    }
}

#[test]
fn what_is_written_is_read_and_damage_is_seen() {
    let network = network(3);
    let good = network.to_bytes(1);
    assert!(Network::from_bytes(&good).as_ref() == Ok(network));
    let coarse = Network::from_bytes(&network.to_bytes(4)).expect("it was just written");
    let pairs = || network.seen().flatten().zip(coarse.seen().flatten());
    assert!(pairs().all(|(fine, coarse)| coarse % 4 == 0 && fine.abs_diff(*coarse) <= 2));
    assert!(coarse.to_bytes(4).len() < good.len());
    assert_eq!(Network::from_bytes(b"X").err(), Some(FileError::Foreign("gomoku", "Gomoku")));
    for length in (0..good.len()).step_by(997) {
        assert!(Network::from_bytes(&good[..length]).is_err(), "{length}");
    }
    for at in (0..good.len()).step_by(991) {
        let mut changed = good.clone();
        changed[at] ^= 0x10;
        assert!(Network::from_bytes(&changed).is_err(), "byte {at}");
    }
    // With the right checksum: a number too large, and a row for what has no stone.
    let shape = [CHANNELS as u8, HIDDEN as u8, 1];
    let count = network.seen().count() * CHANNELS + super::file::LAYERS;
    let forged = |first: i32| FORM.write(&shape, std::iter::once(first).chain(std::iter::repeat_n(0, count - 1)));
    assert!(Network::from_bytes(&forged(0)).is_ok());
    assert_eq!(Network::from_bytes(&forged(1)).err(), Some(FileError::Shape));
    assert_eq!(Network::from_bytes(&forged(40_000)).err(), Some(FileError::Shape));
    assert_eq!(
        Network::from_bytes(&FORM.write(&[CHANNELS as u8, 1, 1], std::iter::repeat_n(0, count))).err(),
        Some(FileError::Shape)
    );
}

/// Steps along the gradient lead down, and the whole numbers say nearly what the others say.
#[test]
fn a_fit_learns_and_its_whole_numbers_say_the_same() {
    let mut fit = fit(4);
    let samples: Vec<(Board, Target, Position)> = (0..40)
        .map(|seed| {
            let position = playout::random_position(seed, 12, Setting::default());
            let mut board = Board::empty(position.setting());
            position.stones().iter().for_each(|&(point, _)| board.play(point));
            let best = position.empty_points().min_by_key(|point| point.index().abs_diff(528)).expect("there are some");
            (board, Target { wins: (seed % 2) as f32, best }, position)
        })
        .collect();
    let mut errors = Vec::new();
    for _ in 0..60 {
        let mut parts = [Gradient::new()];
        for (board, target, _) in &samples {
            fit.learn(board, *target, &mut parts[0]);
        }
        errors.push(fit.step(&mut parts, 0.01).mean());
    }
    let (first, last) = (errors[0], errors[59]);
    assert!(last.value < 0.2 * first.value && last.policy < 0.5 * first.policy, "{first:?} {last:?}");
    let network: &'static Network = Box::leak(Box::new(fit.network()));
    for (board, _, position) in &samples {
        let expected = fit.logit(board) * LOGIT as f32;
        let value = Patterns::new(position).value_by(network) as f32;
        assert!((value - expected).abs() <= 0.02 * expected.abs() + 4.0, "{value} {expected}");
    }
}

/// The gradient against differences of the error.
#[test]
fn the_gradient_is_the_slope_of_the_error() {
    let position = playout::random_position(9, 11, Setting::default());
    let mut board = Board::empty(position.setting());
    position.stones().iter().for_each(|&(point, _)| board.play(point));
    let best = position.empty_points().find(|point| point.index() > 500).expect("there are some");
    let target = Target { wins: 0.8, best };
    let mut fit = fit(5);
    let mut gradient = Gradient::new();
    fit.learn(&board, target, &mut gradient);
    let slopes = gradient.numbers().to_vec();
    let steep: Vec<usize> = (0..slopes.len()).filter(|&place| slopes[place].abs() > 0.01).step_by(7).collect();
    assert!(steep.len() > 10);
    for place in steep {
        let mut error_at = |step: f32| {
            fit.shift(place, step);
            let mut gradient = Gradient::new();
            fit.test(&board, target, &mut gradient);
            fit.shift(place, -step);
            gradient.errors.value + f64::from(super::fit::POLICY_SHARE) * gradient.errors.policy
        };
        let slope = (error_at(0.002) - error_at(-0.002)) / 0.004;
        let expected = f64::from(slopes[place]);
        assert!((slope - expected).abs() < 0.05 * expected.abs() + 0.01, "{place}: {slope} {expected}");
    }
}
