//! Stones put and taken back with their patterns, and the tables of shapes that the first position makes.

use std::time::Instant;

use searchlab::worlds::gomoku::patterns::Patterns;
use searchlab::worlds::gomoku::{Point, Position, Rule, Setting, playout};

use super::{RUNS, USUAL, alternate};

/// Times that each game is put and taken back.
const ROUNDS: usize = 200;

pub(crate) fn run() {
    println!("stones of games by chance put and taken back, patterns kept");
    println!("{:<10} {:>6} {:>10} {:>14}", "rule", "stones", "seconds", "M pairs/s");
    for rule in Rule::ALL {
        let setting = Setting { rule, ..USUAL };
        let games: Vec<Vec<Point>> = (0..20).map(|seed| without_end(&playout::game(seed, setting))).collect();
        let pairs = games.iter().map(Vec::len).sum::<usize>() * ROUNDS;
        let mut patterns = Patterns::new(&Position::empty(setting));
        let [seconds] = alternate(
            RUNS,
            [&mut || {
                for game in &games {
                    for _ in 0..ROUNDS {
                        play(&mut patterns, game);
                    }
                }
            }],
        );
        println!("{:<10} {:>6} {seconds:>10.4} {:>14.2}", rule.name(), pairs / ROUNDS, pairs as f64 / seconds / 1e6);
    }
}

fn without_end(game: &Position) -> Vec<Point> {
    let points: Vec<Point> = game.stones().iter().map(|&(point, _)| point).collect();
    let length = points.len() - usize::from(game.five().is_some());
    points[..length].to_vec()
}

fn play(patterns: &mut Patterns, game: &[Point]) {
    for &point in game {
        patterns.make(point);
    }
    std::hint::black_box(patterns.key());
    for _ in game {
        patterns.unmake();
    }
}

/// Made once a process: there is one run of each, and it is the wall clock that counts.
pub(crate) fn tables() {
    println!("tables of shapes, made by the first position of a rule, and a position when they are there");
    println!("{:<10} {:>12} {:>12}", "rule", "first, ms", "then, µs");
    for rule in Rule::ALL {
        let empty = Position::empty(Setting { rule, ..USUAL });
        let begin = Instant::now();
        std::hint::black_box(Patterns::new(&empty).key());
        let first = begin.elapsed().as_secs_f64() * 1e3;
        let [then] = alternate(
            RUNS,
            [&mut || {
                for _ in 0..100 {
                    std::hint::black_box(Patterns::new(&empty).key());
                }
            }],
        );
        println!("{:<10} {first:>12.1} {:>12.1}", rule.name(), then * 1e4);
    }
}
