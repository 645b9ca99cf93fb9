//! The learned evaluation of Gomoku: what a training makes, how it is gone on with, and what explains it.

use std::fs;

use serde_json::Value;

use crate::engine::Engine;
use crate::support::Lab;

const TRAIN: &str = "gomoku train --self-play 40 --nodes 40 --epochs 2 --quiet --out";

#[test]
fn a_training_goes_on_where_it_was_and_names_what_is_of_another() {
    let lab = Lab::new(&[]);
    let whole = lab.run(&format!("{TRAIN} one --jobs 1")).expect(0);
    let weights = |folder: &str| fs::read(lab.at(&format!("{folder}/gomoku.weights"))).unwrap();
    lab.run(&format!("{TRAIN} two --jobs 2")).expect(0);
    assert_eq!(weights("one"), weights("two"), "threads change nothing but the time");
    // As a kill leaves it: the last game is cut.
    let games = fs::read(lab.at("two/games.bin")).unwrap();
    fs::write(lab.at("two/games.bin"), &games[..games.len() / 2]).unwrap();
    let again = lab.run(&format!("{TRAIN} two")).expect(0);
    assert_eq!((weights("one"), whole.out), (weights("two"), again.out));
    for file in ["learning.csv", "learning.svg", "learning.png"] {
        assert!(fs::metadata(lab.at(&format!("two/{file}"))).is_ok_and(|file| file.len() > 40), "{file}");
    }
    // More games are played on; fewer are the same as if there were no more.
    let more = TRAIN.replace("40 --nodes", "50 --nodes");
    lab.run(&format!("{more} two")).expect(0);
    assert_ne!(weights("one"), weights("two"));
    lab.run(&format!("{TRAIN} two")).expect(0);
    assert_eq!(weights("one"), weights("two"));
    let other = lab.run(&format!("{TRAIN} two --seed 2")).expect(2);
    assert!(other.err.contains("is from other games, another seed or another teacher"), "{}", other.err);
    // What was learned teaches the next, and plays.
    lab.run(&format!("{TRAIN} three --teacher one/gomoku.weights")).expect(0);
    assert_ne!(weights("one"), weights("three"));
    let search = "gomoku search --algorithm engine --depth 3 --position h8i9j10 --evaluation learned --format json";
    let record = lab.run(&format!("{search} --weights one/gomoku.weights")).expect(0);
    let record: Value = serde_json::from_str(&record.out).unwrap();
    assert!(record["params"]["weights"].as_str().is_some_and(|name| name.starts_with("crc32-")), "{record}");
    let refused = lab.run(&format!("{search} --weights one/games.bin")).expect(2);
    assert!(refused.err.contains("this is no file of weights for Gomoku"), "{}", refused.err);
    // And it is an engine for managers of games.
    let value = |words: &[&str]| {
        let mut engine = Engine::of(lab.program().args(["gomoku", "engine"]).args(words), "no remark");
        engine.send("START 15\nINFO max_node 400\nBOARD\n7,7,2\n8,8,1\n9,7,2\nDONE\n");
        let said = engine.hear_until("MESSAGE depth");
        said.last().and_then(|line| line.split(", ").nth(1)).map(str::to_owned)
    };
    assert_eq!(value(&[]), value(&["--weights", "shipped"]));
    assert_ne!(value(&[]), value(&["--weights", "one/gomoku.weights"]));
    let refused = lab.run("gomoku engine --weights one/games.bin").expect(2);
    assert!(refused.err.contains("this is no file of weights for Gomoku"), "{}", refused.err);
}

#[test]
fn the_parts_of_a_value_are_its_sum() {
    let lab = Lab::new(&[]);
    for (evaluation, of_parts) in [("learned", 0.6), ("pattern", 0.0), ("ustc-rows,tempo=7", 0.0)] {
        for position in ["h8i9j10", "h8i9j10i10h9g7", "initial"] {
            let explain = "gomoku explain-position --format json";
            let explained = lab.run(&format!("{explain} --position {position} --evaluation {evaluation}")).expect(0);
            let explained: Value = serde_json::from_str(&explained.out).unwrap();
            let parts = explained["parts"].as_array().unwrap();
            let sum: f64 = parts.iter().map(|part| part["contribution"].as_f64().unwrap()).sum();
            let value = explained["for_side_to_move"].as_f64().unwrap();
            assert!((sum - value).abs() <= of_parts, "{evaluation} {position}: {sum} {value}");
            assert_eq!(explained["evaluation"], evaluation);
            assert_eq!(explained["wins"].is_f64(), evaluation == "learned");
        }
    }
}
