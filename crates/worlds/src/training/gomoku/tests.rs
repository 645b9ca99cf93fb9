//! Games of the program with itself, and learning from few of them: the same whatever the threads, better than nothing.

use std::sync::atomic::AtomicBool;

use super::{Method, Plan, SelfPlayed, Teacher, learn};
use crate::gomoku::{Evaluation, Position, Rule, Setting};
use crate::training::store::Stored;

fn games(count: u32, setting: Setting) -> Vec<SelfPlayed> {
    let plan = Plan { setting, seed: 3, nodes: 60, evaluation: Evaluation::default() };
    let mut teacher = Teacher::new(&plan).expect("small");
    (0..count).map(|game| teacher.play(game)).collect()
}

#[test]
fn games_are_played_by_the_rules_and_the_same_every_time() {
    for setting in [Setting::default(), Setting::square(9, Rule::Renju)] {
        let first = games(12, setting);
        assert_eq!(first, games(12, setting));
        for game in first {
            assert!(game.first >= 2 && !game.found.is_empty());
            let mut position = Position::empty(setting);
            for (number, &point) in game.moves.iter().enumerate() {
                assert!(position.five().is_none() && crate::gomoku::legal_points(&position).contains(&point));
                if let Some(&(best, _)) = number.checked_sub(game.first).and_then(|place| game.found.get(place)) {
                    assert!(position.at(best).is_none());
                }
                position.play(point).expect("it is empty");
            }
            let mut bytes = Vec::new();
            game.write(&mut bytes);
            let (read, rest) = SelfPlayed::read(0, &bytes).expect("it was just written");
            assert!(read == game && rest.is_empty());
            assert!((0..bytes.len()).all(|length| SelfPlayed::read(0, &bytes[..length]).is_none()));
        }
    }
}

#[test]
fn a_network_is_learned_whatever_the_threads() {
    let games = games(150, Setting::default());
    let method = Method { epochs: 4, ..Method::default() };
    let learned = |threads| {
        learn(&games, Setting::default(), &method, threads, &AtomicBool::new(false), || ()).expect("nobody stops it")
    };
    let (one, two) = (learned(1), learned(2));
    assert_eq!(one.curve, two.curve);
    assert!(one.network == two.network);
    assert!(one.positions.iter().all(|&count| count > 10), "{:?}", one.positions);
    assert!(one.curve[3].value_training < one.curve[0].value_training, "{:?}", one.curve);
    assert!(one.curve[3].move_validation < one.curve[0].move_validation, "{:?}", one.curve);
    assert!(learn(&games, Setting::default(), &method, 1, &AtomicBool::new(true), || ()).is_none());
}
